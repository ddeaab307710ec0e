#include "assignments.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace warrant::surface {

namespace {

bool is_key_char(char c) { return is_word_char(c) || c == '-' || c == '.' || c == '$' || c == '@'; }
bool is_space(char c) { return c == ' ' || c == '\t'; }
bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

/// Reads one line of a file from left to right.
class Reader {
 public:
  Reader(std::string_view text, Span line, Syntax syntax) : text_(text), line_(line), syntax_(syntax) {}

  [[nodiscard]] std::size_t skip_space(std::size_t at) const {
    while (at < line_.end && is_space(text_[at])) ++at;
    return at;
  }
  /// Behind the quoted text that begins at `at`; the end of the line when it is not closed there.
  [[nodiscard]] std::size_t skip_quoted(std::size_t at) const {
    const char quote = text_[at];
    if (text_.substr(at, 3) == std::string(3, quote)) {
      const std::size_t close = text_.find(std::string(3, quote), at + 3);
      return close == std::string_view::npos ? line_.end : close + 3;
    }
    for (std::size_t next = at + 1; next < line_.end; ++next) {
      if (text_[next] == '\\') {
        ++next;
      } else if (text_[next] == quote) {
        return next + 1;
      }
    }
    return line_.end;
  }
  /// Where a comment begins at or behind `at`, or the end of the line.
  [[nodiscard]] bool is_comment_at(std::size_t at) const {
    const std::string_view rest = text_.substr(at, line_.end - at);
    const bool spaced = at == line_.begin || is_space(text_[at - 1]);
    switch (syntax_) {
      case Syntax::python:
      case Syntax::yaml:
      case Syntax::toml:
      case Syntax::makefile:
      case Syntax::shell: return spaced && rest.starts_with('#');
      case Syntax::ini: return spaced && (rest.starts_with('#') || rest.starts_with(';'));
      case Syntax::sql: return rest.starts_with("--") || rest.starts_with("/*");
      case Syntax::css: return rest.starts_with("/*") || (spaced && rest.starts_with("//"));
      case Syntax::code: return (spaced && (rest.starts_with("//") || rest.starts_with('#'))) || rest.starts_with("/*");
      case Syntax::json: return spaced && rest.starts_with("//");
      case Syntax::markup: return rest.starts_with("<!--");
      case Syntax::markdown:
      case Syntax::plain: return false;
    }
    std::unreachable();
  }
  /// Whether a plain value runs to the end of the line.
  [[nodiscard]] bool values_fill_lines() const {
    switch (syntax_) {
      case Syntax::yaml:
      case Syntax::ini:
      case Syntax::makefile:
      case Syntax::markdown:
      case Syntax::plain: return true;
      case Syntax::python:
      case Syntax::json:
      case Syntax::toml:
      case Syntax::css:
      case Syntax::sql:
      case Syntax::shell:
      case Syntax::markup:
      case Syntax::code: return false;
    }
    std::unreachable();
  }
  /// The value that begins at `at`. `inside` is how many brackets were opened before it on the line.
  [[nodiscard]] Span value_at(std::size_t at, int inside) const {
    const std::size_t begin = at;
    int depth = 0;
    const bool fills = values_fill_lines() && inside == 0;
    while (at < line_.end) {
      const char c = text_[at];
      if (is_comment_at(at) && at > begin) break;
      if (is_quote(c) && (!fills || at == begin) && c != '\0') {
        const bool apostrophe = c == '\'' && at > begin && is_word_char(text_[at - 1]);
        if (!apostrophe) {
          at = skip_quoted(at);
          if (at > line_.end) return {begin, at};
          continue;
        }
      }
      if (c == '(' || c == '[' || c == '{') ++depth;
      if (c == ')' || c == ']' || c == '}') {
        if (depth == 0 && !fills) break;
        --depth;
      }
      if (!fills && depth == 0 && (c == ',' || c == ';')) break;
      if (syntax_ == Syntax::markup && (c == ' ' || c == '>') && depth == 0) break;
      ++at;
    }
    if (fills && at > begin && text_[at - 1] == ';') --at;
    while (at > begin && (is_space(text_[at - 1]) || text_[at - 1] == '\r')) --at;
    return {begin, at};
  }

  /// Behind a separator of key and value at `at`, if one stands there.
  [[nodiscard]] std::optional<std::size_t> behind_separator(std::size_t at) const {
    at = skip_space(at);
    const std::string_view rest = text_.substr(at, line_.end - at);
    for (const std::string_view two : {":=", "?=", "=>"}) {
      if (rest.starts_with(two)) return at + 2;
    }
    for (const std::string_view other : {"==", "=~", "::", "://"}) {
      if (rest.starts_with(other)) return std::nullopt;
    }
    if (rest.starts_with('=')) return at + 1;
    if (!rest.starts_with(':')) return std::nullopt;
    // `name: type = value`
    const bool typed = syntax_ == Syntax::python || syntax_ == Syntax::code;
    if (!typed) return at + 1;
    for (std::size_t next = at + 1; next < line_.end; ++next) {
      const char c = text_[next];
      if (c == '=' && text_.substr(next, 2) != "==" && text_.substr(next, 2) != "=>") return next + 1;
      const bool of_type = is_word_char(c) || is_space(c) || c == '[' || c == ']' || c == '<' || c == '>' || c == '|' ||
                           c == '?' || c == '.' || c == '&' || c == '*';
      if (!of_type) break;
    }
    return at + 1;
  }

  void read(std::size_t number, std::vector<Assignment>& found) const {
    int depth = 0;
    bool comment = false;
    bool any_key = false;
    for (std::size_t at = line_.begin; at < line_.end;) {
      const char c = text_[at];
      comment = comment || is_comment_at(at);
      if (c == '(' || c == '[' || c == '{') ++depth;
      if (c == ')' || c == ']' || c == '}') --depth;
      const bool quoted = is_quote(c);
      if (!quoted && (!is_key_char(c) || (at > line_.begin && is_key_char(text_[at - 1])))) {
        ++at;
        continue;
      }
      std::size_t end = quoted ? skip_quoted(at) : at;
      while (!quoted && end < line_.end && is_key_char(text_[end])) ++end;
      if (end > line_.end) return;  // a text of several lines
      Span key = quoted ? Span{at + 1, end > at + 1 ? end - 1 : at + 1} : Span{at, end};
      while (key.size() > 1 && (text_[key.begin] == '-' || text_[key.begin] == '*')) ++key.begin;
      std::size_t behind = end;
      while (syntax_ == Syntax::markdown && behind < line_.end && (text_[behind] == '*' || text_[behind] == '`'))
        ++behind;
      const auto value = behind_separator(behind);
      if (!value || key.empty()) {
        any_key = any_key || !is_declaring(key.of(text_));
        at = end;
        continue;
      }
      std::size_t start = skip_space(*value);
      while (syntax_ == Syntax::markdown && start < line_.end && text_[start] == '*') ++start;
      start = skip_space(start);
      const Span extent = value_at(start, depth);
      found.push_back({key, extent, number, !any_key && depth <= 0, comment});
      any_key = true;
      // Keys can stand inside the value (a call's arguments, a flow mapping), not inside quotes.
      at = std::max(end, start);
    }
  }

 private:
  static bool is_declaring(std::string_view word) {
    constexpr std::array words = {"const",     "let",       "var",      "export",  "static", "final",    "public",
                                  "private",   "protected", "readonly", "int",     "long",   "float",    "double",
                                  "bool",      "string",    "String",   "auto",    "char",   "unsigned", "size_t",
                                  "constexpr", "inline",    "local",    "declare", "set",    "SET",      "-"};
    return std::ranges::find(words, word) != words.end();
  }

  std::string_view text_;
  Span line_;
  Syntax syntax_;
};

/// The next word behind `at` on the line, up to blanks or a terminator.
Span word_behind(std::string_view text, std::size_t at, std::size_t end) {
  while (at < end && is_space(text[at])) ++at;
  std::size_t stop = at;
  while (stop < end && !is_space(text[stop]) && text[stop] != ';' && text[stop] != ',') ++stop;
  return {at, stop};
}

/// `KEY value` without a sign between: configuration, #define, ENV.
void read_spaced(const Lines& lines, std::size_t number, Syntax syntax, std::vector<Assignment>& found) {
  const Span line = lines.span(number);
  const std::string_view text = lines.text();
  Span key = word_behind(text, line.begin, line.end);
  const std::string_view first = key.of(text);
  bool leads = false;
  for (const std::string_view word : {"#define", "ENV", "ARG", "set", "export", "option"})
    leads = leads || first == word;
  if (leads) key = word_behind(text, key.end, line.end);
  const bool configuration = syntax == Syntax::ini || syntax == Syntax::plain || syntax == Syntax::shell;
  if (!leads && !configuration) return;
  if (key.empty() || !std::ranges::all_of(key.of(text), is_key_char)) return;
  std::size_t begin = key.end;
  while (begin < line.end && is_space(text[begin])) ++begin;
  std::size_t end = line.end;
  while (end > begin && (is_space(text[end - 1]) || text[end - 1] == ';' || text[end - 1] == '\r')) --end;
  if (begin == end || begin == key.end || text[begin] == '=' || text[begin] == ':') return;
  found.push_back({key, {begin, end}, number, true, false});
}

/// Cells of a table: the last but one names, the next one is the value.
void read_cells(const Lines& lines, std::size_t number, std::vector<Assignment>& found) {
  const Span line = lines.span(number);
  const std::string_view text = lines.text();
  if (!without_space(line.of(text)).starts_with('|')) return;
  std::vector<Span> cells;
  std::size_t at = text.find('|', line.begin);
  while (at < line.end) {
    const std::size_t next = std::min(text.find('|', at + 1), line.end);
    const std::string_view cell = without_space(text.substr(at + 1, next - at - 1));
    if (!cell.empty()) {
      const auto begin = static_cast<std::size_t>(cell.data() - text.data());
      cells.push_back({begin, begin + cell.size()});
    }
    at = next;
  }
  const auto bare = [&](Span cell) {
    while (cell.size() > 2 && text[cell.begin] == '`' && text[cell.end - 1] == '`')
      cell = {cell.begin + 1, cell.end - 1};
    return cell;
  };
  for (std::size_t cell = 1; cell < cells.size(); ++cell) {
    found.push_back({bare(cells[0]), bare(cells[cell]), number, true, false});
  }
}

/// `key TYPE … DEFAULT value`
void read_default(const Lines& lines, std::size_t number, std::vector<Assignment>& found) {
  const Span line = lines.span(number);
  const std::string_view text = lines.text();
  const Span key = word_behind(text, line.begin, line.end);
  for (const std::string_view sign : {" DEFAULT ", " default "}) {
    const std::size_t at = line.of(text).find(sign);
    if (at == std::string_view::npos) continue;
    const std::size_t begin = line.begin + at + sign.size();
    const bool quoted = begin < line.end && text[begin] == '\'';
    const std::size_t end =
        quoted ? std::min(text.find('\'', begin + 1), line.end - 1) + 1 : word_behind(text, begin, line.end).end;
    found.push_back({key, {begin, end}, number, true, false});
  }
}

/// `<key>value</key>`
void read_element(const Lines& lines, std::size_t number, std::vector<Assignment>& found) {
  const Span line = lines.span(number);
  const std::string_view text = lines.text();
  for (std::size_t at = text.find('<', line.begin); at < line.end; at = text.find('<', at + 1)) {
    std::size_t name = at + 1;
    while (name < line.end && is_key_char(text[name])) ++name;
    const std::size_t open = std::min(text.find('>', name), line.end);
    const std::size_t close = std::min(text.find("</", open), line.end);
    if (name == at + 1 || open == line.end || close == line.end) continue;
    if (text.substr(open + 1, close - open - 1).find('<') != std::string_view::npos) continue;
    found.push_back({{at + 1, name}, {open + 1, close}, number, true, false});
  }
}

/// Names of several words before a colon: `- Max connections: 10`.
void read_phrase(const Lines& lines, std::size_t number, std::vector<Assignment>& found) {
  const Span line = lines.span(number);
  const std::string_view text = lines.text();
  const std::size_t colon = line.of(text).find(':');
  if (colon > 60) return;
  const std::string_view name = without_space(line.of(text).substr(0, colon));
  if (name.find(' ') == std::string_view::npos) return;
  std::size_t begin = line.begin + colon + 1;
  while (begin < line.end && (is_space(text[begin]) || text[begin] == '*')) ++begin;
  const auto at = static_cast<std::size_t>(name.data() - text.data());
  const std::size_t end = begin + without_space(text.substr(begin, line.end - begin)).size();
  found.push_back({{at, at + name.size()}, {begin, end}, number, true, false});
}

}  // namespace

std::vector<Assignment> find_assignments(const Lines& lines, Syntax syntax) {
  std::vector<Assignment> found;
  for (std::size_t number = 0; number < lines.count(); ++number) {
    Reader(lines.text(), lines.span(number), syntax).read(number, found);
    read_spaced(lines, number, syntax, found);
    if (syntax == Syntax::markdown) read_cells(lines, number, found);
    if (syntax == Syntax::markdown || syntax == Syntax::plain || syntax == Syntax::ini)
      read_phrase(lines, number, found);
    if (syntax == Syntax::sql) read_default(lines, number, found);
    if (syntax == Syntax::markup) read_element(lines, number, found);
  }
  return found;
}

}  // namespace warrant::surface
