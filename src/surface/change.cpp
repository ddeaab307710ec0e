#include "change.hpp"

#include "form.hpp"

#include <warrant/base/toml.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace warrant::surface {

namespace {

bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

std::size_t line_begin(std::string_view text, std::size_t at) {
  return at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // npos + 1 is 0
}
std::size_t line_end(std::string_view text, std::size_t at) { return std::min(text.find('\n', at), text.size()); }

bool is_literal(std::string_view value) {
  constexpr std::array words = {"true", "false", "null", "None", "True", "False", "nil", "undefined"};
  if (std::ranges::find(words, value) != words.end()) return true;
  if (value.empty()) return false;
  if (value.front() == '[' || value.front() == '{' || is_quote(value.front())) return true;
  const std::size_t digits = value.find_first_not_of("+-");
  return digits != std::string_view::npos &&
         value.find_first_not_of("0123456789._eExX", digits) == std::string_view::npos && value[digits] >= '0' &&
         value[digits] <= '9';
}

bool needs_quotes(Syntax syntax) {
  switch (syntax) {
    case Syntax::python:
    case Syntax::json:
    case Syntax::toml:
    case Syntax::code: return true;
    case Syntax::yaml:
    case Syntax::ini:
    case Syntax::makefile:
    case Syntax::css:
    case Syntax::sql:
    case Syntax::markdown:
    case Syntax::shell:
    case Syntax::markup:
    case Syntax::plain: return false;
  }
  std::unreachable();
}

}  // namespace

std::string changed(std::string_view text, const std::vector<Change>& changes) {
  std::string out;
  std::size_t done = 0;
  for (const Change& change : changes) {
    out += text.substr(done, change.at.begin - done);
    out += change.with;
    done = change.at.end;
  }
  out += text.substr(done);
  return out;
}

std::optional<Candidate> edit_between(std::string_view before, std::string_view after) {
  if (before == after || before.empty()) return std::nullopt;
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t head = 0;
  while (head < shorter && before[head] == after[head]) ++head;
  std::size_t tail = 0;
  while (tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
  const std::size_t first = line_begin(before, head);
  // Grown over whole lines until the text names one place: first to the end of its line, then line by line upwards.
  Span old_part{first, before.size() - tail};
  const bool whole_lines_go = !old_part.empty() && before[old_part.end - 1] == '\n' &&
                              (after.size() - tail == first || after[after.size() - tail - 1] == '\n');
  if (!whole_lines_go) old_part.end = line_end(before, old_part.end);
  while (old_part.empty() || !occurs_once(before, old_part.of(before))) {
    if (old_part.begin > 0) {
      old_part.begin = line_begin(before, old_part.begin - 1);
    } else if (old_part.end < before.size()) {
      old_part.end = line_end(before, old_part.end + 1);
    } else {
      return std::nullopt;
    }
  }
  const std::size_t behind = before.size() - old_part.end;
  return Candidate{.old_text = std::string(old_part.of(before)),
                   .new_text = std::string(after.substr(old_part.begin, after.size() - behind - old_part.begin)),
                   .line = static_cast<std::size_t>(std::ranges::count(before.substr(0, head), '\n')) + 1};
}

bool is_sound(Syntax syntax, std::string_view text) {
  if (syntax == Syntax::json) return parse_json(text).has_value();
  if (syntax == Syntax::toml) return parse_toml(text, "text").has_value();
  return true;
}

std::string_view newline_of(std::string_view text) noexcept {
  const std::size_t at = text.find('\n');
  return at != std::string_view::npos && at > 0 && text[at - 1] == '\r' ? "\r\n" : "\n";
}

std::string value_like(std::string_view old_value, std::string_view value, Syntax syntax) {
  std::string text(value);
  if (text.empty()) return text;
  const bool quoted = text.size() >= 2 && is_quote(text.front()) && text.back() == text.front();
  const bool was_quoted = old_value.size() >= 2 && is_quote(old_value.front()) && old_value.back() == old_value.front();
  if (was_quoted && !quoted) return old_value.front() + text + old_value.back();
  if (was_quoted && quoted) return old_value.front() + text.substr(1, text.size() - 2) + old_value.back();
  const bool capital = old_value == "True" || old_value == "False" || old_value == "None";
  if (capital && (text == "true" || text == "false" || text == "none")) {
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
  }
  if ((old_value == "true" || old_value == "false") && (text == "True" || text == "False")) {
    text.front() = static_cast<char>(text.front() - 'A' + 'a');
    return text;
  }
  const bool name_for_name =
      syntax != Syntax::json && syntax != Syntax::toml && !old_value.empty() && !is_literal(old_value);
  if (!quoted && needs_quotes(syntax) && !is_literal(text) && !name_for_name &&
      text.find_first_of("()[]{}") == std::string::npos) {
    return '"' + text + '"';
  }
  return text;
}

}  // namespace warrant::surface
