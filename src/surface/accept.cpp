#include "form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace warrant::surface {

namespace {

using Form = Surface::Form;
using Field = Surface::Field;

std::unexpected<Refusal> refuse(std::string message) {
  return std::unexpected<Refusal>(Refusal{Code::refused, std::move(message)});
}

struct Values {
  std::map<std::string, std::string, std::less<>> texts;
  std::vector<FileOperation> operations;

  [[nodiscard]] const std::string& text(std::string_view name) const {
    static const std::string nothing;
    const auto found = texts.find(name);
    return found == texts.end() ? nothing : found->second;
  }
};

std::expected<std::vector<FileOperation>, Refusal> read_operations(const Form& form, const Json& value) {
  const JsonArray* items = value.array();
  if (items == nullptr || items->empty() || items->size() > Surface::batch_limit) {
    return refuse(fmt::format("\"operations\" must be a list of 1 to {} operations", Surface::batch_limit));
  }
  std::vector<FileOperation> operations;
  for (const Json& item : *items) {
    const std::string wanted = canonical(item);
    const auto found = std::ranges::find_if(
        form.operations, [&](const FileOperation& allowed) { return canonical(to_json(allowed)) == wanted; });
    if (found == form.operations.end()) return refuse("an operation is not one of those offered");
    operations.push_back(*found);
  }
  return operations;
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
      if (form.places->names_one_place(text)) return {};
      return fmt::format("\"{}\" must be copied from the text shown and occur exactly once in the file", field.name);
    case FieldKind::operations: return fmt::format("\"{}\" must be a list", field.name);
  }
  std::unreachable();
}

std::expected<Values, Refusal> read_fields(const Form& form, const JsonObject& object) {
  Values values;
  for (const Field& field : form.decided) values.texts[field.name] = field.choices.at(0);
  for (const Field& field : form.open) {
    const Json* value = object.find(field.name);
    if (value == nullptr) return refuse(fmt::format("\"{}\" is missing", field.name));
    if (field.kind == FieldKind::operations) {
      auto operations = read_operations(form, *value);
      if (!operations) return std::unexpected(operations.error());
      values.operations = std::move(*operations);
      continue;
    }
    const std::string* text = value->string();
    if (text == nullptr) return refuse(fmt::format("\"{}\" must be a string", field.name));
    if (std::string wrong = wrong_with(form, field, *text); !wrong.empty()) return refuse(std::move(wrong));
    values.texts[field.name] = *text;
  }
  if (object.size() != form.open.size()) return refuse("the reply has a field that was not asked for");
  return values;
}

/// The values were checked against choices that came from paths: the path cannot fail to be one.
RelPath path_of(const std::string& text) { return RelPath::make(text).value_or(RelPath()); }

std::expected<Call, Refusal> build(const Form& form, Values values) {
  switch (form.tool) {
    case Tool::read_file: return ReadFile{path_of(values.text("path"))};
    case Tool::list_files: return ListFiles{path_of(values.text("directory"))};
    case Tool::search_text: return SearchText{values.text("query")};
    case Tool::edit_file:
      if (values.text("old") == values.text("new")) return refuse("\"new\" equals \"old\": the edit changes nothing");
      return EditFile{path_of(values.text("path")), values.text("old"), values.text("new")};
    case Tool::write_file: return WriteFile{path_of(values.text("path")), values.text("text")};
    case Tool::append_text: return AppendText{path_of(values.text("path")), values.text("text")};
    case Tool::organize: return Organize{std::move(values.operations)};
    case Tool::run_command: return RunCommand{values.text("profile")};
    case Tool::answer: return Answer{values.text("text")};
  }
  std::unreachable();
}

/// Whether the fields that tell forms apart name this one.
bool names(const Form& form, const JsonObject& object) {
  return std::ranges::all_of(form.open, [&](const Field& field) {
    if (field.kind != FieldKind::choice || field.choices.size() != 1) return true;
    const Json* value = object.find(field.name);
    return value != nullptr && value->string() != nullptr && *value->string() == field.choices[0];
  });
}

}  // namespace

bool Surface::empty() const noexcept { return !forms_ || forms_->empty(); }

std::expected<Call, Refusal> Surface::accept(std::string_view bytes) const {
  if (empty()) return refuse("no tool is offered");
  if (bytes.size() > reply_limit) {
    return std::unexpected<Refusal>(Refusal{Code::too_large, "the reply is longer than 1 MiB"});
  }
  const Result<Json> reply = parse_json(bytes, {.bytes = reply_limit, .depth = 8});
  if (!reply) return std::unexpected<Refusal>(Refusal{Code::malformed, describe(reply.error())});
  const JsonObject* object = reply->object();
  if (object == nullptr) return refuse("the reply must be a JSON object");
  const auto form = std::ranges::find_if(*forms_, [&](const Form& candidate) { return names(candidate, *object); });
  if (form == forms_->end()) return refuse("the reply names no tool or file that is offered");
  auto values = read_fields(*form, *object);
  if (!values) return std::unexpected(values.error());
  return build(*form, std::move(*values));
}

}  // namespace warrant::surface
