// Putting one reply together from what an OpenAI-compatible server sends, checked on the way.
#pragma once

#include "loop_watch.hpp"

#include <warrant/base/json.hpp>
#include <warrant/base/result.hpp>
#include <warrant/model/proposer.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::model {

/// Reads JSON that a server wrote, also with malformed UTF-8 inside its strings: such bytes come out as
/// they are in the JSON's strings, so that halves of a character in two events can meet again.
Result<Json> parse_server_json(std::string_view text);

/// The error that a body or an event of an error stands for; `status` is 0 inside a stream. Bodies:
/// {"error":{"message","type","code"}}, {"error":"text"}, {"message"}, {"detail"}, plain text.
Error server_error(int status, std::string_view body, std::string_view retry_after, const std::string& where);

/// Holds back the beginning of a character until the rest has come; what can never be one becomes U+FFFD.
class Utf8Joiner {
 public:
  std::string push(std::string_view bytes);
  std::string finish();

 private:
  std::string rest_;
};

class ReplyReader {
 public:
  /// Both must outlive it.
  ReplyReader(const Prompt& prompt, const Listener& listener, std::string where);

  enum class State : std::uint8_t { open, cut };
  /// One event of a stream, or a whole reply. `cut`: nothing more is wanted. Errors: those of propose.
  Result<State> take(const Json& value);
  /// `[DONE]` came, or a whole reply was taken.
  void done() noexcept { done_ = true; }
  /// The reply. Errors: unavailable when it ended without an end, malformed when it is empty.
  Result<Proposal> finish();

 private:
  Result<State> take_choice(const Json& choice);
  Result<State> add_text(std::string_view bytes);
  Result<State> show(const std::string& piece);
  Status take_tool_calls(const Json& calls);
  void take_strain(const Json& logprobs);
  void take_usage(const Json& value);

  struct ToolCall {
    std::string name;
    std::string arguments;
  };

  const Prompt& prompt_;
  const Listener& listener_;
  std::string where_;
  std::chrono::steady_clock::time_point begin_;
  Proposal proposal_;
  Utf8Joiner joiner_;
  LoopWatch loops_;
  std::vector<ToolCall> calls_;
  std::optional<Finish> finish_;
  Strain strain_;
  std::size_t strain_bytes_ = 0;
  bool has_reasoning_ = false;
  bool done_ = false;
};

}  // namespace warrant::model
