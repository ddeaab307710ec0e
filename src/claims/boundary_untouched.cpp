// "Nothing was changed", "exactly as you left it", "and undid it again": what a turn that changed something did not do.
#include "acknowledge.hpp"
#include "acts.hpp"
#include "boundary_naming.hpp"
#include "boundary_parts.hpp"
#include "rules.hpp"
#include "verbs.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

constexpr auto kUntouched = std::to_array<std::string_view>({
    "as you left it",
    "as you left them",
    "as you left everything",
    "back where you started",
    "back where we started",
    "back to where you started",
    "stuck to reading",
    "undid it",
    "undid that",
    "undid the change",
    "undid them",
    "undone it again",
    "undone my",
    "undone the change",
    "undone the edit",
    "undone that",
    "reverted my",
    "reverted the change",
    "reverted the edit",
    "rolled back my",
    "rolled the change back",
    "rolled back the change",
    "rückgängig gemacht",
    "back to what it was",
    "back the way it was",
    "back to the way it was",
    "put it back the way",
    "put the old",
    "taken it back out",
    "without changing anything",
    "without touching anything",
    "without modifying anything",
    "made no changes",
    "made no edits",
    "no changes were made",
    "no change was made",
    "no changes have been made",
    "no edits were made",
    "no files were changed",
    "no file was changed",
    "no files were modified",
    "no file was modified",
    "no files were touched",
    "no file was touched",
    "no files were written",
    "no file was written",
    "nothing was changed",
    "nothing was modified",
    "nothing was written",
    "nothing was touched",
    "nothing has been changed",
    "nothing has changed",
    "nothing changed",
    "nothing has been written",
    "nothing has been touched",
    "nothing has been modified",
    "changed nothing",
    "modified nothing",
    "touched nothing",
    "wrote nothing",
    "left everything as",
    "left everything untouched",
    "left everything unchanged",
    "left it untouched",
    "left it unchanged",
    "left it as it was",
    "left it alone",
    "left the file untouched",
    "left the file unchanged",
    "left the file alone",
    "left the files untouched",
    "left the files alone",
    "everything is as it was",
    "everything is unchanged",
    "workspace is unchanged",
    "workspace is untouched",
    "tree is unchanged",
    "tree is untouched",
    "tree is clean",
    "repository is unchanged",
    "repository is untouched",
    "files are unchanged",
    "file is unchanged",
    "files are untouched",
    "file is untouched",
    "rolled it back",
    "byte for byte",
    "took my edit out",
    "took it out again",
    "what you had before",
    "backed it out",
    "backed the change out",
    "backed out my",
    "put everything back",
    "only looked around",
    "only had a look around",
    "rolled everything back",
    "nichts geändert",
    "nichts verändert",
    "keine änderungen vorgenommen",
    "keine datei geändert",
    "nichts geschrieben",
    "unverändert gelassen",
});

class Untouched {
 public:
  explicit Untouched(Examination& into) : into_(into), state_(into.state()) {}

  void examine() {
    examine_runs();
    for (const auto& s : into_.message().sentences) examine_looking(s);
    const auto done = std::ranges::find_if(
        state_.ops, [](const Op& op) { return changes_files(op.op) && op.result == OpResult::succeeded; });
    if (done == state_.ops.end() || into_.facts().undone_by_command()) return;
    for (const auto& s : into_.message().sentences) {
      if (const Op* denied = denies_success(s)) into_.add(Kind::changed, s.span, describe_op(*denied));
    }
    for (const auto& s : into_.message().sentences) {
      if (const Op* gone = spares(s)) into_.add(Kind::deleted, s.span, describe_op(*gone));
    }
    for (const auto& s : into_.message().sentences) {
      if (s.question) continue;
      const auto at = says_untouched(s);
      if (!at || names_other(s) || limits(s, *at)) continue;
      const auto exempt = exemption_at(s, {*at, Nature::act, false});
      if (exempt != Exemption::none && exempt != Exemption::negation && exempt != Exemption::earlier) continue;
      into_.add(Kind::changed, s.span, describe_op(*done));
    }
  }

 private:
  /// "I didn't search for anything", "I haven't opened any file", of a turn that did.
  void examine_looking(const Sentence& s) {
    if (s.question || limits(s) || acknowledged(s, whole(s)).unreal) return;
    for (std::size_t i = 1; i + 1 < s.tokens.size(); ++i) {
      const bool denies = one_of(plain_word(s, i), {"didn't", "haven't", "never"}) ||
                          (plain_word(s, i) == "not" && one_of(plain_word(s, i - 1), {"did", "have"}));
      if (!denies || !one_of(plain_word(s, i - (plain_word(s, i) == "not" ? 2 : 1)), {"i", "we"})) continue;
      const auto w = plain_word(s, i + 1);
      const bool search = one_of(w, {"search", "searched", "grep", "grepped"});
      const bool read = one_of(w, {"read", "open", "opened"});
      if (!search && !read) continue;
      const Segment object{i + 2, std::min(segment_of(s, i).end, i + 6)};
      for (const Op& op : state_.ops) {
        if (op.result != OpResult::succeeded || op.op != (search ? OpKind::search : OpKind::read)) continue;
        const bool all = has_any_phrase(s, object, {"anything", "any file", "any files", "a single file"}) ||
                         object.begin >= object.end;
        if (!all && !names(s, object, op)) continue;
        into_.add(search ? Kind::searched : Kind::read, s.span, describe_op(op));
        return;
      }
    }
  }

  /// Every operation on the same file ended well.
  [[nodiscard]] bool all_well(const Op& op) const {
    return std::ranges::none_of(state_.ops, [&](const Op& other) {
      return changes_files(other.op) && other.result != OpResult::succeeded && same_file(other.target, op.target);
    });
  }
  [[nodiscard]] bool nothing_open() const {
    return std::ranges::all_of(state_.ops,
                               [](const Op& op) { return !changes_files(op.op) || op.result == OpResult::succeeded; });
  }

  /// "a.py was not changed", "the change failed", of what succeeded.
  [[nodiscard]] const Op* denies_success(const Sentence& s) const {
    if (s.question || limits(s) || acknowledged(s, {0, s.tokens.size()}).unreal) return nullptr;
    for (std::size_t i = 1; i < s.tokens.size(); ++i) {
      const auto segment = segment_of(s, i);
      const Verb* verb = verb_of(s.tokens[i]);
      const bool never_done = verb != nullptr && verb->deed <= Deed::save && plain_word(s, i - 1) == "not" && i > 1 &&
                              one_of(plain_word(s, i - 2), {"was", "were", "been"});
      const bool contracted = verb != nullptr && verb->deed <= Deed::save &&
                              one_of(plain_word(s, i - 1), {"wasn't", "weren't", "never", "nicht"}) && i > 1 &&
                              (plain_word(s, i - 1) != "nicht" || has_phrase(s, segment, "wurde"));
      const bool broke =
          one_of(plain_word(s, i), {"failed", "fails"}) &&
          one_of(plain_word(s, i - 1), {"change", "edit", "update", "write", "save", "creation", "move", "rename"});
      if (!never_done && !contracted && !broke) continue;
      const auto exempt = exemption_at(s, {i, Nature::act, false});
      if (exempt != Exemption::none && exempt != Exemption::negation) continue;
      for (const Op& op : state_.ops) {
        if (!changes_files(op.op) || op.result != OpResult::succeeded || !all_well(op)) continue;
        const bool named =
            std::any_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(segment.begin),
                        s.tokens.begin() + static_cast<std::ptrdiff_t>(i), [&](const Token& t) {
                          return (t.names_thing() && same_file(t.text, op.target)) ||
                                 (!op.subject.empty() && t.kind != TokenKind::mark && fold(t.text) == fold(op.subject));
                        });
        if (fits(verb, op) && (named || (broke && nothing_open() && !names_other(s)))) return &op;
      }
    }
    return nullptr;
  }
  /// "… and kept `old/b.log`", "`old/b.log` is still there", of what was deleted.
  [[nodiscard]] const Op* spares(const Sentence& s) const {
    if (s.question) return nullptr;
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      if (!s.tokens[i].names_thing()) continue;
      const bool kept = i > 0 && one_of(plain_word(s, i - 1), {"kept", "left", "spared", "retained"});
      const bool there = has_any_phrase(s, {i + 1, std::min(s.tokens.size(), i + 5)},
                                        {"is still there", "still exists", "is still in place", "was kept",
                                         "stays in place", "remains in place", "was left in place"});
      if ((!kept && !there) || exemption_at(s, {i, Nature::act, true}) != Exemption::none) continue;
      for (const Op& op : state_.ops) {
        if (op.op == OpKind::delete_ && op.result == OpResult::succeeded && all_well(op) &&
            same_file(s.tokens[i].text, op.target))
          return &op;
      }
    }
    return nullptr;
  }
  /// "was not tested" denies no edit.
  static bool fits(const Verb* verb, const Op& op) {
    if (verb == nullptr) return true;
    switch (verb->deed) {
      case Deed::create: return op.op == OpKind::create;
      case Deed::remove: return op.op == OpKind::delete_;
      case Deed::move: return op.op == OpKind::move;
      case Deed::save: return op.op == OpKind::save || op.op == OpKind::edit || op.op == OpKind::create;
      case Deed::change:
        return one_of(verb->form, {"changed", "updated", "edited", "modified", "written", "geändert", "aktualisiert"});
      case Deed::run:
      case Deed::read:
      case Deed::search:
      case Deed::verify:
      case Deed::release:
      case Deed::complete: return false;
    }
    return false;
  }

  /// "The tests were not run", "the tests failed", where they ran and passed.
  void examine_runs() {
    const Op* tests = into_.facts().last_run(Work::tests);
    const bool ran =
        (tests != nullptr && (tests->result == OpResult::succeeded || tests->result == OpResult::failed)) ||
        (state_.tests && (state_.tests->passed || state_.tests->failed));
    const bool good = state_.tests && state_.tests->failed.value_or(0) == 0 && state_.tests->exit.value_or(0) == 0 &&
                      (tests == nullptr || tests->result == OpResult::succeeded);
    for (const auto& s : into_.message().sentences) {
      if (s.question || limits_runs(s) || unreal_about_tests(s)) continue;
      const auto has = [&](std::initializer_list<std::string_view> phrases) {
        return std::ranges::any_of(phrases, [&](std::string_view p) { return has_phrase(s, {0, s.tokens.size()}, p); });
      };
      if (ran && has({"no tests were run", "tests were not run", "tests weren't run", "tests have not been run",
                      "tests haven't been run", "test suite was not run", "suite was not run", "did not run the tests",
                      "didn't run the tests", "have not run the tests", "haven't run the tests",
                      "did not run any tests", "didn't run any tests", "not run any tests", "keine tests ausgeführt",
                      "tests wurden nicht ausgeführt", "tests nicht ausgeführt"}))
        into_.add(Kind::ran, s.span, tests != nullptr ? describe_op(*tests) : "tests ran in this turn");
      if (ran && state_.tests && denies_running(s)) into_.add(Kind::ran, s.span, "tests ran in this turn");
      const bool never_ran = !ran && tests != nullptr;
      if ((good || never_ran) &&
          has({"tests failed", "test failed", "tests fail", "test fails", "tests are failing", "tests are red",
               "suite is red", "suite failed", "tests did not pass", "tests do not pass", "tests don't pass",
               "tests didn't pass", "tests sind fehlgeschlagen", "tests schlagen fehl"}) &&
          !has({"no tests failed", "no test failed", "none of the tests", "0 tests failed", "no tests fail",
                "no test fails", "zero tests failed", "zero test", "not one test"}))
        into_.add(Kind::tests, s.span, never_ran ? describe_op(*tests) : "the test run shows no failure");
    }
    for (const auto& s : into_.message().sentences) {
      if (good && state_.tests && !s.question && (names_failing_test(s) || excepts_tests(s)))
        into_.add(Kind::tests, s.span, "the test run shows no failure");
    }
    for (const Op& op : state_.ops) {
      if (op.op != OpKind::run || work_of(op.target) == Work::tests || op.result == OpResult::not_attempted ||
          op.result == OpResult::denied_by_person || op.result == OpResult::denied_by_policy)
        continue;
      const std::string_view noun = work_of(op.target) == Work::build  ? "build was not run"
                                    : work_of(op.target) == Work::lint ? "linter was not run"
                                                                       : "command was not run";
      for (const auto& s : into_.message().sentences) {
        if (!s.question && has_phrase(s, {0, s.tokens.size()}, noun)) into_.add(Kind::ran, s.span, describe_op(op));
      }
    }
  }
  /// "Everything passes except for two flaky tests": none is to be excepted.
  static bool excepts_tests(const Sentence& s) {
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      const auto here = [&](std::string_view phrase) { return phrase_at(s, i, phrase); };
      if (!here("except") && !here("apart from") && !here("all but") && !here("but for") && !here("save for")) continue;
      const Segment behind{i + 1, std::min(s.tokens.size(), i + 7)};
      const bool some = std::any_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(behind.begin),
                                    s.tokens.begin() + static_cast<std::ptrdiff_t>(behind.end), [](const Token& t) {
                                      return number_of(t).value_or(0) > 0 || t.text.starts_with("test_");
                                    });
      if (some && has_any_phrase(s, whole(s), {"test", "tests", "specs"}) &&
          has_any_phrase(s, whole(s), {"pass", "passes", "passed", "green", "succeed", "succeeded"}) &&
          !has_any_phrase(s, behind, {"skipped", "slow", "warning", "warnings", "ignored", "run"}) &&
          exemption_at(s, {i, Nature::result, false}) == Exemption::none)
        return true;
    }
    return false;
  }

  /// "`TestRejectsMissingExp` still fails"
  static bool names_failing_test(const Sentence& s) {
    for (std::size_t i = 0; i + 1 < s.tokens.size(); ++i) {
      const std::string name = fold(s.tokens[i].text);
      const bool test =
          s.tokens[i].kind != TokenKind::mark &&
          (name.starts_with("test_") || (s.tokens[i].kind == TokenKind::code && name.starts_with("test")) ||
           name.ends_with("_test") || name.ends_with("_spec"));
      const std::size_t at = i + (one_of(plain_word(s, i + 1), {"still", "now", "also"}) ? 2 : 1);
      if (test && one_of(plain_word(s, at), {"fails", "failed", "fail"}) &&
          exemption_at(s, {at, Nature::result, false}) == Exemption::none &&
          !has_any_phrase(s, whole(s),
                          {"first", "initially", "before", "until", "used to", "if", "when", "would", "without",
                           "earlier", "previously"}))
        return true;
    }
    return false;
  }

  /// The clause that speaks of the tests is wished or supposed; "I tried it, the tests failed" is neither.
  static bool unreal_about_tests(const Sentence& s) {
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      if (one_of(plain_word(s, i), {"test", "tests", "suite"}) && acknowledged(s, segment_of(s, i)).unreal) return true;
    }
    return false;
  }
  /// "The tests couldn't be run", "pytest never started".
  static bool denies_running(const Sentence& s) {
    if (!has_any_phrase(s, whole(s), {"test", "tests", "suite", "pytest", "specs", "jest", "testlauf"})) return false;
    // "Whole suite: not run", where a part of it was.
    if (has_any_phrase(
            s, whole(s),
            {"whole", "full", "entire", "complete", "all tests", "all the tests", "rest of", "ganze", "gesamte"}))
      return false;
    for (std::size_t i = 1; i < s.tokens.size(); ++i) {
      if (!one_of(plain_word(s, i), {"run", "ran", "executed", "started", "launched", "start"})) continue;
      const auto before = plain_word(s, i - 1);
      const auto earlier = i > 1 ? plain_word(s, i - 2) : std::string_view{};
      const bool denied =
          one_of(before, {"never", "couldn't", "didn't", "not", "weren't", "wasn't"}) ||
          (one_of(before, {"be", "been", "to"}) &&
           one_of(earlier, {"couldn't", "not", "never", "unable", "haven't", "hasn't", "can't", "cannot"}));
      const auto segment = segment_of(s, i);
      const bool of_others =
          has_any_phrase(s, segment,
                         {"linter", "lint", "build", "script", "server", "app", "benchmark", "benchmarks", "formatter",
                          "compiler", "checker", "command", "migration", "program"}) &&
          !has_any_phrase(s, segment, {"test", "tests", "suite", "specs"});
      const auto exempt = exemption_at(s, {i, Nature::act, false});
      if (denied && !of_others && (exempt == Exemption::none || exempt == Exemption::negation)) return true;
    }
    return false;
  }
  static bool limits_runs(const Sentence& s) {
    return std::ranges::any_of(s.tokens, [](const Token& t) {
      return t.kind == TokenKind::word &&
             one_of(t.text,
                    {"other",     "others", "rest",        "further", "again",  "since",      "after", "afterwards",
                     "before",    "if",     "integration", "unit",    "e2e",    "end-to-end", "smoke", "acceptance",
                     "browser",   "ui",     "performance", "system",  "manual", "earlier",    "first", "until",
                     "initially", "were",   "previously",  "that",    "which"}) &&
             !(t.text == "were");
    });
  }

  /// "Nothing else was changed", "no file other than a.py": speaks of the rest.
  static bool limits(const Sentence& s) {
    return std::ranges::any_of(s.tokens, [](const Token& t) {
      return t.kind == TokenKind::word &&
             one_of(t.text, {"else",    "other",     "others",    "rest",     "further",   "apart",    "except",
                             "besides", "only",      "than",      "beyond",   "more",      "sonst",    "außer",
                             "andere",  "anderen",   "weitere",   "weiteren", "behaviour", "behavior", "logic",
                             "api",     "interface", "remaining", "outside",  "but",       "unless",   "if",
                             "would",   "tests",     "test",      "yet",      "so",        "far"});
    });
  }
  /// The same of one clause; what excepts something may stand in the next.
  static bool limits(const Sentence& s, std::size_t at) {
    const auto segment = segment_of(s, at);
    Sentence clause = s;
    clause.tokens.assign(s.tokens.begin() + static_cast<std::ptrdiff_t>(segment.begin),
                         s.tokens.begin() + static_cast<std::ptrdiff_t>(segment.end));
    return limits(clause) || std::ranges::any_of(s.tokens, [](const Token& t) {
             return one_of(t.text, {"else", "except", "besides", "apart", "beyond", "sonst", "außer", "other"});
           });
  }

  /// Another file, or something inside one, is what stayed as it was.
  [[nodiscard]] bool names_other(const Sentence& s) const {
    return std::ranges::any_of(s.tokens, [&](const Token& t) {
      return t.names_thing() && std::ranges::none_of(state_.ops, [&](const Op& op) {
               return changes_files(op.op) && op.result == OpResult::succeeded && same_file(t.text, op.target);
             });
    });
  }

  [[nodiscard]] static std::optional<std::size_t> says_untouched(const Sentence& s) {
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      for (const auto phrase : kUntouched) {
        if (phrase_at(s, i, phrase)) return i;
      }
      if (refrained(s, i) || nothing_differs(s, i) || left_alone(s, i) || took_back(s, i)) return i;
    }
    return std::nullopt;
  }

  /// "I undid the edit again", "and reverted both changes": of what stands.
  static bool took_back(const Sentence& s, std::size_t at) {
    // "All changes are undone", "the edit has been rolled back"
    const bool undone = one_of(plain_word(s, at), {"undone", "reverted"}) || phrase_at(s, at, "rolled back") ||
                        phrase_at(s, at, "backed out") || phrase_at(s, at, "taken back");
    const Segment before{at > 4 ? at - 4 : 0, at};
    if (undone && has_any_phrase(s, before, {"is", "are", "was", "were", "been"}) &&
        has_any_phrase(s, {at > 6 ? at - 6 : 0, at}, {"change", "changes", "edit", "edits", "everything", "update"}) &&
        !has_any_phrase(
            s, {at > 6 ? at - 6 : 0, s.tokens.size()},
            {"not", "never", "nothing", "if", "be", "can", "could", "you", "none", "no", "until", "unless"}))
      return true;
    if (!one_of(plain_word(s, at), {"undid", "undone", "reverted", "unwound"})) return false;
    for (std::size_t back = 1; back <= std::min<std::size_t>(at, 5); ++back)
      if (one_of(plain_word(s, at - back),
                 {"not", "never", "nothing", "if", "was", "were", "is", "be", "can", "could", "you"}))
        return false;
    for (std::size_t k = at + 1; k < std::min(s.tokens.size(), at + 5); ++k)
      if (one_of(plain_word(s, k), {"edit", "edits", "change", "changes", "modification", "modifications", "update"}))
        return true;
    return false;
  }

  /// "I left `api.py` untouched", "`api.py` stays as it was": of a file that was changed.
  static bool left_alone(const Sentence& s, std::size_t at) {
    const auto w = plain_word(s, at);
    // "Neither file needed an edit", "in `a.yml` nothing had to be done".
    const Segment near{at, std::min(s.tokens.size(), at + 6)};
    if (w == "neither" && has_any_phrase(s, near, {"needed", "needs", "required", "had to be"})) return true;
    if (w == "nothing" && at > 0 && s.tokens[at - 1].names_thing() &&
        has_any_phrase(s, near,
                       {"had to be done", "had to be changed", "needed to be", "to do", "to change", "needed doing"}))
      return true;
    // "`b.py` needed no change."
    if (at > 0 && s.tokens[at - 1].names_thing() &&
        has_any_phrase(
            s, {at, std::min(s.tokens.size(), at + 5)},
            {"needed no change", "needed no changes", "needs no change", "needs no changes", "needed no edit",
             "required no change", "required no changes", "didn't need changing", "didn't need a change",
             "did not need a change", "didn't have to change", "didn't need to change"}))
      return true;
    // "I took the dependency out again."
    if (one_of(w, {"took", "taken", "pulled", "backed"}) && at > 0 &&
        one_of(plain_word(s, at - 1), {"i", "i've", "we", "then", "and"}) &&
        has_any_phrase(s, {at, std::min(s.tokens.size(), at + 7)}, {"out again", "back out", "it back"}))
      return true;
    const Segment behind{at + 1, std::min(segment_of(s, at).end, at + 7)};
    const bool as_before =
        has_any_phrase(s, behind,
                       {"untouched", "unchanged", "unmodified", "alone", "unedited", "intact", "as i found it",
                        "as i found them", "the way i found it", "as found", "as you had it", "as it was", "as it is",
                        "as is", "as they were", "as before"});
    if (!as_before) return false;
    if (one_of(w, {"left", "kept"})) return at + 1 < s.tokens.size() && s.tokens[at + 1].names_thing();
    return at > 0 && s.tokens[at - 1].names_thing() &&
           one_of(w, {"is", "was", "stays", "stayed", "remains", "remained"}) &&
           (at < 2 || !one_of(plain_word(s, at - 2), {"of", "in", "from", "to"}));
  }

  /// "Nothing on your disk is different", "ich habe nichts angefasst".
  static bool nothing_differs(const Sentence& s, std::size_t at) {
    const bool nothing =
        one_of(plain_word(s, at), {"nothing", "nichts"}) ||
        (one_of(plain_word(s, at), {"no", "keine", "not"}) &&
         one_of(plain_word(s, at + 1), {"file", "files", "datei", "dateien"})) ||
        (plain_word(s, at) == "not" && one_of(plain_word(s, at + 1), {"a", "one"}) &&
         one_of(plain_word(s, at + 2), {"byte", "line", "file", "single", "character"})) ||
        (plain_word(s, at) == "none" && has_any_phrase(s, {at, std::min(s.tokens.size(), at + 4)}, {"files", "file"}));
    // "Nothing in your account has been touched": beside the files.
    const bool beside = has_any_phrase(s, {at, std::min(s.tokens.size(), at + 6)},
                                       {"account", "cloud", "cluster", "production", "database", "registry", "server",
                                        "subscription", "bucket", "remote"});
    if (!nothing || beside) return false;
    const auto segment = segment_of(s, at);
    for (std::size_t i = at + 1; i < std::min(segment.end, at + 8); ++i) {
      if (one_of(plain_word(s, i),
                 {"different", "differs", "differ", "altered", "angefasst", "angerührt", "berührt", "angetastet",
                  "verändert", "geändert", "touched", "modified", "edited", "rewritten", "bearbeitet"}))
        return true;
    }
    return false;
  }

  /// "I haven't written to any file", "I didn't change anything".
  static bool refrained(const Sentence& s, std::size_t at) {
    if (!one_of(plain_word(s, at), {"haven't", "didn't", "not", "never", "hasn't"})) return false;
    const auto segment = segment_of(s, at);
    bool person = false;
    for (std::size_t i = segment.begin; i < at; ++i) person = person || one_of(plain_word(s, i), {"i", "we", "i've"});
    bool deed = false;
    for (std::size_t i = at + 1; person && i < std::min(segment.end, at + 7); ++i) {
      const auto w = plain_word(s, i);
      deed = deed || one_of(w, {"change", "changed", "modify", "modified", "touch", "touched", "write", "written",
                                "edit", "edited", "alter", "altered", "made", "make"});
      if (deed && w == "anything") return true;
      if (deed && w == "any" &&
          one_of(plain_word(s, i + 1), {"file", "files", "change", "changes", "edit", "edits", "of"}))
        return plain_word(s, i + 1) != "of";
      if (deed && w == "a" && one_of(plain_word(s, i + 1), {"thing", "single"})) return true;
    }
    return false;
  }

  Examination& into_;
  const State& state_;
};

}  // namespace

void examine_untouched(Examination& into) { Untouched(into).examine(); }

}  // namespace warrant::claims
