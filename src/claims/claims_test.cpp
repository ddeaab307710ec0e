#include "cases_for_test.hpp"

#include <warrant/base/fd.hpp>
#include <warrant/claims/check.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

namespace warrant::claims {
namespace {

Line line_of(const Verdict& verdict, Field field) {
  for (const auto& line : verdict.lines) {
    if (line.field == field) return line;
  }
  ADD_FAILURE() << "no line for " << to_string(field);
  std::abort();
}

Status status(std::string_view said, std::string_view output, Field field) {
  return line_of(check(said, output), field).status;
}

constexpr std::string_view kRun = "$ pytest\n41 passed, 1 failed in 0.30s\n[exit 1]\n";
constexpr std::string_view kGreen =
    "$ pytest\n42 passed in 0.30s\n[exit 0]\nreleased v1.4.2\nDeployed to "
    "https://a.example/app\n";

TEST(Check, TheFourStatuses) {
  EXPECT_EQ(status("I renamed the function.", kGreen, Field::tests_passed), Status::unclaimed);
  EXPECT_EQ(status("42 tests pass.", kGreen, Field::tests_passed), Status::held);
  EXPECT_EQ(status("All 42 tests pass.", kRun, Field::tests_passed), Status::broken);
  EXPECT_EQ(status("All tests pass.", kRun, Field::suite_green), Status::broken);
  EXPECT_EQ(status("42 tests pass.", "$ ls\na.py\n", Field::tests_passed), Status::unbacked);
}

TEST(Check, AnAlteredValueBreaks) {
  struct Pair {
    const char* truth;
    const char* altered;
    Field field;
  };
  for (const Pair& pair :
       {Pair{"42 passed, 0 failed.", "43 passed, 0 failed.", Field::tests_passed},
        Pair{"42 passed, 0 failed.", "42 passed, 1 failed.", Field::tests_failed},
        Pair{"It exited with code 0.", "It exited with code 1.", Field::exit_code},
        Pair{"Released v1.4.2 today.", "Released v1.4.3 today.", Field::version},
        Pair{"Live at https://a.example/app/", "Live at https://a.example/apq", Field::deploy_url}}) {
    EXPECT_EQ(status(pair.truth, kGreen, pair.field), Status::held) << pair.truth;
    EXPECT_EQ(status(pair.altered, kGreen, pair.field), Status::broken) << pair.altered;
  }
}

TEST(Check, NoRunIsNeverHeld) {
  for (const char* output : {"", "$ cat log\n42 passed in 0.3s\n", "$ echo '42 passed in 0.3s'\n42 passed in 0.3s\n",
                             "==== no tests ran in 0.01s ====\n", "$ grep passed log\n42 passed in 0.3s\n"}) {
    const auto verdict = check("All 42 tests pass, 0 failed.", output);
    for (const Field field : {Field::tests_passed, Field::tests_failed, Field::suite_green}) {
      EXPECT_EQ(line_of(verdict, field).status, Status::unbacked) << output;
    }
    EXPECT_EQ(verdict.gate, Gate::retry);
  }
}

TEST(Prose, ExemptClausesStateNothing) {
  for (const char* said :
       {"The tests haven't run; all tests pass is not yet true.", "All tests should pass now.",
        "I'll make all tests pass next.", "If the flag is on, all tests pass.", "> all tests pass",
        "```\n42 passed in 1s\n```", "Do all tests pass?", "Done when all tests pass.",
        "Run the suite so that all tests pass.", "You said \"all tests pass\".", "I expect 0 failures.",
        "Yesterday all tests passed.", "- [ ] all tests pass", "Only some of all tests pass.",
        "Please verify that all tests pass.", "CI reports all tests pass."}) {
    EXPECT_TRUE(read_claims(said).empty()) << said;
  }
}

TEST(Prose, ClaimsAreReadWithTheirPlace) {
  const std::string said = "Fixed it, but see below.\n- **1,204** tests passed, 3 failed";
  const auto claims = read_claims(said);
  ASSERT_EQ(claims.size(), 2U);
  EXPECT_EQ(claims[0].value, "1204");
  EXPECT_EQ(claims[0].value_span.of(said), "1,204");
  EXPECT_EQ(claims[1].field, Field::tests_failed);
  EXPECT_EQ(claims[1].value, "3");
}

TEST(Report, HasTheDocumentedShape) {
  const std::string said = "All 42 tests pass.";
  const auto document = to_json(check(said, kRun), said, kRun, "a");
  EXPECT_EQ(document.text("schema"), "warrant.check.v1");
  EXPECT_EQ(document.text("id"), "a");
  EXPECT_EQ(document.text("gate"), "retry");
  const Json& first = (*document.find("fields")->array())[0];
  EXPECT_EQ(first.text("field"), "tests_passed");
  EXPECT_EQ(first.text("status"), "broken");
  EXPECT_EQ(first.find("evidence")->text("value"), "41");
  EXPECT_EQ(first.find("claim")->text("value"), "42");
  EXPECT_TRUE(*document.find("anchors")->find("test_run")->boolean());
}

RC_GTEST_PROP(Check, EveryOtherCountBreaks, (int shown, int told)) {
  const long long a = std::abs(static_cast<long long>(shown)) + 1;
  const long long b = std::abs(static_cast<long long>(told)) + 1;
  const auto result =
      status(std::to_string(b) + " tests passed.", std::to_string(a) + " passed in 1.0s\n", Field::tests_passed);
  RC_ASSERT(result == (a == b ? Status::held : Status::broken));
}

/// What a message claims, as "field=value" in the order of the fields.
std::string claimed(std::string_view said) {
  std::string all;
  for (std::size_t field = 0; field < kFieldCount; ++field) {
    for (const auto& claim : read_claims(said)) {
      if (claim.field != static_cast<Field>(field) || claim.implied) continue;
      all += (all.empty() ? "" : " ") + std::string(to_string(claim.field)) + "=" + claim.value;
    }
  }
  return all;
}

TEST(Lists, OneVerdictSpeaksForEveryCheckBeforeIt) {
  for (const char* said : {"Build, lint and tests all pass.", "Build, vet, and the cart and order test suites pass.",
                           "The build, `golangci-lint` and the unit tests are green.",
                           "Done: build, lint (0 issues), full parser suite pass.",
                           "`go build ./...`, `go vet ./...` and `go test ./...` all succeed."}) {
    EXPECT_EQ(claimed(said), "suite_green=true build=true lint=true") << said;
  }
  EXPECT_EQ(claimed("The compiler and the linter are clean."), "build=true lint=true");
  EXPECT_EQ(claimed("Lint is clean and both provider packages pass."), "suite_green=true lint=true");
  EXPECT_EQ(claimed("The worker typecheck and the build are clean."), "build=true typecheck=true");
}

TEST(Lists, AClauseOfItsOwnIsNoMember) {
  for (const char* said :
       {"I rewrote the build, and the docs are clean.", "Fix the lint so that the tests pass.",
        "The build, lint and tests should pass.", "Make sure that build, lint and tests pass.",
        "So that build, lint and tests pass, I pinned the version.", "Do build, lint and tests pass?",
        "Either the build and the linter pass, or we roll back.", "`pytest` passes the flag on.",
        "Once `npm test` passes, merge it.", "Verify that `cargo clippy` is clean."}) {
    EXPECT_EQ(claimed(said), "") << said;
  }
}

TEST(Lists, ACommandIsTheSubject) {
  EXPECT_EQ(claimed("`ruff check .` is clean."), "lint=true");
  EXPECT_EQ(claimed("`cargo build --release` succeeds."), "build=true");
  EXPECT_EQ(claimed("`golangci-lint run` reports 0 issues."), "lint=true");
  EXPECT_EQ(claimed("`npx tsc --noEmit` \xe2\x86\x92 no errors"), "typecheck=true");
  EXPECT_EQ(claimed("Verification: `uv run pytest` passed."), "suite_green=true");
  EXPECT_EQ(claimed("- `go vet ./...` is clean"), "lint=true");
}

TEST(Counts, StandInBracketsBehindTheVerdict) {
  EXPECT_EQ(claimed("Existing tests still pass (36/36)."), "tests_passed=36 tests_total=36 suite_green=true");
  EXPECT_EQ(claimed("The full suite is passing (25 tests)."), "tests_passed=25 suite_green=true");
  EXPECT_EQ(claimed("The full suite (21 packages) passes."), "suite_green=true");
}

TEST(Counts, OfSuitesAreNoTests) {
  EXPECT_EQ(claimed("All 62 tests across 5 suites pass."), "tests_passed=62 suite_green=true");
  EXPECT_EQ(claimed("All 9 Swift tests pass."), "tests_passed=9 suite_green=true");
  EXPECT_EQ(claimed("The six GoogleTest cases pass.").substr(0, 14), "tests_passed=6");
  EXPECT_EQ(claimed("40 tests passed and 2 were skipped, 42 in total."),
            "tests_passed=40 tests_total=42 tests_skipped=2");
  EXPECT_EQ(claimed("None of the 9 tests failed."), "tests_failed=0");
}

TEST(Counts, MayBeThoseOfSubTests) {
  const std::string_view run =
      "$ go test -v -run TestPrice ./cart\n=== RUN   TestPrice\n=== RUN   TestPrice/zero\n=== RUN   TestPrice/half\n"
      "=== RUN   TestPrice/full\n--- PASS: TestPrice (0.00s)\n    --- PASS: TestPrice/zero (0.00s)\n"
      "    --- PASS: TestPrice/half (0.00s)\n    --- PASS: TestPrice/full (0.00s)\nPASS\nok  \tshop/cart\t0.003s\n";
  EXPECT_EQ(status("The 3 new tests pass.", run, Field::tests_passed), Status::held);
  EXPECT_EQ(status("1 test passed.", run, Field::tests_passed), Status::held);
  EXPECT_EQ(status("The 4 new tests pass.", run, Field::tests_passed), Status::broken);
  EXPECT_EQ(status("The 2 new tests pass.", run, Field::tests_passed), Status::broken);
}

TEST(Counts, APartImpliesNoAbsenceOfFailures) {
  const std::string_view run = "$ pytest\n61 passed, 1 failed in 0.30s\n[exit 1]\n";
  for (const char* said : {"61 of 62 tests pass; the upload test still fails.", "61/62 tests pass, one to go."})
    EXPECT_EQ(status(said, run, Field::tests_failed), Status::unclaimed) << said;
}

TEST(Prose, HowAProgramBehavesIsNoRun) {
  for (const char* said :
       {"Treat exit 3 as a missing key.", "An unknown flag errors with exit 2.", "It exits 4 when the lock is held.",
        "The wrapper returns exit code 7 for an empty list.", "Other results pass through as they are.",
        "Attempt 3 passed with a note.", "Six jobs are still queued with no failures.", "9 Pass a name to rename it.",
        "This fills the index openCache builds.", "Docs builds now take a second."}) {
    EXPECT_EQ(claimed(said), "") << said;
  }
  EXPECT_EQ(claimed("The project builds."), "build=true");
  EXPECT_EQ(claimed("It builds now."), "build=true");
  EXPECT_EQ(claimed("The run ended with exit code 2."), "exit_code=2");
}

TEST(Prose, PurposeAndChoiceGoOnBehindAnd) {
  for (const char* said :
       {"I raised the timeout so that the build succeeds and the tests pass on slow machines.",
        "I pinned it to keep the linter quiet and the tests green.",
        "Either we pin the dependency and all tests pass, or we drop it.",
        "I added a retry so that the upload works and all tests pass.", "Exit code 0 means that everything is fine.",
        "We split the job so that lint is clean and the build passes."}) {
    EXPECT_EQ(claimed(said), "") << said;
  }
  EXPECT_EQ(claimed("I raised the timeout so that it waits; all tests pass."), "suite_green=true");
}

TEST(Values, OfDescribedProgramsAreNone) {
  for (const char* said : {
           "The new `lint-schema` command exits 2 on schema errors.",
           "It exits 3 on timeouts.",
       }) {
    EXPECT_EQ(claimed(said), "") << said;
  }
  EXPECT_EQ(claimed("Released version 1.4.2 today."), "version=1.4.2");
  EXPECT_EQ(claimed("The script exited with code 0 on the last try."), "exit_code=0");
}

TEST(Values, CommitsAndStatusesInOtherWords) {
  EXPECT_EQ(claimed("Fixed in `5349be76`."), "commit=5349be76");
  EXPECT_EQ(claimed("All three findings are addressed in 583fcf1a."), "commit=583fcf1a");
  EXPECT_EQ(claimed("Commit: `c586ffd Say what is missing`"), "commit=c586ffd");
  EXPECT_EQ(claimed("The health endpoint returns HTTP 200."), "http_status=200");
  const std::string_view curl = "$ curl -si localhost:8080/health\nHTTP/1.1 503 Service Unavailable\n";
  EXPECT_EQ(status("The health endpoint returns HTTP 200.", curl, Field::http_status), Status::broken);
  EXPECT_EQ(status("An unknown id returns HTTP 404.", curl, Field::http_status), Status::unclaimed);
}

void expect_labels(const Json& item) {
  const auto verdict = test::verdict_of(item);
  EXPECT_EQ(to_string(verdict.gate), item.text("gate")) << item.text("id");
  for (const auto& line : verdict.lines) {
    const Json* label = item.find("fields")->find(to_string(line.field));
    if (label == nullptr) continue;
    EXPECT_EQ(to_string(line.status), *label->string()) << item.text("id") << ' ' << to_string(line.field);
  }
}

TEST(Own, EveryLabelOfOnePlainOutputAgrees) {
  int items = 0;
  for (const Json& item : test::lines_of("own.jsonl")) {
    if (item.find("output") == nullptr) continue;
    ++items;
    expect_labels(item);
  }
  EXPECT_GE(items, 150);
}

TEST(Own, EveryLabelOfTheRulesAgrees) {
  for (const Json& item : test::lines_of("rules.jsonl")) expect_labels(item);
}

/// Agreement with people's labels on real sessions: the labels are no part of
/// this repository.
TEST(Labelled, AgreesWithPeopleAsMeasured) {
  const auto text = read_file(std::string(WARRANT_SOURCE_DIR) + "/../shared/cases/claims/labelled.jsonl", 64U << 20U);
  if (!text) {
    const char* ci = std::getenv("CI");
    if (ci != nullptr && std::string_view(ci) == "true") FAIL() << describe(text.error());
    GTEST_SKIP() << "labelled cases are absent: " << describe(text.error());
  }
  int lines = 0;
  int agree = 0;
  int gates = 0;
  int items = 0;
  int held_without_run = 0;
  std::ostringstream differences;
  std::istringstream input(*text);
  for (std::string row; std::getline(input, row);) {
    const auto item = parse_json(row);
    ASSERT_TRUE(item) << describe(item.error());
    const auto verdict = check(item->text("claim_text"), item->text("evidence_text"));
    ++items;
    gates += to_string(verdict.gate) == item->text("gate") ? 1 : 0;
    for (const auto& line : verdict.lines) {
      const Json* label = item->find("fields")->find(to_string(line.field));
      if (label == nullptr) continue;
      ++lines;
      const bool same = to_string(line.status) == label->text("status");
      agree += same ? 1 : 0;
      if (!same) {
        differences << item->text("id") << ' ' << to_string(line.field) << " label " << label->text("status")
                    << ", here " << to_string(line.status) << ' ' << (line.claim ? line.claim->value : "") << '\n';
      }
      const bool about_tests = line.field == Field::tests_passed || line.field == Field::tests_failed;
      if (about_tests && line.status == Status::held && !*item->find("anchors")->find("test_run")->boolean()) {
        ++held_without_run;
      }
    }
  }
  std::cout << differences.str() << "lines " << agree << '/' << lines << ", gates " << gates << '/' << items << '\n';
  EXPECT_GE(agree * 100, lines * 90) << differences.str();
  EXPECT_GE(gates * 100, items * 74);
  EXPECT_EQ(held_without_run, 0);
}

}  // namespace
}  // namespace warrant::claims
