// How a text file is written, apart from what it says.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warrant {

enum class LineEnding : std::uint8_t { none, lf, crlf, cr, mixed };
enum class Encoding : std::uint8_t {
  ascii,
  utf8,
  utf16le,   ///< by its byte order mark
  utf16be,   ///< by its byte order mark
  one_byte,  ///< text in some 8-bit encoding: no NUL, not UTF-8
  binary,    ///< holds a NUL byte
};

std::string_view to_string(LineEnding ending) noexcept;
std::string_view to_string(Encoding encoding) noexcept;

struct Form {
  LineEnding line_ending;
  Encoding encoding;
  bool byte_order_mark;
  bool final_newline;  ///< also true of an empty file
  bool operator==(const Form&) const = default;
};

/// Thread-safe; linear.
Form form_of(std::string_view bytes);

/// Which of these differ between two states of a file.
struct FormChange {
  bool line_ending;
  bool byte_order_mark;
  bool final_newline;
  bool encoding;  ///< ASCII becoming UTF-8 is none, nor the reverse
  [[nodiscard]] bool any() const noexcept { return line_ending || byte_order_mark || final_newline || encoding; }
};

/// None when either side is empty: there was no form to keep.
FormChange form_change(std::string_view before, std::string_view after);

/// `text` in the form of `model` where that loses nothing: its byte order mark, and CRLF for LF when all its
/// lines end so. The final newline is left as it is.
std::string in_form_of(std::string_view text, std::string_view model);

}  // namespace warrant
