// The words that take statements back, as data.
#pragma once

#include "exempt.hpp"

#include <span>
#include <string_view>

namespace warrant::claims {

struct Marker {
  std::string_view phrase;
  Exemption exemption;
};

/// Words that take back what stands in the same segment, wherever they stand in
/// it.
std::span<const Marker> markers();
/// Beginnings of words in a heading or an introduction that governs what stands
/// below it.
std::span<const Marker> governing_headings();
/// Words that name somebody else who speaks; what they say is theirs.
std::span<const std::string_view> other_speakers();
/// Words that take back the sentence before them.
std::span<const std::string_view> retractions();
bool negates(std::string_view word);

}  // namespace warrant::claims
