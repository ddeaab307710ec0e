#include "sections.hpp"

#include "printed_status.hpp"
#include "reading.hpp"
#include "shell_words.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace warrant::evidence {
namespace {

constexpr std::size_t kMostSections = 64;
constexpr std::size_t kShortestLabel = 4;

/// A step that cannot be parted from its neighbours.
bool holds_together(const Step& step) {
  constexpr std::array<std::string_view, 14> words{"for",  "while", "until", "if", "elif", "else",   "then",
                                                   "case", "do",    "done",  "fi", "{",    "select", "function"};
  return step.words.empty() || std::ranges::find(words, step.words.front()) != words.end() ||
         step.link == Link::background || step.link == Link::or_else;
}

/// Where the first subshell begins; npos for none.
std::size_t first_subshell(std::string_view command) {
  for (auto at = command.find('('); at != std::string_view::npos; at = command.find('(', at + 1)) {
    const auto before = command.substr(0, at).find_last_not_of(" \t");
    if (before == std::string_view::npos || std::string_view(";&|\n").find(command[before]) != std::string_view::npos)
      return at;
  }
  return std::string_view::npos;
}

/// The line that a step announces the next ones with; nothing for other steps.
std::optional<std::string> label_of(const std::vector<Step>& steps, std::size_t i) {
  const bool piped = i > 0 && steps[i - 1].link == Link::pipe;
  if (piped || steps[i].link == Link::pipe) return std::nullopt;
  auto text = echoed_text(steps[i].words);
  if (!text || text->find_first_of("$`\n") != std::string::npos) return std::nullopt;
  const auto own = trim(*text);
  if (own.size() < kShortestLabel) return std::nullopt;
  return std::string(own);
}

/// Where the label stands as a line of its own, from `from` on.
std::optional<Span> find_line(std::string_view output, std::string_view label, std::size_t from) {
  for (auto at = output.find(label, from); at != std::string_view::npos; at = output.find(label, at + 1)) {
    const auto start = at == 0 ? 0 : output.rfind('\n', at - 1) + 1;
    const auto end = std::min(output.find('\n', at), output.size());
    if (trim(output.substr(start, end - start)) == label) return Span{start, end};
  }
  return std::nullopt;
}

std::string between(std::string_view command, std::size_t begin, std::size_t end) {
  auto part = command.substr(begin, end - begin);
  while (!part.empty() && std::string_view(" \t\r\n;&").find(part.back()) != std::string_view::npos)
    part.remove_suffix(1);
  return std::string(part);
}

}  // namespace

std::vector<Section> sections_of(std::string_view command, std::string_view output) {
  std::vector<Section> sections;
  if (command.find("echo ") == std::string_view::npos) return sections;
  const auto steps = part_command(command);
  const auto subshell = first_subshell(command);
  if (steps.size() < 3) return sections;
  std::size_t begin = 0;
  std::size_t from = 0;
  Span shown{0, 0};
  for (std::size_t i = 0; i < steps.size() && sections.size() < kMostSections; ++i) {
    if (holds_together(steps[i]) || steps[i].begin >= subshell) break;
    const auto label = label_of(steps, i);
    if (!label) continue;
    const auto line = find_line(output, *label, from);
    const bool follows = i > 0 && steps[i - 1].link == Link::and_then;
    // Behind "&&" it stands only where all before it ended well; elsewhere the output was cut.
    if (!line && follows) break;
    if (!line) return {};
    if (i > 0) {
      sections.push_back({between(command, begin, steps[i].begin), {shown.begin, line->begin}, follows});
      begin = steps[i].begin;
    }
    shown = *line;
    from = line->end;
  }
  if (sections.empty()) return sections;
  sections.push_back({between(command, begin, command.size()), {shown.begin, output.size()}, false});
  return sections;
}

}  // namespace warrant::evidence
