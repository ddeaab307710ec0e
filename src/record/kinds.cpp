#include "warrant/record/kinds.hpp"

#include <warrant/base/digest.hpp>

#include <algorithm>
#include <array>

namespace warrant::record {

namespace {

JsonArray strings(const std::vector<std::string>& values) {
  JsonArray out;
  for (const std::string& value : values) out.emplace_back(value);
  return out;
}

/// Members that carry text of the request or of a file, by the shapes of `warrant contract --json`.
bool carries_text(std::string_view name, const Json& parent) {
  constexpr std::array<std::string_view, 10> kTexts = {"request", "text",    "find", "with",     "content",
                                                       "value",   "message", "body", "selector", "anchor"};
  if (std::ranges::find(kTexts, name) != kTexts.end()) return true;
  if (name != "from" && name != "to") return false;
  // "from" and "to" are the bytes that are replaced in a path, or the paths themselves where something moves.
  return parent.find("path") != nullptr;
}

Json without_text(const Json& json) {
  if (const JsonArray* values = json.array()) {
    JsonArray out;
    for (const Json& value : *values) out.push_back(without_text(value));
    return out;
  }
  const JsonObject* members = json.object();
  if (members == nullptr) return json;
  JsonObject out;
  for (const auto& [name, value] : *members) {
    const std::string* text = carries_text(name, json) ? value.string() : nullptr;
    out.append(name, text != nullptr ? to_json(describe_text(*text)) : without_text(value));
  }
  return out;
}

void collect_texts(const Json& json, std::vector<std::string>& texts) {
  if (const JsonArray* values = json.array()) {
    for (const Json& value : *values) collect_texts(value, texts);
  }
  const JsonObject* members = json.object();
  if (members == nullptr) return;
  for (const auto& [name, value] : *members) {
    const std::string* text = carries_text(name, json) ? value.string() : nullptr;
    if (text != nullptr) {
      texts.push_back(*text);
    } else {
      collect_texts(value, texts);
    }
  }
}

void set_if(JsonObject& object, std::string name, const std::string& text) {
  if (!text.empty()) object.append(std::move(name), text);
}

}  // namespace

std::vector<std::string> texts_of(const Json& contract) {
  std::vector<std::string> texts;
  collect_texts(contract, texts);
  return texts;
}

Kept describe_text(std::string_view text) {
  const auto newlines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  const bool unfinished = !text.empty() && text.back() != '\n';
  return Kept{.digest = sha256(text).text(), .bytes = text.size(), .lines = newlines + (unfinished ? 1 : 0)};
}

Json to_json(const Kept& kept) {
  return JsonObject{{"digest", kept.digest}, {"bytes", kept.bytes}, {"lines", kept.lines}};
}

Json to_json(const ContractEvent& event) {
  JsonObject contract;
  if (const JsonObject* members = event.contract.object()) {
    const Json plain = without_text(*members);
    contract = *plain.object();
    contract.erase("request");
  }
  return JsonObject{{"request", to_json(event.request)}, {"contract", std::move(contract)}};
}

Json to_json(const PostureEvent& event) {
  return JsonObject{{"mode", event.mode},
                    {"posture", event.posture},
                    {"mutation_allowed", event.mutation_allowed},
                    {"why", event.why}};
}

Json to_json(const PlanEvent& event) {
  return JsonObject{{"phase", event.phase},
                    {"obligation", event.obligation},
                    {"tools", strings(event.tools)},
                    {"expectations", without_text(event.expectations)}};
}

Json to_json(const SurfaceEvent& event) {
  return JsonObject{{"tools", strings(event.tools)},
                    {"prompt", to_json(event.prompt)},
                    {"schema", to_json(event.schema)},
                    {"grammar", to_json(event.grammar)}};
}

Json to_json(const PromptEvent& event) {
  return JsonObject{{"call", event.call},
                    {"model", event.model},
                    {"messages", event.messages},
                    {"prompt", to_json(event.prompt)},
                    {"constrained", event.constrained},
                    {"files", event.files},
                    {"purpose", event.purpose}};
}

Json to_json(const ProposalEvent& event) {
  JsonObject out{{"call", event.call}, {"reply", to_json(event.reply)}, {"accepted", event.accepted}};
  set_if(out, "tool", event.tool);
  set_if(out, "target", event.target);
  set_if(out, "step", event.step);
  set_if(out, "why", event.why);
  out.append(
      "usage",
      JsonObject{{"prompt", event.prompt_tokens}, {"cached", event.cached_tokens}, {"output", event.output_tokens}});
  out.append("ms", event.milliseconds);
  if (event.strain) {
    out.append("strain", JsonObject{{"mean", event.strain->mean_percent}, {"peak", event.strain->peak_percent}});
  }
  return out;
}

Json to_json(const CheckEvent& event) {
  return JsonObject{{"call", event.call}, {"step", event.step}, {"result", event.result}, {"why", event.why}};
}

Json to_json(const RulingEvent& event) {
  return JsonObject{{"call", event.call},     {"tool", event.tool}, {"target", event.target},
                    {"ruling", event.ruling}, {"rule", event.rule}, {"why", event.why}};
}

Json to_json(const ApprovalEvent& event) {
  JsonObject out{{"call", event.call}, {"tool", event.tool}, {"target", event.target},  {"answer", event.answer},
                 {"by", event.by},     {"why", event.why},   {"ms", event.milliseconds}};
  if (event.shown) out.append("shown", to_json(*event.shown));
  return out;
}

Json to_json(const CheckpointEvent& event) {
  return JsonObject{{"id", event.id}, {"path", event.path}, {"before", event.before}, {"bytes", event.bytes}};
}

Json to_json(const IntentEvent& event) {
  JsonObject out{{"id", event.id},
                 {"call", event.call},
                 {"op", event.op},
                 {"path", event.path},
                 {"before", event.before},
                 {"after", event.after},
                 {"checkpoint", event.checkpoint}};
  if (event.operation) out.append("operation", *event.operation);
  return out;
}

Json to_json(const ReceiptEvent& event) {
  JsonObject out{{"id", event.id},         {"call", event.call},          {"op", event.op},
                 {"path", event.path},     {"before", event.before},      {"after", event.after},
                 {"result", event.result}, {"read_back", event.read_back}};
  if (event.rest_unchanged) out.append("rest_unchanged", *event.rest_unchanged);
  if (event.exit_code) out.append("exit_code", *event.exit_code);
  if (event.output) out.append("output", to_json(*event.output));
  if (!event.more.is_null()) out.append("more", event.more);
  return out;
}

Json to_json(const VerificationEvent& event) {
  JsonObject out{
      {"target", event.target}, {"expectation", event.expectation}, {"result", event.result}, {"why", event.why}};
  set_if(out, "evidence", event.evidence);
  return out;
}

Json to_json(const StateEvent& event) {
  return JsonObject{{"block", to_json(event.block)}, {"operations", event.operations}};
}

Json to_json(const CandidateEvent& event) {
  return JsonObject{{"call", event.call}, {"text", to_json(event.text)}, {"claims", event.claims}};
}

Json to_json(const ContradictionEvent& event) {
  JsonObject out{{"call", event.call},
                 {"claim", event.claim},
                 {"span", JsonArray{event.begin, event.end}},
                 {"text", to_json(event.text)},
                 {"why", event.why}};
  set_if(out, "evidence", event.evidence);
  return out;
}

Json to_json(const RepairEvent& event) {
  return JsonObject{{"call", event.call}, {"resolved", event.resolved}, {"why", event.why}};
}

Json to_json(const ContainmentEvent& event) { return JsonObject{{"why", event.why}, {"text", to_json(event.text)}}; }

Json to_json(const SettlementEvent& event) {
  JsonArray operations;
  for (const SettledOperation& each : event.operations) {
    operations.emplace_back(JsonObject{{"op", each.op}, {"target", each.target}, {"result", each.result}});
  }
  JsonObject out{{"response", event.settled.response},
                 {"action", event.settled.action},
                 {"verification", event.settled.verification},
                 {"review", event.settled.review},
                 {"durability", event.settled.durability},
                 {"outcome", event.settled.outcome},
                 {"answer_source", event.answer_source},
                 {"answer", to_json(event.answer)},
                 {"type", event.type},
                 {"targets", strings(event.targets)},
                 {"operations", std::move(operations)},
                 {"model_calls", event.model_calls},
                 {"ms", event.milliseconds}};
  set_if(out, "limit", event.limit);
  set_if(out, "durability_why", event.durability_why);
  if (event.recovered) out.append("recovered", true);
  return out;
}

Json to_json(const RecoveryEvent& event) {
  return JsonObject{{"id", event.id},       {"op", event.op},         {"path", event.path},
                    {"found", event.found}, {"result", event.result}, {"why", event.why}};
}

Json to_json(const TrustEvent& event) {
  JsonObject out{{"what", event.what}, {"name", event.name}, {"change", event.change}, {"by", event.by}};
  set_if(out, "digest", event.digest);
  return out;
}

}  // namespace warrant::record
