#include "settings.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warrant::app {
namespace {

TEST(Settings, AreReadFromTheirTables) {
  const auto settings = read_settings(
      "[record]\ncontent = \"full\"\nanchor_command = [\"tee\", \"-a\", \"heads\"]\n"
      "[model]\nallow_remote = true\n[limits]\nmodel_calls = 3\nidle_seconds = 5\n"
      "[[rule]]\ndecision = \"deny\"\n",
      "c.toml");
  ASSERT_TRUE(settings) << describe(settings.error());
  EXPECT_EQ(settings->content, record::Content::full);
  EXPECT_EQ(settings->anchor_command, (std::vector<std::string>{"tee", "-a", "heads"}));
  EXPECT_TRUE(settings->allow_remote);
  EXPECT_EQ(settings->limits.model_calls, 3);
  EXPECT_EQ(settings->limits.idle, std::chrono::seconds(5));
  EXPECT_EQ(settings->limits.equal_failures, turn::Limits{}.equal_failures);
}

TEST(Settings, AreTheBuiltInOnesWithoutAFile) {
  const auto settings = read_settings("", "c.toml");
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->content, record::Content::digests);
  EXPECT_FALSE(settings->allow_remote);
  EXPECT_TRUE(settings->anchor_command.empty());
}

TEST(Settings, NameFileAndLineOfWhatIsWrong) {
  const auto complaint = [](const std::string& text) {
    const auto settings = read_settings(text, "c.toml");
    return settings ? std::string() : describe(settings.error());
  };
  const std::string misspelt = complaint("[record]\ncontnet = \"full\"\n");
  EXPECT_NE(misspelt.find("c.toml:2"), std::string::npos) << misspelt;
  EXPECT_NE(misspelt.find("did you mean \"content\"?"), std::string::npos) << misspelt;
  for (const char* bad :
       {"record = 3", "[record]\ncontent = 1", "[record]\ncontent = \"some\"", "[record]\nanchor = \"post\"",
        "[record]\nanchor_command = \"tee\"", "[record]\nanchor_command = []", "[record]\nanchor_command = [3]",
        "[record]\nanchor = \"git-note\"\nanchor_command = [\"tee\"]", "[model]\nallow_remote = \"yes\"",
        "[model]\nremote = true", "[limits]\nmodel_calls = 0", "[limits]\nmodel_calls = 2.5", "[limits]\ntotal = 3",
        "[limits]\nidle_seconds = 1000000"}) {
    EXPECT_NE(complaint(bad), "") << bad;
  }
}

}  // namespace
}  // namespace warrant::app
