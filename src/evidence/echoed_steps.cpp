#include "echoed_steps.hpp"

#include "reading.hpp"

#include <algorithm>
#include <array>

namespace warrant::evidence {
namespace {

constexpr std::size_t kMaxSteps = 64;
/// A command that prints more did something before it failed.
constexpr std::size_t kMaxUsageBytes = 6'000;

}  // namespace

std::vector<EchoedStep> echoed_steps(const Evidence& found, const Command& command, std::string_view text) {
  std::vector<EchoedStep> steps;
  const auto output = command.output.of(text);
  const bool succeeded =
      command.exit_code && command.exit_code->value == 0 && !command.facts.caveats.has(Caveat::masked_exit);
  std::size_t done = 0;
  for (const auto& commit : found.commits) {
    if (commit.id.announced && command.facts.does(Activity::commit)) done = std::max(done, commit.id.span.begin);
  }
  for (const auto& push : found.pushes) {
    if (push.ok && command.facts.does(Activity::push)) done = std::max(done, push.target.span.begin);
  }
  for (std::size_t begin = 0; begin < output.size() && steps.size() < kMaxSteps;) {
    const auto end = std::min(output.find('\n', begin), output.size());
    const auto line = output.substr(begin, end - begin);
    if (line.starts_with("$ ")) {
      const Span place{command.output.begin + begin, command.output.begin + end};
      steps.push_back(
          {.facts = read_command(line.substr(2)), .line = place, .ended_well = succeeded || place.begin < done});
    }
    begin = end + 1;
  }
  return steps;
}

bool never_started(std::string_view printed, long long status) {
  if (status == 0 || printed.size() > kMaxUsageBytes) return false;
  const auto low = lower(printed);
  return std::ranges::any_of(
      std::array<std::string_view, 14>{
          "unrecognized subcommand", "unrecognized option", "unrecognized arguments", "unknown command",
          "unknown option", "unknown subcommand", "no such command", "no such subcommand", "command not found",
          "missing script", "is not recognized as", "unknown flag", "script not found", "unexpected argument"},
      [&](std::string_view sign) { return low.find(sign) != std::string::npos; });
}

}  // namespace warrant::evidence
