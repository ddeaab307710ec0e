#include "json_formats.hpp"

#include <algorithm>
#include <array>

namespace warrant::evidence {
namespace {

bool near_head(std::string_view bytes, std::size_t head, std::string_view what) {
  return bytes.substr(0, head).find(what) != std::string_view::npos;
}

bool always(std::string_view) { return true; }
/// Messages are what matters; the other entries (attachments, snapshots, progress) hold none.
bool claude_worth(std::string_view bytes) {
  return near_head(bytes, 1200, "\"message\":") || near_head(bytes, 400, "\"subtype\":\"init\"");
}
/// The values of the first two "type" members near the head: of the record and of its payload.
std::array<std::string_view, 2> types_of(std::string_view bytes) {
  constexpr std::string_view kLabel = "type\":\"";
  const auto head = bytes.substr(0, 300);
  std::array<std::string_view, 2> types;
  std::size_t at = 0;
  for (auto& type : types) {
    at = head.find(kLabel, at);
    if (at == std::string_view::npos) break;
    at += kLabel.size();
    type = head.substr(at, head.find('"', at) - at);
  }
  return types;
}

bool codex_worth(std::string_view bytes) {
  const auto [record, payload] = types_of(bytes);
  // A label that is spaced out, or further back, is left to the parser.
  if (record.empty()) return true;
  if (record == "response_item") return payload != "reasoning" && !payload.starts_with("web_search");
  return record == "session_meta" || record == "turn_context" || record == "item.completed" || record == "message" ||
         record.starts_with("function_call") || record.starts_with("custom_tool_call") ||
         record.starts_with("local_shell_call");
}
bool copilot_worth(std::string_view bytes) {
  const auto head = bytes.substr(0, 120);
  return head.find("\"type\":\"hook.") == std::string_view::npos &&
         head.find("\"type\":\"system.") == std::string_view::npos &&
         head.find("\"type\":\"permission.") == std::string_view::npos;
}
bool pi_worth(std::string_view bytes) {
  return near_head(bytes, 200, "\"message\"") || near_head(bytes, 40, "\"session\"");
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
        "parent_tool_use_id"},
       {},
       {},
       claude_worth,
       read_claude},
      {Format::codex,
       {"type",      "payload", "role",    "content", "text", "name",    "arguments",
        "call_id",   "output",  "input",   "cwd",     "item", "command", "aggregated_output",
        "exit_code", "status",  "changes", "path",    "kind", "action",  "id",
        "workdir"},
       {},
       {},
       codex_worth,
       read_codex},
      {Format::opencode,
       {"info",   "parts",     "role",      "type",    "text",     "synthetic",  "tool",   "callID", "state",
        "status", "input",     "command",   "workdir", "filePath", "patchText",  "output", "error",  "metadata",
        "exit",   "truncated", "directory", "id",      "exists",   "background", "ignored"},
       {"messages"},
       {"info"},
       always,
       read_opencode},
      {Format::gemini,
       {"type",           "role",   "content",          "text",     "toolCalls",
        "name",           "args",   "command",          "dir_path", "directory",
        "file_path",      "result", "functionResponse", "response", "output",
        "error",          "status", "resultDisplay",    "message",  "parts",
        "functionCall",   "id",     "thought",          "cwd",      "is_background",
        "toolCallResult", "callId", "isSidechain"},
       {"messages", "history"},
       {},
       always,
       read_gemini},
      {Format::copilot,
       {"type", "data", "content", "context", "cwd", "toolCallId", "toolName", "arguments", "command", "mode", "path",
        "result", "success", "parentToolCallId", "error", "message", "shellId", "source"},
       {},
       {},
       copilot_worth,
       read_copilot},
      {Format::pi,
       {"type",      "message",   "role",       "content",     "text",      "name", "id",     "arguments",
        "command",   "path",      "toolCallId", "toolName",    "isError",   "cwd",  "output", "exitCode",
        "cancelled", "truncated", "details",    "attribution", "file_path", "input"},
       {},
       {},
       pi_worth,
       read_pi},
      {Format::swe_agent,
       {"action", "observation", "thought", "response", "role", "content", "message_type"},
       {"trajectory"},
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

bool is_injected(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  while (text.starts_with("\\n")) text.remove_prefix(2);  // it may still be escaped
  constexpr std::array<std::string_view, 21> starts{"<command-name>",
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
                                                    "<collaboration_mode>"};
  return std::ranges::any_of(starts, [&](std::string_view start) { return text.starts_with(start); });
}

}  // namespace warrant::evidence
