// The paths that no order is about: what is to be read, checked, or is only mentioned.
#include "resolver.hpp"

#include <algorithm>
#include <array>

namespace warrant::contract {

using language::Class;
using language::Clause;
using language::Mood;
using language::Token;
using language::Verb;

void Resolver::read_rest() {
  for (const Clause& clause : clauses_) {
    const auto names = names_of(clause);
    if (clause.negated && !any(clause, Class::until_then)) continue;
    if (clause.purpose || (any(clause, Class::until_then) && any(clause, Class::holds))) {
      for (const std::size_t at : names)
        draft_.give(*material_.names[at], is_model(clause, at) ? Role::source : Role::verify_only);
      continue;
    }
    if (asks_change(clause) && draft_.change && !inline_) continue;
    for (const std::size_t at : names) give_new(*material_.names[at], role_of(clause, at));
    if (clause.only && is_order(clause) && !names.empty() && draft_.change) draft_.only = true;
  }
}

void Resolver::give_new(const Named& named, Role role) {
  for (const Target& target : draft_.targets)
    if (target.path == named.path && target.role != Role::mentioned) return;
  if (!named.candidates.empty() && (role == Role::must_read)) {
    draft_.is_ambiguous(named);
    return;
  }
  draft_.give(named, role);
}

/// "Should I rename a.py to b.py?": what is not there, or only the folder, cannot answer the question.
bool Resolver::is_beside(const Clause& clause, std::size_t at) const {
  const Named& named = *material_.names[at];
  if (named.exists && !named.directory) return false;
  return std::ranges::any_of(names_of(clause), [&](std::size_t other) {
    return other != at && material_.names[other]->exists && !material_.names[other]->directory;
  });
}

/// "Which one does a.go use, b.go or c.go?": only a.go tells.
bool Resolver::is_choice(const Clause& clause, std::size_t at) const {
  // "Which of a.md and b.md is linked from c.md?"
  for (std::size_t of = clause.begin; of + 1 < clause.end; ++of)
    if (tokens_[of].is(Class::which) && tokens_[of + 1].text == "of" && names_of(clause).size() > 2)
      return at <= names_of(clause)[names_of(clause).size() - 2];
  const auto either = [&](std::size_t word) {
    return word > clause.begin && word + 1 < clause.end && tokens_[word].is(Class::either) &&
           material_.names[word - 1] && material_.names[word + 1];
  };
  const bool chosen = (at > 0 && either(at - 1)) || either(at + 1);
  return chosen && any(clause, Class::which) && names_of(clause).size() > 2;
}

/// "Write a.yaml. You'll find the ports in b.yaml. The labels are in c.yaml. d.kt shows the fields.": what stands
/// where, said behind the order.
bool Resolver::points_to_source(const Clause& clause, std::size_t at) const {
  const bool behind = std::ranges::any_of(clauses_, [&](const Clause& it) {
    return it.begin < clause.begin && is_order(it) && language::changes_something(it.verb);
  });
  const bool placed_already =
      std::ranges::any_of(draft_.targets, [](const Target& it) { return is_changeable(it.role); });
  if (!behind || !placed_already || clause.negated || clause.mood == Mood::condition || any(clause, Class::defect))
    return false;
  static constexpr std::array<std::string_view, 9> kShows{"shows",   "has",      "holds",     "contains", "lists",
                                                          "defines", "explains", "describes", "documents"};
  if (at + 1 < clause.end && std::ranges::find(kShows, tokens_[at + 1].text) != kShows.end()) return true;
  const bool last = at + 1 >= clause.end || tokens_[at + 1].kind == Token::Kind::mark;
  const bool placed = at > clause.begin && (tokens_[at - 1].text == "in" || tokens_[at - 1].text == "from");
  if (!placed) return false;
  static constexpr std::array<std::string_view, 5> kFind{"find", "see", "read", "look up", "get"};
  for (std::size_t k = clause.begin; k < at; ++k)
    if (any(clause, Class::addressee) && std::ranges::find(kFind, tokens_[k].text) != kFind.end()) return true;
  // "The keys are in refs.bib.", "The pod labels in c.yaml."
  const bool thing = tokens_[clause.begin].is(Class::article) && clause.mood == Mood::statement;
  const bool is = at > clause.begin + 1 && (tokens_[at - 2].text == "are" || tokens_[at - 2].text == "is");
  const bool bare = std::none_of(tokens_.begin() + static_cast<std::ptrdiff_t>(clause.begin),
                                 tokens_.begin() + static_cast<std::ptrdiff_t>(at), [](const Token& it) {
                                   return it.is(Class::auxiliary) || it.is(Class::modal) || it.is(Class::obliged) ||
                                          it.has(language::Form::third_person);
                                 });
  return thing && last && (is || bare);
}

/// "… if needed", "… | if that's needed"
bool Resolver::is_conditional(const Clause& clause) const {
  const auto next = static_cast<std::size_t>(&clause - clauses_.data()) + 1;
  return any(clause, Class::needed) || (next < clauses_.size() && clauses_[next].sentence == clause.sentence &&
                                        clauses_[next].mood == Mood::condition);
}

/// "Summarise a.md in five bullets | and save the result as b.md"
bool Resolver::is_saved_behind(const Clause& clause) const {
  const auto next = static_cast<std::size_t>(&clause - clauses_.data()) + 1;
  if (next >= clauses_.size() || language::sort_of(clause.verb) != language::Sort::tell) return false;
  const Clause& saved = clauses_[next];
  if (!is_order(saved) || saved.verb != Verb::write) return false;
  for (std::size_t at = saved.at; at < saved.end; ++at)
    if (tokens_[at].is(Class::pronoun) || tokens_[at].text == "result" || tokens_[at].is(Class::answer_text))
      return true;
  return false;
}

Role Resolver::role_of(const Clause& clause, std::size_t at) const {
  if (clause.reported) return Role::mentioned;
  if (draft_.change && clause.mood == Mood::question && !material_.reading.asks && points_to_source(clause, at))
    return Role::source;
  if (clause.mood == Mood::question)
    return is_beside(clause, at) || is_choice(clause, at) ? Role::mentioned : Role::must_read;
  if (clause.mood == Mood::condition && in_question(clause)) return Role::must_read;
  if (draft_.change && is_model(clause, at)) return Role::source;
  if (clause.mood == Mood::imperative || clause.mood == Mood::wish) {
    // "Only there, b.yaml follows next sprint"
    if (clause.only && clause.verb == Verb::none && has_word(clause, "there"))
      return any(clause, Class::later) ? Role::forbidden : Role::mentioned;
    if (clause.only && clause.verb == Verb::none) return draft_.change ? Role::may_change : Role::mentioned;
    if (clause.verb == Verb::run || clause.verb == Verb::test || clause.verb == Verb::build ||
        clause.verb == Verb::lint || clause.verb == Verb::typecheck)
      return Role::mentioned;
    if (clause.verb == Verb::undo || clause.verb == Verb::redo) return Role::must_change;
    // "rename f in a.py and make sure b.py still compiles"
    if (draft_.change && clause.verb == Verb::verify) return Role::verify_only;
    // "mention the licence in a.md, see b.txt"
    if (draft_.change && refers(clause)) return Role::source;
    if (draft_.change == Type::create && is_saved_behind(clause)) return Role::source;
    const Slots slots = read_slots(material_, clause);
    if (std::ranges::find(slots[SlotName::source], at) != slots[SlotName::source].end())
      return draft_.change ? Role::source : Role::must_read;
    return Role::must_read;
  }
  // "a.rs may get a new variant if that's needed"
  const bool may = at + 1 < clause.end && (tokens_[at + 1].text == "may" || tokens_[at + 1].text == "can");
  if (draft_.change && may && clause.mood == Mood::statement && !clause.negated && is_conditional(clause))
    return Role::may_change;
  if (draft_.change && points_to_source(clause, at)) return Role::source;
  // "a.py has no tests. Write some in b.py.": what the new file is about
  if (draft_.change == Type::create && any(clause, Class::lacks)) return Role::source;
  // "a.tsx with a footer, same style as b.tsx. Create it."
  return draft_.change && is_model(clause, at) ? Role::source : Role::mentioned;
}

}  // namespace warrant::contract
