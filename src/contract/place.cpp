// Where an order without a place is to be carried out: what else of the request, and what the disk, says it.
#include "resolver.hpp"
#include "signs.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace warrant::contract {

using language::Class;
using language::Clause;
using language::Token;

/// Words of a pasted text that are looked at for a file.
static constexpr std::size_t kMostPasted = 2'000;
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

/// "rename parse_line to parse_record everywhere", "modify foo() so that …": in the file where the symbol stands. Where
/// nobody knows what files hold, the order stands without a place.
bool Resolver::place_by_symbol() {
  const std::string symbol = named_symbol();
  if (symbol.empty()) return false;
  const auto files = material_.disk.holding(symbol);
  draft_.question.clear();
  draft_.placeless = false;
  if (!files) return true;
  const bool everywhere =
      std::ranges::any_of(tokens_, [](const Token& it) { return it.is(Class::all) || it.is(Class::where); });
  if (files->size() != 1 && (files->empty() || !everywhere)) {
    std::string text = files->empty() ? "No file holds " + symbol + ": in which file?" : "In which file: ";
    for (const std::string& file : *files) text += (file == files->front() ? "" : ", ") + file;
    draft_.doubt(files->empty() ? std::move(text) : text + "?");
    return true;
  }
  const std::vector<Operation> orders = std::exchange(draft_.operations, {});
  for (const Operation& order : orders) {
    if (!path_of(order).empty()) draft_.operations.push_back(order);
    for (const std::string& file : *files)
      if (auto placed = path_of(order).empty() ? moved_to(order, file) : std::nullopt)
        draft_.operations.push_back(std::move(*placed));
  }
  for (const std::string& file : *files) draft_.give(file, Role::must_change, true, std::nullopt);
  return true;
}

/// The symbol that the order is about: "foo()", parse_line, parseDate; nothing where it names none.
std::string Resolver::named_symbol() const {
  for (const Clause& clause : clauses_) {
    if (!is_order(clause) || !language::changes_something(clause.verb)) continue;
    for (std::size_t at = clause.begin; at < clause.end; ++at) {
      std::string_view raw = tokens_[at].span.of(material_.request);
      const bool call = raw.ends_with("()");
      if (call) raw.remove_suffix(2);
      const bool letters = !raw.empty() && std::ranges::all_of(raw, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
      });
      bool joined = false;
      for (std::size_t i = 1; letters && i < raw.size(); ++i)
        joined = joined || raw[i] == '_' || (raw[i] >= 'A' && raw[i] <= 'Z' && raw[i - 1] >= 'a' && raw[i - 1] <= 'z');
      const bool name = letters && (call || joined) && !(raw.front() >= '0' && raw.front() <= '9');
      if (name && !material_.names[at]) return std::string(raw);
    }
  }
  return {};
}

/// "src/a.rs:41: warning: … Please clean that up": the only file of the workspace that the pasted text speaks of. The
/// order is the person's; the text only says where.
bool Resolver::place_in_pasted() {
  std::vector<std::string> files;
  std::size_t words = 0;
  for (const language::Region& region : material_.reading.regions) {
    if (region.kind == language::Region::Kind::quote) continue;
    std::string_view rest = region.inner.of(material_.request);
    while (!rest.empty() && ++words < kMostPasted) {
      const std::size_t end = std::min(rest.find_first_of(" \t\n\"'()`,<>"), rest.size());
      const auto path = language::read_path(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (!path || material_.disk.kind(path->path) != DiskFacts::Kind::file || is_forbidden(path->path)) continue;
      if (std::ranges::find(files, path->path) == files.end()) files.push_back(path->path);
    }
  }
  if (files.size() != 1) return false;
  std::erase_if(draft_.operations, [](const Operation& operation) { return path_of(operation).empty(); });
  draft_.give(files.front(), Role::must_change, true, std::nullopt);
  draft_.operate(Type::edit, Edit{files.front(), ""});
  draft_.question.clear();
  draft_.placeless = false;
  return true;
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
  if (words > kLongestUpgrade || !history_names_.empty() || std::ranges::none_of(tokens_, is_version)) return false;
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
  if (found.size() != 1) return false;
  std::erase_if(draft_.operations, [](const Operation& operation) { return path_of(operation).empty(); });
  draft_.give(found.front(), Role::must_change, true, std::nullopt);
  draft_.operate(Type::edit, Edit{found.front(), ""});
  return true;
}

/// A change was asked for, and its clause does not say where: in the files that the request names, if its words weigh
/// enough.
void Resolver::place_by_words() {
  if (draft_.banned || weigh(material_, !draft_.history_.empty()).sum < kEnoughWords) return;
  std::vector<Named> files = files_of_sign(clauses_.size() - 1, false);
  if (!are_changeable(files) || !std::ranges::all_of(files, &Named::exists)) return;
  std::erase_if(draft_.operations, [](const Operation& operation) {
    const auto* transfer = std::get_if<TransferFile>(&operation);
    return path_of(operation).empty() || (transfer != nullptr && transfer->to.empty());
  });
  if (draft_.operations.empty()) draft_.change = Type::edit;
  take_files(files);
  draft_.question.clear();
  draft_.placeless = false;
}

}  // namespace warrant::contract
