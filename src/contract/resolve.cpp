// From a request, read, to its contract: the bans first, then the orders, then what else is named.
#include "follow.hpp"
#include "resolver.hpp"

#include <algorithm>

namespace warrant::contract {

using language::Class;
using language::Clause;
using language::Mood;

Resolver::Resolver(const Material& material, const std::vector<Settlement>& history, Words words)
    : material_(material),
      tokens_(material.reading.tokens),
      clauses_(material.reading.clauses),
      draft_(material, history),
      words_(words) {
  if (history.empty()) return;
  for (const Target& target : history.back().targets) {
    if (target.role == Role::forbidden) continue;
    history_names_.push_back({target.path, target.path, true, false, {}, {0, 0}});
    if (is_change(history.back().type) && is_changeable(target.role)) changed_before_.push_back(history_names_.back());
  }
}

Contract Resolver::resolve() {
  for (std::size_t i = 0; i < clauses_.size(); ++i)
    if (clauses_[i].negated) read_ban(i);
  for (std::size_t i = 0; i < clauses_.size(); ++i) read_order(i);
  forbid_kept();
  read_signs();
  read_rest();
  forbid_described();
  return conclude();
}

bool Resolver::any(const Clause& clause, Class which, std::size_t from) const {
  for (std::size_t at = std::max(clause.begin, from); at < clause.end; ++at)
    if (tokens_[at].is(which)) return true;
  return false;
}

std::vector<std::size_t> Resolver::names_of(const Clause& clause) const {
  std::vector<std::size_t> out;
  for (std::size_t at = clause.begin; at < clause.end; ++at)
    if (material_.names[at]) out.push_back(at);
  return out;
}

bool Resolver::has_word(const Clause& clause, std::string_view word) const {
  for (std::size_t at = clause.begin; at < clause.end; ++at)
    if (tokens_[at].text == word) return true;
  return false;
}

bool Resolver::has_orders() const {
  return std::ranges::any_of(clauses_, [&](const Clause& clause) {
    return is_order(clause) && language::changes_something(clause.verb) && !is_inline(clause);
  });
}

bool Resolver::is_order(const Clause& clause) const {
  if (clause.negated || clause.reported || clause.purpose) return false;
  if (clause.mood != Mood::imperative && clause.mood != Mood::wish) return false;
  return !(clause.weak && (material_.reading.asks || is_renounced(clause)));
}

/// "I'd love to delete a.py, but ops would kill me."
bool Resolver::is_renounced(const Clause& clause) const {
  const auto next = static_cast<std::size_t>(&clause - clauses_.data()) + 1;
  if (&clause < clauses_.data() || next >= clauses_.size()) return false;
  const Clause& behind = clauses_[next];
  if (behind.sentence != clause.sentence || behind.mood != Mood::statement) return false;
  const bool but = any(behind, Class::but) || tokens_[behind.begin - 1].is(Class::but);
  return but && (any(behind, Class::modal) || any(behind, Class::negation));
}

void Resolver::remember(const Clause& clause) {
  std::vector<Named> names;
  for (const std::size_t at : names_of(clause))
    if (!is_forbidden(material_.names[at]->path) && !is_model(clause, at)) names.push_back(*material_.names[at]);
  if (names.empty()) return;
  draft_.recent = std::move(names);
  draft_.recent_all = any(clause, Class::all);
  // "index.html loads it twice": the second is what is too much, and not the file
  const bool twice = clause.mood == Mood::statement && (has_word(clause, "twice") || has_word(clause, "too many"));
  draft_.recent_holds =
      twice || std::ranges::all_of(names_of(clause), [&](std::size_t at) {
        const bool within = at > clause.begin && (tokens_[at - 1].is(Class::in) || tokens_[at - 1].is(Class::from));
        std::size_t next = at + 1;
        while (next < clause.end && tokens_[next].is(Class::adverb)) ++next;
        const bool holds = next + 1 < clause.end && tokens_[next].is(Class::contains) && !material_.names[next + 1];
        const bool owner =
            holds || (next < clause.end && (tokens_[next].is(Class::state) || tokens_[next].is(Class::line_noun)));
        return owner || (within && speaks_of_a_piece(clause, at));
      });
}

/// "…, same style as a.tsx", "a.json lacks the keys that are in b.json": what the file of the clause is held against.
bool Resolver::is_model(const Clause& clause, std::size_t at) const {
  if (at == clause.begin) return false;
  // "it is defined in a.rs": where, and no model
  const bool place = clause.mood == Mood::statement && tokens_[clause.begin].is(Class::pronoun);
  if (tokens_[at - 1].is(Class::source) && !tokens_[at - 1].is(Class::from) && !tokens_[at - 1].is(Class::in) && !place)
    return true;
  // "take a.md as a model", "same footer as a.html"
  const std::size_t noun = at + 2 < clause.end && tokens_[at + 2].is(Class::article) ? at + 3 : at + 2;
  if (noun < clause.end && tokens_[at + 1].is(Class::as) && tokens_[noun].is(Class::model_noun)) return true;
  if (tokens_[at - 1].is(Class::as))
    for (std::size_t k = clause.begin; k + 1 < at; ++k)
      if (tokens_[k].is(Class::continuing)) return true;
  if (clause.mood != Mood::statement || clause.reported) return false;
  bool subject = false;
  for (std::size_t k = clause.begin; k < at; ++k) {
    subject = subject || material_.names[k].has_value();
    if (subject && (tokens_[k].text == "that" || (tokens_[k].text == "which" && k > clause.begin))) return true;
  }
  return false;
}

bool Resolver::is_forbidden(const std::string& path) const {
  return std::ranges::any_of(
      draft_.targets, [&](const Target& target) { return target.role == Role::forbidden && target.path == path; });
}

bool Resolver::in_question(const Clause& clause) const {
  return std::ranges::any_of(
      clauses_, [&](const Clause& other) { return other.sentence == clause.sentence && other.mood == Mood::question; });
}

namespace {

/// A text that is too long to be read as a request permits nothing.
Contract too_long(std::string_view request) {
  Contract contract =
      nothing_allowed(request, Type::unknown, {"unsure.too_long", {{0, request.size()}}, "the whole text"});
  contract.unsure = true;
  contract.question = "This is too long to be sure: which sentence says what should be done?";
  derive(contract);
  return contract;
}

/// Adds what was allowed before; what the new words forbid stays forbidden.
void join(Contract& contract, const Contract& before) {
  for (const Target& target : before.targets)
    if (std::ranges::none_of(contract.targets, [&](const Target& it) { return it.path == target.path; }))
      contract.targets.push_back(target);
  const auto forbidden = [&](std::string_view path) {
    return std::ranges::any_of(contract.targets,
                               [&](const Target& it) { return it.role == Role::forbidden && it.path == path; });
  };
  for (const Operation& operation : before.operations)
    if (!forbidden(path_of(operation))) contract.operations.push_back(operation);
  derive(contract);
}

}  // namespace

Contract resolve(const Material& material, const language::Lexicon& lexicon, const std::vector<Settlement>& history,
                 Words words) {
  if (auto followed = follow_up(material, lexicon, history)) {
    if (followed->allowed && Resolver(material, history, words).bans_everything()) {
      followed->unsure = true;
      followed->question = "You allowed a change and forbade every change: which one?";
      derive(*followed);
    }
    return *followed;
  }
  Contract contract = Resolver(material, history, words).resolve();
  // "yes, and rename b.py too": both.
  if (contract.allowed)
    if (auto before = confirmed_before(material, lexicon, history); before && before->allowed) join(contract, *before);
  return contract;
}

Contract resolve(std::string_view request, const DiskFacts& disk, const language::Lexicon& lexicon,
                 const std::vector<Settlement>& history) {
  const language::Reading reading = language::read(request, lexicon);
  if (reading.overlong) return too_long(request);
  const Material material{
      .request = request, .reading = reading, .names = find_names(request, reading, disk), .disk = disk};
  return resolve(material, lexicon, history, Words::weighed);
}

}  // namespace warrant::contract
