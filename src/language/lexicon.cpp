#include "warrant/language/lexicon.hpp"

#include "word_table.hpp"

#include <warrant/base/suggest.hpp>
#include <warrant/base/toml.hpp>
#include <warrant/base/utf8.hpp>

#include <fmt/format.h>

#include <array>
#include <utility>

namespace warrant::language {
namespace {

constexpr std::array<std::pair<std::string_view, Verb>, 35> kVerbs{{
    {"edit", Verb::edit},
    {"change", Verb::change},
    {"replace", Verb::replace},
    {"set", Verb::set},
    {"rename", Verb::rename},
    {"move", Verb::move},
    {"copy", Verb::copy},
    {"delete", Verb::erase},
    {"remove", Verb::remove},
    {"create", Verb::create},
    {"write", Verb::write},
    {"add", Verb::add},
    {"directory", Verb::directory},
    {"convert", Verb::convert},
    {"run", Verb::run},
    {"test", Verb::test},
    {"build", Verb::build},
    {"lint", Verb::lint},
    {"typecheck", Verb::typecheck},
    {"show", Verb::show},
    {"read", Verb::read},
    {"list", Verb::list},
    {"explain", Verb::explain},
    {"diagnose", Verb::diagnose},
    {"review", Verb::review},
    {"verify", Verb::verify},
    {"find", Verb::find},
    {"suggest", Verb::suggest},
    {"say", Verb::say},
    {"undo", Verb::undo},
    {"redo", Verb::redo},
    {"leave", Verb::leave},
    {"avoid", Verb::avoid},
    {"attempt", Verb::attempt},
    {"proceed", Verb::proceed},
}};

// In the order of the enumeration.
constexpr std::array kClassNames = std::to_array<std::string_view>({"polite",
                                                                    "question",
                                                                    "auxiliary",
                                                                    "modal",
                                                                    "obliged",
                                                                    "addressee",
                                                                    "speaker",
                                                                    "third",
                                                                    "negation",
                                                                    "nothing",
                                                                    "only",
                                                                    "rest",
                                                                    "all",
                                                                    "condition",
                                                                    "needed",
                                                                    "what_if",
                                                                    "pronoun",
                                                                    "deictic",
                                                                    "report",
                                                                    "source_noun",
                                                                    "content_noun",
                                                                    "list_noun",
                                                                    "human_source",
                                                                    "defect",
                                                                    "holds",
                                                                    "unchanged",
                                                                    "off_limits",
                                                                    "past",
                                                                    "later",
                                                                    "inline",
                                                                    "from",
                                                                    "to",
                                                                    "into",
                                                                    "with",
                                                                    "in",
                                                                    "place_start",
                                                                    "place_end",
                                                                    "place_before",
                                                                    "place_after",
                                                                    "source",
                                                                    "topic",
                                                                    "as",
                                                                    "and",
                                                                    "but",
                                                                    "because",
                                                                    "so_that",
                                                                    "without",
                                                                    "except",
                                                                    "instead",
                                                                    "file_noun",
                                                                    "directory_noun",
                                                                    "symbol_noun",
                                                                    "line_noun",
                                                                    "change_noun",
                                                                    "affirm",
                                                                    "deny",
                                                                    "again",
                                                                    "continuing",
                                                                    "ordinal",
                                                                    "greeting",
                                                                    "ignore_rules",
                                                                    "tests_noun",
                                                                    "build_noun",
                                                                    "lint_noun",
                                                                    "typecheck_noun",
                                                                    "format_noun",
                                                                    "git_noun",
                                                                    "existence",
                                                                    "speaker_to",
                                                                    "speaker_thing",
                                                                    "conditional_thing",
                                                                    "unwanted",
                                                                    "article",
                                                                    "being",
                                                                    "state",
                                                                    "cause",
                                                                    "welcome",
                                                                    "deserves",
                                                                    "prohibit",
                                                                    "infinitive",
                                                                    "trailing_negation",
                                                                    "harm",
                                                                    "please",
                                                                    "noun_after",
                                                                    "equals",
                                                                    "vague",
                                                                    "adverb",
                                                                    "sound",
                                                                    "commit_label",
                                                                    "tool",
                                                                    "why",
                                                                    "trouble",
                                                                    "which",
                                                                    "manner",
                                                                    "meaning",
                                                                    "if_you",
                                                                    "any_change",
                                                                    "splits",
                                                                    "goes",
                                                                    "answer_text",
                                                                    "proposal",
                                                                    "missed",
                                                                    "you_may",
                                                                    "back",
                                                                    "reverses",
                                                                    "do_so",
                                                                    "exhibit",
                                                                    "gives",
                                                                    "told_so",
                                                                    "asks_you",
                                                                    "label",
                                                                    "symptom",
                                                                    "near",
                                                                    "parent",
                                                                    "correction",
                                                                    "until_then",
                                                                    "either",
                                                                    "approval",
                                                                    "hedge",
                                                                    "irregular_past",
                                                                    "particle",
                                                                    "joint",
                                                                    "account",
                                                                    "name_noun",
                                                                    "month",
                                                                    "rewords",
                                                                    "value_noun",
                                                                    "heading",
                                                                    "first_name",
                                                                    "measure",
                                                                    "suspect",
                                                                    "records",
                                                                    "lacks",
                                                                    "present",
                                                                    "adopts",
                                                                    "finished",
                                                                    "model_noun",
                                                                    "takes",
                                                                    "where",
                                                                    "piece_new",
                                                                    "run_on",
                                                                    "noun_too",
                                                                    "setting",
                                                                    "turn_noun",
                                                                    "gets_modal",
                                                                    "filters",
                                                                    "undecided",
                                                                    "informs",
                                                                    "general",
                                                                    "contains",
                                                                    "links",
                                                                    "alone",
                                                                    "lets"});
static_assert(kClassNames.size() == static_cast<std::size_t>(Class::lets) + 1 && kClassNames.size() <= kMaxClasses);

bool is_vowel(char c) { return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u'; }

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.remove_suffix(1);
  return text;
}

template <class Visit>
void for_each_word(std::string_view list, Visit visit) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    const std::string_view word = trim(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
    if (!word.empty()) visit(word);
  }
}

bool has_one_syllable(std::string_view word) {
  int groups = 0;
  for (std::size_t at = 0; at < word.size(); ++at)
    groups += is_vowel(word[at]) && (at == 0 || !is_vowel(word[at - 1])) ? 1 : 0;
  return groups == 1;
}

/// The stem that an ending with a vowel goes to: "move" → "mov", "stop" → "stopp", "copy" → "copy".
std::string stem_of(std::string_view verb) {
  std::string stem(verb);
  const std::size_t n = stem.size();
  if (n > 2 && stem.back() == 'e' && stem[n - 2] != 'e') {
    stem.pop_back();
  } else if (n >= 3 && n <= 5 && has_one_syllable(verb) && !is_vowel(stem[n - 1]) && stem[n - 1] != 'w' &&
             stem[n - 1] != 'x' && stem[n - 1] != 'y' && is_vowel(stem[n - 2]) && !is_vowel(stem[n - 3])) {
    stem += stem.back();
  }
  return stem;
}

constexpr std::size_t kShortestMisspelt = 5;
constexpr std::size_t kLongestMisspelt = 20;
/// From this length on one wrong letter is a slip; shorter words become others by it ("mode", "move").
constexpr std::size_t kLongWord = 8;

/// Two letters changed places, one too many or one too few: "chnage", "updatee", "delte".
bool is_slip(std::string_view word, std::string_view known) {
  std::size_t same = 0;
  while (same < word.size() && same < known.size() && word[same] == known[same]) ++same;
  const std::string_view a = word.substr(same);
  const std::string_view b = known.substr(same);
  if (a.size() == b.size() + 1) return a.substr(1) == b;
  if (b.size() == a.size() + 1) return b.substr(1) == a;
  if (a.size() != b.size() || a.empty()) return false;
  if (a.size() > 1 && a[0] == b[1] && a[1] == b[0] && a.substr(2) == b.substr(2)) return true;
  return known.size() >= kLongWord && a.substr(1) == b.substr(1);
}

template <std::size_t N>
std::unexpected<Error> unknown_key(const Toml& toml, std::string_view name, const std::string& pointer,
                                   std::string_view key, const std::array<std::string_view, N>& known) {
  std::string message = fmt::format("unknown key “{}”", key);
  if (const auto near = nearest(key, known)) message += fmt::format("; did you mean “{}”?", *near);
  return fail(Code::malformed, std::move(message), toml.where(name, pointer));
}

}  // namespace

std::string_view to_string(Verb verb) noexcept {
  for (const auto& [name, value] : kVerbs)
    if (value == verb) return name;
  return "none";
}

Sort sort_of(Verb verb) noexcept {
  switch (verb) {
    case Verb::none: return Sort::none;
    case Verb::edit:
    case Verb::change:
    case Verb::replace:
    case Verb::set:
    case Verb::rename:
    case Verb::move:
    case Verb::copy:
    case Verb::erase:
    case Verb::remove:
    case Verb::create:
    case Verb::write:
    case Verb::add:
    case Verb::directory:
    case Verb::convert: return Sort::change;
    case Verb::show:
    case Verb::read:
    case Verb::list:
    case Verb::explain:
    case Verb::diagnose:
    case Verb::review:
    case Verb::verify:
    case Verb::find:
    case Verb::suggest:
    case Verb::say: return Sort::tell;
    case Verb::run:
    case Verb::test:
    case Verb::build:
    case Verb::lint:
    case Verb::typecheck: return Sort::run;
    case Verb::undo:
    case Verb::redo: return Sort::restore;
    case Verb::leave:
    case Verb::avoid:
    case Verb::attempt:
    case Verb::proceed: return Sort::steer;
  }
  std::unreachable();
}

bool changes_something(Verb verb) noexcept { return sort_of(verb) == Sort::change; }

const Entry* Lexicon::find(std::string_view words) const noexcept {
  if (const auto added = entries_.find(words); added != entries_.end()) return &added->second;
  const TableWord* word = table_ == nullptr ? nullptr : table_->find(words);
  return word == nullptr || !word->known ? nullptr : &word->entry;
}

const Entry* Lexicon::find_misspelt(std::string_view word) const noexcept {
  if (word.size() < kShortestMisspelt || word.size() > kLongestMisspelt) return nullptr;
  if (table_ != nullptr)
    for (const TableSpelling& spelling : table_->spellings_of(word.front()))
      if (const auto known = table_->text_of(spelling.at, spelling.size); is_slip(word, known)) return find(known);
  if (const auto added = spellings_.find(word.substr(0, 1)); added != spellings_.end())
    for (const std::string& known : added->second)
      if (is_slip(word, known)) return find(known);
  return nullptr;
}

std::size_t Lexicon::longest_phrase(std::string_view word) const noexcept {
  const auto added = phrases_.find(word);
  const TableWord* built_in = table_ == nullptr ? nullptr : table_->find(word);
  return std::max<std::size_t>(added == phrases_.end() ? 0 : added->second,
                               built_in == nullptr ? 0 : built_in->longest_phrase);
}

Entry& Lexicon::entry(std::string_view words) {
  const std::size_t space = words.find(' ');
  if (space != std::string_view::npos) {
    const auto count = static_cast<std::size_t>(std::ranges::count(words, ' ')) + 1;
    std::size_t& longest = phrases_[std::string(words.substr(0, space))];
    longest = std::max(longest, count);
  }
  if (const auto added = entries_.find(words); added != entries_.end()) return added->second;
  const Entry* built_in = find(words);
  return entries_.emplace(words, built_in == nullptr ? Entry{} : *built_in).first->second;
}

void Lexicon::add_verb(std::string_view words, Verb verb, bool inflect) {
  const auto put = [&](const std::string& form, Form which) {
    Entry& made = entry(form);
    // The first meaning of a word stays.
    if (made.verb == Verb::none) made.verb = verb;
    if (made.verb == verb) made.forms |= static_cast<std::uint8_t>(which);
    if (which != Form::third_person && form.find(' ') == std::string::npos && form.size() >= kShortestMisspelt)
      spellings_[form.substr(0, 1)].push_back(form);
  };
  put(std::string(words), Form::base);
  if (!inflect || verb == Verb::proceed) return;
  const std::size_t space = std::min(words.find(' '), words.size());
  const std::string_view head = words.substr(0, space);
  const std::string_view rest = words.substr(space);
  const std::string stem = stem_of(head);
  const auto with = [&](std::string_view start, std::string_view ending) {
    return std::string(start) + std::string(ending) + std::string(rest);
  };
  put(with(stem, "ing"), Form::gerund);
  const bool y = head.size() > 2 && head.back() == 'y' && !is_vowel(head[head.size() - 2]);
  if (y) {
    put(with(head.substr(0, head.size() - 1), "ied"), Form::past);
    put(with(head.substr(0, head.size() - 1), "ies"), Form::third_person);
  } else {
    put(with(stem, "ed"), Form::past);
    const bool hissing = head.ends_with("s") || head.ends_with("sh") || head.ends_with("ch") || head.ends_with("x");
    put(with(head, hissing ? "es" : "s"), Form::third_person);
  }
}

Status Lexicon::add(std::string_view text, std::string_view name) {
  WARRANT_TRY(toml, parse_toml(text, name));
  static constexpr std::array<std::string_view, 6> kTables{"language", "inflection", "verbs",
                                                           "wishes",   "forms",      "words"};
  bool inflect = false;
  if (const Json* how = toml.root.find("inflection")) inflect = how->string() != nullptr && *how->string() == "english";
  for (const auto& [table, value] : toml.root) {
    if (std::ranges::find(kTables, table) == kTables.end()) return unknown_key(toml, name, "/" + table, table, kTables);
    if (table == "language" || table == "inflection") continue;
    if (value.object() == nullptr)
      return fail(Code::malformed, fmt::format("“{}” is a table", table), toml.where(name, "/" + table));
  }
  const auto each = [&](const char* table, auto&& visit) -> Status {
    const Json* value = toml.root.find(table);
    if (value == nullptr) return {};
    for (const auto& [key, words] : *value->object()) {
      const std::string pointer = fmt::format("/{}/{}", table, key);
      if (words.string() == nullptr)
        return fail(Code::malformed, fmt::format("“{}” is a text: words with commas between them", key),
                    toml.where(name, pointer));
      WARRANT_CHECK(visit(key, fold_case(*words.string()), pointer));
    }
    return {};
  };
  const auto add_class = [&](std::string_view key, std::string_view words, const std::string& pointer) -> Status {
    const auto found = std::ranges::find(kClassNames, key);
    if (found == kClassNames.end()) return unknown_key(toml, name, pointer, key, kClassNames);
    const auto bit = static_cast<std::size_t>(found - kClassNames.begin());
    for_each_word(words,
                  [&](std::string_view word) { entry(word).classes[bit / 64] |= std::uint64_t{1} << (bit % 64); });
    return {};
  };
  WARRANT_CHECK(each("verbs", [&](std::string_view key, std::string_view words, const std::string& pointer) -> Status {
    for (const auto& [verb_name, verb] : kVerbs)
      if (verb_name == key) {
        for_each_word(words, [&, which = verb](std::string_view word) { add_verb(word, which, inflect); });
        return {};
      }
    std::array<std::string_view, kVerbs.size()> known;
    for (std::size_t i = 0; i < known.size(); ++i) known[i] = kVerbs[i].first;
    return unknown_key(toml, name, pointer, key, known);
  }));
  WARRANT_CHECK(each("forms", [&](std::string_view key, std::string_view words, const std::string& pointer) -> Status {
    const Entry* base = find(words);
    if (base == nullptr || base->verb == Verb::none)
      return fail(Code::malformed, fmt::format("“{}” is no verb of this lexicon", words), toml.where(name, pointer));
    const Verb verb = base->verb;
    Entry& made = entry(fold_case(key));
    if (made.verb == Verb::none) made.verb = verb;
    if (made.verb == verb) made.forms |= static_cast<std::uint8_t>(Form::past);
    return {};
  }));
  WARRANT_CHECK(each("words", add_class));
  return each("wishes", add_class);
}

}  // namespace warrant::language
