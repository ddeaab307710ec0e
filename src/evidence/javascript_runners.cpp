// Summary lines of the test runners of JavaScript, but for those that print TAP.
// Source: the lines as current releases of each runner print them.
#include "reading.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace warrant::evidence {
namespace {

/// Tests yet to be written did not run either.
std::optional<Count> skipped_and_todo(const Line& line) {
  auto skipped = line.before("skipped");
  const auto todo = line.before("todo");
  if (!skipped || !todo) return skipped ? skipped : todo;
  skipped->value += todo->value;
  return skipped;
}

void jest_suites(const Line& line, Reading& reading) {
  if (!line.body.starts_with("Test Suites:")) return;
  reading.jest_suites_end = line.span().end;
  reading.jest_suite_failed = value(line.before("failed")) > 0;
}

void jest(const Line& line, Reading& reading) {
  if (!line.body.starts_with("Tests:")) return;
  if (line.has("assertions)")) {  // Pest and Laravel
    const auto passed = line.before("passed");
    const auto failed = line.before("failed");
    if (!passed && !failed) return;
    reading.add(
        Runner::phpunit, line,
        {.passed = passed ? passed : Count{0, line.span()}, .failed = failed, .skipped = line.before("skipped")});
    return;
  }
  const auto total = line.before("total");
  if (!total) return;
  const auto skipped = skipped_and_todo(line);
  const auto passed = line.before("passed");
  auto& made = reading.add(Runner::jest, line,
                           {.passed = passed ? passed : Count{0, line.span()},
                            .failed = line.before("failed"),
                            .skipped = skipped,
                            .total = total});
  if (reading.jest_suite_failed) made.green = false;
  reading.jest_suite_failed = false;
  // Jest prints it right below its suites; alone it may be what a test logs, or the end of a cut output.
  const bool below = reading.jest_suites_end > 0 && line.offset <= reading.jest_suites_end + 2;
  // A task runner's name before it tells whose line it is.
  const bool indented = line.text.size() != line.body.size() && trim(line.text) == trim(line.body);
  if (below)
    reading.drop_loose(Runner::jest);
  else if (indented)
    reading.mark_loose();
}

/// `jest --json`, `vitest --reporter=json`.
void jest_json(const Line& line, Reading& reading) {
  const auto passed = line.after("\"numPassedTests\":");
  const auto failed = line.after("\"numFailedTests\":");
  const auto total = line.after("\"numTotalTests\":");
  if (!passed || !failed || !total) return;
  const auto& programs = reading.command().facts.programs;
  const bool vitest = std::ranges::find(programs, "vitest") != programs.end();
  auto& made =
      reading.add(vitest ? Runner::vitest : Runner::jest, line,
                  {.passed = passed, .failed = failed, .skipped = line.after("\"numPendingTests\":"), .total = total});
  made.green = made.green && value(line.after("\"numFailedTestSuites\":")) == 0;
}

void jest_scope(const Line& line, Reading& reading) {
  if (line.body.starts_with("Ran all test suites") && (line.has(" matching ") || line.has(" related to "))) {
    reading.caveats.add(Caveat::filtered);
  }
}

void none_found(const Line& line, Reading& reading) {
  auto body = line.body;
  const bool error = body.starts_with("Error: ");
  if (error) body.remove_prefix(7);
  const bool tests = body.starts_with("No tests found");
  if (!tests && !body.starts_with("No test files found")) return;
  const auto runner = tests ? (error ? Runner::playwright : Runner::jest) : (error ? Runner::mocha : Runner::vitest);
  auto& made = reading.add(runner, line, {.passed = Count{0, line.span()}});
  made.green = false;
}

void vitest_files(const Line& line, Reading& reading) {
  if (!line.body.starts_with("Test Files ")) return;
  reading.jest_suites_end = line.span().end;
  reading.jest_suite_failed = value(line.before("failed")) > 0;
}

void vitest_start(const Line& line, Reading& reading) {
  if (line.body.starts_with("RUN  v")) reading.open_frame(Runner::vitest);
}

/// "     Errors  1 error": thrown outside of any test.
void vitest_errors(const Line& line, Reading& reading) {
  auto* run = reading.last(Runner::vitest);
  if (run == nullptr) return;
  if ((line.body.starts_with("Errors  ") || line.body.starts_with("Type Errors  ")) && line.before("error"))
    run->green = false;
}

void vitest(const Line& line, Reading& reading) {
  if (!line.body.starts_with("Tests  ")) return;
  // It stands right below the files; alone it may be what a test logs, or the end of a cut output.
  const bool below = reading.jest_suites_end > 0 && line.offset <= reading.jest_suites_end + 2;
  if (below) {
    reading.close_frame(Runner::vitest);
    reading.drop_loose(Runner::vitest);
  }
  if (line.body.ends_with("no tests")) {
    auto& none = reading.add(Runner::vitest, line, {.passed = Count{0, line.span()}});
    none.green = !reading.jest_suite_failed;
    return;
  }
  const auto open = line.text.rfind('(');
  if (open == std::string_view::npos || !line.body.ends_with(")")) return;
  const auto passed = line.before("passed");
  const auto failed = line.before("failed");
  const auto skipped = skipped_and_todo(line);
  if (!passed && !failed && !skipped) return;
  auto& made = reading.add(Runner::vitest, line,
                           {.passed = passed ? passed : Count{0, line.span()},
                            .failed = failed,
                            .skipped = skipped,
                            .total = line.first(open)});
  if (reading.jest_suite_failed) made.green = false;
  reading.jest_suite_failed = false;
  if (!below &&
      line.text.substr(0, line.text.size() - line.body.size()).find_first_not_of(" \t") == std::string_view::npos)
    reading.mark_loose();
}

void mocha_passing(const Line& line, Reading& reading) {
  if (const auto passing = leading_count(line, "passing")) reading.add(Runner::mocha, line, {.passed = passing});
}

/// The lines below "N passing".
void mocha_more(const Line& line, Reading& reading) {
  auto* run = reading.last(Runner::mocha);
  if (run == nullptr) return;
  if (const auto failing = leading_count(line, "failing")) {
    run->failed = *failing;
    run->green = failing->value == 0;
    if (failing->value > 0) run->empty = false;
    run->total->value += failing->value;
  } else if (const auto pending = leading_count(line, "pending")) {
    run->skipped = pending;
    run->total->value += pending->value;
  } else {
    return;
  }
  run->line.end = line.span().end;
  run->total->span = run->line;
}

void playwright_start(const Line& line, Reading& reading) {
  if (line.body.starts_with("Running ") && line.has(" using ") && line.has(" worker")) {
    reading.playwright_running = true;
    reading.open_frame(Runner::playwright);
  }
}

/// "1 failed", "1 flaky", "2 skipped", "1 did not run", "9 passed (3.2s)": one line each, passes last.
void playwright(const Line& line, Reading& reading) {
  const auto passed = leading_count(line, "passed");
  // A duration in parentheses tells it from other runners.
  const bool timed = passed && line.body.ends_with(")") && line.body.find('(') != std::string_view::npos &&
                     !ends_in_duration(line.body);
  if (!timed && !reading.playwright_running) return;
  const auto whole_line = [&](std::string_view word) {
    return line.body.ends_with(word) ? leading_count(line, word) : std::nullopt;
  };
  auto failed = whole_line("failed");
  if (!failed) failed = whole_line("interrupted");
  auto skipped = whole_line("skipped");
  if (!skipped) skipped = whole_line("did not run");
  const auto flaky = whole_line("flaky");
  if (!timed && !failed && !skipped && !flaky) return;
  // The first of these lines closes what the tests printed.
  reading.close_frame(Runner::playwright);
  auto* run = reading.last(Runner::playwright);
  if (run == nullptr || !reading.playwright_running || run->suite != "playwright") {
    run = &reading.add(Runner::playwright, line, {.passed = Count{0, line.span()}});
    run->suite = "playwright";
  }
  if (timed) run->passed = passed;
  if (failed) run->failed = {run->failed.value + failed->value, failed->span};
  if (skipped) run->skipped = Count{value(run->skipped) + skipped->value, skipped->span};
  run->line.end = line.span().end;
  run->total = Count{value(run->total) + value(timed ? passed : failed) + value(skipped) + value(flaky), run->line};
  run->green = run->failed.value == 0;
  // A flaky test passed in the end, but is not among the passed.
  run->empty = run->empty && run->passed->value == 0 && run->green && !flaky;
  if (timed) {
    run->suite.clear();
    reading.playwright_running = false;
  }
}

/// "2 tests passed", "1 test failed", "1 uncaught exception", "1 test skipped".
void ava(const Line& line, Reading& reading) {
  const auto tests = [&](std::string_view what) {
    auto count = leading_count(line, "tests");
    if (!count) count = leading_count(line, "test");
    const auto noun = line.body.find(" test");
    return count && (line.body.substr(noun) == " tests" + std::string(what) ||
                     line.body.substr(noun) == " test" + std::string(what))
               ? count
               : std::nullopt;
  };
  const auto passed = tests(" passed");
  const auto failed = tests(" failed");
  auto* run = reading.last(Runner::ava);
  if (run == nullptr || (passed && run->passed)) {
    if (!passed && !failed) return;
    reading.add(Runner::ava, line, {.passed = passed, .failed = failed});
    return;
  }
  const auto skipped = tests(" skipped") ? tests(" skipped") : tests(" todo");
  const auto thrown = line.body.ends_with("uncaught exception") || line.body.ends_with("uncaught exceptions")
                          ? leading_count(line, "uncaught")
                          : std::nullopt;
  if (failed) run->failed = *failed;
  if (skipped) run->skipped = Count{value(run->skipped) + skipped->value, skipped->span};
  run->green = run->green && !failed && !thrown;
  // When a test failed, it does not print how many passed.
  if (run->passed && run->total) run->total->value += value(failed) + value(skipped);
  if (failed || skipped || thrown) run->line.end = line.span().end;
}

/// A summary whose head a pipe cut off: " 0 fail", "2760 expect() calls", "Ran 1274 tests across 56 files".
void cut_bun(const Line& line, Reading& reading) {
  constexpr std::size_t kReach = 200;
  const auto fail = leading_count(line, "fail");
  if (!fail || !line.body.ends_with("fail") || !reading.command().facts.caveats.has(Caveat::masked_exit)) return;
  const auto rest = line.rest.substr(0, kReach);
  const auto ran = rest.find("Ran ");
  if (ran == std::string_view::npos || (ran > 0 && rest[ran - 1] != '\n')) return;
  const auto end = std::min(rest.find('\n', ran), rest.size());
  const auto last = rest.substr(ran, end - ran);
  const auto total = number_at(last, 4);
  if (!total || total->span.begin != 4 || last.find(" tests across ") == std::string_view::npos) return;
  const auto offset = line.offset + line.text.size() + 1 + ran;
  reading.add(Runner::bun, line,
              {.failed = fail, .total = Count{total->value, {offset + total->span.begin, offset + total->span.end}}});
}

void bun(const Line& line, Reading& reading) {
  if (const auto pass = leading_count(line, "pass"); pass && line.body.ends_with("pass")) {
    reading.add(Runner::bun, line, {.passed = pass});
    return;
  }
  auto* run = reading.last(Runner::bun);
  if (run == nullptr) {
    cut_bun(line, reading);
    return;
  }
  if (const auto fail = leading_count(line, "fail"); fail && line.body.ends_with("fail")) {
    run->failed = *fail;
    run->green = fail->value == 0;
    run->empty = run->empty && fail->value == 0;
    run->total->value += fail->value;
  } else if (const auto left = leading_count(line, line.body.ends_with("todo") ? "todo" : "skip");
             left && (line.body.ends_with("skip") || line.body.ends_with("todo"))) {
    run->skipped = plus(left, run->skipped);
    run->total->value += left->value;
  } else if (const auto errors = leading_count(line, "error"); errors && run->line.end + 400 > line.offset) {
    // Thrown outside of any test.
    run->failed = {run->failed.value + errors->value, errors->span};
    run->green = false;
  } else if (leading_count(line, "filtered out")) {
    reading.caveats.add(Caveat::filtered);
  } else if (line.body.starts_with("Ran ") && line.has(" across ")) {
    run->total = line.first();
    run->line.end = line.span().end;
  }
}

/// "4 specs, 1 failure, 2 pending specs"
void jasmine(const Line& line, Reading& reading) {
  if (line.body.empty() || !is_digit(line.body.front())) return;
  const auto total = line.before("spec");
  const auto failures = line.before("failure");
  if (!total || !failures) return;
  auto& made =
      reading.add(Runner::jasmine, line, {.failed = failures, .skipped = line.before("pending spec"), .total = total});
  made.empty = total->value == value(made.skipped);
  if (line.has("Incomplete")) made.green = false;
}

/// "TOTAL: 2 FAILED, 8 SUCCESS", "… Executed 10 of 12 (2 FAILED) (skipped 2) (0.3 secs / 0.2 secs)"; a
/// browser's line is printed again and again, the last counts.
void karma(const Line& line, Reading& reading) {
  const auto at = line.text.find("Executed ");
  const auto ran = at == std::string_view::npos ? std::nullopt : line.first(at);
  auto total = ran ? line.after("of") : std::nullopt;
  if (!ran || !total || !line.has("(") || (!line.has("SUCCESS") && !line.has("FAILED") && !line.has("secs"))) return;
  std::erase_if(reading.results, [](const TestResult& result) { return result.runner == Runner::karma; });
  const auto failed = line.before("FAILED");
  auto& made = reading.add(Runner::karma, line, {.failed = failed, .skipped = line.after("(skipped"), .total = total});
  made.passed = Count{ran->value - value(failed), failed ? line.span() : ran->span};
  made.empty = ran->value == 0;
  // "Executed 3 of 12" without more: the others did not run.
  if (ran->value + value(made.skipped) < total->value) reading.caveats.add(Caveat::cut_off);
}

/// The table below "(Run Finished)": "✖  1 of 2 failed (50%)   00:03   7   5   1   1   -" and
/// "✔  All specs passed!   00:01   3   3   -   -   -": tests, passing, failing, pending, skipped.
void cypress(const Line& line, Reading& reading) {
  const bool good = line.has("All specs passed!");
  const auto failed_specs = line.text.find(" failed (");
  if (!good && (failed_specs == std::string_view::npos || !line.has("%)"))) return;
  const auto colon = line.text.rfind(':');
  if (colon == std::string_view::npos || colon < 2) return;
  // Behind the duration stand five columns; a dash is none.
  std::array<std::optional<Count>, 5> columns;
  std::size_t at = colon + 1;
  while (at < line.text.size() && is_digit(line.text[at])) ++at;
  for (auto& column : columns) {
    at = line.text.find_first_not_of(" \t", at);
    if (at == std::string_view::npos) return;
    if (is_digit(line.text[at])) column = line.first(at);
    at = std::min(line.text.find(' ', at), line.text.size());
  }
  if (!columns[0]) return;
  // Each spec's own lines are Mocha's.
  std::erase_if(reading.results, [](const TestResult& result) { return result.runner == Runner::mocha; });
  auto& made = reading.add(Runner::cypress, line,
                           {.passed = columns[1] ? columns[1] : Count{0, line.span()},
                            .failed = columns[2],
                            .skipped = plus(columns[3], columns[4]),
                            .total = columns[0]});
  made.green = made.green && good;
}

/// Mocha's JSON reporter, a member a line.
void mocha_json(const Line& line, Reading& reading) {
  const auto number = [&](std::string_view member) {
    auto found = line.after("\"" + std::string(member) + "\":");
    return found;
  };
  auto* run = reading.last(Runner::mocha);
  if (const auto passes = number("passes")) {
    if (line.has("\"failures\":")) {  // one line for all
      reading.add(
          Runner::mocha, line,
          {.passed = passes, .failed = number("failures"), .skipped = number("pending"), .total = number("tests")});
    } else {
      reading.add(Runner::mocha, line, {.passed = passes});
    }
    return;
  }
  if (run == nullptr || run->line.end + 200 < line.offset) return;
  if (const auto pending = number("pending")) {
    run->skipped = pending;
    run->total->value += pending->value;
  } else if (const auto failures = number("failures")) {
    run->failed = *failures;
    run->green = failures->value == 0;
    run->empty = run->empty && failures->value == 0;
    run->total->value += failures->value;
  } else {
    return;
  }
  run->line.end = line.span().end;
}

void deno(const Line& line, Reading& reading) {
  if (!line.body.starts_with("ok | ") && !line.body.starts_with("FAILED | ")) return;
  const auto passed = line.before("passed");
  const auto failed = line.before("failed");
  if (!passed || !failed) return;
  if (value(line.before("filtered out")) > 0) reading.caveats.add(Caveat::filtered);
  auto& made = reading.add(Runner::deno, line, {.passed = passed, .failed = failed, .skipped = line.before("ignored")});
  made.green = made.green && line.body.starts_with("ok");
}

}  // namespace

std::vector<Row> javascript_runner_rows() {
  return {
      {"test suites:", Runner::jest, jest_suites},
      {"tests:", Runner::jest, jest},
      {"\"numpassedtests\"", Runner::jest, jest_json},
      {"ran all test suites", Runner::jest, jest_scope},
      {"no tests found", Runner::jest, none_found},
      {"no test files found", Runner::vitest, none_found},
      {"test files ", Runner::vitest, vitest_files},
      {"tests  ", Runner::vitest, vitest},
      {"run  v0", Runner::vitest, vitest_start},
      {"errors  0", Runner::vitest, vitest_errors},
      {"0 passing", Runner::mocha, mocha_passing},
      {"0 failing", Runner::mocha, mocha_more},
      {"0 pending", Runner::mocha, mocha_more},
      {" worker", Runner::playwright, playwright_start},
      {"0 passed", Runner::playwright, playwright},
      {"0 failed", Runner::playwright, playwright},
      {"0 interrupted", Runner::playwright, playwright},
      {"0 skipped", Runner::playwright, playwright},
      {"0 did not run", Runner::playwright, playwright},
      {"0 flaky", Runner::playwright, playwright},
      {"0 test", Runner::ava, ava},
      {"0 uncaught", Runner::ava, ava},
      {"0 pass", Runner::bun, bun},
      {"0 fail", Runner::bun, bun},
      {"0 skip", Runner::bun, bun},
      {"0 todo", Runner::bun, bun},
      {"0 error", Runner::bun, bun},
      {"0 filtered out", Runner::bun, bun},
      {" across 0", Runner::bun, bun},
      {"0 spec", Runner::jasmine, jasmine},
      {"executed 0", Runner::karma, karma},
      {"all specs passed!", Runner::cypress, cypress},
      {" failed (0", Runner::cypress, cypress},
      {"\"passes\":", Runner::mocha, mocha_json},
      {"\"pending\":", Runner::mocha, mocha_json},
      {"\"failures\":", Runner::mocha, mocha_json},
      {" | 0 passed", Runner::deno, deno},
      {"ok | 0", Runner::deno, deno},
  };
}

}  // namespace warrant::evidence
