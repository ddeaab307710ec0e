#include "arguments.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace warrant::app {
namespace {

Result<Command> parse(std::vector<std::string> arguments) { return parse_arguments(arguments); }

TEST(Arguments, AnswersVersionAndHelp) {
  EXPECT_EQ(std::get<ShowText>(parse({"--version"}).value()).text, "warrant " WARRANT_VERSION "\n");
  EXPECT_NE(std::get<ShowText>(parse({"--help"}).value()).text.find("Exit codes"), std::string::npos);
}

TEST(Arguments, NamesTheNearestWord) {
  const auto wrong = parse({"--versoin"});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, Code::invalid_argument);
  EXPECT_EQ(wrong.error().message, "unknown argument \"--versoin\". Did you mean \"--version\"?");
}

TEST(Arguments, ShowsHostileWordsHarmlessly) {
  EXPECT_EQ(parse({"\x1b[2J"}).error().message,
            "unknown argument \"\\x1b[2J\". \"warrant --help\" lists what there is.");
}

}  // namespace
}  // namespace warrant::app
