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

/// The lines of notes that the shell tool puts behind an output.
struct Notes {
  std::optional<int> exit_code = {};
  bool named_code = false;  ///< an "Exit Code:" line, whatever it says
  bool signalled = false;
};

/// Takes the notes off the end of `body`; what looks like one further up is the command's own.
Notes take_notes_behind(std::string_view& body) {
  Notes notes;
  for (;;) {
    const auto start = body.rfind('\n');
    if (start == std::string_view::npos) return notes;
    const auto line = body.substr(start + 1);
    const auto value = [&](std::string_view label) -> std::optional<std::string_view> {
      return line.starts_with(label) ? std::optional(line.substr(label.size())) : std::nullopt;
    };
    if (const auto code = value("Exit Code: ")) {
      int number = 0;
      notes.named_code = true;
      if (std::from_chars(code->data(), code->data() + code->size(), number).ec == std::errc{})
        notes.exit_code = number;
    } else if (const auto signal = value("Signal: ")) {
      notes.signalled = *signal != "(none)" && *signal != "0";
    } else if (!value("Error: ") && !value("Background PIDs: ") && !value("Process Group PGID: ")) {
      return notes;
    }
    body = body.substr(0, start);
  }
}

/// Puts what stands behind "Stderr: " right behind what was printed.
void join_errors(std::string& printed) {
  const auto errors = printed.rfind("\nStderr: ");
  if (errors == std::string::npos) return;
  const auto behind = printed.substr(errors + 9);
  printed.resize(errors);
  if (printed == "(empty)") printed.clear();
  if (behind != "(empty)") printed += (printed.empty() ? "" : "\n") + behind;
}

/// The shell tool reports in labelled lines: "Output: …", then "Exit Code: 1" when it is another than
/// 0. Older releases print all labels, the oldest "Stdout: …" and "Stderr: …".
void gemini_output(std::string text, SessionWriter::Result& result) {
  std::string_view body = text;
  const auto broke_off = [&](std::string_view start) { return body.starts_with(start); };
  if (broke_off("Command moved to background") || broke_off("Background command started") ||
      broke_off("Command is running in background")) {
    result.caveats.add(Caveat::background);
  } else if (broke_off("Command was cancelled") || broke_off("Command was automatically cancelled") ||
             broke_off("Command timed out") || broke_off("Command terminated after")) {
    result.caveats.add(Caveat::cut_off);
    const auto below = body.find(":\n");
    result.text = std::string(below == std::string_view::npos ? std::string_view{} : body.substr(below + 2));
    return;
  }
  const bool labelled = body.starts_with("Command: ") || body.starts_with("Directory: ");
  auto from = body.starts_with("Output: ") || body.starts_with("Stdout: ") ? 0 : std::string_view::npos;
  if (labelled) {
    from = std::min(body.find("\nOutput: "), body.find("\nStdout: "));
    if (from != std::string_view::npos) ++from;
  }
  if (from == std::string_view::npos) {
    result.text = std::move(text);
    return;
  }
  body = body.substr(from + 8);
  const auto notes = take_notes_behind(body);
  result.exit_code = notes.exit_code;
  if (notes.signalled) result.caveats.add(Caveat::cut_off);
  // Newer releases name the status only when it is another.
  if (!notes.named_code && !notes.signalled && !result.failed) result.exit_code = 0;
  std::string printed(body);
  if (labelled) join_errors(printed);
  if (printed == "(empty)") printed.clear();
  result.text = std::move(printed);
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

bool ended(std::string_view status) { return status == "success" || status == "error" || status == "cancelled"; }

void gemini_tool(Record::Ref tool, SessionWriter& writer) {
  const auto status = tool["status"].raw();
  // A message is written again whenever one of its calls goes on.
  if (!status.empty() && !ended(status)) return;
  if (writer.repeats(tool["id"].raw()) || status == "cancelled") return;
  auto call = gemini_call(tool["name"].text(), tool["args"]);
  if (call.kind == ToolKind::other) return;
  SessionWriter::Result result;
  result.failed = status == "error";
  auto text = response_text(tool["result"]);
  if (text.empty()) text = tool["resultDisplay"].text();
  if (call.kind == ToolKind::command) gemini_output(std::move(text), result);
  writer.done(std::move(call), std::move(result));
}

/// Messages made of parts: Qwen Code's records and Gemini's checkpoints.
void parts_message(Record::Ref parts, bool agent, bool sidechain, SessionWriter& writer) {
  std::string said;
  const auto say = [&] {
    if (!said.empty() && (agent || !is_injected(said)))
      agent ? writer.agent(std::move(said), sidechain) : writer.user(std::move(said), sidechain);
    said.clear();
  };
  for (auto part = parts.first(); part; part = part.next()) {
    if (const auto made = part["functionCall"]) {
      say();
      gemini_function_call(made, writer, sidechain);
    } else if (const auto answer = part["functionResponse"]) {
      gemini_function_response(answer, writer);
    } else if (const auto text = part["text"]; text && !part["thought"].is_true()) {
      said += text.text();
    }
  }
  say();
}

/// A record of Qwen Code: `message` holds the parts, `type` says whose they are.
bool qwen_record(Record::Ref record, Record::Ref message, SessionWriter& writer) {
  const auto type = record["type"].raw();
  if (type == "system") return true;
  if (type != "user" && type != "assistant" && type != "tool_result") return false;
  if (writer.repeats(record["uuid"].raw())) return true;
  // Notes of the program stand in the user's place and name what they are.
  const auto subtype = record["subtype"].raw();
  const auto source = record["provenance"].raw();
  if (type == "user" && ((!subtype.empty() && subtype != "mid_turn_user_message" && subtype != "realtime_message") ||
                         (!source.empty() && source != "real_user")))
    return true;
  const bool sidechain = record["isSidechain"].is_true();
  if (type == "tool_result" && record["toolCallResult"]["status"].raw() == "cancelled") {
    for (auto part = message["parts"].first(); part; part = part.next())
      writer.drop(part["functionResponse"]["id"].raw());
    return true;
  }
  parts_message(message["parts"], type == "assistant", sidechain, writer);
  return true;
}

/// A line of `--output-format stream-json`.
bool gemini_event(std::string_view type, Record::Ref record, SessionWriter& writer) {
  if (type == "message") {
    const bool agent = record["role"].raw() == "assistant";
    auto said = joined_text(record["content"]);
    // The answer comes in pieces.
    if (agent) {
      writer.agent_piece(std::move(said));
    } else if (!is_injected(said)) {
      writer.user(std::move(said));
    }
  } else if (type == "tool_use") {
    writer.call(record["tool_id"].raw(), gemini_call(record["tool_name"].text(), record["parameters"]));
  } else {
    const auto id = record["tool_id"].raw();
    const auto* call = writer.pending(id);
    SessionWriter::Result result;
    result.failed = record["status"].raw() == "error";
    auto text = record["output"].text();
    if (text.empty() && result.failed) text = record["error"]["message"].text();
    if (call == nullptr || call->kind == ToolKind::command) gemini_output(std::move(text), result);
    writer.result(id, std::move(result));
  }
  return true;
}

}  // namespace

bool read_opencode(Record::Ref record, std::string_view member, SessionWriter& writer) {
  if (member == "info") {
    writer.begins_in(record["directory"].text());
    return true;
  }
  if (const auto part = record["part"]) {  // `opencode run --format json`
    if (part["type"].raw() == "text") writer.agent(part["text"].text());
    if (part["type"].raw() == "tool") opencode_tool(part, writer);
    return true;
  }
  const auto info = record["info"];
  if (writer.repeats(info["id"].raw())) return true;
  const bool agent = info["role"].raw() == "assistant";
  std::string typed;
  for (auto part = record["parts"].first(); part; part = part.next()) {
    const auto type = part["type"].raw();
    // What the program adds for the model (read files, reminders) is marked as synthetic.
    if (type == "text" && !part["synthetic"].is_true() && !part["ignored"].is_true()) {
      if (agent) {
        writer.agent(part["text"].text());
      } else {
        if (!typed.empty()) typed += '\n';
        typed += part["text"].text();
      }
    }
    if (type == "tool") opencode_tool(part, writer);
  }
  if (!agent && !typed.empty()) writer.user(std::move(typed));
  if (info["error"]["name"].raw() == "MessageAbortedError") writer.aborted();
  return info || record["parts"];
}

void gemini_function_call(Record::Ref made, SessionWriter& writer, bool sidechain) {
  auto call = gemini_call(made["name"].text(), made["args"]);
  call.sidechain = sidechain;
  writer.call(made["id"] ? made["id"].text() : writer.nameless(made["name"].raw(), true), std::move(call));
}

void gemini_function_response(Record::Ref answer, SessionWriter& writer) {
  auto id = answer["id"].text();
  // Markdown names the call only behind it.
  if (id.empty() || writer.pending(id) == nullptr) {
    auto nameless = writer.nameless(answer["name"].raw(), false);
    if (id.empty() || writer.pending(nameless) != nullptr) id = std::move(nameless);
  }
  const auto* call = writer.pending(id);
  SessionWriter::Result result;
  result.failed = static_cast<bool>(answer["response"]["error"]);
  if (call == nullptr || call->kind == ToolKind::command) gemini_output(response_text(answer), result);
  writer.result(id, std::move(result));
}

bool read_gemini(Record::Ref record, std::string_view, SessionWriter& writer) {
  if (record["cwd"]) writer.begins_in(record["cwd"].text());
  const auto type = record["type"].raw();
  if (const auto message = record["message"]; message.is(Kind::object)) return qwen_record(record, message, writer);
  if (record["parts"] && record["role"]) {
    parts_message(record["parts"], record["role"].raw() == "model", false, writer);
    return true;
  }
  if (record["tool_id"] || (type == "message" && record["role"])) return gemini_event(type, record, writer);
  if (type == "user") {
    auto said = joined_text(record["content"]);
    if (writer.repeats(record["id"].raw())) return true;
    if (!is_injected(said)) writer.user(std::move(said));
  } else if (type == "gemini") {
    // A message is written again with what is new in it; the calls follow its text.
    auto said = joined_text(record["content"]);
    if (!said.empty() && !writer.repeats(record["id"].raw())) writer.agent(std::move(said));
    for (auto tool = record["toolCalls"].first(); tool; tool = tool.next()) gemini_tool(tool, writer);
  } else if (type == "info") {
    if (joined_text(record["content"]).starts_with("Request cancelled")) writer.aborted();
  } else {
    return type.empty() ||
           is_one_of(type, {"error", "warning", "init", "result", "system", "tool_group", "tool_result"});
  }
  return true;
}

}  // namespace warrant::evidence
