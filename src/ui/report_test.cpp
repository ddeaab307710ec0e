#include <warrant/record/kinds.hpp>
#include <warrant/ui/report.hpp>

#include <gtest/gtest.h>

namespace warrant::ui {
namespace {

template <class T>
record::Event event(std::int64_t seq, const T& body) {
  return {.seq = seq,
          .turn = "01T",
          .at = "2026-03-01T12:00:00.000Z",
          .kind = std::string(T::kKind),
          .body = to_json(body),
          .prev = {.bytes = {}}};
}

record::TurnSummary summary() {
  return {.turn = "01T",
          .at = "2026-03-01T12:00:00.000Z",
          .request_digest = {},
          .type = "edit",
          .targets = {"a.py"},
          .outcome = "failed",
          .response = "completed",
          .action = "failed",
          .verification = "fail",
          .review = "indeterminate",
          .durability = "confirmed",
          .answer_source = "contained",
          .first_seq = 1,
          .last_seq = 2};
}

TEST(Headline, SaysWithWhatACommandEndedAndWhatItsRunnerCounted) {
  record::ReceiptEvent receipt{
      .id = "01R",
      .call = 1,
      .op = "run_command",
      .path = "pytest",
      .before = {},
      .after = {},
      .result = "succeeded",
      .read_back = "not_read",
      .rest_unchanged = {},
      .exit_code = 1,
      .output = {},
      .more = JsonObject{{"ending", "exit code 1"}, {"tests_passed", 41}, {"tests_failed", 1}}};
  EXPECT_EQ(headline(event(1, receipt)), "run_command pytest: succeeded, exit code 1; 41 passed, 1 failed");
  receipt.exit_code.reset();
  receipt.result = "failed";
  receipt.more = JsonObject{{"ending", "timed out"}};
  EXPECT_EQ(headline(event(1, receipt)), "run_command pytest: failed, timed out");
}

TEST(Report, SaysEachDimensionInWords) {
  const std::string page = report_page(summary(), {}, {});
  for (const char* text : {"✗</span> failed", "✓</span> completed", "?</span> indeterminate", "No settlement"}) {
    EXPECT_NE(page.find(text), std::string::npos) << text;
  }
}

TEST(Report, EscapesWhatWasRecorded) {
  const std::string hostile = "<script>alert(1)</script>\" onload='x' \x1b[2J \u202e";
  const record::RulingEvent ruling{
      .call = 1, .tool = hostile, .target = hostile, .ruling = hostile, .rule = hostile, .why = hostile};
  record::TurnSummary turn = summary();
  turn.outcome = hostile;
  const std::string page = report_page(turn, {event(1, ruling)}, {.texts = {}, .verification = hostile});
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find("onload='"), std::string::npos);
  EXPECT_EQ(page.find('\x1b'), std::string::npos);
  EXPECT_EQ(page.find("\u202e"), std::string::npos);
  EXPECT_NE(page.find("&lt;script&gt;"), std::string::npos);
}

TEST(Report, JoinsClaimsToTheirEvidence) {
  const record::ReceiptEvent receipt{.id = "e1",
                                     .call = 1,
                                     .op = "edit",
                                     .path = "a.py",
                                     .before = "",
                                     .after = "",
                                     .result = "failed",
                                     .read_back = "mismatch",
                                     .rest_unchanged = std::nullopt,
                                     .exit_code = std::nullopt,
                                     .output = std::nullopt};
  const record::CandidateEvent candidate{
      .call = 2,
      .text = record::describe_text("I changed a.py"),
      .claims = {JsonObject{{"kind", "changed"}, {"target", "a.py"}, {"status", "broken"}, {"evidence", "e1"}}}};
  const std::string page = report_page(summary(), {event(7, receipt), event(8, candidate)}, {});
  EXPECT_NE(page.find("<a href=\"#event-7\">event 7</a>: edit a.py: failed"), std::string::npos);
  EXPECT_NE(page.find("text not kept: 14 bytes"), std::string::npos);
  const std::string kept =
      report_page(summary(), {event(8, candidate)},
                  {.texts = {{record::describe_text("I changed a.py").digest, "I changed a.py"}}, .verification = {}});
  EXPECT_NE(kept.find(">I changed a.py</pre>"), std::string::npos);
}

}  // namespace
}  // namespace warrant::ui
