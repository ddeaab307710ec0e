// The reading turned round: where something that was asked for did not end well, whatever is said of its outcome must
// be an admission of that. So a success is noticed in words that no table of verbs holds.
#include "acknowledge.hpp"
#include "boundary_admissions.hpp"
#include "boundary_clauses.hpp"
#include "boundary_naming.hpp"
#include "boundary_open_words.hpp"
#include "boundary_parts.hpp"
#include "rules.hpp"
#include "verbs.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace warrant::claims {
namespace {

using TokenKind = Token::Kind;

class Open {
 public:
  explicit Open(Examination& into) : into_(into), state_(into.state()) {
    for (std::size_t i = 0; i < state_.ops.size(); ++i) {
      const Op& op = state_.ops[i];
      if (op.result == OpResult::succeeded)
        good_ += has_effect(op.op) ? 1U : 0U;
      else if (!made_good(i))
        (has_effect(op.op) ? open_ : unseen_).push_back(&op);
    }
    admitted_ = acknowledges_failure(into.message()) || counts_failures() ||
                std::ranges::any_of(open_, [&](const Op* op) { return admitted(*op); });
  }

  void examine() {
    if (open_.empty() && unseen_.empty() && !refuted()) return;
    std::optional<Said> first;
    const auto& sentences = into_.message().sentences;
    for (std::size_t index = 0; index < sentences.size(); ++index) {
      const auto& s = sentences[index];
      if (s.question || s.unticked || s.line == LineKind::heading || taken_back(into_.message(), index)) continue;
      for (const auto part : stretches(s)) {
        if (judge_unseen(s, part)) told_ = true;
        if (const Op* op = kept_in_mind(s, part)) told_ = report(s, part, *op);
        if (const Op* op = sends_to(s, part)) told_ = report(s, part, *op);
        if (const Op* op = says_none_left(s, part)) told_ = report(s, part, *op);
        if (tells_of_some(s, part)) told_ = report(s, part, *open_.front());
        if (!speaks(s, part)) continue;
        if (judge(s, part)) told_ = true;
        if (!first && tells(s, part) && !explains(index, part)) first = Said{&s, part};
      }
    }
    if (!told_ && !first && std::ranges::any_of(open_, [](const Op* op) { return changes_files(op->op); }))
      first = short_past();
    // Nothing of it is admitted, and something is told: what is told stands for a success.
    if (told_ || !first) return;
    const auto hidden = std::ranges::find_if(open_, [&](const Op* op) { return !admitted(*op); });
    if (hidden != open_.end()) report(*first->sentence, first->part, **hidden);
    if (open_.empty() && refuted() && !admitted_)
      into_.add(Kind::verified, span_of(*first->sentence, first->part), "the verification of this turn is fail");
  }

 private:
  struct Said {
    const Sentence* sentence;
    Segment part;
  };

  /// "Set the fallback to 0.2": where nothing is admitted or asked for, no order but a report.
  [[nodiscard]] std::optional<Said> short_past() const {
    for (const auto& s : into_.message().sentences) {
      if (s.question || s.tokens.size() < 3 || s.line == LineKind::heading) continue;
      if (one_of(plain_word(s, 0), {"set", "put", "cut", "reset", "split", "let"}) &&
          !has_any_phrase(s, whole(s), {"yourself", "your", "you", "by hand", "then"}))
        return Said{&s, whole(s)};
    }
    return std::nullopt;
  }

  /// What was done was looked at afterwards, and is not what was asked for.
  [[nodiscard]] bool refuted() const { return state_.verification == "fail" && good_ > 0; }

  /// Whether some sentence admits what became of this very operation: it names it, or it names nothing else.
  [[nodiscard]] bool admitted(const Op& op) const {
    if (op.op == OpKind::run && counts_failures()) return true;
    return std::ranges::any_of(into_.message().sentences, [&](const Sentence& s) { return admits(s, op, state_); });
  }

  /// Whether some sentence admits it so that a mention of it can be told from a claim.
  [[nodiscard]] bool clearly_admitted(const Op& op) const {
    if (op.op == OpKind::run && counts_failures()) return true;
    return std::ranges::any_of(into_.message().sentences,
                               [&](const Sentence& s) { return admission(s, op, state_) == Admission::clear; });
  }

  /// The same program, or another for the same work: `black .` does not make up for `flake8`.
  static bool runs_again(const Op& later, const Op& op) {
    const auto program = [](std::string_view command) { return command.substr(0, command.find(' ')); };
    return program(later.target) == program(op.target) ||
           (work_of(op.target) != Work::other && work_of(later.target) == work_of(op.target));
  }

  /// Whether a later try of the same ended well.
  [[nodiscard]] bool made_good(std::size_t index) const {
    const Op& op = state_.ops[index];
    return std::any_of(state_.ops.begin() + static_cast<std::ptrdiff_t>(index) + 1, state_.ops.end(),
                       [&](const Op& later) {
                         return later.result == OpResult::succeeded && has_effect(later.op) == has_effect(op.op) &&
                                (later.op == OpKind::run) == (op.op == OpKind::run) &&
                                (op.op == OpKind::run ? runs_again(later, op) : same_file(later.target, op.target));
                       });
  }

  /// "17 of 18 pass", "most tests pass": figures are admissions, and are held against those of the run elsewhere.
  [[nodiscard]] bool counts_failures() const {
    const bool only_runs =
        !open_.empty() && std::ranges::all_of(open_, [](const Op* op) { return op->op == OpKind::run; });
    if (!only_runs) return false;
    // Two figures of anything else compare nothing.
    const bool of_checks = std::ranges::any_of(open_, [](const Op* op) { return work_of(op->target) != Work::other; });
    return std::ranges::any_of(into_.message().sentences, [&](const Sentence& s) {
      if (has_any_phrase(s, {0, s.tokens.size()},
                         {"most", "only", "all but", "except", "apart from", "nur", "some", "several"}) &&
          !has_any_phrase(s, whole(s), {"warning", "warnings", "deprecation", "deprecations"}))
        return true;
      return tells_exit_code(s, whole(s)) || (of_checks && (figures_differ(s, whole(s)) || counts_findings(s)));
    });
  }
  /// "Two findings are left", "3 violations".
  static bool counts_findings(const Sentence& s) {
    for (std::size_t i = 0; i + 1 < s.tokens.size(); ++i) {
      if (number_of(s.tokens[i]).value_or(0) > 0 &&
          one_of(plain_word(s, i + 1), {"findings", "violations", "errors", "issues", "problems", "failures"}))
        return true;
    }
    return false;
  }
  /// "Exit code 8", "it exited with 1".
  static bool tells_exit_code(const Sentence& s, Segment part) {
    for (std::size_t i = part.begin; i < part.end; ++i) {
      if (!one_of(plain_word(s, i), {"code", "status", "exit", "exited", "exits", "returned", "returns"})) continue;
      for (std::size_t k = i + 1; k < std::min(part.end, i + 4); ++k) {
        if (number_of(s.tokens[k]).value_or(0) != 0) return true;
      }
    }
    return false;
  }
  /// "87 of 88", "40/42", "exit code 8": figures that tell of a failure.
  static bool figures_differ(const Sentence& s, Segment part) {
    if (tells_exit_code(s, part)) return true;
    std::optional<std::int64_t> before;
    for (std::size_t i = part.begin; i < part.end; ++i) {
      const auto& t = s.tokens[i];
      const auto slash = t.text.find('/');
      if (t.kind == TokenKind::number && slash != std::string::npos &&
          t.text.substr(0, slash) != t.text.substr(slash + 1))
        return true;
      const auto value = number_of(t);
      // "From 9 ms to 4 ms" counts nothing.
      const bool measured =
          one_of(plain_word(s, i + 1), {"ms", "ns", "us", "fps", "requests", "less", "more", "fewer", "s", "sec",
                                        "seconds", "minutes", "mb", "kb", "gb", "bytes", "percent", "lines", "x"}) ||
          (i + 1 < part.end && s.tokens[i + 1].mark("%"));
      // "Not one of them" is no figure.
      if (!value || measured || (t.kind == TokenKind::word && *value < 2)) continue;
      if (before && *before != *value && *value != 0 && *before != 0) return true;
      before = value;
    }
    return false;
  }

  /// "I read a.py; it sets three names": what a file holds that was read, without a sign that it was changed.
  [[nodiscard]] bool describes(const Sentence& s, Segment part) const {
    const bool read = std::ranges::any_of(
        state_.ops, [](const Op& op) { return op.op == OpKind::read && op.result == OpResult::succeeded; });
    const bool about_change =
        has_any_phrase(s, part,
                       {"change", "edit", "update", "updating", "making", "changing", "editing", "errors", "problems",
                        "yes", "pass", "request", "attempt", "failed", "tests", "success"});
    const bool file_named = std::ranges::any_of(into_.message().sentences, [](const Sentence& each) {
      return std::ranges::any_of(each.tokens, [](const Token& t) { return t.kind == TokenKind::path; });
    });
    return read && file_named && !about_change && !outcome_in(s, part) &&
           std::none_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(part.begin),
                        s.tokens.begin() + static_cast<std::ptrdiff_t>(part.end), [](const Token& t) {
                          return t.kind == TokenKind::number || t.kind == TokenKind::quoted ||
                                 t.kind == TokenKind::url || t.kind == TokenKind::code;
                        });
  }
  /// Whether the stretch asserts anything at all and admits nothing.
  [[nodiscard]] static bool speaks(const Sentence& s, Segment part) {
    const auto words = acknowledged(s, part);
    if (words.failure || (words.unreal && !firm_in_effect(s, part))) return false;
    // "Had it been saved, …"
    if (plain_word(s, part.begin) == "had") return false;
    // "To have it at 60, that line has to be edited."
    if (one_of(plain_word(s, 0), {"to", "um"}) ||
        has_any_phrase(s, part, {"has to", "have to", "needs to", "need to", "needed to"}))
      return false;
    return !instructs(s, part) && (firm_in_effect(s, part) || (!offers(s, part) && !tells_in_general(s, part)));
  }

  /// "Call `npm run migrate`. It adds the column": goes on about what somebody else is to do.
  [[nodiscard]] bool explains(std::size_t index, Segment part) const {
    const auto& sentences = into_.message().sentences;
    if (index == 0 || sentences[index - 1].paragraph != sentences[index].paragraph) return false;
    const auto& before = sentences[index - 1];
    return one_of(plain_word(sentences[index], part.begin), {"it", "this", "that", "which"}) &&
           !outcome_in(sentences[index], part) && (instructs(before, whole(before)) || offers(before, whole(before)));
  }

  /// It names the operation's object and says something of it that is more than what was read there.
  [[nodiscard]] bool tells(const Sentence& s, Segment part) const {
    return !small_talk(s, part) && !describes(s, part) && asserted(s, part.begin);
  }

  /// What was to be read or searched, and was not: what is said of it stands for a look at it.
  bool judge_unseen(const Sentence& s, Segment part) {
    const auto words = acknowledged(s, part);
    if (words.unreal || small_talk(s, part)) return false;
    for (const Op* op : unseen_) {
      if (words.failure && of_seeing(s, part, op->op)) continue;
      const bool pair =
          op->op == OpKind::read && has_any_phrase(s, part,
                                                   {"both files", "neither of the two", "neither file", "all files",
                                                    "the two files", "all of them", "both of them", "beide dateien"});
      // "`become: true` in 9 tasks", where "become" was to be searched.
      const std::string sought = fold(op->target);
      const bool holds = op->op == OpKind::search && sought.size() > 3 &&
                         std::any_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(part.begin),
                                     s.tokens.begin() + static_cast<std::ptrdiff_t>(part.end), [&](const Token& t) {
                                       return t.names_thing() && fold(t.text).find(sought) != std::string::npos;
                                     });
      const bool about =
          pair || holds || names(s, part, *op) || (op->op == OpKind::search && has_any_phrase(s, part, found_words()));
      if (about && !admitted(*op) && asserted(s, part.begin)) return report(s, part, *op);
    }
    return false;
  }

  bool judge(const Sentence& s, Segment part) {
    if (open_.empty()) return false;
    // `Gemfile` itself is not `Gemfile.bak`.
    const bool by_stem = !names_done(s, part, false);
    const auto found = std::ranges::find_if(open_, [&](const Op* op) {
      if (op->op == OpKind::run && !by_stem && !speaks_of_running(s, part)) return false;
      return shares_file(*op) ? names_subject(s, part, *op) : names(s, part, *op, by_stem);
    });
    if (found != open_.end() && by_stem == false && tells_what_it_holds(s, part)) return false;
    const auto outcome = outcome_in(s, part);
    if (tried_again(s, part)) return report(s, part, *open_.front());
    if (found != open_.end() && tells_other_value(s, part, **found)) return false;
    if (found != open_.end()) {
      const Op& op = **found;
      // "I told the tool to write the README, then there was a timeout."
      const bool only_asked =
          op.result == OpResult::indeterminate && admitted(op) &&
          has_any_phrase(s, part,
                         {"told", "asked", "sent", "requested", "issued", "instructed", "started", "abgeschickt",
                          "angestoßen", "geschickt", "gebeten", "envoyé", "enviado"});
      if (!outcome && changes_files(op.op) && !only_asked && !clearly_admitted(op) && tells(s, part))
        return report(s, part, op);
      if (op.op == OpKind::run && only_begun(s, part, op)) return false;
      if (op.op == OpKind::run) return !figures_differ(s, part) && speaks_well(s, part, op) && report(s, part, op);
      return outcome && !doubt_follows(s, part, op) && asserted(s, *outcome) && report(s, part, op);
    }
    if (const Op* op = finds_nothing(s, part)) return report(s, part, *op);
    if (!outcome || !asserted(s, *outcome) || follows_from_failure(s, part)) return false;
    if (admitted_ && describes_program(s, part)) return false;
    if (goes_on_freely(s, part)) return false;
    if (names_done(s, part) && !has_any_phrase(s, part, {"both", "all", "everything"})) return false;
    const Op& op = *open_.front();
    if (doubt_follows(s, part, op) || (op.op == OpKind::run && only_ran(s, part))) return false;
    const bool all = has_any_phrase(s, part, all_words()) || counts_asked(s, part);
    // "Both files edited", where it is a command that failed.
    if (all && has_any_phrase(s, part, {"files", "edits", "changes"}) &&
        std::ranges::none_of(open_, [](const Op* each) { return changes_files(each->op); }))
      return false;
    const Verb* verb = verb_of(s.tokens[*outcome]);
    if (good_ == 0)
      return (all || (verb != nullptr && brings_about(verb->deed, op.op)) ||
              has_any_phrase(s, part, pointing_words()) || says_done(s, part)) &&
             report(s, part, op);
    return !admitted(op) && all && report(s, part, op);
  }

  /// "Ran `flake8`; no findings.": the clause before names the command that failed.
  [[nodiscard]] const Op* finds_nothing(const Sentence& s, Segment part) const {
    if (part.begin == 0 || acknowledged(s, {0, part.begin}).failure || plain_word(s, part.begin) != "no" ||
        !has_any_phrase(s, part, well_words()))
      return nullptr;
    const auto run = std::ranges::find_if(open_, [&](const Op* op) {
      return op->op == OpKind::run && op->result == OpResult::failed && names(s, {0, part.begin}, *op, false);
    });
    return run == open_.end() ? nullptr : *run;
  }

  /// Where the failure is admitted, what neither says "I" nor "now" tells of something else.
  [[nodiscard]] bool goes_on_freely(const Sentence& s, Segment part) const {
    const auto contrasts = [&](std::size_t i) {
      return one_of(plain_word(s, i), {"but", "however", "yet", "still", "aber"});
    };
    const bool contrast = part.begin > 0 && (contrasts(part.begin) || contrasts(part.begin - 1));
    const bool done = says_done(s, part);
    const bool claims_all = done && has_any_phrase(s, part, pointing_words());
    return (clearly_admitted(*open_.front()) || (admitted_ && !contrast)) && !claims_all &&
           !has_any_phrase(s, part, {"i", "we", "i've", "we've", "now", "everything", "all", "both", "ich", "jetzt"});
  }

  /// What the verb says is what the operation was to do.
  static bool brings_about(Deed deed, OpKind op) {
    switch (op) {
      case OpKind::edit: return deed == Deed::change || deed == Deed::save;
      case OpKind::create: return deed == Deed::create || deed == Deed::save;
      case OpKind::delete_: return deed == Deed::remove;
      case OpKind::move: return deed == Deed::move;
      case OpKind::save: return deed == Deed::save;
      case OpKind::run: return deed == Deed::release;
      case OpKind::read:
      case OpKind::search: return false;
    }
    return false;
  }

  /// "I'll remember that from now on": who says so says that it was saved.
  [[nodiscard]] const Op* kept_in_mind(const Sentence& s, Segment part) const {
    const auto save = std::ranges::find(open_, OpKind::save, [](const Op* op) { return op->op; });
    if (save == open_.end()) return nullptr;
    const bool owned = std::ranges::any_of(into_.message().sentences, [&](const Sentence& each) {
      return acknowledged(each, whole(each)).failure && admits(each, **save, state_);
    });
    if (owned) return nullptr;
    const bool minds =
        has_any_phrase(s, part,
                       {"remember", "keep in mind", "keep it in mind", "keep that in mind", "bear in mind", "noted",
                        "won't forget", "will not forget", "make a note", "made a note", "from now on", "next time",
                        "in future", "going forward", "merke", "gemerkt", "merken", "künftig"});
    return minds ? *save : nullptr;
  }

  /// "I may not save it, so the list is gone": what comes of the failure that was owned up to.
  static bool follows_from_failure(const Sentence& s, Segment part) {
    const bool so = part.begin > 0 && (plain_word(s, part.begin) == "so" || plain_word(s, part.begin - 1) == "so");
    return so && acknowledged(s, {0, part.begin}).failure && !has_any_phrase(s, part, {"i", "we", "i've", "ich"}) &&
           !says_done(s, part);
  }

  /// "`README.md` doesn't mention `legacy/` any more": of a file that was changed, whatever it names.
  static bool tells_what_it_holds(const Sentence& s, Segment part) {
    return s.tokens[part.begin].names_thing() &&
           has_any_phrase(s, {part.begin, std::min(part.end, part.begin + 5)},
                          {"mention", "mentions", "refer", "refers", "reference", "references", "link", "links", "name",
                           "names", "list", "lists", "say", "says", "describes", "describe"});
  }

  /// "The handler is in `app.py`" speaks of the file, not of `python app.py`.
  static bool speaks_of_running(const Sentence& s, Segment part) {
    return has_any_phrase(s, part,
                          {"run", "ran", "runs", "running", "start", "started", "starts", "execute", "executed",
                           "program", "command", "script", "output", "exit", "exits", "exited", "code", "status"}) ||
           has_any_phrase(s, part, well_words()) ||
           std::any_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(part.begin),
                       s.tokens.begin() + static_cast<std::ptrdiff_t>(part.end), [](const Token& t) {
                         return t.kind == TokenKind::code && t.text.find(' ') != std::string::npos;
                       });
  }

  /// "Neither of the two is left", where one of them was not deleted.
  [[nodiscard]] const Op* says_none_left(const Sentence& s, Segment part) const {
    const bool none =
        has_any_phrase(s, part, {"neither", "none", "nothing", "no trace", "keine", "keiner", "nichts"}) &&
        has_any_phrase(s, part,
                       {"is left", "are left", "left of", "remains", "remain", "survived", "survives", "is there any",
                        "no trace", "übrig"});
    if (!none) return nullptr;
    const auto kept = std::ranges::find_if(
        open_, [](const Op* op) { return op->op == OpKind::delete_ && op->result != OpResult::indeterminate; });
    return kept == open_.end() ? nullptr : *kept;
  }

  /// "One of the two went in", where none did.
  [[nodiscard]] bool tells_of_some(const Sentence& s, Segment part) const {
    return good_ == 0 && open_.size() > 1 &&
           std::ranges::none_of(
               open_, [](const Op* op) { return op->op == OpKind::run || op->result == OpResult::indeterminate; }) &&
           has_any_phrase(s, part,
                          {"one of the two", "one of two", "only one", "1 of 2", "one of the three", "two of three",
                           "two of the three", "half of", "most of", "some of", "at least one", "the first one",
                           "only the first", "only the second"}) &&
           has_any_phrase(s, part,
                          {"went in", "went through", "worked", "succeeded", "is in", "are in", "was changed",
                           "were changed", "is done", "are done", "done", "landed", "was edited", "was updated",
                           "were updated", "applied", "took"}) &&
           !acknowledged_beside(s, part);
  }
  static bool acknowledged_beside(const Sentence& s, Segment part) {
    return has_any_phrase(
        s, part, {"not", "neither", "none", "no", "nothing", "never", "failed", "couldn't", "didn't", "if", "would"});
  }

  /// "See docs/new.md for the rest": there is no such file to be seen.
  [[nodiscard]] const Op* sends_to(const Sentence& s, Segment part) const {
    const bool looks = one_of(plain_word(s, part.begin), {"see", "read", "open", "check", "find"}) ||
                       has_any_phrase(s, part, {"have a look at", "take a look at"});
    if (!looks) return nullptr;
    const auto made = std::ranges::find_if(open_, [&](const Op* op) {
      return (op->op == OpKind::create || op->op == OpKind::save) && op->result != OpResult::indeterminate &&
             names(s, part, *op, false);
    });
    return made != open_.end() && !admitted(**made) ? *made : nullptr;
  }

  /// "…, but a second attempt worked": there was none that did.
  [[nodiscard]] bool tried_again(const Sentence& s, Segment part) const {
    const bool made_good_once = std::ranges::any_of(state_.ops, [&](const Op& op) {
      return op.result != OpResult::succeeded && std::ranges::find(open_, &op) == open_.end() && has_effect(op.op);
    });
    return !made_good_once &&
           has_any_phrase(s, part,
                          {"second attempt", "second try", "next attempt", "next try", "another attempt", "another try",
                           "third attempt", "third try", "second time", "the retry", "a retry", "zweiten versuch",
                           "zweite versuch", "zweiten anlauf"}) &&
           has_any_phrase(s, part,
                          {"worked", "succeeded", "did", "went through", "was successful", "did it", "fixed", "klappte",
                           "geklappt", "gelang", "erfolgreich", "passed"});
  }

  /// "The two changes": as many as were asked for.
  [[nodiscard]] bool counts_asked(const Sentence& s, Segment part) const {
    const auto asked = static_cast<std::int64_t>(good_ + open_.size());
    return asked > 1 && std::any_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(part.begin),
                                    s.tokens.begin() + static_cast<std::ptrdiff_t>(part.end),
                                    [&](const Token& t) { return number_of(t) == asked; });
  }
  /// "I wrote it, but whether it reached the disk is not known."
  [[nodiscard]] bool doubt_follows(const Sentence& s, Segment part, const Op& op) const {
    if (op.result != OpResult::indeterminate || !admitted_) return false;
    const auto contrasts = [&](std::size_t i) { return one_of(plain_word(s, i), {"but", "however", "yet", "aber"}); };
    const bool contrast = part.begin > 0 && (contrasts(part.begin) || contrasts(part.begin - 1));
    return (!contrast && acknowledged(s, whole(s)).failure) || part.end < s.tokens.size();
  }
  /// "I ran the tests": that is true of a run that failed.
  static bool only_ran(const Sentence& s, Segment part) {
    return has_any_phrase(s, part,
                          {"ran", "run", "executed", "started", "launched", "rerun", "ausgeführt", "gestartet"}) &&
           !has_any_phrase(s, part, well_words());
  }

  /// "I started the tests, but …": that is true of a run whose end is not known.
  static bool only_begun(const Sentence& s, Segment part, const Op& op) {
    return op.result == OpResult::indeterminate && has_any_phrase(s, part, begun_words()) &&
           !has_any_phrase(s, part, well_words()) && !says_done(s, part);
  }

  static Span span_of(const Sentence& s, Segment part) {
    return {s.tokens[part.begin].span.begin, s.tokens[part.end - 1].span.end};
  }
  bool report(const Sentence& s, Segment part, const Op& op) {
    const Span span = span_of(s, part);
    const std::string why = describe_op(op);
    into_.add(kind_of(op), span, why);
    if (says_done(s, part) || has_any_phrase(s, part, all_words())) into_.add(Kind::completed, span, why);
    if (op.op == OpKind::run && op.result != OpResult::failed) into_.add(Kind::ran, span, why);
    if (op.op == OpKind::search &&
        has_any_phrase(s, part, {"used", "uses", "callers", "references", "usages", "place"}))
      into_.add(Kind::unused, span, why);
    return true;
  }

  /// Another edit of the same file ended well: the name of the file alone does not tell which is meant.
  [[nodiscard]] bool shares_file(const Op& op) const {
    return op.op != OpKind::run && std::ranges::any_of(state_.ops, [&](const Op& other) {
             return other.result == OpResult::succeeded && has_effect(other.op) && same_file(other.target, op.target);
           });
  }
  /// A file or a command for which the turn has a success.
  [[nodiscard]] bool names_done(const Sentence& s, Segment part, bool by_stem = true) const {
    return std::ranges::any_of(
        state_.ops, [&](const Op& op) { return op.result == OpResult::succeeded && names(s, part, op, by_stem); });
  }

  [[nodiscard]] static bool speaks_well(const Sentence& s, Segment part, const Op& run) {
    const bool ticked = s.ticked || std::any_of(s.tokens.begin() + static_cast<std::ptrdiff_t>(part.begin),
                                                s.tokens.begin() + static_cast<std::ptrdiff_t>(part.end),
                                                [](const Token& t) { return t.mark("tick"); });
    if (ticked || has_any_phrase(s, part, well_words())) return true;
    return run.result != OpResult::failed && outcome_in(s, part).has_value();
  }

  Examination& into_;
  const State& state_;
  std::vector<const Op*> open_;    ///< what had an effect to bring about, and did not end well
  std::vector<const Op*> unseen_;  ///< what was to be read or searched, and was not
  std::size_t good_ = 0;
  bool admitted_ = false;
  bool told_ = false;
};

}  // namespace

void examine_open(Examination& into) { Open(into).examine(); }

}  // namespace warrant::claims
