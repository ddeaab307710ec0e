// A request that may mean something only after an earlier turn, on its way to a contract.
#pragma once

#include "follow.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace warrant::contract {

/// A contract that allows nothing, with the whole request as its reason.
Contract plain(const Material& material, Type type, std::string rule);

/// A contract that asks back.
Contract unsure(const Material& material, std::string rule, std::string question);

class FollowUp {
 public:
  FollowUp(const Material& material, const language::Lexicon& lexicon, const std::vector<Settlement>& history);
  std::optional<Contract> resolve() const;
  std::optional<Contract> confirms_first() const;

 private:
  // follow.cpp
  const language::Token& word(std::size_t index) const { return tokens_[words_[index]]; }
  bool first(language::Class which) const { return word(0).is(which); }
  bool has(language::Class which) const;
  bool all_of(language::Class which) const;
  bool names_something() const;
  bool changes_explicitly() const;
  static Contract done(Contract contract);
  Contract inherit(const Settlement& turn, std::vector<Target> targets, std::string rule) const;
  std::vector<Operation> operations_of(const Settlement& turn) const;
  Contract looked_at() const;

  // follow_yes.cpp
  bool puts_off_by_own_act() const;
  bool is_no_consent() const;
  bool asks_anything_new() const;
  bool urges() const;
  Contract confirmed() const;
  bool leaves_out_a_piece(const language::Clause& clause) const;
  void forbid_negated(std::vector<Target>& targets) const;
  bool is_choice() const;
  bool takes_all() const;
  static bool has_part(std::string_view path, std::string_view word);
  bool spells(std::string_view stem, const language::Token& token) const;
  const Target* described(const language::Token& token) const;
  bool has_leave() const;
  bool is_choice_by_name() const;
  bool proposes() const;
  Contract applied() const;
  Contract chosen() const;

  // follow_again.cpp
  bool only_tells_behind() const;
  bool repeats() const;
  bool is_past(const language::Clause& clause) const;
  bool names_wanted() const;
  bool continues() const;
  Contract again() const;
  bool names_only_more() const;
  bool misses_file() const;
  std::optional<Contract> same_for(bool corrected = false) const;
  std::vector<Operation> moved(const Settlement& last, const std::string& path) const;
  std::optional<std::string> other_file() const;
  bool has_word(std::string_view text) const;
  bool stands_beside(const std::string& path) const;
  Contract same_in(const std::string& path) const;

  // follow_other.cpp
  std::optional<Contract> other_value() const;
  bool corrects_file() const;

  const Material& material_;
  const language::Lexicon& lexicon_;
  const std::vector<Settlement>& history_;
  const std::vector<language::Token>& tokens_;
  std::vector<std::size_t> words_;
};

}  // namespace warrant::contract
