// The pieces of a shown text that name exactly one place of the whole text.
#pragma once

#include <warrant/base/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::surface {

struct PlacesLimits {
  std::size_t whole_bytes = 1U << 20U;
  std::size_t shown_bytes = 64U << 10U;
};

/// An acyclic automaton over code points. The paths from state 0 spell the non-empty pieces of the
/// shown text that can be continued (or are already) a piece occurring once in the whole text;
/// `closes` says where the latter holds. Overlapping occurrences count. Built from two suffix
/// automata (Blumer et al., 1985), the shown text's and the whole text's, walked side by side:
/// two pieces that end at the same places of the shown part can differ in the rest of the whole.
/// Size is linear in the texts. Immutable: safe to share between threads.
class Places {
 public:
  struct Edge {
    char32_t symbol;
    std::uint32_t to;
  };
  struct State {
    std::vector<Edge> edges;  ///< ascending by symbol
    bool closes;              ///< the piece spelled on the way here occurs once in the whole text
  };

  /// `whole` is the file, the `length` bytes from `begin` are shown. Errors: unsupported when either
  /// is not UTF-8, invalid_argument when the range is outside, too_large over the limits.
  static Result<Places> make(std::string_view whole, std::size_t begin, std::size_t length,
                             const PlacesLimits& limits = {});

  /// Empty when no piece of the shown text is unique.
  [[nodiscard]] const std::vector<State>& states() const noexcept { return states_; }
  /// Whether `piece` lies in the shown text and occurs once in the whole. Linear in the piece.
  [[nodiscard]] bool names_one_place(std::string_view piece) const noexcept;

 private:
  std::vector<State> states_;
};

}  // namespace warrant::surface
