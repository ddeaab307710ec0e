// The lines of a file, the words in them, and what each line stands under.
#pragma once

#include <warrant/base/span.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::surface {

/// What a file is written in, as far as places of values and comments go.
enum class Syntax : std::uint8_t {
  python,
  json,
  yaml,
  toml,
  ini,
  makefile,
  css,
  sql,
  markdown,
  shell,
  markup,
  code,
  plain
};

/// By the file's name.
Syntax syntax_of(std::string_view path) noexcept;

bool is_word_char(char c) noexcept;
std::string_view without_space(std::string_view text) noexcept;
/// "maxRetries", "MAX_RETRIES" and "max retries" are all {"max", "retries"}.
std::vector<std::string> words_of(std::string_view text);
/// Whether `piece`, at `at` in `text`, is not the inside of a longer word or number.
bool stands_alone(std::string_view text, std::size_t at, std::size_t size) noexcept;
/// Where `piece` stands in `text`, from left to right without overlaps.
std::vector<std::size_t> occurrences(std::string_view text, std::string_view piece);

class Lines {
 public:
  explicit Lines(std::string_view text);

  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  [[nodiscard]] std::size_t count() const noexcept { return begins_.size(); }
  /// Without its newline.
  [[nodiscard]] std::string_view line(std::size_t number) const noexcept { return span(number).of(text_); }
  [[nodiscard]] Span span(std::size_t number) const noexcept;
  /// The line that holds the byte `at`.
  [[nodiscard]] std::size_t number_of(std::size_t at) const noexcept;
  /// Bytes of leading blanks; a tab counts as one.
  [[nodiscard]] std::size_t indent(std::size_t number) const noexcept;
  [[nodiscard]] bool is_blank(std::size_t number) const noexcept;
  /// The lines that `number` stands under, the nearest first: headings, section headers, lines that are indented
  /// less, and the comment directly above.
  [[nodiscard]] std::vector<std::size_t> above(std::size_t number) const;
  /// One past the last line of the block that `number` opens (indented more, up to the closing bracket or "end");
  /// number + 1 when it opens none.
  [[nodiscard]] std::size_t block_end(std::size_t number) const;

 private:
  [[nodiscard]] bool is_section(std::size_t number) const noexcept;

  std::string_view text_;
  std::vector<std::size_t> begins_;
};

/// The words of the lines that `number` stands under.
std::set<std::string, std::less<>> words_above(const Lines& lines, std::size_t number);

}  // namespace warrant::surface
