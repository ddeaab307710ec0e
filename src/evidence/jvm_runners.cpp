// Summary lines of Maven, Gradle, sbt, ScalaTest, clojure.test and JUnit's console.
// Source: the lines as current releases of each runner print them.
#include "reading.hpp"

#include <algorithm>

namespace warrant::evidence {
namespace {

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
  if (task.ends_with("NO-SOURCE")) {
    auto& none = reading.add(Runner::gradle, line, {.passed = Count{0, line.span()}});
    none.suite = std::string(name);
    none.green = false;
    none.passed.reset();
    none.total.reset();
    return;
  }
  if (task.ends_with("UP-TO-DATE") || task.ends_with("FROM-CACHE")) reading.caveats.add(Caveat::cached);
  auto& made = reading.add(Runner::gradle, line, {});
  made.suite = std::string(name);
  made.passed.reset();
  made.total.reset();
  made.green = !task.ends_with("FAILED");
  if (!made.green) made.failed = {1, line.span()};
}

/// "No tests to run.", ":test NO-SOURCE": there is nothing that could have passed.
void maven_none(const Line& line, Reading& reading) {
  if (line.body.ends_with("No tests to run.")) reading.add(Runner::maven, line, {.passed = Count{0, line.span()}});
}

// --- Scala, Clojure, JUnit's own launchers ----------------------------------------------------

/// ScalaTest: "Tests: succeeded 11, failed 1, canceled 0, ignored 2, pending 1", behind sbt's "[info] ".
void scalatest(const Line& line, Reading& reading) {
  const auto passed = line.after("Tests: succeeded");
  const auto failed = line.after("failed");
  if (!passed || !failed) return;
  auto skipped = plus(line.after("canceled"), plus(line.after("ignored"), line.after("pending")));
  if (value(skipped) == 0) skipped.reset();
  reading.add(Runner::scalatest, line, {.passed = passed, .failed = failed, .skipped = skipped});
}

/// sbt's own line: "Passed: Total 12, Failed 0, Errors 0, Passed 12, Ignored 1".
void sbt(const Line& line, Reading& reading) {
  const auto total = line.after(": Total");
  const auto failed = line.after(", Failed");
  const auto passed = line.after(", Passed");
  if (!total || !failed || !passed) return;
  auto& made = reading.add(Runner::scalatest, line,
                           {.passed = passed,
                            .failed = failed,
                            .errors = line.after(", Errors"),
                            .skipped = plus(line.after(", Ignored"), line.after(", Skipped")),
                            .total = total});
  made.green = made.green && line.has("Passed: Total");
}

/// clojure.test: "Ran 10 tests containing 25 assertions." and below "1 failures, 0 errors.".
void clojure(const Line& line, Reading& reading) {
  if (line.body.starts_with("Ran ")) {
    reading.clojure_ran = line.before("test");
    return;
  }
  const auto failures = leading_count(line, "failures");
  if (!reading.clojure_ran || !failures || !line.body.ends_with("errors.")) return;
  auto& made = reading.add(Runner::clojure, line,
                           {.failed = failures, .errors = line.before("errors"), .total = reading.clojure_ran});
  // Assertions fail, not tests: how many tests passed is not said then.
  if (made.failed.value > 0) made.passed.reset();
  made.empty = reading.clojure_ran->value == 0;
  reading.clojure_ran.reset();
}

/// JUnit's console: "[        10 tests successful      ]", a line a number; "containers" are no tests.
void junit(const Line& line, Reading& reading) {
  if (!line.body.starts_with("[ ") || !line.body.ends_with("]")) return;
  const auto count = line.first();
  if (!count) return;
  if (line.has(" tests found ")) {
    reading.add(Runner::junit, line, {.passed = Count{0, line.span()}, .total = count});
    return;
  }
  auto* run = reading.last(Runner::junit);
  if (run == nullptr) return;
  if (line.has(" tests successful ")) run->passed = count;
  if (line.has(" tests failed ")) run->failed = *count;
  if (line.has(" tests skipped ") || line.has(" tests aborted ")) run->skipped = plus(count, run->skipped);
  run->green = run->failed.value == 0;
  run->empty = value(run->passed) == 0 && run->failed.value == 0;
  run->line.end = line.span().end;
}

}  // namespace

std::vector<Row> jvm_runner_rows() {
  return {
      {"t e s t s", Runner::maven, maven_start},       {"tests run:", Runner::maven, maven},
      {"no tests to run.", Runner::maven, maven_none}, {"tests: succeeded 0", Runner::scalatest, scalatest},
      {": total 0", Runner::scalatest, sbt},           {" containing 0", Runner::clojure, clojure},
      {" errors.", Runner::clojure, clojure},          {" tests found ", Runner::junit, junit},
      {" tests successful ", Runner::junit, junit},    {" tests failed ", Runner::junit, junit},
      {" tests skipped ", Runner::junit, junit},       {" tests aborted ", Runner::junit, junit},
      {" completed, 0", Runner::gradle, gradle_total}, {": executed 0", Runner::gradle, gradle_logger},
      {" passed", Runner::gradle, gradle_test},        {" failed", Runner::gradle, gradle_test},
      {" skipped", Runner::gradle, gradle_test},       {"> task :", Runner::gradle, gradle_task},
  };
}

void finish_jvm_runners(const Line& end, Reading& reading) {
  if (reading.gradle_tests.any()) {
    std::erase_if(reading.results, [](const TestResult& result) { return result.runner == Runner::gradle; });
    reading.add_tally(Runner::gradle, end, reading.gradle_tests);
  } else if (std::ranges::any_of(reading.results,
                                 [](const TestResult& r) { return r.runner == Runner::gradle && r.passed; })) {
    // The totals say more than the task lines.
    std::erase_if(reading.results, [](const TestResult& r) { return r.runner == Runner::gradle && !r.passed; });
  }
}

}  // namespace warrant::evidence
