// Which results of one command stand: the outermost runner's, and those of the runner it names.
#include "reading.hpp"

#include <algorithm>
#include <array>

namespace warrant::evidence {
namespace {

bool has(const std::vector<TestResult>& results, Runner runner) {
  return std::ranges::find(results, runner, &TestResult::runner) != results.end();
}

void drop(std::vector<TestResult>& results, Runner runner) {
  std::erase_if(results, [&](const TestResult& result) { return result.runner == runner; });
}

/// The lines that a program itself prints. A task runner prints those of what it starts.
struct Own {
  std::string_view program;
  std::array<Runner, 2> runners;
};
constexpr auto kOwn = std::to_array<Own>({
    {"pytest", {Runner::pytest, Runner::pytest}},
    {"py.test", {Runner::pytest, Runner::pytest}},
    {"unittest", {Runner::unittest, Runner::unittest}},
    {"jest", {Runner::jest, Runner::jest}},
    {"vitest", {Runner::vitest, Runner::tap}},
    {"mocha", {Runner::mocha, Runner::tap}},
    {"ava", {Runner::ava, Runner::tap}},
    {"bun test", {Runner::bun, Runner::bun}},
    {"deno test", {Runner::deno, Runner::deno}},
    {"node", {Runner::node_test, Runner::tap}},
    {"playwright", {Runner::playwright, Runner::playwright}},
    {"go", {Runner::go, Runner::ginkgo}},
    {"gotestsum", {Runner::gotestsum, Runner::go}},
    {"ginkgo", {Runner::ginkgo, Runner::go}},
    {"cypress", {Runner::cypress, Runner::mocha}},
    {"cargo", {Runner::cargo, Runner::nextest}},
    {"rspec", {Runner::rspec, Runner::rspec}},
    {"phpunit", {Runner::phpunit, Runner::phpunit}},
    {"pest", {Runner::phpunit, Runner::phpunit}},
    {"mix", {Runner::exunit, Runner::exunit}},
    {"dotnet", {Runner::dotnet, Runner::dotnet}},
    {"swift", {Runner::swift, Runner::swift}},
    {"ctest", {Runner::ctest, Runner::ctest}},
    {"bats", {Runner::bats, Runner::tap}},
});

/// What the tests of a named runner print is no result of another runner.
void keep_own(const std::vector<std::string>& programs, std::vector<TestResult>& results) {
  std::vector<Runner> own;
  for (const auto& program : programs) {
    const auto row = std::ranges::find(kOwn, program, &Own::program);
    if (row == kOwn.end()) return;
    own.insert(own.end(), row->runners.begin(), row->runners.end());
  }
  const auto is_own = [&](const TestResult& result) { return std::ranges::find(own, result.runner) != own.end(); };
  if (std::ranges::none_of(results, is_own)) return;
  std::erase_if(results, [&](const TestResult& result) { return !is_own(result); });
}

}  // namespace

void drop_nested_results(const CommandFacts& facts, std::vector<TestResult>& results) {
  keep_own(facts.programs, results);
  if (has(results, Runner::ctest)) {
    drop(results, Runner::googletest);
    drop(results, Runner::catch2);
    drop(results, Runner::boost_test);
  }
  // Each suite of Ginkgo is one test of Go's.
  if (has(results, Runner::ginkgo)) drop(results, Runner::go);
  if (has(results, Runner::gotestsum)) drop(results, Runner::go);
  if (has(results, Runner::meson) || has(results, Runner::bazel)) {
    for (const auto inner : {Runner::googletest, Runner::catch2, Runner::boost_test, Runner::tap, Runner::cargo})
      drop(results, inner);
  }
  if (has(results, Runner::nextest)) drop(results, Runner::cargo);
  if (has(results, Runner::node_test)) drop(results, Runner::tap);
  if (has(results, Runner::bats)) drop(results, Runner::tap);
}

}  // namespace warrant::evidence
