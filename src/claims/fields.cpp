#include "warrant/claims/check.hpp"

#include "acts.hpp"
#include "exempt.hpp"
#include "field_words.hpp"
#include "message.hpp"
#include "results.hpp"
#include "rules.hpp"

#include <algorithm>
#include <array>

namespace warrant::claims {
namespace {

using beside::addends;
using beside::asserted;
using beside::did_in;
using beside::ended;
using beside::labels_request;
using beside::mentions;
using beside::mentions_checks;
using beside::names_which;
using beside::refers_to_other;
using beside::supposed_before;
using beside::version_in;
using beside::word;
using TokenKind = Token::Kind;

bool digit(char c) { return c >= '0' && c <= '9'; }
bool hex(char c) { return digit(c) || (c >= 'a' && c <= 'f'); }

/// A message that states more is a table of other things.
constexpr std::size_t kMostClaims = 2'000;

class Reader {
 public:
  explicit Reader(std::string_view said) : said_(said), message_(read_message(said)) {}

  std::vector<Claim> read() {
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

 private:
  void add(Field field, std::string value, Span span, Span phrase, bool whole = false, std::string noun = {},
           std::string command = {}) {
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

  void read_results_() {
    for (const auto& claim : read_results(message_, said_)) {
      if (on(Rule::sample_blocks) && beside::in_sample(message_, said_, claim.span)) continue;
      switch (claim.figure) {
        case Figure::green:
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
            case Topic::lint: add(Field::lint, "true", claim.span, claim.phrase, false, {}, claim.command); break;
            case Topic::typecheck:
              add(Field::typecheck, "true", claim.span, claim.phrase, false, {}, claim.command);
              break;
          }
          if (!claims_.empty() && claims_.back().value_span == claim.span && on(Rule::hosted_checks)) {
            const auto& s = message_.sentences[claim.sentence];
            const auto local = std::ranges::find_if(
                s.tokens, [](const Token& t) { return one_of(t.text, {"local", "locally", "lokal"}); });
            // "All checks pass (which confirms that the local errors were …)": behind a bracket it is of something
            // else.
            const auto bracket = std::ranges::find_if(s.tokens, [](const Token& t) { return t.mark("("); });
            claims_.back().checks = mentions_checks(s) && (local == s.tokens.end() || bracket < local);
          }
          break;
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
        case Figure::exit: {
          if (contrasted(claim.sentence, claim.span)) break;
          add(Field::exit_code, std::to_string(claim.value), claim.span, claim.phrase);
          if (claims_.empty() || !(claims_.back().value_span == claim.span)) break;
          claims_.back().weak = (claim.value != 0 && !ended(message_.sentences[claim.sentence])) ||
                                beside::tells_of_status(message_.sentences[claim.sentence], claim.span);
          claims_.back().command = command_before(message_.sentences[claim.sentence], claim.span);
          break;
        }
      }
    }
  }

  /// "`tool doctor`: 6 passed, 0 failed" counts what that command checks, which need not be tests.
  void mark_count(const ResultClaim& count) {
    if (claims_.empty() || !(claims_.back().value_span == count.span)) return;
    auto& claim = claims_.back();
    claim.foreign = count.foreign;
    claim.bare = count.bare;
    const auto& s = message_.sentences[count.sentence];
    const auto command = command_before(s, count.span);
    claim.weak = on(Rule::counts_of_others) && beside::counts_for_other(s, command);
  }

  /// "with exit 0 instead of 1", "exits 0 on no errors" tell how a program is
  /// meant to behave.
  [[nodiscard]] bool contrasted(std::size_t sentence, Span value) const {
    const auto& s = message_.sentences[sentence];
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      if (word(s, i) == "instead" && word(s, i + 1) == "of") return true;
      if (s.tokens[i].span.begin <= value.begin && value.end <= s.tokens[i].span.end &&
          (one_of(word(s, i + 1), {"if", "when", "unless"}) ||
           (word(s, i + 1) == "on" &&
            !one_of(word(s, i + 2), {"all", "the", "both", "main", "my", "this", "our", "every", "each", "ci", "linux",
                                     "macos", "windows", ""}))))
        return true;
    }
    return false;
  }

  /// "the full test suite passes"; "the full `parser` suite" is a part.
  [[nodiscard]] bool names_full_suite(Span phrase) const {
    const std::string text = fold(phrase.of(said_));
    for (const std::string_view all : {"full ", "entire ", "whole ", "complete ", "gesamte ", "komplette "}) {
      for (auto at = text.find(all); at != std::string::npos; at = text.find(all, at + 1)) {
        const auto rest = std::string_view(text).substr(at + all.size());
        if (rest.starts_with("test") || rest.starts_with("suite") || rest.starts_with("unit")) return true;
      }
    }
    return false;
  }
  /// "CI: all green", "all pipeline checks pass", with no word of tests.
  void mark_hosted(Span span) {
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

  void mark_full() {
    for (auto& each : claims_) each.full = each.full || each.field == Field::suite_green;
  }
  /// "All 133 pass", "all redaction tests pass": a figure or a word beside it says which tests are meant.
  void mark_counted() {
    const bool owns_up = on(Rule::owned_failures) && std::ranges::any_of(message_.sentences, beside::owns_up);
    for (auto& each : claims_) {
      if (each.field != Field::suite_green && each.field != Field::tests_passed) continue;
      each.owns_up = owns_up;
      each.named_part = on(Rule::owned_failures) && beside::names_part(fold(each.phrase.of(said_)));
    }
    for (auto& green : claims_) {
      if (green.field != Field::suite_green) continue;
      green.counted =
          names_which(fold(green.phrase.of(said_))) || std::ranges::any_of(claims_, [&](const Claim& count) {
            return count.field == Field::tests_passed && green.phrase.contains(count.value_span);
          });
    }
  }
  [[nodiscard]] bool message_names_tests() const {
    return std::ranges::any_of(message_.sentences, [](const Sentence& s) {
      return mentions(s, {0, s.tokens.size()},
                      {"test", "tests", "suite", "pytest", "jest", "vitest", "ctest", "specs"});
    });
  }

  /// "All tests pass" and "42 tests pass" say that none fails, unless a number
  /// of failures is stated.
  void imply_no_failures() {
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

  /// "61 of 62 tests pass".
  [[nodiscard]] bool counts_more(const Claim& passed) const {
    return std::ranges::any_of(claims_, [&](const Claim& c) {
      return c.field == Field::tests_total && (c.value.size() > passed.value.size() ||
                                               (c.value.size() == passed.value.size() && c.value > passed.value));
    });
  }
  /// "61 tests pass; the upload test still fails".
  [[nodiscard]] bool names_a_failure(const Claim& passed) const {
    return std::ranges::any_of(message_.sentences, [&](const Sentence& s) {
      return s.span.contains(passed.value_span) && mentions(s, {0, s.tokens.size()}, {"fails", "failing"});
    });
  }

  /// The last version of a statement that speaks of a release: "bumped
  /// from 1.0.0 to 1.1.0".
  void read_versions(const Sentence& s) {
    std::optional<std::size_t> last;
    Span place{0, 0};
    std::string value;
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      const auto& t = s.tokens[i];
      if (t.kind != TokenKind::word && t.kind != TokenKind::number && t.kind != TokenKind::code &&
          t.kind != TokenKind::path)
        continue;
      // Code of several words: the last one that is a version.
      const auto blank = t.text.rfind(' ');
      const bool several = t.kind == TokenKind::code && blank != std::string::npos;
      const std::string own = several ? t.text.substr(blank + 1) : t.text;
      const auto found = version_in(own);
      // What is cut short, or what an arrow leads away from, is not the version that is stated.
      if (!found || own.ends_with("..") || own.ends_with("\xe2\x80\xa6")) continue;
      if (i + 1 < s.tokens.size() && s.tokens[i + 1].mark("arrow")) continue;
      // The version of a tool or of something that is merely used.
      if (i > 0 &&
          one_of(word(s, i - 1), {"python", "node",   "npm",  "rust",   "go",    "java", "gcc",   "cmake",    "docker",
                                  "ubuntu", "debian", "pnpm", "yarn",   "ruby",  "php",  "using", "requires", "with",
                                  "on",     "pytest", "jest", "vitest", "react", "from", "than",  "use",      "uses",
                                  "for",    ">",      "=",    "<",      "~",     "^",    "cargo", "rustc"}))
        continue;
      const auto segment = segment_of(s, i);
      const Segment wide{segment.begin > 8 ? segment.begin - 8 : 0, segment.end};
      const bool speaks =
          mentions(s, wide, {"released",    "release",  "tagged",  "tag",       "bumped",   "bumping",
                             "bump",        "deployed", "shipped", "published", "version",  "upgraded",
                             "updated",     "out",      "pushed",  "releasing", "releases", "veröffentlicht",
                             "freigegeben", "live",     "upgrade"});
      if (!speaks || !asserted(s, i) || beside::of_tool(s, i)) continue;
      last = i;
      const bool code = t.kind == TokenKind::code;
      const auto inside = said_.substr(0, t.span.end).rfind(std::string_view(own).substr(found->begin, found->size()));
      place = code && inside != std::string_view::npos && inside >= t.span.begin
                  ? Span{inside, inside + found->size()}
                  : Span{t.span.begin + found->begin, t.span.begin + found->end};
      value = fold(own.substr(found->begin, found->size()));
    }
    if (!last) return;
    const bool known =
        std::ranges::any_of(claims_, [&](const Claim& c) { return c.field == Field::version && c.value == value; });
    add(Field::version, std::move(value), place, s.span);
    // Who says "version" or "tag" speaks of a version; only these words say
    // that one was made.
    if (!known)
      claims_.back().weak = !mentions(s, {0, s.tokens.size()},
                                      {"released", "tagged", "bumped", "deployed", "shipped", "published", "upgraded",
                                       "updated", "pushed", "out", "live", "veröffentlicht", "freigegeben"});
  }

  void read_urls(const Sentence& s) {
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      const auto& t = s.tokens[i];
      if (t.kind != TokenKind::url) continue;
      const auto segment = segment_of(s, i);
      const std::string low = fold(t.text);
      const bool pull =
          (low.find("/pull/") != std::string::npos || low.find("/merge_requests/") != std::string::npos) &&
          low.find('#') == std::string::npos && !low.ends_with("/new") && low.find("/pull/new/") == std::string::npos;
      if (pull) {
        const bool state = mentions(s, {0, s.tokens.size()}, {"still", "already", "existing", "unreleased"});
        if (on(Rule::read_requests) && labels_request(s, i) && !state && asserted(s, i)) {
          const auto before = claims_.size();
          add(Field::pr_url, t.text, t.span, s.span);
          if (claims_.size() > before) claims_.back().weak = !opens_request();
          continue;
        }
        if (!state && asserted(s, i) &&
            mentions(
                s, {0, s.tokens.size()},
                {"opened", "created", "open", "up", "pushed", "raised", "submitted", "updated", "merged", "here's"}))
          add(Field::pr_url, t.text, t.span, s.span);
        continue;
      }
      const Segment wide{segment.begin > 10 ? segment.begin - 10 : 0, segment.end};
      if (low.find("localhost") != std::string::npos || low.find("127.0.0.1") != std::string::npos) continue;
      if (low.find("github.com") != std::string::npos && !mentions(s, wide, {"live"})) continue;
      if (mentions(s, wide,
                   {"deployed", "live", "deploy", "deployment", "online", "hosted", "production", "deploys",
                    "ausgerollt", "bereitgestellt"}) &&
          asserted(s, i) && !supposed_before(s, segment.begin) &&
          (names_place(s, i) || mentions(s, wide, {"deployed", "live", "ausgerollt", "bereitgestellt", "deploys"}))) {
        add(Field::deploy_url, t.text, t.span, s.span);
      }
    }
  }

  /// "Deployment: https://…", "online at https://…"; a noun beside an address ("the [production app](https://…) is
  /// slow") tells of no deployment.
  static bool names_place(const Sentence& s, std::size_t url) {
    if (url == 0) return true;
    const auto& before = s.tokens[url - 1];
    return before.mark(":") || before.mark("arrow") || before.mark("dash") || before.mark("|") ||
           one_of(word(s, url - 1), {"at", "to", "on", "is", "auf", "unter", "under", "via", "url", "address"});
  }

  /// Whether the message says that a request was opened now.
  [[nodiscard]] bool opens_request() const {
    return std::ranges::any_of(message_.sentences, [](const Sentence& s) {
      const Segment all{0, s.tokens.size()};
      return mentions(s, all, {"opened", "created", "raised", "submitted"}) &&
             mentions(s, all, {"pr", "pull", "request", "mr"});
    });
  }

  void read_coverage(const Sentence& s) {
    for (std::size_t i = 0; i + 1 < s.tokens.size(); ++i) {
      if (s.tokens[i].kind != TokenKind::number || !s.tokens[i + 1].mark("%")) continue;
      // "Test coverage: 95%": the label stands before the colon.
      auto near = segment_of(s, i);
      const bool label = near.begin > 0 && near.begin <= 3 && s.tokens[near.begin - 1].mark(":") &&
                         (near.begin == 2 || one_of(word(s, 0), {"test", "code", "total", "line", "overall"})) &&
                         !(i + 2 < s.tokens.size() && s.tokens[i + 2].mark("arrow"));
      if (label) near.begin = 0;
      if (!mentions(s, near, {"coverage", "covered", "abdeckung", "testabdeckung"}) || !asserted(s, i)) continue;
      if (i > 0 && one_of(word(s, i - 1), {"from", "least", "over", "above", "under", "below", ">", "<", "~", "about",
                                           "around", "von", "by"}))
        continue;
      const auto before = claims_.size();
      add(Field::coverage, s.tokens[i].text, s.tokens[i].span, s.span, false, fold(s.span.of(said_)));
      // "Tags: 7% coverage in the old vault" covers notes, where nothing speaks of tests or code.
      if (claims_.size() > before)
        claims_.back().weak = mentions(s, {0, s.tokens.size()},
                                       {"tags", "tagging", "notes", "documents", "docs", "vault", "translation",
                                        "translations", "data", "records", "map", "population", "insurance"}) &&
                              !message_names_tests();
      if (claims_.size() > before && mentions(s, {0, s.tokens.size()}, {"bot", "codecov", "comment", "commented"}))
        claims_.back().weak = true;
    }
  }

  void read_commits(const Sentence& s) {
    const Segment all{0, s.tokens.size()};
    // "Commit successful", "commit created".
    for (std::size_t i = 0; i + 1 < s.tokens.size() && on(Rule::read_commit_labels); ++i) {
      if (word(s, i) == "commit" && one_of(word(s, i + 1), {"successful", "succeeded", "created", "made"}) &&
          asserted(s, i) && (i == 0 || one_of(word(s, i - 1), {"the", "and", "the", "was"})))
        add(Field::commit, "true", {s.tokens[i].span.begin, s.tokens[i + 1].span.end}, s.span);
    }
    const bool speaks =
        mentions(s, all, {"commit", "committed", "commits", "sha", "hash", "pushed", "committet", "head"});
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      const auto& t = s.tokens[i];
      if (t.kind != TokenKind::word && t.kind != TokenKind::code && t.kind != TokenKind::number) continue;
      std::string low = fold(t.text);
      // "Commit: `1a2b3c4 Say what is missing`"
      if (t.kind == TokenKind::code && speaks) low = low.substr(0, low.find(' '));
      if (!speaks && !did_in(s, i)) continue;
      if (low.size() < 7 || low.size() > 40 || !std::ranges::all_of(low, hex)) continue;
      if (std::ranges::none_of(low, digit) || (low.size() > 9 && std::ranges::all_of(low, digit))) continue;
      if (!asserted(s, i)) continue;
      if (on(Rule::other_commits) && refers_to_other(s, i)) continue;
      // "the changes made in the commit 0fdc07f" speaks of one that is known.
      if (i > 2 && word(s, i - 1) == "commit" && word(s, i - 2) == "the" && word(s, i - 3) == "in") continue;
      const auto begin = t.kind == TokenKind::code ? said_.find(t.text, t.span.begin) : t.span.begin;
      const auto before = claims_.size();
      add(Field::commit, low, {begin, begin + low.size()}, s.span);
      if (claims_.size() > before)
        claims_.back().made =
            !mentions(s, all, {"you", "your", "user", "agent", "they", "someone", "upstream"}) &&
            (mentions(s, all, {"committed", "committet"}) ||
             (one_of(word(s, 0), {"commit", "commits"}) && s.tokens.size() > 1 && s.tokens[1].mark(":")));
    }
  }

  void read_statuses(const Sentence& s) {
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      const auto value = number_of(s.tokens[i]);
      if (!value || *value < 100 || *value > 599 || s.tokens[i].kind != TokenKind::number ||
          s.tokens[i].text.size() != 3)
        continue;
      const auto before = i > 0 ? word(s, i - 1) : std::string_view{};
      const bool named =
          one_of(before, {"http", "status"}) || (before == "code" && i > 1 && word(s, i - 2) == "status") ||
          // "curl returns 200"
          (one_of(before, {"returns", "returned", "responded", "got"}) &&
           (i + 1 >= s.tokens.size() || s.tokens[i + 1].kind == TokenKind::mark) &&
           mentions(s, {0, i}, {"curl", "request", "endpoint", "health", "server", "get", "post", "url"})) ||
          (word(s, i + 1) == "ok" && one_of(before, {"returns", "returned", "a", "with", "responds", "got", "got"}));
      if (!named || !asserted(s, i)) continue;
      if (!mentions(s, {0, i},
                    {"returned", "responded", "got",     "responds", "answered", "is",       "was",    "gives",
                     "gave",     "received",  "returns", "answers",  "replies",  "replied",  "serves", "yields",
                     "shows",    "showed",    "came",    "comes",    "liefert",  "antwortet"}))
        continue;
      const auto before_it = claims_.size();
      add(Field::http_status, std::to_string(*value), s.tokens[i].span, s.span);
      // What a program returns may be how it is meant to behave.
      if (claims_.size() > before_it)
        claims_.back().weak =
            mentions(s, {0, i}, {"returns", "return", "answers", "replies", "serves", "yields", "sends"});
    }
  }

  /// `GO_TEST_EXIT=0` and `… exited 137 …` inside backticks are values all the
  /// same.
  void read_code_exits(const Sentence& s) {
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      const auto& t = s.tokens[i];
      if (t.kind != TokenKind::code) continue;
      const std::string low = fold(t.text);
      std::size_t at = low.find("exit=");
      std::size_t skip = 5;
      if (at == std::string::npos) {
        at = low.find("exited ");
        skip = 7;
      }
      if (at == std::string::npos && low.starts_with("exit ") && low.size() <= 8) {
        at = 0;
        skip = 5;
      }
      if (at == std::string::npos) continue;
      std::size_t end = at + skip;
      while (end < low.size() && digit(low[end])) ++end;
      if (end == at + skip || end > at + skip + 3 || !asserted(s, i)) continue;
      const auto inside = said_.find(t.text, t.span.begin);
      if (inside == std::string_view::npos) continue;
      add(Field::exit_code, low.substr(at + skip, end - at - skip), {inside + at + skip, inside + end}, s.span);
    }
  }

  /// "imported 120 rows": a number and its noun behind a verb of doing.
  void read_counted(const Sentence& s) {
    for (std::size_t i = 1; i + 1 < s.tokens.size(); ++i) {
      if (!one_of(word(s, i - 1), {"imported", "inserted", "processed", "migrated", "exported", "loaded", "indexed",
                                   "wrote", "synced", "ingested", "converted", "uploaded", "downloaded", "deleted",
                                   "matched", "returned", "importiert", "verarbeitet"}))
        continue;
      const auto value = number_of(s.tokens[i]);
      if (!value || s.tokens[i].kind != TokenKind::number) continue;
      const auto noun = word(s, i + 1);
      if (s.tokens[i + 1].kind != TokenKind::word ||
          one_of(noun, {"files", "file", "tests", "test", "lines", "of", "and", "to", "in", "times", "new", "seconds"}))
        continue;
      if (asserted(s, i))
        add(Field::count_of, std::to_string(*value), s.tokens[i].span, s.span, false, std::string(noun));
    }
  }

  /// "`grep -c x a.py` returned 1": the command whose status a value is.
  static std::string command_before(const Sentence& s, Span value) {
    std::string command;
    for (const auto& t : s.tokens) {
      if (t.span.end <= value.begin && t.kind == TokenKind::code && t.text.find('(') == std::string::npos)
        command = t.text;
    }
    return command;
  }

  void add_pushed(const Sentence& s, std::size_t at, Span phrase) {
    if (on(Rule::told_pushes) && beside::tells_of_push(s, at)) return;
    const auto before = claims_.size();
    add(Field::pushed, "true", s.tokens[at].span, phrase, false, fold(s.span.of(said_)));
    if (claims_.size() == before) return;
    claims_.back().state =
        at > 0 && one_of(word(s, at - 1), {"is", "are", "already", "ist", "sind", "bereits", "all", "fully"});
  }

  void read_acts_() {
    const std::vector<Act> acts = read_acts(message_);
    for (const auto& act : acts) {
      const auto& s = message_.sentences[act.sentence];
      const Span verb = s.tokens[act.at].span;
      if (act.deed == Deed::release && one_of(act.verb, {"pushed", "gepusht"})) add_pushed(s, act.at, act.span);
      // "was committed as-is" tells of somebody's commit.
      const bool told =
          (act.at > 0 && word(s, act.at - 1) == "already") ||
          one_of(word(s, act.at + 1), {"as-is", "upstream", "already", "earlier", "phrase", "state", "value",
                                       "transaction", "offset", "copy", "data", "text", "input", "query"});
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

  std::string_view said_;
  Message message_;
  std::vector<Claim> claims_;
};

}  // namespace

std::vector<Claim> read_claims(std::string_view said) {
  // What an agent's host writes in the agent's place: "API Error: 529 …".
  constexpr std::size_t longest_note = 600;  // bytes
  const auto start = said.find_first_not_of(" \n");
  if (start != std::string_view::npos && said.substr(start).starts_with("API Error: ") && said.size() < longest_note)
    return {};
  return Reader(said).read();
}

}  // namespace warrant::claims
