// What an order asks for, and what it takes from its neighbours.
#include "resolver.hpp"

#include <algorithm>

namespace warrant::contract {

using language::Class;
using language::Clause;
using language::Mood;
using language::Token;
using language::Verb;

void Resolver::read_order(std::size_t index) {
  const Clause& clause = clauses_[index];
  if (continues(clause)) return repeat(clause);
  if (directs_output(clause) || saves_result(clause)) return redirect(clause);
  // "Leave b.ts as it is, I'll wire it up myself." speaks of what is left alone.
  const bool of_the_ban =
      index > 0 && clauses_[index - 1].negated && (!names_of(clauses_[index - 1]).empty() || !draft_.banned);
  if (!of_the_ban && speaker_does_it(clause)) draft_.banned = true;
  if (any(clause, Class::correction) && draft_.change && !withdraws(index)) return correct(clause);
  // "I'd like a test for it too": of the turn before, if its words ask for it and not for a coffee
  if (is_order(clause) && clause.mood == Mood::wish && names_of(clause).empty() && draft_.recent.empty() &&
      !changed_before_.empty() && weighed().sum >= kOnwardWords) {
    if (leaves_open_which(clause)) ask_which(changed_before_);
    draft_.recent = changed_before_;
  }
  if (!asks_change(clause)) return read_no_change(index);
  if (inline_answer(clause) || is_about_a_text(clause)) return;
  if (takes_from_there(index)) return;
  if (takes_up(clause)) return remember(clause);
  if (renames_instead(index)) return;

  if (leaves_choice(clause)) return;

  if (clause.only && !names_of(clause).empty()) draft_.only = true;
  // "Only touch a.py: set …": where the other orders are to stay.
  if (clause.only && index + 1 < clauses_.size() &&
      tokens_[std::min(clause.at, clause.end - 1)].is(Class::any_change) && clause.verb == Verb::create &&
      is_order(clauses_[index + 1]) && language::changes_something(clauses_[index + 1].verb))
    return remember(clause);
  const bool pronoun = any(clause, Class::pronoun);
  if (draft_.recent.empty() && pronoun && !history_names_.empty() && !any(clause, Class::deictic)) {
    if (leaves_open_which(clause)) ask_which(history_names_);
    draft_.recent = history_names_;
  }
  if (draft_.recent.empty() && names_of(clause).empty()) look_ahead(index);
  if (any(clause, Class::deictic) && names_of(clause).empty()) draft_.doubt("Which file do you mean?");
  const bool had = draft_.change.has_value();
  share_object(index);
  if (gives_a_file(clause)) {
    shared_ = clause;
    shared_->verb = Verb::create;
  }
  if (reads_in_code(clause)) {
    shared_ = clause;
    shared_->verb = Verb::edit;
  }
  if (sets_when(clause) && clause.verb == Verb::run) {
    shared_ = clause;
    shared_->verb = Verb::edit;
  }
  read_change(shared_ ? *shared_ : clause, draft_);
  shared_.reset();
  if (!had && draft_.change) draft_.decide("imperative." + std::string(to_string(clause.verb)), clause);
}

/// An order that changes nothing: which files it speaks of, and which command it asks for.
void Resolver::read_no_change(std::size_t index) {
  const Clause& clause = clauses_[index];
  if (!names_of(clause).empty() &&
      (!clause.negated || is_kept_in_place(clause) || bans_manner(index) || bans_one_kind(clause)))
    remember(clause);
  if (is_order(clause) && !no_run_ &&
      (clause.verb == Verb::run || clause.verb == Verb::test || clause.verb == Verb::build ||
       clause.verb == Verb::lint || clause.verb == Verb::typecheck))
    if (auto run = run_of(material_, clause)) runs_.push_back(std::move(*run));
}

/// "fix and simplify a.py": an order without an object has the next one's.
void Resolver::share_object(std::size_t index) {
  const Clause& clause = clauses_[index];
  if (index + 1 >= clauses_.size() || clauses_[index + 1].sentence != clause.sentence || clause.passive) return;
  for (std::size_t at = clause.at + 1; at < clause.end; ++at)
    if (tokens_[at].kind != Token::Kind::mark && !tokens_[at].is(Class::conjunction)) return;
  if (names_of(clause).empty() && is_order(clauses_[index + 1])) {
    std::vector<Named> names;
    for (const std::size_t at : names_of(clauses_[index + 1])) names.push_back(*material_.names[at]);
    if (!names.empty()) draft_.recent = std::move(names);
  }
}

/// "Fix the typo. It is in README.md."
void Resolver::look_ahead(std::size_t index) {
  for (std::size_t i = index + 1; i < clauses_.size(); ++i) {
    const Clause& later = clauses_[i];
    const bool place = names_a_place(later);
    // "Fix it. b.py is fine.": not there
    const bool sound = any(later, Class::sound) || any(later, Class::finished) || any(later, Class::affirm);
    if (sound && !any(later, Class::defect) && !any(later, Class::in)) continue;
    if (!place && (later.negated || later.purpose || later.reported || in_question(later))) continue;
    if (!place && !refers(later) && later.mood != Mood::statement && !(later.mood == Mood::imperative && later.only))
      continue;
    remember(later);
    if (!draft_.recent.empty()) return;
  }
}

/// "…, see a.kt": says where.
bool Resolver::refers(const Clause& clause) const {
  return clause.at < clause.end && clause.mood == Mood::imperative && !clause.negated &&
         tokens_[clause.at].text == "see";
}

/// "the function f in a.py": something other than the file stands before it.
bool Resolver::speaks_of_a_piece(const Clause& clause, std::size_t path) const {
  for (std::size_t at = clause.begin; at < path; ++at) {
    const Token& token = tokens_[at];
    if (token.kind != Token::Kind::mark && token.entry == nullptr && !material_.names[at]) return true;
    if (token.is(Class::symbol_noun) || token.is(Class::line_noun) || token.is(Class::content_noun)) return true;
  }
  return false;
}

/// "Put the timeout into a.py or b.yaml": which one is not said.
bool Resolver::leaves_choice(const Clause& clause) {
  if (clause.conditional || clause.negated || any(clause, Class::negation) || any(clause, Class::nothing)) return false;
  for (std::size_t at = clause.begin + 1; at + 1 < clause.end; ++at) {
    if (tokens_[at].text != "or" && tokens_[at].text != "oder") continue;
    if (!material_.names[at - 1] || !material_.names[at + 1]) continue;
    const Named& one = *material_.names[at - 1];
    const Named& other = *material_.names[at + 1];
    if (one.path == other.path || !one.exists || !other.exists || one.directory || other.directory) continue;
    draft_.doubt("Which one: " + one.path + " or " + other.path + "?");
    return true;
  }
  return false;
}

/// "make it shorter" behind a turn that changed several files
bool Resolver::leaves_open_which(const Clause& clause) const {
  return history_names_.size() > 1 && turn_before()->outcome == "complete" && !speaks_of_many() &&
         names_of(clause).empty();
}

void Resolver::ask_which(const std::vector<Named>& files) {
  std::string text = "Which one: ";
  for (const Named& file : files) text += (&file == &files.front() ? "" : ", ") + file.path;
  draft_.doubt(text + "?");
}

}  // namespace warrant::contract
