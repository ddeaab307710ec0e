// Words with which an answer owns up: that something was not done, failed, is
// as it was, or is not known.
#pragma once

#include "exempt.hpp"

namespace warrant::claims {

/// What the words of a stretch admit.
struct Acknowledged {
  bool failure;  ///< not done, failed, refused, unchanged or unknown
  bool plain;    ///< nothing but a plain "not", "no" or "still" admits it
  bool unreal;   ///< wished, proposed, asked for, possible or yet to come
};

/// English and German, and the plainest words of some other languages. "No
/// longer", "nothing else" and "no errors" admit nothing. Linear.
Acknowledged acknowledged(const Sentence& sentence, Segment within);

/// A rule, a policy or a guard is named as what stood in the way.
bool blames_rule(const Sentence& sentence, Segment within);

/// Whether any sentence admits a failure.
bool acknowledges_failure(const Message& message);

}  // namespace warrant::claims
