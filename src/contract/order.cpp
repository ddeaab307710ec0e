// Which clauses ask for a change, and what they leave to their neighbours.
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

/// "the port is hard-coded; read it from the environment in a.py": what the code is to do
bool Resolver::reads_in_code(const Clause& clause) const {
  if (clause.verb != Verb::read || clause.at + 2 >= clause.end || !tokens_[clause.at + 1].is(Class::pronoun) ||
      tokens_[clause.at + 2].text != "from")
    return false;
  const Slots slots = read_slots(material_, clause);
  return paths_in(material_, slots[SlotName::from]).empty() && !slots[SlotName::from].empty();
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

/// "…, see a.kt": says where.
bool Resolver::refers(const Clause& clause) const {
  return clause.at < clause.end && clause.mood == Mood::imperative && !clause.negated &&
         tokens_[clause.at].text == "see";
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

/// "I want only the list of mistakes"
bool Resolver::wants_a_list(const Clause& clause) const {
  if (!names_of(clause).empty()) return false;
  for (std::size_t at = clause.begin + 1; at < clause.end; ++at)
    if (tokens_[at - 1].is(Class::article) && tokens_[at].order() == Verb::list) return true;
  return false;
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

void Resolver::read_order(std::size_t index) {
  const Clause& clause = clauses_[index];
  if (continues(clause)) return repeat(clause);
  if (directs_output(clause) || saves_result(clause)) return redirect(clause);
  // "Leave b.ts as it is, I'll wire it up myself." speaks of what is left alone.
  const bool of_the_ban =
      index > 0 && clauses_[index - 1].negated && (!names_of(clauses_[index - 1]).empty() || !draft_.banned);
  if (!of_the_ban && speaker_does_it(clause)) draft_.banned = true;
  if (any(clause, Class::correction) && draft_.change && !withdraws(index)) return correct(clause);
  // "I'd like a test for it too": of the turn before, if its words ask for it and not for a coffee
  if (is_order(clause) && clause.mood == Mood::wish && names_of(clause).empty() && draft_.recent.empty() &&
      !changed_before_.empty() && weighed().sum >= kOnwardWords) {
    if (leaves_open_which(clause)) ask_which(changed_before_);
    draft_.recent = changed_before_;
  }
  if (!asks_change(clause)) {
    if (!names_of(clause).empty() &&
        (!clause.negated || is_kept_in_place(clause) || bans_manner(index) || bans_one_kind(clause)))
      remember(clause);
    if (is_order(clause) && !no_run_ &&
        (clause.verb == Verb::run || clause.verb == Verb::test || clause.verb == Verb::build ||
         clause.verb == Verb::lint || clause.verb == Verb::typecheck))
      if (auto run = run_of(material_, clause)) runs_.push_back(std::move(*run));
    return;
  }
  if (inline_answer(clause) || is_about_a_text(clause)) return;
  if (takes_from_there(index)) return;
  if (takes_up(clause)) return remember(clause);
  if (renames_instead(index)) return;

  if (leaves_choice(clause)) return;

  if (clause.only && !names_of(clause).empty()) draft_.only = true;
  // "Only touch a.py: set …": where the other orders are to stay.
  if (clause.only && index + 1 < clauses_.size() &&
      tokens_[std::min(clause.at, clause.end - 1)].is(Class::any_change) && clause.verb == Verb::create &&
      is_order(clauses_[index + 1]) && language::changes_something(clauses_[index + 1].verb))
    return remember(clause);
  const bool pronoun = any(clause, Class::pronoun);
  if (draft_.recent.empty() && pronoun && !history_names_.empty() && !any(clause, Class::deictic)) {
    if (leaves_open_which(clause)) ask_which(history_names_);
    draft_.recent = history_names_;
  }
  if (draft_.recent.empty() && names_of(clause).empty()) look_ahead(index);
  if (any(clause, Class::deictic) && names_of(clause).empty()) draft_.doubt("Which file do you mean?");
  const bool had = draft_.change.has_value();
  share_object(index);
  if (gives_a_file(clause)) {
    shared_ = clause;
    shared_->verb = Verb::create;
  }
  if (reads_in_code(clause)) {
    shared_ = clause;
    shared_->verb = Verb::edit;
  }
  if (sets_when(clause) && clause.verb == Verb::run) {
    shared_ = clause;
    shared_->verb = Verb::edit;
  }
  read_change(shared_ ? *shared_ : clause, draft_);
  shared_.reset();
  if (!had && draft_.change) draft_.decide("imperative." + std::string(to_string(clause.verb)), clause);
}

/// "make it shorter" behind a turn that changed several files
bool Resolver::leaves_open_which(const Clause& clause) const {
  return history_names_.size() > 1 && turn_before()->outcome == "complete" && !speaks_of_many() &&
         names_of(clause).empty();
}

void Resolver::ask_which(const std::vector<Named>& files) {
  std::string text = "Which one: ";
  for (const Named& file : files) text += (&file == &files.front() ? "" : ", ") + file.path;
  draft_.doubt(text + "?");
}

/// "Put the timeout into a.py or b.yaml": which one is not said.
bool Resolver::leaves_choice(const Clause& clause) {
  if (clause.conditional || clause.negated || any(clause, Class::negation) || any(clause, Class::nothing)) return false;
  for (std::size_t at = clause.begin + 1; at + 1 < clause.end; ++at) {
    if (tokens_[at].text != "or" && tokens_[at].text != "oder") continue;
    if (!material_.names[at - 1] || !material_.names[at + 1]) continue;
    const Named& one = *material_.names[at - 1];
    const Named& other = *material_.names[at + 1];
    if (one.path == other.path || !one.exists || !other.exists || one.directory || other.directory) continue;
    draft_.doubt("Which one: " + one.path + " or " + other.path + "?");
    return true;
  }
  return false;
}

/// "call it b.md | instead of a.md"
bool Resolver::renames_instead(std::size_t index) {
  const Clause& clause = clauses_[index];
  if (index + 1 >= clauses_.size() || clause.at >= clause.end) return false;
  const Clause& old = clauses_[index + 1];
  const std::string& verb = tokens_[clause.at].text;
  const auto now = names_of(clause);
  const auto before = names_of(old);
  if ((verb != "call" && verb != "name") || old.sentence != clause.sentence || !tokens_[old.begin].is(Class::instead) ||
      now.size() != 1 || before.size() != 1)
    return false;
  const Named& to = *material_.names[now.front()];
  const Named& from = *material_.names[before.front()];
  if (to.exists || !from.exists || from.directory) return false;
  std::erase_if(draft_.targets, [&](const Target& it) { return it.path == from.path; });
  draft_.give(from, Role::must_change);
  draft_.give(to, Role::output);
  draft_.operate(Type::organize, TransferFile{Transfer::rename, from.path, to.written});
  draft_.decide("imperative.rename", clause);
  return true;
}

/// "Take a.md, boil it down to …": what the orders behind it are about.
bool Resolver::takes_up(const Clause& clause) {
  if (clause.at >= clause.end || !tokens_[clause.at].is(Class::takes) || names_of(clause).empty()) return false;
  if (clause.verb == Verb::remove) return false;  // "take the import out of a.ts"
  for (const std::size_t at : names_of(clause))
    if (is_model(clause, at) || (at > clause.begin && tokens_[at - 1].is(Class::from)))
      draft_.give(*material_.names[at], Role::source);
  return true;
}

/// "Delete a.py, sorry, I meant b.py"
/// "…; the three errors are in b.md, take them from there": what the text is taken from.
bool Resolver::takes_from_there(std::size_t index) {
  const Clause& clause = clauses_[index];
  if (!draft_.change || index == 0 || clause.at + 2 >= clause.end || !tokens_[clause.at].is(Class::takes) ||
      clause.verb == Verb::remove || !tokens_[clause.at + 1].is(Class::pronoun) ||
      tokens_[clause.at + 2].text != "from")
    return false;
  const auto names = names_of(clause).empty() ? names_of(clauses_[index - 1]) : names_of(clause);
  for (const std::size_t at : names) draft_.give(*material_.names[at], Role::source);
  return !names.empty();
}

/// "Turn on minify in a.kts… scratch that, first tell me whether …": nothing is left of the order.
bool Resolver::withdraws(std::size_t index) {
  const bool asks =
      std::ranges::any_of(clauses_.begin() + static_cast<std::ptrdiff_t>(index), clauses_.end(), [&](const Clause& it) {
        return it.mood == Mood::question || (is_order(it) && language::sort_of(it.verb) == language::Sort::tell);
      });
  const bool names =
      std::any_of(clauses_.begin() + static_cast<std::ptrdiff_t>(index), clauses_.end(),
                  [&](const Clause& it) { return is_order(it) && language::changes_something(it.verb); });
  if (!asks || names) return false;
  drop_orders();
  draft_.change.reset();
  return true;
}

void Resolver::correct(const Clause& clause) {
  const auto names = names_of(clause);
  const std::string old = draft_.operations.empty() ? std::string() : std::string(path_of(draft_.operations.back()));
  auto operation = names.size() == 1 && !draft_.operations.empty()
                       ? moved_to(draft_.operations.back(), material_.names[names.front()]->path)
                       : std::nullopt;
  // "Double it, in a.ld. Hm no, make that 1.5 times.": another value in the same place
  if (names.empty() && !old.empty() && draft_.operations.size() == 1 && is_about_a_value(clause)) {
    draft_.operations.back() = Edit{old, ""};
    return;
  }
  if (!operation) return draft_.doubt("You corrected yourself: what should be done, and in which file?");
  for (Target& target : draft_.targets)
    if (target.path == old && old != material_.names[names.front()]->path && target.role != Role::forbidden)
      target.role = Role::mentioned;
  draft_.operations.back() = std::move(*operation);
  draft_.give(*material_.names[names.front()], Role::must_change);
  if (old.empty()) draft_.settle_place();
}

bool Resolver::is_about_a_value(const Clause& clause) const {
  for (std::size_t at = clause.begin; at < clause.end; ++at) {
    const std::string& text = tokens_[at].text;
    if (tokens_[at].kind == Token::Kind::value || tokens_[at].kind == Token::Kind::quoted ||
        (!text.empty() && text.front() >= '0' && text.front() <= '9'))
      return true;
  }
  return false;
}

/// "translate a.md, the output goes to b.md"
bool Resolver::directs_output(const Clause& clause) const {
  if (!is_order(clause) || clause.at >= clause.end || !tokens_[clause.at].is(Class::goes)) return false;
  const auto names = names_of(clause);
  return draft_.change == Type::edit && names.size() == 1 && !material_.names[names.front()]->exists;
}

/// "turn a.csv into a table and save it as b.md"
bool Resolver::saves_result(const Clause& clause) const {
  if (!is_order(clause) || clause.verb != Verb::write || draft_.change != Type::edit) return false;
  const auto names = names_of(clause);
  if (names.size() != 1 || material_.names[names.front()]->exists) return false;
  const Slots slots = read_slots(material_, clause);
  const bool placed = std::ranges::any_of(std::array{SlotName::as, SlotName::to, SlotName::into, SlotName::in},
                                          [&](SlotName slot) { return !paths_in(material_, slots[slot]).empty(); });
  const auto& object = slots[SlotName::object];
  return placed && (object.empty() || std::ranges::any_of(object, [&](std::size_t at) {
                      return tokens_[at].is(Class::pronoun) || tokens_[at].text.ends_with("result");
                    }));
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

void Resolver::redirect(const Clause& clause) {
  const Named& to = *material_.names[names_of(clause).front()];
  // "Split a.js: the validation goes to b.js": both change
  const bool splits = std::ranges::any_of(clauses_, [&](const Clause& other) {
    return other.begin < clause.begin && is_order(other) && other.at < other.end && tokens_[other.at].is(Class::splits);
  });
  if (splits) {
    draft_.give(to, Role::output);
    return draft_.operate(Type::create, CreateFile{to.written, std::nullopt});
  }
  for (Target& target : draft_.targets)
    if (is_changeable(target.role)) target.role = Role::source;
  draft_.operations.clear();
  draft_.change = Type::create;
  draft_.give(to, Role::output);
  draft_.operate(Type::create, CreateFile{to.written, std::nullopt});
}

/// "… and the same in b.py"
bool Resolver::continues(const Clause& clause) const {
  return draft_.change && !draft_.operations.empty() && is_order(clause) && clause.verb == Verb::none &&
         any(clause, Class::continuing) && !names_of(clause).empty();
}

void Resolver::repeat(const Clause& clause) {
  for (const std::size_t at : names_of(clause)) {
    const Named& named = *material_.names[at];
    if (draft_.is_ambiguous(named)) continue;
    draft_.give(named, clause.conditional ? Role::may_change : Role::must_change);
    auto operation = moved_to(draft_.operations.back(), named.path);
    draft_.operate(*draft_.change, operation ? std::move(*operation) : Operation(Edit{named.path, ""}));
  }
}

/// "fix and simplify a.py": an order without an object has the next one's.
void Resolver::share_object(std::size_t index) {
  const Clause& clause = clauses_[index];
  if (index + 1 >= clauses_.size() || clauses_[index + 1].sentence != clause.sentence || clause.passive) return;
  for (std::size_t at = clause.at + 1; at < clause.end; ++at)
    if (tokens_[at].kind != Token::Kind::mark && !tokens_[at].is(Class::conjunction)) return;
  if (names_of(clause).empty() && is_order(clauses_[index + 1])) {
    std::vector<Named> names;
    for (const std::size_t at : names_of(clauses_[index + 1])) names.push_back(*material_.names[at]);
    if (!names.empty()) draft_.recent = std::move(names);
  }
}

/// "the function f in a.py": something other than the file stands before it.
bool Resolver::speaks_of_a_piece(const Clause& clause, std::size_t path) const {
  for (std::size_t at = clause.begin; at < path; ++at) {
    const Token& token = tokens_[at];
    if (token.kind != Token::Kind::mark && token.entry == nullptr && !material_.names[at]) return true;
    if (token.is(Class::symbol_noun) || token.is(Class::line_noun) || token.is(Class::content_noun)) return true;
  }
  return false;
}

/// "Fix the typo. It is in README.md."
void Resolver::look_ahead(std::size_t index) {
  for (std::size_t i = index + 1; i < clauses_.size(); ++i) {
    const Clause& later = clauses_[i];
    const bool place = names_a_place(later);
    // "Fix it. b.py is fine.": not there
    const bool sound = any(later, Class::sound) || any(later, Class::finished) || any(later, Class::affirm);
    if (sound && !any(later, Class::defect) && !any(later, Class::in)) continue;
    if (!place && (later.negated || later.purpose || later.reported || in_question(later))) continue;
    if (!place && !refers(later) && later.mood != Mood::statement && !(later.mood == Mood::imperative && later.only))
      continue;
    remember(later);
    if (!draft_.recent.empty()) return;
  }
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
