// UTF-8: validation, decoding and making text safe to show on a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace warrant {

/// Whether all of `text` is well-formed UTF-8 (no overlong forms, no surrogates).
bool is_utf8(std::string_view text) noexcept;

struct CodePoint {
  char32_t value;    ///< U+FFFD for a malformed sequence
  std::size_t size;  ///< bytes taken, at least 1
  bool valid;
};
/// Decodes the sequence at `at`, which must be < text.size().
CodePoint decode_utf8(std::string_view text, std::size_t at) noexcept;
void append_utf8(std::string& out, char32_t value);

/// Lower case for ASCII and the Latin, Greek and Cyrillic letters; the length in bytes may change.
std::string fold_case(std::string_view text);

/// The text with malformed bytes replaced by U+FFFD.
std::string to_valid_utf8(std::string_view text);

/// `text` made harmless and honest for a terminal: control characters, escape sequences,
/// bidirectional controls, zero-width and other invisible characters are written as visible escapes
/// (`\x1b`, `\u202e`); a newline stays when `keep_newlines`, a tab always stays.
std::string visible(std::string_view text, bool keep_newlines = true);

/// `text` with letters that pass for Latin ones written as escapes (`\u0430`) where they stand in one
/// word with Latin letters: Cyrillic, Greek, Armenian, Cherokee, Lisu, full-width, letterlike and
/// mathematical letters. A word wholly in another alphabet stays as it is. For text after visible().
std::string reveal_lookalikes(std::string_view text);

}  // namespace warrant
