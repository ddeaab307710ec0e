// Every span of an evidence, for moving them all.
#pragma once

#include "warrant/evidence/evidence.hpp"

#include <functional>

namespace warrant::evidence {

/// Calls `move` for every span.
void for_each_span(Evidence& found, const std::function<void(Span&)>& move);

}  // namespace warrant::evidence
