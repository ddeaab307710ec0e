#include "warrant/evidence/evidence.hpp"
#include "warrant/evidence/plain.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace warrant::evidence {
namespace {

bool has(std::string_view line, std::string_view what) { return line.find(what) != std::string_view::npos; }
bool digit(char c) { return c >= '0' && c <= '9'; }
bool alnum(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return out;
}

/// Whether every step of a shell command only shows text: its output proves no run.
bool only_shows(std::string_view command) {
  constexpr std::array<std::string_view, 14> viewers{"cat", "head", "tail", "less",   "more", "grep", "rg",
                                                     "sed", "awk",  "echo", "printf", "nl",   "bat",  "git"};
  bool saw_viewer = false;
  while (!command.empty()) {
    const auto cut = command.find_first_of(";&|");
    auto step = command.substr(0, cut);
    const bool pipes_on = cut != std::string_view::npos && command[cut] == '|';
    step.remove_prefix(std::min(step.find_first_not_of(' '), step.size()));
    const auto name = step.substr(0, step.find_first_of(" \n"));
    if (std::ranges::find(viewers, name) != viewers.end()) {
      saw_viewer = true;
    } else if (!name.empty() && name != "cd" && name != "true") {
      return false;
    }
    if (cut == std::string_view::npos) break;
    command.remove_prefix(cut + 1);
    if (pipes_on && saw_viewer && has(command, "sh")) return false;
  }
  return saw_viewer;
}

/// "exit code: 1", "[exit 0]", "exited with code 2", "GO_TEST_EXIT=0".
void read_exit_code(std::string_view line, std::size_t offset, const Plain& plain, std::vector<Value>& into) {
  const std::string folded = lower(line);
  for (std::size_t at = folded.find("exit"); at != std::string::npos; at = folded.find("exit", at + 4)) {
    std::size_t i = at + 4;
    while (i < folded.size() && std::isalpha(static_cast<unsigned char>(folded[i]))) ++i;
    for (const std::string_view word : {" with", " code", " status", ":", "=", " "}) {
      if (std::string_view(folded).substr(i).starts_with(word)) i += word.size();
    }
    const auto number = number_at(line, i);
    if (number && number->span.begin == i) {
      into.push_back({.text = std::to_string(number->value),
                      .span = plain.original({offset + number->span.begin, offset + number->span.end}),
                      .announced = true});
    }
  }
}

void read_versions(std::string_view line, std::size_t offset, const Plain& plain, std::vector<Value>& into) {
  const std::string folded = lower(line);
  const bool announced = std::ranges::any_of(
      std::array<std::string_view, 7>{"version", "release", "tag", "publish", "bump", "deploy", "successfully"},
      [&](std::string_view word) { return has(folded, word); });
  for (std::size_t i = 0; i < line.size();) {
    if (!digit(line[i]) || (i > 0 && (digit(line[i - 1]) || line[i - 1] == '.'))) {
      ++i;
      continue;
    }
    std::size_t end = i;
    int dots = 0;
    while (end < line.size() &&
           (digit(line[end]) || (line[end] == '.' && end + 1 < line.size() && digit(line[end + 1])))) {
      dots += line[end] == '.' ? 1 : 0;
      ++end;
    }
    // A dot may not follow a letter unless the letter is the v of "v1.2.3".
    const bool joined = i > 0 && alnum(line[i - 1]) && line[i - 1] != 'v' && line[i - 1] != 'V';
    if (dots == 2 && !joined) {
      if (end + 1 < line.size() && line[end] == '-' && alnum(line[end + 1])) {
        ++end;
        while (end < line.size() &&
               (alnum(line[end]) || (line[end] == '.' && end + 1 < line.size() && alnum(line[end + 1]))))
          ++end;
      }
      into.push_back({.text = lower(line.substr(i, end - i)),
                      .span = plain.original({offset + i, offset + end}),
                      .announced = announced});
    }
    i = std::max(end, i + 1);
  }
}

void read_urls(std::string_view line, std::size_t offset, const Plain& plain, Evidence& into) {
  const std::string folded = lower(line);
  const bool deployed = has(folded, "deployed") || has(folded, "deployment") || has(folded, "production:") ||
                        has(folded, "live at") || has(folded, "website url");
  for (std::size_t at = folded.find("http"); at != std::string::npos; at = folded.find("http", at + 4)) {
    const auto rest = std::string_view(folded).substr(at);
    if (!rest.starts_with("http://") && !rest.starts_with("https://")) continue;
    std::size_t end = std::min(rest.find_first_of(" \t\"'<>`)]}*|"), rest.size());
    while (end > 0 && std::string_view(".,;:!?/").contains(rest[end - 1])) --end;
    if (deployed) into.anchors.deploy = true;
    into.urls.push_back({.text = std::string(line.substr(at, end)),
                         .span = plain.original({offset + at, offset + at + end}),
                         .announced = deployed});
  }
}

void move_to(Span& span, std::size_t offset, const Plain& plain) {
  span = plain.original({span.begin + offset, span.end + offset});
}

/// Adds a result to the run of its runner; a later command starts the run anew.
void add_result(TestResult found, std::vector<TestRun>& runs) {
  const auto same = std::ranges::find(runs, found.runner, &TestRun::runner);
  if (same == runs.end()) {
    runs.push_back({.runner = found.runner, .parts = {found}});
    return;
  }
  // pytest, unittest, jest, vitest and ctest print one total a run: a second one is a second run.
  const bool one_total = found.runner == Runner::pytest || found.runner == Runner::unittest ||
                         found.runner == Runner::jest || found.runner == Runner::vitest ||
                         found.runner == Runner::ctest;
  TestRun run = std::move(*same);
  runs.erase(same);
  if (one_total || run.parts.back().command != found.command) run.parts.clear();
  run.parts.push_back(found);
  runs.push_back(std::move(run));
}

/// What a runner inside another prints is a sub-total of the outer one.
void drop_inner_totals(std::vector<TestRun>& runs) {
  const auto outer = std::ranges::find(runs, Runner::ctest, &TestRun::runner);
  if (outer == runs.end()) return;
  const std::size_t command = outer->parts.back().command;
  std::erase_if(runs, [&](const TestRun& run) {
    return run.runner == Runner::googletest && run.parts.back().command == command;
  });
}

}  // namespace

namespace {

/// The sum over the parts, absent when one of them has no such number.
std::optional<long long> sum(const std::vector<TestResult>& parts, std::optional<Count> TestResult::* member) {
  long long total = 0;
  for (const auto& part : parts) {
    if (!(part.*member)) return std::nullopt;
    total += (part.*member)->value;
  }
  return total;
}

}  // namespace

std::optional<long long> TestRun::total() const { return sum(parts, &TestResult::total); }

std::optional<long long> TestRun::skipped() const {
  std::optional<long long> all;
  for (const auto& part : parts) {
    if (part.skipped) all = all.value_or(0) + part.skipped->value;
  }
  return all;
}

std::optional<long long> TestRun::passed() const { return sum(parts, &TestResult::passed); }

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

Evidence read_evidence(std::string_view output) {
  const Plain plain = strip_ansi(output);
  const std::string_view text = plain.text;
  Evidence found{.runs = {}, .exit_codes = {}, .versions = {}, .urls = {}, .anchors = {}, .only_shown = false};
  std::size_t command = 0;
  bool shows = false;
  bool summary_shown = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const auto line = text.substr(begin, end - begin);
    if (line.starts_with("$ ")) {
      ++command;
      shows = only_shows(line.substr(2));
      // A command is what was asked for, not what happened: nothing in it is a fact.
      begin = end + 1;
      continue;
    }
    if (auto result = read_result_line(line, text.substr(std::min(end + 1, text.size()), 200))) {
      result->command = command;
      if (result->passed) move_to(result->passed->span, begin, plain);
      move_to(result->failed.span, begin, plain);
      if (shows) {
        summary_shown = true;
      } else {
        add_result(*result, found.runs);
      }
    }
    read_exit_code(line, begin, plain, found.exit_codes);
    read_versions(line, begin, plain, found.versions);
    read_urls(line, begin, plain, found);
    begin = end + 1;
  }
  drop_inner_totals(found.runs);
  found.anchors.test_run = !found.runs.empty();
  found.only_shown = summary_shown && found.runs.empty();
  return found;
}

}  // namespace warrant::evidence
