// Clauses that order nothing by their form: what they tell, wish or forbid.
#include "clause.hpp"
#include "wish.hpp"

#include <algorithm>

namespace warrant::language {
namespace {

using Kind = Token::Kind;

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
      if (tells_of_content(at, k)) continue;
      // "the Makefile wants a clean target"
      if (k > at && is(k, Class::deserves) && words_.at(k - 1).kind == Kind::path && is(k + 1, Class::article))
        return oblige(it_, words_, k);
      // "anything in a.md that mentions X should mention Y"
      if (is(k, Class::report) && k > at && words_.is_text(k - 1, "that") && words_.find(Class::obliged, k) < it_.end)
        continue;
      if (k > at && is_speech(k)) {
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
      if (obliges(k) || is(k, Class::deserves)) return oblige_subject(at, k);
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

  /// What stands in a file, and no speech of a person.
  bool tells_of_content(std::size_t at, std::size_t k) const {
    if (is(k, Class::report) && k > at && is(k - 1, Class::pronoun) && k + 1 < it_.end &&
        (words_.at(k + 1).kind == Kind::quoted || words_.at(k + 1).kind == Kind::value))
      return true;  // "everywhere it says 'A'": the file does
    return is(k, Class::records) &&
           (records_a_thing(k) || (k > at && words_.at(k - 1).kind == Kind::path && is(k + 1, Class::all)));
  }

  /// The word at `k` tells what somebody says.
  bool is_speech(std::size_t k) const {
    if (is(k, Class::report) && !is(k, Class::obliged) && !is_wished(k) && !quotes_subject(k) &&
        !is_noun_behind_preposition(k))
      return true;
    // "My wife keeps telling me: …"
    if (words_.verb(k) == Verb::say && words_.order(k) == Verb::none && words_.at(k).text.starts_with("tell"))
      return true;
    // "The players say the jump should be higher."
    const bool tells = (words_.verb(k) == Verb::say || words_.verb(k) == Verb::suggest) && !words_.at(k).misspelt;
    return tells && words_.order(k) != Verb::none && !is_wished(k) && is_noun(k - 1) && opens_a_thing(k + 1);
  }

  /// What stands before `k` has to be otherwise, unless it is a person.
  void oblige_subject(std::size_t at, std::size_t k) {
    // "numbers aren't lexed. They should be."
    if (is(at, Class::pronoun) && k == at + 1 && is_bare(k + 1)) return is(k, Class::negation) ? void() : restate(k);
    // "we should …", "they must …"
    if (is(at, Class::speaker) || is(at, Class::third) || (words_.is_text(at, "one") && k == at + 1)) return;
    if (k > at && (is(k - 1, Class::auxiliary) || is(at, Class::addressee))) return;  // "you were supposed to …"
    if (k > at && words_.is_text(k - 1, "no longer")) return;
    if (is(k + 1, Class::speaker) || is(k + 1, Class::third)) return;  // "a.py muss ich noch lesen"
    if (k > at + 1 && (is(k - 1, Class::third) || is(k - 1, Class::speaker) || words_.is_text(k - 1, "one")))
      return;  // "to fix it one has to …"
    if (is(at, Class::existence) && k == at + 1) return exist(it_, words_, k);
    return oblige(it_, words_, k);
  }

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

void statement(Clause& clause, const Words& sentence, std::size_t at) { Statement(clause, sentence).read(at); }

}  // namespace warrant::language
