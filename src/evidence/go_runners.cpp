// Summary lines of go test and gotestsum.
// Source: the lines as current releases of each runner print them.
#include "reading.hpp"

#include <algorithm>
#include <utility>

namespace warrant::evidence {
namespace {

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

// --- Ginkgo -----------------------------------------------------------------------------------

/// "Ran 10 of 12 Specs in 0.001 seconds" and below it "FAIL! -- 8 Passed | 2 Failed | 1 Pending | 1 Skipped".
void ginkgo(const Line& line, Reading& reading) {
  if (line.body.starts_with("Ran ")) {
    reading.specs = line.after("of");
    return;
  }
  if (line.body.find("FOCUSED") != std::string_view::npos) {
    if (reading.last(Runner::ginkgo) != nullptr) reading.caveats.add(Caveat::filtered);
    return;
  }
  const bool good = line.body.starts_with("SUCCESS! -- ");
  if (!good && !line.body.starts_with("FAIL! -- ") && !line.has(" Passed | ")) return;
  const auto passed = line.before("Passed");
  const auto failed = line.before("Failed");
  if (!passed || !failed) return;
  auto& made = reading.add(Runner::ginkgo, line,
                           {.passed = passed,
                            .failed = failed,
                            .skipped = plus(line.before("Pending"), line.before("Skipped")),
                            .total = reading.specs});
  made.green = good && made.green;
  reading.specs.reset();
}

}  // namespace

std::vector<Row> go_runner_rows() {
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
      {" specs in 0", Runner::ginkgo, ginkgo},
      {" spec in 0", Runner::ginkgo, ginkgo},
      {" passed | ", Runner::ginkgo, ginkgo},
      {"| focused", Runner::ginkgo, ginkgo},
  };
}

void finish_go_runners(const Line& end, Reading& reading) {
  reading.suite.clear();
  if (reading.go_json.any()) reading.add_tally(Runner::go, end, reading.go_json);
  if (reading.go_tests.any()) {
    // Tests without their package's line: `go test | grep`, or the end is missing.
    const bool whole = reading.go_verbose.lines.end > 0;
    reading.add_tally(Runner::go, end, reading.go_tests);
    auto& made = reading.results.back();
    if (reading.go_cases > 0) made.cases = Count{std::exchange(reading.go_cases, 0), made.line};
    if (!whole && reading.go_running) reading.caveats.add(Caveat::cut_off);
    if (!reading.go_running) {
      made.passed.reset();
      made.total.reset();
    }
  }
  if (!reading.go_untested.empty() && reading.results.empty()) {
    auto& made = reading.add(Runner::go, end, {});
    made.line = made.failed.span = reading.go_untested;
    made.empty = true;
  }
}

}  // namespace warrant::evidence
