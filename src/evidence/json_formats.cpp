#include "json_formats.hpp"

#include <algorithm>
#include <array>

namespace warrant::evidence {
namespace {

bool near_head(std::string_view bytes, std::size_t head, std::string_view what) {
  return bytes.substr(0, head).find(what) != std::string_view::npos;
}

bool always(std::string_view) { return true; }

/// Messages are what matters; what is large and surely holds none is not parsed.
bool claude_worth(std::string_view bytes) {
  if (near_head(bytes, 1200, "\"message\"")) return true;
  return !near_head(bytes, 1200, "\"attachment\"") && !near_head(bytes, 1200, "\"snapshot\"") &&
         !near_head(bytes, 1200, "\"progress\"");
}

/// The value of the first "type" member in `head`, which then begins behind it. Empty when there is none.
std::string_view take_type(std::string_view& head) {
  constexpr std::string_view kKey = "\"type\"";
  auto at = head.find(kKey);
  if (at == std::string_view::npos) return {};
  at = head.find_first_not_of(" \t", at + kKey.size());
  if (at == std::string_view::npos || head[at] != ':') return {};
  at = head.find_first_not_of(" \t", at + 1);
  if (at == std::string_view::npos || head[at] != '"') return {};
  const auto end = head.find('"', ++at);
  if (end == std::string_view::npos) return {};
  const auto type = head.substr(at, end - at);
  head.remove_prefix(end);
  return type;
}

/// Where the types of a record and of its payload stand; further back only the parser finds them.
std::string_view head_of(std::string_view bytes) { return bytes.substr(0, 300); }

bool codex_worth(std::string_view bytes) {
  auto head = head_of(bytes);
  const auto record = take_type(head);
  if (record == "response_item") {
    const auto payload = take_type(head);
    return payload != "reasoning" && !payload.starts_with("web_search");
  }
  if (record == "event_msg") {
    const auto payload = take_type(head);
    return payload.empty() || payload == "turn_aborted";
  }
  return record != "compacted" && record != "world_state" && record != "reasoning";
}
bool copilot_worth(std::string_view bytes) {
  auto head = head_of(bytes);
  const auto type = take_type(head);
  return !type.starts_with("hook.") && !type.starts_with("system.") && !type.starts_with("permission.");
}
bool pi_worth(std::string_view bytes) {
  auto head = head_of(bytes);
  return !is_one_of(take_type(head), {"compaction", "branch_summary", "custom", "custom_message", "model_change"});
}

const std::array<JsonFormat, 7>& formats() {
  static const std::array<JsonFormat, 7> all{{
      {Format::claude,
       {"type",
        "subtype",
        "message",
        "role",
        "content",
        "text",
        "id",
        "name",
        "input",
        "command",
        "run_in_background",
        "file_path",
        "notebook_path",
        "path",
        "tool_use_id",
        "is_error",
        "toolUseResult",
        "interrupted",
        "backgroundTaskId",
        "isSidechain",
        "isMeta",
        "cwd",
        "returnCodeInterpretation",
        "timedOutAfterMs",
        "isApiErrorMessage",
        "isCompactSummary",
        "persistedOutputPath",
        "parent_tool_use_id",
        "uuid",
        "bash_id",
        "task_id",
        "shell_id",
        "agentId",
        "result"},
       {},
       {},
       claude_worth,
       read_claude},
      {Format::codex,
       {"type",      "payload",   "role",    "content", "text",   "name",    "arguments",
        "call_id",   "output",    "input",   "cwd",     "item",   "command", "aggregated_output",
        "exit_code", "status",    "changes", "path",    "kind",   "action",  "id",
        "workdir",   "item_type", "msg",     "message", "stdout", "stderr",  "record_type"},
       {},
       {},
       codex_worth,
       read_codex},
      {Format::opencode,
       {"info",      "parts",  "role",       "type",     "text",    "synthetic", "tool",
        "callID",    "state",  "status",     "input",    "command", "workdir",   "filePath",
        "patchText", "output", "error",      "metadata", "exit",    "truncated", "directory",
        "id",        "exists", "background", "ignored",  "part",    "name",      "sessionID"},
       {"messages"},
       {"info"},
       always,
       read_opencode},
      {Format::gemini,
       {"type",           "role",      "content",          "text",        "toolCalls",
        "name",           "args",      "command",          "dir_path",    "directory",
        "file_path",      "result",    "functionResponse", "response",    "output",
        "error",          "status",    "resultDisplay",    "message",     "parts",
        "functionCall",   "id",        "thought",          "cwd",         "is_background",
        "toolCallResult", "callId",    "isSidechain",      "uuid",        "subtype",
        "provenance",     "kind",      "sessionId",        "projectHash", "$set",
        "$rewindTo",      "tool_name", "tool_id",          "parameters",  "delta",
        "session_id"},
       {"messages", "history", "clientHistory"},
       {},
       always,
       read_gemini},
      {Format::copilot,
       {"type",      "data",    "content", "context", "cwd",    "toolCallId", "toolName",
        "arguments", "command", "mode",    "path",    "result", "success",    "parentToolCallId",
        "error",     "message", "shellId", "source",  "text",   "id"},
       {},
       {},
       copilot_worth,
       read_copilot},
      {Format::pi,
       {"type",      "message",   "role",       "content",     "text",      "name",  "id",        "arguments",
        "command",   "path",      "toolCallId", "toolName",    "isError",   "cwd",   "output",    "exitCode",
        "cancelled", "truncated", "details",    "attribution", "file_path", "input", "stopReason"},
       {},
       {},
       pi_worth,
       read_pi},
      {Format::swe_agent,
       {"action", "observation", "thought", "response", "role", "content", "message_type", "text", "tool_calls",
        "function", "arguments", "id", "tool_call_id", "extra", "raw_output", "returncode", "actions", "command",
        "name"},
       {"trajectory", "history", "messages"},
       {},
       always,
       read_swe},
  }};
  return all;
}

}  // namespace

bool is_json(Format format) { return std::ranges::find(formats(), format, &JsonFormat::format) != formats().end(); }
const JsonFormat& json_format(Format format) { return *std::ranges::find(formats(), format, &JsonFormat::format); }

std::string joined_text(Record::Ref content) {
  if (content.is(Node::Kind::string)) return content.text();
  std::string all;
  for (auto block = content.first(); block; block = block.next()) {
    auto text = block.is(Node::Kind::string) ? block.text() : block["text"].text();
    if (text.empty()) continue;
    if (!all.empty() && !all.ends_with('\n')) all += '\n';
    all += text;
  }
  return all;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

bool is_injected(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  while (text.starts_with("\\n")) text.remove_prefix(2);  // it may still be escaped
  constexpr std::array<std::string_view, 23> starts{"<command-name>",
                                                    "<command-message>",
                                                    "<local-command-",
                                                    "<task-notification>",
                                                    "<system-reminder>",
                                                    "<bash-input>",
                                                    "<bash-stdout>",
                                                    "<bash-stderr>",
                                                    "Caveat: ",
                                                    "[Request interrupted",
                                                    "<environment_context>",
                                                    "<user_instructions>",
                                                    "# AGENTS.md instructions",
                                                    "<permissions",
                                                    "<turn_aborted>",
                                                    "<skill",
                                                    "<subagent_notification",
                                                    "<INSTRUCTIONS>",
                                                    "<user_shell_command>",
                                                    "<user_action>",
                                                    "<collaboration_mode>",
                                                    "<teammate-message",
                                                    "This session is being continued from a previous conversation"};
  return std::ranges::any_of(starts, [&](std::string_view start) { return text.starts_with(start); });
}

}  // namespace warrant::evidence
