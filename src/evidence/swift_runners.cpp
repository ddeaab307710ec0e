// Summary lines of XCTest, Swift Testing and xcodebuild.
// Source: the lines as current releases of each runner print them.
#include "reading.hpp"

namespace warrant::evidence {
namespace {

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

}  // namespace

std::vector<Row> swift_runner_rows() {
  return {
      {"executed 0", Runner::swift, xctest},
      {"test suite '", Runner::swift, xctest_suite},
      {"test run with 0", Runner::swift, swift_testing},
      {"** test ", Runner::swift, xcodebuild},
  };
}

}  // namespace warrant::evidence
