// Which clauses ask for a change, by what they say.
#include "resolver.hpp"

#include <algorithm>
#include <array>

namespace warrant::contract {

using language::Class;
using language::Clause;
using language::Mood;
using language::Token;
using language::Verb;

bool Resolver::asks_change(const Clause& clause) const {
  if (!is_order(clause)) return false;
  if (clause.guessed && (material_.reading.asks || !speaks_of_a_file(clause))) return false;
  if (clause.mood == Mood::wish && (is_idle_wish(clause) || (!clause.passive && any(clause, Class::trouble))))
    return false;
  if (is_to_be_confirmed(clause) || is_of_the_past(clause) || builds_output(clause)) return false;
  if (clause.mood == Mood::wish && !clause.passive && is_about_the_answer(clause)) return false;
  if (clause.mood == Mood::wish) return !(material_.reading.asks) && (wish_has_object(clause));
  if (language::changes_something(clause.verb)) return !is_about_the_answer(clause) && !is_of_any_file(clause);
  if (gives_a_file(clause) || reads_in_code(clause)) return true;
  if (clause.verb == Verb::build || clause.verb == Verb::run) return makes_something(clause) || sets_when(clause);
  // "summarize a.py into notes.md"
  if (clause.verb == Verb::explain || clause.verb == Verb::list || clause.verb == Verb::show ||
      clause.verb == Verb::find) {
    if (writes_it_down(clause)) return true;
    if (any(clause, Class::question)) return false;  // "explain how a.py talks to b.py"
    const Slots slots = read_slots(material_, clause);
    // "move it to b.cpp and list that in CMakeLists.txt"
    const auto& object = slots[SlotName::object];
    if (draft_.change && clause.verb == Verb::list && object.size() == 1 &&
        tokens_[object.front()].is(Class::pronoun) && !paths_in(material_, slots[SlotName::in]).empty())
      return true;
    // "the flow from a.yaml to b.php": two ends of what is explained
    const bool between = !paths_in(material_, slots[SlotName::from]).empty();
    for (const SlotName slot : {SlotName::into, SlotName::to, SlotName::as})
      for (const std::size_t at : paths_in(material_, slots[slot]))
        if (!between || !material_.names[at]->exists) return true;
    // "print 'started' at the start of a.py"
    if (slots.has_place && literal_in(material_, slots[SlotName::object])) return true;
    if (clause.verb == Verb::explain && !paths_in(material_, slots[SlotName::object]).empty())
      for (const std::size_t at : paths_in(material_, slots[SlotName::in]))
        if (!material_.names[at]->exists) return true;
    return false;
  }
  if (clause.verb == Verb::undo) {
    const Slots slots = read_slots(material_, clause);
    const bool piece = is_piece(slots) && !any(clause, Class::change_noun);
    const std::string& word = tokens_[clause.at].text;
    return piece && !is_of_a_version(slots) && !paths_in(material_, slots[SlotName::in]).empty() &&
           (word == "reset" || word == "restore" || word == "reverse");
  }
  return false;
}

/// "give me a minimal shop.cs with a buy method": a file that is not there.
bool Resolver::gives_a_file(const Clause& clause) const {
  if (clause.verb != Verb::show || clause.at >= clause.end || !tokens_[clause.at].text.starts_with("give"))
    return false;
  const auto names = names_of(clause);
  if (names.size() != 1 || material_.names[names.front()]->exists ||
      !material_.names[names.front()]->candidates.empty())
    return false;
  for (std::size_t at = clause.at + 1; at < names.front(); ++at)
    if (tokens_[at].is(Class::in) || tokens_[at].is(Class::topic) || tokens_[at].is(Class::from) ||
        tokens_[at].is(Class::answer_text) || tokens_[at].is(Class::account))
      return false;
  return tokens_[names.front()].certain;
}

/// "make thesis.pdf": nothing that can be written, so a command makes it.
bool Resolver::builds_output(const Clause& clause) const {
  static constexpr std::array<std::string_view, 14> kBuilt{".pdf", ".exe", ".bin", ".elf", ".hex", ".o",   ".so",
                                                           ".dll", ".a",   ".zip", ".whl", ".jar", ".deb", ".tar.gz"};
  if (clause.at + 1 >= clause.end || clause.passive || !material_.names[clause.at + 1]) return false;
  const Named& made = *material_.names[clause.at + 1];
  const std::string& verb = tokens_[clause.at].text;
  return !made.exists && (verb == "make" || verb == "build" || verb == "generate" || verb == "compile") &&
         std::ranges::any_of(kBuilt, [&](std::string_view ending) { return made.path.ends_with(ending); });
}

/// "the port is hard-coded; read it from the environment in a.py": what the code is to do
bool Resolver::reads_in_code(const Clause& clause) const {
  if (clause.verb != Verb::read || clause.at + 2 >= clause.end || !tokens_[clause.at + 1].is(Class::pronoun) ||
      tokens_[clause.at + 2].text != "from")
    return false;
  const Slots slots = read_slots(material_, clause);
  return paths_in(material_, slots[SlotName::from]).empty() && !slots[SlotName::from].empty();
}

/// "the previous version of a.md", "the original state of a.md": the whole file as it was.
bool Resolver::is_of_a_version(const Slots& slots) const {
  static constexpr std::array<std::string_view, 6> kVersions{"version",  "state", "copy",
                                                             "revision", "form",  "original"};
  return std::ranges::any_of(slots[SlotName::object], [&](std::size_t at) {
    return std::ranges::find(kVersions, tokens_[at].text) != kVersions.end();
  });
}

/// "a.py: 30, please confirm": a value beside an order to look at it.
bool Resolver::is_to_be_confirmed(const Clause& clause) const {
  const auto next = static_cast<std::size_t>(&clause - clauses_.data()) + 1;
  if (next >= clauses_.size() || !(clause.passive || clause.guessed)) return false;
  const Clause& look = clauses_[next];
  if (look.sentence != clause.sentence || look.verb != Verb::verify) return false;
  // "…, please check that it is"
  std::size_t last = look.end;
  while (last > look.at && tokens_[last - 1].kind == Token::Kind::mark) --last;
  const bool that_it_is =
      last > look.at + 2 && tokens_[last - 1].is(Class::auxiliary) && tokens_[last - 2].is(Class::pronoun);
  return that_it_is || is_bare_order(look);
}

/// "cut it in half last night": the end says when it was done.
bool Resolver::is_of_the_past(const Clause& clause) const {
  std::size_t last = clause.end;
  while (last > clause.begin && tokens_[last - 1].kind == Token::Kind::mark) --last;
  if (last < clause.at + 2 || !tokens_[last - 1].is(Class::past)) return false;
  const std::string& when = tokens_[last - 1].text;
  const bool states = tokens_[last - 2].is(Class::from) || tokens_[last - 2].is(Class::as) ||
                      tokens_[last - 2].is(Class::article) || tokens_[last - 2].is(Class::auxiliary);
  return !states && when != "earlier" && when != "before that" && when != "last" && when != "already" &&
         when != "just now" && when != "so far" && when != "previously" && when != "recently";
}

/// The clause or the ones around it name a file.
bool Resolver::speaks_of_a_file(const Clause& clause) const {
  if (!names_of(clause).empty() || !draft_.recent.empty()) return true;
  if (!changed_before_.empty() && any(clause, Class::pronoun)) return true;
  return std::ranges::any_of(clauses_, [&](const Clause& other) {
    const bool tells = !other.negated && !other.reported && (other.mood == Mood::statement || refers(other));
    return other.begin > clause.begin && (tells || names_a_place(other)) && !names_of(other).empty();
  });
}

/// "Can you edit files at all?"
bool Resolver::is_of_any_file(const Clause& clause) const {
  const std::size_t noun = clause.at + 1;
  if (noun >= clause.end || !tokens_[noun].is(Class::file_noun) || !tokens_[noun].text.ends_with("s") ||
      tokens_[noun].is(Class::pronoun) || !names_of(clause).empty())
    return false;
  for (std::size_t at = noun + 1; at < clause.end; ++at)
    if (tokens_[at].kind != Token::Kind::mark && !tokens_[at].is(Class::in) && !tokens_[at].is(Class::all))
      return false;
  return true;
}

/// "crontab.txt: run the backup at 03:30 rather than 02:00": what the file is to say.
bool Resolver::sets_when(const Clause& clause) const {
  const auto next = static_cast<std::size_t>(&clause - clauses_.data()) + 1;
  const bool other = next < clauses_.size() && clauses_[next].exception && clauses_[next].sentence == clause.sentence;
  return other && clause.begin + 1 < clause.at && material_.names[clause.begin] &&
         tokens_[clause.begin + 1].is_mark(':');
}

/// "Build a login page in login.html", not "build the project".
bool Resolver::makes_something(const Clause& clause) const {
  if (names_of(clause).empty() || any(clause, Class::build_noun, clause.at + 1)) return false;
  // "start b.tex with just a title"
  const auto& object = material_.names[std::min(clause.at + 1, clause.end - 1)];
  if (clause.verb == Verb::run && object && !object->exists && object->candidates.empty() &&
      any(clause, Class::with, clause.at))
    return true;
  if (clause.at + 2 >= clause.end || !tokens_[clause.at + 1].is(Class::article)) return false;
  // "start a 2.4.0 section in CHANGELOG.md"
  for (std::size_t at = clause.at + 2; clause.verb == Verb::run && at < std::min(clause.at + 5, clause.end); ++at)
    if (tokens_[at].is(Class::line_noun)) return true;
  // "start a CHANGELOG"
  if (clause.verb == Verb::run) return material_.names[clause.at + 2] && !material_.names[clause.at + 2]->exists;
  return !material_.names[clause.at + 2];
}

/// A wish counts only where its words or the ones before name a file, or where it is an order in all but form.
bool Resolver::wish_has_object(const Clause& clause) const {
  if (speaks_of_a_file(clause)) return true;
  for (std::size_t at = clause.begin; at < clause.end; ++at)
    if (tokens_[at].is(Class::wish_thing) || tokens_[at].is(Class::wish_if))
      return (at + 1 >= clause.end || !tokens_[at + 1].is(Class::pronoun)) &&
             (any(clause, Class::file_noun) || any(clause, Class::symbol_noun) || any(clause, Class::tests_noun) ||
              (clause.passive && clause.verb != Verb::set));
  return clause.verb != Verb::set && clause.verb != Verb::add;
}

/// "List the mistakes, I'll correct them myself."
bool Resolver::speaker_does_it(const Clause& clause) const {
  if (clause.negated || clause.reported || clause.mood == Mood::question) return false;
  bool will = false;
  bool change = false;
  bool pronoun = false;
  for (std::size_t at = clause.begin; at < clause.end; ++at) {
    const Token& token = tokens_[at];
    will = will || token.text == "i'll" || token.text == "we'll" ||
           (token.is(Class::modal) && at > clause.begin && tokens_[at - 1].is(Class::speaker));
    const Verb verb = token.order();
    change =
        change || (will && (verb == Verb::edit || verb == Verb::change || verb == Verb::replace || verb == Verb::set ||
                            verb == Verb::remove || verb == Verb::erase || verb == Verb::rename || verb == Verb::add));
    pronoun = pronoun || (change && token.is(Class::pronoun));
    if (pronoun && (token.text == "myself" || token.text == "ourselves")) return true;
  }
  // "I make the corrections on my own"
  std::size_t head = clause.begin;
  while (head < clause.end && (tokens_[head].kind == Token::Kind::mark || tokens_[head].is(Class::polite))) ++head;
  const bool present =
      head + 1 < clause.end && tokens_[head].is(Class::speaker) && tokens_[head].text.find('\'') == std::string::npos;
  return present && language::changes_something(tokens_[head + 1].order()) && any(clause, Class::alone);
}

}  // namespace warrant::contract
