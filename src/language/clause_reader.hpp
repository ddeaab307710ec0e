// One clause on its way to a mood and a verb.
#pragma once

#include "clause.hpp"

namespace warrant::language {

class ClauseReader {
 public:
  ClauseReader(const Words& sentence, std::size_t from, std::size_t to, std::size_t number, bool question);
  Clause read();

 private:
  // clause.cpp
  static Clause empty(std::size_t from, std::size_t to, std::size_t number);
  const Token& token(std::size_t at) const;
  bool is(std::size_t at, Class which) const;
  Verb order(std::size_t at) const;
  std::size_t skip(std::size_t at) const;
  bool has_order(std::size_t at) const;
  bool is_all_but() const;
  std::size_t after_place(std::size_t at) const;
  std::size_t verb_after(std::size_t at) const;
  void head(std::size_t at);
  bool order_by_form(std::size_t at);
  bool gives_something(std::size_t at) const;
  bool is_unknown_order(std::size_t at) const;
  void guess_order(std::size_t at);
  std::size_t particle_of(std::size_t at) const;
  bool is_causative(std::size_t at) const;

  // clause_order.cpp
  void auxiliary(std::size_t at);
  bool does_a_run(std::size_t at);
  bool does_a_thing(std::size_t at) const;
  void joint_order(std::size_t at);
  bool politely(std::size_t at);
  void limited(std::size_t at);
  bool is_noun_here(std::size_t at) const;
  bool is_subject(std::size_t at) const;
  bool is_repetition(std::size_t at) const;
  static bool is_value(const Token& it);
  void polite_order(std::size_t at);
  void order_at(std::size_t at);
  bool keeps_working() const;
  bool goes_back() const;
  void take_purpose_verb(std::size_t at);

  // clause_ban.cpp
  void forbid(std::size_t at);
  void negate(std::size_t at);
  bool ban(std::size_t at);
  bool ban_at_end(std::size_t at);
  bool limit(std::size_t at);
  bool bans_a_change(std::size_t at) const;
  bool has_ban(std::size_t at) const;
  bool bans_behind(std::size_t at) const;

  const Words& words_;
  bool question_;
  Clause it_;
};

}  // namespace warrant::language
