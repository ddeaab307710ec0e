#include "cases_for_test.hpp"

#include <warrant/claims/boundary.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>

namespace warrant::claims {
namespace {

std::string kinds_of(const std::vector<Contradiction>& found) {
  std::string text;
  for (const auto& each : found) text += std::string(to_string(each.kind)) + " ";
  return text;
}

/// Every answer of the corpus, held against its state: none missed, none raised
/// falsely.
TEST(Boundary, AgreesWithTheCorpus) {
  int items = 0;
  int truthful = 0;
  std::set<std::string, std::less<>> classes;
  auto lines = test::lines_of("boundary.jsonl");
  for (const char* more : {"fresh.jsonl", "outcomes.jsonl", "voices.jsonl", "turns.jsonl"})
    for (auto& each : test::lines_of(more)) lines.push_back(std::move(each));
  for (const Json& line : lines) {
    const Json* item = &line;
    const auto state = parse_state(*item->find("state"));
    ASSERT_TRUE(state) << describe(state.error());
    const auto said = item->text("said");
    const auto found = contradictions(said, *state);
    ++items;
    const auto& wanted = *item->find("contradicts")->array();
    if (wanted.empty()) {
      ++truthful;
      classes.emplace(item->text("class"));
      EXPECT_TRUE(found.empty()) << item->text("id") << " false alarm (" << item->text("class") << "): " << said
                                 << " -> " << kinds_of(found);
    }
    for (const auto& kind : wanted) {
      EXPECT_TRUE(
          std::ranges::any_of(found, [&](const Contradiction& c) { return to_string(c.kind) == *kind.string(); }))
          << item->text("id") << " missed " << *kind.string() << ": " << said << " -> " << kinds_of(found);
    }
    for (const auto& each : found) {
      EXPECT_EQ(each.span.of(said), each.text);
      EXPECT_FALSE(each.why.empty());
    }
  }
  EXPECT_GE(items, 250);
  EXPECT_GE(truthful * 5, items * 2);
  EXPECT_GE(classes.size(), 17U);
}

TEST(Boundary, AStateIsReadStrictly) {
  const auto read = [](std::string_view text) { return parse_state(*parse_json(text)); };
  EXPECT_TRUE(read(R"({"ops":[]})"));
  EXPECT_EQ(
      read(R"({"ops":[{"op":"edit","target":"a","result":"succeeded"}],"tests":{"passed":3,"failed":null,"exit":0}})")
          ->tests->passed,
      3);
  for (const char* bad :
       {"[]", "{}", R"({"ops":[{"op":"paint","target":"a","result":"succeeded"}]})",
        R"({"ops":[{"op":"edit","target":"a","result":"maybe"}]})", R"({"ops":[],"tests":7})",
        R"({"ops":[],"tests":{"passed":"many"}})", R"({"ops":[],"verification":3})", R"({"ops":[3]})"}) {
    EXPECT_FALSE(read(bad)) << bad;
  }
}

RC_GTEST_PROP(Boundary, SpansLieInWhateverIsSaid, (const std::string& text)) {
  const State nothing{.ops = {}, .tests = std::nullopt, .verification = {}, .durability = {}};
  for (const auto& each : contradictions("I updated a.py. " + text + " All tests pass.", nothing)) {
    RC_ASSERT(each.span.begin <= each.span.end);
    RC_ASSERT(each.span.end <= text.size() + 34);
  }
}

}  // namespace
}  // namespace warrant::claims
