// Runners whose tests are scenarios and steps: Behave, Cucumber, Robot Framework.
// Source: the lines as current releases of each runner print them.
#include "reading.hpp"

namespace warrant::evidence {
namespace {

/// "4 scenarios passed, 1 failed, 0 skipped"; Behave's lines of features and steps are no tests.
void behave(const Line& line, Reading& reading) {
  if (line.body.empty() || !is_digit(line.body.front())) return;
  auto passed = line.before("scenarios passed");
  if (!passed) passed = line.before("scenario passed");
  const auto failed = line.before("failed");
  if (!passed || !failed) return;
  reading.add(Runner::behave, line,
              {.passed = passed,
               .failed = failed,
               .errors = line.before("error"),
               .skipped = plus(line.before("skipped"), line.before("undefined"))});
}

/// "4 scenarios (1 failed, 3 passed)", "4 scenarios (4 passed)".
void cucumber(const Line& line, Reading& reading) {
  if (line.body.empty() || !is_digit(line.body.front()) || !line.body.ends_with(")")) return;
  auto total = line.before("scenarios (");
  if (!total) total = line.before("scenario (");
  if (!total) return;
  const auto passed = line.before("passed");
  auto& made =
      reading.add(Runner::cucumber, line,
                  {.passed = passed ? passed : Count{0, line.span()},
                   .failed = plus(line.before("failed"), line.before("ambiguous")),
                   .skipped = plus(line.before("skipped"), plus(line.before("pending"), line.before("undefined"))),
                   .total = total});
  // A step that nobody wrote fails a run in strict mode, the default.
  made.green = made.green && value(line.before("undefined")) + value(line.before("pending")) == 0;
}

/// "10 tests, 8 passed, 2 failed", also with skipped; one line a suite, the outermost last.
void robot(const Line& line, Reading& reading) {
  if (line.body.empty() || !is_digit(line.body.front())) return;
  auto total = line.before("tests, ");
  if (!total) total = line.before("test, ");
  const auto passed = line.before("passed, ");
  const auto failed = line.before("failed");
  if (!total || !passed || !failed || line.span(line.body).begin != total->span.begin) return;
  if (passed->value + failed->value + value(line.before("skipped")) != total->value) return;
  if (auto* inner = reading.last(Runner::robot))
    reading.results.erase(reading.results.begin() + (inner - reading.results.data()));
  reading.add(Runner::robot, line,
              {.passed = passed, .failed = failed, .skipped = line.before("skipped"), .total = total});
}

}  // namespace

std::vector<Row> scenario_runner_rows() {
  return {
      {" scenarios passed", Runner::behave, behave},
      {" scenario passed", Runner::behave, behave},
      {" scenarios (", Runner::cucumber, cucumber},
      {" scenario (", Runner::cucumber, cucumber},
      {"tests, 0", Runner::robot, robot},
      {"test, 0", Runner::robot, robot},
  };
}

}  // namespace warrant::evidence
