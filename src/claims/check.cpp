#include "warrant/claims/check.hpp"

#include <algorithm>

namespace warrant::claims {
namespace {

using evidence::Evidence;

struct Finding {
  Status status;
  Reason reason;
  std::optional<Shown> shown;
};

Finding unbacked(Reason reason) { return {Status::unbacked, reason, std::nullopt}; }

Finding compared(bool equal, Shown shown) {
  return {equal ? Status::held : Status::broken, equal ? Reason::agrees : Reason::differs, std::move(shown)};
}

/// What keeps the output from speaking about tests at all.
std::optional<Reason> no_run(const Evidence& found) {
  if (found.runs.empty()) return found.only_shown ? Reason::only_shown : Reason::no_test_run;
  const auto empty = [](const evidence::TestRun& run) { return run.empty(); };
  if (std::ranges::all_of(found.runs, empty)) return Reason::empty_run;
  return std::nullopt;
}

Finding passed(const Claim& claim, const Evidence& found) {
  if (const auto reason = no_run(found)) return unbacked(*reason);
  std::optional<Shown> other;
  for (const auto& run : found.runs) {
    const auto sum = run.passed();
    if (!sum) continue;
    // A run of several programs is told by its sum or by its largest program.
    const auto largest =
        std::ranges::max_element(run.parts, {}, [](const evidence::TestResult& part) { return part.passed->value; });
    const Shown shown{std::to_string(*sum), largest->passed->span};
    if (claim.value == shown.value) return compared(true, shown);
    const Shown part{std::to_string(largest->passed->value), largest->passed->span};
    if (claim.value == part.value) return compared(true, part);
    other = shown;
  }
  if (!other) return unbacked(Reason::run_without_count);
  return compared(false, *other);
}

Finding failed(const Claim& claim, const Evidence& found) {
  if (const auto reason = no_run(found)) return unbacked(*reason);
  long long sum = 0;
  Span span = found.runs.back().parts.back().failed.span;
  bool counted = true;
  for (const auto& run : found.runs) {
    sum += run.failed();
    for (const auto& part : run.parts) {
      if (part.failed.value > 0) span = part.failed.span;
      if (!part.green && !part.passed) counted = false;
    }
  }
  // A runner without numbers tells none from some, not how many.
  if (!counted && claim.value != "0") return unbacked(Reason::run_without_count);
  return compared(claim.value == std::to_string(sum), {std::to_string(sum), span});
}

Finding green(const Claim&, const Evidence& found) {
  if (const auto reason = no_run(found)) return unbacked(*reason);
  for (const auto& run : found.runs) {
    for (const auto& part : run.parts) {
      if (!part.green) return compared(false, {"false", part.failed.span});
    }
  }
  return compared(true, {"true", found.runs.back().parts.back().failed.span});
}

std::string_view without_slashes(std::string_view url) {
  while (url.ends_with('/')) url.remove_suffix(1);
  return url;
}

Finding url(const Claim& claim, const Evidence& found) {
  const evidence::Value* other = nullptr;
  for (const auto& value : found.urls) {
    if (!value.announced) continue;
    if (without_slashes(value.text) == without_slashes(claim.value)) return compared(true, {value.text, value.span});
    other = &value;
  }
  if (other == nullptr) return unbacked(Reason::no_deploy);
  return compared(false, {other->text, other->span});
}

/// "1.2.3" and "1.2.4" name two versions of one thing; "1.2.3" and "7.0.1" need not.
bool same_line_of_versions(std::string_view a, std::string_view b) {
  return a.substr(0, a.rfind('.')) == b.substr(0, b.rfind('.'));
}

Finding version(const Claim& claim, const Evidence& found) {
  const evidence::Value* other = nullptr;
  for (const auto& value : found.versions) {
    if (value.text == claim.value) return compared(true, {value.text, value.span});
    if (value.announced || same_line_of_versions(value.text, claim.value)) other = &value;
  }
  if (other == nullptr) return unbacked(Reason::no_version);
  return compared(false, {other->text, other->span});
}

Finding exit_code(const Claim& claim, const Evidence& found) {
  if (found.exit_codes.empty()) return unbacked(Reason::no_exit_code);
  // A claim may speak of any of the commands; the last code stands for them when none agrees.
  for (const auto& code : found.exit_codes) {
    if (code.text == claim.value) return compared(true, {code.text, code.span});
  }
  return compared(false, {found.exit_codes.back().text, found.exit_codes.back().span});
}

struct Row {
  Field field;
  std::string_view name;
  Finding (*compare)(const Claim&, const Evidence&);
  double support_if_unbacked;
  Gate gate_if_unbacked;
};

/// One row a field: its name, how it is held against the output, and what an unbacked claim means.
/// A broken claim is always `retry`.
constexpr auto kTable = std::to_array<Row>({
    {Field::tests_passed, "tests_passed", passed, 0.15, Gate::retry},
    {Field::tests_failed, "tests_failed", failed, 0.15, Gate::retry},
    {Field::deploy_url, "deploy_url", url, 0.3, Gate::ask},
    {Field::version, "version", version, 0.3, Gate::retry},
    {Field::exit_code, "exit_code", exit_code, 0.2, Gate::retry},
    {Field::suite_green, "suite_green", green, 0.15, Gate::retry},
});

const Row& row_of(Field field) { return *std::ranges::find(kTable, field, &Row::field); }

constexpr double kSupportHeld = 0.98;
constexpr double kSupportBroken = 0.02;
constexpr int kMinutesUnbacked = 5;
constexpr int kMinutesBroken = 10;

}  // namespace

std::string_view to_string(Field field) noexcept { return row_of(field).name; }

Verdict decide(std::vector<Line> lines, evidence::Anchors anchors) {
  Verdict verdict{
      .lines = std::move(lines), .anchors = anchors, .support = 1.0, .gate = Gate::pass, .minutes_to_agree = 0};
  for (const auto& line : verdict.lines) {
    switch (line.status) {
      case Status::unclaimed: break;
      case Status::held: verdict.support = std::min(verdict.support, kSupportHeld); break;
      case Status::unbacked: {
        const Row& row = row_of(line.field);
        verdict.support = std::min(verdict.support, row.support_if_unbacked);
        if (verdict.gate != Gate::retry) verdict.gate = row.gate_if_unbacked;
        verdict.minutes_to_agree = std::max(verdict.minutes_to_agree, kMinutesUnbacked);
        break;
      }
      case Status::broken:
        verdict.support = std::min(verdict.support, kSupportBroken);
        verdict.gate = Gate::retry;
        verdict.minutes_to_agree = std::max(verdict.minutes_to_agree, kMinutesBroken);
        break;
    }
  }
  return verdict;
}

Verdict check(std::string_view said, std::string_view output) {
  const auto claims = read_claims(said);
  const auto found = evidence::read_evidence(output);
  std::vector<Line> lines;
  for (const auto& row : kTable) {
    const auto claim = std::ranges::find(claims, row.field, &Claim::field);
    if (claim == claims.end()) {
      lines.push_back({row.field, Status::unclaimed, Reason::not_stated, std::nullopt, std::nullopt});
      continue;
    }
    auto finding = row.compare(*claim, found);
    lines.push_back({row.field, finding.status, finding.reason, *claim, std::move(finding.shown)});
  }
  return decide(std::move(lines), found.anchors);
}

}  // namespace warrant::claims
