#include "warrant/surface/call.hpp"

#include <utility>

namespace warrant::surface {

std::string_view to_string(Tool tool) noexcept {
  switch (tool) {
    case Tool::read_file: return "read_file";
    case Tool::list_files: return "list_files";
    case Tool::search_text: return "search_text";
    case Tool::edit_file: return "edit_file";
    case Tool::write_file: return "write_file";
    case Tool::append_text: return "append_text";
    case Tool::organize: return "organize";
    case Tool::run_command: return "run_command";
    case Tool::answer: return "answer";
  }
  std::unreachable();
}

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

}  // namespace warrant::surface
