#include "shape.hpp"

#include <algorithm>
#include <array>

namespace warrant::contract {

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('/') + 1); }
std::string directory_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash + 1));
}
bool is_prose(std::string_view path) {
  static constexpr std::array<std::string_view, 5> kEndings{".md", ".txt", ".rst", ".adoc", ".log"};
  return std::ranges::any_of(kEndings, [&](std::string_view ending) { return path.ends_with(ending); });
}
bool is_called(std::string_view path, std::string_view noun) {
  struct Called {
    std::string_view noun;
    std::array<std::string_view, 6> endings;
  };
  static constexpr std::array<Called, 20> kCalled{{
      {"doc", {".md", ".rst", ".adoc", ".txt"}},
      {"document", {".md", ".rst", ".adoc", ".txt", ".tex"}},
      {"documentation", {".md", ".rst", ".adoc"}},
      {"readme", {"README.md", "README", "readme.md", "README.rst", "README.txt"}},
      {"note", {".md", ".txt"}},
      {"notes", {".md", ".txt"}},
      {"header", {".h", ".hpp", ".hh"}},
      {"header file", {".h", ".hpp", ".hh"}},
      {"script", {".sh", ".py", ".ps1", ".bat", ".rb"}},
      {"shell script", {".sh"}},
      {"config", {".json", ".yaml", ".yml", ".toml", ".ini", ".cfg"}},
      {"configuration", {".json", ".yaml", ".yml", ".toml", ".ini", ".cfg"}},
      {"spreadsheet", {".csv", ".tsv", ".xlsx"}},
      {"csv", {".csv"}},
      {"dataset", {".csv", ".tsv", ".json", ".parquet"}},
      {"stylesheet", {".css", ".scss", ".less"}},
      {"template", {".html", ".j2", ".twig", ".tmpl", ".tpl", ".erb"}},
      {"notebook", {".ipynb"}},
      {"lockfile", {".lock", "package-lock.json", "pnpm-lock.yaml"}},
      {"makefile", {"Makefile"}},
  }};
  const auto* called = std::ranges::find(kCalled, noun, &Called::noun);
  return called != kCalled.end() && std::ranges::any_of(called->endings, [&](std::string_view ending) {
           return !ending.empty() && path.ends_with(ending);
         });
}
bool is_one_word(std::string_view text) {
  return !text.empty() && text.find_first_of(" \t\n") == std::string_view::npos;
}
bool is_code_name(std::string_view text) {
  return is_one_word(text) && (text.find_first_of("_.()0123456789") != std::string_view::npos ||
                               std::ranges::any_of(text.substr(1), [](char c) { return c >= 'A' && c <= 'Z'; }));
}
bool is_title(std::string_view text) {
  return !text.empty() && text[0] >= 'A' && text[0] <= 'Z' && std::ranges::count(text, ' ') < 6;
}
bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789.") == std::string_view::npos;
}
std::string without_unit(const std::string& from, const std::string& to) {
  const std::size_t space = to.find(' ');
  if (!is_number(from) || space == std::string::npos || !is_number(std::string_view(to).substr(0, space))) return to;
  return is_one_word(std::string_view(to).substr(space + 1)) ? to.substr(0, space) : to;
}
std::string without_call(std::string text) {
  if (text.ends_with("()")) text.resize(text.size() - 2);
  return text;
}

}  // namespace warrant::contract
