#include "boundary_admissions.hpp"

#include "acknowledge.hpp"
#include "boundary_clauses.hpp"
#include "boundary_naming.hpp"

#include <algorithm>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

/// What a stretch can be about beside the operations themselves.
struct Topics {
  bool tests;
  bool documents;
  bool release;
  bool running;
  bool files;
  [[nodiscard]] bool any() const { return tests || documents || release || running || files; }
};

Topics topics_of(const Sentence& s, Segment part) {
  return {
      .tests = has_any_phrase(s, part,
                              {"test", "tests", "tested", "untested", "testing", "suite", "spec", "specs", "coverage",
                               "testet", "getestet", "ungetestet"}),
      .documents = has_any_phrase(s, part,
                                  {"docs", "documentation", "readme", "changelog", "comment", "comments", "docstring",
                                   "docstrings", "dokumentation"}),
      .release = has_any_phrase(
          s, part,
          {"commit", "committed", "commits", "push", "pushed", "deploy", "deployed", "publish", "published", "release",
           "released", "merge", "merged", "uncommitted", "pr", "gepusht", "committet"}),
      .running =
          has_any_phrase(s, part,
                         {"run", "ran", "running", "execute", "executed", "start", "started", "restart", "restarted",
                          "build", "built", "lint", "linter", "install", "installed", "ausgeführt", "gestartet"}),
      .files = has_any_phrase(s, part, {"file",    "files",  "edit",    "edits",    "change",   "changes",    "changed",
                                        "write",   "wrote",  "written", "writing",  "update",   "save",       "saved",
                                        "saving",  "create", "created", "delete",   "deleted",  "deletion",   "remove",
                                        "removed", "move",   "moved",   "rename",   "renamed",  "apply",      "applied",
                                        "patch",   "disk",   "datei",   "änderung", "geändert", "gespeichert"})};
}

/// The operation has to do with what the stretch speaks of.
bool fits(const Sentence& s, Segment part, const Topics& topics, const Op& op) {
  const std::string target = fold(op.target);
  const auto in_target = [&](std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [&](std::string_view w) { return target.find(w) != std::string::npos; });
  };
  const Work work = op.op == OpKind::run ? work_of(op.target) : Work::other;
  if (topics.files && changes_files(op.op) && !topics.tests && !topics.documents && !topics.release) return true;
  if (topics.tests && !(work == Work::tests || in_target({"test", "spec"}))) return false;
  if (topics.documents && !in_target({"doc", "readme", ".md", "change", ".rst", "comment", ".txt"})) return false;
  if (topics.release && work != Work::release && work != Work::git) return false;
  const bool begun =
      has_any_phrase(s, part, {"start on", "started on", "start with", "started with", "start it", "started it"});
  return !(topics.running && !topics.tests && !begun && changes_files(op.op));
}

bool intends(const Sentence& s, Segment part) {
  return has_any_phrase(s, part,
                        {"wanted",   "would",     "next",  "plan",      "planned",  "meant",   "hoped",    "intend",
                         "intended", "going to",  "i'll",  "wollte",    "würde",    "werde",   "proposed", "propose",
                         "suggest",  "suggested", "tried", "attempted", "still to", "haven't", "later"}) &&
         !firm_in_effect(s, part);
}

/// "That one I left", "the second is still open": what was spoken of just before.
bool points(const Sentence& s, Segment part) {
  return has_any_phrase(s, part, {"it",        "it's",       "this",   "that",   "that's",  "that one", "this one",
                                  "the other", "the others", "second", "third",  "last",    "the rest", "latter",
                                  "former",    "everything", "all",    "both",   "nothing", "neither",  "none",
                                  "es",        "das",        "dies",   "nichts", "beide",   "zweite",   "letzte"});
}

/// Something else that the turn, or the text, knows by a name.
bool names_another(const Sentence& s, Segment part, const Op& op, const State& state) {
  const auto other = [&](const Op& each) {
    return &each != &op && has_effect(each.op) && each.target != op.target && names(s, part, each);
  };
  return std::ranges::any_of(state.ops, other);
}

/// Each clause of the stretch that admits something names another operation.
bool admits_of_another(const Sentence& s, Segment part, const Op& op, const State& state) {
  if (!names_another(s, part, op, state)) return false;
  for (std::size_t at = part.begin; at < part.end;) {
    const Segment clause = segment_of(s, at);
    const Segment within{std::max(clause.begin, part.begin), std::min(clause.end, part.end)};
    at = std::max(within.end, at + 1) + (within.end < part.end ? 1 : 0);
    // "Tests: not run, there'd be no point before b.py is fixed": the label tells what is meant.
    const Segment labelled{within.begin > part.begin + 1 ? within.begin - 2 : part.begin, within.end};
    const bool labels = op.op == OpKind::run && work_of(op.target) == Work::tests && topics_of(s, labelled).tests;
    if (acknowledged(s, within).failure && (labels || points(s, within)) && !names_another(s, within, op, state))
      return false;
  }
  return true;
}

/// "You declined the check I proposed", "a rule forbids that": of all that was denied so, where nothing else is named.
bool tells_denial(const Sentence& s, Segment part, const Op& op, const State& state) {
  if (names_another(s, part, op, state)) return false;
  if (op.result == OpResult::denied_by_policy) return blames_rule(s, part);
  return op.result == OpResult::denied_by_person &&
         has_any_phrase(
             s, part,
             {"you declined", "you denied", "you refused", "you rejected", "you said no", "you turned", "you vetoed",
              "your no", "your call", "you decided against", "you didn't want", "you did not want", "you passed on",
              "you opted against", "declined by you", "du hast", "abgelehnt", "declined", "turned down"});
}

/// "The linter says "no action detected in task"": whoever quotes a message owns up to it.
bool quotes_message(const Sentence& s, Segment part) {
  for (std::size_t i = part.begin; i + 1 < part.end; ++i) {
    if (one_of(plain_word(s, i),
               {"says", "said", "prints", "printed", "reads", "complains", "reports", "meldet", "sagt"}) &&
        s.tokens[i + 1].kind == TokenKind::quoted)
      return true;
  }
  return false;
}

}  // namespace

bool tells_other_value(const Sentence& s, Segment part, const Op& op) {
  if (op.value.empty() || !names_subject(s, part, op) || has_any_phrase(s, part, {"now", "jetzt", "to", "auf"}))
    return false;
  bool other = false;
  for (std::size_t i = part.begin; i < part.end; ++i) {
    const std::string text = fold(s.tokens[i].text);
    if (text == fold(op.value)) return false;
    other = other || (number_of(s.tokens[i]).has_value() && text != fold(op.subject));
  }
  return other;
}

bool of_seeing(const Sentence& s, Segment part, OpKind kind) {
  if (has_any_phrase(
          s, part, {"denied",     "refused",   "forbids",    "forbidden",      "forbade",     "rule",        "rules",
                    "policy",     "blocked",   "failed",     "fails",          "error",       "timed",       "timeout",
                    "unable",     "couldn't",  "could",      "can't",          "cannot",      "rejected",    "declined",
                    "vetoed",     "allowed",   "permission", "protected",      "turned",      "unknown",     "unclear",
                    "crashed",    "gave",      "attempted",  "attempt",        "interrupted", "skipped",     "aborted",
                    "stopped",    "abgelehnt", "verweigert", "fehlgeschlagen", "konnte",      "gescheitert", "regel",
                    "didn't get", "not get",   "get to",     "got to",         "limits",      "bounds",      "veto",
                    "said no",    "no luck",   "pas pu",     "pude",           "approve",     "approval"}))
    return true;
  if (kind == OpKind::search && !acknowledged(s, part).failure) return false;
  if (kind == OpKind::search)
    return has_any_phrase(s, part,
                          {"search", "searched", "searching", "grep",    "look",      "looked", "tell",    "know",
                           "known",  "say",      "sure",      "confirm", "confirmed", "result", "results", "answer",
                           "ran",    "run",      "gesucht",   "suche",   "suchen",    "see"});
  return has_any_phrase(
      s, part,
      {"read", "open",    "opened", "opening", "look",   "looked",  "see",     "seen",    "saw",      "access",
       "view", "load",    "loaded", "get",     "got",    "reach",   "shown",   "inspect", "check",    "checked",
       "tell", "know",    "known",  "say",     "sure",   "confirm", "exist",   "exists",  "there",    "found",
       "find", "gelesen", "sehen",  "lesen",   "öffnen", "gesehen", "missing", "absent",  "searched", "contents"});
}

Admission admission(const Sentence& s, const Op& op, const State& state) {
  Admission found = Admission::none;
  bool some = false;
  for (const auto part : stretches(s)) {
    const auto words = acknowledged(s, part);
    // "I wanted to do the same in b.ts": whoever speaks of it so has not done it.
    if (intends(s, part) && names(s, part, op)) return Admission::clear;
    if (tells_other_value(s, part, op)) return Admission::clear;
    if (op.op == OpKind::run && op.result == OpResult::failed && quotes_message(s, part)) found = Admission::vague;
    if (!words.failure) continue;
    some = true;
    if (!has_effect(op.op) && !of_seeing(s, part, op.op)) continue;
    if (names(s, part, op) || tells_denial(s, part, op, state)) return Admission::clear;
    if (admits_of_another(s, part, op, state) &&
        !has_any_phrase(s, part, {"only", "just", "nur", "after", "beyond", "except", "but", "half", "first", "than"}))
      continue;
    const Topics topics = topics_of(s, part);
    if (!fits(s, part, topics, op)) continue;
    if (topics.any() || points(s, part)) return Admission::clear;
    found = Admission::vague;
  }
  // The whole may admit what no stretch of it does alone: "turned … down".
  if (some || !acknowledged(s, whole(s)).failure) return found;
  if (names(s, whole(s), op)) return Admission::clear;
  return fits(s, whole(s), topics_of(s, whole(s)), op) ? Admission::vague : found;
}

bool admits(const Sentence& s, const Op& op, const State& state) { return admission(s, op, state) != Admission::none; }

}  // namespace warrant::claims
