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

/// What the rules make of each case, as one line.
class Cases {
 public:
  Cases() : against_output_(test::lines_of("own.jsonl")), of_state_(test::lines_of("boundary.jsonl")) {
    for (auto& each : test::lines_of("rules.jsonl")) against_output_.push_back(std::move(each));
    for (const char* more : {"fresh.jsonl", "outcomes.jsonl", "voices.jsonl", "turns.jsonl"})
      for (auto& each : test::lines_of(more)) of_state_.push_back(std::move(each));
    std::erase_if(against_output_,
                  [](const Json& item) { return item.find("output") == nullptr && item.find("runs") == nullptr; });
  }

  [[nodiscard]] std::size_t size() const { return against_output_.size() + 1 + of_state_.size(); }
  [[nodiscard]] std::string outcome(std::size_t index) const {
    if (index < against_output_.size()) return of_output(against_output_[index]);
    if (index == against_output_.size()) return of_cut_run();
    return of_state(of_state_[index - against_output_.size() - 1]);
  }

 private:
  static std::string of_output(const Json& item) {
    std::string text = std::string(item.text("id")) + ": ";
    for (const auto& line : test::verdict_of(item).lines)
      text += std::string(to_string(line.status)) + "/" + std::string(to_string(line.reason)) + " ";
    return text;
  }
  /// Only a host knows that a run was cut off, so no case in JSON can say it.
  static std::string of_cut_run() {
    const Ordered cut{.runs = {{.command = "pytest",
                                .output = "collected 12 items\n",
                                .exit_code = std::nullopt,
                                .order = 1,
                                .caveats = cut_off()}},
                      .edits = {}};
    return "cut: " + std::string(to_string(check("All tests pass.", cut).lines.at(7).reason));
  }
  static std::string of_state(const Json& item) {
    std::string text = std::string(item.text("id")) + ": ";
    for (const auto& each : contradictions(item.text("said"), *parse_state(*item.find("state"))))
      text += std::string(to_string(each.kind)) + " ";
    return text;
  }

  std::vector<Json> against_output_;
  std::vector<Json> of_state_;
};

/// One case that comes out otherwise is enough; the first is named.
TEST(Mutation, EveryRuleIsNoticedWhenItIsSwitchedOff) {
  const Cases cases;
  std::vector<std::string> whole;
  for (std::size_t i = 0; i < cases.size(); ++i) whole.push_back(cases.outcome(i));
  for (std::size_t rule = 0; rule < kRules; ++rule) {
    switch_off(rule);
    std::size_t first = 0;
    while (first < whole.size() && cases.outcome(first) == whole[first]) ++first;
    switch_off(kRules);
    EXPECT_LT(first, whole.size()) << "no case needs the rule " << name_of_rule(rule);
    if (first < whole.size())
      std::cout << name_of_rule(rule) << ": noticed by " << whole[first].substr(0, whole[first].find(':')) << '\n';
  }
}

}  // namespace
}  // namespace warrant::claims
