// What a piece of text looks like.
#pragma once

#include <string>
#include <string_view>

namespace warrant::contract {

std::string_view last_part(std::string_view path);
/// With its slash; empty for a path at the root.
std::string directory_of(std::string_view path);
/// A file of text for people, by its ending.
bool is_prose(std::string_view path);
/// Whether "the doc", "the header", "the script" can mean this file, by its ending; false for a noun of no kind of
/// file.
bool is_called(std::string_view path, std::string_view noun);
bool is_one_word(std::string_view text);
/// One word that is written as code: "max_size", "parseDate", "f()".
bool is_code_name(std::string_view text);
/// A few words of which the first is written as a name: "Quick start".
bool is_title(std::string_view text);
bool is_number(std::string_view text);
/// "10 seconds" in place of "5" is 10: the unit is the person's.
std::string without_unit(const std::string& from, const std::string& to);
/// "f()" is f.
std::string without_call(std::string text);

}  // namespace warrant::contract
