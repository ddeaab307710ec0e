#include "printed_status.hpp"

#include "reading.hpp"

#include <algorithm>
#include <array>

namespace warrant::evidence {
namespace {

/// Steps that only prepare the next one.
bool prepares(const Step& step) {
  constexpr std::array<std::string_view, 7> names{"cd", "export", "set", "source", ".", "pushd", "sleep"};
  return step.words.empty() || std::ranges::find(names, step.words.front()) != names.end();
}

std::size_t pipeline_begin(const std::vector<Step>& steps, std::size_t last) {
  while (last > 0 && steps[last - 1].link == Link::pipe) --last;
  return last;
}

constexpr std::array<std::string_view, 5> kStatus{"$?", "${PIPESTATUS[0]", "$PIPESTATUS", "${pipestatus[1]",
                                                  "$LASTEXITCODE"};

}  // namespace

std::optional<std::string> echoed_text(const std::vector<std::string>& words) {
  std::size_t i = 0;
  while (i < words.size() && (words[i] == "then" || words[i] == "{" || words[i] == "do")) ++i;
  if (i >= words.size() || (words[i] != "echo" && words[i] != "Write-Output" && words[i] != "Write-Host"))
    return std::nullopt;
  ++i;
  while (i < words.size() && (words[i] == "-n" || words[i] == "-e" || words[i] == "-ne")) ++i;
  std::string text;
  for (; i < words.size(); ++i) text += (text.empty() ? "" : " ") + words[i];
  return text;
}

std::optional<PrintedStatus> printed_status(const std::vector<Step>& steps, std::size_t at,
                                            const std::vector<std::vector<Activity>>& does, bool pipefail) {
  if (at == 0) return std::nullopt;
  const auto text = echoed_text(steps[at].words);
  if (!text || text->empty()) return std::nullopt;
  std::size_t mark = std::string::npos;
  std::string_view name;
  for (const auto status : kStatus) {
    if (const auto found = text->find(status); found < mark) mark = found, name = status;
  }
  const bool number = mark != std::string::npos;
  const auto before = std::string_view(*text).substr(0, mark);
  if (steps[at - 1].link != (number ? Link::then : Link::and_then)) return std::nullopt;
  if (before.find('$') != std::string_view::npos || before.find('`') != std::string_view::npos) return std::nullopt;

  PrintedStatus told{.activities = {}, .before = std::string(before), .number = number, .single = true};
  const bool of_first = number && name != "$?" && name != "$LASTEXITCODE";
  for (std::size_t last = at - 1;;) {
    const std::size_t first = pipeline_begin(steps, last);
    // Of a pipeline the shell tells the status of the last step.
    for (std::size_t i = first; i <= last; ++i) {
      if (pipefail || i == (of_first ? first : last))
        told.activities.insert(told.activities.end(), does[i].begin(), does[i].end());
      else if (!does[i].empty())
        told.masked = number && !of_first;
    }
    if (first == 0 || steps[first - 1].link != Link::and_then) break;
    last = first - 1;
    if (!prepares(steps[last])) told.single = false;
  }
  return told;
}

std::vector<ToldStatus> told_statuses(const std::vector<PrintedStatus>& printed, std::string_view output) {
  std::vector<ToldStatus> found;
  std::size_t from = 0;
  for (const auto& each : printed) {
    const auto label = trim(each.before);
    for (std::size_t begin = from; begin < output.size();) {
      const auto end = std::min(output.find('\n', begin), output.size());
      const auto line = trim(output.substr(begin, end - begin));
      const auto offset = static_cast<std::size_t>(line.data() - output.data());
      begin = end + 1;
      if (!each.number) {
        if (line != label) continue;
        found.push_back({&each, 0, {offset, offset + line.size()}});
        from = begin;
        break;
      }
      if (!line.starts_with(label)) continue;
      std::size_t digits = label.size();
      while (digits < line.size() && line[digits] == ' ') ++digits;
      std::size_t stop = digits;
      while (stop < line.size() && stop - digits < 4 && is_digit(line[stop])) ++stop;
      if (stop == digits || (label.empty() && stop != line.size())) continue;
      long long value = 0;
      for (const char c : line.substr(digits, stop - digits)) value = value * 10 + (c - '0');
      found.push_back({&each, value, {offset + digits, offset + stop}});
      from = begin;
      break;
    }
  }
  return found;
}

bool is_remark(std::string_view line) {
  return line.starts_with("npm warn ") || line.starts_with("npm WARN ") || line.starts_with("npm notice");
}

bool says_nothing(std::string_view output, std::string_view command, const std::vector<PrintedStatus>& printed) {
  const auto told = told_statuses(printed, output);
  const bool echoes = command.find("echo") != std::string_view::npos;
  for (std::size_t begin = 0; begin < output.size();) {
    const auto end = std::min(output.find('\n', begin), output.size());
    const auto line = trim(output.substr(begin, end - begin));
    const Span span{begin, end};
    begin = end + 1;
    if (line.empty() || line.starts_with("go: downloading ") || line.starts_with("Shell cwd was reset to ") ||
        line == "(no output)" || line == "(Bash completed with no output)")
      continue;
    if (is_remark(line)) continue;
    if (echoes && command.find(line) != std::string_view::npos) continue;
    // "$ biome check": what a task runner starts.
    if (line.starts_with("$ ") && line.find('|') == std::string_view::npos) continue;
    if (std::ranges::any_of(
            told, [&](const ToldStatus& each) { return span.begin <= each.span.begin && each.span.end <= span.end; }))
      continue;
    return false;
  }
  return true;
}

}  // namespace warrant::evidence
