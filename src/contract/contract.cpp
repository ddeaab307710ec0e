#include "warrant/contract/contract.hpp"

#include "derive.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>
#include <initializer_list>
#include <iterator>

namespace warrant::contract {
namespace {

Type type_of(std::string_view operation) {
  if (operation == "replace" || operation == "set" || operation == "append") return Type::edit;
  if (operation == "create") return Type::create;
  if (operation == "rename" || operation == "move" || operation == "delete") return Type::organize;
  if (operation == "run") return Type::run;
  if (operation == "list") return Type::list;
  if (operation == "explain") return Type::explain;
  return Type::unknown;
}
bool changes(Type type) { return type == Type::edit || type == Type::create || type == Type::organize; }

/// Text that could carry somebody else's words past the masking.
bool could_be_pasted(std::string_view request) {
  return std::ranges::any_of(request, [](char c) { return static_cast<unsigned char>(c) >= 0x80 || c == '\n'; }) ||
         request.find_first_of("<>:") != std::string_view::npos;
}

struct Token {
  Span span;
  bool quoted;
  std::string word;  ///< folded, without quotes and final punctuation
};

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] == ' ' || text[at] == '\t') {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    const char quote = text[at];
    const bool quoted = quote == '"' || quote == '\'' || quote == '`';
    if (quoted) {
      at = std::min(text.find(quote, at + 1), text.size() - 1) + 1;
      // What sticks to the closing quote is not part of any known shape.
      const std::size_t stop = std::min(text.find(' ', at), text.size());
      const std::string_view rest = text.substr(at, stop - at);
      if (rest.find_first_not_of(".,!") == std::string_view::npos) at = stop;
    } else {
      at = std::min(text.find_first_of(" \t", at), text.size());
    }
    std::string_view word = text.substr(begin, at - begin);
    while (word.size() > 1 && (word.back() == '.' || word.back() == ',' || word.back() == '!')) word.remove_suffix(1);
    if (quoted && word.size() > 1) word = word.substr(1, word.size() - 2);
    tokens.push_back({{begin, at}, quoted, fold_case(word)});
  }
  return tokens;
}

/// Turns the tokens into one line of a pattern: P a path, Q a quoted text, N a value that is no
/// plain word, w any other word, and the words that shapes are made of as they are.
std::string shape_of(std::string_view request, const std::vector<language::Mention>& mentions, Span verb) {
  static constexpr std::string_view kept[] = {"from", "to", "with", "in"};
  static constexpr std::string_view dropped[] = {"please", "kindly", "the", "a", "an", "new", "empty", "file"};
  std::string shape;
  for (const Token& token : tokens_of(request)) {
    const auto inside = [&](const language::Mention& mention) { return token.span.contains(mention.span); };
    if (std::ranges::find(dropped, token.word) != std::end(dropped) && !token.quoted && token.span.of(request) != "A")
      continue;
    if (!shape.empty()) shape += ' ';
    if (token.span.contains(verb) && !verb.empty())
      shape += token.word;
    else if (std::ranges::any_of(mentions, inside))
      shape += 'P';
    else if (token.quoted)
      shape += 'Q';
    else if (std::ranges::find(kept, token.word) != std::end(kept))
      shape += token.word;
    else
      shape += token.word.find_first_of("0123456789_=") != std::string::npos ? 'N' : 'w';
  }
  return shape;
}

/// Only these sentences, from the first word to the last, authorise a change: a word beyond them
/// may take the order back ("delete a.py from the list you show").
bool is_plain_order(std::string_view shape, std::string_view verb, std::string_view operation) {
  if (!shape.starts_with("P ") && !shape.starts_with("in P ") && !shape.starts_with(verb)) return false;
  std::string text(shape);
  if (text.starts_with("in P ")) text = text.substr(5) + " in P";
  if (!text.starts_with(std::string(verb) + ' ')) return false;
  const std::string rest = text.substr(verb.size() + 1);
  const auto any_of = [&](std::initializer_list<std::string_view> shapes) {
    return std::ranges::find(shapes, rest) != shapes.end();
  };
  if (operation == "delete" || operation == "create") return rest == "P";
  if (operation == "rename" || operation == "move") return rest == "P to P";
  if (operation == "append") return any_of({"Q to P"});
  if (operation == "set") return any_of({"w to N in P", "N to N in P", "w to Q in P", "N to Q in P"});
  if (operation == "replace")
    return any_of({"w from N to N in P", "N from N to N in P", "w from Q to Q in P", "N from Q to Q in P",
                   "N to N in P", "Q to Q in P", "N with N in P", "Q with Q in P"});
  return false;
}

}  // namespace

Contract resolve(std::string_view request, const DiskFacts& disk, const language::Lexicon& lexicon,
                 const std::vector<Settlement>&) {
  const auto clauses = language::cut_clauses(language::mask_quoted(request), lexicon);
  Contract result{.request = std::string(request),
                  .type = Type::unknown,
                  .requested = false,
                  .allowed = false,
                  .only_targets = false,
                  .verification = Verification::none,
                  .targets = {},
                  .operations = {},
                  .expectations = {},
                  .obligation = Obligation::answer,
                  .evidence = Grounds::none,
                  .posture = Posture::agent,
                  .phase = Phase::inspect,
                  .reason = {"unsure", {}, ""},
                  .unsure = true,
                  .question = "What should be done, and in which file?"};
  if (clauses.size() == 1) {
    const language::Clause& clause = clauses.front();
    if (clause.mood == language::Mood::question) result.type = Type::question;
    if (clause.mood == language::Mood::imperative) result.type = type_of(clause.operation);
    if (result.type != Type::unknown) {
      const bool question = result.type == Type::question;
      result.reason = {question ? "question" : "imperative." + clause.operation,
                       {clause.span},
                       std::string(clause.span.of(request))};
    }
    result.requested = changes(result.type);
    result.unsure = result.type == Type::unknown || clause.negated;
  }
  const auto mentions = language::find_mentions(request);
  const bool banned = std::ranges::any_of(clauses, [](const auto& clause) { return clause.negated; });
  result.allowed = result.requested && !banned && !could_be_pasted(request) &&
                   is_plain_order(shape_of(request, mentions, clauses.front().verb),
                                  fold_case(clauses.front().verb.of(request)), clauses.front().operation);
  if (result.requested && !result.allowed) result.unsure = true;
  for (const auto& mention : mentions) {
    Role role = Role::must_read;
    if (banned) role = Role::forbidden;
    if (result.allowed)
      role = result.type == Type::create || !result.targets.empty() ? Role::output : Role::must_change;
    result.targets.push_back({mention.path, role, disk.kind(mention.path) != DiskFacts::Kind::absent, mention.span});
    if (result.allowed && role == Role::must_change) result.operations.emplace_back(Edit{mention.path, ""});
  }
  derive(result);
  return result;
}

}  // namespace warrant::contract
