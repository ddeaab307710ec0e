// Bounded keeping of a command's output.
#pragma once

#include <warrant/command/run.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace warrant::command {

/// Keeps the first `head` and the last `tail` bytes of what is added. Memory: at most head + 2 × tail.
class Keeping {
 public:
  Keeping(std::size_t head, std::size_t tail) : head_limit_(head), tail_limit_(tail) {}

  void add(std::string_view piece);
  /// What was kept; the object is used up.
  Output finish();

 private:
  std::size_t head_limit_;
  std::size_t tail_limit_;
  std::string head_;
  std::string tail_;
  std::uint64_t total_ = 0;
  Sha256 digest_;
};

}  // namespace warrant::command
