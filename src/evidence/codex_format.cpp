// Codex rollouts and `codex exec --json`.
// Sources: the agents' public documentation and real files.
#include "json_formats.hpp"

#include <algorithm>

namespace warrant::evidence {
namespace {

using Kind = Node::Kind;

constexpr std::size_t kMaxArguments = 1U << 20U;

/// Arguments are JSON inside a string; they are few members, read by a parser of their own.
class Arguments {
 public:
  explicit Arguments(std::string json) : json_(std::move(json)) {
    const std::size_t size = json_.size();
    if (size > kMaxArguments) return;
    json_.append(kRecordPadding, '\0');
    static thread_local RecordParser parser(
        std::vector<std::string_view>{"command", "cmd", "workdir", "session_id", "cell_id", "input", "patch"});
    if (!parser.parse(std::string_view(json_).substr(0, size), record_)) record_.nodes_.clear();
  }
  [[nodiscard]] Record::Ref root() const { return record_.root(); }

 private:
  std::string json_;
  Record record_;
};

/// ["bash", "-lc", "pytest -q"] is "pytest -q"; any other list is its words.
std::string command_line(Record::Ref command) {
  if (command.is(Kind::string)) return command.text();
  std::vector<std::string> words;
  for (auto word = command.first(); word; word = word.next()) words.push_back(word.text());
  const auto shell = [](std::string_view word) {
    const auto slash = word.rfind('/');
    const auto name = slash == std::string_view::npos ? word : word.substr(slash + 1);
    return name == "bash" || name == "sh" || name == "zsh" || name == "powershell.exe" || name == "pwsh";
  };
  if (words.size() >= 3 && shell(words[0]) && words[1].starts_with("-")) return words[2];
  std::string joined;
  for (const auto& word : words) joined += joined.empty() ? word : " " + word;
  return joined;
}

/// The commands inside a script that calls `exec_command({cmd:"…"})`.
std::string commands_of_script(const std::string& script) {
  std::string all;
  for (std::size_t at = script.find("cmd"); at != std::string::npos; at = script.find("cmd", at + 3)) {
    std::size_t i = at + 3;
    while (i < script.size() && (script[i] == '"' || script[i] == ' ')) ++i;
    if (i >= script.size() || script[i] != ':') continue;
    ++i;
    while (i < script.size() && script[i] == ' ') ++i;
    if (i >= script.size() || (script[i] != '"' && script[i] != '\'' && script[i] != '`')) continue;
    const char quote = script[i++];
    const std::size_t from = i;
    while (i < script.size() && script[i] != quote) i += script[i] == '\\' ? 2U : 1U;
    if (!all.empty()) all += '\n';
    all += unescape(std::string_view(script).substr(from, std::min(i, script.size()) - from));
    at = std::min(i, script.size() - 1);
  }
  return all;
}

/// The session that a script reads on with `write_stdin({session_id:4…})`; empty when it does not.
std::string session_of_script(const std::string& script) {
  const auto call = script.find("write_stdin(");
  const auto label = call == std::string::npos ? call : script.find("session_id", call);
  if (label == std::string::npos) return {};
  const auto from = script.find_first_not_of("\": ", label + 10);
  if (from == std::string::npos) return {};
  return script.substr(from, script.find_first_not_of("0123456789", from) - from);
}

Call codex_call(Record::Ref item) {
  Call call{.kind = kind_of_tool(item["name"].raw()),
            .tool = item["name"].text(),
            .command = {},
            .cwd = {},
            .files = {},
            .background = false,
            .sidechain = false};
  if (item["type"].raw() == "local_shell_call") {
    call.kind = ToolKind::command;
    call.tool = "local_shell";
    call.command = command_line(item["action"]["command"]);
    return call;
  }
  if (item["type"].raw() == "custom_tool_call") {
    const auto input = item["input"].text();
    if (call.kind == ToolKind::patch) {
      call.files = files_of_patch(input);
    } else if (call.kind == ToolKind::command) {
      call.command = commands_of_script(input);
      if (call.command.empty()) call.command = session_of_script(input);
      // A patch inside a script is written as a string literal of it.
      if (input.find("*** Begin Patch") != std::string::npos) call.files = files_of_patch(unescape(input));
      if (call.command.empty()) call.kind = call.files.empty() ? ToolKind::other : ToolKind::patch;
    }
    return call;
  }
  const Arguments arguments(item["arguments"].text());
  const auto given = arguments.root();
  if (call.kind == ToolKind::command) {
    const auto command = given["command"] ? given["command"] : given["cmd"];
    call.command = command_line(command);
    call.cwd = given["workdir"].text();
    if (call.tool == "write_stdin") call.command = std::to_string(given["session_id"].integer(-1));
    if (call.tool == "wait") call.command = "cell " + given["cell_id"].text();
  } else if (call.kind == ToolKind::patch) {
    call.files = files_of_patch((given["input"] ? given["input"] : given["patch"]).text());
  }
  return call;
}

/// A script hands on what its commands gave as `{"exit_code":1,"session_id":4,"output":"…"}`, a line
/// each. Puts the outputs in their place, and the last status and session into the header.
void unpack_script(std::string& text) {
  constexpr std::string_view kOutput = "Output:\n";
  const auto head = text.find(kOutput);
  if (!text.starts_with("Script ") || head == std::string::npos ||
      text.find("\"output\":\"", head) == std::string::npos)
    return;
  static thread_local RecordParser parser(std::vector<std::string_view>{"output", "exit_code", "session_id"});
  std::string notes;
  std::string outputs;
  std::string line;
  for (std::size_t at = head + kOutput.size(); at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    line.assign(text, at, end - at);
    const std::size_t size = line.size();
    at = end + 1;
    Record record;
    line.append(kRecordPadding, '\0');
    if (!line.starts_with("{") || !parser.parse(std::string_view(line).substr(0, size), record) ||
        !record.root()["output"].is(Kind::string)) {
      outputs.append(line, 0, size).push_back('\n');
      continue;
    }
    outputs += record.root()["output"].text();
    if (!outputs.ends_with('\n')) outputs.push_back('\n');
    notes.clear();
    if (const auto code = record.root()["exit_code"]; code.is(Kind::number))
      notes = "Process exited with code " + std::to_string(code.integer(0)) + "\n";
    if (const auto session = record.root()["session_id"]; session.is(Kind::number))
      notes += "Process running with session ID " + std::to_string(session.integer(0)) + "\n";
  }
  if (outputs.ends_with('\n')) outputs.pop_back();
  text = text.substr(0, head) + notes + std::string(kOutput) + outputs;
}

/// {"output":"…","metadata":{"exit_code":0}} inside a string, or plain text, or text blocks.
SessionWriter::Result codex_result(Record::Ref item) {
  SessionWriter::Result result;
  result.text = joined_text(item["output"]);
  unpack_script(result.text);
  if (!result.text.starts_with("{\"output\":")) return result;
  std::string json = std::move(result.text);
  result.text.clear();
  const std::size_t size = json.size();
  json.append(kRecordPadding, '\0');
  static thread_local RecordParser parser(std::vector<std::string_view>{"output", "metadata", "exit_code"});
  Record record;
  if (!parser.parse(std::string_view(json).substr(0, size), record)) {
    result.text = json.substr(0, size);
    return result;
  }
  result.text = record.root()["output"].text();
  if (const auto code = record.root()["metadata"]["exit_code"]; code.is(Kind::number)) {
    result.exit_code = static_cast<int>(code.integer(0));
    result.failed = *result.exit_code != 0;
  }
  return result;
}

bool codex_item(Record::Ref item, SessionWriter& writer) {
  const auto type = item["type"].raw();
  if (type == "message") {
    if (item["role"].raw() == "assistant") {
      writer.agent(joined_text(item["content"]));
    } else if (item["role"].raw() == "user") {
      // The agent puts notes of its own before what the person typed, as blocks of their own.
      std::string typed;
      for (auto block = item["content"].first(); block; block = block.next()) {
        if (block["text"].raw().starts_with("<turn_aborted>")) writer.aborted();
        if (is_injected(block["text"].raw())) continue;
        if (!typed.empty()) typed += '\n';
        typed += block["text"].text();
      }
      if (item["content"].is(Kind::string) && !is_injected(item["content"].raw())) typed = item["content"].text();
      writer.user(std::move(typed));
    }
  } else if (type == "function_call" || type == "custom_tool_call" || type == "local_shell_call") {
    writer.call(item["call_id"] ? item["call_id"].raw() : item["id"].raw(), codex_call(item));
  } else if (type == "function_call_output" || type == "custom_tool_call_output" || type == "local_shell_call_output") {
    const auto* call = writer.pending(item["call_id"].raw());
    if (call != nullptr && call->kind == ToolKind::other) {
      writer.result(item["call_id"].raw(), {});
      return true;
    }
    auto result = codex_result(item);
    if (call != nullptr && call->kind == ToolKind::patch) {
      // A script that applies a patch says what it wants to, or nothing.
      const bool script = item["type"].raw() == "custom_tool_call_output" && call->tool == "exec";
      result.failed = result.failed || (script ? result.text.find("Script failed") != std::string::npos ||
                                                     result.text.find("verification failed") != std::string::npos
                                               : result.text.find("Success. Updated") == std::string::npos);
    }
    writer.result(item["call_id"].raw(), std::move(result));
  } else {
    return is_one_of(type, {"reasoning", "web_search_call", "image_generation_call", "ghost_snapshot", "compaction",
                            "tool_search_call", "tool_search_output", "mcp_tool_call"});
  }
  return true;
}

/// `codex exec --json`: one finished item.
bool codex_exec_item(Record::Ref item, SessionWriter& writer) {
  const auto type = (item["type"] ? item["type"] : item["item_type"]).raw();
  if (type == "agent_message" || type == "assistant_message") {
    writer.agent(item["text"].text());
  } else if (type == "command_execution") {
    SessionWriter::Result result;
    result.text = item["aggregated_output"].text();
    if (item["exit_code"].is(Kind::number)) result.exit_code = static_cast<int>(item["exit_code"].integer(0));
    result.failed = item["status"].raw() == "failed";
    if (item["status"].raw() == "declined") return true;
    auto command = item["command"].text();
    writer.done(command_call("command_execution", std::move(command)), std::move(result));
  } else if (type == "file_change") {
    Call call{.kind = ToolKind::patch,
              .tool = "file_change",
              .command = {},
              .cwd = {},
              .files = {},
              .background = false,
              .sidechain = false};
    for (auto change = item["changes"].first(); change; change = change.next()) {
      const auto kind = change["kind"].raw();
      call.files.emplace_back(change["path"].text(), kind == "add"      ? EditKind::create
                                                     : kind == "delete" ? EditKind::remove
                                                                        : EditKind::modify);
    }
    writer.done(
        std::move(call),
        {.text = {}, .exit_code = {}, .failed = item["status"].raw() == "failed", .caveats = {}, .edit_made = {}});
  } else {
    return is_one_of(type, {"reasoning", "mcp_tool_call", "web_search", "todo_list", "error", "collab_tool_call"});
  }
  return true;
}

/// `codex exec --json` of the first releases: {"id":"0","msg":{"type":"exec_command_end",…}}.
bool codex_message(Record::Ref message, SessionWriter& writer) {
  const auto type = message["type"].raw();
  if (type == "agent_message") {
    writer.agent(message["message"].text());
  } else if (type == "exec_command_begin") {
    writer.call(message["call_id"].raw(), {.kind = ToolKind::command,
                                           .tool = "exec_command",
                                           .command = command_line(message["command"]),
                                           .cwd = message["cwd"].text(),
                                           .files = {},
                                           .background = false,
                                           .sidechain = false});
  } else if (type == "exec_command_end") {
    SessionWriter::Result result;
    result.text = message["aggregated_output"] ? message["aggregated_output"].text()
                                               : message["stdout"].text() + message["stderr"].text();
    if (message["exit_code"].is(Kind::number)) result.exit_code = static_cast<int>(message["exit_code"].integer(0));
    writer.result(message["call_id"].raw(), std::move(result));
  } else if (type == "turn_aborted") {
    writer.aborted();
  }
  return true;
}

}  // namespace

bool read_codex(Record::Ref record, std::string_view, SessionWriter& writer) {
  const auto type = record["type"].raw();
  const auto payload = record["payload"];
  if (type == "session_meta" || type == "turn_context") {
    if (payload["cwd"]) writer.begins_in(payload["cwd"].text());
  } else if (type == "response_item") {
    return codex_item(payload, writer);
  } else if (type == "event_msg") {
    if (payload["type"].raw() == "turn_aborted") writer.aborted();
  } else if (type == "item.completed") {
    return codex_exec_item(record["item"], writer);
  } else if (type == "turn.failed") {
    writer.aborted();
  } else if (record["msg"]) {
    return codex_message(record["msg"], writer);
  } else if (type.empty()) {
    return !payload;  // the first line of the first releases, and their state records
  } else if (!payload && codex_item(record, writer)) {
    return true;  // the first releases wrote the items alone
  } else {
    return is_one_of(type, {"thread.started", "turn.started", "turn.completed", "item.started", "item.updated", "error",
                            "compacted", "world_state"});
  }
  return true;
}

}  // namespace warrant::evidence
