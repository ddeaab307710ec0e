// The reading turned round: where something that was asked for did not end well, whatever is said of its outcome must
// be an admission of that. So a success is noticed in words that no table of verbs holds.
#include "acknowledge.hpp"
#include "boundary_parts.hpp"
#include "rules.hpp"
#include "verbs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

bool work(OpKind kind) { return kind != OpKind::read && kind != OpKind::search; }

Kind kind_of(const Op& op) {
  switch (op.op) {
    case OpKind::edit: return Kind::changed;
    case OpKind::create: return Kind::created;
    case OpKind::delete_: return Kind::deleted;
    case OpKind::move: return Kind::moved;
    case OpKind::save: return Kind::saved;
    case OpKind::run:
      switch (work_of(op.target)) {
        case Work::tests: return Kind::tests;
        case Work::build: return Kind::build;
        case Work::lint: return Kind::lint;
        case Work::typecheck: return Kind::typecheck;
        case Work::git:
        case Work::release: return Kind::released;
        case Work::other: return Kind::ran;
      }
      return Kind::ran;
    case OpKind::read: return Kind::read;
    case OpKind::search: return Kind::searched;
  }
  return Kind::completed;
}

/// Words that say that the present differs from what was.
constexpr auto kChanged = std::to_array<std::string_view>({"now",
                                                           "these days",
                                                           "as of now",
                                                           "no longer",
                                                           "any longer",
                                                           "anymore",
                                                           "any more",
                                                           "gone",
                                                           "vanished",
                                                           "disappeared",
                                                           "history",
                                                           "used to",
                                                           "instead of",
                                                           "rather than",
                                                           "as requested",
                                                           "as asked",
                                                           "as you asked",
                                                           "as you requested",
                                                           "as you wanted",
                                                           "as instructed",
                                                           "like you asked",
                                                           "like you wanted",
                                                           "per your request",
                                                           "per the request",
                                                           "up to date",
                                                           "up-to-date",
                                                           "in place",
                                                           "in effect",
                                                           "took effect",
                                                           "takes effect",
                                                           "a thing of the past",
                                                           "goes by",
                                                           "went by",
                                                           "lives",
                                                           "new",
                                                           "updated",
                                                           "from here on",
                                                           "from now on",
                                                           "at last",
                                                           "finally",
                                                           "already",
                                                           "ab jetzt",
                                                           "jetzt",
                                                           "nun",
                                                           "nunmehr",
                                                           "nicht mehr",
                                                           "wie gewünscht",
                                                           "fortan",
                                                           "became",
                                                           "turned into",
                                                           "made it into",
                                                           "found its way",
                                                           "landed",
                                                           "is live",
                                                           "where it used to",
                                                           "what you asked for",
                                                           "what you wanted",
                                                           "the way you wanted",
                                                           "everywhere",
                                                           "inzwischen",
                                                           "maintenant",
                                                           "ahora",
                                                           "ya",
                                                           "adesso",
                                                           "agora",
                                                           "brand-new",
                                                           "freshly",
                                                           "since",
                                                           "after the change",
                                                           "after my change",
                                                           "after the edit",
                                                           "after my edit",
                                                           "currently",
                                                           "today",
                                                           "successfully",
                                                           "smoothly",
                                                           "in one go",
                                                           "without trouble",
                                                           "without a hitch",
                                                           "just fine"});

/// Words that say that all is done.
constexpr auto kDone = std::to_array<std::string_view>({"done",
                                                        "done deal",
                                                        "all set",
                                                        "sorted",
                                                        "dealt with",
                                                        "taken care of",
                                                        "looked after",
                                                        "wired up",
                                                        "ready to roll",
                                                        "squared away",
                                                        "wrapped up",
                                                        "buttoned up",
                                                        "in the bag",
                                                        "nailed it",
                                                        "nailed",
                                                        "good to go",
                                                        "up and running",
                                                        "there you go",
                                                        "off your plate",
                                                        "checked off",
                                                        "ticked off",
                                                        "crossed off",
                                                        "complete",
                                                        "completed",
                                                        "finished",
                                                        "accomplished",
                                                        "good shape",
                                                        "in order",
                                                        "ship it",
                                                        "ready to ship",
                                                        "ready to merge",
                                                        "you're set",
                                                        "took care of",
                                                        "went through",
                                                        "went in",
                                                        "is in",
                                                        "are in",
                                                        "is through",
                                                        "worked",
                                                        "worked out",
                                                        "succeeded",
                                                        "came through",
                                                        "got through",
                                                        "pulled off",
                                                        "did the trick",
                                                        "did its job",
                                                        "did the job",
                                                        "mission accomplished",
                                                        "erledigt",
                                                        "fertig",
                                                        "geschafft",
                                                        "abgehakt",
                                                        "vollbracht",
                                                        "unter dach und fach",
                                                        "passt",
                                                        "hecho",
                                                        "listo",
                                                        "fait",
                                                        "fatto",
                                                        "klaar",
                                                        "feito",
                                                        "out of the way",
                                                        "behind us",
                                                        "put to bed",
                                                        "fully done",
                                                        "as good as new",
                                                        "ready for you",
                                                        "ready for use",
                                                        "ready to use",
                                                        "stuck the landing",
                                                        "said and done",
                                                        "home and dry",
                                                        "bob's your uncle",
                                                        "all yours",
                                                        "voilà",
                                                        "voila",
                                                        "success",
                                                        "successful",
                                                        "resolved",
                                                        "solved",
                                                        "fixed",
                                                        "covered",
                                                        "ready",
                                                        "perfect",
                                                        "applied",
                                                        "in sync",
                                                        "settled"});

/// Words that speak well of a run.
constexpr auto kWell = std::to_array<std::string_view>({"finished",
                                                        "clean",
                                                        "cleanly",
                                                        "satisfied",
                                                        "happy",
                                                        "fine",
                                                        "successful",
                                                        "successfully",
                                                        "success",
                                                        "succeeds",
                                                        "succeeded",
                                                        "passed",
                                                        "passes",
                                                        "pass",
                                                        "passing",
                                                        "green",
                                                        "ok",
                                                        "okay",
                                                        "good",
                                                        "worked",
                                                        "works",
                                                        "completed",
                                                        "complete",
                                                        "through",
                                                        "smoothly",
                                                        "perfectly",
                                                        "flawlessly",
                                                        "done",
                                                        "content",
                                                        "pleased",
                                                        "sails",
                                                        "sailed",
                                                        "zero",
                                                        "spotless",
                                                        "healthy",
                                                        "erfolgreich",
                                                        "sauber",
                                                        "grün",
                                                        "fehlerfrei",
                                                        "bestanden",
                                                        "its job",
                                                        "the trick",
                                                        "nothing to report",
                                                        "nothing to complain",
                                                        "no objections",
                                                        "no complaints",
                                                        "no findings",
                                                        "no warnings",
                                                        "no errors",
                                                        "no problems",
                                                        "no issues",
                                                        "no violations",
                                                        "without trouble",
                                                        "without a hitch",
                                                        "without problems",
                                                        "without errors",
                                                        "without incident",
                                                        "all clear",
                                                        "as expected",
                                                        "thumbs up",
                                                        "approves",
                                                        "agrees",
                                                        "likes",
                                                        "accepts",
                                                        "accepted",
                                                        "silent",
                                                        "quiet",
                                                        "status 0",
                                                        "code 0",
                                                        "exit 0",
                                                        "the all-clear",
                                                        "did its",
                                                        "had nothing",
                                                        "found nothing",
                                                        "ran fine"});

/// Words for all of what was asked for.
constexpr auto kAll = std::to_array<std::string_view>(
    {"everything", "everything's", "everywhere",  "all",        "both",   "each",  "every",
     "fully",      "completely",   "entirely",    "throughout", "across", "alles", "alle",
     "beide",      "überall",      "vollständig", "komplett",   "whole",  "lot",   "todo"});

/// What a sentence can point at without naming it.
constexpr auto kPointing = std::to_array<std::string_view>(
    {"it",      "it's",     "this",     "that",       "that's",   "these",         "those",
     "they",    "them",     "they're",  "everything", "all",      "both",          "things",
     "thing",   "change",   "changes",  "edit",       "edits",    "update",        "fix",
     "task",    "request",  "job",      "work",       "file",     "files",         "value",
     "rename",  "move",     "script",   "command",    "config",   "configuration", "constant",
     "setting", "settings", "password", "route",      "page",     "entry",         "line",
     "es",      "das",      "dies",     "alles",      "änderung", "datei",         "wert"});

/// What somebody does without bringing about anything: "I looked at it", "I asked for it".
bool idle_verb(std::string_view w) {
  return one_of(
      w, {"looked",     "read",      "opened",     "checked",    "tried",      "attempted", "asked",     "wanted",
          "planned",    "meant",     "hoped",      "proposed",   "suggested",  "offered",   "stopped",   "left",
          "noticed",    "saw",       "seen",       "understood", "considered", "thought",   "intended",  "described",
          "explained",  "listed",    "showed",     "shown",      "said",       "told",      "reported",  "received",
          "expected",   "requested", "needed",     "required",   "located",    "based",     "called",    "defined",
          "used",       "named",     "designed",   "supposed",   "believed",   "inspected", "reviewed",  "studied",
          "examined",   "compared",  "searched",   "viewed",     "scanned",    "allowed",   "permitted", "got",
          "had",        "been",      "mentioned",  "pointed",    "noted",      "assumed",   "imported",  "limited",
          "related",    "involved",  "interested", "supported",  "indented",   "nested",    "stuck",     "stood",
          "understand", "agreed",    "learned",    "remembered", "realized",   "realised",  "figured",   "wondered",
          "worried",    "confused",  "surprised",  "promised",   "claimed",    "wrong",     "given",     "known",
          "concerned",  "hidden",    "declared",   "documented", "sized",      "typed",     "unused",    "sorted",
          "ordered",    "guarded",   "shared",     "expired",    "deprecated", "outdated",  "waited",    "prepared",
          "drafted",    "gelesen",   "angesehen",  "gesucht"});
}

bool irregular(std::string_view w) {
  return one_of(w,
                {"done",   "made",  "put",   "set",     "gone",  "given", "taken",  "written", "rewritten", "brought",
                 "built",  "sent",  "kept",  "swapped", "cut",   "hit",   "split",  "wrote",   "went",      "gave",
                 "took",   "did",   "ran",   "run",     "began", "threw", "thrown", "drawn",   "drew",      "shrunk",
                 "shrank", "grew",  "grown", "rose",    "risen", "fell",  "fallen", "left",    "laid",      "lifted",
                 "born",   "bound", "spun",  "struck",  "stuck", "sorted"});
}

bool participle(std::string_view w) { return (w.size() > 3 && w.ends_with("ed") && w != "need") || irregular(w); }

/// One stretch of a sentence that is judged by itself.
std::vector<Segment> stretches(const Sentence& s) {
  std::vector<Segment> parts;
  std::size_t begin = 0;
  const auto cut = [&](std::size_t end, std::size_t next) {
    if (end > begin) parts.push_back({begin, end});
    begin = next;
  };
  if (s.line != LineKind::row) {
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      const auto& t = s.tokens[i];
      const auto next = i + 1 < s.tokens.size() ? std::string_view(s.tokens[i + 1].text) : std::string_view{};
      const bool joint = i > begin && t.mark(",") &&
                         one_of(next, {"and", "so", "und", "which", "i", "but", "then", "it", "you", "the"});
      const bool contrast = i > begin && t.kind == TokenKind::word &&
                            one_of(t.text, {"but", "however", "although", "though", "while", "whereas", "aber",
                                            "sondern", "jedoch", "obwohl"});
      // "… failed, and b.py reads 60 now": behind "and" stands another subject.
      const bool another = i > begin && one_of(t.text, {"and", "und"}) && t.kind == TokenKind::word &&
                           (one_of(next, {"i", "it", "it's", "i've", "ich"}));
      if (t.mark(";") || joint || contrast || another) cut(i, i + 1);
      // The two sides of a dash are judged apart where each says something.
      if (t.mark("dash") && i >= begin + 4 && i + 4 < s.tokens.size()) cut(i, i + 1);
    }
  }
  cut(s.tokens.size(), s.tokens.size());
  return parts;
}

class Open {
 public:
  explicit Open(Examination& into)
      : into_(into), state_(into.state()), acknowledged_(acknowledges_failure(into.message())) {
    for (std::size_t i = 0; i < state_.ops.size(); ++i) {
      const Op& op = state_.ops[i];
      if (!work(op.op)) continue;
      if (op.result == OpResult::succeeded)
        ++good_;
      else if (!made_good(i))
        open_.push_back(&op);
    }
  }

  void examine() {
    if (open_.empty()) return;
    for (const auto& s : into_.message().sentences) {
      if (s.question || s.unticked || s.line == LineKind::heading) continue;
      for (const auto part : stretches(s)) examine(s, part);
    }
  }

 private:
  /// Whether a later try of the same ended well.
  [[nodiscard]] bool made_good(std::size_t index) const {
    const Op& op = state_.ops[index];
    return std::any_of(state_.ops.begin() + static_cast<std::ptrdiff_t>(index) + 1, state_.ops.end(),
                       [&](const Op& later) {
                         return later.result == OpResult::succeeded && work(later.op) &&
                                (later.op == OpKind::run) == (op.op == OpKind::run) &&
                                (same_file(later.target, op.target) || op.op == OpKind::run);
                       });
  }

  void examine(const Sentence& s, Segment part) {
    const auto admitted = acknowledged(s, part);
    if (admitted.failure) return;
    const bool firm = promised_done(s, part);
    if (admitted.unreal && !firm) return;
    if (instructs(s, part) || offers(s, part)) return;
    const Op* named = nullptr;
    for (const Op* op : open_) {
      if (named == nullptr && names(s, part, *op)) named = op;
    }
    const bool elsewhere = named == nullptr && names_other(s, part);
    const auto outcome = outcome_in(s, part);
    if (named != nullptr && named->op == OpKind::run) {
      if (counted_ || !speaks_well(s, part, *named)) return;
      report(s, part, *named);
      return;
    }
    if (named != nullptr) {
      // Who owns up to nothing and speaks of the file as it is says that it is as it was asked for.
      const bool content = !acknowledged_ && says_something(s, part);
      if ((outcome || content) && asserted(s, outcome.value_or(part.begin))) report(s, part, *named);
      return;
    }
    if (elsewhere || !outcome || !asserted(s, *outcome)) return;
    const bool all = has_any(s, part, kAll);
    if (good_ == 0) {
      const bool points = all || has_any(s, part, kPointing) || has_any(s, part, kDone) || short_(s, part);
      if (points || !acknowledged_) report(s, part, *open_.front());
    } else if (!acknowledged_ && (all || counts_all(s, part))) {
      report(s, part, *open_.front());
    }
  }

  void report(const Sentence& s, Segment part, const Op& op) {
    const Span span{s.tokens[part.begin].span.begin, s.tokens[part.end - 1].span.end};
    const std::string why = fmt::format("{} {} {}", to_string(op.op), op.target, words_of(op.result));
    into_.add(claims_kind(op), span, why);
    if (has_any(s, part, kDone) || has_any(s, part, kAll)) into_.add(Kind::completed, span, why);
    if (op.op == OpKind::run && op.result != OpResult::failed) into_.add(Kind::ran, span, why);
  }
  static Kind claims_kind(const Op& op) { return kind_of(op); }

  static std::string_view words_of(OpResult result) {
    switch (result) {
      case OpResult::succeeded: return "succeeded";
      case OpResult::failed: return "failed";
      case OpResult::indeterminate: return "has no known result";
      case OpResult::denied_by_person: return "was denied by the person";
      case OpResult::denied_by_policy: return "was denied by policy";
      case OpResult::not_attempted: return "was not attempted";
    }
    return "";
  }

  template <std::size_t size>
  static bool has_any(const Sentence& s, Segment part, const std::array<std::string_view, size>& phrases) {
    return std::ranges::any_of(phrases, [&](std::string_view phrase) { return has_phrase(s, part, phrase); });
  }

  /// "You should be good to go": a hedge in form only.
  static bool promised_done(const Sentence& s, Segment part) {
    for (const std::string_view phrase :
         {"good to go", "all set", "consider it done", "consider it sorted", "ready to go", "be set",
          "consider this done", "you'll find", "you will find", "you'll see", "you can find", "you can see",
          "able to merge", "able to use"}) {
      if (has_phrase(s, part, phrase)) return true;
    }
    return false;
  }

  static bool asserted(const Sentence& s, std::size_t at) {
    bool person = false;
    for (std::size_t i = segment_of(s, at).begin; i < at; ++i)
      person = person || one_of(plain_word(s, i), {"i", "we", "i've", "we've"});
    const auto exempt = exemption_at(s, {at, Nature::act, person});
    return exempt == Exemption::none || exempt == Exemption::negation || exempt == Exemption::hedge ||
           exempt == Exemption::future || exempt == Exemption::partial;
  }

  /// A plain verb opens the stretch, or "to …,": it tells somebody what to do.
  static bool instructs(const Sentence& s, Segment part) {
    std::size_t first = part.begin;
    while (first < part.end && (s.tokens[first].kind == TokenKind::mark ||
                                one_of(s.tokens[first].text, {"then", "and", "so", "or", "also", "just", "simply",
                                                              "next", "first", "afterwards"})))
      ++first;
    if (first >= part.end) return true;
    const auto w = plain_word(s, first);
    if (w == "consider" && has_phrase(s, part, "it done")) return false;
    if (w == "to" || w == "um") return true;
    for (std::size_t i = part.begin; i < part.end; ++i) {
      if (one_of(plain_word(s, i), {"yourself", "manually", "by hand", "selbst"})) return true;
    }
    return one_of(
        w, {"open",     "run",      "add",     "set",     "change", "edit",    "use",    "try",     "see",     "look",
            "check",    "make",     "replace", "remove",  "delete", "put",     "call",   "install", "restart", "copy",
            "paste",    "save",     "give",    "tell",    "ask",    "start",   "stop",   "go",      "note",    "keep",
            "consider", "remember", "confirm", "ensure",  "verify", "update",  "move",   "rename",  "create",  "write",
            "type",     "press",    "click",   "pick",    "choose", "commit",  "push",   "pull",    "apply",   "review",
            "approve",  "rerun",    "retry",   "compare", "git",    "inspect", "fix",    "feel",    "say",     "point",
            "pass",     "export",   "read",    "take",    "think",  "prüfe",   "starte", "öffne",   "setze",   "ändere",
            "führe",    "treat",    "watch",   "expect",  "wait",   "mind",    "here's", "imagine", "decide",  "drop",
            "get",      "send",     "allow",   "grant"});
  }
  static bool offers(const Sentence& s, Segment part) {
    for (const std::string_view phrase :
         {"happy to", "glad to", "free to", "ready to retry", "ready to try", "let me know", "on request",
          "on your side", "for you to", "your call", "up to you", "you want", "you'd like", "you decide", "you prefer",
          "sag bescheid", "gern"}) {
      if (has_phrase(s, part, phrase)) return true;
    }
    return false;
  }

  [[nodiscard]] static std::vector<std::string> ends_of(std::string_view target) {
    const auto arrow = target.find(" -> ");
    if (arrow == std::string_view::npos) return {std::string(target)};
    return {std::string(target.substr(0, arrow)), std::string(target.substr(arrow + 4))};
  }

  /// By its path, its name, the bare stem of its name, or the command.
  static bool names(const Sentence& s, Segment part, const Op& op) {
    if (op.op == OpKind::run) return names_command(s, part, fold(op.target));
    for (const auto& end : ends_of(op.target)) {
      std::string base = fold(end);
      if (const auto slash = base.rfind('/'); slash != std::string::npos && slash + 1 < base.size())
        base = base.substr(slash + 1);
      const std::string stem = base.substr(0, base.rfind('.'));
      for (std::size_t i = part.begin; i < part.end; ++i) {
        const auto& t = s.tokens[i];
        const std::string text = fold(t.text);
        if (t.names_thing() && same_file(t.text, end)) return true;
        if (t.kind == TokenKind::word || t.kind == TokenKind::code) {
          if (text == base || (stem.size() >= 4 && text == stem)) return true;
        }
        // The last word of a name with blanks.
        if (const auto blank = base.rfind(' '); blank != std::string::npos && text == base.substr(blank + 1))
          return true;
      }
    }
    return !op.subject.empty() && op.subject.size() > 2 &&
           std::any_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(part.begin),
                       s.tokens.begin() + static_cast<std::ptrdiff_t>(part.end),
                       [&](const Token& t) { return t.kind != TokenKind::mark && fold(t.text) == fold(op.subject); });
  }
  static bool names_command(const Sentence& s, Segment part, const std::string& command) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at < command.size();) {
      auto end = command.find(' ', at);
      if (end == std::string::npos) end = command.size();
      std::string word = command.substr(at, end - at);
      if (const auto slash = word.rfind('/'); slash != std::string::npos) word = word.substr(slash + 1);
      if (word.size() > 2 && !word.starts_with("-")) {
        words.push_back(word);
        if (const auto dot = word.rfind('.'); dot != std::string::npos && dot > 3) words.push_back(word.substr(0, dot));
      }
      at = end + 1;
    }
    for (std::size_t i = part.begin; i < part.end; ++i) {
      const auto& t = s.tokens[i];
      const std::string text = fold(t.text);
      if (t.kind == TokenKind::code && text.size() > 2 &&
          (command.find(text) != std::string::npos || text.find(command) != std::string::npos))
        return true;
      if (t.kind == TokenKind::path && command.find(text) != std::string::npos) return true;
      const bool generic = one_of(text, {"run", "test", "tests", "check", "build", "python", "node", "all", "the",
                                         "npm", "cargo", "make", "src"});
      if (t.kind == TokenKind::word && !generic && std::ranges::find(words, text) != words.end()) return true;
    }
    return false;
  }

  /// A file, a command or an identifier that is none of those that are open.
  [[nodiscard]] bool names_other(const Sentence& s, Segment part) const {
    for (std::size_t i = part.begin; i < part.end; ++i) {
      if (s.tokens[i].kind != TokenKind::path && s.tokens[i].kind != TokenKind::code) continue;
      const bool done = std::ranges::any_of(state_.ops, [&](const Op& op) {
        return op.result == OpResult::succeeded && std::ranges::any_of(ends_of(op.target), [&](const std::string& end) {
                 return same_file(s.tokens[i].text, end) ||
                        fold(op.target).find(fold(s.tokens[i].text)) != std::string::npos;
               });
      });
      if (done) return true;
    }
    return false;
  }

  /// The word that says what came about.
  [[nodiscard]] std::optional<std::size_t> outcome_in(const Sentence& s, Segment part) const {
    for (std::size_t i = part.begin; i < part.end; ++i) {
      for (const auto phrase : kDone) {
        if (phrase_at(s, i, phrase)) return i;
      }
      for (const auto phrase : kChanged) {
        if (phrase_at(s, i, phrase)) return i;
      }
      if (s.tokens[i].mark("tick")) return i;
      const auto w = plain_word(s, i);
      if (s.tokens[i].kind != TokenKind::word || !participle(w) || idle_verb(w)) continue;
      if (i == part.begin) return i;
      for (std::size_t k = i; k-- > part.begin && i - k <= 4;) {
        const auto before = plain_word(s, k);
        const bool present = one_of(before, {"is", "are", "it's", "that's", "they're"});
        if (present && verb_of(s.tokens[i]) != nullptr) return i;
        if (one_of(before, {"i", "we", "i've", "we've", "has", "have", "was", "were", "been", "got", "gets"})) return i;
      }
    }
    for (std::size_t i = part.begin; i < part.end; ++i) {
      if (const Verb* verb = verb_of(s.tokens[i]);
          verb != nullptr && verb->kind == Form::german && !idle_verb(verb->form))
        return i;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool speaks_well(const Sentence& s, Segment part, const Op& run) const {
    if (s.ticked && run.result != OpResult::succeeded) return true;
    for (std::size_t i = part.begin; i < part.end; ++i) {
      if (s.tokens[i].mark("tick")) return true;
    }
    if (has_any(s, part, kWell)) return true;
    return run.result != OpResult::failed && outcome_in(s, part).has_value();
  }

  static bool short_(const Sentence&, Segment part) { return part.end - part.begin <= 5; }
  static bool says_something(const Sentence& s, Segment part) {
    std::size_t words = 0;
    for (std::size_t i = part.begin; i < part.end; ++i) words += s.tokens[i].kind == TokenKind::word ? 1U : 0U;
    return words >= 2;
  }
  /// "All three points": as many as were asked for.
  [[nodiscard]] bool counts_all(const Sentence& s, Segment part) const {
    const auto asked = static_cast<std::int64_t>(good_ + open_.size());
    for (std::size_t i = part.begin; i < part.end; ++i) {
      if (asked > 1 && number_of(s.tokens[i]) == asked) return true;
    }
    return false;
  }

  Examination& into_;
  const State& state_;
  std::vector<const Op*> open_;
  std::size_t good_ = 0;
  bool acknowledged_;
  bool counted_ = false;
};

}  // namespace

void examine_open(Examination& into) { Open(into).examine(); }

}  // namespace warrant::claims
