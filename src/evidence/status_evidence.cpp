// What only the status of a command, what follows it, or its silence tells of what it did.
#include "assembly.hpp"
#include "command_words.hpp"
#include "report_rest.hpp"
#include "spans.hpp"

#include <algorithm>
#include <array>

namespace warrant::evidence {

void Assembly::drop_unspoken_tests(Command& command) const {
  if (!only_checks(command.facts) || !command.facts.does(Activity::test) || !reading_->results.empty()) return;
  const auto steps = echoed_steps(found_, command, text_);
  const auto does = [](const EchoedStep& step) { return !step.facts.activities.empty(); };
  const auto tests = [](const EchoedStep& step) { return step.facts.does(Activity::test); };
  if (std::ranges::any_of(steps, does) && std::ranges::none_of(steps, tests))
    std::erase(command.facts.activities, Activity::test);
}

void Assembly::by_exit_status(const Command& command, const std::vector<ToldStatus>& told) {
  const auto& caveats = command.facts.caveats;
  if (command.facts.activities.empty() || caveats.has(Caveat::background) || caveats.has(Caveat::collect_only)) return;
  const bool none_counted = counts_no_complaint(command);
  const bool silent = none_counted || (says_nothing(printed_of(command), command.text, command.facts.printed) &&
                                       !(command.exit_code && command.exit_code->value != 0));
  const bool blamed = std::ranges::any_of(reading_->checks, [](const CheckResult& c) { return !c.ok; }) ||
                      std::ranges::any_of(reading_->results, [](const TestResult& r) { return !r.green; });
  // The exit status of a check alone is its verdict, whatever it printed last.
  if (command.facts.activities.size() == 1 && !blamed) {
    const auto status = status_of(command, command.facts.activities.front(), told);
    for (auto& check : reading_->checks) {
      if (status && status->value != 0 && check.activity == command.facts.activities.front()) check.ok = false;
    }
  }
  for (const auto activity : command.facts.activities) {
    auto status = status_of(command, activity, told);
    const auto next = by_next_step(command, activity);
    if (!status) status = next;
    const bool failed = status && status->value != 0;
    if (failed && (blamed || (reading_->results.empty() && never_started(printed_of(command), status->value)))) return;
    const Span where = status && !status->span.empty() ? status->span
                       : command.span.empty()          ? command.output
                                                       : command.span;
    if (activity == Activity::deploy) {
      // Its own status tells of a deployment that no line announces.
      found_.anchors.deploy = found_.anchors.deploy || (status && status->value == 0);
    } else if (activity == Activity::test) {
      test_by_status(command, status, where);
    } else if (activity == Activity::push || activity == Activity::commit) {
      if (activity == Activity::commit && next && !command.facts.caveats.has(Caveat::only_shown))
        found_.anchors.commit = true;
      quiet_git(command, activity, status);
    } else if (activity == Activity::build || activity == Activity::lint || activity == Activity::typecheck) {
      if (status || silent) check_by_status(activity, status, where);
    }
  }
}

void Assembly::test_by_status(const Command& command, const std::optional<Count>& status, Span where) {
  const bool failed = status && status->value != 0;
  // A summary in words of no known runner does not outweigh the status.
  for (auto& result : reading_->results) {
    if (failed && result.runner == Runner::other) result.green = false;
  }
  const bool only_failures = command.rest == ReportRest::none_left;
  if (!reading_->results.empty() || (!status && !only_failures) || (echoed_ && shows_result())) return;
  reading_->results.push_back(
      {.runner = runner_of(command.facts.programs.empty() ? std::string_view{} : command.facts.programs.back()),
       .command = reading_->index(),
       .passed = {},
       .failed = {failed ? 1 : 0, where},
       .green = !failed,
       .empty = !failed && found_no_tests(printed_of(command)),
       .skipped = {},
       .total = {},
       .suite = {},
       .line = where});
}

void Assembly::check_by_status(Activity activity, const std::optional<Count>& status, Span where) {
  const bool failed = status && status->value != 0;
  const bool known =
      std::ranges::any_of(reading_->checks, [&](const CheckResult& c) { return c.activity == activity; });
  if (known) return;
  reading_->checks.push_back({.runner = Runner::other,
                              .activity = activity,
                              .command = reading_->index(),
                              .ok = !failed,
                              .errors = {},
                              .warnings = {},
                              .span = where,
                              .by_silence = !status,
                              .caveats = {}});
}

std::optional<Count> Assembly::by_next_step(const Command& command, Activity activity) const {
  for (const auto& [first, then] : command.facts.before) {
    if (first != activity || then == activity) continue;
    if (then == Activity::test && !reading_->results.empty() && !reading_->results.back().line.empty())
      return Count{0, reading_->results.back().line};
    for (const auto& check : reading_->checks) {
      if (check.activity == then && !check.by_silence) return Count{0, check.span};
    }
    if (then == Activity::commit && found_.commits.size() > marks_.commits)
      return Count{0, found_.commits.back().id.span};
    if (then == Activity::push && found_.pushes.size() > marks_.pushes)
      return Count{0, found_.pushes.back().target.span};
  }
  return std::nullopt;
}

void Assembly::by_echoed_steps(const Command& command) {
  const auto printed = command.output.of(text_);
  if (printed.find("$ ") == std::string_view::npos && printed.find("> ") == std::string_view::npos) return;
  const auto steps = echoed_steps(found_, command, text_);
  for (const auto& step : steps) {
    if (!step.facts.caveats.empty()) continue;
    auto activities = step.facts.activities;
    // "npm run build" is a build, whatever its script is made of.
    const bool last = &step == &steps.back() && command.facts.activities.size() == 1;
    if (last && !step.facts.does(command.facts.activities.front()))
      activities.push_back(command.facts.activities.front());
    for (const auto activity : activities) {
      const bool check = activity == Activity::build || activity == Activity::lint || activity == Activity::typecheck;
      const bool known =
          std::ranges::any_of(reading_->checks, [&](const CheckResult& c) { return c.activity == activity; });
      if (check && !known && (step.ended_well || went_on(step, activity)))
        reading_->checks.push_back({.runner = Runner::other,
                                    .activity = activity,
                                    .command = reading_->index(),
                                    .ok = true,
                                    .errors = {},
                                    .warnings = {},
                                    .span = step.line,
                                    .by_silence = false,
                                    .caveats = {}});
    }
  }
}

bool Assembly::went_on(const EchoedStep& step, Activity first) const {
  return std::ranges::any_of(step.facts.before, [&](const auto& pair) {
    return pair.first == first && std::ranges::any_of(reading_->checks, [&](const CheckResult& check) {
             return check.activity == pair.second && !check.by_silence && step.output.contains(check.span);
           });
  });
}

void Assembly::quiet_git(const Command& command, Activity activity, const std::optional<Count>& status) {
  const std::string_view text = command.text;
  // A push that ends with 0 pushed or had nothing to push; a commit's status says less: a merge may be up to date.
  const bool quiet = text.find(" -q") != std::string_view::npos || text.find("--quiet") != std::string_view::npos ||
                     says_nothing(printed_of(command), text, command.facts.printed) ||
                     (activity == Activity::push && status) ||
                     (activity == Activity::commit && status && !asks_git(text));
  const std::string printed = lower(printed_of(command));
  if (activity == Activity::push && status && status->value != 0 && found_.pushes.size() == marks_.pushes &&
      !command.facts.caveats.has(Caveat::only_shown)) {
    refused_push(command, *status, printed);
    return;
  }
  if (!quiet || (status && status->value != 0) || command.facts.caveats.has(Caveat::only_shown)) return;
  for (const std::string_view sign : {"error:", "fatal:", "rejected", "denied", "nothing to commit", "conflict"}) {
    if (printed.find(sign) != std::string::npos) return;
  }
  if (activity == Activity::commit) {
    found_.anchors.commit = true;
  } else if (found_.pushes.size() == marks_.pushes) {
    const Span where = command.span.empty() ? command.output : command.span;
    found_.pushes.push_back(
        {.target = {.text = "quiet", .span = where, .announced = true, .command = reading_->index()}, .ok = true});
  }
}

void Assembly::refused_push(const Command& command, const Count& status, std::string_view printed) {
  const bool alone = command.facts.activities.size() == 1;
  const bool told =
      printed.find("fatal: ") != std::string_view::npos &&
      (printed.find("remote") != std::string_view::npos || printed.find("unable to access") != std::string_view::npos ||
       printed.find("authentication failed") != std::string_view::npos);
  if (!alone && !told) return;
  const Span where = status.span.empty() ? command.output : status.span;
  found_.pushes.push_back(
      {.target = {.text = "refused", .span = where, .announced = true, .command = reading_->index()}, .ok = false});
}

void Assembly::drop_masked_statuses(const Command& command, const std::vector<ToldStatus>& told) {
  for (const auto& each : told) {
    if (!each.of->masked) continue;
    const auto begin = command.output.begin + each.span.begin;
    std::erase_if(found_.exit_codes, [&](const Value& value) { return value.span.begin == begin; });
  }
}

std::optional<Count> Assembly::status_of(const Command& command, Activity activity,
                                         const std::vector<ToldStatus>& told) {
  for (const auto& each : told) {
    if (std::ranges::find(each.of->activities, activity) == each.of->activities.end()) continue;
    // Which step of several failed is not said.
    if (each.value != 0 && !each.of->single) return std::nullopt;
    return Count{each.value, {command.output.begin + each.span.begin, command.output.begin + each.span.end}};
  }
  const auto& own = command.facts.ends_with;
  const bool its_own = std::ranges::find(own, activity) != own.end() &&
                       (own.size() == 1 || (command.exit_code && command.exit_code->value == 0));
  if (command.facts.caveats.has(Caveat::masked_exit) && !its_own) return std::nullopt;
  return command.exit_code;
}

void Assembly::take_printed_status(Command& command, const std::vector<ToldStatus>& told) {
  if (told.empty() || !told.back().of->number) return;
  const bool covered = std::ranges::all_of(command.facts.activities, [&](Activity activity) {
    return std::ranges::any_of(told, [&](const ToldStatus& each) {
      return std::ranges::find(each.of->activities, activity) != each.of->activities.end();
    });
  });
  if (!covered) return;
  if (command.exit_code) {
    std::erase_if(found_.exit_codes, [&](const Value& value) { return value.span == command.exit_code->span; });
  }
  command.facts.caveats.remove(Caveat::masked_exit);
  const auto& last = told.back();
  command.exit_code = Count{last.value, {command.output.begin + last.span.begin, command.output.begin + last.span.end}};
}

void Assembly::keep_checks(const Command& command) {
  const bool open = speaks_openly(command);
  for (auto& check : reading_->checks) {
    check.caveats = command.facts.caveats;
    if (check.by_silence && open) check.caveats.remove(Caveat::masked_exit);
    if (check.by_silence && !open) check.caveats.add(Caveat::masked_exit);
    // Complaints about some files were looked for, and there are none: what of the others is not said.
    if (check.by_silence && open && command.facts.conceals && !picks_complaints(command.text, false) &&
        !counts_no_complaint(command))
      check.caveats.add(Caveat::filtered);
    found_.checks.push_back(check);
  }
}

/// Whether a step but `cd` sends what it prints somewhere else: "> out.txt", "2>/dev/null"; not "-o /dev/null".
static bool sends_away(std::string_view text) {
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of(";|\n"), text.size());
    const auto step = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (step.starts_with("cd ") && step.find("&&") == std::string_view::npos) continue;
    for (const std::string_view away : {"&>", "> ", ">>", ">/dev/null"}) {
      if (step.find(away) != std::string_view::npos) return true;
    }
  }
  return false;
}

bool Assembly::speaks_openly(const Command& command) const {
  return (!command.facts.conceals || picks_complaints(command.text, true) || counts_no_complaint(command)) &&
         !sends_away(command.text);
}

/// "tsc | grep -c 'error TS'", "tsc | wc -l", which printed 0.
bool Assembly::counts_no_complaint(const Command& command) const {
  if (trim(printed_of(command)) != "0") return false;
  const std::string_view text = command.text;
  const auto pipe = text.rfind("| ");
  if (pipe == std::string_view::npos) return false;
  const auto last = lower(text.substr(pipe + 2));
  if (last.starts_with("wc -l")) return true;
  return (last.starts_with("grep -c") || last.starts_with("grep -ic") || last.starts_with("grep -ce")) &&
         (last.find("error") != std::string::npos || last.find("warn") != std::string::npos);
}

bool Assembly::picks_complaints(std::string_view text, bool of_files) {
  const auto at = text.find("| grep ");
  if (at == std::string_view::npos || text.find("||") != std::string_view::npos ||
      text.find("grep", at + 7) != std::string_view::npos)
    return false;
  const auto pattern =
      lower(text.substr(at + 7, text.find('|', at + 7) == std::string_view::npos ? std::string_view::npos
                                                                                 : text.find(" | ", at + 7) - at - 7));
  const auto has = [&](std::string_view word) { return pattern.find(word) != std::string::npos; };
  if (pattern.starts_with("-") && pattern.substr(0, pattern.find(' ')).find_first_of("vclq") != std::string::npos)
    return false;
  if (has("ok") || has("pass") || has("success")) return false;
  if (has("error") || has("fail") || has("warn")) return true;
  return of_files && (has(".ts") || has(".go") || has(".py") || has(".rs") || has("src/") || has("_"));
}

}  // namespace warrant::evidence
