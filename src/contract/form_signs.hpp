// The signs in one clause that something is wanted, by its form; weighed by hand.
#pragma once

#include "slots.hpp"

#include <string_view>

namespace warrant::contract {

/// One sign alone of this weight is enough; two of half of it are too.
inline constexpr int kEnough = 2;

struct FormVerdict {
  int weight;
  std::string_view sign;  ///< the heaviest
};

FormVerdict weigh_form(const Material& material, const language::Clause& clause);

/// "He's right, please do that.": takes up what somebody else's words ask for.
bool adopts(const Material& material, const language::Clause& clause);

}  // namespace warrant::contract
