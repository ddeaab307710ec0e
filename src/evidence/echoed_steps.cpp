#include "echoed_steps.hpp"

#include "printed_status.hpp"
#include "reading.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace warrant::evidence {
namespace {

constexpr std::size_t kMaxSteps = 64;
/// A command that prints more did something before it failed.
constexpr std::size_t kMaxUsageBytes = 6'000;

/// What programs say of a call that they do not take, and of a place where there is nothing for them to do.
constexpr auto kRefusals = std::to_array<std::string_view>({
    "unrecognized subcommand",
    "unrecognized option",
    "unrecognized arguments",
    "unrecognized task",
    "unknown command",
    "unknown option",
    "unknown subcommand",
    "unknown argument",
    "unknown task",
    "no such command",
    "no such subcommand",
    "no such option",
    "no such task",
    "no rule to make target",
    "does not contain recipe",
    "command not found",
    "missing script",
    "is not recognized as",
    "is not a recognized",
    "unknown flag",
    "flag provided but not defined",
    "script not found",
    "unexpected argument",
    "invalid option",
    "cannot find main module",
    "go.mod file not found",
    "could not find a mix.project",
    "could not find `cargo.toml`",
    "couldn't find a package.json",
    "could not read package.json",
    "no package.json",
    "no module named pytest",
    "no pom in this directory",
    "there is no pom",
    "does not contain a gradle build",
    "executable file not found",
    "specify a project or solution file",
    "no library targets found",
    "no test target named",
    "file or directory not found",
    "can't open file",
});

/// "> shop@1.2.0 lint": the line that npm and pnpm print above a script's own.
bool names_package(std::string_view line) {
  if (!line.starts_with("> ")) return false;
  const auto at = line.rfind('@');
  return at != std::string_view::npos && at > 2 && at + 1 < line.size() && is_digit(line[at + 1]);
}

/// "$ tsc && eslint .": every part starts only behind one that ended well.
bool is_chain(std::string_view echo) {
  return echo.find(" && ") != std::string_view::npos && echo.find_first_of("|;") == std::string_view::npos;
}

/// Whether nothing more was printed, and nothing kept anything from being seen: a script that fails is told of.
bool ends_in_silence(const Command& command, std::string_view rest) {
  const bool failed = command.exit_code && command.exit_code->value != 0;
  const bool unseen = command.facts.conceals || command.facts.caveats.has(Caveat::cut_off) ||
                      command.facts.caveats.has(Caveat::background) || command.text.find("head") != std::string::npos ||
                      command.text.find("/dev/null") != std::string::npos;
  if (failed || unseen) return false;
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size());
    const auto line = trim(rest.substr(0, end));
    if (!line.empty() && !is_remark(line)) return false;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return true;
}

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
  std::string_view before;
  for (std::size_t begin = 0; begin < output.size() && steps.size() < kMaxSteps;) {
    const auto end = std::min(output.find('\n', begin), output.size());
    const auto line = output.substr(begin, end - begin);
    const bool script = line.starts_with("> ") && names_package(before);
    if (line.starts_with("$ ") || script) {
      const Span place{command.output.begin + begin, command.output.begin + end};
      steps.push_back({.facts = read_command(line.substr(2)),
                       .line = place,
                       .output = {place.end, command.output.end},
                       .ended_well = succeeded || place.begin < done});
      if (steps.size() > 1) steps[steps.size() - 2].output.end = place.begin;
      if (script && ends_in_silence(command, output.substr(end))) steps.back().ended_well = true;
    }
    before = line;
    begin = end + 1;
  }
  // "$ tsc && eslint . && prettier -c .", and then each of them: the next begins only when the last has ended well.
  const bool chain = steps.size() > 1 && is_chain(steps.front().line.of(text));
  for (std::size_t i = 1; chain && i + 1 < steps.size(); ++i) steps[i].ended_well = true;
  return steps;
}

bool never_started(std::string_view printed, long long status) {
  if (status == 0 || printed.size() > kMaxUsageBytes) return false;
  // The shell found no such program, or could not start it.
  constexpr long long kNotExecutable = 126;
  constexpr long long kNotFound = 127;
  if (status == kNotExecutable || status == kNotFound) return true;
  const auto low = lower(printed);
  const auto says = [&](std::string_view sign) { return low.find(sign) != std::string::npos; };
  if (std::ranges::any_of(kRefusals, says)) return true;
  // "bash: cd: web: No such file or directory": the shell's words, not a test's.
  for (const std::string_view shell : {"bash: ", "sh: ", "zsh: ", "cd: ", "/bin/sh: ", "fish: ", "env: "}) {
    const bool first = low.starts_with(shell) || says(std::string("\n").append(shell));
    if (first && (says("no such file or directory") || says("not a directory") || says("permission denied")))
      return true;
  }
  // "Command "vitest" not found", "recipe 'unit' not found".
  for (const std::string_view what : {"command \"", "command '", "recipe '", "recipe `", "task \"", "task '",
                                      "script \"", "script '", "target '", "executable `", "executable \""}) {
    const auto at = low.find(what);
    if (at == std::string::npos) continue;
    const auto line = std::string_view(low).substr(at, low.find('\n', at) - at);
    if (line.find("not found") != std::string_view::npos || line.find("does not exist") != std::string_view::npos)
      return true;
  }
  return false;
}

}  // namespace warrant::evidence
