#include "take_turn.hpp"

#include <warrant/base/clock.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/record/read.hpp>
#include <warrant/turn/recover.hpp>
#include <warrant/ui/approver.hpp>
#include <warrant/ui/turn_view.hpp>

#include <unistd.h>

#include <cstdio>
#include <string_view>
#include <utility>

namespace warrant::app {

namespace {

constexpr std::size_t history_turns = 20;  ///< earlier turns that a follow-up can speak of

void tell_recovered(const std::vector<turn::Recovered>& recovered) {
  for (const turn::Recovered& effect : recovered) {
    std::fprintf(stderr, "warrant: %s\n", turn::describe(effect).c_str());
  }
}

}  // namespace

SignalWatch::SignalWatch() {
  sigemptyset(&signals_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR2}) sigaddset(&signals_, signal);
  pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  watcher_ = std::jthread([this] {
    int received = 0;
    while (sigwait(&signals_, &received) == 0 && received != SIGUSR2) stop_.request_stop();
  });
}

SignalWatch::~SignalWatch() {
  pthread_kill(watcher_.native_handle(), SIGUSR2);
  watcher_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool has_terminal() { return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1; }

Option mode_option() {
  return {.name = "mode",
          .value = "MODE",
          .help = "agent, or ask or plan, which change no files",
          .choices = {"agent", "ask", "plan"}};
}

contract::Posture posture_of(const Arguments& arguments) {
  const std::string_view mode = arguments.option("mode").value_or("agent");
  if (mode == "ask") return contract::Posture::ask;
  if (mode == "plan") return contract::Posture::plan;
  return contract::Posture::agent;
}

Result<TurnTaken> take_turn(TurnOrder order, ModelChoice& choice, const std::stop_token& stop) {
  WARRANT_TRY(text, read_request(order.text));
  WARRANT_TRY(session, open_session(order.root));
  WARRANT_TRY(recovered, turn::recover(session.record, session.root));
  tell_recovered(recovered);
  WARRANT_TRY(history, record::history(session.place, history_turns));
  WARRANT_TRY(earlier, contract::parse_history(Json(std::move(history))));
  for (const Error& problem : session.rules.problems) std::fprintf(stderr, "warrant: %s\n", describe(problem).c_str());

  ui::ProgressView progress(order.show_progress && ::isatty(STDERR_FILENO) == 1);
  ui::TerminalApprover at_terminal(order.colour);
  ui::NoTerminal nobody;
  const turn::Ports ports{
      .model =
          [&] {
            return choice.open(session.dirs, session.settings, [&](std::string_view what) { progress.step(what); });
          },
      .approver = has_terminal() ? static_cast<policy::Approver&>(at_terminal) : nobody,
      .root = session.root,
      .state_directory = session.dirs.state,
      .checkpoints = session.checkpoints,
      .record = session.record,
      .clock = system_clock(),
      .observer = progress,
      .lexicon = session.lexicon,
      .stop = stop,
      .remembered = order.remembered,
  };
  const turn::Request request{.text = std::move(text),
                              .posture = order.posture,
                              .history = std::move(earlier),
                              .rules = session.rules.rules,
                              .pinned = std::move(order.pinned),
                              .approve_by_flag = order.approve_by_flag};
  WARRANT_TRY(report, turn::run(request, ports, session.settings.limits));
  return TurnTaken{.report = std::move(report), .record_directory = session.place.directory};
}

}  // namespace warrant::app
