// Builds, linters and type checkers: by their own verdict, by their silence, or by what only follows them.
#include "compare.hpp"
#include "message.hpp"
#include "rules.hpp"

#include <algorithm>

namespace warrant::claims::compare {

using evidence::Activity;

/// Whether a tool printed something that can be a complaint: of an error, or of a place in a source file.
static bool complains(std::string_view printed) {
  auto low = fold(printed);
  for (const std::string_view none : {"0 issues", "0 errors", "0 warnings", "0 problems", "0 failed", "no issues",
                                      "no errors", "no warnings", "no problems"}) {
    for (auto at = low.find(none); at != std::string::npos; at = low.find(none, at + 1)) {
      const bool tens = at > 0 && ((low[at - 1] >= '0' && low[at - 1] <= '9') || low[at - 1] == ',');
      if (!tens) low.replace(at, none.size(), none.size(), ' ');
    }
  }
  for (const std::string_view sign :
       {"error",   "warn",  "fail",   "panic",     "cannot", "can't",  "undefined", "not found", "no such", "denied",
        "problem", "issue", "unused", "traceback", "fatal",  "would ", ".go",       ".py",       ".ts:",    ".ts(",
        ".tsx:",   ".tsx(", ".js:",   ".jsx:",     ".rs:",   ".c:",    ".cpp:",     ".java:"}) {
    if (low.find(sign) != std::string::npos) return true;
  }
  return false;
}

/// What stands behind the last verdict of another step, where the step asked about is the last of its command: all that
/// it can have printed.
static std::string_view printed_by_last(const Source& source, const evidence::Command& command, Activity activity) {
  const auto printed = command.output.of(source.text);
  if (command.facts.activities.back() != activity) return printed;
  std::size_t from = command.output.begin;
  const auto behind = [&](Span span) {
    if (command.output.contains(span)) from = std::max(from, span.end);
  };
  for (const auto& run : source.facts.runs) {
    for (const auto& part : run.parts) {
      if (part.green) behind(part.line);
    }
  }
  for (const auto& check : source.facts.checks) {
    if (check.ok && check.activity != activity) behind(check.span);
  }
  return source.text.substr(from, command.output.end - from);
}

/// `gofmt -l .; go vet ./... | head; go test ./...`: a step of a chain that says nothing when all is well, and said
/// nothing.
static std::optional<Shown> silent_step(const Sources& sources, Activity activity) {
  if (!on(Rule::silent_steps)) return std::nullopt;
  for (auto source = sources.all().rbegin(); source != sources.all().rend(); ++source) {
    if (source->void_ || source->caveats.has(evidence::Caveat::cut_off)) continue;
    for (auto command = source->facts.commands.rbegin(); command != source->facts.commands.rend(); ++command) {
      if (!command->facts.does(activity)) continue;
      if (stale(*source, *command)) return std::nullopt;
      const auto printed = command->output.of(source->text);
      // What a pipe cuts to its end still shows that the tool ran and complained of nothing.
      const bool cut_to_end = command->facts.caveats.has(evidence::Caveat::masked_exit) &&
                              printed.find_first_not_of(" \t\r\n") != std::string_view::npos;
      const bool several = command->facts.activities.size() > 1 || cut_to_end;
      const bool unread = command->facts.conceals || command->text.find("/dev/null") != std::string::npos ||
                          command->facts.caveats.has(evidence::Caveat::background) ||
                          command->facts.caveats.has(evidence::Caveat::collect_only) ||
                          command->facts.caveats.has(evidence::Caveat::only_shown);
      const bool failed = command->exit_code && command->exit_code->value != 0;
      if (!several || unread || failed || complains(printed_by_last(*source, *command, activity))) return std::nullopt;
      return shown("true", command->span, *source);
    }
  }
  return std::nullopt;
}

static Finding checked(const Claim& claim, const Sources& sources, Activity activity, Reason none) {
  if (auto named = of_named_run(claim, sources, activity, none)) return *named;
  const auto found = sources.last_check(activity);
  // Only complaints about some files were looked for.
  const bool some =
      found.result != nullptr && found.result->by_silence && found.result->caveats.has(evidence::Caveat::filtered);
  if (some && activity == Activity::lint && claim.noun.find("file") == std::string::npos &&
      claim.noun.find('`') == std::string::npos)
    return unbacked(Reason::filtered);
  if (some && activity != Activity::lint) return unbacked(Reason::filtered);
  if (found.result != nullptr)
    return compared(found.result->ok, shown(found.result->ok ? "true" : "false", found.result->span, *found.source));
  if (auto silent = silent_step(sources, activity)) return compared(true, std::move(*silent));
  return unbacked(found.why_not.value_or(none));
}

/// "The project compiles without errors": a type checker says as much.
static std::optional<Finding> compiled(const Claim& claim, const Sources& sources) {
  if (!on(Rule::compiles_as_types) || fold(claim.noun).find("compil") == std::string::npos) return std::nullopt;
  const auto types = sources.last_check(Activity::typecheck);
  if (types.result == nullptr) return std::nullopt;
  return compared(types.result->ok, shown(types.result->ok ? "true" : "false", types.result->span, *types.source));
}

/// Whether the runner's tests run only when everything is built: compiled languages build before they test.
static bool builds_first(evidence::Runner runner) {
  using evidence::Runner;
  switch (runner) {
    case Runner::cargo:
    case Runner::nextest:
    case Runner::go:
    case Runner::gotestsum:
    case Runner::maven:
    case Runner::gradle:
    case Runner::dotnet:
    case Runner::swift:
    case Runner::ctest:
    case Runner::googletest:
    case Runner::catch2:
    case Runner::ginkgo:
    case Runner::boost_test:
    case Runner::meson:
    case Runner::bazel:
    case Runner::scalatest:
    case Runner::tasty:
    case Runner::cabal:
    case Runner::zig:
    case Runner::forge: return true;
    case Runner::pytest:
    case Runner::unittest:
    case Runner::jest:
    case Runner::vitest:
    case Runner::mocha:
    case Runner::ava:
    case Runner::bun:
    case Runner::node_test:
    case Runner::tap:
    case Runner::bats:
    case Runner::rspec:
    case Runner::phpunit:
    case Runner::minitest:
    case Runner::exunit:
    case Runner::playwright:
    case Runner::deno:
    case Runner::jasmine:
    case Runner::karma:
    case Runner::cypress:
    case Runner::clojure:
    case Runner::junit:
    case Runner::nunit:
    case Runner::behave:
    case Runner::cucumber:
    case Runner::robot:
    case Runner::dart:
    case Runner::busted:
    case Runner::elm:
    case Runner::testthat:
    case Runner::julia:
    case Runner::tsc:
    case Runner::mypy:
    case Runner::pyright:
    case Runner::eslint:
    case Runner::biome:
    case Runner::ruff:
    case Runner::clippy:
    case Runner::golangci:
    case Runner::rubocop:
    case Runner::prettier:
    case Runner::go_vet:
    case Runner::make:
    case Runner::ninja:
    case Runner::cmake:
    case Runner::cargo_build:
    case Runner::go_build:
    case Runner::webpack:
    case Runner::vite:
    case Runner::next:
    case Runner::npm:
    case Runner::docker:
    case Runner::git:
    case Runner::gh:
    case Runner::vercel:
    case Runner::netlify:
    case Runner::firebase:
    case Runner::cloudflare:
    case Runner::fly:
    case Runner::terraform:
    case Runner::kubernetes:
    case Runner::coverage:
    case Runner::other: return false;
  }
  return false;
}

/// A task of the editor after the last edit ("Build app", "Package"): how it ended, its notes do not tell.
static bool ran_unseen_task(const Sources& sources) {
  return std::ranges::any_of(sources.all(), [](const Source& source) {
    return source.edited.empty() && std::ranges::any_of(source.facts.commands, [](const evidence::Command& command) {
             return command.text.starts_with("run_task ");
           });
  });
}

Finding build(const Claim& claim, const Sources& sources) {
  if (claim.checks) {
    if (auto found = hosted(claim, sources, Activity::build)) return *found;
  }
  auto finding = checked(claim, sources, Activity::build, Reason::no_build);
  // "The build succeeded, it just couldn't copy the library": the message says at what it failed.
  if (finding.status == Status::broken && claim.owns_up) return not_judged();
  // "The `net` package compiles": what failed may be another one.
  if (finding.status == Status::broken && claim.named_part && sources.edits() != nullptr) return not_judged();
  if (finding.status != Status::unbacked) return finding;
  if (auto types = compiled(claim, sources)) return *types;
  for (const auto& standing : sources.tests()) {
    if (builds_first(standing.run->runner))
      return compared(true, shown("true", standing.run->parts.back().line, *standing.source));
  }
  return ran_unseen_task(sources) ? not_judged() : finding;
}
Finding lint(const Claim& claim, const Sources& sources) {
  if (claim.checks) {
    if (auto found = hosted(claim, sources, Activity::lint)) return *found;
  }
  return checked(claim, sources, Activity::lint, Reason::no_lint);
}
Finding typecheck(const Claim& claim, const Sources& sources) {
  if (claim.checks) {
    if (auto found = hosted(claim, sources, Activity::typecheck)) return *found;
  }
  auto finding = checked(claim, sources, Activity::typecheck, Reason::no_typecheck);
  if (finding.status != Status::unbacked) return finding;
  const auto built = sources.last_check(Activity::build);
  if (built.result == nullptr) return finding;
  return compared(built.result->ok, shown(built.result->ok ? "true" : "false", built.result->span, *built.source));
}

}  // namespace warrant::claims::compare
