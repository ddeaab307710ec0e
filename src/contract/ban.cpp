// What must not be done: the bans by name, and which kind of ban a clause is.
#include "resolver.hpp"

#include <algorithm>

namespace warrant::contract {

using language::Class;
using language::Clause;
using language::Mood;
using language::Token;
using language::Verb;

/// Whether some words forbid every change, whatever the others ask.
bool Resolver::bans_everything() {
  for (std::size_t i = 0; i < clauses_.size(); ++i) {
    const Clause& clause = clauses_[i];
    const bool refusal = clause.at < clause.end &&
                         (tokens_[clause.at].is(Class::deny) || tokens_[clause.begin].is(Class::deny)) &&
                         !any(clause, Class::change_noun) && clause.end - clause.begin <= 4 &&
                         !tokens_[clause.begin].is(Class::prohibit);
    if (clause.negated && !refusal && names_of(clause).empty()) read_ban(i);
  }
  return draft_.banned;
}

void Resolver::forbid(const Named& named) {
  draft_.give(named, Role::forbidden);
  for (const std::string& path : named.candidates) draft_.give(path, Role::forbidden, true, named.span);
}

void Resolver::read_ban(std::size_t index) {
  const Clause& clause = clauses_[index];
  const auto names = names_of(clause);
  if (is_no_ban(index)) return;
  if (clause.verb == Verb::run || clause.verb == Verb::test || clause.verb == Verb::build) no_run_ = true;
  // "please don't run install.sh, just add a check to it": what is not to be run may change
  if (clause.verb == Verb::run && !names.empty() && has_orders()) return remember(clause);
  const bool rest = any(clause, Class::rest);
  if (rest && names.empty()) {
    draft_.only = true;
    return;
  }
  if (!names.empty()) {
    ban_named(index);
    return;
  }
  if (speaks_of_no_file(clause)) return;
  if (forbids_test(clause) || forbids_subject(index)) return;
  if (clause.exception || has_word(clause, "excluded") || has_word(clause, "excepted")) return;
  read_wide_ban(clause, index);
}

bool Resolver::speaks_of_no_file(const Clause& clause) const {
  const language::Sort sort = language::sort_of(clause.verb);
  const bool opens_a_file = clause.verb == Verb::show || clause.verb == Verb::read;
  return sort == language::Sort::run || (sort == language::Sort::tell && !opens_a_file);
}

/// "…, a.py": the last word, and nothing but it behind the comma.
bool Resolver::is_behind_comma(const Clause& clause, std::size_t name) const {
  std::size_t last = clause.end;
  while (last > name + 1 && (tokens_[last - 1].kind == Token::Kind::mark || tokens_[last - 1].is(Class::polite)))
    --last;
  return last == name + 1 && name > clause.begin + 2 && tokens_[name - 1].is_mark(',') &&
         tokens_[clause.begin].is(Class::instead) && tokens_[clause.begin + 1].has(language::Form::gerund);
}

/// "put a.js into src/ instead of src/ui/": where it is now.
bool Resolver::leaves_directory(std::size_t index) const {
  const Clause& clause = clauses_[index];
  if (index == 0 || !clause.exception || !tokens_[clause.begin].is(Class::instead)) return false;
  const auto names = names_of(clause);
  return names.size() == 1 && material_.names[names.front()]->directory &&
         std::ranges::any_of(names_of(clauses_[index - 1]), [&](std::size_t at) {
           return material_.names[at]->path.starts_with(material_.names[names.front()]->path + "/");
         });
}

/// "2.2 instead of 1.5 in requirements.txt": the old value, and where it stands.
bool Resolver::names_a_place(const Clause& clause) const {
  if (!clause.exception || !tokens_[clause.begin].is(Class::instead) || clause.begin + 1 >= clause.end) return false;
  const Token& old = tokens_[clause.begin + 1];
  if (material_.names[clause.begin + 1] || old.has(language::Form::gerund)) return false;
  return std::ranges::any_of(names_of(clause), [&](std::size_t at) {
    return tokens_[at - 1].is(Class::in) ||
           (at > 1 && tokens_[at - 1].is(Class::article) && tokens_[at - 2].is(Class::in));
  });
}

bool Resolver::selects(const Clause& clause, std::size_t last) const {
  for (std::size_t at = last + 1; at < clause.end; ++at)
    if (tokens_[at].is(Class::nothing) || tokens_[at].is(Class::negation) || tokens_[at].is(Class::off_limits))
      return true;
  return false;
}

/// Words in the form of a ban that forbid no change: a place, a source, a value that was, a file to look at.
bool Resolver::is_no_ban(std::size_t index) {
  const Clause& clause = clauses_[index];
  const auto names = names_of(clause);
  // "No, not there. Put it in b.rst.": the place of the turn before
  if (turn_before() != nullptr && clause.end - clause.begin <= 3 && has_word(clause, "not") &&
      has_word(clause, "there"))
    return true;
  if (clause.purpose) {
    const Role role = in_question(clause) ? Role::must_read : Role::verify_only;
    for (const std::size_t at : names) draft_.give(*material_.names[at], role);
    return true;
  }
  // "Is it gone from a.yaml but not from b.yaml?"
  if (clause.exception && in_question(clause) && !has_orders()) {
    for (const std::size_t at : names) draft_.give(*material_.names[at], Role::must_read);
    return true;
  }
  // "Except for a.py nothing may be changed. Set its …"
  if (clause.exception && !names.empty() && selects(clause, names.back())) {
    draft_.only = true;
    remember(clause);
    return true;
  }
  // "return 422 instead of crashing, a.py": where, behind it all
  if (clause.exception && names.size() == 1 && has_orders() && is_behind_comma(clause, names.front())) {
    draft_.recent = {*material_.names[names.front()]};
    return true;
  }
  // "Instead of explaining a.cpp again, remove …": what is not to be told
  if (clause.exception && has_orders() && clause.begin + 1 < clause.end && tokens_[clause.begin].is(Class::instead) &&
      tokens_[clause.begin + 1].has(language::Form::gerund) &&
      language::sort_of(tokens_[clause.begin + 1].entry->verb) == language::Sort::tell) {
    remember(clause);
    return true;
  }
  // "Instead of editing a.py, tell me …": nothing else changes it.
  if (clause.exception && !has_orders() && clause.begin + 1 < clause.end && tokens_[clause.begin].is(Class::instead) &&
      tokens_[clause.begin + 1].has(language::Form::gerund)) {
    for (const std::size_t at : names) draft_.give(*material_.names[at], Role::must_read);
    return true;
  }
  // "a.c needs no change, so don't": said already
  if (names.empty() && clause.at < clause.end && is_bare(clause) && tokens_[clause.at].is(Class::prohibit) &&
      index > 0 && clauses_[index - 1].negated && clauses_[index - 1].sentence == clause.sentence &&
      !names_of(clauses_[index - 1]).empty())
    return true;
  if (names_a_place(clause) || leaves_directory(index)) return true;
  // "Using nothing except a.txt and b.txt, write c.md": the sources
  if (index > 0 && clause.exception && any(clauses_[index - 1], Class::nothing) &&
      any(clauses_[index - 1], Class::source)) {
    for (const std::size_t at : names) draft_.give(*material_.names[at], Role::source);
    return true;
  }
  if (index > 0 && clause.exception && clauses_[index - 1].negated && clauses_[index - 1].sentence == clause.sentence &&
      names_of(clauses_[index - 1]).empty())
    return true;  // "nothing except X"
  return false;
}

/// A ban that names files.
void Resolver::ban_named(std::size_t index) {
  const Clause& clause = clauses_[index];
  const auto names = names_of(clause);
  const std::size_t from = clause.passive ? clause.begin : clause.at;
  const Slots slots = read_slots(material_, clause);
  const bool piece = !clause.passive && is_piece(slots);
  if (!has_orders() && clause.verb != Verb::show && clause.verb != Verb::read && is_read_by_pronoun()) {
    for (const std::size_t at : names) draft_.give(*material_.names[at], Role::must_read);
    return;
  }
  if ((is_kept_in_place(clause) || bans_manner(index) || bans_one_kind(clause)) && !clause.passive &&
      clause.at < clause.end) {
    for (const std::size_t at : names) kept_.push_back(*material_.names[at]);
    return;
  }
  for (const std::size_t at : names) {
    const Named& named = *material_.names[at];
    const bool in_place = std::ranges::find(slots[SlotName::in], at) != slots[SlotName::in].end() ||
                          std::ranges::find(slots[SlotName::from], at) != slots[SlotName::from].end();
    if ((at < from || in_place) && piece) {
      if (clause.exception)
        kept_.push_back(named);  // "adapt the test, not the code in a.py"
      else
        pieces_.push_back(named);
      continue;
    }
    forbid(named);
  }
  if (any(clause, Class::rest)) draft_.only = true;
}

/// "The a.lock don't edit", "b.md is signed and must not be altered": the ban's object stands in the clause before.
bool Resolver::forbids_subject(std::size_t index) {
  if (index == 0) return false;
  const Clause& clause = clauses_[index];
  const Clause& before = clauses_[index - 1];
  if (before.sentence != clause.sentence || before.negated || is_order(before) || before.mood == Mood::question ||
      before.reported)
    return false;
  const auto names = names_of(before);
  if (names.empty() || any(clause, Class::all) || any(clause, Class::rest)) return false;
  bool bare = true;  // nothing but the name
  for (std::size_t at = before.begin; at < before.end; ++at)
    bare = bare && (material_.names[at] || tokens_[at].kind == Token::Kind::mark || tokens_[at].is(Class::article) ||
                    tokens_[at].is(Class::polite) || tokens_[at].is(Class::file_noun) ||
                    tokens_[at].is(Class::conjunction) || tokens_[at].is(Class::but));
  // "b.py has to keep working without edits"
  if (before.purpose && tokens_[clause.begin].is(Class::without)) {
    for (const std::size_t at : names) forbid(*material_.names[at]);
    return true;
  }
  const bool predicate = clause.passive || tokens_[clause.begin].is(Class::off_limits) ||
                         tokens_[clause.begin].is(Class::obliged) || tokens_[clause.begin].is(Class::modal);
  bool subject = false;  // of the ban itself
  for (std::size_t at = clause.begin; at < std::min(clause.at, clause.end); ++at)
    subject = subject || tokens_[at].is(Class::article) || tokens_[at].entry == nullptr ||
              (tokens_[at].kind == Token::Kind::word && clause.passive && !tokens_[at].is(Class::pronoun) &&
               !tokens_[at].is(Class::polite) && !tokens_[at].is(Class::conjunction) && !tokens_[at].is(Class::but) &&
               !tokens_[at].is(Class::auxiliary) && !tokens_[at].is(Class::modal) && !tokens_[at].is(Class::obliged) &&
               !tokens_[at].is(Class::question));
  if (!(bare && is_bare_ban(clause)) && !(predicate && !subject)) return false;
  for (const std::size_t at : names) forbid(*material_.names[at]);
  return true;
}

/// No object behind the verb: "don't edit, …"
bool Resolver::is_bare_ban(const Clause& clause) const {
  for (std::size_t at = clause.at + 1; at < clause.end; ++at)
    if (tokens_[at].kind != Token::Kind::mark && !tokens_[at].is(Class::polite) && !tokens_[at].is(Class::pronoun) &&
        !tokens_[at].is(Class::unchanged))
      return false;
  return true;
}

/// "Don't rewrite a.py from scratch, just fix the port.": the order behind it is about the same file.
bool Resolver::bans_manner(std::size_t index) const {
  const Clause& ban = clauses_[index];
  const bool passive = ban.passive && !(index + 1 < clauses_.size() && clauses_[index + 1].only);
  if (ban.at >= ban.end || passive || ban.exception || tokens_[ban.at].is(Class::any_change) ||
      !language::changes_something(ban.verb) || index + 1 >= clauses_.size())
    return false;
  const Clause& next = clauses_[index + 1];
  bool narrows = next.only;
  for (std::size_t at = next.begin; at < next.at; ++at) narrows = narrows || tokens_[at].is(Class::adverb);
  return next.sentence == ban.sentence && is_order(next) && narrows && language::changes_something(next.verb) &&
         names_of(next).empty();
}

/// "Please don't minify a.js, …": a change of a kind that no list knows, beside orders that name no file.
bool Resolver::bans_one_kind(const Clause& clause) const {
  return !clause.passive && !clause.exception && clause.at < clause.end &&
         tokens_[clause.at].kind == Token::Kind::word && tokens_[clause.at].entry == nullptr &&
         std::ranges::any_of(
             clauses_,
             [&](const Clause& it) {
               return is_order(it) && language::changes_something(it.verb) && names_of(it).empty();
             });
}

/// "don't rename it": the file stays where it is, but its content may change.
bool Resolver::is_kept_in_place(const Clause& clause) {
  return clause.verb == Verb::rename || clause.verb == Verb::move || clause.verb == Verb::copy ||
         clause.verb == Verb::erase;
}

/// "don't touch a.py, just read it to me"
bool Resolver::is_read_by_pronoun() const {
  return std::ranges::any_of(clauses_, [&](const Clause& clause) {
    return is_order(clause) &&
           (clause.verb == Verb::read || clause.verb == Verb::show || clause.verb == Verb::explain) &&
           names_of(clause).empty() && (any(clause, Class::pronoun, clause.at) || clause.verb == Verb::explain);
  });
}

}  // namespace warrant::contract
