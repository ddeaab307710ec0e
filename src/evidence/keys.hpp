// Finds which of many fixed words a line contains, in one pass.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace warrant::evidence {

/// Numbers below kMaxReaders.
inline constexpr std::size_t kMaxReaders = 128;
using ReaderSet = std::bitset<kMaxReaders>;

/// A word and the reader that wants the lines with it.
struct Key {
  std::string_view word;
  std::size_t reader;
};

/// An Aho-Corasick automaton over folded ASCII: letters match in both cases, '0' in a key stands
/// for any digit. Bytes beyond ASCII match themselves.
class KeyFinder {
 public:
  /// Precondition: no word is empty, every reader is below kMaxReaders.
  explicit KeyFinder(std::span<const Key> keys);

  /// Adds the readers of the words in `text` from `from` to its next newline (or its end) to
  /// `found`; gives the offset of that newline. Linear.
  std::size_t line(std::string_view text, std::size_t from, ReaderSet& found) const;

 private:
  static constexpr std::size_t kMaxClasses = 128;
  static constexpr std::uint16_t kHit = 0x8000;  ///< marks a step into a state where words end
  std::uint8_t shift_ = 0;                       ///< a row of next_ has 1 << shift_ entries
  std::array<std::uint8_t, 256> class_{};
  std::vector<std::uint16_t> next_;  ///< (state << shift_) + class
  std::vector<std::uint16_t> hit_;   ///< state -> index of its reader set, 0: none
  std::vector<ReaderSet> sets_;
};

/// Whether any of some lower-case words stands in a line, in either case. '0' stands for a digit.
class Phrases {
 public:
  Phrases(std::initializer_list<std::string_view> words);
  [[nodiscard]] bool in(std::string_view line) const;

 private:
  KeyFinder finder_;
};

}  // namespace warrant::evidence
