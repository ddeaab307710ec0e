// One event of a record, as a line and as a value. Format: docs/record.md, docs/schema/trace.v1.json.
#pragma once

#include <warrant/base/digest.hpp>
#include <warrant/base/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace warrant::record {

inline constexpr std::size_t kLongestLine = 1U << 20U;  ///< bytes, with the newline

/// One line of a segment.
struct Event {
  std::int64_t seq;  ///< from 1, without gaps, across segments
  std::string turn;  ///< letters, digits, '-' and '_', at most 64; empty outside a turn
  std::string at;    ///< RFC 3339, UTC, with milliseconds
  std::string kind;  ///< lower-case words joined by '_', at most 64 bytes
  Json body;
  Digest prev;           ///< digest of the previous line without its newline; all zero for the first
  std::string mac = {};  ///< 32 hexadecimal digits that only the holder of the key can make; "" in older records
};

/// Reads a line without its newline; only the canonical form (RFC 8785) is accepted. Errors:
/// malformed, too_large. Thread-safe.
Result<Event> parse_event(std::string_view line);
/// As an object with the members of the line. Thread-safe.
Json to_json(const Event& event);
/// The canonical form, without a newline. Thread-safe.
std::string to_line(const Event& event);

}  // namespace warrant::record
