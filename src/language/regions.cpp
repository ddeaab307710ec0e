#include "warrant/language/language.hpp"

#include "lines.hpp"

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
constexpr std::size_t kMostMissing = 32;
constexpr std::size_t kLongestRuled = 200;  ///< lines between two rules

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
    if (is_one_quotation()) {
      add(Region::Kind::quote, {0, text_.size()}, {1, text_.size() - 1});
      return std::move(found_);
    }
    if (!text_.empty()) find_lines();
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

  /// The whole text between two quotation marks, whatever blocks it holds.
  [[nodiscard]] bool is_one_quotation() const {
    return text_.size() > 2 && text_.front() == '"' && text_.back() == '"' && text_.find('"', 1) == text_.size() - 1;
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
      if (const std::size_t last = bare_diff_end(lines, i); last > i) {
        add(Region::Kind::foreign, {lines[i].span.begin, lines[last].span.end},
            {lines[i].span.begin, lines[last].span.end});
        i = last;
        continue;
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

  /// Lines with a plus, and perhaps a minus: a diff without its head. The last of them; `i` for none.
  std::size_t bare_diff_end(const std::vector<Line>& lines, std::size_t i) {
    if (i < no_diff_before_) return i;  // a part of what was looked at and is none
    std::size_t end = i;
    bool plus = false;
    for (; end < lines.size() && starts_with_any(lines[end].text, {"+", "-"}); ++end)
      plus = plus || lines[end].text.starts_with('+');
    if (plus && end > i + 1) return end - 1;
    no_diff_before_ = end;
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
               entry->is(Class::report) || (entry->is(Class::tool) && entry->verb == Verb::none);
      if (entry->is(Class::please) || entry->is(Class::modal)) return false;
      if (entry->has(Form::base) && changes_something(entry->verb) && !entry->is(Class::source_noun)) return false;
    }
    return source;
  }

  /// "Dear team," to "Regards, …": the line of the signature; `i` for none.
  std::size_t letter_end(const std::vector<Line>& lines, std::size_t i) {
    const std::string_view opening = without_indent(lines[i].text);
    if (!starts_with_any(opening, {"Dear ", "Sehr geehrte"}) || opening.find(',') == std::string_view::npos) return i;
    const std::size_t last = std::min(lines.size(), i + kLongestRuled);
    for (std::size_t at = std::max(i + 1, no_signature_before_); at < last; ++at)
      if (starts_with_any(without_indent(lines[at].text),
                          {"Regards", "Kind regards", "Best", "Sincerely", "Yours", "Cheers", "Thank", "With kind",
                           "Warm regards", "Mit freundlichen", "Viele Gr", "Beste Gr"}))
        return at;
    no_signature_before_ = std::max(no_signature_before_, last);
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
        const std::size_t a = find_close("“", at + open.size(), within.end);
        const std::size_t b = find_close("”", at + open.size(), within.end);
        return paired(at, open.size(), b < a ? "”" : "“", within, true);
      }
      return paired(at, open.size(), close, within, open != "»" && open != "‘");
    }
    return at;
  }

  /// The first `close` from `from` on and before `end`; a mark that was looked for in vain is not looked for again.
  std::size_t find_close(std::string_view close, std::size_t from, std::size_t end) {
    for (const Missing& it : missing_)
      if (it.close == close && it.end == end && it.from <= from) return std::string_view::npos;
    const std::size_t found = text_.substr(0, end).find(close, from);
    if (found == std::string_view::npos && missing_.size() < kMostMissing) missing_.push_back({close, from, end});
    return found;
  }

  std::size_t paired(std::size_t at, std::size_t width, std::string_view close, Span within, bool masks_unclosed) {
    const std::size_t from = at + width;
    // A mark that may be an apostrophe is closed nearby or not at all.
    const std::size_t reach = masks_unclosed ? within.end : std::min(within.end, at + kQuoteReach);
    const std::size_t end = masks_unclosed        ? find_close(close, from, reach)
                            : from >= not_closed_ ? text_.substr(0, reach).find(close, from)
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
  struct Missing {
    std::string_view close;
    std::size_t from;
    std::size_t end;
  };
  std::vector<Missing> missing_;
  std::size_t no_diff_before_ = 0;       ///< a line
  std::size_t no_signature_before_ = 0;  ///< a line
  std::size_t not_closed_ = 0;           ///< no closing mark of the kind that may be an apostrophe before this
  std::size_t not_ended_ = 0;            ///< no single quotation mark that closes before this
};

}  // namespace

std::vector<Region> find_regions(std::string_view text, const Lexicon& lexicon) { return Finder(text, lexicon).find(); }

}  // namespace warrant::language
