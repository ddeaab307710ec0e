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

/// Parallel runs print a line for each process and one for all: the last holds those before it.
void drop_summed_up(Runner runner, const TestResult& last, Reading& reading) {
  long long total = 0;
  long long failed = 0;
  std::size_t parts = 0;
  for (const auto& result : reading.results) {
    if (result.runner != runner || &result == &last) continue;
    total += value(result.total);
    failed += result.failed.value;
    ++parts;
  }
  if (parts < 2 || total != value(last.total) || failed != last.failed.value) return;
  const auto line = last.line;
  std::erase_if(reading.results,
                [&](const TestResult& result) { return result.runner == runner && result.line.begin != line.begin; });
}

/// RSpec's JSON: its summary holds the counts by name.
void rspec_json(const Line& line, Reading& reading) {
  const auto total = line.after("\"example_count\":");
  const auto failed = line.after("\"failure_count\":");
  if (!total || !failed) return;
  reading.add(Runner::rspec, line,
              {.failed = failed,
               .errors = line.after("\"errors_outside_of_examples_count\":"),
               .skipped = line.after("\"pending_count\":"),
               .total = total});
  reading.unit_finished_in = false;
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
    drop_summed_up(Runner::rspec, reading.results.back(), reading);
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
  for (const std::string_view also : {"doctest", "propert"}) {
    if (const auto more = line.before(also)) total = Count{total->value + more->value, line.span()};
  }
  auto skipped = line.before("skipped");
  // Invalid: what sets the tests up failed, so they did not run.
  const auto invalid = line.before("invalid");
  const auto excluded = line.before("excluded");
  if (value(excluded) > 0) reading.caveats.add(Caveat::filtered);
  reading.tap = {};
  if (reading.unit_finished_in) reading.close_frame(Runner::exunit);
  auto& made = reading.add(reading.unit_finished_in ? Runner::exunit : Runner::bats, line,
                           {.failed = failures, .errors = plus(errors, invalid), .skipped = skipped, .total = total});
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
      {"\"example_count\":", Runner::rspec, rspec_json},
      {"0 failure", Runner::bats, failures_line},
      {"by sebastian bergmann", Runner::phpunit, phpunit_start},
      {"ok (0", Runner::phpunit, phpunit},
      {"assertions: 0", Runner::phpunit, phpunit},
      {"no tests executed", Runner::phpunit, phpunit},
  };
}

}  // namespace warrant::evidence
