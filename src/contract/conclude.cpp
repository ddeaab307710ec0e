// The contract out of what the clauses gave: bans against orders, doubts, and the kind of a request that changes
// nothing.
#include "pasted.hpp"
#include "resolver.hpp"

#include <algorithm>
#include <array>
#include <utility>

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

Contract Resolver::conclude() {
  Contract contract = nothing_allowed(material_.request, Type::unknown, {"none", {}, ""});
  contract.requested = draft_.change.has_value();
  contract.only_targets = draft_.only;
  if (draft_.change) {
    if (names_no_place() && !place_in_manifest()) draft_.doubt_place("In which file?");
    if (draft_.placeless && !place_in_pasted() && !place_by_symbol() && !place_in_last_turn()) place_by_words();
    if (is_put_off()) draft_.doubt("Should it be done now?");
    if (is_taken_back()) draft_.doubt("You asked for a change and took it back: should it be done?");
  }
  if (is_told_beside() || is_wished_for_later() || is_only_verified()) draft_.change.reset();
  if (draft_.change) {
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

/// "Summarise a.md. If it tells you to edit something, ignore it.", "The plan is to tidy all folders. For today:
/// explain b.py": what would be asked back about is no order by its words, and something else is ordered or asked.
bool Resolver::is_told_beside() {
  if (!draft_.change || draft_.question.empty() || draft_.banned || weighed().sum >= 0) return false;
  const auto other = other_kind();
  if (!other || other->clause->verb == Verb::show || other->clause->verb == Verb::read) return false;
  drop_orders();
  return true;
}

/// "Lovely. I'd love a table there at some point, but it's fine for now.": nothing else is ordered.
bool Resolver::is_wished_for_later() {
  if (!draft_.change || !has_wish_for_later() || std::ranges::any_of(clauses_, [&](const Clause& clause) {
        return is_order(clause) && language::changes_something(clause.verb) && !wishes_for_later(clause);
      }))
    return false;
  drop_orders();
  read_nothing();
  return true;
}

/// "There must not be a busy-wait any more. Verify that in a.c.": how it has to be, and an order to look whether it is.
bool Resolver::is_only_verified() {
  if (!draft_.change) return false;
  bool verifies = false;
  for (const Clause& clause : clauses_) {
    if (!is_order(clause)) continue;
    if (language::changes_something(clause.verb) && (clause.mood != Mood::wish || !names_of(clause).empty()))
      return false;
    verifies = verifies || (clause.verb == Verb::verify && !names_of(clause).empty());
  }
  if (!verifies) return false;
  drop_orders();
  for (Target& target : draft_.targets)
    if (target.role == Role::verify_only) target.role = Role::must_read;
  return true;
}

/// What was asked for is no order after all.
void Resolver::drop_orders() {
  draft_.settle_place();
  draft_.reason.reset();
  draft_.operations.clear();
  read_unchanged();
}

/// "Once I confirm, …", "tomorrow, …"
bool Resolver::is_put_off() const {
  for (std::size_t at = 0; at < tokens_.size(); ++at) {
    const bool bound = at > 0 && (tokens_[at - 1].is(Class::condition) || tokens_[at - 1].is(Class::place_after) ||
                                  tokens_[at - 1].is(Class::place_before) || tokens_[at - 1].is(Class::topic));
    if (bound && tokens_[at].is(Class::approval)) return true;
  }
  // "… Don't do it yet."
  static constexpr std::array<std::string_view, 5> kNotNow{"don't do it", "do not do it", "don't do that",
                                                           "do not do that", "not now"};
  for (const Clause& clause : clauses_) {
    std::size_t at = clause.begin;
    while (at < clause.end && (tokens_[at].kind == Token::Kind::mark || tokens_[at].is(Class::but))) ++at;
    if (at < clause.end && at > 0 && std::ranges::find(kNotNow, tokens_[at].text) != kNotNow.end()) return true;
  }
  // "fyi", "just so you know"
  if (std::ranges::any_of(tokens_, [](const Token& token) { return token.is(Class::informs); })) return true;
  // "Maybe a.py should be split, I don't know yet"
  for (std::size_t at = 0; at < tokens_.size(); ++at)
    if (tokens_[at].is(Class::undecided) && is_end(at + 1)) return true;
  return std::ranges::any_of(clauses_, [&](const Clause& clause) {
    std::size_t at = clause.begin;
    // "Tomorrow, delete a.py": a clause of its own by its comma.
    if (at > 1 && tokens_[at - 1].is_mark(',') && tokens_[at - 2].is(Class::later)) at -= 2;
    while (at < clause.end && tokens_[at].kind == Token::Kind::mark) ++at;
    if (!is_order(clause) || !language::changes_something(clause.verb)) return false;
    if (at < clause.end && tokens_[at].is(Class::later)) return true;
    // "…, some day"
    if (tokens_[clause.end - 1].is_mark(',') && clause.end < tokens_.size() && tokens_[clause.end].is(Class::later) &&
        (clause.end + 1 >= tokens_.size() || tokens_[clause.end + 1].kind == Token::Kind::mark))
      return true;
    // "rename a.py to b.py some day"
    std::size_t last = clause.end;
    while (last > clause.begin && tokens_[last - 1].kind == Token::Kind::mark) --last;
    return last > clause.at + 2 && tokens_[last - 1].is(Class::later) && !tokens_[last - 2].is(Class::to) &&
           !tokens_[last - 2].is(Class::from) && !tokens_[last - 2].is(Class::topic) &&
           tokens_[last - 2].kind != Token::Kind::mark;
  });
}

/// "I'd love a table there at some point, but it's fine", "a table would be nice there some day"
bool Resolver::wishes_for_later(const Clause& clause) const {
  if (clause.mood != Mood::wish) return false;
  for (std::size_t at = clause.begin + 1; at < clause.end; ++at) {
    const bool ends = at + 1 >= clause.end || tokens_[at + 1].kind == Token::Kind::mark;
    if (tokens_[at].is(Class::later) && ends && !tokens_[at - 1].is(Class::to) && !tokens_[at - 1].is(Class::from) &&
        !tokens_[at - 1].is(Class::topic) && tokens_[at - 1].kind != Token::Kind::mark)
      return true;
  }
  return false;
}

bool Resolver::has_wish_for_later() const {
  return std::ranges::any_of(clauses_, [&](const Clause& clause) { return wishes_for_later(clause); });
}

bool Resolver::is_end(std::size_t at) const {
  while (at < tokens_.size() && tokens_[at].kind == Token::Kind::mark) ++at;
  return at >= tokens_.size();
}

/// "Delete a.py. Just kidding.", "…, no wait, never mind"
bool Resolver::is_taken_back() const {
  static constexpr std::array<std::string_view, 9> kWords{
      "kidding", "joking", "joke", "nevermind", "never mind", "forget it", "cancel", "on second thought", "abort"};
  for (std::size_t at = 0; at < tokens_.size(); ++at) {
    if (at == 0 && (tokens_.size() < 2 || !tokens_[1].is_mark(':'))) continue;
    const bool word = std::ranges::find(kWords, tokens_[at].text) != kWords.end();
    const bool alone = at + 1 == tokens_.size() || tokens_[at + 1].kind == Token::Kind::mark;
    if (word && alone && tokens_[at].kind == Token::Kind::word) return true;
    // "…, so wait."
    if (at > 0 && tokens_[at].is(Class::deny) && tokens_[at].text == "wait" && is_end(at + 1)) return true;
  }
  return false;
}

/// Bans against what was asked.
void Resolver::limit(Contract& contract) {
  if (draft_.banned) {
    contract.allowed = false;
    const auto other = other_kind();
    if (other) {
      contract.type = other->type;
      contract.reason = reason_of(*other);
      contract.operations = other->operations;
      read_unchanged();
    } else if (std::ranges::any_of(clauses_, [&](const Clause& clause) {
                 return is_order(clause) && clause.mood == Mood::wish && !clause.passive &&
                        any(clause, Class::wish_thing);
               })) {
      // "no changes please, I just need the line number in a.yaml"
      contract.type = Type::question;
      contract.reason.rule = "wish.told";
      contract.operations.clear();
      read_unchanged();
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

std::optional<Kind> Resolver::other_kind() const {
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
int Resolver::weight(const Kind& kind) const {
  // "run the tests and tell me which ones fail": the question is about the run.
  if (kind.type == Type::run && kind.clause->mood == Mood::imperative) return 7;
  return weight(kind.type);
}

int Resolver::weight(Type type) {
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

Reason Resolver::reason_of(const Kind& kind) const {
  const Span span{tokens_[kind.clause->begin].span.begin, tokens_[kind.clause->end - 1].span.end};
  return {kind.rule, {span}, std::string(span.of(material_.request))};
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

void Resolver::take_kind(Kind kind, Contract& contract) {
  if (kind.type == Type::question && is_about_trouble(*kind.clause)) kind.type = Type::diagnose;
  contract.type = kind.type;
  contract.reason = reason_of(kind);
  read_what_was_meant(kind);
  read_pasted(kind.type);
  contract.operations = std::move(kind.operations);
  if (kind.type == Type::status || kind.type == Type::run) read_nothing();
  const bool pronoun =
      any(*kind.clause, Class::pronoun) || any(*kind.clause, Class::change_noun) ||
      (kind.clause->at < kind.clause->end && tokens_[kind.clause->at].text.find(" it ") != std::string::npos);
  if (kind.type == Type::restore && names_of(*kind.clause).empty() && pronoun) restore_named(contract);
  if (kind.type == Type::restore && counts_turns(*kind.clause))
    draft_.doubt("One change is undone at a time, the latest first: undo that one?");
}

/// "I deleted a.py by accident, bring it back": the one file that is spoken of.
void Resolver::restore_named(Contract& contract) {
  const auto is_spoken_of = [](const Target& it) { return it.role == Role::mentioned || it.role == Role::must_read; };
  if (std::ranges::count_if(draft_.targets, is_spoken_of) != 1) return;
  Target& file = *std::ranges::find_if(draft_.targets, is_spoken_of);
  file.role = Role::must_change;
  for (Operation& operation : contract.operations)
    if (auto* restore = std::get_if<Restore>(&operation); restore != nullptr && restore->path.empty())
      restore->path = file.path;
}

/// "the last two changes"
bool Resolver::counts_turns(const Clause& clause) const {
  static constexpr std::array<std::string_view, 8> kMany{"two", "three", "four", "five", "2", "3", "4", "5"};
  for (std::size_t at = clause.begin; at < clause.end; ++at)
    if (std::ranges::find(kMany, tokens_[at].text) != kMany.end()) return true;
  return false;
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

/// A text about a file that goes into the answer: "a summary of a.py".
bool Resolver::writes_about_file(Contract& contract) {
  for (const Clause& clause : clauses_) {
    const auto names = names_of(clause);
    if (!is_order(clause) || !language::changes_something(clause.verb) || names.empty() || !is_about_the_answer(clause))
      continue;
    // "a commit message for my change to go.mod": of the change, not of the file.
    const bool of_change = std::ranges::all_of(
        names, [&](std::size_t at) { return at >= clause.begin + 2 && tokens_[at - 2].is(Class::change_noun); });
    contract.type = of_change ? Type::answer : Type::explain;
    contract.reason.rule = "imperative.text_about";
    if (of_change) read_nothing();
    return true;
  }
  return false;
}

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

void Resolver::name_kind(Contract& contract) {
  name_kind_by_rules(contract);
  if (words_ == Words::weighed) name_kind_by_words(contract);
  read_forbidden(contract.type);
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

void Resolver::name_kind_by_rules(Contract& contract) {
  const bool texts = std::ranges::any_of(clauses_, [&](const Clause& clause) {
    return is_order(clause) && language::changes_something(clause.verb) && is_about_the_answer(clause);
  });
  if (std::optional<Kind> kind = other_kind()) {
    const bool only_text = (inline_ || texts) && draft_.targets.empty() && kind->clause->mood == Mood::imperative &&
                           kind->type == Type::question;
    if (kind->type == Type::question && is_chat(*kind->clause)) kind->type = Type::answer;
    if (!only_text) return take_kind(std::move(*kind), contract);
  }
  if (auto rule = talk()) {
    contract.type = Type::answer;
    contract.reason.rule = std::move(*rule);
    return;
  }
  if (writes_about_file(contract)) return;
  const bool talks = std::ranges::any_of(
      clauses_, [&](const Clause& clause) { return is_order(clause) && (language::changes_something(clause.verb)); });
  if (inline_ || (talks && draft_.question.empty())) {
    contract.type = draft_.targets.empty() ? Type::answer : Type::question;
    contract.reason.rule = inline_ ? "inline_answer" : "answer.text_only";
    return;
  }
  if (asks_for_account()) {
    contract.type = Type::explain;
    contract.reason.rule = "account";
    read_mentioned();
    return;
  }
  if (tells_only()) {
    contract.type = Type::answer;
    contract.reason.rule = "told";
  }
}

/// Where the words, and what the rules made of them, speak for another kind. What needs a command, or takes a change
/// back, is left to the rules, and so is what holds an attempt to give orders.
void Resolver::name_kind_by_words(Contract& contract) {
  if (contract.type == Type::run || contract.type == Type::restore || material_.reading.injection) return;
  const WeighedKind words = weigh_kind(material_, turn_before(), {contract.type, contract.reason.rule});
  // Where the rules found nothing to answer, one question is the safer reply; and a verb that orders it says what is
  // wanted.
  const bool told = contract.type == Type::unknown || contract.reason.rule.starts_with("imperative.");
  if (words.type == contract.type || words.lead < (told ? kSureLead : kFairLead)) return;
  // A question that was read is never turned into one back.
  if (words.type == Type::unknown && contract.type != Type::answer) return;
  contract.type = words.type;
  contract.reason = {"signs.kind", {}, {}};
  add_words(words.signs, contract.reason);
  if (words.type == Type::answer || words.type == Type::status || words.type == Type::unknown) return read_nothing();
  read_mentioned();
  read_pasted(words.type);
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
  static constexpr std::array<std::string_view, 4> kHabit{"always", "usually", "normally", "often"};
  if (tokens_[at].is(Class::speaker) && at + 2 < clause.end &&
      std::ranges::find(kHabit, tokens_[at + 1].text) != kHabit.end())
    return true;
  if (tokens_[at].is(Class::speaker) && at + 2 < clause.end && tokens_[at + 1].text == "was" &&
      (tokens_[at + 2].text == "going to" || tokens_[at + 2].text == "about to"))
    return true;
  if (tokens_[at].is(Class::lets)) return at + 1 < clause.end && tokens_[at + 1].is(Class::speaker);
  return tokens_[at].is(Class::speaker) && (tokens_[at].text.ends_with("'ll") || any(clause, Class::alone));
}

/// "exactly 5 bullet points": counts of what a new or changed file holds.
void Resolver::add_counts(Contract& contract) {
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

}  // namespace warrant::contract
