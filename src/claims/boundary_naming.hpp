// By what words an answer names an operation of the turn.
#pragma once

#include "exempt.hpp"
#include "facts_of.hpp"

namespace warrant::claims {

/// Whether the stretch holds what an edit was to leave.
bool names_subject(const Sentence& s, Segment part, const Op& op);
/// By its path, its name, the bare stem of its name, what it was to leave, or the command.
bool names(const Sentence& s, Segment part, const Op& op, bool by_stem = true);

}  // namespace warrant::claims
