// What a command's own words, and the first words that it prints, say of what it ran.
#include "command_words.hpp"

#include "reading.hpp"

#include <algorithm>
#include <array>

namespace warrant::evidence {
namespace {

constexpr std::size_t kHead = 4U << 10U;

}  // namespace

bool asks_git(std::string_view command) {
  return std::ranges::any_of(std::array<std::string_view, 7>{"git commit", "git merge", "git rebase", "git cherry-pick",
                                                             "git revert", "git am", "git -"},
                             [&](std::string_view words) { return command.find(words) != std::string_view::npos; });
}

bool found_no_tests(std::string_view printed) {
  const std::string text = lower(printed.substr(0, kHead));
  return std::ranges::any_of(
      std::array<std::string_view, 5>{"no test files", "no tests", "ran 0 tests", "running 0 tests", "no test found"},
      [&](std::string_view words) { return text.find(words) != std::string::npos; });
}

Runner runner_of(std::string_view program) {
  constexpr auto kNames = std::to_array<std::pair<std::string_view, Runner>>({
      {"pytest", Runner::pytest}, {"py.test", Runner::pytest},  {"unittest", Runner::unittest},
      {"jest", Runner::jest},     {"vitest", Runner::vitest},   {"mocha", Runner::mocha},
      {"go", Runner::go},         {"cargo", Runner::cargo},     {"gotestsum", Runner::gotestsum},
      {"rspec", Runner::rspec},   {"phpunit", Runner::phpunit}, {"mvn", Runner::maven},
      {"mvnw", Runner::maven},    {"gradle", Runner::gradle},   {"gradlew", Runner::gradle},
      {"dotnet", Runner::dotnet}, {"swift", Runner::swift},     {"ctest", Runner::ctest},
      {"deno", Runner::deno},     {"bats", Runner::bats},       {"mix", Runner::exunit},
  });
  const auto found = std::ranges::find(kNames, program, &std::pair<std::string_view, Runner>::first);
  return found == kNames.end() ? Runner::other : found->second;
}

}  // namespace warrant::evidence
