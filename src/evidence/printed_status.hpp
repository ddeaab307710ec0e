// What a command line prints of its own steps: `make; echo "exit: $?"`, `go build && echo OK`.
#pragma once

#include "warrant/evidence/command.hpp"

#include "shell_words.hpp"

#include <warrant/base/span.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::evidence {

/// The words an echo prints, joined as it joins them; nothing for other programs.
std::optional<std::string> echoed_text(const std::vector<std::string>& words);

/// What the echo at `steps[at]` tells of the steps before it; nothing when it tells of none.
/// `does[i]` is what step i does, for every i < at.
std::optional<PrintedStatus> printed_status(const std::vector<Step>& steps, std::size_t at,
                                            const std::vector<std::vector<Activity>>& does, bool pipefail);

/// A status that was printed.
struct ToldStatus {
  const PrintedStatus* of;
  long long value;
  Span span;  ///< of the number, or of the line, in the output
};

/// The statuses found in `output`, in order. Linear for each status.
std::vector<ToldStatus> told_statuses(const std::vector<PrintedStatus>& printed, std::string_view output);

/// "npm warn Unknown env config": what starts a program says it of itself.
bool is_remark(std::string_view line);

/// Whether the output holds nothing but what the command itself says: lines of its echoes, statuses,
/// downloads of dependencies and the notes agents put where nothing was printed. `printed` are the statuses that the
/// command prints.
bool says_nothing(std::string_view output, std::string_view command, const std::vector<PrintedStatus>& printed);

}  // namespace warrant::evidence
