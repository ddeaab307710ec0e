#include "arguments.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace warrant::app {
namespace {

Result<Exit> nothing(const Arguments&) { return Exit::done; }

const std::vector<Subcommand>& table() {
  static const std::vector<Subcommand> subcommands{
      {.path = "run",
       .summary = "one governed turn",
       .examples = "warrant run \"In a.py, change X from 1 to 2.\"",
       .positionals = {{.name = "REQUEST", .help = "what to do", .required = true}},
       .options =
           {root_option(),
            json_option(),
            {.name = "mode", .value = "MODE", .help = "agent, ask or plan", .choices = {"agent", "ask", "plan"}}},
       .run = nothing},
      {.path = "trace list",
       .summary = "the turns of the record",
       .examples = "Examples:\n  warrant trace list --json\n",
       .positionals = {},
       .options = {json_option()},
       .run = nothing},
  };
  return subcommands;
}

Result<Command> parse(std::vector<std::string> arguments) { return parse_arguments(arguments, table()); }

Invoke invoke_of(std::vector<std::string> arguments) {
  const auto command = parse(std::move(arguments));
  if (!command) throw std::runtime_error(command.error().message);
  return std::get<Invoke>(*command);
}

std::string text_of(std::vector<std::string> arguments) {
  return std::get<ShowText>(parse(std::move(arguments)).value()).text;
}

TEST(Arguments, AnswersVersionAndHelp) {
  EXPECT_EQ(text_of({"--version"}), "warrant " WARRANT_VERSION "\n");
  EXPECT_NE(text_of({"--help"}).find("Exit codes"), std::string::npos);
  EXPECT_NE(text_of({}).find("one governed turn"), std::string::npos);
  EXPECT_NE(text_of({"run", "--help"}).find("--mode"), std::string::npos);
  const std::string group = text_of({"trace", "--help"});
  EXPECT_NE(group.find("list"), std::string::npos);
  EXPECT_NE(group.find("Examples:\n  warrant trace list --json\n\nExit codes"), std::string::npos) << group;
  EXPECT_NE(group.find("the record of what was decided and done: list"), std::string::npos) << group;
  EXPECT_EQ(group.find("change X"), std::string::npos) << "the examples of another command";
}

TEST(Arguments, BindsWordsAndOptions) {
  const auto command = parse({"run", "change it", "--root", "/tmp", "--json"});
  ASSERT_TRUE(command) << command.error().message;
  const auto& invoke = std::get<Invoke>(*command);
  EXPECT_EQ(invoke.subcommand.path, "run");
  EXPECT_EQ(invoke.arguments.word(0), "change it");
  EXPECT_EQ(invoke.arguments.option("root"), "/tmp");
  EXPECT_TRUE(invoke.arguments.has("json"));
  EXPECT_FALSE(invoke.arguments.has("mode"));
  EXPECT_EQ(invoke_of({"trace", "list"}).subcommand.path, "trace list");
  EXPECT_EQ(invoke_of({"run", "--", "-rf"}).arguments.word(0), "-rf");
  EXPECT_EQ(invoke_of({"run", ""}).arguments.word(0), "");
}

TEST(Arguments, TakesOptionsOfTheProgramWithoutASubcommandOnly) {
  std::vector<Subcommand> with_program = table();
  with_program.push_back(
      {.path = "", .summary = "", .examples = "", .positionals = {}, .options = {root_option()}, .run = nothing});
  const auto alone = parse_arguments(std::vector<std::string>{"--root", "/tmp"}, with_program);
  ASSERT_TRUE(alone) << alone.error().message;
  EXPECT_EQ(std::get<Invoke>(*alone).arguments.option("root"), "/tmp");
  const auto before = parse_arguments(std::vector<std::string>{"--root", "/tmp", "run", "x"}, with_program);
  ASSERT_FALSE(before);
  EXPECT_EQ(before.error().message, "--root stands before \"run\": write it behind, \"warrant run --root …\"");
}

TEST(Arguments, NamesTheNearestWord) {
  const auto message = [](std::vector<std::string> words) { return parse(std::move(words)).error().message; };
  EXPECT_EQ(message({"--versoin"}), "unknown argument \"--versoin\". Did you mean \"--version\"?");
  EXPECT_EQ(message({"rum"}), "unknown argument \"rum\". Did you mean \"run\"?");
  EXPECT_EQ(message({"trace", "lits"}), "unknown argument \"lits\". Did you mean \"list\"?");
  EXPECT_EQ(message({"run", "x", "--jsn"}), "unknown argument \"--jsn\". Did you mean \"--json\"?");
  EXPECT_EQ(message({"run", "--jsn"}), "unknown argument \"--jsn\". Did you mean \"--json\"?");
}

TEST(Arguments, RefusesWhatIsMissingOrNoChoice) {
  EXPECT_EQ(parse({"run"}).error().code, Code::invalid_argument);
  EXPECT_EQ(parse({"run", "x", "--mode", "yolo"}).error().code, Code::invalid_argument);
  EXPECT_EQ(parse({"run", "x", "--root"}).error().code, Code::invalid_argument);
  const auto message = [](std::vector<std::string> words) { return parse(std::move(words)).error().message; };
  EXPECT_EQ(message({"run"}), "warrant run needs REQUEST (what to do); \"warrant run --help\" has examples");
  EXPECT_EQ(message({"run", "x", "--root"}), "--root needs DIR: the workspace (default: this directory)");
  EXPECT_EQ(message({"run", "x", "--mode", "pln"}),
            "--mode takes agent, ask, plan, not \"pln\". Did you mean \"plan\"?");
  EXPECT_EQ(message({"run", "change", "it"}),
            "\"it\" is one word too many. A REQUEST of several words goes in quotes: warrant run \"…\"");
  EXPECT_EQ(message({"trace"}), "warrant trace needs one of list; \"warrant trace --help\" says what they do");
}

TEST(Arguments, TakesTheNameOfACommandAsAWord) {
  EXPECT_EQ(invoke_of({"run", "trace"}).arguments.word(0), "trace");
  EXPECT_EQ(invoke_of({"run", "run", "--json"}).arguments.word(0), "run");
}

TEST(Arguments, ShowsHostileWordsHarmlessly) {
  EXPECT_EQ(parse({"\x1b[2J"}).error().message,
            "unknown argument \"\\x1b[2J\". \"warrant --help\" lists what there is.");
}

}  // namespace
}  // namespace warrant::app
