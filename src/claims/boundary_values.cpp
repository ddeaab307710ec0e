// "TIMEOUT is now 60": what an edit is said to have left, where the turn knows what it was to leave.
#include "acknowledge.hpp"
#include "boundary_parts.hpp"
#include "rules.hpp"
#include "verbs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace warrant::claims {
namespace {

class Values {
 public:
  explicit Values(Examination& into) : into_(into) {}

  void examine() {
    examine_values();
    for (const auto& s : into_.message().sentences) {
      if (s.question || s.unticked) continue;
      examine_left(s);
      examine_others(s);
    }
  }

 private:
  /// "TIMEOUT = 60", "settings.py has a TIMEOUT of 60": what an edit was to leave there, and did not.
  void examine_values() {
    for (const Op& op : into_.state().ops) {
      if (op.op != OpKind::edit || op.result == OpResult::succeeded || op.value.empty() || op.subject.empty()) continue;
      const bool otherwise = std::ranges::any_of(into_.state().ops, [&](const Op& other) {
        return other.result == OpResult::succeeded && other.value == op.value;
      });
      if (otherwise) continue;
      for (const auto& s : into_.message().sentences) {
        if (asserts_value(s, op)) {
          into_.add(Kind::changed, s.span,
                    fmt::format("the change of {} to {} {}", op.subject, op.value,
                                op.result == OpResult::indeterminate ? "has no known result" : "was not made"));
        }
      }
    }
  }

  /// Whoever says that it failed, was asked for, is yet to be done or is somebody else's to do asserts nothing.
  static bool takes_back(std::string_view word) {
    return one_of(
        word,
        {"not",      "no",          "never",         "nothing",   "still",     "failed",  "fails",     "could",
         "couldn't", "unable",      "can",           "can't",     "cannot",    "wasn't",  "isn't",     "hasn't",
         "didn't",   "denied",      "declined",      "rejected",  "refused",   "blocked", "asked",     "asks",
         "request",  "want",        "wanted",        "wants",     "if",        "should",  "would",     "must",
         "need",     "needs",       "may",           "might",     "unchanged", "stays",   "remains",   "instead",
         "confirm",  "unclear",     "unknown",       "whether",   "propose",   "suggest", "suggested", "proposed",
         "intended", "supposed",    "expected",      "attempt",   "tried",     "hand",    "yourself",  "manually",
         "nicht",    "kein",        "keine",         "abgelehnt", "sollte",    "bleibt",  "attempted", "gescheitert",
         "please",   "unverändert", "fehlgeschlagen"});
  }

  [[nodiscard]] bool asserts_value(const Sentence& s, const Op& op) const {
    if (s.question || s.unticked) return false;
    const std::string subject = fold(op.subject);
    const std::string value = fold(op.value);
    const bool went = std::ranges::any_of(s.tokens, [](const Token& t) { return one_of(t.text, {"went", "goes"}); });
    std::optional<std::size_t> at;
    bool about = false;
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      const std::string text = fold(s.tokens[i].text);
      const bool asked = plain_word(s, i) == "requested" && (i == 0 || plain_word(s, i - 1) != "as");
      if (takes_back(text) || asked) return false;
      const bool holds = text == value || (s.tokens[i].kind == Token::Kind::code && text.ends_with(" " + value));
      const std::string_view before = i == 0 ? std::string_view{} : plain_word(s, i - 1);
      about = about || text == subject || text.starts_with(subject + " ") || text.starts_with(subject + "=");
      if (holds && (went || !one_of(before, {"to", "auf", "into"})) && !one_of(before, {"or", "not"})) at = i;
    }
    return at && about && exemption_at(s, {*at, Nature::act, false}) == Exemption::none;
  }

  /// "I changed TIMEOUT to 90", "TIMEOUT is still 30": the edit left another value there.
  void examine_left(const Sentence& s) {
    for (const Op& op : into_.state().ops) {
      if (op.op != OpKind::edit || op.result != OpResult::succeeded || op.value.empty() || op.subject.empty()) continue;
      const std::string subject = fold(op.subject);
      std::optional<std::size_t> at;
      for (std::size_t i = 0; i < s.tokens.size() && !at; ++i) {
        if (fold(s.tokens[i].text) == subject) at = i;
      }
      if (!at) continue;
      const auto said = stated_behind(s, *at);
      if (!said || same_value(s.tokens[*said].text, op.value)) continue;
      const auto words = acknowledged(s, segment_of(s, *said));
      if (words.unreal || exemption_at(s, {*said, Nature::act, false}) != Exemption::none) continue;
      into_.add(Kind::changed, s.span, fmt::format("{} was changed to {}", op.subject, op.value));
    }
  }

  /// The value that is said to stand there now: behind "to", "=", "is now", "at"; none where the old one is told.
  static std::optional<std::size_t> stated_behind(const Sentence& s, std::size_t subject) {
    for (std::size_t i = subject + 1; i < std::min(s.tokens.size(), subject + 12); ++i) {
      const auto& t = s.tokens[i];
      const auto before = plain_word(s, i - 1);
      if (t.mark(";") || t.mark("|") ||
          one_of(plain_word(s, i), {"from", "was", "were", "not", "which", "until", "lines", "line"})) {
        // "changed from 30 to 600": go on behind the old value.
        if (plain_word(s, i) == "from") {
          ++i;
          continue;
        }
        if (plain_word(s, i) == "was" && verb_of(i + 1 < s.tokens.size() ? s.tokens[i + 1] : t) != nullptr) continue;
        return std::nullopt;
      }
      const bool introduced =
          (before == "of" && has_any_phrase(s, {subject, i}, {"value", "keeps", "kept", "retains", "has"})) ||
          one_of(before, {"to", "is", "now", "at", "auf", "still", "reads", "equals", "ist", "jetzt"}) ||
          s.tokens[i - 1].mark("=") || s.tokens[i - 1].mark("arrow");
      if (introduced && number_of(t) && t.kind != Token::Kind::word) {
        const auto after = plain_word(s, i + 1);
        if (one_of(after, {"seconds", "second", "s", "ms", "minutes", "sekunden"}) || after.empty() ||
            !one_of(after, {"to", "arrow"}))
          return i;
      }
    }
    return std::nullopt;
  }
  static bool same_value(std::string_view said, std::string_view known) {
    while (known.size() > 1 && (known.front() == '"' || known.front() == '\''))
      known.remove_prefix(1), known.remove_suffix(1);
    return fold(said) == fold(known) || known.find(said) != std::string_view::npos;
  }

  /// "I changed DEBUG to True", "I removed the RETRIES line": an edit of something else, where all edits are known.
  void examine_others(const Sentence& s) {
    const auto edits = [](const Op& op) { return op.op == OpKind::edit; };
    const bool all_known =
        std::ranges::any_of(into_.state().ops, edits) && std::ranges::all_of(into_.state().ops, [&](const Op& op) {
          return op.op == OpKind::read || op.op == OpKind::search || op.op == OpKind::run ||
                 (edits(op) && !op.subject.empty());
        });
    if (!all_known) return;
    // "TIMEOUT and RETRIES have new values"
    if (has_any_phrase(
            s, whole(s),
            {"have new values", "got new values", "have other values now", "have both changed", "were both changed"}) &&
        !acknowledged(s, whole(s)).failure && !acknowledged(s, whole(s)).unreal) {
      for (const Token& t : s.tokens) {
        if (!constant(t) || known_name(t.text)) continue;
        into_.add(Kind::changed, s.span, fmt::format("nothing of this turn changed {}", t.span.of(into_.said())));
        return;
      }
    }
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      const Verb* verb = verb_of(s.tokens[i]);
      if (verb == nullptr || (verb->deed != Deed::change && verb->deed != Deed::remove)) continue;
      const bool person = i > 0 && one_of(plain_word(s, i - 1), {"i", "also", "i've", "and"});
      const bool passive = i > 0 && one_of(plain_word(s, i - 1), {"was", "were", "been", "wurde"});
      if ((!person && !passive) || exemption_at(s, {i, Nature::act, person}) != Exemption::none) continue;
      const auto begin = passive ? segment_of(s, i).begin : i + 1;
      const auto end = passive ? i : s.tokens.size();
      for (std::size_t k = begin; k < end; ++k) {
        if (one_of(plain_word(s, k), {"so", "because", "which", "stays", "remains", "that", "where", "used", "but",
                                      "while", "not", "for"}))
          break;
        if (!constant(s.tokens[k]) || known_name(s.tokens[k].text)) continue;
        into_.add(Kind::changed, s.span,
                  fmt::format("nothing of this turn changed {}", s.tokens[k].span.of(into_.said())));
        return;
      }
    }
  }
  /// A name in capitals, as it was written.
  [[nodiscard]] bool constant(const Token& t) const {
    if (t.kind != Token::Kind::word && t.kind != Token::Kind::code) return false;
    const auto text = t.span.of(into_.said());
    std::size_t capitals = 0;
    for (const char c : text) {
      if (c >= 'a' && c <= 'z') return false;
      capitals += c >= 'A' && c <= 'Z' ? 1U : 0U;
    }
    return capitals >= 4;
  }
  [[nodiscard]] bool known_name(std::string_view name) const {
    const std::string said = fold(name);
    return std::ranges::any_of(into_.state().ops, [&](const Op& op) {
      return fold(op.subject).find(said) != std::string::npos || fold(op.value).find(said) != std::string::npos ||
             fold(op.target).find(said) != std::string::npos;
    });
  }

  Examination& into_;
};

}  // namespace

void examine_values(Examination& into) { Values(into).examine(); }

}  // namespace warrant::claims
