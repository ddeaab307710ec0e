#include <warrant/ui/check_page.hpp>

#include <gtest/gtest.h>

namespace warrant::ui {
namespace {

std::string page_of(const std::string& said, const std::string& output) {
  const claims::Verdict verdict = claims::check(said, output);
  const claims::Ordered ran{.runs = {{.command = "", .output = output, .exit_code = {}, .order = 0}}, .edits = {}};
  CheckPage page("answer.txt");
  page.add({.turn = std::nullopt, .said = said, .verdict = verdict, .ran = ran});
  return page.finish(verdict.gate, 0);
}

bool has(const std::string& page, std::string_view text) { return page.find(text) != std::string::npos; }

TEST(CheckPage, JoinsAHeldValueToItsPlace) {
  const std::string page = page_of("All done: 12 tests passed.", "===== 12 passed in 0.40s =====\n");
  EXPECT_TRUE(has(page, "<mark class=\"span held\" data-k=\"1\">12</mark>")) << page;
  EXPECT_TRUE(has(page, "href=\"#a1e1\""));
  EXPECT_TRUE(has(page, "id=\"a1e1\""));
}

TEST(CheckPage, FindsThePlaceInColouredOutput) {
  const std::string page = page_of("12 tests passed.", "\x1b[32m\x1b[1m12 passed\x1b[0m\x1b[32m in 0.40s\x1b[0m\n");
  EXPECT_TRUE(has(page, ">12</mark>"));
  EXPECT_FALSE(has(page, "\\x1b"));
}

TEST(CheckPage, SaysThatNothingBacksAClaim) {
  const std::string page = page_of("12 tests passed.", "README.md\n");
  EXPECT_TRUE(has(page, "<mark class=\"span unbacked\""));
  EXPECT_FALSE(has(page, "data-to="));
  EXPECT_TRUE(has(page, "no test runner printed a result"));
}

TEST(CheckPage, MakesHostileTextHarmless) {
  const std::string hostile =
      "</pre></script><script>alert(1)</script><img src=x onerror=alert(1)> \u202e \x1b]8;;x\a \xff";
  const std::string page = page_of(hostile + " 12 tests passed", hostile + "\n12 passed in 0.4s\n");
  EXPECT_FALSE(has(page, "<script>alert"));
  EXPECT_FALSE(has(page, "<img"));
  EXPECT_FALSE(has(page, "\u202e"));
  EXPECT_FALSE(has(page, "\x1b"));
  EXPECT_FALSE(has(page, "\xff"));
}

TEST(CheckPage, FoldsLongOutputAroundItsPlace) {
  std::string output;
  for (int i = 0; i < 40000; ++i) output += "line " + std::to_string(i) + " of a log that goes on and on\n";
  const std::string page = page_of("12 tests passed.", output + "12 passed in 0.4s\n" + output);
  EXPECT_LT(page.size(), 100000U);
  EXPECT_TRUE(has(page, ">12</mark>"));
  EXPECT_TRUE(has(page, "are left out of this page"));
  EXPECT_TRUE(has(page, "line 39999 of"));
}

TEST(CheckPage, FoldsOneVeryLongLine) {
  const std::string page = page_of("12 tests passed.", std::string(5U << 20U, 'x') + "\n12 passed in 0.4s\n");
  EXPECT_LT(page.size(), 200000U);
  EXPECT_TRUE(has(page, ">12</mark>"));
}

TEST(CheckPage, ListsTheTurnsOfASession) {
  const claims::Ordered ran{
      .runs = {{.command = "pytest", .output = "12 passed in 0.4s\n", .exit_code = 0, .order = 0}}, .edits = {}};
  CheckPage page("session.jsonl");
  for (const std::size_t turn : {1U, 2U}) {
    const std::string said = turn == 1 ? "12 tests passed." : "13 tests passed.";
    page.add({.turn = turn, .said = said, .verdict = claims::check(said, ran), .ran = ran});
  }
  const std::string text = page.finish(claims::Gate::retry, 3);
  EXPECT_TRUE(has(text, "<a href=\"#a2\">Turn 2</a>"));
  EXPECT_TRUE(has(text, "✗ 1 broken"));
  EXPECT_TRUE(has(text, "3 records"));
  EXPECT_TRUE(has(text, "<code>pytest</code> <span class=\"soft\">exit 0</span>"));
}

}  // namespace
}  // namespace warrant::ui
