// The words with which an answer owns up, as data.
#pragma once

#include <span>
#include <string_view>

namespace warrant::claims {

/// It failed, was refused, is as it was or is not known: "failed", "unchanged", "abgelehnt".
bool failing(std::string_view word);
/// The same in several words: "turned down", "ran into".
std::span<const std::string_view> admitting_phrases();
/// Wished, proposed, possible or yet to come: "would", "planned".
bool unreal(std::string_view word);
/// A negation that can deny anything, and what tells that something goes on.
bool plain_denial(std::string_view word);
/// "no", "without" and their like.
bool denier(std::string_view word);
/// What a denier denies, to say that all is well: "errors".
bool denies_trouble(std::string_view word);
/// What a denier before it says was not done or is not known: "change".
bool denies_doing(std::string_view word);
/// Who or what acts in the turn itself, so that its failing is the turn's: "tests", "policy".
bool acts_in_turn(std::string_view word);

}  // namespace warrant::claims
