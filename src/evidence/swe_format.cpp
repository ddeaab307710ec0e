// SWE-agent trajectories and demonstrations, and the trajectories of mini-SWE-agent.
// Sources: the agents' public documentation and real files.
#include "json_formats.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace warrant::evidence {
namespace {

using Kind = Node::Kind;

/// The commands of SWE-agent's window, in which nothing runs.
bool only_looks(std::string_view name) {
  return name.empty() || is_one_of(name, {"open", "goto", "scroll_up", "scroll_down", "submit", "exit", "search_file",
                                          "search_dir", "find_file"});
}

Call call_of(std::string_view action, std::string_view observation) {
  std::string command(action);
  while (command.ends_with('\n')) command.pop_back();
  const auto blank = command.find_first_of(" \n");
  const std::string name = command.substr(0, blank);
  const std::string rest = blank == std::string::npos ? std::string() : command.substr(blank + 1);
  const auto first_word = rest.substr(0, rest.find_first_of(" \n"));
  Call call = command_call(name, command);
  if (name == "edit" || name == "create" || name == "insert") {
    call.kind = ToolKind::edit;
    // The window names the file it shows: "[File: /path (10 lines total)]".
    std::string path = name == "create" ? first_word : std::string();
    if (const auto at = observation.find("[File: "); path.empty() && at != std::string_view::npos) {
      path = observation.substr(at + 7, observation.find(" (", at) - at - 7);
    }
    call.files.emplace_back(std::move(path), name == "create" ? EditKind::create : EditKind::modify);
  } else if (name == "str_replace_editor" || name == "str_replace_based_edit_tool") {
    call.kind = first_word == "view" ? ToolKind::other : ToolKind::edit;
    const auto path_from = rest.find(' ');
    const auto path = path_from == std::string::npos
                          ? std::string()
                          : rest.substr(path_from + 1, rest.find_first_of(" \n", path_from + 1) - path_from - 1);
    call.files.emplace_back(path, first_word == "create" ? EditKind::create : EditKind::modify);
  } else if (only_looks(name)) {
    call.kind = ToolKind::other;
  }
  return call;
}

bool hands_in(std::string_view command) {
  return command.find("COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT") != std::string_view::npos ||
         command.find("MINI_SWE_AGENT_FINAL_OUTPUT") != std::string_view::npos;
}

/// "THOUGHT: … ```bash … ```": what is said, and what is to run.
struct Turn {
  std::string said;
  std::string command;
};
Turn turn_of(std::string text) {
  Turn turn;
  for (const std::string_view fence : {"```mswea_bash_command\n", "```bash\n", "```sh\n", "```shell\n"}) {
    const auto open = text.find(fence);
    if (open == std::string::npos) continue;
    const auto from = open + fence.size();
    const auto close = text.find("\n```", from);
    if (close == std::string::npos) continue;
    turn.command = text.substr(from, close - from);
    text.resize(open);
    break;
  }
  std::string_view said = text;
  said.remove_prefix(std::min(said.find_first_not_of(" \t\r\n"), said.size()));
  for (const std::string_view label : {"THOUGHT:", "**THOUGHT:**", "THOUGHT", "Thought:"}) {
    if (said.starts_with(label)) {
      said.remove_prefix(label.size());
      break;
    }
  }
  turn.said = std::string(said);
  return turn;
}

/// The text between two tags, the last closing one; nothing where they do not stand.
std::string_view between(std::string_view text, std::string_view open, std::string_view close) {
  const auto from = text.find(open);
  if (from == std::string_view::npos) return {};
  const auto inside = text.substr(from + open.size());
  return inside.substr(0, inside.rfind(close));
}

/// "<returncode>0</returncode> <output>…</output>", of a long one its head and its tail.
SessionWriter::Result observation_of(Record::Ref record, std::string text) {
  SessionWriter::Result result;
  constexpr std::string_view kCode = "<returncode>";
  if (text.starts_with(kCode)) {
    int code = 0;
    const auto* const first = text.data() + kCode.size();
    if (std::from_chars(first, text.data() + text.size(), code).ec == std::errc{}) result.exit_code = code;
  }
  const auto extra = record["extra"];
  if (extra["returncode"].is(Kind::number)) result.exit_code = static_cast<int>(extra["returncode"].integer(0));
  if (extra["raw_output"].is(Kind::string)) {
    result.text = extra["raw_output"].text();
  } else if (text.find("<output_head>") != std::string::npos) {
    result.text = std::string(between(text, "<output_head>", "</output_head>")) + "\n" +
                  std::string(between(text, "<output_tail>", "</output_tail>"));
  } else if (text.starts_with(kCode)) {
    result.text = std::string(between(text, "<output>", "</output>"));
  } else {
    constexpr std::string_view kObservation = "OBSERVATION:\n";
    result.text = text.starts_with(kObservation) ? text.substr(kObservation.size()) : std::move(text);
  }
  while (result.text.starts_with('\n')) result.text.erase(0, 1);
  return result;
}

/// A function that a chat calls, `{"command":"ls -la"}`, `{"file_path":"a.py"}` or `{"input":"*** Begin Patch…"}`.
std::optional<Call> call_of_function(std::string_view name, std::string arguments) {
  constexpr std::size_t kMaxArguments = 1U << 20U;
  const auto kind = kind_of_tool(name);
  const std::size_t size = arguments.size();
  if (kind == ToolKind::other || size > kMaxArguments) return std::nullopt;
  arguments.append(kRecordPadding, '\0');
  static thread_local RecordParser parser(std::vector<std::string_view>{
      "command", "cmd", "workdir", "cwd", "session_id", "path", "file_path", "filePath", "input", "patch"});
  Record record;
  if (!parser.parse(std::string_view(arguments).substr(0, size), record)) return std::nullopt;
  const auto root = record.root();
  Call call = command_call(std::string(name), (root["command"] ? root["command"] : root["cmd"]).text());
  call.cwd = (root["workdir"] ? root["workdir"] : root["cwd"]).text();
  if (kind == ToolKind::command) {
    if (call.command.empty() && root["session_id"]) call.command = std::to_string(root["session_id"].integer(-1));
    return call.command.empty() ? std::nullopt : std::optional(std::move(call));
  }
  call.kind = kind;
  call.command.clear();
  if (kind == ToolKind::patch) {
    call.files = files_of_patch((root["input"] ? root["input"] : root["patch"]).text());
  } else {
    for (const std::string_view key : {"file_path", "path", "filePath"}) {
      if (!root[key]) continue;
      call.files.emplace_back(root[key].text(), kind == ToolKind::write ? EditKind::create : EditKind::modify);
      break;
    }
  }
  return call.files.empty() ? std::nullopt : std::optional(std::move(call));
}

constexpr std::string_view kShell = "bash";

void start(std::string_view id, const std::string& command, SessionWriter& writer) {
  if (hands_in(command)) writer.hand_in();
  if (command.empty() || hands_in(command)) return;
  writer.call(id.empty() ? std::string_view(writer.nameless(kShell, true)) : id, call_of(command, {}));
}

void read_assistant(Record::Ref record, std::string content, SessionWriter& writer) {
  const auto actions = record["extra"]["actions"];
  const auto calls = record["tool_calls"];
  if (record["action"].is(Kind::string)) {
    auto thought = record["thought"].text();
    writer.agent(thought.empty() ? turn_of(std::move(content)).said : std::move(thought));
    start({}, record["action"].text(), writer);
  } else if (actions.first()) {
    writer.agent(turn_of(std::move(content)).said);
    for (auto action = actions.first(); action; action = action.next())
      start(action["tool_call_id"].raw(), action["command"].text(), writer);
  } else if (calls.first()) {
    writer.agent(turn_of(std::move(content)).said);
    for (auto call = calls.first(); call; call = call.next()) {
      auto made = call_of_function(call["function"]["name"].raw(), call["function"]["arguments"].text());
      if (made && hands_in(made->command)) writer.hand_in();
      if (!made || hands_in(made->command)) continue;
      writer.note_functions();
      writer.call(call["id"] ? call["id"].text() : writer.nameless(kShell, true), std::move(*made));
    }
  } else {
    auto turn = turn_of(std::move(content));
    writer.agent(std::move(turn.said));
    start({}, turn.command, writer);
  }
}

/// One message of a chat: of mini-SWE-agent, or of a demonstration that has no steps beside it.
bool read_message(Record::Ref record, SessionWriter& writer) {
  const auto role = record["role"].raw();
  if (role == "system" || role == "developer" || role == "exit" || record["message_type"].raw() == "demonstration")
    return true;
  auto content = joined_text(record["content"]);
  if (role == "assistant") {
    read_assistant(record, std::move(content), writer);
    return true;
  }
  if (role != "user" && role != "tool") return false;
  std::string id = record["tool_call_id"].text();
  if (id.empty() || writer.pending(id) == nullptr) id = writer.nameless(kShell, false);
  if (writer.pending(id) != nullptr) {
    writer.result(id, observation_of(record, std::move(content)));
  } else if (role == "user" && (!writer.begun() || writer.has_functions()) && !is_injected(content)) {
    // Where results have a role of their own, each message of the user is one.
    writer.user(std::move(content));
  }
  return true;
}

}  // namespace

bool read_swe(Record::Ref record, std::string_view, SessionWriter& writer) {
  writer.expect_hand_in();
  const auto action = record["action"];
  if (record["role"]) return writer.has_steps() || read_message(record, writer);
  if (!action) return true;  // a step without one
  writer.note_step();
  writer.agent(record["thought"].text());
  if (action.text().starts_with("submit")) writer.hand_in();
  const auto observation = record["observation"].text();
  const bool refused = observation.find("Your proposed edit has introduced new syntax error") != std::string::npos;
  writer.done(call_of(action.text(), observation),
              {.text = observation, .exit_code = {}, .failed = refused, .caveats = {}, .edit_made = {}});
  return true;
}

}  // namespace warrant::evidence
