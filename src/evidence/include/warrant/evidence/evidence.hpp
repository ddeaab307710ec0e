// What tool output shows: test runs, exit codes, versions, addresses, each with its place.
#pragma once

#include <warrant/base/span.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::evidence {

enum class Runner : std::uint8_t { pytest, unittest, jest, vitest, go, cargo, ctest, maven, dotnet, googletest };
std::string_view to_string(Runner runner) noexcept;

/// A number with the bytes of the output that print it.
struct Count {
  long long value;
  Span span;
};

/// One result line of a runner: a whole run, or one program of it (a crate, a module, an assembly).
struct TestResult {
  Runner runner;
  std::size_t command;          ///< index of the command in the output, 0 when none is shown
  std::optional<Count> passed;  ///< absent when the runner prints none (plain `go test`)
  Count failed;                 ///< failures and errors; the whole line when the runner prints no number
  bool green;                   ///< the runner's own verdict
  bool empty;                   ///< it ran no test at all
};

/// The results of one runner under one command: the last command of that runner.
struct TestRun {
  Runner runner;
  std::vector<TestResult> parts;  ///< never empty

  [[nodiscard]] std::optional<long long> passed() const;  ///< sum; absent when a part prints none
  [[nodiscard]] long long failed() const;                 ///< sum
  [[nodiscard]] bool green() const;                       ///< every part green and some test ran
  [[nodiscard]] bool empty() const;                       ///< no part ran a test
};

struct Value {
  std::string text;
  Span span;
  bool announced;  ///< a version: its line speaks of a release, tag or version
};

struct Anchors {
  bool test_run;
  bool deploy;
};

/// Everything read. All spans are into the original output, escape sequences included.
struct Evidence {
  std::vector<TestRun> runs;  ///< the last one of each runner, in the order they are printed
  std::vector<Value> exit_codes;
  std::vector<Value> versions;
  std::vector<Value> urls;
  Anchors anchors;
  bool only_shown;  ///< a summary was seen, but only in a file shown by a command such as cat
};

/// Reads one output. Lines "$ command" part it into commands; output of commands that only show
/// text (cat, grep, echo …) is no run. Never fails; linear in the size. Thread-safe.
/// Formats: the runners' own summary lines, as their current releases print them.
Evidence read_evidence(std::string_view output);

/// The result that one line shows, if it is a runner's total. `next` is what follows the line, for
/// runners that print the verdict below. Exposed for its tests.
std::optional<TestResult> read_result_line(std::string_view line, std::string_view next);

}  // namespace warrant::evidence
