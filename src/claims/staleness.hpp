// Which edits make the result of a run stale.
#pragma once

#include <warrant/evidence/evidence.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace warrant::claims {

/// Whether an edit of this path can reach no local run at all: hosted pipelines, the configuration of a documentation
/// site, an editor or an agent, lists of ignored files, besides what is_documentation says.
bool reaches_no_run(std::string_view path);

enum class Reach : std::uint8_t {
  none,           ///< of a language that the runner does not read
  other_package,  ///< of a package beside the one that the command runs, and none that others are built from
  reaches,
};

/// Whether an edit of `path` can change what `runner` says under this command.
Reach reach_of(std::string_view path, evidence::Runner runner, const evidence::Command& command);

/// Whether the two commands run in different packages, as far as their words tell.
bool in_other_packages(const evidence::Command& a, const evidence::Command& b);

/// Whether a text names one of the packages that the command runs.
bool names_package(std::string_view text, const evidence::Command& command);

}  // namespace warrant::claims
