#include "form.hpp"
#include "lines.hpp"

#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/surface/prompt.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ranges>
#include <utility>

namespace warrant::surface {

namespace {

using Form = Surface::Form;
using Field = Surface::Field;

Json strings(const std::vector<std::string>& texts) {
  JsonArray array;
  for (const std::string& text : texts) array.emplace_back(text);
  return array;
}

Json field_schema(const Form& form, const Field& field) {
  switch (field.kind) {
    case FieldKind::choice: return JsonObject{{"enum", strings(field.choices)}};
    case FieldKind::text: return JsonObject{{"type", "string"}};
    case FieldKind::some_text:
    case FieldKind::piece: return JsonObject{{"type", "string"}, {"minLength", 1}};
    case FieldKind::number: return JsonObject{{"type", "integer"}, {"minimum", 1}, {"maximum", form.windows.size()}};
    case FieldKind::operations: {
      JsonArray allowed;
      for (const FileOperation& operation : form.operations) allowed.push_back(to_json(operation));
      return JsonObject{{"type", "array"},
                        {"minItems", 1},
                        {"maxItems", Surface::batch_limit},
                        {"items", JsonObject{{"enum", std::move(allowed)}}}};
    }
  }
  std::unreachable();
}

Json form_schema(const Form& form) {
  JsonObject properties;
  JsonArray required;
  for (const Field& field : form.open) {
    properties.set(field.name, field_schema(form, field));
    required.emplace_back(field.name);
  }
  return JsonObject{{"type", "object"},
                    {"properties", std::move(properties)},
                    {"required", std::move(required)},
                    {"additionalProperties", false}};
}

std::string field_prompt(const Form& form, const Field& field) {
  switch (field.kind) {
    case FieldKind::choice: {
      std::string out;
      for (const std::string& choice : field.choices) out += (out.empty() ? "" : " or ") + to_text(Json(choice));
      return out;
    }
    case FieldKind::text: return "\"...\"";
    case FieldKind::some_text: return "\"...\"";
    case FieldKind::piece: return "\"...\"";
    case FieldKind::number: return "N";
    case FieldKind::operations: {
      std::string out;
      for (const FileOperation& operation : form.operations) {
        out += (out.empty() ? "" : " or ") + to_text(to_json(operation));
      }
      return "[one or more of: " + out + "]";
    }
  }
  std::unreachable();
}

/// A GBNF literal that spells `text`.
std::string literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

/// How a JSON string spells one code point, without the quotes.
std::string spelled(char32_t symbol) {
  std::string text;
  append_utf8(text, symbol);
  const std::string quoted = to_text(Json(text));
  return quoted.substr(1, quoted.size() - 2);
}

/// Writes the rules of the pieces after the opening quote; `rest` is the rule behind the closing quote.
void piece_rules(std::string& out, const Places& places, const std::string& prefix, const std::string& rest) {
  const auto& states = places.states();
  for (std::size_t at = 0; at < states.size(); ++at) {
    fmt::format_to(std::back_inserter(out), "{}-{} ::=", prefix, at);
    std::string_view bar = " ";
    for (const Places::Edge& edge : states[at].edges) {
      fmt::format_to(std::back_inserter(out), "{}{} {}-{}", bar, literal(spelled(edge.symbol)), prefix, edge.to);
      bar = " | ";
    }
    if (states[at].closes) fmt::format_to(std::back_inserter(out), "{}\"\\\"\" {}", bar, rest);
    out += '\n';
  }
}

std::string alternatives(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : " | ") + literal(text);
  return "(" + out + ")";
}

/// The numbers from `first` to `last`, one digit each.
std::string numbers(std::size_t first, std::size_t last) {
  std::vector<std::string> texts;
  for (std::size_t number = first; number <= last; ++number) texts.push_back(std::to_string(number));
  return alternatives(texts);
}

/// The rules of one form, named `f<number>`. Each field is a rule that ends in the next one.
void form_rules(std::string& out, const Form& form, std::size_t number) {
  const std::string name = fmt::format("f{}", number);
  fmt::format_to(std::back_inserter(out), "{} ::= \"{{\" {}-a0\n", name, name);
  for (std::size_t at = 0; at < form.open.size(); ++at) {
    const Field& field = form.open[at];
    const std::string key = literal((at == 0 ? "" : ",") + to_text(Json(field.name)) + ":");
    const std::string next = fmt::format("{}-a{}", name, at + 1);
    fmt::format_to(std::back_inserter(out), "{}-a{} ::= {} ", name, at, key);
    switch (field.kind) {
      case FieldKind::choice: {
        std::vector<std::string> texts;
        for (const std::string& choice : field.choices) texts.push_back(to_text(Json(choice)));
        out += alternatives(texts) + " " + next + "\n";
        break;
      }
      case FieldKind::text: out += "\"\\\"\" char* \"\\\"\" " + next + "\n"; break;
      case FieldKind::some_text: out += "\"\\\"\" char+ \"\\\"\" " + next + "\n"; break;
      case FieldKind::piece: {
        std::string starts;
        for (std::size_t part = 0; part < form.places.size(); ++part) {
          starts += fmt::format("{}{}-p{}-0", part == 0 ? "" : " | ", name, part);
        }
        if (form.places.size() > 1) starts = "(" + starts + ")";
        out += "\"\\\"\" " + starts + "\n";
        for (std::size_t part = 0; part < form.places.size(); ++part) {
          piece_rules(out, *form.places[part], fmt::format("{}-p{}", name, part), next);
        }
        break;
      }
      case FieldKind::number: out += numbers(1, form.windows.size()) + " " + next + "\n"; break;
      case FieldKind::operations: {
        std::vector<std::string> texts;
        for (const FileOperation& operation : form.operations) texts.push_back(to_text(to_json(operation)));
        const std::string one = alternatives(texts);
        fmt::format_to(std::back_inserter(out), "\"[\" {} (\",\" {}){{0,{}}} \"]\" {}\n", one, one,
                       Surface::batch_limit - 1, next);
        break;
      }
    }
  }
  fmt::format_to(std::back_inserter(out), "{}-a{} ::= \"}}\"\n", name, form.open.size());
}

std::string marked(std::string_view text, std::string_view mark) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    fmt::format_to(std::back_inserter(out), "{} {}\n", mark, text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

/// What the lines from `at` on stand under, outermost first: at most three lines.
std::string surroundings(std::string_view text, std::size_t at) {
  const Lines lines(text);
  std::vector<std::size_t> above = lines.above(lines.number_of(at));
  if (above.size() > 3) above.resize(3);
  std::string out;
  for (const std::size_t number : above | std::views::reverse) {
    fmt::format_to(std::back_inserter(out), "  {}\n", lines.line(number));
  }
  return out;
}

/// An edit as a diff: only the lines that differ, under what they stand under.
std::string shown_edit(const EditFile& edit, const Target* target) {
  std::string_view before = edit.old_text;
  std::string_view after = edit.new_text;
  std::size_t skipped = 0;
  for (;;) {
    const std::size_t first = before.find('\n');
    if (first == std::string_view::npos || before.substr(0, first + 1) != after.substr(0, first + 1)) break;
    before.remove_prefix(first + 1);
    after.remove_prefix(first + 1);
    skipped += first + 1;
  }
  for (;;) {
    const std::size_t last = before.rfind('\n');
    if (last == std::string_view::npos || after.rfind('\n') == std::string_view::npos) break;
    if (before.substr(last) != after.substr(after.rfind('\n'))) break;
    before = before.substr(0, last);
    after = after.substr(0, after.rfind('\n'));
  }
  const std::size_t at = target == nullptr ? std::string::npos : target->text.find(edit.old_text);
  const std::string context = at == std::string::npos ? "" : surroundings(target->text, at + skipped);
  return context + marked(before, "-") + marked(after, "+");
}

/// What a decided call does, for the model to recognise.
std::string shown(const Call& call, const std::vector<Form>& forms) {
  return match(
      call, [](const ReadFile& read) { return "read " + written(read.path) + "\n"; },
      [](const ListFiles& list) { return "list " + written(list.directory) + "\n"; },
      [](const SearchText& search) { return "search " + to_text(Json(search.query)) + "\n"; },
      [&](const EditFile& edit) {
        const auto form = std::ranges::find_if(
            forms, [&](const Form& known) { return known.target && known.target->path == edit.path; });
        return shown_edit(edit, form == forms.end() ? nullptr : form->target.get());
      },
      [&](const WriteFile& write) { return "write " + written(write.path) + "\n" + marked(write.text, "+"); },
      [&](const AppendText& append) { return "append to " + written(append.path) + "\n" + marked(append.text, "+"); },
      [](const Organize& organize) {
        std::string out;
        for (const FileOperation& operation : organize.operations) out += to_text(to_json(operation)) + "\n";
        return out;
      },
      [](const RunCommand& run) { return "run " + run.profile + "\n"; },
      [](const Answer& answer) { return "answer " + to_text(Json(answer.text)) + "\n"; });
}

/// Examples are worth their tokens: without one small models copy the signs that stand for text.
constexpr std::string_view piece_help =
    "\"old\" is the text that goes, copied exactly from the file; it must occur there only once. \"new\" is what comes "
    "in "
    "its place: to add, it repeats \"old\" and adds; to remove, it is empty.\n"
    "Example: the file has the line `retries = 3`, the task is to allow five retries:\n"
    "{\"old\":\"retries = 3\",\"new\":\"retries = 5\"}\n";

std::string prompt_of(const Surface::Stage& stage) {
  switch (stage.ask) {
    case Ask::choice:
      return "Form: {\"choice\":N}\n"
             "N is the number of the change that does exactly what the task asks; 0 if none of them does.\n";
    case Ask::rewrite:
      if (stage.forms.front().windows.size() == 1) {
        return fmt::format(
            "Form: the part once more in a code fence, all its lines, with the change made.\n"
            "Example:\nBEGIN part\n{}END part\nwhere the task is to set b to y:\n```\n{}```\n",
            rewrite_example.before, rewrite_example.after);
      }
      return fmt::format(
          "Form: the number of the part that has to change, then that part once more in a code fence, all its lines, "
          "with the change made.\n"
          "Example:\nBEGIN part 2\n{}END part 2\nwhere the task is to set b to y:\n2\n```\n{}```\n",
          rewrite_example.before, rewrite_example.after);
    case Ask::whole:
      return "Form: the whole text of the file as it shall be, in a code fence.\n"
             "Example: the task is to write a list of two colours to a file:\n```\n- red\n- green\n```\n";
    case Ask::piece:
      if (stage.forms.size() == 1) return "Form: {\"old\":\"...\",\"new\":\"...\"}\n" + std::string(piece_help);
      break;
    case Ask::tools: break;
  }
  std::string out = stage.forms.size() == 1 ? "Form:\n" : "One of these forms:\n";
  bool edits = false;
  for (const Form& form : stage.forms) {
    std::string fields;
    for (const Field& field : form.open) {
      fields += (fields.empty() ? "" : ",") + to_text(Json(field.name)) + ":" + field_prompt(form, field);
    }
    out += "{" + fields + "}\n";
    edits = edits || form.tool == Tool::edit_file;
  }
  if (edits) out += piece_help;
  return out;
}

}  // namespace

std::string Surface::prompt() const { return empty() ? "No tool is offered.\n" : prompt_of(inside_->stages[stage_]); }

std::string Surface::exhibit() const {
  std::string out;
  if (empty()) return out;
  const Stage& stage = inside_->stages[stage_];
  for (std::size_t at = 0; at < stage.choices.size(); ++at) {
    out += framed(fmt::format("change {}", at + 1), shown(stage.choices[at], inside_->forms));
  }
  if (stage.ask != Ask::rewrite && stage.ask != Ask::piece) return out;
  const Form& form = stage.forms.front();
  for (std::size_t at = 0; at < form.windows.size(); ++at) {
    const Span window = form.windows[at];
    const std::string above = surroundings(form.target->text, window.begin);
    const std::string name = form.windows.size() == 1 ? "part" : fmt::format("part {}", at + 1);
    if (!above.empty()) fmt::format_to(std::back_inserter(out), "{} stands under:\n{}", name, above);
    out += framed(name, window.of(form.target->text));
  }
  return out;
}

Json Surface::schema() const {
  if (empty()) return false;
  const Stage& stage = inside_->stages[stage_];
  if (stage.ask == Ask::choice) {
    return JsonObject{
        {"type", "object"},
        {"properties",
         JsonObject{{"choice", JsonObject{{"type", "integer"}, {"minimum", 0}, {"maximum", stage.choices.size()}}}}},
        {"required", JsonArray{"choice"}},
        {"additionalProperties", false}};
  }
  if (stage.forms.size() == 1) return form_schema(stage.forms.front());
  JsonArray any;
  for (const Form& form : stage.forms) any.push_back(form_schema(form));
  return JsonObject{{"anyOf", std::move(any)}};
}

namespace {

/// A fence longer than any run of backticks in the text that is rewritten.
std::size_t fence_length(const Surface::Stage& stage) {
  std::size_t longest = 2;
  const Form& form = stage.forms.front();
  for (const Span window : form.windows) {
    std::size_t run = 0;
    for (const char c : window.of(form.target->text)) {
      run = c == '`' ? run + 1 : 0;
      longest = std::max(longest, run);
    }
  }
  return longest + 1;
}

/// How much longer than the longest window a rewritten one can be.
struct BlockBounds {
  std::size_t lines;
  std::size_t characters;  ///< in a line
};
BlockBounds bounds_of(const Surface::Stage& stage) {
  BlockBounds longest{0, 0};
  const Form& form = stage.forms.front();
  for (const Span window : form.windows) {
    const Lines lines(window.of(form.target->text));
    longest.lines = std::max(longest.lines, lines.count());
    for (std::size_t at = 0; at < lines.count(); ++at)
      longest.characters = std::max(longest.characters, lines.line(at).size());
  }
  return {longest.lines + rewrite_slack.lines, longest.characters + rewrite_slack.characters};
}

/// Any text in a fence: lines that do not begin with the fence. A rewritten window is bounded by its size: a model that
/// has lost its way writes on until its budget ends.
std::string block_grammar(const Surface::Stage& stage) {
  const std::size_t length = fence_length(stage);
  const std::string fence(length, '`');
  const std::size_t windows = stage.forms.front().windows.size();
  std::string out = "root ::= ";
  if (windows > 1) out += numbers(1, windows) + " \"\\n\" ";
  const bool bounded = windows > 0;
  const BlockBounds bounds = bounds_of(stage);
  fmt::format_to(std::back_inserter(out),
                 "\"{}\" [a-z]{{0,12}} \"\\n\" line{} \"{}\"\nline ::= begin? \"\\n\"\nbegin ::=", fence,
                 bounded ? fmt::format("{{0,{}}}", bounds.lines) : "*", fence);
  for (std::size_t ticks = 0; ticks < length; ++ticks) {
    const std::string some(ticks, '`');
    fmt::format_to(std::back_inserter(out), "{}{}{}[^`\\x00-\\x08\\x0A-\\x1F] rest{}", ticks == 0 ? " " : " | ",
                   ticks == 0 ? "" : literal(some), ticks == 0 ? "" : " ",
                   bounded ? fmt::format("{{0,{}}}", bounds.characters) : "*");
  }
  return out + "\nrest ::= [^\\x00-\\x08\\x0A-\\x1F]\n";
}

}  // namespace

std::string Surface::grammar() const {
  if (empty()) return {};
  const Stage& stage = inside_->stages[stage_];
  if (stage.ask == Ask::choice) {
    return "root ::= \"{\\\"choice\\\":\" " + numbers(0, stage.choices.size()) + " \"}\"\n";
  }
  if (stage.ask == Ask::rewrite || stage.ask == Ask::whole) return block_grammar(stage);
  std::string root = "root ::=";
  std::string rules;
  for (std::size_t at = 0; at < stage.forms.size(); ++at) {
    root += fmt::format("{}f{}", at == 0 ? " " : " | ", at);
    form_rules(rules, stage.forms[at], at);
  }
  // No \u: half of a surrogate pair would be spelled without the other.
  const std::string text = "char ::= [^\"\\\\\\x00-\\x1F] | \"\\\\\" [\"\\\\/bfnrt]\n";
  return root + "\n" + rules + text;
}

}  // namespace warrant::surface
