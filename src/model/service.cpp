#include "service.hpp"

#include "reply.hpp"

#include <warrant/base/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <thread>

namespace warrant::model {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t kReplyBytes = std::size_t{64} << 20U;
constexpr int kTries = 3;
constexpr milliseconds kUsualWait{250};
/// Codes of the hosted envelope (Workers AI): out of capacity, ask again; the day's allotment is used up, do not.
constexpr std::int64_t kNoCapacity = 3040;
constexpr std::int64_t kAllotmentUsedUp = 4006;

/// The first code and message of `{"success":false,"errors":[{"code","message"}]}`.
struct EnvelopeError {
  std::int64_t code;
  std::string message;
};
std::optional<EnvelopeError> envelope_error(const Json& body) {
  const Json* success = body.find("success");
  const Json* errors = body.find("errors");
  if (errors == nullptr || errors->array() == nullptr) return std::nullopt;
  const bool failed = success != nullptr && success->boolean() != nullptr && !*success->boolean();
  if (errors->array()->empty()) {
    if (!failed) return std::nullopt;
    return EnvelopeError{0, "the server says that it failed, and not why"};
  }
  const Json& first = errors->array()->front();
  const Json* code = first.find("code");
  return EnvelopeError{code != nullptr && code->integer() != nullptr ? *code->integer() : 0,
                       to_valid_utf8(first.text("message", "no message").substr(0, 500))};
}

Error error_of(const HttpHead& head, std::string_view body, const std::string& where) {
  const Result<Json> value = parse_server_json(body);
  const auto inside = value ? envelope_error(*value) : std::nullopt;
  if (inside) {
    Error error =
        server_error(head.status, fmt::format("code {}: {}", inside->code, inside->message), head.retry_after, where);
    if (head.status < 400) error.code = Code::unavailable;
    return error;
  }
  Error error = server_error(head.status, body, head.retry_after, where);
  const Json* said = value ? value->find("error") : nullptr;
  const std::string_view type = said == nullptr ? std::string_view{} : said->text("type");
  if (type == "exceed_batch_size_error" || type == "exceed_context_size_error" || type == "request_too_large_error")
    error.code = Code::too_large;
  return error;
}

/// How long to wait before the same request is sent again; nothing where it would be of no use.
std::optional<milliseconds> wait_before_repeat(const HttpHead& head, std::string_view body) {
  const Result<Json> value = parse_server_json(body);
  const auto inside = value ? envelope_error(*value) : std::nullopt;
  if (inside && inside->code == kAllotmentUsedUp) return std::nullopt;
  int seconds = 0;
  const auto& text = head.retry_after;
  const bool told = !text.empty() && std::from_chars(text.data(), text.data() + text.size(), seconds).ec == std::errc();
  const bool busy = head.status == 503 || head.status == 529 ||
                    (head.status == 429 && (told || (inside && inside->code == kNoCapacity)));
  if (!busy) return std::nullopt;
  return told && seconds > 0 ? milliseconds(std::chrono::seconds(std::min(seconds, 3'600))) : kUsualWait;
}

Result<Json> unwrapped(Json body, const std::string& where) {
  if (const auto error = envelope_error(body)) return fail(Code::unavailable, error->message, where);
  if (const Json* result = body.find("result"); result != nullptr && body.find("success") != nullptr) {
    Json inner = *result;
    return inner;
  }
  return body;
}

}  // namespace

Result<Route> route_of(const Service& service, std::string_view usual) {
  WARRANT_TRY(address, parse_address(service.url, service.allow_remote ? Reach::anywhere : Reach::this_machine));
  Route route{.address = std::move(address), .path = {}, .model = service.model};
  const std::string_view base = route.address.base;
  constexpr std::array<std::string_view, 3> whole{"/systemone", "/extraction", "/extractions"};
  const auto hosted = base.find("/ai/run/");
  if (hosted != std::string_view::npos) {
    if (route.model.empty()) route.model = base.substr(base.rfind('/') + 1);
  } else if (std::ranges::none_of(whole, [&](std::string_view end) { return base.ends_with(end); })) {
    route.path = usual;
  }
  return route;
}

Status check_state(std::string_view state, const Service& service) {
  if (state.size() <= kLongestState) return {};
  return fail(Code::too_large,
              fmt::format("the text has {} bytes; at most {} are sent to a model", state.size(), kLongestState),
              service.url);
}

Result<Json> post_json(const Service& service, const Route& route, const Json& body, Clock::time_point deadline) {
  Http http(route.address);
  HttpRequest request{.path = route.path, .body = to_text(body)};
  if (!service.api_key.empty()) request.headers.push_back("Authorization: Bearer " + service.api_key);
  const std::string where = route.address.base + route.path;
  for (int attempt = 1;; ++attempt) {
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - Clock::now());
    if (left <= milliseconds(0))
      return fail(Code::timed_out, fmt::format("no answer within {} ms", service.limit.count()), where);
    const Limits limits{
        .connect = std::min(left, milliseconds(3'000)), .idle = left, .total = left, .response_bytes = kReplyBytes};
    WARRANT_TRY(reply, http.fetch(request, limits));
    if (reply.head.status >= 200 && reply.head.status < 300) {
      Result<Json> value = parse_server_json(reply.body);
      if (!value) return fail(Code::malformed, "the server's answer is no JSON: " + value.error().message, where);
      return unwrapped(std::move(*value), where);
    }
    const auto wait = wait_before_repeat(reply.head, reply.body);
    if (!wait || attempt == kTries || Clock::now() + *wait >= deadline)
      return fail(error_of(reply.head, reply.body, where));
    std::this_thread::sleep_for(*wait);
  }
}

}  // namespace warrant::model
