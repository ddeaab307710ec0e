// What a pipe leaves of a test report.
#pragma once

#include "warrant/evidence/evidence.hpp"

#include <string_view>

namespace warrant::evidence {

/// Reads the filters behind the command's test steps and what they let through. Linear in the output. Thread-safe.
ReportRest rest_of_report(std::string_view command, std::string_view printed);

}  // namespace warrant::evidence
