#include "warrant/evidence/command.hpp"

#include "shell_words.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace warrant::evidence {
namespace {

using Words = std::span<const std::string>;

constexpr int kMaxNesting = 4;

bool one_of(std::string_view word, std::initializer_list<std::string_view> set) {
  return std::ranges::find(set, word) != set.end();
}

std::string_view base_name(std::string_view word) {
  const auto slash = word.find_last_of("/\\");
  if (slash != std::string_view::npos && slash + 1 < word.size()) word.remove_prefix(slash + 1);
  for (const std::string_view ending : {".exe", ".cmd", ".bat"}) {
    if (word.ends_with(ending)) word.remove_suffix(ending.size());
  }
  return word;
}

bool assignment(std::string_view word) {
  const auto equals = word.find('=');
  if (equals == 0 || equals == std::string_view::npos) return false;
  return std::ranges::all_of(word.substr(0, equals), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

Words skip_options(Words words) {
  while (!words.empty() && words[0].starts_with("-")) {
    const bool last = words[0] == "--";
    words = words.subspan(1);
    if (last) break;
  }
  return words;
}

/// A program that starts another: how many words belong to it.
struct Wrapper {
  std::string_view name;
  std::string_view second;  ///< its subcommand; empty: none
  int operands;             ///< words after the options that are its own
};
constexpr auto kWrappers = std::to_array<Wrapper>({
    {"sudo", "", 0},
    {"env", "", 0},
    {"command", "", 0},
    {"exec", "", 0},
    {"nohup", "", 0},
    {"time", "", 0},
    {"nice", "", 0},
    {"timeout", "", 1},
    {"gtimeout", "", 1},
    {"stdbuf", "", 0},
    {"xargs", "", 0},
    {"npx", "", 0},
    {"bunx", "", 0},
    {"pnpx", "", 0},
    {"uvx", "", 0},
    {"pipx", "run", 0},
    {"uv", "run", 0},
    {"poetry", "run", 0},
    {"pipenv", "run", 0},
    {"pdm", "run", 0},
    {"rye", "run", 0},
    {"hatch", "run", 0},
    {"pixi", "run", 0},
    {"pnpm", "exec", 0},
    {"pnpm", "dlx", 0},
    {"yarn", "exec", 0},
    {"yarn", "dlx", 0},
    {"npm", "exec", 0},
    {"bun", "x", 0},
    {"bundle", "exec", 0},
    {"mise", "exec", 0},
    {"mise", "x", 0},
    {"asdf", "exec", 0},
    {"direnv", "exec", 1},
    {"conda", "run", 0},
    {"doppler", "run", 0},
    {"op", "run", 0},
    {"dotenv", "", 0},
    {"cross-env", "", 0},
    {"xvfb-run", "", 0},
    {"rtk", "", 0},
    {"docker", "exec", 1},
    {"docker", "run", 1},
    {"podman", "exec", 1},
    {"podman", "run", 1},
    {"docker-compose", "exec", 1},
    {"docker-compose", "run", 1},
    {"wsl", "", 0},
    {"arch", "", 0},
    {"caffeinate", "", 0},
    {"then", "", 0},
    {"do", "", 0},
    {"else", "", 0},
    {"if", "", 0},
    {"while", "", 0},
    {"until", "", 0},
    {"!", "", 0},
    {"{", "", 0},
    {"unbuffer", "", 0},
    {"script", "", 0},
    {"chronic", "", 0},
    {"ionice", "", 0},
    {"setsid", "", 0},
    {"builtin", "", 0},
    {"elif", "", 0},
});

/// Options of wrappers that take the next word.
bool takes_value(std::string_view wrapper, std::string_view option) {
  if (option.find('=') != std::string_view::npos) return false;
  if (wrapper == "uv") {
    return one_of(option, {"--with", "--extra", "--group", "--python", "-p", "--project", "--directory", "--env-file",
                           "--package"});
  }
  if (wrapper == "conda") return one_of(option, {"-n", "-p", "--name"});
  if (wrapper == "docker" || wrapper == "podman" || wrapper == "docker-compose") {
    return one_of(option, {"-v", "-w", "-e", "-p", "-u", "--name", "--network", "--volume", "--workdir", "--env",
                           "--user", "--entrypoint", "--platform", "-f"});
  }
  if (wrapper == "npx") return one_of(option, {"-p", "--package"});
  if (wrapper == "sudo") return one_of(option, {"-u", "-g"});
  if (wrapper == "timeout") return one_of(option, {"-k", "-s"});
  if (wrapper == "nice") return option == "-n";
  if (wrapper == "xargs") return one_of(option, {"-n", "-P", "-I", "-L", "-d"});
  if (wrapper == "dotenv") return one_of(option, {"-e", "-f"});
  return false;
}

/// The words of the program itself, or nothing when another wrapper step is not found.
std::optional<Words> unwrap_once(Words words) {
  if (words.empty()) return std::nullopt;
  if (assignment(words[0])) return words.subspan(1);
  const auto name = base_name(words[0]);
  if (name.starts_with("python") || name == "py" || name == "pypy3") {
    for (std::size_t i = 1; i < words.size() && words[i].starts_with("-"); ++i) {
      if (words[i] == "-m" && i + 1 < words.size()) return words.subspan(i + 1);
      if (words[i] == "-c") return std::nullopt;
    }
    return std::nullopt;
  }
  if (name == "docker" && words.size() > 2 && words[1] == "compose") {
    if (words[2] != "exec" && words[2] != "run") return std::nullopt;
    auto rest = words.subspan(3);
    while (!rest.empty() && rest[0].starts_with("-"))
      rest = rest.subspan(takes_value("docker", rest[0]) && rest.size() > 1 ? 2 : 1);
    return rest.empty() ? rest : rest.subspan(1);
  }
  for (const auto& wrapper : kWrappers) {
    if (name != wrapper.name) continue;
    std::size_t from = 1;
    if (!wrapper.second.empty()) {
      if (words.size() < 2 || words[1] != wrapper.second) continue;
      from = 2;
    }
    auto rest = words.subspan(from);
    while (!rest.empty() && (rest[0].starts_with("-") || assignment(rest[0]))) {
      if (rest[0] == "--") {
        rest = rest.subspan(1);
        break;
      }
      rest = rest.subspan(takes_value(wrapper.name, rest[0]) && rest.size() > 1 ? 2 : 1);
    }
    for (int i = 0; i < wrapper.operands && !rest.empty(); ++i) rest = rest.subspan(1);
    // mise names the tools before the "--".
    if (wrapper.name == "mise") {
      const auto dashes = std::ranges::find(rest, "--");
      if (dashes != rest.end()) rest = rest.subspan(static_cast<std::size_t>(dashes - rest.begin()) + 1);
    }
    return rest;
  }
  return std::nullopt;
}

Words unwrap(Words words) {
  for (int i = 0; i < 12; ++i) {
    const auto inner = unwrap_once(words);
    if (!inner) break;
    words = *inner;
  }
  return words;
}

/// What the name of a script or a task says: "test:unit", "lint", "type-check".
std::optional<Activity> by_task_name(std::string_view task) {
  const auto says = [&](std::string_view word) { return task.find(word) != std::string_view::npos; };
  if (says("lint") || says("clippy")) return Activity::lint;
  if (says("typecheck") || says("type-check") || says("tsc") || task == "types" || task == "check-types") {
    return Activity::typecheck;
  }
  if (says("test") || says("spec") || says("e2e") || says("coverage") || task == "check") return Activity::test;
  if (says("build") || says("compile") || task == "all") return Activity::build;
  if (says("deploy")) return Activity::deploy;
  if (says("publish") || says("release")) return Activity::publish;
  if (says("format") || says("fmt")) return Activity::lint;
  return std::nullopt;
}

/// What a program does, by its name and its first words.
struct Program {
  std::string_view name;
  std::string_view second;  ///< empty: whatever follows
  Activity activity;
};
constexpr auto kPrograms = std::to_array<Program>({
    {"pytest", "", Activity::test},
    {"py.test", "", Activity::test},
    {"unittest", "", Activity::test},
    {"nose2", "", Activity::test},
    {"tox", "", Activity::test},
    {"nox", "", Activity::test},
    {"jest", "", Activity::test},
    {"vitest", "", Activity::test},
    {"mocha", "", Activity::test},
    {"ava", "", Activity::test},
    {"tape", "", Activity::test},
    {"tap", "", Activity::test},
    {"c8", "", Activity::test},
    {"nyc", "", Activity::test},
    {"cypress", "run", Activity::test},
    {"playwright", "test", Activity::test},
    {"bun", "test", Activity::test},
    {"deno", "test", Activity::test},
    {"node", "--test", Activity::test},
    {"react-scripts", "test", Activity::test},
    {"ng", "test", Activity::test},
    {"karma", "start", Activity::test},
    {"go", "test", Activity::test},
    {"gotestsum", "", Activity::test},
    {"ginkgo", "", Activity::test},
    {"cargo", "test", Activity::test},
    {"cargo", "t", Activity::test},
    {"cargo", "nextest", Activity::test},
    {"cargo", "tarpaulin", Activity::test},
    {"cargo", "llvm-cov", Activity::test},
    {"rspec", "", Activity::test},
    {"phpunit", "", Activity::test},
    {"pest", "", Activity::test},
    {"artisan", "test", Activity::test},
    {"dotnet", "test", Activity::test},
    {"swift", "test", Activity::test},
    {"ctest", "", Activity::test},
    {"meson", "test", Activity::test},
    {"bats", "", Activity::test},
    {"prove", "", Activity::test},
    {"mix", "test", Activity::test},
    {"bazel", "test", Activity::test},
    {"sbt", "test", Activity::test},
    {"lein", "test", Activity::test},
    {"flutter", "test", Activity::test},
    {"dart", "test", Activity::test},
    {"zig", "test", Activity::test},
    {"stack", "test", Activity::test},
    {"cabal", "test", Activity::test},
    {"forge", "test", Activity::test},
    {"busted", "", Activity::test},
    {"tsc", "", Activity::typecheck},
    {"tsgo", "", Activity::typecheck},
    {"vue-tsc", "", Activity::typecheck},
    {"mypy", "", Activity::typecheck},
    {"pyright", "", Activity::typecheck},
    {"basedpyright", "", Activity::typecheck},
    {"ty", "check", Activity::typecheck},
    {"pyre", "", Activity::typecheck},
    {"svelte-check", "", Activity::typecheck},
    {"astro", "check", Activity::typecheck},
    {"deno", "check", Activity::typecheck},
    {"sorbet", "", Activity::typecheck},
    {"phpstan", "", Activity::typecheck},
    {"psalm", "", Activity::typecheck},
    {"dialyzer", "", Activity::typecheck},
    {"eslint", "", Activity::lint},
    {"biome", "", Activity::lint},
    {"ruff", "", Activity::lint},
    {"flake8", "", Activity::lint},
    {"pylint", "", Activity::lint},
    {"black", "", Activity::lint},
    {"isort", "", Activity::lint},
    {"prettier", "", Activity::lint},
    {"stylelint", "", Activity::lint},
    {"oxlint", "", Activity::lint},
    {"golangci-lint", "", Activity::lint},
    {"staticcheck", "", Activity::lint},
    {"gofmt", "", Activity::lint},
    {"go", "vet", Activity::lint},
    {"cargo", "clippy", Activity::lint},
    {"cargo", "fmt", Activity::lint},
    {"rubocop", "", Activity::lint},
    {"standardrb", "", Activity::lint},
    {"shellcheck", "", Activity::lint},
    {"shfmt", "", Activity::lint},
    {"hadolint", "", Activity::lint},
    {"actionlint", "", Activity::lint},
    {"markdownlint", "", Activity::lint},
    {"pre-commit", "run", Activity::lint},
    {"clang-tidy", "", Activity::lint},
    {"clang-format", "", Activity::lint},
    {"ktlint", "", Activity::lint},
    {"swiftlint", "", Activity::lint},
    {"credo", "", Activity::lint},
    {"deno", "lint", Activity::lint},
    {"cargo", "build", Activity::build},
    {"cargo", "b", Activity::build},
    {"cargo", "check", Activity::build},
    {"cargo", "install", Activity::build},
    {"go", "build", Activity::build},
    {"go", "install", Activity::build},
    {"ninja", "", Activity::build},
    {"cmake", "--build", Activity::build},
    {"meson", "compile", Activity::build},
    {"gcc", "", Activity::build},
    {"g++", "", Activity::build},
    {"clang", "", Activity::build},
    {"clang++", "", Activity::build},
    {"cc", "", Activity::build},
    {"rustc", "", Activity::build},
    {"javac", "", Activity::build},
    {"kotlinc", "", Activity::build},
    {"dotnet", "build", Activity::build},
    {"dotnet", "publish", Activity::build},
    {"msbuild", "", Activity::build},
    {"swift", "build", Activity::build},
    {"xcodebuild", "", Activity::build},
    {"vite", "build", Activity::build},
    {"webpack", "", Activity::build},
    {"rollup", "", Activity::build},
    {"esbuild", "", Activity::build},
    {"tsup", "", Activity::build},
    {"next", "build", Activity::build},
    {"nuxt", "build", Activity::build},
    {"astro", "build", Activity::build},
    {"ng", "build", Activity::build},
    {"docker", "build", Activity::build},
    {"docker", "buildx", Activity::build},
    {"podman", "build", Activity::build},
    {"bazel", "build", Activity::build},
    {"mix", "compile", Activity::build},
    {"zig", "build", Activity::build},
    {"flutter", "build", Activity::build},
    {"hugo", "", Activity::build},
    {"uv", "build", Activity::build},
    {"poetry", "build", Activity::build},
    {"build", "", Activity::build},
    {"bun", "build", Activity::build},
    {"forge", "build", Activity::build},
    {"stack", "build", Activity::build},
    {"vercel", "", Activity::deploy},
    {"netlify", "deploy", Activity::deploy},
    {"firebase", "deploy", Activity::deploy},
    {"wrangler", "deploy", Activity::deploy},
    {"wrangler", "publish", Activity::deploy},
    {"wrangler", "pages", Activity::deploy},
    {"fly", "deploy", Activity::deploy},
    {"flyctl", "deploy", Activity::deploy},
    {"railway", "up", Activity::deploy},
    {"kubectl", "apply", Activity::deploy},
    {"kubectl", "rollout", Activity::deploy},
    {"helm", "upgrade", Activity::deploy},
    {"helm", "install", Activity::deploy},
    {"terraform", "apply", Activity::deploy},
    {"tofu", "apply", Activity::deploy},
    {"pulumi", "up", Activity::deploy},
    {"serverless", "deploy", Activity::deploy},
    {"sam", "deploy", Activity::deploy},
    {"cdk", "deploy", Activity::deploy},
    {"surge", "", Activity::deploy},
    {"gh-pages", "", Activity::deploy},
    {"cap", "", Activity::deploy},
    {"kamal", "deploy", Activity::deploy},
    {"ansible-playbook", "", Activity::deploy},
    {"npm", "publish", Activity::publish},
    {"pnpm", "publish", Activity::publish},
    {"yarn", "publish", Activity::publish},
    {"cargo", "publish", Activity::publish},
    {"twine", "upload", Activity::publish},
    {"uv", "publish", Activity::publish},
    {"poetry", "publish", Activity::publish},
    {"gem", "push", Activity::publish},
    {"docker", "push", Activity::publish},
    {"goreleaser", "", Activity::publish},
    {"semantic-release", "", Activity::publish},
    {"coverage", "report", Activity::coverage},
});

/// Programs that run a task named by their words.
bool runs_tasks(std::string_view name) {
  return one_of(name,
                {"make", "gmake",  "just",    "task", "rake", "invoke", "inv",  "nx",  "turbo", "lerna",  "mvn",
                 "mvnw", "gradle", "gradlew", "ant",  "sbt",  "grunt",  "gulp", "poe", "moon",  "wireit", "composer"});
}
bool runs_scripts(std::string_view name) {
  return one_of(name, {"npm", "pnpm", "yarn", "bun", "mise", "deno", "lerna"});
}

std::vector<Activity> activities_of_tasks(std::string_view name, Words words) {
  std::vector<Activity> found;
  const bool maven = name == "mvn" || name == "mvnw";
  const bool gradle = name == "gradle" || name == "gradlew";
  bool skips_tests = false;
  bool named = false;
  for (const auto& word : words) {
    if (word.starts_with("-")) {
      skips_tests = skips_tests || word.starts_with("-DskipTests") || word == "-Dmaven.test.skip=true" || word == "-x";
      continue;
    }
    if (assignment(word)) continue;
    named = true;
    if ((maven && one_of(word, {"test", "verify", "install", "package", "integration-test", "deploy"})) ||
        (gradle && (word == "build" || word.ends_with(":build") || word == "check" || word.ends_with(":check")))) {
      if (!skips_tests) found.push_back(Activity::test);
      if (word != "test") found.push_back(Activity::build);
      continue;
    }
    if (const auto activity = by_task_name(word)) found.push_back(*activity);
  }
  if (!named && one_of(name, {"make", "gmake", "just"})) found.push_back(Activity::build);
  return found;
}

/// `npm run test:unit`, `yarn lint`, `pnpm -r build`, `mise run build lint`.
std::vector<Activity> activities_of_script(std::string_view name, Words words) {
  while (!words.empty() && words[0].starts_with("-")) {
    words =
        words.subspan(one_of(words[0], {"-w", "--workspace", "--filter", "-F", "--prefix", "-C", "--dir", "--cwd"}) &&
                              words.size() > 1
                          ? 2
                          : 1);
  }
  if (words.empty()) return {};
  const bool runs = one_of(words[0], {"run", "run-script", "r", "task"});
  if (!runs && name == "mise") return {};
  if (runs) words = skip_options(words.subspan(1));
  if (words.empty()) return {};
  if (!runs && one_of(words[0],
                      {"install", "i", "ci", "add", "remove", "publish", "exec", "x", "dlx", "why", "ls", "version"})) {
    return {};
  }
  std::vector<Activity> found;
  for (const auto& word : words) {
    if (word.starts_with("-")) break;
    if (const auto activity = by_task_name(word)) found.push_back(*activity);
    if (name != "mise") break;
  }
  if (!runs && name == "npm" && words[0] == "t") found.push_back(Activity::test);
  return found;
}

std::vector<Activity> activities_of_git(Words words) {
  while (!words.empty() && words[0].starts_with("-"))
    words = words.subspan(one_of(words[0], {"-C", "-c"}) && words.size() > 1 ? 2 : 1);
  if (words.empty()) return {};
  if (one_of(words[0], {"commit", "merge", "cherry-pick", "revert", "rebase", "am"})) return {Activity::commit};
  if (words[0] == "push") return {Activity::push};
  return {};
}

std::vector<Activity> activities_of(Words words) {
  if (words.empty()) return {};
  const auto name = base_name(words[0]);
  auto rest = words.subspan(1);
  if (name == "git") return activities_of_git(rest);
  if (name == "gh" || name == "glab") {
    if (rest.size() > 1 && (rest[0] == "pr" || rest[0] == "mr") && one_of(rest[1], {"create", "new"})) {
      return {Activity::pull_request};
    }
    if (rest.size() > 1 && rest[0] == "release" && rest[1] == "create") return {Activity::publish};
    return {};
  }
  if (name == "cargo") {
    while (!rest.empty() && (rest[0].starts_with("+") || rest[0].starts_with("-"))) rest = rest.subspan(1);
  }
  if (name == "gcloud" && std::ranges::find(rest, "deploy") != rest.end()) return {Activity::deploy};
  if (name == "php" && !rest.empty()) return activities_of(rest);
  if (name == "rails" && !rest.empty()) return activities_of_tasks(name, rest);
  if (name == "manage.py" ||
      ((name.starts_with("python") || name == "node") && !rest.empty() && !rest[0].starts_with("-"))) {
    if (const auto script = base_name(rest.empty() ? name : std::string_view(rest[0]));
        script == "manage.py" && rest.size() > 1) {
      return rest[1] == "test" ? std::vector{Activity::test} : std::vector<Activity>{};
    }
  }
  for (const auto& program : kPrograms) {
    if (program.name != name) continue;
    if (program.second.empty() || std::ranges::find(rest, program.second) != rest.end()) {
      const bool second_first = program.second.empty() || program.second.starts_with("--") ||
                                (!skip_options(rest).empty() && skip_options(rest)[0] == program.second);
      if (second_first) return {program.activity};
    }
  }
  if (runs_scripts(name)) return activities_of_script(name, rest);
  if (runs_tasks(name)) return activities_of_tasks(name, rest);
  // A script of the project is known by its own name: ./run_tests.sh, scripts/deploy.sh.
  if (words[0].find('/') != std::string::npos || one_of(name, {"bash", "sh", "zsh"})) {
    const auto script =
        one_of(name, {"bash", "sh", "zsh"}) && !skip_options(rest).empty() ? base_name(skip_options(rest)[0]) : name;
    if (script.ends_with(".sh") || words[0].starts_with("./")) {
      if (const auto activity = by_task_name(script)) return {*activity};
    }
  }
  return {};
}

/// Where an agent's host keeps what a command in its background prints: ".../tasks/NAME.output".
bool task_log(std::string_view word) {
  return word.ends_with(".output") && word.find("/tasks/") != std::string_view::npos;
}

/// Programs whose output is the text of something else.
bool shows(Words words) {
  if (words.empty()) return true;
  const auto name = base_name(words[0]);
  if (one_of(name, {"cat", "head", "tail"}) && std::ranges::any_of(words, task_log)) return false;
  if (one_of(name, {"cat",
                    "head",
                    "tail",
                    "less",
                    "more",
                    "grep",
                    "egrep",
                    "fgrep",
                    "rg",
                    "ag",
                    "sed",
                    "awk",
                    "gawk",
                    "echo",
                    "printf",
                    "nl",
                    "bat",
                    "find",
                    "fd",
                    "ls",
                    "tree",
                    "wc",
                    "sort",
                    "uniq",
                    "cut",
                    "tr",
                    "diff",
                    "jq",
                    "yq",
                    "curl",
                    "wget",
                    "xxd",
                    "od",
                    "strings",
                    "column",
                    "cd",
                    "pushd",
                    "popd",
                    "true",
                    ":",
                    "pwd",
                    "date",
                    "sleep",
                    "export",
                    "set",
                    "source",
                    ".",
                    "unset",
                    "test",
                    "[",
                    "[[",
                    "done",
                    "fi",
                    "}",
                    "for",
                    "mkdir",
                    "touch",
                    "cp",
                    "mv",
                    "rm",
                    "chmod",
                    "type",
                    "which",
                    "journalctl",
                    "Get-Content",
                    "gc",
                    "Select-String",
                    "Write-Output",
                    "Write-Host",
                    "dir",
                    "file",
                    "stat",
                    "tee",
                    "zcat",
                    "history",
                    "env",
                    "return",
                    "exit",
                    "wait",
                    "kill",
                    "read",
                    "local",
                    "declare",
                    "shift",
                    "break",
                    "continue",
                    "function",
                    "esac",
                    "case"})) {
    return true;
  }
  if (name == "git") return activities_of(words).empty();
  if (name == "gh" || name == "glab") return activities_of(words).empty();
  if (name == "docker" || name == "kubectl") return words.size() > 1 && words[1] == "logs";
  return false;
}

/// The words of a test command that name a part of the suite, joined.
std::string selection_of(std::string_view name, Words words) {
  std::string picked;
  const auto pick = [&](std::string_view word) {
    if (!picked.empty()) picked += ' ';
    picked += word;
  };
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const bool joined = word.find('=') != std::string_view::npos;
    const auto option = word.substr(0, word.find('='));
    if (option.starts_with("-")) {
      const bool selecting = (one_of(option, {"-k",
                                              "--lf",
                                              "--last-failed",
                                              "--testNamePattern",
                                              "--findRelatedTests",
                                              "--testPathPattern",
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
                                              "--testPathPatterns",
                                              "--related"}) &&
                              !(name == "node" && option == "--test") && !(name == "vitest" && option == "--run")) ||
                             (option == "-m" && name == "pytest") ||
                             (option == "-t" && one_of(name, {"jest", "vitest", "npm", "pnpm", "yarn", "bun"})) ||
                             (option == "-p" && name == "cargo") ||
                             (one_of(option, {"-R", "-L", "-E"}) && name == "ctest") ||
                             (option == "-e" && name == "rspec");
      if (selecting) {
        pick(word);
        if (!joined && i + 1 < words.size() && !one_of(option, {"--lf", "--last-failed", "--lib", "--onlyChanged"}))
          pick(words[++i]);
      } else if (!joined && one_of(option, {"-n",          "--maxfail",
                                            "--tb",        "-o",
                                            "--rootdir",   "-c",
                                            "--cov",       "-count",
                                            "-timeout",    "-j",
                                            "--durations", "-W",
                                            "--config",    "--reporter",
                                            "-f",          "--format",
                                            "--test-dir",  "-C",
                                            "--features",  "--target",
                                            "--profile",   "-coverprofile",
                                            "-tags",       "-parallel",
                                            "--color",     "--test-threads"})) {
        ++i;  // the value of an option is no selection
      }
      continue;
    }
    if (word.find("::") != std::string_view::npos) {
      pick(word);
    } else if (one_of(name, {"pytest", "py.test", "jest", "vitest", "mocha", "rspec", "phpunit", "bats"})) {
      if (!one_of(word,
                  {"run", "watch", ".", "./", "tests", "tests/", "test", "test/", "spec", "spec/", "src", "src/"}))
        pick(word);
    } else if (name == "go" && i > 1) {
      if (word != "./..." && word != "...") pick(word);
    } else if ((name == "cargo" && i > 1 && !one_of(word, {"run", "nextest", "test"})) || (name == "mix" && i > 1)) {
      pick(word);
    }
  }
  return picked;
}

bool lists_only(std::string_view name, Words words) {
  return std::ranges::any_of(words, [&](const std::string& word) {
    if (one_of(word, {"--collect-only", "--co", "--listTests", "--list-tests", "--dry-run", "--no-run", "--list",
                      "--gtest_list_tests", "-list", "--plan"})) {
      return true;
    }
    return word == "-N" && name == "ctest";
  });
}

bool ends_true(Words words) {
  return !words.empty() && one_of(words[0], {"true", ":", "exit", "echo", "printf", "cat", "tail", "head", "return"});
}

class Reader {
 public:
  CommandFacts read(std::string_view command) {
    walk(command, 0);
    facts_.caveats = caveats_;
    // A command cut short with an ellipsis may do anything.
    const bool abridged = command.ends_with("\xe2\x80\xa6") || command.ends_with("...");
    if (saw_step_ && only_shows_ && !abridged) facts_.caveats.add(Caveat::only_shown);
    return std::move(facts_);
  }

 private:
  void walk(std::string_view command, int depth) {
    const auto steps = part_command(command);
    bool pipefail = false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const auto words = unwrap(steps[i].words);
      if (words.empty()) continue;
      const auto name = base_name(words[0]);
      if (name == "set" && std::ranges::find(words, "pipefail") != words.end()) pipefail = true;
      if (name == "set" && words.size() > 1 && words[1].find('o') != std::string::npos && words.back() == "pipefail")
        pipefail = true;
      if (name == "cd" && words.size() > 1) facts_.directory = words[1];
      if (const auto* script = inner_script(name, words); script != nullptr && depth < kMaxNesting) {
        const std::size_t before = facts_.activities.size();
        walk(*script, depth + 1);
        if (facts_.activities.size() > before) masking(steps, i, pipefail);
        continue;
      }
      if (name != "cd" && name != "set" && name != "export") saw_step_ = true;
      if (!shows(words)) only_shows_ = false;
      const auto found = activities_of(words);
      if (found.empty()) continue;
      for (const auto activity : found) {
        if (!facts_.does(activity)) facts_.activities.push_back(activity);
      }
      if (std::ranges::find(found, Activity::test) != found.end()) {
        facts_.selection = selection_of(name, words);
        if (!facts_.selection.empty()) caveats_.add(Caveat::filtered);
      }
      if (lists_only(name, words)) caveats_.add(Caveat::collect_only);
      masking(steps, i, pipefail);
    }
  }

  static const std::string* inner_script(std::string_view name, Words words) {
    const bool shell =
        one_of(name, {"bash", "sh", "zsh", "dash", "fish", "powershell", "pwsh", "cmd", "nix-shell", "nix", "su"});
    if (!shell) return nullptr;
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
      if (one_of(words[i], {"-c", "-lc", "-ic", "-ec", "-lic", "-Command", "-command", "/c", "--run", "-euc", "-exc"}))
        return &words[i + 1];
      if (!words[i].starts_with("-") && name != "nix") break;
    }
    return nullptr;
  }

  void masking(const std::vector<Step>& steps, std::size_t i, bool pipefail) {
    for (std::size_t at = i; at < steps.size(); ++at) {
      const bool more = at + 1 < steps.size();
      switch (steps[at].link) {
        case Link::end: return;
        case Link::background: caveats_.add(Caveat::background); return;
        case Link::pipe:
          if (!pipefail && more) caveats_.add(Caveat::masked_exit);
          break;
        case Link::or_else:
          if (more && ends_true(unwrap(steps[at + 1].words))) caveats_.add(Caveat::masked_exit);
          break;
        case Link::then:
          if (more) caveats_.add(Caveat::masked_exit);
          return;
        case Link::and_then: return;
      }
    }
  }

  CommandFacts facts_{.activities = {}, .caveats = {}, .directory = {}, .selection = {}};
  Caveats caveats_;
  bool saw_step_ = false;
  bool only_shows_ = true;
};

}  // namespace

bool CommandFacts::does(Activity activity) const noexcept {
  return std::ranges::find(activities, activity) != activities.end();
}

CommandFacts read_command(std::string_view command) { return Reader().read(command); }

}  // namespace warrant::evidence
