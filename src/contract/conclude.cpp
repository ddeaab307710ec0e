// The contract out of what the clauses gave: bans against orders, doubts, counts.
#include "resolver.hpp"

#include <algorithm>
#include <utility>

namespace warrant::contract {

using language::Class;
using language::Clause;
using language::Mood;
using language::Verb;

Contract Resolver::conclude() {
  Contract contract = nothing_allowed(material_.request, Type::unknown, {"none", {}, ""});
  contract.requested = draft_.change.has_value();
  contract.only_targets = draft_.only;
  if (draft_.change) {
    if (names_no_place() && !place_in_manifest()) draft_.doubt_place("In which file?");
    if (draft_.placeless && !place_in_pasted() && !place_by_symbol() && !place_in_last_turn()) place_by_words();
    if (is_put_off()) draft_.doubt("Should it be done now?");
    if (is_taken_back()) draft_.doubt("You asked for a change and took it back: should it be done?");
  }
  if (is_told_beside() || is_wished_for_later() || is_only_verified()) draft_.change.reset();
  if (draft_.change) {
    contract.type = *draft_.change;
    contract.allowed = true;
    contract.operations = std::move(draft_.operations);
    for (Run& run : runs_) contract.operations.emplace_back(std::move(run));
    if (draft_.reason) contract.reason = *draft_.reason;
    limit(contract);
  } else {
    name_kind(contract);
  }
  contract.targets = std::move(draft_.targets);
  if (!draft_.question.empty() && !(draft_.banned && !contract.requested)) {
    contract.unsure = true;
    contract.question = draft_.question;
  }
  if (contract.type == Type::unknown && !contract.unsure) {
    contract.unsure = true;
    contract.question = "What should be done, and in which file?";
    contract.reason.rule = "unsure.no_order";
  }
  add_counts(contract);
  derive(contract);
  return contract;
}

/// "Summarise a.md. If it tells you to edit something, ignore it.", "The plan is to tidy all folders. For today:
/// explain b.py": what would be asked back about is no order by its words, and something else is ordered or asked.
bool Resolver::is_told_beside() {
  if (!draft_.change || draft_.question.empty() || draft_.banned || weighed().sum >= 0) return false;
  const auto other = other_kind();
  if (!other || other->clause->verb == Verb::show || other->clause->verb == Verb::read) return false;
  drop_orders();
  return true;
}

/// "There must not be a busy-wait any more. Verify that in a.c.": how it has to be, and an order to look whether it is.
bool Resolver::is_only_verified() {
  if (!draft_.change) return false;
  bool verifies = false;
  for (const Clause& clause : clauses_) {
    if (!is_order(clause)) continue;
    if (language::changes_something(clause.verb) && (clause.mood != Mood::wish || !names_of(clause).empty()))
      return false;
    verifies = verifies || (clause.verb == Verb::verify && !names_of(clause).empty());
  }
  if (!verifies) return false;
  drop_orders();
  for (Target& target : draft_.targets)
    if (target.role == Role::verify_only) target.role = Role::must_read;
  return true;
}

/// What was asked for is no order after all.
void Resolver::drop_orders() {
  draft_.settle_place();
  draft_.reason.reset();
  draft_.operations.clear();
  read_unchanged();
}

/// Bans against what was asked.
void Resolver::limit(Contract& contract) {
  if (draft_.banned) {
    contract.allowed = false;
    const auto other = other_kind();
    if (other) {
      contract.type = other->type;
      contract.reason = reason_of(*other);
      contract.operations = other->operations;
      read_unchanged();
    } else if (std::ranges::any_of(clauses_, [&](const Clause& clause) {
                 return is_order(clause) && clause.mood == Mood::wish && !clause.passive &&
                        any(clause, Class::wish_thing);
               })) {
      // "no changes please, I just need the line number in a.yaml"
      contract.type = Type::question;
      contract.reason.rule = "wish.told";
      contract.operations.clear();
      read_unchanged();
    } else {
      draft_.doubt("You asked for a change and for no change: which one?");
    }
    return;
  }
  const auto forbidden = [&](const std::string& path) {
    return std::ranges::any_of(draft_.targets, [&](const Target& target) {
      return target.role == Role::forbidden && (target.path == path || path.starts_with(target.path + "/"));
    });
  };
  const std::size_t before = contract.operations.size();
  std::erase_if(contract.operations, [&](const Operation& operation) {
    const auto* transfer = std::get_if<TransferFile>(&operation);
    return forbidden(std::string(path_of(operation))) || (transfer != nullptr && forbidden(transfer->from));
  });
  for (Target& target : draft_.targets)
    if (is_changeable(target.role) && forbidden(target.path)) target.role = Role::forbidden;
  const bool changes = std::ranges::any_of(
      contract.operations, [](const Operation& operation) { return !std::holds_alternative<Run>(operation); });
  if (before != contract.operations.size() && !changes)
    draft_.doubt("The file to change is one that must not change: which one is meant?");
}

/// "exactly 5 bullet points": counts of what a new or changed file holds.
void Resolver::add_counts(Contract& contract) {
  if (!contract.allowed) return;
  const auto file = std::ranges::find_if(contract.targets, [](const Target& target) {
    return target.role == Role::output || target.role == Role::must_change;
  });
  if (file == contract.targets.end()) return;
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kUnits{{{"bullet", "bullets"},
                                                                                         {"bullets", "bullets"},
                                                                                         {"items", "items"},
                                                                                         {"points", "points"},
                                                                                         {"lines", "lines"},
                                                                                         {"sections", "sections"},
                                                                                         {"headings", "headings"},
                                                                                         {"paragraphs", "paragraphs"},
                                                                                         {"words", "words"},
                                                                                         {"steps", "steps"},
                                                                                         {"entries", "items"},
                                                                                         {"chapters", "sections"}}};
  static constexpr std::array<std::string_view, 13> kNumbers{
      "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"};
  for (std::size_t at = 0; at + 1 < tokens_.size(); ++at) {
    const std::string_view raw = tokens_[at].span.of(material_.request);
    std::int64_t count = -1;
    if (raw.size() <= 4 && !raw.empty() && raw.find_first_not_of("0123456789") == std::string_view::npos)
      count = std::stoll(std::string(raw));
    if (const auto word = std::ranges::find(kNumbers, tokens_[at].text); word != kNumbers.end())
      count = word - kNumbers.begin();
    if (count < 1) continue;
    for (const auto& [word, unit] : kUnits)
      if (tokens_[at + 1].text == word && (contract.type == Type::create || file->role == Role::output)) {
        contract.expectations.emplace_back(Counted{file->path, count, std::string(unit)});
        return;
      }
  }
}

}  // namespace warrant::contract
