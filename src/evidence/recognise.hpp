// Whose transcript a text is, and how its records are laid out.
#pragma once

#include "warrant/evidence/session.hpp"

#include <cstdint>
#include <string_view>

namespace warrant::evidence {

/// How a JSON transcript holds its records.
enum class Layout : std::uint8_t {
  lines,     ///< one record a line
  values,    ///< records one behind the other, each over several lines
  document,  ///< inside one value: an array of records, or an object with such arrays
};

/// Of the first bytes of a transcript, a byte order mark before them or not.
Layout layout_of(std::string_view head);

/// The bytes that a byte order mark takes: 3 or 0.
/// Whether the head is that of a chat that Gemini CLI shared as Markdown.
bool is_shared_gemini(std::string_view head);
std::size_t byte_order_mark(std::string_view head);

}  // namespace warrant::evidence
