// From bytes to tokens, inside the room.
#pragma once

#include <warrant/language/language.hpp>

#include <vector>

namespace warrant::language {

/// The tokens of the request outside foreign regions; ends of lines that end a sentence are marks "\n", a foreign
/// region is one too. A text that follows a colon as a literal or a quotation ("it says: …") is one block token.
std::vector<Token> tokenize(std::string_view request, const std::vector<Region>& regions, const Lexicon& lexicon);

}  // namespace warrant::language
