// Which tests a test command names, and whether it runs them at all.
#include "command_parts.hpp"

#include <algorithm>

namespace warrant::evidence {
namespace {

/// Options that pick a part of the suite, whichever runner reads them.
bool selects(std::string_view name, std::string_view option) {
  if (name == "node" && option == "--test") return false;
  if (name == "vitest" && option == "--run") return false;
  if (one_of(option, {"-k",
                      "--lf",
                      "--last-failed",
                      "--testNamePattern",
                      "--findRelatedTests",
                      "--testPathPattern",
                      "--testPathPatterns",
                      "--onlyChanged",
                      "-run",
                      "--run",
                      "-test.run",
                      "--grep",
                      "-g",
                      "--filter",
                      "--tests",
                      "--gtest_filter",
                      "--lib",
                      "--test",
                      "--bin",
                      "-Dtest",
                      "-pl",
                      "--only",
                      "--changed",
                      "--test-name-pattern",
                      "--example",
                      "--related",
                      "--shard",
                      "--testsuite",
                      "--group"})) {
    return true;
  }
  if (option == "-m") return name == "pytest";
  if (option == "-t") return one_of(name, {"jest", "vitest", "npm", "pnpm", "yarn", "bun", "rspec"});
  if (option == "-p" || option == "--package") return name == "cargo";
  if (one_of(option, {"-R", "-L", "-E"})) return name == "ctest";
  if (option == "-e") return name == "rspec";
  return option == "-f" && name == "bats";
}

/// Selecting options without a value of their own.
bool stands_alone(std::string_view option) {
  return one_of(option, {"--lf", "--last-failed", "--lib", "--onlyChanged"});
}

/// Options whose next word is their value and no test. The letters mean other things elsewhere.
bool takes_value(std::string_view name, std::string_view option) {
  if (option == "-p") return name == "pytest" || name == "py.test";
  if (option == "-R" || option == "-u" || option == "-r" || option == "-t") return name == "mocha";
  return one_of(option, {"-n",
                         "--numprocesses",
                         "--maxfail",
                         "--max-failures",
                         "--tb",
                         "-o",
                         "--rootdir",
                         "-c",
                         "--cov",
                         "--cov-report",
                         "--cov-config",
                         "--junitxml",
                         "--junit-xml",
                         "--basetemp",
                         "--dist",
                         "--timeout",
                         "--testTimeout",
                         "--reruns",
                         "--log-level",
                         "--log-cli-level",
                         "--import-mode",
                         "--capture",
                         "--confcutdir",
                         "-count",
                         "-timeout",
                         "-j",
                         "--jobs",
                         "--parallel",
                         "--durations",
                         "-W",
                         "--config",
                         "--configuration",
                         "--bootstrap",
                         "--log-junit",
                         "--reporter",
                         "--outputFile",
                         "--format",
                         "--formatter",
                         "-f",
                         "--seed",
                         "--test-dir",
                         "-C",
                         "--preset",
                         "--manifest-path",
                         "--target-dir",
                         "--features",
                         "--target",
                         "--profile",
                         "-coverprofile",
                         "-coverpkg",
                         "-covermode",
                         "-ldflags",
                         "-tags",
                         "-parallel",
                         "-cpu",
                         "--color",
                         "--retries",
                         "--workers",
                         "--pool",
                         "--require",
                         "--ui",
                         "--test-threads"});
}

/// A word that is no option: a file, a package, a name.
bool names_part(std::string_view name, std::string_view word, std::size_t at) {
  if (word.find("::") != std::string_view::npos) return true;
  if (one_of(name, {"pytest", "py.test", "jest", "vitest", "mocha", "rspec", "phpunit", "bats"})) {
    return !one_of(word,
                   {"run", "watch", ".", "./", "tests", "tests/", "test", "test/", "spec", "spec/", "src", "src/"});
  }
  if (name == "bun" || name == "deno") return at > 1 && !one_of(word, {"test", "run", ".", "./", "tests", "src"});
  // "npm test -- src/a.test.ts": a script's own words name no file.
  if (one_of(name, {"npm", "pnpm", "yarn"})) return at > 1 && word.find(".test.") != std::string_view::npos;
  if (name == "unittest") return !one_of(word, {"discover", "tests", "test", "."});
  if (name == "go") return at > 1 && word != "./..." && word != "...";
  if (name == "cargo") return at > 1 && !one_of(word, {"run", "nextest", "test"});
  return name == "mix" && at > 1;
}

}  // namespace

std::string selection_of(std::string_view name, Words words) {
  std::string picked;
  // A script of its own is no suite.
  if ((name.starts_with("python") || name == "node" || name == "ruby") && words.size() > 1 &&
      !words[1].starts_with("-") && base_name(words[1]) != "manage.py")
    return words[1];
  const auto pick = [&](std::string_view word) {
    if (!picked.empty()) picked += ' ';
    picked += word;
  };
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (!word.starts_with("-")) {
      if (names_part(name, word, i)) pick(word);
      continue;
    }
    const bool joined = word.find('=') != std::string_view::npos;
    const auto option = word.substr(0, word.find('='));
    const bool more = !joined && i + 1 < words.size();
    // "unittest discover -s tests/unit -p 'test_*.py'"
    if (name == "unittest" && more && one_of(option, {"-s", "--start-directory", "-p", "--pattern", "-t"})) {
      if (option.starts_with("-s") && names_part(name, words[i + 1], i + 1)) pick(words[i + 1]);
      ++i;
      continue;
    }
    if (selects(name, option)) {
      pick(word);
      if (more && !stands_alone(option)) pick(words[++i]);
    } else if (more && takes_value(name, option)) {
      ++i;
    }
  }
  return picked;
}

bool lists_only(std::string_view name, Words words) {
  return std::ranges::any_of(words, [&](const std::string& word) {
    if (word.starts_with("--dry-run=") && word != "--dry-run=none") return true;
    if (one_of(word, {"--collect-only", "--co", "--listTests", "--list-tests", "--dry-run", "--no-run", "--list",
                      "--gtest_list_tests", "-list", "--plan"})) {
      return true;
    }
    return (word == "-N" || word == "--show-only") && name == "ctest";
  });
}

}  // namespace warrant::evidence
