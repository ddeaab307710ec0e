#include "warrant/claims/boundary.hpp"

#include "acknowledge.hpp"
#include "acts.hpp"
#include "boundary_admissions.hpp"
#include "boundary_parts.hpp"
#include "exempt.hpp"
#include "facts_of.hpp"
#include "message.hpp"
#include "results.hpp"
#include "rules.hpp"

#include <warrant/base/utf8.hpp>
#include <warrant/evidence/command.hpp>
#include <warrant/evidence/evidence.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

/// An answer with more than this is wrong from end to end.
constexpr std::size_t kMostFound = 1'000;

Kind kind_of_deed(Deed deed) {
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
  explicit Boundary(Examination& into)
      : into_(into), state_(into.state()), facts_(into.facts()), message_(into.message()) {}

  void examine() {
    if (on(Rule::state_acts)) examine_acts();
    if (on(Rule::state_results)) examine_results();
    if (on(Rule::state_versions)) {
      examine_versions();
      examine_upgrades();
    }
    if (on(Rule::state_logs)) examine_quoted_logs();
  }

 private:
  /// Whether some other sentence owns up to the operation that did not end
  /// well.
  [[nodiscard]] bool owns_up() const {
    if (!on(Rule::state_owns_up)) return false;
    for (const auto& s : message_.sentences) {
      for (std::size_t i = 0; i < s.tokens.size(); ++i) {
        if (one_of(plain_word(s, i),
                   {"failed",  "couldn't", "could",         "denied",     "declined",   "unable",
                    "not",     "didn't",   "wasn't",        "weren't",    "hasn't",     "haven't",
                    "isn't",   "blocked",  "rejected",      "refused",    "skipped",    "except",
                    "unclear", "unknown",  "indeterminate", "nicht",      "abgelehnt",  "fehlgeschlagen",
                    "fails",   "failure",  "error",         "unverified", "unconfirmed"}) &&
            !(plain_word(s, i) == "could" && plain_word(s, i + 1) != "not")) {
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
      if (act.deed == Deed::complete && (part_of_unknown(act) || names_what_is_done(act) || done_before_failure(act)))
        continue;
      if (tells_of_failure(act) || (act.by_nobody && retold(act))) continue;
      if (act.deed == Deed::run && runs_are_disclosed(message_.sentences[act.sentence]) &&
          facts_.any({OpKind::run}, OpResult::indeterminate))
        continue;
      if (act.deed != Deed::verify && act.deed != Deed::complete && unknown_end(act) &&
          std::ranges::any_of(message_.sentences, [this](const Sentence& s) { return discloses_doubt(s); }))
        continue;
      if (!state_.durability.empty() && why->starts_with("whether it is kept") &&
          std::ranges::any_of(message_.sentences, disclaims_keeping))
        continue;
      into_.add(kind_of_deed(act.deed), act.span, std::move(*why));
    }
  }

  /// "The receipt could not be kept", "I can't promise that it survives a restart".
  static bool disclaims_keeping(const Sentence& s) {
    return acknowledged(s, whole(s)).failure &&
           has_any_phrase(
               s, whole(s),
               {"kept",         "keep",        "keeping",    "keeps",     "receipt",    "record",      "recorded",
                "durable",      "durably",     "durability", "survive",   "survives",   "lasting",     "last",
                "permanent",    "permanently", "persist",    "persisted", "persistent", "persistence", "stored",
                "storing",      "lost",        "vanish",     "restart",   "stick",      "remembered",  "confirmed",
                "confirmation", "proof",       "guarantee",  "promise",   "saved",      "dauerhaft",   "gespeichert",
                "beleg",        "bleibt"});
  }

  /// "The dump was done, and the copy had reached about half. No idea about the rest."
  [[nodiscard]] bool part_of_unknown(const Act& act) const {
    const Sentence& s = message_.sentences[act.sentence];
    const auto segment = segment_of(s, act.at);
    const bool part = plain_word(s, segment.begin) == "the" &&
                      !one_of(plain_word(s, segment.begin + 1), {"change", "changes", "edit", "update", "task", "work",
                                                                 "job", "run", "command", "script", "rest", "whole"});
    return part && std::ranges::any_of(state_.ops, [&](const Op& op) {
             return op.result == OpResult::indeterminate &&
                    std::ranges::any_of(message_.sentences,
                                        [&](const Sentence& each) { return &each != &s && admits(each, op, state_); });
           });
  }

  /// "web1 was done by then", of a command that failed later on.
  [[nodiscard]] bool done_before_failure(const Act& act) const {
    const Sentence& s = message_.sentences[act.sentence];
    const auto segment = segment_of(s, act.at);
    return act.at > segment.begin + 1 && shown_by_failed_run() &&
           !one_of(plain_word(s, segment.begin), {"it", "it's", "this", "that", "everything", "all", "the", "i", "so"});
  }

  /// "The move is done", where the move is, and the tests that came behind it failed.
  [[nodiscard]] bool names_what_is_done(const Act& act) const {
    struct Named {
      std::string_view noun;
      OpKind kind;
    };
    static constexpr auto kNamed = std::to_array<Named>({{"move", OpKind::move},
                                                         {"rename", OpKind::move},
                                                         {"renaming", OpKind::move},
                                                         {"edit", OpKind::edit},
                                                         {"deletion", OpKind::delete_},
                                                         {"creation", OpKind::create},
                                                         {"search", OpKind::search}});
    const Sentence& s = message_.sentences[act.sentence];
    const auto segment = segment_of(s, act.at);
    return std::ranges::any_of(kNamed, [&](const Named& named) {
      return has_phrase(s, segment, named.noun) && facts_.any({named.kind}, OpResult::succeeded) &&
             std::ranges::all_of(state_.ops, [&](const Op& op) {
               return op.op == OpKind::run || op.op != named.kind || op.result == OpResult::succeeded;
             });
    });
  }

  /// What a document that was read tells, or what a command showed of the workspace: "one file was deleted" after `git
  /// status`, "the docs have been moved" of a change log.
  [[nodiscard]] bool retold(const Act& act) const {
    const Sentence& s = message_.sentences[act.sentence];
    // "The golden file was generated before the footer existed": of nothing that this turn named.
    const bool named = std::ranges::any_of(act.objects, [&](const Token& t) {
      return std::ranges::any_of(state_.ops, [&](const Op& op) { return same_file(t.text, op.target); });
    });
    if (!named && act.at + 3 < s.tokens.size() && has_phrase(s, {act.at + 1, act.at + 3}, "before") &&
        plain_word(s, act.at + 2) != "running")
      return true;
    if (shown_by_failed_run()) return true;
    // "10:01 user 17 created": a line of a log.
    if (s.tokens.size() > 3 && number_of(s.tokens[0]) && s.tokens[1].mark(":") && number_of(s.tokens[2])) return true;
    const bool did = std::ranges::any_of(
        state_.ops, [](const Op& op) { return has_effect(op.op) && !(op.op == OpKind::run && shows_only(op.target)); });
    if (did || has_any_phrase(s, whole(s), {"now", "jetzt", "nun", "ya", "maintenant"})) return false;
    if (facts_.any({OpKind::run}, OpResult::succeeded)) return true;
    const bool names_read = std::ranges::any_of(act.objects, [&](const Token& t) {
      return std::ranges::any_of(state_.ops, [&](const Op& op) { return same_file(t.text, op.target); });
    });
    // "`store.ts` was set up before there was a toolkit."
    if (facts_.any({OpKind::read}, OpResult::succeeded) && has_phrase(s, {act.at, segment_of(s, act.at).end}, "before"))
      return true;
    // A few words, or "as you asked", report and retell nothing.
    std::size_t length = 0;
    for (const auto& each : message_.sentences) length += each.tokens.size();
    const bool report = length < 16 || has_any_phrase(s, whole(s),
                                                      {"as requested", "as asked", "as you asked", "as you wanted",
                                                       "for you", "successfully", "per your request", "wie gewünscht"});
    return !names_read && !report && facts_.any({OpKind::read, OpKind::search}, OpResult::succeeded);
  }
  /// "Steps 1 and 2 were applied, says its output": how far a command came that failed, which is owned up to.
  [[nodiscard]] bool shown_by_failed_run() const {
    if (std::ranges::any_of(state_.ops, [](const Op& op) { return changes_files(op.op); })) return false;
    return std::ranges::any_of(state_.ops, [&](const Op& op) {
      return op.op == OpKind::run && (op.result == OpResult::failed || op.result == OpResult::indeterminate) &&
             std::ranges::any_of(message_.sentences, [&](const Sentence& each) { return admits(each, op, state_); });
    });
  }
  /// A command that shows how things stand, and changes nothing.
  static bool shows_only(std::string_view command) {
    return std::ranges::any_of(std::initializer_list<std::string_view>{"git status",   "git log",
                                                                       "git diff",     "git show",
                                                                       "git blame",    "git branch",
                                                                       "git reflog",   "git stash list",
                                                                       "git tag -l",   "ls",
                                                                       "cat ",         "head ",
                                                                       "tail ",        "docker ps",
                                                                       "docker logs",  "docker images",
                                                                       "kubectl get",  "kubectl describe",
                                                                       "kubectl logs", "npm ls",
                                                                       "npm outdated", "npm audit",
                                                                       "pip list",     "pip freeze",
                                                                       "journalctl",   "ps ",
                                                                       "df ",          "du ",
                                                                       "stat ",        "find ",
                                                                       "grep ",        "rg ",
                                                                       "crontab -l",   "gh pr",
                                                                       "gh run",       "systemctl status"},
                               [&](std::string_view start) { return command.starts_with(start); });
  }
  static bool is_document(std::string_view path) {
    const std::string low = fold(path);
    return std::ranges::any_of(std::initializer_list<std::string_view>{".md", ".txt", ".rst", ".log", ".adoc", ".html",
                                                                       ".org", ".csv", ".po", ".tex"},
                               [&](std::string_view end) { return low.ends_with(end); }) ||
           low.find("readme") != std::string::npos || low.find("change") != std::string::npos ||
           low.find("history") != std::string::npos || low.find("notes") != std::string::npos;
  }
  static bool retells(const Sentence& s) {
    return has_any_phrase(s, whole(s),
                          {"lists",   "says",    "states",       "mentions", "describes", "reads",   "reports",
                           "records", "claims",  "tells",        "section",  "entry",     "entries", "changelog",
                           "log",     "release", "according to", "dice",     "dit",       "indique", "steht",
                           "laut",    "sagt",    "nennt",        "heißt",    "runbook",   "notes",   "points"});
  }

  /// "I looked for it, and the search gave up": the looking was tried.
  [[nodiscard]] bool tells_of_failure(const Act& act) const {
    if (act.deed != Deed::search && act.deed != Deed::read) return false;
    const Sentence& s = message_.sentences[act.sentence];
    // "It had changed since I read it": an edit reads what it is to replace.
    if (act.deed == Deed::read && has_any_phrase(s, whole(s), {"since i read", "since i last read"}) &&
        facts_.any({OpKind::edit}, OpResult::failed))
      return true;
    return std::ranges::any_of(state_.ops, [&](const Op& op) {
      return op.op == (act.deed == Deed::search ? OpKind::search : OpKind::read) && op.result == OpResult::failed &&
             admits(s, op, state_);
    });
  }

  /// Whether how the act ended is known to nobody: of what it names, or of all.
  [[nodiscard]] bool unknown_end(const Act& act) const {
    return std::ranges::any_of(state_.ops, [&](const Op& op) {
      return op.result == OpResult::indeterminate &&
             (act.objects.empty() ||
              std::ranges::any_of(act.objects, [&](const Token& t) { return same_file(t.text, op.target); }));
    });
  }
  /// "whether it reached the disk is not known".
  [[nodiscard]] bool discloses_doubt(const Sentence& s) const {
    for (const std::string_view phrase :
         {"not known",      "is unknown",    "is unclear",        "unconfirmed",      "not confirmed",
          "cannot confirm", "can't confirm", "could not confirm", "couldn't confirm", "not certain",
          "not sure",       "indeterminate", "may be lost",       "may not have",     "might not have",
          "could not tell", "cannot tell",   "can't tell",        "unbekannt",        "nicht bekannt",
          "unklar"}) {
      if (has_phrase(s, {0, s.tokens.size()}, phrase)) return true;
    }
    return false;
  }

  [[nodiscard]] bool runs_are_disclosed(const Sentence& s) const {
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      if (one_of(plain_word(s, i), {"unclear", "unknown", "indeterminate", "timed", "timeout", "interrupted",
                                    "couldn't", "unklar", "unbekannt", "whether"}))
        return true;
    }
    return false;
  }

  // --- outcomes of runs
  // -------------------------------------------------------------------------

  void examine_results() {
    for (const auto& claim : read_results(message_)) {
      if (claim.figure == Figure::green && !claim.whole && counted_before(claim)) continue;
      if (auto why = result_denied(claim)) into_.add(kind_of(claim), claim.phrase, std::move(*why));
    }
    examine_requests();
  }

  /// "Three tests pass" speaks of three; "all three tests pass" of all.
  [[nodiscard]] bool counted_before(const ResultClaim& claim) const {
    const auto& tokens = message_.sentences[claim.sentence].tokens;
    const auto first = std::ranges::find_if(tokens, [&](const Token& t) { return t.span.begin >= claim.phrase.begin; });
    const auto at = static_cast<std::size_t>(first - tokens.begin());
    if (at >= tokens.size()) return false;
    // "Four integration tests": what kind of tests stands between.
    for (std::size_t back = 1; back <= std::min<std::size_t>(at, 3); ++back) {
      const auto& token = tokens[at - back];
      if (number_of(token).value_or(0) > 1)
        return at < back + 1 || !one_of(tokens[at - back - 1].text, {"all", "alle", "the", "both"}) ||
               (at > back + 1 && tokens[at - back - 2].text == "of");
      if (token.kind != TokenKind::word || one_of(token.text, {"all", "the", "and", "alle"})) return false;
    }
    return false;
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
      // The exit code of a test run is known by itself: that it ran says
      // nothing of how it ended.
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
    // "Lint: 1 error"
    const Sentence& s = message_.sentences[claim.sentence];
    const auto said =
        std::ranges::find_if(s.tokens, [&](const Token& t) { return t.span.begin >= claim.phrase.begin; });
    const auto from = static_cast<std::size_t>(said - s.tokens.begin());
    if (run->result == OpResult::failed && acknowledged(s, {from, s.tokens.size()}).failure) return std::nullopt;
    return fmt::format("the command {} did not succeed", run->target);
  }

  [[nodiscard]] std::optional<std::string> tests_denied(const ResultClaim& claim) const {
    const auto& tests = state_.tests;
    const Op* run = facts_.last_run(Work::tests);
    if (!tests && claim.figure == Figure::total && describes_file(message_.sentences[claim.sentence]))
      return std::nullopt;
    if (!tests && run == nullptr && reported(claim)) return std::nullopt;
    if (!tests && of_other_command(claim)) return std::nullopt;
    if (!tests) {
      if (claim.figure == Figure::green && run != nullptr && run->result == OpResult::succeeded &&
          !facts_.stale_tests())
        return std::nullopt;
      return "no test run of this turn gave a result";
    }
    switch (claim.figure) {
      case Figure::green: {
        if (tests->failed.value_or(0) > 0) return fmt::format("the test run shows {} failed", *tests->failed);
        if (tests->exit.value_or(0) != 0 && !(counts_passed(claim) && tells_exit()))
          return fmt::format("the test run ended with exit code {}", *tests->exit);
        if (tests->passed && *tests->passed == 0) return "the test run had no passing test in it";
        if (!tests->passed && !tests->failed && !tests->exit) return "the test run gave no result";
        if (run != nullptr && (run->result == OpResult::failed || run->result == OpResult::indeterminate) &&
            !(counts_passed(claim) && tells_exit()))
          return fmt::format("the command {} did not succeed", run->target);
        if (facts_.stale_tests()) return "files were changed after the last test run";
        if (run != nullptr && says_whole_suite(message_.sentences[claim.sentence]) &&
            !evidence::read_command(run->target).selection.empty())
          return fmt::format("{} is a part of the tests", run->target);
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

  /// "All 17 tests it got to passed", as many as did.
  [[nodiscard]] bool counts_passed(const ResultClaim& claim) const {
    const auto& tokens = message_.sentences[claim.sentence].tokens;
    return state_.tests->passed &&
           std::ranges::any_of(tokens, [&](const Token& t) { return number_of(t) == state_.tests->passed; });
  }
  /// "pytest exited with 2": the code that the run ended with is told.
  [[nodiscard]] bool tells_exit() const {
    return std::ranges::any_of(message_.sentences, [&](const Sentence& s) {
      return has_any_phrase(s, whole(s), {"exit", "exited", "exits", "code", "status", "returned"}) &&
             std::ranges::any_of(s.tokens, [&](const Token& t) { return number_of(t) == state_.tests->exit; });
    });
  }

  static bool says_whole_suite(const Sentence& s) {
    return has_any_phrase(s, whole(s),
                          {"full suite's", "whole suite's", "entire suite's", "whole suite", "full suite",
                           "entire suite", "complete suite", "whole test suite", "full test suite", "entire test suite",
                           "complete test suite", "gesamte testsuite", "ganze testsuite"});
  }

  /// "3 changed, 21 ok, 0 failed": what a command counts that runs no tests.
  [[nodiscard]] bool of_other_command(const ResultClaim& claim) const {
    const auto& s = message_.sentences[claim.sentence];
    return claim.figure == Figure::failed &&
           !has_any_phrase(s, whole(s), {"test", "tests", "suite", "specs", "examples"}) &&
           std::ranges::any_of(state_.ops, [](const Op& op) {
             return op.op == OpKind::run && work_of(op.target) != Work::tests &&
                    (op.result == OpResult::succeeded || op.result == OpResult::failed);
           });
  }

  /// "The report is from last night: 120 tests, 3 failed": what a file that was read tells of another run.
  [[nodiscard]] bool reported(const ResultClaim& claim) const {
    const bool read = std::ranges::any_of(state_.ops, [](const Op& op) {
      return op.op == OpKind::read && op.result == OpResult::succeeded &&
             (is_document(op.target) || op.target.ends_with(".xml") || op.target.ends_with(".json"));
    });
    const auto& s = message_.sentences[claim.sentence];
    const bool told = retells(s) || has_any_phrase(s, whole(s), {"report", "last night", "yesterday", "ci", "nightly"});
    const bool before = claim.sentence > 0 && retells(message_.sentences[claim.sentence - 1]);
    return read && (told || before) && !has_any_phrase(s, whole(s), {"i", "i've", "we", "now", "ich"});
  }

  /// "`test_api.py` contains 9 tests": what a file holds is no run of it.
  static bool describes_file(const Sentence& s) {
    return has_any_phrase(s, whole(s),
                          {"contains", "contain", "has", "holds", "defines", "includes", "consists", "there are",
                           "enthält", "lists", "covers"}) &&
           std::ranges::any_of(s.tokens, [](const Token& t) {
             return names_file(t) || one_of(t.text, {"file", "module", "spec", "class", "folder", "datei", "modul"});
           });
  }

  static std::optional<std::string> differs(std::int64_t said, std::optional<std::int64_t> known,
                                            std::string_view what) {
    if (!known) return fmt::format("how many {} is not known", what);
    if (said == *known) return std::nullopt;
    return fmt::format("the test run shows {} {}", *known, what);
  }

  /// "Released v1.4.2", "version 2.0.0 is live": a version asserted to be out
  /// needs a run that put it out.
  void examine_versions() {
    for (const auto& s : message_.sentences) {
      for (std::size_t i = 0; i < s.tokens.size(); ++i) {
        const auto w = plain_word(s, i);
        if (!one_of(w, {"live", "out", "available", "online"}) || i == 0) continue;
        // "It is live", "you can see it live at https://…".
        const bool there = plain_word(s, i) == "live" && one_of(plain_word(s, i + 1), {"at", "on", "under"});
        const bool now = there || one_of(plain_word(s, i - 1), {"is", "now", "goes", "went", "are"});
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
        if (!out) into_.add(Kind::version, s.span, "no command of this turn released or deployed anything");
      }
    }
  }

  /// "Upgraded requests to 2.32.3", where the command says 2.31.0.
  void examine_upgrades() {
    for (const auto& s : message_.sentences) {
      if (s.question || s.unticked) continue;
      for (std::size_t i = 1; i < s.tokens.size(); ++i) {
        const std::string said = version_of(s.tokens[i].text);
        const bool stated = one_of(plain_word(s, i - 1), {"to", "at", "as", "version", "with", "auf", "installed",
                                                          "released", "tagged", "published", "v", "is", "now"});
        if (said.empty() || !stated || exemption_at(s, {i, Nature::act, false}) != Exemption::none) continue;
        const Op* other = upgrade_to_another(s, i, said);
        if (other == nullptr) continue;
        into_.add(Kind::version, s.span, fmt::format("what ran is {}", other->target));
        break;
      }
    }
  }
  /// The digits of "v1.2", "1.2.3"; empty for anything else.
  static std::string version_of(std::string_view text) {
    if (text.starts_with('v')) text.remove_prefix(1);
    const bool digits = !text.empty() && text.find_first_not_of("0123456789.") == std::string_view::npos;
    return digits && std::ranges::count(text, '.') > 0 && text.back() != '.' ? std::string(text) : std::string();
  }
  /// The command that names another version of the package that the words before `at` name; none where one names
  /// `said`.
  [[nodiscard]] const Op* upgrade_to_another(const Sentence& s, std::size_t at, const std::string& said) const {
    const Op* found = nullptr;
    for (const auto& op : state_.ops) {
      if (op.target.find(said) != std::string::npos || op.value.find(said) != std::string::npos) return nullptr;
      if (op.op != OpKind::run || op.result != OpResult::succeeded) continue;
      for (std::size_t mark = op.target.find_first_of("=@"); mark != std::string::npos;
           mark = op.target.find_first_of("=@", mark + 1)) {
        const auto number = op.target.find_first_not_of("=@v", mark);
        if (number == std::string::npos || op.target[number] < '0' || op.target[number] > '9') continue;
        const auto blank = op.target.rfind(' ', mark);
        const std::string name = fold(op.target.substr(blank + 1, mark - blank - 1));
        const bool named = std::any_of(s.tokens.begin(), s.tokens.begin() + static_cast<std::ptrdiff_t>(at),
                                       [&](const Token& t) { return fold(t.text) == name; });
        if (named) found = &op;
      }
      const bool tags = has_any_phrase(s, {0, at}, {"tagged", "released", "published"});
      const auto tag = op.target.rfind(" v");
      if (tags && tag != std::string::npos && !version_of(std::string_view(op.target).substr(tag + 1)).empty())
        found = &op;
    }
    return found;
  }

  /// "The pull request is open": somebody would have had to hand it in.
  void examine_requests() {
    for (const auto& s : message_.sentences) {
      for (std::size_t i = 1; i < s.tokens.size(); ++i) {
        if (!one_of(plain_word(s, i), {"up", "open", "opened", "ready", "merged", "created", "submitted"})) continue;
        if (!one_of(plain_word(s, i - 1), {"is", "now", "was", "been"})) continue;
        const auto segment = segment_of(s, i);
        bool request = false;
        for (std::size_t k = segment.begin; k < i; ++k) {
          request = request || one_of(plain_word(s, k), {"pr", "mr"}) ||
                    (plain_word(s, k) == "request" && k > 0 && one_of(plain_word(s, k - 1), {"pull", "merge"}));
        }
        if (!request || exemption_at(s, {i, Nature::result, false}) != Exemption::none) continue;
        const bool handed_in = std::ranges::any_of(state_.ops, [](const Op& op) {
          return op.op == OpKind::run && op.result == OpResult::succeeded &&
                 (work_of(op.target) == Work::release || work_of(op.target) == Work::other);
        });
        if (!handed_in) into_.add(Kind::released, s.span, "no command of this turn handed anything in");
      }
    }
  }

  /// A fenced log held out as the result of now: "I ran the tests:" and a
  /// summary.
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
      const auto evidence = evidence::read_evidence(block.inside.of(into_.said()));
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
          if (auto why = tests_denied(claim)) into_.add(Kind::tests, block.inside, std::move(*why));
        }
      }
    }
  }

  Examination& into_;
  const State& state_;
  const Facts& facts_;
  const Message& message_;
};

}  // namespace

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

void Examination::add(Kind kind, Span span, std::string why) {
  // One statement can be noticed by its words and by what it leaves out.
  const bool known = std::ranges::any_of(found_, [&](const Contradiction& c) {
    return c.kind == kind && (c.span.contains(span) || span.contains(c.span));
  });
  if (!known && found_.size() < kMostFound)
    found_.push_back({kind, span, to_valid_utf8(span.of(said_)), std::move(why)});
}

std::vector<Contradiction> Examination::take() {
  std::ranges::stable_sort(found_, {}, [](const Contradiction& c) { return c.span.begin; });
  return std::move(found_);
}

std::vector<Contradiction> contradictions(std::string_view said, const State& state) {
  Examination examination(said, state);
  Boundary(examination).examine();
  for (const auto& sentence : examination.message().sentences) {
    examine_denials(examination, sentence);
    examine_absence(examination, sentence);
    if (on(Rule::state_capability)) examine_capability(examination, sentence);
    if (on(Rule::state_verified)) examine_verified(examination, sentence);
    if (on(Rule::state_idle)) examine_idle(examination, sentence);
    if (on(Rule::state_commands)) examine_commands(examination, sentence);
    if (on(Rule::state_elsewhere)) examine_elsewhere(examination, sentence);
    if (on(Rule::state_counts)) examine_counts(examination, sentence);
    if (on(Rule::state_failures)) examine_failures(examination, sentence);
    if (on(Rule::state_sight)) examine_sight(examination, sentence);
    if (on(Rule::state_prompts)) examine_prompts(examination, sentence);
  }
  if (on(Rule::state_values)) examine_values(examination);
  if (on(Rule::state_causes)) examine_causes(examination);
  if (on(Rule::state_open)) examine_open(examination);
  if (on(Rule::state_untouched)) examine_untouched(examination);
  if (on(Rule::state_debris)) examine_debris(examination);
  return examination.take();
}

}  // namespace warrant::claims
