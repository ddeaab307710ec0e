// One clause: what it wants, asks, forbids or says.
#pragma once

#include <warrant/language/language.hpp>

namespace warrant::language {

/// A longer run of words is no mere place.
inline constexpr std::size_t kLongestPlace = 40;

/// Politeness, conjunctions and marks, which say nothing about what a clause wants; never a verb in the form of an
/// order.
bool is_filler(const Token& token) noexcept;
/// The first position in `words` from `at` on that is no filler.
std::size_t skip_fillers(const Words& words, std::size_t at);

/// A word of no known use, in the place and form of an order, with its object right behind it: "memoize it".
bool is_verb_by_place(const Words& words, std::size_t at, std::size_t end);
/// Whether a finite verb stands in [from, end), relative clauses aside.
bool has_predicate(const Words& words, std::size_t from, std::size_t end);

/// A polite phrase in the form of an order: "could you", "go ahead and".
bool is_polite_verb(const Words& words, std::size_t at);

/// "can go", "has to go": of what stands before it.
bool is_departure(const Token& token);

/// A verb that asks for words, not for work: "tell", "check", "show".
bool asks_only(Verb verb) noexcept;

/// "In settings.py, …", "a.py: …": [from, to) only says where.
bool is_place_only(const Words& sentence, std::size_t from, std::size_t to);

/// The clause of [from, to). `sentence` is the words of its sentence, `question` whether that ends in "?".
Clause read_clause(const Words& sentence, std::size_t from, std::size_t to, std::size_t number, bool question);

}  // namespace warrant::language
