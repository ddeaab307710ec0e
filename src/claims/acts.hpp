// What a message says that somebody did: "I changed settings.py", "geändert:
// a.py", "✅ a.py".
#pragma once

#include "exempt.hpp"
#include "message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warrant::claims {

enum class Deed : std::uint8_t { change, create, remove, move, save, run, read, search, verify, release, complete };

/// One asserted act. The words about its object are the tokens of `window`.
struct Act {
  Deed deed;
  std::vector<Token> objects;         ///< paths and code that name what was acted upon
  Segment window;                     ///< tokens of the sentence that speak of the object
  bool strict;                        ///< the verb names the very kind of act: "created", not "wrote"
  bool started_only;                  ///< it says that it was tried, run or begun, not how it
                                      ///< ended
  std::optional<std::int64_t> files;  ///< "changed 3 files"
  bool everything;                    ///< "all", "both", "everything"
  std::size_t sentence;
  std::size_t at;  ///< the token that says it
  std::string verb;
  Span span;
  bool by_nobody = false;  ///< told without saying who did it: "was changed", "file deleted"
};

/// All acts that the message asserts now. Linear; never fails.
std::vector<Act> read_acts(const Message& message);

/// The value of a whole number written in digits or, up to twenty and in tens,
/// in English or German.
std::optional<std::int64_t> number_of(const Token& token);

}  // namespace warrant::claims
