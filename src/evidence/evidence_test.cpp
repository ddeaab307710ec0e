#include <warrant/evidence/evidence.hpp>
#include <warrant/evidence/plain.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
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

TEST(Runners, AStatusThatTheCommandPrintsTellsOfASilentRun) {
  for (const char* output : {"$ go test ./... > out.txt 2>&1; echo \"tests: $?\"\ntests: 0\n",
                             "$ pytest -q &> log; echo exit=$?\nexit=0\n[exit 0]\n",
                             "$ cargo build && cargo test > t.log 2>&1; echo rc $?\n   Compiling shop v0.1.0\nrc 0\n",
                             "$ npm test > /dev/null 2>&1 && echo ALL GOOD\nALL GOOD\n",
                             "$ go test ./... 2>&1 | grep -v \"^ok\"; echo \"status: $?\"\nstatus: 1\n"}) {
    const auto found = read_evidence(output);
    ASSERT_EQ(found.runs.size(), 1U) << output;
    EXPECT_TRUE(found.runs[0].green()) << output;
  }
  for (const char* output : {"$ go test ./... > out.txt 2>&1; echo \"tests: $?\"\ntests: 1\n",
                             "$ pytest -q &> log; echo exit=$?\nexit=2\n"}) {
    const auto found = read_evidence(output);
    ASSERT_EQ(found.runs.size(), 1U) << output;
    EXPECT_FALSE(found.runs[0].green()) << output;
  }
  // Neither of a pipe nor of a chain that may have broken anywhere, nor where the text is missing.
  for (const char* output :
       {"$ pytest -q > log 2>&1 | tail -1; echo rc=$?\nrc=0\n",
        "$ make && make test > log; echo rc=$?\ncc -c a.c\nrc=2\n", "$ npm test > /dev/null 2>&1 && echo ALL GOOD\n"}) {
    EXPECT_TRUE(read_evidence(output).runs.empty()) << output;
  }
}

TEST(Runners, ARunWithNothingToTestIsEmpty) {
  for (const char* output :
       {"$ go test ./...\n?   \tshop\t[no test files]\n[exit 0]\n", "$ ./run_tests.sh\nNo tests to do.\n[exit 0]\n",
        "$ go test -v ./cart\n?   \tshop/cart\t[no test files]\n"}) {
    for (const auto& run : read_evidence(output).runs) EXPECT_TRUE(run.empty()) << output;
    EXPECT_FALSE(std::ranges::any_of(read_evidence(output).runs, &TestRun::green)) << output;
  }
}

TEST(Checks, SilenceBesideTheCommandsOwnWordsIsSilence) {
  for (const char* output :
       {"$ go build ./... 2>&1 | head -3; echo \"built\"\nbuilt\n",
        "$ cd app && npx tsc --noEmit | head; echo \"tsc $?\"\ntsc 0\n",
        "$ grep -rn TODO src; npx --prefix web tsc --noEmit 2>&1 | head -3; echo \"types: $?\"\ntypes: 0\n",
        "$ go build ./cmd/... && echo DONE && ./bin/shop version\ngo: downloading x.example/y "
        "v1.0.0\nDONE\nshop dev\n"}) {
    const auto found = read_evidence(output);
    ASSERT_EQ(found.checks.size(), 1U) << output;
    EXPECT_TRUE(found.checks[0].ok) << output;
    EXPECT_FALSE(found.checks[0].caveats.has(Caveat::masked_exit) && found.checks[0].by_silence) << output;
  }
  for (const char* output : {"$ go build ./... 2>/dev/null; true\n", "$ tsc --noEmit | grep -c TS || true\n"}) {
    for (const auto& check : read_evidence(output).checks)
      EXPECT_TRUE(check.caveats.has(Caveat::masked_exit)) << output;
  }
}

TEST(Values, AQuietPushIsAPush) {
  EXPECT_TRUE(
      read_evidence("$ git commit -qm 'Fix' && git push -q && git status -sb\n## main...origin/main\n").anchors.push);
  EXPECT_TRUE(read_evidence("$ git push --quiet origin HEAD\n[exit 0]\n").anchors.push);
  EXPECT_TRUE(read_evidence("$ git commit -q -m x\n[exit 0]\n").anchors.commit);
  EXPECT_FALSE(read_evidence("$ git push -q\nerror: failed to push some refs to 'x'\n[exit 1]\n").anchors.push);
  EXPECT_FALSE(read_evidence("$ git push -q\nfatal: Authentication failed\n").anchors.push);
  EXPECT_FALSE(read_evidence("$ git push -q\n[exit 128]\n").anchors.push);
}

TEST(Values, AShownAddressIsNotAnnounced) {
  const auto found = read_evidence("$ cat NOTES\nDeployed to https://b.example/x\n");
  ASSERT_EQ(found.urls.size(), 1U);
  EXPECT_FALSE(found.urls[0].announced);
  EXPECT_FALSE(found.anchors.deploy);
}

TEST(Values, APrintedStatusStandsForTheOneOfTheEcho) {
  const auto found = read_output("./migrate; echo \"code: $?\"", 0, "locked\ncode: 3\n");
  ASSERT_TRUE(found.commands.back().exit_code);
  EXPECT_EQ(found.commands.back().exit_code->value, 3);
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

TEST(Sections, AnnouncedPartsAreReadApart) {
  const auto found = read_output(R"(cd web && echo "== lint ==" && npx eslint . && echo "== tests =="; npx vitest run)",
                                 1, "== lint ==\n== tests ==\n Tests  2 failed | 7 passed (9)\n");
  ASSERT_EQ(found.commands.size(), 3U);
  EXPECT_EQ(found.commands[1].text, R"(cd web && echo "== lint ==" && npx eslint .)");
  EXPECT_EQ(found.commands[1].exit_code->value, 0);
  EXPECT_EQ(found.commands[2].facts.directory, "web");
  EXPECT_EQ(found.commands[2].exit_code->value, 1);
  EXPECT_TRUE(found.anchors.lint);
  ASSERT_EQ(found.runs.size(), 1U);
  EXPECT_EQ(found.runs[0].failed(), 2);
  EXPECT_EQ(found.runs[0].command(), 2U);
}

TEST(Sections, WhatHoldsTogetherIsReadAsOne) {
  for (const char* command : {"(echo 'first part'; make; echo 'second part') | tail",
                              "for x in a b; do echo 'first part'; make; echo 'second part'; done",
                              "echo 'first part'; make || echo 'second part'", "echo 'first part' | cat; make; ls"}) {
    EXPECT_EQ(read_output(command, 0, "first part\nx\nsecond part\n").commands.size(), 1U) << command;
  }
  // An output that was cut does not show where a part began.
  EXPECT_EQ(read_output("echo 'first part'; make; echo 'second part'; ls", 0, "first part\nx\n").commands.size(), 1U);
}

}  // namespace
}  // namespace warrant::evidence
