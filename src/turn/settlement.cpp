#include <warrant/turn/settlement.hpp>

#include <algorithm>

namespace warrant::turn {

std::string_view to_string(Response value) noexcept {
  switch (value) {
    case Response::completed: return "completed";
    case Response::contained: return "contained";
    case Response::cancelled: return "cancelled";
  }
  return "cancelled";
}

std::string_view to_string(Action value) noexcept {
  switch (value) {
    case Action::succeeded: return "succeeded";
    case Action::failed: return "failed";
    case Action::indeterminate: return "indeterminate";
    case Action::not_applicable: return "not_applicable";
  }
  return "indeterminate";
}

std::string_view to_string(Verification value) noexcept {
  switch (value) {
    case Verification::pass: return "pass";
    case Verification::fail: return "fail";
    case Verification::indeterminate: return "indeterminate";
    case Verification::not_run: return "not_run";
  }
  return "indeterminate";
}

std::string_view to_string(Review value) noexcept {
  switch (value) {
    case Review::pass: return "pass";
    case Review::fail: return "fail";
    case Review::indeterminate: return "indeterminate";
    case Review::revise: return "revise";
  }
  return "indeterminate";
}

std::string_view to_string(Durability value) noexcept {
  switch (value) {
    case Durability::confirmed: return "confirmed";
    case Durability::failed: return "failed";
    case Durability::indeterminate: return "indeterminate";
  }
  return "indeterminate";
}

std::string_view to_string(Outcome value) noexcept {
  switch (value) {
    case Outcome::complete: return "complete";
    case Outcome::partial: return "partial";
    case Outcome::bounded: return "bounded";
    case Outcome::asked_permission: return "asked_permission";
    case Outcome::blocked_by_person: return "blocked_by_person";
    case Outcome::blocked_by_policy: return "blocked_by_policy";
    case Outcome::answered: return "answered";
    case Outcome::failed: return "failed";
    case Outcome::cancelled: return "cancelled";
  }
  return "failed";
}

std::string_view to_string(OperationResult value) noexcept {
  switch (value) {
    case OperationResult::succeeded: return "succeeded";
    case OperationResult::failed: return "failed";
    case OperationResult::indeterminate: return "indeterminate";
    case OperationResult::denied_by_person: return "denied_by_person";
    case OperationResult::denied_by_policy: return "denied_by_policy";
    case OperationResult::not_attempted: return "not_attempted";
  }
  return "indeterminate";
}

namespace {

Action action_of(OperationResult result) noexcept {
  switch (result) {
    case OperationResult::succeeded: return Action::succeeded;
    case OperationResult::indeterminate: return Action::indeterminate;
    case OperationResult::failed:
    case OperationResult::denied_by_person:
    case OperationResult::denied_by_policy:
    case OperationResult::not_attempted: return Action::failed;
  }
  return Action::indeterminate;
}

Outcome outcome_of_failure(const Settlement& settlement) noexcept {
  const auto has = [&](OperationResult result) {
    return std::ranges::find(settlement.operations, result) != settlement.operations.end();
  };
  if (has(OperationResult::succeeded) || has(OperationResult::indeterminate)) return Outcome::partial;
  if (settlement.asked && !has(OperationResult::failed) && !has(OperationResult::denied_by_policy) &&
      !has(OperationResult::denied_by_person)) {
    return Outcome::asked_permission;
  }
  if (has(OperationResult::denied_by_policy)) return Outcome::blocked_by_policy;
  if (has(OperationResult::denied_by_person)) return Outcome::blocked_by_person;
  const bool rejected = settlement.review == Review::fail || settlement.review == Review::revise;
  return rejected ? Outcome::bounded : Outcome::failed;
}

Outcome outcome_of_success(const Settlement& settlement) noexcept {
  switch (settlement.verification) {
    case Verification::pass: break;
    case Verification::fail: return Outcome::failed;
    case Verification::indeterminate:
    case Verification::not_run: return Outcome::partial;
  }
  return settlement.durability == Durability::confirmed ? Outcome::complete : Outcome::partial;
}

}  // namespace

record::SettledWords in_words(const Settlement& settlement) {
  return {.response = std::string(to_string(settlement.response)),
          .action = std::string(to_string(settlement.action)),
          .verification = std::string(to_string(settlement.verification)),
          .review = std::string(to_string(settlement.review)),
          .durability = std::string(to_string(settlement.durability)),
          .outcome = std::string(to_string(outcome_of(settlement)))};
}

Action action_of(const std::vector<OperationResult>& operations) noexcept {
  if (operations.empty()) return Action::not_applicable;
  Action worst = Action::succeeded;
  for (const OperationResult result : operations) {
    const Action action = action_of(result);
    if (action == Action::failed) return Action::failed;
    if (action == Action::indeterminate) worst = Action::indeterminate;
  }
  return worst;
}

Outcome outcome_of(const Settlement& settlement) noexcept {
  if (settlement.response == Response::cancelled) return Outcome::cancelled;
  switch (settlement.action) {
    case Action::succeeded: return outcome_of_success(settlement);
    case Action::indeterminate: return Outcome::partial;
    case Action::failed: return outcome_of_failure(settlement);
    case Action::not_applicable: break;
  }
  if (settlement.asked) return Outcome::asked_permission;
  if (settlement.unread == OperationResult::denied_by_policy) return Outcome::blocked_by_policy;
  if (settlement.unread == OperationResult::denied_by_person) return Outcome::blocked_by_person;
  const bool stands = settlement.review == Review::pass && settlement.verification != Verification::fail;
  return stands ? Outcome::answered : Outcome::bounded;
}

void Ledger::begin(std::size_t operation) { begun_[operation] = true; }

bool Ledger::finish(std::size_t operation, OperationResult result) { return operations_[operation].settle(result); }

OperationResult Ledger::result(std::size_t operation) const {
  return operations_[operation].value_or(begun_[operation] ? OperationResult::indeterminate
                                                           : OperationResult::not_attempted);
}

Settlement Ledger::settlement() const {
  std::vector<OperationResult> operations;
  for (std::size_t i = 0; i < operations_.size(); ++i) operations.push_back(result(i));
  const Action action = turn::action_of(operations);
  return {.response = response_.value_or(Response::cancelled),
          .action = action,
          .verification = verification_.value_or(Verification::not_run),
          .review = review_.value_or(Review::indeterminate),
          .durability = durability_.value_or(Durability::indeterminate),
          .operations = std::move(operations),
          .asked = asked_,
          .unread = unread_};
}

}  // namespace warrant::turn
