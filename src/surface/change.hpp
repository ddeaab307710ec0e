// From a whole changed text back to the smallest edit that makes it.
#pragma once

#include "lines.hpp"

#include <warrant/surface/candidates.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::surface {

/// `with` in place of the bytes at `at`.
struct Change {
  Span at;
  std::string with;
};

/// `text` with all changes made; they do not overlap and are in order.
std::string changed(std::string_view text, const std::vector<Change>& changes);

/// The edit that turns `before` into `after`: whole lines, as few as occur once. nullopt when they are equal, or
/// `before` is empty, so that no piece of it can be named.
std::optional<Candidate> edit_between(std::string_view before, std::string_view after);

/// Whether a text of JSON or TOML can be read. Of other syntaxes nothing is known: true.
bool is_sound(Syntax syntax, std::string_view text);

/// The newline of the file: "\r\n" when its first line ends so.
std::string_view newline_of(std::string_view text) noexcept;

/// The value as it must be written where `old_value` stands: quoted as that is, or as the syntax needs.
std::string value_like(std::string_view old_value, std::string_view value, Syntax syntax);

}  // namespace warrant::surface
