// Requests that ask for nothing that could be done: small talk, news, plans of the speaker.
#include "resolver.hpp"

#include <algorithm>
#include <array>

namespace warrant::contract {

using language::Class;
using language::Clause;
using language::Mood;
using language::Token;
using language::Verb;

/// Words that a sentence has at least.
static constexpr std::size_t kSentence = 4;
/// And that a question beside a greeting has at most.
static constexpr std::size_t kSmallTalk = 7;

/// Words that ask for nothing: a greeting, "no thanks, leave a.py as it is", a ban alone.
std::optional<std::string> Resolver::talk() {
  if (draft_.banned) return "ban.everything";
  const bool orders = std::ranges::any_of(
      clauses_, [&](const Clause& clause) { return is_order(clause) && !wishes_for_later(clause); });
  if (orders || tokens_.empty()) return std::nullopt;
  if (has_wish_for_later()) return "later";
  if (tokens_.front().is(Class::greeting) && !has_reports() && (draft_.targets.empty() || weighed().sum < 0))
    return "small_talk";
  // "yes it did, thanks"
  const bool thanks = std::ranges::any_of(
      tokens_, [](const Token& token) { return token.is(Class::greeting) && token.is(Class::polite); });
  const bool names = std::ranges::any_of(clauses_, [&](const Clause& clause) { return !names_of(clause).empty(); });
  // "a.rs looks so much nicer now, thank you"
  const bool told = std::ranges::all_of(
      clauses_, [](const Clause& clause) { return clause.mood == Mood::statement && !clause.negated; });
  if (thanks && (!names || (told && !has_reports() && weighed().sum < 0))) return "small_talk";
  // "Don't take the prints out of a.py yet."
  if (std::ranges::any_of(clauses_, &Clause::negated) && draft_.question.empty() && weighed().sum < 0 &&
      std::ranges::all_of(
          clauses_,
          [](const Clause& it) {
            return it.negated || it.mood == Mood::condition ||
                   (it.mood == Mood::statement && it.verb == Verb::none && !it.reported);
          }))
    return "ban.only";
  // "stop here, don't change anything else"
  if (draft_.only && std::ranges::any_of(clauses_, &Clause::negated) &&
      std::ranges::all_of(clauses_,
                          [&](const Clause& clause) { return clause.negated || clause.end - clause.begin < 4; }))
    return "ban.rest";
  // "no, thanks", "nah leave it as it is"
  const bool rest = tokens_.size() > 1 && (tokens_[1].kind == Token::Kind::mark || tokens_[1].is(Class::deny) ||
                                           tokens_[1].is(Class::unchanged) || tokens_[1].order() == Verb::leave);
  if (rest && tokens_[0].is(Class::deny) && !tokens_[0].is(Class::prohibit)) return "refusal";
  return std::nullopt;
}

/// "good morning! ready for another round?", "show me what a match looks like in rust, just here in the chat"
bool Resolver::is_chat(const Clause& clause) const {
  if (names_any(material_) || !material_.reading.regions.empty() || !draft_.history_.empty()) return false;
  if (clause.verb == Verb::show &&
      std::ranges::any_of(tokens_, [](const Token& it) { return it.is(Class::inline_answer); }))
    return true;
  if (!tokens_.front().is(Class::greeting) || clause.end - clause.begin > kSmallTalk) return false;
  for (std::size_t at = clause.begin; at < clause.end; ++at)
    if (tokens_[at].kind != Token::Kind::word || tokens_[at].is(Class::symbol_noun) ||
        tokens_[at].is(Class::file_noun) || tokens_[at].is(Class::tests_noun) || tokens_[at].is(Class::change_noun) ||
        tokens_[at].is(Class::which) ||
        (tokens_[at].entry != nullptr && tokens_[at].entry->verb != language::Verb::none))
      return false;
  return true;
}

/// "Bob changed the timeout in a.py, just so you know.": a sentence that asks for nothing, by its words too.
bool Resolver::tells_only() {
  if (!draft_.question.empty() || material_.reading.injection) return false;
  const bool report = std::ranges::any_of(clauses_, [&](const Clause& clause) {
    return clause.mood == Mood::statement && !clause.negated && clause.end - clause.begin >= kSentence &&
           (is_of_others(clause) || any(clause, Class::irregular_past) || tells_own_plan(clause));
  });
  // "I'll write b.md tomorrow and add it to a.yml then."
  const bool own = !has_reports() &&
                   std::ranges::any_of(clauses_, [&](const Clause& it) { return tells_own_plan(it); }) &&
                   std::ranges::all_of(clauses_, [](const Clause& it) {
                     return (it.mood == Mood::statement || it.mood == Mood::condition) && !it.negated && !it.purpose;
                   });
  if (own) return true;
  // What others want may be meant as an order: that is asked about.
  return report && !has_reports() && weighed().sum < 0;
}

/// "let me sleep on it", "I'll add the tests myself", "I was going to ask you to …"
bool Resolver::tells_own_plan(const Clause& clause) const {
  std::size_t at = clause.begin;
  while (at < clause.end && (tokens_[at].kind == Token::Kind::mark || tokens_[at].is(Class::polite) ||
                             tokens_[at].is(Class::but) || tokens_[at].is(Class::conjunction)))
    ++at;
  if (at >= clause.end) return false;
  static constexpr std::array<std::string_view, 6> kHabit{"always", "usually",  "normally",
                                                          "often",  "going to", "about to"};
  if (tokens_[at].is(Class::speaker) && at + 2 < clause.end &&
      std::ranges::find(kHabit, tokens_[at + 1].text) != kHabit.end())
    return true;
  if (tokens_[at].is(Class::speaker) && at + 2 < clause.end && tokens_[at + 1].text == "was" &&
      (tokens_[at + 2].text == "going to" || tokens_[at + 2].text == "about to"))
    return true;
  if (tokens_[at].is(Class::lets)) return at + 1 < clause.end && tokens_[at + 1].is(Class::speaker);
  return tokens_[at].is(Class::speaker) && (tokens_[at].text.ends_with("'ll") || any(clause, Class::alone));
}

/// "gist of a.md in 3 sentences": a thing that only an answer can be, of a file.
bool Resolver::asks_for_account() const {
  return std::ranges::any_of(clauses_, [&](const Clause& clause) {
    std::size_t at = clause.begin;
    while (at < clause.end && (tokens_[at].is(Class::polite) || tokens_[at].is(Class::article) ||
                               tokens_[at].kind == Token::Kind::mark || tokens_[at].entry == nullptr))
      ++at;
    const bool of = at + 2 < clause.end && tokens_[at].is(Class::account) && tokens_[at + 1].is(Class::topic);
    return of && !clause.reported && !clause.negated && at < clause.begin + 4 &&
           (material_.names[at + 2] || (at + 3 < clause.end && material_.names[at + 3]));
  });
}

}  // namespace warrant::contract
