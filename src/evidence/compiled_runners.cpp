// Summary lines of the test runners of compiled languages.
// Source: the lines as current releases of each runner print them.
#include "reading.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace warrant::evidence {
namespace {

// --- Go ---------------------------------------------------------------------------------------

/// The result line of a package: "ok  \tpkg\t0.1s", "FAIL\tpkg\t0.2s", "FAIL\tpkg [build failed]".
void go_package(const Line& line, Reading& reading) {
  const auto body = line.body;
  const bool ok = body.starts_with("ok ") || body.starts_with("ok\t");
  if (!ok && !body.starts_with("FAIL\t") && !body.starts_with("FAIL  ")) return;
  auto rest = trim(body.substr(ok ? 2 : 4));
  const auto name = rest.substr(0, rest.find_first_of(" \t"));
  const auto tail = trim(rest.substr(name.size()));
  const bool timed = !tail.empty() && is_digit(tail.front()) && tail.find('s') != std::string_view::npos;
  const bool noted = tail.starts_with("(cached)") || tail.starts_with("[");
  // "ok 1 - name" is TAP's line.
  if (name.empty() || !is_word(name.front()) || (is_digit(name.front()) && name.find('.') == std::string_view::npos) ||
      (!timed && !noted))
    return;
  reading.close_frame(Runner::go);
  auto& tests = reading.go_tests;
  Reading::Counts counts;
  if (reading.go_running) counts.passed = Count{tests.passed, tests.any() ? tests.lines : line.span()};
  if (!ok) {
    counts.failed = tests.failed > 0 ? Count{tests.failed, tests.first_failure} : Count{1, line.span()};
  }
  if (reading.go_running && tests.skipped > 0) counts.skipped = Count{tests.skipped, tests.lines};
  auto& made = reading.add(Runner::go, line, counts);
  made.suite = std::string(name);
  made.green = ok;
  made.empty = line.has("[no tests to run]");
  if (reading.go_cases > 0) made.cases = Count{std::exchange(reading.go_cases, 0), line.span()};
  if (line.has("(cached)")) reading.caveats.add(Caveat::cached);
  tests = {};
}

void go_test(const Line& line, Reading& reading) {
  // Sub-tests are indented below their test and are part of it.
  if (line.text.starts_with("    ") && line.body.starts_with("--- PASS: ")) ++reading.go_cases;
  if (!line.text.starts_with("--- ")) return;
  auto& tests = reading.go_tests;
  if (line.text.starts_with("--- PASS: ")) {
    reading.go_running = true;
    ++tests.passed;
  } else if (line.text.starts_with("--- FAIL: ")) {
    if (tests.failed++ == 0) tests.first_failure = line.span();
  } else if (line.text.starts_with("--- SKIP: ")) {
    ++tests.skipped;
  } else {
    return;
  }
  tests.note(line);
}

void go_run(const Line& line, Reading& reading) {
  if (!line.text.starts_with("=== RUN")) return;
  reading.go_running = true;
  reading.open_frame(Runner::go, false);
}

void go_nothing(const Line& line, Reading& reading) {
  if (line.text.starts_with("?") && line.has("[no test files]") && reading.go_untested.empty())
    reading.go_untested = line.span();
  if (line.has("warning: no tests to run") && line.text.starts_with("testing:")) reading.caveats.add(Caveat::filtered);
}

/// "PASS" or "FAIL" alone, when the package line is missing (one package without -v prints both).
void go_verdict(const Line& line, Reading& reading) {
  if (line.text != "PASS" && line.text != "FAIL") return;
  if (reading.go_tests.any()) reading.go_verbose.note(line);
}

void go_json(const Line& line, Reading& reading) {
  if (!line.body.starts_with("{") || !line.has("\"Package\":")) return;
  const auto at = line.text.find("\"Test\":\"");
  auto& tally = reading.go_json;
  const bool pass = line.has("\"Action\":\"pass\"");
  const bool fail = line.has("\"Action\":\"fail\"");
  const bool skip = line.has("\"Action\":\"skip\"");
  if (!pass && !fail && !skip) return;
  tally.note(line);
  if (at == std::string_view::npos) {
    // A package that failed without a failing test did not build.
    if (fail && tally.failed == 0) tally.failed = 1, tally.first_failure = line.span();
    return;
  }
  const auto name = line.text.substr(at + 8, line.text.find('"', at + 8) - at - 8);
  if (name.find('/') != std::string_view::npos) return;
  if (pass) ++tally.passed;
  if (skip) ++tally.skipped;
  if (fail && tally.failed++ == 0) tally.first_failure = line.span();
}

void gotestsum(const Line& line, Reading& reading) {
  if (!line.body.starts_with("DONE ")) return;
  auto total = line.before("test");
  if (!total) return;
  // With --rerun-fails a line after each round sums up all rounds.
  if (line.before("run")) {
    std::erase_if(reading.results, [](const TestResult& result) { return result.runner == Runner::gotestsum; });
  }
  auto& made = reading.add(Runner::gotestsum, line,
                           {.failed = line.before("failure"),
                            .errors = line.before("error"),
                            .skipped = line.before("skipped"),
                            .total = total});
  made.empty = total->value == 0;
  // A package that does not build is a failure without a test: the passed ones cannot be derived.
  if (line.before("error") || line.before("run")) made.passed.reset();
}

// --- Rust -------------------------------------------------------------------------------------

void cargo_program(const Line& line, Reading& reading) {
  if (line.body.starts_with("Running ") && line.has("(")) {
    reading.suite = std::string(trim(line.body.substr(8, line.body.find('(') - 8)));
    reading.cargo_started = true;
  } else if (line.body.starts_with("Doc-tests ")) {
    reading.suite = std::string(line.body);
    reading.cargo_started = true;
  }
}

/// "running 5 tests": the head of one program's tests.
void cargo_head(const Line& line, Reading& reading) {
  if (!line.text.starts_with("running ") || (!line.text.ends_with(" tests") && !line.text.ends_with(" test"))) return;
  if (const auto tests = line.before("test")) {
    reading.cargo_announced = tests->value;
    reading.open_frame(Runner::cargo);
  }
}

void cargo(const Line& line, Reading& reading) {
  if (!line.body.starts_with("test result: ")) return;
  const auto passed = line.before("passed");
  const auto failed = line.before("failed");
  if (!passed || !failed) return;
  // Any other sum than the announced one is a line that a test printed, or the end of another program.
  if (const long long sum =
          passed->value + failed->value + value(line.before("ignored")) + value(line.before("measured"));
      reading.cargo_announced == sum) {
    reading.close_frame(Runner::cargo);
    reading.cargo_announced.reset();
  }
  if (value(line.before("filtered out")) > 0) reading.caveats.add(Caveat::filtered);
  auto& made =
      reading.add(Runner::cargo, line, {.passed = passed, .failed = failed, .skipped = line.before("ignored")});
  made.green = line.body.starts_with("test result: ok");
  reading.suite.clear();
  reading.cargo_started = false;
}

void nextest(const Line& line, Reading& reading) {
  if (!line.body.starts_with("Summary [")) return;
  const auto passed = line.before("passed");
  if (!passed) return;
  auto total = line.before("tests run");
  if (!total) total = line.before("test run");
  const bool stopped = !total;  // "12/45 tests run": stopped at a failure
  auto failed = line.before("failed");
  if (const auto timed_out = line.before("timed out")) {
    if (failed)
      failed->value += timed_out->value;
    else
      failed = timed_out;
  }
  auto& made =
      reading.add(Runner::nextest, line, {.passed = passed, .failed = failed, .skipped = line.before("skipped")});
  if (total) made.total = total;
  if (stopped) reading.caveats.add(Caveat::cut_off);
}

// --- JVM --------------------------------------------------------------------------------------

void maven_start(const Line& line, Reading& reading) {
  if (line.body.ends_with("T E S T S")) reading.open_frame(Runner::maven);
}

void maven(const Line& line, Reading& reading) {
  const auto total = line.after("Tests run:");
  const auto failures = line.after("Failures:");
  const auto errors = line.after("Errors:");
  // A line with a time is one class: a sub-total of the line below "Results:".
  if (!total || !failures || !errors || line.has("Time elapsed") || line.has("Time:")) return;
  reading.close_frame(Runner::maven);
  auto& made = reading.add(Runner::maven, line,
                           {.failed = failures, .errors = errors, .skipped = line.after("Skipped:"), .total = total});
  made.failed.span = value(failures) > 0 || value(errors) == 0 ? failures->span : errors->span;
  made.empty = total->value == 0;
}

void gradle_total(const Line& line, Reading& reading) {
  const auto total = line.before("test");
  if (!total || !line.has(" completed, ")) return;
  const auto failed = line.before("failed");
  const auto skipped = line.before("skipped");
  if (!failed && !skipped) return;
  reading.gradle_tests = {};
  reading.add(Runner::gradle, line, {.failed = failed, .skipped = skipped, .total = total});
}

void gradle_logger(const Line& line, Reading& reading) {
  if (!line.body.starts_with("SUCCESS: Executed ") && !line.body.starts_with("FAILURE: Executed ")) return;
  const auto total = line.before("test");
  if (!total) return;
  reading.gradle_tests = {};
  auto& made = reading.add(Runner::gradle, line,
                           {.failed = line.before("failed"), .skipped = line.before("skipped"), .total = total});
  made.green = made.green && line.body.starts_with("SUCCESS");
}

/// "FooTest > bar() PASSED" with event logging on.
void gradle_test(const Line& line, Reading& reading) {
  if (!line.has(" > ") || line.body.starts_with(">")) return;
  auto& tests = reading.gradle_tests;
  if (line.body.ends_with(" PASSED")) {
    ++tests.passed;
  } else if (line.body.ends_with(" FAILED")) {
    if (tests.failed++ == 0) tests.first_failure = line.span();
  } else if (line.body.ends_with(" SKIPPED")) {
    ++tests.skipped;
  } else {
    return;
  }
  tests.note(line);
}

void gradle_task(const Line& line, Reading& reading) {
  if (!line.body.starts_with("> Task ")) return;
  const auto task = trim(line.body.substr(7));
  const auto name = task.substr(0, task.find(' '));
  if (lower(name).find("test") == std::string::npos || lower(name).find("compile") != std::string::npos ||
      lower(name).find("classes") != std::string::npos || lower(name).find("resources") != std::string::npos) {
    return;
  }
  if (task.ends_with("NO-SOURCE")) return;
  if (task.ends_with("UP-TO-DATE") || task.ends_with("FROM-CACHE")) reading.caveats.add(Caveat::cached);
  auto& made = reading.add(Runner::gradle, line, {});
  made.suite = std::string(name);
  made.passed.reset();
  made.total.reset();
  made.green = !task.ends_with("FAILED");
  if (!made.green) made.failed = {1, line.span()};
}

// --- .NET -------------------------------------------------------------------------------------

/// The words of one language of the test platform's summary.
struct DotnetWords {
  std::string_view good, bad, failed, passed, skipped, total;
};
constexpr auto kDotnet = std::to_array<DotnetWords>({
    {"Passed!", "Failed!", "Failed:", "Passed:", "Skipped:", "Total:"},
    {"Bestanden!", "Fehler!", "Fehler:", "erfolgreich:",
     "\xc3\xbc"
     "bersprungen:",
     "gesamt:"},
    {"R\xc3\xa9ussi!",
     "\xc3\x89"
     "chou\xc3\xa9!",
     "\xc3\xa9"
     "chec:",
     "r\xc3\xa9ussite:",
     "ignor\xc3\xa9"
     "e(s):",
     "total:"},
    {"Correctas!", "Con error!", "Con error:", "Superado:", "Omitido:", "Total:"},
    {"Superato!", "Non superato!", "Non superati:", "Superati:", "Ignorati:", "Totale:"},
    {"\xe5\xb7\xb2\xe9\x80\x9a\xe8\xbf\x87!", "\xe5\xa4\xb1\xe8\xb4\xa5!", "\xe5\xa4\xb1\xe8\xb4\xa5:",
     "\xe9\x80\x9a\xe8\xbf\x87:", "\xe5\xb7\xb2\xe8\xb7\xb3\xe8\xbf\x87:", "\xe6\x80\xbb\xe8\xae\xa1:"},
    {"\xe6\x88\x90\xe5\x8a\x9f!", "\xe5\xa4\xb1\xe6\x95\x97!", "\xe5\xa4\xb1\xe6\x95\x97:", "\xe5\x90\x88\xe6\xa0\xbc:",
     "\xe3\x82\xb9\xe3\x82\xad\xe3\x83\x83\xe3\x83\x97:", "\xe5\x90\x88\xe8\xa8\x88:"},
});

void dotnet(const Line& line, Reading& reading) {
  for (const auto& words : kDotnet) {
    const bool good = line.body.starts_with(words.good);
    if (!good && !line.body.starts_with(words.bad)) continue;
    const auto failed = line.after(words.failed);
    const auto passed = line.after(words.passed);
    if (!failed || !passed) continue;
    const auto total = line.after(words.total);
    auto& made =
        reading.add(Runner::dotnet, line,
                    {.passed = passed, .failed = failed, .skipped = line.after(words.skipped), .total = total});
    made.green = good && made.green;
    return;
  }
}

void dotnet_lines(const Line& line, Reading& reading) {
  if (line.body.starts_with("Total tests:")) {
    if (const auto total = line.after("Total tests:"))
      reading.add(Runner::dotnet, line, {.passed = Count{0, line.span()}, .total = total}).suite = "lines";
    return;
  }
  auto* run = reading.last(Runner::dotnet);
  if (run == nullptr || run->suite != "lines") return;
  if (line.body.starts_with("Passed:")) {
    run->passed = line.after("Passed:");
  } else if (line.body.starts_with("Failed:")) {
    if (const auto failed = line.after("Failed:")) run->failed = *failed, run->green = failed->value == 0;
  } else if (line.body.starts_with("Skipped:")) {
    run->skipped = line.after("Skipped:");
  }
  run->empty = value(run->passed) == 0 && run->failed.value == 0;
  run->line.end = line.span().end;
}

void dotnet_summary(const Line& line, Reading& reading) {
  if (!line.body.starts_with("Test summary: ")) return;
  const auto total = line.after("total:");
  const auto failed = line.after("failed:");
  if (!total || !failed) return;
  // The terminal logger sums what the lines above it said by assembly.
  std::erase_if(reading.results, [](const TestResult& result) { return result.runner == Runner::dotnet; });
  reading.add(
      Runner::dotnet, line,
      {.passed = line.after("succeeded:"), .failed = failed, .skipped = line.after("skipped:"), .total = total});
}

// --- Swift ------------------------------------------------------------------------------------

void xctest(const Line& line, Reading& reading) {
  if (!line.body.starts_with("Executed ") || !line.has(" failure")) return;
  const auto total = line.before("test");
  if (!total) return;
  // Each suite prints its own line and the outermost comes last: it holds the others.
  if (auto* inner = reading.last(Runner::swift);
      inner != nullptr && inner->suite != "closed" && inner->suite != "testing") {
    reading.results.erase(reading.results.begin() + (inner - reading.results.data()));
  }
  auto& made =
      reading.add(Runner::swift, line,
                  {.failed = line.before("failure"),
                   .skipped = line.before("test skipped") ? line.before("test skipped") : line.before("tests skipped"),
                   .total = total});
  made.empty = total->value == 0;
  made.suite = reading.suite == "outermost" ? "closed" : "";
}

void xctest_suite(const Line& line, Reading& reading) {
  if (!line.body.starts_with("Test Suite '")) return;
  const bool outermost =
      line.body.starts_with("Test Suite 'All tests'") || line.body.starts_with("Test Suite 'Selected tests'");
  if (line.body.starts_with("Test Suite 'Selected tests'")) reading.caveats.add(Caveat::filtered);
  reading.suite = outermost && (line.has(" passed ") || line.has(" failed ")) ? "outermost" : "";
}

void swift_testing(const Line& line, Reading& reading) {
  if (!line.has("Test run with ") || (!line.has(" passed ") && !line.has(" failed "))) return;
  const auto total = line.before("test");
  if (!total) return;
  const bool bad = line.has(" failed ");
  if (total->value == 0) return;  // printed beside XCTest's own line when the package has none
  auto& made = reading.add(Runner::swift, line, {.failed = bad ? line.before("issue") : std::nullopt, .total = total});
  made.suite = "testing";
  made.green = !bad;
  if (bad && made.failed.value == 0) made.failed = {1, line.span()};
  if (bad) made.passed.reset();  // issues are no tests: how many passed is not said
  // XCTest's "0 tests" beside it is no run.
  std::erase_if(reading.results,
                [](const TestResult& r) { return r.runner == Runner::swift && r.suite != "testing" && r.empty; });
}

void xcodebuild(const Line& line, Reading& reading) {
  if (line.body.starts_with("** TEST SUCCEEDED **") || line.body.starts_with("** TEST FAILED **")) {
    const bool good = line.body.starts_with("** TEST SUCCEEDED");
    if (auto* run = reading.last(Runner::swift)) {
      run->green = run->green && good;
      return;
    }
    auto& made = reading.add(Runner::swift, line, {});
    made.green = good;
    if (!good) made.failed = {1, line.span()};
  }
}

// --- C++ --------------------------------------------------------------------------------------

void ctest(const Line& line, Reading& reading) {
  if (line.body.starts_with("Test project ")) {
    reading.open_frame(Runner::ctest);
    return;
  }
  if (line.body.starts_with("No tests were found") || line.body.starts_with("No test configuration file found")) {
    reading.add(Runner::ctest, line, {.passed = Count{0, line.span()}});
    return;
  }
  if (!line.has("% tests passed")) return;
  auto total = line.after("out of");
  const auto failed = line.before("tests failed");
  const auto failed_one = failed ? failed : line.before("test failed");
  if (!total) return;
  reading.close_frame(Runner::ctest);
  auto& made = reading.add(Runner::ctest, line, {.failed = failed_one, .total = total});
  // The passed number is derived; it stands for the whole line.
  made.passed->span = line.span();
  made.empty = total->value == 0;
}

void google_start(const Line& line, Reading& reading) {
  if (!line.body.starts_with("[==========] ")) {
    if (line.body.starts_with("Note: Google Test filter")) reading.caveats.add(Caveat::filtered);
    return;
  }
  if (line.has("] Running ")) {
    reading.google_started = true;
    reading.google_ended = false;
    reading.open_frame(Runner::googletest);
  } else if (line.has(" ran.")) {
    reading.google_ended = true;
    reading.close_frame(Runner::googletest);
  }
}

void google(const Line& line, Reading& reading) {
  if (line.body.starts_with("[  PASSED  ] ")) {
    if (const auto passed = line.before("test")) {
      reading.add(Runner::googletest, line, {.passed = passed});
      reading.google_ended = true;
    }
    return;
  }
  auto* run = reading.last(Runner::googletest);
  if (!line.has("listed below")) return;
  const auto count = line.before("test");
  if (!count || run == nullptr) return;
  if (line.body.starts_with("[  FAILED  ] ")) {
    run->failed = *count;
    run->green = false;
    run->empty = false;
  } else if (line.body.starts_with("[  SKIPPED ] ")) {
    run->skipped = count;
  } else {
    return;
  }
  run->total->value += count->value;
  run->line.end = line.span().end;
  run->total->span = run->line;
}

void catch2(const Line& line, Reading& reading) {
  if (line.body.starts_with("All tests passed (")) {
    if (const auto cases = line.before("test case")) reading.add(Runner::catch2, line, {.total = cases});
    return;
  }
  if (line.body.starts_with("No tests ran") || line.body.starts_with("No test cases matched")) {
    if (const auto* old = reading.last(Runner::catch2); old != nullptr && old->empty) return;  // it prints both
    reading.add(Runner::catch2, line, {.passed = Count{0, line.span()}});
    return;
  }
  // The compact reporter: "Passed all 3 test cases with 4 assertions.", "Failed 1 test case, failed 1 assertion."
  if (line.body.starts_with("Passed ") || line.body.starts_with("Failed ")) {
    const auto cases = line.before("test case");
    if (!cases || !line.has(" assertion")) return;
    const bool good = line.body.starts_with("Passed ");
    auto& made = reading.add(Runner::catch2, line,
                             {.passed = good ? cases : std::nullopt, .failed = good ? std::nullopt : cases});
    made.green = good;
    return;
  }
  if (!line.body.starts_with("test cases:") || !line.has("|")) return;
  const auto total = line.after("test cases:");
  if (!total) return;
  // "4 | 2 passed | 1 failed | 1 failed as expected": the last are among the total, and no failures.
  const auto expected = line.before("failed as expected");
  auto failed = line.before("failed");
  if (failed && expected && failed->span == expected->span) failed.reset();
  const auto passed = line.before("passed");
  auto& made = reading.add(Runner::catch2, line,
                           {.passed = passed ? passed : Count{0, line.span()},
                            .failed = failed,
                            .skipped = line.before("skipped"),
                            .total = total});
  made.empty = total->value == 0;
}

}  // namespace

std::vector<Row> compiled_runner_rows() {
  return {
      {"ok ", Runner::go, go_package},
      {"ok\t", Runner::go, go_package},
      {"fail\t", Runner::go, go_package},
      {"fail  ", Runner::go, go_package},
      {"--- pass", Runner::go, go_test},
      {"--- fail", Runner::go, go_test},
      {"--- skip", Runner::go, go_test},
      {"=== run", Runner::go, go_run},
      {"\npass", Runner::go, go_verdict},
      {"\nfail", Runner::go, go_verdict},
      {"no tests to run", Runner::go, go_nothing},
      {"[no test files]", Runner::go, go_nothing},
      {"\"action\":\"", Runner::go, go_json},
      {"done 0", Runner::gotestsum, gotestsum},
      {"running ", Runner::cargo, cargo_program},
      {"doc-tests ", Runner::cargo, cargo_program},
      {"running 0", Runner::cargo, cargo_head},
      {"test result: ", Runner::cargo, cargo},
      {"summary [", Runner::nextest, nextest},
      {"t e s t s", Runner::maven, maven_start},
      {"tests run:", Runner::maven, maven},
      {" completed, 0", Runner::gradle, gradle_total},
      {": executed 0", Runner::gradle, gradle_logger},
      {" passed", Runner::gradle, gradle_test},
      {" failed", Runner::gradle, gradle_test},
      {" skipped", Runner::gradle, gradle_test},
      {"> task :", Runner::gradle, gradle_task},
      {"! ", Runner::dotnet, dotnet},
      {"total tests:", Runner::dotnet, dotnet_lines},
      {"passed:", Runner::dotnet, dotnet_lines},
      {"failed:", Runner::dotnet, dotnet_lines},
      {"skipped:", Runner::dotnet, dotnet_lines},
      {"test summary: ", Runner::dotnet, dotnet_summary},
      {"executed 0", Runner::swift, xctest},
      {"test suite '", Runner::swift, xctest_suite},
      {"test run with 0", Runner::swift, swift_testing},
      {"** test ", Runner::swift, xcodebuild},
      {"% tests passed", Runner::ctest, ctest},
      {"no tests were found", Runner::ctest, ctest},
      {"no test configuration file", Runner::ctest, ctest},
      {"test project ", Runner::ctest, ctest},
      {"[==========]", Runner::googletest, google_start},
      {"google test filter", Runner::googletest, google_start},
      {"[  passed  ]", Runner::googletest, google},
      {"[  failed  ]", Runner::googletest, google},
      {"[  skipped ]", Runner::googletest, google},
      {"all tests passed (", Runner::catch2, catch2},
      {"test cases:", Runner::catch2, catch2},
      {"0 test case", Runner::catch2, catch2},
      {"no tests ran", Runner::catch2, catch2},
      {"no test cases matched", Runner::catch2, catch2},
  };
}

void finish_compiled_runners(const Line& end, Reading& reading) {
  auto of_tally = [&](Runner runner, const Reading::Tally& tally) {
    auto& made =
        reading.add(runner, end,
                    {.passed = Count{tally.passed, tally.lines},
                     .failed = Count{tally.failed, tally.failed > 0 ? tally.first_failure : tally.lines},
                     .skipped = tally.skipped > 0 ? std::optional(Count{tally.skipped, tally.lines}) : std::nullopt});
    made.line = tally.lines;
    made.total->span = tally.lines;
  };
  reading.suite.clear();
  if (reading.go_json.any()) of_tally(Runner::go, reading.go_json);
  if (reading.go_tests.any()) {
    // Tests without their package's line: `go test | grep`, or the end is missing.
    const bool whole = reading.go_verbose.lines.end > 0;
    auto tally = reading.go_tests;
    of_tally(Runner::go, tally);
    if (reading.go_cases > 0) reading.results.back().cases = Count{std::exchange(reading.go_cases, 0), tally.lines};
    if (!whole && reading.go_running) reading.caveats.add(Caveat::cut_off);
    if (!reading.go_running) {
      reading.results.back().passed.reset();
      reading.results.back().total.reset();
    }
  }
  if (!reading.go_untested.empty() && reading.results.empty()) {
    auto& made = reading.add(Runner::go, end, {});
    made.line = made.failed.span = reading.go_untested;
    made.empty = true;
  }
  if (reading.gradle_tests.any()) {
    std::erase_if(reading.results, [](const TestResult& result) { return result.runner == Runner::gradle; });
    of_tally(Runner::gradle, reading.gradle_tests);
  } else if (std::ranges::any_of(reading.results,
                                 [](const TestResult& r) { return r.runner == Runner::gradle && r.passed; })) {
    // The totals say more than the task lines.
    std::erase_if(reading.results, [](const TestResult& r) { return r.runner == Runner::gradle && !r.passed; });
  }
  if (reading.google_started && !reading.google_ended) {
    auto& made = reading.add(Runner::googletest, end, {});
    made.green = false;
    reading.caveats.add(Caveat::cut_off);
  }
  if (reading.cargo_started && !reading.command().facts.caveats.has(Caveat::collect_only)) {
    auto& made = reading.add(Runner::cargo, end, {});
    made.green = false;
    reading.caveats.add(Caveat::cut_off);
  }
}

}  // namespace warrant::evidence
