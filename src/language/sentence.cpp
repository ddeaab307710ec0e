// Cuts a sentence into clauses.
#include "sentence.hpp"

#include <algorithm>
#include <utility>

namespace warrant::language {
namespace {

using Kind = Token::Kind;

bool is_person(const Token& token) { return token.is(Class::speaker) || token.is(Class::third); }

}  // namespace

Sentence::Sentence(const std::vector<Token>& tokens, std::size_t begin, std::size_t end, std::size_t number,
                   bool question_mark)
    : tokens_(tokens),
      words_(tokens, begin, end),
      begin_(begin),
      end_(end),
      number_(number),
      question_mark_(question_mark) {}

std::vector<Clause> Sentence::read() {
  std::size_t from = begin_;
  for (std::size_t at = begin_ + 1; at < end_; ++at) {
    if (!cuts(from, at)) continue;
    clauses_.push_back(read_clause(words_, from, at, number_, question_mark_));
    from = at;
  }
  clauses_.push_back(read_clause(words_, from, end_, number_, question_mark_));
  settle();
  return std::move(clauses_);
}

const Token& Sentence::token(std::size_t at) const { return tokens_[at]; }

bool Sentence::is(std::size_t at, Class which) const { return at < end_ && tokens_[at].is(which); }

Verb Sentence::order(std::size_t at) const { return at < end_ ? tokens_[at].order() : Verb::none; }

bool Sentence::mark(std::size_t at, char c) const { return at < end_ && tokens_[at].is_mark(c); }

std::size_t Sentence::skip(std::size_t at) const { return skip_fillers(words_, at); }

bool Sentence::starts_clause(std::size_t at) const {
  if (at >= end_) return false;
  const Token& it = token(at);
  if (it.kind != Kind::word) {
    if (it.kind != Kind::path) return false;
    if (at + 2 < end_ && token(at + 1).text == "itself") at += 1;  // "a.json itself stays untouched"
    return is(at + 1, Class::speaker) || is(at + 1, Class::obliged) || is(at + 1, Class::deserves) ||
           is(at + 1, Class::off_limits) || is(at + 1, Class::trailing_negation) || is(at + 1, Class::auxiliary) ||
           is(at + 1, Class::modal) || mark(at + 1, ':');
  }
  if (it.order() != Verb::none) return true;
  if (it.is(Class::negation) || it.is(Class::only) || it.is(Class::nothing) || it.is(Class::question) ||
      it.is(Class::speaker) || it.is(Class::addressee) || it.is(Class::condition) || it.is(Class::wish_to) ||
      it.is(Class::correction) || it.is(Class::wish_thing) || it.is(Class::wish_if) || it.is(Class::unwanted) ||
      it.is(Class::inline_answer) || it.is(Class::continuing))
    return true;
  if (it.is(Class::modal) || it.is(Class::auxiliary)) return true;
  if (is_verb_by_place(words_, at, end_) && (token(at + 1).kind == Kind::word || token(at + 1).kind == Kind::value))
    return true;
  if (it.text == "they're" && is(at + 1, Class::in)) return true;
  if (it.is(Class::third)) return is(at + 1, Class::report) || is(at + 1, Class::auxiliary) || is(at + 1, Class::modal);
  // "it should …", "the tests must …", "the rest stays …"
  for (std::size_t k = at; k < std::min(at + 4, end_); ++k) {
    if (token(k).kind == Kind::mark) return false;
    if (k > at && (is(k, Class::obliged) || is(k, Class::deserves) || is(k, Class::welcome) || is(k, Class::goes) ||
                   is(k, Class::off_limits) || is(k, Class::auxiliary) || is(k, Class::modal)))
      return true;
  }
  return false;
}

/// "the year in a.md and b.md is old": nothing is said yet of what stands before the second name.
bool Sentence::is_second_name(std::size_t from, std::size_t at) const {
  // "The LICENSE file and include/hash.h are off limits."
  if (at >= from + 4 && token(at).kind == Kind::path && token(at - 1).is(Class::conjunction) &&
      is(at - 2, Class::file_noun) && token(at - 3).kind == Kind::path && is(at + 1, Class::auxiliary) &&
      at - 4 == from)
    return true;
  if (at < from + 3 || token(at).kind != Kind::path || !token(at - 1).is(Class::conjunction) ||
      token(at - 2).kind != Kind::path || !is(at + 1, Class::auxiliary))
    return false;
  for (std::size_t k = from; k < at; ++k)
    if (order(k) != Verb::none || token(k).has(Form::third_person) || is(k, Class::auxiliary) || is(k, Class::modal) ||
        is(k, Class::obliged) || is(k, Class::speaker))
      return false;
  return true;
}

/// "the build and test commands": no order behind the "and", where a noun with an article stands before it.
bool Sentence::is_coordinated_noun(std::size_t at) const {
  if (token(at).text == "answer" && at > begin_ + 1 && token(at - 2).text == "question") return true;
  if (!token(at - 1).is(Class::conjunction) || at < begin_ + 3 || order(at) == Verb::none) return false;
  return order(at - 2) != Verb::none && is(at - 3, Class::article) && at + 1 < end_ &&
         token(at + 1).kind == Kind::word && token(at + 1).entry == nullptr;
}

/// Sentences without a stop between them: "the readme says 1.19 it should say 1.22", "if a.py has one make it 5",
/// "don't change a.py just explain it", "a.py has a typo can you fix it".
bool Sentence::runs_on(std::size_t from, std::size_t at) const {
  const Token& it = token(at);
  // "Instead of "A" it should say "B""
  if (is(skip(from), Class::instead) && it.is(Class::pronoun) && is(at + 1, Class::obliged) && at > from + 1)
    return true;
  if (at < from + 3) return false;
  const Token& last = token(at - 1);
  if (last.is(Class::infinitive) || last.is(Class::report) || last.is(Class::modal) || last.is(Class::question) ||
      last.is(Class::condition) || last.is(Class::speaker) || last.is(Class::addressee) || last.is(Class::article))
    return false;
  const std::size_t head = skip(from);
  // "when Escape is pressed a.tsx should close"
  const bool subject = it.kind == Kind::path || it.is(Class::pronoun);
  if ((is(head, Class::condition) || is(head, Class::instead)) && subject && is(at + 1, Class::obliged)) return true;
  // "where a.html says "A" I want "B""
  if (!question_mark_ && is(head, Class::where) && it.is(Class::wish_thing)) return true;
  // "if a.h has no include guard add one"
  if (is(head, Class::condition) && !is(head, Class::question) && order(at) != Verb::none && it.kind == Kind::word &&
      is(at + 1, Class::pronoun))
    return true;
  if (last.order() != Verb::none) return false;
  if (is(head, Class::condition) && !is(head, Class::question) && order(at) != Verb::none && it.kind == Kind::word)
    return last.kind == Kind::path || is(at + 1, Class::pronoun) || is(at + 1, Class::article);
  if (is(head, Class::prohibit) && it.is(Class::inline_answer) && it.order() != Verb::none) return true;
  if (is(head, Class::prohibit) && order(at + 1) != Verb::none && (it.is(Class::only) || it.is(Class::adverb)))
    return it.is(Class::only) || it.text == "just";
  if (asks_or_orders(from, at)) return false;
  if (it.is(Class::pronoun) && is(at + 1, Class::obliged)) return true;
  return it.entry != nullptr && it.entry->verb == Verb::proceed && it.has(Form::base) && it.is(Class::asks_you);
}

/// A question, an order or a person stands before: what comes behind belongs to it.
bool Sentence::asks_or_orders(std::size_t from, std::size_t at) const {
  bool finite = false;
  for (std::size_t k = from; k < at; ++k) {
    if (is(k, Class::question) || is(k, Class::modal) || is(k, Class::condition) || is_person(token(k)) ||
        (order(k) != Verb::none && k == skip(from)))
      return true;
    finite = finite || is(k, Class::auxiliary) || is(k, Class::report) || token(k).has(Form::third_person) ||
             is(k, Class::state);
  }
  return !finite || is(skip(from), Class::auxiliary);
}

/// "have the workflow (a.yml) use node 20": what it is to do is still to come.
bool Sentence::awaits_predicate(std::size_t from, std::size_t at) const {
  const std::size_t head = skip(from);
  if (question_mark_ || !is(head, Class::cause) || !is(head + 1, Class::article) || !is(skip(at), Class::state))
    return false;
  if (token(at - 1).kind != Kind::mark) return false;
  bool path = false;
  for (std::size_t k = head + 1; k < at; ++k) {
    if (is(k, Class::being) || is(k, Class::state) || token(k).has(Form::past)) return false;
    path = path || token(k).kind == Kind::path;
  }
  return path;
}

bool Sentence::cuts(std::size_t from, std::size_t at) const {
  const Token& it = token(at);
  const Token& last = token(at - 1);
  if (at == from) return false;
  // "Delete old.txt do not change anything": a ban needs no comma before it.
  const bool habit = it.text == "never" && at + 1 < end_ && token(at + 1).has(Form::third_person);
  if (it.is(Class::prohibit) && !habit && skip(from) < at && !last.is(Class::addressee) && !last.is(Class::speaker) &&
      !last.is(Class::third) && !last.is(Class::question) && !last.is(Class::pronoun) && !last.is(Class::modal))
    return true;
  // An embedded question: "check if", "see whether", "tell me what".
  const bool embedded = last.order() != Verb::none && asks_only(last.order());
  if (it.is(Class::except)) {
    if (!it.is(Class::negation)) return true;
    return (last.kind == Kind::mark || last.is(Class::conjunction) || last.kind == Kind::path || last.is(Class::but)) &&
           order(at + 1) == Verb::none;
  }
  if (it.is(Class::without) || it.is(Class::instead)) return true;
  if (it.is(Class::because) && !is(at + 1, Class::line_noun)) return true;
  if (it.is(Class::so_that))
    return !it.is(Class::polite) || last.kind == Kind::mark || order(at + 1) != Verb::none ||
           (at + 1 < end_ && token(at + 1).kind == Kind::path);
  if (it.is(Class::condition))
    return !embedded && last.text != "as" && last.text != "or" &&
           !(it.text == "once" && (at + 1 == end_ || last.kind == Kind::value));
  if (it.is(Class::what_if)) return true;
  if (runs_on(from, at)) return true;
  // "I'd be glad if you could …"; but "what would happen if you could …" asks.
  if (it.is(Class::if_you) && it.entry->verb == Verb::proceed && words_.find(Class::question, from) >= at &&
      words_.find(Class::what_if, from) >= at && skip(from) < at)
    return true;
  if (it.is(Class::but) && at + 1 < end_ && words_.find(Class::all, from) < at &&
      (token(at + 1).kind == Kind::path ||
       (is(at + 1, Class::in) && at + 2 < end_ && token(at + 2).kind == Kind::path)))
    return true;
  const bool joint = last.kind == Kind::mark || last.is(Class::conjunction) || last.is(Class::but) ||
                     last.text == "then" || last.text == "and then";
  if (joint) {
    if (skip(from) >= at) return false;
    if (is_place_only(words_, from, at) || is_second_name(from, at)) return false;
    return starts_clause(skip(at)) && !is_coordinated_noun(at) && !awaits_predicate(from, at);
  }
  // "python a.py -> run this"
  if (last.kind == Kind::word && last.is(Class::to) && !last.is(Class::infinitive) &&
      (sort_of(order(skip(at))) == Sort::run || is_polite_verb(words_, skip(at))))
    return true;
  // "a.py has a bug please fix it"
  if (last.is(Class::please) && order(at) != Verb::none && at - 1 > from) return skip(from) < at - 1;
  // A polite phrase begins a clause of its own, but not inside a question: "How would you …".
  const bool polite = it.entry != nullptr && it.entry->verb == Verb::proceed && it.has(Form::base);
  if (!polite || skip(from) >= at || is_place_only(words_, from, at)) return false;
  for (std::size_t k = from; k < at; ++k)
    if (is(k, Class::question) || is(k, Class::modal) || is(k, Class::auxiliary) || is(k, Class::negation) ||
        is_person(token(k)))
      return false;
  return last.is(Class::polite) || last.kind == Kind::mark;
}

}  // namespace warrant::language
