// Orders that correct, withdraw, redirect or repeat the ones before them.
#include "resolver.hpp"

#include <algorithm>
#include <array>

namespace warrant::contract {

using language::Class;
using language::Clause;
using language::Mood;
using language::Token;
using language::Verb;

/// "Turn on minify in a.kts… scratch that, first tell me whether …": nothing is left of the order.
bool Resolver::withdraws(std::size_t index) {
  const bool asks =
      std::ranges::any_of(clauses_.begin() + static_cast<std::ptrdiff_t>(index), clauses_.end(), [&](const Clause& it) {
        return it.mood == Mood::question || (is_order(it) && language::sort_of(it.verb) == language::Sort::tell);
      });
  const bool names =
      std::any_of(clauses_.begin() + static_cast<std::ptrdiff_t>(index), clauses_.end(),
                  [&](const Clause& it) { return is_order(it) && language::changes_something(it.verb); });
  if (!asks || names) return false;
  drop_orders();
  draft_.change.reset();
  return true;
}

/// "Delete a.py, sorry, I meant b.py"
void Resolver::correct(const Clause& clause) {
  const auto names = names_of(clause);
  const std::string old = draft_.operations.empty() ? std::string() : std::string(path_of(draft_.operations.back()));
  auto operation = names.size() == 1 && !draft_.operations.empty()
                       ? moved_to(draft_.operations.back(), material_.names[names.front()]->path)
                       : std::nullopt;
  // "Double it, in a.ld. Hm no, make that 1.5 times.": another value in the same place
  if (names.empty() && !old.empty() && draft_.operations.size() == 1 && is_about_a_value(clause)) {
    draft_.operations.back() = Edit{old, ""};
    return;
  }
  if (!operation) return draft_.doubt("You corrected yourself: what should be done, and in which file?");
  for (Target& target : draft_.targets)
    if (target.path == old && old != material_.names[names.front()]->path && target.role != Role::forbidden)
      target.role = Role::mentioned;
  draft_.operations.back() = std::move(*operation);
  draft_.give(*material_.names[names.front()], Role::must_change);
  if (old.empty()) draft_.settle_place();
}

bool Resolver::is_about_a_value(const Clause& clause) const {
  for (std::size_t at = clause.begin; at < clause.end; ++at) {
    const std::string& text = tokens_[at].text;
    if (tokens_[at].kind == Token::Kind::value || tokens_[at].kind == Token::Kind::quoted ||
        (!text.empty() && text.front() >= '0' && text.front() <= '9'))
      return true;
  }
  return false;
}

/// "call it b.md | instead of a.md"
bool Resolver::renames_instead(std::size_t index) {
  const Clause& clause = clauses_[index];
  if (index + 1 >= clauses_.size() || clause.at >= clause.end) return false;
  const Clause& old = clauses_[index + 1];
  const std::string& verb = tokens_[clause.at].text;
  const auto now = names_of(clause);
  const auto before = names_of(old);
  if ((verb != "call" && verb != "name") || old.sentence != clause.sentence || !tokens_[old.begin].is(Class::instead) ||
      now.size() != 1 || before.size() != 1)
    return false;
  const Named& to = *material_.names[now.front()];
  const Named& from = *material_.names[before.front()];
  if (to.exists || !from.exists || from.directory) return false;
  std::erase_if(draft_.targets, [&](const Target& it) { return it.path == from.path; });
  draft_.give(from, Role::must_change);
  draft_.give(to, Role::output);
  draft_.operate(Type::organize, TransferFile{Transfer::rename, from.path, to.written});
  draft_.decide("imperative.rename", clause);
  return true;
}

/// "… and the same in b.py"
bool Resolver::continues(const Clause& clause) const {
  return draft_.change && !draft_.operations.empty() && is_order(clause) && clause.verb == Verb::none &&
         any(clause, Class::continuing) && !names_of(clause).empty();
}

void Resolver::repeat(const Clause& clause) {
  for (const std::size_t at : names_of(clause)) {
    const Named& named = *material_.names[at];
    if (draft_.is_ambiguous(named)) continue;
    draft_.give(named, clause.conditional ? Role::may_change : Role::must_change);
    auto operation = moved_to(draft_.operations.back(), named.path);
    draft_.operate(*draft_.change, operation ? std::move(*operation) : Operation(Edit{named.path, ""}));
  }
}

/// "translate a.md, the output goes to b.md"
bool Resolver::directs_output(const Clause& clause) const {
  if (!is_order(clause) || clause.at >= clause.end || !tokens_[clause.at].is(Class::goes)) return false;
  const auto names = names_of(clause);
  return draft_.change == Type::edit && names.size() == 1 && !material_.names[names.front()]->exists;
}

/// "turn a.csv into a table and save it as b.md"
bool Resolver::saves_result(const Clause& clause) const {
  if (!is_order(clause) || clause.verb != Verb::write || draft_.change != Type::edit) return false;
  const auto names = names_of(clause);
  if (names.size() != 1 || material_.names[names.front()]->exists) return false;
  const Slots slots = read_slots(material_, clause);
  const bool placed = std::ranges::any_of(std::array{SlotName::as, SlotName::to, SlotName::into, SlotName::in},
                                          [&](SlotName slot) { return !paths_in(material_, slots[slot]).empty(); });
  const auto& object = slots[SlotName::object];
  return placed && (object.empty() || std::ranges::any_of(object, [&](std::size_t at) {
                      return tokens_[at].is(Class::pronoun) || tokens_[at].text.ends_with("result");
                    }));
}

void Resolver::redirect(const Clause& clause) {
  const Named& to = *material_.names[names_of(clause).front()];
  // "Split a.js: the validation goes to b.js": both change
  const bool splits = std::ranges::any_of(clauses_, [&](const Clause& other) {
    return other.begin < clause.begin && is_order(other) && other.at < other.end && tokens_[other.at].is(Class::splits);
  });
  if (splits) {
    draft_.give(to, Role::output);
    return draft_.operate(Type::create, CreateFile{to.written, std::nullopt});
  }
  for (Target& target : draft_.targets)
    if (is_changeable(target.role)) target.role = Role::source;
  draft_.operations.clear();
  draft_.change = Type::create;
  draft_.give(to, Role::output);
  draft_.operate(Type::create, CreateFile{to.written, std::nullopt});
}

/// "Take a.md, boil it down to …": what the orders behind it are about.
bool Resolver::takes_up(const Clause& clause) {
  if (clause.at >= clause.end || !tokens_[clause.at].is(Class::takes) || names_of(clause).empty()) return false;
  if (clause.verb == Verb::remove) return false;  // "take the import out of a.ts"
  for (const std::size_t at : names_of(clause))
    if (is_model(clause, at) || (at > clause.begin && tokens_[at - 1].is(Class::from)))
      draft_.give(*material_.names[at], Role::source);
  return true;
}

/// "…; the three errors are in b.md, take them from there": what the text is taken from.
bool Resolver::takes_from_there(std::size_t index) {
  const Clause& clause = clauses_[index];
  if (!draft_.change || index == 0 || clause.at + 2 >= clause.end || !tokens_[clause.at].is(Class::takes) ||
      clause.verb == Verb::remove || !tokens_[clause.at + 1].is(Class::pronoun) ||
      tokens_[clause.at + 2].text != "from")
    return false;
  const auto names = names_of(clause).empty() ? names_of(clauses_[index - 1]) : names_of(clause);
  for (const std::size_t at : names) draft_.give(*material_.names[at], Role::source);
  return !names.empty();
}

}  // namespace warrant::contract
