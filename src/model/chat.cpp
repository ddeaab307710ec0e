#include "http.hpp"
#include "reply.hpp"
#include "sse.hpp"

#include <warrant/base/utf8.hpp>
#include <warrant/model/connect.hpp>

#include <fmt/format.h>

#include <utility>

namespace warrant::model {

namespace {

constexpr std::size_t longest_error_body = 64U << 10U;
constexpr std::int64_t likeliest_tokens = 10;

enum class ServerParsing : bool { as_it_is, off };

JsonArray messages_of(const Prompt& prompt) {
  JsonArray messages;
  for (const Message& message : prompt.messages) {
    messages.push_back(JsonObject{{"role", to_string(message.role)}, {"content", to_valid_utf8(message.text)}});
  }
  return messages;
}

std::string body_of(const Prompt& prompt, const Backend& backend, Guidance guidance, ServerParsing parsing) {
  const bool llama = backend.kind == BackendKind::llama_server;
  JsonObject body{{"model", backend.model},
                  {"messages", messages_of(prompt)},
                  {"stream", true},
                  {"stream_options", JsonObject{{"include_usage", true}}},
                  {"max_tokens", prompt.max_tokens},
                  {"temperature", prompt.temperature},
                  {"seed", prompt.seed}};
  if (!prompt.stop.empty()) {
    JsonArray stop;
    for (const std::string& text : prompt.stop) stop.emplace_back(text);
    body.append("stop", std::move(stop));
  }
  if (guidance == Guidance::grammar) body.append("grammar", prompt.grammar);
  if (guidance == Guidance::json_schema) {
    body.append("response_format",
                JsonObject{{"type", "json_schema"},
                           {"json_schema", JsonObject{{"name", "call"}, {"strict", true}, {"schema", prompt.schema}}}});
  }
  // Another server may refuse a request for what it does not know.
  if (prompt.measure_strain && llama) {
    body.append("logprobs", true);
    body.append("top_logprobs", likeliest_tokens);
  }
  if (llama) {
    body.append("cache_prompt", true);
    body.append("return_progress", true);
    body.append("chat_template_kwargs", JsonObject{{"enable_thinking", false}});
    if (parsing == ServerParsing::off) body.append("parse_tool_calls", false);
  }
  return to_text(Json(std::move(body)));
}

/// Gives the bytes of one reply to the ReplyReader, whether they are a stream of events or one object.
class ReplyBody {
 public:
  ReplyBody(ReplyReader& reader, const Limits& limits, std::string where)
      : reader_(reader), sse_(limits.response_bytes), where_(std::move(where)) {}

  Result<Go> take(const HttpHead& head, std::string_view bytes) {
    if (head.status != 200) {
      error_.append(bytes.substr(0, longest_error_body - std::min(error_.size(), longest_error_body)));
      return Go::on;
    }
    if (shape_ == Shape::unknown) {
      const std::size_t first = bytes.find_first_not_of(" \t\r\n");
      if (first == std::string_view::npos) return Go::on;
      bytes.remove_prefix(first);
      shape_ = bytes.front() == '{' ? Shape::object : Shape::events;
    }
    if (shape_ == Shape::object) {
      object_ += bytes;
      return Go::on;
    }
    WARRANT_CHECK(sse_.feed(bytes, [&](std::string_view, std::string_view data) { return take_event(data); }));
    return enough_ ? Go::enough : Go::on;
  }

  Status finish(const HttpHead& head) {
    if (head.status != 200) return fail(server_error(head.status, error_, head.retry_after, where_));
    if (shape_ == Shape::events && !enough_) {
      return sse_.finish([&](std::string_view, std::string_view data) { return take_event(data); });
    }
    if (shape_ != Shape::object) return {};
    WARRANT_TRY(value, read(object_));
    // A whole reply ends itself.
    if (value.find("choices") != nullptr) reader_.done();
    WARRANT_CHECK(reader_.take(value));
    return {};
  }

 private:
  enum class Shape : std::uint8_t { unknown, events, object };

  Status take_event(std::string_view data) {
    if (enough_) return {};
    if (data == "[DONE]") {
      reader_.done();
      return {};
    }
    WARRANT_TRY(value, read(data));
    WARRANT_TRY(state, reader_.take(value));
    enough_ = state == ReplyReader::State::cut;
    return {};
  }

  [[nodiscard]] Result<Json> read(std::string_view text) const {
    Result<Json> value = parse_server_json(text);
    if (!value) return fail(Code::malformed, "the server's reply is no JSON: " + value.error().message, where_);
    return value;
  }

  ReplyReader& reader_;
  SseReader sse_;
  std::string where_;
  Shape shape_ = Shape::unknown;
  std::string object_;
  std::string error_;
  bool enough_ = false;
};

class Chat final : public Proposer {
 public:
  Chat(Address address, const Endpoint& endpoint, Backend backend, std::function<Status()> before_request)
      : http_(std::move(address)),
        api_key_(endpoint.api_key),
        backend_(std::move(backend)),
        before_request_(std::move(before_request)) {}

 private:
  Result<Proposal> ask(const Prompt& prompt, const Listener& listener) override {
    Guidance guidance = guidance_for(prompt);
    while (true) {
      Result<Proposal> reply = ask_guided(prompt, listener, guidance);
      if (reply || reply.error().code != Code::unsupported || guidance == Guidance::none) return reply;
      // The server does not know this way of guiding: the next weaker one, and remembered if it is no llama-server.
      guidance = guidance == Guidance::grammar && !prompt.schema.is_null() ? Guidance::json_schema : Guidance::none;
      if (backend_.kind == BackendKind::openai_compatible) backend_.guidance = guidance;
    }
  }

  [[nodiscard]] Guidance guidance_for(const Prompt& prompt) const {
    if (backend_.guidance == Guidance::grammar && !prompt.grammar.empty()) return Guidance::grammar;
    if (backend_.guidance != Guidance::none && !prompt.schema.is_null()) return Guidance::json_schema;
    return Guidance::none;
  }

  Result<Proposal> ask_guided(const Prompt& prompt, const Listener& listener, Guidance guidance) {
    Result<Proposal> reply = ask_once(prompt, listener, guidance, ServerParsing::as_it_is);
    const bool server_could_not_read = !reply && reply.error().code == Code::malformed &&
                                       reply.error().message.find("arse input") != std::string::npos;
    if (!server_could_not_read || backend_.kind != BackendKind::llama_server) return reply;
    // llama-server answers 500 when it cannot read its model's words as a call; as text they are ours to read.
    return ask_once(prompt, listener, guidance, ServerParsing::off);
  }

  Result<Proposal> ask_once(const Prompt& prompt, const Listener& listener, Guidance guidance, ServerParsing parsing) {
    if (before_request_) WARRANT_CHECK(before_request_());
    HttpRequest request{.path = "/v1/chat/completions", .body = body_of(prompt, backend_, guidance, parsing)};
    if (!api_key_.empty()) request.headers.push_back("Authorization: Bearer " + api_key_);
    ReplyReader reader(prompt, listener, http_.address().base);
    ReplyBody body(reader, prompt.limits, http_.address().base);
    WARRANT_TRY(
        head, http_.exchange(request, prompt.limits, listener.cancelled,
                             [&](const HttpHead& so_far, std::string_view bytes) { return body.take(so_far, bytes); }));
    WARRANT_CHECK(body.finish(head));
    WARRANT_TRY(proposal, reader.finish());
    proposal.guidance = guidance;
    if (proposal.model.empty()) proposal.model = backend_.model;
    return proposal;
  }

  Http http_;
  std::string api_key_;
  Backend backend_;
  std::function<Status()> before_request_;
};

}  // namespace

Result<std::unique_ptr<Proposer>> make_chat(const Endpoint& endpoint, const Backend& backend,
                                            std::function<Status()> before_request) {
  WARRANT_TRY(address, parse_address(endpoint.url, endpoint.allow_remote ? Reach::anywhere : Reach::this_machine));
  return std::make_unique<Chat>(std::move(address), endpoint, backend, std::move(before_request));
}

}  // namespace warrant::model
