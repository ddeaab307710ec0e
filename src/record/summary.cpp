#include "summary.hpp"

#include <algorithm>
#include <array>

namespace warrant::record {

namespace {

void add_target(TurnSummary& summary, std::string_view target) {
  if (target.empty() || std::ranges::find(summary.targets, target) != summary.targets.end()) return;
  summary.targets.emplace_back(target);
}

void collect_words(std::string& out, std::string_view name, const Json& value) {
  constexpr std::array<std::string_view, 6> kNumbers = {"digest", "before", "after", "found", "id", "checkpoint"};
  if (std::ranges::find(kNumbers, name) != kNumbers.end()) return;
  if (const std::string* text = value.string()) (out += *text) += ' ';
  if (const JsonArray* values = value.array()) {
    for (const Json& each : *values) collect_words(out, {}, each);
  }
  if (const JsonObject* members = value.object()) {
    for (const auto& [member, each] : *members) collect_words(out, member, each);
  }
}

}  // namespace

TurnSummary begin_summary(const Event& event) {
  TurnSummary summary{.turn = event.turn,
                      .at = event.at,
                      .request_digest = {},
                      .type = {},
                      .targets = {},
                      .outcome = "unsettled",
                      .response = {},
                      .action = {},
                      .verification = {},
                      .review = {},
                      .durability = {},
                      .answer_source = {},
                      .first_seq = event.seq,
                      .last_seq = event.seq};
  fold(summary, event);
  return summary;
}

void fold(TurnSummary& summary, const Event& event) {
  summary.last_seq = event.seq;
  // A fact never moves: what was settled first stays, whatever stands behind it.
  if (summary.outcome != "unsettled") return;
  const Json& body = event.body;
  if (event.kind == "contract") {
    if (const Json* request = body.find("request")) summary.request_digest = request->text("digest");
    const Json* contract = body.find("contract");
    const Json* targets = contract == nullptr ? nullptr : contract->find("targets");
    if (contract != nullptr) summary.type = contract->text("type");
    if (targets == nullptr || targets->array() == nullptr) return;
    for (const Json& target : *targets->array()) add_target(summary, target.text("path"));
  }
  if (event.kind == "intent" || event.kind == "receipt") add_target(summary, body.text("path"));
  if (event.kind != "settlement") return;
  summary.outcome = body.text("outcome");
  summary.response = body.text("response");
  summary.action = body.text("action");
  summary.verification = body.text("verification");
  summary.review = body.text("review");
  summary.durability = body.text("durability");
  summary.answer_source = body.text("answer_source");
  summary.type = body.text("type", summary.type);
  const Json* targets = body.find("targets");
  if (targets == nullptr || targets->array() == nullptr) return;
  for (const Json& target : *targets->array()) {
    if (const std::string* path = target.string()) add_target(summary, *path);
  }
}

bool folds(std::string_view kind) {
  return kind == "contract" || kind == "intent" || kind == "receipt" || kind == "settlement";
}

std::string words_of(const Event& event) {
  std::string out;
  collect_words(out, {}, event.body);
  return out;
}

}  // namespace warrant::record
