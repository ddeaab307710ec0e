// The built-in table. An option that could name a program, a configuration or an output file of the tool's
// (-exec, -toolexec, --config, --rulesdir, -o, -f, -C, -D beyond a test's name) is in no grammar.
#include <warrant/command/profile.hpp>

#include <algorithm>
#include <utility>

namespace warrant::command {

namespace {

Option flag(std::string name) { return {.name = std::move(name), .value = Value::none, .joined = false}; }
Option word(std::string name, Value value) { return {.name = std::move(name), .value = value, .joined = false}; }
Option joined(std::string name, Value value) { return {.name = std::move(name), .value = value, .joined = true}; }
Option choice(std::string name, std::vector<std::string> choices) {
  return {.name = std::move(name), .value = Value::choice, .joined = true, .choices = std::move(choices)};
}

void add_native(std::vector<Profile>& table) {
  table.push_back(
      {.id = "ctest",
       .purpose = Purpose::test,
       .title = "CMake tests in the build directory (ctest)",
       .programs = {{"ctest"}},
       .fixed = {"--test-dir", "{build}", "--output-on-failure"},
       .grammar = {.options = {word("-R", Value::pattern), word("-E", Value::pattern), word("-L", Value::pattern),
                               word("-LE", Value::pattern), word("-j", Value::number), word("--timeout", Value::number),
                               flag("--stop-on-failure"), flag("--rerun-failed"), flag("-N"), flag("-V")}},
       .build_marker = "CTestTestfile.cmake",
       .writes = {"{build}"}});
  table.push_back({.id = "cmake-test",
                   .purpose = Purpose::test,
                   .title = "builds and runs the target \"test\" of a CMake build directory",
                   .programs = {{"cmake"}},
                   .fixed = {"--build", "{build}", "--target", "test"},
                   .grammar = {.options = {word("-j", Value::number), flag("--verbose")}},
                   .build_marker = "CMakeCache.txt",
                   .writes = {"{build}"}});
  table.push_back({.id = "cmake-build",
                   .purpose = Purpose::build,
                   .title = "builds a configured CMake build directory",
                   .programs = {{"cmake"}},
                   .fixed = {"--build", "{build}"},
                   .grammar = {.options = {word("-j", Value::number), flag("--verbose"),
                                           choice("--config", {"Debug", "Release", "RelWithDebInfo", "MinSizeRel"})}},
                   .build_marker = "CMakeCache.txt",
                   .writes = {"{build}"}});
  const Grammar make = {.options = {word("-j", Value::number), flag("-k"), flag("-s")}};
  for (const auto& [id, purpose, target] :
       {std::tuple{"make-test", Purpose::test, "test"}, std::tuple{"make-check", Purpose::test, "check"},
        std::tuple{"make-build", Purpose::build, "all"}}) {
    table.push_back({.id = id,
                     .purpose = purpose,
                     .title = std::string("the Makefile's target \"") + target + "\"",
                     .programs = {{"make"}},
                     .fixed = {target},
                     .grammar = make,
                     .writes = {"."}});
  }
  const Grammar ninja = {.options = {word("-j", Value::number), word("-k", Value::number), flag("-v")}};
  table.push_back({.id = "ninja-test",
                   .purpose = Purpose::test,
                   .title = "the target \"test\" of a Ninja build directory",
                   .programs = {{"ninja"}},
                   .fixed = {"-C", "{build}", "test"},
                   .grammar = ninja,
                   .build_marker = "build.ninja",
                   .writes = {"{build}"}});
  table.push_back({.id = "ninja-build",
                   .purpose = Purpose::build,
                   .title = "builds a Ninja build directory",
                   .programs = {{"ninja"}},
                   .fixed = {"-C", "{build}"},
                   .grammar = ninja,
                   .build_marker = "build.ninja",
                   .writes = {"{build}"}});
}

std::vector<std::vector<std::string>> python_tool(const std::string& name) {
  return {{".venv/bin/" + name}, {"venv/bin/" + name}, {name}};
}

void add_python(std::vector<Profile>& table) {
  const std::vector<std::string> environment = {"PYTHONDONTWRITEBYTECODE=1"};
  const std::vector<std::string> pass = {"VIRTUAL_ENV", "PYENV_ROOT", "PYENV_VERSION", "PYTHONPATH"};
  const std::vector<std::string> reads = {"~/.pyenv",     "$PYENV_ROOT",  "~/.local/lib",
                                          "~/.local/bin", "$VIRTUAL_ENV", "~/.local/share/uv"};
  auto pytest = python_tool("pytest");
  pytest.push_back({"python3", "-m", "pytest"});
  table.push_back(
      {.id = "pytest",
       .purpose = Purpose::test,
       .title = "Python tests (pytest)",
       .programs = std::move(pytest),
       // pytest expands the variable itself, so that its cache goes with the private directory.
       .fixed = {"-o", "cache_dir=$TMPDIR/pytest-cache"},
       .grammar = {.options = {word("-k", Value::expression), word("-m", Value::expression), flag("-x"), flag("-q"),
                               flag("-v"), flag("-vv"), flag("-l"), flag("-s"), joined("--maxfail", Value::number),
                               joined("--durations", Value::number), flag("--collect-only"),
                               choice("--tb", {"auto", "long", "short", "line", "native", "no"}),
                               choice("--color", {"no"})},
                   .operand = Value::node,
                   .max_operands = 32},
       .reads = reads,
       .writes = {"."},
       .environment = environment,
       .pass = pass});
  table.push_back({.id = "unittest",
                   .purpose = Purpose::test,
                   .title = "Python tests (unittest discovery)",
                   .programs = {{".venv/bin/python3"}, {"venv/bin/python3"}, {"python3"}, {"python"}},
                   .fixed = {"-m", "unittest", "discover"},
                   .grammar = {.options = {word("-s", Value::path), word("-t", Value::path), word("-p", Value::pattern),
                                           word("-k", Value::pattern), flag("-v"), flag("-f"), flag("-b")}},
                   .reads = reads,
                   .writes = {"."},
                   .environment = environment,
                   .pass = pass});
  table.push_back({.id = "ruff",
                   .purpose = Purpose::check,
                   .title = "Python lint (ruff check), without fixing",
                   .programs = python_tool("ruff"),
                   .fixed = {"check", "--no-cache", "--no-fix"},
                   .grammar = {.options = {flag("--statistics"), flag("-q"),
                                           choice("--output-format", {"full", "concise", "json", "github", "junit"})},
                               .operand = Value::path,
                               .max_operands = 32},
                   .reads = reads,
                   .pass = pass});
  table.push_back({.id = "mypy",
                   .purpose = Purpose::check,
                   .title = "Python type check (mypy)",
                   .programs = python_tool("mypy"),
                   .fixed = {"--cache-dir=/dev/null", "--no-color-output"},
                   .grammar = {.options = {flag("--strict"), flag("--show-error-codes")},
                               .operand = Value::path,
                               .max_operands = 32,
                               .default_operands = {"."}},
                   .reads = reads,
                   .environment = environment,
                   .pass = pass});
}

void add_node(std::vector<Profile>& table) {
  const std::vector<std::string> environment = {"npm_config_update_notifier=false", "npm_config_fund=false",
                                                "npm_config_audit=false", "COREPACK_ENABLE_DOWNLOAD_PROMPT=0"};
  const std::vector<std::string> reads = {"~/.nvm", "~/.npmrc", "~/.volta", "~/.local/share/pnpm", "~/.cache/node"};
  for (const char* manager : {"npm", "pnpm", "yarn"}) {
    table.push_back({.id = std::string(manager) + "-test",
                     .purpose = Purpose::test,
                     .title = std::string("the test script of package.json (") + manager + " test)",
                     .programs = {{manager}},
                     .fixed = {"test"},
                     .grammar = {.options = {}},
                     .reads = reads,
                     .writes = {".", "~/.npm/_logs"},
                     .environment = environment});
  }
  table.push_back({.id = "vitest",
                   .purpose = Purpose::test,
                   .title = "JavaScript tests (vitest run)",
                   .programs = {{"node_modules/.bin/vitest"}},
                   .fixed = {"run"},
                   .grammar = {.options = {word("-t", Value::pattern), joined("--bail", Value::number),
                                           choice("--reporter", {"default", "verbose", "dot", "json", "junit", "tap"})},
                               .operand = Value::path,
                               .max_operands = 32},
                   .reads = reads,
                   .writes = {"."}});
  table.push_back({.id = "jest",
                   .purpose = Purpose::test,
                   .title = "JavaScript tests (jest)",
                   .programs = {{"node_modules/.bin/jest"}},
                   .fixed = {"--ci"},
                   .grammar = {.options = {word("-t", Value::pattern), joined("--bail", Value::number),
                                           flag("--runInBand"), flag("--verbose"), flag("--silent"), flag("--json")},
                               .operand = Value::path,
                               .max_operands = 32},
                   .reads = reads,
                   .writes = {"."}});
  table.push_back({.id = "tsc",
                   .purpose = Purpose::check,
                   .title = "TypeScript type check (tsc), writing nothing",
                   .programs = {{"node_modules/.bin/tsc"}, {"tsc"}},
                   .fixed = {"--noEmit", "--pretty", "false"},
                   .grammar = {.options = {word("-p", Value::path), flag("--strict")}},
                   .reads = reads});
  table.push_back({.id = "eslint",
                   .purpose = Purpose::check,
                   .title = "JavaScript lint (eslint), without fixing",
                   .programs = {{"node_modules/.bin/eslint"}},
                   .fixed = {"--no-color"},
                   .grammar = {.options = {flag("--quiet"), joined("--max-warnings", Value::number),
                                           choice("--format", {"stylish", "json"})},
                               .operand = Value::path,
                               .max_operands = 32,
                               .default_operands = {"."}},
                   .reads = reads});
}

void add_go(std::vector<Profile>& table) {
  const Profile base = {.id = "go-test",
                        .purpose = Purpose::test,
                        .title = "Go tests (go test ./...)",
                        .programs = {{"go"}},
                        .fixed = {"test"},
                        .grammar = {.options = {joined("-run", Value::pattern), joined("-skip", Value::pattern),
                                                joined("-count", Value::number), joined("-timeout", Value::name),
                                                joined("-p", Value::number), flag("-v"), flag("-short"), flag("-race"),
                                                flag("-failfast"), flag("-cover"), flag("-json")},
                                    .operand = Value::package,
                                    .max_operands = 32,
                                    .default_operands = {"./..."}},
                        .reads = {"~/go", "$GOPATH", "$GOMODCACHE", "$GOROOT", "~/sdk"},
                        .writes = {".", "~/.cache/go-build/", "$GOCACHE"},
                        // Nothing is fetched: neither modules nor another toolchain.
                        .environment = {"GOPROXY=off", "GOTOOLCHAIN=local", "GOTELEMETRY=off"},
                        .pass = {"GOPATH", "GOCACHE", "GOMODCACHE", "GOROOT", "CGO_ENABLED"}};
  table.push_back(base);
  Profile vet = base;
  vet.id = "go-vet";
  vet.purpose = Purpose::check;
  vet.title = "Go static checks (go vet ./...)";
  vet.fixed = {"vet"};
  vet.grammar.options = {flag("-json"), joined("-p", Value::number)};
  table.push_back(std::move(vet));
  Profile build = base;
  build.id = "go-build";
  build.purpose = Purpose::build;
  build.title = "compiles every Go package, keeping no binary";
  build.fixed = {"build", "-o", "/dev/null"};
  build.grammar.options = {flag("-v"), flag("-race"), joined("-p", Value::number)};
  table.push_back(std::move(build));
}

void add_cargo(std::vector<Profile>& table) {
  const std::vector<Option> selection = {flag("--lib"),
                                         flag("--bins"),
                                         flag("--tests"),
                                         flag("--examples"),
                                         flag("--all-targets"),
                                         flag("--workspace"),
                                         flag("--all-features"),
                                         flag("--release"),
                                         flag("--no-default-features"),
                                         flag("-q"),
                                         flag("-v"),
                                         word("-p", Value::name),
                                         word("-j", Value::number)};
  const Profile base = {.id = "cargo-test",
                        .purpose = Purpose::test,
                        .title = "Rust tests (cargo test)",
                        .programs = {{"cargo"}},
                        .fixed = {"test"},
                        .grammar = {.options = selection, .operand = Value::name, .max_operands = 1},
                        .reads = {"~/.cargo/bin", "~/.cargo/config.toml", "~/.cargo/env", "~/.cargo/registry",
                                  "~/.cargo/git", "~/.rustup", "$RUSTUP_HOME"},
                        .writes = {".", "$CARGO_TARGET_DIR", "~/.cargo/.package-cache"},
                        .environment = {"CARGO_NET_OFFLINE=true", "CARGO_TERM_COLOR=never"},
                        .pass = {"CARGO_HOME", "RUSTUP_HOME", "CARGO_TARGET_DIR", "RUSTUP_TOOLCHAIN"}};
  Profile test = base;
  for (const char* name : {"--doc", "--no-fail-fast", "--no-run"}) test.grammar.options.push_back(flag(name));
  test.grammar.options.push_back(word("--test", Value::name));
  table.push_back(std::move(test));
  for (const auto& [id, verb, title] : {std::tuple{"cargo-check", "check", "Rust type check (cargo check)"},
                                        std::tuple{"cargo-clippy", "clippy", "Rust lint (cargo clippy)"}}) {
    Profile check = base;
    check.id = id;
    check.purpose = Purpose::check;
    check.title = title;
    check.fixed = {verb};
    check.grammar = {.options = selection};
    table.push_back(std::move(check));
  }
}

void add_managed(std::vector<Profile>& table) {
  table.push_back({.id = "mvn-test",
                   .purpose = Purpose::test,
                   .title = "Java tests (mvn test), offline",
                   .programs = {{"./mvnw"}, {"mvn"}},
                   .fixed = {"--batch-mode", "--offline", "test"},
                   .grammar = {.options = {joined("-Dtest", Value::pattern), word("-pl", Value::path), flag("-q"),
                                           flag("-e"), flag("--fail-at-end")}},
                   .reads = {"~/.sdkman", "$JAVA_HOME"},
                   .writes = {".", "~/.m2"},
                   .pass = {"JAVA_HOME"}});
  table.push_back({.id = "gradle-test",
                   .purpose = Purpose::test,
                   .title = "Java and Kotlin tests (gradle test), offline",
                   .programs = {{"./gradlew"}, {"gradle"}},
                   .fixed = {"--no-daemon", "--offline", "--console=plain", "test"},
                   .grammar = {.options = {word("--tests", Value::pattern), flag("--stacktrace"), flag("--info"),
                                           flag("--continue"), flag("--rerun-tasks")}},
                   .reads = {"~/.sdkman", "$JAVA_HOME"},
                   .writes = {".", "~/.gradle", "$GRADLE_USER_HOME"},
                   .pass = {"JAVA_HOME", "GRADLE_USER_HOME"}});
  table.push_back(
      {.id = "dotnet-test",
       .purpose = Purpose::test,
       .title = ".NET tests (dotnet test), without restoring",
       .programs = {{"dotnet"}},
       .fixed = {"test", "--nologo", "--no-restore"},
       .grammar =
           {.options = {word("--filter", Value::pattern),
                        flag("--no-build"),
                        word("-v", Value::name),
                        {.name = "-c", .value = Value::choice, .joined = false, .choices = {"Debug", "Release"}}},
            .operand = Value::path,
            .max_operands = 1},
       .reads = {"~/.dotnet", "$DOTNET_ROOT"},
       .writes = {".", "~/.nuget"},
       .environment = {"DOTNET_CLI_TELEMETRY_OPTOUT=1", "DOTNET_NOLOGO=1", "DOTNET_SKIP_FIRST_TIME_EXPERIENCE=1"},
       .pass = {"DOTNET_ROOT"}});
}

// A repository's own configuration may name programs (fsmonitor, hooks, external diffs, text conversion, signature
// checks); each is switched off by the words themselves.
Profile git(const std::string& verb, std::string title, std::vector<std::string> behind, Grammar grammar) {
  std::vector<std::string> fixed = {"-c",
                                    "core.fsmonitor=false",
                                    "-c",
                                    "core.hooksPath=/dev/null",
                                    "--no-pager",
                                    "--no-optional-locks",
                                    "--literal-pathspecs"};
  fixed.push_back(verb);
  std::move(behind.begin(), behind.end(), std::back_inserter(fixed));
  return {.id = "git-" + verb,
          .purpose = Purpose::history,
          .title = std::move(title),
          .programs = {{"git"}},
          .fixed = std::move(fixed),
          .grammar = std::move(grammar),
          .reads = {"{git}", "~/.gitconfig", "~/.config/git"},
          .environment = {"GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0"},
          .wall_ms = 60'000};
}

void add_git(std::vector<Profile>& table) {
  const std::vector<std::string> plain = {"--no-ext-diff", "--no-textconv", "--no-color"};
  std::vector<std::string> unsigned_plain = plain;
  unsigned_plain.emplace_back("--no-show-signature");
  const std::vector<Option> shape = {flag("--stat"), flag("--name-only"), flag("--name-status"),
                                     joined("--unified", Value::number)};
  table.push_back(git("status", "what changed in the working tree (git status)", {"--ignore-submodules=all"},
                      {.options = {flag("--short"), flag("--branch")}, .rest = Value::path, .max_rest = 32}));
  std::vector<Option> diff = shape;
  diff.push_back(flag("--staged"));
  table.push_back(git("diff", "changes as a diff (git diff)", plain,
                      {.options = std::move(diff),
                       .operand = Value::revision,
                       .max_operands = 2,
                       .rest = Value::path,
                       .max_rest = 32}));
  std::vector<Option> log = shape;
  log.push_back(word("-n", Value::number));
  log.push_back(flag("--oneline"));
  log.push_back(joined("--author", Value::pattern));
  table.push_back(git(
      "log", "history (git log)", unsigned_plain,
      {.options = std::move(log), .operand = Value::revision, .max_operands = 2, .rest = Value::path, .max_rest = 32}));
  table.push_back(
      git("show", "one commit (git show)", unsigned_plain,
          {.options = shape, .operand = Value::revision, .max_operands = 1, .rest = Value::path, .max_rest = 32}));
}

}  // namespace

const std::vector<Profile>& builtin_profiles() {
  static const std::vector<Profile> table = [] {
    std::vector<Profile> profiles;
    add_native(profiles);
    add_python(profiles);
    add_node(profiles);
    add_go(profiles);
    add_cargo(profiles);
    add_managed(profiles);
    add_git(profiles);
    return profiles;
  }();
  return table;
}

const Profile* find_profile(std::string_view id, const std::vector<Profile>& workspace) {
  for (const auto* profiles : {&workspace, &builtin_profiles()}) {
    const auto found =
        std::find_if(profiles->begin(), profiles->end(), [&](const Profile& profile) { return profile.id == id; });
    if (found != profiles->end()) return &*found;
  }
  return nullptr;
}

std::string_view to_string(Purpose purpose) noexcept {
  switch (purpose) {
    case Purpose::test: return "test";
    case Purpose::build: return "build";
    case Purpose::check: return "check";
    case Purpose::history: return "history";
  }
  return "test";
}

std::string_view to_string(SandboxMode mode) noexcept {
  switch (mode) {
    case SandboxMode::require: return "require";
    case SandboxMode::prefer: return "prefer";
    case SandboxMode::off: return "off";
  }
  return "require";
}

}  // namespace warrant::command
