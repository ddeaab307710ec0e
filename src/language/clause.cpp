#include "clause.hpp"

#include "wish.hpp"

#include <algorithm>

namespace warrant::language {
namespace {

using Kind = Token::Kind;

/// A longer run of words is no mere place.
constexpr std::size_t kLongestPlace = 40;

bool is_polite_verb(const Words& words, std::size_t at) {
  return words.verb(at) == Verb::proceed && words.has_form(at, Form::base);
}

class Reader {
 public:
  Reader(const Words& sentence, std::size_t from, std::size_t to, std::size_t number, bool question)
      : words_(sentence), question_(question), it_(empty(from, to, number)) {}

  Clause read() {
    for (std::size_t k = it_.begin; k < it_.end; ++k) {
      if (words_.is(k, Class::needed)) it_.conditional = true;
      if (words_.is(k, Class::but)) it_.after_but = true;
    }
    // "…, so a.py keeps compiling"
    if (is(it_.begin, Class::so_that) && it_.begin + 1 < it_.end && token(it_.begin + 1).kind == Kind::path) {
      it_.purpose = true;
      return it_;
    }
    if (is_all_but()) {
      forbid(it_.begin);
      it_.exception = true;
      return it_;
    }
    const std::size_t at = after_place(skip(it_.begin));
    if (at < it_.end) head(at);
    return it_;
  }

 private:
  static Clause empty(std::size_t from, std::size_t to, std::size_t number) {
    return {.begin = from,
            .end = to,
            .sentence = number,
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
            .exception = false,
            .guessed = false};
  }
  const Token& token(std::size_t at) const { return words_.at(at); }
  bool is(std::size_t at, Class which) const { return at < it_.end && words_.is(at, which); }
  Verb order(std::size_t at) const { return at < it_.end ? words_.order(at) : Verb::none; }
  std::size_t skip(std::size_t at) const { return skip_fillers(words_, at); }
  bool has_order(std::size_t at) const { return order(at) != Verb::none; }

  /// "all files | but a.py"
  bool is_all_but() const {
    if (!is(it_.begin, Class::but) || it_.begin == words_.begin() || it_.begin + 1 >= it_.end) return false;
    const std::size_t path = it_.begin + (is(it_.begin + 1, Class::in) ? 2 : 1);
    return path < it_.end && token(path).kind == Kind::path && words_.find(Class::all) < it_.begin &&
           it_.end - it_.begin < 12;
  }

  std::size_t after_place(std::size_t at) const {
    const std::size_t to = it_.end;
    if (at >= to) return to;
    for (std::size_t k = at; k < std::min(to, at + kLongestPlace); ++k) {
      if (!words_.is_mark(k, ',') && !words_.is_mark(k, ':')) continue;
      if (!is_place_only(words_, at, k)) break;
      const std::size_t next = skip(k + 1);
      // "In a.md, under "Storage", mention …"
      if (next < to && is(next, Class::in)) return after_place(next);
      return next < to ? next : at;
    }
    // "In a.py change x to y": no comma.
    if (!is(at, Class::in) && token(at).kind != Kind::path && !is(at, Class::topic) && !is(at, Class::from) &&
        !is(at, Class::source))
      return at;
    std::size_t k = at;
    while (k < to && token(k).kind != Kind::path) ++k;
    if (k + 1 >= to || k - at >= 7) return at;
    const std::size_t next = skip(k + 1);
    const bool begins = next < to && (has_order(next) || is_polite_verb(words_, next) || is(next, Class::prohibit));
    return begins && !is_departure(token(next)) && is_place_only(words_, at, k + 1) ? next : at;
  }

  /// The first verb from `at` on that only fillers stand before; the end for none.
  std::size_t verb_after(std::size_t at) const {
    while (at < it_.end && (is_filler(token(at)) || is(at, Class::infinitive) || is(at, Class::addressee) ||
                            is(at, Class::vague) || is(at, Class::only)))
      ++at;
    return at < it_.end && (has_order(at) || token(at).has(Form::gerund)) ? at : it_.end;
  }

  void forbid(std::size_t at) {
    it_.negated = true;
    it_.mood = Mood::imperative;
    it_.verb = Verb::edit;
    it_.at = at;
  }

  void negate(std::size_t at) {
    forbid(at > 0 ? at - 1 : at);
    std::size_t verb = verb_after(at);
    if (verb >= it_.end) return;
    if (words_.verb(verb) == Verb::attempt || words_.verb(verb) == Verb::proceed) {
      const std::size_t next = verb_after(verb + 1);
      if (next < it_.end) verb = next;
    }
    it_.at = verb;
    it_.verb = words_.verb(verb);
  }

  void head(std::size_t at) {
    if (limit(at)) return;
    if (is(at, Class::unwanted)) return desire(it_, words_, at + 1, true);
    if (is(at, Class::wish_to)) {
      it_.weak = true;
      const std::size_t verb = verb_after(at + 1);
      for (std::size_t k = at; k < it_.end; ++k)
        if (words_.is_text(k, "myself") || words_.is_text(k, "ourselves")) return;
      if (has_order(verb)) order_at(verb);
      return;
    }
    if (is(at, Class::wish_thing) || is(at, Class::wish_if)) return desire(it_, words_, at + 1, false);
    if (is_polite_verb(words_, at)) return polite_order(at + 1);
    if (is(at, Class::joint)) return joint_order(at);
    if (is_causative(at)) {
      desire(it_, words_, at + 1, false);
      if (it_.passive) return;
      it_.negated = false;
      it_.verb = Verb::none;
      if (has_order(at)) return order_at(at);
    }
    if (order_by_form(at)) return;
    if (is(at, Class::question)) {
      // "…, which it shouldn't": about what stands before.
      const bool relative = !question_ && at > words_.begin() && words_.is_mark(at - 1, ',') && is(at, Class::which);
      if (!relative) it_.mood = Mood::question;
      return;
    }
    if (is(at, Class::modal) || is(at, Class::auxiliary)) return auxiliary(at);
    if (ban(at)) return;
    if (is(at, Class::only)) return limited(at);
    if (has_order(at) && !is_noun_here(at)) return order_at(at);
    if (is(at, Class::continuing)) {
      it_.mood = Mood::imperative;
      it_.at = at;
      return;
    }
    if (is_unknown_order(at)) return guess_order(at);
    statement(it_, words_, at);
  }

  /// Orders that are told by more than their verb.
  bool order_by_form(std::size_t at) {
    // "TL;DR: swap the driver"
    if (has_order(at) && !changes_something(words_.verb(at)) && words_.is_mark(at + 1, ':') && skip(at + 1) < it_.end) {
      head(skip(at + 1));
      return true;
    }
    // "take the item off the list in a.md"
    if (const std::size_t particle = particle_of(at); particle < it_.end) {
      it_.mood = Mood::imperative;
      it_.verb = Verb::remove;
      it_.at = at;
      return true;
    }
    // "give drain in jobs.py a docstring", "In a.yaml, give the sidecar a limit of 128Mi"
    if (gives_something(at)) {
      order_at(at);
      it_.verb = Verb::edit;
      return true;
    }
    // "give the Vagrantfile 4 GB"
    if (is(at, Class::gives) &&
        token(std::min(at + (is(at + 1, Class::article) ? 2 : 1), it_.end - 1)).kind == Kind::path) {
      order_at(at);
      it_.verb = Verb::edit;
      return true;
    }
    if (is(at, Class::infinitive) && has_order(at + 1) && at > it_.begin && is(at - 1, Class::please)) {
      order_at(at + 1);
      return true;
    }
    return false;
  }

  /// A thing and, behind it, what it gets; a file is named.
  bool gives_something(std::size_t at) const {
    if (!is(at, Class::gives) || is(at + 1, Class::speaker) || is(at + 1, Class::addressee)) return false;
    bool path = false;
    for (std::size_t k = it_.begin; k < it_.end; ++k) {
      path = path || token(k).kind == Kind::path;
      if (is(k, Class::answer_text) || is(k, Class::account) || is(k, Class::question)) return false;
    }
    if (!path) return false;
    for (std::size_t k = at + 2; k + 1 < it_.end; ++k)
      if (is(k, Class::article) && !is(k - 1, Class::in) && !is(k - 1, Class::from) && !is(k - 1, Class::topic) &&
          !is(k - 1, Class::conjunction))
        return true;
    return false;
  }

  /// A negation or a "nothing" at the head.
  bool ban(std::size_t at) {
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
      if (words_.is_text(at, "nothing") && is(at + 1, Class::state) && !is(at + 1, Class::being)) return true;
      // "Nothing big today."
      const bool small_talk = at + 1 < it_.end && token(at + 1).kind == Kind::word && token(at + 1).entry == nullptr &&
                              !has_predicate(words_, at + 1, it_.end) && it_.end - at <= 4 &&
                              token(at).text == "nothing";
      if (small_talk) return true;
      forbid(at);
      return true;
    }
    // "don't you think …?"
    if (question_ && is(at, Class::negation) && is(at + 1, Class::addressee)) {
      it_.mood = Mood::question;
      return true;
    }
    // "never rotates the dumps"
    if (is(at, Class::negation) && at + 1 < it_.end && token(at + 1).has(Form::third_person) && !has_order(at + 1))
      return true;
    if (is(at, Class::negation)) {
      negate(at + 1);
      if (is(skip(at + 1), Class::harm)) it_.purpose = true;
      return true;
    }
    return false;
  }

  /// "memoize it", "frobnicate the cache": a word of no other use at the head, and an object right behind it.
  bool is_unknown_order(std::size_t at) const { return !question_ && is_verb_by_place(words_, at, it_.end); }
  void guess_order(std::size_t at) {
    it_.mood = Mood::imperative;
    it_.verb = Verb::edit;
    it_.at = at;
    it_.guessed = true;
  }

  /// Of a verb that says only with its particle, some words later, that something goes: "cross … off".
  std::size_t particle_of(std::size_t at) const {
    if (token(at).text != "take" && token(at).text != "cross") return it_.end;
    for (std::size_t k = at + 2; k < it_.end; ++k) {
      if (token(k).text == "off" || token(k).text == "out of" || token(k).text == "out") return k;
      if (has_order(k) || token(k).kind == Kind::mark) return it_.end;
    }
    return it_.end;
  }

  /// The openings that only narrow what another clause wants.
  bool limit(std::size_t at) {
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
    if (is(at, Class::without)) {
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
  bool bans_a_change(std::size_t at) const {
    bool negated = false;
    for (std::size_t k = at; k < it_.end; ++k) {
      if (is(k, Class::unchanged) || is(k, Class::off_limits)) return true;
      negated = negated || is(k, Class::negation);
      if (negated && words_.has_form(k, Form::past) && changes_something(words_.verb(k))) return true;
    }
    return false;
  }
  bool has_ban(std::size_t at) const {
    for (std::size_t k = at; k < it_.end; ++k)
      if (is(k, Class::negation) || is(k, Class::unchanged) || is(k, Class::off_limits)) return true;
    return false;
  }

  /// "have X renamed", "make X say Y", but not "have you …?".
  bool is_causative(std::size_t at) const {
    if (!is(at, Class::cause) || at + 1 >= it_.end) return false;
    if (!is(at, Class::auxiliary)) return true;
    return !question_ && !is(at + 1, Class::addressee) && !is(at + 1, Class::speaker) && !is(at + 1, Class::third) &&
           !is(at + 1, Class::pronoun);
  }

  /// "could you …" in any wording orders; every other subject asks.
  void auxiliary(std::size_t at) {
    if (at > it_.begin && is(at - 1, Class::existence)) return statement(it_, words_, at - 1);
    // "It is 5: should be 6", "must be 6"
    if (!question_ && is(at, Class::obliged) && is(at + 1, Class::being) && !is(at + 2, Class::pronoun))
      return oblige(it_, words_, at);
    std::size_t k = at + 1;
    while (k < it_.end && (is_filler(token(k)) || is(k, Class::negation))) ++k;
    if (is(at, Class::modal) && !is(at, Class::obliged) && is(k, Class::addressee)) return polite_order(k + 1);
    if (is(at, Class::negation) && has_order(k) && !is(k, Class::addressee)) return negate(at + 1);
    if (is(at + 1, Class::nothing)) return forbid(at + 1);  // "do nothing to a.py"
    if (is(at, Class::modal) && !is(at, Class::negation) && politely(at)) return;
    it_.mood = Mood::question;
  }

  /// "Could we go for 10s?" asks for it, "Could we delete a.py?" asks about it.
  void joint_order(std::size_t at) {
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
  bool politely(std::size_t at) {
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

  void limited(std::size_t at) {
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
  bool is_noun_here(std::size_t at) const {
    const std::size_t to = it_.end;
    if (at + 1 >= to) return false;
    const Token& next = token(at + 1);
    // "DEBUG in settings.py should be off"
    if (next.is(Class::in) && at + 3 < to && token(at + 2).kind == Kind::path &&
        (is(at + 3, Class::obliged) || is(at + 3, Class::deserves) || is(at + 3, Class::auxiliary)))
      return true;
    if (changes_something(words_.verb(at)) && is_subject(at)) return true;
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
    const bool finite = is(at + 2, Class::auxiliary) || is(at + 2, Class::modal);
    if (next.kind == Kind::word && next.entry == nullptr && is(at + 2, Class::auxiliary)) return true;
    if (next.is(Class::auxiliary) || next.is(Class::modal) || next.is(Class::goes)) return true;
    if (next.is(Class::obliged)) return true;
    if (next.has(Form::past) && next.order() == Verb::none && next.kind == Kind::word && at + 2 >= to) return true;
    if (next.is(Class::defect) && next.kind == Kind::word && at + 2 >= to && next.text.ends_with("s")) return true;
    return one_word && next.kind == Kind::word && next.entry == nullptr && next.text.ends_with("s") && finite;
  }

  /// "delete key handling in a.vue doesn't work": a finite verb that belongs to the words before it.
  bool is_subject(std::size_t at) const {
    // "copy the footer …" is no noun.
    if (is(at + 1, Class::article) || is(at + 1, Class::pronoun)) return false;
    for (std::size_t k = at + 1; k < it_.end; ++k) {
      const Token& it = token(k);
      if (it.kind == Kind::quoted || it.kind == Kind::block || it.kind == Kind::mark) return false;
      for (const Class opens :
           {Class::question, Class::condition, Class::pronoun, Class::report, Class::speaker, Class::third,
            Class::addressee, Class::infinitive, Class::as, Class::being, Class::so_that, Class::all})
        if (it.is(opens) && !it.is(Class::auxiliary)) return false;
      if (it.is(Class::auxiliary)) return k > at + 1 && !is(k - 1, Class::in);
    }
    return false;
  }

  /// "let's do that in a.py"
  bool is_repetition(std::size_t at) const { return is(at, Class::continuing) || is(at, Class::do_so); }
  static bool is_value(const Token& it) {
    return it.kind == Kind::value || it.kind == Kind::quoted ||
           (!it.text.empty() && it.text.find_first_not_of("0123456789.") == std::string::npos);
  }

  void polite_order(std::size_t at) {
    std::size_t next = at;
    while (next < it_.end && !is_repetition(next) && (is_filler(token(next)) || is(next, Class::infinitive))) ++next;
    if (next >= it_.end) return;
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

  void order_at(std::size_t at) {
    const std::size_t to = it_.end;
    it_.mood = Mood::imperative;
    it_.at = at;
    it_.verb = words_.verb(at);
    if (it_.verb == Verb::attempt || it_.verb == Verb::proceed) {
      const std::size_t next = verb_after(at + 1);
      if (next < to) return order_at(next);
      if (is(at + 1, Class::negation)) return negate(at + 2);
    }
    take_purpose_verb(at);
    // "Change nothing", "modify no files", "Lösche a.py nicht"
    for (std::size_t k = it_.at + 1; k < to; ++k) {
      // but "change none to all"
      const bool next = k == it_.at + 1 && (is(k, Class::nothing) || is(k, Class::negation)) &&
                        !is(k + 1, Class::only) && !is(k + 1, Class::infinitive) && !has_order(k + 1);
      if (next || is(k, Class::trailing_negation)) {
        it_.negated = true;
        return;
      }
    }
    // "roll everything back", "put it back"
    if (is(it_.at, Class::reverses) && goes_back()) it_.verb = Verb::undo;
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
  bool keeps_working() const {
    for (std::size_t k = it_.at + 1; k < it_.end; ++k)
      for (const std::string_view word : {"working", "compiling", "passing", "building", "green"})
        if (token(k).text == word && token(k - 1).kind == Kind::path) return it_.verb == Verb::leave;
    return false;
  }

  bool goes_back() const {
    bool back = false;
    for (std::size_t k = it_.at + 1; k < it_.end; ++k) {
      if (token(k).kind == Kind::path || token(k).kind == Kind::value || token(k).kind == Kind::quoted) return false;
      back = back || is(k, Class::back);
    }
    return back;
  }

  /// "Use a.csv to fill in the table in b.md": the second verb is the order.
  void take_purpose_verb(std::size_t at) {
    if (!is(at, Class::source)) return;
    for (std::size_t k = at + 1; k + 1 < it_.end; ++k)
      if (is(k, Class::infinitive) && has_order(k + 1) && token(k + 1).kind == Kind::word) {
        it_.at = k + 1;
        it_.verb = words_.verb(k + 1);
        return;
      }
  }

  /// "make sure not to touch b.py", "make sure nothing else changes"
  bool bans_behind(std::size_t at) const {
    for (std::size_t k = at + 1; k < std::min(at + 8, it_.end); ++k) {
      if (is(k, Class::unchanged) || is(k, Class::off_limits)) return true;
      if (!is(k, Class::negation) && !is(k, Class::nothing)) continue;
      for (std::size_t verb = k; verb < it_.end; ++verb)
        if (changes_something(words_.verb(verb))) return true;
    }
    return false;
  }

  const Words& words_;
  bool question_;
  Clause it_;
};

}  // namespace

bool is_filler(const Token& token) noexcept {
  if (token.kind == Kind::mark) return true;
  if (token.entry == nullptr || token.order() != Verb::none) return false;
  return token.is(Class::polite) || token.is(Class::conjunction) || token.is(Class::but) || token.is(Class::needed) ||
         token.is(Class::greeting) || token.is(Class::affirm);
}

bool is_departure(const Token& token) {
  return token.order() == Verb::erase && (token.text.ends_with(" go") || token.text.find(" go ") != std::string::npos);
}

bool is_verb_by_place(const Words& words, std::size_t at, std::size_t end) {
  if (at + 1 >= end || words.at(at).kind != Kind::word) return false;
  // "return 0 there", "raise an error": a verb that else says how something is.
  const bool says = words.is(at, Class::state) && words.verb(at) == Verb::none && !words.is(at, Class::auxiliary) &&
                    !words.is(at, Class::source) && !words.is(at, Class::being);
  if (words.at(at).entry != nullptr && !says) return false;
  const std::string& word = words.at(at).text;
  if (word.size() < 3 || !std::ranges::all_of(word, [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; }))
    return false;
  // Adverbs, participles and what others do are no orders.
  for (const std::string_view ending : {"ly", "ing", "ed"})
    if (word.ends_with(ending)) return false;
  if (word.ends_with('s') && !word.ends_with("ss")) return false;
  const Token& next = words.at(at + 1);
  // "return early if …": no sentence begins so but an order.
  const bool bare = says && next.kind == Kind::word && !next.is(Class::in) && !next.is(Class::noun_after) &&
                    words.at(at).text == "return" && !words.is_text(at + 2, "of");
  const bool object = bare || words.is(at + 1, Class::article) || words.is(at + 1, Class::pronoun) ||
                      words.is(at + 1, Class::all) || next.kind == Kind::quoted || (says && next.kind == Kind::value) ||
                      (next.kind == Kind::path && next.certain);
  return object && !has_predicate(words, at + 1, end);
}

bool has_predicate(const Words& words, std::size_t from, std::size_t end) {
  for (std::size_t k = from; k < end; ++k) {
    // What is said of the object says nothing about the clause: "the lines that are empty".
    if (words.is(k, Class::condition) || words.is(k, Class::question) ||
        (k > from && words.is(k, Class::pronoun) && words.is_text(k, "that")))
      return false;
    if (words.is(k, Class::auxiliary) || words.is(k, Class::modal) || words.is(k, Class::obliged) ||
        words.is(k, Class::deserves) || words.has_form(k, Form::third_person))
      return true;
  }
  return false;
}

std::size_t skip_fillers(const Words& words, std::size_t at) {
  while (words.holds(at) && is_filler(words.at(at))) ++at;
  return at;
}

bool asks_only(Verb verb) noexcept {
  return verb == Verb::say || verb == Verb::explain || verb == Verb::suggest || verb == Verb::find ||
         verb == Verb::verify || verb == Verb::diagnose || verb == Verb::show || verb == Verb::review ||
         verb == Verb::read;
}

bool is_place_only(const Words& sentence, std::size_t from, std::size_t to) {
  if (to - from > kLongestPlace) return false;
  const std::size_t head = skip_fillers(sentence, from);
  if (head >= to) return true;
  if (sentence.order(head) != Verb::none) return false;
  const bool preposition = sentence.is(head, Class::in) || sentence.is(head, Class::from) ||
                           sentence.is(head, Class::topic) || sentence.is(head, Class::source) ||
                           sentence.is(head, Class::with);
  if (!preposition && sentence.at(head).kind != Kind::path) return false;
  std::size_t unknown = 0;
  for (std::size_t k = head; k < to; ++k) {
    // "sdk.dir points to the wrong place"
    if (!preposition && sentence.at(k).kind == Kind::word && sentence.at(k).entry == nullptr && ++unknown > 1)
      return false;
    if (k > head && sentence.order(k) != Verb::none) {
      // "the test file": a noun here.
      if (k + 1 < to && (sentence.is(k + 1, Class::file_noun) || sentence.is(k + 1, Class::directory_noun))) continue;
      return false;
    }
    for (const Class verbal :
         {Class::auxiliary, Class::modal, Class::obliged, Class::negation, Class::defect, Class::off_limits})
      if (sentence.is(k, verbal)) return false;
    if (!preposition && sentence.is(k, Class::holds)) return false;
  }
  return true;
}

Clause read_clause(const Words& sentence, std::size_t from, std::size_t to, std::size_t number, bool question) {
  return Reader(sentence, from, to, number, question).read();
}

}  // namespace warrant::language
