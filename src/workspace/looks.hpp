// Mode, owner and extended attributes of a file.
#pragma once

#include <warrant/base/result.hpp>

#include <string>

namespace warrant::workspace {

/// Gives the open file `to` the looks of the file `name` in `directory`. Errors: io.
Status copy_looks(int directory, const std::string& name, int to, const std::string& where);

}  // namespace warrant::workspace
