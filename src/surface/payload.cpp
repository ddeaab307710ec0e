#include "payload.hpp"

#include <warrant/base/suggest.hpp>
#include <warrant/base/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

namespace warrant::surface {

namespace {

struct Alias {
  std::string_view other;
  std::string_view ours;
};

// Names that other tools and models give the same fields.
constexpr std::array path_names = {Alias{"file_path", "path"}, Alias{"filepath", "path"},    Alias{"filePath", "path"},
                                   Alias{"filename", "path"},  Alias{"file_name", "path"},   Alias{"file", "path"},
                                   Alias{"target", "path"},    Alias{"target_file", "path"}, Alias{"pathname", "path"}};
constexpr std::array directory_names = {Alias{"path", "directory"}, Alias{"dir", "directory"},
                                        Alias{"folder", "directory"}, Alias{"directory_path", "directory"}};
constexpr std::array query_names = {Alias{"pattern", "query"}, Alias{"text", "query"}, Alias{"search", "query"},
                                    Alias{"regex", "query"}, Alias{"q", "query"}};
constexpr std::array edit_names = {Alias{"old_string", "old"}, Alias{"old_str", "old"},    Alias{"old_text", "old"},
                                   Alias{"oldText", "old"},    Alias{"oldString", "old"},  Alias{"old_content", "old"},
                                   Alias{"search", "old"},     Alias{"find", "old"},       Alias{"original", "old"},
                                   Alias{"new_string", "new"}, Alias{"new_str", "new"},    Alias{"new_text", "new"},
                                   Alias{"newText", "new"},    Alias{"newString", "new"},  Alias{"new_content", "new"},
                                   Alias{"replace", "new"},    Alias{"replacement", "new"}};
constexpr std::array text_names = {
    Alias{"content", "text"}, Alias{"contents", "text"},    Alias{"file_text", "text"},   Alias{"body", "text"},
    Alias{"data", "text"},    Alias{"new_content", "text"}, Alias{"file_content", "text"}};
constexpr std::array answer_names = {Alias{"content", "text"}, Alias{"message", "text"}, Alias{"response", "text"},
                                     Alias{"answer", "text"}};
constexpr std::array organize_names = {Alias{"ops", "operations"}, Alias{"actions", "operations"}};
constexpr std::array operation_names = {
    Alias{"from", "path"}, Alias{"source", "path"}, Alias{"destination", "to"},   Alias{"dest", "to"},
    Alias{"target", "to"}, Alias{"new_path", "to"}, Alias{"operation", "action"}, Alias{"op", "action"}};
constexpr std::array profile_names = {Alias{"profile_id", "profile"}, Alias{"profile_name", "profile"}};

std::span<const Alias> own_aliases(Tool tool) {
  switch (tool) {
    case Tool::read_file: return {};
    case Tool::list_files: return directory_names;
    case Tool::search_text: return query_names;
    case Tool::edit_file: return edit_names;
    case Tool::write_file:
    case Tool::append_text: return text_names;
    case Tool::organize: return organize_names;
    case Tool::run_command: return profile_names;
    case Tool::answer: return answer_names;
  }
  std::unreachable();
}

bool speaks_of_a_path(Tool tool) {
  switch (tool) {
    case Tool::read_file:
    case Tool::edit_file:
    case Tool::write_file:
    case Tool::append_text: return true;
    case Tool::list_files:
    case Tool::search_text:
    case Tool::organize:
    case Tool::run_command:
    case Tool::answer: return false;
  }
  std::unreachable();
}

std::unexpected<Refusal> refuse(std::string message) {
  return std::unexpected<Refusal>(Refusal{.step = Step::payload, .code = Code::refused, .message = std::move(message)});
}

std::string_view our_name(std::string_view key, std::span<const Alias> aliases) {
  const auto found = std::ranges::find(aliases, key, &Alias::other);
  return found == aliases.end() ? key : found->ours;
}

/// The fields under our names. A field that is given under two names is refused: which of them counts is unclear.
std::expected<JsonObject, Refusal> renamed(const JsonObject& fields, std::span<const Alias> own, bool with_path) {
  JsonObject out;
  for (const auto& [key, value] : fields) {
    std::string_view name = our_name(key, own);
    if (name == key && with_path) name = our_name(key, path_names);
    if (out.find(name) != nullptr) return refuse(fmt::format("\"{}\" is given twice, under two names", name));
    out.set(std::string(name), value);
  }
  return out;
}

/// "./a//b" and "a\b" become "a/b"; what cannot be a path beneath the root stays and is refused as not offered.
std::string normal_path(const std::string& text) {
  if (text == "." || text == "./") return ".";
  std::string slashed = text;
  if (text.find('/') == std::string::npos) std::ranges::replace(slashed, '\\', '/');
  const Result<RelPath> path = RelPath::make(slashed);
  if (!path) return text;
  return path->is_root() ? "." : path->text();
}

std::expected<void, Refusal> normalise_paths(JsonObject& fields, const Known& known) {
  for (const std::string_view name : {"path", "to", "directory"}) {
    Json* value = fields.find(name);
    if (value == nullptr || value->string() == nullptr) continue;
    const bool offered = std::ranges::find(known.paths, *value->string()) != known.paths.end();
    if (!offered && is_placeholder_path(*value->string())) {
      return refuse(fmt::format("\"{}\" is a placeholder, not a path: \"{}\"", name, *value->string()));
    }
    *value = Json(normal_path(*value->string()));
  }
  return {};
}

std::expected<void, Refusal> normalise_operations(JsonObject& fields, const Known& known) {
  Json* list = fields.find("operations");
  if (list == nullptr || list->array() == nullptr) return {};
  for (Json& item : *list->array()) {
    if (item.object() == nullptr) continue;
    auto operation = renamed(*item.object(), operation_names, false);
    if (!operation) return std::unexpected(operation.error());
    if (const auto paths = normalise_paths(*operation, known); !paths) return std::unexpected(paths.error());
    const Json* action = operation->find("action");
    if (action != nullptr && action->string() != nullptr) {
      if (*action->string() == "remove")
        operation->set("action", Json("delete"));
      else if (*action->string() == "mkdir")
        operation->set("action", Json("make_directory"));
    }
    item = Json(std::move(*operation));
  }
  return {};
}

std::expected<void, Refusal> check_texts(const JsonObject& fields, std::string_view file) {
  const Json* old_text = fields.find("old");
  const bool old_is_listed = old_text != nullptr && old_text->string() != nullptr &&
                             is_decorated(*old_text->string()) &&
                             file.find(*old_text->string()) != std::string_view::npos;
  for (const std::string_view name : {"old", "new", "text"}) {
    const Json* value = fields.find(name);
    if (value == nullptr || value->string() == nullptr) continue;
    const std::string& text = *value->string();
    if (is_decorated(text) && !old_is_listed) {
      return refuse(fmt::format("\"{}\" begins its lines with line numbers: copy the file's text without them", name));
    }
    if (is_placeholder(text, file)) {
      return refuse(fmt::format("\"{}\" holds a placeholder where text is needed: write it out in full", name));
    }
  }
  return {};
}

std::string_view without(std::string_view text, std::string_view characters) {
  const std::size_t begin = text.find_first_not_of(characters);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(characters) - begin + 1);
}

/// The words of a line without comment signs and brackets, lower case.
std::string bare(std::string_view line) { return fold_case(without(line, " \t\r#/*-;%<>!()[]{}\"'`")); }

bool leaves_out(std::string_view words) {
  constexpr std::array<std::string_view, 12> left_out = {
      "rest of",        "existing code",  "remaining code",   "remaining content", "unchanged code", "other code",
      "same as before", "code continues", "remains the same", "stays the same",    "content here",   "code here"};
  constexpr std::array<std::string_view, 6> endings = {"unchanged", "omitted", "as before", "rest", "existing", "same"};
  const bool dotted = words.starts_with("...") || words.starts_with("…");
  const bool ends_dotted = words.ends_with("...") || words.ends_with("…");
  const auto has = [&](std::string_view phrase) { return words.find(phrase) != std::string_view::npos; };
  if (dotted || ends_dotted) return std::ranges::any_of(left_out, has) || (dotted && std::ranges::any_of(endings, has));
  constexpr std::array<std::string_view, 5> whole = {"rest of the code", "rest of code", "rest of the file",
                                                     "your code here", "existing code here"};
  return std::ranges::any_of(whole, [&](std::string_view phrase) { return words.starts_with(phrase); });
}

constexpr std::array tools = {Tool::read_file,   Tool::list_files, Tool::search_text, Tool::edit_file, Tool::write_file,
                              Tool::append_text, Tool::organize,   Tool::run_command, Tool::answer};

}  // namespace

std::optional<Tool> tool_named(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(tools, name, [](Tool tool) { return to_string(tool); });
  return found == tools.end() ? std::nullopt : std::optional(*found);
}

Refusal unknown_tool(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Tool tool : tools) names.push_back(to_string(tool));
  const auto near = nearest(name, names);
  return {.step = Step::known_tool,
          .code = Code::refused,
          .message = fmt::format("no tool is called \"{}\"{}", name, near ? fmt::format(": is {} meant?", *near) : "")};
}

bool holds_raw_command(const JsonObject& fields) noexcept {
  constexpr std::array<std::string_view, 6> keys = {"command", "cmd", "shell", "executable", "argv", "command_line"};
  return std::ranges::any_of(keys, [&](std::string_view key) { return fields.find(key) != nullptr; });
}

Refusal raw_command() {
  return {.step = Step::payload,
          .code = Code::refused,
          .message = "raw shell commands are not supported: use a command profile that is offered"};
}

bool is_decorated(std::string_view text) noexcept {
  bool any = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.empty()) continue;
    const std::size_t digits = std::min(line.find_first_not_of(" \t"), line.size());
    const std::size_t behind = std::min(line.find_first_not_of("0123456789", digits), line.size());
    if (behind == digits || behind - digits > 6) return false;
    const std::string_view rest = line.substr(behind);
    const bool bar = rest.starts_with('|') || rest.starts_with(" |") || rest.starts_with("│") ||
                     rest.starts_with(" │") || rest.starts_with("→");
    if (!bar && !(digits > 0 && rest.starts_with('\t'))) return false;
    any = true;
  }
  return any;
}

bool is_placeholder(std::string_view text, std::string_view file) {
  constexpr std::array<std::string_view, 12> slots = {
      "<content>",     "<contents>", "<text>",           "<new text>",        "<old text>",  "<file content>",
      "<new content>", "<code>",     "<your code here>", "<text, not empty>", "<full file>", "..."};
  const std::string_view whole = without(text, " \t\r\n");
  if (std::ranges::find(slots, whole) != slots.end() && file.find(whole) == std::string_view::npos) return true;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = without(text.substr(at, end - at), " \t\r");
    at = end + 1;
    if (line.size() < 8 || line.size() > 100) continue;
    if (leaves_out(bare(line)) && file.find(line) == std::string_view::npos) return true;
  }
  return false;
}

bool is_placeholder_path(std::string_view path) noexcept {
  return path.starts_with("path/to/") || path.starts_with("/path/to/") || path.starts_with("./path/to/") ||
         path == "..." || (path.starts_with('<') && path.ends_with('>'));
}

std::expected<JsonObject, Refusal> normal_payload(Tool tool, const JsonObject& fields, const Known& known) {
  if (holds_raw_command(fields)) return std::unexpected<Refusal>(raw_command());
  auto normal = renamed(fields, own_aliases(tool), speaks_of_a_path(tool));
  if (!normal) return normal;
  if (const auto paths = normalise_paths(*normal, known); !paths) return std::unexpected(paths.error());
  if (const auto operations = normalise_operations(*normal, known); !operations)
    return std::unexpected(operations.error());
  if (const auto texts = check_texts(*normal, known.file); !texts) return std::unexpected(texts.error());
  return normal;
}

}  // namespace warrant::surface
