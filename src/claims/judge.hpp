// The decision on one message, by sources that are read.
#pragma once

#include "warrant/claims/check.hpp"
#include "warrant/claims/readers.hpp"

#include "sources.hpp"

#include <string_view>

namespace warrant::claims {

Verdict judge(std::string_view said, const Sources& sources, const Backends& backends);

}  // namespace warrant::claims
