// Follow-ups that allow what was asked permission for, all of it or the chosen files.
#include "derive.hpp"
#include "follow_up.hpp"
#include "shape.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>
#include <array>

namespace warrant::contract {

using language::Class;
using language::Token;
using language::Verb;

std::optional<Contract> FollowUp::confirms_first() const {
  if (words_.empty() || history_.empty() || history_.back().outcome != "asked_permission" || !first(Class::affirm) ||
      material_.reading.asks || has(Class::only))
    return std::nullopt;
  return confirmed();
}

/// "Yes, I saw your question. Let me sleep on it."
bool FollowUp::puts_off_by_own_act() const {
  return std::ranges::any_of(material_.reading.clauses, [&](const language::Clause& clause) {
    return clause.mood == language::Mood::statement && clause.begin + 1 < clause.end &&
           tokens_[clause.begin].is(Class::lets) && tokens_[clause.begin + 1].is(Class::speaker);
  });
}

/// Words of an order of its own behind the "yes".
/// "Yes, I understand the question.", "Okay, I'll do it myself.", "Do it and you're fired.": a yes to something else.
bool FollowUp::is_no_consent() const {
  static constexpr std::array<std::string_view, 13> kNotes{"understand", "see",      "saw",   "know",  "read",
                                                           "heard",      "noticed",  "hear",  "think", "understood",
                                                           "going to",   "about to", "wonder"};
  if (history_.empty() || history_.back().outcome != "asked_permission") return false;
  for (std::size_t at = 0; at + 1 < tokens_.size(); ++at) {
    if (tokens_[at].is(Class::alone)) return true;
    const bool speaker = tokens_[at].is(Class::speaker);
    if (speaker && tokens_[at].text.ends_with("'ll")) return true;
    if (speaker && std::ranges::find(kNotes, tokens_[at + 1].text) != kNotes.end()) return true;
    // "… and you're fired"
    const std::string& text = tokens_[at].text;
    if (at > 0 && tokens_[at - 1].text == "and" && (text == "you're" || text == "you'll" || text == "you are"))
      return true;
  }
  return !tokens_.empty() && tokens_.back().is(Class::alone);
}

bool FollowUp::asks_anything_new() const {
  return std::ranges::any_of(material_.reading.clauses,
                             [&](const language::Clause& clause) {
                               return !clause.negated && clause.at < clause.end && clause.verb != Verb::none &&
                                      !tokens_[clause.at].is(Class::affirm) && clause.verb != Verb::attempt;
                             }) ||
         material_.reading.asks;
}

/// "yes", "go ahead", "do it": more than "ok", which may say that something was understood.
bool FollowUp::urges() const {
  static constexpr std::array<std::string_view, 9> kUrging{"yes",   "go",         "do",  "please do", "proceed",
                                                           "apply", "make it so", "yep", "yeah"};
  return std::ranges::any_of(words_, [&](std::size_t at) {
    return std::ranges::any_of(kUrging, [&](std::string_view it) {
      return tokens_[at].text == it || tokens_[at].text.starts_with(std::string(it) + " ");
    });
  });
}

Contract FollowUp::confirmed() const {
  if (history_.empty() || history_.back().outcome != "asked_permission") {
    // What was only answered has proposed nothing.
    if (!history_.empty() && history_.back().outcome == "answered" && urges())
      return unsure(material_, "follow_up.nothing_proposed", "Nothing was proposed: what should be done?");
    // A bare "yes" to nothing is talk, not an order.
    return done(plain(material_, Type::answer, "follow_up.yes_to_nothing"));
  }
  // "sounds good, but wait until Ola has had a look"
  // "yes, but not now", "yes if the tests pass", "yes?"
  const bool bound = std::ranges::any_of(material_.reading.clauses, [&](const language::Clause& clause) {
    bool names = false;
    for (std::size_t at = clause.begin; at < clause.end; ++at)
      names = names || material_.names[at].has_value() || described(tokens_[at]) != nullptr;
    return clause.mood == language::Mood::condition || clause.mood == language::Mood::question ||
           (clause.negated && !names && !leaves_out_a_piece(clause));
  });
  const bool waits = bound || std::ranges::any_of(tokens_, [&](const Token& it) {
                       return it.is(Class::until_then) || it.is(Class::later) || it.is(Class::condition) ||
                              it.text == "wait" || it.is_mark('?');
                     });
  if (waits) return unsure(material_, "follow_up.put_off", "Should it be done now?");
  std::vector<Target> targets = history_.back().targets;
  const bool only = has(Class::only);
  forbid_negated(targets);
  const auto meant = [&](std::size_t at) -> std::string {
    const bool banned = std::ranges::any_of(material_.reading.clauses, [&](const language::Clause& it) {
      return it.negated && at >= it.begin && at < it.end;
    });
    if (banned) return {};
    if (material_.names[at]) return material_.names[at]->path;
    const Target* target = described(tokens_[at]);
    return target == nullptr ? std::string() : target->path;
  };
  if (only && std::ranges::any_of(words_, [&](std::size_t at) { return !meant(at).empty(); }))
    std::erase_if(targets, [&](const Target& target) {
      return target.role != Role::forbidden &&
             std::ranges::none_of(words_, [&](std::size_t at) { return meant(at) == target.path; });
    });
  Settlement turn = history_.back();
  // What a question led to was proposed: "would it help?" – "Yes. Shall I write it?" – "yes"
  const bool proposed = !is_change(turn.type) && turn.type != Type::run && turn.type != Type::restore &&
                        std::ranges::any_of(targets, [](const Target& it) { return is_changeable(it.role); });
  if (proposed) turn.type = Type::edit;
  return inherit(turn, std::move(targets), "follow_up.confirmed");
}

/// "yes but without the animation": less than was proposed
bool FollowUp::leaves_out_a_piece(const language::Clause& clause) const {
  std::size_t at = clause.begin;
  while (at < clause.end && (tokens_[at].is(Class::but) || tokens_[at].kind == Token::Kind::mark)) ++at;
  return at + 1 < clause.end && tokens_[at].is(Class::without) && !tokens_[at + 1].has(language::Form::gerund) &&
         clause.verb == Verb::none;
}

/// "yes, but not the guide", "try again, but leave b.php out of it"
void FollowUp::forbid_negated(std::vector<Target>& targets) const {
  for (const language::Clause& clause : material_.reading.clauses)
    for (std::size_t at = clause.begin; at < clause.end; ++at) {
      if (!clause.negated) continue;
      const Target* meant = material_.names[at] ? nullptr : described(tokens_[at]);
      if (!material_.names[at] && meant == nullptr) continue;
      const std::string path = meant != nullptr ? meant->path : material_.names[at]->path;
      bool known = false;
      for (Target& target : targets) {
        if (target.path != path) continue;
        target.role = Role::forbidden;
        known = true;
      }
      if (!known) targets.push_back({path, Role::forbidden, true, std::nullopt});
    }
}

/// "only the first two", "just the second one", "the last one"
bool FollowUp::is_choice() const {
  if (history_.empty() || !has(Class::ordinal)) return false;
  if (history_.back().targets.size() < 2 && !first(Class::only)) return false;
  if (names_something() || changes_explicitly()) return false;
  return std::ranges::all_of(words_, [&](std::size_t at) {
    const Token& token = tokens_[at];
    return token.is(Class::ordinal) || token.is(Class::only) || token.is(Class::polite) || token.is(Class::affirm) ||
           token.text == "the" || token.text == "of" || token.is(Class::pronoun) || token.is(Class::file_noun) ||
           token.is(Class::but);
  });
}

/// "all three", "all of them"
bool FollowUp::takes_all() const {
  if (history_.empty() || history_.back().outcome != "asked_permission" || material_.reading.asks) return false;
  const auto is_all = [&](std::size_t at) {
    const Token& token = tokens_[at];
    return token.is(Class::all) || token.text == "both" ||
           (token.is(Class::pronoun) && (token.text.starts_with("all ") || token.text.starts_with("both ")));
  };
  return std::ranges::any_of(words_, is_all) && std::ranges::all_of(words_, [&](std::size_t at) {
           const Token& token = tokens_[at];
           return is_all(at) || token.is(Class::pronoun) || token.is(Class::polite) || token.is(Class::affirm) ||
                  token.is(Class::ordinal) || token.is(Class::article) || token.text == "of";
         });
}

/// "the view" is CartView.vue, "the store" is stores/cart.ts.
bool FollowUp::has_part(std::string_view path, std::string_view word) {
  if (word.size() < 4) return false;
  if (path.ends_with("." + std::string(word))) return true;
  const std::string directory = directory_of(path);
  const std::string folder =
      fold_case(last_part(std::string_view(directory).substr(0, directory.size() - (directory.empty() ? 0 : 1))));
  if (folder == word || (folder.size() == word.size() + 1 && folder.starts_with(word) && folder.ends_with('s')))
    return true;
  const std::string_view name = last_part(path);
  for (std::size_t at = name.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_-"); at < name.size();
       at = name.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_-", at + 1)) {
    const std::size_t from = name[at] == '_' || name[at] == '-' ? at + 1 : at;
    const std::size_t end = name.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_-.", from + 1);
    if (fold_case(name.substr(from, end == std::string_view::npos ? end : end - from)) == word) return true;
  }
  return false;
}

/// "the release notes" is release-notes.md.
bool FollowUp::spells(std::string_view stem, const Token& token) const {
  const auto at = static_cast<std::size_t>(&token - tokens_.data());
  if (at + 1 >= tokens_.size() || tokens_[at + 1].kind != Token::Kind::word) return false;
  const std::string folded = fold_case(stem);
  return folded == token.text + "-" + tokens_[at + 1].text || folded == token.text + "_" + tokens_[at + 1].text ||
         folded == token.text + tokens_[at + 1].text;
}

/// The target of the last turn that a word describes: "the guide" is docs/guide.md; nullptr for none or several.
const Target* FollowUp::described(const Token& token) const {
  const Target* found = nullptr;
  for (const Target& target : history_.back().targets) {
    std::string_view stem = last_part(target.path);
    stem = stem.substr(0, stem.rfind('.'));
    if (fold_case(stem) != token.text && !is_called(target.path, token.text) && !has_part(target.path, token.text) &&
        !spells(stem, token))
      continue;
    if (found != nullptr) return nullptr;
    found = &target;
  }
  return found;
}

/// "she said yes, so please do it": the last clause allows, and no other asks for anything.
bool FollowUp::has_leave() const {
  if (history_.empty() || history_.back().outcome != "asked_permission" || material_.reading.asks ||
      material_.reading.clauses.size() < 2)
    return false;
  const language::Clause& last = material_.reading.clauses.back();
  bool allows = false;
  for (std::size_t at = last.begin; at < last.end; ++at) {
    allows = allows || tokens_[at].is(Class::do_so);
    if (tokens_[at].kind != Token::Kind::mark && !tokens_[at].is(Class::do_so) && !tokens_[at].is(Class::polite) &&
        !tokens_[at].is(Class::affirm) && !tokens_[at].is(Class::so_that))
      return false;
  }
  return allows &&
         std::all_of(material_.reading.clauses.begin(), material_.reading.clauses.end() - 1,
                     [](const language::Clause& it) { return it.mood == language::Mood::statement && !it.negated; });
}

/// "only a.py", "just the guide", "dev only, don't touch prod": what stands behind may tell or forbid.
bool FollowUp::is_choice_by_name() const {
  if (history_.empty() || history_.back().outcome != "asked_permission" || !has(Class::only) || material_.reading.asks)
    return false;
  const auto& clauses = material_.reading.clauses;
  std::size_t end = 0;
  while (end < tokens_.size() && !tokens_[end].is_mark(',') && !tokens_[end].is_mark('.') && !tokens_[end].is_mark(';'))
    ++end;
  bool chosen = false;
  bool only = false;
  for (const std::size_t at : words_) {
    if (at >= end) break;
    const Token& token = tokens_[at];
    const bool meant = material_.names[at].has_value() || described(token) != nullptr;
    chosen = chosen || meant;
    only = only || token.is(Class::only);
    if (!meant && !token.is(Class::only) && !token.is(Class::polite) && !token.is(Class::affirm) &&
        !token.is(Class::article) && !token.is(Class::conjunction) && !token.is(Class::pronoun) &&
        token.text != "one" && token.text != "do" && !token.is(Class::in))
      return false;
  }
  return chosen && only && std::ranges::all_of(clauses, [&](const language::Clause& it) {
           return it.begin < end || it.negated || it.mood == language::Mood::statement;
         });
}

/// "apply that" behind an answer about how a file could be changed.
bool FollowUp::proposes() const {
  if (history_.empty() || history_.back().outcome != "answered") return false;
  const Type type = history_.back().type;
  return (type == Type::question || type == Type::diagnose || type == Type::explain) &&
         std::ranges::any_of(history_.back().targets,
                             [](const Target& target) { return target.role != Role::forbidden; });
}

Contract FollowUp::applied() const {
  Settlement turn = history_.back();
  turn.type = Type::edit;
  turn.operations.clear();
  for (Target& target : turn.targets)
    if (target.role != Role::forbidden) target.role = Role::must_change;
  std::vector<Target> targets = turn.targets;
  return inherit(turn, std::move(targets), "follow_up.apply");
}

Contract FollowUp::chosen() const {
  const Settlement& last = history_.back();
  if (last.outcome != "asked_permission")
    return unsure(material_, "follow_up.nothing_asked", "Nothing is open: what should be done with them?");
  std::size_t from = 0;
  std::size_t count = 1;
  bool end = false;
  for (const std::size_t at : words_) {
    const std::string& text = tokens_[at].text;
    if (text == "second" || text == "2nd") from = 1;
    if (text == "third" || text == "3rd") from = 2;
    if (text == "fourth" || text == "4th") from = 3;
    if (text == "fifth" || text == "5th") from = 4;
    if (text == "last" || text == "latter") end = true;
    if (text == "two" || text == "2") count = 2;
    if (text == "three" || text == "3") count = 3;
    if (text == "four" || text == "4") count = 4;
    if (text == "five" || text == "5") count = 5;
  }
  std::vector<Target> open;
  for (const Target& target : last.targets)
    if (target.role != Role::forbidden) open.push_back(target);
  if (end) from = open.size() > count ? open.size() - count : 0;
  if (from >= open.size())
    return unsure(material_, "follow_up.no_such_target", "There are not so many files: which ones?");
  count = std::min(count, open.size() - from);
  std::vector<Target> targets(open.begin() + static_cast<std::ptrdiff_t>(from),
                              open.begin() + static_cast<std::ptrdiff_t>(from + count));
  return inherit(last, std::move(targets), "follow_up.chosen");
}

}  // namespace warrant::contract
