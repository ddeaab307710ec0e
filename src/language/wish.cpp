// What is wanted of something, behind a wish or a word that obliges.
#include "wish.hpp"

#include "clause.hpp"

#include <algorithm>

namespace warrant::language {
namespace {

using Kind = Token::Kind;

class Predicate {
 public:
  Predicate(Clause& clause, const Words& words) : it_(clause), words_(words) {}

  void desire(std::size_t at, bool unwanted) {
    it_.mood = Mood::wish;
    it_.at = at > 0 ? at - 1 : at;
    it_.verb = Verb::add;
    while (at + 1 < it_.end && (is(at, Class::infinitive) || is(at, Class::vague))) ++at;
    if (is(at, Class::question)) {
      it_.mood = Mood::question;
      return;
    }
    if (is(at, Class::addressee)) return of_you(at + 1, unwanted);
    bool negated = unwanted;
    for (std::size_t k = at; k < it_.end; ++k) {
      if (k > at && is(k, Class::which)) break;            // "a file in which …"
      if (k > at + 1 && is(k, Class::manner)) break;       // "… saying how a.py is run"
      if (k > at + 1 && words_.is_text(k, "that")) break;  // "a note that …": what it says
      // "…, the repair I make alone"
      const bool speaker = words_.find(Class::speaker, at) < k;
      if (is(k, Class::off_limits) || (is(k, Class::unchanged) && !speaker && skip_fillers(words_, k + 1) >= it_.end))
        return ban_statement(it_, k);
      if (lets_run(at, k) || has_tool_run(at, k)) {
        it_.mood = Mood::imperative;
        it_.verb = Verb::run;
        it_.at = k;
        it_.passive = true;
        return;
      }
      if (is(k, Class::negation) || is(k, Class::nothing)) negated = true;
      if (k > at && is(k, Class::obliged)) return follow(k, negated);
      if (k > at && is_predicate(k)) return follow(k, negated, true);
    }
    if (negated) ban_statement(it_, at);
  }

  /// The words from the one that obliges, at `k`: what has to be.
  void follow(std::size_t k, bool negated, bool here = false) {
    std::size_t next = here ? k : k + 1;
    negated = negated || is(k, Class::negation);
    std::size_t be = it_.end;
    while (next < it_.end && (is(next, Class::negation) || is_filler(words_.at(next)) || is(next, Class::being) ||
                              is(next, Class::infinitive) || is(next, Class::only))) {
      if (is(next, Class::negation)) negated = true;
      if (is(next, Class::only)) it_.only = true;
      if (is(next, Class::being)) be = next;
      ++next;
    }
    // "a.ts has to go on compiling"
    if (next + 1 < it_.end && words_.is_text(next, "go on") && words_.has_form(next + 1, Form::gerund))
      return hold(next, k);
    if (is_supposed(k, next, be < it_.end, negated)) {
      it_.mood = Mood::statement;
      it_.verb = Verb::none;
      return;
    }
    const bool itself = k == skip_fillers(words_, it_.begin) + 1 && words_.at(k - 1).kind == Kind::path;
    // "a.py has DEBUG on, it shouldn't."
    if (negated && next >= it_.end && be >= it_.end && k > it_.begin && is(k - 1, Class::pronoun)) {
      it_.mood = Mood::wish;
      it_.verb = Verb::edit;
      it_.at = k;
      it_.passive = true;
      it_.guessed = true;
      return;
    }
    // "let it be"; but "a.json should be []" has its value in signs that are no words
    if (next >= it_.end && be < it_.end && !negated && !(itself && is(k, Class::obliged) && names_no_word(k + 1)))
      return ban_statement(it_, k);
    if (is(next, Class::unchanged) || is(next, Class::off_limits)) return ban_statement(it_, k);
    const bool form =
        next < it_.end && (words_.has_form(next, Form::gerund) ||
                           (words_.has_form(next, Form::past) && (be < it_.end || !words_.has_form(next, Form::base))));
    const bool green = be < it_.end && !is_tested(k) && !itself && is(next, Class::finished);
    if (is(next, Class::harm) || (is(next, Class::holds) && !form && !green && !says_how(next, k) && !keeps_many(next)))
      return hold(next, k);
    const Verb verb = words_.verb(next);
    const bool done = form && verb != Verb::none && !is(next, Class::state);
    const bool bans = done ? changes_something(verb) : be >= it_.end && (verb == Verb::none || changes_something(verb));
    if (negated && bans && !is(next, Class::state)) return ban_statement(it_, k);
    it_.mood = Mood::wish;
    it_.passive = true;
    it_.at = be < it_.end ? be : here ? next : k;
    want(k, next, be < it_.end, negated, done);
  }

  /// "There should be X": what comes behind is the object.
  void exist(std::size_t k) {
    bool negated = is(k, Class::negation);
    std::size_t at = k + 1;
    while (at < it_.end && (is(at, Class::being) || is_filler(words_.at(at)) || is(at, Class::negation))) {
      negated = negated || is(at, Class::negation);
      ++at;
    }
    it_.mood = Mood::wish;
    it_.verb = negated ? Verb::edit : Verb::add;
    it_.at = at - 1;
    for (std::size_t n = at; n < it_.end; ++n)
      if (is(n, Class::change_noun) && negated) return ban_statement(it_, k);
  }

 private:
  bool is(std::size_t at, Class which) const { return at < it_.end && words_.is(at, which); }

  /// "must be the culprit", "should have been changed": what is supposed or was missed, and nothing that is wanted.
  bool is_supposed(std::size_t k, std::size_t next, bool being, bool negated) const {
    const std::size_t noun = is(next, Class::article) ? next + 1 : next;
    const bool itself = k == skip_fillers(words_, it_.begin) + 1 && words_.at(k - 1).kind == Kind::path;
    // "a.py must be the culprit"
    if (being && !negated && is(noun, Class::suspect) && noun > next) return true;
    // "a.py has to be the slowest script ever"
    if (itself && being && is(next, Class::article) && noun < it_.end && words_.at(noun).text.ends_with("est"))
      return true;
    // "a.py should have been changed": it was not, and nobody asks for it now.
    return is(k + 1, Class::cause) && is(k + 1, Class::auxiliary) &&
           (is(k + 2, Class::being) || words_.has_form(std::min(k + 2, it_.end - 1), Form::past));
  }

  /// What is to be done so that it is as it is wanted; `done` where the word at `next` is a verb of its own.
  void want(std::size_t k, std::size_t next, bool being, bool negated, bool done) {
    const Verb verb = words_.verb(next);
    it_.verb = Verb::set;
    if (done && changes_something(verb)) {
      // "a.py has to be called b.py"; but "f() should be called first"
      const bool names = is(next, Class::as) && next + 1 < it_.end && words_.at(next + 1).kind == Kind::path;
      it_.verb = names ? Verb::rename : verb;
      it_.at = next;
    } else if (done && !negated && being && words_.has_form(next, Form::past)) {
      it_.mood = Mood::imperative;  // "a.py should be reviewed"
      it_.verb = verb;
      it_.at = next;
    } else if (verb == Verb::leave && !keeps_many(next)) {
      ban_statement(it_, k);
    } else if (negated) {
      it_.verb = Verb::edit;  // "X must not contain Y"
    } else if (is(k, Class::deserves) && !being && !is(next, Class::state)) {
      it_.verb = Verb::add;  // "README.md needs a title"
      it_.at = k;
    } else if (is(next, Class::state)) {
      it_.at = next;
    }
  }

  /// "let the tests run", "have StoreTest run once": a command, unless it runs on something in the file's own words.
  bool lets_run(std::size_t from, std::size_t k) const {
    if (k <= from || words_.order(k) != Verb::run || from == 0 || !words_.is(from - 1, Class::lets)) return false;
    bool runnable = false;
    for (std::size_t n = from; n < k; ++n)
      runnable = runnable || is(n, Class::tests_noun) || is(n, Class::build_noun) || is(n, Class::lint_noun) ||
                 is(n, Class::tool) || words_.at(n).kind == Kind::path ||
                 (words_.at(n).kind == Kind::word && words_.at(n).text.ends_with("test"));
    return runnable &&
           (skip_fillers(words_, k + 1) >= it_.end || is(k + 1, Class::in) || is(k + 1, Class::topic) ||
            is(k + 1, Class::conjunction) || words_.is_text(k + 1, "over") || words_.is_text(k + 1, "once"));
  }
  /// "have flake8 go over src"
  bool has_tool_run(std::size_t from, std::size_t k) const {
    if (k != from + 1 || from == 0 || !words_.is(from - 1, Class::lets) || !is(from, Class::tool)) return false;
    return words_.is_text(k, "go") || words_.is_text(k, "go over") || words_.is_text(k, "look") ||
           words_.is_text(k, "look at") || words_.is_text(k, "look over");
  }
  /// A finite or participial verb that says how something is to be.
  bool is_predicate(std::size_t k) const {
    const Token& token = words_.at(k);
    if (token.kind != Kind::word) return false;
    if (token.entry == nullptr) return is(k - 1, Class::infinitive) && k > 1 && words_.at(k - 2).kind == Kind::path;
    if (is(k, Class::being) || is(k, Class::state)) return true;
    if (is(k, Class::as) && names_something_new(k)) return false;
    const bool article = is(k - 1, Class::article);
    if (token.has(Form::past) && changes_something(token.entry->verb)) return !article;
    return is(k - 1, Class::infinitive) && changes_something(token.order());
  }

  /// "should | just be []"
  bool names_no_word(std::size_t at) const {
    for (std::size_t n = at; n < it_.end; ++n)
      if (words_.at(n).kind != Kind::mark && !is(n, Class::being) && !is(n, Class::only)) return false;
    return true;
  }
  /// "a file | called a.py", "a new folder | named b"
  bool names_something_new(std::size_t k) const {
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, k - it_.begin); ++back) {
      const std::size_t n = k - back;
      if (is(n, Class::article))
        return words_.is_text(n, "a") || words_.is_text(n, "an") || words_.at(n).text.ends_with("new");
    }
    return false;
  }

  void of_you(std::size_t at, bool unwanted) {
    bool negated = unwanted;
    while (at < it_.end && (is_filler(words_.at(at)) || is(at, Class::infinitive) || is(at, Class::negation))) {
      negated = negated || is(at, Class::negation);
      ++at;
    }
    if (at >= it_.end || words_.verb(at) == Verb::none) {
      if (negated) ban_statement(it_, at - 1);
      return;
    }
    if (negated && words_.verb(at) == Verb::leave)
      return;  // "I don't want you to leave a.tex as it is": it is to change
    it_.mood = Mood::imperative;
    it_.negated = negated;
    it_.verb = words_.verb(at);
    it_.at = at;
    if (negated && is(at, Class::harm)) it_.purpose = true;
  }

  /// The tests or the build are spoken of before `k`: what is green then is no colour.
  bool is_tested(std::size_t k) const {
    for (std::size_t n = it_.begin; n < k; ++n)
      if (is(n, Class::tests_noun) || is(n, Class::build_noun) || is(n, Class::lint_noun) || is(n, Class::pronoun))
        return true;
    return false;
  }

  /// "a should run before b", "it should start with a header": more than that it works.
  bool says_how(std::size_t next, std::size_t k) const {
    for (std::size_t n = k; n < next; ++n)
      if (is(n, Class::holds)) return false;  // "still"
    const bool how = is(next + 1, Class::place_before) || is(next + 1, Class::place_after);
    return how && words_.order(next) != Verb::none;
  }

  /// "a.sh should keep the last 14 backups": how many, and nothing that stays as it is.
  bool keeps_many(std::size_t next) const {
    if (next >= it_.end || !words_.at(next).text.starts_with("keep")) return false;
    // "slugify() must keep digits"
    if (next + 1 < it_.end && words_.at(next + 1).kind == Kind::word && words_.at(next + 1).entry == nullptr &&
        words_.at(next + 1).text.ends_with('s'))
      return true;
    for (std::size_t n = next + 1; n < std::min(next + 5, it_.end); ++n) {
      const std::string& text = words_.at(n).text;
      if (is(n, Class::ordinal) || (!text.empty() && text.find_first_not_of("0123456789") == std::string::npos))
        return true;
    }
    return false;
  }

  /// "X must keep working", "X must not break", "X must stay as it is".
  void hold(std::size_t next, std::size_t k) {
    for (std::size_t after = next; after < it_.end; ++after)
      if (is(after, Class::unchanged)) return ban_statement(it_, k);
    it_.purpose = true;
    it_.mood = Mood::statement;
    it_.verb = Verb::none;
  }

  Clause& it_;
  const Words& words_;
};

}  // namespace

void desire(Clause& clause, const Words& sentence, std::size_t at, bool unwanted) {
  Predicate(clause, sentence).desire(at, unwanted);
}

void oblige(Clause& clause, const Words& sentence, std::size_t at) { Predicate(clause, sentence).follow(at, false); }

void exist(Clause& clause, const Words& sentence, std::size_t at) { Predicate(clause, sentence).exist(at); }

void ban_statement(Clause& clause, std::size_t at) {
  clause.negated = true;
  clause.mood = Mood::wish;
  clause.verb = Verb::edit;
  clause.passive = true;
  clause.at = at;
}

}  // namespace warrant::language
