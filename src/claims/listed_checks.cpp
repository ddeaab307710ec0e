#include "listed_checks.hpp"

#include "acts.hpp"
#include "rules.hpp"

#include <warrant/evidence/command.hpp>

#include <algorithm>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

/// How many words a member of a list may have.
constexpr std::size_t kMaxMember = 8;

/// What a command in backticks checks.
std::optional<Topic> topic_of_command(std::string_view code) {
  using evidence::Activity;
  const auto facts = evidence::read_command(code);
  if (facts.does(Activity::test)) return Topic::tests;
  if (facts.does(Activity::build)) return Topic::build;
  if (facts.does(Activity::lint)) return Topic::lint;
  if (facts.does(Activity::typecheck)) return Topic::typecheck;
  return std::nullopt;
}

class Reader {
 public:
  Reader(const Sentence& sentence, std::size_t index, std::vector<ResultClaim>& into)
      : s_(sentence), index_(index), into_(into) {}

  void read() {
    for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
      const auto end = verdict_at(i);
      if (!end) continue;
      read_before(i, *end);
      if (on(Rule::read_check_lists)) read_behind(i, *end);
    }
    if (on(Rule::verified_with)) read_verified_with();
  }

  /// "- `npm test`", "- project build" below "Validation passed:".
  void read_item() {
    if (s_.line != LineKind::item || !into_verified(s_.under)) return;
    for (const auto& t : s_.tokens) {
      if (t.mark("cross") || t.mark("?") || one_of(t.text, {"failed", "fails", "not", "skipped", "pending", "todo"}))
        return;
    }
    if (const auto subject = named_in({0, s_.tokens.size()}); subject && asserted(subject->at))
      add(*subject, false, s_.tokens[subject->at].span, subject->at + 1);
  }

 private:
  struct Subject {
    Topic topic;
    std::size_t at;
    bool whole;
    std::string command = {};  ///< in backticks
  };

  /// "validation passed:", "verified locally with:": an introduction that says how the items below it ended.
  static bool into_verified(std::string_view under) {
    if (!under.ends_with(":")) return false;
    const auto has = [&](std::string_view w) { return under.find(w) != std::string_view::npos; };
    for (const std::string_view open : {"not ", "n't", "should", "will", "must", "need", "before", "if ", "can ",
                                        "how ", "to be", "failed", "until", "once ", "when ", "next", "only"}) {
      if (has(open)) return false;
    }
    return has("verified") || has("validated") ||
           ((has("validation") || has("verification") || has("checks") || has("gates") || has("hooks")) &&
            (has("passed") || has("pass:") || has("green") || has("succeeded") || has("clean")));
  }

  /// The check that a member or an item is about: a command, or its last noun that names one.
  [[nodiscard]] std::optional<Subject> named_in(Segment member) const {
    std::optional<Subject> found;
    std::size_t words = 0;
    for (std::size_t i = member.begin; i < member.end; ++i) {
      const auto& t = s_.tokens[i];
      if (t.kind == Kind::word && ++words > kMaxMember) return std::nullopt;
      auto topic = t.kind == Kind::code ? topic_of_command(t.text) : topic_of(word(i));
      if (one_of(word(i), {"types", "typescript"})) topic = Topic::typecheck;
      if (!topic) continue;
      std::string command = t.kind == Kind::code ? t.text : std::string();
      if (!found || t.kind != Kind::code)
        found = Subject{*topic, i, false, found && found->topic == *topic ? std::move(found->command) : command};
      else if (found->topic == *topic && found->command.empty())
        found->command = std::move(command);
    }
    return found;
  }

  /// "All pre-push checks passed (build, lint, test)", "hooks green: tests, types".
  void read_behind(std::size_t verdict, std::size_t verdict_end) {
    if (!mark(verdict_end, "(") && !mark(verdict_end, ":")) return;
    std::size_t begin = verdict;
    while (begin > 0 && !parts(begin - 1)) --begin;
    bool gathered = false;
    for (std::size_t i = begin; i < verdict; ++i) {
      gathered = gathered || one_of(word(i), {"checks", "hooks", "hook", "gates", "gate", "steps", "verification",
                                              "validation", "everything", "validations", "verifications"});
    }
    if (!gathered || !asserted(verdict)) return;
    for (std::size_t i = verdict_end + 1; i < s_.tokens.size();) {
      std::size_t end = i;
      while (end < s_.tokens.size() && !separates(end) && !mark(end, ")") && !mark(end, ".")) ++end;
      if (end > i) {
        if (const auto subject = named_in({i, end})) add(*subject, false, s_.tokens[subject->at].span, subject->at + 1);
      }
      if (end >= s_.tokens.size() || !separates(end)) return;
      i = end + 1;
    }
  }

  /// "Verified with `cargo test` and `npm run lint`.", "Passes lint, the e2e tests and all 1,668 unit tests".
  void read_verified_with() {
    std::size_t i = 0;
    if (one_of(word(0), {"i", "i've", "we", "all", "everything", "changes"})) ++i;
    while (one_of(word(i), {"have", "has", "was", "were", "also", "locally", "then", "been"})) ++i;
    const std::size_t verb = i;
    if (one_of(word(verb), {"verified", "validated"})) {
      while (
          one_of(word(++i), {"locally", "it", "this", "that", "everything", "changes", "the", "fix", "change", "again",
                             "by", "with", "using", "via", "through", "running", "rerunning", "both", ":"})) {}
      if (i == verb + 1 && !mark(i, ":")) return;
      if (mark(i, ":")) ++i;
      for (; i < s_.tokens.size() && (s_.tokens[i].kind == Kind::code || separates(i)); ++i)
        read_member({i, i + 1}, verb);
      return;
    }
    if (!one_of(word(0), {"passes", "passed"}) || one_of(word(1), {"a", "an", "the", "it", "to", "on", "in"})) return;
    i = 1;
    while (i < s_.tokens.size() && !mark(i, ".")) {
      std::size_t end = i;
      while (end < s_.tokens.size() && !separates(end) && !mark(end, ".")) ++end;
      if (end == i) {
        ++i;
        continue;
      }
      if (!noun_phrase({i, end})) return;
      read_member({i, end}, 0);
      i = end;
    }
  }
  void read_member(Segment member, std::size_t verb) {
    const auto subject = named_in(member);
    if (!subject || !asserted(verb)) return;
    add(*subject, false, s_.tokens[subject->at].span, subject->at + 1);
    for (std::size_t i = member.begin; subject->topic == Topic::tests && i < member.end; ++i) {
      const auto value = number_of(s_.tokens[i]);
      if (value && s_.tokens[i].kind == Kind::number && word(i > 0 ? i - 1 : 0) == "all")
        add(Topic::tests, Figure::passed, *value, true, s_.tokens[i].span, i, i + 1);
    }
  }

  [[nodiscard]] std::string_view word(std::size_t i) const {
    if (i >= s_.tokens.size() || s_.tokens[i].kind == Kind::quoted || s_.tokens[i].kind == Kind::code) return {};
    return s_.tokens[i].text;
  }
  [[nodiscard]] bool mark(std::size_t i, std::string_view sign) const {
    return i < s_.tokens.size() && s_.tokens[i].mark(sign);
  }

  /// Whether a verdict stands at `i`, and where it ends: "pass", "0 issues", "without errors".
  [[nodiscard]] std::optional<std::size_t> verdict_at(std::size_t i) const {
    const auto w = word(i);
    if (one_of(w, {"0", "no", "zero", "without", "keine", "ohne"})) {
      return one_of(word(i + 1), {"issues", "issue", "errors", "error", "warnings", "problems", "findings", "diff",
                                  "complaints", "fehler", "warnungen"})
                 ? std::optional(i + 2)
                 : std::nullopt;
    }
    if (!good_verdict(w) || (on(Rule::pass_as_noun) && is_pass_noun(s_, i))) return std::nullopt;
    // "passes the flag on" is no verdict.
    if (one_of(word(i + 1), {"a", "an", "the", "it", "them", "this", "that", "these", "its", "your", "any", "every"}))
      return std::nullopt;
    return i + 1;
  }

  /// Words between the last member and the verdict.
  static bool links(std::string_view w) {
    return one_of(w, {"all",   "is",         "are",       "was",  "were",    "both",   "now",      "still",   "also",
                      "each",  "at",         "come",      "come", "back",    "has",    "have",     "again",   "with",
                      "shows", "completely", "run",       "runs", "reports", "report", "reported", "returns", "exits",
                      "fully", "continue",   "continues", "to",   "sind",    "ist",    "alle"});
  }
  static bool describes(std::string_view w) {
    return one_of(w, {"the",      "a",       "all",     "full",      "entire",  "whole",    "every",
                      "our",      "my",      "both",    "of",        "and",     "now",      "existing",
                      "targeted", "focused", "related", "remaining", "updated", "affected", "complete",
                      "new",      "final",   "local",   "fresh",     "'s",      "release",  "production"});
  }
  static bool acts(std::string_view w) {
    return one_of(w,
                  {"i",      "we",     "you",     "it",    "that",   "which",   "they",   "but",     "because", "so",
                   "if",     "when",   "once",    "until", "make",   "let",     "run",    "ran",     "see",     "get",
                   "got",    "fix",    "kept",    "keep",  "keeps",  "keeping", "leaves", "made",    "use",     "used",
                   "not",    "no",     "never",   "can",   "will",   "should",  "must",   "may",     "might",   "would",
                   "could",  "for",    "in",      "on",    "to",     "from",    "by",     "with",    "as",      "than",
                   "before", "after",  "while",   "is",    "are",    "was",     "were",   "has",     "have",    "had",
                   "do",     "does",   "whether", "only",  "except", "most",    "some",   "several", "half",    "few",
                   "mostly", "almost", "nearly",  "many",  "none",   "part",    "verify", "confirm", "ensure",  "check",
                   "rerun",  "expect"});
  }

  /// A member that is a bare noun phrase says nothing itself; one with a verb is a clause of its own.
  [[nodiscard]] bool noun_phrase(Segment member) const {
    std::size_t words = 0;
    for (std::size_t i = member.begin; i < member.end; ++i) {
      const auto& t = s_.tokens[i];
      if (t.kind == Kind::quoted || t.kind == Kind::url) return false;
      if (t.kind == Kind::code || t.kind == Kind::path || t.kind == Kind::number) continue;
      if (t.kind == Kind::mark) {
        if (t.text == "+" || t.text == "-" || t.text == "*") continue;
        return false;
      }
      if (acts(t.text)) return false;
      const bool verb = t.text.size() > 4 && (t.text.ends_with("ed") || t.text.ends_with("ing"));
      if (verb && !describes(t.text) && !topic_of(t.text)) return false;
      if (++words > kMaxMember) return false;
    }
    return member.begin < member.end;
  }

  /// What the member checks: its last noun that names a check, or its command.
  [[nodiscard]] std::optional<Subject> subject_of(Segment member) const {
    std::optional<Subject> found;
    bool whole = false;
    bool counted = false;
    for (std::size_t i = member.begin; i < member.end; ++i) {
      const auto& t = s_.tokens[i];
      whole = whole || one_of(word(i), {"all", "full", "entire", "whole", "every", "complete", "alle"});
      counted = counted || t.kind == Kind::number;
      auto topic = t.kind == Kind::code ? topic_of_command(t.text) : topic_of(word(i));
      // "Lint and types are clean": alone in its place, the word names the check.
      if (!topic && word(i) == "types" && member.end - member.begin == 1) topic = Topic::typecheck;
      // "Both packages pass" tells of their tests.
      if (!topic && one_of(word(i), {"packages", "crates", "modules"}) &&
          (whole || one_of(word(member.begin), {"both", "all", "the"})))
        topic = Topic::tests;
      if (!topic) continue;
      std::string command = t.kind == Kind::code ? t.text : std::string();
      if (!found || t.kind != Kind::code)
        found = Subject{*topic, i, false, found && found->topic == *topic ? std::move(found->command) : command};
      else if (found->topic == *topic && found->command.empty())
        found->command = std::move(command);
    }
    if (found && found->topic == Topic::tests) {
      // A figure says which: it is read as one. "The login test passes" names one test.
      if (counted && !whole) return std::nullopt;
      if (word(found->at) == "test" && !one_of(word(found->at + 1), {"suite", "suites", "run", "runs"}))
        return std::nullopt;
      found->whole = whole;
    }
    return found;
  }

  void read_before(std::size_t verdict, std::size_t verdict_end) {
    std::size_t end = verdict;
    while (end > 0 && (links(word(end - 1)) || mark(end - 1, "arrow") || mark(end - 1, "("))) --end;
    // "`lint` (0 issues)": the bracket belongs to the member before it.
    std::vector<Subject> subjects;
    for (bool first = true; end > 0; first = false) {
      end = before_brackets(end);
      std::size_t begin = end;
      while (begin > 0 && !parts(begin - 1)) --begin;
      const Segment member{begin, end};
      if (!noun_phrase(member)) {
        // "So that build, lint and tests pass": what takes back the head takes back the list.
        if (!first && !asserted(end - 1)) return;
        break;
      }
      if (const auto subject = subject_of(member)) {
        subjects.push_back(*subject);
      } else if (first) {
        return;
      }
      // "…, and X" parts once.
      std::size_t next = begin;
      bool separated = false;
      while (next > 0 && separates(next - 1)) --next, separated = true;
      if (!separated) break;
      end = next;
    }
    if (subjects.empty()) return;
    const bool negative = !good_verdict(word(verdict));
    for (const auto& subject : subjects) {
      if (negative && subject.topic == Topic::tests) continue;
      if (!asserted(subject.at) || !asserted(verdict)) return;
    }
    for (const auto& subject : subjects) {
      if (negative && subject.topic == Topic::tests) continue;
      if (subject.topic == Topic::tests && names_exception(s_, begin_of(subject.at), verdict)) continue;
      add(subject, subject.whole, {s_.tokens[subject.at].span.begin, s_.tokens[verdict_end - 1].span.end}, verdict_end);
    }
    if (std::ranges::any_of(subjects, [](const Subject& each) { return each.topic == Topic::tests; }))
      read_bracketed_count(verdict_end);
  }

  /// "tests pass (36/36)", "the full suite is passing (25 tests)", "tests still pass: 11/11".
  void read_bracketed_count(std::size_t at) {
    if (!mark(at, "(") && !mark(at, ":")) return;
    const bool bracket = mark(at, "(");
    std::size_t i = at + 1;
    while (!bracket && i < at + 3 && i < s_.tokens.size() && s_.tokens[i].kind == Kind::word) ++i;
    if (i < s_.tokens.size() && one_of(word(i), {"all"})) ++i;
    if (i >= s_.tokens.size() || s_.tokens[i].kind != Kind::number) return;
    const auto& t = s_.tokens[i];
    if (const auto slash = t.text.find('/'); slash != std::string::npos) {
      Token left = t;
      Token right = t;
      left.text = t.text.substr(0, slash);
      right.text = t.text.substr(slash + 1);
      const auto passed = number_of(left);
      const auto total = number_of(right);
      if (!passed || !total || *total == 0) return;
      const Span first{t.span.begin, t.span.begin + slash};
      add(Topic::tests, Figure::passed, *passed, *passed == *total, first, i, i + 1);
      add(Topic::tests, Figure::total, *total, false, {first.end + 1, t.span.end}, i, i + 1);
      return;
    }
    const auto value = number_of(t);
    if (!value) return;
    if (!bracket) {
      // "Full test suite passes: 22 tests"
      if (on(Rule::verdict_counts) && one_of(word(i + 1), {"tests", "passed", "passing", "specs", "examples"}) &&
          asserted(i))
        add(Topic::tests, Figure::passed, *value, true, t.span, i, i + 1);
      return;
    }
    if (mark(i + 1, ")") || one_of(word(i + 1), {"tests", "passed", "passing", "specs"}))
      add(Topic::tests, Figure::passed, *value, true, t.span, i, i + 1);
  }

  /// Where the member begins that `at` stands in.
  [[nodiscard]] std::size_t begin_of(std::size_t at) const {
    while (at > 0 && !parts(at - 1)) --at;
    return at;
  }

  /// The end of what stands before a closed bracket: "lint (0 issues)" → behind "lint".
  [[nodiscard]] std::size_t before_brackets(std::size_t end) const {
    if (end == 0 || !mark(end - 1, ")")) return end;
    std::size_t open = end - 1;
    while (open > 0 && !mark(open, "(")) --open;
    return mark(open, "(") ? open : end;
  }

  [[nodiscard]] bool separates(std::size_t i) const {
    return mark(i, ",") || mark(i, "&") || mark(i, "/") || one_of(word(i), {"and", "und", "sowie", "plus"});
  }
  [[nodiscard]] bool parts(std::size_t i) const {
    if (separates(i)) return true;
    return s_.tokens[i].kind == Kind::mark && !one_of(s_.tokens[i].text, {"+", "-", "*"});
  }

  [[nodiscard]] bool asserted(std::size_t at) const {
    const auto segment = segment_of(s_, at);
    // "Other checks were already green: tests, lint."
    if (one_of(word(0), {"other", "remaining"}) && word(1) == "checks") return false;
    for (std::size_t i = segment.begin; i < segment.end; ++i) {
      if (one_of(word(i), {"untested", "unverified", "ungetestet", "unbestätigt"})) return false;
    }
    return exemption_at(s_, {at, Nature::result, false}) == Exemption::none;
  }

  /// That it ended well.
  void add(const Subject& subject, bool whole, Span span, std::size_t to) {
    add(subject.topic, Figure::green, 1, whole, span, subject.at, to, subject.command);
  }

  void add(Topic topic, Figure figure, std::int64_t value, bool whole, Span span, std::size_t from, std::size_t to,
           const std::string& command = {}) {
    const bool known = std::ranges::any_of(into_, [&](const ResultClaim& each) {
      return each.sentence == index_ && each.topic == topic && each.figure == figure && each.value == value &&
             each.command == command;
    });
    if (known) return;
    into_.push_back({topic,
                     figure,
                     value,
                     false,
                     whole,
                     span,
                     {s_.tokens[from].span.begin, s_.tokens[std::max(from, to - 1)].span.end},
                     index_,
                     command});
  }

  const Sentence& s_;
  std::size_t index_;
  std::vector<ResultClaim>& into_;
};

}  // namespace

void read_verified_item(const Sentence& sentence, std::size_t index, std::vector<ResultClaim>& into) {
  Reader(sentence, index, into).read_item();
}

void read_listed_checks(const Sentence& sentence, std::size_t index, std::vector<ResultClaim>& into) {
  Reader(sentence, index, into).read();
}

}  // namespace warrant::claims
