#include "results.hpp"

#include "acts.hpp"
#include "listed_checks.hpp"
#include "result_reader.hpp"
#include "rules.hpp"

#include <algorithm>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

}  // namespace

void ResultReader::read() {
  if (on(Rule::read_exit)) read_exit();
  read_counts();
  if (on(Rule::read_green)) read_green();
  if (on(Rule::read_bare_green)) read_bare_green();
}

std::string_view ResultReader::word(std::size_t i) const {
  if (i >= s_.tokens.size()) return {};
  return s_.tokens[i].kind == Kind::quoted || s_.tokens[i].kind == Kind::code ? std::string_view{}
                                                                              : std::string_view(s_.tokens[i].text);
}

bool ResultReader::asserted(std::size_t at) const {
  // "That's what gets compiled"
  if (at > 0 && one_of(word(at - 1), {"gets", "get", "getting"})) return false;
  const auto segment = segment_of(s_, at);
  bool person = false;
  for (std::size_t i = segment.begin; i < at; ++i) person = person || one_of(word(i), {"i", "we", "i've", "we've"});
  return exemption_at(s_, {at, Nature::result, person}) == Exemption::none && !disclosed(segment) && !below_sample();
}

bool ResultReader::disclosed(Segment segment) const {
  for (std::size_t i = segment.begin; on(Exemption::disclosure) && i < segment.end; ++i) {
    if (one_of(word(i), {"untested", "unverified", "ungetestet", "unbestätigt"})) return true;
  }
  return false;
}

Segment ResultReader::wide(std::size_t at) const {
  // A table row or a line with a tick is one statement.
  if (s_.line == LineKind::json) return {0, s_.tokens.size()};
  const auto own = segment_of(s_, at);
  if (s_.line != LineKind::row) return own;
  // Of a row of a table, the cell before and the cell behind.
  std::size_t begin = own.begin;
  for (int cells = 0; begin > 0 && cells < 2; --begin) cells += s_.tokens[begin - 1].mark("|") ? 1 : 0;
  std::size_t end = own.end;
  for (int cells = 0; end < s_.tokens.size() && cells < 2; ++end) cells += s_.tokens[end].mark("|") ? 1 : 0;
  return {begin, end};
}

void ResultReader::add(Topic topic, Figure figure, std::int64_t value, bool whole, Span span, std::size_t at) {
  const auto segment = wide(at);
  into_.push_back({topic,
                   figure,
                   value,
                   bare_,
                   whole,
                   span,
                   {s_.tokens[segment.begin].span.begin, s_.tokens[segment.end - 1].span.end},
                   index_});
}

bool ResultReader::about_tests(Segment segment) const {
  for (std::size_t i = segment.begin; i < segment.end; ++i) {
    if (names_tests(word(i))) return true;
  }
  return false;
}

bool ResultReader::asserted_none(std::size_t i) const {
  return exemption_at(s_, {i, Nature::result, false}) == Exemption::none && !below_sample();
}

bool ResultReader::whole(Segment segment, std::size_t) const {
  for (std::size_t i = segment.begin; i < segment.end; ++i) {
    if (one_of(word(i), {"all", "every", "full", "entire", "whole", "alle", "sämtliche", "everything"})) return true;
  }
  return false;
}

/// "✓ Updated the rules ✓ Added a command ✓ Error case tests": the ticks of a list of deeds tick off work, so that one
/// beside tests says that they were written. A bare "✓ Tests" among them is still a result.
static bool ticks_off_work(const Message& message, const Sentence& sentence) {
  if (!sentence.ticked || sentence.tokens.size() > 6) return false;
  const bool bare = std::ranges::all_of(sentence.tokens, [](const Token& t) {
    return t.kind != Token::Kind::word || names_tests(t.text) ||
           one_of(t.text, {"all", "the", "unit", "integration", "full", "existing", "backend", "frontend", "end-to-end",
                           "typescript", "python", "regression", "smoke", "build", "lint", "types"});
  });
  if (bare) return false;
  std::size_t ticked = 0;
  std::size_t deeds = 0;
  for (const auto& each : message.sentences) {
    if (!each.ticked) continue;
    ++ticked;
    const auto first = std::ranges::find(each.tokens, Token::Kind::word, &Token::kind);
    if (first != each.tokens.end() && first->text.size() > 4 && first->text.ends_with("ed")) ++deeds;
  }
  return ticked > 3 && deeds * 2 >= ticked;
}

static std::vector<ResultClaim> read_results(const Sentence& sentence, std::size_t index, bool ticks_are_work) {
  std::vector<ResultClaim> claims;
  ResultReader(sentence, index, ticks_are_work, claims).read();
  if (on(Rule::read_listed_checks)) read_listed_checks(sentence, index, claims);
  return claims;
}

std::vector<ResultClaim> read_results(const Message& message, std::string_view said) {
  std::vector<ResultClaim> claims;
  for (std::size_t i = 0; i < message.sentences.size(); ++i) {
    if (taken_back(message, i)) continue;
    auto own = read_results(message.sentences[i], i, ticks_off_work(message, message.sentences[i]));
    if (own.empty() && on(Rule::read_check_lists)) read_verified_item(message.sentences[i], i, own);
    if (own.empty() && on(Rule::foreign_counts)) read_foreign_counts(message.sentences[i], said, i, own);
    for (auto& claim : own) claims.push_back(claim);
  }
  if (on(Rule::read_columns)) read_columns(message, claims);
  return claims;
}

}  // namespace warrant::claims
