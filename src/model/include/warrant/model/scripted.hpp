// A model that replays replies from data.
#pragma once

#include <warrant/base/result.hpp>
#include <warrant/model/proposer.hpp>

#include <memory>
#include <string_view>

namespace warrant::model {

/// Replays `script`, JSON Lines: one reply a line, in order; empty lines are skipped. A line says the
/// text in exactly one of these ways
///   {"text":"…"} or {"content":"…"}
///   {"chunks":["…","…"]}             streamed in these pieces
///   {"call":{"tool":"…", …}}         the object as text
///   {"tool_calls":[{"function":{"name":"…","arguments":"{…}"}}]}   as native tool calls; one only
/// and may add
///   "finish": stop (default) | length | tool_call | repetition | unstated
///   "usage": {"prompt_tokens":n,"cached_tokens":n,"output_tokens":n}
///   "model": "…", "wait_ms": n (before the reply; ended early by a cancel)
///   "error": {"code":"unavailable","message":"…"}   after the text, if any; code as warrant::to_string
/// The prompt's limits hold. After the last line `propose` gives unavailable. Errors: malformed with
/// the line's number in `where`.
Result<std::unique_ptr<Proposer>> make_scripted(std::string_view script);

}  // namespace warrant::model
