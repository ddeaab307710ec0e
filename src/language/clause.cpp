// The openings of a clause: which of them orders, wishes, asks or bans.
#include "clause_reader.hpp"
#include "wish.hpp"

#include <algorithm>

namespace warrant::language {
namespace {

using Kind = Token::Kind;

}  // namespace

ClauseReader::ClauseReader(const Words& sentence, std::size_t from, std::size_t to, std::size_t number, bool question)
    : words_(sentence), question_(question), it_(empty(from, to, number)) {}

Clause ClauseReader::read() {
  for (std::size_t k = it_.begin; k < it_.end; ++k) {
    if (words_.is(k, Class::needed)) it_.conditional = true;
    if (words_.is(k, Class::but)) it_.after_but = true;
  }
  // "…, so a.py keeps compiling"
  const bool so_file =
      is(it_.begin, Class::so_that) && it_.begin + 1 < it_.end && token(it_.begin + 1).kind == Kind::path;
  // "…, so a.js should listen on 3001"
  const bool so_order = so_file && (is(it_.begin + 2, Class::obliged) || is(it_.begin + 2, Class::deserves) ||
                                    (it_.begin + 2 < it_.end && is_departure(token(it_.begin + 2))) ||
                                    (it_.begin + 2 < it_.end && words_.is_mark(it_.begin + 2, ':')));
  if (so_order) {
    head(after_place(it_.begin + 1));
    return it_;
  }
  if (so_file && (is(it_.begin + 2, Class::off_limits) ||
                  (is(it_.begin + 2, Class::being) && is(it_.begin + 3, Class::off_limits)))) {
    statement(it_, words_, it_.begin + 1);
    return it_;
  }
  // but "ok so a.csv uses semicolons"
  if (so_file && skip(words_.begin()) < it_.begin) {
    it_.purpose = true;
    return it_;
  }
  if (is_all_but()) {
    forbid(it_.begin);
    it_.exception = true;
    return it_;
  }
  // "According to the linter, …", but "according to a.md"
  if (is(it_.begin, Class::report) && is(it_.begin, Class::source)) {
    const std::size_t who = is(it_.begin + 1, Class::article) ? it_.begin + 2 : it_.begin + 1;
    it_.reported = who < it_.end && token(who).kind != Kind::path && !is(who, Class::file_noun);
  }
  const std::size_t at = after_place(skip(it_.begin));
  if (at < it_.end) head(at);
  return it_;
}

Clause ClauseReader::empty(std::size_t from, std::size_t to, std::size_t number) {
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

const Token& ClauseReader::token(std::size_t at) const { return words_.at(at); }

bool ClauseReader::is(std::size_t at, Class which) const { return at < it_.end && words_.is(at, which); }

Verb ClauseReader::order(std::size_t at) const { return at < it_.end ? words_.order(at) : Verb::none; }

std::size_t ClauseReader::skip(std::size_t at) const { return skip_fillers(words_, at); }

bool ClauseReader::has_order(std::size_t at) const { return order(at) != Verb::none; }

/// "all files | but a.py"
bool ClauseReader::is_all_but() const {
  if (!is(it_.begin, Class::but) || it_.begin == words_.begin() || it_.begin + 1 >= it_.end) return false;
  const std::size_t path = it_.begin + (is(it_.begin + 1, Class::in) ? 2 : 1);
  return path < it_.end && token(path).kind == Kind::path && words_.find(Class::all) < it_.begin &&
         it_.end - it_.begin < 12;
}

std::size_t ClauseReader::after_place(std::size_t at) const {
  const std::size_t to = it_.end;
  if (at >= to) return to;
  for (std::size_t k = at; k < std::min(to, at + kLongestPlace); ++k) {
    // "pom.xml -> packaging from war to jar"
    const bool arrow = k == at + 1 && token(at).kind == Kind::path && is(k, Class::to) && k + 2 < to &&
                       token(k).text.ends_with('>') && token(k + 1).kind == Kind::word;
    if (!words_.is_mark(k, ',') && !words_.is_mark(k, ':') && !arrow) continue;
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
std::size_t ClauseReader::verb_after(std::size_t at) const {
  while (at < it_.end && (is_filler(token(at)) || is(at, Class::infinitive) || is(at, Class::addressee) ||
                          is(at, Class::vague) || is(at, Class::only)))
    ++at;
  return at < it_.end && (has_order(at) || token(at).has(Form::gerund)) ? at : it_.end;
}

void ClauseReader::head(std::size_t at) {
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
  // "I'll do the manifest myself. You add the request to a.kt."
  if (!question_ && words_.is_text(at, "you") && changes_something(order(at + 1)) && token(at + 1).has(Form::base) &&
      !token(at + 1).has(Form::past) && at == skip(it_.begin))
    return order_at(at + 1);
  if (is_polite_verb(words_, at)) return polite_order(at + 1);
  if (is(at, Class::joint)) return joint_order(at);
  // "make pdf"
  if (!question_ && is(at, Class::cause) && is(at, Class::build_noun) && at + 2 == it_.end &&
      token(at + 1).kind == Kind::word && token(at + 1).entry == nullptr) {
    order_at(at);
    it_.verb = Verb::run;
    return;
  }
  // "a.md says 30. Make that 60."
  if (!question_ && words_.is_text(at, "make that") && at + 1 < it_.end && is_value(token(at + 1))) {
    it_.mood = Mood::imperative;
    it_.verb = Verb::set;
    it_.at = at;
    return;
  }
  // "let me sleep on it": what the speaker does
  if (is(at, Class::lets) && is(at, Class::cause) && is(at + 1, Class::speaker)) return;
  if (is_causative(at)) {
    desire(it_, words_, at + 1, false);
    if (it_.passive) return;
    it_.negated = false;
    it_.verb = Verb::none;
    if (has_order(at)) return order_at(at);
  }
  // "have a.py retry three times"
  if (!question_ && is(at, Class::cause) && at + 2 < it_.end && token(at + 1).kind == Kind::path &&
      token(at + 1).certain && token(at + 2).kind == Kind::word &&
      (token(at + 2).entry == nullptr || has_order(at + 2))) {
    it_.mood = Mood::imperative;
    it_.verb = Verb::edit;
    it_.at = at;
    return;
  }
  if (order_by_form(at)) return;
  // "How to clear the cache is missing from a.md."
  if (!question_ && words_.is_text(at, "how") && is(at + 1, Class::infinitive) &&
      std::min(words_.find(Class::lacks, at), words_.find(Class::defect, at)) < it_.end)
    return;
  if (is(at, Class::question)) {
    // "…, which it shouldn't": about what stands before.
    const bool relative = !question_ && at > words_.begin() && words_.is_mark(at - 1, ',') && is(at, Class::which);
    if (!relative) it_.mood = Mood::question;
    return;
  }
  if (is(at, Class::modal) || is(at, Class::auxiliary)) return auxiliary(at);
  if (ban(at)) return;
  if (is(at, Class::only)) return limited(at);
  if (ban_at_end(at)) return;
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
bool ClauseReader::order_by_form(std::size_t at) {
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
  // "To be entered in members.csv."
  if (is(at, Class::infinitive) && is(at + 1, Class::being) && at + 3 < it_.end &&
      words_.has_form(at + 2, Form::past) && changes_something(words_.verb(at + 2))) {
    guess_order(at + 2);
    return true;
  }
  if (is(at, Class::infinitive) && has_order(at + 1) && at > it_.begin && is(at - 1, Class::please)) {
    order_at(at + 1);
    return true;
  }
  return false;
}

/// A thing and, behind it, what it gets; a file is named.
bool ClauseReader::gives_something(std::size_t at) const {
  if (!is(at, Class::gives) || is(at + 1, Class::speaker) || is(at + 1, Class::addressee)) return false;
  bool path = false;
  for (std::size_t k = it_.begin; k < it_.end; ++k) {
    path = path || token(k).kind == Kind::path;
    if (is(k, Class::answer_text) || is(k, Class::account) || is(k, Class::question)) return false;
  }
  if (!path) return false;
  if (at > it_.begin && is(at + 1, Class::ordinal)) return true;  // "in a.ts, give 50 points for …"
  if (at > it_.begin && token(std::min(at + 1, it_.end - 1)).kind == Kind::value) return true;
  for (std::size_t k = at + 2; k + 1 < it_.end; ++k)
    if (is(k, Class::article) && !is(k - 1, Class::in) && !is(k - 1, Class::from) && !is(k - 1, Class::topic) &&
        !is(k - 1, Class::conjunction))
      return true;
  return false;
}

/// "memoize it", "frobnicate the cache": a word of no other use at the head, and an object right behind it.
bool ClauseReader::is_unknown_order(std::size_t at) const {
  return !question_ && is_verb_by_place(words_, at, it_.end);
}

void ClauseReader::guess_order(std::size_t at) {
  it_.mood = Mood::imperative;
  it_.verb = Verb::edit;
  it_.at = at;
  it_.guessed = true;
}

/// Of a verb that says only with its particle, some words later, that something goes: "cross … off".
std::size_t ClauseReader::particle_of(std::size_t at) const {
  if (token(at).text != "take" && token(at).text != "cross") return it_.end;
  for (std::size_t k = at + 2; k < it_.end; ++k) {
    if (token(k).text == "off" || token(k).text == "out of" || token(k).text == "out") return k;
    if (has_order(k) || token(k).kind == Kind::mark) return it_.end;
  }
  return it_.end;
}

/// "have X renamed", "make X say Y", but not "have you …?".
bool ClauseReader::is_causative(std::size_t at) const {
  if (!is(at, Class::cause) || at + 1 >= it_.end) return false;
  if (!is(at, Class::auxiliary)) return true;
  return !question_ && !is(at + 1, Class::addressee) && !is(at + 1, Class::speaker) && !is(at + 1, Class::third) &&
         !is(at + 1, Class::pronoun);
}

Clause read_clause(const Words& sentence, std::size_t from, std::size_t to, std::size_t number, bool question) {
  return ClauseReader(sentence, from, to, number, question).read();
}

}  // namespace warrant::language
