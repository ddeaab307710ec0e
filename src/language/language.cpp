#include <warrant/base/toml.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/language/language.hpp>

#include <algorithm>
#include <cctype>

namespace warrant::language {
namespace {

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

Status read_words(const Toml& toml, std::string_view name, std::string_view key,
                  std::set<std::string, std::less<>>& out) {
  const Json* value = toml.root.find(key);
  if (value == nullptr || value->array() == nullptr)
    return fail(Code::malformed, "needs a list of words under " + std::string(key), std::string(name));
  for (const Json& word : *value->array()) {
    if (word.string() == nullptr) return fail(Code::malformed, "a word must be a string", std::string(name));
    out.insert(*word.string());
  }
  return {};
}

std::vector<Span> words_of(std::string_view text, Span within) {
  std::vector<Span> words;
  std::size_t at = within.begin;
  while (at < within.end) {
    while (at < within.end && !is_letter(text[at])) ++at;
    const std::size_t begin = at;
    while (at < within.end && (is_letter(text[at]) || text[at] == '\'')) ++at;
    if (at > begin) words.push_back({begin, at});
  }
  return words;
}

Clause read_clause(std::string_view text, Span span, const Lexicon& lexicon) {
  Clause clause{span, Mood::statement, false, {span.begin, span.begin}, {}};
  bool leading = true;
  bool doubtful = false;
  std::size_t from = span.begin;
  while (from < span.end && is_space(text[from])) ++from;
  const bool place = fold_case(text.substr(from, std::min<std::size_t>(3, span.end - from))) == "in ";
  const std::size_t comma = text.substr(0, span.end).find(", ", from);
  const std::size_t order = place && comma != std::string_view::npos ? comma : span.begin;
  for (const Span word : words_of(text, span)) {
    const std::string folded = fold_case(word.of(text));
    if (lexicon.deny.contains(folded)) clause.negated = true;
    if (lexicon.doubt.contains(folded)) doubtful = true;
    if (!leading || word.begin < order || lexicon.polite.contains(folded)) continue;
    leading = false;
    if (lexicon.ask.contains(folded)) clause.mood = Mood::question;
    const auto verb = lexicon.verbs.find(folded);
    if (verb == lexicon.verbs.end()) continue;
    clause.mood = Mood::imperative;
    clause.verb = word;
    clause.operation = verb->second;
  }
  if (text.substr(span.begin, span.size()).find('?') != std::string_view::npos) clause.mood = Mood::question;
  if (doubtful && clause.mood != Mood::question) clause.mood = Mood::condition;
  return clause;
}

bool is_path(std::string_view token) {
  if (token.size() < 2 || token.size() > 4096) return false;
  if (token.find("://") != std::string_view::npos || token.find('@') != std::string_view::npos) return false;
  if (token.find_first_of("()<>|*\n") != std::string_view::npos) return false;
  if (!std::ranges::any_of(token, is_letter) || token == "e.g" || token == "i.e") return false;
  if (token.front() == 'v' && token.find_first_not_of("0123456789.", 1) == std::string_view::npos) return false;
  if (token.starts_with("www.")) return false;
  if (token.find('/') != std::string_view::npos) return true;
  const std::size_t dot = token.rfind('.');
  return dot != std::string_view::npos && dot + 1 < token.size() && is_letter(token[dot + 1]);
}

}  // namespace

Result<Lexicon> parse_lexicon(std::string_view text, std::string_view name) {
  WARRANT_TRY(toml, parse_toml(text, name));
  Lexicon lexicon;
  WARRANT_CHECK(read_words(toml, name, "polite", lexicon.polite));
  WARRANT_CHECK(read_words(toml, name, "ask", lexicon.ask));
  WARRANT_CHECK(read_words(toml, name, "doubt", lexicon.doubt));
  WARRANT_CHECK(read_words(toml, name, "deny", lexicon.deny));
  const Json* verbs = toml.root.find("verbs");
  if (verbs == nullptr || verbs->object() == nullptr) return fail(Code::malformed, "needs [verbs]", std::string(name));
  for (const auto& [verb, operation] : *verbs->object()) {
    if (operation.string() == nullptr)
      return fail(Code::malformed, "a verb maps to a string", toml.where(name, "/verbs/" + verb));
    lexicon.verbs.emplace(verb, *operation.string());
  }
  return lexicon;
}

std::string mask_quoted(std::string_view text) {
  std::string masked(text);
  char open = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool after_letter = at > 0 && is_letter(text[at - 1]);
    if (open != 0) {
      if (c == open) open = 0;
      masked[at] = ' ';
    } else if (c == '"' || c == '`' || (c == '\'' && !after_letter)) {
      open = c;
      masked[at] = ' ';
    }
  }
  return masked;
}

std::vector<Clause> cut_clauses(std::string_view masked, const Lexicon& lexicon) {
  std::vector<Clause> clauses;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= masked.size(); ++at) {
    const bool stop = at == masked.size() || masked[at] == ';' || masked[at] == '\n' ||
                      ((masked[at] == '.' || masked[at] == '?' || masked[at] == '!') &&
                       (at + 1 == masked.size() || is_space(masked[at + 1])));
    if (!stop) continue;
    const std::size_t end = std::min(at + 1, masked.size());
    if (std::any_of(masked.begin() + static_cast<std::ptrdiff_t>(begin),
                    masked.begin() + static_cast<std::ptrdiff_t>(end), is_letter))
      clauses.push_back(read_clause(masked, {begin, end}, lexicon));
    begin = end;
  }
  return clauses;
}

std::vector<Mention> find_mentions(std::string_view text) {
  std::vector<Mention> mentions;
  std::size_t at = 0;
  while (at < text.size()) {
    while (at < text.size() && (is_space(text[at]) || text[at] == '(')) ++at;
    if (at == text.size()) break;
    std::size_t begin = at;
    std::size_t end = 0;
    const char quote = text[at];
    if (quote == '"' || quote == '\'' || quote == '`') {
      end = std::min(text.find(quote, ++begin), text.size());
      at = std::min(end + 1, text.size());
    } else {
      while (at < text.size() && !is_space(text[at])) ++at;
      end = at;
      while (end > begin && std::string_view(".,;:!?)").find(text[end - 1]) != std::string_view::npos) --end;
    }
    const std::string_view token = text.substr(begin, end - begin);
    if (is_path(token)) mentions.push_back({std::string(token), {begin, end}});
  }
  return mentions;
}

}  // namespace warrant::language
