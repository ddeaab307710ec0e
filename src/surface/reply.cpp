#include "reply.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace warrant::surface {

namespace {

constexpr JsonLimits limits{.bytes = Surface::reply_limit, .depth = 8};

std::unexpected<Refusal> not_parsed(std::string message) {
  return std::unexpected<Refusal>(
      Refusal{.step = Step::parsed, .code = Code::malformed, .message = std::move(message)});
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(space);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(space) - begin + 1);
}

/// What stands between each `open` and the next `close`.
std::vector<std::string_view> between(std::string_view text, std::string_view open, std::string_view close) {
  std::vector<std::string_view> found;
  for (std::size_t at = text.find(open); at != std::string_view::npos; at = text.find(open, at)) {
    const std::size_t begin = at + open.size();
    const std::size_t end = text.find(close, begin);
    if (end == std::string_view::npos) break;
    found.push_back(text.substr(begin, end - begin));
    at = end + close.size();
  }
  return found;
}

/// The bodies of code fences that hold an object or a list.
std::vector<std::string_view> fenced(std::string_view text) {
  std::vector<std::string_view> found;
  for (const std::string_view block : between(text, "```", "```")) {
    const std::size_t line = block.find('\n');
    const std::string_view whole = trimmed(block);
    const std::string_view body = line == std::string_view::npos ? whole : trimmed(block.substr(line));
    if (whole.starts_with('{') || whole.starts_with('[')) {
      found.push_back(whole);
    } else if (body.starts_with('{') || body.starts_with('[')) {
      found.push_back(body);
    }
  }
  return found;
}

/// `<function=NAME><parameter=KEY>VALUE</parameter>…</function>`, all values texts.
std::expected<Written, Refusal> read_function_tag(std::string_view inside) {
  const std::size_t close = inside.find('>');
  if (close == std::string_view::npos) return not_parsed("the function tag is not closed");
  Written written{.tool = std::string(trimmed(inside.substr(0, close))), .fields = {}};
  for (const std::string_view parameter : between(inside.substr(close + 1), "<parameter=", "</parameter>")) {
    const std::size_t name_end = parameter.find('>');
    if (name_end == std::string_view::npos) return not_parsed("a parameter tag is not closed");
    std::string_view value = parameter.substr(name_end + 1);
    if (value.starts_with('\n')) value.remove_prefix(1);
    if (value.ends_with('\n')) value.remove_suffix(1);
    const std::string_view name = trimmed(parameter.substr(0, name_end));
    if (written.fields.find(name) != nullptr) return not_parsed("a parameter is given twice");
    written.fields.set(std::string(name), Json(value));
  }
  return written;
}

std::expected<Written, Refusal> unwrap(const JsonObject& object, unsigned depth);

/// The arguments of a wrapped call: an object, or the JSON text of one.
std::expected<JsonObject, Refusal> read_arguments(const Json& value) {
  if (const JsonObject* object = value.object()) return *object;
  if (const std::string* text = value.string()) {
    const Result<Json> parsed = parse_json(*text, limits);
    if (parsed && parsed->object() != nullptr) return *parsed->object();
  }
  return not_parsed("the arguments of the call must be a JSON object");
}

const Json* first_of(const JsonObject& object, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    if (const Json* value = object.find(key)) return value;
  }
  return nullptr;
}

std::expected<Written, Refusal> unwrap(const JsonObject& object, unsigned depth) {
  const Json* function = object.find("function");
  if (function != nullptr && function->object() != nullptr && depth < 2) return unwrap(*function->object(), depth + 1);
  Written written{.tool = std::nullopt, .fields = object};
  const std::string_view name_key = object.find("tool") != nullptr ? "tool" : "name";
  const Json* wrapped = first_of(object, {"arguments", "parameters", "input", "args"});
  const Json* name = object.find(name_key);
  if (name_key == "name" && wrapped == nullptr) return written;  // "name" alone is a field like any other
  if (name != nullptr) {
    if (name->string() == nullptr) return not_parsed("the name of the tool must be a string");
    written.tool = *name->string();
  }
  written.fields.erase(name_key);
  if (wrapped == nullptr) return written;
  // "args" beside a profile are the command's own, not a wrapping.
  if (object.find("profile") != nullptr) return written;
  auto arguments = read_arguments(*wrapped);
  if (!arguments) return std::unexpected(arguments.error());
  for (const auto& [key, value] : object) {
    const bool envelope = key == name_key || key == "id" || key == "type" || &value == wrapped;
    if (!envelope) return not_parsed("\"" + key + "\" stands beside the arguments of the call");
  }
  written.fields = std::move(*arguments);
  if (const Json* inner = written.fields.find("tool"); inner != nullptr) {
    if (!written.tool || inner->string() == nullptr || *inner->string() != *written.tool) {
      return not_parsed("the call names two tools");
    }
    written.fields.erase("tool");
  }
  return written;
}

std::expected<Written, Refusal> read_json(std::string_view text) {
  const Result<Json> reply = parse_json(text, limits);
  if (!reply) return not_parsed(describe(reply.error()));
  if (const JsonObject* object = reply->object()) return unwrap(*object, 0);
  const JsonArray* list = reply->array();
  if (list != nullptr && list->size() == 1 && list->front().object() != nullptr) {
    return unwrap(*list->front().object(), 0);
  }
  if (list != nullptr && list->size() > 1) return not_parsed("one call at a time: the reply holds several");
  return not_parsed("the reply must be a JSON object");
}

}  // namespace

std::expected<Written, Refusal> read_reply(std::string_view bytes) {
  if (bytes.size() > Surface::reply_limit) {
    return std::unexpected<Refusal>(
        Refusal{.step = Step::parsed, .code = Code::too_large, .message = "the reply is longer than 1 MiB"});
  }
  const std::string_view text = trimmed(bytes);
  if (text.empty()) return not_parsed("the reply is empty");
  if (text.starts_with('{') || text.starts_with('[')) return read_json(text);
  const std::array<std::vector<std::string_view>, 3> written = {
      between(text, "<tool_call>", "</tool_call>"), between(text, "<function=", "</function>"), fenced(text)};
  for (std::size_t kind = 0; kind < written.size(); ++kind) {
    if (written[kind].empty()) continue;
    if (written[kind].size() > 1) return not_parsed("one call at a time: the reply holds several");
    const std::string_view body = trimmed(written[kind].front());
    if (kind == 1) return read_function_tag(body);
    if (!body.starts_with("<function=")) return read_json(body);
  }
  return not_parsed("the reply is prose and holds no call");
}

std::optional<Block> read_block(std::string_view bytes) {
  if (bytes.size() > Surface::reply_limit) return std::nullopt;
  const std::string_view text = trimmed(bytes);
  const std::size_t open = text.starts_with("```") ? 0 : text.find("\n```");
  if (open == std::string_view::npos) return std::nullopt;
  const std::size_t ticks = open == 0 ? 0 : open + 1;
  const std::size_t length = std::min(text.find_first_not_of('`', ticks), text.size()) - ticks;
  const std::string fence(length, '`');
  const std::size_t first = text.find('\n', ticks);
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t close = text.find("\n" + fence, first);
  // The block ends the reply: what comes behind it would be dropped unseen.
  if (close == std::string_view::npos || close + 1 + length != text.size()) return std::nullopt;
  Block block{.number = std::nullopt, .text = {}};
  if (close > first) block.text = std::string(text.substr(first + 1, close - first - 1));
  const std::string_view before = trimmed(text.substr(0, open));
  if (!before.empty() && before.find_first_not_of("0123456789") == std::string_view::npos)
    block.number = std::string(before);
  return block;
}

}  // namespace warrant::surface
