#include "form.hpp"

#include <warrant/base/match.hpp>

#include <utility>

namespace warrant::surface {

std::string_view to_string(FileAction action) noexcept {
  switch (action) {
    case FileAction::make_directory: return "make_directory";
    case FileAction::move: return "move";
    case FileAction::copy: return "copy";
    case FileAction::rename: return "rename";
    case FileAction::remove: return "delete";
  }
  std::unreachable();
}

Tool tool_of(const Call& call) {
  return match(
      call, [](const ReadFile&) { return Tool::read_file; }, [](const ListFiles&) { return Tool::list_files; },
      [](const SearchText&) { return Tool::search_text; }, [](const EditFile&) { return Tool::edit_file; },
      [](const WriteFile&) { return Tool::write_file; }, [](const AppendText&) { return Tool::append_text; },
      [](const Organize&) { return Tool::organize; }, [](const RunCommand&) { return Tool::run_command; },
      [](const Answer&) { return Tool::answer; });
}

}  // namespace warrant::surface
