// Reads the outcomes of runs that one sentence states; its parts stand in result_*.cpp.
#pragma once

#include "results.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace warrant::claims {

// Words of results, in lower case.
bool names_tests(std::string_view word);
bool counts_tests(std::string_view word);
bool names_build(std::string_view word);
bool names_lint(std::string_view word);
bool names_types(std::string_view word);
bool says_pass(std::string_view word);
bool says_fail(std::string_view word);
bool says_green(std::string_view word);

class ResultReader {
 public:
  ResultReader(const Sentence& sentence, std::size_t index, bool ticks_are_work, std::vector<ResultClaim>& into)
      : s_(sentence), index_(index), ticks_are_work_(ticks_are_work), into_(into) {}
  void read();

 private:
  struct Subject {
    Topic topic;
    std::size_t at;
  };
  [[nodiscard]] std::string_view word(std::size_t i) const;
  [[nodiscard]] bool asserted(std::size_t at) const;
  [[nodiscard]] bool disclosed(Segment segment) const;
  [[nodiscard]] Segment wide(std::size_t at) const;
  void add(Topic topic, Figure figure, std::int64_t value, bool whole, Span span, std::size_t at);
  /// Whether the sentence, or the heading above it, speaks of tests.
  [[nodiscard]] bool about_tests(Segment segment) const;
  /// "exit code 0", "exited with 1", "exits 0", "Exit-Code 0".
  [[nodiscard]] bool returns_of_command(std::size_t at) const;
  void read_exit();
  /// "Treat exit 1 as detached", "fails with exit 2", "exits 3 when the file is missing", "so it exits cleanly": how a
  /// program behaves, not how a run of it ended.
  [[nodiscard]] bool tells_behaviour(std::size_t at, std::size_t number, std::int64_t value) const;
  /// "Five of thirteen jobs have completed": what a service runs.
  [[nodiscard]] bool speaks_of_jobs() const;
  /// Whether a run is the subject of what stands at `at`.
  [[nodiscard]] bool names_run_before(std::size_t at) const;
  [[nodiscard]] bool number_of_something_else(std::size_t i) const;
  /// "42 tests pass", "312 passed, 0 failed", "24/24 pass", "3 of 5 tests
  /// pass", "passed: 12".
  void read_counts();
  void read_count_from(std::size_t i, std::int64_t value, bool no, bool heading_tests);
  /// "1,204 tests, 0 failures", "ran 12 tests", "42 in total".
  void read_total_from(std::size_t i, std::int64_t value, bool tests);
  struct Number {
    std::size_t at;
    std::int64_t value;
    bool none;  ///< "no", "zero"
  };
  /// Whether what stands before the verdict is no number of tests, or none of now.
  [[nodiscard]] bool counts_other_things(const Number& number, std::size_t verdict, Figure figure, bool tests,
                                         bool heading_tests) const;
  /// "17 passes", "two broken links": the number or the noun names what is spoken of, which is no test.
  [[nodiscard]] bool names_its_subject(std::size_t number, std::size_t verdict, bool of_tests) const;
  /// "9 Swift tests", "40 slow browser tests": the noun comes after at most two other words.
  [[nodiscard]] bool tests_soon(std::size_t from) const;
  /// "no failures" is itself the assertion: its "no" negates nothing else.
  [[nodiscard]] bool asserted_none(std::size_t i) const;
  [[nodiscard]] bool pending_jobs() const;
  [[nodiscard]] bool near_counts(std::size_t i) const;
  [[nodiscard]] bool whole(Segment segment, std::size_t) const;
  void read_fraction(std::size_t i);
  /// "Passed: 12", "| failed | 0 |", "tests passed: 12".
  void read_labelled();
  /// "`go test ./...` is green": what the command in backticks is for.
  [[nodiscard]] std::optional<Topic> topic_of_command(std::size_t i) const;
  [[nodiscard]] std::vector<Subject> subjects() const;
  /// "the test page", "Example:": what stands at `at` names something beside the tests.
  [[nodiscard]] bool names_no_run(std::size_t at) const;
  /// "Write tests first", "unit tests for the parser": a tick there says that they are there, not that they pass.
  [[nodiscard]] bool lists_work(std::size_t subject) const;
  /// "Let's build and test:": what is done next, and no label.
  [[nodiscard]] bool names_next_step(std::size_t at) const;
  /// "all boxes are marked as passed": what somebody wrote there.
  [[nodiscard]] bool marked_as(std::size_t verdict) const;
  [[nodiscard]] bool about_numbers(Segment segment) const;
  /// "successfully updated the test list": the adverb is of another deed than a run.
  [[nodiscard]] bool adverb_of_other_deed(const Subject& subject, std::size_t verdict) const;
  [[nodiscard]] bool limited(Segment segment, std::size_t subject) const;
  /// "all tests pass", "the suite is green", "Build: ✅", "0 lint errors",
  /// "compiles without errors".
  void read_green();
  /// "Built successfully.", "Successfully built the project."; not "built a successful parser".
  [[nodiscard]] bool built_it(std::size_t at) const;
  /// "`npm run build` works."
  [[nodiscard]] std::optional<std::size_t> command_works(std::size_t subject) const;
  /// Where the words within `reach` give the verdict on the subject: "pass", "no errors", "compiles".
  [[nodiscard]] std::optional<std::size_t> verdict_in_words(const Subject& subject, Segment reach) const;
  /// The same, or by a tick, a command that works, or a verb that shares the subject.
  [[nodiscard]] std::optional<std::size_t> verdict_of(const Subject& subject, Segment segment, Segment reach) const;
  /// Whether the verdict is one on the whole of the subject, and asserted now.
  [[nodiscard]] bool stands(const Subject& subject, std::size_t verdict, Segment segment, Segment reach) const;
  /// "The tests were updated and pass": a verdict that shares the subject before the conjunction.
  [[nodiscard]] std::optional<std::size_t> second_verb(Segment segment) const;
  /// "| Area | Task | Status |": the ticks of the table say what was done.
  [[nodiscard]] bool lists_deliverables() const;
  /// Whether a tick stands for what a subject names: in its own cell, or alone in the one beside it.
  [[nodiscard]] bool ticks_off(std::size_t subject, std::size_t tick) const;
  /// "unit: `10 passed, 2 skipped`": a runner's own summary in backticks.
  void read_quoted_summary();
  /// "TypeScript compiles": the verb is no word of a build there.
  [[nodiscard]] bool names_types_beside(Segment segment, std::size_t at) const;
  /// "the map newSession builds": what is built, not how it went.
  [[nodiscard]] bool in_relative_clause(std::size_t at) const;
  /// "no tests, builds, or deployments were run": one of a list of things.
  [[nodiscard]] bool lists_noun(std::size_t at) const;
  /// "It builds.", "builds cleanly"; not "builds with MkDocs".
  [[nodiscard]] bool ends_or_qualifies(std::size_t at) const;
  /// "`pytest` passes the flag on" is no verdict.
  [[nodiscard]] bool hands_over(std::size_t at) const;
  [[nodiscard]] bool compiles_only(Segment segment, std::size_t verdict) const;
  [[nodiscard]] bool counted_not_whole(Segment segment, std::size_t verdict) const;
  /// "Everything is green", "green across the board", "alles grün".
  void read_bare_green();
  [[nodiscard]] bool pronoun(Segment segment, std::size_t at) const;
  /// "A passing test proves little": which test it is, not how a run ended.
  [[nodiscard]] bool names_one_test(std::size_t verdict) const;
  /// "the CI file", "pipeline costs": what stands before a noun names no run.
  [[nodiscard]] bool modifies(std::size_t i) const;
  /// "Fixed: 2 failing tests", "resolved the 3 failures", "the 2 failing tests are fixed": how it was before.
  [[nodiscard]] bool mended(std::size_t number, std::size_t verdict) const;
  /// "The schema has these fields:", "Example:": what stands below shows a form, not a result.
  [[nodiscard]] bool below_sample() const;
  /// "from 5 failed to 12 passed", "Before: 5 failed": how it was.
  [[nodiscard]] bool as_it_was(std::size_t number) const;
  /// "keeps the build step clean": what a design does.
  [[nodiscard]] bool kept(std::size_t verdict) const;
  /// "Linting: 290 files checked, no issues": where what a label speaks for ends, before the next subject.
  [[nodiscard]] std::size_t end_of_label(std::size_t end) const;

  const Sentence& s_;
  std::size_t index_;
  bool ticks_are_work_;
  std::vector<ResultClaim>& into_;
  bool bare_ = false;
  bool whole_read_ = false;
};

}  // namespace warrant::claims
