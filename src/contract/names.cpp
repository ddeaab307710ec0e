#include "namer.hpp"
#include "shape.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>
#include <array>

namespace warrant::contract {

using language::Class;
using language::Token;
using language::Verb;

namespace {

bool is_article(const Token& token) {
  static constexpr std::array<std::string_view, 9> kArticles{"the", "my",  "our", "this", "that",
                                                             "die", "der", "das", "your"};
  return std::ranges::find(kArticles, token.text) != kArticles.end();
}

/// Verbs whose object is a whole file as often as a piece of one.
bool takes_file(Verb verb) {
  return verb == Verb::erase || verb == Verb::remove || verb == Verb::rename || verb == Verb::move ||
         verb == Verb::copy || verb == Verb::show || verb == Verb::read || verb == Verb::explain ||
         verb == Verb::edit || verb == Verb::create || verb == Verb::directory || verb == Verb::review ||
         verb == Verb::leave || verb == Verb::avoid || verb == Verb::list;
}

/// A word of the sentence's frame: a file called "anything" must not turn a ban into a name.
bool is_grammar(const Token& token) {
  static constexpr std::array kFrame{
      Class::polite,      Class::pronoun,     Class::all,       Class::rest,     Class::nothing,   Class::negation,
      Class::only,        Class::conjunction, Class::condition, Class::question, Class::auxiliary, Class::modal,
      Class::in,          Class::to,          Class::from,      Class::with,     Class::into,      Class::topic,
      Class::as,          Class::addressee,   Class::speaker,   Class::but,      Class::without,   Class::except,
      Class::change_noun, Class::unchanged};
  return std::ranges::any_of(kFrame, [&](Class which) { return token.is(which); });
}

}  // namespace

Namer::Namer(std::string_view request, const language::Reading& reading, const DiskFacts& disk)
    : request_(request), tokens_(reading.tokens), disk_(disk), out_(tokens_.size()) {
  for (const language::Clause& clause : reading.clauses) {
    bool certain = false;
    for (std::size_t i = clause.begin; i < clause.end; ++i)
      certain = certain || (tokens_[i].kind == Token::Kind::path && tokens_[i].certain);
    makes_ = makes_file(clause.verb) && clause.verb != Verb::write;
    clause_ = &clause;
    for (std::size_t i = clause.begin; i < clause.end; ++i) name(i, clause, certain);
  }
}

void Namer::name(std::size_t at, const language::Clause& clause, bool has_certain) {
  const Token& token = tokens_[at];
  switch (token.kind) {
    case Token::Kind::path:
      if (std::ranges::find(used_, at) != used_.end() || is_literal(at, clause) || is_route(at) || is_ending(at) ||
          is_shouted(at) || is_arity(at) || is_expression(at, has_certain))
        return;
      if (const auto spaced = with_words_before(at, clause)) return put(at, *spaced);
      if ((token.certain && !is_pair(at, has_certain)) || on_disk(token.text) || is_cued(at, clause, has_certain))
        put(at, token.text);
      return;
    case Token::Kind::quoted: quoted(at, clause); return;
    case Token::Kind::word:
    case Token::Kind::value: bare(at, clause, has_certain); return;
    case Token::Kind::block:
    case Token::Kind::mark: return;
  }
}

/// "Old Files/a.txt" without quotation marks, where it is on disk.
std::optional<std::string> Namer::with_words_before(std::size_t at, const language::Clause& clause) const {
  if (disk_.kind(tokens_[at].text) != DiskFacts::Kind::absent) return std::nullopt;
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, at - clause.begin); ++back) {
    const std::size_t k = at - back;
    std::string joined(request_.substr(tokens_[k].span.begin, tokens_[at].span.end - tokens_[k].span.begin));
    if (joined.find('\n') != std::string::npos) return std::nullopt;
    if (disk_.kind(joined) != DiskFacts::Kind::absent) return joined;
  }
  return std::nullopt;
}

bool Namer::on_disk(std::string_view path) const {
  if (disk_.kind(path) != DiskFacts::Kind::absent) return true;
  if (path.find('/') != std::string_view::npos) return false;
  return std::ranges::any_of(disk_.named(path),
                             [&](const std::string& found) { return fold_case(last_part(found)) == fold_case(path); });
}

/// The sentence says that this is a file: "file x.y", "create x.y", "rename a.b to x.y", "in x.y" with no other.
bool Namer::is_cued(std::size_t at, const language::Clause& clause, bool has_certain) const {
  if (at > 0 && is_file_cue(at - 1)) return true;
  if (is_file_cue(at + 1)) return true;
  if (at > 0 && is(at - 1, Class::as)) return true;
  if (at > 0 && has_certain && is(at - 1, Class::name_noun)) return false;  // "with the name kitchen-node"
  if (tokens_[at].text.find_first_not_of("0123456789.") == std::string::npos) return false;  // a date
  // "Dockerfile.dev" beside a Dockerfile
  const std::string& text = tokens_[at].text;
  const std::size_t dot = text.find('.');
  if (dot > 2 && dot != std::string::npos && disk_.kind(text.substr(0, dot)) == DiskFacts::Kind::file) return true;
  const Verb verb = clause.verb;
  const bool whole = verb == Verb::erase || verb == Verb::create || verb == Verb::move || verb == Verb::copy ||
                     verb == Verb::directory || (verb == Verb::rename && !has_certain);
  if (whole && !has_certain) return true;
  // "create a.tf with one cluster, node type cache.t4g.micro"
  if (verb == Verb::create && has_certain && at > 0 && tokens_[at - 1].kind == Token::Kind::word &&
      !is(at - 1, Class::conjunction))
    return false;
  if (verb == Verb::move || verb == Verb::copy || verb == Verb::create) return true;
  if (verb == Verb::convert && at > 0 && (is(at - 1, Class::to) || is(at - 1, Class::into))) return true;
  if (has_certain) return false;
  if (tokens_[at].text.find('/') != std::string::npos)
    return at > 0 &&
           (is(at - 1, Class::in) || is(at - 1, Class::into) || is(at - 1, Class::to) || is(at - 1, Class::from));
  if (is_product(tokens_[at].text)) return false;
  return at > 0 && (is(at - 1, Class::in) || is(at - 1, Class::into) || (is(at - 1, Class::to) && verb == Verb::add) ||
                    (verb == Verb::write && (is(at - 1, Class::to))));
}

/// A quoted name: one line that is on disk, or that has an extension where a file is meant.
void Namer::quoted(std::size_t at, const language::Clause& clause) {
  const std::string& text = tokens_[at].text;
  if (text.empty() || text.size() > 200 || text.find('\n') != std::string::npos) return;
  if (disk_.kind(text) != DiskFacts::Kind::absent) {
    put(at, text);
    return;
  }
  const bool cued = (at > 0 && (is_file_cue(at - 1) || is(at - 1, Class::as))) || is_file_cue(at + 1);
  const std::size_t dot = text.rfind('.');
  const bool named = dot != std::string::npos && dot > 0 && text.size() - dot <= 6 && dot + 1 < text.size() &&
                     text.find(' ', dot) == std::string::npos;
  const bool one_word = text.find(' ') == std::string::npos;
  const bool to_be_made = makes_file(clause.verb) || (at > 0 && is(at - 1, Class::as));
  // "'serve' is called 'dev' from now on": a name of something in a file.
  const bool renames_word = at > 0 && is(at - 1, Class::as) && !named && !makes_file(clause.verb) &&
                            clause.verb != Verb::move && clause.verb != Verb::copy && clause.verb != Verb::rename &&
                            !is_file_cue(at + 1);
  if (cued && !renames_word && (one_word || (named && to_be_made))) {
    put(at, text);
  } else if (named && text.find(' ') != std::string::npos && std::ranges::count(text, ' ') <= 5 &&
             language::read_path(last_word(text)) && language::read_path(last_word(text))->certain) {
    const bool slot = at > 0 && (is(at - 1, Class::to) || is(at - 1, Class::into) ||
                                 (is(at - 1, Class::in) && makes_file(clause.verb)));
    // Words in quotation marks that are no file yet can only name one that is to be made.
    const bool object = at == clause.at + 1 && makes_file(clause.verb);
    if (slot || object) put(at, text);
  } else if (const auto path = language::read_path(text); path && on_disk(path->path)) {
    put(at, path->path);
  }
}

bool Namer::makes_file(language::Verb verb) {
  return verb == language::Verb::create || verb == language::Verb::write || verb == language::Verb::directory;
}

/// "Makefile", "the settings file", "the readme", "in src".
void Namer::bare(std::size_t at, const language::Clause& clause, bool has_certain) {
  const Token& token = tokens_[at];
  const std::string_view raw = token.span.of(request_);
  if (raw.size() < 2 || raw.size() > 100 || raw.front() == '-' || raw.find(' ') != std::string_view::npos) return;
  if (is_grammar(token) || token.is(Class::model_noun)) return;
  if (const auto joined = with_next(at, clause)) return put(at, *joined);
  if (std::ranges::find(used_, at) != used_.end()) return;
  const DiskFacts::Kind kind = disk_.kind(raw);
  const bool before = at > clause.begin && is_file_cue(at - 1);
  const bool after = at + 1 < clause.end && is_file_cue(at + 1);
  if (token.is(Class::file_noun) && kind != DiskFacts::Kind::directory && token.text != "readme" &&
      token.text != "makefile" && token.text != "dockerfile" && kind != DiskFacts::Kind::file) {
    if (after || before) return;
    if (token.text != "config" && token.text != "manifest") return;
  }
  switch (kind) {
    case DiskFacts::Kind::directory:
      // "a python script python/b.py": what kind of script
      if (after && !is(at + 1, Class::directory_noun) && at + 2 < clause.end &&
          tokens_[at + 2].kind == Token::Kind::path)
        return;
      if (means_directory(at, clause, before || after)) put(at, std::string(raw));
      return;
    case DiskFacts::Kind::file:
      if (means_file(at, clause, before || after)) put(at, std::string(raw));
      return;
    case DiskFacts::Kind::absent: break;
  }
  if (names_new(at, clause, has_certain)) return put(at, std::string(raw));
  absent(at, clause, has_certain);
}

/// "invoice py" is invoice.py where there is one.
std::optional<std::string> Namer::with_next(std::size_t at, const language::Clause& clause) const {
  if (at + 1 >= clause.end || tokens_[at + 1].kind != Token::Kind::word || tokens_[at + 1].text.size() > 4 ||
      tokens_[at + 1].text.find(' ') != std::string::npos)
    return std::nullopt;
  std::string joined = std::string(tokens_[at].span.of(request_)) + "." + tokens_[at + 1].text;
  const auto path = language::read_path(joined);
  return path && path->certain && on_disk(joined) ? std::optional(std::move(joined)) : std::nullopt;
}

bool Namer::is_behind_preposition(std::size_t at, const language::Clause& clause) const {
  return at > clause.begin &&
         (is(at - 1, Class::in) || is(at - 1, Class::into) || is(at - 1, Class::to) || is(at - 1, Class::from));
}

/// A directory of this name is on disk: does the word mean it?
bool Namer::means_directory(std::size_t at, const language::Clause& clause, bool cued) const {
  const bool slot = is_behind_preposition(at, clause);
  const bool place = slot && (at + 1 >= clause.end || tokens_[at + 1].kind != Token::Kind::word ||
                              is_file_cue(at + 1) || tokens_[at + 1].entry != nullptr);
  std::size_t first = clause.at + 1;
  while (first < at && tokens_[first].text.starts_with('-')) ++first;  // "ls -la src"
  const bool object = at == first && (takes_file(clause.verb)) &&
                      (at + 1 >= clause.end || tokens_[at + 1].kind != Token::Kind::word ||
                       tokens_[at + 1].is(Class::to) || tokens_[at + 1].is(Class::into));
  const bool described = at > clause.begin && tokens_[at - 1].kind == Token::Kind::word &&
                         tokens_[at - 1].entry == nullptr;  // "raw data (data/a.csv)"
  const bool banned =
      clause.negated && !described && !is(at + 1, Class::in) &&
      (at + 1 >= clause.end || tokens_[at + 1].kind == Token::Kind::mark || tokens_[at + 1].entry != nullptr);
  return cued || place || object || banned;
}

/// A file of this name is on disk: does the word mean it?
bool Namer::means_file(std::size_t at, const language::Clause& clause, bool cued) const {
  const Token& token = tokens_[at];
  const std::string_view raw = token.span.of(request_);
  const bool upper = raw[0] >= 'A' && raw[0] <= 'Z';
  const bool slot = is_behind_preposition(at, clause);
  const bool object = at == clause.at + 1 || (at == clause.at + 2 && is_article(tokens_[at - 1]));
  return cued || upper || slot || (object && takes_file(clause.verb)) || clause.negated || token.entry == nullptr;
}

/// A new name: "create a directory called assets", "mkdir assets", "a file named notes".
bool Namer::names_new(std::size_t at, const language::Clause& clause, bool has_certain) const {
  const Token& token = tokens_[at];
  // "put 'Hello' as subtitle into a.html": what the text is to be there.
  const bool role = has_certain && tokens_[at - (at > 0 ? 1 : 0)].text == "as" && clause.verb != Verb::move &&
                    clause.verb != Verb::copy && clause.verb != Verb::create && clause.verb != Verb::directory;
  const bool called = at > clause.begin && is(at - 1, Class::as) && !role;
  const bool made = clause.verb == Verb::directory && at == clause.at + 1;
  const bool directory = clause.verb == Verb::directory;
  const bool plain = token.entry == nullptr || token.kind == Token::Kind::value || made || (called && directory);
  const bool named =
      made || (called && !clause_renames_symbol(clause)) || (at > clause.begin && is(at - 1, Class::directory_noun));
  return plain && named &&
         (makes_file(clause.verb) || clause.verb == Verb::add || clause.verb == Verb::move ||
          clause.verb == Verb::copy);
}

/// Not on disk as it is written: the stem of a file, a class with a file of its name, a well-known file.
void Namer::absent(std::size_t at, const language::Clause& clause, bool has_certain) {
  const Token& token = tokens_[at];
  const std::string_view raw = token.span.of(request_);
  const bool before = at > clause.begin && is_file_cue(at - 1);
  const bool after = at + 1 < clause.end && is_file_cue(at + 1);
  const bool known =
      raw == "Makefile" || raw == "Dockerfile" || raw == "README" || raw == "LICENSE" || raw == "CHANGELOG";
  if (known && disk_.named(raw).empty()) {
    put(at, std::string(raw));
    return;
  }
  if (names_class(raw, has_certain)) return stem(at, raw.substr(0, raw.find("::")));
  if (names_component(at, clause, has_certain)) return stem(at, raw);
  const bool part = is(at + 1, Class::symbol_noun) && token.entry == nullptr && disk_.named(raw).size() == 1;
  const bool cue = part || after || before || known || token.text == "readme" || token.text == "changelog" ||
                   token.text == "makefile" || token.text == "dockerfile" || token.text == "license" ||
                   token.text == "licence" || token.text.ends_with("ignore") ||
                   (token.entry == nullptr && raw.size() > 3 && token.text.ends_with("rc"));
  if (!cue || token.is(Class::conjunction)) return;
  // "the pricing page (app/pricing/page.tsx)": the path behind it says which one.
  for (std::size_t k = at + 1; k < std::min(at + 5, clause.end); ++k)
    if (tokens_[k].kind == Token::Kind::path && tokens_[k].certain && is_mark(k - 1)) return;
  // "the license header"
  if (!known && !before && !after && !part && (is(at + 1, Class::content_noun) || is(at + 1, Class::line_noun))) return;
  // "write an outputs file for the vpc module: modules/vpc/outputs.tf": the path is the name.
  if (has_certain && makes_file(clause.verb)) return;
  if (!before || token.entry == nullptr) stem(at, raw);
}

/// "CartTest", "UserController::delete": written as a class, and one file has that name.
bool Namer::names_class(std::string_view raw, bool has_certain) const {
  const std::string_view name = raw.substr(0, raw.find("::"));
  if (has_certain || name.size() < 5 || name[0] < 'A' || name[0] > 'Z') return false;
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const bool inner = std::ranges::any_of(name.substr(1), [](char c) { return c >= 'A' && c <= 'Z'; });
  const bool small = std::ranges::any_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
  return inner && small && std::ranges::all_of(name, letter) && disk_.named(name).size() == 1;
}

/// "the Navbar", "the Invoice model": with a capital inside the sentence, spelt as one file is.
bool Namer::names_component(std::size_t at, const language::Clause& clause, bool has_certain) const {
  const std::string_view raw = tokens_[at].span.of(request_);
  if (has_certain || raw.size() < 4 || tokens_[at].kind != Token::Kind::word || at == clause.begin ||
      !is(at - 1, Class::article))
    return false;
  // "in the report": a place, and a file is called so
  const bool place = at >= clause.begin + 2 && (is(at - 2, Class::in) || is(at - 2, Class::into)) &&
                     !is(at + 1, Class::line_noun) && tokens_[at - 2].text != "of";
  if (!place && (raw[0] < 'A' || raw[0] > 'Z')) return false;
  const std::vector<std::string> found = disk_.named(raw);
  if (found.size() != 1 || disk_.kind(found.front()) != DiskFacts::Kind::file) return false;
  const std::string_view name = last_part(found.front());
  return name.substr(0, name.find('.')) == raw;
}

bool Namer::clause_renames_symbol(const language::Clause& clause) const {
  for (std::size_t i = clause.begin; i < clause.end; ++i)
    if (is(i, Class::symbol_noun)) return true;
  return false;
}

std::optional<std::string> DiskFacts::beneath(std::string_view) const { return std::nullopt; }
std::optional<DiskFacts::Holding> DiskFacts::holding(std::string_view) const { return std::nullopt; }

bool is_outside(std::string_view path) noexcept {
  return path.starts_with('/') || path.starts_with('~') || path.starts_with("../") ||
         path.find("/../") != std::string_view::npos || (path.size() > 2 && path[1] == ':');
}

std::vector<std::optional<Named>> find_names(std::string_view request, const language::Reading& reading,
                                             const DiskFacts& disk) {
  return Namer(request, reading, disk).take();
}

}  // namespace warrant::contract
