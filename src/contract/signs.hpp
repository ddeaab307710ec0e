// What in a request speaks for or against an order, weighed: words alone and side by side, with a weight for each from
// a table that tools/fit-signs makes of labelled requests. A sum of weights and nothing more, so that every verdict can
// name the words that carried it.
#pragma once

#include "slots.hpp"

#include <array>
#include <functional>
#include <string_view>
#include <vector>

namespace warrant::contract {

/// What the words have to weigh, in hundredths of the logarithm of the odds: seven to one for an order; beside a
/// question or an order to tell something fifty to one.
inline constexpr int kEnoughWords = 200;
inline constexpr int kPlainWords = 400;
/// Of words that name no file behind a turn that changed one, which speak of it more often than not.
inline constexpr int kOnwardWords = 100;

/// A word or some words in a row.
struct Sign {
  int weight;         ///< in hundredths of the logarithm of the odds
  std::size_t first;  ///< its tokens, both included
  std::size_t last;
};

struct Weighed {
  /// In hundredths of the logarithm of the odds that a change of files is asked for.
  int sum;
  std::vector<Sign> signs;  ///< those for it, the heaviest first; at most five
};

/// Names, values and quotations count by their kind and never by their content: what a file is called says nothing.
/// Of a long request the first 400 tokens are weighed. `before` is the turn before; nullptr for none. Linear.
/// Thread-safe.
Weighed weigh(const Material& material, const Settlement* before);

/// Whether the turn before was about one file that it was to change, and the words name none.
bool goes_on(const Material& material, const Settlement* before);

/// What rules say of a request, itself a sign.
struct Ruled {
  Type type;
  std::string_view rule;
};

/// The kinds of requests that change nothing and need no command, in the order of the columns of kinds.tsv.
inline constexpr std::array kWeighedKinds{Type::answer,  Type::question, Type::list,     Type::verify,
                                          Type::explain, Type::status,   Type::diagnose, Type::unknown};

/// How far another kind has to lead over the one by the rules, and over one that is ordered by its verb, or none.
inline constexpr int kFairLead = 75;
inline constexpr int kSureLead = 200;

struct WeighedKind {
  Type type;                ///< the heaviest
  int lead;                 ///< over the kind by the rules, in hundredths of the logarithm of the odds
  std::vector<Sign> signs;  ///< those for it rather than for the kind by the rules, the heaviest first; at most five
};

/// What a request that changes nothing is about, by its words and by what the rules made of them. As `weigh`.
WeighedKind weigh_kind(const Material& material, const Settlement* before, const Ruled& ruled);

/// Every sign of the request as the tables spell it, each once, whether it has a weight or not.
void visit_signs(const Material& material, const Settlement* before, const Ruled& ruled,
                 const std::function<void(std::string_view)>& visit);

}  // namespace warrant::contract
