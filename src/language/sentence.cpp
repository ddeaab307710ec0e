// Cuts the tokens into clauses and says what each one is: an order, a wish, a question, a condition, a statement.
#include "clause.hpp"
#include "guess.hpp"
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

constexpr std::size_t kLongestSentence = 500;
constexpr std::size_t kMostClauses = 2'000;

/// One sentence's tokens [begin, end), its end mark left out.
class Sentence {
 public:
  Sentence(const std::vector<Token>& tokens, std::size_t begin, std::size_t end, std::size_t number, bool question_mark)
      : tokens_(tokens),
        words_(tokens, begin, end),
        begin_(begin),
        end_(end),
        number_(number),
        question_mark_(question_mark) {}

  std::vector<Clause> read() {
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

 private:
  const Token& token(std::size_t at) const { return tokens_[at]; }
  bool is(std::size_t at, Class which) const { return at < end_ && tokens_[at].is(which); }
  Verb order(std::size_t at) const { return at < end_ ? tokens_[at].order() : Verb::none; }
  bool mark(std::size_t at, char c) const { return at < end_ && tokens_[at].is_mark(c); }

  std::size_t skip(std::size_t at) const { return skip_fillers(words_, at); }

  bool starts_clause(std::size_t at) const {
    if (at >= end_) return false;
    const Token& it = token(at);
    if (it.kind != Kind::word) {
      if (it.kind != Kind::path) return false;
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
    if (it.is(Class::third))
      return is(at + 1, Class::report) || is(at + 1, Class::auxiliary) || is(at + 1, Class::modal);
    // "it should …", "the tests must …", "the rest stays …"
    for (std::size_t k = at; k < std::min(at + 4, end_); ++k) {
      if (token(k).kind == Kind::mark) return false;
      if (k > at && (is(k, Class::obliged) || is(k, Class::deserves) || is(k, Class::welcome) || is(k, Class::goes) ||
                     is(k, Class::off_limits) || is(k, Class::auxiliary) || is(k, Class::modal)))
        return true;
    }
    return false;
  }

  /// "the build and test commands": no order behind the "and", where a noun with an article stands before it.
  bool is_coordinated_noun(std::size_t at) const {
    if (!token(at - 1).is(Class::conjunction) || at < begin_ + 3 || order(at) == Verb::none) return false;
    return order(at - 2) != Verb::none && is(at - 3, Class::article) && at + 1 < end_ &&
           token(at + 1).kind == Kind::word && token(at + 1).entry == nullptr;
  }

  /// Sentences without a stop between them: "the readme says 1.19 it should say 1.22", "if a.py has one make it 5",
  /// "don't change a.py just explain it", "a.py has a typo can you fix it".
  bool runs_on(std::size_t from, std::size_t at) const {
    if (at < from + 3) return false;
    const Token& it = token(at);
    const Token& last = token(at - 1);
    if (last.is(Class::infinitive) || last.is(Class::report) || last.is(Class::modal) || last.is(Class::question) ||
        last.is(Class::condition) || last.is(Class::speaker) || last.is(Class::addressee) || last.is(Class::article))
      return false;
    const std::size_t head = skip(from);
    // "when Escape is pressed a.tsx should close"
    if (is(head, Class::condition) && it.kind == Kind::path && is(at + 1, Class::obliged)) return true;
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
  bool asks_or_orders(std::size_t from, std::size_t at) const {
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
  bool awaits_predicate(std::size_t from, std::size_t at) const {
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

  bool cuts(std::size_t from, std::size_t at) const {
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
      return (last.kind == Kind::mark || last.is(Class::conjunction) || last.kind == Kind::path ||
              last.is(Class::but)) &&
             order(at + 1) == Verb::none;
    }
    if (it.is(Class::without) || it.is(Class::instead)) return true;
    if (it.is(Class::because) && !is(at + 1, Class::line_noun)) return true;
    if (it.is(Class::so_that))
      return !it.is(Class::polite) || last.kind == Kind::mark || order(at + 1) != Verb::none ||
             (at + 1 < end_ && token(at + 1).kind == Kind::path);
    if (it.is(Class::condition))
      return !embedded && last.text != "as" && last.text != "or" &&
             !(is(at, Class::condition) && it.text == "once" && at + 1 == end_);
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
    const bool joint =
        last.kind == Kind::mark || last.is(Class::conjunction) || last.is(Class::but) || last.text == "then";
    if (joint) {
      if (skip(from) >= at) return false;
      if (is_place_only(words_, from, at)) return false;
      return starts_clause(skip(at)) && !is_coordinated_noun(at) && !awaits_predicate(from, at);
    }
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
    if (ends_with_report())
      for (Clause& it : clauses_) it.reported = true;
    bool reported = false;
    bool person = false;
    bool asking = false;
    bool speaker = false;  // the person is who writes: "I broke a.py, fix it"
    doubt_joint_orders();
    const bool any_request = std::ranges::any_of(clauses_, [&](const Clause& it) { return is_request(it); });
    for (std::size_t i = 0; i < clauses_.size(); ++i) {
      Clause& it = clauses_[i];
      const std::size_t head = skip(it.begin);
      const bool please = has_please(it) || is_request(it);
      const bool comma = it.begin < end_ && it.begin > begin_ && token(it.begin - 1).kind == Kind::mark;
      // What stands behind a colon is what is said.
      if (reported && comma && it.mood == Mood::question && !token(it.begin - 1).is_mark(':')) reported = false;
      // "the readme says 1.19, it should say 1.22"
      if (reported && i > 0 && it.mood == Mood::wish && is(head, Class::pronoun) && says_file(clauses_[i - 1]))
        reported = false;
      // "a.kt says 'Sucess' - fix it": what is said is over with its quotation.
      if (reported && comma && i > 0 && it.mood == Mood::imperative && says_file(clauses_[i - 1]) &&
          says_a_quotation(clauses_[i - 1]))
        reported = false;
      // "Our boss said we have to remove the setters, so please remove them."
      if (reported && please && it.mood == Mood::imperative && comma && is(it.begin, Class::so_that) &&
          words_.find(Class::please, it.begin) < it.at)
        reported = false;
      if (reported) {
        it.reported = true;
        if (!it.negated && it.mood != Mood::question) it.mood = Mood::statement;
      }
      if (it.reported) {
        reported = true;
        if (!it.negated) it.mood = Mood::statement;
      }
      if (!reported && it.mood == Mood::imperative && !it.negated && !please) {
        const bool so = it.begin < it.end && token(it.begin).text == "so";
        if (person && !so && !(comma && speaker)) it.mood = Mood::statement;
        // "tomorrow we remove a.py and switch to b.py": the verbs share the subject.
        if (i > 0 && !comma && joined_by_and(it) && clauses_[i - 1].mood == Mood::statement &&
            !clauses_[i - 1].purpose && has_finite(clauses_[i - 1]))
          it.mood = Mood::statement;
        if (asking) it.mood = Mood::question;
      }
      if (asking && it.mood == Mood::wish && !it.negated) it.mood = Mood::question;
      if (it.mood == Mood::question) asking = true;
      if (it.mood == Mood::statement && head < it.end && is_person(token(head)) && !it.purpose) {
        person = true;
        speaker = is(head, Class::speaker);
      }
      if (it.mood == Mood::imperative && !it.negated && asks_only(it.verb) && has_question(it) && it.verb != Verb::show)
        asking_bound_ = true;
      else if (it.mood == Mood::imperative && asking_bound_ && !comma && !please && i > 0 && joined_by_and(it))
        it.mood = Mood::question;
    }
    forget_headed();
    take_back();
    spread_bans();
    do_as_told();
    if (question_mark_ && is_hypothetical())
      for (Clause& it : clauses_)
        if (!it.negated) it.mood = Mood::question;
    spread_conditions();
    if (question_mark_ && !any_request) question_sentence();
  }

  /// "…, said the PM.", "…, as Bob says"
  bool ends_with_report() const {
    for (std::size_t k = end_ > begin_ + 5 ? end_ - 4 : end_; k + 1 < end_; ++k)
      if (token(k - 1).kind == Kind::mark && is(k, Class::as) && is(end_ - 1, Class::report)) return true;
    for (std::size_t k = std::max(begin_ + 3, end_ > 5 ? end_ - 5 : 0); k + 1 < end_; ++k)
      if (token(k - 1).kind == Kind::mark && is(k, Class::report) && !is(k, Class::obliged) &&
          token(k).kind == Kind::word &&
          (token(k).text.ends_with('s') || token(k).text.ends_with('d') || token(k).text == "wrote") &&
          order(k + 1) == Verb::none && token(k + 1).kind == Kind::word && !is(k + 1, Class::infinitive))
        return true;
    return false;
  }

  /// "Could we go for 10s or is that too long?" asks.
  void doubt_joint_orders() {
    for (Clause& it : clauses_) {
      const bool joint = words_.find(Class::joint, it.begin) < std::min(it.at, it.end);
      if (joint && std::ranges::any_of(clauses_, [](const Clause& other) { return other.mood == Mood::question; }))
        it.mood = Mood::question;
    }
  }

  /// "Idea: delete a.py", "Release 1.2: remove a.py", "pylint: a.py should have a docstring"
  void forget_headed() {
    for (std::size_t i = 1; i < clauses_.size(); ++i) {
      const Clause& head = clauses_[0];
      if (!mark(head.end - 1, ':') || head.end - head.begin > 6) return;
      bool heading = false;
      for (std::size_t k = head.begin; k < head.end; ++k) {
        if (token(k).kind == Kind::path) return;
        heading = heading || is(k, Class::heading) || is(k, Class::tool);
      }
      Clause& it = clauses_[i];
      if (!heading || it.negated) continue;
      it.reported = true;
      if (it.mood != Mood::question) it.mood = Mood::statement;
    }
  }

  /// "please merge … actually no, just delete a.txt": what stands before is not wanted any more.
  void take_back() {
    for (std::size_t i = 1; i + 1 < clauses_.size(); ++i) {
      Clause& no = clauses_[i];
      const Clause& next = clauses_[i + 1];
      if (!no.negated || next.negated || next.mood != Mood::imperative || !changes_something(next.verb)) continue;
      bool bare = false;
      bool other = false;
      for (std::size_t k = no.begin; k < no.end; ++k) {
        if (is(k, Class::deny) && !is(k, Class::prohibit))
          bare = true;
        else if (!is_filler(token(k)))
          other = true;
      }
      if (!bare || other) continue;
      no.negated = false;
      no.mood = Mood::statement;
      for (std::size_t k = 0; k < i; ++k)
        if (clauses_[k].mood == Mood::imperative && !clauses_[k].negated) clauses_[k].mood = Mood::statement;
    }
  }

  /// "do not run or change anything": the ban holds for both verbs.
  void spread_bans() {
    for (std::size_t i = 1; i < clauses_.size(); ++i) {
      Clause& it = clauses_[i];
      const bool joined = is(it.begin, Class::either) || token(it.begin - 1).is(Class::either);
      if (joined && clauses_[i - 1].negated && !clauses_[i - 1].exception && it.mood == Mood::imperative)
        it.negated = true;
    }
  }

  /// "Would you fix a.py if I asked you to?"
  bool is_hypothetical() const {
    return std::ranges::any_of(clauses_, [&](const Clause& it) {
      // "… if it were yours?"
      if (it.mood == Mood::condition)
        for (std::size_t k = it.begin; k < it.end; ++k)
          if (words_.is_text(k, "were")) return true;
      return it.mood == Mood::condition &&
             (words_.find(Class::speaker, it.begin) < it.end || words_.find(Class::addressee, it.begin) < it.end) &&
             words_.find(Class::told_so, it.begin) < it.end;
    });
  }

  /// "Anna asked me to rename a.py to b.py, so please do that."
  void do_as_told() {
    for (std::size_t i = 1; i < clauses_.size(); ++i) {
      Clause& told = clauses_[i - 1];
      const std::size_t at = words_.find(Class::do_so, clauses_[i].begin);
      if (!told.reported || told.negated || at >= clauses_[i].end || clauses_[i].negated) continue;
      for (std::size_t k = told.begin + 1; k < told.end; ++k) {
        if (!is(k - 1, Class::infinitive) || order(k) == Verb::none) continue;
        told.reported = false;
        told.mood = Mood::imperative;
        told.verb = order(k);
        told.at = k;
        return;
      }
    }
  }

  /// An if-part holds for the orders behind it; when there are none, for the one before it.
  void spread_conditions() {
    for (std::size_t i = 0; i < clauses_.size(); ++i) {
      if (clauses_[i].mood != Mood::condition) continue;
      // "a.py divides by zero when the list is empty, please guard against that"
      if (i > 0 && clauses_[i - 1].mood == Mood::statement && token(clauses_[i].begin - 1).kind != Kind::mark &&
          skip(clauses_[i - 1].begin) < clauses_[i - 1].end)
        continue;
      bool behind = false;
      for (std::size_t k = i + 1; k < clauses_.size(); ++k)
        if (clauses_[k].mood == Mood::imperative || clauses_[k].mood == Mood::wish) {
          behind = true;
          if (!clauses_[k].negated && !is_behaviour(clauses_[k], i)) clauses_[k].conditional = true;
        }
      if (!behind && i > 0 && !clauses_[i - 1].negated && !describes(i) && !is_behaviour(clauses_[i - 1], i))
        clauses_[i - 1].conditional = true;
    }
  }

  /// "when Escape is pressed a.tsx should close": what the code is to do then.
  bool is_behaviour(const Clause& wish, std::size_t condition) const {
    if (wish.mood != Mood::wish || !wish.passive || wish.verb != Verb::set) return false;
    const Clause& when = clauses_[condition];
    if (is(skip(when.begin), Class::question)) return true;
    // "a.sh should fail if pg_dump does", but not "… if it has none"
    for (std::size_t k = when.begin; k < when.end; ++k)
      if (is(k, Class::pronoun) || is(k, Class::needed) || is(k, Class::existence) || token(k).kind == Kind::path ||
          is(k, Class::addressee) || is(k, Class::speaker))
        return false;
    return true;
  }

  /// "make get() return an error when the key is missing": when the code does it, not whether it is to be written.
  bool describes(std::size_t condition) const {
    const Clause& order = clauses_[condition - 1];
    const std::size_t cause = words_.find(Class::cause, order.begin);
    const std::size_t state = words_.find(Class::state, std::min(cause, order.end));
    return order.mood == Mood::wish && order.passive && cause < state && state < order.end &&
           words_.find(Class::addressee, clauses_[condition].begin) >= clauses_[condition].end;
  }

  bool says_file(const Clause& it) const {
    const std::size_t verb = words_.find(Class::report, it.begin);
    for (std::size_t k = it.begin; k < std::min(verb, it.end); ++k)
      if (is(k, Class::file_noun) || token(k).kind == Kind::path) return true;
    return false;
  }
  bool says_a_quotation(const Clause& it) const {
    const std::size_t verb = words_.find(Class::report, it.begin);
    const bool value =
        verb + 2 < it.end && (token(verb + 1).kind == Kind::quoted || token(verb + 1).kind == Kind::value);
    return value && token(verb + 1).text.find(' ') == std::string::npos &&
           (token(verb + 2).kind == Kind::mark || token(verb + 2).is(Class::but));
  }
  bool has_finite(const Clause& it) const {
    for (std::size_t k = it.begin; k < it.end; ++k)
      if (is(k, Class::auxiliary) || is(k, Class::modal) || is_person(token(k)) || token(k).has(Form::past) ||
          token(k).has(Form::third_person))
        return true;
    return false;
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
    const std::size_t before = it.begin > begin_ ? it.begin - 1 : it.begin;
    return words_.find(Class::please, before) < it.end;
  }
  /// "could you …", "would you mind …": an order in the form of a question.
  bool is_request(const Clause& it) const {
    if (it.mood != Mood::imperative && !(it.mood == Mood::wish && it.passive)) return false;
    for (std::size_t k = it.begin; k < std::min(it.at, it.end); ++k)
      if (is(k, Class::joint) || (words_.verb(k) == Verb::proceed && words_.has_form(k, Form::base)) ||
          (is(k, Class::modal) && !it.passive))
        return !(question_mark_ && is(k, Class::you_may));
    return false;
  }

  /// A question mark makes orders questions, but for a polite request and for "…, ok?".
  void question_sentence() {
    // "That's a bad idea, no?"
    Clause& last = clauses_.back();
    if (clauses_.size() > 1 && last.negated && last.end - last.begin == 1 && is(last.begin, Class::deny)) {
      last.negated = false;
      last.mood = Mood::question;
    }
    const bool tagged = clauses_.size() > 1 && is_tag(clauses_.back(), tokens_);
    bool trailing_tag = tagged;
    if (end_ > begin_ + 2 && token(end_ - 2).is_mark(',') &&
        (is(end_ - 1, Class::affirm) || is(end_ - 1, Class::please)))
      trailing_tag = true;
    for (Clause& it : clauses_) {
      if (it.mood == Mood::wish && !it.negated) it.mood = Mood::question;
      if (it.mood != Mood::imperative || it.negated) continue;
      // "tl;dr of a.md?" asks for the same with or without its mark.
      if (it.verb == Verb::explain || it.verb == Verb::list) continue;
      if (has_please(it) || (trailing_tag && words_.find(Class::you_may, it.begin) >= it.end)) continue;
      it.mood = Mood::question;
    }
    // "…, safe to delete?"
    const bool asks = std::ranges::any_of(clauses_, [](const Clause& it) { return it.mood == Mood::question; });
    const bool orders = std::ranges::any_of(
        clauses_, [](const Clause& it) { return it.mood == Mood::imperative || it.mood == Mood::wish; });
    if (!asks && (!trailing_tag || !orders) && clauses_.back().mood == Mood::statement && !clauses_.back().reported)
      clauses_.back().mood = Mood::question;
  }

  const std::vector<Token>& tokens_;
  Words words_;
  std::size_t begin_;
  std::size_t end_;
  std::size_t number_;
  bool question_mark_;
  bool asking_bound_ = false;
  std::vector<Clause> clauses_;
};

/// "Hi Anna, … Thanks, Bob": from one person to another, for it is signed and speaks to somebody by name.
void forget_letter(Reading& reading) {
  const auto& tokens = reading.tokens;
  const std::size_t size = tokens.size();
  if (size < 8) return;
  const auto name = [&](std::size_t at) {
    return tokens[at].kind == Kind::word && (tokens[at].entry == nullptr || tokens[at].is(Class::third));
  };
  const bool opens = (tokens[0].is(Class::greeting) || tokens[0].text == "dear") && tokens[2].is_mark(',') &&
                     (name(1) || (tokens[0].text == "dear" && tokens[1].kind == Kind::word));
  std::size_t last = size;
  while (last > 0 && tokens[last - 1].kind == Kind::mark) --last;
  if (!opens || last < 6 || !name(last - 1)) return;
  std::size_t sign = last - 1;
  while (sign > 0 && tokens[sign - 1].kind == Kind::mark) --sign;
  const bool signs =
      sign + 1 < last && sign > 0 &&
      (tokens[sign - 1].is(Class::greeting) || tokens[sign - 1].is(Class::polite) ||
       tokens[sign - 1].text == "regards" || tokens[sign - 1].text == "best" || tokens[sign - 1].text == "sincerely");
  if (!signs) return;
  for (Clause& it : reading.clauses) {
    it.reported = true;
    if (!it.negated) it.mood = Mood::statement;
  }
}

/// "1. cargo run  2. type foo": a bare program beside other sentences is a step that was taken, not an order.
void forget_steps(Reading& reading) {
  const auto is_step = [&](const Clause& it) {
    return it.mood == Mood::imperative && it.verb == Verb::run && it.at < it.end &&
           reading.tokens[it.at].is(Class::tool) && reading.tokens[it.at].order() == Verb::none;
  };
  const bool others = std::ranges::any_of(reading.clauses, [&](const Clause& it) {
    return !is_step(it) && !it.negated && (it.mood == Mood::imperative || it.mood == Mood::question);
  });
  if (!others) return;
  for (Clause& it : reading.clauses)
    if (is_step(it)) it.mood = Mood::statement;
}

/// "Steps: open the cart, remove the item. Expected: … Actual: …": the parts of a report, not orders.
void forget_symptoms(Reading& reading) {
  std::vector<std::size_t> sentences;
  for (const Clause& it : reading.clauses) {
    const bool first = sentences.empty() || sentences.back() != it.sentence;
    const std::size_t colon = it.begin + 1;
    if (first && reading.tokens[it.begin].is(Class::symptom) && colon < reading.tokens.size() &&
        reading.tokens[colon].is_mark(':'))
      sentences.push_back(it.sentence);
  }
  if (sentences.size() < 2) return;
  for (Clause& it : reading.clauses)
    if (!it.negated && std::ranges::binary_search(sentences, it.sentence)) it.mood = Mood::statement;
}

}  // namespace

Reading read(std::string_view request, const Lexicon& lexicon) {
  Reading out{.regions = find_regions(request, lexicon),
              .tokens = {},
              .clauses = {},
              .asks = false,
              .overlong = false,
              .injection = false};
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
      if (at - begin > kLongestSentence || out.clauses.size() > kMostClauses) {
        out.overlong = true;
        out.clauses.clear();
        return out;
      }
      const bool question = at < out.tokens.size() && out.tokens[at].is_mark('?');
      for (Clause& clause : Sentence(out.tokens, begin, at, number, question).read()) out.clauses.push_back(clause);
      ++number;
    }
    begin = at + 1;
  }
  forget_letter(out);
  forget_steps(out);
  forget_symptoms(out);
  if (!out.injection) guess_orders(out);
  out.asks = std::ranges::any_of(out.clauses, [](const Clause& it) { return it.mood == Mood::question; });
  return out;
}

}  // namespace warrant::language
