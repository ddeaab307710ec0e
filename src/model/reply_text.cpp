#include "reply.hpp"

#include <warrant/base/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace warrant::model {

namespace {

// Malformed bytes travel through the JSON reader as these code points (plane 16, private use).
constexpr char32_t stand_in = 0x10FE00;

std::string with_stand_ins(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text, at);
    if (point.valid) {
      out += text.substr(at, point.size);
    } else {
      for (std::size_t i = 0; i < point.size; ++i) {
        append_utf8(out, stand_in + static_cast<std::uint8_t>(text[at + i]));
      }
    }
    at += point.size;
  }
  return out;
}

std::string without_stand_ins(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text, at);
    if (point.valid && point.value >= stand_in && point.value < stand_in + 0x100) {
      out += static_cast<char>(static_cast<std::uint8_t>(point.value - stand_in));
    } else {
      out += text.substr(at, point.size);
    }
    at += point.size;
  }
  return out;
}

Json restored(const Json& value) {
  if (const std::string* text = value.string()) return without_stand_ins(*text);
  if (const JsonArray* list = value.array()) {
    JsonArray out;
    for (const Json& item : *list) out.push_back(restored(item));
    return out;
  }
  if (const JsonObject* object = value.object()) {
    JsonObject out;
    for (const auto& [key, item] : *object) out.append(key, restored(item));
    return out;
  }
  return value;
}

/// The length of the sequence that `lead` begins; 0 when it begins none of several bytes.
std::size_t sequence_length(std::uint8_t lead) {
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  if (lead >= 0xF0 && lead <= 0xF4) return 4;
  return 0;
}

/// Where an unfinished character at the end of `bytes` begins; its size when there is none.
std::size_t begin_of_unfinished(std::string_view bytes) {
  const std::size_t first = bytes.size() - std::min<std::size_t>(bytes.size(), 3);
  for (std::size_t at = bytes.size(); at-- > first;) {
    const auto byte = static_cast<std::uint8_t>(bytes[at]);
    if (byte < 0x80) break;
    if (byte < 0xC0) continue;
    return sequence_length(byte) > bytes.size() - at ? at : bytes.size();
  }
  return bytes.size();
}

std::string_view first_line(std::string_view text) {
  text = text.substr(0, text.find_first_of("\r\n"));
  return text.substr(0, 300);
}

struct Said {
  std::string message;
  std::string type;
};

Said said_in(std::string_view body) {
  const Result<Json> value = parse_server_json(body);
  if (!value) return {.message = to_valid_utf8(first_line(body)), .type = {}};
  const Json* error = value->find("error");
  const Json& inner = error != nullptr && error->object() != nullptr ? *error : *value;
  std::string message(inner.text("message", inner.text("detail")));
  if (error != nullptr && error->string() != nullptr) message = *error->string();
  if (message.empty()) message = to_text(*value);
  return {.message = to_valid_utf8(message.substr(0, 500)), .type = std::string(inner.text("type"))};
}

Code code_of(int status, std::string_view type, std::string_view message) {
  const auto mentions = [&](std::string_view words) { return message.find(words) != std::string_view::npos; };
  if (type == "exceed_context_size_error" || mentions("context size") || mentions("context length")) {
    return Code::too_large;
  }
  if (mentions("Failed to parse") || mentions("failed to parse")) {
    // llama-server could not read its own model's words; a grammar that it cannot read is our request.
    return mentions("grammar") ? Code::unsupported : Code::malformed;
  }
  if (type == "unavailable_error") return Code::unavailable;
  if (type == "authentication_error" || type == "permission_error") return Code::refused;
  if (type == "not_supported_error") return Code::unsupported;
  switch (status) {
    case 400:
    case 422:
    case 501: return Code::unsupported;
    case 401:
    case 403: return Code::refused;
    case 404: return Code::not_found;
    case 408:
    case 504: return Code::timed_out;
    case 413: return Code::too_large;
    default: return Code::unavailable;
  }
}

}  // namespace

Result<Json> parse_server_json(std::string_view text) {
  constexpr JsonLimits limits{.bytes = std::size_t{64} << 20U, .depth = 64};
  if (is_utf8(text)) return parse_json(text, limits);
  WARRANT_TRY(value, parse_json(with_stand_ins(text), limits));
  return restored(value);
}

Error server_error(int status, std::string_view body, std::string_view retry_after, const std::string& where) {
  const Said said = said_in(body);
  std::string message = status == 0 ? fmt::format("the server reports an error: {}", said.message)
                                    : fmt::format("the server answers {}: {}", status, said.message);
  if (!retry_after.empty()) message += fmt::format(" (try again after {} s)", retry_after);
  if (status == 401) message += " (it wants a key: set WARRANT_API_KEY)";
  return {.code = code_of(status, said.type, said.message), .message = std::move(message), .where = where};
}

std::string Utf8Joiner::push(std::string_view bytes) {
  rest_ += bytes;
  const std::size_t end = begin_of_unfinished(rest_);
  std::string whole = to_valid_utf8(std::string_view(rest_).substr(0, end));
  rest_.erase(0, end);
  return whole;
}

std::string Utf8Joiner::finish() { return to_valid_utf8(std::exchange(rest_, {})); }

}  // namespace warrant::model
