// Claude Code transcripts, pi sessions and Copilot CLI events.
// Sources: the agents' public documentation and real files; all three are unstable by their own word.
#include "json_formats.hpp"

#include <charconv>
#include <optional>

namespace warrant::evidence {
namespace {

using Kind = Node::Kind;

std::string path_of(Record::Ref input) {
  for (const std::string_view key : {"file_path", "path", "notebook_path", "filePath"}) {
    if (const auto path = input[key]) return path.text();
  }
  return {};
}

Call call_of(Record::Ref use, Record::Ref input, bool sidechain) {
  Call call{.kind = kind_of_tool(use["name"].raw()),
            .tool = use["name"].text(),
            .command = {},
            .cwd = {},
            .files = {},
            .background = false,
            .sidechain = sidechain};
  switch (call.kind) {
    case ToolKind::command:
      call.command = input["command"].text();
      call.background = input["run_in_background"].is_true();
      // Reading on what a command in the background printed.
      for (const std::string_view key : {"bash_id", "task_id", "shell_id"}) {
        if (!call.command.empty() || !input[key]) continue;
        call.command = input[key].text();
        call.reads_on = true;
      }
      break;
    case ToolKind::edit: call.files.emplace_back(path_of(input), EditKind::modify); break;
    case ToolKind::write: call.files.emplace_back(path_of(input), EditKind::create); break;
    case ToolKind::patch:
      call.files = files_of_patch(input.is(Kind::string) ? input.text() : input["input"].text());
      break;
    case ToolKind::other: break;
  }
  return call;
}

/// What lies between "<name>" and "</name>".
std::optional<std::string_view> inside(std::string_view text, std::string_view name) {
  const auto from = text.find("<" + std::string(name) + ">");
  if (from == std::string_view::npos) return std::nullopt;
  const auto begin = from + name.size() + 2;
  const auto end = text.rfind("</" + std::string(name) + ">");
  return end == std::string_view::npos || end < begin ? text.substr(begin) : text.substr(begin, end - begin);
}

/// "<status>completed</status> <exit_code>0</exit_code> <stdout>…</stdout>": a command in the background.
void read_on(SessionWriter::Result& result) {
  const auto status = inside(result.text, "status");
  if (!status) return;
  if (*status == "running") result.caveats.add(Caveat::background);
  result.exit_code.reset();
  if (const auto code = inside(result.text, "exit_code")) {
    int value = 0;
    if (std::from_chars(code->data(), code->data() + code->size(), value).ec == std::errc{}) result.exit_code = value;
  }
  std::string printed;
  for (const std::string_view stream : {"output", "stdout", "stderr"}) {
    const auto text = inside(result.text, stream);
    if (!text) continue;
    if (!printed.empty() && !printed.ends_with('\n')) printed += '\n';
    printed += *text;
  }
  result.text = std::move(printed);
}

void claude_result(Record::Ref block, Record::Ref notes, SessionWriter& writer) {
  const auto id = block["tool_use_id"].raw();
  const auto* call = writer.pending(id);
  if (call != nullptr && call->kind == ToolKind::other) {
    writer.result(id, {});
    return;
  }
  const bool command = call == nullptr || call->kind == ToolKind::command;
  SessionWriter::Result result;
  result.failed = block["is_error"].is_true();
  result.text = command || result.failed ? joined_text(block["content"]) : std::string();
  if (notes.is(Kind::object)) {
    if (notes["interrupted"].is_true() || notes["timedOutAfterMs"] || notes["persistedOutputPath"])
      result.caveats.add(Caveat::cut_off);
    if (notes["backgroundTaskId"]) result.caveats.add(Caveat::background);
    const auto made = notes["type"].raw();
    if (made == "create") result.edit_made = EditKind::create;
    if (made == "update") result.edit_made = EditKind::modify;
    // The tool marks every failure, so silence about it means status 0, except where it explains
    // another status away ("no matches found").
    if (!result.failed && !notes["returnCodeInterpretation"] && !notes["interrupted"].is_true()) result.exit_code = 0;
  } else if (!result.failed && !notes) {
    result.exit_code = 0;
  }
  // Another tool than the shell's, whose id names a command that went on.
  if (call != nullptr && command && call->reads_on) {
    if (writer.running(call->command) == nullptr) {
      writer.drop(id);
      return;
    }
    read_on(result);
  }
  writer.result(id, std::move(result));
}

void claude_user(Record::Ref record, Record::Ref content, bool sidechain, SessionWriter& writer) {
  std::string said;
  const auto say = [&](Record::Ref text) {
    const auto raw = text.raw();
    if (raw.starts_with("[Request interrupted")) writer.aborted();
    // A slash command that starts a turn of the agent names its message first; those of the program itself, their name.
    const bool command = raw.starts_with("<command-message>");
    if (is_injected(raw) && !command) return;
    if (!said.empty()) said += '\n';
    said += text.text();
  };
  if (content.is(Kind::string)) say(content);
  for (auto block = content.first(); block; block = block.next()) {
    if (block["type"].raw() == "tool_result") claude_result(block, record["toolUseResult"], writer);
    if (block["type"].raw() == "text") say(block["text"]);
  }
  if (!said.empty() && !record["isCompactSummary"].is_true()) writer.user(std::move(said), sidechain);
}

void claude_assistant(Record::Ref content, bool sidechain, SessionWriter& writer) {
  if (content.is(Kind::string)) writer.agent(content.text(), sidechain);
  for (auto block = content.first(); block; block = block.next()) {
    if (block["type"].raw() == "text") writer.agent(block["text"].text(), sidechain);
    if (block["type"].raw() == "tool_use") writer.call(block["id"].raw(), call_of(block, block["input"], sidechain));
  }
}

/// Records of the program's own, which hold no messages.
bool claude_knows(std::string_view type) {
  return is_one_of(type, {"system",
                          "summary",
                          "attachment",
                          "file-history-snapshot",
                          "file-history-delta",
                          "progress",
                          "queue-operation",
                          "custom-title",
                          "ai-title",
                          "last-prompt",
                          "permission-mode",
                          "mode",
                          "pr-link",
                          "bridge-session",
                          "result",
                          "stream_event",
                          "rate_limit_event",
                          "tag",
                          "agent-name",
                          "agent-color",
                          "control_request",
                          "control_response"});
}

}  // namespace

bool read_claude(Record::Ref record, std::string_view, SessionWriter& writer) {
  if (const auto cwd = record["cwd"]) writer.begins_in(cwd.text());
  const auto type = record["type"].raw();
  if (type != "assistant" && type != "user") {
    // `--output-format json` prints nothing but the result.
    if (type == "result" && !writer.begun()) writer.agent(record["result"].text());
    return claude_knows(type);
  }
  const auto message = record["message"];
  if (!message || record["isMeta"].is_true() || record["isApiErrorMessage"].is_true()) return true;
  if (writer.repeats(record["uuid"].raw())) return true;
  const bool sidechain = record["isSidechain"].is_true() || record["parent_tool_use_id"].is(Kind::string);
  // A sub-agent's own file names it in every record; in the main file the main agent speaks first.
  if (sidechain && record["agentId"] && !writer.begun()) writer.own_sidechain();
  if (type == "assistant") {
    claude_assistant(message["content"], sidechain, writer);
  } else {
    claude_user(record, message["content"], sidechain, writer);
  }
  return true;
}

bool read_pi(Record::Ref record, std::string_view, SessionWriter& writer) {
  const auto type = record["type"].raw();
  if (type == "session") writer.begins_in(record["cwd"].text());
  const auto message = record["message"];
  if (type != "message" || !message) {
    return is_one_of(type, {"session", "message", "compaction", "branch_summary", "custom", "custom_message", "label",
                            "session_info", "model_change", "thinking_level_change"});
  }
  if (writer.repeats(record["id"].raw())) return true;
  const auto role = message["role"].raw();
  if (role == "user") {
    auto said = joined_text(message["content"]);
    if (!is_injected(said)) writer.user(std::move(said));
  } else if (role == "assistant") {
    for (auto block = message["content"].first(); block; block = block.next()) {
      if (block["type"].raw() == "text") writer.agent(block["text"].text());
      if (block["type"].raw() == "toolCall") writer.call(block["id"].raw(), call_of(block, block["arguments"], false));
    }
    if (is_one_of(message["stopReason"].raw(), {"aborted", "error"})) writer.aborted();
  } else if (role == "toolResult") {
    const auto* call = writer.pending(message["toolCallId"].raw());
    SessionWriter::Result result;
    result.failed = message["isError"].is_true();
    if (call == nullptr || call->kind == ToolKind::command) {
      result.text = joined_text(message["content"]);
      if (!result.failed) result.exit_code = 0;
    }
    writer.result(message["toolCallId"].raw(), std::move(result));
  } else if (role == "bashExecution") {
    SessionWriter::Result result;
    result.text = message["output"].text();
    if (message["exitCode"].is(Kind::number)) result.exit_code = static_cast<int>(message["exitCode"].integer(0));
    if (message["cancelled"].is_true()) result.caveats.add(Caveat::cut_off);
    writer.done(command_call("bashExecution", message["command"].text()), std::move(result));
  }
  return true;
}

bool read_copilot(Record::Ref record, std::string_view, SessionWriter& writer) {
  const auto type = record["type"].raw();
  const auto data = record["data"];
  const bool sidechain = data["parentToolCallId"].is(Kind::string);
  if (writer.repeats(record["id"].raw())) return true;
  if (type == "session.start" || type == "session.context_changed" || type == "session.resume") {
    const auto cwd = data["context"]["cwd"] ? data["context"]["cwd"] : data["cwd"];
    if (cwd) writer.begins_in(cwd.text());
  } else if (type == "user.message") {
    // Notes of the program name their source; what a person typed has none.
    auto said = data["content"].text();
    if (!data["source"].is(Kind::string) && !is_injected(said)) writer.user(std::move(said), sidechain);
  } else if (type == "assistant.message") {
    writer.agent(data["content"].text(), sidechain);
  } else if (type == "tool.execution_start") {
    const auto arguments = data["arguments"];
    Call call{.kind = kind_of_tool(data["toolName"].raw()),
              .tool = data["toolName"].text(),
              .command = {},
              .cwd = {},
              .files = {},
              .background = false,
              .sidechain = sidechain};
    if (call.kind == ToolKind::command) {
      call.command = arguments["command"] ? arguments["command"].text() : "shell " + arguments["shellId"].text();
      call.background = arguments["mode"].raw() == "async" || arguments["mode"].raw() == "detached";
    } else if (call.kind == ToolKind::patch) {
      call.files = files_of_patch(arguments.is(Kind::string) ? arguments.text() : std::string());
    } else if (call.kind == ToolKind::edit || call.kind == ToolKind::write) {
      const bool creates = call.kind == ToolKind::write || arguments["command"].raw() == "create";
      if (arguments["command"].raw() == "view") call.kind = ToolKind::other;
      call.files.emplace_back(arguments["path"].text(), creates ? EditKind::create : EditKind::modify);
    }
    writer.call(data["toolCallId"].raw(), std::move(call));
  } else if (type == "tool.execution_complete") {
    const auto* call = writer.pending(data["toolCallId"].raw());
    SessionWriter::Result result;
    result.failed = !data["success"].is_true();
    if (call == nullptr || call->kind == ToolKind::command) {
      result.text = joined_text(data["result"]["content"]);
      if (result.text.empty() && result.failed) {
        result.text = data["error"].is(Kind::string) ? data["error"].text() : data["error"]["message"].text();
      }
    }
    writer.result(data["toolCallId"].raw(), std::move(result));
  } else if (type == "abort" || type == "session.error") {
    writer.aborted();
  } else {
    const auto family = type.substr(0, type.find('.'));
    return is_one_of(family, {"session", "user", "assistant", "tool", "hook", "permission", "system", "subagent",
                              "skill", "command", "exit_plan_mode", "elicitation", "external_tool"});
  }
  return true;
}

}  // namespace warrant::evidence
