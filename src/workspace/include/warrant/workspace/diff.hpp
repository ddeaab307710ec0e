// What changes between two states of a file, and how it is shown to the person who approves it.
#pragma once

#include <warrant/base/form.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::workspace {

enum class Mark : std::uint8_t { same, removed, added };

/// One line of a hunk, as the bytes are: without its newline, with its carriage return.
struct DiffLine {
  Mark mark;
  std::string text;
  bool ended;  ///< false: the file ends here without a newline
  bool operator==(const DiffLine&) const = default;
};

/// Lines count from 1, as in the unified format (POSIX diff -u): a side without lines has count 0 and
/// starts at the line before.
struct Hunk {
  std::size_t before_start;
  std::size_t before_count;
  std::size_t after_start;
  std::size_t after_count;
  std::vector<DiffLine> lines;
};

struct Diff {
  std::vector<Hunk> hunks;  ///< empty when a side is binary, or nothing changes
  std::size_t removed;      ///< lines
  std::size_t added;        ///< lines
  std::size_t before_size;  ///< bytes
  std::size_t after_size;   ///< bytes
  bool created;
  bool deleted;
  bool binary;             ///< at least one side; then there are no hunks
  bool whitespace_only;    ///< the same text once spaces, tabs, carriage returns and newlines are left out
  bool line_endings_only;  ///< the same lines, only ended otherwise
  FormChange form;         ///< of an existing file
  std::optional<Form> before;
  std::optional<Form> after;

  /// What policy must know: the file's form would change, not only its text.
  [[nodiscard]] bool form_change() const noexcept { return form.any(); }
};

/// The difference of two states; nullopt is "no such file". `context` is the number of unchanged lines
/// around a change. The shortest edit (Myers, "An O(ND) difference algorithm and its variations",
/// 1986) up to 2,000 changed lines in one place, beyond that the place is one block removed and one
/// added; memory at most 16 MiB. Total; thread-safe.
Diff make_diff(std::optional<std::string_view> before, std::optional<std::string_view> after, std::size_t context = 3);

struct RenderLimits {
  std::size_t lines = 60;
  std::size_t characters = 6000;  ///< code points, as shown
};
inline constexpr RenderLimits unlimited{.lines = SIZE_MAX, .characters = SIZE_MAX};

struct Rendering {
  std::string text;               ///< lines ended by newlines, within the limits, the statement included
  std::size_t hidden_lines;       ///< not shown at all
  std::size_t hidden_characters;  ///< of the shown form
};

/// The unified form for a terminal, under `name`. First come notes on what cannot be seen in lines
/// (created, mode of writing, only white space); control characters, escape sequences, bidirectional
/// and invisible characters, and letters of another alphabet within a Latin word are written as
/// escapes; in a change of white space alone, spaces are "·" and tabs "→". If anything is hidden, the
/// last line says how much.
Rendering render(const Diff& diff, std::string_view name, RenderLimits limits = {});

}  // namespace warrant::workspace
