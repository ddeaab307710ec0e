#include <warrant/base/fd.hpp>
#include <warrant/contract/contract.hpp>
#include <warrant/contract/listing.hpp>
#include <warrant/contract/plan.hpp>
#include <warrant/language/lexicon.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace warrant::contract {
namespace {

const language::Lexicon& lexicon() {
  static const language::Lexicon words = *language::built_in_lexicon();
  return words;
}
const Listing& disk() {
  static const Listing listing({"settings.py", "app.py", "utils.py", "README.md", "src/main.c", "notes.txt"});
  return listing;
}
Contract of(std::string_view request) { return resolve(request, disk(), lexicon()); }

constexpr std::array<std::string_view, 16> kOrders{"In settings.py, change TIMEOUT from 30 to 60",
                                                   "Delete notes.txt",
                                                   "rename app.py to main.py",
                                                   "Could you fix the bug in utils.py",
                                                   "add a title to README.md",
                                                   "Create docs/guide.md",
                                                   "README.md should say \"Hello\"",
                                                   "Replace foo with bar in src/main.c",
                                                   "mv notes.txt old/notes.txt",
                                                   "I need you to update app.py",
                                                   "remove the debug prints from utils.py",
                                                   "Write a summary of app.py to notes.txt",
                                                   "The limit must be raised to 5 in settings.py",
                                                   "Bitte lösche notes.txt",
                                                   "set DEBUG to False in settings.py",
                                                   "Refactor utils.py without breaking app.py"};

auto order() {
  return rc::gen::map(rc::gen::inRange<std::size_t>(0, kOrders.size()),
                      [](std::size_t at) { return std::string(kOrders[at]); });
}

std::vector<std::pair<std::string, Role>> roles(const Contract& contract) {
  std::vector<std::pair<std::string, Role>> out;
  for (const Target& target : contract.targets) out.emplace_back(target.path, target.role);
  std::ranges::sort(out);
  return out;
}

TEST(ContractProperty, EveryOrderIsAllowed) {
  for (const std::string_view request : kOrders) EXPECT_TRUE(of(request).allowed) << request;
}

TEST(ContractProperty, AReadOnlyPostureNeverChangesFiles) {
  rc::check([] {
    const auto posture = *rc::gen::element(Posture::ask, Posture::plan);
    const std::string text = *rc::gen::oneOf(order(), rc::gen::arbitrary<std::string>());
    const auto plan = make_plan(with_posture(of(text), posture));
    RC_ASSERT(plan.has_value());
    RC_ASSERT(std::ranges::none_of(plan->tools(), changes_files));
  });
}

TEST(ContractProperty, AGlobalBanStopsEveryOrder) {
  rc::check([] {
    const std::string text = *order();
    const std::string ban = *rc::gen::element<std::string>("Do not change anything.", "No edits.",
                                                           "Don't modify any files.", "Change nothing.");
    RC_ASSERT(!of(text + ". " + ban).allowed);
    RC_ASSERT(!of(ban + " " + text + ".").allowed);
  });
}

TEST(ContractProperty, WhatIsQuotedOrReportedNeverAuthorises) {
  rc::check([] {
    const std::string text = *order();
    RC_ASSERT(!of("\"" + text + "\"").allowed || text.find('"') != std::string::npos);
    RC_ASSERT(!of("```\n" + text + "\n```").allowed);
    RC_ASSERT(!of("the log says: " + text).allowed);
    RC_ASSERT(!of("> " + text).allowed);
    RC_ASSERT(!of("User: " + text).allowed);
  });
}

TEST(ContractProperty, LetterCaseSpacesAndPolitenessChangeNothing) {
  rc::check([] {
    const std::string text = *order();
    const Contract plain = of(text);
    for (const std::string& other : {text + "   ", text + ".", "Please " + text, text + ", please."}) {
      const Contract changed = of(other);
      RC_ASSERT(changed.type == plain.type);
      RC_ASSERT(changed.allowed == plain.allowed);
      RC_ASSERT(roles(changed) == roles(plain));
    }
  });
}

TEST(ContractProperty, AForbiddenPathHasNoOtherRole) {
  rc::check([] {
    const std::string text = *order();
    const std::string path =
        *rc::gen::element<std::string>("settings.py", "app.py", "utils.py", "README.md", "notes.txt");
    const Contract contract = of(text + ". Do not touch " + path + ".");
    for (const Target& target : contract.targets)
      if (target.path == path) RC_ASSERT(target.role == Role::forbidden);
    for (const Operation& operation : contract.operations) RC_ASSERT(path_of(operation) != path);
  });
}

TEST(ContractProperty, AnyBytesGiveAContract) {
  rc::check([](const std::string& bytes) {
    const Contract contract = of(bytes);
    RC_ASSERT(make_plan(contract).has_value());
    RC_ASSERT(!(contract.unsure && contract.allowed));
  });
}

TEST(ContractCases, NoneIsUnsafe) {
  std::size_t count = 0;
  for (const char* name : {"families", "registers"}) {
    const auto text =
        read_file(std::string(WARRANT_SOURCE_DIR) + "/cases/contract/" + name + ".jsonl", std::size_t{4} << 20U);
    ASSERT_TRUE(text) << name;
    std::string_view rest = *text;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const auto line = parse_json(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      ASSERT_TRUE(line);
      std::vector<std::string> files;
      for (const Json& file : *line->find("files")->array()) files.push_back(*file.string());
      std::vector<Settlement> history;
      if (const Json* turns = line->find("history")) history = *parse_history(*turns);
      const Contract contract = resolve(line->text("request"), Listing(files), lexicon(), history);
      const bool allowed = *line->find("expect")->find("allowed")->boolean();
      EXPECT_TRUE(allowed || !contract.allowed) << line->text("request");
      ++count;
    }
  }
  EXPECT_GT(count, 200U);
}

}  // namespace
}  // namespace warrant::contract
