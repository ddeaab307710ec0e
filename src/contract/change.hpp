// One clause that asks for a change, with its parts.
#pragma once

#include "derive.hpp"
#include "draft.hpp"
#include "shape.hpp"

namespace warrant::contract {

class Change {
 public:
  Change(const language::Clause& clause, Draft& draft);
  void read();

 private:
  // change.cpp
  std::vector<Named> named(SlotName slot) const;
  std::string text(SlotName slot) const;
  bool has(SlotName slot, language::Class which) const;
  bool clause_has(language::Class which) const;
  bool no_names() const;
  std::size_t last_word() const;
  void compare();
  bool goes_into_it() const;
  void uses_from();
  bool uses_for() const;
  void edits_by();
  bool changes_copy();
  void read_about_it();
  void refer_back();
  void remember();
  void edit_file(const Named& it, const std::string& symbol = {});
  void edit_nothing_named(const std::string& symbol = {});
  std::string symbol() const;
  std::string existing_symbol() const;
  std::vector<Named> place() const;

  // transfer.cpp
  bool goes_there() const;
  void transfer();
  std::vector<std::pair<Named, Named>> pairs() const;
  void move_up();
  void transfer_files(const std::vector<Named>& destinations);
  void transfer_files(const std::vector<Named>& destinations, Transfer how);
  void rename_files(const std::vector<Named>& destinations);
  bool is_directory_word() const;
  std::optional<Span> last_word_span() const;
  void rename_symbol();

  // remove.cpp
  void remove();
  bool goes_with_mention() const;
  bool names_a_piece() const;
  bool stands_behind_off() const;

  // create.cpp
  std::optional<std::string> content() const;
  bool clause_contains(std::string_view word) const;
  void give_sources(const std::vector<Named>& list);
  std::string beneath(const Named& it) const;
  bool is_told_of(const Named& made, const Named& place) const;
  void make_file(const Named& it);
  void make_directories();
  bool makes_directory() const;
  void create();
  bool names_the_file() const;
  void unnamed_file();
  void put_text(const Named& it);
  void write();
  void report();
  void output(const Named& it);
  void add_there_too(const std::vector<Named>& where);
  void add();
  void give_mentions(const std::vector<Named>& list);
  std::string anchor() const;
  void convert();
  static Named beside_source(Named it, const std::vector<Named>& parts);

  // edit.cpp
  void set();
  std::vector<Named> only_file() const;
  void operate_on(const std::string& path);
  bool is_open_value(const std::string& to) const;
  bool names_a_line() const;
  bool only_names(const std::vector<std::size_t>& slot) const;
  bool edit_fixed();
  bool is_owned(const Named& named) const;
  bool makes_new() const;
  bool renames_by_name() const;
  void edit();

  const language::Clause& clause_;
  Draft& draft_;
  const Material& material_;
  const std::vector<language::Token>& tokens_;
  Slots slots_;
  Role changeable_;
  std::vector<Named> object_, in_, to_, into_, from_, with_, source_, topic_, as_;
  bool referred_ = false;
};

}  // namespace warrant::contract
