#include "recognise.hpp"

#include "outline.hpp"

#include <algorithm>
#include <array>

namespace warrant::evidence {
namespace {

constexpr std::size_t kHead = 64U << 10U;
/// How many records are looked at before a text counts as unknown.
constexpr int kMaxPieces = 200;

bool has(std::string_view text, std::string_view what) { return text.find(what) != std::string_view::npos; }

bool codex(const Outline& record) {
  for (const std::string_view type :
       {"session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state"}) {
    if (record.says("type", type) && record.has("payload")) return true;
  }
  if (record.says("type", "thread.started") || record.begins("type", "item.")) return true;
  if (record.says("record_type", "state") && !record.has("sessionId")) return true;
  // The first releases wrote the items alone.
  return (record.says("type", "message") && record.has("role") && record.has("content.text") &&
          !record.has("message")) ||
         ((record.says("type", "function_call") || record.says("type", "function_call_output")) &&
          record.has("call_id"));
}

bool copilot(const Outline& record) {
  if (!record.has("data")) return false;
  for (const std::string_view start :
       {"session.", "tool.", "assistant.", "user.message", "hook.", "permission.", "system.", "subagent.", "skill."}) {
    if (record.begins("type", start)) return true;
  }
  return record.says("type", "abort");
}

bool gemini(const Outline& record) {
  if (record.has("sessionID")) return false;  // OpenCode
  if (record.has("projectHash") || record.has("$set") || record.has("$rewindTo")) return true;
  if (record.has("message.parts") || record.has("messages.message.parts")) return true;
  if (record.has("parts") && (record.says("role", "model") || record.says("role", "user"))) return true;
  if (record.has("history.parts") || record.has("clientHistory")) return true;
  if (record.says("messages.type", "gemini") || (record.has("sessionId") && record.has("messages.toolCalls")))
    return true;
  if ((record.says("type", "gemini") || record.says("type", "user")) && record.has("content") && record.has("id") &&
      !record.has("message"))
    return true;
  // `--output-format stream-json`
  return (record.says("type", "init") && record.has("session_id") && record.has("model")) ||
         (record.says("type", "tool_use") && record.has("tool_id")) ||
         (record.says("type", "message") && record.has("delta") && record.has("role"));
}

bool pi(const Outline& record) {
  if (record.says("type", "session") && record.has("cwd")) return true;
  if (record.says("message.role", "toolResult")) return true;
  return record.says("type", "message") && record.has("message.role") && !record.has("sessionId");
}

bool claude(const Outline& record) {
  if (record.has("leafUuid")) return true;
  if ((record.says("type", "user") || record.says("type", "assistant")) && record.has("message.content")) return true;
  if (!record.has("sessionId") && !record.has("session_id")) return false;
  return record.has("message") || record.has("isSidechain") || record.says("type", "system") ||
         record.says("type", "result");
}

bool opencode(const Outline& record) {
  if (record.has("info") && (record.has("messages") || record.has("parts"))) return true;
  if (record.has("messages.info")) return true;
  // `opencode run --format json`
  return record.has("sessionID") && record.has("part.type");
}

bool swe_agent(const Outline& record) {
  if (record.has("trajectory.action")) return true;
  if ((record.has("trajectory") || record.has("history")) && record.has("environment")) return true;
  if (record.has("trajectory_format") || record.has("info.mini_version")) return true;
  // What was handed in stands first, and may fill the head.
  if (record.has("info.submission")) return true;
  // A demonstration, which has the chat alone, and a chat in which the commands stand in the text.
  if (record.has("history.role") && record.has("history.content") && !record.has("history.parts")) return true;
  return record.has("messages.role") && record.has("messages.content") && !record.has("messages.parts") &&
         !record.has("messages.info") && !record.has("messages.type") && !record.has("messages.id");
}

/// A list of messages without anything around it.
bool bare_chat(std::string_view text, const Outline& record) {
  return text.starts_with('[') && record.has("role") && record.has("content") && !record.has("type") &&
         !record.has("parts") && !record.has("message") && !record.has("info");
}

std::optional<Format> format_of(const Outline& record) {
  struct Sign {
    Format format;
    bool (*shows)(const Outline& record);
  };
  // The narrower signs first: Qwen's records have Claude's members too.
  constexpr std::array<Sign, 7> signs{{{Format::swe_agent, swe_agent},
                                       {Format::codex, codex},
                                       {Format::copilot, copilot},
                                       {Format::gemini, gemini},
                                       {Format::opencode, opencode},
                                       {Format::pi, pi},
                                       {Format::claude, claude}}};
  for (const auto& sign : signs) {
    if (sign.shows(record)) return sign.format;
  }
  return std::nullopt;
}

/// The first record of `text` and what separates it from the next: a line that begins with a brace
/// begins a record, wherever the one before it ended.
std::string_view first_piece(std::string_view text) {
  const auto next = text.find("\n{");
  return next == std::string_view::npos ? text : text.substr(0, next);
}

std::string_view skip_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

}  // namespace

bool is_shared_gemini(std::string_view head) {
  const auto text = skip_blanks(head.substr(byte_order_mark(head)));
  return (text.starts_with("## USER ") || text.starts_with("## MODEL ")) &&
         (has(text, "\xf0\x9f\xa7\x91") || has(text, "\xe2\x9c\xa8"));
}

std::size_t byte_order_mark(std::string_view head) { return head.starts_with("\xef\xbb\xbf") ? 3 : 0; }

Layout layout_of(std::string_view head) {
  const auto text = skip_blanks(head.substr(byte_order_mark(head)));
  if (text.starts_with('[')) return Layout::document;
  if (!text.starts_with('{')) return Layout::lines;
  const auto piece = first_piece(text);
  const Outline outline(piece);
  // A list of records inside an object; a line of its own record may be called so too.
  for (const std::string_view list : {"messages", "trajectory", "history", "clientHistory"}) {
    if (outline.has(list) && !outline.has("type")) return Layout::document;
  }
  // A long result may stand before the chat.
  if (outline.has("info.submission")) return Layout::document;
  auto end = piece.find_last_not_of(" \t\r\n");
  return has(piece.substr(0, end), "\n") ? Layout::values : Layout::lines;
}

std::optional<Format> detect_format(std::string_view head) {
  head = head.substr(0, kHead);
  const auto text = skip_blanks(head.substr(byte_order_mark(head)));
  if (text.empty()) return std::nullopt;
  if (text.front() != '{' && text.front() != '[') {
    if (is_shared_gemini(head)) return Format::gemini;
    if (text.starts_with("<!-- Generated by SpecStory") || (has(text, "_**User") && has(text, "**_")))
      return Format::specstory;
    if (text.starts_with("# aider chat started at ") || has(text, "\n# aider chat started at ")) return Format::aider;
  }
  auto rest = text;
  for (int piece = 0; piece < kMaxPieces && !rest.empty(); ++piece) {
    const auto record = first_piece(rest);
    const Outline outline(record);
    if (const auto found = format_of(outline)) return found;
    if (bare_chat(text, outline)) return Format::swe_agent;
    rest.remove_prefix(std::min(record.size() + 1, rest.size()));
  }
  return std::nullopt;
}

}  // namespace warrant::evidence
