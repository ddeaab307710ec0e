#include "lines.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>
#include <array>

namespace warrant::surface {

namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct Ending {
  std::string_view ending;
  Syntax syntax;
};
constexpr std::array endings = {
    Ending{".py", Syntax::python},        Ending{".pyi", Syntax::python},       Ending{".json", Syntax::json},
    Ending{".jsonc", Syntax::json},       Ending{".yaml", Syntax::yaml},        Ending{".yml", Syntax::yaml},
    Ending{".toml", Syntax::toml},        Ending{".ini", Syntax::ini},          Ending{".cfg", Syntax::ini},
    Ending{".conf", Syntax::ini},         Ending{".env", Syntax::ini},          Ending{".properties", Syntax::ini},
    Ending{"Makefile", Syntax::makefile}, Ending{"makefile", Syntax::makefile}, Ending{".mk", Syntax::makefile},
    Ending{".css", Syntax::css},          Ending{".scss", Syntax::css},         Ending{".less", Syntax::css},
    Ending{".sql", Syntax::sql},          Ending{".md", Syntax::markdown},      Ending{".markdown", Syntax::markdown},
    Ending{".rst", Syntax::markdown},     Ending{".sh", Syntax::shell},         Ending{".bash", Syntax::shell},
    Ending{"Dockerfile", Syntax::shell},  Ending{".html", Syntax::markup},      Ending{".xml", Syntax::markup},
    Ending{".svg", Syntax::markup},       Ending{".txt", Syntax::plain}};
constexpr std::array code_endings = {".js",  ".ts", ".jsx", ".tsx",   ".mjs",  ".c",  ".h",      ".cc",    ".cpp",
                                     ".hpp", ".go", ".rs",  ".java",  ".kt",   ".cs", ".php",    ".swift", ".rb",
                                     ".lua", ".pl", ".r",   ".scala", ".dart", ".tf", ".groovy", ".gradle"};

}  // namespace

Syntax syntax_of(std::string_view path) noexcept {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  if (name == ".env" || name.starts_with(".env.")) return Syntax::ini;
  for (const Ending& known : endings) {
    if (name.ends_with(known.ending)) return known.syntax;
  }
  for (const std::string_view known : code_endings) {
    if (name.ends_with(known)) return Syntax::code;
  }
  return Syntax::plain;
}

bool is_word_char(char c) noexcept {
  return is_lower(c) || is_upper(c) || is_digit(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

std::string_view without_space(std::string_view text) noexcept {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(fold_case(word));
    word.clear();
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (!is_word_char(c) || c == '_') {
      end_word();
      continue;
    }
    const bool hump = is_upper(c) && at > 0 && (is_lower(text[at - 1]) || is_digit(text[at - 1]));
    const bool last_of_capitals =
        is_upper(c) && at > 0 && is_upper(text[at - 1]) && at + 1 < text.size() && is_lower(text[at + 1]);
    if (hump || last_of_capitals) end_word();
    word += c;
  }
  end_word();
  return words;
}

bool stands_alone(std::string_view text, std::size_t at, std::size_t size) noexcept {
  if (size == 0) return false;
  const char first = text[at];
  const char last = text[at + size - 1];
  if (at > 0) {
    const char before = text[at - 1];
    if (is_word_char(first) && is_word_char(before)) return false;
    if (is_digit(first) && before == '.' && at > 1 && is_digit(text[at - 2])) return false;
  }
  if (at + size < text.size()) {
    const char after = text[at + size];
    if (is_word_char(last) && is_word_char(after)) return false;
    if (is_digit(last) && after == '.' && at + size + 1 < text.size() && is_digit(text[at + size + 1])) return false;
  }
  return true;
}

std::vector<std::size_t> occurrences(std::string_view text, std::string_view piece) {
  std::vector<std::size_t> found;
  if (piece.empty()) return found;
  for (std::size_t at = text.find(piece); at != std::string_view::npos; at = text.find(piece, at + piece.size())) {
    found.push_back(at);
  }
  return found;
}

Lines::Lines(std::string_view text) : text_(text) {
  begins_.push_back(0);
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    if (at + 1 < text.size()) begins_.push_back(at + 1);
  }
}

Span Lines::span(std::size_t number) const noexcept {
  const std::size_t begin = begins_[number];
  std::size_t end = number + 1 < begins_.size() ? begins_[number + 1] - 1 : text_.size();
  if (end > begin && text_[end - 1] == '\n') --end;
  return {begin, end};
}

std::size_t Lines::number_of(std::size_t at) const noexcept {
  const auto behind = std::ranges::upper_bound(begins_, at);
  return static_cast<std::size_t>(behind - begins_.begin()) - 1;
}

std::size_t Lines::indent(std::size_t number) const noexcept {
  const std::string_view text = line(number);
  return std::min(text.find_first_not_of(" \t"), text.size());
}

bool Lines::is_blank(std::size_t number) const noexcept { return without_space(line(number)).empty(); }

bool Lines::is_section(std::size_t number) const noexcept {
  const std::string_view text = without_space(line(number));
  return (text.starts_with('[') && text.ends_with(']') && text.find(',') == std::string_view::npos) ||
         text.starts_with("# ") || text.starts_with("## ") || text.starts_with("### ") || text.starts_with("#### ");
}

std::vector<std::size_t> Lines::above(std::size_t number) const {
  std::vector<std::size_t> found;
  std::size_t indentation = indent(number);
  bool beside = true;  // still in the run of comments directly above
  bool in_section = false;
  for (std::size_t at = number; at-- > 0;) {
    if (is_blank(at)) {
      beside = false;
      continue;
    }
    const std::string_view text = without_space(line(at));
    const bool comment = text.starts_with('#') || text.starts_with("//") || text.starts_with("--") ||
                         text.starts_with(';') || text.starts_with("/*") || text.starts_with("<!--");
    if (is_section(at) && indent(at) <= indentation) {
      if (!in_section || text.starts_with('#')) found.push_back(at);
      in_section = true;
      indentation = std::min(indentation, indent(at));
    } else if (comment && beside && indent(at) == indent(number)) {
      found.push_back(at);
    } else if (!comment && indent(at) < indentation) {
      const bool closes = text.front() == '}' || text.front() == ']' || text.front() == ')';
      if (!closes) found.push_back(at);
      indentation = indent(at);
    }
    if (!comment) beside = false;
  }
  return found;
}

std::size_t Lines::block_end(std::size_t number) const {
  std::size_t end = number + 1;
  std::size_t last = number;
  while (end < count() && (is_blank(end) || indent(end) > indent(number))) {
    if (!is_blank(end)) last = end;
    ++end;
  }
  if (end < count() && indent(end) == indent(number) && (last > number || line(number).ends_with('{'))) {
    const std::string_view text = without_space(line(end));
    if (text.starts_with('}') || text.starts_with(']') || text.starts_with(')') || text == "end" || text == "fi" ||
        text == "done" || text == "esac") {
      return end + 1;
    }
  }
  return last + 1;
}

std::set<std::string, std::less<>> words_above(const Lines& lines, std::size_t number) {
  std::set<std::string, std::less<>> words;
  for (const std::size_t at : lines.above(number)) {
    for (std::string& word : words_of(lines.line(at))) words.insert(std::move(word));
  }
  return words;
}

}  // namespace warrant::surface
