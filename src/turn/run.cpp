#include "steps.hpp"

#include <warrant/base/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace warrant::turn {

namespace {

warrant::Result<contract::Plan> plan_of(const Request& request, const Ports& ports, const WorkspaceFacts& disk) {
  contract::Contract contract = contract::resolve(request.text, disk, ports.lexicon, request.history);
  return contract::make_plan(contract::with_posture(std::move(contract), request.posture));
}

/// The part of the turn between the plan and the answer: everything that touches the world.
void act(Course& course) {
  switch (course.plan.obligation()) {
    case contract::Obligation::none:
    case contract::Obligation::answer:
    case contract::Obligation::inspect: gather(course); return;
    case contract::Obligation::change:
      gather(course);
      make_changes(course);
      return;
    case contract::Obligation::run: run_commands(course); return;
    case contract::Obligation::restore: restore(course); return;
  }
}

bool acts(contract::Type type) {
  switch (type) {
    case contract::Type::edit:
    case contract::Type::create:
    case contract::Type::organize:
    case contract::Type::run:
    case contract::Type::restore: return true;
    case contract::Type::answer:
    case contract::Type::question:
    case contract::Type::list:
    case contract::Type::explain:
    case contract::Type::diagnose:
    case contract::Type::verify:
    case contract::Type::status:
    case contract::Type::unknown: return false;
  }
  return false;
}

/// What earlier turns did, from their settlements.
std::string status_of(const std::vector<contract::Settlement>& history) {
  if (history.empty()) return "Nothing has happened in this workspace yet: there is no earlier turn in the record.";
  const auto acted = std::ranges::find_if(history.rbegin(), history.rend(),
                                          [](const contract::Settlement& turn) { return acts(turn.type); });
  if (acted == history.rend()) return "Nothing was changed or run in the turns that the record still knows of.";
  const contract::Settlement& last = *acted;
  std::string text = fmt::format("The last turn that changed or ran something ({}) ended as: {}.",
                                 contract::to_string(last.type), last.outcome);
  for (const contract::Settlement::Done& done : last.done) {
    text +=
        fmt::format("\n- {} {}: {}", visible(done.op, false), visible(done.target, false), visible(done.result, false));
  }
  if (last.done.empty()) {
    for (const contract::Target& target : last.targets) text += fmt::format("\n- {}", visible(target.path, false));
  }
  return text;
}

std::string refusal_by_posture(const Course& course) {
  return fmt::format(
      "This session is in {} mode, which changes no files and runs nothing, so nothing was changed or run.",
      contract::to_string(course.request.posture));
}

/// The session's mode is a ceiling: it forbids what the request asks for, whatever the request says. What the runtime
/// carries out itself, a command or a restore, is beneath the same ceiling.
bool is_above_posture(const contract::Contract& contract) {
  const bool changes = contract.requested && !contract.allowed;
  const bool acts = contract.type == contract::Type::run || contract.type == contract::Type::restore;
  return contract.posture != contract::Posture::agent && (changes || acts);
}

void deny_by_posture(Course& course) {
  for (std::size_t operation = 0; operation < course.ledger.size(); ++operation) {
    course.finish(operation, OperationResult::denied_by_policy, refusal_by_posture(course));
  }
}

/// A question about files of which none could be read: a model could only guess. What is known is why not.
std::optional<Answered> unread(Course& course) {
  const contract::Contract& contract = course.plan.contract();
  const auto asked_about = [](const contract::Target& target) { return target.role == contract::Role::must_read; };
  const Facts& facts = course.facts;
  if (course.plan.obligation() != contract::Obligation::inspect || facts.withheld.empty() || !facts.read.empty() ||
      std::ranges::none_of(contract.targets, asked_about)) {
    return std::nullopt;
  }
  const bool all_absent = std::ranges::none_of(
      contract.targets, [&](const contract::Target& target) { return asked_about(target) && target.exists; });
  std::string text = "The question is about what could not be read:";
  for (const std::string& reason : facts.withheld) text += fmt::format("\n- {}", reason);
  Answered answered = answer_by_runtime(std::move(text));
  if (!all_absent) answered.review = Review::indeterminate;
  if (course.reading_denied) course.ledger.denied_reading(*course.reading_denied);
  return answered;
}

Answered reply(Course& course) {
  const contract::Contract& contract = course.plan.contract();
  if (contract.unsure) {
    course.ledger.asked_person();
    return answer_by_runtime(contract.question);
  }
  if (!course.question.empty()) {
    course.ledger.asked_person();
    return answer_by_runtime(course.question);
  }
  if (contract.type == contract::Type::status) return answer_by_runtime(status_of(course.request.history));
  if (is_above_posture(contract)) {
    return plans_change(contract) ? answer(course, refusal_by_posture(course) + "\n")
                                  : answer_by_runtime(refusal_by_posture(course));
  }
  if (course.plan.obligation() == contract::Obligation::restore) return answer_by_runtime(known_facts(course.facts));
  if (auto answered = unread(course)) return *std::move(answered);
  return answer(course);
}

/// Every receipt is signed, and where an anchor is configured it has the signature: before the answer, so that the
/// record, the model and the person are told the same.
void settle_durability(Course& course) {
  const Status kept = course.record_holds() ? course.ports.record.publish() : course.record_status();
  course.ledger.settle(kept ? Durability::confirmed : Durability::failed);
  course.facts.durability = course.ledger.settlement().durability;
  if (!kept) course.facts.durability_why = describe(kept.error());
}

/// The anchor has all receipts; that it lacks the settlement is said, and changes nothing that was settled.
void publish_settlement(Course& course) {
  if (course.facts.durability == Durability::failed) return;
  const Status published = course.ports.record.publish();
  if (published) return;
  course.ports.observer.step(fmt::format("the settlement is not in the anchor yet: {}", describe(published.error())));
  static_cast<void>(course.ports.record.append("", "recovery",
                                               JsonObject{{"what", "anchor"}, {"why", describe(published.error())}},
                                               record::Durability::durable));
}

record::SettlementEvent settlement_event(Course& course, const Answered& answered, const Settlement& settled) {
  std::vector<std::string> targets;
  for (const contract::Target& target : course.plan.contract().targets) targets.push_back(target.path);
  std::vector<record::SettledOperation> operations;
  for (const OperationFact& fact : course.facts.operations) {
    operations.push_back({.op = std::string(contract::name_of(fact.asked)),
                          .target = std::string(contract::path_of(fact.asked)),
                          .result = std::string(to_string(fact.result))});
  }
  return {.settled = in_words(settled),
          .answer_source = std::string(to_string(answered.source)),
          .answer = course.keep(answered.text),
          .type = std::string(contract::to_string(course.plan.contract().type)),
          .targets = std::move(targets),
          .operations = std::move(operations),
          .limit = course.limit,
          .model_calls = course.usage.model_calls,
          .milliseconds = course.elapsed_ms(),
          .durability_why = course.facts.durability_why};
}

Report close(Course& course, Answered answered) {
  course.ledger.settle(course.cancelled() ? Response::cancelled : answered.response);
  course.ledger.settle(answered.review);
  const Settlement settled = course.ledger.settlement();
  course.note(settlement_event(course, answered, settled));
  const Status noted = course.record_status();
  if (noted) publish_settlement(course);
  if (!noted) course.facts.durability_why = describe(noted.error());
  Report report{.turn = course.turn,
                .contract = course.plan.contract(),
                .calls = std::move(course.calls),
                .facts = std::move(course.facts),
                .answer = std::move(answered.text),
                .answer_source = answered.source,
                .contradictions = std::move(answered.contradictions),
                .limit = course.limit,
                .settlement = settled,
                .head = course.ports.record.head().text(),
                .usage = course.usage,
                .total_ms = course.elapsed_ms(),
                .model_ms = std::chrono::duration_cast<std::chrono::milliseconds>(course.model_time).count()};
  // The settlement itself could not be kept: the receipts may stand, but the turn has no end in the record.
  if (!noted) report.settlement.durability = Durability::failed;
  return report;
}

}  // namespace

std::string_view to_string(AnswerSource source) noexcept {
  switch (source) {
    case AnswerSource::model: return "model";
    case AnswerSource::repaired: return "repaired";
    case AnswerSource::contained: return "contained";
    case AnswerSource::runtime: return "runtime";
  }
  return "runtime";
}

warrant::Result<Report> run(const Request& request, const Ports& ports, const Limits& limits) {
  if (request.text.find_first_not_of(" \t\r\n") == std::string::npos) {
    return fail(Code::invalid_argument, "the request is empty; say what is to be done");
  }
  const WorkspaceFacts disk(ports.root);
  WARRANT_TRY(plan, plan_of(request, ports, disk));
  Course course(request, ports, limits, disk, std::move(plan), new_ulid(ports.clock));
  WARRANT_CHECK(note_plan(course));
  const contract::Contract& contract = course.plan.contract();
  if (!contract.unsure && is_above_posture(contract)) {
    deny_by_posture(course);
    if (plans_change(contract)) gather(course);
  } else if (!contract.unsure) {
    act(course);
  }
  verify(course);
  settle_durability(course);
  return close(course, reply(course));
}

}  // namespace warrant::turn
