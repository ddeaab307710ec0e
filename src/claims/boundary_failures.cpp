// "The build broke", "I didn't get round to it", "the linter flagged two problems": a failure told of what went well.
#include "acknowledge.hpp"
#include "acts.hpp"
#include "boundary_naming.hpp"
#include "boundary_parts.hpp"
#include "rules.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace warrant::claims {
namespace {

/// Nouns by which an operation of the kind is spoken of.
bool noun_of(std::string_view word, const Op& op) {
  switch (op.op) {
    case OpKind::edit:
      return one_of(word, {"edit", "edits", "change", "changes", "update", "write", "modification", "patch",
                           "replacement", "upgrade", "bump", "änderung", "bearbeitung"});
    case OpKind::create: return one_of(word, {"creation", "write", "file", "anlegen", "erstellung"});
    case OpKind::delete_: return one_of(word, {"deletion", "removal", "delete", "löschung", "löschen"});
    case OpKind::move: return one_of(word, {"move", "rename", "renaming", "relocation", "umbenennung", "verschieben"});
    case OpKind::save: return one_of(word, {"save", "saving", "write", "storing", "speichern"});
    case OpKind::read: return one_of(word, {"read", "reading", "lesen"});
    case OpKind::search: return one_of(word, {"search", "grep", "lookup", "suche"});
    case OpKind::run: break;
  }
  switch (work_of(op.target)) {
    case Work::tests: return false;  // figures and verdicts of tests are read elsewhere
    case Work::build: return one_of(word, {"build", "compilation", "compile", "compiler", "run", "command"});
    case Work::lint: return one_of(word, {"lint", "linter", "linting", "eslint", "ruff", "run", "command"});
    case Work::typecheck:
      return one_of(word, {"typecheck", "type-check", "typechecker", "checker", "mypy", "tsc", "run", "command"});
    case Work::git:
    case Work::release:
      return one_of(word, {"push", "commit", "deploy", "deployment", "release", "install", "installation", "publish",
                           "upload", "run", "command"});
    case Work::other: return one_of(word, {"run", "command", "script", "befehl", "skript"});
  }
  return false;
}

/// Where the words from `at` say that it went wrong.
bool went_wrong(const Sentence& s, Segment behind) {
  for (std::size_t i = behind.begin; i < std::min(behind.end, behind.begin + 5); ++i) {
    const auto w = plain_word(s, i);
    const auto next = plain_word(s, i + 1);
    if (one_of(w, {"failed", "fails", "broke", "breaks", "crashed", "aborted", "errored", "bounced", "stalled",
                   "stumbled", "choked", "tripped", "objected", "complained", "complains", "objects", "scheiterte"}))
      return true;
    if (one_of(w, {"was", "were", "got", "been", "is", "wurde"}) &&
        has_any_phrase(s, {i + 1, std::min(behind.end, i + 4)},
                       {"refused", "rejected", "denied", "declined", "blocked", "cancelled", "canceled", "interrupted",
                        "aborted", "stopped", "vetoed", "abgelehnt", "verweigert", "blockiert", "abgebrochen"}))
      return true;
    const bool denies =
        one_of(w, {"didn't", "doesn't", "won't", "never"}) || (one_of(w, {"did", "does"}) && next == "not");
    if (denies && has_any_phrase(s, {i + 1, std::min(behind.end, i + 4)},
                                 {"work",     "worked",    "succeed", "succeeded",   "go through", "went through",
                                  "complete", "completed", "finish",  "finished",    "happen",     "happened",
                                  "take",     "stick",     "pass",    "passed",      "compile",    "start",
                                  "started",  "land",      "landed",  "come through"}))
      return true;
    if (one_of(w, {"came", "ended", "returned", "gave", "hit", "ran", "threw", "raised", "stopped", "exited"}) &&
        has_any_phrase(s, {i + 1, std::min(behind.end, i + 5)},
                       {"an error", "errors", "an exception", "a failure", "nothing usable"}))
      return true;
    if (i == behind.begin && one_of(w, {"rejected", "rejects", "refused", "refuses", "declined"})) return true;
    if (w == "timed" && next == "out") return true;
    if (w == "went" && next == "wrong") return true;
  }
  return false;
}

/// Behind "I" and its like: "failed to", "didn't get round to", "was not able to"; where the deed begins.
std::optional<std::size_t> not_managed(const Sentence& s, std::size_t person) {
  for (const std::string_view phrase :
       {"failed to",           "didn't get to",        "did not get to",       "never got to",
        "didn't get round to", "didn't get around to", "did not get round to", "did not get around to",
        "never got round to",  "never got around to",  "didn't manage to",     "did not manage to",
        "wasn't able to",      "was not able to",      "was unable to",        "couldn't",
        "could not",           "haven't managed to",   "had to skip",          "had to abandon"}) {
    if (phrase_at(s, person + 1, phrase)) return person + 2 + static_cast<std::size_t>(std::ranges::count(phrase, ' '));
  }
  return std::nullopt;
}

/// The deed of the operation in its plain form or as a gerund.
bool deed_of(std::string_view word, OpKind kind) {
  switch (kind) {
    case OpKind::edit:
      return one_of(word, {"change", "changing",  "edit",  "editing",  "update", "updating", "modify", "modifying",
                           "set",    "setting",   "apply", "applying", "write",  "writing",  "raise",  "raising",
                           "adjust", "adjusting", "fix",   "fixing",   "touch",  "touching", "make",   "making"});
    case OpKind::create:
      return one_of(word, {"create", "creating", "write", "writing", "add", "adding", "make", "making"});
    case OpKind::delete_: return one_of(word, {"delete", "deleting", "remove", "removing"});
    case OpKind::move: return one_of(word, {"move", "moving", "rename", "renaming"});
    case OpKind::save: return one_of(word, {"save", "saving", "store", "storing", "write", "writing", "keep"});
    case OpKind::read:
      return one_of(word, {"read", "reading", "open", "opening", "access", "accessing", "see", "look"});
    case OpKind::search: return one_of(word, {"search", "searching", "look", "grep"});
    case OpKind::run:
      return one_of(
          word, {"run", "running", "start", "starting", "execute", "executing", "build", "compile", "lint", "install"});
  }
  return false;
}

class Failures {
 public:
  explicit Failures(Examination& into) : into_(into), state_(into.state()) {
    const bool verified =
        state_.verification.empty() || state_.verification == "pass" || state_.verification == "not_run";
    const bool green = !state_.tests || (state_.tests->failed.value_or(0) == 0 && state_.tests->exit.value_or(0) == 0);
    all_well_ = verified && green && !state_.ops.empty() &&
                std::ranges::all_of(state_.ops, [](const Op& op) { return op.result == OpResult::succeeded; });
  }

  void examine(const Sentence& s) {
    if (s.question || s.unticked || s.line == LineKind::heading || speaks_of_past(s)) return;
    for (const Op& op : state_.ops) {
      if (!all_well_ && !apart_from_others(op)) continue;
      if (fails(s, op) || unmanaged(s, op) || finds_faults(s, op)) {
        into_.add(kind_of(op), s.span, describe_op(op));
        return;
      }
    }
  }

 private:
  /// A build beside a linter that failed: its noun tells that it is meant.
  [[nodiscard]] bool apart_from_others(const Op& op) const {
    const Work work = work_of(op.target);
    if (op.op != OpKind::run || op.result != OpResult::succeeded || work == Work::tests || work == Work::other)
      return false;
    return std::ranges::all_of(state_.ops, [&](const Op& other) {
      const Work its = work_of(other.target);
      return other.op != OpKind::run || other.result == OpResult::succeeded || (its != work && its != Work::other);
    });
  }

  /// How it went at first, or elsewhere, is no matter of the operation's result.
  static bool speaks_of_past(const Sentence& s) {
    return has_any_phrase(s, whole(s),
                          {"first", "initially", "earlier",    "previously",  "before",       "until",     "used to",
                           "if",    "would",     "could have", "might",       "may",          "should",    "once",
                           "when",  "whenever",  "unless",     "that failed", "which failed", "old",       "zuerst",
                           "wenn",  "falls",     "other",      "else",        "another",      "also",      "anything",
                           "any",   "no",        "without",    "upstream",    "ci",           "yesterday", "nor"});
  }
  [[nodiscard]] static bool holds(const Sentence& s, std::size_t at) {
    const auto exempt = exemption_at(s, {at, Nature::result, false});
    return exempt == Exemption::none || exempt == Exemption::negation;
  }
  /// Another thing is named as what failed.
  [[nodiscard]] bool names_stranger(const Sentence& s, Segment part) const {
    return std::any_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(part.begin),
                       s.tokens.begin() + static_cast<std::ptrdiff_t>(part.end), [&](const Token& t) {
                         return t.names_thing() && std::ranges::none_of(state_.ops, [&](const Op& op) {
                                  return same_file(t.text, op.target) ||
                                         fold(op.target).find(fold(t.text)) != std::string::npos ||
                                         (!op.subject.empty() && fold(t.text) == fold(op.subject));
                                });
                       });
  }

  /// "The edit was refused", "`tsc` crashed".
  [[nodiscard]] bool fails(const Sentence& s, const Op& op) const {
    for (std::size_t i = 0; i + 1 < s.tokens.size(); ++i) {
      const Segment segment = segment_of(s, i);
      const bool noun =
          s.tokens[i].kind == Token::Kind::word && noun_of(plain_word(s, i), op) &&
          (i == 0 || one_of(plain_word(s, i - 1), {"the", "my", "this", "that", "der", "die", "das", "type"}) ||
           i == segment.begin);
      const bool name =
          s.tokens[i].names_thing() && op.op == OpKind::run && fold(op.target).starts_with(fold(s.tokens[i].text));
      if ((!noun && !name) || names_stranger(s, {segment.begin, i})) continue;
      // "The search for `x` came back with an error": what it was for stands between.
      std::size_t behind = i + 1;
      while (behind < segment.end &&
             (s.tokens[behind].names_thing() || s.tokens[behind].kind == Token::Kind::quoted ||
              one_of(plain_word(s, behind), {"for", "of", "to", "in", "on", "the", "itself", "run", "file", "test"})))
        ++behind;
      if (went_wrong(s, {behind, segment.end}) && holds(s, i)) return true;
    }
    // "It doesn't build", "It does not compile."
    const bool compiles = op.op == OpKind::run && work_of(op.target) == Work::build;
    return compiles &&
           has_any_phrase(s, whole(s),
                          {"doesn't build", "does not build", "doesn't compile", "does not compile", "won't build",
                           "won't compile", "didn't compile", "did not compile", "kompiliert nicht"});
  }

  /// "I didn't get round to changing TIMEOUT."
  [[nodiscard]] bool unmanaged(const Sentence& s, const Op& op) const {
    for (std::size_t i = 0; i + 2 < s.tokens.size(); ++i) {
      if (!one_of(plain_word(s, i), {"i", "we"})) continue;
      const auto deed = not_managed(s, i);
      if (!deed || *deed >= s.tokens.size() || !deed_of(plain_word(s, *deed), op.op) || !holds(s, i)) continue;
      const Segment object{*deed + 1, segment_of(s, *deed).end};
      if (object.begin < object.end &&
          (names(s, object, op) || one_of(plain_word(s, object.begin), {"it", "this", "that"})) &&
          !names_stranger(s, object))
        return true;
    }
    return false;
  }

  /// "clippy" of "cargo clippy".
  [[nodiscard]] static bool named_by(const Token& t, const Op& op) {
    return t.kind != Token::Kind::mark && t.text.size() > 2 &&
           (" " + fold(op.target) + " ").find(" " + fold(t.text) + " ") != std::string::npos;
  }

  /// "The linter flagged two problems."
  [[nodiscard]] static bool finds_faults(const Sentence& s, const Op& op) {
    if (op.op != OpKind::run) return false;
    const Work work = work_of(op.target);
    if (work != Work::lint && work != Work::typecheck && work != Work::build) return false;
    for (std::size_t i = 0; i + 2 < s.tokens.size(); ++i) {
      if (!noun_of(plain_word(s, i), op) && !named_by(s.tokens[i], op)) continue;
      for (std::size_t k = i + 1; k + 1 < std::min(segment_of(s, i).end, i + 5); ++k) {
        const bool finds = one_of(plain_word(s, k), {"flagged", "flags", "found", "finds", "reported", "reports", "has",
                                                     "shows", "showed", "raised", "lists", "listed", "gave"});
        if (finds &&
            (number_of(s.tokens[k + 1]).value_or(0) > 0 ||
             one_of(plain_word(s, k + 1), {"an", "a", "some", "several"})) &&
            has_any_phrase(s, {k + 2, std::min(s.tokens.size(), k + 5)},
                           {"problem", "problems", "error", "errors", "issue", "issues", "violation", "violations",
                            "complaint", "complaints"}) &&
            holds(s, k))
          return true;
      }
    }
    return false;
  }

  Examination& into_;
  const State& state_;
  bool all_well_ = false;
};

}  // namespace

void examine_failures(Examination& into, const Sentence& s) { Failures(into).examine(s); }

}  // namespace warrant::claims
