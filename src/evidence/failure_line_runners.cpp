// Runners that sum up in a line of failures: bats, ExUnit, RSpec, Minitest, Test::Unit, PHPUnit.
// Source: the lines as current releases of each runner print them.
#include "reading.hpp"

#include <algorithm>

namespace warrant::evidence {
namespace {

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

}  // namespace

std::vector<Row> failure_line_runner_rows() {
  return {
      {"running exunit", Runner::exunit, exunit_start},
      {"finished in ", Runner::exunit, finished_in},
      {"0 failure", Runner::bats, failures_line},
      {"by sebastian bergmann", Runner::phpunit, phpunit_start},
      {"ok (0", Runner::phpunit, phpunit},
      {"assertions: 0", Runner::phpunit, phpunit},
      {"no tests executed", Runner::phpunit, phpunit},
  };
}

}  // namespace warrant::evidence
