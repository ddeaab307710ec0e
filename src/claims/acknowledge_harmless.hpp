// What looks like an admission and is none.
#pragma once

#include "exempt.hpp"

namespace warrant::claims {

/// "No longer", "nothing else", "0 errors", "the endpoint rejects empty names": the word at `at` admits nothing.
bool harmless(const Sentence& sentence, std::size_t at, Segment within);
/// "None of", "not one", "without": a quantity, and it is none.
bool counts_none(const Sentence& sentence, std::size_t at, Segment within);

}  // namespace warrant::claims
