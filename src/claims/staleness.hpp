// Which edits make the result of a run stale.
#pragma once

#include <warrant/evidence/evidence.hpp>

#include <string>
#include <string_view>

namespace warrant::claims {

/// Whether an edit of this path can reach no local run at all: hosted pipelines, the configuration of a documentation
/// site, an editor or an agent, lists of ignored files, besides what is_documentation says.
bool reaches_no_run(std::string_view path);

/// Whether an edit of `path` can change what `runner` says under this command: not where it is of another language than
/// the runner reads, nor where the command runs one package of several and the path lies in an application beside it.
bool may_change(std::string_view path, evidence::Runner runner, const evidence::Command& command);

}  // namespace warrant::claims
