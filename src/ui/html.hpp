// Building blocks of a page.
#pragma once

#include <string>
#include <string_view>

namespace warrant::ui {

/// Text as it can stand between tags and in double-quoted attributes; control characters become visible.
std::string escape(std::string_view text, bool keep_newlines = false);

/// What a value of the record means for a reader.
enum class Tone { good, bad, unknown, neutral };
Tone tone_of(std::string_view value);
/// A value as sign, colour and word: none of the three carries the meaning alone.
std::string mark(std::string_view value);

/// "sha256:0123456789ab…" with the whole digest as its title; "none" for "".
std::string digest(std::string_view text);

std::string_view style_sheet();

}  // namespace warrant::ui
