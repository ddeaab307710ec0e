// Orders that are not meant now: put off, wished for some day, taken back.
#include "resolver.hpp"

#include <algorithm>
#include <array>

namespace warrant::contract {

using language::Class;
using language::Clause;
using language::Mood;
using language::Token;

/// "Once I confirm, …", "tomorrow, …"
bool Resolver::is_put_off() const {
  // "… only once Anna has signed off; she hasn't yet."
  for (std::size_t at = 1; at < tokens_.size(); ++at)
    if (tokens_[at].text == "yet" && tokens_[at - 1].text.ends_with("n't") && is_end(at + 1)) return true;
  for (std::size_t at = 0; at < tokens_.size(); ++at) {
    const bool bound = at > 0 && (tokens_[at - 1].is(Class::condition) || tokens_[at - 1].is(Class::place_after) ||
                                  tokens_[at - 1].is(Class::place_before) || tokens_[at - 1].is(Class::topic));
    if (bound && tokens_[at].is(Class::approval)) return true;
  }
  // "… Don't do it yet."
  static constexpr std::array<std::string_view, 5> kNotNow{"don't do it", "do not do it", "don't do that",
                                                           "do not do that", "not now"};
  for (const Clause& clause : clauses_) {
    std::size_t at = clause.begin;
    while (at < clause.end && (tokens_[at].kind == Token::Kind::mark || tokens_[at].is(Class::but))) ++at;
    if (at < clause.end && at > 0 && std::ranges::find(kNotNow, tokens_[at].text) != kNotNow.end()) return true;
  }
  // "fyi", "just so you know"
  if (std::ranges::any_of(tokens_, [](const Token& token) { return token.is(Class::informs); })) return true;
  // "Maybe a.py should be split, I don't know yet"
  for (std::size_t at = 0; at < tokens_.size(); ++at)
    if (tokens_[at].is(Class::undecided) && is_end(at + 1)) return true;
  return std::ranges::any_of(clauses_, [&](const Clause& clause) {
    std::size_t at = clause.begin;
    // "Tomorrow, delete a.py": a clause of its own by its comma.
    if (at > 1 && tokens_[at - 1].is_mark(',') && tokens_[at - 2].is(Class::later)) at -= 2;
    while (at < clause.end && tokens_[at].kind == Token::Kind::mark) ++at;
    if (!is_order(clause) || !language::changes_something(clause.verb)) return false;
    if (at < clause.end && tokens_[at].is(Class::later)) return true;
    // "…, some day"
    if (tokens_[clause.end - 1].is_mark(',') && clause.end < tokens_.size() && tokens_[clause.end].is(Class::later) &&
        (clause.end + 1 >= tokens_.size() || tokens_[clause.end + 1].kind == Token::Kind::mark))
      return true;
    // "rename a.py to b.py some day"
    std::size_t last = clause.end;
    while (last > clause.begin && tokens_[last - 1].kind == Token::Kind::mark) --last;
    return last > clause.at + 2 && tokens_[last - 1].is(Class::later) && !tokens_[last - 2].is(Class::to) &&
           !tokens_[last - 2].is(Class::from) && !tokens_[last - 2].is(Class::topic) &&
           tokens_[last - 2].kind != Token::Kind::mark;
  });
}

/// "Lovely. I'd love a table there at some point, but it's fine for now.": nothing else is ordered.
bool Resolver::is_wished_for_later() {
  if (!draft_.change || !has_wish_for_later() || std::ranges::any_of(clauses_, [&](const Clause& clause) {
        return is_order(clause) && language::changes_something(clause.verb) && !wishes_for_later(clause);
      }))
    return false;
  drop_orders();
  read_nothing();
  return true;
}

/// "I'd love a table there at some point, but it's fine", "a table would be nice there some day"
bool Resolver::wishes_for_later(const Clause& clause) const {
  if (clause.mood != Mood::wish) return false;
  for (std::size_t at = clause.begin + 1; at < clause.end; ++at) {
    const bool ends = at + 1 >= clause.end || tokens_[at + 1].kind == Token::Kind::mark;
    if (tokens_[at].is(Class::later) && ends && !tokens_[at - 1].is(Class::to) && !tokens_[at - 1].is(Class::from) &&
        !tokens_[at - 1].is(Class::topic) && tokens_[at - 1].kind != Token::Kind::mark)
      return true;
  }
  return false;
}

bool Resolver::has_wish_for_later() const {
  return std::ranges::any_of(clauses_, [&](const Clause& clause) { return wishes_for_later(clause); });
}

bool Resolver::is_end(std::size_t at) const {
  while (at < tokens_.size() && tokens_[at].kind == Token::Kind::mark) ++at;
  return at >= tokens_.size();
}

/// "Delete a.py. Just kidding.", "…, no wait, never mind"
bool Resolver::is_taken_back() const {
  static constexpr std::array<std::string_view, 9> kWords{
      "kidding", "joking", "joke", "nevermind", "never mind", "forget it", "cancel", "on second thought", "abort"};
  for (std::size_t at = 0; at < tokens_.size(); ++at) {
    if (at == 0 && (tokens_.size() < 2 || !tokens_[1].is_mark(':'))) continue;
    const bool word = std::ranges::find(kWords, tokens_[at].text) != kWords.end();
    const bool alone = at + 1 == tokens_.size() || tokens_[at + 1].kind == Token::Kind::mark;
    if (word && alone && tokens_[at].kind == Token::Kind::word) return true;
    // "…, so wait."
    if (at > 0 && tokens_[at].is(Class::deny) && tokens_[at].text == "wait" && is_end(at + 1)) return true;
  }
  return false;
}

}  // namespace warrant::contract
