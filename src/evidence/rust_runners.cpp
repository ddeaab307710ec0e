// Summary lines of cargo test and nextest.
// Source: the lines as current releases of each runner print them.
#include "reading.hpp"

namespace warrant::evidence {
namespace {

/// "Running unittests src/lib.rs (target/debug/deps/a-1b2c)"; other programs run other things.
void cargo_program(const Line& line, Reading& reading) {
  const auto bracket = line.body.find('(');
  const auto binary = line.body.substr(std::min(bracket, line.body.size()));
  if (line.body.starts_with("Running ") && binary.find_first_of("/\\") != std::string_view::npos) {
    reading.suite = std::string(trim(line.body.substr(8, bracket - 8)));
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
  auto failed = plus(line.before("failed"), line.before("timed out"));
  failed = plus(failed, line.before("exec failed"));
  auto& made =
      reading.add(Runner::nextest, line, {.passed = passed, .failed = failed, .skipped = line.before("skipped")});
  if (total) made.total = total;
  if (stopped) reading.caveats.add(Caveat::cut_off);
}

}  // namespace

std::vector<Row> rust_runner_rows() {
  return {
      {"running ", Runner::cargo, cargo_program}, {"doc-tests ", Runner::cargo, cargo_program},
      {"running 0", Runner::cargo, cargo_head},   {"test result: ", Runner::cargo, cargo},
      {"summary [", Runner::nextest, nextest},
  };
}

void finish_rust_runners(const Line& end, Reading& reading) {
  if (!reading.cargo_started || reading.command().facts.caveats.has(Caveat::collect_only)) return;
  auto& made = reading.add(Runner::cargo, end, {});
  made.green = false;
  reading.caveats.add(Caveat::cut_off);
}

}  // namespace warrant::evidence
