// One request on its way to a contract.
#pragma once

#include "derive.hpp"
#include "draft.hpp"
#include "kind.hpp"
#include "signs.hpp"

namespace warrant::contract {

/// What decides where no rule does.
enum class Words : std::uint8_t {
  weighed,
  left_out,  ///< only the rules: what the weights are fitted beside
};

class Resolver {
 public:
  Resolver(const Material& material, const std::vector<Settlement>& history, Words words);
  bool bans_everything();
  Contract resolve();

 private:
  // resolve.cpp
  bool any(const language::Clause& clause, language::Class which, std::size_t from = 0) const;
  std::vector<std::size_t> names_of(const language::Clause& clause) const;
  bool has_word(const language::Clause& clause, std::string_view word) const;
  bool has_orders() const;
  bool is_order(const language::Clause& clause) const;
  bool is_renounced(const language::Clause& clause) const;
  void remember(const language::Clause& clause);
  bool is_model(const language::Clause& clause, std::size_t at) const;
  bool is_forbidden(const std::string& path) const;
  bool in_question(const language::Clause& clause) const;

  // ban.cpp
  void forbid(const Named& named);
  void read_ban(std::size_t index);
  bool is_no_ban(std::size_t index);
  void ban_named(std::size_t index);
  bool speaks_of_no_file(const language::Clause& clause) const;
  bool is_behind_comma(const language::Clause& clause, std::size_t name) const;
  bool leaves_directory(std::size_t index) const;
  bool names_a_place(const language::Clause& clause) const;
  bool selects(const language::Clause& clause, std::size_t last) const;
  bool forbids_subject(std::size_t index);
  bool is_bare_ban(const language::Clause& clause) const;
  bool bans_manner(std::size_t index) const;
  bool bans_one_kind(const language::Clause& clause) const;
  static bool is_kept_in_place(const language::Clause& clause);
  bool is_read_by_pronoun() const;

  // wide_ban.cpp
  void read_wide_ban(const language::Clause& clause, std::size_t index);
  void leave_alone(const language::Clause& clause, std::size_t index, bool limited);
  bool narrows_files(const language::Clause& clause) const;
  bool is_label(const language::Clause& clause) const;
  bool is_of_another_kind(const language::Clause& ban) const;
  void keep_recent(std::size_t index);
  bool changes_any(const language::Clause& clause) const;
  bool is_bare(const language::Clause& clause) const;
  bool bans_the_code(const language::Clause& clause) const;
  bool orders_beside_code() const;
  bool speaks_of_the_whole(const language::Clause& clause) const;
  bool has_piece_word(const language::Clause& clause) const;
  bool subject_is_pronoun(const language::Clause& clause) const;
  void forbid_recent(std::size_t index);

  // described_ban.cpp
  bool forbids_test(const language::Clause& clause);
  void forbid_kept();
  void forbid_described();
  void forbid_called(std::string_view noun);
  bool is_piece(const Slots& slots) const;

  // asks_change.cpp
  bool asks_change(const language::Clause& clause) const;
  bool gives_a_file(const language::Clause& clause) const;
  bool builds_output(const language::Clause& clause) const;
  bool reads_in_code(const language::Clause& clause) const;
  bool is_of_a_version(const Slots& slots) const;
  bool is_to_be_confirmed(const language::Clause& clause) const;
  bool is_of_the_past(const language::Clause& clause) const;
  bool speaks_of_a_file(const language::Clause& clause) const;
  bool is_of_any_file(const language::Clause& clause) const;
  bool sets_when(const language::Clause& clause) const;
  bool makes_something(const language::Clause& clause) const;
  bool wish_has_object(const language::Clause& clause) const;
  bool speaker_does_it(const language::Clause& clause) const;

  // in_answer.cpp
  bool is_about_the_answer(const language::Clause& clause) const;
  bool writes_it_down(const language::Clause& clause) const;
  bool puts_a_text(const language::Clause& clause) const;
  bool is_about_a_text(const language::Clause& clause);
  bool inline_answer(const language::Clause& clause);
  bool names_a_thing(const language::Clause& clause, std::size_t at) const;
  bool is_inline(const language::Clause& clause) const;

  // order.cpp
  void read_order(std::size_t index);
  void read_no_change(std::size_t index);
  void share_object(std::size_t index);
  void look_ahead(std::size_t index);
  bool refers(const language::Clause& clause) const;
  bool speaks_of_a_piece(const language::Clause& clause, std::size_t path) const;
  bool leaves_choice(const language::Clause& clause);
  bool leaves_open_which(const language::Clause& clause) const;
  void ask_which(const std::vector<Named>& files);

  // correction.cpp
  bool withdraws(std::size_t index);
  void correct(const language::Clause& clause);
  bool is_about_a_value(const language::Clause& clause) const;
  bool renames_instead(std::size_t index);
  bool continues(const language::Clause& clause) const;
  void repeat(const language::Clause& clause);
  bool directs_output(const language::Clause& clause) const;
  bool saves_result(const language::Clause& clause) const;
  void redirect(const language::Clause& clause);
  bool takes_up(const language::Clause& clause);
  bool takes_from_there(std::size_t index);

  // weigh.cpp
  bool is_silent(const language::Clause& clause) const;
  bool wants_no_change(const language::Clause& clause) const;
  bool is_idle_wish(const language::Clause& clause) const;
  std::vector<Named> files_of_sign(std::size_t index, bool adopted) const;
  const Weighed& weighed();
  const Settlement* turn_before() const;
  bool has_reports() const;
  bool tells_own_past(const language::Clause& clause) const;
  void take_files(const std::vector<Named>& files);
  void read_signs();
  bool read_form();
  bool is_of_others(const language::Clause& clause) const;
  void read_words(bool asks);
  void add_words(const std::vector<Sign>& signs, Reason& reason) const;
  static bool are_changeable(const std::vector<Named>& files);

  // place.cpp
  bool names_no_place() const;
  bool place_in_manifest();
  bool place_in_pasted();
  bool speaks_of_many() const;
  bool may_be_talk();
  bool place_in_last_turn();
  bool place_by_symbol();
  struct Symbol {
    std::string name;
    bool everywhere;
  };
  Symbol named_symbol() const;
  bool lacks_only_places() const;
  Role placed_role() const;
  void place_at(const std::vector<std::string>& files);
  bool holds_a_word_of_request(const std::string& file) const;
  bool is_limited_without_names() const;
  void place_by_words();

  // rest.cpp
  void read_rest();
  void give_new(const Named& named, Role role);
  bool is_beside(const language::Clause& clause, std::size_t at) const;
  bool is_choice(const language::Clause& clause, std::size_t at) const;
  bool points_to_source(const language::Clause& clause, std::size_t at) const;
  bool is_conditional(const language::Clause& clause) const;
  bool is_saved_behind(const language::Clause& clause) const;
  Role role_of(const language::Clause& clause, std::size_t at) const;

  // conclude.cpp
  Contract conclude();
  bool is_told_beside();
  bool is_only_verified();
  void drop_orders();
  void limit(Contract& contract);
  void add_counts(Contract& contract);

  // put_off.cpp
  bool is_put_off() const;
  bool is_wished_for_later();
  bool wishes_for_later(const language::Clause& clause) const;
  bool has_wish_for_later() const;
  bool is_end(std::size_t at) const;
  bool is_taken_back() const;

  // name_kind.cpp
  void name_kind(Contract& contract);
  void name_kind_by_rules(Contract& contract);
  void name_kind_by_words(Contract& contract);
  void take_kind(Kind kind, Contract& contract);
  std::optional<Kind> other_kind() const;
  int weight(const Kind& kind) const;
  static int weight(Type type);
  Reason reason_of(const Kind& kind) const;
  void restore_named(Contract& contract);
  bool counts_turns(const language::Clause& clause) const;
  bool writes_about_file(Contract& contract);

  // talk.cpp
  std::optional<std::string> talk();
  bool is_chat(const language::Clause& clause) const;
  bool tells_only();
  bool tells_own_plan(const language::Clause& clause) const;
  bool asks_for_account() const;

  // looked_at.cpp
  void read_what_was_meant(const Kind& kind);
  bool asks_for_anything(const language::Clause& clause) const;
  bool follows_statement(const language::Clause& clause) const;
  static bool is_grammar(const language::Token& token);
  bool is_bare_question(const language::Clause& clause) const;
  bool is_bare_order(const language::Clause& clause) const;
  bool names_one_file() const;
  void read_pasted(Type type);
  bool is_about_trouble(const language::Clause& clause) const;
  static bool reads_files(Type type);
  void read_nothing();
  void read_unchanged();
  void read_mentioned();
  void read_forbidden(Type type);

  const Material& material_;
  const std::vector<language::Token>& tokens_;
  const std::vector<language::Clause>& clauses_;
  Draft draft_;
  std::vector<Named> history_names_;
  std::vector<Named> changed_before_;
  std::vector<Run> runs_;
  std::vector<Named> pieces_;  ///< files of which a piece is not to change
  std::vector<Named> kept_;    ///< must stay where they are
  std::optional<language::Clause> shared_;
  std::optional<Weighed> weighed_;  ///< once asked for
  bool inline_ = false;
  bool no_run_ = false;
  Words words_;
};

/// The contract of a request that is read; `resolve` of contract.hpp with or without the weights.
Contract resolve(const Material& material, const language::Lexicon& lexicon, const std::vector<Settlement>& history,
                 Words words);

}  // namespace warrant::contract
