#include <warrant/base/utf8.hpp>
#include <warrant/model/call_text.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <utility>

namespace warrant::model {

namespace {

constexpr std::size_t longest_text = 1U << 20U;
/// Of bytes looked at over all attempts, for each byte of the text: what keeps "{{{{…" linear.
constexpr std::size_t effort_per_byte = 16;
constexpr JsonLimits call_limits{.bytes = longest_text, .depth = 32};

const std::string* string_under(const JsonObject& object, std::string_view key) {
  const Json* value = object.find(key);
  return value == nullptr ? nullptr : value->string();
}

/// A short form of a surface names no tool, because there is only one: its fields tell it.
bool is_short_form(const JsonObject& object) {
  static constexpr std::array<std::string_view, 7> fields{"path",       "old",   "new",    "text",
                                                          "operations", "query", "profile"};
  const auto has = [&](std::string_view key) { return object.find(key) != nullptr; };
  const bool only_fields = std::ranges::all_of(
      object, [](const JsonObject::Member& member) { return std::ranges::find(fields, member.first) != fields.end(); });
  return only_fields && ((has("old") && has("new")) || (has("path") && has("text")) || has("operations"));
}

std::optional<std::string> call_in(const Json& value, int depth = 0);

/// {"name":"…","arguments":{…}} and what else is customary.
std::optional<std::string> named_call(const JsonObject& object) {
  for (const std::string_view name_key : {"name", "function", "tool_name", "action", "tool"}) {
    const std::string* name = string_under(object, name_key);
    if (name == nullptr) continue;
    for (const std::string_view key : {"arguments", "parameters", "args", "input", "action_input", "tool_input"}) {
      const Json* arguments = object.find(key);
      const bool as_text = key == "arguments" && arguments != nullptr && arguments->string() != nullptr;
      if (as_text || (arguments != nullptr && arguments->object() != nullptr)) {
        return call_text(*name, *arguments);
      }
    }
  }
  return std::nullopt;
}

std::optional<std::string> call_in(const Json& value, int depth) {
  if (depth > 4) return std::nullopt;
  if (const JsonArray* list = value.array()) {
    // Only the first element: a list of data is not searched for something that looks like a call.
    return list->empty() ? std::nullopt : call_in(list->front(), depth + 1);
  }
  const JsonObject* object = value.object();
  if (object == nullptr) return std::nullopt;
  if (auto call = named_call(*object)) return call;
  if (string_under(*object, "tool") != nullptr || is_short_form(*object)) return to_text(value);
  for (const std::string_view wrapper : {"tool_calls", "tool_call", "function_call", "function", "call"}) {
    const Json* inside = object->find(wrapper);
    if (inside != nullptr && inside->string() == nullptr) return call_in(*inside, depth + 1);
  }
  return std::nullopt;
}

/// The end of the bracketed value that begins at `at`, by counting brackets outside strings; npos when
/// it does not end. `effort` is what may still be looked at.
std::size_t end_of_value(std::string_view text, std::size_t at, std::size_t& effort) {
  std::size_t open = 0;
  bool quoted = false;
  for (std::size_t i = at; i < text.size(); ++i) {
    if (effort == 0) return std::string_view::npos;
    --effort;
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
      continue;
    }
    if (c == '"') quoted = true;
    if (c == '{' || c == '[') ++open;
    if ((c == '}' || c == ']') && --open == 0) return i + 1;
  }
  return std::string_view::npos;
}

/// What small models get wrong most: raw line breaks in strings, a comma before a closing bracket.
std::string mended(std::string_view json) {
  std::string out;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (quoted && c == '\\' && i + 1 < json.size()) {
      out += c;
      out += json[++i];
      continue;
    }
    if (c == '"') quoted = !quoted;
    if (quoted && (c == '\n' || c == '\r' || c == '\t')) {
      out += c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t";
      continue;
    }
    if (!quoted && c == ',') {
      const std::size_t next = json.find_first_not_of(" \t\r\n", i + 1);
      if (next != std::string_view::npos && (json[next] == '}' || json[next] == ']')) continue;
    }
    out += c;
  }
  return out;
}

std::optional<Json> read_leniently(std::string_view json) {
  if (auto value = parse_json(json, call_limits)) return std::move(*value);
  if (auto value = parse_json(mended(json), call_limits)) return std::move(*value);
  return std::nullopt;
}

std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

/// A name in `<function=NAME>` or `<invoke name="NAME">`: what stands between `open` and `close`.
struct Tag {
  std::string_view before;  ///< `<function=`
  std::string_view after;   ///< `>`
  std::string_view field_before;
  std::string_view field_end;
};
constexpr std::array<Tag, 2> tags{
    Tag{"<function=", ">", "<parameter=", "</parameter>"},
    Tag{"<invoke name=\"", "\">", "<parameter name=\"", "</parameter>"},
};

/// Bytes of prose as a JSON string that is read back: UTF-8, and no NUL, which the reader refuses.
std::string as_string(std::string_view bytes) {
  std::string text = to_valid_utf8(bytes);
  std::erase(text, '\0');
  return text;
}

/// The first call written with tags for its name and each of its arguments.
std::optional<std::string> tagged_call(std::string_view text) {
  for (const Tag& tag : tags) {
    const std::size_t at = text.find(tag.before);
    if (at == std::string_view::npos) continue;
    std::string_view rest = text.substr(at + tag.before.size());
    const std::size_t name_end = rest.find(tag.after);
    if (name_end > 100) continue;  // none is longer still
    const std::string name = as_string(rest.substr(0, name_end));
    rest.remove_prefix(name_end + tag.after.size());
    // `<function=name>{"…":…}</function>` holds its arguments as JSON.
    const std::string_view body = trim(rest.substr(0, rest.find("</function>")));
    if (body.starts_with('{')) {
      if (auto arguments = read_leniently(body)) return call_text(name, *arguments);
    }
    JsonObject arguments;
    while (true) {
      const std::size_t field = rest.find(tag.field_before);
      const std::size_t next_call = rest.find(tag.before);
      if (field == std::string_view::npos || next_call < field || arguments.size() == 16) break;
      rest.remove_prefix(field + tag.field_before.size());
      const std::size_t key_end = rest.find(tag.after);
      const std::size_t value_end = rest.find(tag.field_end);
      if (key_end == std::string_view::npos || value_end == std::string_view::npos || value_end < key_end) break;
      std::string_view value = rest.substr(key_end + tag.after.size(), value_end - key_end - tag.after.size());
      // The format puts the value on lines of its own.
      if (value.starts_with('\n')) value.remove_prefix(1);
      if (value.ends_with('\n')) value.remove_suffix(1);
      arguments.set(as_string(rest.substr(0, key_end)), as_string(value));
      rest.remove_prefix(value_end + tag.field_end.size());
    }
    return call_text(name, Json(std::move(arguments)));
  }
  return std::nullopt;
}

}  // namespace

std::string call_text(std::string_view name, const Json& arguments) {
  JsonObject call{{"tool", name}};
  std::optional<Json> parsed;
  const JsonObject* object = arguments.object();
  if (arguments.string() != nullptr) {
    parsed = read_leniently(*arguments.string());
    if (parsed) object = parsed->object();
  }
  if (object != nullptr) {
    for (const auto& [key, value] : *object) {
      if (key != "tool") call.append(key, value);
    }
  }
  return to_text(Json(std::move(call)));
}

std::optional<std::string> extract_call(std::string_view text) {
  text = text.substr(0, longest_text);
  std::size_t effort = text.size() * effort_per_byte;
  if (auto call = tagged_call(text)) return call;
  for (std::size_t at = text.find_first_of("{["); at != std::string_view::npos && effort > 0;
       at = text.find_first_of("{[", at)) {
    const std::size_t end = end_of_value(text, at, effort);
    const std::size_t size = end == std::string_view::npos ? 0 : end - at;
    // Reading costs a few passes over the value.
    effort -= std::min(effort, 4 * size);
    const auto value = size == 0 ? std::nullopt : read_leniently(text.substr(at, size));
    if (value) {
      if (auto call = call_in(*value)) return call;
    }
    at = value ? end : at + 1;
  }
  return std::nullopt;
}

bool has_call_debris(std::string_view text) {
  static constexpr std::array<std::string_view, 10> signs{
      "<tool_call", "</tool_call",  "<function=",     "<invoke name=", "<function_call",
      "<|tool",     "[TOOL_CALLS]", "<|python_tag|>", "{\"tool\"",     "{\"tool_calls\""};
  return std::ranges::any_of(signs, [&](std::string_view sign) { return text.find(sign) != std::string_view::npos; }) ||
         extract_call(text).has_value();
}

}  // namespace warrant::model
