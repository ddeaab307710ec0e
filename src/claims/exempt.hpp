// The sixteen classes of statements that are no present assertion.
#pragma once

#include "message.hpp"

#include <initializer_list>
#include <span>

namespace warrant::claims {

/// What a statement speaks of decides which classes can take it back: "I
/// changed it if you want to look" still says that it was changed, "all tests
/// pass if the flag is on" does not say they pass.
enum class Nature : std::uint8_t {
  act,     ///< somebody did something: "I changed X", "X was saved"
  result,  ///< something holds: "all tests pass", "the build is clean"
};

/// Where a statement stands in its sentence: the token that carries it, and
/// whether "I" or "we" did it in the past.
struct Place {
  std::size_t at;
  Nature nature;
  bool first_person;
};

/// The tokens [begin, end) around `at` between commas, dashes, colons, brackets
/// and conjunctions.
struct Segment {
  std::size_t begin;
  std::size_t end;
};
Segment segment_of(const Sentence& sentence, std::size_t at);

/// Why the statement at `place` asserts nothing now; Exemption::none when it
/// does.
Exemption exemption_at(const Sentence& sentence, const Place& place);

/// Whether the sentence takes back what was said before it: "Wait, that was an
/// old run."
bool retracts(const Sentence& sentence);
/// Whether the sentence at `index`, or the one behind it in its paragraph,
/// takes it back.
bool taken_back(const Message& message, std::size_t index);

/// "For May", "since May": the month.
bool names_month(const Sentence& sentence, std::size_t at);

/// Whether the words from `at` are those of `phrase`, parted by single blanks.
bool phrase_goes_on(const Sentence& sentence, std::size_t at, std::string_view phrase);
inline bool phrase_at(const Sentence& sentence, std::size_t at, std::string_view phrase) {
  // Nearly every phrase ends here, and hundreds are tried at each word.
  if (at >= sentence.tokens.size()) return false;
  const auto& token = sentence.tokens[at];
  const bool may = token.kind == Token::Kind::path ||
                   (!token.text.empty() && !phrase.empty() && token.text.front() == phrase.front());
  return may && phrase_goes_on(sentence, at, phrase);
}
/// Whether `phrase` stands anywhere in [begin, end).
bool has_phrase(const Sentence& sentence, Segment within, std::string_view phrase);

/// Whether any of the phrases stands in [begin, end).
bool has_any_phrase(const Sentence& sentence, Segment within, std::span<const std::string_view> phrases);
bool has_any_phrase(const Sentence& sentence, Segment within, std::initializer_list<std::string_view> phrases);
/// All of the sentence.
Segment whole(const Sentence& sentence);

/// The text of a token that is no quotation; empty behind the end.
std::string_view plain_word(const Sentence& sentence, std::size_t at);

bool one_of(std::string_view word, std::initializer_list<std::string_view> set);

}  // namespace warrant::claims
