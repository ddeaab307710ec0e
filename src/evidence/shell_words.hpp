// A command line as the shell would part it: steps, words, operators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::evidence {

/// What stands behind a step.
enum class Link : std::uint8_t { end, then, and_then, or_else, pipe, background };

struct Step {
  std::vector<std::string> words;  ///< quotes resolved, redirections left out
  Link link;
  std::size_t begin = 0;  ///< of its first word in the command
};

/// Parts a command. Variables and substitutions stay as written; here-documents and comments are
/// left out. Reads at most 64 KiB and 512 steps. Never fails. Thread-safe.
std::vector<Step> part_command(std::string_view command);

}  // namespace warrant::evidence
