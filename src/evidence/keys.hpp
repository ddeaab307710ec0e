// Finds which of many fixed words a line contains, in one pass.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace warrant::evidence {

/// Numbers below kMaxReaders.
inline constexpr std::size_t kMaxReaders = 192;
class ReaderSet {
 public:
  void set(std::size_t reader) { words_[reader / 64] |= std::uint64_t{1} << (reader % 64); }
  [[nodiscard]] bool test(std::size_t reader) const { return (words_[reader / 64] >> (reader % 64) & 1U) != 0; }
  [[nodiscard]] bool any() const { return (words_[0] | words_[1] | words_[2]) != 0; }
  ReaderSet& operator|=(const ReaderSet& other) {
    words_[0] |= other.words_[0];
    words_[1] |= other.words_[1];
    words_[2] |= other.words_[2];
    return *this;
  }
  [[nodiscard]] ReaderSet operator&(const ReaderSet& other) const {
    ReaderSet both = *this;
    both.words_[0] &= other.words_[0];
    both.words_[1] &= other.words_[1];
    both.words_[2] &= other.words_[2];
    return both;
  }
  /// The readers in ascending order.
  template <class Use>
  void each(const Use& use) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (auto left = words_[i]; left != 0; left &= left - 1)
        use(i * 64 + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }

 private:
  std::array<std::uint64_t, kMaxReaders / 64> words_{};
};

/// A word and the reader that wants the lines with it.
struct Key {
  std::string_view word;
  std::size_t reader;
};

/// An Aho-Corasick automaton over folded ASCII: letters match in both cases, '0' in a key stands
/// for any digit, a leading newline for the start of the line. Bytes beyond ASCII match themselves.
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
  template <class States>
  void fill(States& states);

  std::uint8_t shift_ = 0;  ///< a row of next_ has 1 << shift_ entries
  std::array<std::uint8_t, 256> class_{};
  std::vector<std::uint16_t> next_;  ///< (state << shift_) + class
  std::vector<std::uint16_t> hit_;   ///< state -> index of its reader set, 0: none
  std::vector<ReaderSet> sets_;
};

}  // namespace warrant::evidence
