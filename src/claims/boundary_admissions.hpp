// What an answer owns up to, and of which operation.
#pragma once

#include "exempt.hpp"
#include "facts_of.hpp"

#include <cstdint>

namespace warrant::claims {

/// How far a sentence owns up to how an operation ended.
enum class Admission : std::uint8_t {
  none,
  vague,  ///< it admits something, and nothing tells what: "I cannot judge that from here"
  clear,  ///< it names the operation, points at it, or speaks of work of its kind
};
Admission admission(const Sentence& s, const Op& op, const State& state);

/// Whether the sentence owns up to how `op` ended: some stretch of it admits a failure, and the sentence names the
/// operation, or speaks of nothing else that it could be about ("the docs are not updated yet" admits no edit of a.py).
bool admits(const Sentence& s, const Op& op, const State& state);

/// "TIMEOUT is 30", where it was to become 60: who says so does not say that it was changed.
bool tells_other_value(const Sentence& s, Segment part, const Op& op);

/// "The token never expires" says nothing of whether the file could be read; "I have not seen it" does.
bool of_seeing(const Sentence& s, Segment part, OpKind kind);

}  // namespace warrant::claims
