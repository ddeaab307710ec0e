// Which files a request that changes nothing looks at.
#include "pasted.hpp"
#include "resolver.hpp"

#include <algorithm>
#include <array>

namespace warrant::contract {

using language::Class;
using language::Clause;
using language::Mood;
using language::Token;
using language::Verb;

/// "Before deleting a.txt, show me what is in it."
void Resolver::read_what_was_meant(const Kind& kind) {
  if (!reads_files(kind.type)) return;
  if (!names_of(*kind.clause).empty()) return;
  if (std::ranges::any_of(draft_.targets, [](const Target& target) { return target.role == Role::must_read; })) return;
  const bool pronoun = any(*kind.clause, Class::pronoun) || has_word(*kind.clause, "it's") ||
                       has_word(*kind.clause, "two") || has_word(*kind.clause, "both");
  if (!pronoun && !is_bare_question(*kind.clause) &&
      !(kind.type == Type::explain && any(*kind.clause, Class::question)) && !follows_statement(*kind.clause) &&
      !asks_for_anything(*kind.clause) && !is_bare_order(*kind.clause) && !names_one_file())
    return;
  // "Why did that fail?" asks for the turn, "and now?" for what comes.
  if (draft_.targets.empty() && pronoun && !has_word(*kind.clause, "did"))
    for (const Named& named : history_names_) draft_.give(named, Role::must_read);
  read_mentioned();
}

/// "I'm going to remove a.py. Anything I should know?"
bool Resolver::asks_for_anything(const Clause& clause) const {
  std::size_t at = clause.begin;
  while (at < clause.end &&
         (tokens_[at].kind == Token::Kind::mark || tokens_[at].is(Class::auxiliary) || tokens_[at].text == "there"))
    ++at;
  return at < clause.end && clause.mood == Mood::question && tokens_[at].is(Class::all) &&
         tokens_[at].text.starts_with("any");
}

/// "I used to delete a.json by hand, is there another way?"
bool Resolver::follows_statement(const Clause& clause) const {
  return std::ranges::any_of(clauses_, [&](const Clause& other) {
    return other.sentence == clause.sentence && other.begin < clause.begin && !names_of(other).empty();
  });
}

bool Resolver::is_grammar(const Token& token) {
  static constexpr std::array kGrammar{Class::question,  Class::auxiliary, Class::modal,  Class::pronoun,
                                       Class::addressee, Class::speaker,   Class::polite, Class::trouble,
                                       Class::article,   Class::being,     Class::in,     Class::conjunction};
  return std::ranges::any_of(kGrammar, [&](Class which) { return token.is(which); });
}

/// "What do you think?", "Any idea why?": about what was said before.
bool Resolver::is_bare_question(const Clause& clause) const {
  std::size_t content = 0;
  for (std::size_t at = clause.begin; at < clause.end; ++at)
    if (tokens_[at].kind != Token::Kind::mark && !is_grammar(tokens_[at])) ++content;
  return clause.mood == Mood::question && content <= 1;
}

/// "a.py leaks. Investigate.": nothing behind the verb.
bool Resolver::is_bare_order(const Clause& clause) const {
  if (clause.mood != Mood::imperative) return false;
  for (std::size_t at = clause.at + 1; at < clause.end; ++at)
    if (tokens_[at].kind != Token::Kind::mark && !tokens_[at].is(Class::polite) && !tokens_[at].is(Class::but))
      return false;
  return true;
}

/// "How many items cost more than 20? prices.csv has them.": the one file that is spoken of, be it in a pasted text.
bool Resolver::names_one_file() const {
  return std::ranges::count_if(draft_.targets, [&](const Target& target) {
           return target.role == Role::mentioned && target.exists;
         }) == 1;
}

/// "… src/a.rs:88: error … Why?", "The note says 'change a.c'. Which value do we have there?": nothing else is named.
/// What a text means is explained without the file that it names.
void Resolver::read_pasted(Type type) {
  if (type != Type::question && type != Type::diagnose && type != Type::verify) return;
  if (std::ranges::any_of(draft_.targets, [](const Target& it) { return it.exists && it.role != Role::forbidden; }))
    return;
  auto files = pasted_files(material_, PastedFrom::everything);
  // Of several, the one with a line.
  if (files.size() > 1 && std::ranges::count_if(files, &PastedFile::located) == 1)
    std::erase_if(files, [](const PastedFile& it) { return !it.located; });
  if (files.size() == 1 && !is_forbidden(files.front().path))
    draft_.give(files.front().path, Role::must_read, true, std::nullopt);
}

/// "The build is red since noon. What's going on?", "… Any idea why?"
bool Resolver::is_about_trouble(const Clause& clause) const {
  if (!any(clause, Class::trouble) && !any(clause, Class::why)) return false;
  std::size_t words = 0;
  for (std::size_t at = clause.begin; at < clause.end; ++at) words += tokens_[at].kind == Token::Kind::word ? 1U : 0U;
  if (any(clause, Class::why) && words <= 2) return true;
  if (std::ranges::any_of(material_.reading.regions,
                          [](const language::Region& it) { return it.kind != language::Region::Kind::quote; }))
    return true;
  return std::ranges::any_of(clauses_, [&](const Clause& other) {
    return !other.negated && other.mood == Mood::statement && any(other, Class::defect);
  });
}

bool Resolver::reads_files(Type type) {
  return type == Type::question || type == Type::explain || type == Type::diagnose || type == Type::verify;
}

void Resolver::read_nothing() {
  for (Target& target : draft_.targets)
    if (target.role == Role::must_read) target.role = Role::mentioned;
}

/// What was to change is looked at instead.
void Resolver::read_unchanged() {
  for (Target& target : draft_.targets)
    if (is_changeable(target.role)) target.role = Role::must_read;
}

void Resolver::read_mentioned() {
  for (Target& target : draft_.targets)
    if (target.role == Role::mentioned && target.exists) target.role = Role::must_read;
}

/// "I don't want you to add anything to ci.yml, I want to know which version it installs.": the one file that is spoken
/// of is not to change, and is what is asked about.
void Resolver::read_forbidden(Type type) {
  if (!reads_files(type) || material_.reading.injection) return;
  const bool asks = std::ranges::any_of(clauses_, [&](const Clause& it) {
    return !it.negated && names_of(it).empty() &&
           (it.mood == Mood::question || (is_order(it) && language::sort_of(it.verb) == language::Sort::tell));
  });
  const bool other = std::ranges::any_of(draft_.targets, [](const Target& it) { return it.role != Role::forbidden; });
  const bool unread = std::ranges::any_of(
      clauses_, [](const Clause& it) { return it.negated && (it.verb == Verb::read || it.verb == Verb::show); });
  if (!asks || other || unread || draft_.targets.size() != 1 || !draft_.targets.front().exists) return;
  draft_.targets.front().role = Role::must_read;
}

}  // namespace warrant::contract
