#include <warrant/evidence/evidence.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace warrant::evidence {
namespace {

const CheckResult* check_of(const Evidence& found, Activity activity) {
  const auto at = std::ranges::find(found.checks, activity, &CheckResult::activity);
  return at == found.checks.end() ? nullptr : &*at;
}

TEST(Hooks, ADottedLineIsAVerdict) {
  const auto found = read_output("git commit -m x", 1,
                                 "ruff.....................................................................Passed\n"
                                 "mypy.....................................................................Failed\n"
                                 "- hook id: mypy\n"
                                 "unit tests...........................................(no files to check)Skipped\n");
  ASSERT_NE(check_of(found, Activity::lint), nullptr);
  EXPECT_TRUE(check_of(found, Activity::lint)->ok);
  ASSERT_NE(check_of(found, Activity::typecheck), nullptr);
  EXPECT_FALSE(check_of(found, Activity::typecheck)->ok);
  EXPECT_TRUE(found.runs.empty()) << "what is skipped says nothing";
}

TEST(Hooks, AFailureOfOneKindStays) {
  const auto found = read_output("git commit -m x", 1, "black......Failed\nisort......Passed\n");
  ASSERT_NE(check_of(found, Activity::lint), nullptr);
  EXPECT_FALSE(check_of(found, Activity::lint)->ok);
}

TEST(Hooks, LefthookMarksEachHook) {
  const auto found = read_output("git push", 1,
                                 "summary: (done in 2.10 seconds)\n"
                                 "\xe2\x9c\x94\xef\xb8\x8f lint (0.31 seconds)\n"
                                 "\xf0\x9f\xa5\x8a test (1.20 seconds)\n");
  ASSERT_NE(check_of(found, Activity::lint), nullptr);
  EXPECT_TRUE(check_of(found, Activity::lint)->ok);
  ASSERT_EQ(found.runs.size(), 1U);
  EXPECT_FALSE(found.runs[0].green());
}

TEST(Hooks, AnEchoedStepEndedWellWhereTheCommitWasMade) {
  const auto made = read_output("git commit -m x", 0, "$ tsc --noEmit\n[main 1a2b3c4] x\n 1 file changed\n");
  ASSERT_NE(check_of(made, Activity::typecheck), nullptr);
  EXPECT_TRUE(check_of(made, Activity::typecheck)->ok);
  const auto refused = read_output("git commit -m x", 1, "$ tsc --noEmit\nhusky - pre-commit script failed\n");
  EXPECT_EQ(check_of(refused, Activity::typecheck), nullptr);
}

TEST(Hooks, AWrapperThatDidNotStartRanNoTest) {
  EXPECT_TRUE(read_output("wrap pytest", 2, "error: unrecognized subcommand 'pytest'\nUsage: wrap\n").runs.empty());
  EXPECT_EQ(read_output("pytest", 2, "interrupted\n").runs.size(), 1U);
}

TEST(HostedChecks, TheLastStateOfANameStands) {
  const auto found = read_output("gh pr checks 7 --watch", 0,
                                 "build\tpending\t0\thttps://ci.example.org/1\t\n"
                                 "unit\tfail\t9s\thttps://ci.example.org/2\t\n"
                                 "build\tpass\t9s\thttps://ci.example.org/1\t\n");
  ASSERT_EQ(found.hosted.size(), 2U);
  EXPECT_EQ(found.hosted[0].name, "build");
  EXPECT_EQ(found.hosted[0].state, HostedState::passed);
  EXPECT_EQ(found.hosted[1].state, HostedState::failed);
}

TEST(HostedChecks, AreReadFromJson) {
  const auto found =
      read_output("gh pr view 7 --json statusCheckRollup", 0,
                  R"({"statusCheckRollup":[{"conclusion":"SUCCESS","name":"build","status":"COMPLETED"},)"
                  R"({"conclusion":"FAILURE","name":"unit","status":"COMPLETED"},)"
                  R"({"conclusion":"","name":"docs","status":"IN_PROGRESS"}]})");
  ASSERT_EQ(found.hosted.size(), 3U);
  EXPECT_EQ(found.hosted[0].state, HostedState::passed);
  EXPECT_EQ(found.hosted[1].state, HostedState::failed);
  EXPECT_EQ(found.hosted[2].state, HostedState::pending);
}

TEST(HostedChecks, AreReadInAFormOfTheirOwn) {
  const auto found =
      read_output("gh pr view 7 --json statusCheckRollup --jq '[.statusCheckRollup[].conclusion]|join(\",\")'", 0,
                  "SUCCESS,FAILURE,SKIPPED\n");
  ASSERT_EQ(found.hosted.size(), 2U);
  EXPECT_EQ(found.hosted[0].state, HostedState::passed);
  EXPECT_EQ(found.hosted[1].state, HostedState::failed);
  EXPECT_TRUE(read_output("gh pr list", 0, "SUCCESS stories\n").hosted.empty());
}

TEST(HostedChecks, AreNotReadFromAFile) {
  EXPECT_TRUE(read_output("cat checks.txt", 0, "build\tpass\t9s\thttps://ci.example.org/1\t\n").hosted.empty());
}

TEST(Pushes, AnotherProgramsOwnFailedPushIsNotTheOneAskedFor) {
  EXPECT_TRUE(read_output("bun run eval", 0, "error: failed to push some refs to 'https://git.example.org/a'\n")
                  .pushes.empty());
}

}  // namespace
}  // namespace warrant::evidence
