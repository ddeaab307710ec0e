#include "check_input.hpp"

#include <fmt/format.h>

namespace warrant::app {
namespace {

Result<std::int64_t> whole_number(const Json& object, std::string_view key, const std::string& where) {
  const Json* value = object.find(key);
  if (value == nullptr || value->integer() == nullptr)
    return fail(Code::invalid_argument, fmt::format("\"{}\" must be a whole number", key), where);
  return *value->integer();
}

Result<std::string> text_of(const Json& object, std::string_view key, const std::string& where) {
  const Json* value = object.find(key);
  if (value == nullptr || value->string() == nullptr)
    return fail(Code::invalid_argument, fmt::format("\"{}\" must be a text", key), where);
  return *value->string();
}

Result<claims::OrderedRun> read_run(const Json& each, std::size_t index) {
  const auto where = fmt::format("runs[{}]", index);
  WARRANT_TRY(command, text_of(each, "command", where));
  WARRANT_TRY(output, text_of(each, "output", where));
  std::int64_t order = static_cast<std::int64_t>(index);
  if (each.find("order") != nullptr) {
    WARRANT_TRY(given, whole_number(each, "order", where));
    order = given;
  }
  std::optional<int> code;
  if (const Json* value = each.find("exit_code"); value != nullptr && !value->is_null()) {
    WARRANT_TRY(given, whole_number(each, "exit_code", where));
    if (given < -1000000 || given > 1000000)
      return fail(Code::invalid_argument, "\"exit_code\" is out of range", where);
    code = static_cast<int>(given);
  }
  return claims::OrderedRun{std::move(command), std::move(output), code, order};
}

Result<claims::Ordered> read_ordered(const Json& line) {
  claims::Ordered session;
  const auto* runs = line.find("runs")->array();
  if (runs == nullptr) return fail(Code::invalid_argument, "\"runs\" must be a list");
  for (const Json& each : *runs) {
    WARRANT_TRY(run, read_run(each, session.runs.size()));
    session.runs.push_back(std::move(run));
  }
  const Json* edits = line.find("edits");
  if (edits == nullptr || edits->is_null()) return session;
  if (edits->array() == nullptr) return fail(Code::invalid_argument, "\"edits\" must be a list");
  for (const Json& each : *edits->array()) {
    const auto where = fmt::format("edits[{}]", session.edits.size());
    WARRANT_TRY(path, text_of(each, "path", where));
    WARRANT_TRY(order, whole_number(each, "order", where));
    session.edits.push_back({std::move(path), order});
  }
  return session;
}

}  // namespace

Result<CheckItem> parse_check_item(const Json& line) {
  if (line.object() == nullptr) return fail(Code::invalid_argument, "a line must be one JSON object");
  const Json* id = line.find("id");
  WARRANT_TRY(said, text_of(line, "said", "line"));
  CheckItem item{.id = id == nullptr ? Json(nullptr) : *id, .said = std::move(said), .evidence = std::string{}};
  const int forms = (line.find("output") != nullptr ? 1 : 0) + (line.find("runs") != nullptr ? 1 : 0) +
                    (line.find("state") != nullptr ? 1 : 0);
  if (forms != 1) return fail(Code::invalid_argument, "a line needs exactly one of \"output\", \"runs\" and \"state\"");
  if (const Json* state = line.find("state")) {
    WARRANT_TRY(parsed, claims::parse_state(*state));
    item.evidence = std::move(parsed);
  } else if (line.find("runs") != nullptr) {
    WARRANT_TRY(session, read_ordered(line));
    item.evidence = std::move(session);
  } else {
    WARRANT_TRY(output, text_of(line, "output", "line"));
    item.evidence = std::move(output);
  }
  return item;
}

Result<CheckItem> parse_check_item(std::string_view line, Json& id) {
  WARRANT_TRY(parsed, parse_json(line));
  if (const Json* given = parsed.find("id")) id = *given;
  return parse_check_item(parsed);
}

Json state_document(const CheckItem& item, const std::vector<claims::Contradiction>& found) {
  const bool clean = found.empty();
  const auto& state = std::get<claims::State>(item.evidence);
  return JsonObject{{"schema", "warrant.check.v1"},
                    {"id", item.id},
                    {"fields", JsonArray{}},
                    {"anchors", JsonObject{{"test_run", state.tests.has_value()}, {"deploy", false}}},
                    {"contradictions", claims::to_json(found)},
                    {"support", clean ? 0.98 : 0.02},
                    {"gate", claims::to_string(clean ? claims::Gate::pass : claims::Gate::retry)},
                    {"minutes_to_agree", clean ? 0 : 10},
                    {"readers", JsonObject{{"claim", "rules"}, {"evidence", "state"}, {"judge", "rules"}}}};
}

}  // namespace warrant::app
