#include "results.hpp"

#include "acts.hpp"
#include "listed_checks.hpp"
#include "rules.hpp"

#include <warrant/evidence/command.hpp>

#include <algorithm>
#include <array>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

bool names_tests(std::string_view w) {
  return one_of(
      w, {"test",       "tests",      "suite",        "suites",     "testsuite", "spec",     "specs",     "example",
          "examples",   "pytest",     "jest",         "vitest",     "mocha",     "ctest",    "unittest",  "unittests",
          "googletest", "gtest",      "catch2",       "rspec",      "phpunit",   "testlauf", "testfälle", "testfall",
          "pruebas",    "unit-tests", "tests_passed", "test-suite", "testcases"});
}
bool counts_tests(std::string_view w) { return names_tests(w) || one_of(w, {"assertions", "scenarios"}); }
bool names_build(std::string_view w) {
  return one_of(w, {"build", "builds", "compile", "compiles", "compiled", "compilation", "kompiliert", "baut"});
}
bool names_lint(std::string_view w) {
  return one_of(w, {"lint", "linter", "linting", "lints", "eslint", "ruff", "clippy", "flake8", "pylint", "clang-tidy",
                    "linters", "prettier"});
}
bool names_types(std::string_view w) {
  return one_of(w, {"typecheck", "typechecks", "type-check", "type-checks", "types", "mypy", "tsc", "pyright",
                    "typechecking", "type-checking", "typescript"});
}
bool says_pass(std::string_view w) {
  return one_of(w, {"pass", "passed", "passes", "passing", "succeed", "succeeds", "succeeded", "bestanden", "bestehen",
                    "besteht", "durchgelaufen", "pasan", "passent"});
}
bool says_fail(std::string_view w) {
  return one_of(w, {"fail", "failed", "fails", "failing", "failure", "failures", "fehlgeschlagen", "fehlschläge",
                    "fehlern", "fehlgeschlagene", "broken", "durchgefallen"});
}
bool says_green(std::string_view w) {
  return says_pass(w) ||
         one_of(w, {"green", "clean", "cleanly", "successful", "successfully", "grün", "erfolgreich", "fehlerfrei",
                    "fehlerlos", "ok", "okay", "fine", "happy", "success", "sauber", "durch", "verde"});
}

class Reader {
 public:
  Reader(const Sentence& sentence, std::size_t index, std::vector<ResultClaim>& into)
      : s_(sentence), index_(index), into_(into) {}

  void read() {
    if (on(Rule::read_exit)) read_exit();
    read_counts();
    if (on(Rule::read_green)) read_green();
    if (on(Rule::read_bare_green)) read_bare_green();
  }

 private:
  [[nodiscard]] std::string_view word(std::size_t i) const {
    if (i >= s_.tokens.size()) return {};
    return s_.tokens[i].kind == Kind::quoted || s_.tokens[i].kind == Kind::code ? std::string_view{}
                                                                                : std::string_view(s_.tokens[i].text);
  }
  [[nodiscard]] bool asserted(std::size_t at) const {
    const auto segment = segment_of(s_, at);
    bool person = false;
    for (std::size_t i = segment.begin; i < at; ++i) person = person || one_of(word(i), {"i", "we", "i've", "we've"});
    return exemption_at(s_, {at, Nature::result, person}) == Exemption::none && !disclosed(segment);
  }
  [[nodiscard]] bool disclosed(Segment segment) const {
    for (std::size_t i = segment.begin; on(Exemption::disclosure) && i < segment.end; ++i) {
      if (one_of(word(i), {"untested", "unverified", "ungetestet", "unbestätigt"})) return true;
    }
    return false;
  }
  [[nodiscard]] Segment wide(std::size_t at) const {
    // A table row or a line with a tick is one statement.
    if (s_.line == LineKind::json) return {0, s_.tokens.size()};
    const auto own = segment_of(s_, at);
    if (s_.line != LineKind::row) return own;
    // Of a row of a table, the cell before and the cell behind.
    std::size_t begin = own.begin;
    for (int cells = 0; begin > 0 && cells < 2; --begin) cells += s_.tokens[begin - 1].mark("|") ? 1 : 0;
    std::size_t end = own.end;
    for (int cells = 0; end < s_.tokens.size() && cells < 2; ++end) cells += s_.tokens[end].mark("|") ? 1 : 0;
    return {begin, end};
  }

  void add(Topic topic, Figure figure, std::int64_t value, bool whole, Span span, std::size_t at) {
    const auto segment = wide(at);
    into_.push_back({topic,
                     figure,
                     value,
                     bare_,
                     whole,
                     span,
                     {s_.tokens[segment.begin].span.begin, s_.tokens[segment.end - 1].span.end},
                     index_});
  }

  /// Whether the sentence, or the heading above it, speaks of tests.
  [[nodiscard]] bool about_tests(Segment segment) const {
    for (std::size_t i = segment.begin; i < segment.end; ++i) {
      if (names_tests(word(i))) return true;
    }
    return false;
  }

  /// "exit code 0", "exited with 1", "exits 0", "Exit-Code 0".
  [[nodiscard]] bool returns_of_command(std::size_t at) const {
    const auto segment = segment_of(s_, at);
    bool command = false;
    for (std::size_t i = segment.begin; i < at; ++i) {
      if (one_of(word(i), {"function", "method", "endpoint", "call", "request", "query", "search"})) return false;
      const bool runner = one_of(word(i), {"make", "pytest", "npm", "cargo", "ctest", "command", "script", "run",
                                           "test", "tests", "build", "suite", "process"});
      command = command || runner || s_.tokens[i].kind == Kind::code;
    }
    return command && at + 2 >= segment.end;
  }

  void read_exit() {
    for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
      if (!one_of(word(i), {"exit", "exits", "exited", "exiting", "exit-code", "exitcode", "return", "returned",
                            "returns", "beendet", "rückgabewert", "exit_code"}))
        continue;
      std::size_t j = i + 1;
      bool named =
          one_of(word(i), {"exit", "exits", "exited", "exiting", "exit-code", "exitcode", "rückgabewert", "exit_code"});
      bool said_code = one_of(word(i), {"exit-code", "exitcode", "rückgabewert", "exit_code"});
      while (j < s_.tokens.size() && j < i + 6 &&
             (one_of(word(j), {"with", "code", "status", "of", "was", "is", "mit", "cleanly", "a", "an", "the", "value",
                               "war", "ist", "exit", ":", "=", "(", "exit-code"}))) {
        if (one_of(word(j), {"code", "status", "exit-code"})) said_code = named = true;
        if (word(j) == "cleanly" && (word(i) == "exited" || (word(i) == "exits" && names_run_before(i)))) {
          if (asserted(i))
            add(Topic::tests, Figure::exit, 0, false, {s_.tokens[i].span.begin, s_.tokens[j].span.end}, i);
          return;
        }
        ++j;
      }
      // "make test returned 0": what returns is a command.
      if (!named && one_of(word(i), {"returned", "returns"}) && j == i + 1 && returns_of_command(i)) named = true;
      if (j >= s_.tokens.size() || !named) continue;
      if (!said_code && one_of(word(i), {"return"})) continue;
      // "opk exits with status 2 for unknown names" tells how a program behaves.
      if (word(i) == "exits" && !names_run_before(i)) continue;
      const auto value = number_of(s_.tokens[j]);
      if (!value || *value > 255) continue;
      // "exit 0 = all resolved" explains a code.
      if (j + 1 < s_.tokens.size() && s_.tokens[j + 1].mark("=")) continue;
      if (one_of(word(j + 1), {"tests", "files", "times"}) && !said_code) continue;
      if (one_of(word(j + 1), {"means", "mean", "signals", "indicates", "stands", "says", "bedeutet", "heißt"}))
        continue;
      if (!tells_behaviour(i, j, *value) && asserted(i))
        add(Topic::tests, Figure::exit, *value, false, s_.tokens[j].span, j);
      i = j;
    }
  }

  /// "Treat exit 1 as detached", "fails with exit 2", "exits 3 when the file is missing", "so it exits cleanly": how a
  /// program behaves, not how a run of it ended.
  [[nodiscard]] bool tells_behaviour(std::size_t at, std::size_t number, std::int64_t value) const {
    const auto before = at > 0 ? word(at - 1) : std::string_view{};
    if (one_of(before, {"treat", "treats", "treating", "as", "than", "every", "any", "nonzero"})) return true;
    if (before == "with" && value != 0 && at > 1 &&
        one_of(word(at - 2), {"errors", "error", "fail", "fails", "quits", "stops", "aborts", "dies", "ends", "bails"}))
      return true;
    const bool present = one_of(word(at), {"exit", "exits", "return", "returns"});
    const auto after = word(number + 1);
    if (present && value != 0 && one_of(after, {"for", "when", "if", "unless", "because", "on", "whenever", "outside"}))
      return true;
    return present && value == 0 && one_of(after, {"when", "if", "unless", "whenever", "even"});
  }
  /// "Five of thirteen jobs have completed": what a service runs.
  [[nodiscard]] bool speaks_of_jobs() const {
    bool jobs = false;
    for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
      if (names_tests(word(i))) return false;
      jobs = jobs || one_of(word(i), {"job", "jobs", "matrix", "workflow", "workflows", "active", "queued", "runner",
                                      "runners", "deployment"});
    }
    return jobs;
  }

  /// Whether a run is the subject of what stands at `at`.
  [[nodiscard]] bool names_run_before(std::size_t at) const {
    // "it still exits cleanly"
    for (std::size_t i = at > 2 ? at - 2 : 0; i < at; ++i) {
      if (word(i) == "it") return false;
    }
    for (std::size_t i = 0; i < at; ++i) {
      const auto w = word(i);
      if (names_tests(w) || names_build(w) || names_lint(w) || names_types(w) ||
          one_of(w,
                 {"command", "run", "script", "make", "npm", "cargo", "go", "gradle", "everything", "ci", "check"}) ||
          one_of(w, {"job", "workflow", "hook", "pipeline"}) || s_.tokens[i].kind == Kind::code ||
          s_.tokens[i].kind == Kind::url)
        return true;
    }
    return at == 0;
  }

  [[nodiscard]] bool number_of_something_else(std::size_t i) const {
    if (i > 0 && (s_.tokens[i - 1].mark("#") || s_.tokens[i - 1].mark("$") || s_.tokens[i - 1].mark("<") ||
                  s_.tokens[i - 1].mark("-")))
      return true;
    if (i + 1 < s_.tokens.size() && s_.tokens[i + 1].mark("%")) return true;
    // "Task 2 passed", "test 3 failed": the number is a name.
    return i > 0 && one_of(word(i - 1), {"task",   "step", "phase",   "test",   "milestone", "part",    "chapter",
                                         "issue",  "line", "case",    "item",   "sprint",    "stage",   "ticket",
                                         "python", "node", "version", "round",  "gate",      "attempt", "iteration",
                                         "cycle",  "wave", "batch",   "option", "level",     "chunk",   "job"});
  }

  /// "42 tests pass", "312 passed, 0 failed", "24/24 pass", "3 of 5 tests
  /// pass", "passed: 12".
  void read_counts() {
    std::vector<std::pair<Figure, std::size_t>> taken;
    const bool heading_tests =
        s_.under.find("test") != std::string::npos || s_.header.find("test") != std::string::npos;
    for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
      const auto& t = s_.tokens[i];
      if (t.kind == Kind::number && t.text.find('/') != std::string::npos) {
        if (on(Rule::read_fraction)) read_fraction(i);
        continue;
      }
      auto value = number_of(t);
      if (value && t.kind == Kind::word && one_of(t.text, {"one", "ein", "eine", "einen", "hundred"}))
        value = one_of(word(i + 1), {"test", "failure", "failed"}) ? value : std::nullopt;
      const bool not_one =
          word(i) == "not" && (word(i + 1) == "one" || (word(i + 1) == "a" && word(i + 2) == "single"));
      const bool no = not_one || one_of(word(i), {"no", "keine", "kein", "zero"});
      if (no) value = 0;
      if (!value || number_of_something_else(i)) continue;
      // "41 of 42 tests": the second number is the total.
      if (i > 1 && one_of(word(i - 1), {"of", "von"}) && (number_of(s_.tokens[i - 2]) || word(i - 2) == "out")) {
        const bool tests =
            about_tests(segment_of(s_, i)) || heading_tests || says_pass(word(i + 1)) || says_fail(word(i + 1));
        if (tests && asserted(i)) add(Topic::tests, Figure::total, *value, false, t.span, i);
        continue;
      }
      if (on(Rule::read_counts)) read_count_from(i, *value, no, heading_tests);
    }
    // "nothing failed", "no test failed"
    for (std::size_t i = 0; i + 1 < s_.tokens.size(); ++i) {
      if (!one_of(word(i), {"nothing", "none", "nichts"}) ||
          !one_of(word(i + 1), {"failed", "fails", "fehlgeschlagen"}))
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
  }

  void read_count_from(std::size_t i, std::int64_t value, bool no, bool heading_tests) {
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
      if (s_.tokens[j].kind == Kind::number) {
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
      if (no && !fail) break;
      // "Pass an agent to set the target" tells how to call something.
      if (pass && !tests && hands_over(j)) break;
      // "Two jobs remain, no failures": jobs of a service, not tests.
      if (no && !tests && !heading_tests && speaks_of_jobs()) break;
      // "three failure scenarios" counts scenarios.
      if (w == "failure" && value > 1) break;
      // "0 errors" speaks of tests only where tests are named.
      const bool own = tests || heading_tests || about_tests({0, s_.tokens.size()}) || pass || fail || skip;
      if (!own) break;
      // "10 passed, 4 pending": jobs that a service runs.
      if (!tests && !heading_tests && pending_jobs()) break;
      if (no && !tests && !one_of(w, {"failures", "failed", "failure", "failing", "fehlschläge"})) break;
      if (fail && !tests && one_of(w, {"failures", "failure"}) && !no && !about_tests({0, s_.tokens.size()}) &&
          !heading_tests && !near_counts(i))
        break;
      if (no ? asserted_none(i) : asserted(j))
        add(Topic::tests,
            pass   ? Figure::passed
            : fail ? Figure::failed
                   : Figure::skipped,
            value, whole(segment, i), s_.tokens[i].span, i);
      return;
    }
    // "40 passed, 42 in total".
    if (!no && word(i + 1) == "in" && word(i + 2) == "total" && near_counts(i)) {
      if (asserted(i)) add(Topic::tests, Figure::total, value, false, s_.tokens[i].span, i);
      return;
    }
    // "1,204 tests, 0 failures": a total. "Ran 12 tests"; "58 test files" counts files.
    const bool of_files = one_of(word(i + 2), {"files", "file", "suites", "classes", "modules", "packages"});
    if (tests && !no && !of_files &&
        (one_of(word(i > 0 ? i - 1 : 0), {"ran", "executed", "total"}) ||
         (segment.end < s_.tokens.size() && s_.tokens[segment.end].mark(",") && near_counts(i)))) {
      if (asserted(i)) add(Topic::tests, Figure::total, value, false, s_.tokens[i].span, i);
    }
  }

  /// "9 Swift tests", "40 slow browser tests": the noun comes after at most two other words.
  [[nodiscard]] bool tests_soon(std::size_t from) const {
    for (std::size_t j = from + 1; j < std::min(from + 3, s_.tokens.size()); ++j) {
      if (s_.tokens[j].kind != Kind::word) return false;
      if (counts_tests(word(j)) && !one_of(word(j), {"suite", "suites"})) return true;
    }
    return false;
  }

  /// "no failures" is itself the assertion: its "no" negates nothing else.
  [[nodiscard]] bool asserted_none(std::size_t i) const {
    return exemption_at(s_, {i, Nature::result, false}) == Exemption::none;
  }

  [[nodiscard]] bool pending_jobs() const {
    for (std::size_t j = 0; j + 1 < s_.tokens.size(); ++j) {
      if (number_of(s_.tokens[j]) && one_of(word(j + 1), {"pending", "queued", "running"})) return true;
    }
    return false;
  }

  [[nodiscard]] bool near_counts(std::size_t i) const {
    for (std::size_t j = 0; j < s_.tokens.size(); ++j) {
      if (j != i && number_of(s_.tokens[j]) &&
          (says_pass(word(j + 1)) || says_fail(word(j + 1)) || counts_tests(word(j + 1)) ||
           one_of(word(j + 1), {"errors", "skipped"})))
        return true;
    }
    return false;
  }

  [[nodiscard]] bool whole(Segment segment, std::size_t) const {
    for (std::size_t i = segment.begin; i < segment.end; ++i) {
      if (one_of(word(i), {"all", "every", "full", "entire", "whole", "alle", "sämtliche", "everything"})) return true;
    }
    return false;
  }

  void read_fraction(std::size_t i) {
    const auto& text = s_.tokens[i].text;
    const auto slash = text.find('/');
    Token left = s_.tokens[i];
    Token right = left;
    left.text = text.substr(0, slash);
    right.text = text.substr(slash + 1);
    const auto a = number_of(left);
    const auto b = number_of(right);
    if (!a || !b || *b == 0) return;
    const auto segment = wide(i);
    bool pass = false;
    for (std::size_t j = segment.begin; j < segment.end; ++j) {
      if (says_green(word(j)) || names_tests(word(j)) || s_.tokens[j].mark("tick")) pass = true;
    }
    if (one_of(word(i + 1), {"checks", "check", "tasks", "steps", "items", "files", "jobs", "rules", "endpoints",
                             "commits", "issues", "points", "criteria"}))
      return;
    if (s_.under.find("test") != std::string::npos) pass = true;
    // "the gate passed 13/13" counts what a gate checks.
    for (std::size_t j = segment.begin; j < segment.end; ++j) {
      if (one_of(word(j), {"gate", "gates", "checks", "tasks", "phases", "steps", "milestones", "requirements",
                           "reviewers", "criteria", "stages", "items", "rules", "jobs"}) &&
          !about_tests(segment))
        return;
    }
    if (!pass || !asserted(i)) return;
    const Span first{s_.tokens[i].span.begin, s_.tokens[i].span.begin + slash};
    add(Topic::tests, Figure::passed, *a, *a == *b, first, i);
    add(Topic::tests, Figure::total, *b, false, {first.end + 1, s_.tokens[i].span.end}, i);
  }

  /// "Passed: 12", "| failed | 0 |", "tests passed: 12".
  void read_labelled() {
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
      if (exemption_at(s_, {j, Nature::result, false}) != Exemption::none) continue;
      add(Topic::tests, pass ? Figure::passed : Figure::failed, *value, false, s_.tokens[j].span, j);
    }
  }

  struct Subject {
    Topic topic;
    std::size_t at;
  };

  /// "`go test ./...` is green": what the command in backticks is for.
  [[nodiscard]] std::optional<Topic> topic_of_command(std::size_t i) const {
    if (s_.tokens[i].kind != Kind::code) return std::nullopt;
    using evidence::Activity;
    const auto facts = evidence::read_command(s_.tokens[i].text);
    if (facts.does(Activity::test)) return Topic::tests;
    if (facts.does(Activity::lint)) return Topic::lint;
    if (facts.does(Activity::typecheck)) return Topic::typecheck;
    if (facts.does(Activity::build)) return Topic::build;
    return std::nullopt;
  }

  [[nodiscard]] std::vector<Subject> subjects() const {
    std::vector<Subject> found;
    for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
      if (const auto topic = topic_of_command(i)) {
        found.push_back({*topic, i});
        continue;
      }
      const auto w = word(i);
      if (names_tests(w) || (w == "ci" || w == "pipeline"))
        found.push_back({Topic::tests, i});
      else if (names_build(w))
        found.push_back({Topic::build, i});
      else if (names_lint(w))
        found.push_back({Topic::lint, i});
      else if (names_types(w) ||
               (w == "type" && one_of(word(i + 1), {"check", "checks", "checking", "checker", "error", "errors"})))
        found.push_back({Topic::typecheck, i});
    }
    return found;
  }

  [[nodiscard]] bool limited(Segment segment, std::size_t subject) const {
    if (!on(Exemption::partial)) return false;
    for (std::size_t i = segment.begin; i < segment.end; ++i) {
      // "26+ tests" gives no number.
      if (word(i).size() > 1 && word(i).back() == '+') return true;
      if (one_of(word(i), {"only", "except", "most", "some", "several", "half", "part", "nur", "few", "partially",
                           "mostly", "almost", "nearly", "apart", "many", "teilweise", "einige", "manche"}) &&
          !(word(i) == "only" && i > 0 && word(i - 1) == "not"))
        return true;
      if (one_of(word(i), {"of", "von"}) && i > 0 && i + 1 < segment.end && number_of(s_.tokens[i - 1]) &&
          (number_of(s_.tokens[i + 1]) || word(i + 1) == "the"))
        return true;
      if (i + 1 < segment.end && s_.tokens[i].kind == Kind::number &&
          s_.tokens[i].text.find('/') != std::string::npos) {
        const auto& text = s_.tokens[i].text;
        const auto slash = text.find('/');
        if (text.substr(0, slash) != text.substr(slash + 1)) return true;
      }
    }
    // "test 3 passed", "the login test passes" names one test.
    const bool command = subject > 0 && one_of(word(subject - 1), {"go", "cargo", "npm", "yarn", "pnpm", "bun", "swift",
                                                                   "dotnet", "make", "mix", "gradle", "mvn", "deno"});
    return word(subject) == "test" && !command && !whole(segment, subject) &&
           !one_of(word(subject + 1), {"suite", "run", "suites", ":", "|"});
  }

  /// "all tests pass", "the suite is green", "Build: ✅", "0 lint errors",
  /// "compiles without errors".
  void read_green() {
    for (const auto& subject : subjects()) {
      if (subject.topic == Topic::tests && whole_read_) continue;
      const auto segment = wide(subject.at);
      std::optional<std::size_t> verdict;
      bool tick_only = false;
      Segment reach = segment;
      // "Tests: all green", "✅ tests", "ran the suite … they pass"
      const bool label = segment.end < s_.tokens.size() && segment.end - segment.begin <= 3 &&
                         (s_.tokens[segment.end].mark(":") || s_.tokens[segment.end].mark("dash") ||
                          s_.tokens[segment.end].mark("(") || s_.tokens[segment.end].mark("arrow"));
      if (label) reach.end = segment_of(s_, std::min(segment.end + 1, s_.tokens.size() - 1)).end;
      for (std::size_t i = reach.begin; i < reach.end; ++i) {
        if (i == subject.at) continue;
        if (says_green(word(i)) && !verdict && !hands_over(i)) verdict = i;
        if (subject.topic == Topic::typecheck && one_of(word(i), {"check", "checks"}) && i == subject.at + 1)
          verdict = i;
        if (one_of(word(i), {"compiles", "compiled", "kompiliert"}) && !verdict) verdict = i;
        // "without errors", "no warnings", "0 errors", "keine Fehler"
        if (one_of(word(i), {"no", "without", "0", "zero", "keine", "ohne"}) &&
            (one_of(word(i + 1), {"error", "errors", "failures", "issues", "problems", "warnings", "complaints",
                                  "fehler", "warnungen", "violations"}) ||
             one_of(word(i + 2), {"error", "errors", "failures", "issues", "problems", "warnings", "fehler"}))) {
          // "no failures" is read with the counts.
          const bool counted = one_of(word(i + 1), {"failures"}) && !one_of(word(i), {"without", "ohne"});
          if (subject.topic != Topic::tests || !counted) verdict = i;
        }
        if (one_of(word(i), {"nothing", "none"}) && one_of(word(i + 1), {"broke", "breaks", "failed", "fails"}))
          verdict = i;
        if (s_.tokens[i].mark("tick")) tick_only = true;
      }
      if (!verdict &&
          one_of(word(subject.at),
                 {"compiles", "compiled", "kompiliert", "typechecks", "type-checks", "lints", "builds"}) &&
          !in_relative_clause(subject.at) && ends_or_qualifies(subject.at + 1))
        verdict = subject.at;
      const bool ticked = s_.ticked && (s_.tokens.size() <= 6 || tick_only) && !verdict;
      if (ticked) {
        const bool fail =
            std::ranges::any_of(s_.tokens, [](const Token& t) { return says_fail(t.text) || t.mark("cross"); });
        bool tick_near = s_.tokens.size() <= 6;
        for (std::size_t i = subject.at > 3 ? subject.at - 3 : 0; i < std::min(subject.at + 4, s_.tokens.size()); ++i)
          tick_near = tick_near || s_.tokens[i].mark("tick");
        if (!fail && tick_near) verdict = subject.at;
      }
      if (!verdict) continue;
      // "changed the tests to pass a function"
      if (*verdict > 0 && word(*verdict) == "pass" && word(*verdict - 1) == "to") continue;
      // "All tests now compile": no word about how they ran.
      if (subject.topic == Topic::tests && compiles_only(reach, *verdict)) continue;
      if (subject.topic == Topic::typecheck && word(subject.at) == "types" &&
          !one_of(word(*verdict), {"check", "pass", "clean", "passes", "green"}))
        continue;
      // A number before "tests pass" is a count; "all 42 tests pass" is both.
      if (subject.topic == Topic::tests && limited(segment, subject.at)) continue;
      if (subject.topic == Topic::tests && counted_not_whole(reach, *verdict) && !whole(reach, *verdict)) continue;
      const bool negative_idiom =
          one_of(word(*verdict), {"no", "without", "0", "zero", "keine", "ohne", "nothing", "none"});
      if (negative_idiom ? !asserted_none(*verdict) : !asserted(*verdict)) continue;
      const auto from = std::min(subject.at, *verdict);
      const auto to = std::max(subject.at, *verdict);
      add(subject.topic, Figure::green, 1, whole({reach.begin, std::max(reach.begin, subject.at)}, *verdict),
          {s_.tokens[from].span.begin, s_.tokens[to].span.end}, subject.at);
      if (subject.topic == Topic::tests) whole_read_ = true;
    }
  }

  /// "the map newSession builds": what is built, not how it went.
  [[nodiscard]] bool in_relative_clause(std::size_t at) const {
    const auto segment = segment_of(s_, at);
    if (word(at) != "builds" || at < segment.begin + 3) return false;
    return s_.tokens[at - 1].kind == Kind::word && s_.tokens[at - 2].kind == Kind::word &&
           one_of(word(at - 3), {"the", "a", "every", "what", "that"}) &&
           !one_of(word(at - 1), {"still", "now", "also", "that", "it", "everything", "code", "project", "app"}) &&
           at - 3 > segment.begin;
  }

  /// "It builds.", "builds cleanly"; not "builds with MkDocs".
  [[nodiscard]] bool ends_or_qualifies(std::size_t at) const {
    if (at >= s_.tokens.size() || s_.tokens[at].kind == Kind::mark) return true;
    if (one_of(word(at), {"with", "mit"})) return one_of(word(at + 1), {"no", "zero", "0", "only"});
    // "The docs builds now run on every version": builds as a noun.
    if (one_of(word(at), {"now", "again", "too"}) && at + 1 < s_.tokens.size() &&
        s_.tokens[at + 1].kind != Kind::mark && !ends_or_qualifies(at + 1))
      return false;
    return one_of(word(at), {"cleanly", "clean", "successfully", "fine", "without", "now", "again", "ok", "and", "ohne",
                             "properly", "correctly", "erfolgreich", "fehlerfrei", "too"});
  }

  /// "`pytest` passes the flag on" is no verdict.
  [[nodiscard]] bool hands_over(std::size_t at) const {
    return says_pass(word(at)) && one_of(word(at + 1), {"a", "an", "the", "it", "them", "this", "that", "these", "its",
                                                        "your", "any", "through"});
  }

  [[nodiscard]] bool compiles_only(Segment segment, std::size_t verdict) const {
    if (says_pass(word(verdict)) || one_of(word(verdict), {"green", "grün"})) return false;
    for (std::size_t i = segment.begin; i < segment.end; ++i) {
      if (one_of(word(i), {"compile", "compiles", "compiled", "build", "builds", "lint", "format", "typecheck"}))
        return true;
    }
    return false;
  }

  [[nodiscard]] bool counted_not_whole(Segment segment, std::size_t verdict) const {
    for (std::size_t i = segment.begin; i < verdict; ++i) {
      if (s_.tokens[i].kind == Kind::number || (s_.tokens[i].kind == Kind::code && number_of(s_.tokens[i])))
        return true;
    }
    return false;
  }

  /// "Everything is green", "green across the board", "alles grün".
  void read_bare_green() {
    if (whole_read_) return;
    for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
      if (!one_of(word(i), {"green", "grün", "pass", "passes", "passing", "passed"})) continue;
      const auto segment = segment_of(s_, i);
      bool all = false;
      for (std::size_t k = segment.begin; k < segment.end; ++k)
        all = all || one_of(word(k), {"everything", "everything's", "all", "alles", "board", "they"});
      if (!all || (one_of(word(i), {"pass", "passes", "passing", "passed"}) && !pronoun(segment, i))) continue;
      if (limited(segment, i) || !asserted(i)) continue;
      if (std::ranges::any_of(into_,
                              [&](const ResultClaim& c) { return c.sentence == index_ && c.figure == Figure::green; }))
        return;
      bare_ = true;
      add(Topic::tests, Figure::green, 1, true, {s_.tokens[segment.begin].span.begin, s_.tokens[i].span.end}, i);
      return;
    }
  }
  [[nodiscard]] bool pronoun(Segment segment, std::size_t at) const {
    for (std::size_t k = segment.begin; k < at; ++k) {
      if (one_of(word(k), {"they", "all", "everything"})) return segment.end - segment.begin <= 6;
    }
    return false;
  }

  const Sentence& s_;
  std::size_t index_;
  std::vector<ResultClaim>& into_;
  bool bare_ = false;
  bool whole_read_ = false;
};

}  // namespace

std::optional<Topic> topic_of(std::string_view w) {
  if (names_tests(w)) return Topic::tests;
  if (one_of(w, {"build", "builds", "build's", "compilation", "compiler", "compile"})) return Topic::build;
  if (names_lint(w) || one_of(w, {"vet", "gofmt", "golangci-lint", "lint's", "linter's", "rubocop", "biome"}))
    return Topic::lint;
  if (names_types(w) && w != "typescript" && w != "types") return Topic::typecheck;
  return std::nullopt;
}

bool good_verdict(std::string_view w) {
  return says_pass(w) || one_of(w, {"green", "clean", "cleanly", "successful", "grün", "sauber", "ok", "okay"});
}

std::vector<ResultClaim> read_results(const Sentence& sentence, std::size_t index) {
  std::vector<ResultClaim> claims;
  Reader(sentence, index, claims).read();
  if (on(Rule::read_listed_checks)) read_listed_checks(sentence, index, claims);
  return claims;
}

std::vector<ResultClaim> read_results(const Message& message) {
  std::vector<ResultClaim> claims;
  for (std::size_t i = 0; i < message.sentences.size(); ++i) {
    if (taken_back(message, i)) continue;
    for (auto& claim : read_results(message.sentences[i], i)) claims.push_back(claim);
  }
  return claims;
}

}  // namespace warrant::claims
