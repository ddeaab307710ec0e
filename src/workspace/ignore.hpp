// Which files git would leave out.
#pragma once

#include "ignore_rules.hpp"

#include <map>
#include <string>
#include <string_view>

namespace warrant::workspace {

/// The .gitignore files beneath one directory. Read here and not by libgit2, which takes 15 ms to load, most of it for
/// the certificates of connections that nobody makes. No repository is needed, and the person's own git configuration
/// is not read. One thread at a time.
class Ignores {
 public:
  /// `root` is the descriptor of the directory, and outlives this.
  explicit Ignores(int root) : root_(root) {}

  /// Whether the entry `path` beneath the root is left out by what the .gitignore files of its parents say of it. That
  /// none of its parents is left out is the caller's to know. A .gitignore that cannot be read, is a link, or has more
  /// than 1 MiB leaves nothing out.
  [[nodiscard]] bool covers(std::string_view path, bool is_directory);

 private:
  const IgnoreRules& rules_in(std::string_view directory);

  int root_;
  std::map<std::string, IgnoreRules, std::less<>> rules_;  ///< by directory; "" for the root
};

}  // namespace warrant::workspace
