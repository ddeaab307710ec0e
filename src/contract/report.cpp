#include "warrant/contract/contract.hpp"

#include <fmt/format.h>

#include <array>

namespace warrant::contract {
namespace {

constexpr std::array kTypes{Type::answer, Type::question, Type::list,     Type::explain, Type::diagnose,
                            Type::edit,   Type::create,   Type::organize, Type::run,     Type::verify,
                            Type::status, Type::restore,  Type::unknown};
constexpr std::array kRoles{Role::forbidden, Role::must_change, Role::output,     Role::must_read,
                            Role::source,    Role::verify_only, Role::may_change, Role::mentioned};
constexpr std::size_t kMaxTurns = 10'000;
constexpr std::size_t kMaxTargets = 1'000;

Json span_json(Span span) { return JsonArray{span.begin, span.end}; }

Json target_json(const Target& target) {
  return JsonObject{{"path", target.path},
                    {"role", to_string(target.role)},
                    {"exists", target.exists},
                    {"span", target.span ? span_json(*target.span) : Json(nullptr)}};
}

Json reason_json(const Reason& reason) {
  JsonArray spans;
  for (const Span span : reason.spans) spans.push_back(span_json(span));
  return JsonObject{{"rule", reason.rule}, {"spans", std::move(spans)}, {"text", reason.text}};
}

Result<Target> parse_target(const Json& json, const std::string& where) {
  Target target{.path = {}, .role = Role::mentioned, .exists = true, .span = std::nullopt};
  if (const std::string* path = json.string()) {
    target.path = *path;
    target.role = Role::must_change;
    return target;
  }
  const Json* path = json.find("path");
  if (path == nullptr || path->string() == nullptr)
    return fail(Code::malformed, "a target is a path, or an object with a text under \"path\"", where);
  target.path = *path->string();
  target.role = Role::must_change;
  if (const Json* role = json.find("role")) {
    const auto found = role->string() == nullptr ? std::nullopt : parse_role(*role->string());
    if (!found) return fail(Code::malformed, "unknown \"role\" of a target", where);
    target.role = *found;
  }
  if (const Json* exists = json.find("exists"); exists != nullptr && exists->boolean() != nullptr)
    target.exists = *exists->boolean();
  return target;
}

Result<Settlement> parse_settlement(const Json& json, const std::string& where) {
  if (json.object() == nullptr) return fail(Code::malformed, "an earlier turn is an object", where);
  Settlement turn{.request = std::string(json.text("request")),
                  .type = Type::unknown,
                  .outcome = std::string(json.text("outcome")),
                  .targets = {},
                  .operations = {}};
  const auto type = parse_type(json.text("type"));
  if (!type) return fail(Code::malformed, "\"type\" is missing or unknown", where);
  turn.type = *type;
  if (turn.outcome.empty()) return fail(Code::malformed, "\"outcome\" is missing", where);
  const Json* operations = json.find("operations");
  if (operations != nullptr && operations->array() != nullptr) {
    if (operations->array()->size() > kMaxTargets) return fail(Code::too_large, "more than 1,000 operations", where);
    for (const Json& each : *operations->array()) {
      turn.done.push_back({.op = std::string(each.text("op")),
                           .target = std::string(each.text("target")),
                           .result = std::string(each.text("result"))});
    }
  }
  const Json* targets = json.find("targets");
  if (targets == nullptr || targets->is_null()) return turn;
  if (targets->array() == nullptr) return fail(Code::malformed, "\"targets\" is a list", where);
  if (targets->array()->size() > kMaxTargets) return fail(Code::too_large, "more than 1,000 targets", where);
  for (const Json& target : *targets->array()) {
    WARRANT_TRY(parsed, parse_target(target, where));
    turn.targets.push_back(std::move(parsed));
  }
  return turn;
}

}  // namespace

std::optional<Type> parse_type(std::string_view name) noexcept {
  for (const Type type : kTypes)
    if (to_string(type) == name) return type;
  return std::nullopt;
}

std::optional<Role> parse_role(std::string_view name) noexcept {
  for (const Role role : kRoles)
    if (to_string(role) == name) return role;
  return std::nullopt;
}

Result<std::vector<Settlement>> parse_history(const Json& history) {
  const JsonArray* turns = history.array();
  if (turns == nullptr) return fail(Code::malformed, "the history is a list of earlier turns, oldest first");
  if (turns->size() > kMaxTurns) return fail(Code::too_large, "the history has more than 10,000 turns");
  std::vector<Settlement> out;
  for (const Json& turn : *turns) {
    WARRANT_TRY(parsed, parse_settlement(turn, fmt::format("history[{}]", out.size())));
    out.push_back(std::move(parsed));
  }
  return out;
}

Json to_json(const Contract& contract, Json id) {
  JsonArray targets;
  for (const Target& target : contract.targets) targets.push_back(target_json(target));
  JsonArray operations;
  for (const Operation& operation : contract.operations) operations.push_back(to_json(operation));
  JsonArray expectations;
  for (const Expectation& expectation : contract.expectations) expectations.push_back(to_json(expectation));
  JsonArray surface;
  for (const Tool tool : tools_of(contract)) surface.emplace_back(to_string(tool));
  JsonObject object{{"schema", "warrant.contract.v1"},
                    {"id", std::move(id)},
                    {"request", contract.request},
                    {"type", to_string(contract.type)},
                    {"mutation", JsonObject{{"requested", contract.requested}, {"allowed", contract.allowed}}},
                    {"only_targets", contract.only_targets},
                    {"verification", to_string(contract.verification)},
                    {"targets", std::move(targets)},
                    {"operations", std::move(operations)},
                    {"expectations", std::move(expectations)},
                    {"obligation", to_string(contract.obligation)},
                    {"evidence", to_string(contract.grounds)},
                    {"posture", to_string(contract.posture)},
                    {"phase", to_string(contract.phase)},
                    {"surface", std::move(surface)},
                    {"reason", reason_json(contract.reason)},
                    {"unsure", contract.unsure}};
  if (contract.unsure) object.append("question", contract.question);
  return object;
}

}  // namespace warrant::contract
