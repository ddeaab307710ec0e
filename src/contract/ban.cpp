// What must not be done: the files and the turns that the words forbid.
#include "resolver.hpp"
#include "shape.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>
#include <array>

namespace warrant::contract {

using language::Class;
using language::Clause;
using language::Mood;
using language::Token;
using language::Verb;

/// Whether some words forbid every change, whatever the others ask.
bool Resolver::bans_everything() {
  for (std::size_t i = 0; i < clauses_.size(); ++i) {
    const Clause& clause = clauses_[i];
    const bool refusal = clause.at < clause.end &&
                         (tokens_[clause.at].is(Class::deny) || tokens_[clause.begin].is(Class::deny)) &&
                         !any(clause, Class::change_noun) && clause.end - clause.begin <= 4 &&
                         !tokens_[clause.begin].is(Class::prohibit);
    if (clause.negated && !refusal && names_of(clause).empty()) read_ban(i);
  }
  return draft_.banned;
}

void Resolver::forbid(const Named& named) {
  draft_.give(named, Role::forbidden);
  for (const std::string& path : named.candidates) draft_.give(path, Role::forbidden, true, named.span);
}

bool Resolver::speaks_of_no_file(const Clause& clause) const {
  const language::Sort sort = language::sort_of(clause.verb);
  const bool opens_a_file = clause.verb == Verb::show || clause.verb == Verb::read;
  return sort == language::Sort::run || (sort == language::Sort::tell && !opens_a_file);
}

void Resolver::read_ban(std::size_t index) {
  const Clause& clause = clauses_[index];
  const auto names = names_of(clause);
  // "No, not there. Put it in b.rst.": the place of the turn before
  if (turn_before() != nullptr && clause.end - clause.begin <= 3 && has_word(clause, "not") &&
      has_word(clause, "there"))
    return;
  if (clause.purpose) {
    const Role role = in_question(clause) ? Role::must_read : Role::verify_only;
    for (const std::size_t at : names) draft_.give(*material_.names[at], role);
    return;
  }
  // "Is it gone from a.yaml but not from b.yaml?"
  if (clause.exception && in_question(clause) && !has_orders()) {
    for (const std::size_t at : names) draft_.give(*material_.names[at], Role::must_read);
    return;
  }
  // "Except for a.py nothing may be changed. Set its …"
  if (clause.exception && !names.empty() && selects(clause, names.back())) {
    draft_.only = true;
    remember(clause);
    return;
  }
  // "return 422 instead of crashing, a.py": where, behind it all
  if (clause.exception && names.size() == 1 && has_orders() && is_behind_comma(clause, names.front())) {
    draft_.recent = {*material_.names[names.front()]};
    return;
  }
  // "Instead of explaining a.cpp again, remove …": what is not to be told
  if (clause.exception && has_orders() && clause.begin + 1 < clause.end && tokens_[clause.begin].is(Class::instead) &&
      tokens_[clause.begin + 1].has(language::Form::gerund) &&
      language::sort_of(tokens_[clause.begin + 1].entry->verb) == language::Sort::tell) {
    remember(clause);
    return;
  }
  // "Instead of editing a.py, tell me …": nothing else changes it.
  if (clause.exception && !has_orders() && clause.begin + 1 < clause.end && tokens_[clause.begin].is(Class::instead) &&
      tokens_[clause.begin + 1].has(language::Form::gerund)) {
    for (const std::size_t at : names) draft_.give(*material_.names[at], Role::must_read);
    return;
  }
  // "a.c needs no change, so don't": said already
  if (names.empty() && clause.at < clause.end && is_bare(clause) && tokens_[clause.at].is(Class::prohibit) &&
      index > 0 && clauses_[index - 1].negated && clauses_[index - 1].sentence == clause.sentence &&
      !names_of(clauses_[index - 1]).empty())
    return;
  if (names_a_place(clause) || leaves_directory(index)) return;
  // "Using nothing except a.txt and b.txt, write c.md": the sources
  if (index > 0 && clause.exception && any(clauses_[index - 1], Class::nothing) &&
      any(clauses_[index - 1], Class::source)) {
    for (const std::size_t at : names) draft_.give(*material_.names[at], Role::source);
    return;
  }
  if (index > 0 && clause.exception && clauses_[index - 1].negated && clauses_[index - 1].sentence == clause.sentence &&
      names_of(clauses_[index - 1]).empty())
    return;  // "nothing except X"
  if (clause.verb == Verb::run || clause.verb == Verb::test || clause.verb == Verb::build) no_run_ = true;
  // "please don't run install.sh, just add a check to it": what is not to be run may change
  if (clause.verb == Verb::run && !names.empty() && has_orders()) return remember(clause);
  const bool rest = any(clause, Class::rest);
  if (rest && names.empty()) {
    draft_.only = true;
    return;
  }
  if (!names.empty()) {
    const std::size_t from = clause.passive ? clause.begin : clause.at;
    const Slots slots = read_slots(material_, clause);
    const bool piece = !clause.passive && is_piece(slots);
    if (!has_orders() && clause.verb != Verb::show && clause.verb != Verb::read && is_read_by_pronoun()) {
      for (const std::size_t at : names) draft_.give(*material_.names[at], Role::must_read);
      return;
    }
    if ((is_kept_in_place(clause) || bans_manner(index) || bans_one_kind(clause)) && !clause.passive &&
        clause.at < clause.end) {
      for (const std::size_t at : names) kept_.push_back(*material_.names[at]);
      return;
    }
    for (const std::size_t at : names) {
      const Named& named = *material_.names[at];
      const bool in_place = std::ranges::find(slots[SlotName::in], at) != slots[SlotName::in].end() ||
                            std::ranges::find(slots[SlotName::from], at) != slots[SlotName::from].end();
      if ((at < from || in_place) && piece) {
        if (clause.exception)
          kept_.push_back(named);  // "adapt the test, not the code in a.py"
        else
          pieces_.push_back(named);
        continue;
      }
      forbid(named);
    }
    if (rest) draft_.only = true;
    return;
  }
  if (speaks_of_no_file(clause)) return;
  if (forbids_test(clause) || forbids_subject(index)) return;
  if (clause.exception || has_word(clause, "excluded") || has_word(clause, "excepted")) return;
  read_wide_ban(clause, index);
}

/// "tests/test_tax.py fails … leave the test alone": the one test that is named.
bool Resolver::forbids_test(const Clause& clause) {
  const bool object = clause.at + 2 < clause.end && !clause.passive && tokens_[clause.at + 1].is(Class::article) &&
                      tokens_[clause.at + 2].is(Class::tests_noun) && language::changes_something(clause.verb);
  if (!(clause.verb == Verb::leave && any(clause, Class::tests_noun, clause.at)) && !object) return false;
  std::optional<Named> test;
  for (const auto& name : material_.names) {
    if (!name || !name->exists || name->path.find("test") == std::string::npos) continue;
    if (test && test->path != name->path) return false;
    test = *name;
  }
  if (test) forbid(*test);
  return test.has_value();
}

/// "The a.lock don't edit", "b.md is signed and must not be altered": the ban's object stands in the clause before.
bool Resolver::forbids_subject(std::size_t index) {
  if (index == 0) return false;
  const Clause& clause = clauses_[index];
  const Clause& before = clauses_[index - 1];
  if (before.sentence != clause.sentence || before.negated || is_order(before) || before.mood == Mood::question ||
      before.reported)
    return false;
  const auto names = names_of(before);
  if (names.empty() || any(clause, Class::all) || any(clause, Class::rest)) return false;
  bool bare = true;  // nothing but the name
  for (std::size_t at = before.begin; at < before.end; ++at)
    bare = bare && (material_.names[at] || tokens_[at].kind == Token::Kind::mark || tokens_[at].is(Class::article) ||
                    tokens_[at].is(Class::polite) || tokens_[at].is(Class::file_noun) ||
                    tokens_[at].is(Class::conjunction) || tokens_[at].is(Class::but));
  // "b.py has to keep working without edits"
  if (before.purpose && tokens_[clause.begin].is(Class::without)) {
    for (const std::size_t at : names) forbid(*material_.names[at]);
    return true;
  }
  const bool predicate = clause.passive || tokens_[clause.begin].is(Class::off_limits) ||
                         tokens_[clause.begin].is(Class::obliged) || tokens_[clause.begin].is(Class::modal);
  bool subject = false;  // of the ban itself
  for (std::size_t at = clause.begin; at < std::min(clause.at, clause.end); ++at)
    subject = subject || tokens_[at].is(Class::article) || tokens_[at].entry == nullptr ||
              (tokens_[at].kind == Token::Kind::word && clause.passive && !tokens_[at].is(Class::pronoun) &&
               !tokens_[at].is(Class::polite) && !tokens_[at].is(Class::conjunction) && !tokens_[at].is(Class::but) &&
               !tokens_[at].is(Class::auxiliary) && !tokens_[at].is(Class::modal) && !tokens_[at].is(Class::obliged) &&
               !tokens_[at].is(Class::question));
  if (!(bare && is_bare_ban(clause)) && !(predicate && !subject)) return false;
  for (const std::size_t at : names) forbid(*material_.names[at]);
  return true;
}

/// No object behind the verb: "don't edit, …"
bool Resolver::is_bare_ban(const Clause& clause) const {
  for (std::size_t at = clause.at + 1; at < clause.end; ++at)
    if (tokens_[at].kind != Token::Kind::mark && !tokens_[at].is(Class::polite) && !tokens_[at].is(Class::pronoun) &&
        !tokens_[at].is(Class::unchanged))
      return false;
  return true;
}

/// "…, a.py": the last word, and nothing but it behind the comma.
bool Resolver::is_behind_comma(const Clause& clause, std::size_t name) const {
  std::size_t last = clause.end;
  while (last > name + 1 && (tokens_[last - 1].kind == Token::Kind::mark || tokens_[last - 1].is(Class::polite)))
    --last;
  return last == name + 1 && name > clause.begin + 2 && tokens_[name - 1].is_mark(',') &&
         tokens_[clause.begin].is(Class::instead) && tokens_[clause.begin + 1].has(language::Form::gerund);
}

/// "put a.js into src/ instead of src/ui/": where it is now.
bool Resolver::leaves_directory(std::size_t index) const {
  const Clause& clause = clauses_[index];
  if (index == 0 || !clause.exception || !tokens_[clause.begin].is(Class::instead)) return false;
  const auto names = names_of(clause);
  return names.size() == 1 && material_.names[names.front()]->directory &&
         std::ranges::any_of(names_of(clauses_[index - 1]), [&](std::size_t at) {
           return material_.names[at]->path.starts_with(material_.names[names.front()]->path + "/");
         });
}

/// "2.2 instead of 1.5 in requirements.txt": the old value, and where it stands.
bool Resolver::names_a_place(const Clause& clause) const {
  if (!clause.exception || !tokens_[clause.begin].is(Class::instead) || clause.begin + 1 >= clause.end) return false;
  const Token& old = tokens_[clause.begin + 1];
  if (material_.names[clause.begin + 1] || old.has(language::Form::gerund)) return false;
  return std::ranges::any_of(names_of(clause), [&](std::size_t at) {
    return tokens_[at - 1].is(Class::in) ||
           (at > 1 && tokens_[at - 1].is(Class::article) && tokens_[at - 2].is(Class::in));
  });
}

bool Resolver::selects(const Clause& clause, std::size_t last) const {
  for (std::size_t at = last + 1; at < clause.end; ++at)
    if (tokens_[at].is(Class::nothing) || tokens_[at].is(Class::negation) || tokens_[at].is(Class::off_limits))
      return true;
  return false;
}

/// "don't rename it": the file stays where it is, but its content may change.
bool Resolver::is_kept_in_place(const Clause& clause) {
  return clause.verb == Verb::rename || clause.verb == Verb::move || clause.verb == Verb::copy ||
         clause.verb == Verb::erase;
}

/// After the orders are read: a file that is not to be moved and that nothing else changes must not change at all.
void Resolver::forbid_kept() {
  // "Make f in a.c return -1. Keep the signature in b.h untouched.": a file that only a ban is about
  for (const Named& named : pieces_) {
    const bool other = std::ranges::any_of(draft_.targets, [&](const Target& it) { return it.path == named.path; });
    const bool changes = std::ranges::any_of(draft_.targets, [](const Target& it) { return is_changeable(it.role); });
    if (!other && changes)
      forbid(named);
    else
      draft_.give(named, Role::mentioned);
  }
  for (const Named& named : kept_) {
    const bool edited = std::ranges::any_of(draft_.operations, [&](const Operation& operation) {
      return path_of(operation) == named.path && !std::holds_alternative<DeleteFile>(operation) &&
             !std::holds_alternative<TransferFile>(operation);
    });
    if (!edited) forbid(named);
  }
}

/// "… The doc itself stays as it is.", "… and leave the original alone": a file that is called by what it is, or that
/// the new text comes from. The last one that would change is left to change.
void Resolver::forbid_described() {
  for (const Clause& clause : clauses_) {
    if (!clause.negated || clause.purpose || clause.exception || !names_of(clause).empty()) continue;
    for (std::size_t at = clause.begin + 1; at < clause.end; ++at) {
      const bool definite = tokens_[at - 1].is(Class::article) && !tokens_[at - 1].is(Class::piece_new);
      const bool whole = at + 1 >= clause.end || tokens_[at + 1].kind != Token::Kind::word ||
                         tokens_[at + 1].entry != nullptr || tokens_[at + 1].text == "itself";
      if (definite && whole) forbid_called(tokens_[at].text);
    }
  }
}

void Resolver::forbid_called(std::string_view noun) {
  const bool origin = noun == "original" || noun == "source" || noun == "source file" || noun == "original file";
  std::vector<std::string> meant;
  std::size_t others = 0;
  for (const Target& target : draft_.targets) {
    const bool copied = std::ranges::any_of(draft_.operations, [&](const Operation& it) {
      const auto* copy = std::get_if<TransferFile>(&it);
      return copy != nullptr && copy->how == Transfer::copy && copy->from == target.path;
    });
    if (copied) continue;  // "copy a.toml to b.toml, the original stays"
    const std::string_view name = last_part(target.path);
    const bool stem = noun.size() > 3 && fold_case(name.substr(0, name.rfind('.'))) == noun;
    const bool called = origin ? target.role == Role::source : target.exists && (stem || is_called(target.path, noun));
    if (called)
      meant.push_back(target.path);
    else if (is_changeable(target.role))
      ++others;
  }
  if (others == 0) return;
  for (const std::string& path : meant) draft_.give(path, Role::forbidden, true, std::nullopt);
}

/// "the header", "foo()": a part of a file, so the file itself is not banned.
bool Resolver::is_piece(const Slots& slots) const {
  bool words = false;
  for (const std::size_t at : slots[SlotName::object]) {
    const Token& token = tokens_[at];
    if (material_.names[at]) return false;
    if (token.is(Class::all) || token.is(Class::pronoun)) return false;
    if (token.kind != Token::Kind::mark && token.text != "the" && !token.is(Class::polite) &&
        !token.is(Class::file_noun) && !token.is(Class::change_noun) && !token.is(Class::unchanged) &&
        !token.is(Class::off_limits))
      words = true;
  }
  return words;
}

void Resolver::read_wide_ban(const Clause& clause, std::size_t index) {
  const bool limited = index + 1 < clauses_.size() && clauses_[index + 1].exception &&
                       clauses_[index + 1].sentence == clause.sentence && !names_of(clauses_[index + 1]).empty();
  if (clause.verb == Verb::leave || clause.verb == Verb::avoid) {
    // "… and stop there"
    if (clause.at + 1 < clause.end && tokens_[clause.at].text == "stop" &&
        (tokens_[clause.at + 1].text == "there" || tokens_[clause.at + 1].text == "here")) {
      draft_.only = true;
      return;
    }
    if (any(clause, Class::all) && !has_piece_word(clause))
      draft_.banned = draft_.banned || !limited;
    else if (any(clause, Class::pronoun, clause.at) && !has_piece_word(clause)) {
      // "if you are not sure that it is unused, keep it": a case, and not the file
      const bool one_case =
          index > 0 && clauses_[index - 1].mood == Mood::condition && clauses_[index - 1].sentence == clause.sentence;
      // "the colours are fine, keep those": what the clause before speaks of
      const bool of_subject = index > 0 && clauses_[index - 1].sentence == clause.sentence &&
                              clauses_[index - 1].mood == Mood::statement && names_of(clauses_[index - 1]).empty() &&
                              tokens_[clauses_[index - 1].begin].is(Class::article);
      if (!one_case && !of_subject) forbid_recent(index);
    } else if (clause.verb == Verb::leave && index > 0 && !has_piece_word(clause) && is_label(clauses_[index - 1]))
      forbid_recent(index);  // "b.toml: leave at 20"
    else if (clause.verb == Verb::avoid && index > 0 && is_bare(clause) && !names_of(clauses_[index - 1]).empty())
      forbid_recent(index);  // "a.py is generated, so hands off"
    else if (clause.verb == Verb::avoid && any(clause, Class::change_noun))
      draft_.banned = true;
    else if (clause.verb == Verb::avoid && changes_any(clause))
      draft_.banned = true;
    return;
  }
  const bool nothing = any(clause, Class::nothing) || any(clause, Class::all);
  // "the interface must stay the same" speaks of the interface.
  const bool pronoun =
      clause.passive ? subject_is_pronoun(clause) : any(clause, Class::pronoun, clause.at) || has_word(clause, "there");
  // "don't retrain" beside another order is about that alone.
  const bool one_thing = clause.at < clause.end && clause.verb != Verb::none && tokens_[clause.at].entry != nullptr &&
                         tokens_[clause.at].entry->verb == clause.verb && !tokens_[clause.at].is(Class::any_change) &&
                         has_orders();
  if (one_thing && clause.after_but) return;  // "without reformatting the file"
  // "I would prefer that you do not restyle anything": one kind of change, of no known name
  if (has_orders() && clause.at < clause.end && tokens_[clause.at].kind == Token::Kind::word &&
      tokens_[clause.at].entry == nullptr && !clause.passive) {
    draft_.only = true;
    return;
  }
  // "minify nothing, just load a.js later"
  if (one_thing && index + 1 < clauses_.size() && clauses_[index + 1].sentence == clause.sentence &&
      is_order(clauses_[index + 1]) && clauses_[index + 1].verb != Verb::erase &&
      (clauses_[index + 1].only || tokens_[clauses_[index + 1].begin].text == "just"))
    return;
  if (one_thing && is_of_another_kind(clause)) return;  // "do not delete anything, just comment it out"
  const bool orders = has_orders();
  // "do not change code blocks"; but "don't change a single line"
  if (orders && !any(clause, Class::all) && !any(clause, Class::nothing) && !has_word(clause, "single") &&
      (any(clause, Class::line_noun, clause.at) || has_word(clause, "blocks")))
    return;
  // "add comments, don't touch the code" narrows; beside an order about the code it forbids.
  const bool changes = any(clause, Class::change_noun, clause.at + 1) || any(clause, Class::file_noun, clause.at + 1) ||
                       (bans_the_code(clause) && !orders_beside_code()) || speaks_of_the_whole(clause) ||
                       (has_word(clause, "single") && any(clause, Class::line_noun, clause.at + 1));
  if (orders && changes && narrows_files(clause)) {
    draft_.only = draft_.only || any(clause, Class::file_noun, clause.at);
    return;
  }
  if (nothing || ((changes || (is_bare(clause) && !one_thing)) && !pronoun)) {
    if (has_piece_word(clause) && !any(clause, Class::nothing) && !changes) return;
    if (orders && has_piece_word(clause) && any(clause, Class::to)) return;  // "no changes to prod"
    if (limited)
      draft_.only = true;
    else
      draft_.banned = true;
    return;
  }
  if (!pronoun || has_piece_word(clause)) return;
  if (has_orders() && any(clause, Class::tests_noun)) return;  // "I don't need tests for this"
  if (is_kept_in_place(clause))
    keep_recent(index);
  else
    forbid_recent(index);
}

/// "the csv files", "no behaviour changes": some files or changes, and not all
bool Resolver::narrows_files(const Clause& clause) const {
  for (std::size_t at = clause.begin + 1; at < clause.end; ++at) {
    if (!tokens_[at].is(Class::file_noun) && !tokens_[at].is(Class::change_noun)) continue;
    const Token& kind = tokens_[at - 1];
    if (at + 1 < clause.end && tokens_[at + 1].is(Class::line_noun)) return true;
    const bool plain = kind.entry == nullptr || kind.is(Class::content_noun) || kind.is(Class::tests_noun);
    return kind.kind == Token::Kind::word && plain && !kind.is(Class::all) && !kind.is(Class::rest);
  }
  return false;
}

/// "b.toml:"
bool Resolver::is_label(const Clause& clause) const {
  return clause.end == clause.begin + 2 && material_.names[clause.begin] && tokens_[clause.begin + 1].is_mark(':');
}

/// Every change that is asked for is of another kind than the one that is forbidden.
bool Resolver::is_of_another_kind(const Clause& ban) const {
  if (!is_kept_in_place(ban) && ban.verb != Verb::create) return false;
  return std::ranges::all_of(clauses_, [&](const Clause& clause) {
    return !is_order(clause) || !language::changes_something(clause.verb) ||
           (clause.verb != ban.verb && clause.verb != Verb::remove && clause.verb != Verb::none);
  });
}

/// "Don't rewrite a.py from scratch, just fix the port.": the order behind it is about the same file.
bool Resolver::bans_manner(std::size_t index) const {
  const Clause& ban = clauses_[index];
  const bool passive = ban.passive && !(index + 1 < clauses_.size() && clauses_[index + 1].only);
  if (ban.at >= ban.end || passive || ban.exception || tokens_[ban.at].is(Class::any_change) ||
      !language::changes_something(ban.verb) || index + 1 >= clauses_.size())
    return false;
  const Clause& next = clauses_[index + 1];
  bool narrows = next.only;
  for (std::size_t at = next.begin; at < next.at; ++at) narrows = narrows || tokens_[at].is(Class::adverb);
  return next.sentence == ban.sentence && is_order(next) && narrows && language::changes_something(next.verb) &&
         names_of(next).empty();
}

/// "Please don't minify a.js, …": a change of a kind that no list knows, beside orders that name no file.
bool Resolver::bans_one_kind(const Clause& clause) const {
  return !clause.passive && !clause.exception && clause.at < clause.end &&
         tokens_[clause.at].kind == Token::Kind::word && tokens_[clause.at].entry == nullptr &&
         std::ranges::any_of(
             clauses_,
             [&](const Clause& it) {
               return is_order(it) && language::changes_something(it.verb) && names_of(it).empty();
             });
}

void Resolver::keep_recent(std::size_t index) {
  for (std::size_t i = index; i-- > 0;) {
    const auto names = names_of(clauses_[i]);
    if (names.empty()) continue;
    for (const std::size_t at : names) kept_.push_back(*material_.names[at]);
    return;
  }
  draft_.banned = true;
}

bool Resolver::changes_any(const Clause& clause) const {
  std::size_t words = 0;
  bool change = false;
  for (std::size_t at = clause.at + 1; at < clause.end; ++at) {
    if (tokens_[at].entry != nullptr && language::changes_something(tokens_[at].entry->verb))
      change = true;
    else if (tokens_[at].kind == Token::Kind::word && !tokens_[at].is(Class::all))
      ++words;
  }
  return change && words == 0;
}

/// Nothing behind the verb: "Don't edit.", "Don't | make the change."
bool Resolver::is_bare(const Clause& clause) const {
  for (std::size_t at = clause.at + 1; at < clause.end; ++at) {
    const Token& token = tokens_[at];
    if (token.kind != Token::Kind::mark && !token.is(Class::polite) && !token.is(Class::later) && token.text != "do" &&
        token.text != "anywhere" && !token.is(Class::conjunction) && !token.is(Class::proposal) &&
        !token.is(Class::do_so))
      return false;
  }
  return !clause.passive;
}

/// "the code", "any code"; not "the code samples", "production code".
bool Resolver::bans_the_code(const Clause& clause) const {
  for (std::size_t at = clause.begin; at < clause.end; ++at) {
    if (tokens_[at].text != "code") continue;
    const bool noun =
        at + 1 < clause.end && tokens_[at + 1].kind == Token::Kind::word && tokens_[at + 1].entry == nullptr;
    const bool kind =
        at > clause.begin && tokens_[at - 1].kind == Token::Kind::word && tokens_[at - 1].entry == nullptr;
    return !noun && !kind;
  }
  return false;
}

/// What is ordered is about words beside the code: comments, tests, a text.
bool Resolver::orders_beside_code() const {
  static constexpr std::array<std::string_view, 22> kBeside{
      "comment", "comments", "docstring",  "docstrings", "documentation", "docs",   "doc",   "readme",
      "typo",    "typos",    "formatting", "whitespace", "indentation",   "header", "types", "annotations",
      "test",    "tests",    "spelling",   "grammar",    "headings",      "style"};
  return std::ranges::any_of(clauses_, [&](const Clause& clause) {
    if (!is_order(clause) || !language::changes_something(clause.verb)) return false;
    const auto names = names_of(clause);
    if (std::ranges::any_of(names, [&](std::size_t at) { return is_prose(material_.names[at]->path); })) return true;
    for (std::size_t at = clause.begin; at < clause.end; ++at)
      if (std::ranges::find(kBeside, tokens_[at].text) != kBeside.end() || tokens_[at].is(Class::tests_noun) ||
          (clause.verb == Verb::edit && tokens_[at].text.starts_with("document")) ||
          tokens_[at].text.starts_with("hint"))
        return true;
    return false;
  });
}

namespace {

/// Words for all that a workspace holds.
constexpr std::array<std::string_view, 6> kWhole{"codebase", "workspace", "project", "repo", "repository", "disk"};
bool is_whole(std::string_view word) { return std::ranges::find(kWhole, word) != kWhole.end(); }

}  // namespace

/// "my project", "the repo"
bool Resolver::speaks_of_the_whole(const Clause& clause) const {
  return std::ranges::any_of(kWhole, [&](std::string_view word) { return has_word(clause, word); });
}

/// Something smaller than all that there is: "any tests", "the older entries", "all function names".
bool Resolver::has_piece_word(const Clause& clause) const {
  static constexpr std::array<std::string_view, 10> kVague{"hand",  "code",   "anywhere", "content", "contents",
                                                           "thing", "things", "way",      "source",  "text"};
  static constexpr std::array kPieces{Class::symbol_noun, Class::line_noun, Class::content_noun,
                                      Class::value_noun,  Class::state,     Class::piece_new};
  for (std::size_t at = clause.at + 1; at < clause.end; ++at) {
    const Token& token = tokens_[at];
    if (token.is_mark(',')) return false;  // "anything at all, just think"
    if (token.kind != Token::Kind::word || is_whole(token.text) ||
        std::ranges::find(kVague, token.text) != kVague.end())
      continue;
    if (token.entry == nullptr || std::ranges::any_of(kPieces, [&](Class piece) { return token.is(piece); }))
      return true;
  }
  return false;
}

bool Resolver::subject_is_pronoun(const Clause& clause) const {
  bool pronoun = false;
  for (std::size_t at = clause.begin; at < clause.end; ++at) {
    // "The one on email has to stay exactly as it is."
    const bool of_a_piece = tokens_[at].text == "the one" || tokens_[at].text == "the other one";
    if (of_a_piece && at + 1 < clause.end && (tokens_[at + 1].is(Class::in) || tokens_[at + 1].is(Class::with)))
      return false;
    if (tokens_[at].is(Class::pronoun) && (at < clause.at || any(clause, Class::unwanted))) pronoun = true;
    if (at < clause.at && tokens_[at].kind == Token::Kind::word && tokens_[at].entry == nullptr) return false;
  }
  return pronoun || clause.at <= clause.begin;
}

/// "don't touch a.py, just read it to me"
bool Resolver::is_read_by_pronoun() const {
  return std::ranges::any_of(clauses_, [&](const Clause& clause) {
    return is_order(clause) &&
           (clause.verb == Verb::read || clause.verb == Verb::show || clause.verb == Verb::explain) &&
           names_of(clause).empty() && (any(clause, Class::pronoun, clause.at) || clause.verb == Verb::explain);
  });
}

void Resolver::forbid_recent(std::size_t index) {
  // "raw.csv is sacred, never write to it": that file, whatever else is asked for in words that are no order by a rule
  if (index > 0 && clauses_[index - 1].sentence == clauses_[index].sentence &&
      (clauses_[index - 1].mood == Mood::statement || clauses_[index - 1].negated) &&
      !names_of(clauses_[index - 1]).empty() && clauses_[index].sentence > 0) {
    for (const std::size_t at : names_of(clauses_[index - 1])) forbid(*material_.names[at]);
    return;
  }
  // "Keep that and do likewise in b.md."
  if (std::ranges::any_of(clauses_, [&](const Clause& other) {
        return is_order(other) && other.verb == Verb::none && any(other, Class::continuing) && !names_of(other).empty();
      }))
    return;
  // "Investigate a.py, don't fix it yet": nothing else is asked, so nothing may change and the file is read.
  if (!has_orders()) {
    draft_.banned = true;
    return;
  }
  for (std::size_t i = index; i-- > 0;) {
    const auto names = names_of(clauses_[i]);
    if (names.empty()) continue;
    for (const std::size_t at : names) forbid(*material_.names[at]);
    return;
  }
  draft_.banned = true;
}

}  // namespace warrant::contract
