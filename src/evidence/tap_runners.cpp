// Points and plans of the Test Anything Protocol, and the summaries printed below them: node:test, tape, prove.
// Source: the lines as current releases of each runner print them.
#include "reading.hpp"

#include <algorithm>

namespace warrant::evidence {
namespace {

/// "# pass 5", "ℹ pass 5": node:test and tape.
std::optional<Count> marked(const Line& line, std::string_view word) {
  auto body = line.body;
  if (body.starts_with("# ")) {
    body.remove_prefix(2);
  } else if (body.starts_with("\xe2\x84\xb9 ")) {
    body.remove_prefix(4);
  } else {
    return std::nullopt;
  }
  if (!body.starts_with(word)) return std::nullopt;
  const auto rest = trim(body.substr(word.size()));
  if (rest.empty() || !is_digit(rest.front())) return std::nullopt;
  return line.first(static_cast<std::size_t>(rest.data() - line.text.data()));
}

/// The latest "# tests" block; node:test's has more lines than the one of tape, AVA and Mocha.
TestResult* counted(Reading& reading) {
  if (reading.results.empty()) return nullptr;
  auto& last = reading.results.back();
  return last.runner == Runner::node_test || last.runner == Runner::tap ? &last : nullptr;
}

void node_tests(const Line& line, Reading& reading) {
  if (const auto total = marked(line, "tests ")) {
    reading.tap = {};
    reading.tap_plan.reset();
    const auto below = line.rest.substr(0, 200);
    const bool node = line.body.starts_with("\xe2\x84\xb9") || below.find("# cancelled ") != std::string_view::npos ||
                      below.find("# suites ") != std::string_view::npos ||
                      below.find("# pass") == std::string_view::npos;
    auto& made = reading.add(node ? Runner::node_test : Runner::tap, line, {.total = total});
    made.empty = total->value == 0;
  }
}

/// A summary whose "# tests" line was cut off begins with its passes, the failures right below.
bool headless_summary(const Line& line) {
  auto next = line.rest.starts_with('\n') ? line.rest.substr(1) : line.rest;
  next = next.substr(0, next.find('\n'));
  return marked(line, "pass ") && (next.starts_with("# fail ") || next.starts_with("\xe2\x84\xb9 fail "));
}

void node_counts(const Line& line, Reading& reading) {
  auto* run = counted(reading);
  if ((run == nullptr || (run->passed && !run->total)) && headless_summary(line))
    run = &reading.add(Runner::node_test, line, {});
  if (run == nullptr) return;
  if (const auto pass = marked(line, "pass ")) {
    run->passed = pass;
  } else if (const auto fail = marked(line, "fail ")) {
    run->failed = *fail;
    run->green = run->green && fail->value == 0;
  } else if (const auto cancelled = marked(line, "cancelled ")) {
    run->failed.value += cancelled->value;
    run->green = run->green && cancelled->value == 0;
  } else if (const auto skipped = marked(line, "skipped ")) {
    run->skipped = skipped;
  } else if (const auto todo = marked(line, "todo ")) {
    if (run->skipped) run->skipped->value += todo->value;
  } else {
    return;
  }
  run->line.end = line.span().end;
  run->empty = value(run->passed) == 0 && run->failed.value == 0;
}

void tap_point(const Line& line, Reading& reading) {
  auto text = line.text;
  const bool bad = text.starts_with("not ok ");
  if (!bad && !text.starts_with("ok ")) return;
  text.remove_prefix(bad ? 7 : 3);
  if (text.empty() || !is_digit(text.front())) return;
  const auto digits = text.find_first_not_of("0123456789");
  if (digits != std::string_view::npos && text[digits] != ' ') return;
  const auto folded = lower(text);
  const bool skip = folded.find("# skip") != std::string::npos;
  const bool todo = folded.find("# todo") != std::string::npos;
  reading.tap.note(line);
  if (skip || (bad && todo)) {
    ++reading.tap.skipped;
  } else if (bad) {
    if (reading.tap.failed++ == 0) reading.tap.first_failure = line.span();
  } else {
    ++reading.tap.passed;
  }
}

void flush_tap(const Line& line, Reading& reading) {
  if (!reading.tap.any()) return;
  auto& made = reading.add_tally(Runner::tap, line, reading.tap);
  if (reading.tap_plan) {
    const long long seen = reading.tap.passed + reading.tap.failed + reading.tap.skipped;
    // Fewer points than planned: it stopped early.
    if (seen < reading.tap_plan->value) {
      made.green = false;
      reading.caveats.add(Caveat::cut_off);
    }
    made.total = reading.tap_plan;
  }
  reading.tap = {};
  reading.tap_plan.reset();
}

void tap_plan(const Line& line, Reading& reading) {
  if (!line.text.starts_with("1..") || line.text.size() < 4 || !is_digit(line.text[3])) return;
  if (line.text == "1..0" || line.text.starts_with("1..0 ")) {
    flush_tap(line, reading);
    reading.add(Runner::tap, line, {.passed = Count{0, line.span()}});
    return;
  }
  // A plan at the head begins a new stream; one at the end closes the points before it.
  const auto plan = line.first(3);
  if (!plan) {
    if (const auto end = line.text.find_first_not_of("0123456789", 3);
        end == std::string_view::npos && line.text.size() < 12) {
      Count read{0, {line.offset + 3, line.offset + line.text.size()}};
      for (const char c : line.text.substr(3)) read.value = read.value * 10 + (c - '0');
      const long long seen = reading.tap.passed + reading.tap.failed + reading.tap.skipped;
      if (reading.tap_plan || (seen > 0 && seen != read.value)) flush_tap(line, reading);
      reading.tap_plan = read;
    }
  }
}

/// "Bail out!  no database": no more points come.
void bail_out(const Line& line, Reading& reading) {
  if (!line.text.starts_with("Bail out!")) return;
  reading.tap.note(line);
  if (reading.tap.failed++ == 0) reading.tap.first_failure = line.span();
}

/// "Failed 1/4 subtests"
void prove_failed(const Line& line, Reading& reading) {
  const auto failed = line.body.starts_with("Failed ") ? line.after("Failed") : std::nullopt;
  if (!failed) return;
  if (reading.prove_failed.failed == 0) reading.prove_failed.first_failure = failed->span;
  reading.prove_failed.failed += failed->value;
}

void prove(const Line& line, Reading& reading) {
  if (line.body.starts_with("Files=") && line.has("Tests=")) {
    const auto tests = line.after("Tests=");
    if (!tests) return;
    // It sums up the points above it, which -v prints.
    std::erase_if(reading.results, [](const TestResult& result) { return result.runner == Runner::tap; });
    reading.tap = {};
    reading.tap_plan.reset();
    auto& broken = reading.prove_failed;
    const auto failed = broken.failed > 0 ? std::optional(Count{broken.failed, broken.first_failure}) : std::nullopt;
    reading.add(Runner::tap, line, {.failed = failed, .total = tests});
    broken = {};
  } else if (line.body.starts_with("Result: ")) {
    auto* run = reading.last(Runner::tap);
    if (run == nullptr) return;
    run->green = line.body.starts_with("Result: PASS");
    if (line.body.starts_with("Result: FAIL") && run->failed.value == 0) run->failed = {1, line.span()};
  }
}

}  // namespace

std::vector<Row> tap_runner_rows() {
  return {
      {" tests ", Runner::node_test, node_tests},
      {" pass ", Runner::node_test, node_counts},
      {" fail ", Runner::node_test, node_counts},
      {" cancelled 0", Runner::node_test, node_counts},
      {" skipped 0", Runner::node_test, node_counts},
      {" todo 0", Runner::node_test, node_counts},
      {"ok 0", Runner::tap, tap_point},
      {"1..0", Runner::tap, tap_plan},
      {"bail out!", Runner::tap, bail_out},
      {"tests=0", Runner::tap, prove},
      {"result: ", Runner::tap, prove},
      {"failed 0", Runner::tap, prove_failed},
  };
}

void finish_tap_runners(const Line& end, Reading& reading) { flush_tap(end, reading); }

}  // namespace warrant::evidence
