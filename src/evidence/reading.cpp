#include "reading.hpp"

#include <algorithm>
#include <cctype>

namespace warrant::evidence {

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return out;
}

std::optional<Count> plus(std::optional<Count> one, const std::optional<Count>& other) {
  if (!one) return other;
  if (other) one->value += other->value;
  return one;
}

long long value(const std::optional<Count>& count) { return count ? count->value : 0; }

std::optional<Count> Line::before(std::string_view word) const {
  std::size_t from = 0;
  while (const auto number = number_at(text, from)) {
    const auto behind = text.substr(number->span.end);
    if (behind.starts_with(" ") && behind.substr(1).starts_with(word)) {
      return Count{number->value, {offset + number->span.begin, offset + number->span.end}};
    }
    from = number->span.end;
  }
  return std::nullopt;
}

std::optional<Count> Line::after(std::string_view label) const {
  for (std::size_t at = text.find(label); at != std::string_view::npos; at = text.find(label, at + 1)) {
    const auto number = number_at(text, at + label.size());
    if (!number) return std::nullopt;
    const auto gap = text.substr(at + label.size(), number->span.begin - at - label.size());
    if (gap.find_first_not_of(" \t") == std::string_view::npos) {
      return Count{number->value, {offset + number->span.begin, offset + number->span.end}};
    }
  }
  return std::nullopt;
}

std::optional<Count> Line::first(std::size_t from) const {
  const auto number = number_at(text, from);
  if (!number) return std::nullopt;
  return Count{number->value, {offset + number->span.begin, offset + number->span.end}};
}

std::optional<Count> leading_count(const Line& line, std::string_view word) {
  if (line.body.empty() || !is_digit(line.body.front())) return std::nullopt;
  const auto from = static_cast<std::size_t>(line.body.data() - line.text.data());
  const auto number = line.first(from);
  if (!number || number->span.begin != line.offset + from) return std::nullopt;
  const auto behind = line.text.substr(number->span.end - line.offset);
  if (!behind.starts_with(" ") || !behind.substr(1).starts_with(word)) return std::nullopt;
  const auto rest = behind.substr(1 + word.size());
  return rest.empty() || !is_word(rest.front()) ? number : std::nullopt;
}

bool ends_in_duration(std::string_view body) {
  const auto in = body.rfind(" in ");
  if (in == std::string_view::npos) return false;
  const auto duration = body.substr(in + 4);
  const auto unit = duration.find_first_not_of("0123456789.");
  return unit != 0 && unit != std::string_view::npos && duration[unit] == 's' &&
         (unit + 1 == duration.size() || duration[unit + 1] == ' ');
}

void Reading::Tally::note(const Line& line) {
  if (lines.empty()) lines = line.span();
  lines.end = line.span().end;
}

TestResult& Reading::add(Runner runner, const Line& line, const Counts& counts) {
  const auto whole = line.span();
  Count failed = counts.failed ? *counts.failed : counts.errors ? *counts.errors : Count{0, whole};
  failed.value = evidence::value(counts.failed) + evidence::value(counts.errors);
  auto passed = counts.passed;
  auto total = counts.total;
  const long long skipped = evidence::value(counts.skipped);
  if (!passed && total) passed = Count{std::max(0LL, total->value - failed.value - skipped), total->span};
  if (!total && passed) total = Count{passed->value + failed.value + skipped, whole};
  const bool empty = passed && passed->value == 0 && failed.value == 0;
  results.push_back({.runner = runner,
                     .command = command_,
                     .passed = passed,
                     .failed = failed,
                     .green = failed.value == 0,
                     .empty = empty,
                     .skipped = counts.skipped,
                     .total = total,
                     .suite = suite,
                     .line = whole});
  return results.back();
}

TestResult& Reading::add_tally(Runner runner, const Line& end, const Tally& tally) {
  const Span failed = tally.failed > 0 && !tally.first_failure.empty() ? tally.first_failure : tally.lines;
  auto& made = add(runner, end,
                   {.passed = Count{tally.passed, tally.lines},
                    .failed = Count{tally.failed, failed},
                    .skipped = tally.skipped > 0 ? std::optional(Count{tally.skipped, tally.lines}) : std::nullopt});
  made.line = tally.lines;
  made.total->span = tally.lines;
  return made;
}

TestResult* Reading::last(Runner runner) {
  const auto found =
      std::find_if(results.rbegin(), results.rend(), [&](const TestResult& r) { return r.runner == runner; });
  return found == results.rend() ? nullptr : &*found;
}

CheckResult& Reading::check(Runner runner, Activity activity, bool ok, const Line& line, std::optional<Count> errors,
                            std::optional<Count> warnings) {
  CheckResult made{.runner = runner,
                   .activity = activity,
                   .command = command_,
                   .ok = ok,
                   .errors = errors,
                   .warnings = warnings,
                   .span = line.span(),
                   .by_silence = false,
                   .caveats = {}};
  for (auto& old : checks) {
    if (old.runner == runner && old.activity == activity) return old = made;
  }
  checks.push_back(made);
  return checks.back();
}

CheckResult* Reading::last_check(Runner runner) {
  const auto found =
      std::find_if(checks.rbegin(), checks.rend(), [&](const CheckResult& c) { return c.runner == runner; });
  return found == checks.rend() ? nullptr : &*found;
}

void Reading::open_frame(Runner runner, bool again) {
  const auto old = std::ranges::find(frames_, runner, &Frame::runner);
  if (old == frames_.end()) {
    frames_.push_back({.runner = runner, .results = results.size(), .checks = checks.size()});
  } else if (again) {
    *old = {.runner = runner, .results = results.size(), .checks = checks.size()};
  }
}

void Reading::close_frame(Runner runner) {
  const auto frame = std::ranges::find(frames_, runner, &Frame::runner);
  if (frame == frames_.end()) return;
  const auto from = [](auto& list, std::size_t size) {
    return list.begin() + static_cast<std::ptrdiff_t>(std::min(size, list.size()));
  };
  results.erase(from(results, frame->results), results.end());
  checks.erase(from(checks, frame->checks), checks.end());
  frames_.erase(frame);
}

void Reading::mark_loose() { loose_.push_back(results.back().line.begin); }

void Reading::drop_loose(Runner runner) {
  std::erase_if(results, [&](const TestResult& result) {
    return result.runner == runner && std::ranges::find(loose_, result.line.begin) != loose_.end();
  });
}

Value Reading::value_of(std::string_view part, const Line& line, bool announced) const {
  return {.text = std::string(part), .span = line.span(part), .announced = announced, .command = command_};
}

}  // namespace warrant::evidence
