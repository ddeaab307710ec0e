#include "guess.hpp"

#include "clause.hpp"

#include <algorithm>

namespace warrant::language {
namespace {

using Kind = Token::Kind;

/// A clause that is longer tells a story.
constexpr std::size_t kLongestGuess = 40;

class Guess {
 public:
  explicit Guess(Reading& reading) : reading_(reading), words_(reading.tokens, 0, reading.tokens.size()) {}

  void run() {
    for (std::size_t i = 0; i < reading_.clauses.size(); ++i) {
      Clause& it = reading_.clauses[i];
      if (it.reported) reported_ = true;
      if (it.end - it.begin > kLongestGuess) continue;
      if (is_nudge(it)) {
        if (follows_complaint(i)) order(it, Verb::edit, it.end);
        continue;
      }
      const bool narrowed = it.mood == Mood::imperative && it.verb == Verb::none && it.only;
      if (narrowed && !asks(it) && replaced(i)) continue;
      if (!is_plain(it) || asks(it)) continue;
      if (late(it) || run_on(it) || becomes(it) || moved_on(it) || announced(it) || polite(it) || in_addition(i) ||
          labelled(it) || replaced(i))
        continue;
      own_value(i);
    }
  }

 private:
  const Token& token(std::size_t at) const { return reading_.tokens[at]; }
  bool is(std::size_t at, Class which) const { return words_.is(at, which); }
  bool any(const Clause& it, Class which) const { return words_.find(which, it.begin) < it.end; }
  static bool is_plain(const Clause& it) {
    return it.mood == Mood::statement && !it.negated && !it.reported && !it.purpose && !it.exception && !it.weak;
  }
  /// A question mark ends the sentence.
  bool asks(const Clause& it) const {
    std::size_t at = it.end;
    while (at < reading_.tokens.size() && !token(at).is_mark('?') && !token(at).is_mark('.') &&
           !token(at).is_mark('!') && !token(at).is_mark(';') && !token(at).is_mark('\n'))
      ++at;
    return words_.is_mark(at, '?');
  }
  static bool is_content(const Token& it) {
    return it.kind == Kind::value || it.kind == Kind::path || it.kind == Kind::quoted ||
           (it.kind == Kind::word && it.entry == nullptr);
  }
  static bool is_value(const Token& it) { return it.kind == Kind::value || it.kind == Kind::quoted; }
  bool has_value(const Clause& it) const {
    for (std::size_t k = it.begin; k < it.end; ++k)
      if (is_value(token(k))) return true;
    return false;
  }
  bool has_path(const Clause& it) const {
    for (std::size_t k = it.begin; k < it.end; ++k)
      if (token(k).kind == Kind::path) return true;
    return false;
  }
  /// Persons, hedges, reports and questions: what stands beside them is no order.
  bool is_doubtful(const Clause& it, std::size_t end) const {
    for (std::size_t k = it.begin; k < end; ++k)
      for (const Class which : {Class::hedge, Class::report, Class::question, Class::condition, Class::what_if,
                                Class::third, Class::negation, Class::nothing, Class::unchanged, Class::off_limits,
                                Class::later, Class::past, Class::irregular_past})
        if (is(k, which) && !is(k, Class::please)) return true;
    return false;
  }

  void order(Clause& it, Verb verb, std::size_t at) {
    it.mood = Mood::imperative;
    it.verb = verb;
    it.at = at;
    it.passive = at >= it.end;
    it.guessed = true;
  }

  /// "the imports in a.py sort please", "the typo in a.py line 12 fix": the verb behind its object.
  bool late(Clause& it) {
    for (std::size_t k = it.begin + 1; k < it.end; ++k) {
      const Token& verb = token(k);
      const Token& before = token(k - 1);
      if (finite(k - 1) || is_person(k - 1)) return false;
      if (verb.kind != Kind::word || verb.misspelt || !changes_something(verb.order()) || !stands_free(before))
        continue;
      // "a.py, f() to accept a list": what it is to do
      const bool ends_here = k + 1 >= it.end || token(k + 1).kind == Kind::mark || is(k + 1, Class::polite);
      const bool object = k + 1 < it.end && (is(k + 1, Class::article) || is(k + 1, Class::pronoun) ||
                                             is(k + 1, Class::all) || token(k + 1).kind == Kind::quoted);
      const bool manner = k + 1 < it.end && (is(k + 1, Class::with) || is(k + 1, Class::to) || is(k + 1, Class::as));
      if (!ends_here && !object && !manner) continue;
      const bool polite = words_.find(Class::please, it.begin) < it.end;
      const bool known = before.kind == Kind::path || before.kind == Kind::value || before.kind == Kind::mark;
      if (verb.is(Class::noun_too) && !polite && !known) continue;
      if (verb.is(Class::noun_too) && !polite && !object && !(ends_here && before.kind == Kind::value)) continue;
      if (reported_ || is_doubtful(it, it.end) || !has_object_before(it, k)) return false;
      order(it, object || manner || takes_whole(it, k) ? verb.order() : Verb::edit, k);
      it.passive = !object;
      return true;
    }
    return false;
  }
  /// Nothing but the file stands before the verb: "notes.txt delete".
  bool takes_whole(const Clause& it, std::size_t verb) const {
    for (std::size_t k = it.begin; k < verb; ++k)
      if (token(k).kind != Kind::path && token(k).kind != Kind::mark && !is(k, Class::article) &&
          !is(k, Class::file_noun) && !is(k, Class::polite) && !is(k, Class::conjunction))
        return false;
    return true;
  }
  bool finite(std::size_t at) const {
    return is(at, Class::auxiliary) || is(at, Class::modal) || is(at, Class::obliged) || is(at, Class::deserves) ||
           (token(at).has(Form::third_person) && !token(at).has(Form::base)) ||
           (at > 0 && token(at - 1).kind == Kind::path && token(at).kind == Kind::word && token(at).entry == nullptr &&
            token(at).text.ends_with('s'));
  }
  bool is_person(std::size_t at) const {
    return is(at, Class::speaker) || is(at, Class::addressee) || is(at, Class::third) || is(at, Class::first_name);
  }
  /// Nothing before the verb binds it: no article, preposition, negation.
  static bool stands_free(const Token& before) {
    for (const Class binds : {Class::article, Class::infinitive, Class::in, Class::from, Class::with, Class::topic,
                              Class::conjunction, Class::negation, Class::condition, Class::defect, Class::source,
                              Class::pronoun, Class::into, Class::piece_new, Class::ordinal, Class::past})
      if (before.is(binds) && !before.is(Class::please)) return false;
    return before.order() == Verb::none || before.kind != Kind::word;
  }
  bool has_object_before(const Clause& it, std::size_t verb) const {
    for (std::size_t k = it.begin; k < verb; ++k)
      if (token(k).kind == Kind::path || is(k, Class::pronoun)) return true;
    return false;
  }

  /// "server.js listens on 3000 make it 8080": a second verb, with its object, behind a finite one.
  bool run_on(Clause& it) {
    bool finite = false;
    for (std::size_t k = it.begin + 1; k + 1 < it.end; ++k) {
      const Token& before = token(k - 1);
      finite = finite || before.is(Class::auxiliary) || before.has(Form::third_person) ||
               (k > it.begin + 2 && before.kind == Kind::word && before.entry == nullptr && before.text.ends_with('s'));
      if (!finite || !changes_something(token(k).order()) || token(k).kind != Kind::word) continue;
      if (!is(k + 1, Class::pronoun) && !is(k + 1, Class::article)) continue;
      for (const Class binds : {Class::infinitive, Class::modal, Class::negation, Class::article, Class::speaker,
                                Class::addressee, Class::third, Class::auxiliary, Class::in, Class::from, Class::to,
                                Class::with, Class::topic, Class::conjunction, Class::report, Class::pronoun})
        if (before.is(binds)) return false;
      if (is_doubtful(it, k) || any_person(it, k)) return false;
      order(it, token(k).order(), k);
      return true;
    }
    return false;
  }
  bool any_person(const Clause& it, std::size_t end) const {
    for (std::size_t k = it.begin; k < end; ++k)
      if (is(k, Class::speaker) || is(k, Class::addressee)) return true;
    return false;
  }

  /// "3e-4 please", "batch size 64 in a.json pls": a wish without a verb.
  bool polite(Clause& it) {
    const std::size_t before = it.begin > 0 && !ends(it.begin - 1) ? it.begin - 1 : it.begin;
    const std::size_t please = words_.find(Class::please, before);
    // "a.md -> please rename to b.md": the order stands behind it.
    if (please >= it.end || words_.order(please + 1) != Verb::none) return false;
    if (is_doubtful(it, it.end) || any_person(it, it.end) || any(it, Class::answer_text)) return false;
    std::size_t content = 0;
    for (std::size_t k = it.begin; k < it.end; ++k) {
      if (is_content(token(k))) ++content;
      if (is(k, Class::auxiliary) || is(k, Class::being) || sort_of(words_.verb(k)) == Sort::tell ||
          sort_of(words_.order(k)) == Sort::run)
        return false;
    }
    if (makes_new(it)) {
      order(it, Verb::create, it.end);
      return true;
    }
    if (content == 0 || (content == 1 && has_path(it)) || asks_to_see(it)) return false;
    order(it, Verb::edit, it.end);
    return true;
  }
  /// "a new template a.html please"
  bool makes_new(const Clause& it) const {
    for (std::size_t k = it.begin; k < it.end; ++k) {
      if (token(k).kind == Kind::path) return false;
      if (is(k, Class::article) && token(k).text.ends_with("new")) return has_path(it);
    }
    return false;
  }
  /// "the first 10 lines of a.py please", "two names for it, please": something to be told, not a state to be made.
  bool asks_to_see(const Clause& it) const {
    const std::size_t head = skip_fillers(words_, it.begin);
    const bool phrase = is(head, Class::article) || is(head, Class::ordinal) || is(head, Class::all);
    if (phrase) {
      std::size_t last = it.end;
      while (last > head && !is_content(token(last - 1))) --last;
      return last == head || !is_value(token(last - 1));
    }
    if (has_value(it)) return false;
    // "type hints in a.py please"
    for (std::size_t k = head + 1; k < it.end; ++k)
      if (token(k).kind == Kind::path && !words_.is_text(k - 1, "of") && is(k - 1, Class::in)) return false;
    return has_path(it);
  }
  /// "in a.yml, `title` becomes "Home"": how things are from now on.
  bool becomes(Clause& it) {
    if (!has_path(it) || is_doubtful(it, it.end) || any_person(it, it.end)) return false;
    for (std::size_t k = it.begin + 1; k + 1 < it.end; ++k) {
      if (&it != &reading_.clauses.back() && (&it)[1].mood == Mood::condition) return false;
      const bool state = token(k + 1).kind == Kind::quoted || token(k + 1).kind == Kind::value ||
                         (token(k + 1).kind == Kind::path && token(k - 1).kind == Kind::path);
      if (!words_.is_text(k, "becomes") || !state) continue;
      order(it, Verb::set, k);
      it.passive = true;
      it.mood = Mood::wish;
      return true;
    }
    return false;
  }
  /// "a.md talks about EC2 but we're on ECS now"
  bool moved_on(Clause& it) {
    const std::size_t last = end_of_words(it);
    const std::size_t but = words_.find(Class::but, it.begin);
    if (reported_ || last < it.begin + 4 || !words_.is_text(last - 1, "now") || but + 1 >= last ||
        is_doubtful(it, it.end))
      return false;
    bool path = false;
    for (std::size_t k = it.begin; k < but; ++k) path = path || token(k).kind == Kind::path;
    if (!path || any_person(it, but) || !(is(but + 1, Class::speaker) || is(but + 1, Class::pronoun))) return false;
    order(it, Verb::edit, it.end);
    return true;
  }
  /// "new script a.sh that deletes …": a file that is to be.
  bool announced(Clause& it) {
    const std::size_t head = skip_fillers(words_, it.begin);
    // "CHANGELOG.md, new entry under Unreleased: …"
    if (!reported_ && head + 3 < it.end && token(head).kind == Kind::path && token(head).certain &&
        token(head + 1).kind == Kind::mark && is(head + 2, Class::article) && token(head + 2).text.ends_with("new") &&
        is(head + 3, Class::line_noun)) {
      order(it, Verb::edit, it.end);
      return true;
    }
    // "a.sh (new): …"
    if (!reported_ && head + 3 < it.end && token(head).kind == Kind::path && token(head).certain &&
        words_.is_mark(head + 1, ',') && words_.is_text(head + 2, "new") && token(head + 3).kind == Kind::mark) {
      order(it, Verb::create, it.end);
      return true;
    }
    if (reported_ || head + 1 >= it.end || !is(head, Class::article) || !token(head).text.ends_with("new"))
      return false;
    std::size_t path = head + 1;
    while (path < it.end && token(path).kind != Kind::path) ++path;
    if (path >= it.end || path > head + 4 || !token(path).certain) return false;
    const std::size_t next = path + 1;
    const bool described = next >= it.end || token(next).kind == Kind::mark || words_.is_text(next, "that") ||
                           is(next, Class::which) || is(next, Class::with) || is(next, Class::topic) ||
                           is(next, Class::to) || is(next, Class::infinitive) || token(next).has(Form::gerund);
    if (!described) return false;
    order(it, Verb::create, it.end);
    return true;
  }
  /// Behind the last word that is neither a mark nor a "please".
  std::size_t end_of_words(const Clause& it) const {
    std::size_t last = it.end;
    while (last > it.begin && (token(last - 1).kind == Kind::mark || is(last - 1, Class::please))) --last;
    return last;
  }
  bool ends(std::size_t at) const {
    const Token& it = token(at);
    return it.is_mark('.') || it.is_mark('!') || it.is_mark('?') || it.is_mark(';') || it.is_mark('\n');
  }

  /// "a.py only seeds random. numpy and torch too!"
  bool in_addition(std::size_t index) {
    Clause& it = reading_.clauses[index];
    if (index == 0 || reported_ || it.end - it.begin > 8 || has_path(it) || is_doubtful(it, it.end) ||
        any_person(it, it.end) || has_predicate(words_, it.begin, it.end))
      return false;
    const std::size_t last = end_of_words(it);
    const bool too = last > it.begin + 1 && (token(last - 1).text == "too" || token(last - 1).text == "as well");
    if (!too || !is_plain(reading_.clauses[index - 1])) return false;
    order(it, Verb::edit, it.end);
    return true;
  }

  /// "Schedule of a.py: now '0 6', new '0 4'"
  bool labelled(Clause& it) {
    // "a.py: 30, please confirm"
    if (&it != &reading_.clauses.back() && (&it)[1].sentence == it.sentence && sort_of((&it)[1].verb) == Sort::tell)
      return false;
    // "a.php: price as int, not float": what it is not to be any more, behind a comma.
    std::size_t end = it.end;
    for (std::size_t k = it.begin + 3; k + 1 < it.end; ++k)
      if (words_.is_text(k, "not") && token(k - 1).kind == Kind::mark) end = k;
    if (reported_ || is_doubtful(it, end) || any_person(it, end)) return false;
    for (std::size_t k = it.begin; k + 1 < it.end; ++k) {
      const bool fault = is(skip_fillers(words_, it.begin), Class::defect) && words_.is_mark(k + 1, ',');
      if (token(k).kind != Kind::path || !token(k).certain || !(fault || words_.is_mark(k + 1, ':'))) continue;
      if (has_predicate(words_, k + 1, it.end) || counts(k + 2, it.end) || tells_past(it)) return false;
      for (std::size_t n = k + 2; n < it.end; ++n)
        if (is_value(token(n)) || end < it.end) {
          order(it, Verb::edit, it.end);
          return true;
        }
    }
    return false;
  }

  /// "a.py: 3 errors, 2 warnings": what was found.
  bool counts(std::size_t at, std::size_t end) const {
    return at + 1 < end && is_number(token(at)) && token(at + 1).kind == Kind::word;
  }
  static bool is_number(const Token& it) {
    return !it.text.empty() && it.text.find_first_not_of("0123456789") == std::string::npos;
  }
  /// "calc.py returned 4", "it took 5 s"
  bool tells_past(const Clause& it) const {
    for (std::size_t k = it.begin; k < it.end; ++k) {
      const Token& word = token(k);
      if (word.kind != Kind::word) continue;
      if (is(k, Class::irregular_past) || (word.has(Form::past) && !word.has(Form::base)) ||
          (word.entry == nullptr && word.text.size() > 4 && word.text.ends_with("ed")) || word.text == "had" ||
          word.text == "was" || word.text == "were")
        return true;
    }
    return false;
  }

  /// "pandas 2.2.2 instead of 1.5.3 in requirements.txt"
  bool replaced(std::size_t index) {
    Clause& it = reading_.clauses[index];
    if (reported_ || index + 1 >= reading_.clauses.size() || is_doubtful(it, it.end) || any_person(it, it.end))
      return false;
    const Clause& next = reading_.clauses[index + 1];
    if (next.sentence != it.sentence || !next.exception || !is(next.begin, Class::instead)) return false;
    // "Coverage of a.py: 85% instead of 90%": measured
    const std::size_t head = skip_fillers(words_, it.begin);
    if (is(head + 1, Class::in) && token(head).kind == Kind::word && words_.is_mark(head + 3, ':')) return false;
    if (tells_past(it) || has_predicate(words_, it.begin, it.end) || !(has_value(it) || has_path(it))) return false;
    order(it, Verb::edit, it.end);
    return true;
  }

  /// "the year in a.html is 2023, we have 2026": what is so, and behind it the value that is right.
  void own_value(std::size_t index) {
    Clause& it = reading_.clauses[index];
    if (index == 0 || reported_ || !has_value(it) || has_path(it) || it.end - it.begin > 8) return;
    const Clause& before = reading_.clauses[index - 1];
    if (!is_plain(before) || !has_value(before) || !has_path(before) || tells_past(before)) return;
    std::size_t at = skip_fillers(words_, it.begin);
    if (is_doubtful(it, it.end)) return;
    // "the target is called `make deploy` now"
    const std::size_t last = end_of_words(it);
    if (last > it.begin + 2 && words_.is_text(last - 1, "now") && !any_person(it, it.end))
      return order(it, Verb::edit, it.end);
    // "…, new one is def456"
    if (is(at, Class::article) && token(at).text.ends_with("new")) return order(it, Verb::edit, it.end);
    if (!is(at, Class::speaker)) return;
    ++at;
    const bool holds = is(at, Class::cause) || is(at, Class::in) || is(at, Class::state);
    const bool contracted = token(at - 1).text == "we're" || token(at - 1).text == "we've";
    if ((holds || contracted) && !any(it, Class::hedge) && !any(it, Class::negation)) order(it, Verb::edit, it.end);
  }

  /// "would you mind?", "can you?"
  bool is_nudge(const Clause& it) const {
    bool asks_for = false;
    for (std::size_t k = it.begin; k < it.end; ++k) {
      const Token& word = token(k);
      if ((words_.verb(k) == Verb::proceed && word.is(Class::asks_you)) || (word.is(Class::do_so) && !it.negated))
        asks_for = true;
      else if (word.kind != Kind::mark && !word.is(Class::polite) && !word.is(Class::please))
        return false;
    }
    return asks_for && !it.negated;
  }
  /// The last sentence tells what is wrong with a file.
  bool follows_complaint(std::size_t index) const {
    if (index == 0 || reported_) return false;
    const Clause& before = reading_.clauses[index - 1];
    return is_plain(before) && !asks_before(before, index) && !is_doubtful(before, before.end);
  }
  bool asks_before(const Clause& it, std::size_t index) const {
    for (std::size_t k = it.end; k < reading_.clauses[index].begin; ++k)
      if (words_.is_mark(k, '?')) return true;
    return false;
  }

  Reading& reading_;
  Words words_;
  bool reported_ = false;
};

}  // namespace

void guess_orders(Reading& reading) { Guess(reading).run(); }

}  // namespace warrant::language
