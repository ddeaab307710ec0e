// Where a command line leaves what it prints, and which of such files another one shows.
#include "command_parts.hpp"
#include "reading.hpp"
#include "shell_words.hpp"

#include <algorithm>
#include <array>

namespace warrant::evidence {
namespace {

constexpr std::size_t kMaxLogs = 8;

std::string_view unquoted(std::string_view word) {
  while (!word.empty() && (word.front() == '"' || word.front() == '\'')) word.remove_prefix(1);
  while (!word.empty() && (word.back() == '"' || word.back() == '\'' || word.back() == ')')) word.remove_suffix(1);
  return word;
}

/// The word at the head of `text`.
std::string_view first_word(std::string_view text) {
  text = text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
  return unquoted(text.substr(0, text.find_first_of(" \t\n;&|<>")));
}

/// Of one command; what is written behind them is a text, and no log.
constexpr std::size_t kMostRedirections = 32;

/// Where the pipeline begins that ends at `end`: behind ";", "&&", "||" or the end of a line.
std::size_t pipeline_begin(std::string_view text, std::size_t end) {
  for (std::size_t i = end; i > 0; --i) {
    const char c = text[i - 1];
    const bool twice = i > 1 && text[i - 2] == c;
    if (c == ';' || c == '\n' || ((c == '&' || c == '|') && twice)) return i;
  }
  return 0;
}

void note(std::vector<Log>& logs, std::string_view path, std::string_view step) {
  for (const std::string_view head : {"nohup ", "( ", "("}) {
    step = trim(step);
    if (step.starts_with(head)) step.remove_prefix(head.size());
  }
  if (path.empty() || path == "/dev/null" || path.starts_with('&') || logs.size() >= kMaxLogs) return;
  if (!read_command(step).activities.empty()) logs.push_back({std::string(path), std::string(trim(step))});
}

/// "pytest -q > out.log 2>&1", "make test &> out.log", "npm test | tee -a out.log".
void by_redirection(std::string_view command, std::vector<Log>& logs) {
  std::size_t seen = 0;
  for (auto at = command.find('>'); at != std::string_view::npos && ++seen <= kMostRedirections;
       at = command.find('>', at + 1)) {
    auto rest = command.substr(at + 1);
    if (rest.starts_with('&') && rest.size() > 1 && is_digit(rest[1])) continue;
    while (rest.starts_with('>') || rest.starts_with('&') || rest.starts_with('|')) rest.remove_prefix(1), ++at;
    std::size_t end = std::min(at, command.find('>', pipeline_begin(command, at)));
    while (end > 0 &&
           (command[end - 1] == '&' || command[end - 1] == '1' || command[end - 1] == '2' || command[end - 1] == ' '))
      --end;
    const auto begin = pipeline_begin(command, end);
    note(logs, first_word(rest), command.substr(begin, end - begin));
  }
  for (auto at = command.find("| tee "); at != std::string_view::npos; at = command.find("| tee ", at + 1)) {
    auto rest = command.substr(at + 6);
    while (rest.starts_with("-a ") || rest.starts_with("-i ")) rest.remove_prefix(3);
    const auto begin = pipeline_begin(command, at);
    note(logs, first_word(rest), command.substr(begin, at - begin));
  }
}

}  // namespace

std::vector<Log> logs_written(std::string_view command, std::string_view output) {
  std::vector<Log> logs;
  constexpr std::size_t kMostCommand = 16U << 10U;
  if (command.size() <= kMostCommand) by_redirection(command, logs);
  // The agents' hosts keep what is too long to show, and what runs on, in a file that they name.
  constexpr std::size_t kHead = 600;
  const auto head = output.substr(0, kHead);
  for (const std::string_view label : {"Full output saved to: ", "Output is being written to: "}) {
    if (const auto at = head.find(label); at != std::string_view::npos) {
      auto path = head.substr(at + label.size());
      path = path.substr(0, path.find_first_of(" \n"));
      while (path.ends_with('.')) path.remove_suffix(1);
      note(logs, path, command);
    }
  }
  return logs;
}

std::vector<Look> looks_at(std::string_view command) {
  std::vector<Look> looks;
  constexpr std::size_t kMostCommand = 4U << 10U;
  const bool shows_any = std::ranges::any_of(
      std::array<std::string_view, 9>{"cat ", "tail ", "head ", "grep ", "rg ", "sed ", "less ", "awk ", "bat "},
      [&](std::string_view name) { return command.find(name) != std::string_view::npos; });
  if (!shows_any || command.size() > kMostCommand) return looks;
  const auto steps = part_command(command);
  for (std::size_t i = 0; i < steps.size() && looks.size() < kMaxLogs; ++i) {
    const auto words = unwrap(steps[i].words);
    if (words.size() < 2) continue;
    if (!one_of(base_name(words[0]), {"cat", "tail", "head", "grep", "egrep", "rg", "sed", "less", "awk", "bat"}))
      continue;
    if (i > 0 && steps[i - 1].link == Link::pipe) continue;
    std::string filter;
    for (std::size_t w = 0; w + 1 < words.size(); ++w) filter += (w > 0 ? " '" : "") + words[w] + (w > 0 ? "'" : "");
    for (std::size_t next = i; steps[next].link == Link::pipe && next + 1 < steps.size(); ++next) {
      filter += " |";
      for (const auto& word : steps[next + 1].words) filter += " '" + word + "'";
    }
    looks.push_back({words.back(), std::move(filter)});
  }
  return looks;
}

bool same_file(std::string_view a, std::string_view b) {
  const auto one = plain_path(a);
  const auto other = plain_path(b);
  const auto ends = [](std::string_view longer, std::string_view shorter) {
    return longer.size() > shorter.size() && longer.ends_with(shorter) &&
           longer[longer.size() - shorter.size() - 1] == '/';
  };
  return !one.empty() && (one == other || ends(one, other) || ends(other, one));
}

}  // namespace warrant::evidence
