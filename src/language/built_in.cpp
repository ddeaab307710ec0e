#include "word_table.hpp"

namespace warrant::language {

Lexicon built_in_lexicon() noexcept { return Lexicon(built_in_words); }

}  // namespace warrant::language
