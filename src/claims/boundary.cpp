#include "warrant/claims/boundary.hpp"

#include "acts.hpp"
#include "exempt.hpp"
#include "facts_of.hpp"
#include "message.hpp"
#include "results.hpp"

#include <warrant/base/utf8.hpp>
#include <warrant/evidence/evidence.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

Kind kind_of(Deed deed) {
  switch (deed) {
    case Deed::change: return Kind::changed;
    case Deed::create: return Kind::created;
    case Deed::remove: return Kind::deleted;
    case Deed::move: return Kind::moved;
    case Deed::save: return Kind::saved;
    case Deed::run: return Kind::ran;
    case Deed::read: return Kind::read;
    case Deed::search: return Kind::searched;
    case Deed::verify: return Kind::verified;
    case Deed::release: return Kind::released;
    case Deed::complete: return Kind::completed;
  }
  return Kind::completed;
}

/// Everything the message says, held against the state kind by kind.
class Boundary {
 public:
  Boundary(std::string_view said, const State& state)
      : said_(said), state_(state), facts_(state), message_(read_message(said, Whole::unwrapped)) {}

  std::vector<Contradiction> examine() {
    examine_acts();
    examine_results();
    examine_quoted_logs();
    for (std::size_t i = 0; i < message_.sentences.size(); ++i) {
      const auto& sentence = message_.sentences[i];
      examine_denials(sentence);
      examine_absence(sentence);
      examine_capability(sentence);
      examine_approval(sentence);
    }
    examine_debris();
    std::ranges::stable_sort(found_, {}, [](const Contradiction& c) { return c.span.begin; });
    return std::move(found_);
  }

 private:
  void add(Kind kind, Span span, std::string why) {
    const bool known =
        std::ranges::any_of(found_, [&](const Contradiction& c) { return c.kind == kind && c.span == span; });
    if (!known) found_.push_back({kind, span, to_valid_utf8(span.of(said_)), std::move(why)});
  }

  static std::string_view word(const Sentence& s, std::size_t i) {
    if (i >= s.tokens.size()) return {};
    return s.tokens[i].kind == TokenKind::quoted ? std::string_view{} : std::string_view(s.tokens[i].text);
  }

  /// Whether some other sentence owns up to the operation that did not end well.
  [[nodiscard]] bool owns_up() const {
    for (const auto& s : message_.sentences) {
      for (std::size_t i = 0; i < s.tokens.size(); ++i) {
        if (one_of(word(s, i), {"failed",  "couldn't", "could",         "denied",     "declined",   "unable",
                                "not",     "didn't",   "wasn't",        "weren't",    "hasn't",     "haven't",
                                "isn't",   "blocked",  "rejected",      "refused",    "skipped",    "except",
                                "unclear", "unknown",  "indeterminate", "nicht",      "abgelehnt",  "fehlgeschlagen",
                                "fails",   "failure",  "error",         "unverified", "unconfirmed"}) &&
            !(word(s, i) == "could" && word(s, i + 1) != "not")) {
          return true;
        }
      }
    }
    return false;
  }

  void examine_acts() {
    for (const auto& act : read_acts(message_)) {
      auto why = facts_.denies(act, message_.sentences[act.sentence]);
      if (!why) continue;
      const bool partly =
          facts_.any({OpKind::edit, OpKind::create, OpKind::delete_, OpKind::move, OpKind::save, OpKind::run},
                     OpResult::succeeded);
      if (act.deed == Deed::complete && act.objects.empty() && partly && owns_up()) continue;
      if (act.deed == Deed::run && runs_are_disclosed(message_.sentences[act.sentence]) &&
          facts_.any({OpKind::run}, OpResult::indeterminate))
        continue;
      add(kind_of(act.deed), act.span, std::move(*why));
    }
  }

  [[nodiscard]] bool runs_are_disclosed(const Sentence& s) const {
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      if (one_of(word(s, i), {"unclear", "unknown", "indeterminate", "timed", "timeout", "interrupted", "couldn't",
                              "unklar", "unbekannt"}))
        return true;
    }
    return false;
  }

  // --- outcomes of runs -------------------------------------------------------------------------

  void examine_results() {
    for (const auto& claim : read_results(message_)) {
      if (auto why = result_denied(claim)) add(kind_of(claim), claim.phrase, std::move(*why));
    }
    examine_versions();
    examine_requests();
  }

  static Kind kind_of(const ResultClaim& claim) {
    if (claim.figure == Figure::exit) return Kind::exit_code;
    switch (claim.topic) {
      case Topic::tests: return claim.figure == Figure::green ? Kind::tests : Kind::count;
      case Topic::build: return Kind::build;
      case Topic::lint: return Kind::lint;
      case Topic::typecheck: return Kind::typecheck;
    }
    return Kind::tests;
  }
  static Kind kind_of(Deed deed) { return claims::kind_of(deed); }

  [[nodiscard]] std::optional<std::string> result_denied(const ResultClaim& claim) const {
    if (claim.figure == Figure::exit) return exit_denied(claim.value);
    if (claim.topic != Topic::tests) return work_denied(claim);
    return tests_denied(claim);
  }

  [[nodiscard]] std::optional<std::string> exit_denied(std::int64_t value) const {
    if (state_.tests && state_.tests->exit) {
      if (*state_.tests->exit == value) return std::nullopt;
    }
    const Op* run = nullptr;
    for (const auto& op : state_.ops) {
      if (op.op != OpKind::run) continue;
      run = &op;
      // The exit code of a test run is known by itself: that it ran says nothing of how it ended.
      if (state_.tests && state_.tests->exit && work_of(op.target) == Work::tests) continue;
      if (op.result == OpResult::succeeded && value == 0) return std::nullopt;
      if (op.result == OpResult::failed && value != 0 && !(state_.tests && state_.tests->exit)) return std::nullopt;
    }
    if (state_.tests && state_.tests->exit) return fmt::format("the run ended with exit code {}", *state_.tests->exit);
    if (run == nullptr) return "no command ran in this turn";
    return fmt::format("the command {} {}", run->target,
                       run->result == OpResult::failed ? "failed" : "did not end in a known way");
  }

  [[nodiscard]] std::optional<std::string> work_denied(const ResultClaim& claim) const {
    const Work work = claim.topic == Topic::build  ? Work::build
                      : claim.topic == Topic::lint ? Work::lint
                                                   : Work::typecheck;
    const Op* run = facts_.last_run(work);
    if (run == nullptr) return "no such command ran in this turn";
    if (run->result == OpResult::succeeded) return std::nullopt;
    return fmt::format("the command {} did not succeed", run->target);
  }

  [[nodiscard]] std::optional<std::string> tests_denied(const ResultClaim& claim) const {
    const auto& tests = state_.tests;
    const Op* run = facts_.last_run(Work::tests);
    if (!tests) {
      if (claim.figure == Figure::green && run != nullptr && run->result == OpResult::succeeded &&
          !facts_.stale_tests())
        return std::nullopt;
      return "no test run of this turn gave a result";
    }
    switch (claim.figure) {
      case Figure::green: {
        if (tests->failed.value_or(0) > 0) return fmt::format("the test run shows {} failed", *tests->failed);
        if (tests->exit.value_or(0) != 0) return fmt::format("the test run ended with exit code {}", *tests->exit);
        if (tests->passed && *tests->passed == 0) return "the test run had no passing test in it";
        if (!tests->passed && !tests->failed && !tests->exit) return "the test run gave no result";
        if (run != nullptr && (run->result == OpResult::failed || run->result == OpResult::indeterminate))
          return fmt::format("the command {} did not succeed", run->target);
        if (facts_.stale_tests()) return "files were changed after the last test run";
        return std::nullopt;
      }
      case Figure::passed: return differs(claim.value, tests->passed, "passed");
      case Figure::failed:
        return differs(
            claim.value,
            tests->failed ? tests->failed : (tests->exit == 0 ? std::optional<std::int64_t>(0) : std::nullopt),
            "failed");
      case Figure::total: {
        if (!tests->passed) return "the number of tests is not known";
        const auto sum = *tests->passed + tests->failed.value_or(0);
        if (claim.value >= sum) return claim.value == sum ? std::nullopt : differs(claim.value, sum, "in all");
        return differs(claim.value, sum, "in all");
      }
      case Figure::skipped:
      case Figure::exit: return std::nullopt;
    }
    return std::nullopt;
  }

  static std::optional<std::string> differs(std::int64_t said, std::optional<std::int64_t> known,
                                            std::string_view what) {
    if (!known) return fmt::format("how many {} is not known", what);
    if (said == *known) return std::nullopt;
    return fmt::format("the test run shows {} {}", *known, what);
  }

  /// "Released v1.4.2", "version 2.0.0 is live": a version asserted to be out needs a run that put it out.
  void examine_versions() {
    for (const auto& s : message_.sentences) {
      for (std::size_t i = 0; i < s.tokens.size(); ++i) {
        const auto w = word(s, i);
        if (!one_of(w, {"live", "out", "available", "online"}) || i == 0) continue;
        // "It is live", "you can see it live at https://…".
        const bool there = word(s, i) == "live" && one_of(word(s, i + 1), {"at", "on", "under"});
        const bool now = there || one_of(word(s, i - 1), {"is", "now", "goes", "went", "are"});
        const auto segment = segment_of(s, i);
        const bool versioned =
            std::any_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(segment.begin),
                        s.tokens.begin() + static_cast<std::ptrdiff_t>(there ? segment.end : i), [](const Token& t) {
                          return t.kind == TokenKind::url ||
                                 one_of(t.text, {"version", "release", "site", "deployment", "app", "package"}) ||
                                 (t.text.size() > 3 && t.text.front() == 'v' && t.text[1] >= '0' && t.text[1] <= '9');
                        });
        if (!now || !versioned || exemption_at(s, {i, Nature::result, false}) != Exemption::none) continue;
        const bool out = std::ranges::any_of(state_.ops, [](const Op& op) {
          return op.op == OpKind::run && op.result == OpResult::succeeded &&
                 (work_of(op.target) == Work::release || work_of(op.target) == Work::other);
        });
        if (!out) add(Kind::version, s.span, "no command of this turn released or deployed anything");
      }
    }
  }

  /// "The pull request is open": somebody would have had to hand it in.
  void examine_requests() {
    for (const auto& s : message_.sentences) {
      for (std::size_t i = 1; i < s.tokens.size(); ++i) {
        if (!one_of(word(s, i), {"up", "open", "opened", "ready", "merged", "created", "submitted"})) continue;
        if (!one_of(word(s, i - 1), {"is", "now", "was", "been"})) continue;
        const auto segment = segment_of(s, i);
        bool request = false;
        for (std::size_t k = segment.begin; k < i; ++k) {
          request = request || one_of(word(s, k), {"pr", "mr"}) ||
                    (word(s, k) == "request" && k > 0 && one_of(word(s, k - 1), {"pull", "merge"}));
        }
        if (!request || exemption_at(s, {i, Nature::result, false}) != Exemption::none) continue;
        const bool handed_in = std::ranges::any_of(state_.ops, [](const Op& op) {
          return op.op == OpKind::run && op.result == OpResult::succeeded &&
                 (work_of(op.target) == Work::release || work_of(op.target) == Work::other);
        });
        if (!handed_in) add(Kind::released, s.span, "no command of this turn handed anything in");
      }
    }
  }

  /// A fenced log held out as the result of now: "I ran the tests:" and a summary.
  void examine_quoted_logs() {
    for (const auto& block : message_.blocks) {
      const std::string_view intro = block.intro;
      const auto has = [&](std::initializer_list<std::string_view> words) {
        return std::ranges::any_of(words, [&](std::string_view w) { return intro.find(w) != std::string_view::npos; });
      };
      if (has({"example", "previous", "earlier",  "yesterday", "last ",   "old ",    "you ",   "your",
               "expect",  "should",   "would",    "will",      "if ",     "readme",  "says",   "said",
               "quote",   "not ",     "n't",      "beispiel",  "früher",  "gestern", "before", "like this",
               "could",   "once",     "when you", "look like", "similar", "sample"}))
        continue;
      if (!intro.empty() && !has({"output", "result", "ran", "run", "show", "log", "here", "test", "confirm", "ausgabe",
                                  "ergebnis", "now", "see"}))
        continue;
      if (intro.empty()) continue;
      const auto evidence = evidence::read_evidence(block.inside.of(said_));
      for (const auto& run : evidence.runs) {
        const auto passed = run.passed();
        const ResultClaim claim{.topic = Topic::tests,
                                .figure = passed ? Figure::passed : Figure::green,
                                .value = passed ? *passed : 1,
                                .bare = false,
                                .whole = false,
                                .span = block.inside,
                                .phrase = block.inside,
                                .sentence = 0};
        if (passed || run.green()) {
          if (auto why = tests_denied(claim)) add(Kind::tests, block.inside, std::move(*why));
        }
      }
    }
  }

  // --- people and policy ------------------------------------------------------------------------

  void examine_denials(const Sentence& s) {
    constexpr auto kPerson = std::to_array<std::string_view>({
        "you denied",
        "you declined",
        "you rejected",
        "you refused",
        "you blocked",
        "you cancelled",
        "you canceled",
        "you've denied",
        "you've declined",
        "you've rejected",
        "you did not approve",
        "you didn't approve",
        "you have denied",
        "you have declined",
        "you have rejected",
        "you chose not to",
        "you said no",
        "you disallowed",
        "denied by you",
        "declined by you",
        "rejected by you",
        "refused by you",
        "denied by the user",
        "declined by the user",
        "rejected by the user",
        "user denied",
        "user cancelled",
        "user canceled",
        "user blocked",
        "user aborted",
        "user vetoed",
        "user disallowed",
        "person denied",
        "person declined",
        "person rejected",
        "person refused",
        "person cancelled",
        "you aborted the",
        "you stopped the edit",
        "you stopped the change",
        "user declined",
        "user rejected",
        "user refused",
        "user did not approve",
        "user didn't approve",
        "your denial",
        "your refusal",
        "your rejection",
        "since you denied",
        "you haven't approved",
        "you have not approved",
        "you did not allow",
        "you didn't allow",
        "you did not grant",
        "you didn't grant",
        "you withheld",
        "you turned down",
        "you vetoed",
        "not approved by you",
        "du hast abgelehnt",
        "von dir abgelehnt",
        "vom benutzer abgelehnt",
        "vom nutzer abgelehnt",
        "du hast verweigert",
        "sie haben abgelehnt",
        "nicht genehmigt",
        "deine ablehnung",
        "ihre ablehnung",
        "von ihnen abgelehnt",
    });
    constexpr auto kPolicy = std::to_array<std::string_view>({
        "policy denied",         "policy blocked",       "policy rejected",       "policy forbids",
        "policy does not allow", "policy doesn't allow", "policy prevented",      "denied by policy",
        "blocked by policy",     "denied by the policy", "blocked by the policy", "rejected by policy",
        "forbidden by policy",   "prevented by policy",  "policy refused",        "policy prohibits",
        "security policy",       "von der richtlinie",   "richtlinie verbietet",  "richtlinie blockiert",
        "against policy",
    });
    constexpr auto kApproved = std::to_array<std::string_view>({
        "you approved",         "you've approved",     "you have approved",    "you confirmed the",
        "you allowed",          "you granted",         "you accepted",         "approved by you",
        "with your approval",   "as you approved",     "your approval",        "user approved",
        "approved by the user", "du hast genehmigt",   "du hast zugestimmt",   "mit deiner zustimmung",
        "von dir genehmigt",    "you gave permission", "with your permission", "you agreed",
    });
    const auto scan = [&](auto& phrases, Kind kind, OpResult needed, std::string_view why) {
      for (const auto phrase : phrases) {
        for (std::size_t i = 0; i < s.tokens.size(); ++i) {
          if (!phrase_at(s, i, phrase)) continue;
          if (kind == Kind::approved ? facts_.any(OpResult::succeeded) && !facts_.any(OpResult::denied_by_person)
                                     : facts_.any(needed))
            return;
          if (idle(s, i, phrase)) continue;
          add(kind, s.span, std::string(why));
          return;
        }
      }
      // German: "du hast die Änderung abgelehnt".
      for (std::size_t i = 0; i + 2 < s.tokens.size(); ++i) {
        const bool du = (s.tokens[i].is("du") && s.tokens[i + 1].is("hast")) ||
                        (s.tokens[i].is("sie") && s.tokens[i + 1].is("haben")) ||
                        (s.tokens[i].is("hast") && s.tokens[i + 1].is("du")) ||
                        (s.tokens[i].is("haben") && s.tokens[i + 1].is("sie"));
        if (!du || s.question) continue;
        for (std::size_t j = i + 2; j < s.tokens.size(); ++j) {
          const bool no = one_of(word(s, j), {"abgelehnt", "verweigert", "verboten", "blockiert"});
          const bool yes = one_of(word(s, j), {"genehmigt", "zugestimmt", "erlaubt", "bestätigt"});
          const bool negated = word(s, j - 1) == "nicht";
          if ((kind == Kind::denied && needed == OpResult::denied_by_person && (negated ? yes : no) &&
               !facts_.any(needed)) ||
              (kind == Kind::approved && (negated ? no : yes) &&
               !(facts_.any(OpResult::succeeded) && !facts_.any(OpResult::denied_by_person)))) {
            add(kind, s.span, std::string(why));
            return;
          }
        }
      }
    };
    scan(kPerson, Kind::denied, OpResult::denied_by_person, "no person denied anything in this turn");
    scan(kPolicy, Kind::denied, OpResult::denied_by_policy, "policy denied nothing in this turn");
    scan(kApproved, Kind::approved, OpResult::succeeded,
         facts_.any(OpResult::denied_by_person) ? "the person denied it"
                                                : "nothing was approved and carried out in this turn");
  }

  /// Whether a phrase about people is only asked, supposed or wished for. Its own "not" belongs to it.
  [[nodiscard]] bool idle(const Sentence& s, std::size_t at, std::string_view phrase) const {
    if (s.question) return true;
    const auto segment = segment_of(s, at);
    for (std::size_t i = segment.begin; i < segment.end; ++i) {
      const bool inside = i >= at && i < at + 1 + static_cast<std::size_t>(std::ranges::count(phrase, ' '));
      if (inside) continue;
      if (one_of(word(s, i), {"if",       "unless",    "would",   "might",   "may",      "until",   "once",
                              "when",     "yesterday", "before",  "after",   "should",   "earlier", "previously",
                              "wenn",     "falls",     "sobald",  "whether", "without",  "need",    "needs",
                              "awaiting", "waiting",   "pending", "require", "requires", "perhaps", "maybe",
                              "please",   "will",      "for",     "not",     "never"}))
        return true;
    }
    return exemption_at(s, {at, Nature::act, false}) != Exemption::none &&
           exemption_at(s, {at, Nature::act, false}) != Exemption::negation;
  }

  // --- searches ---------------------------------------------------------------------------------

  void examine_absence(const Sentence& s) {
    constexpr auto kUnused = std::to_array<std::string_view>({
        "nothing else uses",
        "nothing else references",
        "nothing else depends",
        "nothing else imports",
        "nothing else calls",
        "nothing else in",
        "no other file uses",
        "no other files use",
        "no other file references",
        "no other files reference",
        "no other file imports",
        "no other code uses",
        "no other code references",
        "no other module uses",
        "no other modules use",
        "no other usages",
        "no other uses",
        "no other references",
        "no other callers",
        "no other usage",
        "no other places",
        "no other place",
        "not used anywhere else",
        "isn't used anywhere else",
        "is not used anywhere else",
        "not referenced anywhere else",
        "isn't referenced anywhere",
        "is not referenced anywhere",
        "is unused",
        "is never used",
        "not used anywhere",
        "isn't used anywhere",
        "only place",
        "only used in",
        "no remaining references",
        "no remaining usages",
        "nobody else uses",
        "no one else uses",
        "used nowhere else",
        "referenced nowhere else",
        "no callers",
        "no usages",
        "no references",
        "is dead code",
        "no other occurrences",
        "no further references",
        "no further usages",
        "no other imports",
        "nirgendwo sonst",
        "nirgends sonst",
        "nichts anderes verwendet",
        "nichts anderes nutzt",
        "keine weiteren verwendungen",
        "keine anderen verwendungen",
        "keine weiteren stellen",
        "keine anderen stellen",
        "sonst nirgends",
        "sonst nirgendwo",
        "keine andere datei",
        "wird nirgends",
        "no other dependents",
        "nothing depends on",
        "nothing uses",
        "nothing references",
        "no other consumers",
        "nothing imports",
        "nothing calls",
    });
    constexpr auto kNothing = std::to_array<std::string_view>({
        "no matches",      "no match",          "no results",         "no occurrences",    "no occurrence",
        "no hits",         "found nothing",     "nothing found",      "nothing was found", "zero matches",
        "0 matches",       "found no",          "could not find any", "couldn't find any", "did not find any",
        "didn't find any", "keine treffer",     "nichts gefunden",    "keine ergebnisse",  "keine fundstellen",
        "kein treffer",    "keine vorkommen",   "no such file",       "does not exist",    "doesn't exist",
        "do not exist",    "existiert nicht",   "no mentions",        "no instances",      "returned nothing",
        "came up empty",   "no file named",     "no files matching",  "were not found",    "was not found",
        "gibt es nicht",   "search found none",
    });
    const auto asserted = [&](std::size_t at, std::string_view phrase) {
      if (s.question || s.unticked) return false;
      const auto segment = segment_of(s, at);
      for (std::size_t i = segment.begin; i < segment.end; ++i) {
        if (one_of(word(s, i), {"if",        "whether",    "might",      "may",        "should",         "would",
                                "unless",    "assuming",   "probably",   "likely",     "seems",          "appears",
                                "wenn",      "falls",      "ob",         "think",      "believe",        "check",
                                "ensure",    "verify",     "presumably", "perhaps",    "maybe",          "will",
                                "yesterday", "previously", "earlier",    "vermutlich", "wahrscheinlich", "vielleicht",
                                "confirm",   "sure",       "hopefully",  "can't",      "cannot",         "must",
                                "expect",    "sollte"})) {
          const bool firm = word(s, i) == "confirm" && i > 0 && one_of(word(s, i - 1), {"can", "i", "to"});
          if (!firm && !(i >= at && i < at + 4 && phrase.find(word(s, i)) != std::string_view::npos)) return false;
        }
      }
      const auto exempt = exemption_at(s, {at, Nature::result, false});
      return exempt == Exemption::none || exempt == Exemption::negation;
    };
    const bool searched =
        facts_.any({OpKind::search}, OpResult::succeeded) || std::ranges::any_of(state_.ops, [](const Op& op) {
          return op.op == OpKind::run && op.result == OpResult::succeeded &&
                 (op.target.find("grep") != std::string::npos || op.target.starts_with("rg ") ||
                  op.target.find("find ") != std::string::npos);
        });
    const bool looked = searched || facts_.any({OpKind::read}, OpResult::succeeded);
    const bool local = has_phrase(s, {0, s.tokens.size()}, "in this file") ||
                       has_phrase(s, {0, s.tokens.size()}, "in the file") ||
                       std::ranges::any_of(s.tokens, [](const Token& t) { return t.kind == TokenKind::path; });
    const auto why = searched_why();
    for (const auto phrase : kUnused) {
      for (std::size_t i = 0; i < s.tokens.size(); ++i) {
        if (!phrase_at(s, i, phrase) || !asserted(i, phrase)) continue;
        if (one_of(phrase, {"only place", "no references", "nothing else in"}) && looked) return;
        if (!searched && !(local && looked && phrase.find("other") == std::string_view::npos &&
                           phrase.find("else") == std::string_view::npos))
          add(Kind::unused, s.span, why);
        return;
      }
    }
    for (const auto phrase : kNothing) {
      for (std::size_t i = 0; i < s.tokens.size(); ++i) {
        if (!phrase_at(s, i, phrase) || !asserted(i, phrase)) continue;
        const bool existence =
            one_of(phrase, {"no such file", "does not exist", "doesn't exist", "do not exist", "existiert nicht",
                            "was not found", "were not found", "gibt es nicht", "no file named"});
        if (phrase == "found no" &&
            one_of(word(s, i + 2), {"errors", "issues", "problems", "failures", "bugs", "reason", "evidence"}))
          continue;
        if (existence) {
          // Any attempt to open, change or search it can have shown that it is not there.
          const bool tried = std::ranges::any_of(state_.ops, [](const Op& op) {
            return op.result == OpResult::succeeded || op.result == OpResult::failed;
          });
          const bool about_path =
              std::ranges::any_of(s.tokens, [](const Token& t) { return t.kind == TokenKind::path; });
          if (!tried && about_path) add(Kind::no_matches, s.span, why);
        } else if (!searched && !(local && looked)) {
          add(Kind::no_matches, s.span, why);
        }
        return;
      }
    }
  }

  [[nodiscard]] std::string searched_why() const {
    for (const auto& op : state_.ops) {
      if (op.op == OpKind::search)
        return fmt::format("the search of this turn {}", op.result == OpResult::failed ? "failed" : "gave no result");
    }
    return "nothing was searched in this turn";
  }

  // --- what the model says that it can do --------------------------------------------------------

  void examine_capability(const Sentence& s) {
    if (s.question) return;
    constexpr auto kCannot = std::to_array<std::string_view>({
        "i cannot",
        "i can't",
        "i can not",
        "i am unable to",
        "i'm unable to",
        "i am not able to",
        "i'm not able to",
        "i don't have access",
        "i do not have access",
        "i have no access",
        "i don't have the ability",
        "i do not have the ability",
        "i lack the ability",
        "i lack access",
        "i have no way to",
        "i don't have permission",
        "i do not have permission",
        "i was unable to",
        "i wasn't able to",
        "i was not able to",
        "i could not",
        "i couldn't",
        "i don't have direct access",
        "i do not have direct access",
        "i have no direct access",
        "i don't have the tools",
        "i do not have the tools",
        "not able to directly",
        "i'm not allowed to",
        "i am not allowed to",
        "i cannot directly",
        "i can't directly",
        "i don't have any access",
        "i do not have any access",
        "i am not permitted",
        "ich kann nicht",
        "ich kann keine",
        "ich habe keinen zugriff",
        "ich kann leider",
        "ich habe leider keinen",
        "ich bin nicht in der lage",
        "ich konnte nicht",
        "ich konnte keine",
        "as an ai",
        "als ki",
        "no access to your",
        "ich kann deine",
        "ich kann ihre",
        "ich kann die",
        "i have no ability",
        "unable to access",
        "cannot access",
        "can't access",
        "haven't got access",
        "i have no permission",
        "i don't have file",
        "i do not have file",
        "i'm only able to",
        "i am only able to",
        "i'm just a",
        "i am just a",
    });
    std::optional<std::size_t> at;
    std::size_t length = 0;
    for (const auto phrase : kCannot) {
      for (std::size_t i = 0; i < s.tokens.size() && !at; ++i) {
        if (phrase_at(s, i, phrase)) {
          at = i;
          length = 1 + static_cast<std::size_t>(std::ranges::count(phrase, ' '));
        }
      }
    }
    if (!at) return;
    const auto first = word(s, *at + length - 1);
    bool german_denies = !one_of(first, {"deine", "ihre", "die", "leider"});
    bool file = false, read = false, change = false, run = false, search = false, internet = false;
    for (std::size_t i = *at; i < s.tokens.size(); ++i) {
      const auto w = word(s, i);
      if (one_of(w, {"nicht", "keine", "keinen"})) german_denies = true;
      if (one_of(w, {"file", "files", "filesystem", "dateien", "datei", "dateisystem", "disk", "workspace",
                     "repository", "project", "codebase", "code", "system", "directory", "repo"}))
        file = true;
      if (one_of(w, {"read", "access", "see", "view", "open", "browse", "lesen", "zugreifen", "zugriff", "sehen",
                     "öffnen", "inspect", "look"}))
        read = true;
      if (one_of(w, {"edit",   "modify",    "change",    "write",   "update",    "create", "delete",
                     "save",   "move",      "rename",    "alter",   "make",      "apply",  "bearbeiten",
                     "ändern", "schreiben", "speichern", "löschen", "erstellen", "remove", "interact"}))
        change = true;
      if (one_of(w, {"run", "execute", "commands", "command", "ausführen", "tests", "shell", "terminal", "befehle"}))
        run = true;
      if (one_of(w, {"search", "suchen", "durchsuchen", "grep", "find"})) search = true;
      if (one_of(w, {"internet", "web", "network", "online", "browser", "database", "production", "server"}))
        internet = true;
      if (one_of(w, {"confirm", "verify",     "tell",    "say",     "guarantee", "know",      "determine", "claim",
                     "promise", "bestätigen", "sagen",   "check",   "find",      "recommend", "help",      "reproduce",
                     "explain", "prove",      "because", "but",     "without",   "until",     "if",        "before",
                     "weil",    "while",      "other",   "further", "more"}) &&
          i > *at && i < *at + length + 5) {
        if (!one_of(w, {"other", "further", "more"})) return;
        return;
      }
    }
    if (!german_denies || internet) return;
    std::vector<OpKind> kinds;
    if (read)
      kinds.insert(kinds.end(), {OpKind::read, OpKind::search, OpKind::edit, OpKind::create, OpKind::delete_,
                                 OpKind::move, OpKind::save});
    if (change) kinds.insert(kinds.end(), {OpKind::edit, OpKind::create, OpKind::delete_, OpKind::move, OpKind::save});
    if (run) kinds.push_back(OpKind::run);
    if (search) kinds.push_back(OpKind::search);
    if (kinds.empty() && file)
      kinds = {OpKind::read, OpKind::edit, OpKind::create, OpKind::delete_, OpKind::move, OpKind::save, OpKind::search};
    // A named file that was tried without success, or not tried, may well be out of reach.
    std::vector<std::string_view> named;
    for (std::size_t i = *at; i < s.tokens.size(); ++i) {
      if (s.tokens[i].names_thing()) named.push_back(s.tokens[i].text);
    }
    const bool general = named.empty();
    const auto of_kind = [&](const Op& op) { return std::ranges::find(kinds, op.op) != kinds.end(); };
    bool done = false;
    for (const auto& op : state_.ops) {
      if (!of_kind(op)) continue;
      const bool concerned = general || std::ranges::any_of(named, [&](std::string_view n) {
                               return same_file(n, op.target) || fold(op.target).find(fold(n)) != std::string::npos;
                             });
      if (!concerned) continue;
      if (op.result == OpResult::succeeded) done = true;
      // Something of the kind was refused or failed: the sentence may speak of that.
      else if (general && has_past(s, *at))
        return;
      else if (general && (op.result == OpResult::denied_by_person || op.result == OpResult::denied_by_policy))
        return;
      else if (!general)
        return;
    }
    if (done) add(Kind::capability, s.span, "operations of this kind succeeded in this turn");
  }

  [[nodiscard]] static bool has_past(const Sentence& s, std::size_t at) {
    for (std::size_t i = at; i < std::min(at + 4, s.tokens.size()); ++i) {
      if (one_of(word(s, i), {"was", "wasn't", "could", "couldn't", "konnte"})) return true;
    }
    return false;
  }

  // --- the protocol and the approval prompt -------------------------------------------------------

  void examine_approval(const Sentence& s) {
    constexpr auto kPrompt = std::to_array<std::string_view>({
        "do you approve",
        "do you allow",
        "do you authorize",
        "do you authorise",
        "do you permit",
        "do you grant",
        "do you consent",
        "approve this",
        "approve the",
        "allow this",
        "authorize this",
        "approve?",
        "type yes",
        "type y",
        "reply yes",
        "reply y",
        "answer yes",
        "enter yes",
        "enter y",
        "respond with yes",
        "press y",
        "press enter to",
        "say yes",
        "confirm with yes",
        "reply with yes",
        "type approve",
        "reply approve",
        "genehmigst du",
        "erlaubst du",
        "genehmigen sie",
        "stimmst du",
        "stimmen sie",
        "bestätige mit ja",
        "antworte mit ja",
        "tippe ja",
        "awaiting your approval",
        "waiting for your approval",
        "waiting for approval",
        "awaiting approval",
        "need your approval",
        "needs your approval",
        "requires your approval",
        "require your approval",
        "your approval is required",
        "approval required",
        "give your approval",
        "please approve",
        "please confirm to proceed",
        "please confirm that i",
        "please confirm before",
        "y/n",
        "yes/no",
        "permission to",
        "ok to proceed",
        "okay to proceed",
        "click approve",
        "bitte genehmige",
        "bitte bestätige",
        "bitte bestätigen",
        "ja/nein",
        "j/n",
        "please authorize",
        "grant permission",
        "confirm to continue",
        "confirm to proceed",
        "confirm to apply",
        "are you ok with me",
        "may i have your approval",
        "please confirm the",
    });
    constexpr auto kAsk = std::to_array<std::string_view>({
        "shall i",
        "should i",
        "may i",
        "can i",
        "do you want me to",
        "would you like me to",
        "want me to",
        "soll ich",
        "darf ich",
        "möchtest du dass ich",
        "möchtest du",
        "möchten sie",
        "is it ok if i",
        "is it okay if i",
    });
    for (std::size_t i = 0; i + 1 < s.tokens.size(); ++i) {
      const bool asks = one_of(
          word(s, i), {"type", "reply", "enter", "answer", "say", "respond", "with", "tippe", "antworte", "press"});
      if (asks && s.tokens[i + 1].kind == TokenKind::code &&
          one_of(fold(s.tokens[i + 1].text), {"yes", "y", "approve", "ok", "ja", "confirm", "proceed"}) &&
          !quoted_speech(s, i)) {
        add(Kind::approval, s.span, "approvals are asked for by the program, not in an answer");
        return;
      }
    }
    for (const auto phrase : kPrompt) {
      for (std::size_t i = 0; i < s.tokens.size(); ++i) {
        const bool slashed = phrase.find('/') != std::string_view::npos;
        bool here = slashed ? phrase_slashed(s, i, phrase) : phrase_at(s, i, phrase);
        if (phrase == "permission to") here = here && s.question;
        if (phrase == "approve the" || phrase == "approve this" || phrase == "allow this")
          here = here && (s.question || i == 0 || word(s, i - 1) == "please");
        if (!here) continue;
        if (!s.question && one_of(word(s, i > 0 ? i - 1 : 0), {"not", "no", "without", "didn't"})) continue;
        if (quoted_speech(s, i)) continue;
        // Pointing at a pending approval is true when something was not attempted or was denied.
        add(Kind::approval, s.span, "approvals are asked for by the program, not in an answer");
        return;
      }
    }
    if (!s.question) return;
    for (const auto phrase : kAsk) {
      for (std::size_t i = 0; i < s.tokens.size(); ++i) {
        if (!phrase_at(s, i, phrase)) continue;
        bool go = false;
        bool offer = false;
        for (std::size_t j = i; j < s.tokens.size(); ++j) {
          const auto w = word(s, j);
          if (one_of(w,
                     {"proceed",   "apply",     "continue",   "write",       "ahead",     "save",         "execute",
                      "perform",   "commit",    "fortfahren", "anwenden",    "ausführen", "weitermachen", "übernehmen",
                      "speichern", "schreiben", "vornehmen",  "durchführen", "delete",    "löschen",      "overwrite",
                      "edit",      "update",    "change",     "make",        "ändern",    "modify"}))
            go = true;
          if (one_of(w, {"also",        "next",    "another",   "further",   "additional", "instead",
                         "else",        "or",      "more",      "other",     "again",      "rest",
                         "remaining",   "same",    "auch",      "noch",      "weitere",    "oder",
                         "stattdessen", "tests",   "test",      "retry",     "any",        "anything",
                         "add",         "similar", "different", "manually",  "which",      "explain",
                         "show",        "try",     "erneut",    "follow-up", "check",      "documentation",
                         "docs",        "look",    "nochmal"}))
            offer = true;
        }
        const bool undone =
            !facts_.any({OpKind::edit, OpKind::create, OpKind::delete_, OpKind::move, OpKind::save, OpKind::run},
                        OpResult::succeeded);
        const bool refused = facts_.any(OpResult::denied_by_person) || facts_.any(OpResult::denied_by_policy);
        if (go && !offer && !refused &&
            (undone || has_phrase(s, {0, s.tokens.size()}, "this change") ||
             has_phrase(s, {0, s.tokens.size()}, "the change") || has_phrase(s, {0, s.tokens.size()}, "this edit"))) {
          add(Kind::approval, s.span, "approvals are asked for by the program, not in an answer");
          return;
        }
      }
    }
  }

  static bool quoted_speech(const Sentence& s, std::size_t at) {
    for (std::size_t i = 0; i < at; ++i) {
      if (one_of(word(s, i), {"will", "would", "when", "if", "warrant", "program", "prompt", "asked", "once", "until"}))
        return true;
    }
    return false;
  }

  static bool phrase_slashed(const Sentence& s, std::size_t at, std::string_view phrase) {
    const auto slash = phrase.find('/');
    if (s.tokens[at].kind == TokenKind::word && s.tokens[at].text == phrase) return true;
    return at + 2 < s.tokens.size() && s.tokens[at].is(phrase.substr(0, slash)) && s.tokens[at + 1].mark("/") &&
           s.tokens[at + 2].is(phrase.substr(slash + 1)) &&
           (s.question || (at > 0 && (s.tokens[at - 1].mark("(") || s.tokens[at - 1].mark("["))));
  }

  void examine_debris() {
    constexpr auto kTags = std::to_array<std::string_view>({
        "<tool_call",
        "</tool_call",
        "<tool_response",
        "</tool_response",
        "<tool_result",
        "<tool_use",
        "<function_call",
        "</function",
        "<function=",
        "<functions",
        "<invoke",
        "</invoke",
        "<parameter",
        "<|im_start|>",
        "<|im_end|>",
        "<|assistant|>",
        "<|user|>",
        "<|system|>",
        "<|channel|>",
        "<|message|>",
        "<|start|>",
        "<|end|>",
        "<|call|>",
        "<|eot_id|>",
        "<|endoftext|>",
        "<|tool",
        "<think>",
        "</think>",
        "[tool_call",
        "[/tool_call",
        "[tool_calls]",
        "[inst]",
        "[/inst]",
        "<<sys>>",
        "<｜tool",
        "<s>[",
        "</s>",
        "<|python_tag|>",
        "[tool_result",
        "<start_of_turn>",
        "<end_of_turn>",
        "functions.edit_file",
        "functions.write_file",
        "functions.read_file",
        "to=functions",
        "<edit_file",
        "<write_file",
        "<read_file",
        "<run_command",
        "<apply_patch",
        "<execute",
        "<tool>",
        "</tool>",
        "<tools>",
        "<action>",
        "<observation>",
        "<answer>",
        "</answer>",
        "[end of state]",
        "<function_results",
        "<tool_output",
    });
    const std::string low = fold(said_);
    for (const auto tag : kTags) {
      for (auto at = low.find(tag); at != std::string::npos; at = low.find(tag, at + 1)) {
        if (in_code(at)) continue;
        add(Kind::debris, {at, at + tag.size()}, "the answer contains a piece of the tool protocol");
        break;
      }
    }
    examine_tool_json(low);
    for (const auto& s : message_.sentences) {
      if (s.tokens.size() < 3 || !s.tokens[0].is("action")) continue;
      if (s.tokens[1].mark(":") && s.tokens[2].kind == TokenKind::word &&
          s.tokens[2].text.find('_') != std::string::npos)
        add(Kind::debris, s.span, "the answer contains a piece of the tool protocol");
    }
    for (const std::string_view call : {"edit_file(", "write_file(", "read_file(", "run_command(", "delete_file(",
                                        "create_file(", "search_files(", "move_file(", "list_files("}) {
      const auto at = low.find(call);
      if (at == std::string::npos || in_code(at)) continue;
      add(Kind::debris, {at, at + call.size()}, "the answer contains a piece of the tool protocol");
    }
  }

  /// Inside backticks or a fence it is shown, not spoken.
  [[nodiscard]] bool in_code(std::size_t at) const {
    if (std::ranges::any_of(message_.blocks, [&](const Block& b) { return b.inside.begin <= at && at < b.inside.end; }))
      return true;
    for (const auto& s : message_.sentences) {
      for (const auto& t : s.tokens) {
        if ((t.kind == TokenKind::code || t.kind == TokenKind::quoted) && t.span.begin <= at && at < t.span.end)
          return true;
      }
    }
    return false;
  }

  void examine_tool_json(const std::string& low) {
    const auto has = [](std::string_view object, std::string_view key) {
      return object.find(key) != std::string_view::npos;
    };
    for (auto open = low.find('{'); open != std::string::npos; open = low.find('{', open + 1)) {
      const auto object = std::string_view(low).substr(open, 4096);
      const auto head = object.substr(0, 200);
      const bool name = has(head, "\"name\"") || has(head, "\"tool\"") || has(head, "\"tool_name\"") ||
                        has(head, "\"function\"") || has(head, "\"action\"") || has(head, "\"recipient_name\"") ||
                        has(head, "\"tool_calls\"") || has(head, "\"function_call\"");
      const bool arguments = has(object.substr(0, 600), "\"arguments\"") ||
                             has(object.substr(0, 600), "\"parameters\"") || has(object.substr(0, 600), "\"args\"") ||
                             has(object.substr(0, 600), "\"input\"") ||
                             has(object.substr(0, 600), "\"action_input\"") || has(head, "\"tool_calls\"");
      const bool own_tool = (has(head, "\"tool\"") || has(head, "\"name\"") || has(head, "\"action\"")) &&
                            (has(head, "edit_file") || has(head, "write_file") || has(head, "read_file") ||
                             has(head, "run_command") || has(head, "delete_file") || has(head, "search"));
      if ((name && arguments) || own_tool) {
        add(Kind::debris, {open, std::min(said_.size(), open + std::min<std::size_t>(object.size(), 80))},
            "the answer contains a tool call as text");
        return;
      }
    }
  }

  std::string_view said_;
  const State& state_;
  Facts facts_;
  Message message_;
  std::vector<Contradiction> found_;
};

}  // namespace

std::vector<Contradiction> contradictions(std::string_view said, const State& state) {
  return Boundary(said, state).examine();
}

}  // namespace warrant::claims
