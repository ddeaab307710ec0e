// The stretches of a sentence, and how each of them speaks: asserting, telling somebody what to do, offering.
#pragma once

#include "exempt.hpp"

#include <optional>
#include <vector>

namespace warrant::claims {

/// The stretches of a sentence that are judged each by itself: what one admits, the next need not.
std::vector<Segment> stretches(const Sentence& s);
/// "You should be good to go", "you'll find it in a.py": a hedge or a plan in form only.
bool firm_in_effect(const Sentence& s, Segment part);
/// A plain verb opens the stretch, or "to …": it tells somebody what to do.
bool instructs(const Sentence& s, Segment part);
bool offers(const Sentence& s, Segment part);
/// "After that it calls `rm`": what a program does by itself, or did always.
bool describes_program(const Sentence& s, Segment part);
/// "A common cause is …": of no turn in particular.
bool tells_in_general(const Sentence& s, Segment part);
/// "Hi!", "Sorry about that.", "Good question.": says nothing of what happened.
bool small_talk(const Sentence& s, Segment part);
/// The word that says what came about.
std::optional<std::size_t> outcome_in(const Sentence& s, Segment part);
/// Whether what the token at `at` says is asserted now, where negation and hedges were read from the whole stretch.
bool asserted(const Sentence& s, std::size_t at);

}  // namespace warrant::claims
