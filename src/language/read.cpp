// Cuts the tokens into clauses and says what each one is: an order, a wish, a question, a condition, a statement.
#include "tokens.hpp"

#include <algorithm>
#include <utility>

namespace warrant::language {
namespace {

using Kind = Token::Kind;

bool ends_sentence(const Token& token) {
  return token.is_mark('.') || token.is_mark('!') || token.is_mark('?') || token.is_mark(';') || token.is_mark('\n');
}

bool is_person(const Token& token) { return token.is(Class::speaker) || token.is(Class::third); }

bool asks_only(Verb verb) {
  return verb == Verb::say || verb == Verb::explain || verb == Verb::suggest || verb == Verb::find ||
         verb == Verb::verify || verb == Verb::diagnose || verb == Verb::show || verb == Verb::review ||
         verb == Verb::read;
}

/// One sentence's tokens [begin, end), its end mark left out.
class Sentence {
 public:
  Sentence(const std::vector<Token>& tokens, std::size_t begin, std::size_t end, std::size_t number, bool question_mark)
      : tokens_(tokens), begin_(begin), end_(end), number_(number), question_mark_(question_mark) {}

  std::vector<Clause> read() {
    std::size_t from = begin_;
    for (std::size_t at = begin_ + 1; at < end_; ++at) {
      if (!cuts(from, at)) continue;
      clauses_.push_back(clause(from, at));
      from = at;
    }
    clauses_.push_back(clause(from, end_));
    settle();
    return std::move(clauses_);
  }

 private:
  const Token& token(std::size_t at) const { return tokens_[at]; }
  bool is(std::size_t at, Class which) const { return at < end_ && tokens_[at].is(which); }
  Verb order(std::size_t at) const { return at < end_ ? tokens_[at].order() : Verb::none; }
  bool mark(std::size_t at, char c) const { return at < end_ && tokens_[at].is_mark(c); }

  bool is_skippable(std::size_t at) const {
    if (at >= end_) return false;
    const Token& it = token(at);
    if (it.kind == Kind::mark) return true;
    if (it.entry == nullptr) return false;
    if (it.order() != Verb::none) return false;
    return it.is(Class::polite) || it.is(Class::conjunction) || it.is(Class::but) || it.is(Class::needed) ||
           it.is(Class::greeting) || it.is(Class::affirm);
  }
  std::size_t skip(std::size_t at) const {
    while (is_skippable(at)) ++at;
    return at;
  }

  /// "don't just …", "not only …": no ban.
  bool is_rhetorical(std::size_t at) const {
    return is(at, Class::negation) && (is(at + 1, Class::only) || (at + 1 < end_ && token(at + 1).text == "just"));
  }

  bool starts_clause(std::size_t at) const {
    if (at >= end_) return false;
    const Token& it = token(at);
    if (it.kind != Kind::word) {
      if (it.kind != Kind::path) return false;
      return is(at + 1, Class::obliged) || is(at + 1, Class::off_limits) || is(at + 1, Class::auxiliary) ||
             is(at + 1, Class::modal) || mark(at + 1, ':');
    }
    if (it.order() != Verb::none) return true;
    if (it.is(Class::negation) || it.is(Class::only) || it.is(Class::nothing) || it.is(Class::question) ||
        it.is(Class::speaker) || it.is(Class::addressee) || it.is(Class::condition) || it.is(Class::wish_to) ||
        it.is(Class::wish_thing) || it.is(Class::wish_if) || it.is(Class::inline_answer) || it.is(Class::continuing))
      return true;
    if (it.is(Class::modal) || it.is(Class::auxiliary)) return true;
    if (it.is(Class::third))
      return is(at + 1, Class::report) || is(at + 1, Class::auxiliary) || is(at + 1, Class::modal);
    // "it should …", "the tests must …", "the rest stays …"
    for (std::size_t k = at; k < std::min(at + 4, end_); ++k) {
      if (token(k).kind == Kind::mark) return false;
      if (k > at &&
          (is(k, Class::obliged) || is(k, Class::off_limits) || is(k, Class::auxiliary) || is(k, Class::modal)))
        return true;
    }
    return false;
  }

  /// "In settings.py, …", "a.py: …": a place before its clause.
  bool is_place_only(std::size_t from, std::size_t at) const {
    const std::size_t head = skip(from);
    if (head >= at) return true;
    const bool preposition = is(head, Class::in) || is(head, Class::from) || is(head, Class::topic) ||
                             is(head, Class::source) || is(head, Class::with);
    const bool path = token(head).kind == Kind::path;
    if (!preposition && !path) return false;
    for (std::size_t k = head; k < at; ++k) {
      if (order(k) != Verb::none && k > head) {
        // "the test file": a noun here, unless an article is missing before it
        if (k + 1 < at && (is(k + 1, Class::file_noun) || is(k + 1, Class::directory_noun))) continue;
        return false;
      }
      if (is(k, Class::auxiliary) || is(k, Class::modal) || is(k, Class::obliged) || is(k, Class::negation) ||
          is(k, Class::defect))
        return false;
    }
    return true;
  }

  bool cuts(std::size_t from, std::size_t at) const {
    const Token& it = token(at);
    const Token& last = token(at - 1);
    if (at == from) return false;
    // "Delete old.txt do not change anything": a ban needs no comma before it.
    if ((it.text == "do not" || it.text == "don't" || it.text == "dont" || it.text == "never" ||
         it.text == "no edits" || it.text == "no changes") &&
        skip(from) < at && !last.is(Class::addressee) && !last.is(Class::speaker) && !last.is(Class::third) &&
        !last.is(Class::question) && !last.is(Class::pronoun) && !last.is(Class::modal))
      return true;
    // An embedded question: "check if", "see whether", "tell me what".
    const bool embedded = last.order() != Verb::none && asks_only(last.order());
    if (it.is(Class::except)) {
      if (it.text != "not") return true;
      return (last.kind == Kind::mark || last.is(Class::conjunction) || last.kind == Kind::path ||
              last.is(Class::but)) &&
             order(at + 1) == Verb::none;
    }
    if (it.is(Class::without) || it.is(Class::instead)) return true;
    if (it.is(Class::because) && !is(at + 1, Class::line_noun)) return true;
    if (it.is(Class::so_that)) return it.text != "so" || last.kind == Kind::mark || order(at + 1) != Verb::none;
    if (it.is(Class::condition))
      return !embedded && last.text != "as" && last.text != "or" &&
             !(is(at, Class::condition) && it.text == "once" && at + 1 == end_);
    if (it.is(Class::what_if)) return true;
    const bool joint =
        last.kind == Kind::mark || last.is(Class::conjunction) || last.is(Class::but) || last.text == "then";
    if (joint) {
      if (skip(from) >= at) return false;
      if (is_place_only(from, at)) return false;
      return starts_clause(skip(at));
    }
    // "a.py has a bug please fix it"
    if ((last.is(Class::polite) && last.text.starts_with("pl")) && order(at) != Verb::none && at - 1 > from)
      return skip(from) < at - 1;
    // A polite phrase begins a clause of its own, but not inside a question: "How would you …".
    const bool polite = it.entry != nullptr && it.entry->verb == Verb::proceed && it.has(Form::base);
    if (!polite || skip(from) >= at || is_place_only(from, at)) return false;
    for (std::size_t k = from; k < at; ++k)
      if (is(k, Class::question) || is(k, Class::modal) || is(k, Class::auxiliary) || is(k, Class::negation) ||
          is_person(token(k)))
        return false;
    return last.is(Class::polite) || last.kind == Kind::mark;
  }

  Clause make(std::size_t from, std::size_t to) const {
    return {.begin = from,
            .end = to,
            .sentence = number_,
            .mood = Mood::statement,
            .verb = Verb::none,
            .at = to,
            .passive = false,
            .negated = false,
            .conditional = false,
            .reported = false,
            .weak = false,
            .only = false,
            .after_but = false,
            .purpose = false,
            .exception = false};
  }

  /// The first order verb in [at, to) that no noun position rules out; `to` for none.
  std::size_t verb_after(std::size_t at, std::size_t to) const {
    while (at < to &&
           (is_skippable(at) || token(at).text == "to" || token(at).text == "you" || token(at).text == "even" ||
            token(at).text == "ever" || is(at, Class::only) || token(at).text == "go"))
      ++at;
    if (at < to && (order(at) != Verb::none || token(at).has(Form::gerund))) return at;
    return to;
  }

  Clause clause(std::size_t from, std::size_t to) {
    Clause it = make(from, to);
    for (std::size_t k = from; k < to; ++k) {
      if (is(k, Class::needed)) it.conditional = true;
      if (is(k, Class::but)) it.after_but = true;
    }
    std::size_t at = skip(from);
    at = after_place(at, to);
    if (at >= to) return it;
    read_head(it, at);
    return it;
  }

  std::size_t after_place(std::size_t at, std::size_t to) const {
    if (at >= to) return to;
    for (std::size_t k = at; k < to; ++k) {
      if (!mark(k, ',') && !mark(k, ':')) continue;
      if (!is_place_only(at, k)) return at;
      const std::size_t next = skip(k + 1);
      return next < to ? next : at;
    }
    // "In a.py change x to y": no comma.
    if (is(at, Class::in) || token(at).kind == Kind::path || is(at, Class::topic) || is(at, Class::from)) {
      std::size_t k = at;
      while (k < to && token(k).kind != Kind::path) ++k;
      if (k + 1 < to && k - at < 7) {
        const std::size_t next = skip(k + 1);
        const Token& head = token(std::min(next, to - 1));
        if (next < to &&
            (head.order() != Verb::none || (head.entry != nullptr && head.entry->verb == Verb::proceed) ||
             head.is(Class::negation)) &&
            is_place_only(at, k + 1))
          return next;
      }
    }
    return at;
  }

  void negate(Clause& it, std::size_t at) {
    it.negated = true;
    it.mood = Mood::imperative;
    const std::size_t verb = verb_after(at, it.end);
    it.at = verb;
    it.verb = verb < it.end ? token(verb).entry->verb : Verb::edit;
    if (verb >= it.end) it.at = at > 0 ? at - 1 : at;
    if (it.verb == Verb::attempt || it.verb == Verb::proceed) {
      const std::size_t next = verb_after(verb + 1, it.end);
      if (next < it.end) {
        it.at = next;
        it.verb = token(next).entry->verb;
      }
    }
  }

  void read_head(Clause& it, std::size_t at) {
    const std::size_t to = it.end;
    if (is(at, Class::except) && !(token(at).text == "not" && order(at + 1) != Verb::none)) {
      it.exception = true;
      it.negated = true;
      it.mood = Mood::imperative;
      it.verb = Verb::edit;
      it.at = at;
      return;
    }
    if (is(at, Class::instead)) {
      it.exception = true;
      it.negated = true;
      it.mood = Mood::imperative;
      it.verb = Verb::edit;
      it.at = at;
      return;
    }
    if (is(at, Class::without)) {
      negate(it, at + 1);
      it.after_but = true;
      if (constrains(at + 1, to)) it.purpose = true;
      return;
    }
    if (is(at, Class::because)) return;
    if (is(at, Class::so_that)) {
      const std::size_t next = skip(at + 1);
      if (token(at).text == "so" && (order(next) != Verb::none || (next < to && token(next).entry != nullptr &&
                                                                   token(next).entry->verb == Verb::proceed))) {
        read_head(it, next);
        return;
      }
      it.purpose = true;
      it.mood = Mood::statement;
      if (has_ban(at, to)) ban_in_statement(it, at);
      return;
    }
    if (is(at, Class::what_if)) {
      it.mood = Mood::question;
      return;
    }
    if (is(at, Class::condition)) {
      it.mood = Mood::condition;
      return;
    }
    if (is(at, Class::wish_to)) {
      it.weak = true;
      const std::size_t verb = verb_after(at + 1, to);
      if (verb < to && order(verb) != Verb::none) order_at(it, verb);
      return;
    }
    if (is(at, Class::wish_thing)) return wish(it, at + 1);
    if (is(at, Class::wish_if)) return wish(it, at + 1);
    if (token(at).entry != nullptr && token(at).entry->verb == Verb::proceed && token(at).has(Form::base))
      return polite_order(it, at + 1);
    if (is(at, Class::question)) {
      it.mood = Mood::question;
      return;
    }
    if (is(at, Class::modal) || is(at, Class::auxiliary)) {
      // "could you …" in any wording; every other subject asks.
      std::size_t k = at + 1;
      while (k < to && (is_skippable(k) || is(k, Class::negation))) ++k;
      if (is(at, Class::modal) && token(at).text != "should" && k < to && token(k).text == "you")
        return polite_order(it, k + 1);
      if (is(at, Class::negation) && order(k) != Verb::none && !is(k, Class::addressee)) return negate(it, at + 1);
      it.mood = Mood::question;
      return;
    }
    if (is_rhetorical(at)) {
      // "not only fix …": the verb stays an order; "don't just explain" only says that more is wanted.
      const std::size_t verb = verb_after(at + 2, to);
      if (token(at).text == "not" && verb < to) order_at(it, verb);
      return;
    }
    if (is(at, Class::nothing)) {
      it.negated = true;
      it.mood = Mood::imperative;
      it.verb = Verb::edit;
      it.at = at;
      return;
    }
    if (is(at, Class::negation)) {
      negate(it, at + 1);
      if (constrains(at + 1, to)) it.purpose = true;
      return;
    }
    if (is(at, Class::only)) {
      it.only = true;
      const std::size_t next = skip(at + 1);
      if (next < to) {
        if (order(next) != Verb::none) return order_at(it, next);
        read_statement(it, next);
        if (it.mood == Mood::statement) {
          it.mood = Mood::imperative;
          it.verb = Verb::none;
          it.at = at;
        }
      }
      return;
    }
    if (token(at).order() != Verb::none) {
      if (is_noun_here(at, to)) return read_statement(it, at);
      return order_at(it, at);
    }
    if (is(at, Class::continuing)) {
      it.mood = Mood::imperative;
      it.at = at;
      return;
    }
    read_statement(it, at);
  }

  /// "The build fails", "Test results are bad": the verb is the subject of the sentence.
  bool is_noun_here(std::size_t at, std::size_t to) const {
    if (at + 1 >= to) return false;
    const Token& next = token(at + 1);
    // "Change of plan", "Move on to", "Set out to", "Set theory is"
    if (token(at).text.find(' ') == std::string::npos &&
        (next.text == "of" || next.text == "on" || next.text == "out" || next.text == "off" || next.text == "along" ||
         next.text == "on to"))
      return true;
    if (at + 2 < to && next.kind == Kind::word && next.entry == nullptr && is(at + 2, Class::auxiliary)) return true;
    if (next.is(Class::auxiliary) || next.is(Class::modal)) return true;
    if (next.is(Class::obliged) && !next.is(Class::modal)) return true;
    if (next.has(Form::past) && next.order() == Verb::none && next.kind == Kind::word && at + 2 >= to) return true;
    if (next.text == "fails" || next.text == "failed" || next.text == "crashes" || next.text == "crashed") return true;
    // "Test results are bad": an -s noun and then a finite verb.
    return at + 2 < to && next.kind == Kind::word && next.text.ends_with("s") && next.entry == nullptr &&
           (is(at + 2, Class::auxiliary) || is(at + 2, Class::modal)) && token(at).text.find(' ') == std::string::npos;
  }

  /// "breaking b.py", "break anything": a wish that something holds, not a ban on changing it.
  bool constrains(std::size_t at, std::size_t to) const {
    const std::size_t next = skip(at);
    if (next >= to) return false;
    const std::string& text = token(next).text;
    return text == "break" || text == "breaking" || text == "affecting" || text == "affect" || text == "breaks" ||
           text == "losing" || text == "lose" || text == "causing" || text == "introducing" || text == "hurting" ||
           text == "worry" || text == "hesitate" || text == "forget" || text == "disturbing" || text == "harming" ||
           text == "introduce";
  }

  bool has_ban(std::size_t at, std::size_t to) const {
    for (std::size_t k = at; k < to; ++k)
      if (is(k, Class::negation) || is(k, Class::unchanged) || is(k, Class::off_limits)) return true;
    return false;
  }

  void polite_order(Clause& it, std::size_t at) {
    const std::size_t to = it.end;
    std::size_t next = at;
    while (next < to && (is_skippable(next) || token(next).text == "to")) ++next;
    if (next >= to) return;
    polite_ = true;
    const Token& head = token(next);
    if (head.entry != nullptr && head.entry->verb == Verb::proceed && head.has(Form::base))
      return polite_order(it, next + 1);
    if (is(next, Class::negation)) return negate(it, next + 1);
    if (is(next, Class::only)) {
      it.only = true;
      ++next;
      next = skip(next);
      if (next >= to) return;
    }
    if (order(next) != Verb::none || token(next).has(Form::gerund)) return order_at(it, next);
    it.mood = Mood::statement;
  }

  void order_at(Clause& it, std::size_t at) {
    it.mood = Mood::imperative;
    it.at = at;
    it.verb = token(at).entry->verb;
    const std::size_t to = it.end;
    if (it.verb == Verb::attempt || it.verb == Verb::proceed) {
      const std::size_t next = verb_after(at + 1, to);
      if (next < to) return order_at(it, next);
      if (is(at + 1, Class::negation)) return negate(it, at + 2);
    }
    // "Use a.csv to fill in the table in b.md": the verb is the second one.
    if (token(at).text == "use") {
      for (std::size_t k = at + 1; k + 1 < to; ++k)
        if (token(k).text == "to" && order(k + 1) != Verb::none && token(k + 1).kind == Kind::word) {
          it.at = k + 1;
          it.verb = token(k + 1).entry->verb;
          break;
        }
    }
    // "Change nothing", "modify no files", "Lösche a.py nicht"
    for (std::size_t k = it.at + 1; k < to; ++k) {
      const bool next =
          k == it.at + 1 && (is(k, Class::nothing) || (is(k, Class::negation) && token(k).text.starts_with("n")) ||
                             token(k).text.starts_with("kein"));
      if (next || token(k).text == "nicht" || token(k).text == "niemals") {
        it.negated = true;
        return;
      }
    }
    if (it.verb == Verb::leave || it.verb == Verb::avoid) {
      it.negated = true;
      if (constrains(at + 1, to)) it.purpose = true;
    }
    // "make sure not to touch b.py", "make sure you do not touch b.py", "make sure nothing else changes"
    if (it.verb == Verb::verify) {
      for (std::size_t k = at + 1; k < std::min(at + 8, to); ++k)
        if ((is(k, Class::negation) || is(k, Class::nothing) || is(k, Class::unchanged) || is(k, Class::off_limits)) &&
            has_change_word(k, to)) {
          it.negated = true;
          it.verb = Verb::edit;
          it.at = at;
          return;
        }
    }
    for (std::size_t k = at + 1; k < to; ++k)
      if (is(k, Class::only)) it.only = true;
  }

  bool has_change_word(std::size_t at, std::size_t to) const {
    if (is(at, Class::unchanged) || is(at, Class::off_limits)) return true;
    for (std::size_t k = at; k < to; ++k)
      if (token(k).entry != nullptr && (changes_something(token(k).entry->verb))) return true;
    return false;
  }

  /// "I need X renamed", "it would be nice if X said Y", "I want a file".
  void wish(Clause& it, std::size_t at) {
    const std::size_t to = it.end;
    it.mood = Mood::wish;
    it.at = at > 0 ? at - 1 : at;
    it.verb = Verb::add;
    if (is(at, Class::nothing) || is(at, Class::negation)) return negate(it, at + 1);
    for (std::size_t k = at; k < to; ++k) {
      const Token& word = token(k);
      if (word.kind != Kind::word || word.entry == nullptr) continue;
      if (is(k, Class::negation) || is(k, Class::unchanged) || is(k, Class::off_limits)) {
        it.negated = true;
        it.passive = true;
        it.verb = Verb::edit;
        return;
      }
      if (k == at && is(k, Class::question)) {
        it.mood = Mood::question;
        return;
      }
      if (word.text == "to" && order(k + 1) != Verb::none && changes_something(order(k + 1))) {
        it.verb = token(k + 1).entry->verb;
        it.at = k + 1;
        it.passive = true;
        return;
      }
      if (word.has(Form::past) && changes_something(word.entry->verb) && k > at) {
        it.verb = word.entry->verb;
        it.at = k;
        it.passive = true;
        return;
      }
    }
  }

  void ban_in_statement(Clause& it, std::size_t at) {
    it.negated = true;
    it.mood = Mood::wish;
    it.verb = Verb::edit;
    it.passive = true;
    it.at = at;
  }

  void read_statement(Clause& it, std::size_t at) {
    const std::size_t to = it.end;
    for (std::size_t k = at; k < to; ++k) {
      if (is(k, Class::report) && k > at && !is(k, Class::obliged)) {
        // "X should say": not a report; "the log says" is one.
        const bool wished =
            k > 0 && (is(k - 1, Class::obliged) || is(k - 1, Class::modal) || token(k - 1).text == "to");
        if (!wished) {
          it.reported = true;
          return;
        }
      }
      if (is(k, Class::off_limits) || (is(k, Class::unchanged) && k > at && k + 1 >= to &&
                                       (is(k - 1, Class::holds) || is(k - 1, Class::auxiliary))))
        return ban_in_statement(it, k);
      const bool obliged = is(k, Class::obliged) || (is(k, Class::modal) && is(k, Class::negation)) ||
                           (is(k, Class::negation) && token(k).text.find("not") != std::string::npos &&
                            token(k).text.find(' ') != std::string::npos && !token(k).text.starts_with("do"));
      if (!obliged || k == at) continue;
      if (is(at, Class::speaker) || is(at, Class::third)) return;  // "we should …", "they must …"
      std::size_t next = k + 1;
      bool negated = is(k, Class::negation);
      while (next < to && (is(next, Class::negation) || is_skippable(next) || token(next).text == "be" ||
                           token(next).text == "get" || token(next).text == "also" || is(next, Class::only) ||
                           token(next).text == "been" || token(next).text == "now")) {
        if (is(next, Class::negation)) negated = true;
        if (is(next, Class::only)) it.only = true;
        if (is(next, Class::unchanged) && token(next).text != "be") return ban_in_statement(it, k);
        ++next;
      }
      if (negated) {
        if (constrains(next, to)) {
          it.purpose = true;
          return;
        }
        return ban_in_statement(it, k);
      }
      it.mood = Mood::wish;
      it.passive = true;
      it.at = k;
      it.verb = Verb::set;
      if (next >= to) return;
      if (is(next, Class::unchanged) || is(next, Class::off_limits)) return ban_in_statement(it, k);
      for (std::size_t after = next; after < to; ++after)
        if (is(after, Class::unchanged) && token(after).text != "be") {
          if (is(next, Class::holds)) return ban_in_statement(it, k);
        }
      const Token& word = token(next);
      if (is(next, Class::holds) && !(word.has(Form::past) || word.has(Form::gerund))) {
        it.purpose = true;
        it.mood = Mood::statement;
        it.verb = Verb::none;
        return;
      }
      if (word.entry != nullptr && word.entry->verb != Verb::none && (word.has(Form::past) || word.has(Form::gerund))) {
        it.verb = word.entry->verb;
        it.at = next;
      } else if (word.order() == Verb::leave) {
        return ban_in_statement(it, k);
      } else if (token(k).text.starts_with("need") && token(next - 1).text != "to" && !token(k).text.ends_with("to")) {
        it.verb = Verb::add;  // "README.md needs a title"
      }
      return;
    }
    // "TIMEOUT 30 -> 60 in settings.py"
    for (std::size_t k = at + 1; k + 1 < to; ++k) {
      const std::string& text = token(k).text;
      if (token(k).kind == Kind::word && (text == "->" || text == "=>" || text == "→" || text == "⇒")) {
        it.mood = Mood::imperative;
        it.verb = Verb::change;
        it.at = k;
        it.passive = true;
        return;
      }
    }
    if (is_person(token(at)) || is(at, Class::addressee)) person_ = true;
  }

  static bool is_tag(const Clause& clause, const std::vector<Token>& tokens) {
    for (std::size_t k = clause.begin; k < clause.end; ++k) {
      const Token& token = tokens[k];
      if (token.kind == Kind::mark || token.is(Class::affirm) || token.is(Class::polite) || token.is(Class::modal) ||
          token.is(Class::addressee) || (token.entry != nullptr && token.entry->verb == Verb::proceed))
        continue;
      return false;
    }
    return true;
  }

  /// What one clause means for its neighbours.
  void settle() {
    bool reported = false;
    bool person = false;
    bool asking = false;
    const bool any_request = polite_;
    for (std::size_t i = 0; i < clauses_.size(); ++i) {
      Clause& it = clauses_[i];
      const std::size_t head = skip(it.begin);
      const bool please = has_please(it) || starts_politely(it);
      const bool comma = it.begin < end_ && it.begin > begin_ && token(it.begin - 1).kind == Kind::mark;
      if (reported) {
        it.reported = true;
        if (!it.negated) it.mood = Mood::statement;
      }
      if (it.reported) {
        reported = true;
        if (!it.negated) it.mood = Mood::statement;
      }
      if (!reported && it.mood == Mood::imperative && !it.negated && !please) {
        const bool so = it.begin < it.end && token(it.begin).text == "so";
        if (person && !so) it.mood = Mood::statement;
        if (asking && !(comma && question_end_is_tag())) it.mood = Mood::question;
      }
      if (asking && it.mood == Mood::wish && !it.negated) it.mood = Mood::question;
      if (it.mood == Mood::question) asking = true;
      if (it.mood == Mood::statement && head < it.end && is_person(token(head)) && !it.purpose) person = true;
      if (it.mood == Mood::imperative && !it.negated && asks_only(it.verb) && has_question(it) && it.verb != Verb::show)
        asking_bound_ = true;
      else if (it.mood == Mood::imperative && asking_bound_ && !comma && !please && i > 0 && joined_by_and(it))
        it.mood = Mood::question;
    }
    spread_conditions();
    if (question_mark_ && !any_request) question_sentence();
    if (any_request && question_mark_) return;
  }

  /// An if-part holds for the orders behind it; when there are none, for the one before it.
  void spread_conditions() {
    for (std::size_t i = 0; i < clauses_.size(); ++i) {
      if (clauses_[i].mood != Mood::condition) continue;
      bool behind = false;
      for (std::size_t k = i + 1; k < clauses_.size(); ++k)
        if (clauses_[k].mood == Mood::imperative || clauses_[k].mood == Mood::wish) {
          behind = true;
          if (!clauses_[k].negated) clauses_[k].conditional = true;
        }
      if (!behind && i > 0 && !clauses_[i - 1].negated) clauses_[i - 1].conditional = true;
    }
  }

  bool joined_by_and(const Clause& it) const {
    return it.begin > begin_ && (token(it.begin - 1).is(Class::conjunction) || token(it.begin).is(Class::conjunction));
  }
  bool has_question(const Clause& it) const {
    for (std::size_t k = it.at + 1; k < it.end; ++k)
      if (is(k, Class::question) || (is(k, Class::condition) && k == it.at + 1)) return true;
    return false;
  }
  bool has_please(const Clause& it) const {
    for (std::size_t k = it.begin; k < it.end; ++k)
      if (token(k).kind == Kind::word && (token(k).text.starts_with("please") || token(k).text == "pls" ||
                                          token(k).text == "plz" || token(k).text == "bitte"))
        return true;
    return it.begin > begin_ && token(it.begin - 1).text.starts_with("pl") && token(it.begin - 1).is(Class::polite);
  }
  bool starts_politely(const Clause& it) const {
    const std::size_t head = skip(it.begin);
    if (head >= it.end) return false;
    const Token& word = token(head);
    return (word.entry != nullptr && word.entry->verb == Verb::proceed && word.has(Form::base)) ||
           (word.is(Class::modal) && it.mood == Mood::imperative);
  }
  bool question_end_is_tag() const { return false; }

  /// A question mark makes orders questions, but for a polite request and for "…, ok?".
  void question_sentence() {
    const bool tagged = clauses_.size() > 1 && is_tag(clauses_.back(), tokens_);
    bool trailing_tag = tagged;
    if (end_ > begin_ + 2 && token(end_ - 2).is_mark(',') &&
        (is(end_ - 1, Class::affirm) || token(end_ - 1).text == "please"))
      trailing_tag = true;
    for (Clause& it : clauses_) {
      if (it.mood == Mood::wish && !it.negated) it.mood = Mood::question;
      if (it.mood != Mood::imperative || it.negated) continue;
      if (has_please(it) || trailing_tag) continue;
      it.mood = Mood::question;
    }
  }

  const std::vector<Token>& tokens_;
  std::size_t begin_;
  std::size_t end_;
  std::size_t number_;
  bool question_mark_;
  bool polite_ = false;
  bool person_ = false;
  bool asking_bound_ = false;
  std::vector<Clause> clauses_;
};

}  // namespace

Reading read(std::string_view request, const Lexicon& lexicon) {
  Reading out{.regions = find_regions(request), .tokens = {}, .clauses = {}, .asks = false, .injection = false};
  out.tokens = tokenize(request, out.regions, lexicon);
  // Whoever writes "ignore previous instructions" is not believed from there on.
  for (std::size_t i = 0; i < out.tokens.size(); ++i)
    if (out.tokens[i].is(Class::ignore_rules)) {
      out.tokens.resize(i);
      out.injection = true;
    }
  std::size_t begin = 0;
  std::size_t number = 0;
  for (std::size_t at = 0; at <= out.tokens.size(); ++at) {
    if (at < out.tokens.size() && !ends_sentence(out.tokens[at])) continue;
    if (at > begin) {
      const bool question = at < out.tokens.size() && out.tokens[at].is_mark('?');
      for (Clause& clause : Sentence(out.tokens, begin, at, number, question).read()) {
        if (clause.mood == Mood::question) out.asks = true;
        out.clauses.push_back(clause);
      }
      ++number;
    }
    begin = at + 1;
  }
  return out;
}

}  // namespace warrant::language
