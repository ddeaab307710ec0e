// What the words of a request say, without deciding what they permit.
#pragma once

#include <warrant/base/span.hpp>
#include <warrant/language/lexicon.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::language {

/// A piece of text that is not the person's own sentence.
struct Region {
  enum class Kind : std::uint8_t {
    quote,    ///< in quotation marks or inline code: a literal, perhaps a name
    block,    ///< a code fence, an element of markup: a literal of several lines
    foreign,  ///< pasted or reported: a log, a diff, a trace, a transcript, a block quotation
  } kind;
  Span span;   ///< with its marks
  Span inner;  ///< without them
};
/// The regions of `text` by their form, in order, not overlapping. A quotation that is never closed goes on to
/// the end of its paragraph; what a tool prints does too, unless a line of it begins politely. Linear. Thread-safe.
std::vector<Region> find_regions(std::string_view text, const Lexicon& lexicon);

/// A path that `chunk` (a run without spaces) names, in the normal form: forward slashes, no ":line" and no
/// leading "@" or "./". Absent for URLs, versions, numbers, e-mail addresses, abbreviations, method calls.
struct PathName {
  std::string path;
  bool certain;  ///< by its form alone; else it is one only if the disk or the sentence says so ("user.name")
};
std::optional<PathName> read_path(std::string_view chunk);

struct Token {
  enum class Kind : std::uint8_t { word, value, path, quoted, block, mark } kind;
  Span span;
  std::string text;    ///< word: folded; path: normal form; quoted and block: the inside; mark: one character
  const Entry* entry;  ///< of a word or phrase; nullptr for none. Lives as long as the lexicon
  bool certain;        ///< of a path
  bool misspelt;       ///< of a word: `entry` is that of the verb it looks like

  [[nodiscard]] bool is(Class which) const noexcept { return entry != nullptr && entry->is(which); }
  [[nodiscard]] bool is_mark(char c) const noexcept { return kind == Kind::mark && text.size() == 1 && text[0] == c; }
  /// A verb in a form that can be an order.
  [[nodiscard]] Verb order() const noexcept {
    return entry != nullptr && entry->has(Form::base) ? entry->verb : Verb::none;
  }
  [[nodiscard]] bool has(Form form) const noexcept { return entry != nullptr && entry->has(form); }
};

/// Some tokens in a row, by their positions in the whole request; beyond them is nothing.
class Words {
 public:
  Words(const std::vector<Token>& tokens, std::size_t begin, std::size_t end) noexcept
      : tokens_(&tokens), begin_(begin), end_(end) {}

  [[nodiscard]] std::size_t begin() const noexcept { return begin_; }
  [[nodiscard]] std::size_t end() const noexcept { return end_; }
  [[nodiscard]] bool holds(std::size_t at) const noexcept { return at >= begin_ && at < end_; }
  [[nodiscard]] const Token& at(std::size_t at) const { return (*tokens_)[at]; }
  [[nodiscard]] bool is(std::size_t at, Class which) const { return holds(at) && (*tokens_)[at].is(which); }
  [[nodiscard]] bool is_mark(std::size_t at, char c) const { return holds(at) && (*tokens_)[at].is_mark(c); }
  [[nodiscard]] bool is_text(std::size_t at, std::string_view text) const {
    return holds(at) && (*tokens_)[at].text == text;
  }
  [[nodiscard]] Verb order(std::size_t at) const { return holds(at) ? (*tokens_)[at].order() : Verb::none; }
  [[nodiscard]] Verb verb(std::size_t at) const {
    return holds(at) && (*tokens_)[at].entry != nullptr ? (*tokens_)[at].entry->verb : Verb::none;
  }
  [[nodiscard]] bool has_form(std::size_t at, Form form) const { return holds(at) && (*tokens_)[at].has(form); }
  /// Whether one of the words, from `from` on, is of the class.
  [[nodiscard]] bool any(Class which, std::size_t from = 0) const { return find(which, from) < end_; }
  /// The first one of the class from `from` on; `end()` for none.
  [[nodiscard]] std::size_t find(Class which, std::size_t from = 0) const {
    std::size_t at = from > begin_ ? from : begin_;
    while (at < end_ && !(*tokens_)[at].is(which)) ++at;
    return at < end_ ? at : end_;
  }
  [[nodiscard]] bool has(std::string_view text) const {
    for (std::size_t at = begin_; at < end_; ++at)
      if ((*tokens_)[at].text == text) return true;
    return false;
  }

 private:
  const std::vector<Token>* tokens_;
  std::size_t begin_;
  std::size_t end_;
};

enum class Mood : std::uint8_t {
  imperative,  ///< an order, or a polite request for one
  wish,        ///< "I need …", "X should say …", "X must be raised"
  question,
  statement,
  condition,  ///< the if-part
};

struct Clause {
  std::size_t begin;  ///< tokens [begin, end)
  std::size_t end;
  std::size_t sentence;  ///< which sentence of the request, from 0
  Mood mood;
  Verb verb;         ///< the operation that is asked, wished or denied; none if there is no known verb
  std::size_t at;    ///< the verb's token; `end` when there is none
  bool passive;      ///< the objects stand before the verb: "X must be raised"
  bool negated;      ///< "do not", "never", "without": binds to this clause and its objects
  bool conditional;  ///< an if-part stands beside it
  bool reported;     ///< somebody else's words
  bool weak;         ///< "I want to": an intention, withdrawn by a question beside it
  bool only;         ///< "only", "just" before the verb
  bool after_but;    ///< follows "but", "so that", "without": limits what was said before
  bool purpose;      ///< "so that …", "making sure that …"
  bool exception;    ///< "except X", "not X", "instead of X"
  bool guessed;      ///< an order by its form alone: counts only where a file is spoken of
};

struct Reading {
  std::vector<Region> regions;
  std::vector<Token> tokens;
  std::vector<Clause> clauses;
  bool asks;       ///< some sentence is a real question
  bool overlong;   ///< more than a person writes as an order: a sentence of 500 words, 2,000 clauses; not read
  bool injection;  ///< "ignore previous instructions" and the like stands in it
};

/// Reads a request of any bytes. Linear but for the number of clauses in one sentence. Thread-safe.
Reading read(std::string_view request, const Lexicon& lexicon);

}  // namespace warrant::language
