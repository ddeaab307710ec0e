// What is known at the end of a turn: five independent dimensions, and the outcome that follows from them.
#pragma once

#include <warrant/base/settled.hpp>
#include <warrant/record/kinds.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::turn {

/// Did the turn reach an ending?
enum class Response : std::uint8_t { completed, contained, cancelled };
/// What happened to what was asked?
enum class Action : std::uint8_t { succeeded, failed, indeterminate, not_applicable };
/// Was the effect or claim established?
enum class Verification : std::uint8_t { pass, fail, indeterminate, not_run };
/// Was the answer accepted under the evidence? revise: it was not, a revision was asked for, and none came (no reply,
/// an empty one, or the same words again); fail: the revision was not accepted either, or none is wanted any more.
enum class Review : std::uint8_t { pass, fail, indeterminate, revise };
/// Is there an authoritative receipt?
enum class Durability : std::uint8_t { confirmed, failed, indeterminate };

enum class Outcome : std::uint8_t {
  complete,           ///< all that was asked is done and verified
  partial,            ///< some is done, or what is done could not be verified
  bounded,            ///< not done, and the model's answer was not accepted
  asked_permission,   ///< nothing done; the person was asked one question
  blocked_by_person,  ///< denied at the approval
  blocked_by_policy,  ///< denied by a rule
  answered,           ///< nothing had to be done, and the answer stands
  failed,
  cancelled,
};

/// What became of one requested operation.
enum class OperationResult : std::uint8_t {
  succeeded,
  failed,
  indeterminate,
  denied_by_person,
  denied_by_policy,
  not_attempted,
};

std::string_view to_string(Response value) noexcept;
std::string_view to_string(Action value) noexcept;
std::string_view to_string(Verification value) noexcept;
std::string_view to_string(Review value) noexcept;
std::string_view to_string(Durability value) noexcept;
std::string_view to_string(Outcome value) noexcept;
std::string_view to_string(OperationResult value) noexcept;

/// A finished settlement. `outcome` is not kept: outcome_of() derives it.
struct Settlement {
  Response response;
  Action action;
  Verification verification;
  Review review;
  Durability durability;
  std::vector<OperationResult> operations;  ///< in the order of the contract
  bool asked;                               ///< the turn ended by asking the person one question
  /// A question could not be answered since reading what it is about was denied, and by whom: denied_by_person or
  /// denied_by_policy.
  std::optional<OperationResult> unread;

  bool operator==(const Settlement&) const = default;
};

/// The one table. Total and pure.
Outcome outcome_of(const Settlement& settlement) noexcept;
/// The dimensions and the outcome as the record names them.
record::SettledWords in_words(const Settlement& settlement);

/// The meet of the operations: not_applicable without any, else the worst of failed, indeterminate, succeeded.
/// A denied operation and one that was not attempted count as failed.
Action action_of(const std::vector<OperationResult>& operations) noexcept;

/// Collects facts during a turn. Each fact settles once; whatever comes later is not heard. One thread at a
/// time.
class Ledger {
 public:
  /// `operations` is how many the contract asks for.
  explicit Ledger(std::size_t operations) : operations_(operations), begun_(operations, false) {}

  /// The effect of an operation is about to happen: until it finishes, it may have happened.
  void begin(std::size_t operation);
  /// Gives back whether this call settled it.
  bool finish(std::size_t operation, OperationResult result);
  bool settle(Response value) { return response_.settle(value); }
  bool settle(Verification value) { return verification_.settle(value); }
  bool settle(Review value) { return review_.settle(value); }
  bool settle(Durability value) { return durability_.settle(value); }
  void asked_person() { asked_ = true; }
  /// Nothing of what the request asks about may be read; `denied` is denied_by_person or denied_by_policy.
  void denied_reading(OperationResult denied) {
    if (!unread_) unread_ = denied;
  }

  [[nodiscard]] bool finished(std::size_t operation) const { return operations_[operation].known(); }
  /// What an operation is known to be by now: indeterminate when begun and not finished.
  [[nodiscard]] OperationResult result(std::size_t operation) const;
  [[nodiscard]] std::size_t size() const noexcept { return operations_.size(); }
  [[nodiscard]] bool responded() const noexcept { return response_.known(); }

  /// The settlement by now: what is not settled is unknown, and said so (cancelled for a response that never
  /// came, not_run for a verification that was never begun).
  [[nodiscard]] Settlement settlement() const;

 private:
  std::vector<Settled<OperationResult>> operations_;
  std::vector<bool> begun_;
  Settled<Response> response_;
  Settled<Verification> verification_;
  Settled<Review> review_;
  Settled<Durability> durability_;
  bool asked_ = false;
  std::optional<OperationResult> unread_;
};

}  // namespace warrant::turn
