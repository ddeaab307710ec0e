// A message as sentences of tokens: what both the claim reader and the turn's
// boundary read.
#pragma once

#include "warrant/claims/check.hpp"

#include <warrant/base/span.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::claims {

struct Token {
  enum class Kind : std::uint8_t {
    word,    ///< folded to lower case, apostrophes straight
    number,  ///< digits as written, other scripts' digits as ASCII
    path,    ///< has a slash or a file ending
    url,
    code,    ///< inside backticks, or one word in quotation marks; `text` is the
             ///< inside
    quoted,  ///< several words in quotation marks
    mark,    ///< one ASCII sign, or "tick", "cross", "dash", "arrow"
  };
  Kind kind;
  std::string text;
  Span span;  ///< into the message

  [[nodiscard]] bool is(std::string_view word) const { return kind == Kind::word && text == word; }
  [[nodiscard]] bool mark(std::string_view sign) const { return kind == Kind::mark && text == sign; }
  [[nodiscard]] bool names_thing() const { return kind == Kind::path || kind == Kind::code; }
};

enum class LineKind : std::uint8_t { prose, item, heading, row, json };

struct Sentence {
  std::vector<Token> tokens;
  LineKind line;
  bool question;
  bool introduces;      ///< ends with a colon
  bool unticked;        ///< "[ ]"
  bool ticked;          ///< "[x]" or a tick sign
  std::string under;    ///< the folded heading or introduction that governs it;
                        ///< empty for none
  std::string heading;  ///< the folded heading above, also below an introduction
  std::string header;   ///< of a table row: the folded first row
  std::size_t paragraph;
  Span span;
};

/// A fenced block: quoted, but what it quotes may be held out as the present
/// result.
struct Block {
  Span inside;
  std::string label;  ///< the word behind the fence, folded
  std::string intro;  ///< the folded sentence before it
};

struct Message {
  std::vector<Sentence> sentences;
  std::vector<Block> blocks;
};

/// Never fails; linear. Unwrapped, a message that is one quotation or one
/// fenced block as a whole is read as if it were bare: nobody is quoted there.
/// Block quotes and fenced blocks give no sentences.
enum class Whole : std::uint8_t { as_written, unwrapped };
Message read_message(std::string_view said, Whole whole = Whole::as_written);

/// ASCII and Latin-1 letters in lower case; the number of bytes stays.
std::string fold(std::string_view text);

}  // namespace warrant::claims
