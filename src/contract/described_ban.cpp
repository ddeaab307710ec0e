// Bans of files that are described rather than named, of pieces, and of files that are to stay where they are.
#include "resolver.hpp"
#include "shape.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>

namespace warrant::contract {

using language::Class;
using language::Clause;
using language::Token;
using language::Verb;

/// "tests/test_tax.py fails … leave the test alone": the one test that is named.
bool Resolver::forbids_test(const Clause& clause) {
  const bool object = clause.at + 2 < clause.end && !clause.passive && tokens_[clause.at + 1].is(Class::article) &&
                      tokens_[clause.at + 2].is(Class::tests_noun) && language::changes_something(clause.verb);
  if (!(clause.verb == Verb::leave && any(clause, Class::tests_noun, clause.at)) && !object) return false;
  std::optional<Named> test;
  for (const auto& name : material_.names) {
    if (!name || !name->exists || name->path.find("test") == std::string::npos) continue;
    if (test && test->path != name->path) return false;
    test = *name;
  }
  if (test) forbid(*test);
  return test.has_value();
}

/// After the orders are read: a file that is not to be moved and that nothing else changes must not change at all.
void Resolver::forbid_kept() {
  // "Make f in a.c return -1. Keep the signature in b.h untouched.": a file that only a ban is about
  for (const Named& named : pieces_) {
    const bool other = std::ranges::any_of(draft_.targets, [&](const Target& it) { return it.path == named.path; });
    const bool changes = std::ranges::any_of(draft_.targets, [](const Target& it) { return is_changeable(it.role); });
    if (!other && changes)
      forbid(named);
    else
      draft_.give(named, Role::mentioned);
  }
  for (const Named& named : kept_) {
    const bool edited = std::ranges::any_of(draft_.operations, [&](const Operation& operation) {
      return path_of(operation) == named.path && !std::holds_alternative<DeleteFile>(operation) &&
             !std::holds_alternative<TransferFile>(operation);
    });
    if (!edited) forbid(named);
  }
}

/// "… The doc itself stays as it is.", "… and leave the original alone": a file that is called by what it is, or that
/// the new text comes from. The last one that would change is left to change.
void Resolver::forbid_described() {
  for (const Clause& clause : clauses_) {
    if (!clause.negated || clause.purpose || clause.exception || !names_of(clause).empty()) continue;
    for (std::size_t at = clause.begin + 1; at < clause.end; ++at) {
      const bool definite = tokens_[at - 1].is(Class::article) && !tokens_[at - 1].is(Class::piece_new);
      const bool whole = at + 1 >= clause.end || tokens_[at + 1].kind != Token::Kind::word ||
                         tokens_[at + 1].entry != nullptr || tokens_[at + 1].text == "itself";
      if (definite && whole) forbid_called(tokens_[at].text);
    }
  }
}

void Resolver::forbid_called(std::string_view noun) {
  const bool origin = noun == "original" || noun == "source" || noun == "source file" || noun == "original file";
  std::vector<std::string> meant;
  std::size_t others = 0;
  for (const Target& target : draft_.targets) {
    const bool copied = std::ranges::any_of(draft_.operations, [&](const Operation& it) {
      const auto* copy = std::get_if<TransferFile>(&it);
      return copy != nullptr && copy->how == Transfer::copy && copy->from == target.path;
    });
    if (copied) continue;  // "copy a.toml to b.toml, the original stays"
    const std::string_view name = last_part(target.path);
    const bool stem = noun.size() > 3 && fold_case(name.substr(0, name.rfind('.'))) == noun;
    const bool called = origin ? target.role == Role::source : target.exists && (stem || is_called(target.path, noun));
    if (called)
      meant.push_back(target.path);
    else if (is_changeable(target.role))
      ++others;
  }
  if (others == 0) return;
  for (const std::string& path : meant) draft_.give(path, Role::forbidden, true, std::nullopt);
}

/// "the header", "foo()": a part of a file, so the file itself is not banned.
bool Resolver::is_piece(const Slots& slots) const {
  bool words = false;
  for (const std::size_t at : slots[SlotName::object]) {
    const Token& token = tokens_[at];
    if (material_.names[at]) return false;
    if (token.is(Class::all) || token.is(Class::pronoun)) return false;
    if (token.kind != Token::Kind::mark && token.text != "the" && !token.is(Class::polite) &&
        !token.is(Class::file_noun) && !token.is(Class::change_noun) && !token.is(Class::unchanged) &&
        !token.is(Class::off_limits))
      words = true;
  }
  return words;
}

}  // namespace warrant::contract
