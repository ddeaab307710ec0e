// The parts of reading a command: its words, wrappers around it, what a program does, which tests
// it names. Shared by command.cpp and the files of these parts.
#pragma once

#include "warrant/evidence/command.hpp"

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::evidence {

using Words = std::span<const std::string>;

bool one_of(std::string_view word, std::initializer_list<std::string_view> set);
/// The program's name alone: "/usr/bin/clang++-19" and "clang++.exe" are "clang++".
std::string_view base_name(std::string_view word);
/// "NAME=value".
bool assignment(std::string_view word);
/// The words behind the options at the head.
Words skip_options(Words words);

/// The words of the program that wrappers ("sudo", "uv run", "docker exec app") start. wrappers.cpp
Words unwrap(Words words);
/// What an unwrapped command does. programs.cpp
std::vector<Activity> activities_of(Words words);
/// What an unwrapped command starts, in the words of CommandFacts::invoked. programs.cpp
std::vector<std::string> invocations_of(Words words);
/// The program that an unwrapped test command starts ("pytest", "bun test"), or the task runner before it.
std::string program_of(Words words);
/// Whether a program's output is the text of something else: a file, a history, an echo. shown.cpp
bool shows(Words words);
/// The words of a test command that name a part of the suite, joined. selection.cpp
std::string selection_of(std::string_view name, Words words);
/// Whether tests are listed rather than run. selection.cpp
bool lists_only(std::string_view name, Words words);

}  // namespace warrant::evidence
