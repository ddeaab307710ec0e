#include "clause.hpp"

#include <algorithm>

namespace warrant::language {
namespace {

using Kind = Token::Kind;

}  // namespace

bool is_polite_verb(const Words& words, std::size_t at) {
  return words.verb(at) == Verb::proceed && words.has_form(at, Form::base);
}

bool is_filler(const Token& token) noexcept {
  if (token.kind == Kind::mark) return true;
  if (token.entry == nullptr || token.order() != Verb::none) return false;
  return token.is(Class::polite) || token.is(Class::conjunction) || token.is(Class::but) || token.is(Class::needed) ||
         token.is(Class::greeting) || token.is(Class::affirm);
}

bool is_departure(const Token& token) {
  return token.order() == Verb::erase && (token.text.starts_with("can be ") || token.text.ends_with(" go") ||
                                          token.text.find(" go ") != std::string::npos);
}

bool is_verb_by_place(const Words& words, std::size_t at, std::size_t end) {
  // "queue_free it": a call may be the verb
  const bool call = at + 1 < end && words.at(at).kind == Kind::value &&
                    words.at(at).text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string::npos &&
                    words.is(at + 1, Class::pronoun);
  if (call) return !has_predicate(words, at + 1, end);
  if (at + 1 >= end || words.at(at).kind != Kind::word) return false;
  // "return 0 there", "raise an error": a verb that else says how something is.
  const bool says = words.is(at, Class::state) && words.verb(at) == Verb::none && !words.is(at, Class::auxiliary) &&
                    !words.is(at, Class::source) && !words.is(at, Class::being);
  if (words.at(at).entry != nullptr && !says) return false;
  const std::string& word = words.at(at).text;
  if (word.size() < 3 || !std::ranges::all_of(word, [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; }))
    return false;
  // Adverbs, participles and what others do are no orders.
  for (const std::string_view ending : {"ly", "ing", "ed"})
    if (word.ends_with(ending)) return false;
  if (word.ends_with('s') && !word.ends_with("ss")) return false;
  const Token& next = words.at(at + 1);
  // "omg it works"
  if (next.is(Class::pronoun) && (words.is(at + 2, Class::holds) || words.is(at + 2, Class::finished))) return false;
  // "return early if …": no sentence begins so but an order.
  const bool bare = says && next.kind == Kind::word && !next.is(Class::in) && !next.is(Class::noun_after) &&
                    words.at(at).text == "return" && !words.is_text(at + 2, "of");
  const bool object = bare || words.is(at + 1, Class::article) || words.is(at + 1, Class::pronoun) ||
                      words.is(at + 1, Class::all) || next.kind == Kind::quoted || (says && next.kind == Kind::value) ||
                      (next.kind == Kind::path && next.certain);
  return object && !has_predicate(words, at + 1, end);
}

bool has_predicate(const Words& words, std::size_t from, std::size_t end) {
  for (std::size_t k = from; k < end; ++k) {
    // What is said of the object says nothing about the clause: "the lines that are empty".
    if (words.is(k, Class::condition) || words.is(k, Class::question) ||
        (k > from && words.is(k, Class::pronoun) && words.is_text(k, "that")))
      return false;
    if (words.is(k, Class::auxiliary) || words.is(k, Class::modal) || words.is(k, Class::obliged) ||
        words.is(k, Class::deserves) || words.has_form(k, Form::third_person))
      return true;
  }
  return false;
}

std::size_t skip_fillers(const Words& words, std::size_t at) {
  while (words.holds(at) && is_filler(words.at(at))) ++at;
  return at;
}

bool asks_only(Verb verb) noexcept {
  return verb == Verb::say || verb == Verb::explain || verb == Verb::suggest || verb == Verb::find ||
         verb == Verb::verify || verb == Verb::diagnose || verb == Verb::show || verb == Verb::review ||
         verb == Verb::read;
}

bool is_place_only(const Words& sentence, std::size_t from, std::size_t to) {
  if (to - from > kLongestPlace) return false;
  const std::size_t head = skip_fillers(sentence, from);
  if (head >= to) return true;
  if (sentence.order(head) != Verb::none) return false;
  const bool preposition = sentence.is(head, Class::in) || sentence.is(head, Class::from) ||
                           sentence.is(head, Class::topic) || sentence.is(head, Class::source) ||
                           sentence.is(head, Class::with);
  if (!preposition && sentence.at(head).kind != Kind::path) return false;
  std::size_t unknown = 0;
  for (std::size_t k = head; k < to; ++k) {
    // "a.md, section Install"
    if (k > head && sentence.is(k - 1, Class::line_noun) && sentence.at(k).kind == Kind::word &&
        sentence.at(k).entry == nullptr)
      continue;
    // "sdk.dir points to the wrong place"
    if (!preposition && sentence.at(k).kind == Kind::word && sentence.at(k).entry == nullptr && ++unknown > 1)
      return false;
    if (k > head && sentence.order(k) != Verb::none) {
      // "the test file": a noun here.
      if (k + 1 < to && (sentence.is(k + 1, Class::file_noun) || sentence.is(k + 1, Class::directory_noun))) continue;
      return false;
    }
    for (const Class verbal : {Class::auxiliary, Class::modal, Class::obliged, Class::negation, Class::defect,
                               Class::off_limits, Class::goes})
      if (sentence.is(k, verbal)) return false;
    if (!preposition && sentence.is(k, Class::holds)) return false;
    if (k > head && sentence.is(k, Class::equals)) return false;  // "in a.toml edition = 2021"
    // "a.yml: name → "B", theme stays"
    if (k > head && k + 1 < to && sentence.at(k + 1).kind != Kind::path && sentence.is(k, Class::to) &&
        !sentence.is(k, Class::infinitive) &&
        sentence.at(k).text.find_first_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos)
      return false;
  }
  return true;
}

}  // namespace warrant::language
