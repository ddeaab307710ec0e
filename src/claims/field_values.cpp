// Versions, addresses, coverage, commits, statuses and counted things, by the words beside them.
#include "exempt.hpp"
#include "field_reader.hpp"
#include "field_words.hpp"
#include "rules.hpp"

#include <algorithm>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;
using beside::asserted;
using beside::did_in;
using beside::labels_request;
using beside::mentions;
using beside::refers_to_other;
using beside::supposed_before;
using beside::version_in;
using beside::word;

bool digit(char c) { return c >= '0' && c <= '9'; }
bool hex(char c) { return digit(c) || (c >= 'a' && c <= 'f'); }

}  // namespace

void FieldReader::read_versions(const Sentence& s) {
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
    const bool speaks = mentions(
        s, wide, {"released", "release",        "tagged",      "tag",      "bumped",  "bumping", "bump",   "deployed",
                  "shipped",  "published",      "version",     "upgraded", "updated", "out",     "pushed", "releasing",
                  "releases", "veröffentlicht", "freigegeben", "live",     "upgrade"});
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

void FieldReader::read_urls(const Sentence& s) {
  for (std::size_t i = 0; i < s.tokens.size(); ++i) {
    const auto& t = s.tokens[i];
    if (t.kind != TokenKind::url) continue;
    const auto segment = segment_of(s, i);
    const std::string low = fold(t.text);
    const bool pull = (low.find("/pull/") != std::string::npos || low.find("/merge_requests/") != std::string::npos) &&
                      low.find('#') == std::string::npos && !low.ends_with("/new") &&
                      low.find("/pull/new/") == std::string::npos;
    if (pull) {
      const bool state = mentions(s, {0, s.tokens.size()}, {"still", "already", "existing", "unreleased"});
      if (on(Rule::read_requests) && labels_request(s, i) && !state && asserted(s, i)) {
        const auto before = claims_.size();
        add(Field::pr_url, t.text, t.span, s.span);
        if (claims_.size() > before) claims_.back().weak = !opens_request();
        continue;
      }
      if (!state && asserted(s, i) &&
          mentions(s, {0, s.tokens.size()},
                   {"opened", "created", "open", "up", "pushed", "raised", "submitted", "updated", "merged", "here's"}))
        add(Field::pr_url, t.text, t.span, s.span);
      continue;
    }
    const Segment wide{segment.begin > 10 ? segment.begin - 10 : 0, segment.end};
    if (low.find("localhost") != std::string::npos || low.find("127.0.0.1") != std::string::npos) continue;
    if (low.find("github.com") != std::string::npos && !mentions(s, wide, {"live"})) continue;
    if (mentions(s, wide,
                 {"deployed", "live", "deploy", "deployment", "online", "hosted", "production", "deploys", "ausgerollt",
                  "bereitgestellt"}) &&
        asserted(s, i) && !supposed_before(s, segment.begin) &&
        (names_place(s, i) || mentions(s, wide, {"deployed", "live", "ausgerollt", "bereitgestellt", "deploys"}))) {
      add(Field::deploy_url, t.text, t.span, s.span);
    }
  }
}

bool FieldReader::opens_request() const {
  return std::ranges::any_of(message_.sentences, [](const Sentence& s) {
    const Segment all{0, s.tokens.size()};
    return mentions(s, all, {"opened", "created", "raised", "submitted"}) &&
           mentions(s, all, {"pr", "pull", "request", "mr"});
  });
}

void FieldReader::read_coverage(const Sentence& s) {
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
    if (claims_.size() == before) continue;
    claims_.back().named_part = beside::covers_part(s, i);
    // "85% device-specific coverage" where no test ran: coverage of something else.
    claims_.back().bare = claims_.back().named_part && !message_names_tests();
  }
}

void FieldReader::read_commits(const Sentence& s) {
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

void FieldReader::read_statuses(const Sentence& s) {
  for (std::size_t i = 0; i < s.tokens.size(); ++i) {
    const auto value = number_of(s.tokens[i]);
    if (!value || *value < 100 || *value > 599 || s.tokens[i].kind != TokenKind::number || s.tokens[i].text.size() != 3)
      continue;
    const auto before = i > 0 ? word(s, i - 1) : std::string_view{};
    const bool named =
        one_of(before, {"http", "status"}) || (before == "code" && i > 1 && word(s, i - 2) == "status") ||
        (word(s, i + 1) == "ok" && one_of(before, {"returns", "returned", "a", "with", "responds", "got", "got"}));
    if (!named || !asserted(s, i)) continue;
    // "an error (like the server's HTTP 401)": an example.
    if (mentions(s, {i > 6 ? i - 6 : 0, i}, {"like", "e.g", "e.g.", "example"})) continue;
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

void FieldReader::read_code_exits(const Sentence& s) {
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
    const auto before = claims_.size();
    add(Field::exit_code, low.substr(at + skip, end - at - skip), {inside + at + skip, inside + end}, s.span);
    if (claims_.size() > before && beside::fails_with(s, i)) claims_.back().weak = true;
  }
}

void FieldReader::read_counted(const Sentence& s) {
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

}  // namespace warrant::claims
