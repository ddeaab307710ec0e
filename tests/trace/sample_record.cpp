// Writes a few turns as the runtime would into the record of a workspace: sample_record WORKSPACE [full]
#include <warrant/base/clock.hpp>
#include <warrant/record/record.hpp>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace {

using namespace warrant;          // NOLINT(google-build-using-namespace): a program of its own
using namespace warrant::record;  // NOLINT(google-build-using-namespace)

struct Story {
  std::string turn;
  std::string path;
  std::string ruling;  // allow, ask, deny
  std::string answer;  // granted, denied; "" when nobody was asked
  std::string result;  // of the effect; "" when it was not tried
  std::string said;    // the model's answer
  std::string source;  // model, repaired, contained
  std::string outcome;
  bool settled;
};

Json contract_of(const Story& story) {
  return JsonObject{
      {"schema", "warrant.contract.v1"},
      {"request", "In " + story.path + ", change TIMEOUT from 30 to 60."},
      {"type", "edit"},
      {"targets", JsonArray{JsonObject{{"path", story.path}, {"role", "must_change"}, {"exists", true}}}},
      {"operations", JsonArray{JsonObject{{"op", "replace"}, {"path", story.path}, {"find", "30"}, {"with", "60"}}}},
      {"reason", JsonObject{{"rule", "imperative.change_from_to"}, {"text", "change TIMEOUT from 30 to 60"}}}};
}

Status tell(Writer& out, const Story& story) {
  const std::string& turn = story.turn;
  const std::string request = "In " + story.path + ", change TIMEOUT from 30 to 60.";
  const std::string before = sha256("TIMEOUT = 30\n").text();
  const std::string after = sha256("TIMEOUT = 60\n").text();
  const std::string change = "--- a/" + story.path + "\n+++ b/" + story.path +
                             "\n@@ -1,3 +1,3 @@\n import os\n-TIMEOUT = 30\n+TIMEOUT = 60\n RETRIES = 3\n";
  WARRANT_TRY(asked, out.keep(request));
  WARRANT_TRY(prompt, out.keep("You may edit " + story.path + ".\n" + request));
  WARRANT_TRY(call, out.keep(R"({"tool":"edit_file","with":"60"})"));
  WARRANT_TRY(said, out.keep(story.said));
  WARRANT_TRY(shown, out.keep(change));
  WARRANT_TRY(contained, out.keep(story.path + " was not changed."));
  WARRANT_CHECK(out.append(turn, ContractEvent{.request = asked, .contract = contract_of(story)}));
  WARRANT_CHECK(out.append(
      turn, PostureEvent{.mode = "agent", .posture = "agent", .mutation_allowed = true, .why = "the person's mode"}));
  WARRANT_CHECK(
      out.append(turn, PlanEvent{.phase = "apply",
                                 .obligation = "change",
                                 .tools = {"read_file", "edit_file"},
                                 .expectations = {JsonObject{
                                     {"kind", "replacement"}, {"path", story.path}, {"from", "30"}, {"to", "60"}}}}));
  WARRANT_CHECK(out.append(turn, SurfaceEvent{.tools = {"read_file", "edit_file"},
                                              .prompt = prompt,
                                              .schema = describe_text("{}"),
                                              .grammar = describe_text("root ::= call")}));
  WARRANT_CHECK(
      out.append(turn, PromptEvent{.call = 1,
                                   .model = "qwen-coder",
                                   .messages = 2,
                                   .prompt = prompt,
                                   .constrained = true,
                                   .files = {JsonObject{{"path", story.path}, {"digest", before}, {"bytes", 13}}},
                                   .purpose = "call"}));
  WARRANT_CHECK(out.append(turn, ProposalEvent{.call = 1,
                                               .reply = call,
                                               .tool = "edit_file",
                                               .target = story.path,
                                               .accepted = true,
                                               .step = "",
                                               .why = "",
                                               .prompt_tokens = 301,
                                               .cached_tokens = 190,
                                               .output_tokens = 22,
                                               .milliseconds = 840}));
  for (const char* step : {"known_tool", "surface", "phase", "arguments"}) {
    WARRANT_CHECK(out.append(turn, CheckEvent{.call = 1, .step = step, .result = "pass", .why = ""}));
  }
  WARRANT_CHECK(
      out.append(turn, RulingEvent{.call = 1,
                                   .tool = "edit_file",
                                   .target = story.path,
                                   .ruling = story.ruling,
                                   .rule = story.ruling == "deny" ? "protected.path" : "write.default",
                                   .why = story.ruling == "deny" ? "a protected path is never changed"
                                                                 : "a change of a file is asked by default"}));
  if (!story.answer.empty()) {
    WARRANT_CHECK(out.append(turn, ApprovalEvent{.call = 1,
                                                 .tool = "edit_file",
                                                 .target = story.path,
                                                 .answer = story.answer,
                                                 .by = "person",
                                                 .why = story.answer == "denied" ? "the person answered no" : "",
                                                 .shown = shown,
                                                 .milliseconds = 2300}));
  }
  if (!story.result.empty() || !story.settled) {
    WARRANT_CHECK(
        out.append(turn, CheckpointEvent{.id = "c-" + turn, .path = story.path, .before = before, .bytes = 13}));
    WARRANT_CHECK(out.append(turn, IntentEvent{.id = "e-" + turn,
                                               .call = 1,
                                               .op = "edit",
                                               .path = story.path,
                                               .before = before,
                                               .after = after,
                                               .checkpoint = "c-" + turn}));
  }
  if (!story.settled) return {};
  const bool succeeded = story.result == "succeeded";
  if (!story.result.empty()) {
    WARRANT_CHECK(out.append(turn, ReceiptEvent{.id = "e-" + turn,
                                                .call = 1,
                                                .op = "edit",
                                                .path = story.path,
                                                .before = before,
                                                .after = succeeded ? after : before,
                                                .result = story.result,
                                                .read_back = succeeded ? "match" : "mismatch",
                                                .rest_unchanged = true,
                                                .exit_code = std::nullopt,
                                                .output = std::nullopt}));
    WARRANT_CHECK(
        out.append(turn, VerificationEvent{.target = story.path,
                                           .expectation = "replacement",
                                           .result = succeeded ? "pass" : "fail",
                                           .why = succeeded ? "TIMEOUT is now what was asked" : "the file is as before",
                                           .evidence = "e-" + turn}));
  }
  const std::string done =
      story.result.empty() ? "denied_by_" + std::string(story.answer.empty() ? "policy" : "person") : story.result;
  WARRANT_CHECK(out.append(
      turn, StateEvent{.block = describe_text("edit " + story.path + ": " + done),
                       .operations = {JsonObject{{"op", "edit"}, {"target", story.path}, {"result", done}}}}));
  WARRANT_CHECK(out.append(
      turn,
      CandidateEvent{.call = 2,
                     .text = said,
                     .claims = {JsonObject{{"kind", "changed"},
                                           {"target", story.path},
                                           {"status", succeeded ? "held" : "broken"},
                                           {"span", JsonArray{0, 14}},
                                           {"evidence", story.result.empty() ? "" : "e-" + turn},
                                           {"why", succeeded ? "read back and equal" : "nothing was changed"}}}}));
  if (!succeeded) {
    WARRANT_CHECK(out.append(turn, ContradictionEvent{.call = 2,
                                                      .claim = "changed",
                                                      .begin = 0,
                                                      .end = 14,
                                                      .text = said,
                                                      .why = "nothing was changed in " + story.path,
                                                      .evidence = story.result.empty() ? "" : "e-" + turn}));
    WARRANT_CHECK(out.append(turn, RepairEvent{.call = 3, .resolved = false, .why = "the same claim again"}));
    WARRANT_CHECK(out.append(turn, ContainmentEvent{.why = "the claim stood after one repair", .text = contained}));
  }
  WARRANT_CHECK(
      out.append(turn, SettlementEvent{.settled = {.response = succeeded ? "completed" : "contained",
                                                   .action = succeeded ? "succeeded" : "failed",
                                                   .verification = succeeded              ? "pass"
                                                                   : story.result.empty() ? "not_run"
                                                                                          : "fail",
                                                   .review = succeeded ? "pass" : "fail",
                                                   .durability = story.result.empty() ? "indeterminate" : "confirmed",
                                                   .outcome = story.outcome},
                                       .answer_source = story.source,
                                       .answer = succeeded ? said : contained,
                                       .type = "edit",
                                       .targets = {story.path},
                                       .operations = {{.op = "edit", .target = story.path, .result = done}},
                                       .limit = "",
                                       .model_calls = succeeded ? 2 : 3,
                                       .milliseconds = 1900}));
  return out.publish();
}

Status write_all(const std::string& workspace, bool full) {
  WARRANT_TRY(dirs, find_dirs());
  Place place = place_of(dirs, workspace);
  if (full) place.content = Content::full;
  const std::vector<Story> stories = {
      {"01JAAA0000000000000000000A", "settings.py", "ask", "granted", "succeeded", "I changed TIMEOUT.", "model",
       "complete", true},
      {"01JAAB0000000000000000000B", "src/net/http.py", "ask", "denied", "", "I have changed it.", "contained",
       "blocked_by_person", true},
      {"01JAAC0000000000000000000C", ".git/config", "deny", "", "", "Done, saved.", "contained", "blocked_by_policy",
       true},
      {"01JAAD0000000000000000000D", "src/db.py", "ask", "granted", "failed", "I saved src/db.py <b>now</b>.",
       "contained", "failed", true},
      {"01JAAE0000000000000000000E", "src/late.py", "ask", "granted", "", "", "", "", false}};
  for (const Story& story : stories) {
    WARRANT_TRY(out, Writer::open(place, system_clock()));
    WARRANT_CHECK(tell(out, story));
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const auto written = write_all(argv[1], argc > 2 && std::strcmp(argv[2], "full") == 0);
  if (written) return 0;
  std::fprintf(stderr, "%s\n", describe(written.error()).c_str());
  return 1;
}
