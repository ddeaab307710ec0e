// "all tests pass", "the build is clean", "everything is green".
#include "acts.hpp"
#include "listed_checks.hpp"
#include "result_reader.hpp"
#include "rules.hpp"

#include <warrant/evidence/command.hpp>

#include <algorithm>

namespace warrant::claims {
namespace {

using Kind = Token::Kind;

}  // namespace

std::optional<Topic> ResultReader::topic_of_command(std::size_t i) const {
  if (s_.tokens[i].kind != Kind::code) return std::nullopt;
  using evidence::Activity;
  const auto facts = evidence::read_command(s_.tokens[i].text);
  if (facts.does(Activity::test)) return Topic::tests;
  if (facts.does(Activity::lint)) return Topic::lint;
  if (facts.does(Activity::typecheck)) return Topic::typecheck;
  if (facts.does(Activity::build)) return Topic::build;
  return std::nullopt;
}

std::vector<ResultReader::Subject> ResultReader::subjects() const {
  std::vector<Subject> found;
  for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
    if (const auto topic = topic_of_command(i)) {
      found.push_back({*topic, i});
      continue;
    }
    if (names_no_run(i)) continue;
    auto w = word(i);
    // "The suite's green."
    if (w.ends_with("'s") && (says_green(word(i + 1)) || says_green(word(i + 2)))) w.remove_suffix(2);
    // "D7 tests `== 0`": a verb.
    if (w == "tests" && i > 0 && i + 1 < s_.tokens.size() && s_.tokens[i - 1].kind == Kind::word &&
        s_.tokens[i + 1].kind == Kind::code && !topic_of_command(i + 1) &&
        s_.tokens[i + 1].text.find_first_of("=<>!") != std::string::npos)
      continue;
    if (names_tests(w) || ((w == "ci" || w == "pipeline") && !(on(Rule::ci_as_modifier) && modifies(i))))
      found.push_back({Topic::tests, i});
    else if (names_build(w) || built_it(i))
      found.push_back({Topic::build, i});
    else if (names_lint(w))
      found.push_back({Topic::lint, i});
    else if (names_types(w) ||
             (w == "type" && one_of(word(i + 1), {"check", "checks", "checking", "checker", "error", "errors"})))
      found.push_back({Topic::typecheck, i});
  }
  return found;
}

bool ResultReader::names_no_run(std::size_t at) const {
  // "the test page", "the example links", "the test runner itself": a thing beside the tests.
  if (one_of(word(at), {"test", "tests", "example", "examples", "spec"}) &&
      one_of(word(at + 1), {"page",    "pages",   "runner",  "runners",        "harness",  "framework", "environment",
                            "setup",   "data",    "fixture", "fixtures",       "link",     "links",     "server",
                            "client",  "account", "user",    "users",          "database", "project",   "app",
                            "image",   "images",  "plan",    "infrastructure", "infra",    "helper",    "helpers",
                            "utility", "bench",   "device",  "utilities",      "strategy", "section",   "url"}))
    return true;
  // "✅ 0 missing logic types remaining": types of something else.
  if (word(at) == "types" && at > 0 && s_.tokens[at - 1].kind == Kind::word &&
      !one_of(word(at - 1), {"and", "the", "all", "typescript", "ts", "python", "static", "type", "our", "with", "or",
                             "frontend", "backend", "und", "alle", "die", "lint", "that", "strict"}))
    return true;
  // "Example:", "Write tests first": nothing that a tick could tick off.
  if (one_of(word(at), {"example", "examples"}) &&
      (at + 1 >= s_.tokens.size() || s_.tokens[at + 1].mark(":") || s_.tokens[at + 1].mark("|")))
    return true;
  return false;
}

bool ResultReader::names_next_step(std::size_t at) const {
  if (at < 2 || word(at - 1) != "and") return false;
  for (std::size_t i = at > 6 ? at - 6 : 0; i + 1 < at; ++i) {
    if (one_of(word(i), {"let's", "let", "i'll", "we'll", "now", "lass"})) return true;
  }
  return false;
}

bool ResultReader::marked_as(std::size_t verdict) const {
  return verdict > 1 && word(verdict - 1) == "as" &&
         one_of(word(verdict - 2), {"marked", "mark", "marks", "flagged", "ticked", "listed", "shown", "labelled",
                                    "labeled", "set", "recorded"});
}

bool ResultReader::lists_work(std::size_t subject) const {
  const auto segment = segment_of(s_, subject);
  // "Write tests first", "Test the parser": what is to be done.
  if (one_of(word(segment.begin), {"write", "add", "create", "use", "test", "keep", "follow", "prefer", "include"}))
    return true;
  if (!names_tests(word(subject))) return false;
  // "Unit tests for command logic", "integration tests with git": tests that are there.
  return one_of(word(subject + 1), {"for", "with", "of", "covering", "around", "against"}) && !about_numbers(segment);
}

bool ResultReader::about_numbers(Segment segment) const {
  for (std::size_t i = segment.begin; i < segment.end; ++i) {
    if (s_.tokens[i].kind == Kind::number) return true;
  }
  return false;
}

bool ResultReader::adverb_of_other_deed(const Subject& subject, std::size_t verdict) const {
  if (subject.topic == Topic::build || !one_of(word(verdict), {"successfully", "cleanly", "erfolgreich"})) return false;
  const auto deed = word(verdict + 1);
  const bool participle = deed.ends_with("ed") || one_of(deed, {"written", "rewritten", "taken", "chosen", "made",
                                                                "built", "set", "split", "wrote"});
  if (!participle || one_of(deed, {"passed", "completed", "executed", "finished", "tested", "validated", "verified",
                                   "compiled", "succeeded", "concluded", "checked", "linted"}))
    return false;
  // "successfully fixed all failing tests" tells of the tests; "successfully fixed the imports of the tests" does not.
  if (!one_of(deed, {"fixed", "resolved", "repaired", "mended", "turned"})) return true;
  for (std::size_t i = verdict + 2; i < subject.at; ++i) {
    if (one_of(word(i), {"in", "of", "from", "for", "to", "on", "with"})) return true;
  }
  return subject.at < verdict;
}

bool ResultReader::limited(Segment segment, std::size_t subject) const {
  if (!on(Exemption::partial)) return false;
  for (std::size_t i = segment.begin; i < segment.end; ++i) {
    // "26+ tests" gives no number.
    if (word(i).size() > 1 && word(i).back() == '+') return true;
    if (one_of(word(i), {"only", "except", "most", "some", "several", "half", "part", "nur", "few", "partially",
                         "mostly", "almost", "nearly", "apart", "many", "specific", "teilweise", "einige", "manche"}) &&
        !(word(i) == "only" && i > 0 && word(i - 1) == "not"))
      return true;
    if (one_of(word(i), {"of", "von"}) && i > 0 && i + 1 < segment.end && number_of(s_.tokens[i - 1]) &&
        (number_of(s_.tokens[i + 1]) || word(i + 1) == "the"))
      return true;
    if (i + 1 < segment.end && s_.tokens[i].kind == Kind::number && s_.tokens[i].text.find('/') != std::string::npos) {
      const auto& text = s_.tokens[i].text;
      const auto slash = text.find('/');
      if (text.substr(0, slash) != text.substr(slash + 1)) return true;
    }
  }
  // "test 3 passed", "the login test passes" names one test.
  const bool command = subject > 0 && one_of(word(subject - 1), {"go", "cargo", "npm", "yarn", "pnpm", "bun", "swift",
                                                                 "dotnet", "make", "mix", "gradle", "mvn", "deno"});
  return word(subject) == "test" && !command && !whole(segment, subject) &&
         !one_of(word(subject + 1), {"suite", "run", "suites", ":", "|"});
}

void ResultReader::read_green() {
  for (const auto& subject : subjects()) {
    if (subject.topic == Topic::tests && whole_read_) continue;
    const auto segment = wide(subject.at);
    Segment reach = segment;
    // "Tests: all green", "✅ tests", "ran the suite … they pass"
    const bool label = segment.end < s_.tokens.size() && segment.end - segment.begin <= 3 &&
                       (s_.tokens[segment.end].mark(":") || s_.tokens[segment.end].mark("dash") ||
                        s_.tokens[segment.end].mark("(") || s_.tokens[segment.end].mark("arrow"));
    if (label) reach.end = segment_of(s_, std::min(segment.end + 1, s_.tokens.size() - 1)).end;
    if (label && names_next_step(subject.at)) continue;
    if (label && subject.topic != Topic::tests && on(Rule::label_reach)) reach.end = end_of_label(reach.end);
    const auto verdict = verdict_of(subject, segment, reach);
    if (!verdict || !stands(subject, *verdict, segment, reach)) continue;
    const auto from = std::min(subject.at, *verdict);
    const auto to = std::max(subject.at, *verdict);
    add(subject.topic, Figure::green, 1, whole({reach.begin, std::max(reach.begin, subject.at)}, *verdict),
        {s_.tokens[from].span.begin, s_.tokens[to].span.end}, subject.at);
    if (s_.tokens[subject.at].kind == Kind::code) into_.back().command = s_.tokens[subject.at].text;
    if (subject.topic == Topic::tests) whole_read_ = true;
  }
}

std::optional<std::size_t> ResultReader::verdict_in_words(const Subject& subject, Segment reach) const {
  std::optional<std::size_t> verdict;
  for (std::size_t i = reach.begin; i < reach.end; ++i) {
    if (i == subject.at) continue;
    if (says_green(word(i)) && !verdict && !hands_over(i)) verdict = i;
    // "types check", "it type checks"; "the type check" is a noun.
    if (subject.topic == Topic::typecheck && i == subject.at + 1 &&
        word(i) == (word(subject.at) == "type" ? "checks" : "check"))
      verdict = i;
    // "`npm run build` compiles to JavaScript"
    if (one_of(word(i), {"compiles", "compiled", "kompiliert"}) && !verdict &&
        !one_of(word(i + 1), {"to", "into", "down", "from"}))
      verdict = i;
    // "without errors", "no warnings", "0 errors", "keine Fehler"
    if (one_of(word(i), {"no", "without", "0", "zero", "keine", "ohne"}) &&
        (one_of(word(i + 1), {"error", "errors", "failures", "issues", "problems", "warnings", "complaints", "fehler",
                              "warnungen", "violations"}) ||
         (!one_of(word(i + 1), {"new", "additional", "further", "more"}) &&
          one_of(word(i + 2), {"error", "errors", "failures", "issues", "problems", "warnings", "fehler"})) ||
         (word(i + 2) == "single" &&
          one_of(word(i + 3), {"error", "failure", "issue", "problem", "warning", "complaint"})))) {
      // "no failures" is read with the counts.
      const bool counted = one_of(word(i + 1), {"failures"}) && !one_of(word(i), {"without", "ohne"});
      if (subject.topic != Topic::tests || !counted) verdict = i;
    }
    if (one_of(word(i), {"nothing", "none"}) && one_of(word(i + 1), {"broke", "breaks", "failed", "fails"}))
      verdict = i;
  }
  return verdict;
}

std::optional<std::size_t> ResultReader::verdict_of(const Subject& subject, Segment segment, Segment reach) const {
  auto verdict = verdict_in_words(subject, reach);
  bool tick_only = false;
  for (std::size_t i = reach.begin; i < reach.end; ++i)
    tick_only = tick_only || (i != subject.at && s_.tokens[i].mark("tick"));
  // "Tests ✅ (24 of 24)"
  tick_only = tick_only || (subject.at + 1 < s_.tokens.size() && s_.tokens[subject.at + 1].mark("tick"));
  if (!verdict) verdict = command_works(subject.at);
  if (!verdict &&
      one_of(word(subject.at),
             {"compiles", "compiled", "kompiliert", "typechecks", "type-checks", "lints", "builds"}) &&
      !in_relative_clause(subject.at) && ends_or_qualifies(subject.at + 1) && !lists_noun(subject.at))
    verdict = subject.at;
  if (!verdict) verdict = second_verb(segment);
  const bool ticked = s_.ticked && !lists_deliverables() && !lists_work(subject.at) && !ticks_are_work_ &&
                      (s_.tokens.size() <= 6 || tick_only) && !verdict;
  // "✅ 343 test files": how many there are.
  const bool of_files = subject.at > 0 && one_of(word(subject.at + 1), {"file", "files"}) &&
                        s_.tokens[subject.at - 1].kind == Kind::number;
  if (ticked && !of_files) {
    const bool fail =
        std::ranges::any_of(s_.tokens, [](const Token& t) { return says_fail(t.text) || t.mark("cross"); });
    bool tick_near = s_.tokens.size() <= 6;
    for (std::size_t i = subject.at > 3 ? subject.at - 3 : 0; i < std::min(subject.at + 4, s_.tokens.size()); ++i)
      tick_near = tick_near || (s_.tokens[i].mark("tick") && ticks_off(subject.at, i));
    if (!fail && tick_near) verdict = subject.at;
  }
  return verdict;
}

bool ResultReader::stands(const Subject& subject, std::size_t verdict, Segment segment, Segment reach) const {
  if (on(Rule::pass_as_noun) && names_one_test(verdict)) return false;
  if (kept(verdict) || marked_as(verdict) || adverb_of_other_deed(subject, verdict)) return false;
  // "accepts all pass types"
  if (subject.topic == Topic::typecheck && subject.at == verdict + 1 && word(verdict) == "pass") return false;
  if (subject.topic == Topic::tests && names_exception(s_, reach.begin, verdict)) return false;
  // "TypeScript compiles clean" is one statement, of the types.
  if (subject.topic == Topic::build && names_types_beside(segment, subject.at)) return false;
  // "changed the tests to pass a function"
  if (verdict > 0 && word(verdict) == "pass" && word(verdict - 1) == "to") return false;
  // "All tests now compile": no word about how they ran.
  if (subject.topic == Topic::tests && compiles_only(reach, verdict)) return false;
  if (subject.topic == Topic::typecheck && word(subject.at) == "types" && verdict != subject.at &&
      !one_of(word(verdict), {"check", "pass", "clean", "passes", "green"}))
    return false;
  // A number before "tests pass" is a count; "all 42 tests pass" is both.
  if (subject.topic == Topic::tests && limited(segment, subject.at)) return false;
  if (subject.topic == Topic::tests && counted_not_whole(reach, verdict) && !whole(reach, verdict)) return false;
  const bool negative_idiom = one_of(word(verdict), {"no", "without", "0", "zero", "keine", "ohne", "nothing", "none"});
  return negative_idiom ? asserted_none(verdict) : asserted(verdict);
}

bool ResultReader::built_it(std::size_t at) const {
  if (word(at) != "built") return false;
  const auto segment = segment_of(s_, at);
  const auto is_whole = [&](std::size_t i) {
    return one_of(word(i), {"project", "app", "application", "crate", "package", "solution", "bundle", "everything",
                            "it", "workspace", "site", "binary"});
  };
  if (word(at + 1) == "successfully")
    return at + 2 >= segment.end && (at == segment.begin || is_whole(at - 1) || one_of(word(at - 1), {"was", "is"}));
  return at > segment.begin && word(at - 1) == "successfully" &&
         (is_whole(at + 1) || (one_of(word(at + 1), {"the", "our", "your"}) && is_whole(at + 2)));
}

std::optional<std::size_t> ResultReader::command_works(std::size_t subject) const {
  const auto verb = subject + 1;
  if (s_.tokens[subject].kind != Kind::code || !one_of(word(verb), {"works", "worked", "funktioniert"}))
    return std::nullopt;
  const bool ends = verb + 1 >= s_.tokens.size() || s_.tokens[verb + 1].kind == Kind::mark ||
                    one_of(word(verb + 1), {"now", "again", "fine", "too", "wieder"});
  return ends ? std::optional(verb) : std::nullopt;
}

std::optional<std::size_t> ResultReader::second_verb(Segment segment) const {
  std::size_t i = segment.end;
  if (!one_of(word(i), {"and", "und"}) || i == segment.begin + 1) return std::nullopt;
  for (++i; one_of(word(i), {"now", "all", "still", "both", "they", "alle"});) ++i;
  if (!one_of(word(i), {"pass", "passes", "passed", "passing", "succeed", "succeeded", "green"}) || hands_over(i))
    return std::nullopt;
  return i;
}

bool ResultReader::lists_deliverables() const {
  if (s_.line != LineKind::row) return false;
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{"task", "requirement", "deliverable", "feature", "milestone",
                                              "user story", "aufgabe", "задача", "Задача", "任务", "タスク"},
      [&](std::string_view word) { return s_.header.find(word) != std::string::npos; });
}

bool ResultReader::ticks_off(std::size_t subject, std::size_t tick) const {
  // "tests (✅ in the table)": a tick that is spoken of.
  if (one_of(word(tick + 1), {"in", "on", "mark", "column", "icon"})) return false;
  const auto [from, to] = std::minmax(subject, tick);
  for (std::size_t i = from; i < to; ++i) {
    // "| E2E tests | ✅ 343 files |": what else stands in the cell of the tick is what it says.
    if (s_.tokens[i].mark("|")) return tick + 1 >= s_.tokens.size() || s_.tokens[tick + 1].mark("|");
  }
  return true;
}

bool ResultReader::names_types_beside(Segment segment, std::size_t at) const {
  if (!on(Rule::compiles_as_types) || !one_of(word(at), {"compiles", "compiled", "compile", "kompiliert"}))
    return false;
  for (std::size_t i = segment.begin; i < segment.end; ++i) {
    if (one_of(word(i), {"typescript", "types", "tsc", "type"})) return true;
  }
  return false;
}

bool ResultReader::in_relative_clause(std::size_t at) const {
  const auto segment = segment_of(s_, at);
  // "a configuration for production builds"
  if (word(at) == "builds") {
    // "25 min builds", "3-minute builds"
    if (at > segment.begin &&
        (s_.tokens[at - 1].kind == Kind::number || word(at - 1).ends_with("minute") ||
         one_of(word(at - 1), {"min", "minutes", "seconds", "second", "hour", "hours", "s", "m"})))
      return true;
    // "in Chromium and Electron builds"
    const bool joined = segment.begin > 2 && word(segment.begin - 1) == "and" && at - segment.begin <= 2;
    const std::size_t first = joined ? segment.begin - 3 : segment.begin;
    for (std::size_t i = at > first + 5 ? at - 5 : first; i < at; ++i) {
      if (one_of(word(i), {"for", "of", "in", "to", "from", "with", "between", "during", "across", "production",
                           "development", "release", "debug", "nightly", "local"}))
        return true;
    }
  }
  if (word(at) != "builds" || at < segment.begin + 3) return false;
  return s_.tokens[at - 1].kind == Kind::word && s_.tokens[at - 2].kind == Kind::word &&
         one_of(word(at - 3), {"the", "a", "every", "what", "that"}) &&
         !one_of(word(at - 1), {"still", "now", "also", "that", "it", "everything", "code", "project", "app"}) &&
         at - 3 > segment.begin;
}

bool ResultReader::lists_noun(std::size_t at) const {
  // "`review` builds/deploys from `.`", "it builds and deploys only the api": what a program does.
  if (word(at) == "builds" && at + 2 < s_.tokens.size() &&
      (s_.tokens[at + 1].mark("/") || one_of(word(at + 1), {"and", "or"})) &&
      one_of(word(at + 2), {"deploys", "runs", "ships", "publishes", "pushes", "installs", "packages", "uploads",
                            "starts", "copies", "bundles", "serves", "tags"}))
    return true;
  // "duplicate builds", "causing repeated builds"
  if (word(at) == "builds" && at > 0 &&
      (word(at - 1).ends_with("ed") ||
       one_of(word(at - 1), {"duplicate", "multiple", "parallel", "new", "old", "future", "incremental", "many", "more",
                             "fast", "faster", "quick", "slow", "reproducible", "nightly"})))
    return true;
  // "Workspace lints: …", "Settings → Builds → Hooks": a label, and a name.
  const auto next = [&](std::string_view mark) { return at + 1 < s_.tokens.size() && s_.tokens[at + 1].mark(mark); };
  if (next("arrow") || (next(":") && word(at) == "lints")) return true;
  // "What it builds"
  if (at > 1 && one_of(word(at - 1), {"it", "this", "each", "that", "everyone"}) &&
      one_of(word(at - 2), {"what", "which", "whatever", "how"}))
    return true;
  const auto parts = [&](std::size_t i) {
    return i < s_.tokens.size() && (s_.tokens[i].mark(",") || one_of(word(i), {"or", "and", "und", "oder"}));
  };
  return word(at) == "builds" && at > 0 && parts(at - 1) && parts(at + 1);
}

bool ResultReader::ends_or_qualifies(std::size_t at) const {
  if (at >= s_.tokens.size() || s_.tokens[at].kind == Kind::mark) return true;
  if (one_of(word(at), {"with", "mit"})) return one_of(word(at + 1), {"no", "zero", "0", "only"});
  // "The docs builds now run on every version": builds as a noun.
  if (one_of(word(at), {"now", "again", "too"}) && at + 1 < s_.tokens.size() && s_.tokens[at + 1].kind != Kind::mark &&
      !ends_or_qualifies(at + 1))
    return false;
  return one_of(word(at), {"cleanly", "clean", "successfully", "fine", "without", "now", "again", "ok", "and", "ohne",
                           "properly", "correctly", "erfolgreich", "fehlerfrei", "too"});
}

bool ResultReader::hands_over(std::size_t at) const {
  if (on(Rule::pass_as_noun) && is_pass_noun(s_, at)) return true;
  const bool names_thing = at + 1 < s_.tokens.size() && s_.tokens[at + 1].names_thing();
  if (on(Rule::pass_as_noun) && names_thing && one_of(word(at), {"pass", "passes", "passed"}) &&
      (s_.tokens[at + 1].text.starts_with('-') || one_of(word(at + 2), {"to", "into", "as", "through", "instead"})))
    return true;
  // "they also pass all callbacks on"
  if (one_of(word(at), {"pass", "passes"}) && word(at + 1) == "all" && word(at + 2).size() > 3 &&
      !names_tests(word(at + 2)) &&
      !one_of(word(at + 2), {"checks", "hooks", "gates", "lint", "linting", "eslint", "validations", "existing",
                             "assertions", "cases", "criteria", "their", "three", "four", "five", "unit", "quality"}))
    return true;
  return says_pass(word(at)) && one_of(word(at + 1), {"a", "an", "the", "it", "them", "this", "that", "these", "its",
                                                      "your", "any", "through"});
}

bool ResultReader::compiles_only(Segment segment, std::size_t verdict) const {
  if (says_pass(word(verdict)) || one_of(word(verdict), {"green", "grün"})) return false;
  for (std::size_t i = segment.begin; i < segment.end; ++i) {
    if (one_of(word(i), {"compile", "compiles", "compiled", "build", "builds", "lint", "format", "typecheck"}))
      return true;
  }
  return false;
}

bool ResultReader::counted_not_whole(Segment segment, std::size_t verdict) const {
  for (std::size_t i = segment.begin; i < verdict; ++i) {
    // "Three tests pass", as "3 tests pass"; "one" and "zero" are read elsewhere.
    const auto value = number_of(s_.tokens[i]);
    if (s_.tokens[i].kind == Kind::number || (s_.tokens[i].kind == Kind::code && value) || value.value_or(0) > 1)
      return true;
  }
  return false;
}

void ResultReader::read_bare_green() {
  if (whole_read_) return;
  for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
    // "I ran the suite and it came back clean"
    const bool came_back = i > 1 && one_of(word(i), {"clean", "green"}) && word(i - 1) == "back" &&
                           one_of(word(i - 2), {"came", "comes"}) && about_tests({0, i});
    if (!came_back && !one_of(word(i), {"green", "grün", "pass", "passes", "passing", "passed"})) continue;
    if ((on(Rule::pass_as_noun) && is_pass_noun(s_, i)) || marked_as(i)) continue;
    // "5 GREEN badges across all sections": a colour.
    if (one_of(word(i), {"green", "grün"}) && i + 1 < s_.tokens.size() &&
        (s_.tokens[i + 1].kind == Kind::quoted ||
         one_of(word(i + 1), {"badge", "badges", "box",    "boxes", "button",     "buttons",   "dot",   "dots",
                              "line",  "lines",  "tick",   "ticks", "check",      "checkmark", "light", "mark",
                              "icon",  "icons",  "border", "text",  "background", "label",     "labels"})))
      continue;
    const auto segment = segment_of(s_, i);
    bool all = came_back;
    for (std::size_t k = segment.begin; k < segment.end; ++k)
      all = all || one_of(word(k), {"everything", "everything's", "all", "alles", "board", "they"});
    if (!all || (one_of(word(i), {"pass", "passes", "passing", "passed"}) && !pronoun(segment, i))) continue;
    if (limited(segment, i) || names_exception(s_, segment.begin, i) || !asserted(i)) continue;
    // "Everything else passed."
    if (has_any_phrase(s_, segment, {"everything else", "all else", "all others", "all the others", "alles andere"}))
      continue;
    if (std::ranges::any_of(into_,
                            [&](const ResultClaim& c) { return c.sentence == index_ && c.figure == Figure::green; }))
      return;
    bare_ = true;
    add(Topic::tests, Figure::green, 1, true, {s_.tokens[segment.begin].span.begin, s_.tokens[i].span.end}, i);
    return;
  }
}

bool ResultReader::pronoun(Segment segment, std::size_t at) const {
  for (std::size_t k = segment.begin; k < at; ++k) {
    if (one_of(word(k), {"they", "all", "everything"})) return segment.end - segment.begin <= 6;
  }
  return false;
}

}  // namespace warrant::claims
