// The kind of a request that changes nothing: by the rules, and by its words.
#include "resolver.hpp"

#include <algorithm>
#include <utility>

namespace warrant::contract {

using language::Class;
using language::Clause;
using language::Mood;

void Resolver::name_kind(Contract& contract) {
  name_kind_by_rules(contract);
  if (words_ == Words::weighed) name_kind_by_words(contract);
  read_forbidden(contract.type);
}

void Resolver::name_kind_by_rules(Contract& contract) {
  const bool texts = std::ranges::any_of(clauses_, [&](const Clause& clause) {
    return is_order(clause) && language::changes_something(clause.verb) && is_about_the_answer(clause);
  });
  if (std::optional<Kind> kind = other_kind()) {
    const bool only_text = (inline_ || texts) && draft_.targets.empty() && kind->clause->mood == Mood::imperative &&
                           kind->type == Type::question;
    if (kind->type == Type::question && is_chat(*kind->clause)) kind->type = Type::answer;
    if (!only_text) return take_kind(std::move(*kind), contract);
  }
  if (auto rule = talk()) {
    contract.type = Type::answer;
    contract.reason.rule = std::move(*rule);
    return;
  }
  if (writes_about_file(contract)) return;
  const bool talks = std::ranges::any_of(
      clauses_, [&](const Clause& clause) { return is_order(clause) && (language::changes_something(clause.verb)); });
  if (inline_ || (talks && draft_.question.empty())) {
    contract.type = draft_.targets.empty() ? Type::answer : Type::question;
    contract.reason.rule = inline_ ? "inline_answer" : "answer.text_only";
    return;
  }
  if (asks_for_account()) {
    contract.type = Type::explain;
    contract.reason.rule = "account";
    read_mentioned();
    return;
  }
  if (tells_only()) {
    contract.type = Type::answer;
    contract.reason.rule = "told";
  }
}

/// Where the words, and what the rules made of them, speak for another kind. What needs a command, or takes a change
/// back, is left to the rules, and so is what holds an attempt to give orders.
void Resolver::name_kind_by_words(Contract& contract) {
  if (contract.type == Type::run || contract.type == Type::restore || material_.reading.injection) return;
  const WeighedKind words = weigh_kind(material_, turn_before(), {contract.type, contract.reason.rule});
  // Where the rules found nothing to answer, one question is the safer reply; and a verb that orders it says what is
  // wanted.
  const bool told = contract.type == Type::unknown || contract.reason.rule.starts_with("imperative.");
  if (words.type == contract.type || words.lead < (told ? kSureLead : kFairLead)) return;
  // A question that was read is never turned into one back.
  if (words.type == Type::unknown && contract.type != Type::answer) return;
  contract.type = words.type;
  contract.reason = {"signs.kind", {}, {}};
  add_words(words.signs, contract.reason);
  if (words.type == Type::answer || words.type == Type::status || words.type == Type::unknown) return read_nothing();
  read_mentioned();
  read_pasted(words.type);
}

void Resolver::take_kind(Kind kind, Contract& contract) {
  if (kind.type == Type::question && is_about_trouble(*kind.clause)) kind.type = Type::diagnose;
  contract.type = kind.type;
  contract.reason = reason_of(kind);
  read_what_was_meant(kind);
  read_pasted(kind.type);
  contract.operations = std::move(kind.operations);
  if (kind.type == Type::status || kind.type == Type::run) read_nothing();
  const bool pronoun =
      any(*kind.clause, Class::pronoun) || any(*kind.clause, Class::change_noun) ||
      (kind.clause->at < kind.clause->end && tokens_[kind.clause->at].text.find(" it ") != std::string::npos);
  if (kind.type == Type::restore && names_of(*kind.clause).empty() && pronoun) restore_named(contract);
  if (kind.type == Type::restore && counts_turns(*kind.clause))
    draft_.doubt("One change is undone at a time, the latest first: undo that one?");
}

std::optional<Kind> Resolver::other_kind() const {
  std::optional<Kind> best;
  for (const Clause& clause : clauses_) {
    if (clause.negated || clause.reported || clause.purpose) continue;
    auto kind = kind_of(material_, clause);
    if (!kind) continue;
    if (no_run_ && kind->type == Type::run) continue;
    if (!best || weight(*kind) > weight(*best)) best = std::move(kind);
  }
  return best;
}

/// "Read a.py and explain it": the more telling one counts.
int Resolver::weight(const Kind& kind) const {
  // "run the tests and tell me which ones fail": the question is about the run.
  if (kind.type == Type::run && kind.clause->mood == Mood::imperative) return 7;
  return weight(kind.type);
}

int Resolver::weight(Type type) {
  switch (type) {
    case Type::answer: return 0;
    case Type::question: return 1;
    case Type::list: return 2;
    case Type::run: return 3;
    case Type::verify: return 4;
    case Type::explain: return 5;
    case Type::status: return 5;
    case Type::diagnose: return 5;
    case Type::restore: return 6;
    case Type::edit:
    case Type::create:
    case Type::organize:
    case Type::unknown: return 0;
  }
  return 0;
}

Reason Resolver::reason_of(const Kind& kind) const {
  const Span span{tokens_[kind.clause->begin].span.begin, tokens_[kind.clause->end - 1].span.end};
  return {kind.rule, {span}, std::string(span.of(material_.request))};
}

/// "I deleted a.py by accident, bring it back": the one file that is spoken of.
void Resolver::restore_named(Contract& contract) {
  const auto is_spoken_of = [](const Target& it) { return it.role == Role::mentioned || it.role == Role::must_read; };
  if (std::ranges::count_if(draft_.targets, is_spoken_of) != 1) return;
  Target& file = *std::ranges::find_if(draft_.targets, is_spoken_of);
  file.role = Role::must_change;
  for (Operation& operation : contract.operations)
    if (auto* restore = std::get_if<Restore>(&operation); restore != nullptr && restore->path.empty())
      restore->path = file.path;
}

/// "the last two changes"
bool Resolver::counts_turns(const Clause& clause) const {
  static constexpr std::array<std::string_view, 8> kMany{"two", "three", "four", "five", "2", "3", "4", "5"};
  for (std::size_t at = clause.begin; at < clause.end; ++at)
    if (std::ranges::find(kMany, tokens_[at].text) != kMany.end()) return true;
  return false;
}

/// A text about a file that goes into the answer: "a summary of a.py".
bool Resolver::writes_about_file(Contract& contract) {
  for (const Clause& clause : clauses_) {
    const auto names = names_of(clause);
    if (!is_order(clause) || !language::changes_something(clause.verb) || names.empty() || !is_about_the_answer(clause))
      continue;
    // "a commit message for my change to go.mod": of the change, not of the file.
    const bool of_change = std::ranges::all_of(
        names, [&](std::size_t at) { return at >= clause.begin + 2 && tokens_[at - 2].is(Class::change_noun); });
    contract.type = of_change ? Type::answer : Type::explain;
    contract.reason.rule = "imperative.text_about";
    if (of_change) read_nothing();
    return true;
  }
  return false;
}

}  // namespace warrant::contract
