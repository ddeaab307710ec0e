#include "output_lines.hpp"

#include "reading.hpp"

#include <algorithm>

namespace warrant::evidence {
namespace {

bool name_char(char c) { return is_word(c) || c == '-' || c == '.' || c == '/' || c == '@' || c == ':'; }

}  // namespace

std::string_view body_of(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  if (line.empty()) return line;
  const auto blanks_off = [](std::string_view rest) {
    return rest.substr(std::min(rest.find_first_not_of(" \t"), rest.size()));
  };
  if (line.front() == '[') {
    std::size_t i = 1;
    bool letters = false;
    while (i < line.size() && name_char(line[i]))
      letters = letters || (line[i] >= 'a' && line[i] <= 'z') || (line[i] >= 'A' && line[i] <= 'Z'), ++i;
    if (letters && line.substr(i).starts_with("] ")) return blanks_off(line.substr(i + 2));
    return line;
  }
  std::size_t i = 0;
  std::size_t colons = 0;
  std::size_t last_colon = 0;
  while (i < line.size() && name_char(line[i])) {
    if (line[i] == ':') ++colons, last_colon = i;
    ++i;
  }
  if (i == 0 || i >= line.size() || line[i] != ' ') return line;
  if (colons >= 2 && last_colon + 1 == i && !is_digit(line[line.find(':') + 1])) return blanks_off(line.substr(i));
  const auto rest = blanks_off(line.substr(i));
  const auto word = line.substr(0, i);
  if (rest.starts_with("| ") && word != "ok" && word != "FAILED") return blanks_off(rest.substr(2));
  if (word.find('/') != std::string_view::npos && word.find(':') == std::string_view::npos) {
    const auto task = rest.substr(0, rest.find(' '));
    if (task.size() > 1 && task.ends_with(":") && std::ranges::all_of(task, name_char) && !is_digit(task.front())) {
      return blanks_off(rest.substr(task.size()));
    }
  }
  return line;
}

std::size_t command_size(std::string_view text) {
  const auto line_end = [&](std::size_t from) { return std::min(text.find('\n', from), text.size()); };
  std::size_t end = line_end(0);
  if (const auto here = text.substr(0, end).find("<<"); here != std::string_view::npos) {
    auto mark = text.substr(here + 2, end - here - 2);
    mark.remove_prefix(std::min(mark.find_first_not_of("-'\" "), mark.size()));
    mark = mark.substr(0, mark.find_first_of("'\" \t;|&)>"));
    if (!mark.empty() && (is_word(mark.front()) && !is_digit(mark.front()))) {
      for (std::size_t at = end; at < text.size();) {
        const std::size_t next = line_end(at + 1);
        if (trim(text.substr(at + 1, next - at - 1)) == mark) return next;
        at = next;
      }
      return end;
    }
  }
  constexpr std::size_t kMaxLines = 400;
  std::size_t open_end = end;
  for (std::size_t lines = 0; lines < kMaxLines; ++lines) {
    const auto so_far = text.substr(0, open_end);
    char quote = '\0';
    for (std::size_t i = 0; i < so_far.size(); ++i) {
      if (so_far[i] == '\\' && quote != '\'') {
        ++i;
      } else if (quote == '\0' && (so_far[i] == '"' || (so_far[i] == '\'' && (i == 0 || !is_word(so_far[i - 1]))))) {
        quote = so_far[i];
      } else if (so_far[i] == quote) {
        quote = '\0';
      }
    }
    const auto tail = trim(so_far);
    const bool goes_on = tail.ends_with("\\") || tail.ends_with("&&") || tail.ends_with("|");
    if (quote == '\0' && !goes_on) return open_end;
    if (open_end >= text.size() || lines > 40) break;
    const std::size_t next = line_end(open_end + 1);
    if (text.substr(open_end + 1, 2) == "$ ") break;
    open_end = next;
  }
  return end;
}

std::optional<Count> exit_mark(std::string_view line, std::size_t offset) {
  if (!line.starts_with("[exit ") || !line.ends_with("]")) return std::nullopt;
  const auto number = number_at(line, 6);
  if (!number || number->span.begin != 6 || number->span.end + 1 != line.size()) return std::nullopt;
  return Count{number->value, {offset + number->span.begin, offset + number->span.end}};
}

}  // namespace warrant::evidence
