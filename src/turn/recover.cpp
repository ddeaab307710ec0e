#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/record/read.hpp>
#include <warrant/turn/recover.hpp>
#include <warrant/turn/restoration.hpp>
#include <warrant/turn/settlement.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace warrant::turn {

namespace {

/// The digest of what stands at the path: "" for no file, nothing when it cannot be said.
std::optional<std::string> found_at(const workspace::Root& root, std::string_view path) {
  const auto relative = RelPath::make(path);
  if (!relative) return std::nullopt;
  const auto state = root.inspect(*relative);
  if (!state) return std::nullopt;
  return match(
      *state, [](const workspace::Absent&) { return std::optional(std::string()); },
      [](const workspace::RegularFile& file) { return std::optional(file.digest.text()); },
      [](const workspace::Directory&) -> std::optional<std::string> { return std::nullopt; },
      [](const workspace::SymbolicLink&) -> std::optional<std::string> { return std::nullopt; },
      [](const workspace::Special&) -> std::optional<std::string> { return std::nullopt; });
}

Recovered judge(const record::Event& intent, const std::optional<std::string>& found) {
  Recovered recovered{.op = std::string(intent.body.text("op")),
                      .path = std::string(intent.body.text("path")),
                      .result = "indeterminate",
                      .why = "the program ended before a receipt was written"};
  const std::string_view before = intent.body.text("before");
  const std::string_view after = intent.body.text("after");
  if (before.empty() && after.empty()) return recovered;  // a command or a batch: its bytes are not in the intent
  if (!found) {
    recovered.why += "; what stands there cannot be read";
  } else if (*found == before) {
    recovered.result = "failed";
    recovered.why += "; the file is as it was before";
  } else if (*found == after) {
    recovered.why += "; the file holds what was approved, but nobody saw it written";
  } else {
    recovered.why += "; the file is neither as before nor as approved";
  }
  return recovered;
}

std::optional<std::int64_t> integer_at(const Json& json, std::string_view name) {
  const Json* value = json.find(name);
  return value != nullptr && value->integer() != nullptr ? std::optional(*value->integer()) : std::nullopt;
}

OperationResult result_named(std::string_view name) {
  if (name == to_string(OperationResult::succeeded)) return OperationResult::succeeded;
  if (name == to_string(OperationResult::failed)) return OperationResult::failed;
  return OperationResult::indeterminate;
}

/// An effect that was begun, and the event that says how it ended.
struct Begun {
  const record::Event* intent;
  const record::Event* end;  ///< a receipt or a recovery; nullptr when there is neither
};

/// An operation of such a turn, and what became of it.
struct CutOffOperation {
  std::string op;
  std::string target;
  OperationResult result;
};

/// A turn that was cut off, as its events tell it.
class CutOff {
 public:
  explicit CutOff(std::vector<record::Event> events) : events_(std::move(events)), turn_(events_.front().turn) {
    for (const record::Event& event : events_) take(event);
  }

  [[nodiscard]] const std::string& turn() const { return turn_; }
  [[nodiscard]] const std::vector<Begun>& begun() const { return begun_; }
  /// The settlement, once `results` says how each begun effect ended.
  [[nodiscard]] record::SettlementEvent settlement(const std::vector<OperationResult>& results) const;

 private:
  void take(const record::Event& event);
  [[nodiscard]] std::vector<CutOffOperation> operations(const std::vector<OperationResult>& results) const;
  [[nodiscard]] std::optional<OperationResult> denied(std::string_view target, bool is_run) const;
  [[nodiscard]] Verification verification() const;
  [[nodiscard]] Durability durability() const;

  std::vector<record::Event> events_;
  std::string turn_;
  const Json* contract_ = nullptr;  ///< in events_
  std::vector<Begun> begun_;
  std::int64_t model_calls_ = 0;
  std::pair<std::int64_t, std::int64_t> unsigned_{1,
                                                  0};  ///< events that no signed head had covered when it was cut off
};

void CutOff::take(const record::Event& event) {
  if (event.turn.empty()) {
    const Json* adopted = event.kind == "recovery" ? event.body.find("adopted") : nullptr;
    const JsonArray* ends = adopted == nullptr ? nullptr : adopted->array();
    if (ends == nullptr || ends->size() != 2) return;
    const auto* first = ends->front().integer();
    const auto* last = ends->back().integer();
    if (first != nullptr && last != nullptr) unsigned_ = {*first, *last};
    return;
  }
  if (event.kind == "contract" && contract_ == nullptr) contract_ = event.body.find("contract");
  if (event.kind == "prompt") ++model_calls_;
  if (event.kind == "intent") begun_.push_back({.intent = &event, .end = nullptr});
  if (event.kind != "receipt" && event.kind != "recovery") return;
  for (Begun& effect : begun_) {
    if (effect.intent->body.text("id") == event.body.text("id")) effect.end = &event;
  }
}

/// Whether it was the person or a rule that said no to this operation.
std::optional<OperationResult> CutOff::denied(std::string_view target, bool is_run) const {
  for (const record::Event& event : events_) {
    const bool same = is_run ? event.body.text("tool").starts_with("run_command") : event.body.text("target") == target;
    if (!same) continue;
    if (event.kind == "approval" && event.body.text("answer") == "denied") {
      return event.body.text("by") == "nobody" ? OperationResult::denied_by_policy : OperationResult::denied_by_person;
    }
    if (event.kind == "ruling" && event.body.text("ruling") == "deny") return OperationResult::denied_by_policy;
  }
  return std::nullopt;
}

/// Each operation of the contract; without a list of them each effect that was begun.
std::vector<CutOffOperation> CutOff::operations(const std::vector<OperationResult>& results) const {
  std::vector<CutOffOperation> out;
  const Json* listed = contract_ == nullptr ? nullptr : contract_->find("operations");
  if (listed == nullptr || listed->array() == nullptr) {
    for (std::size_t i = 0; i < begun_.size(); ++i) {
      out.push_back({.op = std::string(begun_[i].intent->body.text("op")),
                     .target = std::string(begun_[i].intent->body.text("path")),
                     .result = results[i]});
    }
    return out;
  }
  for (const Json& operation : *listed->array()) {
    const std::string_view op = operation.text("op");
    const std::string_view target = operation.text(operation.find("path") != nullptr ? "path" : "to");
    std::vector<OperationResult> effects;  // several where one operation puts back several files
    for (std::size_t i = 0; i < begun_.size(); ++i) {
      if (integer_at(begun_[i].intent->body, "operation") == static_cast<std::int64_t>(out.size())) {
        effects.push_back(results[i]);
      }
    }
    const OperationResult result =
        !effects.empty() ? meet(effects) : denied(target, op == "run").value_or(OperationResult::not_attempted);
    out.push_back({.op = std::string(op), .target = std::string(target), .result = result});
  }
  return out;
}

/// What had been established when it was cut off: by the runs, else by the expectations that were checked.
Verification CutOff::verification() const {
  std::size_t expected = 0;
  std::size_t passed = 0;
  bool failed = false;
  bool unknown = false;
  for (const record::Event& event : events_) {
    if (event.kind == "plan") {
      const Json* expectations = event.body.find("expectations");
      if (expectations != nullptr && expectations->array() != nullptr) expected = expectations->array()->size();
    }
    if (event.kind != "verification") continue;
    const std::string_view result = event.body.text("result");
    if (result == "pass") ++passed;
    failed = failed || result == "fail";
    unknown = unknown || (result != "pass" && result != "fail");
  }
  for (const Begun& effect : begun_) {
    if (effect.intent->body.text("op") != "run_command") continue;
    ++expected;
    const auto exit = effect.end == nullptr ? std::nullopt : integer_at(effect.end->body, "exit_code");
    const Json* more = effect.end == nullptr ? nullptr : effect.end->body.find("more");
    const bool red = more != nullptr && integer_at(*more, "tests_failed").value_or(0) > 0;
    if (exit == 0 && !red) ++passed;
    failed = failed || red || (exit && *exit != 0);
    unknown = unknown || !exit;
  }
  if (failed) return Verification::fail;
  if (passed == 0 && !unknown) return Verification::not_run;
  return unknown || passed < expected ? Verification::indeterminate : Verification::pass;
}

/// Whether the receipts were under the signed head before the program ended.
Durability CutOff::durability() const {
  const bool lost = std::ranges::any_of(
      begun_, [](const Begun& effect) { return effect.end == nullptr || effect.end->kind != "receipt"; });
  if (lost) return Durability::failed;
  const bool late = std::ranges::any_of(begun_, [&](const Begun& effect) {
    return effect.end->seq >= unsigned_.first && effect.end->seq <= unsigned_.second;
  });
  return late ? Durability::indeterminate : Durability::confirmed;
}

record::SettlementEvent CutOff::settlement(const std::vector<OperationResult>& results) const {
  const std::vector<CutOffOperation> all = operations(results);
  Ledger ledger(all.size());
  std::vector<record::SettledOperation> settled_operations;
  for (std::size_t i = 0; i < all.size(); ++i) {
    ledger.finish(i, all[i].result);
    settled_operations.push_back(
        {.op = all[i].op, .target = all[i].target, .result = std::string(to_string(all[i].result))});
  }
  ledger.settle(Response::cancelled);
  ledger.settle(verification());
  ledger.settle(durability());
  const Settlement settled = ledger.settlement();
  std::string type = "unknown";
  std::vector<std::string> targets;
  if (contract_ != nullptr) type = contract_->text("type", type);
  const Json* named = contract_ == nullptr ? nullptr : contract_->find("targets");
  if (named != nullptr && named->array() != nullptr) {
    for (const Json& target : *named->array()) targets.emplace_back(target.text("path"));
  }
  return {.settled = in_words(settled),
          .answer_source = "runtime",
          .answer = record::describe_text(""),
          .type = std::move(type),
          .targets = std::move(targets),
          .operations = std::move(settled_operations),
          .limit = {},
          .model_calls = model_calls_,
          .milliseconds = 0,
          .durability_why = settled.durability == Durability::failed ? "the program ended before a receipt was written"
                            : settled.durability == Durability::indeterminate
                                ? "the program ended before the receipt was signed"
                                : "",
          .recovered = true};
}

}  // namespace

std::string describe(const Recovered& recovered) {
  if (recovered.op.empty()) return "an earlier turn was cut off before it changed or ran anything";
  return fmt::format("an earlier turn was cut off; {} {}: {} ({})", visible(recovered.op, false),
                     visible(recovered.path, false), recovered.result, recovered.why);
}

warrant::Result<std::vector<Recovered>> recover(record::Writer& record, const workspace::Root& root) {
  WARRANT_TRY(events, record::unsettled_turn(record.place()));
  if (events.empty()) return std::vector<Recovered>{};
  const CutOff cut_off(std::move(events));
  std::vector<Recovered> all;
  std::vector<OperationResult> results;
  for (const Begun& effect : cut_off.begun()) {
    Recovered recovered{.op = std::string(effect.intent->body.text("op")),
                        .path = std::string(effect.intent->body.text("path")),
                        .result = {},
                        .why = "its receipt stands in the record"};
    if (effect.end != nullptr) {
      recovered.result = effect.end->body.text("result");
    } else {
      const auto found = found_at(root, recovered.path);
      recovered = judge(*effect.intent, found);
      WARRANT_CHECK(
          record.append(cut_off.turn(), record::RecoveryEvent{.id = std::string(effect.intent->body.text("id")),
                                                              .op = recovered.op,
                                                              .path = recovered.path,
                                                              .found = found.value_or(""),
                                                              .result = recovered.result,
                                                              .why = recovered.why}));
    }
    results.push_back(result_named(recovered.result));
    all.push_back(std::move(recovered));
  }
  WARRANT_CHECK(record.append(cut_off.turn(), cut_off.settlement(results)));
  if (all.empty()) all.push_back({.op = {}, .path = {}, .result = {}, .why = {}});
  return all;
}

}  // namespace warrant::turn
