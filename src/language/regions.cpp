#include "warrant/language/language.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>
#include <array>
#include <cstring>

namespace warrant::language {
namespace {

constexpr std::size_t kTagReach = 20'000;
constexpr int kTagSearches = 64;
constexpr std::size_t kQuoteReach = 2'000;
constexpr std::size_t kLongestHeading = 120;
constexpr std::size_t kLongestRuled = 200;  ///< lines between two rules

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

/// "TypeError: …", "java.lang.IllegalStateException: …", "src/a.c:12:5: error: …".
bool is_diagnostic(std::string_view line) {
  const std::size_t space = std::min(line.find(' '), line.size());
  const std::string_view head = line.substr(0, space);
  if (head.size() > 6 && head.ends_with(':')) {
    const std::string_view name = head.substr(0, head.size() - 1);
    if (name.ends_with("Error") || name.ends_with("Exception") || name.ends_with("Warning")) return true;
    const std::size_t colon = name.find(':');
    if (colon != std::string_view::npos && colon + 1 < name.size() && is_digit(name[colon + 1]) &&
        name.find('.') < colon && starts_with_any(line.substr(space), {" error", " warning", " fatal", " note"}))
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
                             "  --> ",
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
                             "---- "}))
    return true;
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

struct Line {
  Span span;  ///< without the line break
  std::string_view text;
};
std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  std::size_t at = 0;
  while (at <= text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back({{at, end}, text.substr(at, end - at)});
    at = end + 1;
  }
  return lines;
}

class Finder {
 public:
  Finder(std::string_view text, const Lexicon& lexicon) : text_(text), lexicon_(lexicon) {}

  std::vector<Region> find() {
    if (text_.find('\n') != std::string_view::npos || !text_.empty()) find_lines();
    std::vector<Region> lines = std::move(found_);
    found_.clear();
    std::size_t at = 0;
    for (const Region& region : lines) {
      find_inline({at, region.span.begin});
      found_.push_back(region);
      at = region.span.end;
    }
    find_inline({at, text_.size()});
    return std::move(found_);
  }

 private:
  void add(Region::Kind kind, Span span, Span inner) {
    if (!found_.empty() && kind == Region::Kind::foreign && found_.back().kind == kind &&
        found_.back().span.end + 1 >= span.begin) {
      found_.back().span.end = span.end;
      found_.back().inner.end = inner.end;
      return;
    }
    found_.push_back({kind, span, inner});
  }

  void find_lines() {
    const std::vector<Line> lines = lines_of(text_);
    const auto speakers = std::ranges::count_if(lines, [](const Line& line) {
      const std::string_view name = speaker_of(without_indent(line.text));
      return !name.empty() && name.front() >= 'A' && name.front() <= 'Z' && name.find(' ') == std::string_view::npos;
    });
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string_view line = without_indent(lines[i].text);
      if (is_mail(lines, i)) {
        add(Region::Kind::foreign, {lines[i].span.begin, text_.size()}, {lines[i].span.begin, text_.size()});
        return;
      }
      if (const std::size_t last = cited_under(lines, i); last > i) {
        add(Region::Kind::foreign, {lines[i + 1].span.begin, lines[last].span.end},
            {lines[i + 1].span.begin, lines[last].span.end});
        i = last;
        continue;
      }
      if (const std::size_t close = letter_end(lines, i); close > i) {
        add(Region::Kind::foreign, {lines[i].span.begin, lines[close].span.end},
            {lines[i].span.begin, lines[close].span.end});
        i = close;
        continue;
      }
      if (const std::size_t close = ruled_off(lines, i); close > i) {
        add(Region::Kind::foreign, {lines[i].span.begin, lines[close].span.end},
            {lines[i].span.begin, lines[close].span.end});
        i = close;
        continue;
      }
      if (line.starts_with("```") || line.starts_with("~~~")) {
        i = fence(lines, i, line.substr(0, 3));
        continue;
      }
      if (is_diff(line)) {
        const std::size_t first = i;
        while (i + 1 < lines.size() && !lines[i + 1].text.empty() && continues_diff(lines[i + 1].text)) ++i;
        add(Region::Kind::foreign, {lines[first].span.begin, lines[i].span.end},
            {lines[first].span.begin, lines[i].span.end});
        continue;
      }
      const std::string_view speaker = speaker_of(line);
      const bool said =
          is_prompt_heading(line) || (!speaker.empty() && (is_agent_speaker(speaker) || speaker.front() == '<' ||
                                                           (speakers >= 2 && is_transcript_name(speaker))));
      if (line.starts_with('>') || said || is_trace(lines[i].text) || is_diagnostic(line) || starts_with_time(line) ||
          starts_with_level(line, lexicon_) || has_level(line) || is_history(line) || is_comment(line) ||
          is_indented(lines, i)) {
        add(Region::Kind::foreign, lines[i].span, lines[i].span);
        if (line.starts_with("Traceback"))
          while (i + 1 < lines.size() && lines[i + 1].text.starts_with(' ')) {
            ++i;
            add(Region::Kind::foreign, lines[i].span, lines[i].span);
          }
        // What a speaker of a transcript says goes on over lines until the next blank one; so does what a tool
        // prints, with the advice that it gives ("To fix it, delete …").
        if (!line.starts_with('>'))
          while (i + 1 < lines.size() && !without_indent(lines[i + 1].text).empty() &&
                 (said || !is_polite(lines[i + 1].text))) {
            ++i;
            add(Region::Kind::foreign, lines[i].span, lines[i].span);
          }
      }
    }
  }

  /// "I copied this from a blog:", a rule, the text, a rule: the line of the second rule; `i` for none.
  static std::size_t ruled_off(const std::vector<Line>& lines, std::size_t i) {
    const auto is_rule = [&](std::size_t at) {
      const std::string_view line = without_indent(lines[at].text);
      return line.size() >= 3 && std::string_view("-=*_").find(line[0]) != std::string_view::npos &&
             line.find_first_not_of(line[0]) == std::string_view::npos;
    };
    if (i == 0 || !is_rule(i)) return i;
    for (std::size_t close = i + 1; close < std::min(lines.size(), i + kLongestRuled); ++close)
      if (is_rule(close)) return close;
    return i;
  }

  /// "Review comment on my PR:", and under it lines that are set off: the last of them; `i` for none. A line that
  /// orders something itself ("put this comment into a.py:") cites nothing.
  std::size_t cited_under(const std::vector<Line>& lines, std::size_t i) const {
    if (!is_source_heading(lines[i].text)) return i;
    const auto blank = [&](std::size_t at) { return without_indent(lines[at].text).empty(); };
    std::size_t last = i;
    for (std::size_t at = i + 1; at < lines.size(); ++at) {
      if (blank(at) && at + 1 < lines.size() && is_set_off(lines[at + 1].text)) continue;
      if (blank(at) || !is_set_off(lines[at].text)) break;
      last = at;
    }
    return last;
  }

  /// Indented, a bullet, a number, a bar.
  static bool is_set_off(std::string_view line) {
    if (line.starts_with("  ") || line.starts_with('\t')) return !without_indent(line).empty();
    if (starts_with_any(line, {"- ", "* ", "| ", "> ", "• "})) return true;
    const std::size_t digits = line.find_first_not_of("0123456789");
    return digits > 0 && digits != std::string_view::npos && starts_with_any(line.substr(digits), {". ", ") "});
  }

  bool is_source_heading(std::string_view line) const {
    while (line.ends_with(' ') || line.ends_with('\t') || line.ends_with('\r')) line.remove_suffix(1);
    const bool marked = line.starts_with('#');
    if ((!line.ends_with(':') && !marked) || line.size() > kLongestHeading) return false;
    if (marked) {
      line.remove_prefix(std::min(line.find_first_not_of("# "), line.size()));
      const Entry* title = lexicon_.find(fold_case(line));
      return title != nullptr && title->is(Class::heading);
    }
    bool source = false;
    std::string word;
    for (const char c : line) {
      if (is_letter(c) || c == '-' || c == '\'') {
        word += c;
        continue;
      }
      const Entry* entry = word.empty() ? nullptr : lexicon_.find(fold_case(word));
      word.clear();
      if (entry == nullptr) continue;
      source = source || entry->is(Class::source_noun) || entry->is(Class::human_source) || entry->is(Class::third) ||
               entry->is(Class::report);
      if (entry->is(Class::please) || entry->is(Class::modal)) return false;
      if (entry->has(Form::base) && changes_something(entry->verb) && !entry->is(Class::source_noun)) return false;
    }
    return source;
  }

  /// "Dear team," to "Regards, …": the line of the signature; `i` for none.
  static std::size_t letter_end(const std::vector<Line>& lines, std::size_t i) {
    const std::string_view opening = without_indent(lines[i].text);
    if (!starts_with_any(opening, {"Dear ", "Sehr geehrte"}) || opening.find(',') == std::string_view::npos) return i;
    for (std::size_t at = i + 1; at < std::min(lines.size(), i + kLongestRuled); ++at)
      if (starts_with_any(without_indent(lines[at].text),
                          {"Regards", "Kind regards", "Best", "Sincerely", "Yours", "Cheers", "Thank", "With kind",
                           "Warm regards", "Mit freundlichen", "Viele Gr", "Beste Gr"}))
        return at;
    return i;
  }

  /// The head of a mail: what follows is the mail.
  static bool is_mail(const std::vector<Line>& lines, std::size_t i) {
    const auto head = [&](std::size_t at) {
      return at < lines.size() && starts_with_any(without_indent(lines[at].text),
                                                  {"From: ", "To: ", "Subject: ", "Cc: ", "Date: ", "Sent: "});
    };
    return head(i) && head(i + 1);
  }

  /// Four spaces behind a blank line, or behind lines like that: a block by its form.
  bool is_indented(const std::vector<Line>& lines, std::size_t i) const {
    const std::string_view text = lines[i].text;
    if (!text.starts_with("    ") && !text.starts_with('\t')) return false;
    if (without_indent(text).empty() || i == 0) return false;
    const std::string_view before = lines[i - 1].text;
    return without_indent(before).empty() || (!found_.empty() && found_.back().span.end == lines[i - 1].span.end);
  }

  /// "please fix …", "can you …": the person is back.
  bool is_polite(std::string_view line) const {
    line = without_indent(line);
    std::string word;
    for (const char c : line.substr(0, std::min<std::size_t>(line.size(), 12))) {
      if (!is_letter(c)) break;
      word += static_cast<char>(c | 0x20);
    }
    const Entry* entry = lexicon_.find(word);
    return entry != nullptr && (entry->is(Class::please) || entry->is(Class::modal) || entry->is(Class::question) ||
                                entry->is(Class::auxiliary));
  }

  /// Labels that a person puts before an order of their own are no speakers.
  static bool is_transcript_name(std::string_view name) {
    static constexpr std::array<std::string_view, 12> kLabels{
        "Task", "Goal", "Note", "Request", "File", "Todo", "TODO", "Change", "Step", "Please", "Context", "Problem"};
    return name.find(' ') == std::string_view::npos && std::ranges::find(kLabels, name) == kLabels.end();
  }

  std::size_t fence(const std::vector<Line>& lines, std::size_t open, std::string_view mark) {
    std::size_t close = open + 1;
    while (close < lines.size() && !without_indent(lines[close].text).starts_with(mark)) ++close;
    const bool closed = close < lines.size();
    const std::size_t begin = std::min(lines[open].span.end + 1, text_.size());
    const std::size_t end = closed ? std::max(begin, lines[close].span.begin) : text_.size();
    add(Region::Kind::block, {lines[open].span.begin, closed ? lines[close].span.end : text_.size()},
        {begin, end > begin && closed ? end - 1 : end});
    return closed ? close : lines.size();
  }

  void find_inline(Span within) {
    std::size_t at = within.begin;
    while (at < within.end) {
      const std::size_t next = quotation(at, within);
      at = next > at ? next : at + 1;
    }
  }

  /// The place behind a region that begins at `at`; `at` when none does.
  std::size_t quotation(std::size_t at, Span within) {
    const char c = text_[at];
    if (c == '"') return paired(at, 1, "\"", within, true);
    if (c == '`') {
      std::size_t ticks = 1;
      while (at + ticks < within.end && text_[at + ticks] == '`') ++ticks;
      return paired(at, ticks, text_.substr(at, ticks), within, true);
    }
    if (c == '\'') return apostrophe(at, within);
    if (c == '<') return element(at, within);
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kPairs{
        {{"“", "”"}, {"„", "“"}, {"«", "»"}, {"»", "«"}, {"‘", "’"}, {"「", "」"}}};
    if (static_cast<unsigned char>(c) < 0x80) return at;
    for (const auto& [open, close] : kPairs) {
      if (!text_.substr(at).starts_with(open)) continue;
      if (open == "„") {  // Closed by either mark.
        const std::size_t a = text_.substr(0, within.end).find("“", at + open.size());
        const std::size_t b = text_.substr(0, within.end).find("”", at + open.size());
        return paired(at, open.size(), b < a ? "”" : "“", within, true);
      }
      return paired(at, open.size(), close, within, open != "»" && open != "‘");
    }
    return at;
  }

  std::size_t paired(std::size_t at, std::size_t width, std::string_view close, Span within, bool masks_unclosed) {
    const std::size_t from = at + width;
    // A mark that may be an apostrophe is closed nearby or not at all.
    const std::size_t reach = masks_unclosed ? within.end : std::min(within.end, at + kQuoteReach);
    const std::size_t end = masks_unclosed || from >= not_closed_
                                ? text_.substr(0, reach).find(close, from)
                                : text_.substr(0, reach).find(close, std::min(not_closed_, reach));
    if (!masks_unclosed && end == std::string_view::npos) not_closed_ = reach;
    if (end != std::string_view::npos) {
      add(Region::Kind::quote, {at, end + close.size()}, {from, end});
      return end + close.size();
    }
    if (!masks_unclosed) return at;
    const std::size_t stop = std::min(text_.find("\n\n", at), within.end);
    add(Region::Kind::quote, {at, stop}, {std::min(from, stop), stop});
    return stop;
  }

  /// A single quotation mark opens at the start of a word and closes at the end of one; else it is an apostrophe.
  std::size_t apostrophe(std::size_t at, Span within) {
    if (at > within.begin && !is_space(text_[at - 1]) && std::strchr("([{=:,", text_[at - 1]) == nullptr) return at;
    const std::size_t reach = std::min(within.end, at + kQuoteReach);
    for (std::size_t end = std::max(at + 1, not_ended_); end < reach; ++end) {
      if (text_[end] != '\'') continue;
      const bool closes =
          end + 1 >= within.end || is_space(text_[end + 1]) || std::strchr(".,;:!?)]}=", text_[end + 1]) != nullptr;
      if (!closes) continue;
      add(Region::Kind::quote, {at, end + 1}, {at + 1, end});
      return end + 1;
    }
    not_ended_ = std::max(not_ended_, reach);
    return at;
  }

  /// "<p>text</p>" and comments; a lone "<div>" is a literal too.
  std::size_t element(std::size_t at, Span within) {
    const std::string_view rest = text_.substr(at, within.end - at);
    if (rest.starts_with("<!--")) {
      const std::size_t end = std::min(rest.find("-->"), rest.size());
      const std::size_t stop = at + std::min(end + 3, rest.size());
      add(Region::Kind::block, {at, stop}, {at, stop});
      return stop;
    }
    std::size_t size = 1;
    while (size < rest.size() &&
           (is_letter(rest[size]) || is_digit(rest[size]) || rest[size] == '-' || rest[size] == '_'))
      ++size;
    if (size == 1 || !is_letter(rest[1])) return at;
    const std::size_t open = rest.substr(0, kQuoteReach).find('>', size);
    if (open == std::string_view::npos) return at;
    std::size_t stop = open + 1;
    if (searches_ < kTagSearches) {
      ++searches_;
      const std::string closing = "</" + std::string(rest.substr(1, size - 1)) + ">";
      const std::size_t end = rest.substr(0, kTagReach).find(closing, open);
      if (end != std::string_view::npos) stop = end + closing.size();
    }
    add(Region::Kind::block, {at, at + stop}, {at, at + stop});
    return at + stop;
  }

  std::string_view text_;
  const Lexicon& lexicon_;
  std::vector<Region> found_;
  int searches_ = 0;
  std::size_t not_closed_ = 0;  ///< no closing mark of the kind that may be an apostrophe before this
  std::size_t not_ended_ = 0;   ///< no single quotation mark that closes before this
};

}  // namespace

std::vector<Region> find_regions(std::string_view text, const Lexicon& lexicon) { return Finder(text, lexicon).find(); }

}  // namespace warrant::language
