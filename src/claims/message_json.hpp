// Reports that a message gives as JSON.
#pragma once

#include "message.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace warrant::claims {

/// The text with the notation of each reporting JSON object made blank and its members put on lines of their own; the
/// number of bytes stays. `json` gets the places of those objects.
std::string with_json_flattened(std::string_view said, std::vector<Span>& json);

}  // namespace warrant::claims
