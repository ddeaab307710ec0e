// What the readers of single lines share: the line, the words around a number, the facts so far.
#pragma once

#include "warrant/evidence/evidence.hpp"
#include "warrant/evidence/plain.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::evidence {

/// What the words of a line are about; found together with its readers.
enum class Theme : std::uint8_t {
  deploy_address,
  deploy_done,
  deploy_not_done,
  version,
  all_coverage,
  coverage,
  request
};
inline constexpr std::size_t kThemes = 7;

/// One line without escape sequences.
struct Line {
  std::string_view text;  ///< without its newline
  std::string_view body;  ///< without leading blanks and a task runner's prefix ("[build] ", "web:test: ")
  std::size_t offset;     ///< of `text` in the output
  std::string_view rest;  ///< what follows the line
  std::uint8_t themes = 0;

  /// Where `part`, a piece of `text`, stands in the output.
  [[nodiscard]] Span span(std::string_view part) const noexcept {
    const auto from = offset + static_cast<std::size_t>(part.data() - text.data());
    return {from, from + part.size()};
  }
  [[nodiscard]] bool about(Theme theme) const noexcept { return (themes >> static_cast<unsigned>(theme) & 1U) != 0; }
  [[nodiscard]] Span span() const noexcept { return {offset, offset + text.size()}; }
  [[nodiscard]] bool has(std::string_view what) const noexcept { return text.find(what) != std::string_view::npos; }
  /// "12 failed": the number right before `word`.
  [[nodiscard]] std::optional<Count> before(std::string_view word) const;
  /// "Failed:  3": the number right after `label`.
  [[nodiscard]] std::optional<Count> after(std::string_view label) const;
  /// The first number at or behind `label`.
  [[nodiscard]] std::optional<Count> first(std::size_t from = 0) const;
};

/// A line that begins with the number: "12 word" (and more behind it), as mocha and bun print theirs.
std::optional<Count> leading_count(const Line& line, std::string_view word);
/// Whether "0.12s" or "61.20s (0:01:01)" stands behind the last " in ".
bool ends_in_duration(std::string_view body);

/// The sum of two counts, where the first stands; of one when the other is absent.
std::optional<Count> plus(std::optional<Count> one, const std::optional<Count>& other);
long long value(const std::optional<Count>& count);
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_word(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
std::string_view trim(std::string_view text);
std::string lower(std::string_view text);

/// Everything read of one command's output, before it is put into the evidence.
class Reading {
 public:
  Reading(Evidence& evidence, std::size_t command) : evidence_(evidence), command_(command) {}

  /// Begins a new result; the counts that are given fill it, the rest is derived.
  struct Counts {
    std::optional<Count> passed = {};
    std::optional<Count> failed = {};
    std::optional<Count> errors = {};
    std::optional<Count> skipped = {};
    std::optional<Count> total = {};
  };
  TestResult& add(Runner runner, const Line& line, const Counts& counts);
  /// The latest result of `runner` under this command, or nullptr.
  TestResult* last(Runner runner);
  /// Notes a verdict; a later one of the same runner and activity replaces it.
  CheckResult& check(Runner runner, Activity activity, bool ok, const Line& line, std::optional<Count> errors = {},
                     std::optional<Count> warnings = {});
  CheckResult* last_check(Runner runner);

  /// The head of a run of `runner`. `again`: a later head replaces an earlier one.
  void open_frame(Runner runner, bool again = true);
  /// Its summary: what was read since its head was printed by its tests, and is dropped.
  void close_frame(Runner runner);
  /// Notes the latest result as one that lacks the lines its runner prints beside it.
  void mark_loose();
  /// Drops the noted results of `runner`: a whole summary came, so a test printed them.
  void drop_loose(Runner runner);

  [[nodiscard]] Value value_of(std::string_view part, const Line& line, bool announced) const;

  [[nodiscard]] const Command& command() const { return evidence_.commands[command_]; }
  [[nodiscard]] std::size_t index() const { return command_; }
  Evidence& evidence() { return evidence_; }

  std::vector<TestResult> results;
  std::vector<CheckResult> checks;
  Caveats caveats;  ///< the output's own: filtered by a deselection, cut off, cached

  /// Numbers that runners print line by line, added up until their total or the end.
  struct Tally {
    long long passed = 0;
    long long failed = 0;
    long long skipped = 0;
    Span first_failure = {0, 0};
    Span lines = {0, 0};
    [[nodiscard]] bool any() const { return passed + failed + skipped > 0; }
    void note(const Line& line);
  };
  /// A result of what was added up.
  TestResult& add_tally(Runner runner, const Line& end, const Tally& tally);

  Tally tap;
  std::optional<Count> tap_plan;
  Tally go_tests;    ///< "--- PASS" and "--- FAIL" lines since the last package line
  Tally go_verbose;  ///< passes that no package line has taken up
  Tally go_json;
  Tally dots;  ///< pytest's progress without a summary
  Tally gradle_tests;
  long long go_cases = 0;     ///< sub-tests passed since the last package line
  Span go_untested = {0, 0};  ///< the first package without test files
  bool go_running = false;    ///< "=== RUN" seen: passes are printed one by one
  bool pytest_started = false;
  bool pytest_summed = false;
  bool pytest_captured = false;  ///< in what a failed test printed
  bool google_started = false;
  bool google_ended = false;
  bool cargo_started = false;
  bool jest_suite_failed = false;
  std::size_t jest_suites_end = 0;           ///< behind the "Test Suites:" line
  std::optional<long long> cargo_announced;  ///< "running 5 tests"
  std::size_t analyzer_errors = 0;           ///< "error • …" lines of Dart's analyzer
  Tally prove_failed;
  bool playwright_running = false;
  bool unit_finished_in = false;  ///< "Finished in" seen, ExUnit's and RSpec's line
  bool to_remote = false;         ///< git push printed its "To …" line
  bool from_remote = false;       ///< git fetch printed its "From …" line
  bool ts_errors = false;
  bool deploy_next = false;  ///< the address stands on the next lines
  long long ts_error_lines = 0;
  Span ts_first = {0, 0};
  std::string suite;                                ///< the program that runs next, when the runner says so
  std::size_t sugar_from = std::string_view::npos;  ///< of the "Results" line of pytest-sugar
  std::optional<Span> mtp_summary;                  ///< the head of the testing platform's summary
  std::optional<Count> boost_announced;             ///< "Running 12 test cases..."
  std::optional<Count> specs;                       ///< "Ran 10 of 12 Specs"
  std::optional<Count> clojure_ran;                 ///< "Ran 10 tests containing 25 assertions."
  struct Unnamed {
    Counts counts;
    std::size_t begin, end;  ///< of the line
  };
  std::optional<Unnamed> unnamed;  ///< a summary in words of no known runner

 private:
  struct Frame {
    Runner runner;
    std::size_t results, checks;  ///< how many were read before it
  };
  Evidence& evidence_;
  std::size_t command_;
  std::vector<Frame> frames_;
  std::vector<std::size_t> loose_;  ///< offsets of their lines
};

/// A row of the table: a line that contains `key` is given to `read`.
struct Row {
  std::string_view key;  ///< lower case; '0' stands for a digit
  Runner runner;         ///< whose line it is; `other` for facts that no one runner owns
  void (*read)(const Line& line, Reading& reading);
};

/// A word that says what a line is about.
struct ThemeRow {
  std::string_view key;  ///< as in Row
  Theme theme;
};
std::vector<ThemeRow> theme_rows();  ///< themes.cpp

/// The rows of each family; table.cpp joins them.
std::vector<Row> python_runner_rows();
std::vector<Row> javascript_runner_rows();
std::vector<Row> tap_runner_rows();
std::vector<Row> failure_line_runner_rows();
std::vector<Row> go_runner_rows();
std::vector<Row> rust_runner_rows();
std::vector<Row> jvm_runner_rows();
std::vector<Row> dotnet_runner_rows();
std::vector<Row> swift_runner_rows();
std::vector<Row> cpp_runner_rows();
std::vector<Row> dart_runner_rows();
std::vector<Row> scenario_runner_rows();
std::vector<Row> summary_runner_rows();
std::vector<Row> check_rows();    ///< linters, type checkers, builds
std::vector<Row> release_rows();  ///< git, pull requests, deployments, releases
std::vector<Row> hook_rows();     ///< hook frameworks, checks of a code host
std::vector<Row> value_rows();    ///< exit statuses, versions, addresses, HTTP, coverage

/// What only the end of the output shows: tallies without a total, runs that broke off.
void finish(const Line& end, Reading& reading);  ///< all of the following, table.cpp
void finish_python_runners(const Line& end, Reading& reading);
void finish_tap_runners(const Line& end, Reading& reading);
void finish_go_runners(const Line& end, Reading& reading);
void finish_rust_runners(const Line& end, Reading& reading);
void finish_jvm_runners(const Line& end, Reading& reading);
void finish_cpp_runners(const Line& end, Reading& reading);
void finish_dart_runners(const Line& end, Reading& reading);
void finish_summary_runners(const Line& end, Reading& reading);
void finish_checks(const Line& end, Reading& reading);

/// Drops what a runner printed on behalf of another: sub-totals of an outer runner, and summaries
/// that the tests of a runner named in the command printed. nested_results.cpp
void drop_nested_results(const CommandFacts& facts, std::vector<TestResult>& results);

}  // namespace warrant::evidence
