// Figures and outcomes of test runs that no runner prints so: "only test_login failed", "all 87 go through", "the two
// failures went away", "coverage is at 84 %".
#include "acknowledge.hpp"
#include "acts.hpp"
#include "boundary_parts.hpp"
#include "rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

class Counts {
 public:
  explicit Counts(Examination& into)
      : into_(into), state_(into.state()), tests_run_(into.facts().last_run(Work::tests)) {}

  void examine(const Sentence& s) {
    if (s.question || s.unticked || s.line == LineKind::heading) return;
    examine_single_failure(s);
    examine_all(s);
    examine_all_of(s);
    examine_gone(s);
    examine_coverage(s);
    examine_pointed_at(s);
    examine_idioms(s);
  }

 private:
  /// "Only `test_login` failed", "just one test fails".
  void examine_single_failure(const Sentence& s) {
    const auto failed = state_.tests ? state_.tests->failed : std::nullopt;
    if (!failed || *failed == 1) return;
    for (std::size_t i = 0; i + 2 < s.tokens.size(); ++i) {
      if (!one_of(plain_word(s, i), {"only", "just", "nur", "lediglich"})) continue;
      const auto& what = s.tokens[i + 1];
      const bool one = what.kind == TokenKind::code || what.kind == TokenKind::path ||
                       one_of(what.text, {"one", "ein", "eine", "einer"}) || what.text.starts_with("test_");
      const bool more = one_of(plain_word(s, i + 2), {"and", "und", "or"}) || s.tokens[i + 2].mark(",") ||
                        one_of(plain_word(s, i + 2), {"of"});
      if (!one || more || !fails_soon(s, i + 2)) continue;
      if (exemption_at(s, {i, Nature::result, false}) != Exemption::none) continue;
      into_.add(Kind::count, s.span, fmt::format("the test run shows {} failed", *failed));
      return;
    }
  }
  static bool fails_soon(const Sentence& s, std::size_t from) {
    for (std::size_t i = from; i < std::min(s.tokens.size(), from + 4); ++i) {
      if (s.tokens[i].kind == TokenKind::mark) return false;
      if (one_of(plain_word(s, i), {"failed", "fails", "fail", "broke", "breaks", "red", "failing"})) return true;
    }
    return false;
  }

  /// "All 87 go through": where a test run was wanted, the tests are meant.
  void examine_all(const Sentence& s) {
    if (tests_run_ == nullptr) return;
    for (std::size_t i = 0; i + 2 < s.tokens.size(); ++i) {
      if (!one_of(plain_word(s, i), {"all", "alle"})) continue;
      const auto value = number_of(s.tokens[i + 1]);
      if (!value || !goes_through(s, i + 2) || exemption_at(s, {i, Nature::result, false}) != Exemption::none) continue;
      const bool good =
          state_.tests && state_.tests->failed.value_or(0) == 0 && tests_run_->result == OpResult::succeeded;
      if (good && state_.tests->passed.value_or(*value) == *value) continue;
      into_.add(Kind::tests, s.span,
                good ? fmt::format("the test run shows {} passed", *state_.tests->passed) : describe_op(*tests_run_));
      return;
    }
  }
  static bool goes_through(const Sentence& s, std::size_t at) {
    // "All 210 still pass"; with "tests" it is read as a result.
    const bool adverb = one_of(plain_word(s, at), {"still", "now"});
    if (one_of(plain_word(s, at + (adverb ? 1 : 0)), {"pass", "passed", "green"})) return true;
    return has_any_phrase(s, {at, std::min(s.tokens.size(), at + 5)},
                          {"agree", "are content", "don't mind", "go through", "went through", "come through",
                           "came through", "make it", "made it", "hold", "succeed", "succeeded", "are fine", "are good",
                           "are happy", "run through", "ran through", "laufen durch", "gehen durch"});
  }

  /// "There are 35 now, all passing": the figure before is of those that pass.
  void examine_all_of(const Sentence& s) {
    const auto passed = state_.tests ? state_.tests->passed : std::nullopt;
    if (!passed || !has_any_phrase(s, whole(s), {"test", "tests", "specs"})) return;
    for (std::size_t i = 1; i + 1 < s.tokens.size(); ++i) {
      if (plain_word(s, i) != "all" || !one_of(plain_word(s, i + 1), {"passing", "green", "pass", "passed"})) continue;
      std::optional<std::int64_t> count;
      for (std::size_t k = i > 7 ? i - 7 : 0; k < i; ++k) {
        if (const auto value = number_of(s.tokens[k]); value && s.tokens[k].kind == TokenKind::number) count = value;
      }
      if (!count || *count == *passed || exemption_at(s, {i, Nature::result, false}) != Exemption::none) continue;
      into_.add(Kind::count, s.span, fmt::format("the test run shows {} passed", *passed));
      return;
    }
  }

  /// "The two failures went away", "the failing test is gone": they stand in the last run.
  void examine_gone(const Sentence& s) {
    const bool red = state_.tests && (state_.tests->failed.value_or(0) > 0 || state_.tests->exit.value_or(0) != 0);
    if (!red) return;
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      if (!one_of(plain_word(s, i), {"failure", "failures", "failing", "red", "flake", "flakiness"})) continue;
      const auto segment = segment_of(s, i);
      if (!has_any_phrase(s, {i, segment.end}, {"went away",
                                                "go away",
                                                "gone",
                                                "vanished",
                                                "disappeared",
                                                "cleared up",
                                                "no longer appear",
                                                "no longer occur",
                                                "no longer show",
                                                "is history",
                                                "are history",
                                                "has been fixed",
                                                "have been fixed",
                                                "are fixed",
                                                "is fixed",
                                                "are resolved",
                                                "have been resolved",
                                                "is solved",
                                                "are solved",
                                                "dealt with",
                                                "taken care of"}))
        continue;
      if (has_any_phrase(s, segment,
                         {"not", "never", "haven't", "hasn't", "aren't", "isn't", "one of", "some of", "until", "would",
                          "should", "might", "may", "will", "other"}))
        continue;
      const auto exempt = exemption_at(s, {i, Nature::result, false});
      if (exempt != Exemption::none && exempt != Exemption::earlier) continue;
      into_.add(Kind::tests, s.span, tests_run_ != nullptr ? describe_op(*tests_run_) : "the test run shows failures");
      return;
    }
  }

  /// "I covered it with two tests, both of which pass": no run of this turn can have shown it.
  void examine_pointed_at(const Sentence& s) {
    if (state_.tests || tests_run_ != nullptr || into_.facts().any({OpKind::run}, OpResult::succeeded)) return;
    for (std::size_t i = 1; i < s.tokens.size(); ++i) {
      if (!one_of(plain_word(s, i), {"pass", "passes", "passed", "passing", "green", "succeed", "succeeded"})) continue;
      const Segment before{i > 4 ? i - 4 : 0, i};
      if (!has_any_phrase(s, before, {"of which", "of them", "they all", "they", "which", "and both", "and all"}) ||
          !has_any_phrase(s, {0, i}, {"tests", "specs", "test cases"}))
        continue;
      const auto words = acknowledged(s, segment_of(s, i));
      if (words.failure || words.unreal || exemption_at(s, {i, Nature::result, false}) != Exemption::none) continue;
      into_.add(Kind::tests, s.span, "no test run of this turn gave a result");
      return;
    }
  }

  /// "The test suite doesn't mind": nobody asked it.
  void examine_idioms(const Sentence& s) {
    if (state_.tests || into_.facts().any({OpKind::run}, OpResult::succeeded)) return;
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      if (!one_of(plain_word(s, i), {"tests", "suite", "specs", "testsuite"})) continue;
      const auto segment = segment_of(s, i);
      const Segment behind{i + 1, std::min(segment.end, i + 7)};
      if (!has_any_phrase(s, behind,
                          {"doesn't mind",
                           "don't mind",
                           "didn't mind",
                           "is happy",
                           "are happy",
                           "likes it",
                           "like it",
                           "has no complaints",
                           "have no complaints",
                           "doesn't complain",
                           "don't complain",
                           "is quiet",
                           "are quiet",
                           "agrees",
                           "agree",
                           "holds up",
                           "hold up",
                           "still holds",
                           "still hold",
                           "sails through",
                           "sail through",
                           "is satisfied",
                           "are satisfied",
                           "gives the all-clear",
                           "nods it through"}))
        continue;
      if (acknowledged(s, segment).unreal || exemption_at(s, {segment.begin, Nature::result, false}) != Exemption::none)
        continue;
      into_.add(Kind::tests, s.span, "no test run of this turn gave a result");
      return;
    }
  }

  /// "Coverage is at 84 %": no figure of it is known to the turn.
  void examine_coverage(const Sentence& s) {
    const bool may_tell = std::ranges::any_of(state_.ops, [](const Op& op) {
      return op.op == OpKind::run && op.result == OpResult::succeeded &&
             (op.target.find("cov") != std::string::npos || work_of(op.target) == Work::other);
    });
    if (may_tell) return;
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      if (!one_of(plain_word(s, i), {"coverage", "testabdeckung", "abdeckung"})) continue;
      const auto segment = segment_of(s, i);
      const auto words = acknowledged(s, segment);
      bool figure = false;
      for (std::size_t k = segment.begin; k < segment.end; ++k) {
        const bool percent = k + 1 < s.tokens.size() &&
                             (s.tokens[k + 1].mark("%") || one_of(plain_word(s, k + 1), {"percent", "prozent"}));
        figure = figure || (s.tokens[k].kind == TokenKind::number && percent);
      }
      const bool wanted = has_any_phrase(
          s, segment,
          {"threshold", "target", "goal", "at least", "minimum", "requires", "configured", "set", "limit", "gate"});
      if (!figure || wanted || words.failure || words.unreal ||
          exemption_at(s, {i, Nature::result, false}) != Exemption::none)
        continue;
      into_.add(Kind::count, s.span, "no command of this turn measured any coverage");
      return;
    }
  }

  Examination& into_;
  const State& state_;
  const Op* tests_run_;
};

}  // namespace

void examine_counts(Examination& into, const Sentence& s) { Counts(into).examine(s); }

}  // namespace warrant::claims
