// The rules of one .gitignore file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::workspace {

/// As gitignore(5) says. Immutable; safe to share between threads.
class IgnoreRules {
 public:
  /// `text` is a whole file; a line that is no valid pattern matches nothing, as in git. Rules behind the 10,000th are
  /// not read.
  explicit IgnoreRules(std::string_view text);

  /// What the last rule that matches says: true to leave the entry out, false ("!…") to keep it; nullopt when none
  /// does. `path` is the entry's, beneath the directory of the file, without a slash at either end. Time is at most the
  /// length of the path times that of the rules.
  [[nodiscard]] std::optional<bool> decide(std::string_view path, bool is_directory) const;

 private:
  struct Rule {
    std::vector<std::string> segments;  ///< between slashes; "**" stands for any number of names
    bool anchored;                      ///< to the directory of the file; else it is about the last name alone
    bool directories_only;
    bool keeps;
  };
  static std::optional<Rule> parse(std::string_view line);

  std::vector<Rule> rules_;
};

}  // namespace warrant::workspace
