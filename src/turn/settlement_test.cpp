#include <warrant/turn/settlement.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <optional>

namespace warrant::turn {
namespace {

constexpr Response responses[] = {Response::completed, Response::contained, Response::cancelled};
constexpr Verification verifications[] = {Verification::pass, Verification::fail, Verification::indeterminate,
                                          Verification::not_run};
constexpr Review reviews[] = {Review::pass, Review::fail, Review::indeterminate, Review::revise};
constexpr Durability durabilities[] = {Durability::confirmed, Durability::failed, Durability::indeterminate};
constexpr OperationResult results[] = {OperationResult::succeeded,        OperationResult::failed,
                                       OperationResult::indeterminate,    OperationResult::denied_by_person,
                                       OperationResult::denied_by_policy, OperationResult::not_attempted};
constexpr OperationResult denials[] = {OperationResult::denied_by_person, OperationResult::denied_by_policy};

// The outcome table again, as rows that are tried from the top: written from the documentation, not the code.
Outcome expected_outcome(const Settlement& s) {
  const auto any = [&](OperationResult result) { return std::ranges::count(s.operations, result) > 0; };
  const bool some_done = any(OperationResult::succeeded) || any(OperationResult::indeterminate);
  const struct Row {
    bool applies;
    Outcome outcome;
  } rows[] = {
      {s.response == Response::cancelled, Outcome::cancelled},
      {s.operations.empty() && s.asked, Outcome::asked_permission},
      {s.operations.empty() && s.unread == OperationResult::denied_by_policy, Outcome::blocked_by_policy},
      {s.operations.empty() && s.unread == OperationResult::denied_by_person, Outcome::blocked_by_person},
      {s.operations.empty() && s.review == Review::pass && s.verification != Verification::fail, Outcome::answered},
      {s.operations.empty(), Outcome::bounded},
      {s.action == Action::succeeded && s.verification == Verification::fail, Outcome::failed},
      {s.action == Action::succeeded && s.verification == Verification::pass && s.durability == Durability::confirmed,
       Outcome::complete},
      {s.action != Action::failed, Outcome::partial},
      {some_done, Outcome::partial},
      {s.asked && std::ranges::count(s.operations, OperationResult::not_attempted) == std::ssize(s.operations),
       Outcome::asked_permission},
      {any(OperationResult::denied_by_policy), Outcome::blocked_by_policy},
      {any(OperationResult::denied_by_person), Outcome::blocked_by_person},
      {s.review == Review::fail || s.review == Review::revise, Outcome::bounded},
      {true, Outcome::failed},
  };
  return std::ranges::find_if(rows, &Row::applies)->outcome;
}

// What a turn can do to its facts, in any order and as often as it likes.
struct Event {
  enum Kind { begin, finish, respond, verify, review, receipt, deny_reading, kinds } kind;
  std::size_t operation;
  std::size_t value;
};

// First value wins, kept as plainly as possible.
struct Reference {
  struct Operation {
    bool begun = false;
    std::optional<OperationResult> result;
  };
  std::vector<Operation> operations;
  std::optional<Response> response;
  std::optional<Verification> verification;
  std::optional<Review> review;
  std::optional<Durability> durability;
  std::optional<OperationResult> unread;

  void hear(const Event& event) {
    const auto first = [](auto& slot, auto value) {
      if (!slot) slot = value;
    };
    switch (event.kind) {
      case Event::begin: operations[event.operation].begun = true; break;
      case Event::finish: first(operations[event.operation].result, results[event.value % 6]); break;
      case Event::respond: first(response, responses[event.value % 3]); break;
      case Event::verify: first(verification, verifications[event.value % 4]); break;
      case Event::review: first(review, reviews[event.value % 4]); break;
      case Event::receipt: first(durability, durabilities[event.value % 3]); break;
      case Event::deny_reading: first(unread, denials[event.value % 2]); break;
      case Event::kinds: break;
    }
  }
};

void hear(Ledger& ledger, const Event& event) {
  switch (event.kind) {
    case Event::begin: ledger.begin(event.operation); break;
    case Event::finish: ledger.finish(event.operation, results[event.value % 6]); break;
    case Event::respond: ledger.settle(responses[event.value % 3]); break;
    case Event::verify: ledger.settle(verifications[event.value % 4]); break;
    case Event::review: ledger.settle(reviews[event.value % 4]); break;
    case Event::receipt: ledger.settle(durabilities[event.value % 3]); break;
    case Event::deny_reading: ledger.denied_reading(denials[event.value % 2]); break;
    case Event::kinds: break;
  }
}

void expect_agreement(const Ledger& ledger, const Reference& reference) {
  const Settlement settled = ledger.settlement();
  for (std::size_t i = 0; i < reference.operations.size(); ++i) {
    const auto& operation = reference.operations[i];
    const OperationResult unknown = operation.begun ? OperationResult::indeterminate : OperationResult::not_attempted;
    RC_ASSERT(settled.operations[i] == operation.result.value_or(unknown));
  }
  RC_ASSERT(settled.response == reference.response.value_or(Response::cancelled));
  RC_ASSERT(settled.verification == reference.verification.value_or(Verification::not_run));
  RC_ASSERT(settled.review == reference.review.value_or(Review::indeterminate));
  RC_ASSERT(settled.durability == reference.durability.value_or(Durability::indeterminate));
  RC_ASSERT(settled.unread == reference.unread);
  RC_ASSERT((settled.action == Action::not_applicable) == settled.operations.empty());
  RC_ASSERT(outcome_of(settled) == expected_outcome(settled));
}

// 100 properties of 1,000 random orders each; after every event no settled fact has moved.
TEST(Settlement, NoFactMovesBackwardsInAnyOrder) {
  std::uint64_t state = 20261130;
  const auto random = [&state](std::size_t below) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::size_t>(state >> 33U) % below;
  };
  for (int order = 0; order < 100'000; ++order) {
    const std::size_t operations = random(4);
    Ledger ledger(operations);
    Reference reference;
    reference.operations.resize(operations);
    const std::size_t length = random(12);
    for (std::size_t i = 0; i < length; ++i) {
      Event event{.kind = static_cast<Event::Kind>(random(Event::kinds)), .operation = 0, .value = random(12)};
      if (event.kind == Event::begin || event.kind == Event::finish) {
        if (operations == 0) continue;
        event.operation = random(operations);
      }
      hear(ledger, event);
      reference.hear(event);
      expect_agreement(ledger, reference);
    }
    expect_agreement(ledger, reference);
  }
}

RC_GTEST_PROP(Settlement, AFinishedOperationStaysWhateverComesLater, ()) {
  const OperationResult first = results[*rc::gen::inRange(0, 6)];
  Ledger ledger(1);
  ledger.begin(0);
  ledger.finish(0, first);
  for (int i = 0; i < *rc::gen::inRange(0, 8); ++i) {
    ledger.finish(0, results[*rc::gen::inRange(0, 6)]);
    ledger.settle(Response::cancelled);
    ledger.settle(reviews[*rc::gen::inRange(0, 4)]);
  }
  RC_ASSERT(ledger.settlement().operations.front() == first);
  RC_ASSERT(ledger.settlement().action == action_of({first}));
  RC_ASSERT(ledger.settlement().action != Action::not_applicable);
}

TEST(Settlement, ContainmentDoesNotUndoASuccess) {
  Ledger ledger(1);
  ledger.begin(0);
  ledger.finish(0, OperationResult::succeeded);
  ledger.settle(Verification::indeterminate);
  ledger.settle(Review::revise);
  ledger.settle(Response::contained);
  ledger.settle(Durability::confirmed);
  EXPECT_EQ(ledger.settlement().action, Action::succeeded);
  EXPECT_EQ(outcome_of(ledger.settlement()), Outcome::partial);
}

TEST(Settlement, CancellationDoesNotUndoAFailure) {
  Ledger ledger(1);
  ledger.begin(0);
  ledger.finish(0, OperationResult::failed);
  ledger.settle(Verification::fail);
  ledger.settle(Review::fail);
  ledger.settle(Response::cancelled);
  EXPECT_EQ(ledger.settlement().action, Action::failed);
  EXPECT_EQ(ledger.settlement().verification, Verification::fail);
  EXPECT_EQ(outcome_of(ledger.settlement()), Outcome::cancelled);
}

TEST(Settlement, TheCoherentFailureIsBounded) {
  Ledger ledger(1);
  ledger.finish(0, OperationResult::failed);
  ledger.settle(Verification::fail);
  ledger.settle(Review::fail);
  ledger.settle(Response::completed);
  EXPECT_EQ(outcome_of(ledger.settlement()), Outcome::bounded);
}

TEST(Settlement, SeveralOperationsMeet) {
  EXPECT_EQ(action_of({}), Action::not_applicable);
  EXPECT_EQ(action_of({OperationResult::succeeded, OperationResult::succeeded}), Action::succeeded);
  EXPECT_EQ(action_of({OperationResult::succeeded, OperationResult::indeterminate}), Action::indeterminate);
  EXPECT_EQ(action_of({OperationResult::indeterminate, OperationResult::denied_by_person}), Action::failed);
}

}  // namespace
}  // namespace warrant::turn
