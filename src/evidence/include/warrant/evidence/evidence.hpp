// What tool output shows: test runs, builds, checks, commits, releases, each with its place.
#pragma once

#include <warrant/base/span.hpp>
#include <warrant/evidence/command.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::evidence {

/// The programs whose output is read. Each has one row in the table of table.cpp.
enum class Runner : std::uint8_t {
  pytest,
  unittest,
  jest,
  vitest,
  mocha,
  ava,
  bun,
  node_test,
  tap,
  bats,
  go,
  gotestsum,
  cargo,
  nextest,
  rspec,
  phpunit,
  maven,
  gradle,
  dotnet,
  swift,
  ctest,
  googletest,
  catch2,
  minitest,
  exunit,
  playwright,
  deno,
  jasmine,
  karma,
  cypress,
  ginkgo,
  boost_test,
  meson,
  bazel,
  scalatest,
  clojure,
  junit,
  nunit,
  behave,
  cucumber,
  robot,
  dart,
  tasty,
  cabal,
  zig,
  forge,
  busted,
  elm,
  testthat,
  julia,
  tsc,
  mypy,
  pyright,
  eslint,
  biome,
  ruff,
  clippy,
  golangci,
  rubocop,
  prettier,
  go_vet,
  make,
  ninja,
  cmake,
  cargo_build,
  go_build,
  webpack,
  vite,
  next,
  npm,
  docker,
  git,
  gh,
  vercel,
  netlify,
  firebase,
  cloudflare,
  fly,
  terraform,
  kubernetes,
  coverage,
  other,  ///< known by its command or its exit status only
};
std::string_view to_string(Runner runner) noexcept;

/// A number with the bytes of the output that print it.
struct Count {
  long long value;
  Span span;
};

/// One result line of a runner: a whole run, or one program of it (a crate, a module, an assembly).
struct TestResult {
  Runner runner;
  std::size_t command;                ///< index into Evidence::commands
  std::optional<Count> passed;        ///< absent when the runner prints none (plain `go test`)
  Count failed;                       ///< failures and errors; the whole line when the runner prints no number
  bool green;                         ///< the runner's own verdict
  bool empty;                         ///< it ran no test at all
  std::optional<Count> skipped = {};  ///< skipped, ignored, pending, todo; absent when not printed
  std::optional<Count> total = {};    ///< printed, or derived (the span is the line then)
  std::optional<Count> cases = {};    ///< passed sub-tests, which are no part of `passed` (go test -v)
  std::string suite = {};             ///< crate, package, assembly … when the runner names it
  Span line = {0, 0};                 ///< the summary line, or the lines it stands for
};

/// The results of one runner under one command.
struct TestRun {
  Runner runner;
  std::vector<TestResult> parts;  ///< never empty; several only when they are different suites
  Caveats caveats = {};           ///< of the command that ran it

  [[nodiscard]] std::size_t command() const { return parts.back().command; }
  [[nodiscard]] std::optional<long long> passed() const;   ///< sum; absent when a part prints none
  [[nodiscard]] long long failed() const;                  ///< sum
  [[nodiscard]] std::optional<long long> skipped() const;  ///< sum; absent when no part prints one
  [[nodiscard]] std::optional<long long> total() const;    ///< sum; absent when a part has none
  [[nodiscard]] bool green() const;                        ///< every part green and some test ran
  [[nodiscard]] bool empty() const;                        ///< no part ran a test
};

/// The verdict of a build, a linter or a type checker.
struct CheckResult {
  Runner runner;
  Activity activity;  ///< build, lint or typecheck
  std::size_t command;
  bool ok;
  std::optional<Count> errors;
  std::optional<Count> warnings;
  Span span;        ///< what says so; of a silent success the command or its exit status
  bool by_silence;  ///< success told by an empty output and exit status 0
  Caveats caveats;
};

struct Value {
  std::string text;
  Span span;
  bool announced;           ///< its line speaks of the thing: a release, a deployment, an exit status
  std::size_t command = 0;  ///< index into Evidence::commands
};

struct Commit {
  Value id;  ///< as printed, usually 7 characters
  std::string branch;
  std::optional<Count> files_changed;
};

struct Push {
  Value target;  ///< the remote as printed, or the ref
  bool ok;
};

struct Percent {
  double value;  ///< 0 to 100
  Value printed;
  bool total;  ///< of the whole project rather than one file
};

/// How a check stands that a code host runs.
enum class HostedState : std::uint8_t { passed, failed, pending };
struct HostedCheck {
  std::string name;
  HostedState state;
  Span span;             ///< the line or the member that says so
  std::size_t command;   ///< index into Evidence::commands
  std::size_t list = 0;  ///< which list of its command holds it, where several are printed
  std::string run = {};  ///< the number of its run, where the list gives it
};

/// "42 rows", "3 files": any number with the noun behind it.
struct Counted {
  Count count;
  std::string noun;  ///< lower case, as printed
  std::size_t command;
};

/// What a filter behind a test step left of its report, where it turned the report around.
enum class ReportRest : std::uint8_t {
  whole,         ///< no such filter, or something is left
  none_left,     ///< every line that did not pass would have been printed, and none was
  none_matched,  ///< lines that name a failure were looked for, and none was found: tells nothing of a run that broke
                 ///< off
};

/// A "$ command" line with what follows it, or the command given apart from the output.
struct Command {
  std::string text;  ///< empty: output before any command
  Span span;         ///< of the text; empty when it was given apart
  Span output;       ///< its output
  std::optional<Count> exit_code;
  CommandFacts facts;
  ReportRest rest = ReportRest::whole;
};

/// What happened at all, whatever its result.
struct Anchors {
  bool test_run = false;
  bool deploy = false;
  bool build = false;
  bool lint = false;
  bool typecheck = false;
  bool commit = false;
  bool push = false;
};

/// Everything read. All spans are into the original output, escape sequences included.
struct Evidence {
  std::vector<TestRun> runs;  ///< those that stand, in the order they are printed
  std::vector<Value> exit_codes;
  std::vector<Value> versions;
  std::vector<Value> urls;
  Anchors anchors;
  bool only_shown;  ///< a summary was seen, but only in a file shown by a command such as cat

  bool cut_short = false;                ///< it says itself that a part of it is left out
  std::vector<TestRun> earlier = {};     ///< runs that a later run of the same tests replaced
  std::vector<CheckResult> checks = {};  ///< builds, linters, type checkers; the last of a command stands
  std::vector<Commit> commits = {};
  std::vector<Push> pushes = {};
  std::vector<Value> pr_urls = {};
  std::vector<Value> deploy_urls = {};  ///< addresses a deployment announced
  std::vector<Value> published = {};    ///< versions a release tool said it published or tagged
  std::vector<Percent> coverage = {};
  std::vector<Count> files_changed = {};  ///< "3 files changed"
  std::vector<Value> created = {};        ///< paths a tool said it created
  std::vector<Value> deleted = {};
  std::vector<Count> http_statuses = {};
  std::vector<HostedCheck> hosted = {};  ///< what `gh` says of hosted checks; the last state of each name
  std::vector<Counted> counts = {};
  std::vector<Command> commands = {};  ///< at least one; [0] is what precedes the first "$ " line
};

/// Reads one output. Lines "$ command" part it into commands; output of commands that only show
/// text (cat, grep, echo …) is no run. "[exit N]" behind an output is its exit status. Never fails;
/// linear in the size. Thread-safe.
/// Formats: the runners' own summary lines, as their current releases print them.
Evidence read_evidence(std::string_view output);

/// The same for one command known apart from its output. A command line that announces its parts (`echo "== lint =="`)
/// is read part by part.
Evidence read_output(std::string_view command, std::optional<int> exit_code, std::string_view output);

/// The caveats of a run whose output was read as `commands`: that something was only shown, only listed or filtered
/// holds where it does of each of them. Pure; thread-safe.
Caveats caveats_of(const std::vector<Command>& commands);

}  // namespace warrant::evidence
