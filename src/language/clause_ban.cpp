// Clauses that forbid, or that narrow what another one wants.
#include "clause_reader.hpp"
#include "wish.hpp"

#include <algorithm>

namespace warrant::language {
namespace {

using Kind = Token::Kind;

}  // namespace

void ClauseReader::forbid(std::size_t at) {
  it_.negated = true;
  it_.mood = Mood::imperative;
  it_.verb = Verb::edit;
  it_.at = at;
}

void ClauseReader::negate(std::size_t at) {
  forbid(at > 0 ? at - 1 : at);
  std::size_t verb = verb_after(at);
  if (verb >= it_.end) return;
  if (words_.verb(verb) == Verb::attempt || words_.verb(verb) == Verb::proceed) {
    const std::size_t next = verb_after(verb + 1);
    if (next < it_.end) verb = next;
  }
  it_.at = verb;
  it_.verb = words_.verb(verb);
  // "Don't just tell me what is wrong, fix it.": more is wanted
  const std::string& words = token(verb).text;
  if (sort_of(it_.verb) == Sort::tell && (words.starts_with("just ") || words.starts_with("only "))) {
    it_.negated = false;
    it_.mood = Mood::statement;
    it_.verb = Verb::none;
  }
}

/// A negation or a "nothing" at the head.
bool ClauseReader::ban(std::size_t at) {
  // "there should not be …" says how things are to be.
  if (at > it_.begin && is(at - 1, Class::existence) && is(at, Class::obliged)) {
    statement(it_, words_, at - 1);
    return true;
  }
  if (is(at, Class::negation) && is(at + 1, Class::only)) {
    // "not only fix …": the verb stays an order; "don't just explain" only says that more is wanted.
    const std::size_t verb = verb_after(at + 2);
    if (verb < it_.end && (!is(at, Class::prohibit) || changes_something(words_.verb(verb)))) order_at(verb);
    return true;
  }
  if (is(at, Class::nothing)) {
    // "nothing in docs/ should mention v1" says how things are to be.
    for (std::size_t k = at + 1; k + 1 < it_.end; ++k)
      if (is(k, Class::obliged) && is(k + 1, Class::state)) return true;
    // "… nothing imports it"
    if (words_.is_text(at, "nothing") && ((is(at + 1, Class::state) && !is(at + 1, Class::being)) ||
                                          (is(at + 1, Class::holds) && words_.at(at + 1).text.ends_with('s'))))
      return true;
    // "…, so nothing is lost"
    if (words_.is_text(at, "nothing") && is(at + 1, Class::being) && at + 3 >= it_.end && at + 2 < it_.end &&
        !changes_something(words_.verb(at + 2)) && !is(at + 2, Class::unchanged))
      return true;
    // "nothing ever happens that fast"
    if (words_.is_text(at, "nothing") && words_.is_text(at + 1, "ever")) return true;
    // "nothing above or below them"
    if ((is(at + 1, Class::place_before) || is(at + 1, Class::place_after)) && !has_predicate(words_, at + 1, it_.end))
      return true;
    // "Nothing big today."
    const bool small_talk = at + 1 < it_.end && token(at + 1).kind == Kind::word && token(at + 1).entry == nullptr &&
                            !has_predicate(words_, at + 1, it_.end) && it_.end - at <= 4 && token(at).text == "nothing";
    if (small_talk) return true;
    forbid(at);
    return true;
  }
  // "Nobody needs a.tex any more."
  if (is(at, Class::negation) && at + 1 < it_.end &&
      (words_.is_text(at, "nobody") || words_.is_text(at, "no one") || words_.is_text(at, "noone")) &&
      (is(at + 1, Class::deserves) || is(at + 1, Class::state) || token(at + 1).has(Form::third_person)))
    return true;
  // "don't you think …?"
  if (question_ && is(at, Class::negation) && is(at + 1, Class::addressee)) {
    it_.mood = Mood::question;
    return true;
  }
  // "don't you touch a.py"
  if (is(at, Class::prohibit) && is(at + 1, Class::addressee) && changes_something(order(at + 2))) {
    negate(at + 2);
    return true;
  }
  // "never rotates the dumps"
  if (is(at, Class::negation) && at + 1 < it_.end && token(at + 1).has(Form::third_person) && !has_order(at + 1))
    return true;
  // "Don't leave that call in a.ts, take it out.": what must not stay
  if (is(at, Class::prohibit) && words_.verb(verb_after(at + 1) < it_.end ? verb_after(at + 1) : at) == Verb::leave &&
      !is(verb_after(at + 1), Class::only))
    return true;
  if (is(at, Class::negation)) {
    negate(at + 1);
    if (is(skip(at + 1), Class::harm)) it_.purpose = true;
    return true;
  }
  return false;
}

/// "ändern sollst du nichts": the "nothing" at the end, behind its verb and its subject.
bool ClauseReader::ban_at_end(std::size_t at) {
  std::size_t last = it_.end;
  while (last > at && token(last - 1).kind == Kind::mark) --last;
  if (!changes_something(order(at)) || last < at + 3 || !is(last - 1, Class::nothing)) return false;
  for (std::size_t k = at + 1; k + 1 < last; ++k)
    if (!is(k, Class::addressee) && !is(k, Class::obliged) && !is(k, Class::modal) && !is(k, Class::in) &&
        token(k).kind != Kind::path && !is_filler(token(k)))
      return false;  // "Ändere in a.java nichts"
  forbid(last - 1);
  return true;
}

/// The openings that only narrow what another clause wants.
bool ClauseReader::limit(std::size_t at) {
  if (is(at, Class::except) && has_order(at + 1) && !is(at, Class::negation)) {
    order_at(at + 1);  // "don't delete anything but make it smaller"
    return true;
  }
  // "other than fixing the year in a.html, nothing may change"
  if (is(at, Class::except) && !is(at, Class::negation) && changes_something(words_.verb(at + 1)) &&
      words_.has_form(at + 1, Form::gerund)) {
    order_at(at + 1);
    it_.only = true;
    return true;
  }
  if ((is(at, Class::except) &&
       !(is(at, Class::negation) && (has_order(at + 1) || words_.has_form(at + 1, Form::gerund)))) ||
      is(at, Class::instead)) {
    forbid(at);
    it_.exception = true;
    return true;
  }
  // "make a.py start without b.yaml": how it is to work
  if (is(at, Class::without) && at > words_.begin() && words_.is(at - 1, Class::holds) && at + 1 < it_.end &&
      token(at + 1).kind == Kind::path) {
    it_.purpose = true;
    return true;
  }
  if (is(at, Class::without)) {
    // "vars without default in a.tf": what they are
    std::size_t noun = at + 1;
    while (noun < it_.end && (is_filler(token(noun)) || is(noun, Class::article))) ++noun;
    if (noun < it_.end && token(noun).kind == Kind::word && token(noun).entry == nullptr &&
        !token(noun).text.ends_with("ing") && noun + 1 < it_.end && is(noun + 1, Class::in))
      return true;
    negate(at + 1);
    it_.after_but = true;
    if (is(skip(at + 1), Class::harm)) it_.purpose = true;
    return true;
  }
  if (is(at, Class::because)) return true;
  if (is(at, Class::so_that)) {
    const std::size_t next = skip(at + 1);
    if (is(at, Class::polite) && (has_order(next) || is_polite_verb(words_, next))) {
      head(next);
      return true;
    }
    it_.purpose = true;
    if (has_ban(at)) ban_statement(it_, at);
    return true;
  }
  if (is(at, Class::what_if)) {
    it_.mood = Mood::question;
    return true;
  }
  if (is(at, Class::condition)) {
    // "…, provided that b.py isn't modified"
    if (token(at).text != "if" && !is(at, Class::question) && bans_a_change(at)) {
      ban_statement(it_, at);
      return true;
    }
    // "When was X changed?"
    const bool asks = is(at, Class::question) && (is(at + 1, Class::auxiliary) || is(at + 1, Class::modal));
    it_.mood = asks ? Mood::question : Mood::condition;
    return true;
  }
  return false;
}

/// "… isn't modified", "… remains untouched"
bool ClauseReader::bans_a_change(std::size_t at) const {
  bool negated = false;
  for (std::size_t k = at; k < it_.end; ++k) {
    if (is(k, Class::unchanged) || is(k, Class::off_limits)) return true;
    negated = negated || is(k, Class::negation);
    if (negated && words_.has_form(k, Form::past) && changes_something(words_.verb(k))) return true;
  }
  return false;
}

bool ClauseReader::has_ban(std::size_t at) const {
  for (std::size_t k = at; k < it_.end; ++k)
    if (is(k, Class::negation) || is(k, Class::unchanged) || is(k, Class::off_limits)) return true;
  return false;
}

/// "make sure not to touch b.py", "make sure nothing else changes"
bool ClauseReader::bans_behind(std::size_t at) const {
  for (std::size_t k = at + 1; k < std::min(at + 8, it_.end); ++k) {
    // "stays the same", but not "uses the same path"
    const bool noun = k + 1 < it_.end && token(k + 1).kind == Kind::word && !is_filler(token(k + 1)) &&
                      (token(k + 1).entry == nullptr || !is(k + 1, Class::conjunction));
    if ((is(k, Class::unchanged) && !(token(k).text == "the same" && noun)) || is(k, Class::off_limits)) return true;
    if (!is(k, Class::negation) && !is(k, Class::nothing)) continue;
    for (std::size_t verb = k; verb < it_.end; ++verb)
      if (changes_something(words_.verb(verb))) return true;
  }
  return false;
}

}  // namespace warrant::language
