#include "warrant/claims/check.hpp"

#include <warrant/evidence/plain.hpp>

#include <algorithm>
#include <array>
#include <cctype>

namespace warrant::claims {
namespace {

using evidence::Number;
using evidence::number_at;

bool digit(char c) { return c >= '0' && c <= '9'; }
bool alpha(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80; }

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return out;
}

void blank(std::string& text, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < std::min(end, text.size()); ++i) {
    if (text[i] != '\n') text[i] = ' ';
  }
}

/// Code blocks and block quotes become blanks, and so does inline code that is more than a value.
/// Emphasis marks become blanks. Offsets stay.
std::string without_quotations(std::string_view said) {
  std::string text(said);
  bool fenced = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    auto line = std::string_view(text).substr(begin, end - begin);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    const bool fence = line.starts_with("```") || line.starts_with("~~~");
    if (fence) fenced = !fenced;
    if (fence || fenced || line.starts_with(">") || line.starts_with("$ ")) blank(text, begin, end);
    begin = end + 1;
  }
  for (std::size_t at = text.find('`'); at != std::string::npos;) {
    const std::size_t close = text.find_first_of("`\n", at + 1);
    if (close == std::string::npos) break;
    if (text[close] == '`') {
      if (std::string_view(text).substr(at, close - at).contains(' ')) blank(text, at, close);
      text[close] = ' ';
    }
    text[at] = ' ';
    at = text.find('`', close);
  }
  for (std::size_t at = text.find('"'); at != std::string::npos;) {
    const std::size_t close = text.find_first_of("\"\n", at + 1);
    if (close == std::string::npos) break;
    if (text[close] == '"') blank(text, at, close + 1);
    at = text.find('"', close + 1);
  }
  std::ranges::replace(text, '*', ' ');
  return text;
}

struct Word {
  std::string_view text;
  std::size_t begin;
};

std::vector<Word> words_of(std::string_view clause) {
  std::vector<Word> words;
  for (std::size_t i = 0; i < clause.size();) {
    if (!alpha(clause[i]) && !digit(clause[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < clause.size() && (alpha(clause[end]) || digit(clause[end]) || clause[end] == '\'')) ++end;
    words.push_back({clause.substr(i, end - i), i});
    i = end;
  }
  return words;
}

bool has_phrase(std::string_view text, std::string_view phrase) {
  for (std::size_t at = text.find(phrase); at != std::string_view::npos; at = text.find(phrase, at + 1)) {
    const std::size_t end = at + phrase.size();
    if ((at == 0 || !alpha(text[at - 1])) && (end == text.size() || !alpha(text[end]))) return true;
  }
  return false;
}

struct Marker {
  std::string_view phrase;
  Exemption exemption;
};

constexpr auto kMarkers = std::to_array<Marker>({
    {"haven't", Exemption::negation},
    {"hasn't", Exemption::negation},
    {"didn't pass", Exemption::negation},
    {"don't pass", Exemption::negation},
    {"doesn't pass", Exemption::negation},
    {"do not pass", Exemption::negation},
    {"not all", Exemption::negation},
    {"never", Exemption::negation},
    {"couldn't", Exemption::negation},
    {"can't", Exemption::negation},
    {"cannot", Exemption::negation},
    {"not yet", Exemption::negation},
    {"not pass", Exemption::negation},
    {"not passing", Exemption::negation},
    {"isn't", Exemption::negation},
    {"aren't", Exemption::negation},
    {"not deployed", Exemption::negation},
    {"not released", Exemption::negation},
    {"without running", Exemption::negation},
    {"should", Exemption::hedge},
    {"probably", Exemption::hedge},
    {"might", Exemption::hedge},
    {"may", Exemption::hedge},
    {"i believe", Exemption::hedge},
    {"i think", Exemption::hedge},
    {"likely", Exemption::hedge},
    {"presumably", Exemption::hedge},
    {"hopefully", Exemption::hedge},
    {"i assume", Exemption::hedge},
    {"will", Exemption::future},
    {"i'll", Exemption::future},
    {"we'll", Exemption::future},
    {"going to", Exemption::future},
    {"next i", Exemption::future},
    {"let me", Exemption::future},
    {"plan to", Exemption::future},
    {"if", Exemption::condition},
    {"once", Exemption::condition},
    {"would", Exemption::condition},
    {"unless", Exemption::condition},
    {"until", Exemption::condition},
    {"done when", Exemption::goal},
    {"goal", Exemption::goal},
    {"acceptance", Exemption::goal},
    {"[ ]", Exemption::goal},
    {"must", Exemption::goal},
    {"make sure", Exemption::goal},
    {"ensure", Exemption::goal},
    {"asserts", Exemption::goal},
    {"please", Exemption::instruction},
    {"you can", Exemption::instruction},
    {"to make", Exemption::purpose},
    {"so that", Exemption::purpose},
    {"to get", Exemption::purpose},
    {"expect", Exemption::expectation},
    {"expected", Exemption::expectation},
    {"previously", Exemption::earlier},
    {"yesterday", Exemption::earlier},
    {"earlier", Exemption::earlier},
    {"last week", Exemption::earlier},
    {"on main", Exemption::earlier},
    {"before my", Exemption::earlier},
    {"old run", Exemption::earlier},
    {"were failing", Exemption::earlier},
    {"was failing", Exemption::earlier},
    {"ci reports", Exemption::other_speaker},
    {"you said", Exemption::other_speaker},
    {"readme", Exemption::other_speaker},
    {"claims that", Exemption::other_speaker},
    {"according to", Exemption::other_speaker},
    {"untested", Exemption::disclosure},
    {"unverified", Exemption::disclosure},
});

bool one_of(std::string_view word, std::initializer_list<std::string_view> set) {
  return std::ranges::find(set, word) != set.end();
}

bool names_tests(std::string_view word) {
  return one_of(word, {"test", "tests", "spec", "specs", "example", "examples", "cases"});
}
bool says_pass(std::string_view word) { return one_of(word, {"pass", "passed", "passing", "passes"}); }
bool says_fail(std::string_view word) { return one_of(word, {"fail", "failed", "failing", "failure", "failures"}); }

/// One clause, its folded text and where it begins in what was said.
struct Clause {
  std::string_view text;
  std::size_t begin;
};

class Reader {
 public:
  void read(const Clause& clause, bool question) {
    clause_ = clause;
    words_ = words_of(clause.text);
    if (exemption_of(clause.text, question) != Exemption::none) return;
    read_counts();
    read_suite();
    read_exit();
    read_version();
    read_url();
  }

  std::vector<Claim> take() { return std::move(claims_); }

 private:
  void add(Field field, std::string value, Span in_clause) {
    if (std::ranges::find(claims_, field, &Claim::field) != claims_.end()) return;
    claims_.push_back({.field = field,
                       .value = std::move(value),
                       .value_span = {clause_.begin + in_clause.begin, clause_.begin + in_clause.end},
                       .phrase = {clause_.begin, clause_.begin + clause_.text.size()}});
  }

  [[nodiscard]] bool mentions(std::initializer_list<std::string_view> set) const {
    return std::ranges::any_of(words_, [&](const Word& word) { return one_of(word.text, set); });
  }

  /// "42 tests pass", "312 passed", "24/24 pass", "0 failures", "no failures".
  void read_counts() {
    std::size_t from = 0;
    while (const auto number = number_at(clause_.text, from)) {
      from = number->span.end;
      const auto rest = clause_.text.substr(number->span.end);
      if (rest.starts_with("/") || rest.starts_with("%")) continue;
      const char left = number->span.begin == 0 ? ' ' : clause_.text[number->span.begin - 1];
      if (left == '#' || left == '$' || left == '-') continue;
      const auto first = std::ranges::find_if(words_, [&](const Word& w) { return w.begin >= number->span.end; });
      bool tests_named = false;
      int gap = 0;
      for (auto word = first; word != words_.end() && gap < 6; ++word, ++gap) {
        const auto between = clause_.text.substr(number->span.end, word->begin - number->span.end);
        if (between.find_first_of(",;:|(") != std::string_view::npos || digit(word->text.front())) break;
        tests_named = tests_named || names_tests(word->text);
        if (!says_pass(word->text) && !says_fail(word->text)) continue;
        if (gap > 1 && !tests_named) break;
        add(says_pass(word->text) ? Field::tests_passed : Field::tests_failed, std::to_string(number->value),
            number->span);
        break;
      }
    }
    for (const std::string_view none : {"no failures", "nothing failed", "no tests failed", "no test failures"}) {
      const auto at = clause_.text.find(none);
      if (at != std::string_view::npos) add(Field::tests_failed, "0", {at, at + none.size()});
    }
  }

  /// "all 42 tests pass", "the full suite is green", "everything's green".
  void read_suite() {
    std::size_t all = words_.size();
    std::size_t subject = words_.size();
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const auto word = words_[i].text;
      if (one_of(word, {"only", "except", "most", "some", "focused", "of"})) {
        if (word != "of" || (i > 0 && digit(words_[i - 1].text.front()))) return;
      }
      if (one_of(word, {"all", "every", "full", "entire", "everything", "everything's", "whole"})) all = i;
      if (names_tests(word) || word == "suite") subject = i;
      const bool verdict = says_pass(word) || one_of(word, {"green", "pass"});
      if (!verdict || all == words_.size()) continue;
      const bool about_tests = subject != words_.size() || word == "green";
      if (!about_tests || i - all > 9) continue;
      const Span span{words_[all].begin, words_[i].begin + word.size()};
      add(Field::suite_green, "true", span);
      // Who says that all pass says that none fails.
      add(Field::tests_failed, "0", span);
      return;
    }
  }

  /// "exits 0", "exited with code 1", "exit code: 2", "go_test_exit=0".
  void read_exit() {
    for (std::size_t at = clause_.text.find("exit"); at != std::string_view::npos;
         at = clause_.text.find("exit", at + 4)) {
      std::size_t i = at + 4;
      if (clause_.text.substr(i).starts_with("ed")) i += 2;
      if (clause_.text.substr(i).starts_with("ing")) i += 3;
      if (clause_.text.substr(i).starts_with("s")) i += 1;
      for (const std::string_view part : {" with", " code", " status", " of", ":", "=", " ", " ", " "}) {
        if (clause_.text.substr(i).starts_with(part)) i += part.size();
      }
      const auto number = number_at(clause_.text, i);
      if (number && number->span.begin == i) add(Field::exit_code, std::to_string(number->value), number->span);
    }
  }

  /// The last version of a clause that speaks of a release: "bumped from 1.0.0 to 1.1.0".
  void read_version() {
    if (!mentions({"released", "release", "tagged", "tag", "bumped", "bumping", "bump", "deployed", "shipped",
                   "published", "version", "upgraded", "updated", "out"})) {
      return;
    }
    std::optional<Span> last;
    for (std::size_t i = 0; i < clause_.text.size();) {
      if (!digit(clause_.text[i])) {
        ++i;
        continue;
      }
      std::size_t end = i;
      int dots = 0;
      while (end < clause_.text.size() &&
             (digit(clause_.text[end]) ||
              (clause_.text[end] == '.' && end + 1 < clause_.text.size() && digit(clause_.text[end + 1])))) {
        dots += clause_.text[end] == '.' ? 1 : 0;
        ++end;
      }
      const char left = i == 0 ? ' ' : clause_.text[i - 1];
      const bool own_word =
          left == ' ' || left == '(' || left == '\n' || (left == 'v' && (i == 1 || !alpha(clause_.text[i - 2])));
      if (dots == 2 && own_word) {
        if (end + 1 < clause_.text.size() && clause_.text[end] == '-' && alpha(clause_.text[end + 1])) {
          ++end;
          while (end < clause_.text.size() &&
                 (alpha(clause_.text[end]) || digit(clause_.text[end]) ||
                  (clause_.text[end] == '.' && end + 1 < clause_.text.size() && digit(clause_.text[end + 1])))) {
            ++end;
          }
        }
        last = Span{i, end};
      }
      i = std::max(end, i + 1);
    }
    if (last) add(Field::version, std::string(last->of(clause_.text)), *last);
  }

  void read_url() {
    if (!mentions({"deployed", "live", "deploy", "deployment", "online"})) return;
    const auto at = clause_.text.find("http");
    if (at == std::string_view::npos) return;
    const auto rest = clause_.text.substr(at);
    if (!rest.starts_with("https://") && !rest.starts_with("http://")) return;
    std::size_t end = std::min(rest.find_first_of(" \t\n\"'<>`)]}|"), rest.size());
    while (end > 0 && std::string_view(".,;:!?").contains(rest[end - 1])) --end;
    add(Field::deploy_url, std::string(rest.substr(0, end)), {at, at + end});
  }

  Clause clause_{};
  std::vector<Word> words_;
  std::vector<Claim> claims_;
};

/// Whether a clause ends at `i`. A full stop inside a version or an address does not end one.
bool ends_clause(std::string_view text, std::size_t i) {
  const char c = text[i];
  if (c == '\n' || c == ';' || c == '?' || c == '!') {
    return c == '\n' || i + 1 == text.size() || text[i + 1] == ' ' || text[i + 1] == '\n';
  }
  if (c == '.') return i + 1 == text.size() || text[i + 1] == ' ' || text[i + 1] == '\n';
  return text.substr(i).starts_with(" but ") || text.substr(i).starts_with(" — ");
}

}  // namespace

Exemption exemption_of(std::string_view clause, bool is_question) {
  if (is_question) return Exemption::question;
  const std::string text = lower(clause);
  for (const auto& marker : kMarkers) {
    if (has_phrase(text, marker.phrase)) return marker.exemption;
  }
  auto start = std::string_view(text);
  start.remove_prefix(std::min(start.find_first_not_of(" -"), start.size()));
  for (const std::string_view verb : {"run ", "check ", "verify that ", "confirm that "}) {
    if (start.starts_with(verb)) return Exemption::instruction;
  }
  return Exemption::none;
}

std::vector<Claim> read_claims(std::string_view said) {
  const std::string text = lower(without_quotations(said));
  Reader reader;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && !ends_clause(text, i)) continue;
    std::size_t from = begin;
    while (from < i && (text[from] == ' ' || text[from] == '\n')) ++from;
    if (from < i) {
      reader.read({std::string_view(text).substr(from, i - from), from}, i < text.size() && text[i] == '?');
    }
    begin = i + 1;
  }
  auto claims = reader.take();
  // An address keeps its case: folding served the search only and did not move a byte.
  for (auto& claim : claims) {
    if (claim.field == Field::deploy_url) claim.value = std::string(claim.value_span.of(said));
  }
  return claims;
}

}  // namespace warrant::claims
