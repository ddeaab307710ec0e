// States that are wanted, as against things that are ordered: "X renamed to Y", "X should say Y", "a file X".
#pragma once

#include <warrant/language/language.hpp>

namespace warrant::language {

/// What stands from `at` on is wanted (or, `unwanted`, is not): the words behind "I'd like", "it would be nice if",
/// "have", "make". Sets the mood, the verb and its place; passive when a subject stands before a predicate.
void desire(Clause& clause, const Words& sentence, std::size_t at, bool unwanted);

/// A clause without an order: an obligation ("X must be raised") is a wish or a ban, reported speech is nothing.
void statement(Clause& clause, const Words& sentence, std::size_t at);

/// What the word at `at` obliges to, of what was spoken of before: "should be 6".
void oblige(Clause& clause, const Words& sentence, std::size_t at);

/// "There should be X": what comes behind the word at `at` is the object.
void exist(Clause& clause, const Words& sentence, std::size_t at);

/// Makes the clause forbid what it speaks of.
void ban_statement(Clause& clause, std::size_t at);

}  // namespace warrant::language
