// Orders, and the questions and nouns that look like ones.
#include "clause_reader.hpp"
#include "wish.hpp"

#include <algorithm>

namespace warrant::language {
namespace {

using Kind = Token::Kind;

}  // namespace

/// "could you …" in any wording orders; every other subject asks.
void ClauseReader::auxiliary(std::size_t at) {
  if (at > it_.begin && is(at - 1, Class::existence)) return statement(it_, words_, at - 1);
  // "Was 9600."
  if (!question_ && at + 2 >= it_.end && at + 1 < it_.end && is_value(token(at + 1))) return;
  // "It is 5: should be 6", "must be 6"
  if (!question_ && is(at, Class::obliged) && (is(at + 1, Class::being) || is(at + 1, Class::state)) &&
      !is(at + 2, Class::pronoun))
    return oblige(it_, words_, at);
  if (!question_ && does_a_run(at)) return;
  // "…, but do delete b.py", "Do number 2 in a.rs."
  if (!question_ && words_.is_text(at, "do") && changes_something(order(at + 1))) return order_at(at + 1);
  if (!question_ && words_.is_text(at, "do") && at + 2 < it_.end && !is(at + 1, Class::negation) &&
      !is(at + 1, Class::nothing) && !is(at + 1, Class::speaker) && !is(at + 1, Class::addressee) &&
      !is(at + 1, Class::third) && !is(at + 1, Class::article) && !is(at + 1, Class::pronoun) &&
      words_.find(Class::state, at + 1) >= it_.end)
    return guess_order(at);
  if (does_a_thing(at)) return guess_order(at);
  // "Do what the help says in a.rs."
  if (!question_ && words_.is_text(at, "do") && at + 2 < it_.end && token(at + 1).text.starts_with("what") &&
      !is(at + 2, Class::addressee))
    return guess_order(at);
  std::size_t k = at + 1;
  while (k < it_.end && (is_filler(token(k)) || is(k, Class::negation))) ++k;
  if (is(at, Class::modal) && !is(at, Class::obliged) && is(k, Class::addressee)) return polite_order(k + 1);
  if (is(at, Class::negation) && has_order(k) && !is(k, Class::addressee)) return negate(at + 1);
  if (is(at + 1, Class::nothing)) return forbid(at + 1);  // "do nothing to a.py"
  if (is(at, Class::modal) && !is(at, Class::negation) && politely(at)) return;
  it_.mood = Mood::question;
}

/// "do a cargo build", "do a quick test run": a command, said as a thing.
bool ClauseReader::does_a_run(std::size_t at) {
  if (!words_.is_text(at, "do") || !is(at + 1, Class::article)) return false;
  for (std::size_t k = at + 2; k < std::min(at + 5, it_.end); ++k) {
    if (token(k).kind != Kind::word) return false;
    if (!is(k, Class::build_noun) && !is(k, Class::tests_noun) && !is(k, Class::lint_noun) &&
        !is(k, Class::typecheck_noun) && !is(k, Class::tool) && sort_of(order(k)) != Sort::run)
      continue;
    it_.mood = Mood::imperative;
    it_.verb = Verb::run;
    it_.at = at;
    return true;
  }
  return false;
}

/// "do the thing we talked about": no finite verb behind it, as "do the tests pass" has one.
bool ClauseReader::does_a_thing(std::size_t at) const {
  if (question_ || !words_.is_text(at, "do") || !is(at + 1, Class::article) || at + 2 >= it_.end) return false;
  for (std::size_t k = at + 3; k < it_.end; ++k)
    if (is(k, Class::holds) || is(k, Class::state) || (has_order(k) && token(k).has(Form::base))) return false;
  return true;
}

/// "Could we go for 10s?" asks for it, "Could we delete a.py?" asks about it.
void ClauseReader::joint_order(std::size_t at) {
  it_.mood = Mood::question;
  const std::size_t verb = verb_after(at + 1);
  bool fixed = words_.find(Class::please, at) < it_.end;
  for (std::size_t k = verb + 1; k < it_.end; ++k) fixed = fixed || is_value(token(k));
  const Verb which = verb < it_.end ? words_.verb(verb) : Verb::none;
  bool told =
      at + 2 < it_.end && (token(at + 2).has(Form::past) || is(at + 2, Class::particle) || is(at + 2, Class::defect));
  for (std::size_t k = at + 2; k < it_.end; ++k)
    told = told || (is(k - 1, Class::article) && is(k, Class::answer_text)) || is(k, Class::account) ||
           (is(k - 1, Class::article) && asks_only(words_.order(k))) ||
           (is(k - 1, Class::article) && words_.order(k) == Verb::list);
  if (!told && fixed &&
      (which == Verb::change || which == Verb::set || which == Verb::edit || which == Verb::replace ||
       which == Verb::add))
    order_at(verb);
  if (!told && is(at + 1, Class::cause) && it_.mood == Mood::question) {
    desire(it_, words_, at + 2, false);
    it_.mood = it_.mood == Mood::question || it_.negated ? Mood::question : Mood::imperative;
  }
}

/// "Could the link in a.html please open in a new tab?", "Could a.py please be deleted?"
bool ClauseReader::politely(std::size_t at) {
  // "Could a.md get a table of contents?"
  if (is(at, Class::gets_modal) && at + 3 < it_.end && token(at + 1).kind == Kind::path &&
      words_.is_text(at + 2, "get") && is(at + 3, Class::article)) {
    it_.mood = Mood::imperative;
    it_.verb = Verb::edit;
    it_.at = at + 2;
    return true;
  }
  const std::size_t please = std::min(words_.find(Class::please, at), it_.end);
  if (please + 1 >= it_.end || is(at + 1, Class::speaker) || is(at + 1, Class::third)) return false;
  // "Could a.py please everyone?"
  const bool verb =
      has_order(please + 1) || is(please + 1, Class::state) || is(please + 1, Class::being) || please + 2 < it_.end;
  if (!verb) return false;
  it_.mood = Mood::imperative;
  it_.verb = Verb::edit;
  it_.at = please;
  it_.passive = true;
  for (std::size_t k = at + 1; k < it_.end; ++k)
    if (is(k - 1, Class::being) && words_.has_form(k, Form::past) && changes_something(words_.verb(k))) {
      it_.verb = words_.verb(k);
      it_.at = k;
    }
  return true;
}

void ClauseReader::limited(std::size_t at) {
  it_.only = true;
  std::size_t next = skip(at + 1);
  if (next >= it_.end) return;
  // "only a review of a.py"
  if (is(next, Class::article) && asks_only(words_.order(next + 1)) && is(next + 2, Class::noun_after)) ++next;
  if (has_order(next)) return order_at(next);
  statement(it_, words_, next);
  if (it_.mood != Mood::statement) return;
  it_.mood = Mood::imperative;
  it_.verb = Verb::none;
  it_.at = at;
}

/// "The build fails", "Test results are bad", "Change of plan": the verb is a noun here.
bool ClauseReader::is_noun_here(std::size_t at) const {
  const std::size_t to = it_.end;
  if (at + 1 >= to) return false;
  const Token& next = token(at + 1);
  // "a.php: debug => false"
  if (!changes_something(words_.verb(at)) &&
      (next.is(Class::equals) || (next.is(Class::to) && !next.is(Class::infinitive))))
    return true;
  // "point 2 I don't understand"
  if (is_value(next) && is(at + 2, Class::speaker)) return true;
  // "…, date 20 June, place: lower field"
  if (words_.is_mark(at + 1, ':') && token(at).is(Class::noun_too) && it_.begin > words_.begin()) return true;
  // "bin and obj keep showing up"
  if (next.is(Class::conjunction) && at + 3 < to && token(at + 2).kind == Kind::word &&
      token(at + 2).entry == nullptr && (is(at + 3, Class::holds) || is(at + 3, Class::auxiliary)))
    return true;
  // "DEBUG in settings.py should be off"
  if (next.is(Class::in) && at + 3 < to && token(at + 2).kind == Kind::path &&
      (is(at + 3, Class::obliged) || is(at + 3, Class::deserves) || is(at + 3, Class::auxiliary)))
    return true;
  // "start script in package.json must be …", "catch (…) in a.cs was a crime"
  for (std::size_t k = at + 2; sort_of(words_.verb(at)) != Sort::tell && k + 2 < std::min(to, at + 8); ++k)
    if (is(k, Class::in) && token(k + 1).kind == Kind::path &&
        (is(k + 2, Class::obliged) || (is(k + 2, Class::auxiliary) && !question_)))
      return true;
  // "Comment by Bob on a.md", "Report of the linter"
  if ((token(at).is(Class::source_noun) || token(at).is(Class::heading)) &&
      (next.text == "by" || next.text == "from" || next.text == "of"))
    return true;
  if (changes_something(words_.verb(at)) && is_subject(at)) return true;
  // "debug off in a.yaml"
  if (next.is(Class::setting) && is(at + 2, Class::in) && at == skip(it_.begin)) return true;
  // "crontab.txt - backup at 02:30 instead of 03:00"
  if (at > it_.begin && token(at).is(Class::noun_too) && next.is(Class::in) && at + 2 < to && is_value(token(at + 2)))
    return true;
  // "a new file a.py appeared overnight"
  if (token(at).text.ends_with("new file"))
    for (std::size_t k = at + 1; k + 1 < to; ++k) {
      const Token& verb = token(k + 1);
      if (token(k).kind == Kind::path)
        return verb.has(Form::past) || verb.has(Form::third_person) || verb.is(Class::auxiliary) ||
               verb.is(Class::defect) ||
               (verb.entry == nullptr && verb.kind == Kind::word && verb.text.ends_with("ed"));
    }
  // "Support keeps asking …", "Support says that …"
  if (next.has(Form::third_person) && at + 2 < to && token(at + 2).has(Form::gerund)) return true;
  if (next.is(Class::report) &&
      (next.text.find(' ') != std::string::npos || is(at + 2, Class::question) || is(at + 2, Class::speaker) ||
       is(at + 2, Class::third) || is(at + 2, Class::addressee)))
    return true;
  const bool one_word = token(at).text.find(' ') == std::string::npos;
  if (one_word && next.is(Class::noun_after) && words_.verb(at) != Verb::explain) return true;
  // "log level in main.rs went from Debug to Info"
  if (next.kind == Kind::word && !next.is(Class::article) && !next.is(Class::pronoun))
    for (std::size_t k = at + 2; k < std::min(to, at + 7); ++k)
      if (is(k, Class::irregular_past) && token(k - 1).kind == Kind::path && !has_order(k)) return true;
  const bool finite = is(at + 2, Class::auxiliary) || is(at + 2, Class::modal);
  if (next.kind == Kind::word && next.entry == nullptr && is(at + 2, Class::auxiliary)) return true;
  if (next.is(Class::auxiliary) || next.is(Class::modal) || next.is(Class::goes)) return true;
  if (next.is(Class::obliged)) return true;
  if (next.has(Form::past) && next.order() == Verb::none && next.kind == Kind::word && at + 2 >= to) return true;
  if (next.is(Class::defect) && next.kind == Kind::word && at + 2 >= to && next.text.ends_with("s")) return true;
  return one_word && next.kind == Kind::word && next.entry == nullptr && next.text.ends_with("s") && finite;
}

/// "delete key handling in a.vue doesn't work": a finite verb that belongs to the words before it.
bool ClauseReader::is_subject(std::size_t at) const {
  // "copy the footer …" is no noun.
  if (is(at + 1, Class::article) || is(at + 1, Class::pronoun)) return false;
  for (std::size_t k = at + 1; k < it_.end; ++k) {
    const Token& it = token(k);
    if (it.kind == Kind::quoted || it.kind == Kind::block || it.kind == Kind::mark) return false;
    if (it.text == "way") return false;  // "implement it in a.cs the way b.cs does"
    for (const Class opens :
         {Class::question, Class::condition, Class::pronoun, Class::report, Class::speaker, Class::third,
          Class::addressee, Class::infinitive, Class::as, Class::being, Class::so_that, Class::all})
      if (it.is(opens) && !it.is(Class::auxiliary)) return false;
    if (it.is(Class::auxiliary)) return k > at + 1 && !is(k - 1, Class::in);
  }
  return false;
}

/// "let's do that in a.py"
bool ClauseReader::is_repetition(std::size_t at) const { return is(at, Class::continuing) || is(at, Class::do_so); }

bool ClauseReader::is_value(const Token& it) {
  return it.kind == Kind::value || it.kind == Kind::quoted ||
         (!it.text.empty() && it.text.find_first_not_of("0123456789.") == std::string::npos);
}

void ClauseReader::polite_order(std::size_t at) {
  std::size_t next = at;
  while (next < it_.end && !is_repetition(next) && (is_filler(token(next)) || is(next, Class::infinitive))) ++next;
  if (next >= it_.end) return;
  // "can you me explain a.py"
  if (is(next, Class::speaker) && has_order(next + 1)) ++next;
  if (is_polite_verb(words_, next)) return polite_order(next + 1);
  // "you should have changed a.py"
  if (is(next, Class::cause) && is(next, Class::auxiliary) && next + 1 < it_.end && token(next + 1).has(Form::past))
    return;
  if (is(next, Class::negation)) return negate(next + 1);
  if (is(next, Class::only)) {
    it_.only = true;
    next = skip(next + 1);
    if (next >= it_.end) return;
  }
  if (does_a_run(next)) return;
  // "Can you do what the compiler suggests in a.rs?"
  if (words_.is_text(next, "do") && next + 1 < it_.end && token(next + 1).text.starts_with("what"))
    return guess_order(next);
  // "could you give f in a.py a docstring"
  if (gives_something(next)) {
    order_at(next);
    it_.verb = Verb::edit;
    return;
  }
  if (is_causative(next)) {
    desire(it_, words_, next + 1, false);
    if (it_.passive) return;
  }
  if (has_order(next) || token(next).has(Form::gerund)) return order_at(next);
  if (at > 0 && token(next).has(Form::past) && token(at - 1).text.ends_with("if you")) return order_at(next);
  // "let's do that in a.py"
  if (is_repetition(next)) return guess_order(next);
  // "let's do 10 seconds"
  if (is(next, Class::auxiliary) && next + 1 < it_.end && is_value(token(next + 1))) return guess_order(next);
  if (is_verb_by_place(words_, next, it_.end)) return guess_order(next);
  // A language whose verb comes last: "Kannst du bitte den Port auf 9443 setzen?"
  std::size_t last = it_.end;
  while (last > next && (token(last - 1).kind == Kind::mark || is(last - 1, Class::polite))) --last;
  if (last <= next + 1 || !has_order(last - 1)) return;
  order_at(last - 1);
  it_.passive = true;
}

void ClauseReader::order_at(std::size_t at) {
  const std::size_t to = it_.end;
  it_.mood = Mood::imperative;
  it_.at = at;
  it_.verb = words_.verb(at);
  if (it_.verb == Verb::attempt || it_.verb == Verb::proceed) {
    const std::size_t next = verb_after(at + 1);
    if (next < to) return order_at(next);
    if (is(at + 1, Class::negation)) return negate(at + 2);
  }
  // "line 30 is dead code and can go"
  if (is_departure(token(at)) && at == skip(it_.begin) && it_.begin > words_.begin()) it_.verb = Verb::remove;
  take_purpose_verb(at);
  // "Change nothing", "modify no files", "Lösche a.py nicht"
  for (std::size_t k = it_.at + 1; k < to; ++k) {
    // but "change none to all"
    const bool next = k == it_.at + 1 && (is(k, Class::nothing) || is(k, Class::negation)) && !is(k + 1, Class::only) &&
                      !is(k + 1, Class::infinitive) && !has_order(k + 1);
    if (next || is(k, Class::trailing_negation)) {
      it_.negated = true;
      return;
    }
  }
  // "make your last change undone"
  if (is(it_.at, Class::cause))
    for (std::size_t k = it_.at + 1; k < it_.end; ++k)
      if (words_.verb(k) == Verb::undo && words_.has_form(k, Form::past)) it_.verb = Verb::undo;
  // "roll everything back", "put it back"
  if (is(it_.at, Class::reverses) && goes_back()) it_.verb = Verb::undo;
  // "ignore *.log in .gitignore"
  if (it_.verb == Verb::avoid)
    for (std::size_t k = it_.at + 1; k < it_.end; ++k)
      if (token(k).kind == Kind::path && token(k).text.ends_with(token(it_.at).text) &&
          token(k).text.find('.') != std::string::npos && !is(k - 1, Class::topic)) {
        it_.verb = Verb::add;
        return;
      }
  // "parser.rs: skip blank lines"
  if (it_.verb == Verb::avoid && is(it_.at, Class::filters) && it_.at > it_.begin && it_.at + 1 < it_.end &&
      words_.is_mark(it_.at - 1, ':') && !is(it_.at + 1, Class::pronoun) && !is(it_.at + 1, Class::all) &&
      token(it_.at + 1).kind != Kind::path) {
    it_.verb = Verb::edit;
    return;
  }
  // "a.sql counts cancelled users, exclude them": in the one file that is spoken of
  if (it_.verb == Verb::avoid && is(it_.at, Class::filters) &&
      (words_.is_text(it_.at + 1, "them") || words_.is_text(it_.at + 1, "those"))) {
    std::size_t paths = 0;
    for (std::size_t k = words_.begin(); k < it_.begin; ++k) paths += token(k).kind == Kind::path ? 1U : 0U;
    if (paths == 1 && it_.begin > words_.begin()) {
      it_.verb = Verb::edit;
      return;
    }
  }
  // "keep only the last seven"
  if (it_.verb == Verb::leave && is(it_.at + 1, Class::only)) {
    it_.verb = Verb::edit;
    return;
  }
  if (it_.verb == Verb::leave || it_.verb == Verb::avoid) {
    it_.negated = true;
    if (is(skip(at + 1), Class::harm) || keeps_working()) it_.purpose = true;
  }
  if (it_.verb == Verb::verify && bans_behind(at)) return forbid(at);
  for (std::size_t k = at + 1; k < to; ++k)
    if (is(k, Class::only)) it_.only = true;
}

/// "keep a.rs compiling"
bool ClauseReader::keeps_working() const {
  for (std::size_t k = it_.at + 1; k < it_.end; ++k)
    for (const std::string_view word : {"working", "compiling", "passing", "building", "green"})
      if (token(k).text == word && token(k - 1).kind == Kind::path) return it_.verb == Verb::leave;
  return false;
}

bool ClauseReader::goes_back() const {
  bool back = false;
  for (std::size_t k = it_.at + 1; k < it_.end; ++k) {
    if (token(k).kind == Kind::path || token(k).kind == Kind::value || token(k).kind == Kind::quoted) return false;
    back = back || is(k, Class::back);
  }
  return back;
}

/// "Use a.csv to fill in the table in b.md": the second verb is the order.
void ClauseReader::take_purpose_verb(std::size_t at) {
  if (!is(at, Class::source)) return;
  for (std::size_t k = at + 1; k + 1 < it_.end; ++k)
    if (is(k, Class::infinitive) && has_order(k + 1) && token(k + 1).kind == Kind::word) {
      it_.at = k + 1;
      it_.verb = words_.verb(k + 1);
      return;
    }
}

}  // namespace warrant::language
