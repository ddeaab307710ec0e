#include "effect.hpp"

#include <warrant/base/utf8.hpp>
#include <warrant/policy/approval.hpp>
#include <warrant/record/kinds.hpp>
#include <warrant/turn/restoration.hpp>
#include <warrant/workspace/diff.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warrant::turn {

namespace {

using checkpoint::Change;
using checkpoint::NotRestored;

std::string digest_of(const workspace::State& state) {
  const auto* file = std::get_if<workspace::RegularFile>(&state);
  return file == nullptr ? std::string() : file->digest.text();
}

/// A directory that is in use stays, as it should.
bool is_kept(const warrant::Result<checkpoint::Restoration>& outcome, const Change& change) {
  const auto* restored = outcome ? std::get_if<checkpoint::Restored>(&*outcome) : nullptr;
  return restored != nullptr && std::ranges::any_of(restored->items, [&](const checkpoint::Restored::Item& item) {
           return item.path == change.path && item.done == checkpoint::Done::kept;
         });
}

/// What became of one path, by what stands there now.
OperationResult result_of(const workspace::Root& root, const Change& change) {
  const auto now = root.inspect(change.path);
  if (now && same(*now, change.then)) return OperationResult::succeeded;
  return now && same(*now, change.now) ? OperationResult::failed : OperationResult::indeterminate;
}

std::optional<OperationResult> denial_in(const warrant::Result<checkpoint::Restoration>& outcome) {
  const auto* declined = outcome ? std::get_if<NotRestored>(&*outcome) : nullptr;
  return declined == nullptr ? std::nullopt : std::optional(denial_of(declined->answer));
}

warrant::Result<std::vector<record::IntentEvent>> note_intents(const RestorationPorts& ports, std::string_view turn,
                                                               std::optional<std::size_t> operation,
                                                               const checkpoint::Plan& plan) {
  std::vector<record::IntentEvent> intents;
  for (const Change& change : plan.changes) {
    intents.push_back({.id = new_ulid(ports.clock),
                       .call = 0,
                       .op = std::string(to_string(plan.kind)),
                       .path = change.path.text(),
                       .before = digest_of(change.now),
                       .after = digest_of(change.then),
                       .checkpoint = plan.of.id,
                       .operation = operation});
    WARRANT_CHECK(ports.record.append(turn, intents.back()));
  }
  return intents;
}

/// One answer of the person, or of --yes.
Status note_answer(const RestorationPorts& ports, std::string_view turn, const Change& change,
                   const policy::Answer& answer, std::string_view shown) {
  WARRANT_TRY(kept, ports.record.keep(shown));
  WARRANT_CHECK(ports.record.append(turn, record::ApprovalEvent{.call = 0,
                                                                .tool = "restore",
                                                                .target = change.path.text(),
                                                                .answer = std::string(verdict_of(answer)),
                                                                .by = std::string(answerer_of(answer)),
                                                                .why = std::string(reason_of(answer)),
                                                                .shown = std::move(kept),
                                                                .milliseconds = 0}));
  return {};
}

/// Every answer goes into the record before it counts.
checkpoint::Consent noted(const RestorationPorts& ports, std::string_view turn, const checkpoint::Consent& consent) {
  return [&ports, turn, &consent](const policy::Ask& ruling, const Change& change,
                                  const workspace::Diff& diff) -> policy::Answer {
    policy::Answer answer = consent(ruling, change, diff);
    if (note_answer(ports, turn, change, answer, render(diff, change.path.text()).text)) return answer;
    return policy::Declined{.ruling_id = std::string(ruling.id()),
                            .reason = policy::NoReason::not_recorded,
                            .why = "the record could not be written, so nothing was put back"};
  };
}

Status note_receipt(const RestorationPorts& ports, std::string_view turn, const record::IntentEvent& intent,
                    OperationResult result) {
  const bool done = result == OperationResult::succeeded;
  const bool unknown = result == OperationResult::indeterminate;
  WARRANT_CHECK(ports.record.append(turn, record::ReceiptEvent{.id = intent.id,
                                                               .call = 0,
                                                               .op = intent.op,
                                                               .path = intent.path,
                                                               .before = intent.before,
                                                               .after = done ? intent.after : std::string(),
                                                               .result = done      ? "succeeded"
                                                                         : unknown ? "indeterminate"
                                                                                   : "failed",
                                                               .read_back = done      ? "match"
                                                                            : unknown ? "mismatch"
                                                                                      : "not_read",
                                                               .rest_unchanged = std::nullopt,
                                                               .exit_code = std::nullopt,
                                                               .output = std::nullopt}));
  const Verification checked = verification_of({result});
  if (checked == Verification::not_run) return {};
  WARRANT_CHECK(ports.record.append(
      turn, record::VerificationEvent{.target = intent.path,
                                      .expectation = "before_image",
                                      .result = std::string(to_string(checked)),
                                      .why = done ? "it is as the checkpoint kept it" : "it is not as it was kept",
                                      .evidence = intent.id}));
  return {};
}

Status note_contract(const RestorationPorts& ports, std::string_view turn, const checkpoint::Plan& plan) {
  JsonArray targets;
  for (const Change& change : plan.changes) {
    targets.emplace_back(JsonObject{{"path", to_valid_utf8(change.path.text())}, {"role", "must_change"}});
  }
  WARRANT_TRY(request, ports.record.keep(fmt::format("warrant {}", to_string(plan.kind))));
  WARRANT_CHECK(ports.record.append(
      turn, record::ContractEvent{.request = std::move(request),
                                  .contract = JsonObject{{"type", "restore"}, {"targets", std::move(targets)}}}));
  return {};
}

}  // namespace

OperationResult meet(const std::vector<OperationResult>& results) noexcept {
  const auto has = [&](OperationResult result) { return std::ranges::find(results, result) != results.end(); };
  for (const OperationResult worst : {OperationResult::denied_by_policy, OperationResult::denied_by_person,
                                      OperationResult::failed, OperationResult::indeterminate}) {
    if (has(worst)) return worst;
  }
  return has(OperationResult::succeeded) ? OperationResult::succeeded : OperationResult::not_attempted;
}

Verification verification_of(const std::vector<OperationResult>& results) noexcept {
  switch (meet(results)) {
    case OperationResult::succeeded: return Verification::pass;
    case OperationResult::failed: return Verification::fail;
    case OperationResult::indeterminate: return Verification::indeterminate;
    case OperationResult::denied_by_person:
    case OperationResult::denied_by_policy:
    case OperationResult::not_attempted: return Verification::not_run;
  }
  return Verification::indeterminate;
}

warrant::Result<RestorationEnd> put_back(const RestorationPorts& ports, std::string_view turn,
                                         std::optional<std::size_t> operation, const checkpoint::Plan& plan,
                                         const checkpoint::Consent& consent) {
  WARRANT_TRY(intents, note_intents(ports, turn, operation, plan));
  RestorationEnd end{.restoration = checkpoint::carry_out(plan, ports.checkpoints, ports.root,
                                                          noted(ports, turn, consent), ports.clock),
                     .results = {},
                     .recorded = {}};
  const auto denied = denial_in(end.restoration);
  for (std::size_t i = 0; i < intents.size(); ++i) {
    end.results.push_back(denied                                      ? *denied
                          : is_kept(end.restoration, plan.changes[i]) ? OperationResult::succeeded
                                                                      : result_of(ports.root, plan.changes[i]));
    if (Status noted = note_receipt(ports, turn, intents[i], end.results.back()); !noted && end.recorded) {
      end.recorded = std::move(noted);
    }
  }
  return end;
}

warrant::Result<RestorationTurn> restore_on_request(const RestorationPorts& ports, const checkpoint::Plan& plan,
                                                    const checkpoint::Consent& consent) {
  const std::string turn = new_ulid(ports.clock);
  WARRANT_CHECK(note_contract(ports, turn, plan));
  WARRANT_TRY(end, put_back(ports, turn, std::nullopt, plan, consent));
  Ledger ledger(end.results.size());
  std::vector<std::string> targets;
  std::vector<record::SettledOperation> operations;
  for (std::size_t i = 0; i < end.results.size(); ++i) {
    ledger.finish(i, end.results[i]);
    targets.push_back(plan.changes[i].path.text());
    operations.push_back({.op = "restore", .target = targets.back(), .result = std::string(to_string(end.results[i]))});
  }
  ledger.settle(Response::completed);
  ledger.settle(verification_of(end.results));
  ledger.settle(Review::pass);  // the answer is the runtime's
  const Status kept = end.recorded ? ports.record.publish() : end.recorded;
  ledger.settle(kept ? Durability::confirmed : Durability::failed);
  RestorationTurn done{.end = std::move(end), .settlement = ledger.settlement(), .durability_why = {}};
  if (!kept) done.durability_why = describe(kept.error());
  WARRANT_TRY(answer, ports.record.keep(""));
  WARRANT_CHECK(ports.record.append(turn, record::SettlementEvent{.settled = in_words(done.settlement),
                                                                  .answer_source = "runtime",
                                                                  .answer = std::move(answer),
                                                                  .type = "restore",
                                                                  .targets = std::move(targets),
                                                                  .operations = std::move(operations),
                                                                  .limit = {},
                                                                  .model_calls = 0,
                                                                  .milliseconds = 0,
                                                                  .durability_why = done.durability_why}));
  if (kept) {
    if (const Status published = ports.record.publish(); !published) return fail(published.error());
  }
  return done;
}

}  // namespace warrant::turn
