// Decision and extraction models behind HTTP: typed questions with probabilities, and values with places.
#pragma once

#include <warrant/base/result.hpp>
#include <warrant/base/span.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::model {

/// Where such a model is. `url` is a base (http://127.0.0.1:8080), to which the usual path is added, or the whole
/// address of a hosted run (…/ai/run/@cf/cloudflare/clef) or of a route (…/v1/systemone, …/v1/extractions).
struct Service {
  std::string url;
  std::string model = {};    ///< the name to ask for; of a hosted run the last part of its address
  std::string api_key = {};  ///< sent as a bearer token; empty for none
  bool allow_remote = false;
  std::chrono::milliseconds limit{20'000};  ///< for one call, repetitions included
};

/// The longest text that is sent: a server that reads only a beginning would answer about something else.
inline constexpr std::size_t kLongestState = 200'000;

struct Option {
  std::string name;
  std::string meaning;
};
/// One question. With exactly two options it is a yes-or-no question, the first option being "yes".
struct Query {
  std::string instructions;
  std::vector<Option> options;  ///< 2 to 64 (by labels 26), names different
};
/// The probability of each option, in their order; they sum to 1.
using Odds = std::vector<double>;

/// Answers by a System One server: `POST /v1/systemone` of llama-server with a decision model, of Ollama and of
/// hosted ones behind their envelope {"result","success","errors"}. Where a server knows no such route, the answers
/// are read from the log-probabilities of labels, as answer_by_labels does. Repeats once or twice what the server says
/// to repeat (429 with Retry-After or code 3040, 503, 529). Thread-safe. Errors:
/// - unavailable, timed_out: no connection, no answer within the limit, or a server that cannot now;
/// - malformed: an answer that lacks a question, has another type or no probabilities;
/// - too_large: the text is longer than kLongestState, or than the server's model takes;
/// - refused: a server on another machine without allow_remote, or a key that is not accepted;
/// - others as the server says.
Result<std::vector<Odds>> answer(const Service& service, std::string_view state, const std::vector<Query>& queries);

/// Answers by any chat model on llama-server: the log-probabilities of one label an option after the prompt, before
/// sampling (`/apply-template`, `/tokenize`, `/completion` with `n_probs`), averaged over both orders of the options.
/// Refused when the labels hold less than 98 % of the probability: the model would say something else. Errors: as
/// above, and refused for that.
Result<std::vector<Odds>> answer_by_labels(const Service& service, std::string_view state,
                                           const std::vector<Query>& queries);

/// A value to look for.
struct Wanted {
  std::string name;
  std::string instructions;
};
/// A value that was found. `place` is where the model says that it stands, in bytes of the state; what stands there
/// may still be something else. `quote` is the longer text around it that the model copied, where it gave one.
struct Found {
  std::string name;
  std::string value;
  std::optional<Span> place = {};
  std::string quote = {};
};
struct Extraction {
  std::vector<Found> found;       ///< what the state does not determine is left out
  std::optional<double> minutes;  ///< of Wanted "minutes", asked for as an estimate
};

/// By an extraction endpoint of Clairic's form, plain or in the envelope. Its offsets are read as bytes, code points or
/// UTF-16 units, whichever gives the value. `estimate` may be empty, else the instructions for `minutes`. Errors: as
/// answer(), and too_large when only a beginning was read.
Result<Extraction> extract(const Service& service, std::string_view state, const std::vector<Wanted>& wanted,
                           std::string_view estimate);

/// By any chat model with `response_format` json_schema: it copies value and quotation. Errors: as answer(), malformed
/// for a reply that is not of the schema or is cut.
Result<Extraction> extract_by_schema(const Service& service, std::string_view state, const std::vector<Wanted>& wanted,
                                     std::string_view estimate);

}  // namespace warrant::model
