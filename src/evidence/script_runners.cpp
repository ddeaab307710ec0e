// Summary lines of the test runners of scripting languages.
// Source: the lines as current releases of each runner print them.
#include "reading.hpp"

#include <algorithm>

namespace warrant::evidence {
namespace {

/// A line of nothing but "12 word" (and more behind it), as mocha and bun print their counts.
std::optional<Count> counts_word(const Line& line, std::string_view word) {
  if (line.body.empty() || !is_digit(line.body.front())) return std::nullopt;
  const auto from = static_cast<std::size_t>(line.body.data() - line.text.data());
  const auto number = line.first(from);
  if (!number || number->span.begin != line.offset + from) return std::nullopt;
  const auto behind = line.text.substr(number->span.end - line.offset);
  if (!behind.starts_with(" ") || !behind.substr(1).starts_with(word)) return std::nullopt;
  const auto rest = behind.substr(1 + word.size());
  return rest.empty() || !is_word(rest.front()) ? number : std::nullopt;
}

std::string_view strip_rule(std::string_view body) {
  while (!body.empty() && (body.front() == '=' || body.front() == ' ')) body.remove_prefix(1);
  while (!body.empty() && (body.back() == '=' || body.back() == ' ')) body.remove_suffix(1);
  return body;
}

/// "0.12s", "61.20s (0:01:01)" behind the last " in ".
bool ends_in_duration(std::string_view body) {
  const auto in = body.rfind(" in ");
  if (in == std::string_view::npos) return false;
  const auto duration = body.substr(in + 4);
  const auto unit = duration.find_first_not_of("0123456789.");
  return unit != 0 && unit != std::string_view::npos && duration[unit] == 's' &&
         (unit + 1 == duration.size() || duration[unit + 1] == ' ');
}

void pytest(const Line& line, Reading& reading) {
  const auto body = strip_rule(line.body);
  if (reading.pytest_captured && body.size() == line.body.size()) return;
  if (body.starts_with("no tests ran in ")) {
    reading.pytest_summed = true;
    reading.add(Runner::pytest, line, {.passed = Count{0, line.span()}});
    return;
  }
  if (body.empty() || !is_digit(body.front()) || !ends_in_duration(body)) return;
  if (body.find(" collected in ") != std::string_view::npos) {
    reading.caveats.add(Caveat::collect_only);
    reading.pytest_summed = true;
    return;
  }
  const auto passed = line.before("passed");
  const auto failed = line.before("failed");
  const auto errors = line.before("error");
  const auto skipped = line.before("skipped");
  const auto xfailed = line.before("xfailed");
  const auto xpassed = line.before("xpassed");
  const auto deselected = line.before("deselected");
  if (!passed && !failed && !errors && !skipped && !xfailed && !xpassed && !deselected) return;
  if (deselected) reading.caveats.add(Caveat::filtered);
  // A ruled line closes the session that a ruled line opened; with -q neither has a rule.
  if (body.size() != line.body.size()) reading.close_frame(Runner::pytest);
  reading.pytest_captured = false;
  reading.pytest_summed = true;
  auto& made = reading.add(
      Runner::pytest, line,
      {.passed = passed ? passed : Count{0, line.span()}, .failed = failed, .errors = errors, .skipped = skipped});
  // An expected failure neither passed nor failed, but it is one of the tests.
  made.total->value += value(xfailed) + value(xpassed);
  made.empty = made.passed->value == 0 && made.failed.value == 0 && value(xfailed) + value(xpassed) == 0;
}

void pytest_start(const Line& line, Reading& reading) {
  if (!line.has("= test session starts =") || reading.pytest_captured) return;
  reading.open_frame(Runner::pytest);
  reading.pytest_started = true;
  reading.pytest_summed = false;
  reading.dots = {};
}

/// "---- Captured stdout call ----": what a test printed, up to the next heading of pytest's own.
void pytest_captured(const Line& line, Reading& reading) {
  if (line.body.starts_with("---") && line.body.ends_with("---")) reading.pytest_captured = true;
}
void pytest_heading(const Line& line, Reading& reading) {
  const auto body = line.body;
  if (body.ends_with("____") || (body.ends_with("=====") && body.find(" in ") == std::string_view::npos)) {
    reading.pytest_captured = false;
  }
}

void pytest_progress(const Line& line, Reading& reading) {
  // "tests/test_a.py ..F.s   [ 50%]", or the letters alone with -q.
  const auto percent = line.text.rfind('[');
  if (percent == std::string_view::npos || !line.text.ends_with("%]")) return;
  auto letters = trim(line.text.substr(0, percent));
  if (const auto blank = letters.rfind(' '); blank != std::string_view::npos) letters.remove_prefix(blank + 1);
  if (letters.empty() || letters.find_first_not_of(".FEsxXR") != std::string_view::npos) return;
  if (reading.pytest_summed) return;
  reading.pytest_started = true;
  reading.dots.passed += std::ranges::count(letters, '.');
  reading.dots.failed += std::ranges::count(letters, 'F') + std::ranges::count(letters, 'E');
  reading.dots.skipped += std::ranges::count(letters, 's');
  reading.dots.note(line);
}

void pytest_broken(const Line& line, Reading& reading) {
  if (line.text.starts_with("INTERNALERROR>")) reading.caveats.add(Caveat::cut_off);
}

void unittest(const Line& line, Reading& reading) {
  if (!line.body.starts_with("Ran ") || !line.has(" test") || !line.has(" in ")) return;
  const auto ran = line.first();
  if (!ran) return;
  // The verdict stands below, behind an empty line.
  auto next = line.rest;
  std::size_t skipped_bytes = 0;
  while (!next.empty() && (next.front() == '\n' || next.front() == ' ' || next.front() == '\r')) {
    next.remove_prefix(1);
    ++skipped_bytes;
  }
  const auto verdict_text = next.substr(0, next.find('\n'));
  const Line verdict{.text = verdict_text,
                     .body = verdict_text,
                     .offset = std::min(line.offset + line.text.size() + 1, line.span().end + 1) + skipped_bytes,
                     .rest = {}};
  const bool ok = verdict_text.starts_with("OK");
  if (!ok && !verdict_text.starts_with("FAILED") && !verdict_text.starts_with("NO TESTS RAN")) return;
  // "(failures=1, expected failures=2, unexpected successes=1)"
  const auto noted = [&](const std::string& label) {
    const auto first = verdict.after("(" + label);
    return first ? first : verdict.after(", " + label);
  };
  auto failures = noted("failures=");
  if (const auto unexpected = noted("unexpected successes=")) {
    if (failures)
      failures->value += unexpected->value;
    else
      failures = unexpected;
  }
  const auto errors = noted("errors=");
  const auto skipped = noted("skipped=");
  const long long expected = value(noted("expected failures="));
  auto& made =
      reading.add(Runner::unittest, line, {.failed = failures, .errors = errors, .skipped = skipped, .total = ran});
  made.passed->value = std::max(0LL, made.passed->value - expected);
  made.empty = ran->value == 0;
  made.green = ok && !made.empty;
  made.line.end = std::max(made.line.end, verdict.span().end);
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
  auto skipped = line.before("skipped");
  if (const auto todo = line.before("todo")) {
    if (skipped)
      skipped->value += todo->value;
    else
      skipped = todo;
  }
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
  if (run != nullptr && line.body.starts_with("Errors  ") && line.before("error")) run->green = false;
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
  auto skipped = line.before("skipped");
  if (const auto todo = line.before("todo")) {
    if (skipped)
      skipped->value += todo->value;
    else
      skipped = todo;
  }
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
  if (const auto passing = counts_word(line, "passing")) reading.add(Runner::mocha, line, {.passed = passing});
}

/// The lines below "N passing".
void mocha_more(const Line& line, Reading& reading) {
  auto* run = reading.last(Runner::mocha);
  if (run == nullptr) return;
  if (const auto failing = counts_word(line, "failing")) {
    run->failed = *failing;
    run->green = failing->value == 0;
    if (failing->value > 0) run->empty = false;
    run->total->value += failing->value;
  } else if (const auto pending = counts_word(line, "pending")) {
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
  const auto passed = counts_word(line, "passed");
  // A duration in parentheses tells it from other runners.
  const bool timed = passed && line.body.ends_with(")") && line.body.find('(') != std::string_view::npos &&
                     !ends_in_duration(line.body);
  if (!timed && !reading.playwright_running) return;
  const auto whole_line = [&](std::string_view word) {
    return line.body.ends_with(word) ? counts_word(line, word) : std::nullopt;
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
    auto count = counts_word(line, "tests");
    if (!count) count = counts_word(line, "test");
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
                          ? counts_word(line, "uncaught")
                          : std::nullopt;
  if (failed) run->failed = *failed;
  if (skipped) run->skipped = Count{value(run->skipped) + skipped->value, skipped->span};
  run->green = run->green && !failed && !thrown;
  // When a test failed, it does not print how many passed.
  if (run->passed && run->total) run->total->value += value(failed) + value(skipped);
  if (failed || skipped || thrown) run->line.end = line.span().end;
}

void bun(const Line& line, Reading& reading) {
  if (const auto pass = counts_word(line, "pass"); pass && line.body.ends_with("pass")) {
    reading.add(Runner::bun, line, {.passed = pass});
    return;
  }
  auto* run = reading.last(Runner::bun);
  if (run == nullptr) return;
  if (const auto fail = counts_word(line, "fail"); fail && line.body.ends_with("fail")) {
    run->failed = *fail;
    run->green = fail->value == 0;
    run->empty = run->empty && fail->value == 0;
    run->total->value += fail->value;
  } else if (const auto skip = counts_word(line, "skip"); skip && line.body.ends_with("skip")) {
    run->skipped = skip;
    run->total->value += skip->value;
  } else if (line.body.starts_with("Ran ") && line.has(" across ")) {
    run->total = line.first();
    run->line.end = line.span().end;
  }
}

/// "# pass 5", "ℹ pass 5": node:test and tape.
std::optional<Count> marked(const Line& line, std::string_view word) {
  auto body = line.body;
  if (body.starts_with("# ")) {
    body.remove_prefix(2);
  } else if (body.starts_with("\xe2\x84\xb9 ")) {
    body.remove_prefix(4);
  } else {
    return std::nullopt;
  }
  if (!body.starts_with(word)) return std::nullopt;
  const auto rest = trim(body.substr(word.size()));
  if (rest.empty() || !is_digit(rest.front())) return std::nullopt;
  return line.first(static_cast<std::size_t>(rest.data() - line.text.data()));
}

/// The latest "# tests" block; node:test's has more lines than the one of tape, AVA and Mocha.
TestResult* counted(Reading& reading) {
  if (reading.results.empty()) return nullptr;
  auto& last = reading.results.back();
  return last.runner == Runner::node_test || last.runner == Runner::tap ? &last : nullptr;
}

void node_tests(const Line& line, Reading& reading) {
  if (const auto total = marked(line, "tests ")) {
    reading.tap = {};
    reading.tap_plan.reset();
    const auto below = line.rest.substr(0, 200);
    const bool node = line.body.starts_with("\xe2\x84\xb9") || below.find("# cancelled ") != std::string_view::npos ||
                      below.find("# suites ") != std::string_view::npos ||
                      below.find("# pass") == std::string_view::npos;
    auto& made = reading.add(node ? Runner::node_test : Runner::tap, line, {.total = total});
    made.empty = total->value == 0;
  }
}

/// A summary whose "# tests" line was cut off begins with its passes, the failures right below.
bool headless_summary(const Line& line) {
  auto next = line.rest.starts_with('\n') ? line.rest.substr(1) : line.rest;
  next = next.substr(0, next.find('\n'));
  return marked(line, "pass ") && (next.starts_with("# fail ") || next.starts_with("\xe2\x84\xb9 fail "));
}

void node_counts(const Line& line, Reading& reading) {
  auto* run = counted(reading);
  if ((run == nullptr || (run->passed && !run->total)) && headless_summary(line))
    run = &reading.add(Runner::node_test, line, {});
  if (run == nullptr) return;
  if (const auto pass = marked(line, "pass ")) {
    run->passed = pass;
  } else if (const auto fail = marked(line, "fail ")) {
    run->failed = *fail;
    run->green = run->green && fail->value == 0;
  } else if (const auto cancelled = marked(line, "cancelled ")) {
    run->failed.value += cancelled->value;
    run->green = run->green && cancelled->value == 0;
  } else if (const auto skipped = marked(line, "skipped ")) {
    run->skipped = skipped;
  } else if (const auto todo = marked(line, "todo ")) {
    if (run->skipped) run->skipped->value += todo->value;
  } else {
    return;
  }
  run->line.end = line.span().end;
  run->empty = value(run->passed) == 0 && run->failed.value == 0;
}

void tap_point(const Line& line, Reading& reading) {
  auto text = line.text;
  const bool bad = text.starts_with("not ok ");
  if (!bad && !text.starts_with("ok ")) return;
  text.remove_prefix(bad ? 7 : 3);
  if (text.empty() || !is_digit(text.front())) return;
  const auto digits = text.find_first_not_of("0123456789");
  if (digits != std::string_view::npos && text[digits] != ' ') return;
  const auto folded = lower(text);
  const bool skip = folded.find("# skip") != std::string::npos;
  const bool todo = folded.find("# todo") != std::string::npos;
  reading.tap.note(line);
  if (skip || (bad && todo)) {
    ++reading.tap.skipped;
  } else if (bad) {
    if (reading.tap.failed++ == 0) reading.tap.first_failure = line.span();
  } else {
    ++reading.tap.passed;
  }
}

void flush_tap(const Line& line, Reading& reading) {
  if (!reading.tap.any()) return;
  const auto where = reading.tap.lines;
  auto& made = reading.add(
      Runner::tap, line,
      {.passed = Count{reading.tap.passed, where},
       .failed = Count{reading.tap.failed, reading.tap.failed > 0 ? reading.tap.first_failure : where},
       .skipped = reading.tap.skipped > 0 ? std::optional(Count{reading.tap.skipped, where}) : std::nullopt});
  made.line = where;
  made.total->span = where;
  if (reading.tap_plan) {
    const long long seen = reading.tap.passed + reading.tap.failed + reading.tap.skipped;
    // Fewer points than planned: it stopped early.
    if (seen < reading.tap_plan->value) {
      made.green = false;
      reading.caveats.add(Caveat::cut_off);
    }
    made.total = reading.tap_plan;
  }
  reading.tap = {};
  reading.tap_plan.reset();
}

void tap_plan(const Line& line, Reading& reading) {
  if (!line.text.starts_with("1..") || line.text.size() < 4 || !is_digit(line.text[3])) return;
  // A plan at the head begins a new stream; one at the end closes the points before it.
  const auto plan = line.first(3);
  if (!plan) {
    if (const auto end = line.text.find_first_not_of("0123456789", 3);
        end == std::string_view::npos && line.text.size() < 12) {
      Count read{0, {line.offset + 3, line.offset + line.text.size()}};
      for (const char c : line.text.substr(3)) read.value = read.value * 10 + (c - '0');
      const long long seen = reading.tap.passed + reading.tap.failed + reading.tap.skipped;
      if (reading.tap_plan || (seen > 0 && seen != read.value)) flush_tap(line, reading);
      reading.tap_plan = read;
    }
  }
}

/// "Failed 1/4 subtests"
void prove_failed(const Line& line, Reading& reading) {
  const auto failed = line.body.starts_with("Failed ") ? line.after("Failed") : std::nullopt;
  if (!failed) return;
  if (reading.prove_failed.failed == 0) reading.prove_failed.first_failure = failed->span;
  reading.prove_failed.failed += failed->value;
}

void prove(const Line& line, Reading& reading) {
  if (line.body.starts_with("Files=") && line.has("Tests=")) {
    const auto tests = line.after("Tests=");
    if (!tests) return;
    // It sums up the points above it, which -v prints.
    std::erase_if(reading.results, [](const TestResult& result) { return result.runner == Runner::tap; });
    reading.tap = {};
    reading.tap_plan.reset();
    auto& broken = reading.prove_failed;
    const auto failed = broken.failed > 0 ? std::optional(Count{broken.failed, broken.first_failure}) : std::nullopt;
    reading.add(Runner::tap, line, {.failed = failed, .total = tests});
    broken = {};
  } else if (line.body.starts_with("Result: ")) {
    auto* run = reading.last(Runner::tap);
    if (run == nullptr) return;
    run->green = line.body.starts_with("Result: PASS");
    if (line.body.starts_with("Result: FAIL") && run->failed.value == 0) run->failed = {1, line.span()};
  }
}

void exunit_start(const Line& line, Reading& reading) {
  if (line.body.starts_with("Running ExUnit ")) reading.open_frame(Runner::exunit);
}

void finished_in(const Line& line, Reading& reading) {
  if (line.body.starts_with("Finished in ")) reading.unit_finished_in = true;
}

/// "12 tests, 0 failures, 1 skipped": bats, ExUnit. "5 examples, 0 failures, 1 pending": RSpec.
void failures_line(const Line& line, Reading& reading) {
  const auto body = line.body;
  if (body.empty() || !is_digit(body.front())) return;
  const auto failures = line.before("failure");
  if (!failures) return;
  if (const auto examples = line.before("example")) {
    const auto outside = line.has("outside of examples") ? line.before("error") : std::nullopt;
    auto& made =
        reading.add(Runner::rspec, line,
                    {.failed = failures, .errors = outside, .skipped = line.before("pending"), .total = examples});
    made.passed->value = std::max(0LL, examples->value - failures->value - value(line.before("pending")));
    made.empty = examples->value == 0;
    if (reading.unit_finished_in)
      reading.drop_loose(Runner::rspec);
    else
      reading.mark_loose();
    reading.unit_finished_in = false;
    return;
  }
  const auto errors = line.before("error");
  if (line.before("assertion")) {  // Minitest ("runs"), Test::Unit ("tests")
    auto total = line.before("run");
    if (!total) total = line.before("test");
    if (!total) return;
    auto skips = line.before("skip");
    if (!skips) skips = line.before("omission");
    if (const auto pending = line.before("pending"); pending && skips) skips->value += pending->value;
    auto& made =
        reading.add(Runner::minitest, line, {.failed = failures, .errors = errors, .skipped = skips, .total = total});
    made.empty = total->value == 0;
    return;
  }
  auto total = line.before("test");
  if (!total) return;
  if (const auto doctests = line.before("doctest")) total = Count{total->value + doctests->value, line.span()};
  auto skipped = line.before("skipped");
  const auto excluded = line.before("excluded");
  if (value(excluded) > 0) reading.caveats.add(Caveat::filtered);
  reading.tap = {};
  if (reading.unit_finished_in) reading.close_frame(Runner::exunit);
  auto& made = reading.add(reading.unit_finished_in ? Runner::exunit : Runner::bats, line,
                           {.failed = failures, .errors = errors, .skipped = skipped, .total = total});
  made.passed->value = std::max(0LL, made.passed->value - value(excluded));
  made.empty = total->value == value(excluded);
  reading.unit_finished_in = false;
}

void phpunit_start(const Line& line, Reading& reading) {
  if (line.body.starts_with("PHPUnit ")) reading.open_frame(Runner::phpunit);
}

void phpunit(const Line& line, Reading& reading) {
  if (line.body.starts_with("OK (")) {
    if (const auto tests = line.before("test")) reading.add(Runner::phpunit, line, {.total = tests});
    return;
  }
  if (line.body.starts_with("No tests executed!")) {
    reading.add(Runner::phpunit, line, {.passed = Count{0, line.span()}});
    return;
  }
  if (!line.body.starts_with("Tests: ") || !line.has("Assertions: ")) return;
  const auto tests = line.after("Tests:");
  if (!tests) return;
  reading.close_frame(Runner::phpunit);
  auto skipped = line.after("Skipped:");
  if (const auto incomplete = line.after("Incomplete:")) {
    if (skipped)
      skipped->value += incomplete->value;
    else
      skipped = incomplete;
  }
  reading.add(Runner::phpunit, line,
              {.failed = line.after("Failures:"), .errors = line.after("Errors:"), .skipped = skipped, .total = tests});
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

std::vector<Row> script_runner_rows() {
  return {
      {" in 0", Runner::pytest, pytest},
      {"test session starts", Runner::pytest, pytest_start},
      {"%]", Runner::pytest, pytest_progress},
      {"internalerror>", Runner::pytest, pytest_broken},
      {"- captured ", Runner::pytest, pytest_captured},
      {"____", Runner::pytest, pytest_heading},
      {"=====", Runner::pytest, pytest_heading},
      {"ran 0", Runner::unittest, unittest},
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
      {" across 0", Runner::bun, bun},
      {" tests ", Runner::node_test, node_tests},
      {" pass ", Runner::node_test, node_counts},
      {" fail ", Runner::node_test, node_counts},
      {" cancelled 0", Runner::node_test, node_counts},
      {" skipped 0", Runner::node_test, node_counts},
      {" todo 0", Runner::node_test, node_counts},
      {"ok 0", Runner::tap, tap_point},
      {"1..0", Runner::tap, tap_plan},
      {"tests=0", Runner::tap, prove},
      {"result: ", Runner::tap, prove},
      {"failed 0", Runner::tap, prove_failed},
      {"running exunit", Runner::exunit, exunit_start},
      {"finished in ", Runner::exunit, finished_in},
      {"0 failure", Runner::bats, failures_line},
      {"by sebastian bergmann", Runner::phpunit, phpunit_start},
      {"ok (0", Runner::phpunit, phpunit},
      {"assertions: 0", Runner::phpunit, phpunit},
      {"no tests executed", Runner::phpunit, phpunit},
      {" | 0 passed", Runner::deno, deno},
      {"ok | 0", Runner::deno, deno},
  };
}

void finish_script_runners(const Line& end, Reading& reading) {
  flush_tap(end, reading);
  if (!reading.pytest_started || reading.pytest_summed || reading.last(Runner::pytest) != nullptr) return;
  // Progress without a summary: -qq, or the end is missing.
  const auto& dots = reading.dots;
  if (!dots.any()) {
    auto& made = reading.add(Runner::pytest, end, {});
    made.green = false;
    reading.caveats.add(Caveat::cut_off);
    return;
  }
  auto& made =
      reading.add(Runner::pytest, end,
                  {.passed = Count{dots.passed, dots.lines},
                   .failed = Count{dots.failed, dots.lines},
                   .skipped = dots.skipped > 0 ? std::optional(Count{dots.skipped, dots.lines}) : std::nullopt});
  made.line = dots.lines;
  made.total->span = dots.lines;
}

}  // namespace warrant::evidence
