// Orders that no word at the head of a clause gives away.
#pragma once

#include <warrant/language/language.hpp>

namespace warrant::language {

/// Marks the clauses of plain statements that ask for something all the same: "a.py listens on 3000 make it 8080",
/// "3e-4 please", "numpy too!", "the year in a.html is 2023. Would you mind?". Each is marked as guessed.
void guess_orders(Reading& reading);

}  // namespace warrant::language
