// What the parts of a run give together.
#include "warrant/evidence/evidence.hpp"

#include <algorithm>

namespace warrant::evidence {
namespace {

/// The sum over the parts, absent when one of them has no such number.
std::optional<long long> sum(const std::vector<TestResult>& parts, std::optional<Count> TestResult::* member) {
  long long all = 0;
  for (const auto& part : parts) {
    if (!(part.*member)) return std::nullopt;
    all += (part.*member)->value;
  }
  return all;
}

}  // namespace

std::optional<long long> TestRun::passed() const { return sum(parts, &TestResult::passed); }
std::optional<long long> TestRun::total() const { return sum(parts, &TestResult::total); }

std::optional<long long> TestRun::skipped() const {
  std::optional<long long> all;
  for (const auto& part : parts) {
    if (part.skipped) all = all.value_or(0) + part.skipped->value;
  }
  return all;
}

long long TestRun::failed() const {
  long long all = 0;
  for (const auto& part : parts) all += part.failed.value;
  return all;
}

bool TestRun::green() const {
  return !empty() && std::ranges::all_of(parts, [](const TestResult& part) { return part.green; });
}

bool TestRun::empty() const {
  return std::ranges::all_of(parts, [](const TestResult& part) { return part.empty; });
}

}  // namespace warrant::evidence
