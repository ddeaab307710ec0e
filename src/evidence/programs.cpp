// What a program does, by its name and its first words.
#include "command_parts.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace warrant::evidence {
namespace {

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
  if (says("format") || says("fmt") || task == "fix" || task.starts_with("fix:")) return Activity::lint;
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
    {"vp", "test", Activity::test},
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
    {"jasmine", "", Activity::test},
    {"karma", "run", Activity::test},
    {"cucumber", "", Activity::test},
    {"cucumber-js", "", Activity::test},
    {"behave", "", Activity::test},
    {"robot", "", Activity::test},
    {"parallel_rspec", "", Activity::test},
    {"parallel_test", "", Activity::test},
    {"elm-test", "", Activity::test},
    {"gleam", "test", Activity::test},
    {"wdio", "run", Activity::test},
    {"testcafe", "", Activity::test},
    {"detox", "test", Activity::test},
    {"nunit3-console", "", Activity::test},
    {"vstest.console", "", Activity::test},
    {"pyrefly", "check", Activity::typecheck},
    {"mix", "dialyzer", Activity::typecheck},
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
    {"read_lints", "", Activity::lint},
    {"biome", "", Activity::lint},
    {"ruff", "", Activity::lint},
    {"flake8", "", Activity::lint},
    {"pylint", "", Activity::lint},
    {"black", "", Activity::lint},
    {"isort", "", Activity::lint},
    {"prettier", "", Activity::lint},
    {"stylelint", "", Activity::lint},
    {"oxlint", "", Activity::lint},
    {"ultracite", "", Activity::lint},
    {"xo", "", Activity::lint},
    {"standard", "", Activity::lint},
    {"vp", "check", Activity::lint},
    {"vp", "lint", Activity::lint},
    {"vp", "fmt", Activity::lint},
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
    {"mix", "credo", Activity::lint},
    {"mix", "format", Activity::lint},
    {"dart", "analyze", Activity::lint},
    {"dart", "format", Activity::lint},
    {"flutter", "analyze", Activity::lint},
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
    {"vp", "build", Activity::build},
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
    {"sphinx-build", "", Activity::build},
    {"sphinx", "", Activity::build},
    {"sphinx.cmd.build", "", Activity::build},
    {"py_compile", "", Activity::build},
    {"compileall", "", Activity::build},
    {"node", "--check", Activity::build},
    {"mkdocs", "build", Activity::build},
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
  bool named = false;
  // What leaves the tests out may stand before the goal or behind it.
  bool skips_tests = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool excludes = one_of(words[i], {"-x", "--exclude-task"}) && i + 1 < words.size() &&
                          (words[i + 1] == "test" || words[i + 1].ends_with(":test") || words[i + 1] == "check");
    skips_tests = skips_tests || excludes || words[i] == "-DskipTests" || words[i] == "-DskipTests=true" ||
                  words[i].starts_with("-Dmaven.test.skip") || words[i] == "-PskipTests";
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto& word = words[i];
    if (gradle && one_of(word, {"-x", "--exclude-task"})) {
      ++i;
      continue;
    }
    if (word.starts_with("-")) continue;
    if (assignment(word)) continue;
    named = true;
    if ((maven && one_of(word, {"test", "verify", "install", "package", "integration-test", "deploy"})) ||
        (gradle && (word == "build" || word.ends_with(":build") || word == "check" || word.ends_with(":check")))) {
      if (!skips_tests) found.push_back(Activity::test);
      if (word != "test") found.push_back(Activity::build);
      continue;
    }
    if (const auto activity = by_task_name(word); activity && (*activity != Activity::test || !skips_tests || !maven))
      found.push_back(*activity);
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

/// Jujutsu, Mercurial, Sapling and Graphite: what they call committing and pushing.
std::optional<Activity> activity_of_other_vcs(std::string_view name, Words words) {
  const auto rest = skip_options(words);
  if (rest.empty()) return std::nullopt;
  const std::string_view first = rest[0];
  if (name == "jj") {
    if (first == "git" && rest.size() > 1 && rest[1] == "push") return Activity::push;
    return one_of(first, {"commit", "describe", "squash", "new"}) ? std::optional(Activity::commit) : std::nullopt;
  }
  if (name == "gt" && one_of(first, {"submit", "ss"})) return Activity::push;
  if (name == "gt" && one_of(first, {"create", "modify"})) return Activity::commit;
  if (one_of(name, {"hg", "sl", "svn", "fossil"})) {
    if (one_of(first, {"commit", "ci", "amend"})) return Activity::commit;
    if (first == "push") return Activity::push;
  }
  return std::nullopt;
}

/// Deployment tools asked about what is there, or for something else than a deployment.
bool only_looks(std::string_view name, Words rest) {
  const auto words = skip_options(rest);
  const std::string_view first = words.empty() ? std::string_view{} : std::string_view(words[0]);
  const std::string_view second = words.size() < 2 ? std::string_view{} : std::string_view(words[1]);
  if (name == "vercel") {
    return one_of(first,
                  {"ls",      "list",  "env",     "logs",    "inspect",  "link",   "pull",   "dev",   "build",
                   "domains", "dns",   "alias",   "whoami",  "login",    "logout", "switch", "teams", "rm",
                   "remove",  "certs", "secrets", "project", "projects", "git",    "help",   "init",  "telemetry"});
  }
  if (name == "kubectl" && first == "rollout") return one_of(second, {"history", "pause"});
  if (name == "wrangler" && first == "pages") return !one_of(second, {"deploy", "publish"});
  if (name == "surge") return one_of(first, {"list", "login", "logout", "whoami", "teardown", "token"});
  if (name == "cap") return one_of(first, {"install"}) || std::ranges::find(rest, "-T") != rest.end();
  return name == "ansible-playbook" &&
         (std::ranges::find(rest, "--check") != rest.end() || std::ranges::find(rest, "--syntax-check") != rest.end() ||
          std::ranges::find(rest, "--list-tasks") != rest.end());
}

/// "test_fix.py", "verify_fix.js": a script whose exit status is the outcome of what it checks.
bool tests_itself(std::string_view script) {
  const auto dot = script.rfind('.');
  if (dot == std::string_view::npos || !one_of(script.substr(dot), {".py", ".js", ".mjs", ".cjs", ".ts", ".rb"}))
    return false;
  const auto stem = script.substr(0, dot);
  return stem.starts_with("test_") || stem.starts_with("verify_") || stem.ends_with("_test") ||
         one_of(stem, {"test", "verify", "runtests", "run_tests"});
}

}  // namespace

std::vector<Activity> activities_of(Words words) {
  if (words.empty()) return {};
  const auto name = base_name(words[0]);
  if (name.empty()) return {};
  auto rest = words.subspan(1);
  if (name == "git") return activities_of_git(rest);
  if (one_of(name, {"jj", "hg", "sl", "svn", "gt", "fossil"})) {
    const auto activity = activity_of_other_vcs(name, rest);
    return activity ? std::vector{*activity} : std::vector<Activity>{};
  }
  if (name == "gh" && rest.size() > 1 && rest[0] == "stack" && one_of(rest[1], {"push", "submit", "sync"}))
    return {Activity::push};
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
  if (name == "test" && words[0].ends_with("bin/test")) return {Activity::test};
  if (only_looks(name, rest)) return {};
  if (name == "xcodebuild" && std::ranges::find(rest, "test") != rest.end()) return {Activity::test};
  if (name == "rails" && !rest.empty()) return activities_of_tasks(name, rest);
  if (name == "manage.py" ||
      ((name.starts_with("python") || name == "node") && !rest.empty() && !rest[0].starts_with("-"))) {
    if (const auto script = base_name(rest.empty() ? name : std::string_view(rest[0])); tests_itself(script)) {
      return {Activity::test};
    } else if (script == "manage.py" && rest.size() > 1) {
      return rest[1] == "test" ? std::vector{Activity::test} : std::vector<Activity>{};
    }
  }
  for (const auto& program : kPrograms) {
    if (program.name.front() != name.front() || program.name != name) continue;
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

std::vector<std::string> invocations_of(Words words) {
  if (words.empty()) return {};
  const auto name = base_name(words[0]);
  std::vector<std::string> found;
  for (const auto& program : kPrograms) {
    if (program.name != name) continue;
    if (program.second.empty()) return {std::string(name)};
    if (std::ranges::find(words, program.second) != words.end())
      return {std::string(name) + " " + std::string(program.second)};
  }
  const bool tasks = runs_scripts(name) || runs_tasks(name);
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word.starts_with("-") || assignment(word)) continue;
    if (tasks && by_task_name(word)) found.push_back("task " + std::string(word));
    if (tasks && name == "npm" && word == "t") found.emplace_back("task test");
    // "python verify.py", "bash ci.sh": the script.
    if (!tasks) return {std::string(base_name(word))};
  }
  if (found.empty()) found.emplace_back(name);
  return found;
}

std::string program_of(Words words) {
  const auto name = base_name(words[0]);
  if ((runs_scripts(name) || name == "php" || name == "ruby") && words.size() > 1) {
    return std::string(name) + " " + words[1];
  }
  return std::string(name);
}

}  // namespace warrant::evidence
