// A model that replays replies from data, and one that writes down what another says.
#pragma once

#include <warrant/base/result.hpp>
#include <warrant/model/proposer.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace warrant::model {

enum class Replay : std::uint8_t {
  any_prompt,   ///< whatever is asked
  same_prompt,  ///< a line with "prompt" is only given to the prompt with that digest
};

/// Replays `script`, JSON Lines: one reply a line, in order; empty lines are skipped. A line says the
/// text in exactly one of these ways
///   {"text":"…"} or {"content":"…"}
///   {"chunks":["…","…"]}             streamed in these pieces
///   {"call":{"tool":"…", …}}         the object as text
///   {"tool_calls":[{"function":{"name":"…","arguments":"{…}"}}]}   as native tool calls; one only
/// and may add
///   "finish": stop (default) | length | tool_call | repetition | unstated
///   "usage": {"prompt_tokens":n,"cached_tokens":n,"output_tokens":n}
///   "model": "…", "prompt": "sha256:…", "wait_ms": n (before the reply; ended early by a cancel)
///   "error": {"code":"unavailable","message":"…"}   after the text, if any; code as warrant::to_string
/// The prompt's limits hold. After the last line `propose` gives unavailable. Errors: malformed with
/// the line's number in `where`.
Result<std::unique_ptr<Proposer>> make_scripted(std::string_view script, Replay replay = Replay::any_prompt);

/// The name of a prompt in a recording: the digest of everything that is asked, "sha256:…".
std::string prompt_digest(const Prompt& prompt);

/// Asks `inner` (which must outlive it) and gives each exchange to `write` as one line, without
/// newline, that make_scripted replays; errors too. `write` may not throw; its own errors become the reply's.
std::unique_ptr<Proposer> make_recording(Proposer& inner, std::function<Status(std::string_view)> write);

}  // namespace warrant::model
