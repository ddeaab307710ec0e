#include "exempt.hpp"
#include "field_reader.hpp"
#include "field_words.hpp"
#include "rules.hpp"

#include <warrant/evidence/command.hpp>

#include <algorithm>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;
using beside::addends;
using beside::ended;
using beside::mentions;
using beside::mentions_checks;
using beside::names_which;
using beside::word;

/// A message that states more is a table of other things.
constexpr std::size_t kMostClaims = 2'000;

}  // namespace

std::vector<Claim> FieldReader::read() {
  read_results_();
  for (std::size_t i = 0; i < message_.sentences.size(); ++i) {
    const auto& s = message_.sentences[i];
    if (taken_back(message_, i)) continue;
    if (on(Rule::read_versions)) read_versions(s);
    if (on(Rule::read_urls)) read_urls(s);
    if (on(Rule::read_coverage)) read_coverage(s);
    if (on(Rule::read_commits)) read_commits(s);
    if (on(Rule::read_statuses)) read_statuses(s);
    if (on(Rule::read_code_exits)) read_code_exits(s);
    if (on(Rule::read_counted)) read_counted(s);
  }
  read_acts_();
  mark_counted();
  if (on(Rule::imply_no_failures)) imply_no_failures();
  std::ranges::stable_sort(claims_, {}, [](const Claim& c) { return c.value_span.begin; });
  return std::move(claims_);
}

void FieldReader::add(Field field, std::string value, Span span, Span phrase, bool whole, std::string noun,
                      std::string command) {
  const bool known = std::ranges::any_of(claims_, [&](const Claim& c) {
    return c.field == field && c.value == value && c.noun == noun && c.command == command;
  });
  if (!known && claims_.size() < kMostClaims)
    claims_.push_back({.field = field,
                       .value = std::move(value),
                       .value_span = span,
                       .phrase = phrase,
                       .whole = whole,
                       .implied = false,
                       .command = std::move(command),
                       .noun = std::move(noun)});
}

void FieldReader::read_results_() {
  for (const auto& claim : read_results(message_, said_)) {
    if (on(Rule::sample_blocks) && beside::in_sample(message_, said_, claim.span)) continue;
    switch (claim.figure) {
      case Figure::green: add_green(claim); break;
      case Figure::passed:
        add(Field::tests_passed, std::to_string(claim.value), claim.span, claim.phrase, claim.whole);
        if (on(Rule::sums_of_parts) && !claims_.empty() && claims_.back().value_span == claim.span)
          claims_.back().parts = addends(message_.sentences[claim.sentence], claim);
        mark_count(claim);
        break;
      case Figure::failed:
        add(Field::tests_failed, std::to_string(claim.value), claim.span, claim.phrase, claim.whole);
        mark_count(claim);
        break;
      case Figure::total:
        add(Field::tests_total, std::to_string(claim.value), claim.span, claim.phrase);
        mark_count(claim);
        break;
      case Figure::skipped: add(Field::tests_skipped, std::to_string(claim.value), claim.span, claim.phrase); break;
      case Figure::exit: add_exit(claim); break;
    }
  }
}

void FieldReader::add_green(const ResultClaim& claim) {
  switch (claim.topic) {
    case Topic::tests:
      add(Field::suite_green, "true", claim.span, claim.phrase, claim.whole,
          fold(message_.sentences[claim.sentence].span.of(said_)), claim.command);
      if (!claims_.empty()) claims_.back().foreign = claim.foreign;
      if (!claims_.empty()) claims_.back().bare = claims_.back().bare || (claim.bare && !message_names_tests());
      if (on(Rule::hosted_checks)) mark_hosted(claim.span);
      if (names_full_suite(claim.phrase)) mark_full();
      break;
    case Topic::build:
      add(Field::build, "true", claim.span, claim.phrase, false, fold(claim.span.of(said_)), claim.command);
      if (!claims_.empty() && claims_.back().value_span == claim.span)
        claims_.back().named_part = beside::names_package(message_.sentences[claim.sentence], claim.span);
      break;
    case Topic::lint:
      add(Field::lint, "true", claim.span, claim.phrase, false, fold(claim.phrase.of(said_)), claim.command);
      break;
    case Topic::typecheck: add(Field::typecheck, "true", claim.span, claim.phrase, false, {}, claim.command); break;
  }
  if (!claims_.empty() && claims_.back().value_span == claim.span && on(Rule::hosted_checks)) {
    const auto& s = message_.sentences[claim.sentence];
    const auto local =
        std::ranges::find_if(s.tokens, [](const Token& t) { return one_of(t.text, {"local", "locally", "lokal"}); });
    // "All checks pass (which confirms that the local errors were …)": behind a bracket it is of something
    // else.
    const auto bracket = std::ranges::find_if(s.tokens, [](const Token& t) { return t.mark("("); });
    claims_.back().checks = mentions_checks(s) && (local == s.tokens.end() || bracket < local);
  }
}

void FieldReader::add_exit(const ResultClaim& claim) {
  if (contrasted(claim.sentence, claim.span)) return;
  add(Field::exit_code, std::to_string(claim.value), claim.span, claim.phrase, false,
      fold(message_.sentences[claim.sentence].span.of(said_)));
  if (claims_.empty() || !(claims_.back().value_span == claim.span)) return;
  const auto& s = message_.sentences[claim.sentence];
  const bool present = mentions(s, {0, s.tokens.size()}, {"exits"}) && !mentions(s, {0, s.tokens.size()}, {"exited"});
  claims_.back().weak = (claim.value != 0 && (present || !ended(s))) || beside::tells_of_status(s, claim.span);
  claims_.back().command = command_before(s, claim.span);
}

void FieldReader::mark_count(const ResultClaim& count) {
  if (claims_.empty() || !(claims_.back().value_span == count.span)) return;
  auto& claim = claims_.back();
  claim.foreign = count.foreign;
  claim.bare = count.bare;
  const auto& s = message_.sentences[count.sentence];
  const auto command = command_before(s, count.span);
  claim.weak = on(Rule::counts_of_others) &&
               (beside::counts_for_other(s, command) ||
                (claim.field == Field::tests_failed && claim.value != "0" && beside::counts_of_part(s, count.span)));
}

bool FieldReader::contrasted(std::size_t sentence, Span value) const {
  const auto& s = message_.sentences[sentence];
  for (std::size_t i = 0; i < s.tokens.size(); ++i) {
    if (word(s, i) == "instead" && word(s, i + 1) == "of") return true;
    if (s.tokens[i].span.begin <= value.begin && value.end <= s.tokens[i].span.end &&
        (one_of(word(s, i + 1), {"if", "when", "unless"}) ||
         (word(s, i + 1) == "on" && !one_of(word(s, i + 2), {"all", "the", "both", "main", "my", "this", "our", "every",
                                                             "each", "ci", "linux", "macos", "windows", ""}))))
      return true;
  }
  return false;
}

bool FieldReader::names_full_suite(Span phrase) const {
  const std::string text = fold(phrase.of(said_));
  for (const std::string_view all : {"full ", "entire ", "whole ", "complete ", "gesamte ", "komplette "}) {
    for (auto at = text.find(all); at != std::string::npos; at = text.find(all, at + 1)) {
      const auto rest = std::string_view(text).substr(at + all.size());
      if (rest.starts_with("test") || rest.starts_with("suite") || rest.starts_with("unit")) return true;
    }
  }
  return false;
}

void FieldReader::mark_hosted(Span span) {
  auto& claim = claims_.back();
  if (claim.field != Field::suite_green || !(claim.value_span == span)) return;
  for (const auto& s : message_.sentences) {
    if (!s.span.contains(span)) continue;
    bool hosted = false;
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      if (!span.contains(s.tokens[i].span)) continue;
      hosted = hosted || one_of(word(s, i), {"ci", "pipeline", "github"}) ||
               (one_of(word(s, i), {"pr", "hosted", "remote"}) && mentions_checks(s));
      if (one_of(word(s, i), {"test", "tests", "suite", "suites", "specs", "pytest", "jest", "vitest"})) return;
    }
    claim.hosted = hosted;
  }
}

void FieldReader::mark_full() {
  for (auto& each : claims_) each.full = each.full || each.field == Field::suite_green;
}

void FieldReader::mark_counted() {
  const bool owns_up = on(Rule::owned_failures) && std::ranges::any_of(message_.sentences, beside::owns_up);
  const bool copy = on(Rule::owned_failures) && std::ranges::any_of(message_.sentences, beside::owns_up_to_copy);
  for (auto& each : claims_) {
    if (each.field == Field::build) each.owns_up = copy;
    if (each.field != Field::suite_green && each.field != Field::tests_passed) continue;
    each.owns_up = owns_up;
    each.named_part = on(Rule::owned_failures) && beside::names_part(fold(each.phrase.of(said_)));
  }
  for (auto& green : claims_) {
    if (green.field != Field::suite_green) continue;
    green.counted = names_which(fold(green.phrase.of(said_))) || std::ranges::any_of(claims_, [&](const Claim& count) {
                      return count.field == Field::tests_passed && green.phrase.contains(count.value_span);
                    });
  }
}

bool FieldReader::message_names_tests() const {
  return std::ranges::any_of(message_.sentences, [](const Sentence& s) {
    return mentions(s, {0, s.tokens.size()}, {"test", "tests", "suite", "pytest", "jest", "vitest", "ctest", "specs"});
  });
}

void FieldReader::imply_no_failures() {
  if (std::ranges::any_of(claims_, [](const Claim& c) { return c.field == Field::tests_failed; })) return;
  for (const auto& each : claims_) {
    const bool green = each.field == Field::suite_green && !each.hosted && !each.foreign &&
                       (each.command.empty() || !evidence::only_checks(evidence::read_command(each.command)));
    const auto phrase = fold(each.phrase.of(said_));
    const bool present = each.field == Field::tests_passed &&
                         (each.whole || phrase.find("pass ") != std::string::npos || phrase.ends_with("pass") ||
                          phrase.find("passing") != std::string::npos || phrase.find("pass)") != std::string::npos);
    if (!green && !present) continue;
    if (!green && (counts_more(each) || names_a_failure(each))) continue;
    Claim none = each;
    none.field = Field::tests_failed;
    none.value = std::string(1, '0');
    none.implied = true;
    none.command.clear();
    claims_.push_back(std::move(none));
    return;
  }
}

bool FieldReader::counts_more(const Claim& passed) const {
  return std::ranges::any_of(claims_, [&](const Claim& c) {
    return c.field == Field::tests_total &&
           (c.value.size() > passed.value.size() || (c.value.size() == passed.value.size() && c.value > passed.value));
  });
}

bool FieldReader::names_a_failure(const Claim& passed) const {
  return std::ranges::any_of(message_.sentences, [&](const Sentence& s) {
    return s.span.contains(passed.value_span) && mentions(s, {0, s.tokens.size()}, {"fails", "failing"});
  });
}

bool FieldReader::names_place(const Sentence& s, std::size_t url) {
  if (url == 0) return true;
  const auto& before = s.tokens[url - 1];
  return before.mark(":") || before.mark("arrow") || before.mark("dash") || before.mark("|") ||
         one_of(word(s, url - 1), {"at", "to", "on", "is", "auf", "unter", "under", "via", "url", "address"});
}

std::string FieldReader::command_before(const Sentence& s, Span value) {
  std::string command;
  for (const auto& t : s.tokens) {
    if (t.span.end <= value.begin && t.kind == TokenKind::code && t.text.find('(') == std::string::npos)
      command = t.text;
  }
  return command;
}

void FieldReader::add_pushed(const Sentence& s, std::size_t at, Span phrase) {
  if (on(Rule::told_pushes) && beside::tells_of_push(s, at)) return;
  const auto before = claims_.size();
  add(Field::pushed, "true", s.tokens[at].span, phrase, false, fold(s.span.of(said_)));
  if (claims_.size() == before) return;
  claims_.back().state =
      (at > 0 && one_of(word(s, at - 1), {"is", "are", "already", "ist", "sind", "bereits", "all", "fully"})) ||
      (mentions(s, {0, at}, {"all", "everything", "alles"}) && mentions(s, {0, at}, {"been", "are", "is"}));
}

void FieldReader::read_acts_() {
  const std::vector<Act> acts = read_acts(message_);
  for (const auto& act : acts) {
    const auto& s = message_.sentences[act.sentence];
    const Span verb = s.tokens[act.at].span;
    if (act.deed == Deed::release && one_of(act.verb, {"pushed", "gepusht"})) add_pushed(s, act.at, act.span);
    // "was committed as-is" tells of somebody's commit; "committed `a.json` does not name it" says which file.
    const bool told = (act.at > 0 && word(s, act.at - 1) == "already") || beside::says_which_file(s, act.at) ||
                      one_of(word(s, act.at + 1), {"as-is", "upstream", "already", "earlier", "phrase", "state",
                                                   "value", "transaction", "offset", "copy", "data", "text", "input",
                                                   "query", "branch", "diff", "history", "tree", "snapshot"});
    if (act.deed == Deed::release && one_of(act.verb, {"committed", "committet"}) && !told)
      add(Field::commit, "true", verb, act.span,
          mentions(s, segment_of(s, act.at), {"everything", "all", "every", "alles", "alle"}));
    if (act.deed == Deed::save || (act.deed == Deed::release && act.verb == "sent"))
      add(Field::action_done, act.verb, verb, act.span);
    for (std::size_t i = act.window.begin; act.files && act.deed == Deed::change && i < act.window.end; ++i) {
      const bool only = i > 1 && (word(s, i - 1) == "only" || word(s, i - 2) == "only");
      if (number_of(s.tokens[i]) == act.files && !only)
        add(Field::files_changed, std::to_string(*act.files), s.tokens[i].span, act.span);
    }
    if (!act.strict || (act.deed != Deed::create && act.deed != Deed::remove)) continue;
    for (const auto& object : act.objects) {
      if (object.kind != TokenKind::path && object.text.find('.') == std::string::npos) continue;
      if (object.text.find(' ') != std::string::npos || object.text.find('(') != std::string::npos) continue;
      add(act.deed == Deed::create ? Field::file_created : Field::file_deleted, object.text, object.span, act.span);
    }
  }
}

std::vector<Claim> read_claims(std::string_view said) {
  // What an agent's host writes in the agent's place: "API Error: 529 …".
  constexpr std::size_t longest_note = 600;  // bytes
  const auto start = said.find_first_not_of(" \n");
  if (start != std::string_view::npos && said.substr(start).starts_with("API Error: ") && said.size() < longest_note)
    return {};
  return FieldReader(said).read();
}

}  // namespace warrant::claims
