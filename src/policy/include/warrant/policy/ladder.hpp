// The permission ladder: one pure decision over explicit inputs.
#pragma once

#include <warrant/base/digest.hpp>
#include <warrant/base/path.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warrant::policy {

/// What the call does with its paths.
enum class Access : std::uint8_t {
  read,
  write,   ///< creates or replaces one file
  remove,  ///< deletes
  move,    ///< moves, copies, makes directories, or does several things as one batch
  run,     ///< runs a command; its paths are those it declares to write, if any
};

enum class Verdict : std::uint8_t { deny, ask, allow };

/// The step of the ladder that answered, in the order they are tried.
enum class Step : std::uint8_t {
  invalid,
  escapes,
  protected_change,
  configured_deny,
  protected_read,
  configured_ask,
  configured_allow,
  inside_read,
  remembered,
  restore,  ///< not of a call: decide_restore() answered
  otherwise,
};

std::string_view to_string(Step step) noexcept;
std::string_view to_string(Verdict verdict) noexcept;

/// One configured rule; it covers a call when its tool and each kind of thing the call has fit one of the
/// globs. In a glob '?' is one byte and '*' any run within a path part, "**" any run across parts. A rule
/// that did not load is given as malformed and denies everything.
struct Rule {
  std::string name;
  Verdict verdict;
  std::vector<std::string> tools;
  std::vector<std::string> paths;
  std::vector<std::string> profiles;  ///< of commands; empty: to deny or ask for any, to allow none
  bool malformed;
};

/// Whether the rule covers a call of `tool` on this path, or with this profile, or both.
bool rule_covers(const Rule& rule, std::string_view tool, std::optional<std::string_view> path,
                 std::optional<std::string_view> profile);

class Approval;
struct Question;

/// A "yes, always" of this session: writes by one tool to files whose parent is exactly one directory.
/// Only remember() makes one.
class Remembered {
 public:
  [[nodiscard]] const std::string& tool() const noexcept { return tool_; }
  [[nodiscard]] const RelPath& directory() const noexcept { return directory_; }
  [[nodiscard]] const std::string& approval_id() const noexcept { return approval_id_; }

 private:
  friend std::optional<Remembered> remember(const Approval& approval, const Question& question);
  Remembered(std::string tool, RelPath directory, std::string approval_id)
      : tool_(std::move(tool)), directory_(std::move(directory)), approval_id_(std::move(approval_id)) {}

  std::string tool_;
  RelPath directory_;
  std::string approval_id_;
};

/// Everything the decision rests on. `paths` are real paths beneath the workspace.
struct Question {
  std::string ruling_id;  ///< chosen by the caller, unique
  Digest effect;          ///< digest_of(effect): the ruling holds for this effect alone
  std::string tool;
  Access access;
  std::vector<RelPath> paths;
  std::optional<std::string> invalid;       ///< why the call is not valid
  bool escapes;                             ///< a path leaves the workspace
  bool scope_warning;                       ///< beyond what the request named
  bool form_change;                         ///< line endings, byte order mark, final newline, encoding or mode change
  std::optional<std::string> profile = {};  ///< of a command
};

/// A decision. Only decide() makes one.
class RulingFacts {
 public:
  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] Step step() const noexcept { return step_; }
  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }
  [[nodiscard]] const Digest& effect() const noexcept { return effect_; }

 protected:
  RulingFacts(std::string id, Step step, std::string reason, Digest effect)
      : id_(std::move(id)), step_(step), reason_(std::move(reason)), effect_(effect) {}

 private:
  std::string id_;
  Step step_;
  std::string reason_;
  Digest effect_;
};

struct Decider;
class Allow : public RulingFacts {
  friend struct Decider;
  using RulingFacts::RulingFacts;
};
class Ask : public RulingFacts {
  friend struct Decider;
  using RulingFacts::RulingFacts;
};
class Deny : public RulingFacts {
  friend struct Decider;
  using RulingFacts::RulingFacts;
};
using Ruling = std::variant<Allow, Ask, Deny>;

/// First step that matches wins; a scope warning or form change turns an allow into an ask. Rules
/// count by strictness, not position. A change without a path is invalid. Pure; thread-safe.
Ruling decide(const Question& question, const std::vector<Rule>& rules, const std::vector<Remembered>& remembered);

/// Whether an approval of this question could be remembered: a write of one file, neither hidden nor
/// protected. Never for removing, moving, batches or commands.
bool may_be_remembered(const Question& question);
/// What to remember of `approval`; nothing when the person did not say so, when it approved another
/// question, or when may_be_remembered() says no.
std::optional<Remembered> remember(const Approval& approval, const Question& question);

/// Putting back what was there before a turn, as the person asked with `undo` or `redo`.
struct RestoreQuestion {
  std::string ruling_id;
  Digest effect;
  std::vector<RelPath> paths;  ///< real paths
  bool changed_since;          ///< the file is not as the turn left it: restoring loses bytes nobody kept
};

/// A protected path denies; a file changed since asks; else the person's own request allows. Pure.
Ruling decide_restore(const RestoreQuestion& question);

/// Whether `text` matches the glob as described at Rule. Time at most the product of the lengths.
bool glob_matches(std::string_view glob, std::string_view text);

}  // namespace warrant::policy
