#include "message_json.hpp"

#include <warrant/base/json.hpp>

#include <algorithm>

namespace warrant::claims {
namespace {

/// Braces at which JSON is looked for.
constexpr std::size_t kJsonTries = 200;

/// JSON objects in the text: signs of the notation become blanks, commas
/// between members line ends.
std::size_t json_end(std::string_view text, std::size_t open) {
  int depth = 0;
  bool string = false;
  const std::size_t limit = std::min(text.size(), open + 65536);
  for (std::size_t i = open; i < limit; ++i) {
    const char c = text[i];
    if (string) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        string = false;
      continue;
    }
    if (c == '"') string = true;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

void flatten_json(std::string& text, Span inside) {
  bool string = false;
  for (std::size_t i = inside.begin; i < inside.end; ++i) {
    char& c = text[i];
    if (string && c == '\\' && i + 1 < inside.end) {
      c = ' ';
      text[++i] = ' ';
    } else if (c == '"') {
      string = !string;
      c = ' ';
    } else if (!string && (c == '{' || c == '}' || c == '[' || c == ']')) {
      c = '\n';
    } else if (!string && c == ',') {
      c = '\n';
    } else if (string && c == '_') {
      c = ' ';
    } else if (string && c == '\n') {
      c = ' ';
    }
  }
}

bool reports_in_json(std::string_view object) {
  const std::string low = fold(object);
  for (const std::string_view key :
       {"\"status\"",  "\"success\"",  "\"result\"",  "\"outcome\"",       "\"tests_passed\"",
        "\"passed\"",  "\"changed\"",  "\"saved\"",   "\"files_changed\"", "\"summary\"",
        "\"message\"", "\"answer\"",   "\"changes\"", "\"tests\"",         "\"done\"",
        "\"updated\"", "\"response\"", "\"created\"", "\"deleted\"",       "\"exit_code\""}) {
    if (low.find(key) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

std::string with_json_flattened(std::string_view said, std::vector<Span>& json) {
  std::string text(said);
  std::size_t tries = 0;
  for (std::size_t at = text.find('{'); at != std::string::npos && tries < kJsonTries; at = text.find('{', at + 1)) {
    ++tries;
    const auto end = json_end(said, at);
    if (end == std::string_view::npos) continue;
    const auto object = said.substr(at, end - at);
    if (!reports_in_json(object)) continue;
    if (!parse_json(object)) continue;
    flatten_json(text, {at, end});
    json.push_back({at, end});
    at = end - 1;
  }
  return text;
}

}  // namespace warrant::claims
