// What a command's own words, and the first words that it prints, say of what it ran.
#pragma once

#include "warrant/evidence/evidence.hpp"

#include <string_view>

namespace warrant::evidence {

/// Whether the command asks git itself to commit, rather than a tool of another kind.
bool asks_git(std::string_view command);
/// "no test files", "ran 0 tests": what stands near the head of the output.
bool found_no_tests(std::string_view printed);
/// The runner that a program is; Runner::other for those that are not known by name.
Runner runner_of(std::string_view program);

}  // namespace warrant::evidence
