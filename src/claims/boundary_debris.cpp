#include "boundary_parts.hpp"
#include "rules.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

constexpr auto kTags = std::to_array<std::string_view>({
    "<tool_call",
    "</tool_call",
    "<tool_response",
    "</tool_response",
    "<tool_result",
    "<tool_use",
    "<function_call",
    "</function",
    "<function=",
    "<functions",
    "<invoke",
    "</invoke",
    "<parameter",
    "<|im_start|>",
    "<|im_end|>",
    "<|assistant|>",
    "<|user|>",
    "<|system|>",
    "<|channel|>",
    "<|message|>",
    "<|start|>",
    "<|end|>",
    "<|call|>",
    "<|eot_id|>",
    "<|endoftext|>",
    "<|tool",
    "<think>",
    "</think>",
    "[tool_call",
    "[/tool_call",
    "[tool_calls]",
    "[inst]",
    "[/inst]",
    "<<sys>>",
    "<｜tool",
    "<s>[",
    "</s>",
    "<|python_tag|>",
    "[tool_result",
    "<start_of_turn>",
    "<end_of_turn>",
    "functions.edit_file",
    "functions.write_file",
    "functions.read_file",
    "to=functions",
    "<edit_file",
    "<write_file",
    "<read_file",
    "<run_command",
    "<apply_patch",
    "<execute",
    "<tool>",
    "</tool>",
    "<tools>",
    "<action>",
    "<observation>",
    "<answer>",
    "</answer>",
    "[end of state]",
    "<function_results",
    "<tool_output",
});

class Debris {
 public:
  explicit Debris(Examination& into) : into_(into) {}

  void examine_debris() {
    const std::string low = fold(into_.said());
    for (const auto tag : kTags) {
      for (auto at = low.find(tag); at != std::string::npos; at = low.find(tag, at + 1)) {
        if (in_code(at)) continue;
        into_.add(Kind::debris, {at, at + tag.size()}, "the answer contains a piece of the tool protocol");
        break;
      }
    }
    examine_tool_json(low);
    examine_sentences();
    for (const std::string_view call : {"edit_file(", "write_file(", "read_file(", "run_command(", "delete_file(",
                                        "create_file(", "search_files(", "move_file(", "list_files("}) {
      const auto at = low.find(call);
      if (at == std::string::npos || in_code(at)) continue;
      into_.add(Kind::debris, {at, at + call.size()}, "the answer contains a piece of the tool protocol");
    }
  }

 private:
  void examine_sentences() {
    for (const auto& s : into_.message().sentences) {
      if (s.tokens.size() < 3 || !s.tokens[0].is("action")) continue;
      if (s.tokens[1].mark(":") && s.tokens[2].kind == TokenKind::word &&
          s.tokens[2].text.find('_') != std::string::npos)
        into_.add(Kind::debris, s.span, "the answer contains a piece of the tool protocol");
    }
    // A receipt is the program's to show.
    for (const auto& s : into_.message().sentences) {
      if (!s.tokens.empty() && s.tokens[0].is("receipt") && has_phrase(s, {0, s.tokens.size()}, "before"))
        into_.add(Kind::debris, s.span, "the answer contains a receipt that the program did not write");
    }
  }

  /// Inside backticks or a fence it is shown, not spoken.
  [[nodiscard]] bool in_code(std::size_t at) const {
    if (std::ranges::any_of(into_.message().blocks,
                            [&](const Block& b) { return b.inside.begin <= at && at < b.inside.end; }))
      return true;
    for (const auto& s : into_.message().sentences) {
      for (const auto& t : s.tokens) {
        if ((t.kind == TokenKind::code || t.kind == TokenKind::quoted) && t.span.begin <= at && at < t.span.end)
          return true;
      }
    }
    return false;
  }

  void examine_tool_json(const std::string& low) {
    const auto has = [](std::string_view object, std::string_view key) {
      return object.find(key) != std::string_view::npos;
    };
    for (auto open = low.find('{'); open != std::string::npos; open = low.find('{', open + 1)) {
      const auto object = std::string_view(low).substr(open, 4096);
      const auto head = object.substr(0, 200);
      const bool name = has(head, "\"name\"") || has(head, "\"tool\"") || has(head, "\"tool_name\"") ||
                        has(head, "\"function\"") || has(head, "\"action\"") || has(head, "\"recipient_name\"") ||
                        has(head, "\"tool_calls\"") || has(head, "\"function_call\"");
      const bool arguments = has(object.substr(0, 600), "\"arguments\"") ||
                             has(object.substr(0, 600), "\"parameters\"") || has(object.substr(0, 600), "\"args\"") ||
                             has(object.substr(0, 600), "\"input\"") ||
                             has(object.substr(0, 600), "\"action_input\"") || has(head, "\"tool_calls\"");
      const bool own_tool = (has(head, "\"tool\"") || has(head, "\"name\"") || has(head, "\"action\"")) &&
                            (has(head, "edit_file") || has(head, "write_file") || has(head, "read_file") ||
                             has(head, "run_command") || has(head, "delete_file") || has(head, "search"));
      if ((name && arguments) || own_tool) {
        into_.add(Kind::debris, {open, std::min(into_.said().size(), open + std::min<std::size_t>(object.size(), 80))},
                  "the answer contains a tool call as text");
        return;
      }
    }
  }

  Examination& into_;
};

}  // namespace

void examine_debris(Examination& into) { Debris(into).examine_debris(); }

}  // namespace warrant::claims
