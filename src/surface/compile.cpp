#include "form.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>
#include <iterator>
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

Status check_shown(const Target& target) {
  const std::size_t size = target.text.size();
  if (target.shown_begin > size || target.shown_length > size - target.shown_begin) {
    return fail(Code::invalid_argument, "the shown range lies outside the text", target.path.text());
  }
  if (size > PlacesLimits{}.whole_bytes || target.shown_length > PlacesLimits{}.shown_bytes) {
    return fail(Code::too_large, "the text is too large to be edited by a piece of it: show a smaller part",
                target.path.text());
  }
  if (!is_utf8(target.text) ||
      !is_utf8(std::string_view(target.text).substr(target.shown_begin, target.shown_length))) {
    return fail(Code::unsupported, "the text is not UTF-8, or the shown part cuts a character", target.path.text());
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
    WARRANT_CHECK(check_shown(target));
    if (target.shown_length == 0) continue;
    Form form{.tool = Tool::edit_file, .open = {}, .decided = {}};
    form.open = {{.name = "path", .kind = FieldKind::choice, .choices = {written(target.path)}},
                 {.name = "old", .kind = FieldKind::piece},
                 {.name = "new", .kind = FieldKind::text}};
    form.target = std::make_shared<const Target>(target);
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

/// The forms of one tool, without what only tells tools apart.
std::vector<Form> forms_of(const std::vector<Form>& forms, Tool tool) {
  std::vector<Form> found;
  std::ranges::copy_if(forms, std::back_inserter(found), [&](const Form& form) { return form.tool == tool; });
  return found;
}

/// The window's own form: its text is decided, or one of several is chosen by number.
Result<std::vector<Form>> rewrite_forms(const std::vector<Form>& forms, const std::vector<Window>& windows) {
  std::vector<Form> edits = forms_of(forms, Tool::edit_file);
  if (windows.empty() || windows.size() > Surface::choice_limit) return std::vector<Form>{};
  std::erase_if(edits, [&](const Form& form) { return form.target->path != windows.front().path; });
  if (edits.empty()) return fail(Code::invalid_argument, "a window is of no target", windows.front().path.text());
  Form form = std::move(edits.front());
  form.decided = {{.name = "path", .kind = FieldKind::choice, .choices = {written(form.target->path)}}};
  form.open.clear();
  for (const Window& window : windows) {
    const std::string_view lines = window.lines.of(form.target->text);
    if (window.path != form.target->path || window.lines.end > form.target->text.size() ||
        !occurs_once(form.target->text, lines) || lines.empty()) {
      return fail(Code::invalid_argument, "a window must be text that occurs once in its target", window.path.text());
    }
    form.windows.push_back(window.lines);
  }
  if (windows.size() > 1) form.open.push_back({.name = "window", .kind = FieldKind::number});
  form.open.push_back({.name = "new", .kind = FieldKind::text});
  return std::vector<Form>{std::move(form)};
}

/// The edits by a piece, each with the automaton of what may be copied.
Result<std::vector<Form>> piece_forms(const std::vector<Form>& forms, const std::vector<Window>& windows) {
  std::vector<Form> edits = forms_of(forms, Tool::edit_file);
  if (!windows.empty()) {
    std::erase_if(edits, [&](const Form& form) { return form.target->path != windows.front().path; });
  }
  std::vector<Form> kept;
  for (Form& form : edits) {
    std::vector<Span> shown;
    for (const Window& window : windows) shown.push_back(window.lines);
    if (shown.empty())
      shown.push_back({form.target->shown_begin, form.target->shown_begin + form.target->shown_length});
    for (const Span part : shown) {
      auto places = Places::make(form.target->text, part.begin, part.size());
      if (!places) return fail(places.error().code, places.error().message, form.target->path.text());
      if (!places->states().empty()) form.places.push_back(std::make_shared<const Places>(std::move(*places)));
    }
    if (!windows.empty()) form.windows = std::move(shown);
    if (!form.places.empty()) kept.push_back(std::move(form));
  }
  return kept;
}

/// The text of the one file that can be written: a new one, or the one target.
std::vector<Form> whole_forms(const std::vector<Form>& forms, const Request& request) {
  std::vector<Form> writes = forms_of(forms, Tool::write_file);
  if (writes.empty() || request.targets.size() > 1) return {};
  Field& path = writes.front().open.front();
  if (!request.targets.empty()) {
    const std::string only = written(request.targets.front().path);
    if (std::ranges::find(path.choices, only) == path.choices.end()) return {};
    path.choices = {only};
  }
  return path.choices.size() == 1 ? writes : std::vector<Form>{};
}

Result<std::vector<Form>> tool_forms(std::vector<Form> forms) {
  for (Form& form : forms) {
    if (form.tool != Tool::edit_file) continue;
    auto pieces = piece_forms({form}, {});
    if (!pieces) return std::unexpected(pieces.error());
    if (pieces->empty()) {
      form.open.clear();
    } else {
      form = std::move(pieces->front());
    }
  }
  std::erase_if(forms, [](const Form& form) { return form.open.empty(); });
  return forms;
}

/// The forms of one way of asking; none when it does not fit.
Result<std::vector<Form>> asked_forms(Ask ask, const std::vector<Form>& forms, const Request& request) {
  switch (ask) {
    case Ask::choice: return std::vector<Form>{};
    case Ask::rewrite: return rewrite_forms(forms, request.windows);
    case Ask::piece: return piece_forms(forms, request.windows);
    case Ask::whole: return whole_forms(forms, request);
    case Ask::tools: return tool_forms(forms);
  }
  std::unreachable();
}

Status add_stages(Surface::Inside& inside, const std::vector<Form>& undecided, const Request& request) {
  for (const Ask ask : request.asks) {
    if (ask == Ask::choice) {
      if (request.choices.empty() || request.choices.size() > Surface::choice_limit) continue;
      inside.stages.push_back({.ask = ask, .forms = {}, .choices = request.choices});
      continue;
    }
    WARRANT_TRY(forms, asked_forms(ask, undecided, request));
    if (forms.empty()) continue;
    decide(forms);
    inside.stages.push_back({.ask = ask, .forms = std::move(forms)});
  }
  return {};
}

}  // namespace

std::string_view to_string(Ask ask) noexcept {
  switch (ask) {
    case Ask::choice: return "choice";
    case Ask::rewrite: return "rewrite";
    case Ask::piece: return "piece";
    case Ask::whole: return "whole";
    case Ask::tools: return "tools";
  }
  std::unreachable();
}

std::string_view to_string(Step step) noexcept {
  switch (step) {
    case Step::parsed: return "parsed";
    case Step::known_tool: return "known_tool";
    case Step::on_surface: return "on_surface";
    case Step::payload: return "payload";
    case Step::arguments: return "arguments";
  }
  std::unreachable();
}

bool Surface::empty() const noexcept { return !inside_ || stage_ >= inside_->stages.size(); }

Ask Surface::ask() const noexcept { return empty() ? Ask::tools : inside_->stages[stage_].ask; }

std::vector<Tool> Surface::tools() const {
  std::vector<Tool> tools;
  if (empty()) return tools;
  for (const Form& form : inside_->forms) tools.push_back(form.tool);
  for (const Call& call : inside_->stages[stage_].choices) tools.push_back(tool_of(call));
  std::ranges::sort(tools);
  const auto rest = std::ranges::unique(tools);
  tools.erase(rest.begin(), rest.end());
  return tools;
}

Surface Surface::escalated() const {
  Surface next = *this;
  if (!empty()) ++next.stage_;
  return next.empty() ? Surface() : next;
}

Result<Surface> compile(const Request& request) {
  std::vector<Tool> tools = request.tools;
  std::ranges::sort(tools);
  const auto rest = std::ranges::unique(tools);
  tools.erase(rest.begin(), rest.end());
  Surface::Inside inside{.forms = {}, .stages = {}};
  for (const Tool tool : tools) WARRANT_CHECK(add_forms(inside.forms, tool, request));
  for (const Call& call : request.choices) {
    if (std::ranges::find(tools, tool_of(call)) == tools.end()) {
      return fail(Code::invalid_argument, "a decided call is of a tool that is not offered");
    }
  }
  const std::vector<Form> undecided = inside.forms;
  if (!inside.forms.empty()) decide(inside.forms);
  WARRANT_CHECK(add_stages(inside, undecided, request));
  Surface surface;
  if (!inside.stages.empty()) surface.inside_ = std::make_shared<const Surface::Inside>(std::move(inside));
  return surface;
}

}  // namespace warrant::surface
