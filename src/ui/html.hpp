// Building blocks of a page.
#pragma once

#include <initializer_list>
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

/// Everything of a document up to its open body. The content security policy forbids the network, and every script
/// but `script` (named by its digest; "" for a page without one). `title` is escaped here, `style` follows the common
/// style sheet.
std::string document_head(std::string_view title, std::string_view style, std::string_view script);

/// A cell of a table that names its column where the page is narrow. `content` is HTML.
std::string cell(std::string_view label, const std::string& content);
/// A table of whole rows of HTML.
std::string table(std::string_view caption, std::initializer_list<std::string_view> heads, const std::string& rows);

}  // namespace warrant::ui
