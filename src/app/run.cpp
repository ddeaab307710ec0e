// warrant run: one governed turn.
#include "session.hpp"
#include "subcommands.hpp"

#include <warrant/base/clock.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/record/read.hpp>
#include <warrant/turn/recover.hpp>
#include <warrant/turn/turn.hpp>
#include <warrant/ui/approver.hpp>
#include <warrant/ui/turn_view.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

namespace warrant::app {

namespace {

constexpr std::size_t history_turns = 20;  ///< earlier turns that a follow-up can speak of

/// Lets Ctrl-C and the end of the session stop the turn instead of killing the program in the middle of an effect.
/// A signal handler may not touch a stop_source, so a thread of its own takes the signals.
class SignalWatch {
 public:
  SignalWatch() {
    sigemptyset(&signals_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR2}) sigaddset(&signals_, signal);
    pthread_sigmask(SIG_BLOCK, &signals_, &before_);
    watcher_ = std::jthread([this] {
      int received = 0;
      while (sigwait(&signals_, &received) == 0 && received != SIGUSR2) stop_.request_stop();
    });
  }
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
  SignalWatch(SignalWatch&&) = delete;
  SignalWatch& operator=(SignalWatch&&) = delete;
  ~SignalWatch() {
    pthread_kill(watcher_.native_handle(), SIGUSR2);
    watcher_.join();
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

 private:
  sigset_t signals_{};
  sigset_t before_{};
  std::stop_source stop_;
  std::jthread watcher_;
};

bool has_terminal() { return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1; }

contract::Posture posture_of(const Arguments& arguments) {
  const std::string_view mode = arguments.option("mode").value_or("agent");
  if (mode == "ask") return contract::Posture::ask;
  if (mode == "plan") return contract::Posture::plan;
  return contract::Posture::agent;
}

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
  WARRANT_TRY(session, open_session(root_of(arguments)));
  WARRANT_TRY(recovered, turn::recover(session.record, session.root));
  for (const turn::Recovered& effect : recovered) {
    std::fprintf(stderr, "warrant: an earlier turn was cut off at %s %s: %s (%s)\n", effect.op.c_str(),
                 visible(effect.path, false).c_str(), effect.result.c_str(), effect.why.c_str());
  }
  WARRANT_TRY(history, record::history(session.place, history_turns));
  WARRANT_TRY(earlier, contract::parse_history(Json(std::move(history))));

  for (const Error& problem : session.rules.problems) std::fprintf(stderr, "warrant: %s\n", describe(problem).c_str());

  ui::ProgressView progress(!json && ::isatty(STDERR_FILENO) == 1);
  ui::TerminalApprover at_terminal(use_colour(arguments, STDERR_FILENO));
  ui::NoTerminal nobody;
  const turn::Ports ports{
      .model = [&] { return choice.open([&](std::string_view what) { progress.step(what); }); },
      .approver = has_terminal() ? static_cast<policy::Approver&>(at_terminal) : nobody,
      .root = session.root,
      .state_directory = session.dirs.state,
      .checkpoints = session.checkpoints,
      .record = session.record,
      .clock = system_clock(),
      .observer = progress,
      .lexicon = session.lexicon,
      .stop = signals.token(),
  };
  const turn::Request request{.text = std::string(arguments.word(0).value_or("")),
                              .posture = posture_of(arguments),
                              .history = std::move(earlier),
                              .rules = session.rules.rules,
                              .approve_by_flag = arguments.has("yes")};
  WARRANT_TRY(report, turn::run(request, ports));
  WARRANT_CHECK(print(json ? to_text(turn::to_json(report, session.place.directory)) + "\n"
                           : ui::summary(report, {.colour = use_colour(arguments, STDOUT_FILENO)})));
  return exit_of(report.settlement);
}

}  // namespace

std::vector<Subcommand> run_subcommands() {
  std::vector<Option> options{root_option(),
                              {.name = "mode",
                               .value = "MODE",
                               .help = "agent, or ask or plan, which change no files",
                               .choices = {"agent", "ask", "plan"}},
                              {.name = "yes", .value = "", .help = "approve what policy would ask; recorded as such"}};
  for (const Option& option : model_options()) options.push_back(option);
  options.push_back(json_option());
  options.push_back(color_option());
  return {{.path = "run",
           .summary = "One governed turn: contract, proposal, approval, effect, read-back, checked answer",
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
