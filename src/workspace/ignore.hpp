// Which files git would leave out.
#pragma once

#include <memory>
#include <string>

namespace warrant::workspace {

/// The .gitignore files beneath one directory, as libgit2 reads them. No repository is needed, and
/// the person's own git configuration is not read. The library is loaded at first use; without it
/// nothing is left out. One thread at a time.
class Ignores {
 public:
  explicit Ignores(const std::string& real_root);
  ~Ignores();
  Ignores(const Ignores&) = delete;
  Ignores& operator=(const Ignores&) = delete;
  Ignores(Ignores&&) = delete;
  Ignores& operator=(Ignores&&) = delete;

  /// Whether the rules are really read.
  [[nodiscard]] bool working() const noexcept;
  /// `path` beneath the root, not ended by a slash.
  [[nodiscard]] bool covers(const std::string& path, bool is_directory) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace warrant::workspace
