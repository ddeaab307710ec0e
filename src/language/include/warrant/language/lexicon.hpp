// The words of a language, as data.
#pragma once

#include <warrant/base/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warrant::language {

/// What a verb asks for, before its objects are known.
enum class Verb : std::uint8_t {
  none,
  edit,
  change,
  replace,
  set,
  rename,
  move,
  copy,
  erase,  ///< "delete"
  remove,
  create,
  write,
  add,
  directory,
  convert,
  run,
  test,
  build,
  lint,
  typecheck,
  show,
  read,
  list,
  explain,
  diagnose,
  review,
  verify,
  find,
  suggest,
  say,
  undo,
  redo,
  leave,
  avoid,
  attempt,
  proceed,
};
/// The name in a lexicon file; `erase` is "delete".
std::string_view to_string(Verb verb) noexcept;
/// What an order with a verb is about.
enum class Sort : std::uint8_t {
  none,
  change,   ///< the content or the place of files
  tell,     ///< what there is, or what somebody thinks of it
  run,      ///< a command
  restore,  ///< an earlier change
  steer,    ///< another order: to begin it, to go on with it, or to keep from it
};
Sort sort_of(Verb verb) noexcept;
/// Whether an order with this verb can be about the content or the place of files.
bool changes_something(Verb verb) noexcept;

/// Why a word matters. A word can be of several classes.
enum class Class : std::uint8_t {
  polite,
  question,
  auxiliary,
  modal,
  obliged,
  addressee,
  speaker,
  third,
  negation,
  nothing,
  only,
  rest,
  all,
  condition,
  needed,
  what_if,
  pronoun,
  deictic,
  report,
  source_noun,
  content_noun,
  list_noun,
  human_source,
  defect,
  holds,
  unchanged,
  off_limits,
  past,
  later,
  inline_answer,
  from,
  to,
  into,
  with,
  in,
  place_start,
  place_end,
  place_before,
  place_after,
  source,
  topic,
  as,
  conjunction,
  but,
  because,
  so_that,
  without,
  except,
  instead,
  file_noun,
  directory_noun,
  symbol_noun,
  line_noun,
  change_noun,
  affirm,
  deny,
  again,
  continuing,
  ordinal,
  greeting,
  ignore_rules,
  tests_noun,
  build_noun,
  lint_noun,
  typecheck_noun,
  format_noun,
  git_noun,
  existence,
  wish_to,
  wish_thing,
  wish_if,
  unwanted,
  article,
  being,
  state,
  cause,
  welcome,
  deserves,
  prohibit,
  infinitive,
  trailing_negation,
  harm,
  please,
  noun_after,
  equals,
  vague,
  adverb,
  sound,
  commit_label,
  tool,
  why,
  trouble,
  which,
  manner,
  meaning,
  if_you,
  any_change,
  splits,
  goes,
  answer_text,
  proposal,
  missed,
  you_may,
  back,
  reverses,
  do_so,
  exhibit,
  gives,
  told_so,
  asks_you,
  label,
  symptom,
  near,
  parent,
  correction,
  until_then,
  either,
  approval,
  hedge,
  irregular_past,
  particle,
  joint,
  account,
  name_noun,
  month,
  rewords,
  value_noun,
  heading,
  first_name,
  measure,
  suspect,
  records,
  lacks,
  present,
  adopts,
  finished,
  model_noun,
  takes,
  where,
  piece_new,
  run_on,
  noun_too,
  setting,
  turn_noun,
  gets_modal,
  filters,
  undecided,
  informs,
  general,
  contains,
  links,
  alone,
  lets,
};
/// As many as an entry has bits for.
inline constexpr std::size_t kMaxClasses = 192;

/// The form in which a verb stands.
enum class Form : std::uint8_t { none = 0, base = 1, past = 2, gerund = 4, third_person = 8 };

struct Entry {
  std::uint64_t classes[kMaxClasses / 64] = {};
  Verb verb = Verb::none;
  std::uint8_t forms = 0;

  [[nodiscard]] bool is(Class which) const noexcept {
    const auto bit = static_cast<unsigned>(which);
    return (classes[bit / 64] >> (bit % 64) & 1U) != 0;
  }
  [[nodiscard]] bool has(Form form) const noexcept { return (forms & static_cast<std::uint8_t>(form)) != 0; }
};

struct WordTable;

/// Immutable once read; safe to share between threads.
class Lexicon {
 public:
  Lexicon() = default;
  /// With the words of a table, which outlives the lexicon.
  explicit Lexicon(const WordTable& table) noexcept : table_(&table) {}

  /// The entry of a folded word or phrase ("get rid of"); nullptr for a word without a meaning here.
  [[nodiscard]] const Entry* find(std::string_view words) const noexcept;
  /// The verb that a word with one slip of the keyboard means ("chnage"); nullptr for none. Linear in the verbs with
  /// the same first letter.
  [[nodiscard]] const Entry* find_misspelt(std::string_view word) const noexcept;
  /// How many words the longest phrase that begins with `word` has; 0 for none.
  [[nodiscard]] std::size_t longest_phrase(std::string_view word) const noexcept;

  /// Adds the words of a lexicon file to those there are. Errors: malformed with file and line for an unknown
  /// class or operation, or a value that is no text; what was read until then stays.
  Status add(std::string_view toml, std::string_view name);

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>()(text); }
  };
  template <class Value>
  using Table = std::unordered_map<std::string, Value, Hash, std::equal_to<>>;

  Entry& entry(std::string_view words);
  void add_verb(std::string_view words, Verb verb, bool inflect);

  friend class TableMaker;

  /// The words that are built in; what is added to one of them stands in `entries_`, with all that it means.
  const WordTable* table_ = nullptr;
  Table<Entry> entries_;
  Table<std::size_t> phrases_;
  Table<std::vector<std::string>> spellings_;  ///< of the verbs, by their first letter
};

/// The words that the program carries: those of english.toml, then those of german.toml, as the build has read them.
Lexicon built_in_lexicon() noexcept;

}  // namespace warrant::language
