// From bytes to tokens, inside the room.
#pragma once

#include <warrant/language/language.hpp>

#include <vector>

namespace warrant::language {

/// The tokens of the request outside foreign regions; ends of lines that end a sentence are marks "\n", a foreign
/// region is one too. A text that follows a colon as a literal or a quotation ("it says: …") is one block token.
std::vector<Token> tokenize(std::string_view request, const std::vector<Region>& regions, const Lexicon& lexicon);

/// The typographic apostrophe is written as the plain one, so that "don’t" is "don't"; folded.
std::string fold_word(std::string_view word);

/// What comes behind "what do you make of this message?" and a blank line is the message.
void take_shown(std::vector<Token>& tokens, std::string_view text);

/// Turns what follows a colon as a literal or a quotation into one block token.
std::vector<Token> take_literals(std::vector<Token> tokens, std::string_view text, const Lexicon& lexicon);

}  // namespace warrant::language
