// One sentence: its clauses, and what each means for its neighbours.
#pragma once

#include "clause.hpp"

#include <vector>

namespace warrant::language {

/// One sentence's tokens [begin, end), its end mark left out.
class Sentence {
 public:
  Sentence(const std::vector<Token>& tokens, std::size_t begin, std::size_t end, std::size_t number,
           bool question_mark);
  std::vector<Clause> read();

 private:
  // sentence.cpp
  const Token& token(std::size_t at) const;
  bool is(std::size_t at, Class which) const;
  Verb order(std::size_t at) const;
  bool mark(std::size_t at, char c) const;
  std::size_t skip(std::size_t at) const;
  bool starts_clause(std::size_t at) const;
  bool is_second_name(std::size_t from, std::size_t at) const;
  bool is_coordinated_noun(std::size_t at) const;
  bool runs_on(std::size_t from, std::size_t at) const;
  bool asks_or_orders(std::size_t from, std::size_t at) const;
  bool awaits_predicate(std::size_t from, std::size_t at) const;
  bool cuts(std::size_t from, std::size_t at) const;

  // settle.cpp
  static bool is_tag(const Clause& clause, const std::vector<Token>& tokens);
  /// What was read so far of the sentence, from its first clause on.
  struct Course {
    bool reported = false;
    bool person = false;
    bool asking = false;
    bool speaker = false;  ///< the person is who writes: "I broke a.py, fix it"
  };
  void settle();
  bool follows_mark(const Clause& it) const;
  void settle_report(std::size_t i, Course& course);
  void settle_mood(std::size_t i, Course& course);
  bool ends_with_report() const;
  void doubt_joint_orders();
  void forget_headed();
  void forget_told_values();
  bool is_order_of_its_own(std::size_t i) const;
  void take_back();
  void place_wishes();
  void spread_bans();
  bool is_hypothetical() const;
  void do_as_told();
  void spread_conditions();
  bool is_behaviour(const Clause& wish, std::size_t condition) const;
  bool describes(std::size_t condition) const;
  bool says_file(const Clause& it) const;
  bool says_a_quotation(const Clause& it) const;
  bool has_finite(const Clause& it) const;
  bool joined_by_and(const Clause& it) const;
  bool has_question(const Clause& it) const;
  bool has_please(const Clause& it) const;
  bool is_request(const Clause& it) const;
  void place_wheres();
  bool asks_ability(const Clause& it) const;
  void question_sentence();

  const std::vector<Token>& tokens_;
  Words words_;
  std::size_t begin_;
  std::size_t end_;
  std::size_t number_;
  bool question_mark_;
  bool asking_bound_ = false;
  std::vector<Clause> clauses_;
};

}  // namespace warrant::language
