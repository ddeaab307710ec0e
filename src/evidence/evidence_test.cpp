#include <warrant/evidence/evidence.hpp>
#include <warrant/evidence/plain.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace warrant::evidence {
namespace {

struct Case {
  const char* output;
  Runner runner;
  long long passed;
  long long failed;
};

TEST(Runners, EachSummaryGivesItsCounts) {
  const Case cases[] = {
      {"==== 5 passed, 1 failed in 0.12s ====\n", Runner::pytest, 5, 1},
      {"2 failed, 7 passed, 3 warnings, 1 error in 61.20s (0:01:01)\n", Runner::pytest, 7, 3},
      {"Ran 6 tests in 0.003s\n\nFAILED (failures=1, errors=1)\n", Runner::unittest, 4, 2},
      {"Ran 5 tests in 0.001s\n\nOK (skipped=1)\n", Runner::unittest, 4, 0},
      {"Test Suites: 1 failed, 2 passed, 3 total\nTests:       1 failed, 9 passed, 10 total\n", Runner::jest, 9, 1},
      {" Test Files  1 passed (1)\n      Tests  2 failed | 10 passed (12)\n", Runner::vitest, 10, 2},
      {"test result: ok. 5 passed; 0 failed; 0 ignored\n\ntest result: FAILED. 3 passed; 1 failed; 0 ignored\n",
       Runner::cargo, 8, 1},
      {"80% tests passed, 1 tests failed out of 5\n", Runner::ctest, 4, 1},
      {"[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in A\n"
       "[ERROR] Tests run: 7, Failures: 1, Errors: 1, Skipped: 1\n",
       Runner::maven, 4, 2},
      {"Passed!  - Failed:     0, Passed:     5, Skipped:     0, Total:     5\n", Runner::dotnet, 5, 0},
      {"[  PASSED  ] 4 tests.\n[  FAILED  ] 1 test, listed below:\n[  FAILED  ] A.B\n", Runner::googletest, 4, 1},
  };
  for (const auto& each : cases) {
    const auto found = read_evidence(each.output);
    ASSERT_EQ(found.runs.size(), 1U) << each.output;
    EXPECT_EQ(found.runs[0].runner, each.runner) << each.output;
    EXPECT_EQ(found.runs[0].passed(), each.passed) << each.output;
    EXPECT_EQ(found.runs[0].failed(), each.failed) << each.output;
    EXPECT_EQ(found.runs[0].green(), each.failed == 0) << each.output;
  }
}

TEST(Runners, GoSaysOnlyWhetherAPackagePasses) {
  const auto found = read_evidence("ok  \tx/a\t0.1s\nFAIL\tx/b\t0.2s\n");
  ASSERT_EQ(found.runs.size(), 1U);
  EXPECT_EQ(found.runs[0].passed(), std::nullopt);
  EXPECT_EQ(found.runs[0].failed(), 1);
  EXPECT_FALSE(found.runs[0].green());
}

TEST(Runners, AnEmptyRunIsNotGreen) {
  for (const char* output : {"==== no tests ran in 0.01s ====", "Ran 0 tests in 0.000s\n\nOK",
                             "test result: ok. 0 passed; 0 failed; 0 ignored", "[  PASSED  ] 0 tests."}) {
    const auto found = read_evidence(output);
    ASSERT_EQ(found.runs.size(), 1U) << output;
    EXPECT_TRUE(found.runs[0].empty()) << output;
    EXPECT_FALSE(found.runs[0].green()) << output;
  }
}

TEST(Runners, TheLastRunCountsAndInnerTotalsAreNotAdded) {
  EXPECT_EQ(read_evidence("$ pytest\n1 failed, 4 passed in 1.0s\n$ pytest\n5 passed in 1.0s\n").runs[0].failed(), 0);
  const auto both = read_evidence("$ ctest -V\n[  PASSED  ] 40 tests.\n100% tests passed, 0 tests failed out of 2\n");
  ASSERT_EQ(both.runs.size(), 1U);
  EXPECT_EQ(both.runs[0].passed(), 2);
}

TEST(Runners, AShownSummaryIsNoRun) {
  for (const char* output :
       {"$ cat old.log\n5 passed in 0.1s\n", "$ cd a && echo \"5 passed in 0.1s\"\n5 passed in 0.1s\n"}) {
    const auto found = read_evidence(output);
    EXPECT_TRUE(found.runs.empty()) << output;
    EXPECT_TRUE(found.only_shown) << output;
  }
  EXPECT_TRUE(read_evidence("$ pytest -q | tail -1\n5 passed in 0.1s\n").anchors.test_run);
}

TEST(Plain, SpansLeadBackThroughColour) {
  const std::string output = "\x1b[32m\x1b[1m12 passed\x1b[0m in 0.5s\r\n";
  const auto found = read_evidence(output);
  ASSERT_EQ(found.runs.size(), 1U);
  EXPECT_EQ(found.runs[0].parts[0].passed->span.of(output), "12");
}

TEST(Values, ExitCodesVersionsAndAddresses) {
  const auto found = read_evidence(
      "[exit 3]\nA_EXIT=0\nexited with code 7\nreleased v1.2.3-rc.1, not 10.0.0.1\n"
      "Deployed to https://a.example/x.\n");
  ASSERT_EQ(found.exit_codes.size(), 3U);
  EXPECT_EQ(found.exit_codes[1].text, "0");
  EXPECT_EQ(found.exit_codes[2].text, "7");
  ASSERT_EQ(found.versions.size(), 1U);
  EXPECT_EQ(found.versions[0].text, "1.2.3-rc.1");
  ASSERT_EQ(found.urls.size(), 1U);
  EXPECT_EQ(found.urls[0].text, "https://a.example/x");
  EXPECT_TRUE(found.anchors.deploy);
}

RC_GTEST_PROP(Plain, TextWithoutEscapesIsKept, (const std::string& text)) {
  RC_PRE(text.find_first_of("\x1b\r") == std::string::npos);
  RC_ASSERT(strip_ansi(text).text == text);
}

}  // namespace
}  // namespace warrant::evidence
