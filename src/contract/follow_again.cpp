// Follow-ups that want the last turn once more: the same again, or the same in another file.
#include "derive.hpp"
#include "follow_up.hpp"
#include "shape.hpp"

#include <algorithm>
#include <array>

namespace warrant::contract {

using language::Class;
using language::Token;

/// "again please, the last edit didn't go through": behind the first clause nothing is asked.
bool FollowUp::only_tells_behind() const {
  const auto& clauses = material_.reading.clauses;
  if (history_.empty() || clauses.empty() || names_something() || material_.reading.asks) return false;
  for (std::size_t at = clauses.front().begin;
       at < tokens_.size() && !tokens_[at].is_mark(',') && !tokens_[at].is_mark('.'); ++at)
    if (!tokens_[at].is(Class::again) && !tokens_[at].is(Class::polite) && tokens_[at].kind != Token::Kind::mark)
      return false;
  return std::ranges::none_of(clauses, [&](const language::Clause& clause) {
    return clause.negated || (clause.at < clause.end && language::changes_something(clause.verb));
  });
}

/// "ok continue", "Same error, still there. Have another go.": beside the words that repeat, something is told at
/// most.
bool FollowUp::repeats() const {
  if (history_.empty() || !is_change(history_.back().type) || history_.back().outcome == "complete" ||
      !has(Class::again) || names_something() || material_.reading.asks)
    return false;
  const auto only_repeats = [&](const language::Clause& clause) {
    bool found = false;
    for (std::size_t at = clause.begin; at < clause.end; ++at) {
      const Token& token = tokens_[at];
      if (token.kind == Token::Kind::mark || token.is(Class::polite) || token.is(Class::affirm) ||
          token.is(Class::pronoun) || token.is(Class::conjunction) || token.text == "your")
        continue;
      if (!token.is(Class::again) && !(found && (token.is(Class::change_noun) || at + 1 == clause.end))) return false;
      found = found || token.is(Class::again);
    }
    return found;
  };
  const auto& clauses = material_.reading.clauses;
  if (std::ranges::any_of(clauses, &language::Clause::reported)) return false;
  return std::ranges::any_of(clauses, only_repeats) &&
         std::ranges::all_of(clauses, [&](const language::Clause& clause) {
           return only_repeats(clause) || (clause.mood == language::Mood::statement && !clause.negated);
         });
}

/// "a.md was the last one you managed"
bool FollowUp::is_past(const language::Clause& clause) const {
  for (std::size_t at = clause.begin; at < clause.end; ++at)
    if (tokens_[at].text == "was" || tokens_[at].text == "were") return clause.mood == language::Mood::statement;
  return false;
}

/// A file that no ban of the request is about.
bool FollowUp::names_wanted() const {
  return std::ranges::any_of(material_.reading.clauses, [&](const language::Clause& clause) {
    for (std::size_t at = clause.begin; at < clause.end; ++at)
      if (material_.names[at] && !clause.negated && !is_past(clause)) return true;
    return false;
  });
}

/// "the same for b.py", but not "b.html: same footer as a.html".
bool FollowUp::continues() const {
  // "Now I'm going to add the same to b.py.", "b.py gets the same when I'm back", "the same for b.py, maybe later"
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const Token& token = word(i);
    const bool own = token.is(Class::speaker) && (token.text.ends_with("'ll") || token.text.ends_with("'m"));
    if (own || token.text == "going to" || token.is(Class::later) || token.is(Class::alone)) return false;
  }
  if (std::ranges::any_of(material_.reading.clauses,
                          [](const language::Clause& it) { return it.mood == language::Mood::condition; }))
    return false;
  // "before you do that: explain …"
  if (std::ranges::any_of(material_.reading.clauses, [](const language::Clause& it) {
        return !it.negated && it.mood == language::Mood::imperative &&
               language::sort_of(it.verb) == language::Sort::tell;
      }))
    return false;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (!word(i).is(Class::continuing)) continue;
    const bool compared =
        std::any_of(words_.begin() + static_cast<std::ptrdiff_t>(i), words_.end(), [&](std::size_t at) {
          return (tokens_[at].is(Class::as) || tokens_[at].is(Class::source)) && at + 1 < tokens_.size() &&
                 material_.names[at + 1];
        });
    return !compared;
  }
  return false;
}

Contract FollowUp::again() const {
  if (history_.empty())
    return unsure(material_, "follow_up.nothing_to_repeat", "There is no earlier turn: what should be done?");
  const Settlement& last = history_.back();
  if (last.outcome == "complete" || last.outcome == "answered" || last.outcome == "asked_permission") {
    if (!is_change(last.type) && last.type != Type::restore && last.outcome != "asked_permission")
      return inherit(last, last.targets, "follow_up.again");
    return unsure(material_, "follow_up.already_done", "The last turn succeeded: what should be done again?");
  }
  std::vector<Target> targets = last.targets;
  forbid_negated(targets);
  return inherit(last, std::move(targets), "follow_up.again");
}

/// "b.yaml too", "and b.yaml as well"
bool FollowUp::names_only_more() const {
  if (history_.empty() || !is_change(history_.back().type) || history_.back().outcome == "asked_permission")
    return false;
  static constexpr std::array<std::string_view, 4> kMore{"too", "as well", "also", "and also"};
  return std::ranges::any_of(
             words_, [&](std::size_t at) { return std::ranges::find(kMore, tokens_[at].text) != kMore.end(); }) &&
         std::ranges::all_of(words_, [&](std::size_t at) {
           return material_.names[at] || tokens_[at].is(Class::polite) || tokens_[at].is(Class::conjunction) ||
                  tokens_[at].is(Class::in) || tokens_[at].is(Class::article);
         });
}

/// "You forgot a.py.": the change of the last turn is still wanted there.
bool FollowUp::misses_file() const {
  return !history_.empty() && is_change(history_.back().type) && first(Class::missed) && names_something() &&
         !material_.reading.asks;
}

/// "the same for b.py"
std::optional<Contract> FollowUp::same_for(bool corrected) const {
  if (history_.empty()) {
    // "… is slow. Let's do that in a.py": what stands before it in the request.
    const bool more = std::ranges::any_of(words_, [&](std::size_t at) {
      return tokens_[at].entry == nullptr && !material_.names[at] && tokens_[at].kind == Token::Kind::word;
    });
    const bool tells = std::ranges::any_of(material_.reading.clauses, [](const language::Clause& clause) {
      return language::sort_of(clause.verb) == language::Sort::tell;
    });
    const auto names = std::ranges::count_if(material_.names, [](const auto& name) { return name.has_value(); });
    if (material_.reading.clauses.size() > 1 || more || tells || names > 1) return std::nullopt;
    return unsure(material_, "follow_up.nothing_to_repeat", "There is no earlier turn: what should be done?");
  }
  const Settlement& last = history_.back();
  if (!is_change(last.type) || material_.reading.asks) return std::nullopt;
  if (!corrected &&
      std::ranges::any_of(material_.reading.clauses, [](const language::Clause& clause) { return clause.negated; }))
    return std::nullopt;
  std::vector<Target> targets;
  for (const std::size_t at : words_)
    if (material_.names[at])
      targets.push_back({material_.names[at]->path, last.type == Type::create ? Role::output : Role::must_change,
                         material_.names[at]->exists, material_.names[at]->span});
  Settlement turn = last;
  if (!targets.empty()) turn.operations = moved(last, targets.front().path);
  return inherit(turn, std::move(targets), "follow_up.same");
}

/// The earlier operation on another path, where it has one path only.
std::vector<Operation> FollowUp::moved(const Settlement& last, const std::string& path) const {
  std::vector<Operation> operations = operations_of(last);
  if (operations.size() != 1) return {};
  auto operation = moved_to(std::move(operations.front()), path);
  if (!operation) return {};
  return {std::move(*operation)};
}

/// "do the same in prod", "and in discussion", "you forgot the memory store": the one word that names a file beside
/// those of the last turn by its stem alone.
std::optional<std::string> FollowUp::other_file() const {
  if (history_.empty() || !is_change(history_.back().type) || history_.back().outcome == "asked_permission" ||
      names_something() || material_.reading.asks || words_.size() > 7)
    return std::nullopt;
  const bool goes_on = continues() || first(Class::missed) || (word(0).text == "and" && has(Class::in)) ||
                       has_word("too") || has_word("as well");
  if (!goes_on) return std::nullopt;
  std::optional<std::string> found;
  for (const std::size_t at : words_) {
    const Token& token = tokens_[at];
    const bool grammar = token.is(Class::continuing) || token.is(Class::missed) || token.is(Class::polite) ||
                         token.is(Class::in) || token.is(Class::article) || token.is(Class::conjunction) ||
                         token.is(Class::file_noun) || token.is(Class::do_so);
    if (grammar || token.kind != Token::Kind::word) continue;
    std::vector<std::string> paths = material_.disk.named(token.text);
    std::erase_if(paths, [&](const std::string& path) {
      return material_.disk.kind(path) != DiskFacts::Kind::file || !stands_beside(path);
    });
    if (paths.empty()) continue;
    if (found || paths.size() > 1) return std::nullopt;
    found = paths.front();
  }
  return found;
}

bool FollowUp::has_word(std::string_view text) const {
  return std::ranges::any_of(words_, [&](std::size_t at) { return tokens_[at].text == text; });
}

/// In the directory of a file that the last turn was to change, and with its ending.
bool FollowUp::stands_beside(const std::string& path) const {
  const auto ending = [](std::string_view it) { return it.substr(std::min(it.rfind('.'), it.size())); };
  return std::ranges::any_of(history_.back().targets, [&](const Target& it) {
    return is_changeable(it.role) && it.path != path && directory_of(it.path) == directory_of(path) &&
           ending(it.path) == ending(path);
  });
}

Contract FollowUp::same_in(const std::string& path) const {
  Settlement turn = history_.back();
  turn.operations = moved(turn, path);
  return inherit(turn, {{path, Role::must_change, true, std::nullopt}}, "follow_up.same");
}

}  // namespace warrant::contract
