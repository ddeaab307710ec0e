// What in a request speaks for or against an order, weighed: words alone and side by side, with a weight for each from
// a table that tools/fit-signs makes of labelled requests. A sum of weights and nothing more, so that every verdict can
// name the words that carried it.
#pragma once

#include "slots.hpp"

#include <functional>
#include <string_view>
#include <vector>

namespace warrant::contract {

/// What the words have to weigh, in hundredths of the logarithm of the odds: seven to one for an order; beside a
/// question or an order to tell something fifty to one.
inline constexpr int kEnoughWords = 200;
inline constexpr int kPlainWords = 400;

struct Weighed {
  struct Sign {
    int weight;
    std::size_t first;  ///< its tokens, both included
    std::size_t last;
  };
  /// In hundredths of the logarithm of the odds that a change of files is asked for.
  int sum;
  std::vector<Sign> signs;  ///< those for it, the heaviest first; at most five
};

/// Names, values and quotations count by their kind and never by their content: what a file is called says nothing.
/// Of a long request the first 400 tokens are weighed. Linear. Thread-safe.
Weighed weigh(const Material& material, bool follows_a_turn);

/// Every sign of the request as the table spells it, each once, whether it has a weight or not.
void visit_signs(const Material& material, bool follows_a_turn, const std::function<void(std::string_view)>& visit);

}  // namespace warrant::contract
