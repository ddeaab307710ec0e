// Summary lines of CTest, GoogleTest, Catch2 and doctest.
// Source: the lines as current releases of each runner print them.
#include "reading.hpp"

namespace warrant::evidence {
namespace {

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

std::vector<Row> cpp_runner_rows() {
  return {
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

void finish_cpp_runners(const Line& end, Reading& reading) {
  if (!reading.google_started || reading.google_ended) return;
  auto& made = reading.add(Runner::googletest, end, {});
  made.green = false;
  reading.caveats.add(Caveat::cut_off);
}

}  // namespace warrant::evidence
