#include "warrant/claims/check.hpp"

#include <warrant/base/utf8.hpp>

namespace warrant::claims {
namespace {

Json span_json(Span span) { return JsonArray{Json(span.begin), Json(span.end)}; }

std::string why(const Line& line) {
  std::string text;
  switch (line.reason) {
    case Reason::not_stated: return "nothing is stated about it";
    case Reason::agrees: text = "the output shows the same: "; break;
    case Reason::differs: text = "the output shows "; break;
    case Reason::no_test_run: return "no test runner printed a result in the output";
    case Reason::only_shown: return "the result stands in text that was shown, no run printed it";
    case Reason::empty_run: return "the run had no test in it";
    case Reason::run_without_count: return "the runner printed no number of tests";
    case Reason::no_deploy: return "the output shows no deployment";
    case Reason::no_exit_code: return "the output shows no exit code";
    case Reason::no_version: return "the output names no such version";
  }
  if (line.evidence) text += line.evidence->value;
  return text;
}

Json line_json(const Line& line, std::string_view said, std::string_view output) {
  JsonObject object{{"field", to_string(line.field)},
                    {"status", to_string(line.status)},
                    {"reason", to_string(line.reason)},
                    {"claim", nullptr},
                    {"evidence", nullptr},
                    {"why", to_valid_utf8(why(line))}};
  if (line.claim) {
    object.set("claim", JsonObject{{"value", to_valid_utf8(line.claim->value)},
                                   {"text", to_valid_utf8(line.claim->phrase.of(said))},
                                   {"span", span_json(line.claim->value_span)}});
  }
  if (line.evidence) {
    object.set("evidence", JsonObject{{"value", to_valid_utf8(line.evidence->value)},
                                      {"text", to_valid_utf8(line.evidence->span.of(output))},
                                      {"span", span_json(line.evidence->span)}});
  }
  return object;
}

}  // namespace

std::string_view to_string(Status status) noexcept {
  switch (status) {
    case Status::unclaimed: return "unclaimed";
    case Status::unbacked: return "unbacked";
    case Status::held: return "held";
    case Status::broken: return "broken";
  }
  return "";
}

std::string_view to_string(Reason reason) noexcept {
  switch (reason) {
    case Reason::not_stated: return "not_stated";
    case Reason::agrees: return "agrees";
    case Reason::differs: return "differs";
    case Reason::no_test_run: return "no_test_run";
    case Reason::only_shown: return "only_shown";
    case Reason::empty_run: return "empty_run";
    case Reason::run_without_count: return "run_without_count";
    case Reason::no_deploy: return "no_deploy";
    case Reason::no_exit_code: return "no_exit_code";
    case Reason::no_version: return "no_version";
  }
  return "";
}

std::string_view to_string(Gate gate) noexcept {
  switch (gate) {
    case Gate::pass: return "pass";
    case Gate::retry: return "retry";
    case Gate::ask: return "ask";
  }
  return "";
}

Json to_json(const Verdict& verdict, std::string_view said, std::string_view output, Json id) {
  JsonArray fields;
  for (const auto& line : verdict.lines) fields.push_back(line_json(line, said, output));
  return JsonObject{{"schema", "warrant.check.v1"},
                    {"id", std::move(id)},
                    {"fields", std::move(fields)},
                    {"anchors", JsonObject{{"test_run", verdict.anchors.test_run}, {"deploy", verdict.anchors.deploy}}},
                    {"support", verdict.support},
                    {"gate", to_string(verdict.gate)},
                    {"minutes_to_agree", verdict.minutes_to_agree},
                    {"readers", JsonObject{{"claim", "rules"}, {"evidence", "rules"}, {"judge", "rules"}}}};
}

}  // namespace warrant::claims
