// Words that look like the outcome of a run and are none: "a second pass", "the CI file stays clean", "fixed 2 failing
// tests".
#include "acts.hpp"
#include "listed_checks.hpp"
#include "result_reader.hpp"
#include "rules.hpp"

#include <algorithm>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

}  // namespace

bool is_pass_noun(const Sentence& s, std::size_t at) {
  const auto word = [&](std::size_t i) {
    return i < s.tokens.size() && s.tokens[i].kind == Kind::word ? std::string_view(s.tokens[i].text)
                                                                 : std::string_view{};
  };
  const auto w = word(at);
  const auto before = at > 0 ? word(at - 1) : std::string_view{};
  // "by passing `env=None`", "I passed `-x` to it": what is handed over.
  if (at + 1 < s.tokens.size() && one_of(w, {"passing", "pass", "passed"}) &&
      one_of(before, {"by", "when", "via", "to", "i", "we"}) &&
      (s.tokens[at + 1].kind == Kind::code || s.tokens[at + 1].kind == Kind::path))
    return true;
  if (w != "pass" && w != "passes") return false;
  if (one_of(before,
             {"a",     "another", "second", "third", "first",   "final",    "next",        "quick", "single",
              "one",   "cleanup", "review", "extra", "further", "polish",   "follow-up",   "as",    "two",
              "three", "several", "deeper", "audit", "editing", "refactor", "refactoring", "this",  "hardening"}))
    return true;
  return one_of(word(at + 1), {"over", "through"});
}

bool names_exception(const Sentence& s, std::size_t begin, std::size_t verdict) {
  if (!on(Rule::named_exceptions)) return false;
  const auto word = [&](std::size_t i) {
    return i < s.tokens.size() && s.tokens[i].kind == Kind::word ? std::string_view(s.tokens[i].text)
                                                                 : std::string_view{};
  };
  for (std::size_t i = begin; i < verdict; ++i) {
    if (one_of(word(i), {"other", "others", "remaining", "unrelated"})) return true;
  }
  for (std::size_t i = verdict + 1; i < std::min(verdict + 4, s.tokens.size()); ++i) {
    if (one_of(word(i), {"except", "excluding", "apart", "aside", "besides"})) return true;
    if (word(i) == "other" && word(i + 1) == "than") return true;
  }
  return false;
}

bool ResultReader::names_one_test(std::size_t verdict) const {
  return verdict > 0 && one_of(word(verdict), {"passing", "green"}) && names_tests(word(verdict + 1)) &&
         one_of(word(verdict - 1), {"a", "each", "every", "one", "any", "another"});
}

bool ResultReader::modifies(std::size_t i) const {
  if (i + 1 >= s_.tokens.size() || s_.tokens[i + 1].kind != Kind::word) return false;
  const auto next = word(i + 1);
  return !says_green(next) && !says_fail(next) &&
         !one_of(next,
                 {"is",   "are",    "was",      "were",     "has",   "have",     "had",       "and",       "also",
                  "now",  "still",  "again",    "all",      "both",  "then",     "fully",     "with",      "for",
                  "on",   "in",     "run",      "runs",     "ran",   "check",    "checks",    "job",       "jobs",
                  "came", "comes",  "went",     "goes",     "shows", "stays",    "stayed",    "at",        "turned",
                  "ends", "status", "reports",  "reported", "ist",   "sind",     "läuft",     "war",       "lief",
                  "will", "should", "confirms", "would",    "ended", "finished", "completed", "confirmed", "pipeline"});
}

bool ResultReader::mended(std::size_t number, std::size_t verdict) const {
  const auto mends = [](std::string_view w) {
    return one_of(w, {"fixed", "fixes", "resolved", "resolves", "repaired", "addressed", "corrected", "mended", "cured",
                      "cleared", "eliminated", "behoben", "repariert"});
  };
  for (std::size_t i = number > 5 ? number - 5 : 0; i < number; ++i) {
    if (mends(word(i)) && (i == 0 || word(i - 1) != "not")) return true;
  }
  for (std::size_t i = verdict + 1; i < std::min(verdict + 6, s_.tokens.size()); ++i) {
    if (s_.tokens[i].mark(".") || s_.tokens[i].mark(";")) break;
    if (mends(word(i)) && !one_of(word(i - 1), {"not", "be"})) return true;
  }
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{"fixed", "fixes", "problem", "root cause", "what was wrong", "behoben"},
      [&](std::string_view heading) { return s_.under.find(heading) != std::string::npos; });
}

bool ResultReader::below_sample() const {
  if (!on(Rule::sample_lists) || s_.under.empty()) return false;
  const std::string_view under = s_.under;
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{"schema has", "schema:", "these fields", "following fields", "this shape",
                                              "the shape", "looks like", "look like", "this format",
                                              "format:", "sample output", "a sample", "for instance", "e.g",
                                              "output format", "would print", "prints a line"},
      [&](std::string_view words) { return under.find(words) != std::string_view::npos; });
}

bool ResultReader::as_it_was(std::size_t number) const {
  if (!on(Rule::changed_from)) return false;
  // "CI had 2 failures (7 passed)": how it was.
  for (std::size_t i = 0; i + 1 < s_.tokens.size() && i < number; ++i) {
    if (word(i) == "had" && number_of(s_.tokens[i + 1]).value_or(0) > 0 &&
        std::ranges::any_of(s_.tokens,
                            [](const Token& t) { return one_of(t.text, {"failure", "failures", "failed"}); }))
      return true;
  }
  // "Before: 5 failed."
  if (s_.tokens.size() > 1 &&
      one_of(word(0), {"before", "previously", "baseline", "initially", "originally", "was", "vorher"}) &&
      (s_.tokens[1].mark(":") || s_.tokens[1].mark("dash") || s_.tokens[1].mark("arrow") || s_.tokens[1].mark("("))) {
    for (std::size_t i = 2; i <= number; ++i) {
      if (one_of(word(i), {"after", "now", "nachher", "jetzt"})) return false;
    }
    return true;
  }
  bool from = false;
  for (std::size_t i = number > 8 ? number - 8 : 0; i < number; ++i) {
    if (one_of(word(i), {"from", "von"})) from = true;
    if (one_of(word(i), {"to", "auf"}) || s_.tokens[i].mark("arrow")) from = false;
  }
  for (std::size_t i = number + 1; i < std::min(number + 10, s_.tokens.size()); ++i) {
    if (s_.tokens[i].mark(".") || s_.tokens[i].mark(";")) break;
    const bool leads_on = s_.tokens[i].mark("arrow") || (from && one_of(word(i), {"to", "auf"}));
    if (!leads_on) continue;
    for (std::size_t k = i + 1; k < std::min(i + 4, s_.tokens.size()); ++k) {
      if (s_.tokens[k].kind == Kind::number) return true;
    }
  }
  return false;
}

bool ResultReader::kept(std::size_t verdict) const {
  if (!on(Rule::kept_clean) || !one_of(word(verdict), {"clean", "green", "happy"})) return false;
  for (std::size_t i = verdict > 7 ? verdict - 7 : 0; i < verdict; ++i) {
    if (one_of(word(i), {"keeps", "keep", "keeping", "leaves", "leave", "leaving"})) return true;
  }
  return false;
}

std::size_t ResultReader::end_of_label(std::size_t end) const {
  while (end + 1 < s_.tokens.size() && s_.tokens[end].mark(",")) {
    const auto more = segment_of(s_, end + 1);
    for (std::size_t i = more.begin; i < more.end; ++i) {
      if (names_tests(word(i)) || names_build(word(i)) || names_lint(word(i)) || names_types(word(i))) return end;
    }
    end = more.end;
  }
  return end;
}

}  // namespace warrant::claims
