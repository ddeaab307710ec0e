#include <warrant/language/language.hpp>

#include <gtest/gtest.h>

namespace warrant::language {
namespace {

TEST(Lexicon, CarriesTwoLanguages) {
  const auto lexicon = built_in_lexicon();
  ASSERT_TRUE(lexicon) << describe(lexicon.error());
  EXPECT_EQ(lexicon->find("rename")->verb, Verb::rename);
  EXPECT_TRUE(lexicon->find("renaming")->has(Form::gerund));
  EXPECT_TRUE(lexicon->find("written")->has(Form::past));
  EXPECT_EQ(lexicon->find("lösche")->verb, Verb::erase);
}

}  // namespace
}  // namespace warrant::language
