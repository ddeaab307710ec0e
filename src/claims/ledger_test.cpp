// A session held answer by answer: the same verdicts as of all that ran before, in bounded memory.
#include <warrant/claims/ledger.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace warrant::claims {
namespace {

evidence::Run run_of(std::size_t ordinal, std::string command, std::string output, std::optional<int> exit_code) {
  return {.at = {.ordinal = ordinal, .turn = 1, .source = {0, 0}},
          .tool = "Bash",
          .command = std::move(command),
          .output = std::move(output),
          .exit_code = exit_code,
          .failed = exit_code.value_or(0) != 0,
          .cwd = "/w",
          .caveats = {},
          .facts = {.runs = {}, .exit_codes = {}, .versions = {}, .urls = {}, .anchors = {}, .only_shown = false},
          .sidechain = false,
          .root = "/w"};
}

evidence::Edit edit_of(std::size_t ordinal, std::string path) {
  return {.at = {.ordinal = ordinal, .turn = 1, .source = {0, 0}},
          .path = std::move(path),
          .kind = evidence::EditKind::modify,
          .ok = true,
          .documentation = false,
          .sidechain = false};
}

std::string shown(const Verdict& verdict, std::string_view said, const Ordered& ran) {
  return to_text(to_json(verdict, said, ran, nullptr));
}

const Line& line_of(const Verdict& verdict, Field field) {
  return *std::ranges::find(verdict.lines, field, &Line::field);
}

TEST(Ledger, JudgesEachAnswerAsAllThatRanBeforeItDoes) {
  Ledger ledger;
  Ordered all;
  const auto run = [&](std::size_t ordinal, const std::string& command, const std::string& output, int exit_code) {
    ledger.add(run_of(ordinal, command, output, exit_code));
    all.runs.push_back({command, output, exit_code, static_cast<std::int64_t>(ordinal)});
  };
  const auto edit = [&](std::size_t ordinal, const std::string& path) {
    ledger.add(edit_of(ordinal, path));
    all.edits.push_back({path, static_cast<std::int64_t>(ordinal)});
  };
  const auto agree = [&](std::string_view said) {
    const auto verdict = ledger.check(said, {});
    EXPECT_EQ(shown(verdict, said, ledger.ran()), shown(check(said, all), said, all)) << said;
  };
  agree("All tests pass.");
  run(1, "pytest -q", "3 passed in 0.1s", 0);
  agree("All 3 tests pass.");
  edit(2, "src/a.py");
  agree("All 3 tests pass.");
  run(3, "sed -i s/a/b/ src/b.py && git commit -am done", "[main 1a2b3c4] done\n 1 file changed", 0);
  run(4, "pytest -q", "1 failed, 2 passed in 0.1s", 1);
  agree("2 tests pass and 1 fails. Committed as 1a2b3c4.");
  edit(5, "README.md");
  agree("Everything is committed.");
}

TEST(Ledger, LetsGoWhatLiesFarBack) {
  constexpr std::size_t room = 256U << 10U;
  Ledger ledger(room);
  const std::string long_output(10'000, 'x');
  std::size_t ordinal = 0;
  ledger.add(run_of(ordinal++, "npm run build", "built in 1s", 0));
  for (int i = 0; i < 500; ++i) {
    ledger.add(run_of(ordinal++, "cat notes", long_output, 0));
    std::size_t held = 0;
    for (const auto& run : ledger.ran().runs) held += run.output.size();
    ASSERT_LE(held, room);
  }
  EXPECT_GT(ledger.ran().let_go, 400U);
  ledger.add(edit_of(ordinal++, "src/a.py"));
  ledger.add(run_of(ordinal++, "pytest -q", "7 passed in 0.1s", 0));
  const std::string said = "All 7 tests pass.";
  const auto verdict = ledger.check(said, {});
  const auto& passed = line_of(verdict, Field::tests_passed);
  EXPECT_EQ(passed.status, Status::held);
  // Runs are counted from the start of the session.
  ASSERT_TRUE(passed.evidence);
  EXPECT_EQ(passed.evidence->run, 501U);
  EXPECT_NE(shown(verdict, said, ledger.ran()).find(R"("text":"7")"), std::string::npos);
  // What is no longer held bears nothing out.
  EXPECT_EQ(line_of(ledger.check("The build passes.", {}), Field::build).status, Status::unbacked);
}

TEST(Ledger, KeepsTheLastRunHoweverLargeItIs) {
  Ledger ledger(1000);
  ledger.add(run_of(0, "pytest -q", std::string(5'000, '.') + "\n4 passed in 0.1s", 0));
  EXPECT_EQ(line_of(ledger.check("All 4 tests pass.", {}), Field::tests_passed).status, Status::held);
}

TEST(Ledger, TakesBackWhatCameAfter) {
  Ledger ledger;
  ledger.add(run_of(1, "pytest -q", "3 passed in 0.1s", 0));
  ledger.add(edit_of(3, "src/a.py"));
  ledger.add(run_of(4, "pytest -q", "1 failed in 0.1s", 1));
  ledger.take_back_after(2);
  EXPECT_EQ(ledger.ran().runs.size(), 1U);
  EXPECT_TRUE(ledger.ran().edits.empty());
  EXPECT_EQ(line_of(ledger.check("All 3 tests pass.", {}), Field::suite_green).status, Status::held);
}

}  // namespace
}  // namespace warrant::claims
