// Which clauses ask for something that goes into the answer rather than into a file, and the other way round.
#include "resolver.hpp"
#include "shape.hpp"

#include <algorithm>
#include <array>

namespace warrant::contract {

using language::Class;
using language::Clause;
using language::Mood;
using language::Token;
using language::Verb;

/// "Remove a.py from the list you show", "create a summary of a.py": what is worked on is the answer.
bool Resolver::is_about_the_answer(const Clause& clause) const {
  const Slots slots = read_slots(material_, clause);
  const auto speaks_of = [&](const std::vector<std::size_t>& slot, auto&& words) {
    return paths_in(material_, slot).empty() && std::ranges::any_of(slot, [&](std::size_t at) {
             return std::ranges::find(words, tokens_[at].text) != words.end();
           });
  };
  static constexpr std::array<std::string_view, 6> kAnswer{"answer", "reply", "response", "list", "summary", "message"};
  if (speaks_of(slots[SlotName::from], kAnswer) || speaks_of(slots[SlotName::in], kAnswer))
    return has_word(clause, "your") || has_word(clause, "you");
  const bool makes = clause.verb == Verb::edit && clause.at < clause.end && tokens_[clause.at].is(Class::cause);
  if (clause.verb != Verb::create && clause.verb != Verb::write && !makes && clause.mood != Mood::wish) return false;
  // "a.md lacks X. Write a paragraph about it there."
  if (has_word(clause, "there") && !draft_.recent.empty()) return false;
  // "below the title of a.md put a description"
  for (std::size_t at = clause.begin; at < std::min(clause.at, clause.end) && !clause.passive; ++at)
    if (material_.names[at]) return false;
  // "make a list of what is wrong"
  if (makes && names_of(clause).empty() && clause.at + 2 < clause.end && tokens_[clause.at + 1].is(Class::article) &&
      tokens_[clause.at + 2].order() == Verb::list)
    return true;
  const auto& object = slots[SlotName::object];
  const auto text = std::ranges::find_if(object, [&](std::size_t at) { return tokens_[at].is(Class::answer_text); });
  if (text == object.end()) return false;
  // "make the letter nicer" is no "make a translation of this".
  if (makes && (*text <= clause.at + 1 || !tokens_[*text - 1].is(Class::article) || tokens_[*text - 1].text == "the"))
    return false;
  const auto named = paths_in(material_, object);
  if (!named.empty() && named.front() < *text) return false;
  // "a new letter letters/b.md", "an example file examples/a.foo"
  if (std::ranges::any_of(named, [&](std::size_t at) {
        return !material_.names[at]->exists && material_.names[at]->candidates.empty();
      }))
    return false;
  if (clause.mood == Mood::wish) return true;
  for (const SlotName slot : {SlotName::to, SlotName::into, SlotName::in, SlotName::as})
    for (const std::size_t at : paths_in(material_, slots[slot])) {
      // "a commit message for my change to go.mod"
      const bool of_change = at >= clause.begin + 2 && tokens_[at - 2].is(Class::change_noun);
      if (!of_change) return false;
    }
  return !any(clause, Class::file_noun);
}

/// "explain in a docblock above f() in a.php what happens", "list everything under src in README.md"
bool Resolver::writes_it_down(const Clause& clause) const {
  static constexpr std::array<std::string_view, 9> kComments{
      "comment", "comments", "docblock", "docstring", "javadoc", "docstrings", "doc comment", "footnote", "note"};
  const auto names = names_of(clause);
  for (std::size_t at = clause.at + 1; at + 2 < clause.end; ++at)
    if (tokens_[at].text == "in" && tokens_[at + 1].is(Class::article) && tokens_[at + 1].text != "the" &&
        std::ranges::find(kComments, tokens_[at + 2].text) != kComments.end())
      return !names.empty();
  if (names.size() != 2 || names.back() == clause.begin || clause.verb == Verb::find || clause.verb == Verb::show)
    return false;
  const Named& place = *material_.names[names.back()];
  const Named& thing = *material_.names[names.front()];
  return is_prose(place.path) && place.exists && thing.exists && thing.directory &&
         tokens_[names.back() - 1].text == "in";
}

/// "Put 'Please delete it' into plain French": a sentence to work on, and no file anywhere.
bool Resolver::puts_a_text(const Clause& clause) const {
  if (clause.verb != Verb::write && clause.verb != Verb::convert && clause.verb != Verb::change) return false;
  const bool file = std::ranges::any_of(
      clauses_, [&](const Clause& other) { return !names_of(other).empty() || any(other, Class::file_noun); });
  bool text = false;
  for (std::size_t at = clause.at + 1; at < clause.end; ++at)
    text = text || ((tokens_[at].kind == Token::Kind::quoted || tokens_[at].kind == Token::Kind::block) &&
                    tokens_[at].text.find(' ') != std::string::npos);
  return !file && draft_.recent.empty() && text;
}

/// "Translate the following: …": a text to work on, no file.
bool Resolver::is_about_a_text(const Clause& clause) {
  if (puts_a_text(clause)) {
    inline_ = true;
    return true;
  }
  if (!names_of(clause).empty() || clause.verb != Verb::edit || clause.at >= clause.end) return false;
  if (!tokens_[clause.at].is(Class::rewords)) return false;
  for (std::size_t at = clause.at; at < clause.end; ++at)
    if (tokens_[at].kind == Token::Kind::block || tokens_[at].kind == Token::Kind::quoted) {
      inline_ = true;
      return true;
    }
  return false;
}

/// "Just show me …": what would be written goes into the answer.
bool Resolver::inline_answer(const Clause& clause) {
  inline_ = inline_ || is_inline(clause);
  return is_inline(clause);
}

/// "a dry-run flag"
bool Resolver::names_a_thing(const Clause& clause, std::size_t at) const {
  return at > clause.begin && at + 1 < clause.end && tokens_[at - 1].is(Class::article) &&
         tokens_[at + 1].kind == Token::Kind::word && !tokens_[at + 1].is(Class::in) &&
         !tokens_[at + 1].is(Class::topic);
}

bool Resolver::is_inline(const Clause& clause) const {
  for (const Clause& other : clauses_) {
    if (other.sentence != clause.sentence && other.sentence != clause.sentence + 1) continue;
    for (std::size_t at = other.begin; at < other.end; ++at)
      if (tokens_[at].is(Class::inline_answer) && at != other.at && !tokens_[at].is(Class::deictic) &&
          !names_a_thing(other, at))
        return true;
  }
  return false;
}

}  // namespace warrant::contract
