// Whatever bytes come, accept ends; an edit that it takes names exactly one place of the file.
#include "warrant/surface/surface.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <variant>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using warrant::surface::EditFile;
  using warrant::surface::Tool;
  static const std::string file = "one two\none \"three\"\n\\four\n";
  static const auto surface =
      warrant::surface::compile({.tools = {Tool::edit_file, Tool::answer, Tool::search_text},
                                 .targets = {{warrant::RelPath::make("a.txt").value(), file, 0, file.size()}}});
  const auto call = surface.value().accept({reinterpret_cast<const char*>(data), size});
  if (!call) return 0;
  if (const auto* edit = std::get_if<EditFile>(&*call)) {
    const std::size_t at = file.find(edit->old_text);
    if (at == std::string::npos || file.find(edit->old_text, at + 1) != std::string::npos) std::abort();
  }
  return 0;
}
