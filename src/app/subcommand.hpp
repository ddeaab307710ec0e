// One subcommand of the program as data: its words, its options, and the function that carries it out.
#pragma once

#include "exit_status.hpp"

#include <warrant/base/result.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::app {

/// `--name`, or `--name VALUE` when `value` is not empty.
struct Option {
  std::string_view name;   ///< without the dashes
  std::string_view value;  ///< what stands for the value in the help, "DIR"; empty for a flag
  std::string_view help;
  std::vector<std::string_view> choices = {};  ///< the only values taken; empty for any
};

/// A word without dashes, in the order of the list.
struct Positional {
  std::string_view name;  ///< in the help, "REQUEST"
  std::string_view help;
  bool required;
  bool many = false;  ///< takes every further word; only the last of a list can
};

/// What was written behind one subcommand. Options that were not written are absent.
class Arguments {
 public:
  Arguments(std::vector<std::string> words, std::map<std::string, std::string, std::less<>> options)
      : words_(std::move(words)), options_(std::move(options)) {}

  /// The word at `index` of the positionals.
  [[nodiscard]] std::optional<std::string_view> word(std::size_t index) const {
    if (index >= words_.size()) return std::nullopt;
    return words_[index];
  }
  /// The value of `--name`; an empty value for a flag that was written.
  [[nodiscard]] std::optional<std::string_view> option(std::string_view name) const {
    const auto found = options_.find(name);
    if (found == options_.end()) return std::nullopt;
    return found->second;
  }
  [[nodiscard]] bool has(std::string_view name) const { return options_.contains(name); }

 private:
  std::vector<std::string> words_;
  std::map<std::string, std::string, std::less<>> options_;
};

struct Subcommand {
  std::string_view path;      ///< "run", or "trace verify": the last word is the command, the first its group; ""
                              ///< for the program without one
  std::string_view summary;   ///< one line, for the list
  std::string_view examples;  ///< shown at the end of its help, whole lines
  std::vector<Positional> positionals;
  std::vector<Option> options;
  /// Does the work and prints the result. Errors are printed by the caller, with exit code 2 for
  /// invalid_argument, malformed, not_found and too_large, 3 refused, 5 integrity, 130 interrupted, 1 for the rest.
  Result<Exit> (*run)(const Arguments& arguments);
};

/// Options that mean the same everywhere.
Option root_option();  ///< --root DIR
Option json_option();  ///< --json

Option color_option();  ///< --color auto|always|never

/// Whether what goes to `descriptor` may be coloured: --color, NO_COLOR (no-color.org), and whether it is a terminal.
bool use_colour(const Arguments& arguments, int descriptor);

/// The directory of `--root`, or ".".
std::string root_of(const Arguments& arguments);

/// A file's bytes, standard input for "-"; at most `limit` bytes. Errors: not_found, too_large,
/// invalid_argument when it cannot be read.
Result<std::string> read_input(std::string_view path, std::size_t limit = std::size_t{64} << 20U);

/// A request as it was typed. Errors: invalid_argument when it is not UTF-8: it could be neither shown nor recorded as
/// it is.
Result<std::string> read_request(std::string_view typed);

/// Writes to standard output and flushes. Errors: io; unavailable when its reader has closed its end.
Status print(std::string_view text);

}  // namespace warrant::app
