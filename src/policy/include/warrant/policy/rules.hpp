// The rules that people write, in TOML.
//
//   [[rule]]
//   name = "docs"                          # optional, unique
//   decision = "allow"                     # allow, ask or deny
//   tool = ["edit_file", "write_file"]     # globs; every tool when left out
//   path = "docs/**"                       # globs; every path when left out
//   profile = "pytest"                     # globs over command profiles; to allow a command it must be there
//   match = ["edit_file docs/a.md"]        # calls that the rule must cover: "TOOL PATH", or
//   not_match = ["edit_file src/a.cpp"]    # "run_command PROFILE"; checked at every load
#pragma once

#include <warrant/base/result.hpp>
#include <warrant/policy/ladder.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::policy {

/// Who wrote a file of rules.
enum class Author : std::uint8_t {
  person,     ///< the person's own configuration
  workspace,  ///< comes with the files: may narrow, so a rule that allows is a bad rule
};

/// One line of `match` or `not_match`, as it came out.
struct Example {
  std::string rule;
  std::string text;
  bool should_match;
  bool matches;
  std::string where;  ///< "file:line"
  [[nodiscard]] bool holds() const noexcept { return should_match == matches; }
};

struct RuleSet {
  std::vector<Rule> rules;
  std::vector<Example> examples;
  /// What is wrong, each with "file:line" and what to write instead. A rule that has a problem is in
  /// `rules` as malformed, which denies everything; a file that is no TOML is one malformed rule.
  std::vector<Error> problems;
};

inline constexpr std::size_t rules_limit = std::size_t{1} << 20U;  ///< bytes of a file
inline constexpr std::size_t most_rules = 1000;

/// Reads the [[rule]] tables; `others` are the top-level keys that somebody else reads. Total: any bytes
/// give a set. Thread-safe.
RuleSet read_rules(std::string_view toml, std::string_view name, Author author,
                   const std::vector<std::string_view>& others = {});

/// The person's rules and the workspace's together. A file that is absent has none; one that cannot be
/// read is a malformed rule. `others` may stand in the person's file only. Paths: the files themselves. Thread-safe.
RuleSet load_rules(const std::string& person_file, const std::string& workspace_file,
                   const std::vector<std::string_view>& others = {});

}  // namespace warrant::policy
