#include <warrant/base/utf8.hpp>
#include <warrant/turn/turn.hpp>

#include <utility>

namespace warrant::turn {

namespace {

Json call_json(const CallReport& call) {
  const auto or_null = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
  return JsonObject{{"tool", call.tool},
                    {"ruling", call.ruling},
                    {"rule", call.rule},
                    {"why", call.why},
                    {"approval", or_null(call.approval)},
                    {"checkpoint", or_null(call.checkpoint)},
                    {"receipt", call.receipt}};
}

Json settlement_json(const Settlement& settlement) {
  return JsonObject{
      {"response", to_string(settlement.response)},         {"action", to_string(settlement.action)},
      {"verification", to_string(settlement.verification)}, {"review", to_string(settlement.review)},
      {"durability", to_string(settlement.durability)},     {"outcome", to_string(outcome_of(settlement))}};
}

Json operations_json(const Facts& facts) {
  JsonArray operations;
  for (const OperationFact& fact : facts.operations) {
    operations.emplace_back(JsonObject{{"op", contract::name_of(fact.asked)},
                                       {"target", contract::path_of(fact.asked)},
                                       {"result", to_string(fact.result)},
                                       {"detail", fact.detail}});
  }
  return operations;
}

Json searches_json(const Facts& facts) {
  JsonArray searches;
  for (const SearchFact& search : facts.searched) {
    searches.emplace_back(JsonObject{{"text", to_valid_utf8(search.text)},
                                     {"lines", static_cast<std::int64_t>(search.lines)},
                                     {"files", static_cast<std::int64_t>(search.files)},
                                     {"complete", search.complete}});
  }
  return searches;
}

Json runs_json(const Facts& facts) {
  const auto or_null = [](const auto& number) { return number ? Json(std::int64_t{*number}) : Json(nullptr); };
  JsonArray runs;
  for (const RunFact& run : facts.runs) {
    JsonArray names;
    for (const std::string& name : run.failed_tests) names.emplace_back(to_valid_utf8(name));
    runs.emplace_back(JsonObject{{"profile", run.profile},
                                 {"command", run.command},
                                 {"exit_code", or_null(run.exit)},
                                 {"ended", run.ended},
                                 {"passed", or_null(run.passed)},
                                 {"failed", or_null(run.failed)},
                                 {"failed_tests", std::move(names)},
                                 {"output", run.output}});
  }
  return runs;
}

}  // namespace

Json to_json(const Report& report, std::string_view record_path) {
  JsonArray calls;
  for (const CallReport& call : report.calls) calls.push_back(call_json(call));
  return JsonObject{
      {"schema", "warrant.turn.v1"},
      {"turn", report.turn},
      {"contract", contract::to_json(report.contract)},
      {"calls", std::move(calls)},
      {"operations", operations_json(report.facts)},
      {"runs", runs_json(report.facts)},
      {"searches", searches_json(report.facts)},
      {"answer", report.answer},
      {"answer_source", to_string(report.answer_source)},
      {"contradictions", claims::to_json(report.contradictions)},
      {"limit", report.limit.empty() ? Json(nullptr) : Json(report.limit)},
      {"settlement", settlement_json(report.settlement)},
      {"trace", JsonObject{{"path", record_path}, {"head", report.head}}},
      {"usage", JsonObject{{"model_calls", report.usage.model_calls},
                           {"prompt_tokens", report.usage.prompt_tokens},
                           {"cached_tokens", report.usage.cached_tokens},
                           {"output_tokens", report.usage.output_tokens}}},
      {"timings_ms",
       JsonObject{{"total", report.total_ms}, {"model", report.model_ms}, {"own", report.total_ms - report.model_ms}}}};
}

}  // namespace warrant::turn
