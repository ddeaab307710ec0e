// Claude Code transcripts, pi sessions and Copilot CLI events.
// Sources: the agents' public documentation and real files; all three are unstable by their own word.
#include "json_formats.hpp"

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

void claude_result(Record::Ref block, Record::Ref notes, SessionWriter& writer) {
  const auto* call = writer.pending(block["tool_use_id"].raw());
  if (call == nullptr || call->kind == ToolKind::other) {
    writer.result(block["tool_use_id"].raw(), {});
    return;
  }
  SessionWriter::Result result;
  result.failed = block["is_error"].is_true();
  result.text = call->kind == ToolKind::command || result.failed ? joined_text(block["content"]) : std::string();
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
  writer.result(block["tool_use_id"].raw(), std::move(result));
}

}  // namespace

void read_claude(Record::Ref record, std::string_view, SessionWriter& writer) {
  if (const auto cwd = record["cwd"]) writer.begins_in(cwd.text());
  const auto type = record["type"].raw();
  const auto message = record["message"];
  if (!message || record["isMeta"].is_true() || record["isApiErrorMessage"].is_true()) return;
  const auto content = message["content"];
  const bool sidechain = record["isSidechain"].is_true() || record["parent_tool_use_id"].is(Kind::string);
  if (type == "assistant") {
    if (content.is(Kind::string)) writer.agent(content.text(), sidechain);
    for (auto block = content.first(); block; block = block.next()) {
      if (block["type"].raw() == "text") writer.agent(block["text"].text(), sidechain);
      if (block["type"].raw() == "tool_use") writer.call(block["id"].raw(), call_of(block, block["input"], sidechain));
    }
  } else if (type == "user") {
    std::string said;
    if (content.is(Kind::string)) said = content.text();
    for (auto block = content.first(); block; block = block.next()) {
      if (block["type"].raw() == "tool_result") claude_result(block, record["toolUseResult"], writer);
      if (block["type"].raw() == "text" && !is_injected(block["text"].raw())) {
        if (!said.empty()) said += '\n';
        said += block["text"].text();
      }
    }
    if (!said.empty() && !is_injected(said) && !record["isCompactSummary"].is_true())
      writer.user(std::move(said), sidechain);
  }
}

void read_pi(Record::Ref record, std::string_view, SessionWriter& writer) {
  if (record["type"].raw() == "session") writer.begins_in(record["cwd"].text());
  const auto message = record["message"];
  if (record["type"].raw() != "message" || !message) return;
  const auto role = message["role"].raw();
  if (role == "user") {
    auto said = joined_text(message["content"]);
    if (!is_injected(said)) writer.user(std::move(said));
  } else if (role == "assistant") {
    for (auto block = message["content"].first(); block; block = block.next()) {
      if (block["type"].raw() == "text") writer.agent(block["text"].text());
      if (block["type"].raw() == "toolCall") writer.call(block["id"].raw(), call_of(block, block["arguments"], false));
    }
  } else if (role == "toolResult") {
    const auto* call = writer.pending(message["toolCallId"].raw());
    SessionWriter::Result result;
    result.failed = message["isError"].is_true();
    if (call != nullptr && call->kind == ToolKind::command) {
      result.text = joined_text(message["content"]);
      if (!result.failed) result.exit_code = 0;
    }
    writer.result(message["toolCallId"].raw(), std::move(result));
  } else if (role == "bashExecution") {
    SessionWriter::Result result;
    result.text = message["output"].text();
    if (message["exitCode"].is(Kind::number)) result.exit_code = static_cast<int>(message["exitCode"].integer(0));
    if (message["cancelled"].is_true()) result.caveats.add(Caveat::cut_off);
    writer.done({.kind = ToolKind::command,
                 .tool = "bashExecution",
                 .command = message["command"].text(),
                 .cwd = {},
                 .files = {},
                 .background = false,
                 .sidechain = false},
                std::move(result));
  }
}

void read_copilot(Record::Ref record, std::string_view, SessionWriter& writer) {
  const auto type = record["type"].raw();
  const auto data = record["data"];
  const bool sidechain = data["parentToolCallId"].is(Kind::string);
  if (type == "session.start" || type == "session.context_changed") {
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
      call.command = call.tool == "read_bash" ? "shell " + arguments["shellId"].text() : arguments["command"].text();
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
    if (call != nullptr && call->kind == ToolKind::command) result.text = data["result"]["content"].text();
    writer.result(data["toolCallId"].raw(), std::move(result));
  }
}

}  // namespace warrant::evidence
