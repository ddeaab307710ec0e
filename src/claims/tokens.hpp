// Cuts lines of a message into sentences of tokens.
#pragma once

#include "message.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace warrant::claims {

bool digit(char c);
bool space(char c);
std::string_view trimmed(std::string_view text);

class Tokenizer {
 public:
  Tokenizer(std::string_view said, Message& into) : said_(said), into_(into) {}
  void read_line(Span line, LineKind kind, bool continues);
  void begin_line(LineKind kind);
  void flush();
  std::size_t paragraph = 0;
  bool pending_unticked = false;
  bool pending_ticked = false;

 private:
  void add(Token::Kind kind, std::string text, std::size_t begin, std::size_t end);
  /// Quotation marks and backticks hold one token, if they close on the same
  /// line.
  std::optional<std::size_t> enclosed(std::size_t i, std::size_t open_size, std::string_view close, std::size_t end,
                                      bool code);
  std::size_t step(std::size_t i, std::size_t end);
  std::size_t url(std::size_t i, std::size_t end);
  std::size_t ascii_mark(std::size_t i, std::size_t end);
  std::size_t foreign(std::size_t i, std::size_t end);
  /// A run of letters, digits and the signs that live inside names.
  std::size_t chunk(std::size_t i, std::size_t end);
  std::string_view said_;
  Message& into_;
  Sentence open_{};
};

}  // namespace warrant::claims
