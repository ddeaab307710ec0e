// How `warrant check` shows what it found.
#pragma once

#include "exit_status.hpp"

#include <warrant/base/json.hpp>
#include <warrant/base/result.hpp>
#include <warrant/claims/check.hpp>

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace warrant::app {

Exit exit_of(claims::Gate gate);

/// What people read of a `warrant.check.v1` document: a line a claimed field, then the contradictions, then the gate.
std::string for_people(const Json& document);

/// Text that is printed as a whole at the end, or not at all: what is long waits in a file without a name.
class Held {
 public:
  /// Errors: io, when there is no room for it.
  Status add(std::string_view text);
  Status print() const;

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;  ///< all but what `text_` holds
  std::string text_;
};

}  // namespace warrant::app
