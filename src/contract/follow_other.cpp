// Follow-ups that correct the last turn: another value, another file.
#include "derive.hpp"
#include "follow_up.hpp"

#include <algorithm>
#include <array>

namespace warrant::contract {

using language::Class;
using language::Token;
using language::Verb;

/// "90 instead, actually", "hmm, better 45": the value of the last turn was the wrong one.
std::optional<Contract> FollowUp::other_value() const {
  if (history_.empty() || history_.back().type != Type::edit || material_.reading.asks || words_.size() > 6)
    return std::nullopt;
  static constexpr std::array<std::string_view, 12> kBeside{"instead", "better",  "rather", "make",  "make it",   "to",
                                                            "use",     "go with", "say",    "let's", "set it to", "it"};
  std::string value;
  for (const std::size_t at : words_) {
    const Token& token = tokens_[at];
    const std::string_view raw = token.span.of(material_.request);
    if (!material_.names[at] && raw.find_first_of("0123456789") == 0) {
      if (!value.empty()) return std::nullopt;
      value = raw;
    } else if (!token.is(Class::polite) && !token.is(Class::affirm) && !token.is(Class::deny) &&
               !token.is(Class::correction) && !token.is(Class::instead) &&
               std::ranges::find(kBeside, token.text) == kBeside.end()) {
      return std::nullopt;
    }
  }
  if (value.empty()) return std::nullopt;
  Settlement turn = history_.back();
  turn.operations = operations_of(turn);
  if (turn.operations.size() != 1) return std::nullopt;
  if (auto* replaced = std::get_if<Replace>(&turn.operations.front())) {
    if (turn.outcome == "complete") replaced->find = replaced->with;
    replaced->with = std::move(value);
  } else if (auto* set = std::get_if<SetValue>(&turn.operations.front())) {
    set->value = std::move(value);
  } else {
    return std::nullopt;
  }
  std::vector<Target> targets = turn.targets;
  return inherit(turn, std::move(targets), "follow_up.other_value");
}

/// "no, the other one: b.py"
bool FollowUp::corrects_file() const {
  const bool corrects = !words_.empty() && (first(Class::deny) || has(Class::correction));
  return !history_.empty() && is_change(history_.back().type) && corrects && names_something() &&
         !changes_explicitly() && !material_.reading.asks && words_.size() <= 11 &&
         std::ranges::none_of(words_, [&](std::size_t at) {
           const language::Entry* entry = tokens_[at].entry;
           return entry != nullptr && entry->verb != Verb::none && !tokens_[at].is(Class::deny) &&
                  !tokens_[at].is(Class::do_so) && !tokens_[at].is(Class::continuing) &&
                  !tokens_[at].is(Class::correction);
         });
}

}  // namespace warrant::contract
