// What Gemini CLI shares of a chat as Markdown: "## USER", "## MODEL", tools as JSON between fences.
// Source: real files of its /chat share command.
#include "json_formats.hpp"
#include "markdown_formats.hpp"
#include "record_tree.hpp"

#include <algorithm>

namespace warrant::evidence {
namespace {

constexpr std::size_t kMaxText = 4U << 20U;
constexpr std::string_view kCommand = "**Tool Command**:";
constexpr std::string_view kResponse = "**Tool Response**:";

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  // What ends a section belongs to no message.
  if (text.ends_with("\n---") || text == "---") text.resize(text.size() - 3);
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  const auto first = text.find_first_not_of("\n ");
  return first == std::string::npos ? std::string() : text.substr(first);
}

}  // namespace

void GeminiMarkdownReader::flush() {
  auto said = trimmed(std::move(text_));
  text_.clear();
  if (said.empty() || part_ == Part::none) return;
  if (part_ == Part::agent) {
    writer_.agent(std::move(said));
  } else if (!said.starts_with("This is the Gemini CLI.") && said != "---") {
    writer_.user(std::move(said));
  }
}

void GeminiMarkdownReader::line(std::string_view text) {
  while (text.ends_with('\r') || text.ends_with(' ')) text.remove_suffix(1);
  if (in_json_) {
    if (text == "```") {
      in_json_ = false;
      close_json();
    } else if (json_.size() + text.size() <= kMaxText) {
      json_.append(text).push_back('\n');
    }
    return;
  }
  if (wants_json_ && text == "```json") {
    in_json_ = true;
    json_.clear();
    return;
  }
  if (text.starts_with("## USER ") || text.starts_with("## MODEL ")) {
    flush();
    part_ = text.starts_with("## USER ") ? Part::user : Part::agent;
    wants_json_ = false;
    return;
  }
  // "I will look at it first.**Tool Command**:"
  if (text.ends_with(kCommand) || text.ends_with(kResponse)) {
    response_ = text.ends_with(kResponse);
    wants_json_ = true;
    append(text.substr(0, text.size() - (response_ ? kResponse : kCommand).size()));
    flush();
    return;
  }
  append(text);
}

void GeminiMarkdownReader::append(std::string_view text) {
  if (text_.size() + text.size() <= kMaxText) text_.append(text).push_back('\n');
}

void GeminiMarkdownReader::close_json() {
  wants_json_ = false;
  const std::size_t size = json_.size();
  json_.append(kRecordPadding, '\0');
  static thread_local RecordParser parser(json_format(Format::gemini).keys);
  Record record;
  if (!parser.parse(std::string_view(json_).substr(0, size), record)) return;
  if (response_)
    gemini_function_response(record.root(), writer_);
  else
    gemini_function_call(record.root(), writer_);
}

void GeminiMarkdownReader::end() { flush(); }

}  // namespace warrant::evidence
