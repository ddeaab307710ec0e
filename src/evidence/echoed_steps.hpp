// The steps that a task runner or a hook prints before it runs them: "$ tsc --noEmit", and npm's "> tsc --noEmit".
#pragma once

#include "warrant/evidence/evidence.hpp"

#include <string_view>
#include <vector>

namespace warrant::evidence {

/// A step, and whether it is known that it ended well.
struct EchoedStep {
  CommandFacts facts;
  Span line;    ///< its echo in the output
  Span output;  ///< what stands between it and the next step
  bool ended_well;
};

/// The echoed steps of a command's output, in order. A step ended well where what only follows a success does: the
/// whole command's own status 0, or the commit or the push whose hook it was; a script of npm, which tells of each that
/// fails, where nothing stands below it either.
std::vector<EchoedStep> echoed_steps(const Evidence& found, const Command& command, std::string_view output);

/// Whether a command ended in an error without anything having run: an unknown subcommand, a missing script, its usage.
bool never_started(std::string_view printed, long long status);

}  // namespace warrant::evidence
