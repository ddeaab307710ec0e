#include "change.hpp"
#include "form.hpp"
#include "lines.hpp"
#include "payload.hpp"
#include "reply.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace warrant::surface {

namespace {

/// A model writes "\n" where the file has "\r\n".
std::string with_newlines(const std::string& text, std::string_view newline) {
  if (newline == "\n") return text;
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n' && (at == 0 || text[at - 1] != '\r')) {
      out += newline;
    } else {
      out += text[at];
    }
  }
  return out;
}

using Form = Surface::Form;
using Field = Surface::Field;
using Stage = Surface::Stage;

std::unexpected<Refusal> refuse(Step step, std::string message) {
  return std::unexpected<Refusal>(Refusal{.step = step, .code = Code::refused, .message = std::move(message)});
}
std::unexpected<Refusal> wrong(std::string message) { return refuse(Step::arguments, std::move(message)); }

struct Values {
  std::map<std::string, std::string, std::less<>> texts;
  std::vector<FileOperation> operations;
  std::size_t number = 0;

  [[nodiscard]] const std::string& text(std::string_view name) const {
    static const std::string nothing;
    const auto found = texts.find(name);
    return found == texts.end() ? nothing : found->second;
  }
};

std::expected<std::vector<FileOperation>, Refusal> read_operations(const Form& form, const Json& value) {
  const JsonArray* items = value.array();
  if (items == nullptr || items->empty() || items->size() > Surface::batch_limit) {
    return wrong(fmt::format("\"operations\" must be a list of 1 to {} operations", Surface::batch_limit));
  }
  std::vector<FileOperation> operations;
  for (const Json& item : *items) {
    const std::string wanted = canonical(item);
    const auto found = std::ranges::find_if(
        form.operations, [&](const FileOperation& allowed) { return canonical(to_json(allowed)) == wanted; });
    if (found == form.operations.end()) return wrong("an operation is not one of those offered");
    operations.push_back(*found);
  }
  return operations;
}

/// A whole number from 0 on, also written as a string.
std::optional<std::size_t> number_of(const Json& value) {
  if (const std::int64_t* number = value.integer()) {
    return *number >= 0 ? std::optional(static_cast<std::size_t>(*number)) : std::nullopt;
  }
  const std::string* text = value.string();
  std::size_t number = 0;
  if (text == nullptr || text->empty()) return std::nullopt;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc() || end != text->data() + text->size()) return std::nullopt;
  return number;
}

bool stands_once_in_the_shown_part(const Target& target, std::string_view piece) {
  if (piece.empty() || !occurs_once(target.text, piece)) return false;
  const std::size_t at = target.text.find(piece);
  return at >= target.shown_begin && at + piece.size() <= target.shown_begin + target.shown_length;
}

/// Empty when the text is right, else what is wrong with it.
std::string wrong_with(const Form& form, const Field& field, const std::string& text) {
  switch (field.kind) {
    case FieldKind::choice:
      if (std::ranges::find(field.choices, text) != field.choices.end()) return {};
      return fmt::format("\"{}\" is not one of the values offered", field.name);
    case FieldKind::text: return {};
    case FieldKind::some_text: return text.empty() ? fmt::format("\"{}\" is empty", field.name) : std::string();
    case FieldKind::piece:
      if (stands_once_in_the_shown_part(*form.target, text)) return {};
      return fmt::format("\"{}\" must be copied from the text shown and occur exactly once in the file", field.name);
    case FieldKind::operations:
    case FieldKind::number: return fmt::format("\"{}\" cannot be a string", field.name);
  }
  std::unreachable();
}

std::expected<void, Refusal> read_field(const Form& form, const Field& field, const Json& value, Values& values) {
  if (field.kind == FieldKind::operations) {
    auto operations = read_operations(form, value);
    if (!operations) return std::unexpected(operations.error());
    values.operations = std::move(*operations);
    return {};
  }
  if (field.kind == FieldKind::number) {
    const auto number = number_of(value);
    if (!number || *number == 0 || *number > form.windows.size()) {
      return wrong(fmt::format("\"{}\" must be a number from 1 to {}", field.name, form.windows.size()));
    }
    values.number = *number - 1;
    return {};
  }
  const std::string* text = value.string();
  if (text == nullptr) return wrong(fmt::format("\"{}\" must be a string", field.name));
  if (std::string problem = wrong_with(form, field, *text); !problem.empty()) return wrong(std::move(problem));
  values.texts[field.name] = *text;
  return {};
}

std::expected<Values, Refusal> read_fields(const Form& form, const JsonObject& object) {
  Values values;
  for (const Field& field : form.decided) {
    values.texts[field.name] = field.choices.at(0);
    const Json* value = object.find(field.name);
    if (value == nullptr) continue;
    if (const auto read = read_field(form, field, *value, values); !read) return std::unexpected(read.error());
  }
  for (const Field& field : form.open) {
    if (field.name == "tool") continue;
    const Json* value = object.find(field.name);
    if (value == nullptr) return wrong(fmt::format("\"{}\" is missing", field.name));
    if (const auto read = read_field(form, field, *value, values); !read) return std::unexpected(read.error());
  }
  return values;
}

/// The values were checked against choices that came from paths: the path cannot fail to be one.
RelPath path_of(const std::string& text) { return RelPath::make(text).value_or(RelPath()); }

/// A line that opens or closes the frame around a part of the prompt.
bool is_mark(std::string_view line) {
  for (const std::string_view word : {"BEGIN", "END"}) {
    if (!line.starts_with(word)) continue;
    line.remove_prefix(word.size());
    line.remove_prefix(std::min(line.find_first_not_of("0123456789"), line.size()));
    return line.starts_with(" part");
  }
  return false;
}

/// The lines of a text without the space around them; blank ones are left out.
std::multiset<std::string_view> bare_lines(std::string_view text) {
  const Lines lines(text);
  std::multiset<std::string_view> bare;
  for (std::size_t at = 0; at < lines.count(); ++at) bare.insert(without_space(lines.line(at)));
  bare.erase("");
  return bare;
}

/// The new text of a window without the lines that were shown as what the window stands under: they stay where they
/// are, and a model often writes them again.
std::string without_surroundings(const Target& target, const Span& window, std::string_view text) {
  const Lines file(target.text);
  std::vector<std::size_t> above = file.above(file.number_of(window.begin));
  std::ranges::reverse(above);
  const auto own = bare_lines(window.of(target.text));
  std::string_view rest = text;
  for (const std::size_t number : above) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (without_space(line) != without_space(file.line(number)) || own.contains(without_space(line))) continue;
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    // A model sets what follows the line apart from it.
    while (rest.starts_with('\n')) rest.remove_prefix(1);
  }
  return std::string(rest);
}

/// Whether the reply is the prompt's example, as it stands there or with other values.
bool is_example(std::string_view window, std::string_view text) {
  const std::string_view name = rewrite_example.before.substr(0, rewrite_example.before.find('\n'));
  const Lines lines(text);
  return lines.count() > 0 && without_space(lines.line(0)) == name && !bare_lines(window).contains(name);
}

/// Whether no line of a window of several is left: a change that small words ask for keeps some.
bool keeps_nothing(std::string_view window, std::string_view text) {
  const auto before = bare_lines(window);
  const auto after = bare_lines(text);
  return before.size() >= 6 &&
         std::ranges::none_of(before, [&](std::string_view line) { return after.contains(line); });
}

/// Empty when a rewritten window can be what it stands for, else what is wrong with it.
std::string wrong_with_rewrite(std::string_view window, std::string_view text) {
  if (is_example(window, text)) return "the reply repeats the example instead of the part that is to change";
  if (keeps_nothing(window, text)) return "the reply keeps no line of the part: write the part with the change made";
  const Lines lines(text);
  std::size_t longest = 0;
  const Lines before(window);
  for (std::size_t at = 0; at < before.count(); ++at) longest = std::max(longest, before.line(at).size());
  if (lines.count() > before.count() + rewrite_slack.lines + 1) return "the reply is much longer than the part";
  for (std::size_t at = 0; at < lines.count(); ++at) {
    if (is_mark(lines.line(at)) && window.find(lines.line(at)) == std::string_view::npos) {
      return "the marks BEGIN and END around the part are no text of it: leave them out";
    }
    if (lines.line(at).size() > 4 * (longest + rewrite_slack.characters + 1)) {
      return "a line of the reply is much longer than those of the part";
    }
  }
  return {};
}

std::expected<Call, Refusal> build_edit(const Form& form, const Values& values) {
  std::string old_text = values.text("old");
  std::string new_text = values.text("new");
  const bool rewrites = !form.windows.empty() && old_text.empty();
  if (rewrites) {
    const Span window = form.windows.at(values.number);
    old_text = window.of(form.target->text);
    new_text = without_surroundings(*form.target, window, std::move(new_text));
    // A window ends before its last newline, a rewritten one often behind it.
    if (!old_text.ends_with('\n') && new_text.ends_with('\n')) new_text.pop_back();
    if (std::string problem = wrong_with_rewrite(old_text, new_text); !problem.empty()) {
      return refuse(Step::payload, std::move(problem));
    }
  }
  const Syntax syntax = syntax_of(form.target->path.name());
  std::string after = form.target->text;
  after.replace(after.find(old_text), old_text.size(), new_text);
  if (!is_sound(syntax, after) && is_sound(syntax, form.target->text)) {
    return refuse(Step::arguments, fmt::format("the edit would leave a file that is no {} any more",
                                               syntax == Syntax::json ? "JSON" : "TOML"));
  }
  if (old_text == new_text) return wrong("\"new\" equals the text that is there: the edit changes nothing");
  return EditFile{form.target->path, std::move(old_text), std::move(new_text)};
}

std::expected<Call, Refusal> build(const Form& form, Values values) {
  switch (form.tool) {
    case Tool::read_file: return ReadFile{path_of(values.text("path"))};
    case Tool::list_files: return ListFiles{path_of(values.text("directory"))};
    case Tool::search_text: return SearchText{values.text("query")};
    case Tool::edit_file: return build_edit(form, values);
    case Tool::write_file: return WriteFile{path_of(values.text("path")), values.text("text")};
    case Tool::append_text: return AppendText{path_of(values.text("path")), values.text("text")};
    case Tool::organize: return Organize{std::move(values.operations)};
    case Tool::run_command: return RunCommand{values.text("profile")};
    case Tool::answer: return Answer{values.text("text")};
  }
  std::unreachable();
}

const Field* field_of(const Form& form, std::string_view name) {
  for (const std::vector<Field>* fields : {&form.open, &form.decided}) {
    const auto found = std::ranges::find(*fields, name, &Field::name);
    if (found != fields->end()) return &*found;
  }
  return nullptr;
}

/// Whether the object's keys are those of the form.
bool has_the_keys_of(const Form& form, const JsonObject& object) {
  const bool all_known =
      std::ranges::all_of(object, [&](const auto& member) { return field_of(form, member.first) != nullptr; });
  return all_known && std::ranges::all_of(form.open, [&](const Field& field) {
           return field.name == "tool" || object.find(field.name) != nullptr;
         });
}

/// Whether the path, where one is given, is among the form's.
bool has_the_path_of(const Form& form, const JsonObject& object) {
  const Json* path = object.find("path");
  const Field* field = field_of(form, "path");
  if (path == nullptr || field == nullptr || path->string() == nullptr) return true;
  return std::ranges::find(field->choices, *path->string()) != field->choices.end();
}

/// Why no form of the tool fits.
Refusal misfit(const std::vector<const Form*>& forms, const JsonObject& object) {
  const Form& form = *forms.front();
  if (std::ranges::none_of(forms, [&](const Form* candidate) { return has_the_path_of(*candidate, object); })) {
    return wrong("\"path\" is not one of the values offered").error();
  }
  for (const Field& field : form.open) {
    if (field.name != "tool" && object.find(field.name) == nullptr) {
      return wrong(fmt::format("\"{}\" is missing", field.name)).error();
    }
  }
  return wrong("the reply has a field that was not asked for").error();
}

std::expected<Call, Refusal> read_choice(const Stage& stage, const std::optional<std::string>& tool,
                                         const JsonObject& fields) {
  if (fields.size() != 1) return wrong("the reply has a field that was not asked for");
  const auto number = number_of(*fields.find("choice"));
  if (!number || *number > stage.choices.size()) {
    return wrong(fmt::format("\"choice\" must be a number from 0 to {}", stage.choices.size()));
  }
  if (*number == 0) {
    return std::unexpected<Refusal>(Refusal{.step = Step::arguments,
                                            .code = Code::refused,
                                            .message = "none of the changes offered was chosen",
                                            .declined = true});
  }
  const Call& call = stage.choices[*number - 1];
  if (tool && *tool != to_string(tool_of(call))) return wrong("the tool is not that of the change that was chosen");
  return call;
}

/// The tool that need not be named: the only one asked for, or the only one there is.
std::optional<Tool> decided_tool(const std::vector<Form>& forms) {
  if (forms.empty()) return std::nullopt;
  const Tool first = forms.front().tool;
  const bool one = std::ranges::all_of(forms, [&](const Form& form) { return form.tool == first; });
  return one ? std::optional(first) : std::nullopt;
}

std::expected<Tool, Refusal> find_tool(const Written& written, const Stage& stage, const std::vector<Form>& forms) {
  if (written.tool) {
    const auto named = tool_named(*written.tool);
    if (named) return *named;
    return std::unexpected<Refusal>(unknown_tool(*written.tool));
  }
  if (const auto decided = decided_tool(stage.forms)) return *decided;
  if (const auto decided = decided_tool(forms)) return *decided;
  if (holds_raw_command(written.fields)) return std::unexpected<Refusal>(raw_command());
  return refuse(Step::known_tool, "the reply names no tool");
}

/// Whether the reply is a text in a fence rather than JSON.
bool takes_a_block(const Stage& stage) { return stage.ask == Ask::rewrite || stage.ask == Ask::whole; }

/// The JSON of the form, not a text that happens to be JSON.
bool is_asked_json(const Stage& stage, const std::expected<Written, Refusal>& written) {
  return written && (written->tool || has_the_keys_of(stage.forms.front(), written->fields));
}

Written from_block(const Stage& stage, Block block) {
  Written written{.tool = std::nullopt, .fields = {}};
  if (block.number) written.fields.set("window", Json(std::move(*block.number)));
  if (stage.ask == Ask::rewrite) {
    const std::string_view newline = newline_of(stage.forms.front().target->text);
    written.fields.set("new", Json(with_newlines(block.text, newline)));
  } else {
    written.fields.set("text", Json(block.text.empty() ? "" : block.text + "\n"));
  }
  return written;
}

}  // namespace

bool occurs_once(std::string_view text, std::string_view piece) noexcept {
  const std::size_t at = text.find(piece);
  return at != std::string_view::npos && text.find(piece, at + 1) == std::string_view::npos;
}

bool Surface::copies() const noexcept {
  return !empty() && std::ranges::any_of(inside_->stages[stage_].forms, [](const Form& form) {
    return std::ranges::any_of(form.open, [](const Field& field) { return field.kind == FieldKind::piece; });
  });
}

Span Surface::copied_piece(std::string_view bytes) const {
  constexpr std::string_view key = "\"old\"";
  std::size_t at = copies() ? bytes.find(key) : std::string_view::npos;
  if (at != std::string_view::npos) at = bytes.find_first_not_of(": \t\r\n", at + key.size());
  if (at == std::string_view::npos || bytes[at] != '"') return {};
  for (std::size_t end = at + 1; end < bytes.size(); ++end) {
    if (bytes[end] == '"') return {at + 1, end};
    if (bytes[end] == '\\') ++end;
  }
  return {};
}

std::expected<Call, Refusal> Surface::accept(std::string_view bytes) const {
  auto written = read_reply(bytes);
  if (!empty() && takes_a_block(inside_->stages[stage_]) && !is_asked_json(inside_->stages[stage_], written)) {
    if (auto block = read_block(bytes)) written = from_block(inside_->stages[stage_], std::move(*block));
  }
  if (!written) return std::unexpected(written.error());
  if (empty()) return refuse(Step::on_surface, "no tool is offered");
  const Stage& stage = inside_->stages[stage_];
  if (stage.ask == Ask::choice && written->fields.find("choice") != nullptr) {
    return read_choice(stage, written->tool, written->fields);
  }
  const auto tool = find_tool(*written, stage, inside_->forms);
  if (!tool) return std::unexpected(tool.error());
  std::vector<const Form*> forms;
  std::vector<std::string> paths;
  for (const auto* list : {&stage.forms, &inside_->forms}) {
    for (const Form& form : *list) {
      if (form.tool != *tool) continue;
      forms.push_back(&form);
      if (const Field* path = field_of(form, "path"))
        paths.insert(paths.end(), path->choices.begin(), path->choices.end());
    }
  }
  if (forms.empty()) {
    return refuse(Step::on_surface, fmt::format("the tool \"{}\" is not offered in this turn", to_string(*tool)));
  }
  const auto target_text = [](const Form* form) { return form->target ? std::string_view(form->target->text) : ""; };
  const auto fields = normal_payload(*tool, written->fields, {.file = target_text(forms.front()), .paths = paths});
  if (!fields) return std::unexpected(fields.error());
  const auto fitting = std::ranges::find_if(
      forms, [&](const Form* form) { return has_the_keys_of(*form, *fields) && has_the_path_of(*form, *fields); });
  if (fitting == forms.end()) return std::unexpected<Refusal>(misfit(forms, *fields));
  auto values = read_fields(**fitting, *fields);
  if (!values) return std::unexpected(values.error());
  return build(**fitting, std::move(*values));
}

}  // namespace warrant::surface
