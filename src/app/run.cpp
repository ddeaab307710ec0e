// warrant run: one governed turn.
#include "subcommands.hpp"
#include "take_turn.hpp"

#include <warrant/ui/turn_view.hpp>

#include <unistd.h>

#include <string>
#include <utility>

namespace warrant::app {

namespace {

Exit exit_of(const turn::Settlement& settlement) {
  const bool done = settlement.action == turn::Action::succeeded;
  switch (turn::outcome_of(settlement)) {
    case turn::Outcome::complete:
    case turn::Outcome::answered: return Exit::done;
    case turn::Outcome::partial: return settlement.action == turn::Action::failed ? Exit::failed : Exit::unverified;
    case turn::Outcome::failed: return done ? Exit::unverified : Exit::failed;
    case turn::Outcome::bounded:
    case turn::Outcome::asked_permission: return Exit::failed;
    case turn::Outcome::blocked_by_person:
    case turn::Outcome::blocked_by_policy: return Exit::denied;
    case turn::Outcome::cancelled: return Exit::interrupted;
  }
  return Exit::failed;
}

Result<Exit> run(const Arguments& arguments) {
  const bool json = arguments.has("json");
  const SignalWatch signals;  // before any other thread is started: they inherit that signals are not theirs
  WARRANT_TRY(choice, ModelChoice::from(arguments));
  WARRANT_TRY(taken, take_turn({.text = std::string(arguments.word(0).value_or("")),
                                .root = root_of(arguments),
                                .posture = posture_of(arguments),
                                .pinned = {},
                                .approve_by_flag = arguments.has("yes"),
                                .show_progress = !json,
                                .colour = use_colour(arguments, STDERR_FILENO)},
                               choice, signals.token()));
  WARRANT_CHECK(print(json ? to_text(turn::to_json(taken.report, taken.record_directory)) + "\n"
                           : ui::summary(taken.report, {.colour = use_colour(arguments, STDOUT_FILENO)})));
  return exit_of(taken.report.settlement);
}

}  // namespace

std::vector<Subcommand> run_subcommands() {
  std::vector<Option> options{root_option(),
                              mode_option(),
                              {.name = "yes", .value = "", .help = "approve what policy would ask; recorded as such"}};
  for (const Option& option : model_options()) options.push_back(option);
  options.push_back(json_option());
  options.push_back(color_option());
  return {{.path = "run",
           .summary = "one governed turn: contract, proposal, approval, effect, read-back, checked answer",
           .examples = "Examples:\n"
                       "  warrant run \"In settings.py, change TIMEOUT from 30 to 60.\"\n"
                       "  warrant run \"Run the tests.\" --root ~/project --yes\n"
                       "  warrant run \"What does main.c do?\" --connect http://127.0.0.1:8080\n"
                       "Without a terminal and without --yes, what policy asks is denied (exit 3).\n",
           .positionals = {{.name = "REQUEST", .help = "what to do, in your own words", .required = true}},
           .options = std::move(options),
           .run = run}};
}

}  // namespace warrant::app
