#include "warrant/claims/boundary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warrant::claims {
namespace {

constexpr auto kOps = std::to_array<std::pair<OpKind, std::string_view>>({
    {OpKind::edit, "edit"},
    {OpKind::create, "create"},
    {OpKind::delete_, "delete"},
    {OpKind::move, "move"},
    {OpKind::run, "run"},
    {OpKind::save, "save"},
    {OpKind::read, "read"},
    {OpKind::search, "search"},
});
constexpr auto kResults = std::to_array<std::pair<OpResult, std::string_view>>({
    {OpResult::succeeded, "succeeded"},
    {OpResult::failed, "failed"},
    {OpResult::indeterminate, "indeterminate"},
    {OpResult::denied_by_person, "denied_by_person"},
    {OpResult::denied_by_policy, "denied_by_policy"},
    {OpResult::not_attempted, "not_attempted"},
});

template <class Value, std::size_t size>
std::string_view name_of(const std::array<std::pair<Value, std::string_view>, size>& table, Value value) {
  return std::ranges::find(table, value, &std::pair<Value, std::string_view>::first)->second;
}

template <class Value, std::size_t size>
Result<Value> read_name(const std::array<std::pair<Value, std::string_view>, size>& table, const Json& object,
                        std::string_view key, const std::string& where) {
  const auto name = object.text(key);
  const auto found = std::ranges::find(table, name, &std::pair<Value, std::string_view>::second);
  if (found != table.end()) return found->first;
  std::string known;
  for (const auto& [value, text] : table) known += fmt::format("{}{}", known.empty() ? "" : ", ", text);
  return fail(Code::invalid_argument, fmt::format("\"{}\" must be one of {}", key, known), where);
}

Result<std::optional<std::int64_t>> read_count(const Json& tests, std::string_view key) {
  const Json* value = tests.find(key);
  if (value == nullptr || value->is_null()) return std::optional<std::int64_t>{};
  const auto* number = value->integer();
  if (number == nullptr)
    return fail(Code::invalid_argument, fmt::format("\"{}\" must be a whole number or null", key), "tests");
  return std::optional<std::int64_t>{*number};
}

Result<std::string> read_word(const Json& state, std::string_view key) {
  const Json* value = state.find(key);
  if (value == nullptr || value->is_null()) return std::string{};
  if (const auto* text = value->string()) return *text;
  return fail(Code::invalid_argument, fmt::format("\"{}\" must be a text", key), "state");
}

}  // namespace

std::string_view to_string(OpKind kind) noexcept { return name_of(kOps, kind); }
std::string_view to_string(OpResult result) noexcept { return name_of(kResults, result); }

Result<State> parse_state(const Json& json) {
  if (json.object() == nullptr)
    return fail(Code::invalid_argument, "the state must be an object with \"ops\"", "state");
  const Json* ops = json.find("ops");
  if (ops == nullptr || ops->array() == nullptr) return fail(Code::invalid_argument, "\"ops\" must be a list", "state");
  State state{.ops = {}, .tests = std::nullopt, .verification = {}, .durability = {}};
  for (const Json& each : *ops->array()) {
    const auto where = fmt::format("ops[{}]", state.ops.size());
    if (each.object() == nullptr) return fail(Code::invalid_argument, "each operation must be an object", where);
    WARRANT_TRY(kind, read_name(kOps, each, "op", where));
    WARRANT_TRY(result, read_name(kResults, each, "result", where));
    const Json* target = each.find("target");
    if (target != nullptr && !target->is_null() && target->string() == nullptr) {
      return fail(Code::invalid_argument, "\"target\" must be a text", where);
    }
    WARRANT_TRY(found, read_count(each, "found"));
    state.ops.push_back({.op = kind,
                         .target = std::string(each.text("target")),
                         .result = result,
                         .subject = std::string(each.text("subject")),
                         .value = std::string(each.text("value")),
                         .found = found});
  }
  if (const Json* tests = json.find("tests"); tests != nullptr && !tests->is_null()) {
    if (tests->object() == nullptr) return fail(Code::invalid_argument, "\"tests\" must be an object or null", "state");
    WARRANT_TRY(passed, read_count(*tests, "passed"));
    WARRANT_TRY(failed, read_count(*tests, "failed"));
    WARRANT_TRY(code, read_count(*tests, "exit"));
    state.tests = Tests{.passed = passed, .failed = failed, .exit = code};
  }
  WARRANT_TRY(verification, read_word(json, "verification"));
  WARRANT_TRY(durability, read_word(json, "durability"));
  state.verification = std::move(verification);
  state.durability = std::move(durability);
  return state;
}

std::string_view to_string(Kind kind) noexcept {
  switch (kind) {
    case Kind::changed: return "changed";
    case Kind::created: return "created";
    case Kind::deleted: return "deleted";
    case Kind::moved: return "moved";
    case Kind::saved: return "saved";
    case Kind::ran: return "ran";
    case Kind::read: return "read";
    case Kind::searched: return "searched";
    case Kind::released: return "released";
    case Kind::verified: return "verified";
    case Kind::completed: return "completed";
    case Kind::tests: return "tests";
    case Kind::build: return "build";
    case Kind::lint: return "lint";
    case Kind::typecheck: return "typecheck";
    case Kind::exit_code: return "exit_code";
    case Kind::version: return "version";
    case Kind::count: return "count";
    case Kind::denied: return "denied";
    case Kind::approved: return "approved";
    case Kind::no_matches: return "no_matches";
    case Kind::unused: return "unused";
    case Kind::capability: return "capability";
    case Kind::debris: return "debris";
    case Kind::approval: return "approval";
  }
  return "";
}

Json to_json(const std::vector<Contradiction>& found) {
  JsonArray list;
  for (const auto& each : found) {
    list.push_back(JsonObject{{"kind", to_string(each.kind)},
                              {"span", JsonArray{Json(each.span.begin), Json(each.span.end)}},
                              {"text", each.text},
                              {"why", each.why}});
  }
  return list;
}

}  // namespace warrant::claims
