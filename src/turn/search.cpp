// What a question speaks of, found in the files of the workspace.
#include "steps.hpp"

#include <warrant/base/utf8.hpp>
#include <warrant/language/language.hpp>
#include <warrant/workspace/search.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warrant::turn {

namespace {

constexpr std::size_t most_terms = 3;
constexpr std::size_t most_lines = 30;     ///< shown to the model, of all terms together
constexpr std::size_t longest_line = 160;  ///< bytes of each

/// A text to look for.
struct Term {
  std::string text;
  bool exact;  ///< a name or a quotation; else words, in any letter case and joined in any way
};

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

/// "parse_config", "parseConfig", "TIMEOUT", "app.run": nobody writes these as plain words.
bool is_identifier(std::string_view word) {
  if (word.size() < 2) return false;
  const bool shouted = std::ranges::all_of(word, [](char c) { return !is_lower(c); }) && is_upper(word.front());
  bool humped = false;
  for (std::size_t i = 1; i < word.size(); ++i) humped = humped || (is_upper(word[i]) && is_lower(word[i - 1]));
  return shouted || humped || word.find_first_of("_.:") != std::string_view::npos;
}

void add(std::vector<Term>& terms, Term term) {
  const bool there = std::ranges::any_of(terms, [&](const Term& it) { return it.text == term.text; });
  if (!there && terms.size() < most_terms) terms.push_back(std::move(term));
}

bool is_word(const language::Token& token) { return token.kind == language::Token::Kind::word; }

/// A word that can be part of a thing's name: "retry", "limit"; not "is", "where", "in", "we" or "defined".
bool is_content(const language::Token& token) {
  using language::Class;
  if (!is_word(token) || token.span.end - token.span.begin < 3) return false;
  if (token.entry == nullptr) return true;
  for (const Class which :
       {Class::question,       Class::auxiliary, Class::modal,   Class::addressee,   Class::speaker,
        Class::third,          Class::negation,  Class::nothing, Class::only,        Class::all,
        Class::condition,      Class::pronoun,   Class::deictic, Class::from,        Class::to,
        Class::into,           Class::with,      Class::in,      Class::conjunction, Class::but,
        Class::because,        Class::article,   Class::being,   Class::existence,   Class::file_noun,
        Class::directory_noun, Class::polite,    Class::adverb}) {
    if (token.is(which)) return false;
  }
  return token.entry->verb == language::Verb::none ||
         (token.has(language::Form::base) && !token.has(language::Form::past));
}

/// "the retry limit": the words behind an article, as one thing.
std::vector<Term> things_of(const std::vector<language::Token>& tokens, std::string_view request) {
  std::vector<Term> things;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens[i].is(language::Class::article)) continue;
    std::string words;
    for (std::size_t k = i + 1; k < tokens.size() && is_content(tokens[k]); ++k) {
      if (!words.empty()) words += ' ';
      words += request.substr(tokens[k].span.begin, tokens[k].span.end - tokens[k].span.begin);
    }
    if (!words.empty()) add(things, {.text = std::move(words), .exact = false});
  }
  return things;
}

/// Quotations and names; without any, what stands behind an article; without that, the words that are of no known use.
std::vector<Term> terms_of(std::string_view request, const language::Lexicon& lexicon) {
  constexpr std::size_t longest = 80;
  const language::Reading reading = language::read(request, lexicon);
  std::vector<Term> names;
  std::vector<Term> words;
  for (std::size_t i = 0; i < reading.tokens.size(); ++i) {
    const language::Token& token = reading.tokens[i];
    const std::string_view written = request.substr(token.span.begin, token.span.end - token.span.begin);
    if (written.size() > longest || token.text.find('\n') != std::string::npos) continue;
    const bool quoted = token.kind == language::Token::Kind::quoted && !token.text.empty();
    const bool named = is_word(token) || token.kind == language::Token::Kind::value;
    const bool of_question = i > 0 && reading.tokens[i - 1].is(language::Class::question);  // "how many"
    const bool unsure_path = token.kind == language::Token::Kind::path && !token.certain;
    if (quoted) {
      add(names, {.text = token.text, .exact = true});
    } else if (unsure_path || (named && is_identifier(written))) {
      add(names, {.text = std::string(written), .exact = true});
    } else if (token.entry == nullptr && is_content(token) && !of_question) {
      add(words, {.text = std::string(written), .exact = false});
    }
  }
  if (!names.empty()) return names;
  std::vector<Term> things = things_of(reading.tokens, request);
  return things.empty() ? words : things;
}

/// The words in any letter case, one behind the other or joined as names are ("retry_limit"), as RE2 takes it.
std::string in_any_case(std::string_view words) {
  std::string out = "(?i)";
  for (const char c : words) {
    const bool plain = is_upper(c) || is_lower(c) || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
    if (c == ' ') {
      out += "[ _-]?";
    } else {
      if (!plain) out += '\\';
      out += c;
    }
  }
  return out;
}

}  // namespace

void search(Course& course) {
  const std::vector<Term> terms = terms_of(course.plan.contract().request, course.ports.lexicon);
  std::size_t room = most_lines;
  for (const Term& term : terms) {
    course.ports.observer.step(fmt::format("searching for {}", visible(term.text, false)));
    const auto matches = workspace::search(
        course.ports.root, RelPath(), term.exact ? term.text : in_any_case(term.text),
        term.exact ? workspace::Pattern::literal : workspace::Pattern::regex, {.matches = 200, .line = longest_line});
    if (!matches) {
      course.facts.withheld.push_back(
          fmt::format("no search for {}: {}", visible(term.text, false), describe(matches.error())));
      continue;
    }
    std::set<std::string> files;
    for (const workspace::Match& match : matches->found) {
      files.insert(match.path.text());
      if (room == 0) continue;
      --room;
      course.found_lines +=
          fmt::format("{}:{}: {}\n", visible(match.path.text(), false), match.line, visible(match.text, false));
    }
    course.facts.searched.push_back({.text = term.text,
                                     .lines = matches->found.size() + matches->more,
                                     .files = files.size(),
                                     .complete = matches->complete && matches->more == 0});
  }
}

}  // namespace warrant::turn
