#include "warrant/claims/check.hpp"

#include <warrant/base/utf8.hpp>

namespace warrant::claims {
namespace {

Json span_json(Span span) { return JsonArray{Json(span.begin), Json(span.end)}; }

/// The text an evidence span counts in.
class Texts {
 public:
  explicit Texts(std::string_view output) : output_(output) {}
  explicit Texts(const Ordered& session) : session_(&session) {}
  [[nodiscard]] std::string_view of(const Shown& shown) const {
    if (session_ == nullptr) return shown.span.of(output_);
    const auto index = shown.run.value_or(0) - session_->let_go;  // of one that was let go: beyond the last
    if (!shown.run || index >= session_->runs.size()) return shown.value;
    const auto text = shown.span.of(session_->runs[index].output);
    return text.empty() ? std::string_view(shown.value) : text;
  }

 private:
  std::string_view output_;
  const Ordered* session_ = nullptr;
};

Json line_json(const Line& line, std::string_view said, const Texts& texts) {
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
    JsonObject evidence{{"value", to_valid_utf8(line.evidence->value)},
                        {"text", to_valid_utf8(texts.of(*line.evidence))},
                        {"span", span_json(line.evidence->span)}};
    if (line.evidence->run) evidence.set("run", *line.evidence->run);
    object.set("evidence", std::move(evidence));
  }
  return object;
}

Json unread_json(const std::vector<Unread>& unread) {
  JsonArray list;
  for (const auto& each : unread) {
    list.push_back(JsonObject{{"part", to_string(each.part)},
                              {"backend", to_valid_utf8(each.backend)},
                              {"code", warrant::to_string(each.error.code)},
                              {"error", to_valid_utf8(describe(each.error))}});
  }
  return list;
}

Json rejected_json(const std::vector<Rejected>& rejected) {
  JsonArray list;
  for (const auto& each : rejected) {
    list.push_back(JsonObject{
        {"part", to_string(each.part)}, {"field", to_string(each.field)}, {"value", to_valid_utf8(each.value)}});
  }
  return list;
}

Json document(const Verdict& verdict, std::string_view said, const Texts& texts, Json id) {
  JsonArray fields;
  for (const auto& line : verdict.lines) fields.push_back(line_json(line, said, texts));
  const auto& anchors = verdict.anchors;
  JsonObject document{{"schema", "warrant.check.v1"},
                      {"id", std::move(id)},
                      {"fields", std::move(fields)},
                      {"anchors", JsonObject{{"test_run", anchors.test_run},
                                             {"deploy", anchors.deploy},
                                             {"build", anchors.build},
                                             {"lint", anchors.lint},
                                             {"typecheck", anchors.typecheck},
                                             {"commit", anchors.commit},
                                             {"push", anchors.push}}},
                      {"support", verdict.support},
                      {"gate", to_string(verdict.gate)},
                      {"minutes_to_agree", verdict.minutes_to_agree},
                      {"readers", JsonObject{{"claim", verdict.readers.claim},
                                             {"evidence", verdict.readers.evidence},
                                             {"judge", verdict.readers.judge}}}};
  if (!verdict.unread.empty()) document.set("indeterminate", unread_json(verdict.unread));
  if (!verdict.rejected.empty()) document.set("rejected", rejected_json(verdict.rejected));
  return document;
}

}  // namespace

std::string why(const Line& line) {
  const std::string value = line.evidence ? line.evidence->value : std::string{};
  switch (line.reason) {
    case Reason::not_stated: return "nothing is stated about it";
    case Reason::not_judged: return "stated, but this evidence is about other things";
    case Reason::agrees: return "the evidence shows the same: " + value;
    case Reason::differs: return "the evidence shows " + value;
    case Reason::earlier_run: return "that was an earlier run; the last one shows " + value;
    case Reason::no_test_run: return "no test runner printed a result";
    case Reason::only_shown: return "the result stands in text that was shown, no run printed it";
    case Reason::empty_run: return "the run had no test in it";
    case Reason::run_without_count: return "the runner printed no such number";
    case Reason::stale: return "files were changed after the last run";
    case Reason::masked_exit: return "the exit status is not the run's own: the command hides it";
    case Reason::background: return "the run was started in the background and its end was not read";
    case Reason::cut_off: return "the run was cut off before its end";
    case Reason::collect_only: return "the tests were listed, not run";
    case Reason::filtered: return "only a part of the suite was run";
    case Reason::other_directory: return "the run was in another directory";
    case Reason::no_deploy: return "the evidence shows no deployment";
    case Reason::no_exit_code: return "the evidence shows no exit code";
    case Reason::no_version: return "the evidence names no such version";
    case Reason::no_build: return "no build ran";
    case Reason::no_lint: return "no linter ran";
    case Reason::no_typecheck: return "no type checker ran";
    case Reason::no_coverage: return "no coverage was printed";
    case Reason::no_commit: return "the evidence shows no commit";
    case Reason::no_push: return "the evidence shows no push";
    case Reason::no_pull_request: return "the evidence names no such pull request";
    case Reason::no_file_change: return "the evidence shows no such change of files";
    case Reason::no_http_status: return "the evidence shows no HTTP status";
    case Reason::no_count: return "the evidence counts no such thing";
    case Reason::no_action: return "the evidence does not show that it was done";
    case Reason::reading_failed: return "a model that was asked gave no usable answer";
  }
  return {};
}

std::string_view to_string(Status status) noexcept {
  switch (status) {
    case Status::unclaimed: return "unclaimed";
    case Status::unbacked: return "unbacked";
    case Status::held: return "held";
    case Status::broken: return "broken";
    case Status::indeterminate: return "indeterminate";
  }
  return "";
}

std::string_view to_string(Reason reason) noexcept {
  switch (reason) {
    case Reason::not_stated: return "not_stated";
    case Reason::not_judged: return "not_judged";
    case Reason::agrees: return "agrees";
    case Reason::differs: return "differs";
    case Reason::earlier_run: return "earlier_run";
    case Reason::no_test_run: return "no_test_run";
    case Reason::only_shown: return "only_shown";
    case Reason::empty_run: return "empty_run";
    case Reason::run_without_count: return "run_without_count";
    case Reason::stale: return "stale";
    case Reason::masked_exit: return "masked_exit";
    case Reason::background: return "background";
    case Reason::cut_off: return "cut_off";
    case Reason::collect_only: return "collect_only";
    case Reason::filtered: return "filtered";
    case Reason::other_directory: return "other_directory";
    case Reason::no_deploy: return "no_deploy";
    case Reason::no_exit_code: return "no_exit_code";
    case Reason::no_version: return "no_version";
    case Reason::no_build: return "no_build";
    case Reason::no_lint: return "no_lint";
    case Reason::no_typecheck: return "no_typecheck";
    case Reason::no_coverage: return "no_coverage";
    case Reason::no_commit: return "no_commit";
    case Reason::no_push: return "no_push";
    case Reason::no_pull_request: return "no_pull_request";
    case Reason::no_file_change: return "no_file_change";
    case Reason::no_http_status: return "no_http_status";
    case Reason::no_count: return "no_count";
    case Reason::no_action: return "no_action";
    case Reason::reading_failed: return "reading_failed";
  }
  return "";
}

std::string_view to_string(Part part) noexcept {
  switch (part) {
    case Part::claim: return "claim";
    case Part::evidence: return "evidence";
    case Part::test_run: return "test_run";
    case Part::deploy: return "deploy";
    case Part::support: return "support";
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
  return document(verdict, said, Texts(output), std::move(id));
}
Json to_json(const Verdict& verdict, std::string_view said, const Ordered& session, Json id) {
  return document(verdict, said, Texts(session), std::move(id));
}

}  // namespace warrant::claims
