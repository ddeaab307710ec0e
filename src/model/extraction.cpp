#include "reply.hpp"
#include "service.hpp"

#include <warrant/base/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warrant::model {

namespace {

/// Bytes of one unit of a text in which a server may count.
enum class Unit : std::uint8_t { byte, code_point, utf16 };

std::optional<std::size_t> byte_at(std::string_view text, std::size_t offset, Unit unit) {
  if (unit == Unit::byte) return offset <= text.size() ? std::optional(offset) : std::nullopt;
  std::size_t counted = 0;
  std::size_t at = 0;
  while (counted < offset && at < text.size()) {
    const auto point = decode_utf8(text, at);
    counted += unit == Unit::utf16 && point.value > 0xFFFF ? 2U : 1U;
    at += point.size;
  }
  return counted == offset ? std::optional(at) : std::nullopt;
}

/// The place that offsets name: the unit is not documented, so the one that finds the value is meant.
std::optional<Span> place_of(std::string_view state, std::string_view value, const Json* span) {
  if (span == nullptr || span->array() == nullptr || span->array()->size() != 2) return std::nullopt;
  const auto* begin = (*span->array())[0].integer();
  const auto* end = (*span->array())[1].integer();
  if (begin == nullptr || end == nullptr || *begin < 0 || *end <= *begin) return std::nullopt;
  std::optional<Span> plain;
  for (const Unit unit : {Unit::byte, Unit::code_point, Unit::utf16}) {
    const auto from = byte_at(state, static_cast<std::size_t>(*begin), unit);
    const auto to = byte_at(state, static_cast<std::size_t>(*end), unit);
    if (!from || !to) continue;
    const Span here{*from, *to};
    if (here.of(state).find(value) != std::string_view::npos) return here;
    if (!plain) plain = here;
  }
  return plain;
}

std::string value_of(const Json* value) {
  if (value == nullptr) return {};
  if (const auto* text = value->string()) return *text;
  if (const auto* whole = value->integer()) return fmt::format("{}", *whole);
  const double number = value->number(std::nan(""));
  if (std::isfinite(number) && number == std::floor(number) && std::abs(number) < 1e12)
    return fmt::format("{}", static_cast<std::int64_t>(number));
  return {};
}

std::optional<double> minutes_of(const Json* value) {
  if (value == nullptr) return std::nullopt;
  const double minutes = value->number(-1);
  if (!std::isfinite(minutes) || minutes < 0 || minutes > 100'000) return std::nullopt;
  return minutes;
}

constexpr std::string_view kMinutes = "minutes_to_agree";

}  // namespace

Result<Extraction> extract(const Service& service, std::string_view state, const std::vector<Wanted>& wanted,
                           std::string_view estimate) {
  WARRANT_CHECK(check_state(state, service));
  WARRANT_TRY(route, route_of(service, "/v1/extractions"));
  const std::string sent = to_valid_utf8(state);
  JsonObject fields;
  // Numbers too as text: places are documented for text only.
  for (const auto& each : wanted)
    fields.set(each.name, JsonObject{{"type", "text"}, {"instructions", each.instructions}});
  if (!estimate.empty())
    fields.set(std::string(kMinutes),
               JsonObject{{"type", "estimate"}, {"unit", "minutes"}, {"min", 0}, {"instructions", estimate}});
  const Json body = JsonObject{
      {"model", route.model.empty() ? "clairic" : route.model}, {"state", sent}, {"fields", std::move(fields)}};
  WARRANT_TRY(reply, post_json(service, route, body, std::chrono::steady_clock::now() + service.limit));
  const std::string where = route.address.base + route.path;
  const Json* truncated = reply.find("truncated");
  if (truncated != nullptr && truncated->boolean() != nullptr && *truncated->boolean())
    return fail(Code::too_large, "the model read only the beginning of the text", where);
  const Json* answers = reply.find("answers");
  if (answers == nullptr || answers->object() == nullptr)
    return fail(Code::malformed, "the server's answer has no \"answers\"", where);
  Extraction extraction{.found = {}, .minutes = std::nullopt};
  for (const auto& each : wanted) {
    const Json* one = answers->find(each.name);
    if (one == nullptr || one->object() == nullptr)
      return fail(Code::malformed, fmt::format("the server's answer lacks \"{}\"", each.name), where);
    std::string value = value_of(one->find("value"));
    if (value.empty()) continue;  // "guess" is no reading: the state does not determine it
    const auto place = sent == state ? place_of(state, value, one->find("span")) : std::nullopt;
    extraction.found.push_back({.name = each.name, .value = std::move(value), .place = place, .quote = {}});
  }
  if (!estimate.empty()) {
    if (const Json* one = answers->find(kMinutes)) extraction.minutes = minutes_of(one->find("value"));
  }
  return extraction;
}

Result<Extraction> extract_by_schema(const Service& service, std::string_view state, const std::vector<Wanted>& wanted,
                                     std::string_view estimate) {
  WARRANT_CHECK(check_state(state, service));
  WARRANT_TRY(route, route_of(service, "/v1/chat/completions"));
  std::string asked =
      "Copy values out of the text between the lines. Give null for what the text does not state. \"value\" is the "
      "value alone, \"quote\" the words around it, both exactly as they stand in the text.\n";
  JsonObject properties;
  JsonArray required;
  for (const auto& each : wanted) {
    asked += fmt::format("- {}: {}\n", each.name, each.instructions);
    const Json one = JsonObject{{"type", "object"},
                                {"properties", JsonObject{{"value", JsonObject{{"type", "string"}}},
                                                          {"quote", JsonObject{{"type", "string"}}}}},
                                {"required", JsonArray{"value", "quote"}},
                                {"additionalProperties", false}};
    properties.set(each.name, JsonObject{{"anyOf", JsonArray{one, JsonObject{{"type", "null"}}}}});
    required.emplace_back(each.name);
  }
  if (!estimate.empty()) {
    asked += fmt::format("- {}: {}\n", kMinutes, estimate);
    properties.set(std::string(kMinutes), JsonObject{{"type", "integer"}});
    required.emplace_back(kMinutes);
  }
  asked += fmt::format("----\n{}\n----", to_valid_utf8(state));
  const Json schema = JsonObject{{"type", "object"},
                                 {"properties", std::move(properties)},
                                 {"required", std::move(required)},
                                 {"additionalProperties", false}};
  const Json body =
      JsonObject{{"model", route.model.empty() ? "default" : route.model},
                 {"messages", JsonArray{JsonObject{{"role", "user"}, {"content", std::move(asked)}}}},
                 {"temperature", 0},
                 {"seed", 1},
                 {"max_tokens", 800},
                 {"chat_template_kwargs", JsonObject{{"enable_thinking", false}}},
                 {"response_format",
                  JsonObject{{"type", "json_schema"},
                             {"json_schema", JsonObject{{"name", "values"}, {"strict", true}, {"schema", schema}}}}}};
  WARRANT_TRY(reply, post_json(service, route, body, std::chrono::steady_clock::now() + service.limit));
  const std::string where = route.address.base + route.path;
  const Json* choices = reply.find("choices");
  const bool any = choices != nullptr && choices->array() != nullptr && !choices->array()->empty();
  const Json* message = any ? choices->array()->front().find("message") : nullptr;
  if (message == nullptr) return fail(Code::malformed, "the server's answer has no message", where);
  if (choices->array()->front().text("finish_reason") == "length")
    return fail(Code::malformed, "the model's answer was cut before its end", where);
  const Result<Json> values = parse_json(message->text("content"));
  if (!values || values->object() == nullptr)
    return fail(Code::malformed, "the model's answer is not the JSON that was asked for", where);
  Extraction extraction{.found = {}, .minutes = std::nullopt};
  for (const auto& each : wanted) {
    const Json* one = values->find(each.name);
    if (one == nullptr) return fail(Code::malformed, fmt::format("the model's answer lacks \"{}\"", each.name), where);
    std::string value = value_of(one->find("value"));
    if (value.empty()) continue;
    extraction.found.push_back(
        {.name = each.name, .value = std::move(value), .place = {}, .quote = std::string(one->text("quote"))});
  }
  if (!estimate.empty()) extraction.minutes = minutes_of(values->find(kMinutes));
  return extraction;
}

}  // namespace warrant::model
