// The kinds of events and their bodies: one type a kind, so that writer and readers agree.
//
// `to_json` gives the body as it is written; docs/schema/trace.v1.json describes it. Texts (prompts,
// answers, file contents) come as a Kept, never as text. `kDurable` says whether the event must be on
// disk before the turn goes on.
#pragma once

#include <warrant/base/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::record {

/// What the record says of a text: its digest and counts. Made by Writer::keep() or by describe_text().
struct Kept {
  std::string digest;  ///< "sha256:…"
  std::size_t bytes;
  std::size_t lines;  ///< newlines, plus one for an unfinished last line
};
Kept describe_text(std::string_view text);
Json to_json(const Kept& kept);

/// What was asked and what the turn may do. `contract` is the object of `warrant contract --json`;
/// its request and every text in it are replaced by digests, paths and rule names are kept.
struct ContractEvent {
  static constexpr std::string_view kKind = "contract";
  static constexpr bool kDurable = false;
  Kept request;
  Json contract;
};

/// The texts of the request and of files that stand in a contract of this shape.
std::vector<std::string> texts_of(const Json& contract);

struct PostureEvent {
  static constexpr std::string_view kKind = "posture";
  static constexpr bool kDurable = false;
  std::string mode;     ///< what the person chose: agent, ask, plan
  std::string posture;  ///< what holds for this turn
  bool mutation_allowed;
  std::string why;
};

struct PlanEvent {
  static constexpr std::string_view kKind = "plan";
  static constexpr bool kDurable = false;
  std::string phase;
  std::string obligation;
  std::vector<std::string> tools;
  JsonArray expectations;  ///< as in the contract; texts in it are replaced by digests
};

struct SurfaceEvent {
  static constexpr std::string_view kKind = "surface";
  static constexpr bool kDurable = false;
  std::vector<std::string> tools;
  Kept prompt;
  Kept schema;
  Kept grammar;
};

/// A call of the model is about to be made: the audit of what it was given.
struct PromptEvent {
  static constexpr std::string_view kKind = "prompt";
  static constexpr bool kDurable = false;
  std::int64_t call;  ///< of the model in this turn, from 1
  std::string model;
  std::size_t messages;
  Kept prompt;
  bool constrained;     ///< by the surface's grammar
  JsonArray files;      ///< each {"path", "digest", "bytes"}: file contents that stand in it
  std::string purpose;  ///< "call", "answer" or "repair"
};

/// What the model answered, and whether the surface accepted it as a call.
struct ProposalEvent {
  static constexpr std::string_view kKind = "proposal";
  static constexpr bool kDurable = false;
  std::int64_t call;
  Kept reply;
  std::string tool;    ///< "" when no call was read
  std::string target;  ///< path or profile; "" when none
  bool accepted;
  std::string step;  ///< acceptance step that refused; "" when accepted
  std::string why;
  std::int64_t prompt_tokens;
  std::int64_t cached_tokens;
  std::int64_t output_tokens;
  std::int64_t milliseconds;
  /// How much of the model's probability the grammar took away along the piece of the file that the reply copies.
  struct Strain {
    std::int64_t mean_percent;
    std::int64_t peak_percent;  ///< on one token
  };
  std::optional<Strain> strain = {};  ///< where the server gave probabilities
};

/// One step of the check sequence.
struct CheckEvent {
  static constexpr std::string_view kKind = "check";
  static constexpr bool kDurable = false;
  std::int64_t call;
  std::string step;
  std::string result;  ///< "pass" or "refuse"
  std::string why;
};

struct RulingEvent {
  static constexpr std::string_view kKind = "ruling";
  static constexpr bool kDurable = false;
  std::int64_t call;
  std::string tool;
  std::string target;
  std::string ruling;  ///< allow, ask, deny
  std::string rule;
  std::string why;
};

struct ApprovalEvent {
  static constexpr std::string_view kKind = "approval";
  static constexpr bool kDurable = true;
  std::int64_t call;
  std::string tool;
  std::string target;
  std::string answer;         ///< granted, denied
  std::string by;             ///< person; flag: --yes; nobody: there was nobody to ask
  std::string why;            ///< of a denial, for people; "" else
  std::optional<Kept> shown;  ///< the preview that was decided on
  std::int64_t milliseconds;  ///< waited
};

struct CheckpointEvent {
  static constexpr std::string_view kKind = "checkpoint";
  static constexpr bool kDurable = false;
  std::string id;
  std::string path;
  std::string before;  ///< digest; "" when the file did not exist
  std::size_t bytes;
};

/// Written before an effect.
struct IntentEvent {
  static constexpr std::string_view kKind = "intent";
  static constexpr bool kDurable = true;
  std::string id;
  std::int64_t call;
  std::string op;
  std::string path;    ///< target: path or profile
  std::string before;  ///< digest of the bytes before; "" when there are none
  std::string after;   ///< digest of the bytes to be written; "" when there will be none
  std::string checkpoint;
  std::optional<std::size_t> operation = std::nullopt;  ///< of the contract, from 0: whose effect this is
};

/// Written after an effect, with the id of its intent.
struct ReceiptEvent {
  static constexpr std::string_view kKind = "receipt";
  static constexpr bool kDurable = true;
  std::string id;
  std::int64_t call;
  std::string op;
  std::string path;
  std::string before;
  std::string after;
  std::string result;     ///< succeeded, failed, indeterminate
  std::string read_back;  ///< match, mismatch, not_read
  std::optional<bool> rest_unchanged;
  std::optional<std::int64_t> exit_code;  ///< of a command
  std::optional<Kept> output;             ///< of a command or a reading tool
  Json more = nullptr;  ///< further facts of the operation, e.g. {"containment": …}; texts only as Kept
};

struct VerificationEvent {
  static constexpr std::string_view kKind = "verification";
  static constexpr bool kDurable = false;
  std::string target;
  std::string expectation;  ///< its kind
  std::string result;       ///< pass, fail, indeterminate, not_run
  std::string why;
  std::string evidence;  ///< id of the receipt it rests on; "" when none
};

/// The authoritative block that the model was given before its answer.
struct StateEvent {
  static constexpr std::string_view kKind = "state";
  static constexpr bool kDurable = false;
  Kept block;
  JsonArray operations;  ///< each {"op", "target", "result"}
};

struct CandidateEvent {
  static constexpr std::string_view kKind = "candidate";
  static constexpr bool kDurable = false;
  std::int64_t call;
  Kept text;
  JsonArray claims;  ///< each {"kind", "target", "status", "span", "evidence", "why"}: names and values only
};

struct ContradictionEvent {
  static constexpr std::string_view kKind = "contradiction";
  static constexpr bool kDurable = false;
  std::int64_t call;  ///< whose answer it stands in
  std::string claim;  ///< kind of the claim
  std::size_t begin;  ///< bytes of the candidate, half-open
  std::size_t end;
  Kept text;
  std::string why;       ///< what the facts say, in the runtime's words
  std::string evidence;  ///< id of the receipt, "" when the fact is that there is none
};

struct RepairEvent {
  static constexpr std::string_view kKind = "repair";
  static constexpr bool kDurable = false;
  std::int64_t call;
  bool resolved;
  std::string why;
};

struct ContainmentEvent {
  static constexpr std::string_view kKind = "containment";
  static constexpr bool kDurable = false;
  std::string why;
  Kept text;  ///< what the runtime says instead
};

struct SettledOperation {
  std::string op;
  std::string target;
  std::string result;  ///< succeeded, failed, indeterminate, denied_by_person, denied_by_policy, not_attempted
};

/// The five dimensions in words, and what the turn's table derives from them.
struct SettledWords {
  std::string response;
  std::string action;
  std::string verification;
  std::string review;
  std::string durability;
  std::string outcome;
};

/// The end of a turn.
struct SettlementEvent {
  static constexpr std::string_view kKind = "settlement";
  static constexpr bool kDurable = true;
  SettledWords settled;
  std::string answer_source;  ///< model, repaired, contained, runtime
  Kept answer;
  std::string type;  ///< of the contract
  std::vector<std::string> targets;
  std::vector<SettledOperation> operations;
  std::string limit;  ///< the limit that ended the turn; "" when none did
  std::int64_t model_calls;
  std::int64_t milliseconds;
  std::string durability_why = {};  ///< why durability is not confirmed
  bool recovered = false;           ///< the turn was cut off, and a later start settled it from what it had recorded
};

/// What the next start found out about an intent without a receipt.
struct RecoveryEvent {
  static constexpr std::string_view kKind = "recovery";
  static constexpr bool kDurable = true;
  std::string id;  ///< of the intent
  std::string op;
  std::string path;
  std::string found;   ///< digest of the bytes that stand there now; "" when there is no file
  std::string result;  ///< succeeded, failed, indeterminate
  std::string why;
};

/// Something became trusted or stopped being so.
struct TrustEvent {
  static constexpr std::string_view kKind = "trust";
  static constexpr bool kDurable = true;
  std::string what;  ///< "profile", "workspace_config", "signing_key", …
  std::string name;
  std::string change;  ///< added, trusted, revoked, changed, rotated
  std::string digest;  ///< of the thing; "" when it has none
  std::string by;      ///< person, runtime
};

Json to_json(const ContractEvent& event);
Json to_json(const PostureEvent& event);
Json to_json(const PlanEvent& event);
Json to_json(const SurfaceEvent& event);
Json to_json(const PromptEvent& event);
Json to_json(const ProposalEvent& event);
Json to_json(const CheckEvent& event);
Json to_json(const RulingEvent& event);
Json to_json(const ApprovalEvent& event);
Json to_json(const CheckpointEvent& event);
Json to_json(const IntentEvent& event);
Json to_json(const ReceiptEvent& event);
Json to_json(const VerificationEvent& event);
Json to_json(const StateEvent& event);
Json to_json(const CandidateEvent& event);
Json to_json(const ContradictionEvent& event);
Json to_json(const RepairEvent& event);
Json to_json(const ContainmentEvent& event);
Json to_json(const SettlementEvent& event);
Json to_json(const RecoveryEvent& event);
Json to_json(const TrustEvent& event);

}  // namespace warrant::record
