// warrant check --session: every answer of a transcript, held against what ran before it.
#pragma once

#include "exit_status.hpp"

#include <warrant/base/result.hpp>
#include <warrant/claims/readers.hpp>

#include <optional>
#include <string_view>

namespace warrant::app {

struct SessionCheck {
  std::string_view turn;  ///< a number, "last", or empty for every answer
  bool json;
  std::optional<std::string_view> page;  ///< where to write a page for a browser
};

/// Reads the transcript once, in bounded memory, and prints what it found when all of it is read. Errors: those of the
/// file, invalid_argument for a turn that is none, not_found for one without an answer.
Result<Exit> check_session(std::string_view path, const SessionCheck& asked, const claims::Backends& backends);

}  // namespace warrant::app
