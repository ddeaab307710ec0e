// What was said, held against what the output shows.
#pragma once

#include <warrant/base/json.hpp>
#include <warrant/base/result.hpp>
#include <warrant/base/span.hpp>
#include <warrant/evidence/command.hpp>
#include <warrant/evidence/evidence.hpp>
#include <warrant/evidence/session.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::claims {

/// What can be claimed. One row a field in the table of check.cpp.
enum class Field : std::uint8_t {
  tests_passed,
  tests_failed,
  deploy_url,
  version,
  exit_code,
  tests_total,
  tests_skipped,
  suite_green,
  build,
  lint,
  typecheck,
  coverage,
  commit,
  pushed,
  pr_url,
  files_changed,
  file_created,
  file_deleted,
  http_status,
  count_of,
  action_done,
};
inline constexpr std::size_t kFieldCount = 21;
std::string_view to_string(Field field) noexcept;

enum class Status : std::uint8_t {
  unclaimed,      ///< not stated
  unbacked,       ///< stated, and nothing in the output speaks to it
  held,           ///< stated, and the output agrees
  broken,         ///< stated, and the output says otherwise
  indeterminate,  ///< a reading that the line needs failed
};
std::string_view to_string(Status status) noexcept;
/// How much a status asks for attention; of several that meet, the highest is told.
int severity(Status status) noexcept;

/// Why a line has its status. The set is closed; docs/check.md explains each.
enum class Reason : std::uint8_t {
  not_stated,
  not_judged,  ///< stated, but this evidence is about other things
  agrees,
  differs,
  earlier_run,        ///< the value stands in a run that a later one replaced
  no_test_run,        ///< no runner printed a result
  only_shown,         ///< the result stands in a file that was shown, not run
  empty_run,          ///< the run had no test in it
  run_without_count,  ///< the runner says pass or fail, but prints no number
  stale,              ///< code was changed after the last run
  masked_exit,        ///< the exit status is not the run's own
  background,         ///< started in the background and never read to its end
  cut_off,            ///< ended before it was done
  collect_only,       ///< tests were listed, not run
  filtered,           ///< a part of the suite, stated as the whole
  other_directory,    ///< run outside the session's directory
  no_deploy,
  no_exit_code,
  no_version,
  no_build,
  no_lint,
  no_typecheck,
  no_coverage,
  no_commit,
  no_push,
  no_pull_request,
  no_file_change,
  no_http_status,
  no_count,
  no_action,
  reading_failed,  ///< a model that was asked gave no usable answer; Verdict::unread says which and why
};
std::string_view to_string(Reason reason) noexcept;

/// Why a phrase that names a result states none.
enum class Exemption : std::uint8_t {
  none,
  negation,
  hedge,
  future,
  condition,
  quotation,
  other_speaker,
  earlier,
  question,
  instruction,
  goal,
  partial,
  purpose,
  option,
  expectation,
  correction,
  disclosure,
};

/// One stated value; the spans are into what was said.
struct Claim {
  Field field;
  std::string value;  ///< digits as ASCII without grouping; "true" or "false" for yes-no fields
  Span value_span;
  Span phrase;
  bool whole = false;                   ///< it speaks of all tests
  bool full = false;                    ///< it names the full, entire or whole suite
  bool counted = false;                 ///< a figure or a word beside it says which tests
  bool named_part = false;              ///< a word beside it names a part of the tests: "all 8 parser tests"
  bool owns_up = false;                 ///< the message tells of a failure beside it: "the X failure is unrelated"
  bool bare = false;                    ///< "all green": it counts where tests ran
  bool weak = false;                    ///< a passing mention: it holds where it is shown, and is not judged elsewhere
  bool hosted = false;                  ///< of checks that a code host runs: "CI is green"
  bool checks = false;                  ///< of "checks", which a code host may run as well
  bool foreign = false;                 ///< read in a language of which only figures and a few words are known
  bool implied = false;                 ///< follows from another statement: who says that all pass says that none fails
  std::vector<std::string> parts = {};  ///< the figures that it is the sum of, where the message takes it apart
  bool made = false;                    ///< of commit: it says that the commit was made
  bool state = false;                   ///< of pushed: "everything is pushed", how it stands
  std::string command = {};             ///< the command that it names; empty where it names none
  std::string noun = {};  ///< of count_of: what is counted; of coverage: the sentence, which may name a part
};

/// What the text states, in its order; a field may be claimed several times. Linear; never fails;
/// thread-safe. Languages other than English and German state only what figures and English result
/// words say ("2320 passed").
std::vector<Claim> read_claims(std::string_view said);

struct Shown {
  std::string value;
  Span span;                            ///< into the output of `run`
  std::optional<std::size_t> run = {};  ///< index into Ordered::runs; absent for one plain output
};

struct Line {
  Field field;
  Status status;
  Reason reason;
  std::optional<Claim> claim;
  std::optional<Shown> evidence;
};

/// One command of a session and what it printed; `order` places runs and edits among each other.
struct OrderedRun {
  std::string command;
  std::string output;
  std::optional<int> exit_code;
  std::int64_t order;
  evidence::Caveats caveats = {};  ///< what the host knows beside the command: background, cut off
};
struct OrderedEdit {
  std::string path;
  std::int64_t order;
  evidence::EditKind kind = evidence::EditKind::modify;
  bool ok = true;
};
struct Ordered {
  std::vector<OrderedRun> runs;
  std::vector<OrderedEdit> edits;
  std::size_t let_go = 0;  ///< runs before these that are no longer held; the indices of runs count them
};

/// Why the line has its status, for people: one clause. May hold text of the output.
std::string why(const Line& line);

enum class Gate : std::uint8_t { pass, retry, ask };
std::string_view to_string(Gate gate) noexcept;

/// What is read or answered apart from the others.
enum class Part : std::uint8_t { claim, evidence, test_run, deploy, support };
std::string_view to_string(Part part) noexcept;

/// A part that a backend did not answer.
struct Unread {
  Part part;
  std::string backend;
  Error error;
};

/// A value that a model read and that does not stand where it says.
struct Rejected {
  Part part;
  Field field;
  std::string value;
};

/// Who read and judged; "rules+NAME" where a model was asked beside the rules.
struct Readers {
  std::string claim = "rules";
  std::string evidence = "rules";
  std::string judge = "rules";
};

struct Verdict {
  std::vector<Line> lines;  ///< one a field, in the order of Field
  evidence::Anchors anchors;
  double support;  ///< how far the output supports every claim, 0 to 1
  Gate gate;
  int minutes_to_agree;  ///< rough estimate for a person
  Readers readers = {};
  std::vector<Unread> unread = {};
  std::vector<Rejected> rejected = {};
};

/// Compares both texts. Several claims of one field give the line of the worst. Pure and
/// deterministic; thread-safe. The same text, said twice, gives the same verdict.
Verdict check(std::string_view said, std::string_view output);
/// The same with what ran in order: only runs after the last edit of code count.
Verdict check(std::string_view said, const Ordered& session);
/// The decision on finished lines, for callers that have their own: the table of docs/check.md.
Verdict decide(std::vector<Line> lines, evidence::Anchors anchors);

/// Whether an edit of this path leaves code runs valid: prose and licences.
bool is_documentation(std::string_view path);

/// The `warrant.check.v1` document. Spans count bytes of the two texts. `id` may be null.
Json to_json(const Verdict& verdict, std::string_view said, std::string_view output, Json id);
/// The same where each evidence span is into the output of its run.
Json to_json(const Verdict& verdict, std::string_view said, const Ordered& session, Json id);

}  // namespace warrant::claims
