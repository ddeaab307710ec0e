// The command line as values: what the person asked the program to do.
#pragma once

#include "subcommand.hpp"

#include <warrant/base/result.hpp>

#include <span>
#include <string>
#include <variant>
#include <vector>

namespace warrant::app {

/// Print `text` on standard output and end well: the answer to --help and --version.
struct ShowText {
  std::string text;
  bool operator==(const ShowText&) const = default;
};

/// Carry out one subcommand.
struct Invoke {
  Subcommand subcommand;
  Arguments arguments;
};

using Command = std::variant<ShowText, Invoke>;

/// Reads the arguments behind the program's name against the table. Errors: invalid_argument with what is
/// wrong and the nearest right word. Thread-safe.
Result<Command> parse_arguments(std::span<const std::string> arguments, const std::vector<Subcommand>& table);

}  // namespace warrant::app
