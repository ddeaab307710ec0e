// What a message says about the outcome of tests, builds, linters and type
// checkers.
#pragma once

#include "exempt.hpp"
#include "message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warrant::claims {

enum class Topic : std::uint8_t { tests, build, lint, typecheck };

enum class Figure : std::uint8_t {
  green,  ///< "all tests pass", "the build succeeds"; `value` is 1, or 0 for
          ///< "the build fails"
  passed,
  failed,
  total,
  skipped,
  exit,  ///< the topic says nothing
};

struct ResultClaim {
  Topic topic;
  Figure figure;
  std::int64_t value;
  bool bare;   ///< "everything is green": it names no kind of run
  bool whole;  ///< it speaks of the whole suite: "all", "every", "full"
  Span span;   ///< of the value, or of the words that say it
  Span phrase;
  std::size_t sentence;
  std::string command = {};  ///< the command in backticks whose outcome it is; empty where none is named
  bool foreign = false;      ///< of a sentence in a language of which a few words are known
};

/// All outcomes that the message asserts now; figures beside words of other scripts only where `said`, which it was
/// read from, is given. Linear; never fails.
std::vector<ResultClaim> read_results(const Message& message, std::string_view said = {});
/// What the columns of the message's tables count, in place of what their heads seem to say.
void read_columns(const Message& message, std::vector<ResultClaim>& into);

}  // namespace warrant::claims
