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
    // "a.py must be the culprit"
    const std::size_t noun = is(next, Class::article) ? next + 1 : next;
    if (be < it_.end && !negated && is(noun, Class::suspect) && noun > next) {
      it_.mood = Mood::statement;
      it_.verb = Verb::none;
      return;
    }
    // "a.py has to be the slowest script ever"
    const bool itself = k == skip_fillers(words_, it_.begin) + 1 && words_.at(k - 1).kind == Kind::path;
    if (itself && be < it_.end && is(next, Class::article) && noun < it_.end && words_.at(noun).text.ends_with("est")) {
      it_.mood = Mood::statement;
      it_.verb = Verb::none;
      return;
    }
    // "a.py should have been changed": it was not, and nobody asks for it now.
    if (is(k + 1, Class::cause) && is(k + 1, Class::auxiliary) &&
        (is(k + 2, Class::being) || words_.has_form(std::min(k + 2, it_.end - 1), Form::past))) {
      it_.mood = Mood::statement;
      it_.verb = Verb::none;
      return;
    }
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
    it_.verb = Verb::set;
    if (done && changes_something(verb)) {
      // "a.py has to be called b.py"; but "f() should be called first"
      const bool names = is(next, Class::as) && next + 1 < it_.end && words_.at(next + 1).kind == Kind::path;
      it_.verb = names ? Verb::rename : verb;
      it_.at = next;
    } else if (done && !negated && be < it_.end && words_.has_form(next, Form::past)) {
      it_.mood = Mood::imperative;  // "a.py should be reviewed"
      it_.verb = verb;
      it_.at = next;
    } else if (verb == Verb::leave && !keeps_many(next)) {
      ban_statement(it_, k);
    } else if (negated) {
      it_.verb = Verb::edit;  // "X must not contain Y"
    } else if (is(k, Class::deserves) && be >= it_.end && !is(next, Class::state)) {
      it_.verb = Verb::add;  // "README.md needs a title"
      it_.at = k;
    } else if (is(next, Class::state)) {
      it_.at = next;
    }
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

class Statement {
 public:
  Statement(Clause& clause, const Words& words) : it_(clause), words_(words) {}

  void read(std::size_t at) {
    if (goes_away(at)) return;
    if (const std::size_t no = stays_by_negation(at); no < it_.end) return ban_statement(it_, no);
    // "it seems a.py needs 30 retries"
    if (is(at, Class::report) && is(at, Class::vague)) {
      it_.reported = true;
      return;
    }
    for (std::size_t k = at; k < it_.end; ++k) {
      if (is(k, Class::report) && k > at && is(k - 1, Class::pronoun) && k + 1 < it_.end &&
          (words_.at(k + 1).kind == Kind::quoted || words_.at(k + 1).kind == Kind::value))
        continue;  // "everywhere it says 'A'": the file does
      if (is(k, Class::records) &&
          (records_a_thing(k) || (k > at && words_.at(k - 1).kind == Kind::path && is(k + 1, Class::all))))
        continue;
      // "the Makefile wants a clean target"
      if (k > at && is(k, Class::deserves) && words_.at(k - 1).kind == Kind::path && is(k + 1, Class::article))
        return Predicate(it_, words_).follow(k, false);
      // "anything in a.md that mentions X should mention Y"
      if (is(k, Class::report) && k > at && words_.is_text(k - 1, "that") && words_.find(Class::obliged, k) < it_.end)
        continue;
      if (is(k, Class::report) && k > at && !is(k, Class::obliged) && !is_wished(k) && !quotes_subject(k) &&
          !is_noun_behind_preposition(k)) {
        it_.reported = true;
        return;
      }
      // "My wife keeps telling me: …"
      if (k > at && words_.verb(k) == Verb::say && words_.order(k) == Verb::none &&
          words_.at(k).text.starts_with("tell")) {
        it_.reported = true;
        return;
      }
      // "The players say the jump should be higher."
      const bool tells = (words_.verb(k) == Verb::say || words_.verb(k) == Verb::suggest) && !words_.at(k).misspelt;
      if (k > at && tells && words_.order(k) != Verb::none && !is_wished(k) && is_noun(k - 1) && opens_a_thing(k + 1)) {
        it_.reported = true;
        return;
      }
      if (k > at && is(k, Class::off_limits) && is(k + 1, Class::sound)) {
        it_.purpose = true;  // "a.py has to remain green"
        return;
      }
      if ((is(k, Class::off_limits) && !tells_a_state(k)) ||
          (is(k, Class::unchanged) && k > at && ends(k + 1) && is_held(at, k)))
        return ban_statement(it_, k);
      if (k == at) continue;
      if (is(k, Class::welcome)) return welcome(k);
      if (is(k, Class::goes) &&
          (is(k - 1, Class::negation) || (is(k - 1, Class::auxiliary) && is(k - 1, Class::nothing))))
        return;  // "a.json doesn't belong in the repo"
      // "a.ts has to go on compiling"
      if (words_.is_text(k + 1 < it_.end ? k + 1 : k, "on") && words_.at(k).text.ends_with(" go") && k + 2 < it_.end &&
          words_.has_form(k + 2, Form::gerund)) {
        it_.purpose = true;
        return;
      }
      if (is(k, Class::goes) || is_put(k)) return put(k);
      // "a.c needs no change"
      if (is(k, Class::deserves) && k > at && (is(k + 1, Class::negation) || is(k + 1, Class::nothing)) &&
          (is(k + 1, Class::change_noun) || is(k + 2, Class::change_noun) ||
           words_.at(k + 1).text.ends_with("change") || words_.at(k + 1).text.ends_with("changes")))
        return ban_statement(it_, k);
      if (obliges(k) || is(k, Class::deserves)) {
        // "numbers aren't lexed. They should be."
        if (is(at, Class::pronoun) && k == at + 1 && is_bare(k + 1))
          return is(k, Class::negation) ? void() : restate(k);
        if (is(at, Class::speaker) || is(at, Class::third) || (words_.is_text(at, "one") && k == at + 1))
          return;  // "we should …", "they must …"
        if (k > at && (is(k - 1, Class::auxiliary) || is(at, Class::addressee))) return;  // "you were supposed to …"
        if (k > at && words_.is_text(k - 1, "no longer")) return;
        if (is(k + 1, Class::speaker) || is(k + 1, Class::third)) return;  // "a.py muss ich noch lesen"
        if (k > at + 1 && (is(k - 1, Class::third) || is(k - 1, Class::speaker) || words_.is_text(k - 1, "one")))
          return;  // "to fix it one has to …"
        if (is(at, Class::existence) && k == at + 1) return Predicate(it_, words_).exist(k);
        return Predicate(it_, words_).follow(k, false);
      }
    }
    if (verb_comes_last(at)) return;
    if (at == skip_fillers(words_, it_.begin) && (is(at, Class::tool) ? is_command(at) : is_shell_line(at))) {
      it_.mood = Mood::imperative;
      it_.verb = Verb::run;
      it_.at = at;
      return;
    }
    if (is_fragment(at)) fragment(at);
  }

 private:
  bool is(std::size_t at, Class which) const { return at < it_.end && words_.is(at, which); }
  bool ends(std::size_t at) const { return skip_fillers(words_, at) >= it_.end; }
  /// "the button stays greyed out", "panics with index out of bounds": how something is, and no ban.
  bool tells_a_state(std::size_t k) const {
    const std::string& text = words_.at(k).text;
    if (text == "out of bounds") return k == 0 || !is(k - 1, Class::being);
    if (text != "stays" && text != "remains" && text != "stay" && text != "remain") return false;
    if (k + 1 >= it_.end || words_.at(k + 1).kind != Kind::word) return false;
    return (words_.at(k + 1).entry == nullptr || is(k + 1, Class::defect) || words_.at(k + 1).text == "open") &&
           !is(k + 1, Class::unchanged);
  }
  /// "a.py itself does not change"; "a.py does not change when …" tells of trouble. The end for neither.
  std::size_t stays_by_negation(std::size_t at) const {
    if (words_.at(at).kind != Kind::path || !words_.is_text(at + 1 < it_.end ? at + 1 : at, "itself")) return it_.end;
    const std::size_t no = at + 2;
    const bool change = is(no, Class::negation) && no + 1 < it_.end &&
                        (words_.is_text(no + 1, "change") || words_.is_text(no + 1, "move")) && ends(no + 2);
    return change ? no : it_.end;
  }
  /// "a.py is correct as is", "a.py stays untouched"
  bool is_held(std::size_t from, std::size_t to) const {
    for (std::size_t k = from; k < to; ++k)
      if (is(k, Class::holds) || is(k, Class::auxiliary)) return true;
    return false;
  }

  bool is_noun(std::size_t k) const {
    const Token& token = words_.at(k);
    return token.kind == Kind::word &&
           (token.entry == nullptr || token.is(Class::third) || token.is(Class::human_source));
  }
  /// What is said can follow: "the players say the jump …", but not "the hourly rate goes up".
  bool opens_a_thing(std::size_t k) const {
    return k < it_.end &&
           (is(k, Class::article) || is(k, Class::pronoun) || is(k, Class::speaker) || is(k, Class::third) ||
            is(k, Class::addressee) || is(k, Class::infinitive) || words_.is_mark(k, ':') ||
            (words_.at(k).kind != Kind::word && words_.at(k).kind != Kind::mark) || words_.has_form(k, Form::gerund) ||
            words_.is_text(k, "that"));
  }
  /// "no tests for orders", "the list of claims": a thing, and nobody says anything.
  bool is_noun_behind_preposition(std::size_t k) const {
    return words_.at(k).text.ends_with('s') && words_.at(k).text.find(' ') == std::string::npos &&
           (is(k - 1, Class::in) || is(k - 1, Class::with) || is(k - 1, Class::from) || is(k - 1, Class::topic) ||
            words_.is_text(k - 1, "for") || words_.is_text(k - 1, "no")) &&
           !opens_a_thing(k + 1);
  }
  /// "X should say …" reports nothing.
  bool is_wished(std::size_t k) const {
    return is(k - 1, Class::obliged) || is(k - 1, Class::modal) || is(k - 1, Class::infinitive);
  }
  /// "who wrote step 7 forgot …": what was written is a thing in the file, and nobody is quoted.
  bool records_a_thing(std::size_t k) const {
    const std::size_t thing = is(k + 1, Class::article) ? k + 2 : k + 1;
    if (!is(thing, Class::line_noun) && !is(thing, Class::content_noun) && !is(thing, Class::list_noun) &&
        !words_.is_text(thing, "step"))
      return false;
    for (std::size_t n = thing; n < it_.end; ++n)
      if (words_.is_mark(n, ':') || words_.at(n).kind == Kind::quoted || is(n, Class::obliged) ||
          is(n, Class::infinitive))
        return false;
    return true;
  }
  /// "everything that says 'A' must read 'B'"
  bool quotes_subject(std::size_t k) const {
    return k + 2 < it_.end && words_.at(k + 1).kind == Kind::quoted && is(k + 2, Class::obliged);
  }
  bool obliges(std::size_t k) const { return is(k, Class::obliged) || (is(k, Class::modal) && is(k, Class::negation)); }

  /// "go test ./…", "pytest -q tests": nothing but a program and what it is given.
  bool is_command(std::size_t at) const {
    // "ansible-lint the whole thing"
    if (is(at + 1, Class::article) && is(at + 2, Class::all) && it_.end - at <= 4) return true;
    // "mvn verify", "npm audit", "mvn -q verify pls"
    std::size_t words = 0;
    std::size_t options = 0;
    bool verb = true;
    for (std::size_t k = at + 1; k < it_.end; ++k) {
      if (is(k, Class::polite) || words_.at(k).kind == Kind::mark) continue;
      const bool option = words_.at(k).text.starts_with('-');
      options += option ? 1U : 0U;
      words += option ? 0U : 1U;
      verb = verb && (option || (words_.order(k) != Verb::none && words_.has_form(k, Form::base)));
    }
    if ((words == 1 && verb) || (options > 0 && words <= 1)) return true;
    for (std::size_t k = at + 1; k < it_.end; ++k) {
      const Token& token = words_.at(k);
      if (token.kind != Kind::word || is_filler(token) || token.is(Class::tests_noun) || token.is(Class::build_noun) ||
          token.is(Class::lint_noun))
        continue;
      if (token.entry != nullptr || it_.end - at > 5 || token.text == "shows" || token.text == "says") return false;
    }
    return true;
  }

  /// "dbt run --select sales": a program of no known name, with an option and without a word of a sentence.
  bool is_shell_line(std::size_t at) const {
    if (words_.at(at).kind != Kind::word || words_.at(at).entry != nullptr || it_.end - at > 10) return false;
    bool option = false;
    for (std::size_t k = at + 1; k < it_.end; ++k) {
      const Token& token = words_.at(k);
      const std::size_t dashes = token.text.find_first_not_of('-');
      option = option || (dashes != std::string::npos && dashes >= 1 && dashes <= 2 && token.text[dashes] >= 'a' &&
                          token.text[dashes] <= 'z');
      option = option || starts_here(token);
      if (token.kind == Kind::mark || (token.kind == Kind::path && !option)) return false;
      for (const Class sentence :
           {Class::article, Class::pronoun, Class::speaker, Class::addressee, Class::auxiliary, Class::modal,
            Class::polite, Class::negation, Class::obliged, Class::report, Class::to, Class::equals})
        if (token.is(sentence)) return false;
    }
    return option;
  }

  /// "./build/tool", which a normal form has no dot of: the byte before the path is its slash.
  bool starts_here(const Token& token) const {
    return token.kind == Kind::path && token.span.end - token.span.begin == token.text.size() + 2;
  }

  bool is_bare(std::size_t at) const {
    while (at < it_.end && (is(at, Class::being) || is_filler(words_.at(at)))) ++at;
    return at >= it_.end;
  }
  /// What was said to be otherwise has to be so.
  void restate(std::size_t k) {
    it_.mood = Mood::wish;
    it_.verb = Verb::edit;
    it_.at = k;
    it_.passive = true;
    it_.guessed = true;
  }

  /// "a.py can go"
  bool goes_away(std::size_t at) {
    std::size_t last = it_.end;
    while (last > at && (words_.at(last - 1).kind == Kind::mark || is(last - 1, Class::polite))) --last;
    // "line 30 is dead code and can go": of what stands before it
    const bool elliptic = last == at + 1 && at > words_.begin() && is(at - 1, Class::conjunction);
    if (can_be_removed(at)) return true;
    if ((last < at + 2 && !elliptic) || !is_departure(words_.at(last - 1))) return false;
    it_.mood = Mood::wish;
    it_.verb = is(at, Class::pronoun) || elliptic ? Verb::remove : Verb::erase;
    it_.at = last - 1;
    it_.passive = true;
    return true;
  }
  /// "notes.txt can be deleted": a file at the head, and nothing about who or when.
  bool can_be_removed(std::size_t at) {
    const std::size_t path = is(at, Class::article) ? at + 1 : at;
    if (path + 3 >= it_.end + 1 || words_.at(path).kind != Kind::path || !is(path + 1, Class::modal) ||
        is(path + 1, Class::negation))
      return false;
    const std::size_t verb = path + 3;
    if (!is(path + 2, Class::being) || verb >= it_.end || !words_.has_form(verb, Form::past) ||
        (words_.verb(verb) != Verb::erase && words_.verb(verb) != Verb::remove) ||
        skip_fillers(words_, verb + 1) < it_.end)
      return false;
    it_.mood = Mood::wish;
    it_.verb = words_.verb(verb);
    it_.at = verb;
    it_.passive = true;
    return true;
  }

  /// A language whose verb comes last: "bitte alle A durch B ersetzen", "a.py nicht anfassen".
  bool verb_comes_last(std::size_t at) {
    std::size_t last = it_.end;
    while (last > at && (words_.at(last - 1).kind == Kind::mark || is(last - 1, Class::polite))) --last;
    if (last < at + 2 || !changes_something(words_.order(last - 1)) || is(last - 2, Class::article)) return false;
    // "bitte erst mal nichts ändern"
    const std::size_t negation = std::min(words_.find(Class::trailing_negation, at), words_.find(Class::nothing, at));
    if (negation < last) {
      ban_statement(it_, at);
      return true;
    }
    if (words_.find(Class::please, it_.begin) >= last) return false;
    for (std::size_t k = at; k + 1 < last; ++k)
      if (is(k, Class::auxiliary) || is(k, Class::modal) || is(k, Class::speaker)) return false;
    it_.mood = Mood::imperative;
    it_.verb = words_.order(last - 1);
    it_.at = last - 1;
    it_.passive = true;
    return true;
  }

  /// "A CONTRIBUTING.md would be nice"
  void welcome(std::size_t k) {
    it_.mood = Mood::wish;
    it_.passive = true;
    it_.verb = Verb::add;
    it_.at = k;
  }

  /// "robots.txt: Disallow /drafts": a file and what is to be in it.
  bool is_labelled() const {
    std::size_t at = skip_fillers(words_, it_.begin);
    const std::size_t next = skip_fillers(words_, at + 2);
    // "a.py: 120 lines, 4 functions" tells what there is.
    if (next + 1 < it_.end && words_.at(next).text.find_first_not_of("0123456789") == std::string::npos &&
        words_.at(next + 1).kind == Kind::word)
      return false;
    return next < it_.end && words_.at(at).kind == Kind::path && words_.at(at).certain && words_.is_mark(at + 1, ':');
  }

  /// "this line has to go at the end of a.md": where it goes says that it does not go away.
  bool is_put(std::size_t k) const {
    return is_departure(words_.at(k)) && words_.at(k).text.ends_with(" go") &&
           (is(k + 1, Class::in) || is(k + 1, Class::into) || is(k + 1, Class::place_end) ||
            is(k + 1, Class::place_start) || is(k + 1, Class::place_before) || is(k + 1, Class::place_after));
  }
  /// "the output goes to b.md"
  void put(std::size_t k) {
    it_.mood = Mood::wish;
    it_.verb = Verb::write;
    it_.at = k;
  }

  /// No verb, no person, but a file: "TIMEOUT 30 -> 60 in settings.py", "version to 2.0 in package.json".
  bool is_fragment(std::size_t at) const {
    bool path = false;
    std::size_t last = it_.end;
    while (last > at && words_.at(last - 1).kind == Kind::mark) --last;
    if (last > at && is(last - 1, Class::finished) && !is(last - 1, Class::setting)) return false;  // "a.py: ok"
    for (std::size_t k = it_.begin; k < it_.end; ++k) {
      const Token& token = words_.at(k);
      path = path || token.kind == Kind::path;
      for (const Class finite : {Class::auxiliary, Class::modal, Class::speaker, Class::third, Class::addressee,
                                 Class::question, Class::condition, Class::negation, Class::report, Class::past,
                                 Class::defect, Class::because, Class::irregular_past})
        if ((k > at || finite == Class::addressee || finite == Class::speaker || finite == Class::third) &&
            token.is(finite))
          return false;
      if (token.has(Form::past) || token.has(Form::third_person)) return false;
    }
    return path && it_.end - it_.begin <= 16;
  }

  void fragment(std::size_t at) {
    // "new test file tests/test_tax.py covering …"
    if (is(at, Class::article) && words_.at(at).text.ends_with("new")) return welcome(at);
    for (std::size_t k = at + 1; k + 1 < it_.end; ++k) {
      const bool arrow = is(k, Class::to) && !is(k, Class::infinitive);
      const bool to = is(k, Class::infinitive) && words_.order(k + 1) == Verb::none && !is(k + 1, Class::article) &&
                      words_.at(k + 1).kind != Kind::path;
      // "f() in a.py to accept a list"
      if (is(k, Class::infinitive) && words_.order(k + 1) == Verb::edit && k + 2 < it_.end &&
          words_.at(k - 1).kind == Kind::path && k > at + 1) {
        it_.mood = Mood::wish;
        it_.verb = Verb::edit;
        it_.at = k + 1;
        it_.passive = true;
        return;
      }
      if (skip_fillers(words_, k + 1) >= it_.end || (!arrow && !to && !is(k, Class::equals))) continue;
      it_.mood = Mood::wish;
      it_.verb = arrow ? Verb::change : Verb::set;
      it_.at = k;
      it_.passive = true;
      return;
    }
    for (std::size_t k = at; k < it_.end; ++k) {
      const std::string& text = words_.at(k).text;
      const std::size_t sign = words_.at(k).kind == Kind::value ? text.find('=') : std::string::npos;
      const bool sets = sign != std::string::npos && sign > 0 && sign + 1 < text.size() && text[sign + 1] != '=';
      if (!sets && !(k == at && is_labelled())) continue;
      it_.mood = Mood::wish;
      it_.verb = Verb::edit;
      it_.at = sets ? k : k - 1;
      it_.passive = true;
      return;
    }
  }

  Clause& it_;
  const Words& words_;
};

}  // namespace

void desire(Clause& clause, const Words& sentence, std::size_t at, bool unwanted) {
  Predicate(clause, sentence).desire(at, unwanted);
}

void statement(Clause& clause, const Words& sentence, std::size_t at) { Statement(clause, sentence).read(at); }

void oblige(Clause& clause, const Words& sentence, std::size_t at) { Predicate(clause, sentence).follow(at, false); }

void ban_statement(Clause& clause, std::size_t at) {
  clause.negated = true;
  clause.mood = Mood::wish;
  clause.verb = Verb::edit;
  clause.passive = true;
  clause.at = at;
}

}  // namespace warrant::language
