// Verdicts of linters, type checkers and builds.
// Source: the lines as current releases of each tool print them.
#include "reading.hpp"

#include <algorithm>

namespace warrant::evidence {
namespace {

constexpr auto kBuild = Activity::build;
constexpr auto kLint = Activity::lint;
constexpr auto kTypes = Activity::typecheck;

Count zero(const Line& line) { return {0, line.span()}; }

/// RTK's short reports: "✓ ESLint: No issues found", "TypeScript: 3 errors in 2 files", "✓ cargo build (3 crates
/// compiled)", "Go vet: 2 issues".
void shortened_check(const Line& line, Reading& reading) {
  auto body = line.body;
  bool ticked = false;
  for (const std::string_view tick : {"\xe2\x9c\x93 ", "\xe2\x9c\x94 "}) {
    if (!body.starts_with(tick)) continue;
    ticked = true;
    body.remove_prefix(tick.size());
  }
  struct Head {
    std::string_view text;
    Runner runner;
    Activity activity;
  };
  for (const auto& head : std::to_array<Head>({{"ESLint: ", Runner::eslint, kLint},
                                               {"Ruff: ", Runner::ruff, kLint},
                                               {"Lint: ", Runner::other, kLint},
                                               {"Pylint: ", Runner::other, kLint},
                                               {"Mypy: ", Runner::mypy, kTypes},
                                               {"TypeScript: ", Runner::tsc, kTypes},
                                               {"golangci-lint: ", Runner::golangci, kLint},
                                               {"cargo clippy: ", Runner::clippy, kLint},
                                               {"cargo build", Runner::cargo_build, kBuild},
                                               {"Go build: ", Runner::go_build, kBuild},
                                               {"Go vet: ", Runner::go_vet, kLint}})) {
    if (!body.starts_with(head.text)) continue;
    const auto rest = body.substr(head.text.size());
    const bool good = ticked && (rest.find("No issues found") != std::string_view::npos ||
                                 rest.find("No errors found") != std::string_view::npos || rest == "Success" ||
                                 rest.find("crates compiled") != std::string_view::npos);
    auto errors = line.before("error");
    if (!errors) errors = line.before("issue");
    if (good) reading.check(head.runner, head.activity, true, line, zero(line));
    if (!good && errors && errors->value > 0) reading.check(head.runner, head.activity, false, line, errors);
    return;
  }
}

// --- type checkers ----------------------------------------------------------------------------

/// "src/a.ts(1,2): error TS2322:", "src/a.ts:1:2 - error TS2322:".
void tsc_error(const Line& line, Reading& reading) {
  const auto at = line.text.find("error TS");
  if (at == std::string_view::npos || at + 8 >= line.text.size() || !is_digit(line.text[at + 8])) return;
  if (reading.ts_error_lines++ == 0) reading.ts_first = line.span();
  auto& made = reading.check(Runner::tsc, kTypes, false, line, Count{reading.ts_error_lines, reading.ts_first});
  made.span = reading.ts_first;
  reading.ts_errors = true;
}

/// "Found 3 errors in 2 files (checked 12 source files)", "Found 3 errors in 2 files.", "Found 3 errors."
void found_errors(const Line& line, Reading& reading) {
  // "[10:00:00] Found 0 errors. Watching for file changes."
  if (line.has("Watching for file changes")) {
    if (const auto errors = line.before("error")) reading.check(Runner::tsc, kTypes, errors->value == 0, line, errors);
    return;
  }
  if (!line.body.starts_with("Found ")) return;
  // Ruff repaired some: "Found 3 errors (2 fixed, 1 remaining)."
  if (const auto remaining = line.before("remaining"); remaining && line.has(" fixed, ")) {
    reading.check(Runner::ruff, kLint, remaining->value == 0, line, remaining);
    return;
  }
  const auto errors = line.before("error");
  if (!errors) {
    const auto diagnostics = line.before("diagnostic");
    if (diagnostics) reading.check(Runner::pyright, kTypes, diagnostics->value == 0, line, diagnostics);
    const auto warnings = line.before("warning");
    if (warnings && reading.last_check(Runner::biome) != nullptr)
      reading.last_check(Runner::biome)->warnings = warnings;
    return;
  }
  const bool good = errors->value == 0;
  if (line.has("(checked ") || line.has("errors prevented further checking")) {
    reading.check(Runner::mypy, kTypes, good, line, errors);
  } else if (reading.ts_errors || line.has(" in the same file") || line.has(" in ")) {
    reading.check(Runner::tsc, kTypes, good, line, errors);
  } else if (reading.last_check(Runner::biome) != nullptr) {
    reading.check(Runner::biome, kLint, good, line, errors);
  } else if (reading.command().facts.does(kTypes) && !reading.command().facts.does(kLint)) {
    reading.check(Runner::other, kTypes, good, line, errors);
  } else {
    reading.check(Runner::ruff, kLint, good, line, errors);
  }
}

void mypy(const Line& line, Reading& reading) {
  if (line.body.starts_with("Success: no issues found")) reading.check(Runner::mypy, kTypes, true, line, zero(line));
}

void pyright(const Line& line, Reading& reading) {
  if (line.body.empty() || !is_digit(line.body.front()) || !line.has(" warning")) return;
  const auto errors = line.before("error");
  const auto warnings = line.before("warning");
  if (!errors || !warnings) return;
  // ESLint's "0 errors and 1 warning potentially fixable" is no verdict.
  if (line.has("problems") || line.has("Warning(s)") || line.has("potentially fixable")) return;
  reading.check(Runner::pyright, kTypes, errors->value == 0, line, errors, warnings);
}

// --- linters ----------------------------------------------------------------------------------

void eslint(const Line& line, Reading& reading) {
  if (!line.body.starts_with("\xe2\x9c\x96 ") && !line.body.starts_with("\xc3\x97 ") && !line.body.starts_with("x "))
    return;
  const auto problems = line.before("problem");
  if (!problems) return;
  const auto errors = line.before("error");
  reading.check(Runner::eslint, kLint, errors ? errors->value == 0 : problems->value == 0, line,
                errors ? errors : problems, line.before("warning"));
}

/// Next.js: "✔ No ESLint warnings or errors".
void next_lint(const Line& line, Reading& reading) { reading.check(Runner::eslint, kLint, true, line, zero(line)); }

void eslint_limit(const Line& line, Reading& reading) {
  if (!line.body.starts_with("ESLint found too many warnings")) return;
  const auto* old = reading.last_check(Runner::eslint);
  reading.check(Runner::eslint, kLint, false, line, old != nullptr ? old->errors : std::nullopt,
                old != nullptr ? old->warnings : std::nullopt);
}

void all_passed(const Line& line, Reading& reading) {
  if (line.body.starts_with("All checks passed!")) {
    const bool types = reading.command().facts.does(kTypes) && !reading.command().facts.does(kLint);
    reading.check(Runner::ruff, types ? kTypes : kLint, true, line, zero(line));
  }
}

void formatted(const Line& line, Reading& reading) {
  if (line.body.empty() || !is_digit(line.body.front())) return;
  if (line.has("would be reformatted")) {
    reading.check(Runner::ruff, kLint, false, line, line.before("file"));
  } else if (line.has("already formatted") || line.has("would be left unchanged")) {
    if (const auto* old = reading.last_check(Runner::ruff); old == nullptr || old->ok) {
      reading.check(Runner::ruff, kLint, true, line, zero(line));
    }
  }
}

void biome(const Line& line, Reading& reading) {
  if (!line.body.starts_with("Checked ") || !line.has(" file") || !line.has(" in ")) return;
  reading.check(Runner::biome, kLint, true, line, zero(line));
}

/// Vite+: "pass: Found no warnings, lint errors, or type errors in 132 files", "Found 2 lint errors".
void found_none(const Line& line, Reading& reading) {
  if (!line.has("Found no ") || (!line.has("lint") && !line.has("warnings"))) return;
  reading.check(Runner::other, kLint, true, line, zero(line));
  if (line.has("type errors")) reading.check(Runner::other, kTypes, true, line, zero(line));
}
/// What the language server of an editor found: "Checked a.ts, no problems found", "No linter errors found."
void editor_problems(const Line& line, Reading& reading) {
  if (reading.command().text != "read_lints") return;
  const bool none = line.has("no problems found") || line.has("o linter errors") || line.has("o lint errors") ||
                    line.has("o errors found");
  const auto problems = none ? std::optional(zero(line)) : line.before("problem");
  if (!none && !problems) return;
  for (const auto activity : {kLint, kTypes}) reading.check(Runner::other, activity, none, line, problems);
}

/// The same as JSON: `{"linterErrorsByFile": [{"relativeWorkspacePath": "a.py"}]}` names files without errors.
void editor_json(const Line& line, Reading& reading) {
  if (reading.command().text != "read_lints") return;
  for (const std::string_view sign : {"\"errors\"", "\"message\"", "\"severity\"", "\"diagnostics\""}) {
    if (line.text.find(sign) != std::string_view::npos || line.rest.find(sign) != std::string_view::npos) return;
  }
  for (const auto activity : {kLint, kTypes}) reading.check(Runner::other, activity, true, line, zero(line));
}

void formatting_issues(const Line& line, Reading& reading) {
  if (line.body.starts_with("Found formatting issues"))
    reading.check(Runner::other, kLint, false, line, line.before("file"));
}

void golangci(const Line& line, Reading& reading) {
  if (line.body == "0 issues." || line.body == "0 issues found.") {
    reading.check(Runner::golangci, kLint, true, line, zero(line));
  } else if (line.body.ends_with(" issues:") || line.body.ends_with(" issue:")) {
    if (const auto issues = line.before("issue"))
      reading.check(Runner::golangci, kLint, issues->value == 0, line, issues);
  }
}

/// `flutter analyze`, `dart analyze`: "error • … • lib/a.dart:1:1 • code", and "12 issues found. (ran in 8.0s)".
void analyzer_error(const Line& line, Reading& reading) {
  if (line.body.starts_with("error \xe2\x80\xa2")) ++reading.analyzer_errors;
}
void analyzer(const Line& line, Reading& reading) {
  if (line.body.starts_with("No issues found!")) reading.check(Runner::dart, kLint, true, line, zero(line));
  const auto issues = line.before("issue");
  if (!issues || !line.has(" found. (ran in ")) return;
  const Count errors{static_cast<long long>(reading.analyzer_errors), line.span()};
  reading.check(Runner::dart, kLint, errors.value == 0, line, errors);
}

void rubocop(const Line& line, Reading& reading) {
  if (!line.has(" inspected, ")) return;
  const bool none = line.has("no offenses detected");
  const auto offences = line.before("offense");
  if (none || offences) reading.check(Runner::rubocop, kLint, none, line, none ? zero(line) : offences);
}

void prettier(const Line& line, Reading& reading) {
  if (line.has("All matched files use Prettier code style!")) {
    reading.check(Runner::prettier, kLint, true, line, zero(line));
  } else if (line.has("Code style issues found in")) {
    reading.check(Runner::prettier, kLint, false, line, line.before("file"));
  }
}

void clippy(const Line& line, Reading& reading) {
  // "warning: `x` (lib) generated 3 warnings"
  if (!line.body.starts_with("warning: `")) return;
  if (const auto warnings = line.before("warning")) {
    if (auto* build = reading.last_check(Runner::cargo_build)) build->warnings = warnings;
    const bool lint = reading.command().facts.does(kLint);
    reading.check(lint ? Runner::clippy : Runner::cargo_build, lint ? kLint : kBuild, true, line, {}, warnings);
  }
}

// --- builds -----------------------------------------------------------------------------------

void cargo_finished(const Line& line, Reading& reading) {
  if (!line.body.starts_with("Finished ") || !line.has("target(s) in ")) return;
  const bool lint = reading.command().facts.does(kLint) && !reading.command().facts.does(kBuild);
  const auto runner = lint ? Runner::clippy : Runner::cargo_build;
  const auto* before = reading.last_check(runner);
  reading.check(runner, lint ? kLint : kBuild, true, line, zero(line),
                before != nullptr ? before->warnings : std::nullopt);
}

void cargo_failed(const Line& line, Reading& reading) {
  if (!line.body.starts_with("error: could not compile") && !line.body.starts_with("error: build failed")) return;
  const bool lint = reading.command().facts.does(kLint) && !reading.command().facts.does(kBuild);
  const auto errors = line.before("previous error");
  reading.check(lint ? Runner::clippy : Runner::cargo_build, lint ? kLint : kBuild, false, line,
                errors ? errors : Count{1, line.span()}, line.before("warning"));
}

void make_failed(const Line& line, Reading& reading) {
  // "make: *** [Makefile:12: all] Error 2", in any language.
  if (!line.body.starts_with("make: *** ") && !line.body.starts_with("gmake: *** ") && !line.body.starts_with("make["))
    return;
  if (line.has("*** ")) reading.check(Runner::make, kBuild, false, line);
}

void make_nothing(const Line& line, Reading& reading) {
  if (!line.body.starts_with("make")) return;
  if (line.has(": Nothing to be done for ") || line.has(" is up to date.")) {
    reading.caveats.add(Caveat::cached);
    reading.check(Runner::make, kBuild, true, line);
  }
}

void ninja(const Line& line, Reading& reading) {
  if (line.body.starts_with("ninja: build stopped")) {
    reading.check(Runner::ninja, kBuild, false, line);
  } else if (line.body.starts_with("ninja: no work to do")) {
    reading.check(Runner::ninja, kBuild, true, line);
  } else if (line.text.starts_with("[")) {
    // "[12/12] Linking …": the last step of all.
    const auto slash = line.text.find('/');
    const auto close = line.text.find("] ");
    if (slash == std::string_view::npos || close == std::string_view::npos || slash > close) return;
    const auto done = line.text.substr(1, slash - 1);
    if (done.empty() || done != line.text.substr(slash + 1, close - slash - 1)) return;
    if (done.find_first_not_of("0123456789") != std::string_view::npos) return;
    if (reading.command().facts.does(Activity::test) && !reading.command().facts.does(kBuild)) return;
    const auto what = line.text.substr(close + 2);
    if (what.starts_with("Linking ") || what.starts_with("Building ") || what.starts_with("Generating ")) {
      reading.check(Runner::ninja, kBuild, true, line);
    }
  }
}

void cmake(const Line& line, Reading& reading) {
  if (line.has("[100%] Built target ")) reading.check(Runner::cmake, kBuild, true, line);
  if (line.body.starts_with("-- Configuring incomplete, errors occurred"))
    reading.check(Runner::cmake, kBuild, false, line);
}

void go_compile(const Line& line, Reading& reading) {
  if (line.has("[build failed]") || line.has("[setup failed]")) {
    reading.check(Runner::go_build, kBuild, false, line);
    return;
  }
  // "./a.go:12:3: undefined: x"
  const auto at = line.text.find(".go:");
  if (at == std::string_view::npos || line.body.starts_with("---") || line.text.starts_with("    ") ||
      line.text.starts_with("\t"))
    return;
  const auto rest = line.text.substr(at + 4);
  const auto digits = rest.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string_view::npos || rest[digits] != ':') return;
  const auto column = rest.substr(digits + 1);
  if (column.empty() || !is_digit(column.front()) || column.find(": ") == std::string_view::npos) return;
  if (line.text.substr(0, at).find(' ') != std::string_view::npos && !line.text.starts_with("vet: ")) return;
  const auto& facts = reading.command().facts;
  const bool vet = facts.does(kLint) && !facts.does(kBuild) && !facts.does(Activity::test);
  if (!facts.does(kBuild) && !vet && !facts.does(Activity::test)) return;
  reading.check(vet ? Runner::go_vet : Runner::go_build, vet ? kLint : kBuild, false, line);
}

void dotnet_build(const Line& line, Reading& reading) {
  if (line.body.starts_with("Build succeeded")) {
    reading.check(Runner::dotnet, kBuild, true, line);
  } else if (line.body.starts_with("Build FAILED") || line.body.starts_with("Build failed with ")) {
    reading.check(Runner::dotnet, kBuild, false, line, line.before("error"));
  }
}

void dotnet_counts(const Line& line, Reading& reading) {
  auto* build = reading.last_check(Runner::dotnet);
  if (build == nullptr) return;
  if (line.body.ends_with(" Warning(s)")) build->warnings = line.first();
  if (line.body.ends_with(" Error(s)")) build->errors = line.first();
}

void jvm_build(const Line& line, Reading& reading) {
  if (line.body.ends_with("BUILD SUCCESS")) {
    reading.check(Runner::maven, kBuild, true, line);
  } else if (line.body.ends_with("BUILD FAILURE")) {
    reading.check(Runner::maven, kBuild, false, line);
  } else if (line.body.starts_with("BUILD SUCCESSFUL")) {
    reading.check(Runner::gradle, kBuild, true, line);
  } else if (line.body.starts_with("BUILD FAILED")) {
    reading.check(Runner::gradle, kBuild, false, line);
  }
}

void swift_build(const Line& line, Reading& reading) {
  if (line.body.starts_with("Build complete!") || line.body.starts_with("** BUILD SUCCEEDED **")) {
    reading.check(Runner::swift, kBuild, true, line);
  } else if (line.body.starts_with("** BUILD FAILED **") || line.body == "error: fatalError") {
    reading.check(Runner::swift, kBuild, false, line);
  }
}

void web_build(const Line& line, Reading& reading) {
  const auto body = line.body;
  if (line.has("built in ") && (body.starts_with("\xe2\x9c\x93 built in ") || body.starts_with("built in "))) {
    reading.check(Runner::vite, kBuild, true, line);
  } else if (body.starts_with("error during build") || body.find("Build failed in ") != std::string_view::npos) {
    reading.check(Runner::vite, kBuild, false, line);
  } else if (body.starts_with("webpack ") && line.has(" compiled ")) {
    const auto errors = line.before("error");
    reading.check(Runner::webpack, kBuild, value(errors) == 0, line, errors, line.before("warning"));
  } else if (line.has("Compiled successfully")) {
    reading.check(Runner::next, kBuild, true, line);
  } else if (body.starts_with("Failed to compile")) {
    reading.check(Runner::next, kBuild, false, line);
  } else if (line.has("Build success in ")) {
    reading.check(Runner::vite, kBuild, true, line);
  }
}

void npm_script(const Line& line, Reading& reading) {
  // "npm ERR! Lifecycle script `build` failed with error:", "npm error command failed".
  const bool failed = (line.body.starts_with("npm ERR! ") || line.body.starts_with("npm error ")) &&
                      (line.has("Lifecycle script `") || line.has("command failed"));
  const bool pnpm = line.body.starts_with("ELIFECYCLE") || line.body.starts_with(
                                                               "\xe2\x80\x89"
                                                               "ELIFECYCLE");
  if (!failed && !pnpm) return;
  for (const auto activity : {kBuild, kLint, kTypes}) {
    if (reading.command().facts.does(activity)) reading.check(Runner::npm, activity, false, line);
  }
}

void docker_build(const Line& line, Reading& reading) {
  if (line.body.starts_with("Successfully built ") || line.body.starts_with("Successfully tagged ") ||
      (line.body.starts_with("#") && line.has(" naming to ") && line.body.ends_with("done")) ||
      (line.body.starts_with("=> ") && line.has("writing image sha256:"))) {
    reading.check(Runner::docker, kBuild, true, line);
  } else if (line.body.starts_with("ERROR: failed to solve") || line.body.starts_with("ERROR: failed to build")) {
    reading.check(Runner::docker, kBuild, false, line);
  }
}

void compiler_error(const Line& line, Reading& reading) {
  // "a.cpp:3:5: error: …": a compiler's own line, when its build is what was asked for.
  // GCC speaks the user's language; MSVC puts the place into parentheses: "C:\a b\x.cpp(3,5): error C2143: …".
  std::size_t where = std::string_view::npos;
  for (const std::string_view word : {": error: ", ": fatal error: ", ": error C", ": fatal error C",
                                      ": Fehler: ", ": schwerwiegender Fehler: ", ": erreur: ", ": erreur fatale: "}) {
    where = std::min(where, line.text.find(word));
  }
  if (where == std::string_view::npos || where < 2) return;
  const std::size_t place = line.text[where - 1] == ')' ? where - 2 : where - 1;
  if (!is_digit(line.text[place])) return;
  if (!reading.command().facts.does(kBuild)) return;
  const auto* old = reading.last_check(Runner::other);
  const long long count = old != nullptr && old->errors ? old->errors->value + 1 : 1;
  const Span first = old != nullptr && old->errors ? old->errors->span : line.span();
  reading.check(Runner::other, kBuild, false, line, Count{count, first});
}

}  // namespace

std::vector<Row> check_rows() {
  return {
      {": no issues found", Runner::other, shortened_check},
      {": no errors found", Runner::other, shortened_check},
      {" crates compiled)", Runner::cargo_build, shortened_check},
      {" build: success", Runner::go_build, shortened_check},
      {": 0 errors", Runner::other, shortened_check},
      {": 0 issues", Runner::other, shortened_check},
      {"error ts0", Runner::tsc, tsc_error},
      {"found 0", Runner::tsc, found_errors},
      {"no issues found", Runner::mypy, mypy},
      {"0 error", Runner::pyright, pyright},
      {"0 problem", Runner::eslint, eslint},
      {"lintererrorsbyfile", Runner::other, editor_json},
      {"no eslint warnings or errors", Runner::eslint, next_lint},
      {"eslint found too many", Runner::eslint, eslint_limit},
      {"all checks passed!", Runner::ruff, all_passed},
      {"formatted", Runner::ruff, formatted},
      {"left unchanged", Runner::ruff, formatted},
      {"checked 0", Runner::biome, biome},
      {"error \xe2\x80\xa2", Runner::dart, analyzer_error},
      {" found. (ran in ", Runner::dart, analyzer},
      {"no issues found!", Runner::dart, analyzer},
      {"found no ", Runner::other, found_none},
      {"problems found", Runner::other, editor_problems},
      {"problem found", Runner::other, editor_problems},
      {"no linter errors", Runner::other, editor_problems},
      {"no lint errors", Runner::other, editor_problems},
      {"no errors found", Runner::other, editor_problems},
      {"formatting issues", Runner::other, formatting_issues},
      {"0 issue", Runner::golangci, golangci},
      {" inspected, ", Runner::rubocop, rubocop},
      {"prettier code style", Runner::prettier, prettier},
      {"code style issues", Runner::prettier, prettier},
      {" generated 0", Runner::clippy, clippy},
      {"target(s) in ", Runner::cargo_build, cargo_finished},
      {"could not compile", Runner::cargo_build, cargo_failed},
      {"error: build failed", Runner::cargo_build, cargo_failed},
      {": *** ", Runner::make, make_failed},
      {"nothing to be done", Runner::make, make_nothing},
      {" is up to date.", Runner::make, make_nothing},
      {"ninja: ", Runner::ninja, ninja},
      {"/0] ", Runner::ninja, ninja},
      {"00] ", Runner::ninja, ninja},
      {"built target ", Runner::cmake, cmake},
      {"configuring incomplete", Runner::cmake, cmake},
      {".go:0", Runner::go_build, go_compile},
      {"[build failed]", Runner::go_build, go_compile},
      {"[setup failed]", Runner::go_build, go_compile},
      {"build succeeded", Runner::dotnet, dotnet_build},
      {"build failed", Runner::dotnet, dotnet_build},
      {" warning(s)", Runner::dotnet, dotnet_counts},
      {" error(s)", Runner::dotnet, dotnet_counts},
      {"build success", Runner::maven, jvm_build},
      {"build failure", Runner::maven, jvm_build},
      {"build failed", Runner::gradle, jvm_build},
      {"build complete!", Runner::swift, swift_build},
      {"** build ", Runner::swift, swift_build},
      {"built in ", Runner::vite, web_build},
      {"error during build", Runner::vite, web_build},
      {"build failed in ", Runner::vite, web_build},
      {"compiled ", Runner::webpack, web_build},
      {"failed to compile", Runner::next, web_build},
      {"build success in", Runner::vite, web_build},
      {"npm err", Runner::npm, npm_script},
      {"elifecycle", Runner::npm, npm_script},
      {"successfully built ", Runner::docker, docker_build},
      {"successfully tagged ", Runner::docker, docker_build},
      {" naming to ", Runner::docker, docker_build},
      {"writing image", Runner::docker, docker_build},
      {"error: failed to ", Runner::docker, docker_build},
      {" error: ", Runner::other, compiler_error},
      {" error c0", Runner::other, compiler_error},
      {" fehler: ", Runner::other, compiler_error},
      {" erreur", Runner::other, compiler_error},
  };
}

void finish_checks(const Line& end, Reading& reading) {
  // A wrapper's failure is the failure of what it wraps.
  (void)end;
  for (auto& check : reading.checks) {
    const bool contradicted =
        check.ok && std::ranges::any_of(reading.checks, [&](const CheckResult& other) {
          return &other != &check && other.activity == check.activity && !other.ok && other.runner == Runner::npm;
        });
    if (contradicted) check.ok = false;
  }
}

}  // namespace warrant::evidence
