// The private directory of one run.
#pragma once

#include <warrant/base/result.hpp>

#include <string>
#include <utility>

namespace warrant::command {

/// A new directory of mode 700 beneath the system's temporary directory; removed with everything in it at the end.
class Temporary {
 public:
  /// Errors: io.
  static Result<Temporary> make();

  Temporary(Temporary&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  Temporary& operator=(Temporary&&) = delete;
  ~Temporary();

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  explicit Temporary(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace warrant::command
