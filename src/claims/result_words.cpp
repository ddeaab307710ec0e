#include "listed_checks.hpp"
#include "result_reader.hpp"

namespace warrant::claims {

bool names_tests(std::string_view w) {
  return one_of(w, {"test",       "tests",        "suite",      "suites",    "testsuite", "spec",   "specs",
                    "example",    "examples",     "pytest",     "jest",      "vitest",    "mocha",  "ctest",
                    "unittest",   "unittests",    "googletest", "gtest",     "catch2",    "rspec",  "phpunit",
                    "testlauf",   "testfälle",    "testfall",   "pruebas",   "testes",    "testen", "testler",
                    "unit-tests", "tests_passed", "test-suite", "testcases", "e2e",       "e2es"});
}
bool counts_tests(std::string_view w) { return names_tests(w) || one_of(w, {"assertions", "scenarios"}); }
bool names_build(std::string_view w) {
  return one_of(w, {"build", "builds", "compile", "compiles", "compiled", "compilation", "kompiliert", "baut"});
}
bool names_lint(std::string_view w) {
  return one_of(
      w, {"lint",     "linter",     "linting", "lints",    "eslint",     "ruff",         "clippy",        "flake8",
          "pylint",   "clang-tidy", "linters", "prettier", "shellcheck", "rubocop",      "golangci-lint", "stylelint",
          "hadolint", "yamllint",   "biome",   "oxlint",   "tflint",     "ansible-lint", "markdownlint"});
}
bool names_types(std::string_view w) {
  return one_of(w, {"typecheck", "typechecks", "type-check", "type-checks", "types", "mypy", "tsc", "pyright",
                    "typechecking", "type-checking", "typescript"});
}
bool says_pass(std::string_view w) {
  return one_of(
      w, {"pass",     "passed",  "passes",        "passing",   "succeed",   "succeeds",    "succeeded", "bestanden",
          "bestehen", "besteht", "durchgelaufen", "pasan",     "passent",   "pasaron",     "passaram",  "passam",
          "passou",   "passano", "superati",      "aprobados", "aprobadas", "réussissent", "geslaagd",  "slagen"});
}
bool says_fail(std::string_view w) {
  return one_of(w, {"fail", "failed", "fails", "failing", "failure", "failures", "fehlgeschlagen", "fehlschläge",
                    "fehlern", "fehlgeschlagene", "broken", "durchgefallen"});
}
bool says_green(std::string_view w) {
  return says_pass(w) ||
         one_of(w, {"green",      "clean",     "cleanly", "successful", "successfully", "grün", "erfolgreich",
                    "fehlerfrei", "fehlerlos", "agree",   "satisfied",  "pleased",      "ok",   "okay",
                    "fine",       "happy",     "success", "sauber",     "durch",        "verde"});
}

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

}  // namespace warrant::claims
