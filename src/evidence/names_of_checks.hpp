// What a check is for, by the name that people give it.
#pragma once

#include "warrant/evidence/command.hpp"

#include <optional>
#include <string_view>

namespace warrant::evidence {

/// "Unit tests", "ruff-format", "Type check", "lint:web"; nothing for names that tell of none.
std::optional<Activity> activity_of_check(std::string_view name);

}  // namespace warrant::evidence
