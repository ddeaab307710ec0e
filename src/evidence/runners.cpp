#include "warrant/evidence/evidence.hpp"
#include "warrant/evidence/plain.hpp"

#include <algorithm>
#include <array>

namespace warrant::evidence {
namespace {

bool has(std::string_view line, std::string_view what) { return line.find(what) != std::string_view::npos; }

std::string_view trimmed(std::string_view line) {
  const auto first = line.find_first_not_of(" \t=");
  return first == std::string_view::npos ? std::string_view{} : line.substr(first);
}

/// "12 failed": the number right before `word`.
std::optional<Count> before(std::string_view line, std::string_view word) {
  std::size_t from = 0;
  while (const auto number = number_at(line, from)) {
    const auto rest = line.substr(number->span.end);
    if (rest.starts_with(" ") && rest.substr(1).starts_with(word)) return Count{number->value, number->span};
    from = number->span.end;
  }
  return std::nullopt;
}

/// "Failed:  3": the number right after `label`.
std::optional<Count> after(std::string_view line, std::string_view label) {
  const auto at = line.find(label);
  if (at == std::string_view::npos) return std::nullopt;
  const auto number = number_at(line, at + label.size());
  if (!number) return std::nullopt;
  const auto gap = line.substr(at + label.size(), number->span.begin - at - label.size());
  if (gap.find_first_not_of(" \t") != std::string_view::npos) return std::nullopt;
  return Count{number->value, number->span};
}

long long value(const std::optional<Count>& count) { return count ? count->value : 0; }

Count printed_or_line(const std::optional<Count>& count, std::string_view line) {
  return count ? *count : Count{0, {0, line.size()}};
}

TestResult result(Runner runner, std::optional<Count> passed, Count failed) {
  const bool empty = passed && passed->value == 0 && failed.value == 0;
  return {
      .runner = runner, .command = 0, .passed = passed, .failed = failed, .green = failed.value == 0, .empty = empty};
}

std::optional<TestResult> pytest(std::string_view line) {
  const auto body = trimmed(line);
  if (has(body, "no tests ran in ")) return result(Runner::pytest, Count{0, {0, line.size()}}, {0, {0, line.size()}});
  // The summary ends in a duration: "5 passed, 1 failed in 0.12s".
  const auto in = line.rfind(" in ");
  if (in == std::string_view::npos || body.empty() || body.front() < '0' || body.front() > '9') return std::nullopt;
  const auto duration = line.substr(in + 4);
  const auto unit = duration.find_first_not_of("0123456789.");
  if (unit == 0 || unit == std::string_view::npos || duration[unit] != 's') return std::nullopt;
  const auto passed = before(line, "passed");
  const auto failed = before(line, "failed");
  const auto errors = before(line, "error");
  if (!passed && !failed && !errors) return std::nullopt;
  Count bad = printed_or_line(failed ? failed : errors, line);
  bad.value = value(failed) + value(errors);
  return result(Runner::pytest, passed ? passed : Count{0, {0, line.size()}}, bad);
}

std::optional<TestResult> unittest(std::string_view line, std::string_view next) {
  if (!line.starts_with("Ran ") || !has(line, " test") || !has(line, " in ")) return std::nullopt;
  const auto ran = number_at(line, 0);
  if (!ran) return std::nullopt;
  const auto verdict = next.substr(std::min(next.find_first_not_of(" \n"), next.size()));
  const auto verdict_line = verdict.substr(0, verdict.find('\n'));
  const bool ok = verdict_line.starts_with("OK");
  if (!ok && !verdict_line.starts_with("FAILED") && !verdict_line.starts_with("NO TESTS RAN")) return std::nullopt;
  const long long bad = value(after(verdict_line, "failures=")) + value(after(verdict_line, "errors="));
  const long long skipped = value(after(verdict_line, "skipped="));
  auto made =
      result(Runner::unittest, Count{std::max(0LL, ran->value - bad - skipped), ran->span}, {bad, {0, line.size()}});
  made.green = ok;
  return made;
}

std::optional<TestResult> jest(std::string_view line) {
  if (!line.starts_with("Tests:") || !has(line, " total")) return std::nullopt;
  const auto passed = before(line, "passed");
  return result(Runner::jest, passed ? passed : Count{0, {0, line.size()}},
                printed_or_line(before(line, "failed"), line));
}

std::optional<TestResult> vitest(std::string_view line) {
  const auto body = trimmed(line);
  if (!body.starts_with("Tests  ") || !body.ends_with(")")) return std::nullopt;
  const auto passed = before(line, "passed");
  const auto failed = before(line, "failed");
  if (!passed && !failed) return std::nullopt;
  return result(Runner::vitest, passed ? passed : Count{0, {0, line.size()}}, printed_or_line(failed, line));
}

std::optional<TestResult> go_package(std::string_view line) {
  const bool ok = line.starts_with("ok  \t");
  if (!ok && !line.starts_with("FAIL\t")) return std::nullopt;
  TestResult made = result(Runner::go, std::nullopt, {ok ? 0 : 1, {0, line.size()}});
  made.empty = has(line, "[no tests to run]");
  return made;
}

std::optional<TestResult> cargo(std::string_view line) {
  if (!line.starts_with("test result: ")) return std::nullopt;
  const auto passed = before(line, "passed");
  const auto failed = before(line, "failed");
  if (!passed || !failed) return std::nullopt;
  return result(Runner::cargo, passed, *failed);
}

std::optional<TestResult> ctest(std::string_view line) {
  const auto failed = before(line, "tests failed out of");
  const auto total = after(line, "failed out of");
  if (!has(line, "% tests passed") || !failed || !total) return std::nullopt;
  // The passed number is derived; it stands for the whole line.
  return result(Runner::ctest, Count{std::max(0LL, total->value - failed->value), {0, line.size()}}, *failed);
}

std::optional<TestResult> maven(std::string_view line) {
  const auto total = after(line, "Tests run:");
  const auto failures = after(line, "Failures:");
  const auto errors = after(line, "Errors:");
  // A line with a time is one class: a sub-total of the line below "Results:".
  if (!total || !failures || !errors || has(line, "Time elapsed")) return std::nullopt;
  const long long bad = failures->value + errors->value;
  const long long skipped = value(after(line, "Skipped:"));
  return result(Runner::maven, Count{std::max(0LL, total->value - bad - skipped), total->span}, {bad, failures->span});
}

std::optional<TestResult> dotnet(std::string_view line) {
  const auto body = trimmed(line);
  if (!body.starts_with("Passed!") && !body.starts_with("Failed!")) return std::nullopt;
  const auto failed = after(line, "Failed:");
  const auto passed = after(line, "Passed:");
  if (!failed || !passed) return std::nullopt;
  return result(Runner::dotnet, passed, *failed);
}

std::optional<TestResult> googletest(std::string_view line) {
  if (line.starts_with("[  PASSED  ] ")) {
    const auto passed = before(line, "test");
    if (!passed) return std::nullopt;
    return result(Runner::googletest, passed, {0, {0, line.size()}});
  }
  if (!line.starts_with("[  FAILED  ] ") || !has(line, "listed below")) return std::nullopt;
  const auto failed = before(line, "test");
  if (!failed) return std::nullopt;
  // Its passed number was the line before and is added there.
  auto made = result(Runner::googletest, Count{0, {0, line.size()}}, *failed);
  made.empty = false;
  return made;
}

}  // namespace

std::optional<TestResult> read_result_line(std::string_view line, std::string_view next) {
  if (auto found = unittest(line, next)) return found;
  constexpr std::array readers{pytest, jest, vitest, go_package, cargo, ctest, maven, dotnet, googletest};
  for (const auto reader : readers) {
    if (auto found = reader(line)) return found;
  }
  return std::nullopt;
}

}  // namespace warrant::evidence
