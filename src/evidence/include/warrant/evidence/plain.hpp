// Terminal output without its escape sequences, and the way back to the original bytes.
#pragma once

#include <warrant/base/span.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::evidence {

/// A text with ANSI escape sequences (ECMA-48 CSI, OSC and two-byte forms) removed, "\r\n" as "\n"
/// and a bare carriage return as a newline. `origin[i]` is the offset of text[i] in the original; one more entry holds
/// its length.
struct Plain {
  std::string text;
  std::vector<std::size_t> origin;

  /// The bytes of the original that `span` of `text` stands for. Clipped to the text.
  [[nodiscard]] Span original(Span span) const noexcept;
};

/// Never fails: an unfinished sequence at the end is removed too. Thread-safe.
Plain strip_ansi(std::string_view output);

/// The first whole number at or after `from` in `line`, digits grouped by commas allowed ("1,204").
/// Numbers inside words or decimals do not count.
struct Number {
  long long value;
  Span span;  ///< in the line
};
std::optional<Number> number_at(std::string_view line, std::size_t from) noexcept;

}  // namespace warrant::evidence
