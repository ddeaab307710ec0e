#include "lines.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace warrant::language {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string_view without_indent(std::string_view line) {
  const std::size_t at = line.find_first_not_of(" \t");
  return at == std::string_view::npos ? std::string_view{} : line.substr(at);
}

bool starts_with_any(std::string_view line, std::initializer_list<std::string_view> starts) {
  return std::ranges::any_of(starts, [&](std::string_view start) { return line.starts_with(start); });
}

/// "2024-05-01", "[12:30:01]", "12:30:01.123 ": how logs begin a line.
bool starts_with_time(std::string_view line) {
  if (line.starts_with('[')) line.remove_prefix(1);
  std::string shape;
  for (const char c : line.substr(0, 10)) shape += is_digit(c) ? '0' : c;
  return shape.starts_with("0000-00-00") || shape.starts_with("0000/00/00") || shape.starts_with("00:00:00") ||
         shape.starts_with("00:00]");
}

/// "INFO delete", "[error] …", "ERROR: …": a level in the place where a log has it.
bool starts_with_level(std::string_view line, const Lexicon& lexicon) {
  static constexpr std::array<std::string_view, 12> kLevels{
      "INFO", "DEBUG", "WARN", "WARNING", "ERROR", "FATAL", "TRACE", "CRITICAL", "SEVERE", "NOTICE", "PANIC", "FAILED"};
  const bool bracket = line.starts_with('[');
  if (bracket) line.remove_prefix(1);
  for (const std::string_view level : kLevels) {
    if (line.size() <= level.size()) continue;
    const std::string_view head = line.substr(0, level.size());
    const bool same = std::ranges::equal(head, level, [](char a, char b) { return (a & ~0x20) == b; });
    const char next = line[level.size()];
    if (!same) continue;
    // "DEBUG in settings.py should be off" is a sentence.
    const std::string_view rest = line.substr(level.size() + 1);
    const Entry* word = next == ' ' ? lexicon.find(fold_case(rest.substr(0, rest.find(' ')))) : nullptr;
    if (!bracket && word != nullptr &&
        (word->is(Class::in) || word->is(Class::obliged) || word->is(Class::auxiliary) || word->is(Class::infinitive)))
      return false;
    if (bracket ? next == ']' : (head == level && (next == ':' || next == ' ' || next == '\t'))) return true;
  }
  return false;
}

/// "npm WARN deprecated …", "web.1 ERROR …": a level in capitals behind a name in small letters.
bool has_level(std::string_view line) {
  const std::size_t space = line.find(' ');
  if (space > 24 || (line[0] >= 'A' && line[0] <= 'Z')) return false;
  const std::string_view rest = line.substr(space + 1);
  return starts_with_any(rest, {"[warn] ", "[error] ", "[emerg] ", "[notice] ", "[crit] ", "[info] ", "WARN ", "WARN:",
                                "ERR!", "ERROR ", "ERROR:", "INFO ", "WARNING ", "WARNING:", "FATAL ", "notice "});
}

/// "// remove this": a comment out of a program, and what is marked there as still to be done.
bool is_comment(std::string_view line) {
  return starts_with_any(line, {"// ",
                                "//TO"
                                "DO",
                                "/* ", "/** ",
                                "% TO"
                                "DO",
                                "# TO"
                                "DO",
                                "# FIX"
                                "ME",
                                "#TO"
                                "DO",
                                "-- TO"
                                "DO",
                                "; TO"
                                "DO"});
}

/// "commit 9fceb02…", "Author: …": how a history begins.
bool is_history(std::string_view line) {
  if (line.starts_with("Author: ") || line.starts_with("Date:   ")) return true;
  if (!line.starts_with("commit ")) return false;
  const std::string_view hash = line.substr(7, line.find(' ', 7) - 7);
  return hash.size() >= 7 && hash.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

namespace {

/// "src/a.c:12:5", "app/a.rb:12:in": a place with more than its line, as only tools write it; "  12:5  error …" too.
bool is_place_of_tool(std::string_view line) {
  const std::size_t name = line.find(':');
  if (name == std::string_view::npos || name == 0 || line.substr(0, name).find(' ') != std::string_view::npos)
    return false;
  const auto number = [&](std::size_t from) {
    std::size_t end = from;
    while (end < line.size() && is_digit(line[end])) ++end;
    return end;
  };
  const std::size_t end = number(name + 1);
  if (end == name + 1) return false;
  const bool numbers = line.substr(0, name).find_first_not_of("0123456789") == std::string_view::npos;
  if (numbers) return starts_with_any(without_indent(line.substr(end)), {"error ", "warning "}) && end < line.size();
  if (line.substr(0, name).find('.') == std::string_view::npos || end >= line.size() || line[end] != ':') return false;
  return number(end + 1) > end + 1 || line.substr(end + 1).starts_with("in ");
}

}  // namespace

/// "TypeError: …", "java.lang.IllegalStateException: …", "src/a.c:12:5: error: …".
bool is_diagnostic(std::string_view line) {
  if (is_place_of_tool(line)) return true;
  const std::size_t space = std::min(line.find(' '), line.size());
  const std::string_view head = line.substr(0, space);
  if (head.size() > 6 && head.ends_with(':')) {
    const std::string_view name = head.substr(0, head.size() - 1);
    if (name.ends_with("Error") || name.ends_with("Exception") || name.ends_with("Warning")) return true;
    const std::size_t colon = name.find(':');
    if (colon != std::string_view::npos && colon + 1 < name.size() && is_digit(name[colon + 1]) &&
        name.find('.') < colon && starts_with_any(line.substr(space), {" error", " warning", " fatal", " note"}))
      return true;
    // "src/a.ts(14,7): error TS2322: …"
    if (name.ends_with(')') && name.find('.') < name.find('(') &&
        starts_with_any(line.substr(space), {" error", " warning", " fatal", " note"}))
      return true;
  }
  return false;
}

bool is_trace(std::string_view raw) {
  const std::string_view line = without_indent(raw);
  if (starts_with_any(line, {"Traceback (most recent",
                             "File \"",
                             "at java.",
                             "Caused by: ",
                             "npm ERR!",
                             "E   ",
                             "panicked at",
                             "thread '",
                             "goroutine ",
                             "error[E",
                             "--> ",
                             "FAILED tests/",
                             "FAIL: ",
                             "FAIL tests",
                             "Exception in thread",
                             "Segmentation fault",
                             "AssertionError",
                             "undefined reference",
                             "Process finished",
                             "make: ***",
                             "make[",
                             ">>> ",
                             "$ ",
                             "PS C:",
                             "fatal: ",
                             "error: ",
                             "Error: ",
                             "warning: ",
                             "Warning: ",
                             "ld: ",
                             "collect2: ",
                             "TASK [",
                             "PLAY [",
                             "fatal: [",
                             "changed: [",
                             "ok: [",
                             "== ",
                             "=== ",
                             "---- ",
                             "panic: ",
                             "runtime error: ",
                             "fatal error: ",
                             "Fatal error: ",
                             "PHP Fatal error",
                             "PHP Warning",
                             "Stack trace:",
                             "stack traceback:",
                             "Uncaught ",
                             "Unhandled ",
                             "terminate called",
                             "ERROR in ",
                             "Error response from",
                             "note: ",
                             "help: ",
                             "│ ",
                             "╷",
                             "✖ ",
                             "✘ ",
                             "× ",
                             "● ",
                             "FAIL  ",
                             "FAILED: ",
                             "Module not found",
                             "Segfault",
                             "warn: ",
                             "error TS"}))
    return true;
  // "In deploy.sh line 14:"
  if (line.starts_with("In ") && line.ends_with(':') && line.find(" line ") != std::string_view::npos) return true;
  // "at foo.bar(Baz.java:12)"
  return line.starts_with("at ") && line.find('(') != std::string_view::npos && line.ends_with(')');
}

bool is_diff(std::string_view line) {
  return starts_with_any(line, {"diff --git ", "--- a/", "+++ b/", "@@ -", "--- /dev", "+++ /dev", "Index: "});
}
bool continues_diff(std::string_view line) {
  return is_diff(line) || starts_with_any(line, {"+", "-", " ", "\\ No newline", "index ", "new file mode",
                                                 "deleted file mode", "similarity index", "rename from", "rename to"});
}

bool is_agent_speaker(std::string_view name) {
  static constexpr std::array<std::string_view, 15> kSpeakers{
      "user",      "assistant", "human",  "system", "ai",       "bot",   "agent",   "tool",
      "developer", "chatgpt",   "claude", "gpt",    "customer", "model", "function"};
  std::string folded;
  for (const char c : name)
    if (is_letter(c)) folded += static_cast<char>(c | 0x20);
  return std::ranges::find(kSpeakers, folded) != kSpeakers.end();
}

/// The speaker of a transcript line: "User: …", "<alice> …", "Assistant: …".
std::string_view speaker_of(std::string_view line) {
  if (line.starts_with('<')) {
    const std::size_t end = line.find('>');
    if (end != std::string_view::npos && end > 1 && end < 24 && end + 1 < line.size() && line[end + 1] == ' ' &&
        std::ranges::all_of(line.substr(1, end - 1), is_letter))
      return line.substr(0, end + 1);
    return {};
  }
  // "[system] …"
  if (const std::size_t end = line.find(']');
      line.starts_with('[') && end < 20 && is_agent_speaker(line.substr(1, end - 1)))
    return line.substr(1, end - 1);
  while (line.starts_with('*') || line.starts_with('#') || line.starts_with('[')) line.remove_prefix(1);
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon > 20) return {};
  const std::string_view name = line.substr(0, colon);
  if (!std::ranges::all_of(name, [](char c) { return is_letter(c) || c == ' ' || c == '*' || c == ']'; })) return {};
  if (colon + 1 < line.size() && !is_space(line[colon + 1]) && line[colon + 1] != '*') return {};
  return name;
}
/// "### Instruction", "### Response": the headings of a prompt.
bool is_prompt_heading(std::string_view line) {
  if (!line.starts_with("###")) return false;
  std::string folded;
  for (const char c : line.substr(0, 40))
    if (is_letter(c)) folded += static_cast<char>(c | 0x20);
  static constexpr std::array<std::string_view, 8> kHeadings{"instruction", "instructions", "response", "input",
                                                             "output",      "system",       "human",    "prompt"};
  return std::ranges::find(kHeadings, folded) != kHeadings.end() || is_agent_speaker(folded);
}

}  // namespace warrant::language
