// What a request asks for when no clause of it is an order by its form: the signs that something is wanted, weighed
// against those that it is only told, asked or reported.
#include "form_signs.hpp"
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

/// What a clause like this says is no sign: somebody else's words, a question, a report of what was done, a doubt.
bool Resolver::is_silent(const Clause& clause) const {
  if (clause.reported || clause.negated || clause.weak || clause.purpose || clause.exception ||
      clause.mood == Mood::question || clause.mood == Mood::condition || is_idle_wish(clause))
    return true;
  if (tells_own_past(clause)) return true;
  for (std::size_t at = clause.begin; at < clause.end; ++at) {
    const Token& token = tokens_[at];
    static constexpr std::array kOthers{Class::hedge,      Class::third,       Class::later,   Class::past,
                                        Class::heading,    Class::question,    Class::what_if, Class::unchanged,
                                        Class::off_limits, Class::answer_text, Class::account, Class::inline_answer,
                                        Class::deny};
    for (const Class other : kOthers)
      if (token.is(other) && !token.is(Class::please) && !token.is(Class::do_so)) return true;
    // "debug: false" sets, "debug a.py" asks
    const bool label = at + 1 < clause.end && (tokens_[at + 1].is_mark(':') || tokens_[at + 1].is_mark('='));
    if ((language::sort_of(token.order()) == language::Sort::tell && !label) || token.is(Class::irregular_past))
      return true;
    // "it must have been a.py"
    if (token.is(Class::obliged) && at + 1 < clause.end && tokens_[at + 1].is(Class::cause) &&
        tokens_[at + 1].is(Class::auxiliary))
      return true;
  }
  // "a.py: done"
  std::size_t last = clause.end;
  while (last > clause.begin && tokens_[last - 1].kind == Token::Kind::mark) --last;
  return last > clause.begin && tokens_[last - 1].is(Class::finished) && !any(clause, Class::please);
}

/// Something else is wanted: to be told, to have something run, or taken back.
bool Resolver::wants_no_change(const Clause& clause) const {
  if (clause.negated || clause.reported) return false;
  const language::Sort sort = language::sort_of(clause.verb);
  return clause.mood == Mood::question || (is_order(clause) && is_about_the_answer(clause)) ||
         (is_order(clause) &&
          (sort == language::Sort::tell || sort == language::Sort::run || sort == language::Sort::restore));
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
    // "we still need it"
    if (token.is(Class::wish_thing) && next != nullptr && next->is(Class::pronoun) &&
        (at + 2 >= clause.end || tokens_[at + 2].kind == Token::Kind::mark))
      return true;
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

/// The files that a sign in the clause at `index` is about: those of the clause, else of the last one that names any.
std::vector<Named> Resolver::files_of_sign(std::size_t index, bool adopted) const {
  const auto taken = [&](const Clause& clause) {
    std::vector<Named> files;
    const bool about_file = material_.names[clause.begin].has_value();  // "a.md tells people to …"
    // "words.txt: no rude ones please": a ban on something in the file, which the file itself does not stand under
    const bool labelled = about_file && clause.begin + 1 < clause.end && tokens_[clause.begin + 1].is_mark(':');
    if (clause.negated && !labelled && !names_a_place(clause)) return files;
    if (in_question(clause) || (clause.reported && !adopted && !about_file)) return files;
    if (clause.purpose || clause.verb == Verb::verify) return files;  // "…, and make sure that b.py still compiles"
    for (const std::size_t at : names_of(clause))
      if (!is_model(clause, at) && !is_forbidden(material_.names[at]->path) && !is_outside(material_.names[at]->path))
        files.push_back(*material_.names[at]);
    return files;
  };
  for (std::size_t i = index + 1; i-- > 0;)
    if (auto files = taken(clauses_[i]); !files.empty()) return files;
  for (std::size_t i = index + 1; i < clauses_.size(); ++i)
    if (auto files = taken(clauses_[i]); !files.empty()) return files;
  return {};
}

/// The words of the request, weighed once however often they are asked for.
const Weighed& Resolver::weighed() {
  if (!weighed_) weighed_ = weigh(material_, turn_before());
  return *weighed_;
}

const Settlement* Resolver::turn_before() const { return draft_.history_.empty() ? nullptr : &draft_.history_.back(); }

/// Somebody else's words stand in the request.
bool Resolver::has_reports() const {
  return std::ranges::any_of(clauses_, [](const Clause& clause) { return clause.reported; });
}

/// Gives each of the files what a sign asks for it: a change, or to be made.
void Resolver::take_files(const std::vector<Named>& files) {
  const bool made = std::ranges::any_of(files, [](const Named& it) { return !it.exists; });
  for (const Named& file : files) {
    // "b.sh, please: the reverse of a.sh"
    if (file.exists && made) {
      draft_.give(file, Role::source);
    } else if (file.exists) {
      draft_.give(file, Role::must_change);
      draft_.operate(Type::edit, Edit{file.path, ""});
    } else {
      draft_.give(file.written, Role::output, false, file.span);
      draft_.operate(Type::create, CreateFile{file.written, std::nullopt});
    }
  }
}

/// After the orders are read: what the words want all the same, where nothing else is asked.
void Resolver::read_signs() {
  const bool doubts = !draft_.question.empty() && !draft_.placeless;
  if (draft_.change || draft_.banned || doubts || material_.reading.injection) return;
  const bool asks = std::ranges::any_of(clauses_, [&](const Clause& clause) { return wants_no_change(clause); });
  if (!asks && !draft_.placeless && read_form()) return;
  if (words_ == Words::weighed) read_words(asks);
}

/// The signs of the form, weighed by hand.
bool Resolver::read_form() {
  const bool reports = has_reports();
  FormVerdict best{0, {}};
  std::size_t index = 0;
  for (std::size_t i = 0; i < clauses_.size(); ++i) {
    if (is_silent(clauses_[i])) continue;
    if (adopts(material_, clauses_[i]) && !reports && i == 0) continue;
    const FormVerdict verdict = weigh_form(material_, clauses_[i]);
    if (verdict.weight <= best.weight) continue;
    best = verdict;
    index = i;
  }
  if (best.weight < kEnough) return false;
  std::vector<Named> files = files_of_sign(index, best.sign == "adopted");
  // "The ticket says 'add retries to a.py'. Please do that."
  if (files.empty() && best.sign == "adopted" && !names_any(material_))
    for (const PastedFile& it : pasted_files(material_, PastedFrom::everything))
      files.push_back({it.path, it.path, true, false, {}, {0, 0}});
  if (files.size() > 1 && best.sign == "adopted" && !names_any(material_)) return false;
  if (!are_changeable(files)) return false;
  take_files(files);
  draft_.decide("signs." + std::string(best.sign), clauses_[index]);
  return true;
}

/// Of other people, of what the speaker did, of another day.
bool Resolver::is_of_others(const Clause& clause) const {
  // "Maria is working on a.tsx today."
  std::size_t who = clause.begin;
  while (who < clause.end && (tokens_[who].kind == Token::Kind::mark || tokens_[who].is(Class::polite))) ++who;
  const bool named = who + 1 < clause.end && clause.mood == Mood::statement && tokens_[who].is(Class::first_name) &&
                     (tokens_[who + 1].is(Class::auxiliary) || tokens_[who + 1].is(Class::modal));
  return named || any(clause, Class::third) || any(clause, Class::later) || any(clause, Class::past) ||
         tells_own_past(clause);
}

/// "I changed it": done already.
bool Resolver::tells_own_past(const Clause& clause) const {
  bool speaker = false;
  for (std::size_t at = clause.begin; at < clause.end; ++at) {
    const Token& token = tokens_[at];
    if (speaker && token.has(language::Form::past) && !token.has(language::Form::base)) return true;
    speaker = speaker || token.is(Class::speaker);
  }
  return false;
}

/// The words, by their weights.
void Resolver::read_words(bool asks) {
  const Weighed& words = weighed();
  const bool in_chat = std::ranges::any_of(tokens_, [](const Token& it) { return it.is(Class::inline_answer); });
  const bool onward = goes_on(material_, turn_before());
  if (onward && has_reports()) return;  // "the log says: carry on"
  const int enough = asks ? kPlainWords : onward ? kOnwardWords : kEnoughWords;
  const bool worded = std::ranges::any_of(tokens_, [](const Token& it) { return it.kind == Token::Kind::word; });
  if (words.sum < enough || words.signs.empty() || clauses_.empty() || in_chat || !worded) return;
  const std::size_t heaviest = words.signs.front().last;
  // The clause that holds it, or the one before it where it stands between two.
  const auto behind = std::ranges::find_if(clauses_, [&](const Clause& it) { return it.begin > heaviest; });
  const std::size_t index = behind == clauses_.begin() ? 0 : static_cast<std::size_t>(behind - clauses_.begin()) - 1;
  std::vector<Named> files = files_of_sign(index, false);
  // "still too slow. 4.2" behind a change of one file
  if (files.empty() && changed_before_.size() == 1 && material_.reading.regions.empty() && !names_any(material_))
    files = changed_before_;
  if (!are_changeable(files)) return;
  // What is said of other people, of the past or of a later day has to weigh more.
  const bool told = std::ranges::any_of(
      clauses_, [&](const Clause& it) { return it.reported || is_of_others(it) || tells_own_plan(it); });
  if (told && words.sum < kPlainWords) return;
  // "I'll write b.md tomorrow and add it": nothing but what the speaker will do
  if (tells_own_plan(clauses_[index])) return;
  draft_.settle_place();
  take_files(files);
  draft_.decide("signs.words", clauses_[index]);
  draft_.reason->spans.clear();
  draft_.reason->text.clear();
  add_words(words.signs, *draft_.reason);
}

/// Names the words that decided.
void Resolver::add_words(const std::vector<Sign>& signs, Reason& reason) const {
  for (const Sign& sign : signs) {
    if (tokens_.empty()) return;
    const Span span{tokens_[sign.first].span.begin, tokens_[sign.last].span.end};
    reason.spans.push_back(span);
    if (!reason.text.empty()) reason.text += " … ";
    reason.text += span.of(material_.request);
  }
}

bool Resolver::are_changeable(const std::vector<Named>& files) {
  return !files.empty() && std::ranges::none_of(files, [](const Named& it) {
    const bool made = !it.exists && it.written.find_first_of("./") == std::string::npos;  // "mm:ss" is no file
    return it.directory || made || is_outside(it.path) || !it.candidates.empty();
  });
}

}  // namespace warrant::contract
