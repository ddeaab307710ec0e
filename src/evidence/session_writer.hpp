// Turns what the format readers find into ordered events.
#pragma once

#include "warrant/evidence/session.hpp"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace warrant::evidence {

/// What a tool is for, by the name the agent gives it.
enum class ToolKind : std::uint8_t { command, edit, write, patch, other };
ToolKind kind_of_tool(std::string_view name);

/// The files a patch in the "*** Begin Patch" form changes.
std::vector<std::pair<std::string, EditKind>> files_of_patch(std::string_view patch);
bool is_documentation(std::string_view path);

/// What an agent wrote around a command's output.
struct Noted {
  std::string output;
  std::optional<int> exit_code = {};
  Caveats caveats = {};
  std::string session = {};  ///< the command goes on under this name
  bool refused = false;      ///< it was never started
};
/// Takes the notes of all known agents off the output: "Exit code 1", "Process exited with code 0",
/// "<exited with exit code 0>", "Command exited with code 1", time-outs and truncation marks.
Noted take_notes(std::string text);

/// A tool call whose result is still to come.
struct Call {
  ToolKind kind;
  std::string tool;
  std::string command;
  std::string cwd;
  std::vector<std::pair<std::string, EditKind>> files;
  bool background;
  bool sidechain;
  bool reads_on = false;  ///< `command` names one that goes on, whose output is read
};

/// The call of a tool that runs one command line, of the agent itself, where nothing else is told of it.
inline Call command_call(std::string tool, std::string command) {
  return {.kind = ToolKind::command,
          .tool = std::move(tool),
          .command = std::move(command),
          .cwd = {},
          .files = {},
          .background = false,
          .sidechain = false};
}

class SessionWriter {
 public:
  SessionWriter(const ReadOptions& options, const Sink& sink, ReadReport& report)
      : options_(options), sink_(sink), report_(report) {}

  /// The record that is read now; its place is the place of what follows.
  void at(Span source) { source_ = source; }
  void begins_in(std::string_view cwd) {
    if (report_.cwd.empty()) report_.cwd = std::string(cwd);
    cwd_ = std::string(cwd);
  }

  /// Whether a record or a call of this name was read before: files repeat them when a session is
  /// resumed, or write them again with what is new. The last 32,768 names are known; an empty one never is.
  bool repeats(std::string_view id);
  /// The file is a sub-agent's own: its messages are no side chain of another.
  void own_sidechain() { own_sidechain_ = true; }
  /// The file tells its steps with their results; a chat beside them says the same again.
  void note_step() { steps_ = true; }
  [[nodiscard]] bool has_steps() const { return steps_; }
  /// The chat calls functions, whose results have a role of their own.
  void note_functions() { functions_ = true; }
  [[nodiscard]] bool has_functions() const { return functions_; }
  [[nodiscard]] bool begun() const { return ordinal_ > 0 || held_.has_value(); }

  void user(std::string text, bool sidechain = false);
  void agent(std::string text, bool sidechain = false);
  /// A piece of a message: it goes on what was said last when nothing stands between them.
  void agent_piece(std::string text);
  /// The agent ends by handing in what it did: what it said last is its answer, whatever ran since. `expect_hand_in`
  /// has to be called before that is said.
  void expect_hand_in() { hands_in_ = true; }
  void hand_in();
  /// A message that is known to be the turn's last.
  void answer(std::string text);
  /// The turn was broken off: what was said last is no answer.
  void aborted() { flush_message(false); }
  void call(std::string_view id, Call call);
  /// A name for a call of `tool`, or for its result, where the file gives none: results come in the order
  /// of the calls before them.
  std::string nameless(std::string_view tool, bool call);
  /// The result of a call. `edit_made`: what the tool says it did to its file, if it says so.
  struct Result {
    std::string text = {};
    std::optional<int> exit_code = {};
    bool failed = false;
    Caveats caveats = {};
    std::optional<EditKind> edit_made = {};
  };
  void result(std::string_view id, Result result);
  /// A call and its result that stand in one record.
  void done(Call call, Result result);
  /// The call that waits for a result. A result that comes before its call is kept for it.
  [[nodiscard]] const Call* pending(std::string_view id) const;
  /// Forgets a call.
  void drop(std::string_view id) { calls_.erase(std::string(id)); }
  /// The command that went on under this name, or nullptr.
  [[nodiscard]] const std::string* running(const std::string& session) const;
  void end();

 private:
  Place place();
  void emit(Event&& event);
  void flush_message(bool final);
  void run(const Call& call, Result&& result);

  const ReadOptions& options_;
  const Sink& sink_;
  ReadReport& report_;
  Span source_{0, 0};
  std::size_t ordinal_ = 0;
  std::size_t turn_ = 0;
  std::string cwd_;
  std::optional<Message> held_;  ///< the agent's last message, until it is known whether it is the turn's last
  struct Pending {
    Call call;
    std::size_t number;
  };
  std::unordered_map<std::string, Pending> calls_;
  std::deque<std::pair<std::size_t, std::string>> order_;  ///< the latest calls, answered or not
  std::size_t called_ = 0;
  bool steps_ = false;
  bool functions_ = false;
  bool hands_in_ = false;
  std::string last_said_;                                  ///< kept where it may become the answer
  std::string scripted_;                                   ///< the last command that a script started
  std::unordered_map<std::string, std::string> sessions_;  ///< a command that goes on -> its text
  std::vector<std::pair<std::string, Result>> early_;      ///< results whose call is still to come
  std::unordered_set<std::size_t> seen_;                   ///< hashes of names, those of seen_order_
  std::deque<std::size_t> seen_order_;
  bool own_sidechain_ = false;
  struct Nameless {
    std::size_t called = 0;
    std::size_t answered = 0;
    bool answers = false;  ///< the last one was a result
  };
  std::unordered_map<std::string, Nameless> nameless_;  ///< by tool
};

}  // namespace warrant::evidence
