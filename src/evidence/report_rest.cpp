// What a pipe leaves of a test report: `go test ./... | grep -v "^ok"`, `… | grep -c FAIL`.
#include "report_rest.hpp"

#include "command_parts.hpp"
#include "printed_status.hpp"
#include "reading.hpp"
#include "shell_words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace warrant::evidence {
namespace {

constexpr std::size_t kMaxRest = 64U << 10U;

/// One `grep` of a pipe.
struct Filter {
  std::string pattern;
  bool inverted = false;
  bool counts = false;
};

std::optional<Filter> filter_of(Words words) {
  if (words.empty() || !one_of(base_name(words[0]), {"grep", "egrep", "fgrep", "rg", "ag"})) return std::nullopt;
  Filter filter;
  bool has_pattern = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (!word.starts_with('-') || word.size() == 1) {
      if (!has_pattern) filter.pattern = word;
      has_pattern = true;
      continue;
    }
    if (word.starts_with("--")) {
      filter.inverted = filter.inverted || word == "--invert-match";
      filter.counts = filter.counts || word == "--count";
      continue;
    }
    filter.inverted = filter.inverted || word.find('v') != std::string_view::npos;
    filter.counts = filter.counts || word.find('c') != std::string_view::npos;
    if (word.ends_with('e') && i + 1 < words.size()) {
      filter.pattern += (has_pattern ? "|" : "") + words[++i];
      has_pattern = true;
    }
  }
  return filter;
}

bool has_any(std::string_view text, std::span<const std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

constexpr auto kPassed = std::to_array<std::string_view>({"^ok", "pass", " 0 failed", "\xe2\x9c\x93", "\xe2\x9c\x94"});
constexpr auto kFailed = std::to_array<std::string_view>(
    {"fail", "error", "panic", "not ok", "broken", "\xe2\x9c\x97", "\xe2\x9c\x98", "\xc3\x97"});

/// What an inverted filter leaves out is what passed, and nothing that failed.
bool leaves_failures(const Filter& filter) {
  auto low = lower(filter.pattern);
  // " 0 failed" names none.
  for (auto at = low.find("0 failed"); at != std::string::npos; at = low.find("0 failed")) low.replace(at, 8, "pass");
  return filter.inverted && has_any(low, kPassed) && !has_any(low, kFailed);
}
bool picks_failures(const Filter& filter) {
  return !filter.inverted && has_any(lower(filter.pattern), kFailed) && !has_any(lower(filter.pattern), kPassed);
}

/// How the pipe behind a test step cuts its report.
struct Cut {
  bool picked = false;    ///< some lines were picked before
  bool inverted = false;  ///< only what did not pass is left
  bool failures = false;  ///< only what names a failure is left
  bool counts = false;    ///< a number is printed instead
};

Cut cut_of(const std::vector<Step>& steps, std::size_t test) {
  Cut cut;
  for (std::size_t i = test; i + 1 < steps.size() && steps[i].link == Link::pipe; ++i) {
    const auto words = unwrap(steps[i + 1].words);
    if (const auto filter = filter_of(words)) {
      if (leaves_failures(*filter))
        cut.inverted = true;
      else if (picks_failures(*filter))
        cut.failures = true;
      else
        cut.picked = cut.picked || !cut.inverted;
      cut.counts = cut.counts || filter->counts;
    } else if (!words.empty() && base_name(words[0]) == "wc") {
      cut.counts = true;
    }
  }
  return cut;
}

std::optional<long long> number_line(std::string_view line) {
  long long value = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
  return error == std::errc{} && end == line.data() + line.size() ? std::optional(value) : std::nullopt;
}

/// The lines that neither the command itself nor a package without tests accounts for.
std::vector<std::string_view> rest_lines(std::string_view printed, std::string_view command) {
  std::vector<std::string_view> rest;
  const auto facts = read_command(command);
  for (std::size_t begin = 0; begin < printed.size();) {
    const auto end = std::min(printed.find('\n', begin), printed.size());
    const auto line = trim(printed.substr(begin, end - begin));
    begin = end + 1;
    if (line.find("[no test files]") != std::string_view::npos ||
        line.find("no tests to run") != std::string_view::npos)
      continue;
    if (!line.empty() && !says_nothing(line, command, facts.printed)) rest.push_back(line);
  }
  return rest;
}

bool complains(std::string_view line) {
  constexpr auto kSigns = std::to_array<std::string_view>({"fail", "panic", "error", "cannot", "undefined",
                                                           "exit status", ".go:", ".rs:", "---", "not found",
                                                           "no required module", "[build", "denied", "could not"});
  return line.starts_with("# ") || has_any(lower(line), kSigns);
}

}  // namespace

ReportRest rest_of_report(std::string_view command, std::string_view printed) {
  if (command.find('|') == std::string_view::npos || printed.size() > kMaxRest) return ReportRest::whole;
  const auto steps = part_command(command);
  std::vector<Cut> cuts;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto found = activities_of(unwrap(steps[i].words));
    if (std::ranges::find(found, Activity::test) != found.end()) cuts.push_back(cut_of(steps, i));
  }
  if (cuts.empty() || std::ranges::none_of(cuts, [](const Cut& cut) { return cut.inverted || cut.failures; }))
    return ReportRest::whole;
  auto rest = rest_lines(printed, command);
  bool none_left = false;
  for (const auto& cut : cuts) {
    none_left = none_left || (cut.inverted && !cut.picked);
    if (!cut.counts) continue;
    const auto number = std::ranges::find_if(rest, [](std::string_view line) { return number_line(line).has_value(); });
    if (number == rest.end() || ((cut.inverted || cut.failures) && number_line(*number) > 0)) return ReportRest::whole;
    rest.erase(number);
  }
  // What steps beside it print is no complaint of a run.
  const bool quiet = none_left ? std::ranges::none_of(rest, complains) : rest.empty();
  if (!quiet) return ReportRest::whole;
  return none_left ? ReportRest::none_left : ReportRest::none_matched;
}

}  // namespace warrant::evidence
