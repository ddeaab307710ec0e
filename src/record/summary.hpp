// A turn's events folded into one line.
#pragma once

#include "warrant/record/read.hpp"

#include <string_view>

namespace warrant::record {

/// The summary of a turn that has only this event yet.
TurnSummary begin_summary(const Event& event);
/// Takes the next event of the same turn in.
void fold(TurnSummary& summary, const Event& event);
/// Whether fold() looks into the body of an event of this kind.
bool folds(std::string_view kind);
/// Names, rules and reasons that stand in an event, for searching.
std::string words_of(const Event& event);

}  // namespace warrant::record
