#include "reply.hpp"

#include <warrant/base/utf8.hpp>
#include <warrant/model/call_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace warrant::model {

namespace {

constexpr std::size_t most_calls = 16;

std::int64_t integer_under(const Json& value, std::string_view key) {
  const Json* found = value.find(key);
  const std::int64_t* number = found == nullptr ? nullptr : found->integer();
  return number == nullptr ? 0 : std::max<std::int64_t>(*number, 0);
}

double number_under(const Json& value, std::string_view key) {
  const Json* found = value.find(key);
  const double number = found == nullptr ? 0 : found->number(0);
  return std::isfinite(number) ? std::max(number, 0.0) : 0;
}

double milliseconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

Finish finish_of(std::string_view reason) {
  if (reason == "stop" || reason == "eos") return Finish::stop;
  if (reason == "length" || reason == "limit") return Finish::length;
  if (reason == "tool_calls" || reason == "function_call") return Finish::tool_call;
  return Finish::unstated;
}

/// e^logprob; servers write minus infinity as the lowest float.
double probability(const Json& entry) {
  const Json* value = entry.find("logprob");
  const double logprob = value == nullptr ? -1e9 : value->number(-1e9);
  return std::clamp(std::exp(std::min(logprob, 0.0)), 0.0, 1.0);
}

/// How many bytes of the text a token is. `bytes` is exact; `token` is a way to show it.
std::size_t token_bytes(const Json& entry) {
  const Json* bytes = entry.find("bytes");
  if (bytes != nullptr && bytes->array() != nullptr) return bytes->array()->size();
  return entry.text("token").size();
}

}  // namespace

ReplyReader::ReplyReader(const Prompt& prompt, const Listener& listener, std::string where)
    : prompt_(prompt),
      listener_(listener),
      where_(std::move(where)),
      begin_(std::chrono::steady_clock::now()),
      proposal_{.text = {}, .usage = {.prompt_tokens = 0, .reported = false}} {}

Result<ReplyReader::State> ReplyReader::take(const Json& value) {
  if (value.object() == nullptr) return fail(Code::malformed, "the server's reply is no JSON object", where_);
  if (const Json* error = value.find("error"); error != nullptr && !error->is_null()) {
    return fail(server_error(0, to_text(value), {}, where_));
  }
  if (const std::string_view model = value.text("model"); !model.empty()) proposal_.model = model.substr(0, 300);
  if (const Json* progress = value.find("prompt_progress"); progress != nullptr && listener_.progress) {
    const Progress now{.processed = integer_under(*progress, "processed"), .total = integer_under(*progress, "total")};
    if (!listener_.progress(now)) return fail(Code::interrupted, "cancelled", where_);
  }
  take_usage(value);
  const Json* choices = value.find("choices");
  if (choices == nullptr || choices->array() == nullptr) {
    // Some servers send events of their own between the pieces.
    return State::open;
  }
  for (const Json& choice : *choices->array()) {
    if (integer_under(choice, "index") != 0) continue;
    return take_choice(choice);
  }
  return State::open;
}

Result<ReplyReader::State> ReplyReader::take_choice(const Json& choice) {
  const Json* message = choice.find("delta");
  if (message == nullptr || message->object() == nullptr) message = choice.find("message");
  const Json nothing;
  const Json& body = message == nullptr ? nothing : *message;
  if (const Json* logprobs = choice.find("logprobs")) take_strain(*logprobs);
  if (!body.text("reasoning_content").empty() || !body.text("reasoning").empty()) has_reasoning_ = true;
  if (const Json* calls = body.find("tool_calls")) WARRANT_CHECK(take_tool_calls(*calls));
  State state = State::open;
  const std::string_view text = message == nullptr ? choice.text("text") : body.text("content");
  if (!text.empty()) {
    WARRANT_TRY(after, add_text(text));
    state = after;
  }
  if (const std::string_view reason = choice.text("finish_reason"); !reason.empty() && !finish_) {
    finish_ = finish_of(reason);
  }
  return state;
}

Result<ReplyReader::State> ReplyReader::add_text(std::string_view bytes) { return show(joiner_.push(bytes)); }

Result<ReplyReader::State> ReplyReader::show(const std::string& piece) {
  if (piece.empty()) return State::open;
  if (proposal_.text.empty()) proposal_.timings.first_text_ms = milliseconds_since(begin_);
  if (proposal_.text.size() + piece.size() > prompt_.limits.text_bytes) {
    return fail(Code::too_large, fmt::format("the model wrote more than {} bytes", prompt_.limits.text_bytes), where_);
  }
  proposal_.text += piece;
  if (listener_.text && !listener_.text(piece)) return fail(Code::interrupted, "cancelled", where_);
  if (const auto cut = loops_.look(proposal_.text)) {
    proposal_.text.resize(*cut);
    finish_ = Finish::repetition;
    done_ = true;
    return State::cut;
  }
  return State::open;
}

Status ReplyReader::take_tool_calls(const Json& calls) {
  if (calls.array() == nullptr) return {};
  std::size_t position = 0;
  for (const Json& call : *calls.array()) {
    const Json* index = call.find("index");
    const auto at = index != nullptr ? static_cast<std::size_t>(integer_under(call, "index")) : position;
    ++position;
    if (at >= most_calls) return fail(Code::too_large, "the model made too many calls at once", where_);
    if (calls_.size() <= at) calls_.resize(at + 1);
    const Json* function = call.find("function");
    if (function == nullptr) continue;
    calls_[at].name += function->text("name");
    // A few servers send the arguments as an object, which is then whole.
    const Json* arguments = function->find("arguments");
    if (arguments == nullptr) continue;
    calls_[at].arguments +=
        arguments->object() != nullptr ? to_text(*arguments) : std::string(function->text("arguments"));
    if (calls_[at].name.size() + calls_[at].arguments.size() > prompt_.limits.text_bytes) {
      return fail(Code::too_large, fmt::format("the model wrote more than {} bytes", prompt_.limits.text_bytes),
                  where_);
    }
  }
  return {};
}

void ReplyReader::take_strain(const Json& logprobs) {
  const Json* content = logprobs.find("content");
  if (content == nullptr || content->array() == nullptr) return;
  for (const Json& entry : *content->array()) {
    const double own = probability(entry);
    double taken = 0;
    const Json* others = entry.find("top_logprobs");
    if (others != nullptr && others->array() != nullptr) {
      // At temperature 0 the likeliest token that the grammar allows is taken: a likelier one was forbidden.
      for (const Json& other : *others->array()) {
        if (probability(other) > own) taken += probability(other);
      }
    }
    const std::size_t size = token_bytes(entry);
    strain_.tokens.push_back(
        {.begin = strain_bytes_, .end = strain_bytes_ + size, .probability = own, .taken = std::min(taken, 1.0)});
    strain_bytes_ += size;
  }
}

void ReplyReader::take_usage(const Json& value) {
  if (const Json* usage = value.find("usage"); usage != nullptr && usage->object() != nullptr) {
    proposal_.usage.reported = true;
    proposal_.usage.prompt_tokens = integer_under(*usage, "prompt_tokens");
    proposal_.usage.output_tokens = integer_under(*usage, "completion_tokens");
    if (const Json* details = usage->find("prompt_tokens_details")) {
      proposal_.usage.cached_tokens = integer_under(*details, "cached_tokens");
    }
  }
  if (const Json* timings = value.find("timings")) {
    proposal_.timings.prompt_ms = number_under(*timings, "prompt_ms");
    proposal_.timings.output_ms = number_under(*timings, "predicted_ms");
  }
}

Result<Proposal> ReplyReader::finish() {
  if (finish_ != Finish::repetition) WARRANT_CHECK(show(joiner_.finish()));
  if (!finish_ && !done_) {
    return fail(Code::unavailable, "the server ended the connection in the middle of its reply", where_);
  }
  proposal_.finish = finish_.value_or(Finish::unstated);
  // Offsets that do not cover the text are of something else.
  if (prompt_.measure_strain && !strain_.tokens.empty() && strain_bytes_ >= proposal_.text.size() && calls_.empty()) {
    proposal_.strain = strain_.within(0, proposal_.text.size());
  }
  if (!calls_.empty() && proposal_.finish != Finish::repetition) {
    // A surface takes one call; the first is what the model did first.
    proposal_.text = call_text(calls_.front().name, Json(calls_.front().arguments));
    if (proposal_.finish != Finish::length) proposal_.finish = Finish::tool_call;
  } else if (proposal_.finish == Finish::tool_call) {
    proposal_.finish = Finish::unstated;
  }
  if (proposal_.text.empty()) {
    return fail(Code::malformed,
                has_reasoning_ ? "the model only thought and wrote no reply: turn its thinking off or allow more tokens"
                               : "the model's reply is empty",
                where_);
  }
  proposal_.timings.total_ms = milliseconds_since(begin_);
  return std::move(proposal_);
}

}  // namespace warrant::model
