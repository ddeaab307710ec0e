// The port through which a model proposes.
#pragma once

#include <warrant/base/json.hpp>
#include <warrant/base/result.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::model {

enum class Role : std::uint8_t { system, user, assistant };
std::string_view to_string(Role role) noexcept;

struct Message {
  Role role;
  std::string text;  ///< UTF-8
};

/// How long and how much. All are checked on our side, whatever the server promised.
struct Limits {
  std::chrono::milliseconds connect{3'000};  ///< until the connection stands
  std::chrono::milliseconds idle{180'000};   ///< without one byte from the server (pings count as bytes)
  std::chrono::milliseconds total{900'000};  ///< from the call to the end of the reply
  std::size_t response_bytes = 32U << 20U;   ///< of the HTTP body, with its frames and log-probabilities
  std::size_t text_bytes = 1U << 20U;        ///< of the text
};

/// Asks for one reply. Temperature 0 with a seed: the same prompt gives the same words again.
struct Prompt {
  std::vector<Message> messages;
  std::string grammar = {};  ///< GBNF; empty for none
  Json schema = {};          ///< JSON Schema for backends without GBNF; null for none
  std::int64_t max_tokens = 1'024;
  double temperature = 0;
  std::int64_t seed = 1;
  std::vector<std::string> stop = {};
  bool measure_strain = false;  ///< ask for log-probabilities, so that Proposal::strain is there
  Limits limits = {};
};

/// How much of the prompt the server has read; both in tokens.
struct Progress {
  std::int64_t processed;
  std::int64_t total;
};

/// Called while a reply is made, on the caller's thread. Every member may be empty. None may throw.
struct Listener {
  /// A piece of the text, whole UTF-8 sequences only. Unchecked: show it as such. false cancels.
  std::function<bool(std::string_view)> text = {};
  /// false cancels.
  std::function<bool(Progress)> progress = {};
  /// Asked at least ten times a second; true cancels.
  std::function<bool()> cancelled = {};
};

/// Why the reply ended.
enum class Finish : std::uint8_t {
  stop,        ///< the model ended it
  length,      ///< max_tokens or the context ran out: the text is cut
  tool_call,   ///< the server read a native tool call; `text` is that call as JSON
  repetition,  ///< cut by us: the model went round in circles
  unstated,    ///< a complete reply of a server that gives no reason
};
std::string_view to_string(Finish finish) noexcept;

/// How the server was held to the forms of the surface. Whatever it says, Surface::accept decides.
enum class Guidance : std::uint8_t {
  grammar,      ///< GBNF: token by token
  json_schema,  ///< `response_format`
  none,         ///< only by the words of the prompt: look for the call with extract_call
};
std::string_view to_string(Guidance guidance) noexcept;

/// In tokens; 0 where the server did not say.
struct Usage {
  std::int64_t prompt_tokens;      ///< all of the prompt, cached ones included
  std::int64_t cached_tokens = 0;  ///< of those, not computed again
  std::int64_t output_tokens = 0;
  bool reported = true;  ///< false: the server gave no usage
};

struct Timings {
  double prompt_ms = 0;      ///< the server's reading; 0 where it did not say
  double output_ms = 0;      ///< the server's writing; 0 where it did not say
  double first_text_ms = 0;  ///< call to the first piece of text, measured here
  double total_ms = 0;       ///< call to the end, measured here
};

/// What the grammar did to one token.
struct TokenStrain {
  std::size_t begin;  ///< byte offsets into Proposal::text, half-open
  std::size_t end;
  double probability;  ///< of the token that was written, before the grammar
  double taken;        ///< at least this much probability was on tokens that the grammar forbade, 0 to 1
};

/// How much probability the grammar took away, from log-probabilities before the grammar
/// (llama.cpp tools/server/README.md, `logprobs`: "before sampling"). Only meaningful at temperature 0.
struct Strain {
  std::vector<TokenStrain> tokens;
  double mean = 0;  ///< of `taken`
  double peak = 0;  ///< the largest `taken`

  /// The same over the tokens that touch the bytes [begin, end) of the text, for instance of `old`.
  [[nodiscard]] Strain within(std::size_t begin, std::size_t end) const;
};

/// What the model wrote. Untrusted: only a surface decides whether it is a call.
struct Proposal {
  std::string text;  ///< UTF-8, malformed bytes replaced
  Usage usage;
  Finish finish = Finish::stop;
  Timings timings = {};
  std::string model = {};              ///< what the server calls itself, for the record; empty when it did not say
  Guidance guidance = Guidance::none;  ///< what held for this reply
  std::optional<Strain> strain = {};
};

/// One model. Not thread-safe: one proposal at a time.
class Proposer {
 public:
  Proposer() = default;
  Proposer(const Proposer&) = delete;
  Proposer& operator=(const Proposer&) = delete;
  virtual ~Proposer() = default;

  /// One reply to `prompt`. Errors:
  /// - unavailable: no connection, the server ended in the middle, or it says that it cannot now;
  /// - timed_out: one of the limits of time, named in the message;
  /// - malformed: bytes that are no reply, an empty reply, or the server could not parse its model's words;
  /// - too_large: a limit of size, or the prompt does not fit the model's context;
  /// - interrupted: the listener cancelled;
  /// - refused: the address or the server is one that this product does not talk to;
  /// - unsupported: the server does not know what was asked for.
  /// Afterwards the same object can be asked again.
  Result<Proposal> propose(const Prompt& prompt, const Listener& listener = {}) { return ask(prompt, listener); }

 protected:
  virtual Result<Proposal> ask(const Prompt& prompt, const Listener& listener) = 0;
};

}  // namespace warrant::model
