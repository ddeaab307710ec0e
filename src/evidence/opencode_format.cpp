// OpenCode exports; Gemini CLI and Qwen Code chats.
// Sources: the agents' public documentation and real files.
#include "json_formats.hpp"

#include <algorithm>
#include <charconv>

namespace warrant::evidence {
namespace {

using Kind = Node::Kind;

Call opencode_call(Record::Ref part) {
  const auto input = part["state"]["input"];
  Call call{.kind = kind_of_tool(part["tool"].raw()),
            .tool = part["tool"].text(),
            .command = {},
            .cwd = {},
            .files = {},
            .background = false,
            .sidechain = false};
  switch (call.kind) {
    case ToolKind::command:
      call.command = input["command"].text();
      call.cwd = input["workdir"].text();
      break;
    case ToolKind::edit: call.files.emplace_back(input["filePath"].text(), EditKind::modify); break;
    case ToolKind::write: {
      const bool existed = part["state"]["metadata"]["exists"].is_true();
      call.files.emplace_back(input["filePath"].text(), existed ? EditKind::modify : EditKind::create);
      break;
    }
    case ToolKind::patch: call.files = files_of_patch(input["patchText"].text()); break;
    case ToolKind::other: break;
  }
  return call;
}

void opencode_tool(Record::Ref part, SessionWriter& writer) {
  const auto state = part["state"];
  const auto status = state["status"].raw();
  if (status != "completed" && status != "error") return;
  auto call = opencode_call(part);
  if (call.kind == ToolKind::other) return;
  SessionWriter::Result result;
  result.failed = status == "error";
  result.text = result.failed ? state["error"].text() : state["output"].text();
  if (const auto code = state["metadata"]["exit"]; code.is(Kind::number))
    result.exit_code = static_cast<int>(code.integer(0));
  if (state["metadata"]["truncated"].is_true()) result.caveats.add(Caveat::cut_off);
  writer.done(std::move(call), std::move(result));
}

// --- Gemini, Qwen -----------------------------------------------------------------------------

Call gemini_call(std::string name, Record::Ref args) {
  Call call{.kind = kind_of_tool(name),
            .tool = std::move(name),
            .command = {},
            .cwd = {},
            .files = {},
            .background = false,
            .sidechain = false};
  const auto path = args["file_path"].text();
  switch (call.kind) {
    case ToolKind::command:
      call.command = args["command"].text();
      call.cwd = (args["dir_path"] ? args["dir_path"] : args["directory"]).text();
      call.background = args["is_background"].is_true();
      break;
    case ToolKind::edit:
    case ToolKind::patch: call.files.emplace_back(path, EditKind::modify); break;
    case ToolKind::write: call.files.emplace_back(path, EditKind::create); break;
    case ToolKind::other: break;
  }
  return call;
}

/// The shell tool reports in labelled lines: "Command: …", "Output: …", "Exit Code: 1".
void gemini_output(std::string text, SessionWriter::Result& result) {
  const auto field = [&](std::string_view label) -> std::optional<std::string_view> {
    const auto whole = std::string_view(text);
    for (std::size_t at = whole.find(label); at != std::string_view::npos; at = whole.find(label, at + 1)) {
      if (at == 0 || whole[at - 1] == '\n') return whole.substr(at + label.size());
    }
    return std::nullopt;
  };
  const auto output = field("Output: ");
  if (!output) {
    result.text = std::move(text);
    return;
  }
  if (const auto code = field("Exit Code: ")) {
    int value = 0;
    if (std::from_chars(code->data(), code->data() + code->size(), value).ec == std::errc{}) result.exit_code = value;
  } else if (!result.failed) {
    result.exit_code = 0;  // the status is printed only when it is another
  }
  auto body = *output;
  for (const std::string_view behind :
       {"\nError: ", "\nExit Code: ", "\nSignal: ", "\nBackground PIDs: ", "\nProcess Group PGID: "}) {
    if (const auto at = body.rfind(behind); at != std::string_view::npos && behind != "\nError: ")
      body = body.substr(0, at);
  }
  result.text = std::string(body);
}

std::string response_text(Record::Ref result) {
  if (result.is(Kind::string)) return result.text();
  const auto one = [](Record::Ref each) {
    const auto response = each["functionResponse"] ? each["functionResponse"]["response"] : each["response"];
    const auto text = response["output"] ? response["output"] : response["error"];
    return text ? text.text() : each["text"].text();
  };
  if (result.is(Kind::object)) return one(result);
  std::string all;
  for (auto each = result.first(); each; each = each.next()) all += one(each);
  return all;
}

void gemini_tool(Record::Ref tool, SessionWriter& writer) {
  auto call = gemini_call(tool["name"].text(), tool["args"]);
  if (call.kind == ToolKind::other) return;
  const auto status = tool["status"].raw();
  if (status == "cancelled") return;
  SessionWriter::Result result;
  result.failed = status == "error";
  auto text = response_text(tool["result"]);
  if (text.empty()) text = tool["resultDisplay"].text();
  if (call.kind == ToolKind::command) gemini_output(std::move(text), result);
  writer.done(std::move(call), std::move(result));
}

/// Messages made of parts: Qwen Code's records and Gemini's checkpoints.
void parts_message(Record::Ref parts, bool agent, SessionWriter& writer) {
  std::string said;
  for (auto part = parts.first(); part; part = part.next()) {
    if (const auto made = part["functionCall"]) {
      if (!said.empty()) agent ? writer.agent(std::move(said)) : writer.user(std::move(said));
      said.clear();
      auto call = gemini_call(made["name"].text(), made["args"]);
      writer.call(made["id"] ? made["id"].raw() : made["name"].raw(), std::move(call));
    } else if (const auto answer = part["functionResponse"]) {
      const auto id = answer["id"] ? answer["id"].raw() : answer["name"].raw();
      const auto* call = writer.pending(id);
      SessionWriter::Result result;
      result.failed = static_cast<bool>(answer["response"]["error"]);
      if (call != nullptr && call->kind == ToolKind::command) gemini_output(response_text(part), result);
      writer.result(id, std::move(result));
    } else if (const auto text = part["text"]; text && !part["thought"].is_true()) {
      said += text.text();
    }
  }
  if (said.empty() || is_injected(said)) return;
  agent ? writer.agent(std::move(said)) : writer.user(std::move(said));
}

}  // namespace

void read_opencode(Record::Ref record, std::string_view member, SessionWriter& writer) {
  if (member == "info") {
    writer.begins_in(record["directory"].text());
    return;
  }
  const bool agent = record["info"]["role"].raw() == "assistant";
  std::string typed;
  for (auto part = record["parts"].first(); part; part = part.next()) {
    const auto type = part["type"].raw();
    if (type == "text" && agent) writer.agent(part["text"].text());
    // What the program adds for the model (read files, reminders) is marked as synthetic.
    if (type == "text" && !agent && !part["synthetic"].is_true() && !part["ignored"].is_true()) {
      if (!typed.empty()) typed += '\n';
      typed += part["text"].text();
    }
    if (type == "tool") opencode_tool(part, writer);
  }
  if (!agent && !typed.empty()) writer.user(std::move(typed));
}

void read_gemini(Record::Ref record, std::string_view, SessionWriter& writer) {
  if (record["cwd"]) writer.begins_in(record["cwd"].text());
  const auto type = record["type"].raw();
  if (const auto message = record["message"]; message.is(Kind::object)) {
    const auto parts = message["parts"];
    if (type == "user" || type == "assistant" || type == "tool_result")
      parts_message(parts, type == "assistant", writer);
    return;
  }
  if (record["parts"] && record["role"]) {
    parts_message(record["parts"], record["role"].raw() == "model", writer);
    return;
  }
  if (type == "user") {
    auto said = joined_text(record["content"]);
    if (!is_injected(said)) writer.user(std::move(said));
  } else if (type == "gemini") {
    // The calls stand in the message they belong to, after its text.
    writer.agent(joined_text(record["content"]));
    for (auto tool = record["toolCalls"].first(); tool; tool = tool.next()) gemini_tool(tool, writer);
  }
}

}  // namespace warrant::evidence
