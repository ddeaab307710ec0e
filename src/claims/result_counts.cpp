// "42 tests pass", "24/24 pass", "failed: 0".
#include "acts.hpp"
#include "result_reader.hpp"
#include "rules.hpp"

#include <algorithm>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

}  // namespace

bool ResultReader::number_of_something_else(std::size_t i) const {
  if (i > 0 && (s_.tokens[i - 1].mark("#") || s_.tokens[i - 1].mark("$") || s_.tokens[i - 1].mark("<") ||
                s_.tokens[i - 1].mark("-")))
    return true;
  if (i + 1 < s_.tokens.size() && s_.tokens[i + 1].mark("%")) return true;
  // "one test run", "two test files"
  if (one_of(word(i + 1), {"test", "unit"}) &&
      one_of(word(i + 2), {"run", "runs", "file", "files", "suite", "suites", "module", "modules", "class", "classes",
                           "helper", "helpers", "command", "script"}))
    return true;
  // "Task 2 passed", "test 3 failed": the number is a name.
  return i > 0 && one_of(word(i - 1), {"task",   "step", "phase",   "test",   "milestone", "part",    "chapter",
                                       "issue",  "line", "case",    "item",   "sprint",    "stage",   "ticket",
                                       "python", "node", "version", "round",  "gate",      "attempt", "iteration",
                                       "cycle",  "wave", "batch",   "option", "level",     "chunk",   "job"});
}

void ResultReader::read_counts() {
  std::vector<std::pair<Figure, std::size_t>> taken;
  const bool heading_tests = s_.under.find("test") != std::string::npos || s_.header.find("test") != std::string::npos;
  for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
    const auto& t = s_.tokens[i];
    if (t.kind == Kind::number && t.text.find('/') != std::string::npos) {
      if (on(Rule::read_fraction)) read_fraction(i);
      continue;
    }
    auto value = number_of(t);
    // "All but one of the 42 tests pass."
    if (i > 1 && word(i - 1) == "but" && one_of(word(i - 2), {"all", "alle"})) continue;
    if (value && t.kind == Kind::word && one_of(t.text, {"one", "ein", "eine", "einen", "hundred"}))
      value = one_of(word(i + 1), {"test", "failure", "failed"}) ? value : std::nullopt;
    const bool not_one = word(i) == "not" && (word(i + 1) == "one" || (word(i + 1) == "a" && word(i + 2) == "single"));
    const bool no = not_one || one_of(word(i), {"no", "keine", "kein", "zero"});
    if (no) value = 0;
    if (!value || number_of_something_else(i)) continue;
    // "one of the 42 tests"
    if (i > 2 && word(i - 1) == "the" && word(i - 2) == "of" && number_of(s_.tokens[i - 3])) {
      if (about_tests(segment_of(s_, i)) && asserted(i)) add(Topic::tests, Figure::total, *value, false, t.span, i);
      continue;
    }
    // "41 of 42 tests": the second number is the total.
    if (i > 1 && one_of(word(i - 1), {"of", "von"}) && (number_of(s_.tokens[i - 2]) || word(i - 2) == "out")) {
      // "8 of 11 borders" counts borders, whatever the heading.
      const bool other_noun = i + 1 < s_.tokens.size() && s_.tokens[i + 1].kind == Kind::word &&
                              !counts_tests(word(i + 1)) && !says_green(word(i + 1)) && !says_fail(word(i + 1)) &&
                              word(i + 1).size() > 4 && word(i + 1).ends_with("s");
      const auto own = segment_of(s_, i);
      const bool bracket = own.begin > 0 && s_.tokens[own.begin - 1].mark("(") && about_tests({0, own.begin});
      const bool tests = bracket || about_tests(own) || (heading_tests && !other_noun) || says_pass(word(i + 1)) ||
                         says_fail(word(i + 1));
      if (tests && asserted(i)) add(Topic::tests, Figure::total, *value, false, t.span, i);
      continue;
    }
    if (on(Rule::read_counts)) read_count_from(i, *value, no, heading_tests);
  }
  // "nothing failed", "no test failed"
  for (std::size_t i = 0; i + 1 < s_.tokens.size(); ++i) {
    if (!one_of(word(i), {"nothing", "none", "nichts"}) || !one_of(word(i + 1), {"failed", "fails", "fehlgeschlagen"}))
      continue;
    if (asserted_none(i))
      add(Topic::tests, Figure::failed, 0, false, {s_.tokens[i].span.begin, s_.tokens[i + 1].span.end}, i);
  }
  for (std::size_t i = 0; i + 2 < s_.tokens.size(); ++i) {
    if (word(i) != "none" || word(i + 1) != "of") continue;
    for (std::size_t j = i + 2; j < std::min(i + 7, s_.tokens.size()); ++j) {
      if (!one_of(word(j), {"failed", "fail", "fails", "failing"})) continue;
      if (about_tests({i, j}) && asserted_none(i))
        add(Topic::tests, Figure::failed, 0, false, {s_.tokens[i].span.begin, s_.tokens[j].span.end}, i);
      break;
    }
  }
  if (on(Rule::read_labelled)) read_labelled();
  if (on(Rule::quoted_summaries)) read_quoted_summary();
}

void ResultReader::read_quoted_summary() {
  // Behind a label it is a result; inside a sentence it may be what a line looks like.
  const auto label = std::ranges::find_if(s_.tokens, [](const Token& t) {
    return t.mark(":") || t.mark("dash") || t.mark("arrow") || t.mark("|") || t.mark("tick");
  });
  for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
    const auto& t = s_.tokens[i];
    const std::string_view text = t.text;
    if (t.kind != Kind::code || (i > 0 && label >= s_.tokens.begin() + static_cast<std::ptrdiff_t>(i)) ||
        text.size() > 80 || text.find("pass") == std::string_view::npos)
      continue;
    std::vector<std::pair<Figure, Span>> found;
    bool plain = true;
    Span number{0, 0};
    for (std::size_t at = 0; at < text.size() && plain;) {
      const bool digit = text[at] >= '0' && text[at] <= '9';
      std::size_t end = at;
      while (end < text.size() && text[end] != ' ' && (digit == (text[end] >= '0' && text[end] <= '9'))) ++end;
      if (end == at) {
        ++at;
        continue;
      }
      auto own = text.substr(at, end - at);
      while (!own.empty() && std::string_view(",;()|:.=").find(own.back()) != std::string_view::npos)
        own.remove_suffix(1);
      if (digit) {
        number = {at, end};
      } else if (one_of(own, {"passed", "passing", "pass", "failed", "fail", "failing", "skipped"})) {
        if (!number.empty())
          found.emplace_back(own.starts_with("pass")   ? Figure::passed
                             : own.starts_with("fail") ? Figure::failed
                                                       : Figure::skipped,
                             number);
        number = {0, 0};
      } else {
        plain = own.empty() || one_of(own, {"tests", "test", "in", "s", "ms", "seconds", "warnings", "warning", "and"});
      }
      at = end;
    }
    const auto inside = t.span.begin + (t.span.size() > text.size() ? (t.span.size() - text.size()) / 2 : 0);
    for (const auto& [figure, span] : plain ? found : std::vector<std::pair<Figure, Span>>{}) {
      const auto value = number_of({Kind::number, std::string(span.of(text)), span});
      if (value && asserted(i)) add(Topic::tests, figure, *value, false, {inside + span.begin, inside + span.end}, i);
    }
  }
}

void ResultReader::read_count_from(std::size_t i, std::int64_t value, bool no, bool heading_tests) {
  const auto segment = segment_of(s_, i);
  bool tests = false;
  bool of = false;
  for (std::size_t j = i + 1; j < std::min(s_.tokens.size(), i + (tests ? 12U : 8U)); ++j) {
    const auto w = word(j);
    // "24 unit tests and the documentation test passed" goes on behind the
    // conjunction.
    if (j >= segment.end && !(tests && one_of(w, {"and", "und"})) && segment_of(s_, j).begin > segment.end + 1) break;
    if (s_.tokens[j].kind == Kind::mark && j >= segment.end) break;
    if (one_of(w, {"and", "und"}) && tests) continue;
    if (!tests && one_of(w, {"and", "or", "but", "when", "while", "if", "because", "und", "oder"})) break;
    // "5 suites pass" counts suites; "62 tests across 5 suites pass" counts tests.
    if (!tests && one_of(w, {"suite", "suites"})) break;
    if (tests && number_of(s_.tokens[j]) && one_of(word(j - 1), {"across", "in", "over"})) {
      ++j;
      continue;
    }
    // "Of its four tests one fails": the next figure is of what follows.
    if (s_.tokens[j].kind == Kind::number || (tests && number_of(s_.tokens[j]) && says_fail(word(j + 1)))) {
      if (of) {
        continue;
      }
      break;
    }
    if (one_of(w, {"of", "out", "von"})) {
      of = true;
      continue;
    }
    // "6 test files fail": files are no tests.
    if (tests && one_of(w, {"file", "files", "class", "classes", "module", "modules", "project", "projects"})) break;
    if (counts_tests(w)) {
      tests = true;
      continue;
    }
    const bool got_through = w == "through" && one_of(word(j - 1), {"went", "came", "got", "made"});
    const bool pass =
        says_pass(w) || (tests && (got_through || one_of(w, {"green", "grün", "erfolgreich", "successfully", "ok"})));
    const bool fail = says_fail(w) || (no && tests && w == "broke");
    const bool skip = one_of(w, {"skipped", "ignored", "übersprungen"});
    if (!pass && !fail && !skip) {
      if (j > i + 1 && !tests && !tests_soon(j)) break;
      if (!tests && !tests_soon(j) &&
          !one_of(w, {"were",    "was",      "have", "are",        "got",       "new",     "unit",     "integration",
                      "the",     "of",       "all",  "existing",   "other",     "python",  "rust",     "total",
                      "backend", "frontend", "e2e",  "regression", "remaining", "related", "targeted", "smoke"}))
        break;
      if (tests && w == "in" && j + 1 < s_.tokens.size() && number_of(s_.tokens[j + 1])) continue;
      if (tests && one_of(w, {"for", "in", "to", "that", "which", "covering", "added"})) break;
      continue;
    }
    const Figure figure = pass ? Figure::passed : fail ? Figure::failed : Figure::skipped;
    // "all 207 skipped devices"
    if (skip && word(j + 1).size() > 4 && word(j + 1).ends_with('s') && !counts_tests(word(j + 1)) &&
        !one_of(word(j + 1), {"suites", "cases", "files", "across"}))
      break;
    if (counts_other_things({i, value, no}, j, figure, tests, heading_tests)) break;
    if (no ? asserted_none(i) : asserted(j)) add(Topic::tests, figure, value, whole(segment, i), s_.tokens[i].span, i);
    return;
  }
  if (!no) read_total_from(i, value, tests);
}

void ResultReader::read_total_from(std::size_t i, std::int64_t value, bool tests) {
  const auto segment = segment_of(s_, i);
  // "40 passed, 42 in total".
  if (word(i + 1) == "in" && word(i + 2) == "total" && near_counts(i)) {
    if (asserted(i)) add(Topic::tests, Figure::total, value, false, s_.tokens[i].span, i);
    return;
  }
  // "1,204 tests, 0 failures": a total. "Ran 12 tests"; "58 test files" counts files.
  const bool of_files = one_of(word(i + 2), {"files", "file", "suites", "classes", "modules", "packages"});
  // "`a_test.go` has four tests": what a file holds.
  const bool of_a_file =
      i > 1 && one_of(word(i - 1), {"has", "contains", "includes", "have"}) && s_.tokens[i - 2].kind != Kind::word;
  if (tests && !of_files && !of_a_file &&
      (one_of(word(i > 0 ? i - 1 : 0), {"ran", "executed", "total", "has", "contains", "includes"}) ||
       (segment.end < s_.tokens.size() && s_.tokens[segment.end].mark(",") && near_counts(i)))) {
    if (asserted(i)) add(Topic::tests, Figure::total, value, false, s_.tokens[i].span, i);
  }
}

bool ResultReader::counts_other_things(const Number& number, std::size_t verdict, Figure figure, bool tests,
                                       bool heading_tests) const {
  const auto w = word(verdict);
  const bool pass = figure == Figure::passed;
  const bool fail = figure == Figure::failed;
  if (number.none && !fail) return true;
  if (on(Rule::numbers_as_names) && names_its_subject(number.at, verdict, tests || heading_tests)) return true;
  // "Pass an agent to set the target" tells how to call something.
  if (pass && !tests && hands_over(verdict)) return true;
  // "Two jobs remain, no failures": jobs of a service, not tests.
  if (number.none && !tests && !heading_tests && speaks_of_jobs()) return true;
  if (fail && !number.none && on(Rule::mended_failures) && mended(number.at, verdict)) return true;
  if (as_it_was(number.at)) return true;
  // "three failure scenarios" counts scenarios.
  if (w == "failure" && number.value > 1) return true;
  // "0 errors" speaks of tests only where tests are named.
  const bool own =
      tests || heading_tests || about_tests({0, s_.tokens.size()}) || pass || fail || figure == Figure::skipped;
  if (!own) return true;
  // "10 passed, 4 pending": jobs that a service runs.
  if (!tests && !heading_tests && pending_jobs()) return true;
  if (number.none && !tests && !one_of(w, {"failures", "failed", "failure", "failing", "fehlschläge"})) return true;
  if (fail && !tests && one_of(w, {"failures", "failure"}) && !number.none && !about_tests({0, s_.tokens.size()}) &&
      !heading_tests && !near_counts(number.at))
    return true;
  return false;
}

bool ResultReader::names_its_subject(std::size_t number, std::size_t verdict, bool of_tests) const {
  const auto w = word(verdict);
  // "17 passes, below that fails": a verb in the singular, so that the number is the name of what passes.
  const auto counts = [&](std::size_t i) {
    return number_of(s_.tokens[i]) &&
           (counts_tests(word(i + 1)) ||
            one_of(word(i + 1), {"pass", "passed", "fail", "failed", "failure", "failures", "errors", "skipped"}));
  };
  bool counted = false;
  for (std::size_t i = 0; i < s_.tokens.size(); ++i) counted = counted || counts(i);
  if (one_of(w, {"passes", "fails"}) && verdict == number + 1 && number_of(s_.tokens[number]).value_or(1) != 1 &&
      !counted)
    return true;
  // "2 fail の": the word is one of a sentence in another script.
  if (verdict + 1 < s_.tokens.size() && !of_tests &&
      static_cast<unsigned char>(word(verdict + 1).empty() ? 'a' : word(verdict + 1)[0]) >= 0xe3)
    return true;
  // "two broken links": what is broken is named, and is no test.
  return w == "broken" && !of_tests && !about_tests({0, s_.tokens.size()});
}

bool ResultReader::tests_soon(std::size_t from) const {
  for (std::size_t j = from + 1; j < std::min(from + 3, s_.tokens.size()); ++j) {
    if (s_.tokens[j].kind != Kind::word) return false;
    if (counts_tests(word(j)) && !one_of(word(j), {"suite", "suites"})) return true;
  }
  return false;
}

bool ResultReader::pending_jobs() const {
  for (std::size_t j = 0; j + 1 < s_.tokens.size(); ++j) {
    if (number_of(s_.tokens[j]) && one_of(word(j + 1), {"pending", "queued", "running"})) return true;
  }
  return false;
}

bool ResultReader::near_counts(std::size_t i) const {
  for (std::size_t j = 0; j < s_.tokens.size(); ++j) {
    if (j != i && number_of(s_.tokens[j]) &&
        (says_pass(word(j + 1)) || says_fail(word(j + 1)) || counts_tests(word(j + 1)) ||
         one_of(word(j + 1), {"errors", "skipped"})))
      return true;
  }
  return false;
}

void ResultReader::read_fraction(std::size_t i) {
  const auto& text = s_.tokens[i].text;
  const auto slash = text.find('/');
  Token left = s_.tokens[i];
  Token right = left;
  left.text = text.substr(0, slash);
  right.text = text.substr(slash + 1);
  const auto a = number_of(left);
  const auto b = number_of(right);
  if (!a || !b || *b == 0) return;
  // "401/403": two statuses.
  if (*a != *b && *a >= 200 && *b < 600 && *a / 100 == *b / 100 && !about_tests(segment_of(s_, i))) return;
  const auto segment = wide(i);
  bool pass = false;
  for (std::size_t j = segment.begin; j < segment.end; ++j) {
    if (says_green(word(j)) || names_tests(word(j)) || s_.tokens[j].mark("tick")) pass = true;
  }
  if (one_of(word(i + 1), {"checks", "check", "tasks", "steps", "items", "files", "jobs", "rules", "endpoints",
                           "commits", "issues", "points", "criteria"}))
    return;
  // "5/5 updates delivered" counts updates.
  const auto noun = word(i + 1);
  const bool counts_things = noun.size() > 4 && noun.ends_with("s") && !noun.ends_with("ss") && !counts_tests(noun) &&
                             !one_of(noun, {"across", "assertions", "cases", "passes", "always"});
  if (counts_things) return;
  if (i + 1 < s_.tokens.size() && s_.tokens[i + 1].kind == Kind::word && !about_tests(segment) &&
      !says_green(word(i + 1)) && s_.under.find("test") == std::string::npos &&
      !one_of(word(i + 1),
              {"in",  "on", "with", "now", "across", "for", "after", "and",         "total", "again",      "locally",
               "are", "is", "all",  "at",  "von",    "mit", "unit",  "integration", "e2e",   "assertions", "cases"}))
    return;
  if (s_.under.find("test") != std::string::npos) pass = true;
  // "Tests: 24/24": the label before it
  std::size_t label = i;
  while (label > 0 && s_.tokens[label - 1].kind == Kind::mark) --label;
  if (label > 0 && label < i && label <= 3 && names_tests(word(label - 1))) pass = true;
  // "✅ 24/24", and nothing else.
  const bool alone =
      !pass && s_.ticked && s_.line != LineKind::row &&
      std::ranges::all_of(s_.tokens, [&](const Token& t) { return t.kind == Kind::mark || &t == &s_.tokens[i]; });
  pass = pass || alone;
  // "CI: 12/12" counts hosted checks; "| outputs present | ✅ 21/21 |" what the row names.
  if (on(Rule::hosted_checks) && one_of(word(0), {"ci", "pipeline", "workflow", "workflows", "checks"}) &&
      !about_tests({0, s_.tokens.size()}))
    return;
  if (s_.line == LineKind::row && !about_tests({0, s_.tokens.size()}) && s_.header.find("test") == std::string::npos &&
      s_.under.find("test") == std::string::npos &&
      std::ranges::none_of(s_.tokens, [](const Token& t) { return t.kind == Token::Kind::code || says_pass(t.text); }))
    return;
  // "`npm test` ✅ (6/6)"
  for (std::size_t j = 0; s_.ticked && j < i; ++j) pass = pass || topic_of_command(j) == Topic::tests;
  // "the gate passed 13/13" counts what a gate checks.
  for (std::size_t j = segment.begin; j < segment.end; ++j) {
    if (one_of(word(j), {"gate", "gates", "checks", "tasks", "phases", "steps", "milestones", "requirements",
                         "reviewers", "criteria", "stages", "items", "rules", "jobs"}) &&
        !about_tests(segment))
      return;
  }
  if (!pass || !asserted(i)) return;
  const Span first{s_.tokens[i].span.begin, s_.tokens[i].span.begin + slash};
  bare_ = alone;
  add(Topic::tests, Figure::passed, *a, *a == *b, first, i);
  add(Topic::tests, Figure::total, *b, false, {first.end + 1, s_.tokens[i].span.end}, i);
  bare_ = false;
}

void ResultReader::read_labelled() {
  for (std::size_t i = 0; i + 1 < s_.tokens.size(); ++i) {
    const auto w = word(i);
    const bool pass = one_of(w, {"passed", "passing", "bestanden", "tests_passed"});
    const bool fail = one_of(w, {"failed", "failures", "failing", "fehlgeschlagen", "tests_failed"});
    if (!pass && !fail) continue;
    std::size_t j = i + 1;
    if (s_.tokens[j].mark(":") || s_.tokens[j].mark("|") || s_.tokens[j].mark("="))
      ++j;
    else if (s_.line != LineKind::json)
      continue;
    if (j >= s_.tokens.size()) continue;
    const auto value = number_of(s_.tokens[j]);
    if (!value || s_.tokens[j].kind != Kind::number) continue;
    if (j + 1 < s_.tokens.size() && (says_pass(word(j + 1)) || says_fail(word(j + 1)) || counts_tests(word(j + 1))))
      continue;
    if (i > 0 && number_of(s_.tokens[i - 1])) continue;
    if (!asserted_none(j)) continue;
    add(Topic::tests, pass ? Figure::passed : Figure::failed, *value, false, s_.tokens[j].span, j);
  }
}

bool ResultReader::speaks_of_jobs() const {
  bool jobs = false;
  for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
    if (names_tests(word(i))) return false;
    jobs = jobs || one_of(word(i), {"job", "jobs", "matrix", "workflow", "workflows", "active", "queued", "runner",
                                    "runners", "deployment"});
  }
  return jobs;
}

}  // namespace warrant::claims
