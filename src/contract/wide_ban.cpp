// Bans that name no file: of everything, of one kind of change, of what was spoken of last.
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

/// Words for all that a workspace holds.
static constexpr std::array<std::string_view, 6> kWhole{"codebase", "workspace",  "project",
                                                        "repo",     "repository", "disk"};
static bool is_whole(std::string_view word) { return std::ranges::find(kWhole, word) != kWhole.end(); }

void Resolver::read_wide_ban(const Clause& clause, std::size_t index) {
  const bool limited = index + 1 < clauses_.size() && clauses_[index + 1].exception &&
                       clauses_[index + 1].sentence == clause.sentence && !names_of(clauses_[index + 1]).empty();
  if (clause.verb == Verb::leave || clause.verb == Verb::avoid) return leave_alone(clause, index, limited);
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

/// "keep it", "hands off": `limited` where an exception behind it names what may change.
void Resolver::leave_alone(const Clause& clause, std::size_t index, bool limited) {
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
