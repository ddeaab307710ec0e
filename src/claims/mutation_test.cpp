// Every rule is needed: with any one of them switched off, at least one case comes out otherwise.
#include "cases_for_test.hpp"
#include "rules.hpp"

#include <warrant/claims/boundary.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

namespace warrant::claims {
namespace {

evidence::Caveats cut_off() {
  evidence::Caveats caveats;
  caveats.add(evidence::Caveat::cut_off);
  return caveats;
}

/// What the rules make of all cases: one line a case.
std::vector<std::string> outcomes(const std::vector<Json>& said_against_output,
                                  const std::vector<Json>& said_of_state) {
  std::vector<std::string> all;
  for (const Json& item : said_against_output) {
    const auto verdict = test::verdict_of(item);
    std::string text;
    for (const auto& line : verdict.lines)
      text += std::string(to_string(line.status)) + "/" + std::string(to_string(line.reason)) + " ";
    all.push_back(std::string(item.text("id")) + ": " + text);
  }
  // Only a host knows that a run was cut off, so no case in JSON can say it.
  const Ordered cut{.runs = {{.command = "pytest",
                              .output = "collected 12 items\n",
                              .exit_code = std::nullopt,
                              .order = 1,
                              .caveats = cut_off()}},
                    .edits = {}};
  all.push_back("cut: " + std::string(to_string(check("All tests pass.", cut).lines.at(7).reason)));
  for (const Json& item : said_of_state) {
    const auto state = parse_state(*item.find("state"));
    std::string text;
    for (const auto& each : contradictions(item.text("said"), *state)) text += std::string(to_string(each.kind)) + " ";
    all.push_back(std::string(item.text("id")) + ": " + text);
  }
  return all;
}

TEST(Mutation, EveryRuleIsNoticedWhenItIsSwitchedOff) {
  using test::lines_of;
  auto against_output = lines_of("own.jsonl");
  for (auto& each : lines_of("rules.jsonl")) against_output.push_back(std::move(each));
  auto of_state = lines_of("boundary.jsonl");
  for (const char* more : {"fresh.jsonl", "outcomes.jsonl"})
    for (auto& each : lines_of(more)) of_state.push_back(std::move(each));
  std::erase_if(against_output,
                [](const Json& item) { return item.find("output") == nullptr && item.find("runs") == nullptr; });
  const auto whole = outcomes(against_output, of_state);
  for (std::size_t rule = 0; rule < kRules; ++rule) {
    switch_off(rule);
    const auto without = outcomes(against_output, of_state);
    switch_off(kRules);
    std::size_t changed = 0;
    std::string first;
    for (std::size_t i = 0; i < whole.size(); ++i) {
      if (whole[i] == without[i]) continue;
      if (++changed == 1) first = whole[i].substr(0, whole[i].find(':'));
    }
    std::cout << name_of_rule(rule) << ": " << changed << " cases change"
              << (changed > 0 ? ", the first is " + first : std::string()) << '\n';
    EXPECT_GT(changed, 0U) << "no case needs the rule " << name_of_rule(rule);
  }
}

}  // namespace
}  // namespace warrant::claims
