// Where a piece of text stands in a file, and what the lines around it speak of.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::contract {

/// The places where `piece` stands in `text`, not overlapping; none for an empty one.
std::vector<std::size_t> occurrences(std::string_view text, std::string_view piece);
/// Not inside a longer word: "30" does not stand in "300".
bool stands_alone(std::string_view text, std::size_t at, std::size_t size);
/// Those that are not inside a longer word.
std::vector<std::size_t> whole_words(std::string_view text, std::string_view piece);
/// `text` with `with` in place of the `size` bytes at each of `places`.
std::string replaced(std::string_view text, const std::vector<std::size_t>& places, std::size_t size,
                     std::string_view with);
/// The line that holds the byte at `at`, without its break.
std::string_view line_around(std::string_view text, std::size_t at);
/// Whether the line names the subject, letter case and signs aside.
bool speaks_of(std::string_view line, std::string_view subject);

/// `before` and `after` differ in one stretch: its text on each side.
struct Difference {
  std::size_t begin;
  std::string_view gone;
  std::string_view come;
};
Difference difference(std::string_view before, std::string_view after);

}  // namespace warrant::contract
