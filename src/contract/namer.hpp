// Reads the tokens of a request for the names among them.
#pragma once

#include "names.hpp"

#include <utility>

namespace warrant::contract {

class Namer {
 public:
  Namer(std::string_view request, const language::Reading& reading, const DiskFacts& disk);
  std::vector<std::optional<Named>> take() { return std::move(out_); }

 private:
  // names.cpp
  bool is_mark(std::size_t at) const { return at < tokens_.size() && tokens_[at].kind == language::Token::Kind::mark; }
  bool is(std::size_t at, language::Class which) const { return at < tokens_.size() && tokens_[at].is(which); }
  bool is_file_cue(std::size_t at) const {
    return is(at, language::Class::file_noun) || is(at, language::Class::directory_noun);
  }
  static std::string_view last_word(std::string_view text) { return text.substr(text.rfind(' ') + 1); }
  void name(std::size_t at, const language::Clause& clause, bool has_certain);
  std::optional<std::string> with_words_before(std::size_t at, const language::Clause& clause) const;
  bool on_disk(std::string_view path) const;
  bool is_cued(std::size_t at, const language::Clause& clause, bool has_certain) const;
  void quoted(std::size_t at, const language::Clause& clause);
  static bool makes_file(language::Verb verb);
  void bare(std::size_t at, const language::Clause& clause, bool has_certain);
  std::optional<std::string> with_next(std::size_t at, const language::Clause& clause) const;
  bool is_behind_preposition(std::size_t at, const language::Clause& clause) const;
  bool means_directory(std::size_t at, const language::Clause& clause, bool cued) const;
  bool means_file(std::size_t at, const language::Clause& clause, bool cued) const;
  bool names_new(std::size_t at, const language::Clause& clause, bool has_certain) const;
  void absent(std::size_t at, const language::Clause& clause, bool has_certain);
  bool names_class(std::string_view raw, bool has_certain) const;
  bool names_component(std::size_t at, const language::Clause& clause, bool has_certain) const;
  bool clause_renames_symbol(const language::Clause& clause) const;

  // no_name.cpp
  bool is_quoted(std::size_t at) const;
  bool is_literal(std::size_t at, const language::Clause& clause) const;
  static bool is_host(std::string_view text);
  bool is_route(std::size_t at) const;
  bool is_expression(std::size_t at, bool has_certain) const;
  bool is_arity(std::size_t at) const;
  bool is_shouted(std::size_t at) const;
  bool is_ending(std::size_t at) const;
  bool is_pair(std::size_t at, bool has_file) const;
  static bool is_product(std::string_view text);

  // meant_file.cpp
  void stem(std::size_t at, std::string_view raw);
  void put(std::size_t at, std::string path);
  std::optional<std::string> beside(std::size_t at, std::string_view name);
  std::optional<std::string> within(std::size_t at, std::string_view name);
  void look_around(Named& named) const;
  std::optional<std::string> said_by_folders(const std::vector<std::string>& paths) const;

  std::string_view request_;
  const std::vector<language::Token>& tokens_;
  const DiskFacts& disk_;
  const language::Clause* clause_ = nullptr;  ///< the one that is read
  std::vector<std::optional<Named>> out_;
  std::vector<std::size_t> used_;  ///< tokens that only say where another name is
  bool makes_ = false;             ///< the clause asks for a new file
};

}  // namespace warrant::contract
