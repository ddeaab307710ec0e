#include "form.hpp"
#include "payload.hpp"
#include "reply.hpp"

#include <fmt/format.h>

#include <utility>

namespace warrant::surface {

namespace {

std::unexpected<Refusal> wrong(std::string message) {
  return std::unexpected<Refusal>(
      Refusal{.step = Step::arguments, .code = Code::refused, .message = std::move(message)});
}

/// Reads the fields of one call one by one; the first that is wrong is kept.
class Fields {
 public:
  explicit Fields(const JsonObject& object) : object_(object) {}

  std::string text(std::string_view name) {
    ++taken_;
    const Json* value = object_.find(name);
    if (value == nullptr) return complain(fmt::format("\"{}\" is missing", name));
    if (value->string() == nullptr) return complain(fmt::format("\"{}\" must be a string", name));
    return *value->string();
  }
  RelPath path(std::string_view name) { return path_from(name, text(name)); }
  std::vector<FileOperation> operations() {
    ++taken_;
    const Json* list = object_.find("operations");
    std::vector<FileOperation> operations;
    if (list == nullptr || list->array() == nullptr || list->array()->empty() ||
        list->array()->size() > Surface::batch_limit) {
      complain(fmt::format("\"operations\" must be a list of 1 to {} operations", Surface::batch_limit));
      return operations;
    }
    for (const Json& item : *list->array()) operations.push_back(operation(item));
    return operations;
  }
  /// Empty when all is well.
  [[nodiscard]] std::string problem() const {
    if (problem_.empty() && taken_ != object_.size()) return "the call has a field that its tool does not take";
    return problem_;
  }

 private:
  std::string complain(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
    return {};
  }
  RelPath path_from(std::string_view name, const std::string& text) {
    Result<RelPath> path = RelPath::make(text);
    if (path) return std::move(*path);
    complain(fmt::format("\"{}\": {}", name, path.error().message));
    return {};
  }
  FileOperation operation(const Json& item) {
    const std::string_view action = item.text("action");
    for (const FileAction known :
         {FileAction::make_directory, FileAction::move, FileAction::copy, FileAction::rename, FileAction::remove}) {
      if (action != to_string(known)) continue;
      return {known, path_from("path", std::string(item.text("path"))), path_from("to", std::string(item.text("to")))};
    }
    complain("an operation has no known \"action\"");
    return {FileAction::copy, {}};
  }

  const JsonObject& object_;
  std::size_t taken_ = 0;
  std::string problem_;
};

Call build(Tool tool, Fields& fields) {
  switch (tool) {
    case Tool::read_file: return ReadFile{fields.path("path")};
    case Tool::list_files: return ListFiles{fields.path("directory")};
    case Tool::search_text: return SearchText{fields.text("query")};
    case Tool::edit_file: {
      RelPath path = fields.path("path");
      std::string old_text = fields.text("old");
      return EditFile{std::move(path), std::move(old_text), fields.text("new")};
    }
    case Tool::write_file: {
      RelPath path = fields.path("path");
      return WriteFile{std::move(path), fields.text("text")};
    }
    case Tool::append_text: {
      RelPath path = fields.path("path");
      return AppendText{std::move(path), fields.text("text")};
    }
    case Tool::organize: return Organize{fields.operations()};
    case Tool::run_command: return RunCommand{fields.text("profile")};
    case Tool::answer: return Answer{fields.text("text")};
  }
  std::unreachable();
}

}  // namespace

std::expected<Call, Refusal> read_call(std::string_view bytes) {
  const auto written = read_reply(bytes);
  if (!written) return std::unexpected(written.error());
  if (!written->tool) {
    if (holds_raw_command(written->fields)) return std::unexpected<Refusal>(raw_command());
    return std::unexpected<Refusal>(
        Refusal{.step = Step::known_tool, .code = Code::refused, .message = "the call names no tool"});
  }
  const auto tool = tool_named(*written->tool);
  if (!tool) {
    return std::unexpected<Refusal>(unknown_tool(*written->tool));
  }
  const auto normal = normal_payload(*tool, written->fields, {.file = {}, .paths = {}});
  if (!normal) return std::unexpected(normal.error());
  Fields fields(*normal);
  Call call = build(*tool, fields);
  if (std::string problem = fields.problem(); !problem.empty()) return wrong(std::move(problem));
  return call;
}

}  // namespace warrant::surface
