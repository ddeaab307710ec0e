// What the clauses of one sentence mean for each other: reports, questions, conditions, bans.
#include "sentence.hpp"
#include "tokens.hpp"

#include <algorithm>
#include <utility>

namespace warrant::language {
namespace {

using Kind = Token::Kind;

bool is_person(const Token& token) {
  const bool nobody = token.text == "nobody" || token.text == "no one" || token.text == "noone";
  return token.is(Class::speaker) || (token.is(Class::third) && !nobody);
}

}  // namespace

bool Sentence::is_tag(const Clause& clause, const std::vector<Token>& tokens) {
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
void Sentence::settle() {
  if (ends_with_report())
    for (Clause& it : clauses_) it.reported = true;
  doubt_joint_orders();
  const bool any_request = std::ranges::any_of(clauses_, [&](const Clause& it) { return is_request(it); });
  Course course;
  for (std::size_t i = 0; i < clauses_.size(); ++i) {
    settle_report(i, course);
    settle_mood(i, course);
  }
  forget_headed();
  forget_told_values();
  take_back();
  place_wishes();
  place_wheres();
  spread_bans();
  do_as_told();
  if (question_mark_ && is_hypothetical())
    for (Clause& it : clauses_)
      if (!it.negated) it.mood = Mood::question;
  spread_conditions();
  if (question_mark_ && !any_request) question_sentence();
}

/// A mark stands before the clause.
bool Sentence::follows_mark(const Clause& it) const {
  return it.begin < end_ && it.begin > begin_ && token(it.begin - 1).kind == Kind::mark;
}

/// Whether the clause is still what somebody said.
void Sentence::settle_report(std::size_t i, Course& course) {
  Clause& it = clauses_[i];
  const std::size_t head = skip(it.begin);
  const bool comma = follows_mark(it);
  // What stands behind a colon is what is said.
  if (course.reported && comma && it.mood == Mood::question && !token(it.begin - 1).is_mark(':'))
    course.reported = false;
  // "the readme says 1.19, it should say 1.22"
  if (course.reported && i > 0 && it.mood == Mood::wish && is(head, Class::pronoun) && says_file(clauses_[i - 1]))
    course.reported = false;
  // "docs/a.md mentions it too but leave that alone"
  if (course.reported && it.negated && it.after_but && it.verb == Verb::leave) course.reported = false;
  // "My boss wants less noise, so set the level in a.json": what follows from a wish, and is not said by him
  if (course.reported && comma && i > 0 && it.mood == Mood::imperative && words_.is_text(it.begin, "so") &&
      words_.find(Class::report, clauses_[i - 1].begin) < clauses_[i - 1].end &&
      words_.at(words_.find(Class::report, clauses_[i - 1].begin)).text.starts_with("want"))
    course.reported = false;
  // "a.md still says 3.8, make that 3.10"
  if (course.reported && i > 0 && it.mood == Mood::imperative && words_.is_text(it.at, "make that") &&
      says_file(clauses_[i - 1]))
    course.reported = false;
  // "a.kt says 'Sucess' - fix it": what is said is over with its quotation.
  if (course.reported && comma && i > 0 && it.mood == Mood::imperative && says_file(clauses_[i - 1]) &&
      says_a_quotation(clauses_[i - 1]))
    course.reported = false;
  // "Our boss said we have to remove the setters, so please remove them."
  if (course.reported && (has_please(it) || is_request(it)) && it.mood == Mood::imperative && comma &&
      is(it.begin, Class::so_that) && words_.find(Class::please, it.begin) < it.at)
    course.reported = false;
  // "eslint complains about a.js, sort that out"
  if (course.reported && comma && i > 0 && it.mood == Mood::imperative &&
      is(skip(clauses_[i - 1].begin), Class::tool) && is(it.at + 1, Class::pronoun) &&
      !token(it.begin - 1).is_mark(':'))
    course.reported = false;
  if (course.reported) {
    it.reported = true;
    if (!it.negated && it.mood != Mood::question) it.mood = Mood::statement;
  }
  if (it.reported) {
    course.reported = true;
    if (!it.negated) it.mood = Mood::statement;
  }
}

/// What the subjects and the questions before it make of an order.
void Sentence::settle_mood(std::size_t i, Course& course) {
  Clause& it = clauses_[i];
  const std::size_t head = skip(it.begin);
  const bool please = has_please(it) || is_request(it);
  const bool comma = follows_mark(it);
  if (!course.reported && it.mood == Mood::imperative && !it.negated && !please) {
    const bool so = it.begin < it.end && token(it.begin).text == "so";
    if (course.person && !so && !(comma && course.speaker)) it.mood = Mood::statement;
    // "tomorrow we remove a.py and switch to b.py": the verbs share the subject.
    if (i > 0 && !comma && joined_by_and(it) && clauses_[i - 1].mood == Mood::statement && !clauses_[i - 1].purpose &&
        has_finite(clauses_[i - 1])) {
      // "line 30 is dead code and can go"
      if (it.at < it.end && is_departure(token(it.at)))
        it.verb = Verb::remove;
      else
        it.mood = Mood::statement;
    }
    if (course.asking) it.mood = Mood::question;
  }
  if (course.asking && it.mood == Mood::wish && !it.negated) it.mood = Mood::question;
  if (it.mood == Mood::question) course.asking = true;
  if (it.mood == Mood::statement && head < it.end && is_person(token(head)) && !it.purpose) {
    course.person = true;
    course.speaker = is(head, Class::speaker);
  }
  if (it.mood == Mood::imperative && !it.negated && asks_only(it.verb) && has_question(it) && it.verb != Verb::show)
    asking_bound_ = true;
  else if (it.mood == Mood::imperative && asking_bound_ && !comma && !please && i > 0 && joined_by_and(it) &&
           !is_order_of_its_own(i))
    it.mood = Mood::question;
}

/// "look at how a.rs does it and do it the same way in b.rs", "see whether a.yaml has it and fix it if it doesn't"
bool Sentence::is_order_of_its_own(std::size_t i) const {
  const Clause& it = clauses_[i];
  if (i + 1 < clauses_.size() && clauses_[i + 1].mood == Mood::condition) return true;
  const bool same = words_.find(Class::do_so, it.begin) < it.end || words_.find(Class::continuing, it.begin) < it.end;
  bool path = false;
  for (std::size_t k = it.begin; k < it.end; ++k) path = path || token(k).kind == Kind::path;
  return same && path;
}

/// "42 instead of 1 was used", "5 instead of 4 in a.lua did the trick": what stands beside "instead" tells something.
void Sentence::forget_told_values() {
  for (std::size_t i = 0; i + 1 < clauses_.size(); ++i) {
    Clause& it = clauses_[i];
    const Clause& old = clauses_[i + 1];
    if (!old.exception || !is(old.begin, Class::instead) || it.negated ||
        !(it.passive || it.guessed || it.at >= it.end))
      continue;
    for (std::size_t k = old.begin + 1; k < old.end; ++k)
      if (is(k, Class::auxiliary) || is(k, Class::irregular_past)) it.mood = Mood::statement;
  }
}

/// "…, said the PM.", "…, as Bob says", "…, that's what I tell every intern"
bool Sentence::ends_with_report() const {
  for (std::size_t k = begin_ + 3; k + 2 < end_; ++k) {
    const bool that = token(k).text == "that's" || (token(k).text == "that" && words_.is_text(k + 1, "is"));
    const std::size_t what = token(k).text == "that" ? k + 2 : k + 1;
    if (!that || token(k - 1).kind != Kind::mark || !words_.is_text(what, "what")) continue;
    // but "…, that's what I said"
    for (std::size_t n = what + 1; n < end_; ++n)
      if ((is(n, Class::report) || words_.verb(n) == Verb::say) && (n + 1 < end_ || !is(what + 1, Class::speaker)))
        return true;
  }
  for (std::size_t k = end_ > begin_ + 5 ? end_ - 4 : end_; k + 1 < end_; ++k)
    if (token(k - 1).kind == Kind::mark && is(k, Class::as) && is(end_ - 1, Class::report)) return true;
  for (std::size_t k = std::max(begin_ + 3, end_ > 5 ? end_ - 5 : 0); k + 1 < end_; ++k) {
    if (token(k - 1).kind == Kind::mark && is(k, Class::report) && is(k, Class::source))
      return true;  // "…, according to Bob"
    if (token(k - 1).kind == Kind::mark && is(k, Class::report) && !is(k, Class::obliged) &&
        token(k).kind == Kind::word &&
        (token(k).text.ends_with('s') || token(k).text.ends_with('d') || token(k).text == "wrote") &&
        order(k + 1) == Verb::none && token(k + 1).kind == Kind::word && !is(k + 1, Class::infinitive) &&
        !token(k + 1).has(Form::past))
      return true;
  }
  return false;
}

/// "Could we go for 10s or is that too long?" asks.
void Sentence::doubt_joint_orders() {
  for (Clause& it : clauses_) {
    const bool joint = words_.find(Class::joint, it.begin) < std::min(it.at, it.end);
    if (joint && std::ranges::any_of(clauses_, [](const Clause& other) { return other.mood == Mood::question; }))
      it.mood = Mood::question;
  }
}

/// "Idea: delete a.py", "Release 1.2: remove a.py", "pylint: a.py should have a docstring"
void Sentence::forget_headed() {
  // "For instance, you could call it a.html."
  if (mark(begin_ + 1, ',') && is(begin_, Class::heading) && token(begin_).text.starts_with("for "))
    for (Clause& it : clauses_)
      if (it.mood == Mood::imperative && !it.negated) it.mood = Mood::statement;
  for (std::size_t i = 1; i < clauses_.size(); ++i) {
    const Clause& head = clauses_[0];
    if (!mark(head.end - 1, ':') || head.end - head.begin > 6) return;
    bool heading = false;
    for (std::size_t k = head.begin; k < head.end; ++k) {
      if (token(k).kind == Kind::path) return;
      // "TODO for me on Monday: …"
      const bool own = k + 2 < head.end && fold_word(token(k).text) == "todo" && is(k + 2, Class::speaker);
      heading = heading || own || is(k, Class::heading) || is(k, Class::tool);
    }
    Clause& it = clauses_[i];
    if (!heading || it.negated) continue;
    it.reported = true;
    if (it.mood != Mood::question) it.mood = Mood::statement;
  }
}

/// "please merge … actually no, just delete a.txt": what stands before is not wanted any more.
void Sentence::take_back() {
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

/// "where a.html says "A" I want "B"": where, and no question.
void Sentence::place_wishes() {
  for (std::size_t i = 0; i + 1 < clauses_.size() && !question_mark_; ++i) {
    Clause& it = clauses_[i];
    const std::size_t wish = skip(clauses_[i + 1].begin);
    if (it.mood != Mood::question || !is(skip(it.begin), Class::where) || !is(wish, Class::wish_thing)) continue;
    it.mood = Mood::statement;
    it.reported = false;
    clauses_[i + 1] = read_clause(words_, clauses_[i + 1].begin, clauses_[i + 1].end, number_, false);
  }
}

/// "do not run or change anything": the ban holds for both verbs.
void Sentence::spread_bans() {
  for (std::size_t i = 1; i < clauses_.size(); ++i) {
    Clause& it = clauses_[i];
    const bool joined = is(it.begin, Class::either) || token(it.begin - 1).is(Class::either);
    if (joined && clauses_[i - 1].negated && !clauses_[i - 1].exception && it.mood == Mood::imperative)
      it.negated = true;
  }
}

/// "Would you fix a.py if I asked you to?"
bool Sentence::is_hypothetical() const {
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
void Sentence::do_as_told() {
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
void Sentence::spread_conditions() {
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
    // "emit a signal when health reaches 0", "return early if it is empty": what the code is to do then
    if (!behind && i > 0 && clauses_[i - 1].mood == Mood::imperative &&
        token(clauses_[i].begin - 1).kind != Kind::mark &&
        (clauses_[i - 1].guessed || token(skip(clauses_[i].begin)).text == "as long as" ||
         token(skip(clauses_[i].begin)).text == "while" || token(skip(clauses_[i].begin)).text == "whenever" ||
         token(skip(clauses_[i].begin)).text == "until" ||
         (is(skip(clauses_[i].begin), Class::question) && clauses_[i - 1].verb == Verb::add)))
      continue;
    if (!behind && i > 0 && !clauses_[i - 1].negated && !describes(i) && !is_behaviour(clauses_[i - 1], i))
      clauses_[i - 1].conditional = true;
  }
}

/// "when Escape is pressed a.tsx should close": what the code is to do then.
bool Sentence::is_behaviour(const Clause& wish, std::size_t condition) const {
  // "I'd love it if the menu closed when somebody clicks outside"
  const bool wanted =
      words_.find(Class::wish_if, wish.begin) < wish.end || words_.find(Class::wish_thing, wish.begin) < wish.end;
  if (wish.mood == Mood::wish && wanted && is(skip(clauses_[condition].begin), Class::question)) return true;
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
bool Sentence::describes(std::size_t condition) const {
  const Clause& order = clauses_[condition - 1];
  const std::size_t cause = words_.find(Class::cause, order.begin);
  const std::size_t state = words_.find(Class::state, std::min(cause, order.end));
  return order.mood == Mood::wish && order.passive && cause < state && state < order.end &&
         words_.find(Class::addressee, clauses_[condition].begin) >= clauses_[condition].end;
}

bool Sentence::says_file(const Clause& it) const {
  const std::size_t verb = words_.find(Class::report, it.begin);
  for (std::size_t k = it.begin; k < std::min(verb, it.end); ++k)
    if (is(k, Class::file_noun) || token(k).kind == Kind::path) return true;
  return false;
}

bool Sentence::says_a_quotation(const Clause& it) const {
  const std::size_t verb = words_.find(Class::report, it.begin);
  const bool value = verb + 2 < it.end && (token(verb + 1).kind == Kind::quoted || token(verb + 1).kind == Kind::value);
  return value && token(verb + 1).text.find(' ') == std::string::npos &&
         (token(verb + 2).kind == Kind::mark || token(verb + 2).is(Class::but));
}

bool Sentence::has_finite(const Clause& it) const {
  for (std::size_t k = it.begin; k < it.end; ++k)
    if (is(k, Class::auxiliary) || is(k, Class::modal) || is_person(token(k)) || token(k).has(Form::past) ||
        token(k).has(Form::third_person))
      return true;
  return false;
}

bool Sentence::joined_by_and(const Clause& it) const {
  return it.begin > begin_ && (token(it.begin - 1).is(Class::conjunction) || token(it.begin).is(Class::conjunction) ||
                               token(it.begin - 1).text == "and then");
}

bool Sentence::has_question(const Clause& it) const {
  for (std::size_t k = it.at + 1; k < it.end; ++k)
    if (is(k, Class::question) || (is(k, Class::condition) && k == it.at + 1)) return true;
  return false;
}

bool Sentence::has_please(const Clause& it) const {
  const std::size_t before = it.begin > begin_ ? it.begin - 1 : it.begin;
  return words_.find(Class::please, before) < it.end;
}

/// "could you …", "would you mind …": an order in the form of a question.
bool Sentence::is_request(const Clause& it) const {
  if (it.mood != Mood::imperative && !(it.mood == Mood::wish && it.passive)) return false;
  if (question_mark_ && asks_ability(it)) return false;
  for (std::size_t k = it.begin; k < std::min(it.at, it.end); ++k)
    if (is(k, Class::joint) || (words_.verb(k) == Verb::proceed && words_.has_form(k, Form::base)) ||
        (is(k, Class::modal) && !it.passive))
      return !(question_mark_ && is(k, Class::you_may));
  return false;
}

/// "Where a.py still says X, make it Y.": where, and no question.
void Sentence::place_wheres() {
  if (question_mark_) return;
  for (std::size_t i = 0; i + 1 < clauses_.size(); ++i) {
    Clause& place = clauses_[i];
    Clause& order = clauses_[i + 1];
    if (place.mood != Mood::question || !is(skip(place.begin), Class::where) || !follows_mark(order) ||
        order.at >= order.end || !changes_something(order.verb))
      continue;
    place.mood = Mood::statement;
    if (order.mood == Mood::question) order.mood = order.passive ? Mood::wish : Mood::imperative;
  }
}

/// "can you change files in this folder at all?": of no file in particular.
bool Sentence::asks_ability(const Clause& it) const {
  if (it.at + 1 >= it.end) return false;
  const Token& object = token(it.at + 1);
  if (!(object.is(Class::file_noun) && object.text.ends_with('s') && object.text.find(' ') == std::string::npos))
    return false;
  for (std::size_t k = it.at + 2; k < it.end; ++k)
    if (token(k).kind != Kind::mark && !is(k, Class::in) && !is(k, Class::article) && !is(k, Class::deictic) &&
        !is(k, Class::pronoun) && !is(k, Class::directory_noun) && !is(k, Class::file_noun) &&
        token(k).text != "at all" && token(k).text != "at" && token(k).text != "all" && token(k).text != "this")
      return false;
  return true;
}

/// A question mark makes orders questions, but for a polite request and for "…, ok?".
void Sentence::question_sentence() {
  // "That's a bad idea, no?"
  Clause& last = clauses_.back();
  if (clauses_.size() > 1 && last.negated && last.end - last.begin == 1 && is(last.begin, Class::deny)) {
    last.negated = false;
    last.mood = Mood::question;
  }
  const bool tagged = clauses_.size() > 1 && is_tag(clauses_.back(), tokens_);
  bool trailing_tag = tagged;
  if (end_ > begin_ + 2 && token(end_ - 2).is_mark(',') && (is(end_ - 1, Class::affirm) || is(end_ - 1, Class::please)))
    trailing_tag = true;
  for (Clause& it : clauses_) {
    if (it.mood == Mood::wish && !it.negated) it.mood = Mood::question;
    if (it.mood != Mood::imperative || it.negated) continue;
    // "tl;dr of a.md?" asks for the same with or without its mark.
    if (it.verb == Verb::explain || it.verb == Verb::list) continue;
    // "Update it for me?"
    const bool favour = it.end > it.at + 1 && words_.is_text(it.end - 1, "for me");
    if (has_please(it) || favour || (trailing_tag && words_.find(Class::you_may, it.begin) >= it.end)) continue;
    it.mood = Mood::question;
  }
  // "…, safe to delete?"
  const bool asks = std::ranges::any_of(clauses_, [](const Clause& it) { return it.mood == Mood::question; });
  const bool orders = std::ranges::any_of(
      clauses_, [](const Clause& it) { return it.mood == Mood::imperative || it.mood == Mood::wish; });
  if (!asks && (!trailing_tag || !orders) && clauses_.back().mood == Mood::statement && !clauses_.back().reported)
    clauses_.back().mood = Mood::question;
}

}  // namespace warrant::language
