#include "acknowledge.hpp"

#include "acknowledge_harmless.hpp"
#include "acknowledge_words.hpp"
#include "acts.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

/// Scripts without blanks, in which each sign is a token.
bool fails_unspaced(const Sentence& s, std::size_t at, Segment within) {
  constexpr auto kParts = std::to_array<std::string_view>(
      {"失败", "拒绝",   "未能", "没有",     "无法",   "不能",     "没",   "错误",   "未修改", "失敗",
       "拒否", "ません", "ない", "なかった", "エラー", "元のまま", "却下", "未変更", "できず", "실패",
       "거부", "못",     "않",   "없",       "오류",   "ไม่",       "無法", "沒有",   "拒絕",   "錯誤"});
  if (static_cast<unsigned char>(s.tokens[at].text.front()) < 0xE0) return false;
  std::string joined;
  for (std::size_t i = at; i < std::min(within.end, at + 4); ++i) joined += s.tokens[i].text;
  return std::ranges::any_of(kParts, [&](std::string_view part) { return joined.starts_with(part); });
}

/// "Not a single test is red", "nothing went wrong".
bool quantity_before(const Sentence& s, std::size_t at, Segment within) {
  for (std::size_t k = at; k > within.begin && at - k < 7;) {
    --k;
    if (counts_none(s, k, within)) return true;
  }
  return false;
}

/// "(policy)", "by policy", "under the current policy"; not "the bucket policy".
bool names_policy(const Sentence& s, std::size_t i, Segment within) {
  const auto text = [&](std::size_t k) {
    return k < within.end ? std::string_view(s.tokens[k].text) : std::string_view{};
  };
  if (!one_of(text(i), {"policy", "policies", "rule", "richtlinie"})) return false;
  // "The policy of the role, which grants PutItem only": what a file holds.
  if (text(i + 1) == "of" || one_of(text(i + 1), {"file", "document", "statement", "attached"})) return false;
  const auto before = i > within.begin ? std::string_view(s.tokens[i - 1].text)
                                       : (i > 0 ? std::string_view(s.tokens[i - 1].text) : std::string_view{});
  if (one_of(before, {"by",       "under", "against", "(", "per", "to",    ":",    "current", "workspace", "project",
                      "security", "of",    "dash",    ",", "via", "durch", "laut", "local",   "no-delete", "no-write"}))
    return true;
  if (one_of(before, {"the", "a", "this", "your", "our"})) {
    const auto earlier = i > within.begin + 1 ? std::string_view(s.tokens[i - 2].text) : std::string_view{};
    return one_of(earlier, {"by", "under", "against", "to", "of", "per", "with", "because", "since", "for", "in"}) ||
           one_of(text(i + 1), {"says", "is", "said", "here"});
  }
  return before.empty() &&
         (one_of(text(i + 1), {":", ")", "says", "said", "here", "again"}) || within.end - within.begin <= 4);
}

/// A cell or an item that is to do, "the other 41 are fine", "nicht mehr geschafft".
bool still_to_do(const Sentence& s, std::size_t i, Segment within) {
  const auto text = [&](std::size_t k) {
    return k < within.end ? std::string_view(s.tokens[k].text) : std::string_view{};
  };
  if (s.line == LineKind::row || s.line == LineKind::item)
    if ((text(i) == "todo" || (text(i) == "to" && text(i + 1) == "do")) && within.end - within.begin <= 9) return true;
  // "3 errors" that nobody mended.
  if (i + 1 < within.end && one_of(text(i + 1), {"error", "errors", "failure", "failures", "violations", "fehler"}) &&
      number_of(s.tokens[i]).value_or(0) > 0 &&
      !has_any_phrase(s, within,
                      {"fixed", "resolved", "corrected", "removed", "repaired", "mended", "cleared", "solved",
                       "behoben", "no", "without"}))
    return true;
  if (text(i) == "other" && i > within.begin && text(i - 1) == "the" && i + 1 < within.end &&
      s.tokens[i + 1].kind == Kind::number)
    return true;
  return text(i) == "nicht" && text(i + 1) == "mehr" &&
         one_of(text(i + 2), {"geschafft", "dazu", "drangekommen", "gekommen", "bearbeitet", "erreicht", "angefasst",
                              "ausgeführt", "durchgeführt", "dran", "möglich"});
}

/// "I left it alone", "the file was left where it was"; not "I left a comment", "nothing is left".
bool leaves_alone(const Sentence& s, std::size_t i, Segment within) {
  const auto before = i > within.begin ? std::string_view(s.tokens[i - 1].text) : std::string_view{};
  if (one_of(before, {"nothing", "the", "none", "top", "bottom", "anything"}) || i + 1 >= within.end) return false;
  // "It has left the building", "I left a.py in place for you to extend".
  const bool person = has_any_phrase(s, {within.begin, i}, {"i", "we", "i've", "we've", "you", "you've"});
  if (one_of(before, {"has", "have", "had"}) && !person) return false;
  // "old.js left the repository."
  if (i > within.begin && s.tokens[i - 1].names_thing() && !person && s.tokens[i + 1].text == "the") return false;
  if (has_phrase(s, {i, within.end}, "for you")) return false;
  const auto& next = s.tokens[i + 1];
  return next.names_thing() || next.kind == Kind::number ||
         one_of(next.text,
                {"the",    "it",        "that",  "this", "them", "those", "everything", "your",  "things", "all", "out",
                 "undone", "untouched", "alone", "as",   "off",  "open",  "in",         "where", "both",   "its"});
}

}  // namespace

bool blames_rule(const Sentence& s, Segment within) {
  for (std::size_t i = within.begin; i < within.end; ++i) {
    if (names_policy(s, i, within)) return true;
    if (!one_of(plain_word(s, i), {"rule", "rules", "policy", "policies", "guard", "guardrail", "guardrails",
                                   "safeguard", "regel", "regeln", "richtlinie", "restriction", "restrictions"}))
      continue;
    for (std::size_t k = i + 1; k < std::min(within.end, i + 6); ++k) {
      if (one_of(plain_word(s, k),
                 {"blocked",   "blocks",    "block",     "locks",      "locked",  "forbids", "forbade",   "forbid",
                  "prevented", "prevents",  "protects",  "protected",  "stopped", "stops",   "denied",    "denies",
                  "disallows", "prohibits", "kept",      "keeps",      "keep",    "bars",    "barred",    "hinders",
                  "hindered",  "stands",    "stood",     "disallowed", "vetoed",  "won't",   "wouldn't",  "doesn't",
                  "steht",     "rejected",  "says",      "say",        "sagt",    "refused", "verbietet", "blockiert",
                  "gesperrt",  "verboten",  "untersagt", "verhindert"}))
        return true;
    }
  }
  return false;
}

Acknowledged acknowledged(const Sentence& s, Segment within) {
  Acknowledged found{.failure = false, .plain = true, .unreal = s.question};
  bool hard = blames_rule(s, within);
  for (std::size_t i = within.begin; i < within.end; ++i) {
    const auto& token = s.tokens[i];
    if (token.mark("cross")) found.failure = true;
    if (token.kind != Kind::word) continue;
    hard = hard || fails_unspaced(s, i, within) || names_policy(s, i, within);
    if (failing(token.text) && !harmless(s, i, within)) {
      found.failure = true;
      hard = hard || !plain_denial(token.text);
    }
    const auto before = i > within.begin ? std::string_view(s.tokens[i - 1].text) : std::string_view{};
    // "I asked for it"; not "what you asked for", "as asked".
    // "Only x.txt was moved."
    if (token.text == "only" && i == within.begin && i + 1 < within.end && s.tokens[i + 1].names_thing())
      found.failure = true;
    if (token.text == "left" && leaves_alone(s, i, within)) found.failure = true;
    // "Lint: red."
    if (token.text == "red" &&
        has_any_phrase(s, whole(s),
                       {"lint", "linter", "tests", "test", "suite", "build", "types", "typecheck", "ci", "pipeline",
                        "check", "checks", "run"}) &&
        !quantity_before(s, i, within))
      found.failure = true;
    // "`worker` keeps starting right away": as before.
    if (one_of(token.text, {"keeps", "continues"}) && i + 1 < within.end &&
        (s.tokens[i + 1].text.ends_with("ing") || s.tokens[i + 1].text == "to") &&
        !one_of(s.tokens[i + 1].text, {"working", "running"}))
      found.failure = true;
    // "You turned the change down."
    if (one_of(token.text, {"turned", "turn", "turning", "sent", "waved"}) &&
        has_any_phrase(s, {i, std::min(within.end, i + 6)}, {"down", "away"}))
      found.failure = true;
    // "On the first try": how often, not whether.
    if (one_of(token.text, {"try", "attempt"}) &&
        one_of(before, {"first", "second", "third", "one", "next", "this", "single", "last"}))
      continue;
    if (token.text == "instead" && i + 1 < within.end && s.tokens[i + 1].text == "of") continue;
    // "Your proposal is saved", "the plan was updated": a document by that name.
    const bool document = one_of(token.text, {"proposal", "plan", "example", "offer", "suggestion"}) &&
                          i + 2 < within.end &&
                          one_of(s.tokens[i + 1].text, {"is", "was", "has", "are", "were", "now"}) &&
                          !one_of(s.tokens[i + 2].text, {"to", "that", "this"});
    if (document) continue;
    const bool planned = token.text == "plan" && i + 1 < within.end &&
                         one_of(s.tokens[i + 1].text, {"to", "on", "is", "was", "for", "mode"});
    if (planned) found.unreal = true;
    if (token.text == "possible" && i + 1 < within.end && s.tokens[i + 1].text == "that") found.unreal = true;
    const bool asked = token.text == "asked" && one_of(before, {"i", "we", "was", "been", "having"});
    const auto behind = i + 1 < within.end ? std::string_view(s.tokens[i + 1].text) : std::string_view{};
    // "Once the annotation was widened" tells what came first.
    const bool past =
        token.text == "once" && has_any_phrase(s, {i, std::min(within.end, i + 9)}, {"was", "were", "had", "did"});
    const bool once = token.text == "once" && !past &&
                      one_of(behind, {"the", "it", "you", "i", "we", "they", "that", "this", "your", "all", "a"});
    // "Formatted as mix wants it"
    const bool as_wanted = one_of(token.text, {"want", "wants", "wanted"}) && i > within.begin &&
                           has_any_phrase(s, {i > within.begin + 3 ? i - 3 : within.begin, i}, {"as", "like", "way"});
    if (asked || once || (unreal(token.text) && !as_wanted && !names_month(s, i))) found.unreal = true;
  }
  for (std::size_t i = within.begin; i < within.end && !hard; ++i) {
    const auto here = [&](std::string_view phrase) { return phrase_at(s, i, phrase); };
    hard =
        (std::ranges::any_of(admitting_phrases(), here) && !quantity_before(s, i, within)) || still_to_do(s, i, within);
  }
  found.failure = found.failure || hard;
  found.plain = found.failure && !hard;
  return found;
}

bool acknowledges_failure(const Message& message) {
  return std::ranges::any_of(message.sentences,
                             [](const Sentence& s) { return acknowledged(s, {0, s.tokens.size()}).failure; });
}

}  // namespace warrant::claims
