// The built-in lexicon as the build writes it: one table of constants, so that no start of the program reads its words.
#pragma once

#include <warrant/language/lexicon.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace warrant::language {

/// A word or phrase: where it stands in `WordTable::text`, and what it means.
struct TableWord {
  std::uint32_t at;
  std::uint8_t size;
  std::uint8_t longest_phrase;  ///< that begins with it, in words; 0 for none
  bool known;                   ///< has an entry; else it only begins phrases
  Entry entry;
};

/// The verbs with one first letter, by their places in `WordTable::text`, in the order of the lexicon.
struct TableSpelling {
  std::uint32_t at;
  std::uint8_t size;
};

/// The places are numbers and not pointers, which every start would have to relocate.
struct WordTable {
  std::string_view text;
  std::span<const TableWord> words;
  /// Index + 1 into `words`, 0 for free; a power of two long. A word stands at its hash or in the first free place
  /// behind it.
  std::span<const std::uint16_t> slots;
  std::span<const TableSpelling> spellings;
  /// `spellings` of the first byte b are those from first_of[b] up to first_of[b + 1].
  std::span<const std::uint32_t, 257> first_of;

  [[nodiscard]] std::string_view text_of(std::uint32_t at, std::uint8_t size) const noexcept {
    return text.substr(at, size);
  }
  [[nodiscard]] std::span<const TableSpelling> spellings_of(char first) const noexcept {
    const auto byte = static_cast<unsigned char>(first);
    return spellings.subspan(first_of[byte], first_of[byte + 1U] - first_of[byte]);
  }
  [[nodiscard]] const TableWord* find(std::string_view word) const noexcept;
};

/// FNV-1a: the program that writes the table and the one that reads it need the same.
constexpr std::uint32_t slot_hash(std::string_view word) noexcept {
  std::uint32_t hash = 2166136261U;
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash;
}

inline const TableWord* WordTable::find(std::string_view word) const noexcept {
  const std::size_t mask = slots.size() - 1;
  for (std::size_t slot = slot_hash(word) & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
    const TableWord& found = words[slots[slot] - 1U];
    if (text_of(found.at, found.size) == word) return &found;
  }
  return nullptr;
}

/// Of english.toml and german.toml.
extern const WordTable built_in_words;

}  // namespace warrant::language
