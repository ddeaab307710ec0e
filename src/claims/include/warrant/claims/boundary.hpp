// What an answer says about this turn, held against what the turn knows.
#pragma once

#include <warrant/base/json.hpp>
#include <warrant/base/result.hpp>
#include <warrant/base/span.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::claims {

enum class OpKind : std::uint8_t { edit, create, delete_, move, run, save, read, search };
std::string_view to_string(OpKind kind) noexcept;

enum class OpResult : std::uint8_t {
  succeeded,
  failed,
  indeterminate,
  denied_by_person,
  denied_by_policy,
  not_attempted,
};
std::string_view to_string(OpResult result) noexcept;

/// One thing that was tried in this turn. `target` is a path, a command or profile, or what was
/// searched for; a move names its source, or both ends joined by " -> ". `subject` and `value` say what an edit was to
/// leave there ("TIMEOUT", "60"), where that is fixed: then an answer that asserts it is held against the result.
/// `found` says how many lines a search found, where that is known.
struct Op {
  OpKind op;
  std::string target;
  OpResult result;
  std::string subject = {};
  std::string value = {};
  std::optional<std::int64_t> found = {};
};

/// Numbers of the last test run of the turn; each is absent when it is not known.
struct Tests {
  std::optional<std::int64_t> passed;
  std::optional<std::int64_t> failed;
  std::optional<std::int64_t> exit;
};

/// What the turn knows. `ops` is everything that happened, in order: what does not stand there did
/// not happen. `tests` is absent when no test ran. `verification` is "pass", "fail",
/// "indeterminate" or "not_run"; `durability` "confirmed", "failed" or "indeterminate"; either may
/// be empty when the turn had nothing to verify or to keep.
struct State {
  std::vector<Op> ops;
  std::optional<Tests> tests;
  std::string verification;
  std::string durability;
};

/// What kind of statement contradicts the state.
enum class Kind : std::uint8_t {
  changed,
  created,
  deleted,
  moved,
  saved,
  ran,
  read,
  searched,
  released,  ///< committed, pushed, deployed, published, installed, sent
  verified,
  completed,  ///< "Done." and its like
  tests,
  build,
  lint,
  typecheck,
  exit_code,
  version,
  count,
  denied,      ///< "you denied", "policy blocked it"
  approved,    ///< "you approved"
  no_matches,  ///< "no matches found", "does not exist"
  unused,      ///< "nothing else uses it"
  capability,  ///< "I cannot access your files"
  debris,      ///< pieces of the tool protocol
  approval,    ///< a question that plays the approval prompt
};
std::string_view to_string(Kind kind) noexcept;

struct Contradiction {
  Kind kind;
  Span span;         ///< into what was said
  std::string text;  ///< the bytes at the span
  std::string why;   ///< one sentence on what the turn knows instead
};

/// Every present assertion in `said` that `state` does not bear out, in the order of the text.
/// Acts and results are read in English and German. Beside them, an operation that did not end well has to be admitted:
/// where no sentence does (also in the plainest words of some other languages), whatever is asserted stands for its
/// success; where one does, each clause that speaks of it must admit it or say nothing of its outcome. Negation, hedge,
/// future, condition, quotation, other speakers, earlier times, questions, instructions, goals, limited statements,
/// purposes, options, expectations, corrections and disclosures are no assertions. Linear in the size of the text;
/// never fails; thread-safe.
std::vector<Contradiction> contradictions(std::string_view said, const State& state);

/// Reads `{"ops":[{"op","target","result","subject","value","found"}],"tests":null|{"passed","failed","exit"},
/// "verification","durability"}`. Missing `subject`, `value`, `found`, `tests`, `verification` and `durability` are
/// allowed. Errors: invalid_argument naming the member that is missing or wrong.
Result<State> parse_state(const Json& json);

/// `[{"kind","span","text","why"}]`, the member of `warrant.check.v1`.
Json to_json(const std::vector<Contradiction>& found);

}  // namespace warrant::claims
