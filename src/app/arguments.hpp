// The command line as values: what the person asked the program to do.
#pragma once

#include <warrant/base/result.hpp>

#include <span>
#include <string>
#include <variant>

namespace warrant::app {

/// Print `text` on standard output and end well: the answer to --help and --version.
struct ShowText {
  std::string text;
  bool operator==(const ShowText&) const = default;
};

using Command = std::variant<ShowText>;

/// Reads the arguments behind the program's name. Errors: invalid_argument with what is wrong and the
/// nearest right word. Thread-safe.
Result<Command> parse_arguments(std::span<const std::string> arguments);

}  // namespace warrant::app
