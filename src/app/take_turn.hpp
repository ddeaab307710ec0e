// One turn in a workspace, for the subcommands that take turns.
#pragma once

#include "session.hpp"
#include "subcommand.hpp"

#include <warrant/contract/contract.hpp>
#include <warrant/turn/turn.hpp>

#include <csignal>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace warrant::app {

/// Lets Ctrl-C and the end of the session stop the turn instead of killing the program in the middle of an effect.
/// A signal handler may not touch a stop_source, so a thread of its own takes the signals. One at a time.
class SignalWatch {
 public:
  SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
  SignalWatch(SignalWatch&&) = delete;
  SignalWatch& operator=(SignalWatch&&) = delete;
  ~SignalWatch();
  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

 private:
  sigset_t signals_{};
  sigset_t before_{};
  std::stop_source stop_;
  std::jthread watcher_;
};

/// Whether a person can be talked with: standard input and standard error are terminals.
bool has_terminal();

Option mode_option();  ///< --mode agent|ask|plan
/// The posture of --mode; agent without it.
contract::Posture posture_of(const Arguments& arguments);

struct TurnOrder {
  std::string text;
  std::string root;  ///< the workspace's directory
  contract::Posture posture;
  std::vector<std::string> pinned;  ///< files to read besides what the request names, relative to the workspace
  bool approve_by_flag;
  bool show_progress;
  bool colour;                                            ///< of what is asked at the terminal
  std::vector<policy::Remembered>* remembered = nullptr;  ///< of a session of several turns, see turn::Ports
};

struct TurnTaken {
  turn::Report report;
  std::string record_directory;
};

/// Opens the workspace, says on standard error what an earlier turn left behind, and runs one turn with the earlier
/// ones as its history. The workspace is closed again at the end. Errors: those of open_session and turn::run.
Result<TurnTaken> take_turn(TurnOrder order, ModelChoice& choice, const std::stop_token& stop);

}  // namespace warrant::app
