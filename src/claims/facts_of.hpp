// Questions to the state of a turn.
#pragma once

#include "warrant/claims/boundary.hpp"

#include "acts.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::claims {

/// The class of work that a command line or profile names.
enum class Work : std::uint8_t { tests, build, lint, typecheck, git, release, other };
Work work_of(std::string_view command);

/// Answers about what happened. Holds a reference to the state, which must
/// outlive it.
class Facts {
 public:
  explicit Facts(const State& state) : state_(state) {}

  [[nodiscard]] const State& state() const { return state_; }
  /// Why an asserted act is not borne out; nothing when it is.
  [[nodiscard]] std::optional<std::string> denies(const Act& act, const Sentence& sentence) const;
  /// Whether any operation of one of the kinds has the result.
  [[nodiscard]] bool any(std::initializer_list<OpKind> kinds, OpResult result) const;
  [[nodiscard]] bool any(OpResult result) const;
  /// Whether everything that was tried ended well, at least one thing among it;
  /// a second try counts.
  [[nodiscard]] std::optional<std::string> incomplete() const;
  /// The last run of the given work; "other" commands stand for any work.
  [[nodiscard]] const Op* last_run(Work work) const;
  /// Whether a command ran that takes changes back, like `git restore`.
  [[nodiscard]] bool undone_by_command() const;
  /// Whether a file other than a document was changed after the last test run.
  [[nodiscard]] bool stale_tests() const;

 private:
  const State& state_;
};

/// Whether it brings something about: all but reading and searching.
bool has_effect(OpKind kind);
/// Whether it changes files itself: all that has an effect but running something.
bool changes_files(OpKind kind);

/// Both ends of a move, or the target alone.
std::vector<std::string> ends_of(std::string_view target);

/// "edit a.py was denied by the person"
std::string describe_op(const Op& op);

/// Without "./" before it and "/" behind it.
std::string_view plain_path(std::string_view path);

/// Whether the token names a file or a folder by its looks: "Order.total" and "/health" do not.
bool names_file(const Token& token);

/// Whether `mention` names the same file as `target`: equal, or one is the tail
/// of the other.
bool same_file(std::string_view mention, std::string_view target);

}  // namespace warrant::claims
