// What the words of a request say, without deciding what they permit.
#pragma once

#include <warrant/base/result.hpp>
#include <warrant/base/span.hpp>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::language {

/// The words of one language, as data. Lower case.
struct Lexicon {
  std::map<std::string, std::string, std::less<>> verbs;  ///< verb -> operation
  std::set<std::string, std::less<>> polite;
  std::set<std::string, std::less<>> ask;
  std::set<std::string, std::less<>> doubt;
  std::set<std::string, std::less<>> deny;
};

/// Reads a lexicon in TOML. Errors: malformed with file and line.
Result<Lexicon> parse_lexicon(std::string_view text, std::string_view name);
/// The text of the English lexicon.
std::string_view english_source() noexcept;

/// `text` with the inside of quotes, inline code and code fences made blank; same length. A quote
/// that is never closed masks all that follows.
std::string mask_quoted(std::string_view text);

enum class Mood : std::uint8_t { imperative, question, statement, condition };

/// One sentence; spans are byte offsets into the request.
struct Clause {
  Span span;
  Mood mood;
  bool negated;
  Span verb;              ///< empty when there is none
  std::string operation;  ///< the lexicon's operation for the leading verb, or empty
};
/// The sentences of a masked request, in order. Thread-safe.
std::vector<Clause> cut_clauses(std::string_view masked, const Lexicon& lexicon);

struct Mention {
  std::string path;
  Span span;
};
/// The paths that `text` names, also in quotes. URLs, versions, numbers, e-mail addresses and
/// abbreviations are not paths.
std::vector<Mention> find_mentions(std::string_view text);

}  // namespace warrant::language
