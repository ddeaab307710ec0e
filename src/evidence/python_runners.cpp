// Summary lines of pytest and unittest.
// Source: the lines as current releases of each runner print them.
#include "reading.hpp"

#include <algorithm>

namespace warrant::evidence {
namespace {

std::string_view strip_rule(std::string_view body) {
  while (!body.empty() && (body.front() == '=' || body.front() == ' ')) body.remove_prefix(1);
  while (!body.empty() && (body.back() == '=' || body.back() == ' ')) body.remove_suffix(1);
  return body;
}

void pytest(const Line& line, Reading& reading) {
  const auto body = strip_rule(line.body);
  if (reading.pytest_captured && body.size() == line.body.size()) return;
  if (body.starts_with("no tests ran in ")) {
    reading.pytest_summed = true;
    reading.add(Runner::pytest, line, {.passed = Count{0, line.span()}});
    return;
  }
  if (body.empty() || !is_digit(body.front()) || !ends_in_duration(body)) return;
  if (body.find(" collected in ") != std::string_view::npos) {
    reading.caveats.add(Caveat::collect_only);
    reading.pytest_summed = true;
    return;
  }
  const auto passed = line.before("passed");
  const auto failed = line.before("failed");
  const auto errors = line.before("error");
  const auto skipped = line.before("skipped");
  const auto xfailed = line.before("xfailed");
  const auto xpassed = line.before("xpassed");
  const auto deselected = line.before("deselected");
  if (!passed && !failed && !errors && !skipped && !xfailed && !xpassed && !deselected) return;
  // What the project's own configuration leaves out is no choice of this run.
  const auto& command = reading.command();
  if (deselected && (command.text.empty() || !command.facts.selection.empty())) reading.caveats.add(Caveat::filtered);
  // A ruled line closes the session that a ruled line opened; with -q neither has a rule.
  if (body.size() != line.body.size()) reading.close_frame(Runner::pytest);
  reading.pytest_captured = false;
  reading.pytest_summed = true;
  auto& made = reading.add(
      Runner::pytest, line,
      {.passed = passed ? passed : Count{0, line.span()}, .failed = failed, .errors = errors, .skipped = skipped});
  // An expected failure neither passed nor failed, but it is one of the tests.
  made.total->value += value(xfailed) + value(xpassed);
  made.empty = made.passed->value == 0 && made.failed.value == 0 && value(xfailed) + value(xpassed) == 0;
}

void pytest_start(const Line& line, Reading& reading) {
  if (!line.has("= test session starts =") || reading.pytest_captured) return;
  reading.open_frame(Runner::pytest);
  reading.pytest_started = true;
  reading.pytest_summed = false;
  reading.dots = {};
}

/// "---- Captured stdout call ----": what a test printed, up to the next heading of pytest's own.
void pytest_captured(const Line& line, Reading& reading) {
  if (line.body.starts_with("---") && line.body.ends_with("---")) reading.pytest_captured = true;
}
void pytest_heading(const Line& line, Reading& reading) {
  const auto body = line.body;
  if (body.ends_with("____") || (body.ends_with("=====") && body.find(" in ") == std::string_view::npos)) {
    reading.pytest_captured = false;
  }
}

void pytest_progress(const Line& line, Reading& reading) {
  // "tests/test_a.py ..F.s   [ 50%]", or the letters alone with -q.
  const auto percent = line.text.rfind('[');
  if (percent == std::string_view::npos || !line.text.ends_with("%]")) return;
  auto letters = trim(line.text.substr(0, percent));
  if (const auto blank = letters.rfind(' '); blank != std::string_view::npos) letters.remove_prefix(blank + 1);
  if (letters.empty() || letters.find_first_not_of(".FEsxXR") != std::string_view::npos) return;
  if (reading.pytest_summed) return;
  reading.pytest_started = true;
  reading.dots.passed += std::ranges::count(letters, '.');
  reading.dots.failed += std::ranges::count(letters, 'F') + std::ranges::count(letters, 'E');
  reading.dots.skipped += std::ranges::count(letters, 's');
  reading.dots.note(line);
}

void pytest_broken(const Line& line, Reading& reading) {
  if (line.text.starts_with("INTERNALERROR>") || (line.body.starts_with("!!!") && line.has("KeyboardInterrupt")) ||
      (line.body.starts_with("!!!") && line.has("Exit: ")))
    reading.caveats.add(Caveat::cut_off);
}

void unittest(const Line& line, Reading& reading) {
  if (!line.body.starts_with("Ran ") || !line.has(" test") || !line.has(" in ")) return;
  const auto ran = line.first();
  if (!ran) return;
  // The verdict stands below, behind an empty line.
  auto next = line.rest;
  std::size_t skipped_bytes = 0;
  while (!next.empty() && (next.front() == '\n' || next.front() == ' ' || next.front() == '\r')) {
    next.remove_prefix(1);
    ++skipped_bytes;
  }
  const auto verdict_text = next.substr(0, next.find('\n'));
  const Line verdict{.text = verdict_text,
                     .body = verdict_text,
                     .offset = std::min(line.offset + line.text.size() + 1, line.span().end + 1) + skipped_bytes,
                     .rest = {}};
  const bool ok = verdict_text.starts_with("OK");
  if (!ok && !verdict_text.starts_with("FAILED") && !verdict_text.starts_with("NO TESTS RAN")) return;
  // "(failures=1, expected failures=2, unexpected successes=1)"
  const auto noted = [&](const std::string& label) {
    const auto first = verdict.after("(" + label);
    return first ? first : verdict.after(", " + label);
  };
  auto failures = noted("failures=");
  if (const auto unexpected = noted("unexpected successes=")) {
    if (failures)
      failures->value += unexpected->value;
    else
      failures = unexpected;
  }
  const auto errors = noted("errors=");
  const auto skipped = noted("skipped=");
  const long long expected = value(noted("expected failures="));
  auto& made =
      reading.add(Runner::unittest, line, {.failed = failures, .errors = errors, .skipped = skipped, .total = ran});
  made.passed->value = std::max(0LL, made.passed->value - expected);
  made.empty = ran->value == value(skipped);
  made.green = ok && !made.empty;
  made.line.end = std::max(made.line.end, verdict.span().end);
}

}  // namespace

std::vector<Row> python_runner_rows() {
  return {
      {" in 0", Runner::pytest, pytest},
      {"test session starts", Runner::pytest, pytest_start},
      {"%]", Runner::pytest, pytest_progress},
      {"internalerror>", Runner::pytest, pytest_broken},
      {"keyboardinterrupt !", Runner::pytest, pytest_broken},
      {"! _pytest.outcomes.exit:", Runner::pytest, pytest_broken},
      {"- captured ", Runner::pytest, pytest_captured},
      {"____", Runner::pytest, pytest_heading},
      {"=====", Runner::pytest, pytest_heading},
      {"ran 0", Runner::unittest, unittest},
  };
}

void finish_python_runners(const Line& end, Reading& reading) {
  if (!reading.pytest_started || reading.pytest_summed || reading.last(Runner::pytest) != nullptr) return;
  // Progress without a summary: -qq, or the end is missing.
  if (reading.dots.any()) {
    reading.add_tally(Runner::pytest, end, reading.dots);
    return;
  }
  auto& made = reading.add(Runner::pytest, end, {});
  made.green = false;
  reading.caveats.add(Caveat::cut_off);
}

}  // namespace warrant::evidence
