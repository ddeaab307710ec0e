#include "effect.hpp"

#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/command/containment.hpp>
#include <warrant/workspace/diff.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <variant>

namespace warrant::turn {

namespace {

constexpr std::string_view restorable_note = "A checkpoint is taken first: \"warrant undo\" takes it back.";

std::string digest_text(const std::optional<Digest>& digest) { return digest ? digest->text() : std::string(); }

std::string_view verdict_of(const policy::Ruling& ruling) {
  return match(
      ruling, [](const policy::Allow&) -> std::string_view { return "allow"; },
      [](const policy::Ask&) -> std::string_view { return "ask"; },
      [](const policy::Deny&) -> std::string_view { return "deny"; });
}

const policy::RulingFacts& facts_of(const policy::Ruling& ruling) {
  return match(
      ruling, [](const policy::Allow& allow) -> const policy::RulingFacts& { return allow; },
      [](const policy::Ask& ask) -> const policy::RulingFacts& { return ask; },
      [](const policy::Deny& deny) -> const policy::RulingFacts& { return deny; });
}

void note_ruling(Course& course, const policy::Ruling& ruling, std::string_view tool, const RelPath& path) {
  const policy::RulingFacts& facts = facts_of(ruling);
  course.note(record::RulingEvent{.call = course.usage.model_calls,
                                  .tool = std::string(tool),
                                  .target = path.text(),
                                  .ruling = std::string(verdict_of(ruling)),
                                  .rule = std::string(to_string(facts.step())),
                                  .why = facts.reason()});
}

/// Opens the account of one call, as the report shows it; approval, checkpoint and receipt come as they happen.
void note_call(Course& course, const policy::Ruling& ruling, std::string_view tool) {
  const policy::RulingFacts& facts = facts_of(ruling);
  course.calls.push_back({.tool = std::string(tool),
                          .ruling = std::string(verdict_of(ruling)),
                          .rule = std::string(to_string(facts.step())),
                          .why = facts.reason(),
                          .approval = {},
                          .checkpoint = {},
                          .receipt = nullptr,
                          .diff = {}});
}

policy::Question question_of(const Change& change, const Digest& effect, bool form_change, const Clock& clock) {
  return {.ruling_id = new_ulid(clock),
          .effect = effect,
          .tool = change.tool,
          .access = change.after ? policy::Access::write : policy::Access::remove,
          .paths = {change.path},
          .invalid = std::nullopt,
          .escapes = false,
          .scope_warning = change.scope_warning,
          .form_change = form_change};
}

}  // namespace

OperationResult denial_of(const policy::Declined& declined) noexcept {
  return is_from_person(declined.reason) ? OperationResult::denied_by_person : OperationResult::denied_by_policy;
}

namespace {

/// Asks the person (or takes --yes for the answer) and notes what was answered.
policy::Answer ask_person(Course& course, const policy::Ask& ask, const policy::Showing& showing) {
  const auto begun = course.ports.clock.monotonic();
  const std::string id = new_ulid(course.ports.clock);
  policy::Answer answer = course.request.approve_by_flag ? policy::Answer(policy::granted_by_flag(ask, id))
                                                         : course.ports.approver.ask(ask, showing, id);
  const auto waited = std::chrono::duration_cast<std::chrono::milliseconds>(course.ports.clock.monotonic() - begun);
  const auto* declined = std::get_if<policy::Declined>(&answer);
  course.note(record::ApprovalEvent{.call = course.usage.model_calls,
                                    .tool = showing.tool,
                                    .target = showing.paths.empty() ? std::string() : showing.paths.front().text(),
                                    .answer = std::string(verdict_of(answer)),
                                    .by = std::string(answerer_of(answer)),
                                    .why = std::string(reason_of(answer)),
                                    .shown = course.keep(showing.brief),
                                    .milliseconds = waited.count()});
  if (declined != nullptr && declined->reason == policy::NoReason::interrupted) course.interrupt();
  return answer;
}

/// Nothing for an allow; Declined for a no.
using Consent = std::variant<std::monostate, policy::Approval, policy::Declined>;
Consent obtain_consent(Course& course, const policy::Ruling& ruling, policy::Showing showing) {
  course.calls.back().diff = showing.brief;
  const auto* ask = std::get_if<policy::Ask>(&ruling);
  if (ask == nullptr) return std::monostate{};
  showing.reason = ask->reason();
  Consent consent = match(
      ask_person(course, *ask, showing), [](policy::Approval&& approval) { return Consent(std::move(approval)); },
      [](policy::Declined&& declined) { return Consent(std::move(declined)); });
  const auto* granted = std::get_if<policy::Approval>(&consent);
  course.calls.back().approval = granted == nullptr                            ? "denied"
                                 : granted->granter() == policy::Granter::flag ? "granted_by_flag"
                                                                               : "granted";
  return consent;
}

Json receipt_json(const workspace::Receipt& receipt, std::optional<bool> rest_unchanged) {
  return JsonObject{{"path", receipt.path.text()},
                    {"before", receipt.before ? Json(receipt.before->text()) : Json(nullptr)},
                    {"after", receipt.after ? Json(receipt.after->text()) : Json(nullptr)},
                    {"read_back", "match"},
                    {"rest_unchanged", rest_unchanged ? Json(*rest_unchanged) : Json(nullptr)}};
}

/// What was written is what was approved; what came of it is said once, here.
void settle_effect(Course& course, std::size_t operation, const Change& change, const record::IntentEvent& intent,
                   warrant::Result<workspace::Outcome> outcome) {
  record::ReceiptEvent event = open_receipt(intent);
  OperationResult result = OperationResult::failed;
  std::string detail;
  if (!outcome) {
    detail = describe(outcome.error());
  } else {
    match(
        *outcome,
        [&](const workspace::Receipt& receipt) {
          result = OperationResult::succeeded;
          event.result = "succeeded";
          event.before = digest_text(receipt.before);
          event.after = digest_text(receipt.after);
          event.read_back = "match";
          event.rest_unchanged = change.rest_unchanged;
          detail = receipt.after ? "written and read back as approved" : "gone, as approved";
          course.calls.back().receipt = receipt_json(receipt, change.rest_unchanged);
        },
        [&](const workspace::Conflict& conflict) {
          detail = fmt::format("it changed since it was read ({}), so nothing was written", conflict.found);
        },
        [&](const workspace::Unconfirmed& unconfirmed) {
          result = OperationResult::indeterminate;
          event.result = "indeterminate";
          event.read_back = "mismatch";
          event.before = digest_text(unconfirmed.before);
          detail = describe(unconfirmed.error);
        });
  }
  end_effect(course, operation, event, result, std::move(detail));
}

/// Ruling, approval and warrant for one effect. Each is noted; a no settles the operation.
template <class Effect>
std::optional<policy::Warrant<Effect>> permit(Course& course, std::size_t operation, const policy::Question& question,
                                              policy::Showing showing, Effect effect) {
  const policy::Ruling ruling = policy::decide(question, course.request.rules, course.remembered());
  note_ruling(course, ruling, question.tool, question.paths.empty() ? RelPath() : question.paths.front());
  const policy::RulingFacts& facts = facts_of(ruling);
  note_call(course, ruling, question.tool);
  if (std::holds_alternative<policy::Deny>(ruling)) {
    course.finish(operation, OperationResult::denied_by_policy, facts.reason());
    return std::nullopt;
  }
  showing.may_remember = course.ports.remembered != nullptr && policy::may_be_remembered(question);
  Consent consent = obtain_consent(course, ruling, std::move(showing));
  if (const auto* declined = std::get_if<policy::Declined>(&consent)) {
    course.finish(operation, denial_of(*declined), declined->why);
    return std::nullopt;
  }
  std::optional<policy::Approval> approval;
  if (auto* granted = std::get_if<policy::Approval>(&consent)) {
    if (auto kept = policy::remember(*granted, question); kept && course.ports.remembered != nullptr) {
      course.ports.remembered->push_back(*std::move(kept));
    }
    approval = std::move(*granted);
  }
  auto warrant = policy::Warrant<Effect>::issue(std::move(effect), ruling, std::move(approval));
  if (!warrant) {
    course.finish(operation, OperationResult::denied_by_policy, describe(warrant.error()));
    return std::nullopt;
  }
  return *std::move(warrant);
}

template <class Effect, class Perform>
void perform(Course& course, std::size_t operation, const Change& change, const Effect& effect, const Perform& write) {
  const workspace::Diff diff =
      workspace::make_diff(change.before ? std::optional<std::string_view>(change.before->bytes) : std::nullopt,
                           change.after ? std::optional<std::string_view>(*change.after) : std::nullopt);
  const policy::Question question =
      question_of(change, policy::digest_of(effect), diff.form_change(), course.ports.clock);
  const std::string name = change.path.text();
  auto warrant = permit(course, operation, question,
                        {.tool = change.tool,
                         .paths = {change.path},
                         .reason = {},
                         .risk = std::string(restorable_note),
                         .brief = workspace::render(diff, name).text,
                         .full = workspace::render(diff, name, workspace::unlimited).text,
                         .may_remember = false},
                        effect);
  if (!warrant) return;
  const workspace::State left =
      change.after ? workspace::State(workspace::RegularFile{
                         .digest = sha256(*change.after), .size = change.after->size(), .mode = std::nullopt})
                   : workspace::State(workspace::Absent{});
  const auto kept = take_checkpoint(course, {{.path = change.path, .after = left}});
  if (!kept) {
    course.finish(operation, OperationResult::failed,
                  fmt::format("no checkpoint could be taken, so nothing was changed: {}", describe(kept.error())));
    return;
  }
  course.calls.back().checkpoint = *kept;
  const record::IntentEvent intent{.id = new_ulid(course.ports.clock),
                                   .call = course.usage.model_calls,
                                   .op = change.tool,
                                   .path = change.path.text(),
                                   .before = change.before ? change.before->digest.text() : std::string(),
                                   .after = change.after ? sha256(*change.after).text() : std::string(),
                                   .checkpoint = *kept};
  if (!begin_effect(course, operation, intent, "nothing was changed")) return;
  settle_effect(course, operation, change, intent, write(*std::move(warrant)));
  if (const Status finished = course.ports.checkpoints.finish(*kept, course.ports.root); !finished) {
    course.ports.observer.step(fmt::format("the checkpoint could not be closed: {}", describe(finished.error())));
  }
}

}  // namespace

bool begin_effect(Course& course, std::size_t operation, const record::IntentEvent& intent, std::string_view nothing) {
  record::IntentEvent numbered = intent;
  numbered.operation = operation;
  course.note(numbered);
  if (!course.record_holds()) {
    course.ledger.settle(Durability::failed);
    course.finish(operation, OperationResult::failed, fmt::format("the record could not be written, so {}", nothing));
    return false;
  }
  course.ledger.begin(operation);
  return true;
}

record::ReceiptEvent open_receipt(const record::IntentEvent& intent) {
  return {.id = intent.id,
          .call = intent.call,
          .op = intent.op,
          .path = intent.path,
          .before = {},
          .after = {},
          .result = "failed",
          .read_back = "not_read",
          .rest_unchanged = std::nullopt,
          .exit_code = std::nullopt,
          .output = std::nullopt};
}

void end_effect(Course& course, std::size_t operation, const record::ReceiptEvent& receipt, OperationResult result,
                std::string detail) {
  course.note(receipt);
  if (!course.record_holds()) course.ledger.settle(Durability::failed);
  course.finish(operation, result, std::move(detail));
}

warrant::Result<std::string> take_checkpoint(Course& course, const std::vector<checkpoint::Subject>& subjects) {
  WARRANT_TRY(id, course.ports.checkpoints.take(course.turn, subjects, course.ports.root, course.ports.clock));
  for (const auto& [path, after] : subjects) {
    const auto state = course.ports.root.inspect(path);
    const auto* file = state ? std::get_if<workspace::RegularFile>(&*state) : nullptr;
    course.note(record::CheckpointEvent{.id = id,
                                        .path = path.text(),
                                        .before = file != nullptr ? file->digest.text() : std::string(),
                                        .bytes = file != nullptr ? file->size : 0});
  }
  WARRANT_CHECK(course.record_status());
  return id;
}

void carry_out(Course& course, std::size_t operation, const Change& change) {
  const std::optional<Digest> before = change.before ? std::optional(change.before->digest) : std::nullopt;
  if (change.after) {
    perform(
        course, operation, change,
        policy::WriteFile{.path = change.path, .before = before, .after = sha256(*change.after), .mode = std::nullopt},
        [&](policy::Warrant<policy::WriteFile>&& warrant) {
          return course.ports.root.write(std::move(warrant), *change.after);
        });
    return;
  }
  perform(course, operation, change, policy::RemoveFile{.path = change.path, .before = *before},
          [&](policy::Warrant<policy::RemoveFile>&& warrant) { return course.ports.root.remove(std::move(warrant)); });
}

namespace {

/// What policy says of changing this path at all, whatever the bytes.
policy::Ruling ruling_on_change(const Course& course, std::string_view tool, const RelPath& path, bool removes) {
  const policy::Question question{.ruling_id = new_ulid(course.ports.clock),
                                  .effect = sha256(path.text()),
                                  .tool = std::string(tool),
                                  .access = removes ? policy::Access::remove : policy::Access::write,
                                  .paths = {path},
                                  .invalid = std::nullopt,
                                  .escapes = false,
                                  .scope_warning = false,
                                  .form_change = false};
  return policy::decide(question, course.request.rules, course.remembered());
}

}  // namespace

bool is_change_denied(const Course& course, const RelPath& path) {
  return std::holds_alternative<policy::Deny>(ruling_on_change(course, "edit_file", path, false));
}

bool may_be_changed(Course& course, std::size_t operation, std::string_view tool, const RelPath& path, bool removes) {
  const policy::Ruling ruling = ruling_on_change(course, tool, path, removes);
  const auto* deny = std::get_if<policy::Deny>(&ruling);
  if (deny == nullptr) return true;
  note_ruling(course, ruling, tool, path);
  note_call(course, ruling, tool);
  course.finish(operation, OperationResult::denied_by_policy, deny->reason());
  return false;
}

std::optional<ReadingDenied> denied_reading(Course& course, const RelPath& path) {
  const policy::Question question{.ruling_id = new_ulid(course.ports.clock),
                                  .effect = sha256(path.text()),
                                  .tool = "read_file",
                                  .access = policy::Access::read,
                                  .paths = {path},
                                  .invalid = std::nullopt,
                                  .escapes = false,
                                  .scope_warning = false,
                                  .form_change = false};
  const policy::Ruling ruling = policy::decide(question, course.request.rules, course.remembered());
  note_ruling(course, ruling, question.tool, path);
  if (std::holds_alternative<policy::Allow>(ruling)) return std::nullopt;
  note_call(course, ruling, question.tool);
  if (const auto* deny = std::get_if<policy::Deny>(&ruling)) {
    return ReadingDenied{.by = OperationResult::denied_by_policy, .why = deny->reason()};
  }
  const Consent consent = obtain_consent(course, ruling,
                                         {.tool = question.tool,
                                          .paths = {path},
                                          .reason = {},
                                          .risk = "Its text would be shown to the model.",
                                          .brief = {},
                                          .full = {},
                                          .may_remember = false});
  const auto* declined = std::get_if<policy::Declined>(&consent);
  if (declined == nullptr) return std::nullopt;
  return ReadingDenied{.by = denial_of(*declined), .why = declined->why};
}

std::optional<policy::Warrant<policy::Batch>> permit_batch(Course& course, std::size_t operation,
                                                           const policy::Batch& batch, std::vector<RelPath> paths,
                                                           std::string brief, bool scope_warning) {
  const policy::Question question{.ruling_id = new_ulid(course.ports.clock),
                                  .effect = policy::digest_of(batch),
                                  .tool = "organize",
                                  .access = policy::Access::move,
                                  .paths = paths,
                                  .invalid = std::nullopt,
                                  .escapes = false,
                                  .scope_warning = scope_warning,
                                  .form_change = false};
  return permit(course, operation, question,
                {.tool = "organize",
                 .paths = std::move(paths),
                 .reason = {},
                 .risk = std::string(restorable_note),
                 .brief = std::move(brief),
                 .full = {},
                 .may_remember = false},
                batch);
}

std::optional<policy::Warrant<policy::RunCommand>> permit_command(Course& course, std::size_t operation,
                                                                  const policy::RunCommand& effect) {
  const policy::Question question{.ruling_id = new_ulid(course.ports.clock),
                                  .effect = policy::digest_of(effect),
                                  .tool = "run_command",
                                  .access = policy::Access::run,
                                  .paths = {},
                                  .invalid = std::nullopt,
                                  .escapes = false,
                                  .scope_warning = false,
                                  .form_change = false,
                                  .profile = effect.profile};
  return permit(course, operation, question,
                {.tool = fmt::format("run_command {}", effect.profile),
                 .paths = {},
                 .reason = {},
                 .risk = command::containment_text(effect),
                 .brief = visible(fmt::format("{}\n", fmt::join(effect.argv, " "))),
                 .full = {},
                 .may_remember = false},
                effect);
}

policy::Answer approve_restore(Course& course, const policy::Ask& ask, const RelPath& path,
                               const workspace::Diff& diff) {
  return ask_person(course, ask,
                    {.tool = "restore",
                     .paths = {path},
                     .reason = ask.reason(),
                     .risk = "It was changed since, and that change would be lost; a checkpoint of it is kept.",
                     .brief = workspace::render(diff, path.text()).text,
                     .full = workspace::render(diff, path.text(), workspace::unlimited).text,
                     .may_remember = false});
}

}  // namespace warrant::turn
