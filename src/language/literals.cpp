// Texts that a request holds without marks around them: what stands behind a colon, or below a question about it.
#include "tokens.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>
#include <span>

namespace warrant::language {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

bool ends_sentence(const Token& token) {
  return token.is_mark('.') || token.is_mark('!') || token.is_mark('?') || token.is_mark(';') || token.is_mark('\n');
}

/// How far a text behind a colon belongs to it.
enum class Reach : std::uint8_t { none, line, paragraph, text };

/// "the error:", but not "background of the whole page:", which speaks of the background.
bool names_a_source(std::span<const Token> before) {
  const std::size_t from = before.size() - std::min<std::size_t>(before.size(), 3);
  for (std::size_t at = from; at < before.size(); ++at) {
    if (!before[at].is(Class::source_noun) && !before[at].is(Class::exhibit)) continue;
    std::size_t k = at;
    while (k > 0 && (before[k - 1].is(Class::article) || before[k - 1].is(Class::all))) --k;
    const bool part = k > 1 && before[k - 1].is(Class::in) && before[k - 2].kind == Token::Kind::word &&
                      before[k - 2].entry == nullptr;
    if (!part) return true;
  }
  return false;
}

/// "… apply(float x)", but not "a.ts(14,7)": what stands behind a colon there is a type.
bool closes_a_signature(std::string_view before) {
  constexpr std::size_t kLongest = 300;
  before = before.substr(before.size() - std::min(before.size(), kLongest));
  if (!before.ends_with(')')) return false;
  const std::size_t open = before.rfind('(');
  if (open == std::string_view::npos) return false;
  const std::string_view inner = before.substr(open + 1, before.size() - open - 2);
  return inner.empty() || inner.find_first_not_of("0123456789, ") != std::string_view::npos;
}

/// What the words before a colon make of the words behind it.
Reach reach_of(std::span<const Token> before) {
  if (before.empty()) return Reach::none;
  const auto any = [&](auto&& test) { return std::ranges::any_of(before, test); };
  const bool report = any([](const Token& token) { return token.is(Class::report); });
  const bool human = any([](const Token& token) { return token.is(Class::human_source) || token.is(Class::third); });
  if (report) return human ? Reach::text : Reach::paragraph;
  const auto tail = before.last(std::min<std::size_t>(before.size(), 3));
  // "Rephrase politely: …": a text to work on, unless a file is spoken of.
  if (any([](const Token& token) { return token.is(Class::rewords) && token.has(Form::base); }) &&
      !any([](const Token& token) { return token.kind == Token::Kind::path || token.is(Class::file_noun); }) &&
      !any([](const Token& token) { return token.is(Class::list_noun) && !token.is(Class::rewords); }))
    return Reach::text;
  const bool list = std::ranges::any_of(tail, [](const Token& token) { return token.is(Class::list_noun); });
  bool asks = false;
  for (std::size_t at = 0; at < before.size(); ++at)  // but "all what is in a.rs: …"
    asks = asks || (before[at].is(Class::question) && (at == 0 || !before[at - 1].is(Class::all)));
  const bool reading = asks || any([](const Token& token) { return sort_of(token.order()) == Sort::tell; });
  bool writing = false;
  for (std::size_t at = 0; at < before.size(); ++at) {
    const Verb verb = before[at].order();
    const bool noun = at > 0 && (before[at - 1].is(Class::article) || before[at - 1].is(Class::defect));
    writing = writing ||
              (!noun && (verb == Verb::add || verb == Verb::write || verb == Verb::create || verb == Verb::replace));
  }
  const bool changing = any([](const Token& token) { return changes_something(token.order()); });
  if (before.size() == 1 && before.front().is(Class::label)) return Reach::none;
  // "Have a look at a.js: the delay is wrong. Repair it.": what is the matter with the file
  const bool looks = any([](const Token& token) {
    return token.text.ends_with("look at") || token.text == "check" || token.text == "look into" || token.text == "see";
  });
  if (reading && !changing && looks && before.back().kind == Token::Kind::path) return Reach::none;
  if (reading && !changing) return human ? Reach::text : Reach::paragraph;
  const bool told = any([](const Token& token) { return token.is(Class::list_noun); });
  const bool holds = std::ranges::any_of(tail, [](const Token& token) { return token.is(Class::with); });
  if (list && writing && holds) return Reach::paragraph;
  if (list) return Reach::none;
  if (!told && any([](const Token& token) { return token.text == "following" || token.text == "below"; }))
    return Reach::paragraph;
  const bool source = names_a_source(before);
  const bool content = std::ranges::any_of(tail, [](const Token& token) { return token.is(Class::content_noun); });
  if (source) return human && !changing ? Reach::text : Reach::paragraph;
  if (content && (changing || before.size() <= 4)) return Reach::paragraph;
  // "Add to notes.txt: buy milk", but not "Save time: …".
  const bool told_where = any([](const Token& token) {
    return token.kind == Token::Kind::path || token.is(Class::file_noun) || token.is(Class::line_noun) ||
           token.is(Class::content_noun) || token.is(Class::pronoun) || token.is(Class::place_end) ||
           token.is(Class::place_start);
  });
  // "One more thing for notes.txt: …"
  const bool more = any([](const Token& token) { return token.is(Class::piece_new); }) &&
                    any([](const Token& token) { return token.is(Class::line_noun); });
  if (more && told_where) return Reach::line;
  const bool scope = any([](const Token& token) { return token.is(Class::only); });
  if (writing && !scope && (told_where || before.size() == 1)) return Reach::line;
  return Reach::none;
}

/// The sentence so far, without the colon at its end; of a long one its end.
std::span<const Token> words_before(const std::vector<Token>& out, std::size_t sentence) {
  constexpr std::size_t kEnough = 60;
  const std::size_t size = out.size() - 1 - sentence;
  return std::span(out).subspan(out.size() - 1 - std::min(size, kEnough), std::min(size, kEnough));
}

/// Whether a text begins as a question that cannot be an order: "what …", "does …", but not "could you …".
bool opens_question(std::string_view text, const Lexicon& lexicon) {
  const std::size_t begin = text.find_first_not_of(" \t\n");
  if (begin == std::string_view::npos) return false;
  text.remove_prefix(begin);
  const std::size_t space = std::min(text.find_first_of(" \t\n,?"), text.size());
  const Entry* first = lexicon.find(fold_word(text.substr(0, space)));
  if (first == nullptr) return false;
  if (first->is(Class::question) || (first->is(Class::auxiliary) && !first->is(Class::cause))) return true;
  if (!first->is(Class::modal)) return false;
  text.remove_prefix(std::min(space + 1, text.size()));
  const Entry* second = lexicon.find(fold_word(text.substr(0, text.find_first_of(" \t\n,?"))));
  return second != nullptr && (second->is(Class::speaker) || second->is(Class::pronoun) || second->is(Class::third));
}

/// "it says: …. Can I ignore that?": the last sentence of the person is a question, which permits nothing.
std::size_t before_last_question(std::string_view text, std::size_t from, std::size_t end, const Lexicon& lexicon) {
  std::size_t last = end;
  while (last > from && (is_blank(text[last - 1]) || text[last - 1] == '\n')) --last;
  if (last == from || text[last - 1] != '?') return end;
  const std::string_view said = text.substr(from, last - from);
  if (opens_question(said, lexicon)) return from;
  std::size_t stop = said.find_last_of(".!\n", said.size() - 1);
  // The dot of "a.ts" ends no sentence.
  while (stop != std::string_view::npos && stop > 0 && said[stop] != '\n' && stop + 1 < said.size() &&
         !is_blank(said[stop + 1]) && said[stop + 1] != '\n')
    stop = said.find_last_of(".!\n", stop - 1);
  if (stop == std::string_view::npos || stop + 1 >= said.size()) return end;
  // "the log says: …. Could you delete it?" may still be the log.
  return opens_question(said.substr(stop + 1), lexicon) ? from + stop + 1 : end;
}

}  // namespace

void take_shown(std::vector<Token>& tokens, std::string_view text) {
  bool shown = false;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const bool noun =
        tokens[i].is(Class::source_noun) || tokens[i].is(Class::file_noun) || tokens[i].is(Class::answer_text);
    const bool this_one = i > 0 && (tokens[i - 1].is(Class::pronoun) || (i > 1 && tokens[i - 2].is(Class::pronoun)));
    shown = shown || (noun && this_one) || tokens[i].is(Class::exhibit);
    if (tokens[i].kind == Token::Kind::block || (tokens[i].is_mark('\n') && tokens[i].span.size() > 1)) return;
    if (!shown || !tokens[i].is_mark('?')) continue;
    const std::size_t begin = text.find_first_not_of(" \t", tokens[i].span.end);
    if (begin == std::string_view::npos || !text.substr(begin).starts_with("\n\n")) continue;
    Token block{.kind = Token::Kind::block,
                .span = {begin, text.size()},
                .text = std::string(text.substr(begin)),
                .entry = nullptr,
                .certain = false,
                .misspelt = false};
    tokens.resize(i + 1);
    tokens.push_back(std::move(block));
    return;
  }
}

std::vector<Token> take_literals(std::vector<Token> tokens, std::string_view text, const Lexicon& lexicon) {
  std::vector<Token> out;
  out.reserve(tokens.size());
  std::size_t sentence = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool colon = tokens[i].is_mark(':');
    if (ends_sentence(tokens[i])) sentence = out.size() + 1;
    out.push_back(std::move(tokens[i]));
    if (!colon || i + 1 >= tokens.size()) continue;
    std::size_t next = i + 1;
    bool pasted = false;
    while (next < tokens.size() && tokens[next].is_mark('\n')) pasted = tokens[next++].span.size() > 1 || pasted;
    // "write an outputs file: src/outputs.tf" names it.
    const bool names = next < tokens.size() && tokens[next].kind == Token::Kind::path && tokens[next].certain;
    // "a method f(): float"
    if (pasted || closes_a_signature(text.substr(0, out.back().span.begin))) continue;
    if (next < tokens.size() && (tokens[next].kind == Token::Kind::quoted || tokens[next].kind == Token::Kind::block))
      continue;
    const Reach reach = reach_of(words_before(out, sentence));
    if (reach == Reach::none || (reach == Reach::line && names)) continue;
    // "README.md, section Usage: mention that …"
    const auto before = words_before(out, sentence);
    const bool headed = reach == Reach::paragraph && next < tokens.size() && changes_something(tokens[next].order()) &&
                        !before.empty() && before.front().kind == Token::Kind::path &&
                        std::ranges::none_of(
                            before,
                            [](const Token& token) {
                              return token.is(Class::source_noun) || token.is(Class::report) ||
                                     token.is(Class::exhibit) || token.order() != Verb::none || token.is(Class::with);
                            });
    if (headed) continue;
    std::size_t from = out.back().span.end;
    while (from < text.size() && (is_blank(text[from]) || text[from] == '\n')) ++from;
    std::size_t end = text.size();
    if (reach == Reach::line) end = std::min(text.find('\n', from), end);
    if (reach == Reach::paragraph) end = std::min(text.find("\n\n", from), end);
    end = before_last_question(text, from, end, lexicon);
    if (from >= end) continue;
    out.push_back({.kind = Token::Kind::block,
                   .span = {from, end},
                   .text = std::string(text.substr(from, end - from)),
                   .entry = nullptr,
                   .certain = false,
                   .misspelt = false});
    while (i + 1 < tokens.size() && tokens[i + 1].span.begin < end) ++i;
    out.push_back({.kind = Token::Kind::mark,
                   .span = {end, end},
                   .text = "\n",
                   .entry = nullptr,
                   .certain = false,
                   .misspelt = false});
    sentence = out.size();
  }
  return out;
}

}  // namespace warrant::language
