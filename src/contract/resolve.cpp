#include "derive.hpp"
#include "draft.hpp"
#include "follow.hpp"
#include "kind.hpp"

#include <algorithm>
#include <array>

namespace warrant::contract {
namespace {

using language::Class;
using language::Clause;
using language::Mood;
using language::Token;
using language::Verb;

class Resolver {
 public:
  Resolver(const Material& material, const std::vector<Settlement>& history)
      : material_(material),
        tokens_(material.reading.tokens),
        clauses_(material.reading.clauses),
        draft_(material, history) {
    if (history.empty()) return;
    for (const Target& target : history.back().targets) {
      if (target.role == Role::forbidden) continue;
      history_names_.push_back({target.path, target.path, true, false, {}, {0, 0}});
      if (is_change(history.back().type) && is_changeable(target.role))
        changed_before_.push_back(history_names_.back());
    }
  }

  /// Whether some words forbid every change, whatever the others ask.
  bool bans_everything() {
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

  Contract resolve() {
    for (std::size_t i = 0; i < clauses_.size(); ++i)
      if (clauses_[i].negated) read_ban(i);
    for (std::size_t i = 0; i < clauses_.size(); ++i) read_order(i);
    forbid_kept();
    read_rest();
    return conclude();
  }

 private:
  bool any(const Clause& clause, Class which, std::size_t from = 0) const {
    for (std::size_t at = std::max(clause.begin, from); at < clause.end; ++at)
      if (tokens_[at].is(which)) return true;
    return false;
  }
  std::vector<std::size_t> names_of(const Clause& clause) const {
    std::vector<std::size_t> out;
    for (std::size_t at = clause.begin; at < clause.end; ++at)
      if (material_.names[at]) out.push_back(at);
    return out;
  }

  // — what must not be done —

  void forbid(const Named& named) {
    draft_.give(named, Role::forbidden);
    for (const std::string& path : named.candidates) draft_.give(path, Role::forbidden, true, named.span);
  }

  bool speaks_of_no_file(const Clause& clause) const {
    const language::Sort sort = language::sort_of(clause.verb);
    const bool opens_a_file = clause.verb == Verb::show || clause.verb == Verb::read;
    return sort == language::Sort::run || (sort == language::Sort::tell && !opens_a_file);
  }

  void read_ban(std::size_t index) {
    const Clause& clause = clauses_[index];
    const auto names = names_of(clause);
    if (clause.purpose) {
      const Role role = in_question(clause) ? Role::must_read : Role::verify_only;
      for (const std::size_t at : names) draft_.give(*material_.names[at], role);
      return;
    }
    // "Except for a.py nothing may be changed. Set its …"
    if (clause.exception && !names.empty() && selects(clause, names.back())) {
      draft_.only = true;
      remember(clause);
      return;
    }
    // "Instead of editing a.py, tell me …": nothing else changes it.
    if (clause.exception && !has_orders() && clause.begin + 1 < clause.end &&
        tokens_[clause.begin].is(Class::instead) && tokens_[clause.begin + 1].has(language::Form::gerund)) {
      for (const std::size_t at : names) draft_.give(*material_.names[at], Role::must_read);
      return;
    }
    if (index > 0 && clause.exception && clauses_[index - 1].negated &&
        clauses_[index - 1].sentence == clause.sentence && names_of(clauses_[index - 1]).empty())
      return;  // "nothing except X"
    if (clause.verb == Verb::run || clause.verb == Verb::test || clause.verb == Verb::build) no_run_ = true;
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
      if (is_kept_in_place(clause) && !clause.passive && clause.at < clause.end) {
        for (const std::size_t at : names) kept_.push_back(*material_.names[at]);
        return;
      }
      for (const std::size_t at : names) {
        const Named& named = *material_.names[at];
        const bool in_place = std::ranges::find(slots[SlotName::in], at) != slots[SlotName::in].end() ||
                              std::ranges::find(slots[SlotName::from], at) != slots[SlotName::from].end();
        if ((at < from || in_place) && piece) {
          if (clause.exception) kept_.push_back(named);  // "adapt the test, not the code in a.py"
          continue;
        }
        forbid(named);
      }
      if (rest) draft_.only = true;
      return;
    }
    if (speaks_of_no_file(clause)) return;
    if (clause.exception || has_word(clause, "excluded") || has_word(clause, "excepted")) return;
    read_wide_ban(clause, index);
  }

  bool selects(const Clause& clause, std::size_t last) const {
    for (std::size_t at = last + 1; at < clause.end; ++at)
      if (tokens_[at].is(Class::nothing) || tokens_[at].is(Class::negation)) return true;
    return false;
  }

  /// "don't rename it": the file stays where it is, but its content may change.
  static bool is_kept_in_place(const Clause& clause) {
    return clause.verb == Verb::rename || clause.verb == Verb::move || clause.verb == Verb::copy ||
           clause.verb == Verb::erase;
  }
  /// After the orders are read: a file that is not to be moved and that nothing else changes must not change at all.
  void forbid_kept() {
    for (const Named& named : kept_) {
      const bool edited = std::ranges::any_of(draft_.operations, [&](const Operation& operation) {
        return path_of(operation) == named.path && !std::holds_alternative<DeleteFile>(operation) &&
               !std::holds_alternative<TransferFile>(operation);
      });
      if (!edited) forbid(named);
    }
  }

  /// "the header", "foo()": a part of a file, so the file itself is not banned.
  bool is_piece(const Slots& slots) const {
    bool words = false;
    for (const std::size_t at : slots[SlotName::object]) {
      const Token& token = tokens_[at];
      if (material_.names[at]) return false;
      if (token.is(Class::all) || token.is(Class::pronoun)) return false;
      if (token.kind != Token::Kind::mark && token.text != "the" && !token.is(Class::polite) &&
          !token.is(Class::file_noun) && !token.is(Class::change_noun))
        words = true;
    }
    return words;
  }

  void read_wide_ban(const Clause& clause, std::size_t index) {
    const bool limited = index + 1 < clauses_.size() && clauses_[index + 1].exception &&
                         clauses_[index + 1].sentence == clause.sentence && !names_of(clauses_[index + 1]).empty();
    if (clause.verb == Verb::leave || clause.verb == Verb::avoid) {
      if (any(clause, Class::all) && !has_piece_word(clause))
        draft_.banned = draft_.banned || !limited;
      else if (any(clause, Class::pronoun, clause.at) && !has_piece_word(clause))
        forbid_recent(index);
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
    const bool pronoun = clause.passive ? subject_is_pronoun(clause) : any(clause, Class::pronoun, clause.at);
    // "don't retrain" beside another order is about that alone.
    const bool one_thing = clause.at < clause.end && clause.verb != Verb::none && tokens_[clause.at].entry != nullptr &&
                           tokens_[clause.at].entry->verb == clause.verb && !tokens_[clause.at].is(Class::any_change) &&
                           has_orders();
    if (one_thing && clause.after_but) return;  // "without reformatting the file"
    const bool changes = any(clause, Class::change_noun, clause.at) || any(clause, Class::file_noun, clause.at) ||
                         has_word(clause, "code") || has_word(clause, "codebase");
    if (nothing || ((changes || (is_bare(clause) && !one_thing)) && !pronoun)) {
      if (has_piece_word(clause) && !any(clause, Class::nothing) && !changes) return;
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
  void keep_recent(std::size_t index) {
    for (std::size_t i = index; i-- > 0;) {
      const auto names = names_of(clauses_[i]);
      if (names.empty()) continue;
      for (const std::size_t at : names) kept_.push_back(*material_.names[at]);
      return;
    }
    draft_.banned = true;
  }
  bool changes_any(const Clause& clause) const {
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
  bool has_word(const Clause& clause, std::string_view word) const {
    for (std::size_t at = clause.begin; at < clause.end; ++at)
      if (tokens_[at].text == word) return true;
    return false;
  }
  /// Nothing behind the verb: "Don't edit."
  bool is_bare(const Clause& clause) const {
    for (std::size_t at = clause.at + 1; at < clause.end; ++at) {
      const Token& token = tokens_[at];
      if (token.kind != Token::Kind::mark && !token.is(Class::polite) && !token.is(Class::later) &&
          token.text != "do" && token.text != "anywhere" && !token.is(Class::conjunction))
        return false;
    }
    return !clause.passive;
  }
  /// A noun that the ban is about: "any tests", "all function names".
  bool has_piece_word(const Clause& clause) const {
    for (std::size_t at = clause.at + 1; at < clause.end; ++at) {
      const Token& token = tokens_[at];
      if (token.is(Class::symbol_noun) || token.is(Class::line_noun)) return true;
      if (token.kind == Token::Kind::word && token.entry == nullptr && token.text != "the" && token.text != "a" &&
          token.text != "code" && token.text != "codebase" && token.text != "disk" && token.text != "anywhere" &&
          token.text != "workspace" && token.text != "project" && token.text != "repo" && token.text != "repository" &&
          token.text != "thing" && token.text != "way" && token.text != "source")
        return true;
    }
    return false;
  }
  bool subject_is_pronoun(const Clause& clause) const {
    bool pronoun = false;
    for (std::size_t at = clause.begin; at < clause.end; ++at) {
      if (tokens_[at].is(Class::pronoun) && (at < clause.at || any(clause, Class::unwanted))) pronoun = true;
      if (at < clause.at && tokens_[at].kind == Token::Kind::word && tokens_[at].entry == nullptr) return false;
    }
    return pronoun || clause.at <= clause.begin + 1;
  }
  /// "don't touch a.py, just read it to me"
  bool is_read_by_pronoun() const {
    return std::ranges::any_of(clauses_, [&](const Clause& clause) {
      return is_order(clause) &&
             (clause.verb == Verb::read || clause.verb == Verb::show || clause.verb == Verb::explain) &&
             names_of(clause).empty() && any(clause, Class::pronoun, clause.at);
    });
  }
  bool has_orders() const {
    return std::ranges::any_of(clauses_, [&](const Clause& clause) {
      return is_order(clause) && language::changes_something(clause.verb) && !is_inline(clause);
    });
  }
  void forbid_recent(std::size_t index) {
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

  // — what is to be done —

  bool is_order(const Clause& clause) const {
    if (clause.negated || clause.reported || clause.purpose) return false;
    if (clause.mood != Mood::imperative && clause.mood != Mood::wish) return false;
    return !(clause.weak && material_.reading.asks);
  }

  bool asks_change(const Clause& clause) const {
    if (!is_order(clause)) return false;
    if (clause.mood == Mood::wish && !clause.passive && is_about_the_answer(clause)) return false;
    if (clause.mood == Mood::wish) return !(material_.reading.asks) && (wish_has_object(clause));
    if (language::changes_something(clause.verb)) return !is_about_the_answer(clause) && !is_of_any_file(clause);
    if (clause.verb == Verb::build || clause.verb == Verb::run) return makes_something(clause);
    // "summarize a.py into notes.md"
    if (clause.verb == Verb::explain || clause.verb == Verb::list || clause.verb == Verb::show ||
        clause.verb == Verb::find) {
      if (any(clause, Class::question)) return false;  // "explain how a.py talks to b.py"
      const Slots slots = read_slots(material_, clause);
      for (const SlotName slot : {SlotName::into, SlotName::to, SlotName::as})
        if (!paths_in(material_, slots[slot]).empty()) return true;
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
      return piece && !paths_in(material_, slots[SlotName::in]).empty() &&
             (word == "reset" || word == "restore" || word == "reverse");
    }
    return false;
  }
  /// "Can you edit files at all?"
  bool is_of_any_file(const Clause& clause) const {
    const std::size_t noun = clause.at + 1;
    if (noun >= clause.end || !tokens_[noun].is(Class::file_noun) || !tokens_[noun].text.ends_with("s") ||
        tokens_[noun].is(Class::pronoun) || !names_of(clause).empty())
      return false;
    for (std::size_t at = noun + 1; at < clause.end; ++at)
      if (tokens_[at].kind != Token::Kind::mark && !tokens_[at].is(Class::in) && !tokens_[at].is(Class::all))
        return false;
    return true;
  }
  /// "Build a login page in login.html", not "build the project".
  bool makes_something(const Clause& clause) const {
    if (names_of(clause).empty() || any(clause, Class::build_noun, clause.at + 1)) return false;
    if (clause.at + 2 >= clause.end || !tokens_[clause.at + 1].is(Class::article)) return false;
    // "start a CHANGELOG"
    if (clause.verb == Verb::run) return material_.names[clause.at + 2] && !material_.names[clause.at + 2]->exists;
    return !material_.names[clause.at + 2];
  }
  /// "Remove a.py from the list you show", "create a summary of a.py": what is worked on is the answer.
  bool is_about_the_answer(const Clause& clause) const {
    const Slots slots = read_slots(material_, clause);
    const auto speaks_of = [&](const std::vector<std::size_t>& slot, auto&& words) {
      return paths_in(material_, slot).empty() && std::ranges::any_of(slot, [&](std::size_t at) {
               return std::ranges::find(words, tokens_[at].text) != words.end();
             });
    };
    static constexpr std::array<std::string_view, 6> kAnswer{"answer", "reply",   "response",
                                                             "list",   "summary", "message"};
    if (speaks_of(slots[SlotName::from], kAnswer) || speaks_of(slots[SlotName::in], kAnswer))
      return has_word(clause, "your") || has_word(clause, "you");
    if (clause.verb != Verb::create && clause.verb != Verb::write && clause.mood != Mood::wish) return false;
    const auto& object = slots[SlotName::object];
    const auto text = std::ranges::find_if(object, [&](std::size_t at) { return tokens_[at].is(Class::answer_text); });
    if (text == object.end()) return false;
    const auto named = paths_in(material_, object);
    if (!named.empty() && named.front() < *text) return false;
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
  bool wish_has_object(const Clause& clause) const {
    if (!names_of(clause).empty() || !draft_.recent.empty()) return true;
    for (std::size_t at = clause.begin; at < clause.end; ++at)
      if (tokens_[at].is(Class::wish_thing) || tokens_[at].is(Class::wish_if))
        return any(clause, Class::file_noun) || any(clause, Class::symbol_noun) || clause.passive ||
               any(clause, Class::tests_noun);
    return clause.verb != Verb::set && clause.verb != Verb::add;
  }

  void read_order(std::size_t index) {
    const Clause& clause = clauses_[index];
    if (continues(clause)) return repeat(clause);
    if (directs_output(clause) || saves_result(clause)) return redirect(clause);
    if (speaker_does_it(clause)) draft_.banned = true;
    if (any(clause, Class::correction) && draft_.change) return correct(clause);
    if (is_order(clause) && clause.mood == Mood::wish && names_of(clause).empty() && draft_.recent.empty())
      draft_.recent = changed_before_;
    if (!asks_change(clause)) {
      if (!names_of(clause).empty() && (!clause.negated || is_kept_in_place(clause))) remember(clause);
      if (is_order(clause) && !no_run_ &&
          (clause.verb == Verb::run || clause.verb == Verb::test || clause.verb == Verb::build ||
           clause.verb == Verb::lint || clause.verb == Verb::typecheck))
        if (auto run = run_of(material_, clause)) runs_.push_back(std::move(*run));
      return;
    }
    if (inline_answer(clause) || is_about_a_text(clause)) return;

    if (clause.only && !names_of(clause).empty()) draft_.only = true;
    // "Only touch a.py: set …": where the other orders are to stay.
    if (clause.only && index + 1 < clauses_.size() &&
        tokens_[std::min(clause.at, clause.end - 1)].is(Class::any_change) && clause.verb == Verb::create &&
        asks_change(clauses_[index + 1]))
      return remember(clause);
    const bool pronoun = any(clause, Class::pronoun);
    if (draft_.recent.empty() && pronoun && !history_names_.empty() && !any(clause, Class::deictic))
      draft_.recent = history_names_;
    if (draft_.recent.empty() && names_of(clause).empty()) look_ahead(index);
    if (any(clause, Class::deictic) && names_of(clause).empty()) draft_.doubt("Which file do you mean?");
    const bool had = draft_.change.has_value();
    share_object(index);
    read_change(shared_ ? *shared_ : clause, draft_);
    shared_.reset();
    if (!had && draft_.change) draft_.decide("imperative." + std::string(to_string(clause.verb)), clause);
  }

  /// "Delete a.py, sorry, I meant b.py"
  void correct(const Clause& clause) {
    const auto names = names_of(clause);
    const std::string old = draft_.operations.empty() ? std::string() : std::string(path_of(draft_.operations.back()));
    auto operation = names.size() == 1 && !draft_.operations.empty()
                         ? moved_to(draft_.operations.back(), material_.names[names.front()]->path)
                         : std::nullopt;
    if (!operation) return draft_.doubt("You corrected yourself: what should be done, and in which file?");
    for (Target& target : draft_.targets)
      if (target.path == old) target.role = Role::forbidden;
    draft_.operations.back() = std::move(*operation);
    draft_.give(*material_.names[names.front()], Role::must_change);
  }

  /// "translate a.md, the output goes to b.md"
  bool directs_output(const Clause& clause) const {
    if (!is_order(clause) || clause.at >= clause.end || !tokens_[clause.at].is(Class::goes)) return false;
    const auto names = names_of(clause);
    return draft_.change == Type::edit && names.size() == 1 && !material_.names[names.front()]->exists;
  }
  /// "turn a.csv into a table and save it as b.md"
  bool saves_result(const Clause& clause) const {
    if (!is_order(clause) || clause.verb != Verb::write || draft_.change != Type::edit) return false;
    const auto names = names_of(clause);
    if (names.size() != 1 || material_.names[names.front()]->exists) return false;
    const Slots slots = read_slots(material_, clause);
    const bool placed = !paths_in(material_, slots[SlotName::as]).empty() ||
                        !paths_in(material_, slots[SlotName::to]).empty() ||
                        !paths_in(material_, slots[SlotName::into]).empty();
    return placed && std::ranges::any_of(slots[SlotName::object], [&](std::size_t at) {
             return tokens_[at].is(Class::pronoun) || tokens_[at].text == "result";
           });
  }
  /// "List the mistakes, I'll correct them myself."
  bool speaker_does_it(const Clause& clause) const {
    if (clause.negated || clause.reported || clause.mood == Mood::question) return false;
    bool will = false;
    bool change = false;
    bool pronoun = false;
    for (std::size_t at = clause.begin; at < clause.end; ++at) {
      const Token& token = tokens_[at];
      will = will || token.text == "i'll" || token.text == "we'll" ||
             (token.is(Class::modal) && at > clause.begin && tokens_[at - 1].is(Class::speaker));
      const Verb verb = token.order();
      change = change ||
               (will && (verb == Verb::edit || verb == Verb::change || verb == Verb::replace || verb == Verb::set ||
                         verb == Verb::remove || verb == Verb::erase || verb == Verb::rename || verb == Verb::add));
      pronoun = pronoun || (change && token.is(Class::pronoun));
      if (pronoun && (token.text == "myself" || token.text == "ourselves")) return true;
    }
    return false;
  }
  void redirect(const Clause& clause) {
    const Named& to = *material_.names[names_of(clause).front()];
    for (Target& target : draft_.targets)
      if (is_changeable(target.role)) target.role = Role::source;
    draft_.operations.clear();
    draft_.change = Type::create;
    draft_.give(to, Role::output);
    draft_.operate(Type::create, CreateFile{to.written, std::nullopt});
  }

  /// "… and the same in b.py"
  bool continues(const Clause& clause) const {
    return draft_.change && !draft_.operations.empty() && is_order(clause) && clause.verb == Verb::none &&
           any(clause, Class::continuing) && !names_of(clause).empty();
  }
  void repeat(const Clause& clause) {
    for (const std::size_t at : names_of(clause)) {
      const Named& named = *material_.names[at];
      if (draft_.is_ambiguous(named)) continue;
      draft_.give(named, clause.conditional ? Role::may_change : Role::must_change);
      auto operation = moved_to(draft_.operations.back(), named.path);
      draft_.operate(*draft_.change, operation ? std::move(*operation) : Operation(Edit{named.path, ""}));
    }
  }

  /// "fix and simplify a.py": an order without an object has the next one's.
  void share_object(std::size_t index) {
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

  void remember(const Clause& clause) {
    std::vector<Named> names;
    for (const std::size_t at : names_of(clause))
      if (!is_forbidden(material_.names[at]->path)) names.push_back(*material_.names[at]);
    if (names.empty()) return;
    draft_.recent = std::move(names);
    draft_.recent_all = any(clause, Class::all);
    draft_.recent_holds = std::ranges::all_of(names_of(clause), [&](std::size_t at) {
      const bool within = at > clause.begin && (tokens_[at - 1].is(Class::in) || tokens_[at - 1].is(Class::from));
      std::size_t next = at + 1;
      while (next < clause.end && tokens_[next].is(Class::adverb)) ++next;
      const bool owner = next < clause.end && tokens_[next].is(Class::state);
      return owner || (within && speaks_of_a_piece(clause, at));
    });
  }
  /// "the function f in a.py": something other than the file stands before it.
  bool speaks_of_a_piece(const Clause& clause, std::size_t path) const {
    for (std::size_t at = clause.begin; at < path; ++at) {
      const Token& token = tokens_[at];
      if (token.kind != Token::Kind::mark && token.entry == nullptr && !material_.names[at]) return true;
      if (token.is(Class::symbol_noun) || token.is(Class::line_noun) || token.is(Class::content_noun)) return true;
    }
    return false;
  }
  bool is_forbidden(const std::string& path) const {
    return std::ranges::any_of(
        draft_.targets, [&](const Target& target) { return target.role == Role::forbidden && target.path == path; });
  }

  /// "Fix the typo. It is in README.md."
  void look_ahead(std::size_t index) {
    for (std::size_t i = index + 1; i < clauses_.size(); ++i) {
      const Clause& later = clauses_[i];
      if (later.negated || later.purpose || later.reported) continue;
      if (later.mood != Mood::statement && !(later.mood == Mood::imperative && later.only)) continue;
      remember(later);
      if (!draft_.recent.empty()) return;
    }
  }

  /// "Translate the following: …": a text to work on, no file.
  bool is_about_a_text(const Clause& clause) {
    if (!names_of(clause).empty() || clause.verb != Verb::edit || clause.at >= clause.end) return false;
    static constexpr std::array<std::string_view, 9> kVerbs{"translate", "rephrase", "reword",  "proofread", "polish",
                                                            "shorten",   "rewrite",  "correct", "improve"};
    if (std::ranges::find(kVerbs, tokens_[clause.at].text) == kVerbs.end()) return false;
    for (std::size_t at = clause.at; at < clause.end; ++at)
      if (tokens_[at].kind == Token::Kind::block || tokens_[at].kind == Token::Kind::quoted) {
        inline_ = true;
        return true;
      }
    return false;
  }

  /// "Just show me …": what would be written goes into the answer.
  bool inline_answer(const Clause& clause) {
    inline_ = inline_ || is_inline(clause);
    return is_inline(clause);
  }
  bool is_inline(const Clause& clause) const {
    for (const Clause& other : clauses_) {
      if (other.sentence != clause.sentence && other.sentence != clause.sentence + 1) continue;
      for (std::size_t at = other.begin; at < other.end; ++at)
        if (tokens_[at].is(Class::inline_answer) && at != other.at && !tokens_[at].is(Class::deictic)) {
          return true;
        }
    }
    return false;
  }

  // — everything else that is named —

  void read_rest() {
    for (const Clause& clause : clauses_) {
      const auto names = names_of(clause);
      if (clause.negated && !any(clause, Class::until_then)) continue;
      if (clause.purpose || (any(clause, Class::until_then) && any(clause, Class::holds))) {
        for (const std::size_t at : names) draft_.give(*material_.names[at], Role::verify_only);
        continue;
      }
      if (asks_change(clause) && draft_.change && !inline_) continue;
      for (const std::size_t at : names) give_new(*material_.names[at], role_of(clause, at));
      if (clause.only && is_order(clause) && !names.empty() && draft_.change) draft_.only = true;
    }
  }
  void give_new(const Named& named, Role role) {
    for (const Target& target : draft_.targets)
      if (target.path == named.path) return;
    if (!named.candidates.empty() && (role == Role::must_read)) {
      draft_.is_ambiguous(named);
      return;
    }
    draft_.give(named, role);
  }
  /// "Should I rename a.py to b.py?": what is not there, or only the folder, cannot answer the question.
  bool is_beside(const Clause& clause, std::size_t at) const {
    const Named& named = *material_.names[at];
    if (named.exists && !named.directory) return false;
    return std::ranges::any_of(names_of(clause), [&](std::size_t other) {
      return other != at && material_.names[other]->exists && !material_.names[other]->directory;
    });
  }
  bool in_question(const Clause& clause) const {
    return std::ranges::any_of(clauses_, [&](const Clause& other) {
      return other.sentence == clause.sentence && other.mood == Mood::question;
    });
  }
  Role role_of(const Clause& clause, std::size_t at) const {
    if (clause.reported) return Role::mentioned;
    if (clause.mood == Mood::question) return is_beside(clause, at) ? Role::mentioned : Role::must_read;
    if (clause.mood == Mood::condition && in_question(clause)) return Role::must_read;
    if (clause.mood == Mood::imperative || clause.mood == Mood::wish) {
      if (clause.only && clause.verb == Verb::none) return draft_.change ? Role::may_change : Role::mentioned;
      if (clause.verb == Verb::run || clause.verb == Verb::test || clause.verb == Verb::build ||
          clause.verb == Verb::lint || clause.verb == Verb::typecheck)
        return Role::mentioned;
      if (clause.verb == Verb::undo || clause.verb == Verb::redo) return Role::must_change;
      const Slots slots = read_slots(material_, clause);
      if (std::ranges::find(slots[SlotName::source], at) != slots[SlotName::source].end()) return Role::source;
      return Role::must_read;
    }
    return Role::mentioned;
  }

  // — the conclusion —

  Contract conclude() {
    Contract contract = nothing_allowed(material_.request, Type::unknown, {"none", {}, ""});
    contract.requested = draft_.change.has_value();
    contract.only_targets = draft_.only;
    if (draft_.change) {
      if (is_put_off()) draft_.doubt("Should it be done now?");
      if (is_taken_back()) draft_.doubt("You asked for a change and took it back: should it be done?");
      contract.type = *draft_.change;
      contract.allowed = true;
      contract.operations = std::move(draft_.operations);
      for (Run& run : runs_) contract.operations.emplace_back(std::move(run));
      if (draft_.reason) contract.reason = *draft_.reason;
      limit(contract);
    } else {
      name_kind(contract);
    }
    contract.targets = std::move(draft_.targets);
    if (!draft_.question.empty() && !(draft_.banned && !contract.requested)) {
      contract.unsure = true;
      contract.question = draft_.question;
    }
    if (contract.type == Type::unknown && !contract.unsure) {
      contract.unsure = true;
      contract.question = "What should be done, and in which file?";
      contract.reason.rule = "unsure.no_order";
    }
    add_counts(contract);
    derive(contract);
    return contract;
  }

  /// "Once I confirm, …", "tomorrow, …"
  bool is_put_off() const {
    for (std::size_t at = 0; at < tokens_.size(); ++at) {
      const bool bound = at > 0 && (tokens_[at - 1].is(Class::condition) || tokens_[at - 1].is(Class::place_after) ||
                                    tokens_[at - 1].is(Class::place_before) || tokens_[at - 1].is(Class::topic));
      if (bound && tokens_[at].is(Class::approval)) return true;
    }
    return std::ranges::any_of(clauses_, [&](const Clause& clause) {
      std::size_t at = clause.begin;
      // "Tomorrow, delete a.py": a clause of its own by its comma.
      if (at > 1 && tokens_[at - 1].is_mark(',') && tokens_[at - 2].is(Class::later)) at -= 2;
      while (at < clause.end && tokens_[at].kind == Token::Kind::mark) ++at;
      if (!is_order(clause) || !language::changes_something(clause.verb)) return false;
      if (at < clause.end && tokens_[at].is(Class::later)) return true;
      // "rename a.py to b.py some day"
      std::size_t last = clause.end;
      while (last > clause.begin && tokens_[last - 1].kind == Token::Kind::mark) --last;
      return last > clause.at + 2 && tokens_[last - 1].is(Class::later) && !tokens_[last - 2].is(Class::to) &&
             !tokens_[last - 2].is(Class::from) && !tokens_[last - 2].is(Class::topic) &&
             tokens_[last - 2].kind != Token::Kind::mark;
    });
  }

  /// "Delete a.py. Just kidding.", "…, no wait, never mind"
  bool is_taken_back() const {
    static constexpr std::array<std::string_view, 9> kWords{
        "kidding", "joking", "joke", "nevermind", "never mind", "forget it", "cancel", "on second thought", "abort"};
    for (std::size_t at = 0; at < tokens_.size(); ++at) {
      if (at == 0 && (tokens_.size() < 2 || !tokens_[1].is_mark(':'))) continue;
      const bool word = std::ranges::find(kWords, tokens_[at].text) != kWords.end();
      const bool alone = at + 1 == tokens_.size() || tokens_[at + 1].kind == Token::Kind::mark;
      if (word && alone && tokens_[at].kind == Token::Kind::word) return true;
    }
    return false;
  }

  /// Bans against what was asked.
  void limit(Contract& contract) {
    if (draft_.banned) {
      contract.allowed = false;
      const auto other = other_kind();
      if (other) {
        contract.type = other->type;
        contract.reason = reason_of(*other);
        contract.operations = other->operations;
        for (Target& target : draft_.targets)
          if (is_changeable(target.role)) target.role = Role::must_read;
      } else {
        draft_.doubt("You asked for a change and for no change: which one?");
      }
      return;
    }
    const auto forbidden = [&](const std::string& path) {
      return std::ranges::any_of(draft_.targets, [&](const Target& target) {
        return target.role == Role::forbidden && (target.path == path || path.starts_with(target.path + "/"));
      });
    };
    const std::size_t before = contract.operations.size();
    std::erase_if(contract.operations, [&](const Operation& operation) {
      const auto* transfer = std::get_if<TransferFile>(&operation);
      return forbidden(std::string(path_of(operation))) || (transfer != nullptr && forbidden(transfer->from));
    });
    for (Target& target : draft_.targets)
      if (is_changeable(target.role) && forbidden(target.path)) target.role = Role::forbidden;
    const bool changes = std::ranges::any_of(
        contract.operations, [](const Operation& operation) { return !std::holds_alternative<Run>(operation); });
    if (before != contract.operations.size() && !changes)
      draft_.doubt("The file to change is one that must not change: which one is meant?");
  }

  std::optional<Kind> other_kind() const {
    std::optional<Kind> best;
    for (const Clause& clause : clauses_) {
      if (clause.negated || clause.reported || clause.purpose) continue;
      auto kind = kind_of(material_, clause);
      if (!kind) continue;
      if (no_run_ && kind->type == Type::run) continue;
      if (!best || weight(*kind) > weight(*best)) best = std::move(kind);
    }
    return best;
  }
  /// "Read a.py and explain it": the more telling one counts.
  int weight(const Kind& kind) const {
    // "run the tests and tell me which ones fail": the question is about the run.
    if (kind.type == Type::run && kind.clause->mood == Mood::imperative) return 7;
    return weight(kind.type);
  }
  static int weight(Type type) {
    switch (type) {
      case Type::answer: return 0;
      case Type::question: return 1;
      case Type::list: return 2;
      case Type::run: return 3;
      case Type::verify: return 4;
      case Type::explain: return 5;
      case Type::status: return 5;
      case Type::diagnose: return 5;
      case Type::restore: return 6;
      case Type::edit:
      case Type::create:
      case Type::organize:
      case Type::unknown: return 0;
    }
    return 0;
  }
  Reason reason_of(const Kind& kind) const {
    const Span span{tokens_[kind.clause->begin].span.begin, tokens_[kind.clause->end - 1].span.end};
    return {kind.rule, {span}, std::string(span.of(material_.request))};
  }

  /// "I'm going to remove a.py. Anything I should know?"
  bool asks_for_anything(const Clause& clause) const {
    std::size_t at = clause.begin;
    while (at < clause.end &&
           (tokens_[at].kind == Token::Kind::mark || tokens_[at].is(Class::auxiliary) || tokens_[at].text == "there"))
      ++at;
    return at < clause.end && clause.mood == Mood::question && tokens_[at].is(Class::all) &&
           tokens_[at].text.starts_with("any");
  }

  /// "I used to delete a.json by hand, is there another way?"
  bool follows_statement(const Clause& clause) const {
    return std::ranges::any_of(clauses_, [&](const Clause& other) {
      return other.sentence == clause.sentence && other.begin < clause.begin && !names_of(other).empty();
    });
  }
  static bool is_grammar(const Token& token) {
    static constexpr std::array kGrammar{Class::question,  Class::auxiliary, Class::modal,  Class::pronoun,
                                         Class::addressee, Class::speaker,   Class::polite, Class::trouble,
                                         Class::article,   Class::being,     Class::in,     Class::conjunction};
    return std::ranges::any_of(kGrammar, [&](Class which) { return token.is(which); });
  }
  /// "What do you think?", "Any idea why?": about what was said before.
  bool is_bare_question(const Clause& clause) const {
    std::size_t content = 0;
    for (std::size_t at = clause.begin; at < clause.end; ++at)
      if (tokens_[at].kind != Token::Kind::mark && !is_grammar(tokens_[at])) ++content;
    return clause.mood == Mood::question && content <= 1;
  }

  /// "Before deleting a.txt, show me what is in it."
  void read_what_was_meant(const Kind& kind) {
    if (kind.type != Type::question && kind.type != Type::explain && kind.type != Type::diagnose &&
        kind.type != Type::verify)
      return;
    if (!names_of(*kind.clause).empty()) return;
    if (std::ranges::any_of(draft_.targets, [](const Target& target) { return target.role == Role::must_read; }))
      return;
    if (!any(*kind.clause, Class::pronoun) && !is_bare_question(*kind.clause) &&
        !(kind.type == Type::explain && any(*kind.clause, Class::question)) && !follows_statement(*kind.clause) &&
        !asks_for_anything(*kind.clause))
      return;
    if (draft_.targets.empty())
      for (const Named& named : history_names_) draft_.give(named, Role::must_read);
    for (Target& target : draft_.targets)
      if (target.role == Role::mentioned && target.exists) target.role = Role::must_read;
  }

  /// "The build is red since noon. What's going on?", "… Any idea why?"
  bool is_about_trouble(const Clause& clause) const {
    if (!any(clause, Class::trouble) && !any(clause, Class::why)) return false;
    std::size_t words = 0;
    for (std::size_t at = clause.begin; at < clause.end; ++at) words += tokens_[at].kind == Token::Kind::word ? 1U : 0U;
    if (any(clause, Class::why) && words <= 2) return true;
    return std::ranges::any_of(clauses_, [&](const Clause& other) {
      return !other.negated && other.mood == Mood::statement && any(other, Class::defect);
    });
  }

  void name_kind(Contract& contract) {
    auto kind = other_kind();
    const bool texts = std::ranges::any_of(clauses_, [&](const Clause& clause) {
      return is_order(clause) && language::changes_something(clause.verb) && is_about_the_answer(clause);
    });
    if (kind && (inline_ || texts) && draft_.targets.empty() && kind->clause->mood == Mood::imperative &&
        kind->type == Type::question)
      kind.reset();
    if (kind) {
      if (kind->type == Type::question && is_about_trouble(*kind->clause)) kind->type = Type::diagnose;
      contract.type = kind->type;
      contract.operations = kind->operations;
      contract.reason = reason_of(*kind);
      read_what_was_meant(*kind);
      if (kind->type == Type::status || kind->type == Type::run)
        for (Target& target : draft_.targets)
          if (target.role == Role::must_read) target.role = Role::mentioned;
      return;
    }
    if (draft_.banned) {
      contract.type = Type::answer;
      contract.reason.rule = "ban.everything";
      return;
    }
    if (!tokens_.empty() && tokens_.front().is(Class::greeting) && draft_.targets.empty() &&
        !std::ranges::any_of(clauses_, [&](const Clause& clause) { return is_order(clause); })) {
      contract.type = Type::answer;
      contract.reason.rule = "small_talk";
      return;
    }
    // "no thanks, leave a.py as it is"
    if (tokens_.size() > 1 && tokens_[0].is(Class::deny) && !tokens_[0].is(Class::prohibit) &&
        tokens_[1].kind == Token::Kind::mark &&
        std::ranges::none_of(clauses_, [&](const Clause& clause) { return is_order(clause); })) {
      contract.type = Type::answer;
      contract.reason.rule = "refusal";
      return;
    }
    for (const Clause& clause : clauses_)
      if (is_order(clause) && language::changes_something(clause.verb) && !names_of(clause).empty() &&
          is_about_the_answer(clause)) {
        const auto names = names_of(clause);
        // "a commit message for my change to go.mod": of the change, not of the file.
        const bool of_change = std::ranges::all_of(
            names, [&](std::size_t at) { return at >= clause.begin + 2 && tokens_[at - 2].is(Class::change_noun); });
        contract.type = of_change ? Type::answer : Type::explain;
        contract.reason.rule = "imperative.text_about";
        if (of_change)
          for (Target& target : draft_.targets)
            if (target.role == Role::must_read) target.role = Role::mentioned;
        return;
      }
    const bool talks = std::ranges::any_of(
        clauses_, [&](const Clause& clause) { return is_order(clause) && (language::changes_something(clause.verb)); });
    if (inline_ || (talks && draft_.question.empty())) {
      contract.type = draft_.targets.empty() ? Type::answer : Type::question;
      contract.reason.rule = inline_ ? "inline_answer" : "answer.text_only";
    }
  }

  /// "exactly 5 bullet points": counts of what a new or changed file holds.
  void add_counts(Contract& contract) {
    if (!contract.allowed) return;
    const auto file = std::ranges::find_if(contract.targets, [](const Target& target) {
      return target.role == Role::output || target.role == Role::must_change;
    });
    if (file == contract.targets.end()) return;
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kUnits{{{"bullet", "bullets"},
                                                                                           {"bullets", "bullets"},
                                                                                           {"items", "items"},
                                                                                           {"points", "points"},
                                                                                           {"lines", "lines"},
                                                                                           {"sections", "sections"},
                                                                                           {"headings", "headings"},
                                                                                           {"paragraphs", "paragraphs"},
                                                                                           {"words", "words"},
                                                                                           {"steps", "steps"},
                                                                                           {"entries", "items"},
                                                                                           {"chapters", "sections"}}};
    static constexpr std::array<std::string_view, 13> kNumbers{
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"};
    for (std::size_t at = 0; at + 1 < tokens_.size(); ++at) {
      const std::string_view raw = tokens_[at].span.of(material_.request);
      std::int64_t count = -1;
      if (raw.size() <= 4 && !raw.empty() && raw.find_first_not_of("0123456789") == std::string_view::npos)
        count = std::stoll(std::string(raw));
      if (const auto word = std::ranges::find(kNumbers, tokens_[at].text); word != kNumbers.end())
        count = word - kNumbers.begin();
      if (count < 1) continue;
      for (const auto& [word, unit] : kUnits)
        if (tokens_[at + 1].text == word && (contract.type == Type::create || file->role == Role::output)) {
          contract.expectations.emplace_back(Counted{file->path, count, std::string(unit)});
          return;
        }
    }
  }

  const Material& material_;
  const std::vector<Token>& tokens_;
  const std::vector<Clause>& clauses_;
  Draft draft_;
  std::vector<Named> history_names_;
  std::vector<Named> changed_before_;
  std::vector<Run> runs_;
  std::vector<Named> kept_;  ///< must stay where they are
  std::optional<Clause> shared_;
  bool inline_ = false;
  bool no_run_ = false;
};

/// A text that is too long to be read as a request permits nothing.
Contract too_long(std::string_view request) {
  Contract contract =
      nothing_allowed(request, Type::unknown, {"unsure.too_long", {{0, request.size()}}, "the whole text"});
  contract.unsure = true;
  contract.question = "This is too long to be sure: which sentence says what should be done?";
  derive(contract);
  return contract;
}

/// Adds what was allowed before; what the new words forbid stays forbidden.
void join(Contract& contract, const Contract& before) {
  for (const Target& target : before.targets)
    if (std::ranges::none_of(contract.targets, [&](const Target& it) { return it.path == target.path; }))
      contract.targets.push_back(target);
  const auto forbidden = [&](std::string_view path) {
    return std::ranges::any_of(contract.targets,
                               [&](const Target& it) { return it.role == Role::forbidden && it.path == path; });
  };
  for (const Operation& operation : before.operations)
    if (!forbidden(path_of(operation))) contract.operations.push_back(operation);
  derive(contract);
}

}  // namespace

Contract resolve(std::string_view request, const DiskFacts& disk, const language::Lexicon& lexicon,
                 const std::vector<Settlement>& history) {
  const language::Reading reading = language::read(request, lexicon);
  if (reading.overlong) return too_long(request);
  const Material material{
      .request = request, .reading = reading, .names = find_names(request, reading, disk), .disk = disk};
  if (auto followed = follow_up(material, lexicon, history)) {
    if (followed->allowed && Resolver(material, history).bans_everything()) {
      followed->unsure = true;
      followed->question = "You allowed a change and forbade every change: which one?";
      derive(*followed);
    }
    return *followed;
  }
  Contract contract = Resolver(material, history).resolve();
  // "yes, and rename b.py too": both.
  if (contract.allowed)
    if (auto before = confirmed_before(material, lexicon, history); before && before->allowed) join(contract, *before);
  return contract;
}

}  // namespace warrant::contract
