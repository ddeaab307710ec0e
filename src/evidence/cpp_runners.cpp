// Summary lines of CTest, Meson, GoogleTest, Catch2, doctest and Boost.Test.
// Source: the lines as current releases of each runner print them.
#include "reading.hpp"

#include <initializer_list>

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

/// Below "The following tests did not run:": "\t  2 - b (Skipped)", "(Disabled)". CTest counts what was
/// skipped among the passed.
void ctest_skipped(const Line& line, Reading& reading) {
  auto* run = reading.last(Runner::ctest);
  if (run == nullptr || !line.has(" - ") || line.body.empty() || !is_digit(line.body.front())) return;
  if (!line.body.ends_with("(Skipped)") || !run->passed || run->passed->value == 0) return;
  --run->passed->value;
  run->skipped = plus(Count{1, line.span()}, run->skipped);
  run->empty = run->passed->value == 0 && run->failed.value == 0;
}

// --- Boost.Test, Meson ------------------------------------------------------------------------

/// "Running 12 test cases...", then "*** No errors detected" or "*** 2 failures are detected in …".
void boost(const Line& line, Reading& reading) {
  if (line.body.starts_with("Running ") && line.body.ends_with("...")) {
    reading.boost_announced = line.before("test case");
    return;
  }
  if (line.body.starts_with("*** No errors detected")) {
    const auto total = reading.boost_announced;
    if (total) reading.add(Runner::boost_test, line, {.total = total});
    reading.boost_announced.reset();
    return;
  }
  if (line.body.starts_with("*** ") && line.has("detected in ")) {
    if (!reading.boost_announced) return;
    auto& made = reading.add(Runner::boost_test, line, {.total = reading.boost_announced});
    // Failures are of assertions; how many test cases failed is not said.
    const auto failures = line.before("failure");
    made.failed = failures ? *failures : Count{1, line.span()};
    made.green = false;
    made.passed.reset();
    reading.boost_announced.reset();
    return;
  }
  // The report: "10 test cases out of 12 passed", "2 test cases out of 12 failed".
  const auto count = line.before("test case");
  const auto total = line.after("out of");
  if (!count || !total || !line.has(" out of ") || line.body.empty() || !is_digit(line.body.front())) return;
  auto* run = reading.last(Runner::boost_test);
  if (line.body.ends_with(" passed")) {
    reading.add(Runner::boost_test, line, {.passed = count, .total = total});
  } else if (line.body.ends_with(" failed") && run != nullptr) {
    run->failed = *count;
    run->green = false;
    run->empty = false;
    run->line.end = line.span().end;
  } else if (line.body.ends_with(" failed")) {
    reading.add(Runner::boost_test, line, {.failed = count, .total = total});
  }
}

/// Meson's last lines: "Ok:   1", "Expected Fail:", "Fail:", "Unexpected Pass:", "Skipped:", "Timeout:".
void meson(const Line& line, Reading& reading) {
  const auto body = line.body;
  const auto behind = [&](std::string_view label) {
    return body.starts_with(label) ? line.after(label) : std::nullopt;
  };
  if (const auto ok = behind("Ok:")) {
    reading.add(Runner::meson, line, {.passed = ok});
    return;
  }
  auto* run = reading.last(Runner::meson);
  if (run == nullptr || line.offset > run->line.end + 60) return;
  const auto first_of = [&](std::initializer_list<std::string_view> labels) {
    std::optional<Count> found;
    for (const std::string_view label : labels) {
      if (!found) found = behind(label);
    }
    return found;
  };
  const auto count = first_of({"Fail:", "Unexpected Pass:", "Timeout:", "Skipped:", "Expected Fail:"});
  if (!count) return;
  if (body.starts_with("Skipped:")) {
    run->skipped = count;
  } else if (!body.starts_with("Expected Fail:") && (count->value > 0 || run->failed.value == 0)) {
    run->failed = {run->failed.value + count->value, count->span};
  }
  run->total->value += count->value;
  run->green = run->failed.value == 0;
  run->empty = value(run->passed) == 0 && run->failed.value == 0;
  run->line.end = line.span().end;
  run->total->span = run->line;
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
    const auto cases = line.before("test case");
    if (cases) reading.add(Runner::catch2, line, {.total = cases});
    // A runner of one's own: "All tests passed (11)".
    const auto bare = line.first();
    if (!cases && bare && line.body.find_first_not_of("0123456789", 18) == line.body.size() - 1)
      reading.add(Runner::other, line, {.passed = bare});
    return;
  }
  if (trim(line.body) == "No tests ran" || line.body.starts_with("No test cases matched")) {
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
      {"(skipped)", Runner::ctest, ctest_skipped},
      {" test case", Runner::boost_test, boost},
      {"no errors detected", Runner::boost_test, boost},
      {"detected in ", Runner::boost_test, boost},
      {"ok: ", Runner::meson, meson},
      {"fail: ", Runner::meson, meson},
      {"unexpected pass: ", Runner::meson, meson},
      {"skipped: ", Runner::meson, meson},
      {"timeout: ", Runner::meson, meson},
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
  if (reading.boost_announced && reading.last(Runner::boost_test) == nullptr) {
    auto& made = reading.add(Runner::boost_test, end, {});
    made.green = false;
    reading.caveats.add(Caveat::cut_off);
  }
  if (!reading.google_started || reading.google_ended) return;
  auto& made = reading.add(Runner::googletest, end, {});
  made.green = false;
  reading.caveats.add(Caveat::cut_off);
}

}  // namespace warrant::evidence
