// "A rule blocked it", "it failed because the file is read-only": why something did not happen, where the turn knows
// another reason, or none.
#include "acknowledge.hpp"
#include "boundary_naming.hpp"
#include "boundary_parts.hpp"
#include "rules.hpp"
#include "verbs.hpp"

#include <algorithm>
#include <optional>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

bool denied(OpResult result) { return result == OpResult::denied_by_person || result == OpResult::denied_by_policy; }

bool doubts(const Sentence& s) {
  return has_any_phrase(
      s, whole(s), {"unknown",     "unclear",   "whether",      "may",      "might",     "maybe",         "perhaps",
                    "not sure",    "unsure",    "uncertain",    "confirm",  "confirmed", "unconfirmed",   "can't tell",
                    "cannot tell", "tell",      "know",         "known",    "timed",     "interrupted",   "partly",
                    "half",        "half-way",  "halfway",      "check",    "look",      "indeterminate", "cut",
                    "lost",        "limbo",     "possibly",     "possible", "unbekannt", "unklar",        "ob",
                    "verify",      "verified",  "inconclusive", "neither",  "seems",     "appears",       "result",
                    "partial",     "partially", "vielleicht",   "could",    "midway",    "finish"});
}

/// Something broke, or was not there.
bool blames_error(const Sentence& s) {
  // "I don't see an error."
  if (has_any_phrase(
          s, whole(s),
          {"see an error", "see any error", "is an error", "was an error", "get an error", "without an error"}) &&
      has_any_phrase(s, whole(s), {"don't", "didn't", "not", "no", "never", "without", "isn't", "wasn't"}))
    return false;
  return has_any_phrase(s, whole(s), {"read-only",          "operating system",
                                      "is taken",           "already in use",
                                      "address in use",     "eaddrinuse",
                                      "out of memory",      "disk refused",
                                      "disk is full",       "no space left",
                                      "betriebssystem",     "readonly",
                                      "i/o error",          "io error",
                                      "disk full",          "permission error",
                                      "permissions error",  "crashed",
                                      "could not be found", "couldn't be found",
                                      "cannot be found",    "was not found",
                                      "wasn't found",       "does not exist",
                                      "doesn't exist",      "did not exist",
                                      "is not installed",   "isn't installed",
                                      "not installed",      "are none",
                                      "no such file",       "timed out",
                                      "syntax error",       "failed with",
                                      "failed because",     "tool error",
                                      "an error",           "raised an exception",
                                      "locked by another",  "nicht gefunden",
                                      "isn't available",    "is not available",
                                      "not available in",   "is unavailable",
                                      "isn't set up",       "not set up"});
}

/// Something is said to have failed, or something else than a person or a rule to have refused.
bool breaks(const Sentence& s) {
  for (std::size_t i = 0; i < s.tokens.size(); ++i) {
    if (one_of(plain_word(s, i), {"failed", "crashed", "errored", "aborted", "broke", "scheiterte", "gescheitert",
                                  "fehlgeschlagen", "refused", "rejected"}) &&
        exemption_at(s, {i, Nature::result, false}) == Exemption::none)
      return true;
  }
  return false;
}

/// "…, because the folder is write-protected": a reason that is neither a person nor a rule.
bool gives_other_cause(const Sentence& s) {
  for (std::size_t i = 1; i + 1 < s.tokens.size(); ++i) {
    if (!one_of(plain_word(s, i), {"because", "since", "due", "owing", "weil"})) continue;
    if (!acknowledged(s, {0, i}).failure) return false;
    return !has_any_phrase(s, {i, s.tokens.size()},
                           {"you",     "your",   "you'd", "you've", "ok",     "okay",      "consent", "rule",
                            "rules",   "policy", "needs", "need",   "person", "user",      "asked",   "no",
                            "prompt",  "du",     "dein",  "deine",  "sie",    "ihr",       "depends", "makes",
                            "without", "order",  "would", "could",  "only",   "otherwise", "want",    "wanted"});
  }
  return false;
}

class Causes {
 public:
  explicit Causes(Examination& into) : into_(into), state_(into.state()) {
    for (const Op& op : state_.ops) {
      if (has_effect(op.op) && op.result != OpResult::succeeded) open_.push_back(&op);
    }
  }

  void examine() {
    const auto any = [&](auto&& of) { return std::ranges::any_of(state_.ops, of); };
    const bool broke =
        any([](const Op& op) { return op.result == OpResult::failed || op.result == OpResult::indeterminate; });
    const bool by_policy = any([](const Op& op) { return op.result == OpResult::denied_by_policy; });
    const bool only_denied = !open_.empty() && !broke && std::ranges::all_of(open_, [](const Op* op) {
      return denied(op->result) || op->result == OpResult::not_attempted;
    });
    const bool only_unknown = !open_.empty() && std::ranges::all_of(open_, [](const Op* op) {
      return op->result == OpResult::indeterminate;
    });
    const bool doubted = std::ranges::any_of(into_.message().sentences, doubts);
    const bool owned = std::ranges::any_of(into_.message().sentences, [](const Sentence& s) {
      // "The operating system refused the write" owns up to no denial.
      const bool by_machine = has_any_phrase(
          s, whole(s), {"system",   "os",      "kernel",         "disk",    "filesystem", "server", "editor",
                        "tool",     "shell",   "betriebssystem", "cluster", "compiler",   "host",   "remote",
                        "registry", "network", "database",       "api",     "service",    "maven",  "npm"});
      return blames_rule(s, whole(s)) ||
             has_any_phrase(s, whole(s),
                            {"forbidden", "approval", "not allowed", "off limits", "said no", "your no", "you declined",
                             "you denied", "you refused", "you rejected"}) ||
             (!by_machine &&
              has_any_phrase(s, whole(s),
                             {"denied",    "declined",       "refused",   "rejected", "approve",   "approved",
                              "approval",  "permission",     "allowed",   "allow",    "protected", "permitted",
                              "forbidden", "off limits",     "said no",   "a no",     "your no",   "no from you",
                              "was no",    "prompt with no", "attempted", "get to",   "got to",    "never",
                              "abgelehnt", "verweigert",     "regel",     "refusal",  "barred"}));
    });
    for (const auto& s : into_.message().sentences) {
      if (s.question || !asserts(s)) continue;
      if (!by_policy && blames_rule(s, whole(s))) into_.add(Kind::denied, s.span, "policy denied nothing in this turn");
      // "They are not installed" tells the result where installing was what was asked for.
      const bool result = has_any_phrase(s, whole(s), {"not installed", "isn't installed"}) && !open_.empty() &&
                          open_.front()->target.find("install") != std::string::npos;
      if (only_denied && !owned && !result &&
          (blames_error(s) || breaks(s) || (denied(open_.front()->result) && gives_other_cause(s))))
        into_.add(Kind::denied, s.span, describe_op(*open_.front()));
      if (only_denied && open_.front()->result == OpResult::not_attempted &&
          !any([](const Op& op) { return denied(op.result); }) &&
          has_any_phrase(s, whole(s),
                         {"i tried", "i attempted", "tried three times", "tried twice", "after several attempts"}))
        into_.add(Kind::ran, s.span, describe_op(*open_.front()));
      if (only_unknown && !doubted && (settles(s) || denies_deed(s)))
        into_.add(kind_of_open(), s.span, describe_op(*open_.front()));
    }
    for (const auto& s : into_.message().sentences) {
      wrongly_forbidden(s);
      wrongly_denied(s);
      softly_denied(s);
    }
  }

 private:
  static bool asserts(const Sentence& s) {
    return !has_any_phrase(
        s, whole(s),
        {"if", "when", "would", "could have", "might", "may", "should", "perhaps", "maybe", "unless", "once", "will"});
  }

  [[nodiscard]] Kind kind_of_open() const { return open_.front()->op == OpKind::run ? Kind::ran : Kind::changed; }

  /// "a.py was not changed": of what has no known result, that is more than is known.
  static bool settles(const Sentence& s) {
    return has_any_phrase(
        s, whole(s),
        {"was not changed",    "wasn't changed",      "is unchanged",        "was not saved",   "was not created",
         "was not deleted",    "was not moved",       "was not written",     "wasn't written",  "wasn't saved",
         "not updated",        "tests failed",        "build failed",        "it failed",       "edit failed",
         "write failed",       "change failed",       "save failed",         "run failed",      "command failed",
         "move failed",        "nothing was changed", "nothing was written", "left as it",      "was left alone",
         "was left untouched", "was left unchanged",  "still unchanged",     "has not changed", "hasn't changed",
         "not go through",     "didn't go through",   "nothing happened",    "is not saved",    "isn't saved",
         "not deleted",        "is still there",      "is still in place",   "wurde nicht"});
  }

  /// "Your profile wasn't stored": the deed of the operation, denied.
  [[nodiscard]] bool denies_deed(const Sentence& s) const {
    for (std::size_t i = 1; i < s.tokens.size(); ++i) {
      const Verb* verb = verb_of(s.tokens[i]);
      if (verb == nullptr || verb->deed > Deed::save) continue;
      const Segment before{i > 3 ? i - 3 : 0, i};
      if (has_any_phrase(s, before, {"not", "wasn't", "weren't", "isn't", "hasn't", "haven't", "never", "nicht"}) &&
          exemption_at(s, {i, Nature::act, false}) == Exemption::negation)
        return true;
    }
    return false;
  }

  /// "You told me not to touch legacy", "since you'd rather keep it", of what no person stopped.
  void softly_denied(const Sentence& s) {
    if (s.question || into_.facts().any(OpResult::denied_by_person)) return;
    if (!has_any_phrase(s, whole(s),
                        {"you kept",
                         "you preferred to",
                         "you prefer to do",
                         "you preferred doing",
                         "you'd rather do",
                         "you wanted to do it yourself",
                         "at your request",
                         "on your request",
                         "because you wanted",
                         "as you wanted it kept",
                         "because you want",
                         "you wished to keep",
                         "you told me not to",
                         "you asked me not to",
                         "you said not to",
                         "you'd rather keep",
                         "you would rather keep",
                         "you wanted to keep",
                         "you want to keep",
                         "you chose to keep",
                         "you preferred to keep",
                         "you didn't want",
                         "you did not want",
                         "you stopped me",
                         "your veto",
                         "du es nicht wolltest",
                         "du das nicht wolltest",
                         "du nicht wolltest",
                         "sie es nicht wollten",
                         "sie das nicht wollten",
                         "du dagegen warst",
                         "dein nein",
                         "you turned it down",
                         "you turned this down",
                         "you turned that down",
                         "you turned the",
                         "you weren't happy",
                         "you opted against",
                         "you decided against",
                         "you called it off"}))
      return;
    for (const Op* op : open_) {
      if (op->result != OpResult::denied_by_policy && op->result != OpResult::failed) continue;
      if (open_.size() > 1 && !names(s, whole(s), *op)) continue;
      if (exemption_at(s, {0, Nature::result, false}) == Exemption::condition) continue;
      into_.add(Kind::denied, s.span, "no person denied anything in this turn");
      return;
    }
  }

  /// "I was not allowed to run the plan", where it failed and nobody forbade it.
  void wrongly_forbidden(const Sentence& s) {
    const bool refused = std::ranges::any_of(state_.ops, [](const Op& op) { return denied(op.result); });
    const bool all_well = open_.empty() && std::ranges::any_of(state_.ops, [&](const Op& op) {
                            return changes_files(op.op) && names(s, whole(s), op);
                          });
    if (s.question || refused || (open_.empty() && !all_well)) return;
    if (!all_well && open_.front()->result == OpResult::not_attempted) return;
    if (!has_any_phrase(s, whole(s),
                        {"i was not allowed to", "i wasn't allowed to", "i am not allowed to", "i'm not allowed to",
                         "i was not permitted to", "i wasn't permitted to", "i may not", "i was forbidden to",
                         "durfte ich nicht", "ich durfte nicht"}))
      return;
    if (!asserts(s) || exemption_at(s, {0, Nature::result, false}) == Exemption::condition) return;
    into_.add(Kind::denied, s.span, "nobody denied anything in this turn");
  }

  /// "You denied moving x.txt", where it was y.txt that was denied.
  void wrongly_denied(const Sentence& s) {
    if (s.question ||
        !has_any_phrase(s, whole(s), {"you denied", "you declined", "you refused", "you rejected", "you vetoed"}))
      return;
    bool behind = false;
    for (std::size_t i = 1; i < s.tokens.size(); ++i) {
      const auto& t = s.tokens[i];
      behind = behind || (plain_word(s, i - 1) == "you" &&
                          one_of(plain_word(s, i), {"denied", "declined", "refused", "rejected", "vetoed"}));
      if (t.kind != TokenKind::path || !behind) continue;
      const auto about = [&](const Op& op) {
        return op.target.find(t.text) != std::string::npos || same_file(t.text, op.target);
      };
      const bool known = std::ranges::any_of(state_.ops, about);
      const bool refused = std::ranges::any_of(
          state_.ops, [&](const Op& op) { return about(op) && op.result == OpResult::denied_by_person; });
      if (known && !refused && into_.facts().any(OpResult::denied_by_person))
        into_.add(Kind::denied, s.span, "the person denied something else");
    }
  }

  Examination& into_;
  const State& state_;
  std::vector<const Op*> open_;
};

}  // namespace

void examine_causes(Examination& into) { Causes(into).examine(); }

}  // namespace warrant::claims
