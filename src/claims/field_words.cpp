// What the words beside a value say of it.
#include "field_words.hpp"

#include "acts.hpp"
#include "result_reader.hpp"
#include "rules.hpp"

#include <warrant/evidence/command.hpp>

#include <algorithm>

namespace warrant::claims::beside {
namespace {

using TokenKind = Token::Kind;

bool digit(char c) { return c >= '0' && c <= '9'; }

/// "Final output:", "The run printed:": what a block shows is held out as the result.
bool holds_out(std::string_view intro) {
  for (const std::string_view form : {"shape", "example", "sample", "schema", "format", "looks like", "writes",
                                      "template", "e.g", "would", "payload", "beispiel", "expected", "returns"}) {
    if (intro.find(form) != std::string_view::npos) return false;
  }
  for (std::size_t i = 0; i < intro.size();) {
    std::size_t end = i;
    while (end < intro.size() && ((intro[end] >= 'a' && intro[end] <= 'z') || intro[end] == '_')) ++end;
    if (one_of(intro.substr(i, end - i),
               {"result", "results", "report", "output", "summary", "status", "outcome", "ran", "run", "printed",
                "final", "answer", "ergebnis", "ergebnisse", "ausgabe"}))
      return true;
    i = std::max(end, i + 1);
  }
  return false;
}

/// "a file with `{"passed": 4}` is accepted": JSON in backticks inside a sentence.
bool in_inline_sample(std::string_view said, Span span) {
  const auto line = said.rfind('\n', span.begin);
  const auto begin = line == std::string_view::npos ? 0 : line + 1;
  const auto before = said.substr(begin, span.begin - begin);
  const auto open = before.rfind("`{");
  if (open == std::string_view::npos || before.find("}`", open) != std::string_view::npos) return false;
  return before.substr(0, open).find_first_not_of(" \t-*`") != std::string_view::npos;
}

}  // namespace

/// A version in a token: "1.2.3", "v1.2.3-rc.1"; nothing for other words.
std::optional<Span> version_in(std::string_view text) {
  std::size_t begin = 0;
  if (!text.empty() && (text[0] == 'v' || text[0] == 'V')) begin = 1;
  std::size_t i = begin;
  int dots = 0;
  while (i < text.size() &&
         (digit(text[i]) || (text[i] == '.' && i > begin && i + 1 < text.size() && digit(text[i + 1])))) {
    dots += text[i] == '.' ? 1 : 0;
    ++i;
  }
  if (dots != 2 || i == begin) return std::nullopt;
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) {
    const std::size_t mark = i++;
    while (i < text.size() && (digit(text[i]) || text[i] == '.' || text[i] == '-' ||
                               (text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z')))
      ++i;
    if (i == mark + 1) return std::nullopt;
  }
  if (i != text.size()) return std::nullopt;
  return Span{begin, i};
}

std::string_view word(const Sentence& s, std::size_t i) {
  if (i >= s.tokens.size() || s.tokens[i].kind == TokenKind::quoted) return {};
  return s.tokens[i].text;
}
bool mentions(const Sentence& s, Segment in, std::initializer_list<std::string_view> set) {
  for (std::size_t i = in.begin; i < in.end; ++i) {
    if (one_of(word(s, i), set)) return true;
  }
  return false;
}

bool asserted(const Sentence& s, std::size_t at) {
  return exemption_at(s, {at, Nature::result, false}) == Exemption::none;
}

/// "703 pass (478 API + 225 crypto)", "478 + 225 = 703 pass": the figures beside a sum that make it up.
std::vector<std::string> addends(const Sentence& s, const ResultClaim& sum) {
  const auto at = std::ranges::find_if(s.tokens, [&](const Token& t) { return t.span.contains(sum.span); });
  if (at == s.tokens.end()) return {};
  const auto take = [&](auto first, const auto& last) {
    std::vector<std::string> parts;
    std::int64_t left = sum.value;
    for (; first != last && left > 0; ++first) {
      const auto value = number_of(*first);
      if (first->kind != TokenKind::number || !value || *value <= 0 || *value > left) continue;
      parts.push_back(std::to_string(*value));
      left -= *value;
    }
    if (left != 0 || parts.size() < 2) parts.clear();
    return parts;
  };
  auto behind = take(at + 1, s.tokens.end());
  return behind.empty() ? take(std::make_reverse_iterator(at), s.tokens.rend()) : behind;
}

bool in_sample(const Message& message, std::string_view said, Span span) {
  for (const auto& block : message.blocks) {
    if (!block.inside.contains(span)) continue;
    const bool prose = std::ranges::any_of(message.sentences, [&](const Sentence& s) {
      return s.line != LineKind::json && !block.inside.contains(s.span);
    });
    if (!prose) return false;
    return !block.intro.empty() && !holds_out(block.intro);
  }
  return in_inline_sample(said, span);
}

namespace {

/// Whether one of the words between "all" and "tests" says which, by `tells`.
template <class Tells>
bool any_between(std::string_view phrase, const Tells& tells) {
  const auto all = phrase.find("all ");
  const auto tests = phrase.find(" tests", all == std::string_view::npos ? 0 : all);
  if (all == std::string_view::npos || tests == std::string_view::npos || tests < all + 4) return false;
  auto between = phrase.substr(all + 4, tests - all - 4);
  while (!between.empty()) {
    const auto end = std::min(between.find(' '), between.size());
    if (tells(between.substr(0, end))) return true;
    between.remove_prefix(std::min(end + 1, between.size()));
  }
  return false;
}

bool says_which(std::string_view word) {
  return !one_of(
      word, {"",      "the",       "of", "our", "my",     "your", "existing", "new",  "unit",    "other",   "these",
             "those", "automated", "**", "go",  "python", "rust", "js",       "java", "backend", "frontend"});
}

}  // namespace

bool names_which(std::string_view phrase) { return any_between(phrase, says_which); }

bool names_part(std::string_view phrase) {
  return any_between(phrase, [](std::string_view word) {
    return says_which(word) && word.find_first_not_of("0123456789,.*") != std::string_view::npos;
  });
}

bool tells_of_status(const Sentence& s, Span value) {
  // In a sentence of a language that is not read, what is said of a status is not known.
  const auto foreign = std::ranges::count_if(s.tokens, [](const Token& t) {
    return t.kind == TokenKind::word &&
           std::ranges::any_of(t.text, [](char c) { return static_cast<unsigned char>(c) >= 0xc3; });
  });
  // "Since the process exited with code 0, nothing was raised": a reason, given for how a program behaves.
  if (s.tokens.size() > 3 && one_of(word(s, 0), {"since", "because", "as", "although", "while"}) &&
      one_of(word(s, 1), {"the", "a", "it"}) &&
      one_of(word(s, 2),
             {"process", "program", "cli", "subprocess", "child", "container", "service", "hook", "exited"}))
    return true;
  if (foreign > 2 && !mentions(s, {0, s.tokens.size()}, {"mit", "endete", "beendet", "der", "die", "das"})) return true;
  for (std::size_t i = 0; i < s.tokens.size(); ++i) {
    if (!s.tokens[i].span.contains(value)) continue;
    if (one_of(word(s, i + 1), {"is", "means", "would", "signals", "tells"})) return true;
    const bool arrow = std::any_of(s.tokens.begin(), s.tokens.begin() + static_cast<std::ptrdiff_t>(i),
                                   [](const Token& t) { return t.mark("arrow"); });
    return arrow && s.tokens.front().kind == TokenKind::code;
  }
  return false;
}

bool fails_with(const Sentence& s, std::size_t at) {
  if (at < 2 || word(s, at - 1) != "with") return false;
  return mentions(
      s, {at > 4 ? at - 4 : 0, at - 1},
      {"fail", "fails", "stop", "stops", "abort", "aborts", "quit", "quits", "end", "ends", "bail", "bails"});
}

bool covers_part(const Sentence& s, std::size_t at) {
  const Segment all{0, s.tokens.size()};
  if (mentions(s, all, {"total", "overall", "project", "whole", "entire", "suite-wide", "codebase", "gesamt"}))
    return false;
  // "100% coverage achieved:" and a list, "73–100% coverage".
  if (!s.tokens.empty() && s.tokens.back().mark(":")) return true;
  if (at > 1 && s.tokens[at - 1].mark("dash") && s.tokens[at - 2].kind == TokenKind::number) return true;
  if (mentions(s, all,
               {"layer",   "handler",    "handlers",   "module", "modules",  "class",    "classes",  "component",
                "service", "services",   "file",       "files",  "package",  "packages", "function", "functions",
                "domain",  "controller", "repository", "entity", "entities", "helper",   "helpers"}))
    return true;
  // "85% device-specific coverage"
  if (at + 2 < s.tokens.size() && s.tokens[at + 2].kind == TokenKind::word &&
      !one_of(word(s, at + 2), {"coverage", "test", "code", "line", "branch", "statement", "function", "unit", "of",
                                "covered", "and", "with", "now"}))
    return true;
  return std::ranges::any_of(s.tokens, [](const Token& t) {
    return t.kind == TokenKind::path || (t.kind == TokenKind::code && t.text.find(' ') == std::string::npos);
  });
}

bool of_tool(const Sentence& s, std::size_t at) {
  // "Updated the section from 1.8.0 to 1.9.0": what a text says.
  if (mentions(s, {0, s.tokens.size()},
               {"section", "sections", "page", "pages", "heading", "badge", "docs", "footer", "changelog"}) &&
      !mentions(s, {0, s.tokens.size()}, {"released", "tagged", "deployed", "shipped", "published", "bumped"}))
    return true;
  for (std::size_t i = 1; i < at; ++i) {
    if (word(s, i) == "version" &&
        one_of(word(s, i - 1),
               {"python", "node", "npm", "rust",   "go",     "java",       "gcc",   "cmake",  "docker", "pnpm",
                "yarn",   "ruby", "php", "kotlin", "gradle", "typescript", "swift", "dotnet", "sdk",    "toolchain"}))
      return true;
  }
  return false;
}

bool names_package(const Sentence& s, Span verdict) {
  for (std::size_t i = 0; i + 1 < s.tokens.size() && s.tokens[i].span.begin < verdict.end; ++i) {
    if (s.tokens[i].kind == TokenKind::code &&
        one_of(word(s, i + 1), {"package", "module", "crate", "library", "workspace", "project"}))
      return true;
  }
  return false;
}

bool counts_for_other(const Sentence& s, std::string_view command) {
  if (command.find(' ') == std::string_view::npos || mentions(s, {0, s.tokens.size()}, {"test", "tests", "suite"}))
    return false;
  return command.find("test") == std::string_view::npos &&
         !evidence::read_command(command).does(evidence::Activity::test);
}

bool owns_up_to_copy(const Sentence& s) {
  const Segment all{0, s.tokens.size()};
  return mentions(s, all, {"copy", "copied", "copying"}) &&
         mentions(s, all, {"couldn't", "can't", "cannot", "failed", "fails", "not", "locked", "unable"});
}

bool owns_up(const Sentence& s) {
  const Segment all{0, s.tokens.size()};
  // "I could not fully run `./net`, port binding is blocked here."
  if (mentions(s, all, {"could", "couldn't", "cannot", "can't"}) && mentions(s, all, {"run", "complete", "finish"}) &&
      mentions(s, all, {"not", "couldn't", "cannot", "can't"}) &&
      mentions(s, all, {"sandbox", "environment", "blocked", "here", "network", "because", "machine", "permission"}))
    return true;
  if (mentions(s, all, {"fixed", "resolved", "fixes", "resolves", "gone", "cleared", "no", "none", "without"}))
    return false;
  const bool tests = std::ranges::any_of(s.tokens, [](const Token& t) { return names_tests(t.text); });
  const bool fail = mentions(s, all, {"failure", "failures", "fails", "failing", "failed"});
  // "There are issues with some other tests", "the other failing tests are outside the scope of this task".
  if ((fail || mentions(s, all, {"issues", "problems", "errors"})) && mentions(s, all, {"other", "others"}) &&
      (tests || mentions(s, all, {"areas", "parts", "packages", "modules"})) &&
      mentions(s, all, {"there", "have", "has", "outside", "remain", "remaining", "still", "separately", "scope"}))
    return true;
  // A known failure of a linter says nothing of the tests.
  if (!tests && std::ranges::any_of(s.tokens, [](const Token& t) {
        return names_lint(t.text) || names_types(t.text) || names_build(t.text);
      }))
    return false;
  return fail && mentions(s, all, {"pre-existing", "preexisting", "unrelated", "known", "flaky", "upstream"});
}

bool counts_of_part(const Sentence& s, Span figure) {
  if (s.line != LineKind::item) return false;
  for (std::size_t i = 1; i < s.tokens.size(); ++i) {
    if (!s.tokens[i].span.contains(figure)) continue;
    return i > 1 && s.tokens[i - 1].mark("(") && s.tokens[i - 2].kind == TokenKind::word &&
           !one_of(word(s, i - 2), {"fail", "failed", "fails", "failing", "suite", "red", "run", "total"});
  }
  return false;
}

/// "on top of commit X", "fell back to X", "X is an older commit", "between X and Y": a commit that is spoken of, not
/// one that was made now.
bool refers_to_other(const Sentence& s, std::size_t i) {
  std::size_t before = i;
  while (before > 0 && one_of(word(s, before - 1), {"commit", "commits", "the", "sha", "hash", "revision", "head", "(",
                                                    "`", "merge", "tag"}))
    --before;
  const auto led_by = before > 0 ? word(s, before - 1) : std::string_view{};
  const auto led_by_two = before > 1 ? word(s, before - 2) : std::string_view{};
  if (one_of(led_by, {"from",     "since", "before",      "parent",   "base",   "at",    "upstream", "reverts",
                      "of",       "on",    "against",     "between",  "after",  "older", "earlier",  "previous",
                      "prior",    "until", "past",        "origin",   "like",   "see",   "per",      "via",
                      "original", "last",  "predecessor", "existing", "behind", "than"}))
    return true;
  if (led_by == "by" && !one_of(led_by_two, {"fixed", "addressed", "resolved", "handled", "closed", "followed"}))
    return true;
  if (led_by == "to" &&
      one_of(led_by_two, {"back",     "reset",     "reverted", "compared", "relative", "rebased",  "pinned",
                          "equal",    "identical", "down",     "prior",    "similar",  "moved",    "points",
                          "pointing", "point",     "set",      "checked",  "checkout", "bisected", "belongs"}))
    return true;
  // "between X and Y"
  if (led_by == "and" && before > 1) {
    for (std::size_t k = before - 1; k > 0 && k + 5 > before; --k) {
      if (word(s, k - 1) == "between") return true;
    }
  }
  // "X is an older commit", "X was the last release", "X fixed it upstream", "X introduced the bug"
  std::size_t next = i + 1;
  while (next < s.tokens.size() && s.tokens[next].mark(")")) ++next;
  if (one_of(word(s, next), {"introduced", "broke", "caused", "regressed", "predates"})) return true;
  if (!one_of(word(s, next), {"is", "was"})) return false;
  for (std::size_t k = next + 1; k < std::min(next + 5, s.tokens.size()); ++k) {
    if (one_of(word(s, k), {"older", "earlier", "previous", "prior", "upstream", "parent", "base", "last", "first",
                            "stale", "outdated", "old", "already", "unrelated", "ancestor", "before"}))
      return true;
  }
  return false;
}

bool says_which_file(const Sentence& s, std::size_t at) {
  if (at + 2 >= s.tokens.size()) return false;
  const auto kind = s.tokens[at + 1].kind;
  return (kind == TokenKind::code || kind == TokenKind::path) &&
         one_of(word(s, at + 2), {"does", "doesn't", "is", "isn't", "has", "was", "contains", "names", "holds", "still",
                                  "says", "can", "should", "will", "would", "still", "must", "keeps", "sets"});
}

/// "Fixed in `5349be76`", "all three addressed in 583fcf1a".
bool did_in(const Sentence& s, std::size_t i) {
  if (i < 2 || !one_of(word(s, i - 1), {"in", "by", "with"})) return false;
  return one_of(word(s, i - 2), {"fixed", "addressed", "resolved", "implemented", "landed", "handled", "done",
                                 "applied", "corrected", "behoben", "merged"});
}

/// "PR: https://…", "**PR #538** — https://…", "Pull request: [#12](https://…)".
bool labels_request(const Sentence& s, std::size_t url) {
  if (url > 9) return false;
  bool request = false;
  for (std::size_t i = 0; i < url; ++i) {
    const auto& t = s.tokens[i];
    if (t.kind == TokenKind::mark || t.kind == TokenKind::number || t.kind == TokenKind::code) continue;
    request = request || one_of(t.text, {"pr", "pull", "mr"});
    if (!one_of(t.text, {"pr", "pull", "merge", "mr", "request", "url", "link", "draft", "ready", "new"})) return false;
  }
  return request;
}

bool tells_of_push(const Sentence& s, std::size_t at) {
  // "the line was pushed down", "it was pushed onto `list`"
  if (one_of(word(s, at + 1),
             {"down", "up", "back", "aside", "through", "forward", "into", "past", "further", "onto", "over"}))
    return true;
  // "Pushed: `registry.example.com/shop/web:1.0`": an image.
  for (std::size_t i = at + 1; i < std::min(at + 4, s.tokens.size()); ++i) {
    const auto& t = s.tokens[i];
    if (t.kind != TokenKind::code && t.kind != TokenKind::path && t.kind != TokenKind::url) continue;
    const auto slash = t.text.rfind('/');
    if (slash != std::string::npos && t.text.find("://") == std::string::npos &&
        (t.text.find(':', slash) != std::string::npos || t.text.find("@sha256") != std::string::npos))
      return true;
  }
  // "what we pushed to the target", "the bytes that it pushed"
  if (at > 1 && one_of(word(s, at - 1), {"we", "i", "it", "you", "they"}) &&
      one_of(word(s, at - 2), {"what", "whatever", "that", "which", "everything"}))
    return true;
  // "the frame that is pushed in the same block"
  if (at > 1 && one_of(word(s, at - 1), {"is", "are", "was", "were", "gets", "got", "being"}) &&
      one_of(word(s, at - 2), {"that", "which"}) && at > 2 && s.tokens[at - 3].kind != TokenKind::mark)
    return true;
  // "the library we pushed uses another base"
  if (at > 2 && one_of(word(s, at - 1), {"we", "i", "you", "they"}) && s.tokens[at - 2].kind == TokenKind::word &&
      one_of(word(s, at - 3), {"the", "this", "that", "which"}) &&
      (at < 4 || !one_of(word(s, at - 4), {"in", "at", "by", "on", "after"})))
    return true;
  // "the image is built and pushed", "the event is extracted and pushed": something that a program handles.
  for (std::size_t i = segment_of(s, at).begin > 7 ? segment_of(s, at).begin - 7 : 0; i < at; ++i) {
    if (one_of(word(s, i), {"image",  "images",  "package", "packages",     "artifact",      "chart",  "container",
                            "event",  "events",  "message", "messages",     "item",          "items",  "job",
                            "jobs",   "record",  "records", "notification", "notifications", "metric", "metrics",
                            "entry",  "entries", "element", "value",        "values",        "state",  "frame",
                            "frames", "task",    "tasks",   "payload",      "row",           "rows"}))
      return true;
  }
  // "it can claim that the tags were pushed", "the tool says it pushed": what a program tells.
  for (std::size_t i = segment_of(s, at).begin; i < at; ++i) {
    if (i > 0 &&
        one_of(word(s, i), {"claim", "claims", "report", "reports", "believe", "believes", "think", "thinks", "assume",
                            "assumes", "pretend", "pretends"}) &&
        !one_of(word(s, i - 1), {"i", "we"}))
      return true;
  }
  return false;
}

/// "Once it is deployed, the site should be at: https://…": what leads to the colon is no statement.
bool supposed_before(const Sentence& s, std::size_t begin) {
  if (begin < 2 || !s.tokens[begin - 1].mark(":")) return false;
  return exemption_at(s, {begin - 2, Nature::result, false}) != Exemption::none;
}

/// "All three checks pass: lint, test, licenses", "the checks of the PR are green".
bool ended(const Sentence& s) {
  return mentions(s, {0, s.tokens.size()},
                  {"exited", "returned", "failed", "finished", "ended", "completed", "was", "were", "got", "gave",
                   "ran", "came", "succeeded", "terminated", "died", "crashed", "beendet"});
}

bool mentions_checks(const Sentence& s) {
  return mentions(s, {0, s.tokens.size()}, {"checks", "ci", "pipeline", "workflow", "workflows", "jobs", "actions"});
}

}  // namespace warrant::claims::beside
