#include "warrant/surface/call.hpp"

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

}  // namespace warrant::surface
