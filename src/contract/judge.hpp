// Reads one clause for what a request that changes nothing is about.
#pragma once

#include "kind.hpp"

#include <string>
#include <string_view>

namespace warrant::contract {

class Judge {
 public:
  Judge(const Material& material, const language::Clause& clause);
  std::optional<Kind> judge() const;

 private:
  // kind.cpp
  std::optional<Kind> tells() const;
  std::optional<Kind> shows() const;
  std::optional<Kind> finds() const;
  std::optional<Kind> explains() const;
  Kind kind(Type type, std::string rule) const;
  bool any(language::Class which, std::size_t from = 0) const;
  bool has_word(std::string_view word) const;
  bool any_name() const;
  bool names_only_samples() const;
  bool any_path_directory() const;
  bool only_of(language::Class which) const;
  bool lists_files() const;
  bool named_files() const;
  bool is_listing() const;
  bool names_things() const;
  bool status_words() const;
  std::optional<Kind> embedded(Type otherwise, std::string rule) const;
  bool gives_account() const;
  Kind run() const;
  std::optional<Kind> restore() const;

  // question.cpp
  std::optional<Kind> question(std::size_t from) const;
  bool asks_for_meaning(std::size_t from) const;
  bool is_general(std::size_t from) const;
  bool asks_for_a_definition(std::size_t from) const;
  bool names_language() const;
  bool is_past_auxiliary(std::size_t at) const;
  bool is_main_verb(std::size_t at) const;
  bool is_status(std::size_t from, const std::string& head) const;
  bool asks_for_reason() const;
  bool is_diagnosis(std::size_t from, const std::string& head) const;
  bool is_about_age() const;
  bool asks_about_a_crash(std::size_t from) const;
  bool went_wrong(std::size_t from) const;
  bool shows_something() const;
  bool is_file_list(std::size_t from, const std::string& head) const;
  bool is_check(std::size_t from) const;

  const Material& material_;
  const std::vector<language::Token>& tokens_;
  const language::Clause& clause_;
};

}  // namespace warrant::contract
