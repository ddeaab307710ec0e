#include "form.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>
#include <utility>

namespace warrant::surface {

std::string written(const RelPath& path) { return path.is_root() ? "." : path.text(); }

Json to_json(const FileOperation& operation) {
  JsonObject object{{"action", Json(to_string(operation.action))}, {"path", Json(written(operation.path))}};
  if (!operation.to.is_root()) object.set("to", Json(written(operation.to)));
  return object;
}

namespace {

using Form = Surface::Form;
using Field = Surface::Field;

Status check_names(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (name.empty() || !is_utf8(name)) {
      return fail(Code::invalid_argument, "a name must be UTF-8 text and not empty for a model to write it", name);
    }
  }
  return {};
}

std::vector<std::string> unique(std::vector<std::string> names) {
  std::ranges::sort(names);
  const auto rest = std::ranges::unique(names);
  names.erase(rest.begin(), rest.end());
  return names;
}

std::vector<std::string> all_written(const std::vector<RelPath>& paths) {
  std::vector<std::string> names;
  names.reserve(paths.size());
  for (const RelPath& path : paths) names.push_back(written(path));
  return names;
}

/// A form whose first field is one of `names`; none when there is no name.
Status add_chosen(std::vector<Form>& forms, Tool tool, std::string field, std::vector<std::string> names,
                  std::vector<Field> rest) {
  if (names.empty()) return {};
  WARRANT_CHECK(check_names(names));
  Form form{.tool = tool, .open = {}, .decided = {}};
  form.open.push_back({.name = std::move(field), .kind = FieldKind::choice, .choices = unique(std::move(names))});
  for (Field& more : rest) form.open.push_back(std::move(more));
  forms.push_back(std::move(form));
  return {};
}

Status add_edits(std::vector<Form>& forms, const std::vector<Target>& targets) {
  for (std::size_t at = 0; at < targets.size(); ++at) {
    const Target& target = targets[at];
    if (std::any_of(targets.begin(), targets.begin() + static_cast<std::ptrdiff_t>(at),
                    [&](const Target& earlier) { return earlier.path == target.path; })) {
      return fail(Code::invalid_argument, "a file is a target twice", target.path.text());
    }
    WARRANT_CHECK(check_names({written(target.path)}));
    auto places = Places::make(target.text, target.shown_begin, target.shown_length);
    if (!places) return fail(places.error().code, places.error().message, target.path.text());
    if (places->states().empty()) continue;
    Form form{.tool = Tool::edit_file, .open = {}, .decided = {}};
    form.open = {{.name = "path", .kind = FieldKind::choice, .choices = {written(target.path)}},
                 {.name = "old", .kind = FieldKind::piece},
                 {.name = "new", .kind = FieldKind::text}};
    form.places = std::make_shared<const Places>(std::move(*places));
    forms.push_back(std::move(form));
  }
  return {};
}

Status add_organize(std::vector<Form>& forms, const std::vector<FileOperation>& operations) {
  if (operations.empty()) return {};
  for (const FileOperation& operation : operations) {
    WARRANT_CHECK(check_names({written(operation.path), written(operation.to)}));
  }
  Form form{.tool = Tool::organize, .open = {}, .decided = {}};
  form.open.push_back({.name = "operations", .kind = FieldKind::operations});
  form.operations = operations;
  forms.push_back(std::move(form));
  return {};
}

Status add_forms(std::vector<Form>& forms, Tool tool, const Request& request) {
  const Field text{.name = "text", .kind = FieldKind::text};
  switch (tool) {
    case Tool::read_file: return add_chosen(forms, tool, "path", all_written(request.readable), {});
    case Tool::list_files: return add_chosen(forms, tool, "directory", all_written(request.directories), {});
    case Tool::edit_file: return add_edits(forms, request.targets);
    case Tool::write_file:
    case Tool::append_text: return add_chosen(forms, tool, "path", all_written(request.writable), {text});
    case Tool::organize: return add_organize(forms, request.operations);
    case Tool::run_command: return add_chosen(forms, tool, "profile", request.profiles, {});
    case Tool::search_text:
      forms.push_back({.tool = tool, .open = {{.name = "query", .kind = FieldKind::some_text}}, .decided = {}});
      return {};
    case Tool::answer:
      forms.push_back({.tool = tool, .open = {{.name = "text", .kind = FieldKind::some_text}}, .decided = {}});
      return {};
  }
  std::unreachable();
}

/// A field with one legal value is not asked for, unless it tells two forms apart.
void decide(std::vector<Form>& forms) {
  const bool one_tool = std::ranges::all_of(forms, [&](const Form& form) { return form.tool == forms[0].tool; });
  const auto edits = std::ranges::count(forms, Tool::edit_file, &Form::tool);
  for (Form& form : forms) {
    Field tool{.name = "tool", .kind = FieldKind::choice, .choices = {std::string(to_string(form.tool))}};
    (one_tool ? form.decided : form.open).insert((one_tool ? form.decided : form.open).begin(), std::move(tool));
    const bool told_apart_by_path = form.tool == Tool::edit_file && edits > 1;
    std::vector<Field> open;
    for (Field& field : form.open) {
      const bool settled =
          field.kind == FieldKind::choice && field.choices.size() == 1 && field.name != "tool" && !told_apart_by_path;
      (settled ? form.decided : open).push_back(std::move(field));
    }
    form.open = std::move(open);
  }
}

}  // namespace

Result<Surface> compile(const Request& request) {
  std::vector<Tool> tools = request.tools;
  std::ranges::sort(tools);
  const auto rest = std::ranges::unique(tools);
  tools.erase(rest.begin(), rest.end());
  std::vector<Form> forms;
  for (const Tool tool : tools) WARRANT_CHECK(add_forms(forms, tool, request));
  if (!forms.empty()) decide(forms);
  Surface surface;
  surface.forms_ = std::make_shared<const std::vector<Form>>(std::move(forms));
  return surface;
}

}  // namespace warrant::surface
