// What looks like a path and names no file: routes, endings, arities, expressions, shouted words.
#include "namer.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>
#include <array>

namespace warrant::contract {

using language::Class;
using language::Token;
using language::Verb;

bool Namer::is_quoted(std::size_t at) const {
  const char first = request_[tokens_[at].span.begin];
  return first == '"' || first == '\'' || first == '`' || static_cast<unsigned char>(first) >= 0x80;
}

/// The string "a/b.py" in c.md: a path in quotation marks that is text of another file.
bool Namer::is_literal(std::size_t at, const language::Clause& clause) const {
  if (at == clause.begin || clause.mood == language::Mood::question) return false;
  if (is_outside(tokens_[at].text) && is(at - 1, Class::being)) return true;
  if (!is_quoted(at)) return false;
  if (is(at - 1, Class::content_noun) || is(at - 1, Class::line_noun) || is(at - 1, Class::symbol_noun) ||
      is(at - 1, Class::being) || (is(at - 1, Class::state) && !is(at - 1, Class::source)))
    return true;
  if (is(at - 1, Class::in) || is(at - 1, Class::into) || is_file_cue(at - 1)) return false;
  const bool within = clause.verb == Verb::replace || clause.verb == Verb::change || clause.verb == Verb::set ||
                      clause.verb == Verb::add;
  if (!within) return false;
  for (std::size_t k = clause.begin; k < clause.end; ++k)
    if (k != at && tokens_[k].kind == Token::Kind::path && tokens_[k].certain &&
        (!is_quoted(k) || is(k - 1, Class::in)))
      return true;
  return false;
}

bool Namer::is_host(std::string_view text) {
  static constexpr std::array<std::string_view, 9> kEndings{".com", ".org", ".net", ".io", ".dev",
                                                            ".app", ".edu", ".gov", ".de"};
  return std::ranges::any_of(kEndings, [&](std::string_view ending) { return text.ends_with(ending); });
}

/// "/healthz", "/api/users" beside a file: a route of a server, whose first part is no directory of a machine.
bool Namer::is_route(std::size_t at) const {
  static constexpr std::array<std::string_view, 22> kRoots{
      "bin", "boot", "dev", "etc", "home", "lib", "media", "mnt",  "opt",   "proc",         "root",
      "run", "sbin", "srv", "sys", "tmp",  "usr", "var",   "data", "Users", "Applications", "Volumes"};
  const std::string_view text = tokens_[at].text;
  // "codeberg.org/ada/tool"
  const std::string_view host = text.substr(0, text.find('/'));
  if (host.size() < text.size() && is_host(host)) return disk_.kind(host) == DiskFacts::Kind::absent;
  if (!text.starts_with('/') || text.find('.') != std::string_view::npos) return false;
  const std::string_view first = text.substr(1, text.find('/', 1) - 1);
  return std::ranges::find(kRoots, first) == kRoots.end() && disk_.kind(text) == DiskFacts::Kind::absent;
}

/// ".Site.Author" of a template, "/rss.xml" beside a file of the workspace
bool Namer::is_expression(std::size_t at, bool has_certain) const {
  const std::string_view text = tokens_[at].text;
  if (text.size() < 3 || on_disk(text)) return false;
  if (text.front() == '.' && text[1] >= 'A' && text[1] <= 'Z' && text.find('/') == std::string_view::npos) return true;
  const bool beside = std::ranges::any_of(tokens_, [&](const Token& it) {
    return it.kind == Token::Kind::path && disk_.kind(it.text) == DiskFacts::Kind::file;
  });
  return has_certain && beside && text.front() == '/' && text.find('/', 1) == std::string_view::npos;
}

/// "total/1", "Enum.reduce_while/3": a function by its number of arguments
bool Namer::is_arity(std::size_t at) const {
  const std::string_view text = tokens_[at].text;
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos || slash == 0 || text.size() - slash > 3 || slash + 1 >= text.size())
    return false;
  return text.find_first_not_of("0123456789", slash + 1) == std::string_view::npos &&
         disk_.kind(text.substr(0, slash)) == DiskFacts::Kind::absent && !on_disk(text);
}

/// "WHICH LICENCE WE USE": a word of a text in capitals, and no file of that name
bool Namer::is_shouted(std::size_t at) const {
  const auto shouts = [&](std::size_t it) {
    if (it >= tokens_.size()) return false;
    const std::string_view raw = tokens_[it].span.of(request_);
    return raw.size() > 1 && std::ranges::all_of(raw, [](char c) { return (c >= 'A' && c <= 'Z') || c == ' '; });
  };
  const std::string& text = tokens_[at].text;
  return shouts(at) && !on_disk(text) && disk_.named(text).empty() && shouts(at + 1) && at > 0 && shouts(at - 1);
}

/// "the .tf files", "both .java": how names end, where another one does or several are spoken of.
bool Namer::is_ending(std::size_t at) const {
  const std::string_view text = tokens_[at].text;
  if (!text.starts_with('.') || text.find_first_of("./", 1) != std::string_view::npos || on_disk(text)) return false;
  if (is(at + 1, Class::file_noun) && (tokens_[at + 1].text.ends_with('s') || !makes_)) return true;
  return std::ranges::any_of(tokens_, [&](const Token& other) {
    return other.kind == Token::Kind::path && other.text.size() > text.size() && other.text.ends_with(text);
  });
}

/// "PA9/PA10", "GET/POST" beside a file: two names, and no folder of that name.
bool Namer::is_pair(std::size_t at, bool has_file) const {
  const std::string& text = tokens_[at].text;
  if (!has_file || text.find('.') != std::string::npos || text.find('/') == std::string::npos || text.ends_with('/'))
    return false;
  const bool capitals =
      text.front() >= 'A' && text.front() <= 'Z' && text[text.find('/') + 1] >= 'A' && text[text.find('/') + 1] <= 'Z';
  return capitals && disk_.kind(text.substr(0, text.find('/'))) == DiskFacts::Kind::absent;
}

bool Namer::is_product(std::string_view text) {
  const std::string folded = fold_case(text);
  static constexpr std::array<std::string_view, 8> kEndings{".com", ".org", ".net", ".io",
                                                            ".dev", ".ai",  ".js",  ".app"};
  return std::ranges::any_of(kEndings, [&](std::string_view ending) { return folded.ends_with(ending); });
}

}  // namespace warrant::contract
