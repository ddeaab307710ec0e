// What an answer owns up to, and of which operation.
#pragma once

#include "exempt.hpp"
#include "facts_of.hpp"

namespace warrant::claims {

/// Whether the sentence owns up to how `op` ended: some stretch of it admits a failure, and the sentence names the
/// operation, or speaks of nothing else that it could be about ("the docs are not updated yet" admits no edit of a.py).
bool admits(const Sentence& s, const Op& op, const State& state);

/// "The token never expires" says nothing of whether the file could be read; "I have not seen it" does.
bool of_seeing(const Sentence& s, Segment part, OpKind kind);

}  // namespace warrant::claims
