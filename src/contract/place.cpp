// Where an order without a place is to be carried out: what else of the request, and what the disk, says it.
#include "pasted.hpp"
#include "resolver.hpp"
#include "shape.hpp"
#include "signs.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace warrant::contract {

using language::Class;
using language::Clause;
using language::Mood;
using language::Token;

/// Files that a question names.
static constexpr std::size_t kMostNamed = 8;
/// Words that an order to take another version has at most.
static constexpr std::size_t kLongestUpgrade = 6;

/// An edit, and nothing says where; "every markdown file" does.
bool Resolver::names_no_place() const {
  if (draft_.change != Type::edit || draft_.operations.empty() || draft_.banned) return false;
  const bool nowhere = std::ranges::all_of(draft_.operations, [](const Operation& operation) {
    return path_of(operation).empty() && !std::holds_alternative<Restore>(operation);
  });
  const bool target = std::ranges::any_of(
      draft_.targets, [](const Target& it) { return is_changeable(it.role) || it.role == Role::must_read; });
  const bool files = std::ranges::any_of(clauses_, [&](const Clause& clause) {
    return is_order(clause) && any(clause, Class::file_noun) && any(clause, Class::all);
  });
  return nowhere && !target && !files;
}

/// Nothing but edits that lack their file: what else is ordered has a place of its own, or a doubt of its own.
bool Resolver::lacks_only_places() const {
  return !draft_.operations.empty() && std::ranges::all_of(draft_.operations, [](const Operation& operation) {
    return path_of(operation).empty() && !std::holds_alternative<TransferFile>(operation) &&
           !std::holds_alternative<CreateFile>(operation) && !std::holds_alternative<DeleteFile>(operation) &&
           !std::holds_alternative<MakeDirectory>(operation) && !std::holds_alternative<Restore>(operation) &&
           !std::holds_alternative<Run>(operation);
  });
}

/// "fix open_conn only if …": what a condition stands beside may change.
Role Resolver::placed_role() const {
  const bool conditional = std::ranges::any_of(clauses_, [&](const Clause& clause) {
    return is_order(clause) && language::changes_something(clause.verb) && clause.conditional &&
           names_of(clause).empty();
  });
  return conditional ? Role::may_change : Role::must_change;
}

/// Orders that lack only their files, in these.
void Resolver::place_at(const std::vector<std::string>& files) {
  draft_.operations.clear();
  for (const std::string& file : files) {
    draft_.operations.emplace_back(Edit{file, ""});
    draft_.give(file, placed_role(), true, std::nullopt);
  }
}

/// "… but not in the tests": a limit that names no file, so that no file can be told to be within it.
bool Resolver::is_limited_without_names() const {
  return std::ranges::any_of(clauses_, [&](const Clause& clause) {
    return (clause.negated || clause.exception) && !clause.purpose && names_of(clause).empty();
  });
}

namespace {

bool is_identifier(std::string_view text) {
  return !text.empty() && !(text.front() >= '0' && text.front() <= '9') && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

/// parse_line, parseDate, SPAWN_DELAY; not GitHub, which is a name of something else.
bool is_joined(std::string_view word) {
  const bool lower = !word.empty() && word.front() >= 'a' && word.front() <= 'z';
  for (std::size_t i = 1; i < word.size(); ++i)
    if (word[i] == '_' || (lower && word[i] >= 'A' && word[i] <= 'Z' && word[i - 1] >= 'a' && word[i - 1] <= 'z'))
      return true;
  return false;
}

}  // namespace

/// "rename parse_line to parse_record everywhere", "modify foo() so that …": in the file where the symbol stands. Where
/// nobody knows what files hold, the order stands without a place.
bool Resolver::place_by_symbol() {
  if (!lacks_only_places() || is_limited_without_names()) return false;
  const Symbol symbol = named_symbol();
  if (symbol.name.empty()) return false;
  auto holding = material_.disk.holding(symbol.name);
  draft_.settle_place();
  if (!holding) return true;
  std::erase_if(holding->paths, is_prose);
  const bool one = holding->complete && holding->paths.size() == 1;
  if (!one && !(symbol.everywhere && holding->complete && !holding->paths.empty())) {
    std::string text = holding->paths.empty() ? "No file holds " + symbol.name + ": in which file?" : "In which file: ";
    holding->paths.resize(std::min(holding->paths.size(), kMostNamed));
    for (const std::string& file : holding->paths) text += (file == holding->paths.front() ? "" : ", ") + file;
    draft_.doubt(holding->paths.empty() ? std::move(text) : text + "?");
    return true;
  }
  const std::vector<Operation> orders = std::exchange(draft_.operations, {});
  for (const Operation& order : orders)
    for (const std::string& file : holding->paths)
      if (auto placed = moved_to(order, file)) draft_.operations.push_back(std::move(*placed));
  for (const std::string& file : holding->paths) draft_.give(file, placed_role(), true, std::nullopt);
  return true;
}

/// The symbol that the order is about: "foo()", parse_line, parseDate; nothing where it names none, or where a new name
/// is none.
Resolver::Symbol Resolver::named_symbol() const {
  for (const Operation& operation : draft_.operations)
    if (const auto* rename = std::get_if<RenameSymbol>(&operation);
        rename != nullptr && (!is_identifier(rename->from) || !is_identifier(rename->to)))
      return {};
  for (const Clause& clause : clauses_) {
    if (!is_order(clause) || !language::changes_something(clause.verb)) continue;
    const auto said = [&](std::size_t at) { return tokens_[at].text == "everywhere"; };
    bool everywhere = false;
    for (std::size_t at = clause.begin; at < clause.end; ++at)
      everywhere = everywhere || said(at) ||
                   (tokens_[at].is(Class::all) && at + 1 < clause.end && tokens_[at + 1].is(Class::file_noun));
    for (std::size_t at = clause.passive ? clause.begin : std::min(clause.at, clause.end); at < clause.end; ++at) {
      std::string_view raw = tokens_[at].span.of(material_.request);
      const bool call = raw.ends_with("()");
      if (call) raw.remove_suffix(2);
      if (!material_.names[at] && is_identifier(raw) && (call || is_joined(raw))) return {std::string(raw), everywhere};
    }
  }
  return {};
}

/// "fix both", "fix these", "clean all of that up"
bool Resolver::speaks_of_many() const {
  static constexpr std::array<std::string_view, 6> kMany{"both", "these",       "those",
                                                         "them", "all of them", "both of them"};
  return std::ranges::any_of(clauses_, [&](const Clause& clause) {
    if (!is_order(clause) || !language::changes_something(clause.verb)) return false;
    for (std::size_t at = clause.at; at < clause.end; ++at)
      if (tokens_[at].is(Class::all) || std::ranges::find(kMany, tokens_[at].text) != kMany.end()) return true;
    return false;
  });
}

/// "src/a.rs:41: warning: … Please clean that up": the only place that pasted output of a tool names. The order is the
/// person's; the output only says where, and only by a file with its line. Several places are meant where the order
/// speaks of several things.
bool Resolver::place_in_pasted() {
  if (!lacks_only_places() || is_limited_without_names()) return false;
  std::vector<std::string> files;
  for (PastedFile& it : pasted_files(material_, PastedFrom::output))
    if (it.located) files.push_back(std::move(it.path));
  if (files.empty() || (files.size() > 1 && (files.size() > kMostNamed || !speaks_of_many())) ||
      std::ranges::any_of(files, [&](const std::string& file) { return is_forbidden(file); }))
    return false;
  place_at(files);
  draft_.settle_place();
  return true;
}

/// "let's ship it", "let's get the release out": an order by its form that may well be a word about the day, unless its
/// words weigh for one.
bool Resolver::may_be_talk() {
  const auto ours = [&](const Clause& clause) {
    return clause.at > clause.begin && tokens_[clause.at - 1].text.starts_with("let");
  };
  return std::ranges::any_of(clauses_, [&](const Clause& it) {
    if (!is_order(it)) return false;
    if (ours(it)) return weighed().sum < kEnoughWords;
    return (it.mood == Mood::wish && weighed().sum < kOnwardWords) || (it.guessed && weighed().sum <= 0);
  });
}

/// "log axis on y please" behind a turn about one file, and no other is spoken of.
bool Resolver::place_in_last_turn() {
  if (!lacks_only_places() || may_be_talk() || is_limited_without_names() || history_names_.size() != 1 ||
      !history_names_.front().exists || material_.disk.kind(history_names_.front().path) != DiskFacts::Kind::file ||
      names_any(material_))
    return false;
  place_at({history_names_.front().path});
  draft_.settle_place();
  return true;
}

/// "upgrade lodash to …" beside a manifest that speaks of lodash; where nobody knows what files hold, every one does.
bool Resolver::holds_a_word_of_request(const std::string& file) const {
  for (const Token& token : tokens_) {
    if (token.kind != Token::Kind::word || token.entry != nullptr) continue;
    const std::string_view word = token.span.of(material_.request);
    if (!is_identifier(word)) continue;
    const auto holding = material_.disk.holding(word);
    if (!holding || std::ranges::find(holding->paths, file) != holding->paths.end()) return true;
  }
  return false;
}

/// "upgrade lodash to 4.17.21": in the only file of the workspace that says which versions it uses.
bool Resolver::place_in_manifest() {
  const auto is_version = [](const Token& token) {
    std::string_view text = token.text;
    if (text.starts_with('v') || text.starts_with('^') || text.starts_with('~')) text.remove_prefix(1);
    return token.kind == Token::Kind::value && std::ranges::count(text, '.') > 0 && !text.empty() &&
           text.find_first_not_of("0123456789.") == std::string_view::npos && text.front() != '.' && text.back() != '.';
  };
  const std::size_t words =
      tokens_.size() - static_cast<std::size_t>(std::ranges::count_if(tokens_, [](const Token& it) {
        return it.kind == Token::Kind::mark || it.is(Class::polite);
      }));
  if (!lacks_only_places() || words > kLongestUpgrade || !history_names_.empty() ||
      std::ranges::none_of(tokens_, is_version))
    return false;
  static constexpr std::array<std::string_view, 14> kManifests{
      "package.json",  "Cargo.toml", "pyproject.toml", "requirements.txt", "go.mod",
      "composer.json", "Gemfile",    "pom.xml",        "build.gradle",     "build.gradle.kts",
      "pubspec.yaml",  "mix.exs",    "Pipfile",        "environment.yml"};
  std::vector<std::string> found;
  for (const std::string_view name : kManifests) {
    if (material_.disk.kind(name) == DiskFacts::Kind::file)
      found.emplace_back(name);
    else
      for (std::string& path : material_.disk.named(name))
        if (path.ends_with(std::string("/").append(name))) found.push_back(std::move(path));
  }
  if (found.size() != 1 || !holds_a_word_of_request(found.front())) return false;
  place_at(found);
  return true;
}

/// A change was asked for, and its clause does not say where: in the files that the request names, if its words weigh
/// enough.
void Resolver::place_by_words() {
  if (draft_.banned || weighed().sum < kEnoughWords) return;
  std::vector<Named> files = files_of_sign(clauses_.size() - 1, false);
  if (!are_changeable(files) || !std::ranges::all_of(files, &Named::exists)) return;
  std::erase_if(draft_.operations, [](const Operation& operation) {
    const auto* transfer = std::get_if<TransferFile>(&operation);
    return path_of(operation).empty() || (transfer != nullptr && transfer->to.empty());
  });
  if (draft_.operations.empty()) draft_.change = Type::edit;
  take_files(files);
  draft_.settle_place();
}

}  // namespace warrant::contract
