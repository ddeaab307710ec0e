// What a line is by its form: printed by a tool, part of a diff, said by a speaker.
#pragma once

#include <warrant/language/lexicon.hpp>

#include <initializer_list>
#include <string_view>

namespace warrant::language {

bool is_digit(char c);
bool is_letter(char c);
bool is_space(char c);
std::string_view without_indent(std::string_view line);
bool starts_with_any(std::string_view line, std::initializer_list<std::string_view> starts);
bool starts_with_time(std::string_view line);
bool starts_with_level(std::string_view line, const Lexicon& lexicon);
bool has_level(std::string_view line);
bool is_comment(std::string_view line);
bool is_history(std::string_view line);
bool is_diagnostic(std::string_view line);
bool is_trace(std::string_view raw);
bool is_diff(std::string_view line);
bool continues_diff(std::string_view line);
bool is_agent_speaker(std::string_view name);
std::string_view speaker_of(std::string_view line);
bool is_prompt_heading(std::string_view line);

}  // namespace warrant::language
