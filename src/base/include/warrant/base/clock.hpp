// Time as a port, and sortable identifiers.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace warrant {

/// The only source of time. Implementations are thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  /// Wall clock, UTC, milliseconds since 1970-01-01.
  [[nodiscard]] virtual std::int64_t now_ms() const = 0;
  /// Monotonic time for durations.
  [[nodiscard]] virtual std::chrono::nanoseconds monotonic() const = 0;
};

/// The machine's clock; lives for the whole process.
const Clock& system_clock();

/// "2026-03-01T12:34:56.789Z" (RFC 3339, UTC).
std::string to_rfc3339(std::int64_t unix_ms);

/// A ULID (26 characters, Crockford base 32): 48 bits of time and 80 random bits, so that
/// identifiers sort by time. Format: the ULID specification. Thread-safe.
std::string new_ulid(const Clock& clock);

}  // namespace warrant
