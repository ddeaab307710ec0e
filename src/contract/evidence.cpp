// What a request asks for when no clause of it is an order: one file, and a sign that something is wanted of it.
#include "resolver.hpp"

#include <algorithm>
#include <array>

namespace warrant::contract {

using language::Class;
using language::Clause;
using language::Mood;
using language::Token;
using language::Verb;

/// Questions, reports, hedges, bans and wishes to be told: a file beside them is not to be changed.
bool Resolver::is_beside_orders(const Clause& clause) const {
  if (clause.reported || clause.negated || clause.weak || clause.mood == Mood::question || is_idle_wish(clause))
    return true;
  const language::Sort sort = language::sort_of(clause.verb);
  if (is_order(clause) &&
      (sort == language::Sort::tell || sort == language::Sort::run || sort == language::Sort::restore))
    return true;
  bool speaker = false;
  for (std::size_t at = clause.begin; at < clause.end; ++at) {
    const Token& token = tokens_[at];
    static constexpr std::array kOthers{Class::hedge,      Class::third,       Class::later,   Class::past,
                                        Class::heading,    Class::question,    Class::what_if, Class::unchanged,
                                        Class::off_limits, Class::answer_text, Class::account, Class::inline_answer,
                                        Class::deny};
    for (const Class other : kOthers)
      if (token.is(other) && !token.is(Class::please)) return true;
    if (language::sort_of(token.order()) == language::Sort::tell || token.is(Class::irregular_past)) return true;
    // "it must have been a.py"
    if (token.is(Class::obliged) && at + 1 < clause.end && tokens_[at + 1].is(Class::cause) &&
        tokens_[at + 1].is(Class::auxiliary))
      return true;
    // "I changed it": done already
    if (speaker && token.has(language::Form::past) && !token.has(language::Form::base)) return true;
    speaker = speaker || token.is(Class::speaker);
  }
  return false;
}

/// A wish in its form that asks for no change: "I need a.py for the demo", "a.py must already be 30", "a.py needs
/// review".
bool Resolver::is_idle_wish(const Clause& clause) const {
  for (std::size_t at = clause.begin; at < clause.end; ++at) {
    const Token& token = tokens_[at];
    const Token* next = at + 1 < clause.end ? &tokens_[at + 1] : nullptr;
    // "We need somebody who …", "I want to see a.py", "you need asyncpg"
    if (token.is(Class::wish_thing) && next != nullptr &&
        (next->is(Class::third) || (material_.names[at + 1] && material_.names[at + 1]->exists && !clause.passive)))
      return true;
    if (token.text == "already") return true;
    // "… to be committed by Bob"
    if (token.is(Class::with) && next != nullptr && next->is(Class::third)) return true;
    if (clause.passive && at < clause.at && token.is(Class::question) && !token.is(Class::condition) &&
        at > clause.begin)
      return true;
    if (!token.is(Class::deserves)) continue;
    if (at > clause.begin && (tokens_[at - 1].is(Class::addressee) || tokens_[at - 1].text == "would")) return true;
    for (std::size_t k = at + 1; k < clause.end; ++k) {
      const bool told = tokens_[k].is(Class::answer_text) || tokens_[k].is(Class::third);
      const bool works = tokens_[k].is(Class::infinitive) && k + 1 < clause.end && tokens_[k + 1].is(Class::holds);
      if (told || works) return true;
    }
  }
  return false;
}

/// "please", "must", "we'd like": a sign that the clause wants something.
bool Resolver::wants(const Clause& clause) const {
  // "the first lines of a.py please", "please be careful with a.py": to be told, to be minded
  std::size_t head = clause.begin;
  while (head < clause.end && (tokens_[head].kind == Token::Kind::mark || tokens_[head].is(Class::polite))) ++head;
  if (head >= clause.end) return false;
  const Token& first = tokens_[head];
  const bool told = first.is(Class::article) || first.is(Class::ordinal) || first.is(Class::all) ||
                    first.is(Class::being) || (first.entry != nullptr && first.entry->verb == Verb::proceed);
  std::size_t content = 0;
  bool sign = false;
  for (std::size_t at = clause.begin; at < clause.end; ++at) {
    const Token& token = tokens_[at];
    sign = sign || (token.is(Class::please) && !told) || token.is(Class::wish_thing) || token.is(Class::wish_if) ||
           token.is(Class::obliged) ||
           (token.kind == Token::Kind::quoted && token.span.of(material_.request).starts_with("s/"));
    const bool name = material_.names[at].has_value();
    content += !name && (token.kind == Token::Kind::value || token.kind == Token::Kind::quoted ||
                         (token.kind == Token::Kind::word && token.entry == nullptr))
                   ? 1U
                   : 0U;
  }
  return sign && content > 0;
}

/// After the orders are read: the one file that is spoken of, where the words want something and nothing else is asked.
void Resolver::read_evidence() {
  if (draft_.change || draft_.banned || !draft_.question.empty() || material_.reading.asks || clauses_.empty()) return;
  if (std::ranges::any_of(clauses_, [&](const Clause& clause) { return is_beside_orders(clause); })) return;
  std::optional<Named> file;
  for (const Clause& clause : clauses_)
    for (const std::size_t at : names_of(clause)) {
      const Named& named = *material_.names[at];
      if (is_model(clause, at) || is_forbidden(named.path)) continue;
      if (named.directory || !named.candidates.empty() || is_outside(named.path) || (file && file->path != named.path))
        return;
      file = named;
    }
  if (!file) return;
  const auto sign = std::ranges::find_if(clauses_, [&](const Clause& clause) { return wants(clause); });
  if (sign == clauses_.end()) return;
  if (file->exists) {
    draft_.give(*file, Role::must_change);
    draft_.operate(Type::edit, Edit{file->path, ""});
  } else {
    draft_.give(file->written, Role::output, false, file->span);
    draft_.operate(Type::create, CreateFile{file->written, std::nullopt});
  }
  draft_.decide("evidence", *sign);
}

}  // namespace warrant::contract
