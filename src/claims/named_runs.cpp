// "`cargo test` and `npm run lint` pass": each command that a message names needs a run of its own.
#include "compare.hpp"
#include "message.hpp"
#include "rules.hpp"

#include <algorithm>

namespace warrant::claims::compare {
namespace {

using evidence::Activity;

constexpr std::string_view kTask = "task ";

bool shares(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return std::ranges::any_of(a, [&](const std::string& each) { return std::ranges::find(b, each) != b.end(); });
}

/// The last part of a path or of a test's name: "tests/api/test_a.py" → "test_a.py".
std::string_view last_part(std::string_view word) {
  while (!word.empty() && (word.back() == '/' || word.back() == '.' || word.back() == '\'' || word.back() == '"'))
    word.remove_suffix(1);
  const auto cut = word.find_last_of("/:");
  return cut == std::string_view::npos ? word : word.substr(cut + 1);
}

/// Whether a run of `command` took in the tests that are named, as far as the words tell.
bool takes_in(const evidence::Command& command, std::string_view selection) {
  const std::string_view ran = command.facts.selection;
  if (selection.empty() || ran.empty() || evidence::covers(ran, selection)) return true;
  if (selection.find_first_of("*?$<{") != std::string_view::npos || selection.find("..") != std::string_view::npos ||
      selection.find("\xe2\x80\xa6") != std::string_view::npos || ran.find_first_of("*?$") != std::string_view::npos)
    return true;
  while (!selection.empty()) {
    const auto end = std::min(selection.find(' '), selection.size());
    const auto word = selection.substr(0, end);
    selection.remove_prefix(std::min(end + 1, selection.size()));
    if (word.starts_with('-')) continue;
    const auto part = last_part(word);
    // "cd api && pytest test_a.py" runs "api/test_a.py"; "pytest tests/api" runs "tests/api/test_a.py".
    const bool below = evidence::covers(ran, word) || ran.find(last_part(word.substr(0, word.rfind('/')))) == 0;
    if (!part.empty() && command.text.find(part) == std::string::npos && !below) return false;
  }
  return true;
}

/// "$ tsc --noEmit", "> web@1.0.0 lint", "lint.....Passed": a line that shows that a script or a hook started it.
bool line_starts(std::string_view line, std::string_view key) {
  const bool task = key.starts_with(kTask);
  const auto name = task ? key.substr(kTask.size()) : key;
  const auto at = line.find(name);
  if (at == std::string_view::npos) return false;
  const auto behind = line.substr(at + name.size());
  if (!behind.empty() && word_letter(behind.front())) return false;
  const auto before = line.substr(0, at);
  if (behind.starts_with("...")) return true;
  const bool prompt = before.find_first_of("$>+") != std::string_view::npos;
  if (task) return prompt || before.ends_with(":") || before.ends_with("run ");
  return prompt || before.find_first_not_of(" \t") == std::string_view::npos;
}
bool output_starts(std::string_view text, std::string_view key) {
  constexpr std::size_t kMostRead = 256U << 10U;
  text = text.substr(0, kMostRead);
  const auto name = key.starts_with(kTask) ? key.substr(kTask.size()) : key;
  for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + name.size())) {
    const auto start = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    const auto begin = start == std::string_view::npos ? 0 : start + 1;
    const auto line = text.substr(begin, std::min(text.find('\n', at), text.size()) - begin);
    if (line.size() < 400 && line_starts(line, key)) return true;
  }
  return false;
}

/// A runner's own lines show that it ran, whatever started it.
bool runner_spoke(const Source& source, std::string_view key) {
  const auto is = [&](evidence::Runner runner) {
    const auto name = evidence::to_string(runner);
    const bool first = key.substr(0, key.find(' ')) == name;
    return runner != evidence::Runner::other && (first || key.ends_with(" " + std::string(name)));
  };
  return std::ranges::any_of(source.facts.runs, [&](const auto& run) { return is(run.runner); }) ||
         std::ranges::any_of(source.facts.checks, [&](const auto& check) { return is(check.runner); });
}

/// Whether something ran whose words are not known, or that shows what it started itself.
bool may_have_run(const Source& source, const std::vector<std::string>& named) {
  const bool unknown = std::ranges::any_of(source.facts.commands, [](const evidence::Command& command) {
    return command.text.ends_with("\xe2\x80\xa6") || (command.text.ends_with("...") && !command.text.ends_with("/..."));
  });
  const bool nameless = source.facts.commands.size() == 1 && source.facts.commands.front().text.empty();
  return unknown || nameless || std::ranges::any_of(named, [&](const std::string& key) {
           return runner_spoke(source, key) || output_starts(source.text, key);
         });
}

struct Place {
  const Source* source;
  std::size_t command;
};
/// Where the named command ran, the last first.
std::vector<Place> places_of(const evidence::CommandFacts& named, const Sources& sources) {
  std::vector<Place> found;
  for (auto source = sources.all().rbegin(); source != sources.all().rend(); ++source) {
    const auto& commands = source->facts.commands;
    for (std::size_t i = commands.size(); i > 0; --i) {
      if (shares(commands[i - 1].facts.invoked, named.invoked) && takes_in(commands[i - 1], named.selection))
        found.push_back({&*source, i - 1});
    }
  }
  return found;
}

std::optional<Finding> of_tests(const std::vector<Place>& places, const Sources& sources) {
  for (const auto& standing : sources.tests()) {
    const bool own = std::ranges::any_of(places, [&](const Place& place) {
      return place.source == standing.source && place.command == standing.run->command();
    });
    if (!own) continue;
    for (const auto& part : standing.run->parts) {
      if (!part.green && !part.empty) return compared(false, shown("false", part.failed.span, *standing.source));
    }
  }
  return std::nullopt;
}

/// `pnpm check`, which lints: how it ended as a whole.
Finding of_check(const evidence::Command& command, const Source& source) {
  const bool masked = command.facts.caveats.has(evidence::Caveat::masked_exit) || !command.exit_code;
  const auto index = static_cast<std::size_t>(&command - source.facts.commands.data());
  const bool blamed = std::ranges::any_of(
      source.facts.checks, [&](const evidence::CheckResult& each) { return each.command == index && !each.ok; });
  if (blamed || (!masked && command.exit_code->value != 0))
    return compared(false, shown("false", command.span, source));
  return masked ? not_judged() : compared(true, shown("true", command.span, source));
}

}  // namespace

std::optional<Finding> of_named_run(const Claim& claim, const Sources& sources, Activity activity, Reason none) {
  // One output alone is an excerpt.
  if (claim.command.empty() || sources.edits() == nullptr || !on(Rule::named_runs)) return std::nullopt;
  const auto named = evidence::read_command(claim.command);
  if (named.invoked.empty() || !named.does(activity)) return std::nullopt;
  const auto places = places_of(named, sources);
  if (places.empty()) {
    const bool other_tests = std::ranges::any_of(sources.all(), [&](const Source& source) {
      return std::ranges::any_of(source.facts.commands, [&](const evidence::Command& command) {
        return shares(command.facts.invoked, named.invoked);
      });
    });
    const bool open = !other_tests && std::ranges::any_of(sources.all(), [&](const Source& source) {
      return may_have_run(source, named.invoked);
    });
    return open ? std::nullopt : std::optional(unbacked(none));
  }
  const auto& last = places.front();
  if (!last.source->void_ && last.source->voided(evidence::Runner::other, last.command) == Reason::stale) {
    const bool standing = std::ranges::any_of(sources.tests(), [&](const Standing& each) {
      return each.source == last.source && each.run->command() == last.command;
    });
    if (!standing || activity != Activity::test) return unbacked(Reason::stale);
  }
  const auto& command = last.source->facts.commands[last.command];
  if (activity == Activity::test && !command.facts.does(activity)) return of_check(command, *last.source);
  if (activity == Activity::test) return of_tests(places, sources);
  const auto check = std::ranges::find_if(last.source->facts.checks, [&](const evidence::CheckResult& each) {
    return each.activity == activity && each.command == last.command && !each.ok;
  });
  if (check == last.source->facts.checks.end()) return std::nullopt;
  return compared(false, shown("false", check->span, *last.source));
}

}  // namespace warrant::claims::compare
