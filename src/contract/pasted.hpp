// The files of the workspace that a pasted or quoted text names.
#pragma once

#include "slots.hpp"

#include <optional>
#include <string>
#include <vector>

namespace warrant::contract {

enum class PastedFrom : std::uint8_t {
  output,      ///< blocks and pasted text, but no quotation of a person
  everything,  ///< quotations in a sentence too
};

struct PastedFile {
  std::string path;  ///< on disk
  bool located;      ///< with a line: "src/a.rs:41"
};

/// Each file once, in the order of the text; one beneath another root by the end of its path ("/srv/app/src/a.rs").
/// Nothing where the text is longer than its first 2,000 words: then nobody can tell that a file is the only one.
/// Linear. Thread-safe.
std::vector<PastedFile> pasted_files(const Material& material, PastedFrom from);

}  // namespace warrant::contract
