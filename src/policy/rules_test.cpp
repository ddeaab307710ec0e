#include <warrant/policy/rules.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace warrant::policy {
namespace {

RuleSet read(std::string_view text, Author author = Author::person) {
  return read_rules(text, "c.toml", author, {"model"});
}

/// The one problem of a file with one bad rule, which then denies.
std::string problem(std::string_view text, Author author = Author::person) {
  const RuleSet set = read(text, author);
  EXPECT_EQ(set.problems.size(), 1U) << text;
  EXPECT_TRUE(set.rules.empty() || set.rules.front().malformed) << text;
  return set.problems.empty() ? "" : describe(set.problems.front());
}

TEST(Rules, ReadsWhatTheHeaderShows) {
  const RuleSet set = read(R"(
[model]
x = 1
[[rule]]
name = "docs"
decision = "allow"
tool = ["edit_file", "write_file"]
path = "docs/"
match = ["edit_file docs/a.md", "write_file docs/deep/b.md"]
not_match = "edit_file src/a.cpp"
[[rule]]
decision = "ask"
tool = "run_command"
profile = "py*"
match = "run_command pytest"
not_match = "run_command ctest"
)");
  EXPECT_TRUE(set.problems.empty()) << describe(set.problems.front());
  ASSERT_EQ(set.rules.size(), 2U);
  EXPECT_EQ(set.rules[0].paths, std::vector<std::string>{"docs/**"});
  EXPECT_EQ(set.rules[1].name, "c.toml 2");
  EXPECT_EQ(set.examples.size(), 5U);
  for (const Example& example : set.examples) EXPECT_TRUE(example.holds()) << example.text;
  EXPECT_EQ(set.examples[2].where, "c.toml:10");
}

TEST(Rules, NamesTheLineAndTheNearestKey) {
  EXPECT_EQ(problem("[[rule]]\ndecision = \"deny\"\npth = \"x\"\n"),
            "c.toml:3: unknown key \"pth\": did you mean \"path\"?");
  EXPECT_EQ(problem("[[rule]]\ndecision = \"alow\"\n"), "c.toml:2: unknown decision \"alow\": did you mean \"allow\"?");
  EXPECT_EQ(problem("\n[[rule]]\npath = \"x\"\n"), "c.toml:2: a rule has a decision: \"allow\", \"ask\" or \"deny\"");
  EXPECT_EQ(problem("[[rule]]\ndecision = 1\n"), "c.toml:2: a rule has a decision: \"allow\", \"ask\" or \"deny\"");
  EXPECT_EQ(problem("[[rule]]\ndecision = \"deny\"\ntool = \"edit_fil\"\n"),
            "c.toml:3: unknown tool \"edit_fil\": did you mean \"edit_file\"?");
  EXPECT_EQ(problem("[[rule]]\ndecision = \"deny\"\ntool = []\n"),
            "c.toml:3: it is a text or a list of 1 to 100 texts, none of them empty");
  EXPECT_EQ(problem("rul = 1\n"), "c.toml:1: unknown key \"rul\": did you mean \"rule\"?");
  EXPECT_EQ(problem("rule = 1\n"), "c.toml:1: rules are written as [[rule]] tables, at most 1000");
  EXPECT_NE(problem("[[rule]]\ndecision = \"deny\"\ndecision = \"ask\"\n").find("c.toml:3: not valid TOML"),
            std::string::npos);
  EXPECT_NE(problem("[[rule]]\ndecision = \"deny\"\npath = \"../x\"\n").find("c.toml:3: the path"), std::string::npos);
  EXPECT_NE(problem("[[rule]]\ndecision = \"deny\"\npath = \"/etc\"\n").find("c.toml:3: the path"), std::string::npos);
}

TEST(Rules, LettersBeyondAsciiOutsideTextsAreAnError) {
  for (const char* text : {"J\xef\xb9\xbf", "\u00e9 = 1", "a = \u0434", "\u1690"}) {
    EXPECT_NE(problem(text).find("not valid TOML"), std::string::npos) << text;
  }
}

TEST(Rules, BadExamplesMakeABadRule) {
  const std::string rule = "[[rule]]\ndecision = \"allow\"\npath = \"src/*\"\n";
  EXPECT_EQ(problem(rule + "match = \"edit_file src/a/b\"\n"),
            "c.toml:4: the example \"edit_file src/a/b\" is not covered by the rule");
  EXPECT_EQ(problem(rule + "not_match = [\"edit_file src/a\"]\n"),
            "c.toml:4: the example \"edit_file src/a\" is covered by the rule");
  EXPECT_EQ(problem(rule + "match = \"edit_file\"\n"),
            "c.toml:4: an example is \"TOOL PATH\" or \"run_command PROFILE\"");
  EXPECT_NE(problem(rule + "match = \"fly a\"\n").find("unknown tool \"fly\" in an example"), std::string::npos);
}

TEST(Rules, AWorkspaceOnlyNarrows) {
  EXPECT_NE(problem("[[rule]]\ndecision = \"allow\"\n", Author::workspace).find("may ask or deny"), std::string::npos);
  EXPECT_TRUE(read("[[rule]]\ndecision = \"ask\"\n", Author::workspace).problems.empty());
}

TEST(Rules, TwoOfOneNameAreAProblem) {
  const RuleSet set = read("[[rule]]\nname=\"a\"\ndecision=\"ask\"\n[[rule]]\nname=\"a\"\ndecision=\"ask\"\n");
  ASSERT_EQ(set.problems.size(), 1U);
  EXPECT_FALSE(set.rules[0].malformed);
  EXPECT_TRUE(set.rules[1].malformed);
}

TEST(Rules, AnAbsentFileHasNoneAndAnUnreadableOneDenies) {
  EXPECT_TRUE(load_rules("/nonexistent/a.toml", "/nonexistent/b.toml").rules.empty());
  const RuleSet set = load_rules("/", "/nonexistent/b.toml");
  ASSERT_EQ(set.rules.size(), 1U);
  EXPECT_TRUE(set.rules[0].malformed);
}

RC_GTEST_PROP(Rules, AnyBytesGiveASetThatIsRightOrDenies, ()) {
  const RuleSet set = read(*rc::gen::arbitrary<std::string>());
  for (const Rule& rule : set.rules) RC_ASSERT(rule.malformed || set.problems.empty());
}

}  // namespace
}  // namespace warrant::policy
