// Runners that sum up a whole run in one line, and the line of a runner that is not known by name.
// Source: the lines as current releases of each runner print them.
#include "reading.hpp"

#include <algorithm>

namespace warrant::evidence {
namespace {

/// Zig: "All 12 tests passed.", "11 passed; 1 skipped; 2 failed."; "12/12 tests passed" of a build's summary.
void zig(const Line& line, Reading& reading) {
  const auto body = line.body;
  const bool all = body.starts_with("All ") && body.size() > 4 && is_digit(body[4]);
  if (all && body.ends_with(" tests passed.")) {
    reading.add(Runner::zig, line, {.passed = line.first()});
  } else if (all && body.find(" tests passed (") != std::string_view::npos) {
    reading.add(Runner::tasty, line, {.passed = line.first()});
  } else if (is_digit(body.empty() ? ' ' : body.front()) && body.ends_with(" failed.") && line.has(" passed; ")) {
    reading.add(Runner::zig, line,
                {.passed = line.before("passed"), .failed = line.before("failed"), .skipped = line.before("skipped")});
  }
}

/// Zig's build: "Build Summary: 5/6 steps succeeded; 1 failed; 11/12 tests passed; 1 failed".
void zig_build(const Line& line, Reading& reading) {
  const auto at = line.text.find(" tests passed");
  const auto total = line.before("tests passed");
  const auto slash = at == std::string_view::npos ? at : line.text.rfind('/', at);
  if (!line.body.starts_with("Build Summary: ") || !total || slash == std::string_view::npos) return;
  auto from = slash;
  while (from > 0 && is_digit(line.text[from - 1])) --from;
  const auto passed = line.first(from);
  if (!passed) return;
  auto& made =
      reading.add(Runner::zig, line,
                  {.passed = passed, .failed = Count{total->value - passed->value, total->span}, .total = total});
  if (line.text.substr(at).find("skipped") == std::string_view::npos) return;
  const Line rest{.text = line.text.substr(at), .body = line.text.substr(at), .offset = line.offset + at, .rest = {}};
  made.skipped = rest.before("skipped");
  made.failed.value = std::max(0LL, made.failed.value - value(made.skipped));
  made.green = made.failed.value == 0;
}

/// SymPy's bin/test: "tests finished: 13 passed, 1 skipped, 2 expected to fail, 1 failed, 9 exceptions, in 0.34
/// seconds".
void sympy(const Line& line, Reading& reading) {
  if (!line.has("tests finished: ") || !line.has(" passed")) return;
  const Count none{0, line.span()};
  Count failed = line.before("failed").value_or(none);
  failed.value += line.before("exceptions").value_or(none).value + line.before("exception").value_or(none).value;
  reading.add(Runner::other, line,
              {.passed = line.before("passed"), .failed = failed, .skipped = line.before("skipped")});
}

/// RTK's short reports: "✓ cargo test: 15 passed (1 suite, 0.01s)", "Pytest: 4 passed, 1 failed", "✓ Go test: 20 passed
/// in 3 packages".
void shortened_tests(const Line& line, Reading& reading) {
  auto body = line.body;
  for (const std::string_view tick : {"\xe2\x9c\x93 ", "\xe2\x9c\x94 "}) {
    if (body.starts_with(tick)) body.remove_prefix(tick.size());
  }
  for (const auto& [head, runner] : std::to_array<std::pair<std::string_view, Runner>>(
           {{"cargo test: ", Runner::cargo}, {"Pytest: ", Runner::pytest}, {"Go test: ", Runner::go}})) {
    if (!body.starts_with(head) || body.size() == head.size() || !is_digit(body[head.size()])) continue;
    reading.add(runner, line,
                {.passed = line.before("passed"), .failed = line.before("failed"), .skipped = line.before("ignored")});
    return;
  }
}

/// Tasty: "2 out of 12 tests failed (0.01s)".
void tasty(const Line& line, Reading& reading) {
  const auto failed = leading_count(line, "out");
  const auto total = line.after("out of");
  if (failed && total && line.has(" tests failed"))
    reading.add(Runner::tasty, line, {.failed = failed, .total = total});
}

/// Cabal: "1 of 2 test suites (3 of 4 test cases) passed."; what the suites print may say more.
void cabal(const Line& line, Reading& reading) {
  const auto passed = line.after("(");
  const auto cases = line.body.find(" test cases) passed.");
  if (!passed || cases == std::string_view::npos || !leading_count(line, "of")) return;
  const auto total = line.before("test cases)");
  if (!total) return;
  const auto known = std::ranges::any_of(reading.results, [](const TestResult& result) {
    return result.runner == Runner::tasty || result.runner == Runner::rspec;
  });
  if (known) return;
  auto& made =
      reading.add(Runner::cabal, line, {.failed = Count{total->value - passed->value, passed->span}, .total = total});
  made.passed = passed;
}

/// Forge: "Ran 2 test suites in 2ms: 2 tests passed, 1 failed, 0 skipped (3 total tests)".
void forge(const Line& line, Reading& reading) {
  if (!line.body.starts_with("Ran ") || !line.has(" total tests)")) return;
  reading.add(Runner::forge, line,
              {.passed = line.before("tests passed"),
               .failed = line.before("failed"),
               .skipped = line.before("skipped"),
               .total = line.before("total tests")});
}

/// Busted: "10 successes / 1 failure / 0 errors / 2 pending : 0.1 seconds".
void busted(const Line& line, Reading& reading) {
  const auto passed =
      leading_count(line, "successes") ? leading_count(line, "successes") : leading_count(line, "success");
  if (!passed || !line.has(" / ")) return;
  reading.add(Runner::busted, line,
              {.passed = passed,
               .failed = line.before("failure"),
               .errors = line.before("error"),
               .skipped = line.before("pending")});
}

/// testthat: "[ FAIL 1 | WARN 0 | SKIP 2 | PASS 40 ]"; printed again and again, the last counts.
void testthat(const Line& line, Reading& reading) {
  if (!line.body.starts_with("[ FAIL ")) return;
  const auto passed = line.after("PASS");
  const auto failed = line.after("FAIL");
  if (!passed || !failed) return;
  std::erase_if(reading.results, [](const TestResult& result) { return result.runner == Runner::testthat; });
  reading.add(Runner::testthat, line, {.passed = passed, .failed = failed, .skipped = line.after("SKIP")});
}

/// Julia: a table whose head is "Test Summary: | Pass  Fail  Error  Broken  Total  Time".
void julia(const Line& line, Reading& reading) {
  if (!line.body.starts_with("Test Summary:")) return;
  const auto bar = line.text.find('|');
  if (bar == std::string_view::npos) return;
  auto next = line.rest;
  next = next.substr(0, next.find('\n'));
  const auto next_bar = next.find('|');
  if (next_bar == std::string_view::npos) return;
  const Line row{.text = next, .body = next, .offset = line.span().end + 1, .rest = {}};
  Reading::Counts counts;
  // Columns are right-aligned: the number of a column ends where its name ends. Blank: none.
  const auto column = [&](std::string_view name) -> std::optional<Count> {
    const auto at = line.text.find(" " + std::string(name), bar);
    if (at == std::string_view::npos) return std::nullopt;
    const auto end = std::min(at + 1 + name.size(), next.size());
    auto from = end;
    while (from > 0 && is_digit(next[from - 1])) --from;
    return from == end ? std::nullopt : row.first(from);
  };
  counts.passed = column("Pass");
  counts.failed = column("Fail");
  counts.errors = column("Error");
  counts.skipped = column("Broken");
  counts.total = column("Total");
  if (!counts.passed && !counts.failed && !counts.errors) return;
  if (!counts.passed) counts.passed = Count{0, row.span()};
  reading.add(Runner::julia, row, counts);
}

/// Elm: "Passed:   10" and "Failed:   1" below "TEST RUN PASSED".
void elm(const Line& line, Reading& reading) {
  if (line.body.starts_with("TEST RUN PASSED") || line.body.starts_with("TEST RUN FAILED")) {
    auto& made = reading.add(Runner::elm, line, {.passed = Count{0, line.span()}});
    made.green = line.body.ends_with("PASSED");
    return;
  }
  auto* run = reading.last(Runner::elm);
  if (run == nullptr) return;
  if (line.body.starts_with("Passed:")) run->passed = line.after("Passed:");
  if (const auto failed = line.after("Failed:"); failed && line.body.starts_with("Failed:")) run->failed = *failed;
  run->total = Count{value(run->passed) + run->failed.value, run->line};
  run->empty = run->total->value == 0;
  run->line.end = line.span().end;
}

/// Bazel: "Executed 2 out of 3 tests: 2 tests pass and 1 fails locally."; its tests are targets.
void bazel(const Line& line, Reading& reading) {
  if (!line.body.starts_with("Executed ") || !line.has(" out of ")) return;
  const auto total = line.after("out of");
  if (!total || !line.has(" test")) return;
  auto failed = line.before("fail");
  for (const std::string_view words : {"fails locally", "fail locally", "fails remotely", "fail remotely"}) {
    if (const auto more = line.before(words); more && !failed) failed = more;
  }
  const auto skipped = line.before("skipped") ? line.before("skipped") : line.before("was skipped");
  auto passed = line.before("tests pass");
  if (!passed) passed = line.before("test passes");
  if (const auto ran = line.after("Executed"); ran && ran->value < total->value) reading.caveats.add(Caveat::cached);
  reading.add(Runner::bazel, line, {.passed = passed, .failed = failed, .skipped = skipped, .total = total});
}

/// pytest-sugar: "Results (1.20s):" and a line for each number, indented.
void sugar(const Line& line, Reading& reading) {
  const auto body = line.body;
  if (body.starts_with("Results (") && body.ends_with("):")) {
    reading.sugar_from = line.offset;
    auto& made = reading.add(Runner::pytest, line, {.passed = Count{0, line.span()}});
    made.empty = true;
    made.green = false;
    reading.pytest_summed = true;
    return;
  }
  auto* run = reading.last(Runner::pytest);
  if (run == nullptr || reading.sugar_from == std::string_view::npos || line.offset > run->line.end + 400 ||
      run->line.begin != reading.sugar_from || line.text.size() == body.size())
    return;
  const auto whole = [&](std::string_view word) {
    return body.ends_with(word) ? leading_count(line, word) : std::nullopt;
  };
  if (const auto passed = whole("passed")) run->passed = passed;
  if (const auto failed = whole("failed")) run->failed = {run->failed.value + failed->value, failed->span};
  if (const auto errors = whole("error")) run->failed = {run->failed.value + errors->value, errors->span};
  if (const auto skipped = whole("skipped")) run->skipped = skipped;
  run->line.end = line.span().end;
  run->total = Count{value(run->passed) + run->failed.value + value(run->skipped), run->line};
  run->empty = value(run->passed) == 0 && run->failed.value == 0;
  run->green = run->failed.value == 0;
}

// --- a runner without a name ----------------------------------------------------------------------

/// "12 passed, 1 failed", "Passed: 12, Failed: 1", "12 tests, 1 failure": numbers with the words of a
/// summary, both sides of it told. Kept until the end; it counts when no known runner spoke.
void any_summary(const Line& line, Reading& reading) {
  if (!reading.command().facts.does(Activity::test) || line.text.size() > 200) return;
  const auto number = [&](std::initializer_list<std::string_view> words) -> std::optional<Count> {
    for (const auto word : words) {
      if (const auto before = line.before(word)) return before;
      if (const auto after = line.after(std::string(word) + ":")) return after;
      if (const auto equals = line.after(std::string(word) + "=")) return equals;
    }
    return std::nullopt;
  };
  const auto passed = number({"passed", "Passed", "PASSED", "tests passed", "succeeded", "ok", "pass", "PASS"});
  const auto failed =
      number({"failed", "Failed", "FAILED", "tests failed", "failures", "Failures", "failure", "fail", "FAIL"});
  const auto total = number({"tests", "Tests", "test cases", "total", "Total", "checks"});
  // One number alone is no summary: "12 passed" may be a part of anything.
  if (!failed || (!passed && !total)) return;
  if (passed && passed->span == failed->span) return;
  if (total && !passed && failed->value > total->value) return;
  reading.unnamed =
      Reading::Unnamed{.counts = {.passed = passed,
                                  .failed = failed,
                                  .errors = number({"errors", "Errors"}),
                                  .skipped = number({"skipped", "Skipped", "ignored", "Ignored", "pending"}),
                                  .total = passed ? std::nullopt : total},
                       .begin = line.span().begin,
                       .end = line.span().end};
}

}  // namespace

std::vector<Row> summary_runner_rows() {
  return {
      {"test: 0", Runner::other, shortened_tests},
      {"pytest: 0", Runner::pytest, shortened_tests},
      {" tests passed", Runner::zig, zig},
      {" failed.", Runner::zig, zig},
      {"build summary: 0", Runner::zig, zig_build},
      {" tests failed", Runner::tasty, tasty},
      {" test cases) passed.", Runner::cabal, cabal},
      {" total tests)", Runner::forge, forge},
      {"0 successes", Runner::busted, busted},
      {"0 success /", Runner::busted, busted},
      {"[ fail 0", Runner::testthat, testthat},
      {"test summary:", Runner::julia, julia},
      {"test run passed", Runner::elm, elm},
      {"test run failed", Runner::elm, elm},
      {"passed:", Runner::elm, elm},
      {"failed:", Runner::elm, elm},
      {" out of 0", Runner::bazel, bazel},
      {"results (0", Runner::pytest, sugar},
      {"0 passed", Runner::pytest, sugar},
      {"0 failed", Runner::pytest, sugar},
      {"0 error", Runner::pytest, sugar},
      {"0 skipped", Runner::pytest, sugar},
      {"tests finished: 0", Runner::other, sympy},
      {"fail", Runner::other, any_summary},
  };
}

void finish_summary_runners(const Line& end, Reading& reading) {
  if (!reading.unnamed || !reading.results.empty()) return;
  const Line line{.text = {}, .body = {}, .offset = reading.unnamed->begin, .rest = end.rest};
  auto& made = reading.add(Runner::other, line, reading.unnamed->counts);
  made.line = {reading.unnamed->begin, reading.unnamed->end};
  if (made.failed.span.empty()) made.failed.span = made.line;
  if (made.total && made.total->span.empty()) made.total->span = made.line;
}

}  // namespace warrant::evidence
