// Requests that mean something only after an earlier turn: "yes", "try again", "only the first two".
#pragma once

#include "slots.hpp"

#include <optional>

namespace warrant::contract {

/// The contract of a follow-up, from the settled turns alone; absent when the request stands on its own.
std::optional<Contract> follow_up(const Material& material, const language::Lexicon& lexicon,
                                  const std::vector<Settlement>& history);

/// "yes, and …": the contract of what was asked permission for, when the request begins by allowing it.
std::optional<Contract> confirmed_before(const Material& material, const language::Lexicon& lexicon,
                                         const std::vector<Settlement>& history);

}  // namespace warrant::contract
