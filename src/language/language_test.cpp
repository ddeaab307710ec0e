#include <warrant/language/language.hpp>

#include <gtest/gtest.h>

namespace warrant::language {
namespace {

TEST(Mentions, ArePathsAndNothingElse) {
  const auto found = find_mentions("Read a.py, .env and 'my notes.txt'; not 1.5, v2.0, x@y.org or https://a.b/c.");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].path, "a.py");
  EXPECT_EQ(found[1].path, ".env");
  EXPECT_EQ(found[2].path, "my notes.txt");
}

TEST(Clauses, KeepMoodAndNegation) {
  const auto lexicon = parse_lexicon(english_source(), "english.toml");
  ASSERT_TRUE(lexicon) << lexicon.error().message;
  const auto clauses = cut_clauses(mask_quoted("Please delete a.txt. Do not touch b.txt. Is \"delete\" x?"), *lexicon);
  ASSERT_EQ(clauses.size(), 3U);
  EXPECT_EQ(clauses[0].operation, "delete");
  EXPECT_TRUE(clauses[1].negated);
  EXPECT_EQ(clauses[2].mood, Mood::question);
}

TEST(Lexicon, RefusesWhatIsNoLexicon) { EXPECT_FALSE(parse_lexicon("polite = 3", "x.toml")); }

}  // namespace
}  // namespace warrant::language
