// The parts of a shown output: lines of programs, "$ command" lines, exit marks.
#pragma once

#include "warrant/evidence/evidence.hpp"

#include <optional>
#include <string_view>

namespace warrant::evidence {

/// The line without leading blanks and the name that a task runner or a container tool puts before
/// it: "[build] ", "web:test: ", "app-1  | ", "packages/a test: ".
std::string_view body_of(std::string_view line);

/// How many bytes of `text` a "$ command" takes that goes on over several lines: a here-document,
/// an open quote, a trailing backslash or operator.
std::size_t command_size(std::string_view text);

/// "[exit 3]" alone.
std::optional<Count> exit_mark(std::string_view line, std::size_t offset);

}  // namespace warrant::evidence
