#include "compare.hpp"
#include "message.hpp"
#include "rules.hpp"

#include <algorithm>

namespace warrant::claims::compare {

using evidence::Activity;

namespace {

/// The number of one figure in each standing run and each of its parts, and
/// their sum where several suites ran.
template <class OfRun, class OfPart>
Figures figures(const std::vector<Standing>& runs, OfRun of_run, OfPart of_part) {
  Figures all;
  long long sum = 0;
  bool counted = true;
  for (const auto& standing : runs) {
    const std::optional<long long> value = of_run(*standing.run);
    if (!value) {
      counted = false;
      continue;
    }
    sum += *value;
    Span span = standing.run->parts.back().line;
    for (const auto& part : standing.run->parts) {
      if (const std::optional<evidence::Count> own = of_part(part)) {
        if (standing.run->parts.size() > 1)
          all.push_back(shown(std::to_string(own->value), own->span, *standing.source));
        span = own->span;
      }
    }
    all.push_back(shown(std::to_string(*value), span, *standing.source));
  }
  if (runs.size() > 1 && counted && !all.empty())
    all.push_back(shown(std::to_string(sum), all.back().span, *runs.back().source));
  return all;
}

}  // namespace

/// No result of tests that the rules can read, although tests were run: what a message in a language that they hardly
/// read says of it is left alone.
static bool ran_unread_tests(const Sources& sources) {
  return std::ranges::any_of(sources.all(), [](const Source& source) {
    return std::ranges::any_of(source.facts.commands,
                               [](const evidence::Command& command) { return command.facts.does(Activity::test); });
  });
}
static Finding without_run(const Claim& claim, const Sources& sources) {
  return claim.foreign && ran_unread_tests(sources) ? not_judged() : unbacked(sources.why_no_test());
}

/// The log of a run that a code host made: `gh run view 7 --log-failed`.
static bool shows_hosted_log(const Source& source) {
  return std::ranges::any_of(source.facts.commands, [](const evidence::Command& command) {
    return command.text.find("gh run view") != std::string::npos && command.text.find("--log") != std::string::npos;
  });
}

/// "80 of 84 passed" of a hosted run, whose log was read; no runner ran here.
static std::optional<Finding> of_hosted_log(const Claim& claim, const Sources& sources, std::string_view word) {
  const auto figure = claim.value + " " + std::string(word);
  for (const auto& source : sources.all()) {
    if (!shows_hosted_log(source)) continue;
    if (word.empty()) return not_judged();
    const auto at = source.text.find(figure);
    if (at == std::string_view::npos || (at > 0 && word_letter(source.text[at - 1]))) continue;
    return compared(true, shown(claim.value, {at, at + claim.value.size()}, source));
  }
  return std::nullopt;
}

Finding among(const Claim& claim, const Figures& all, Reason if_none) {
  if (all.empty()) return unbacked(if_none);
  for (const auto& each : all) {
    if (each.value == claim.value) return compared(true, each);
  }
  return compared(false, all.back());
}

/// Whether a run that a later one replaced still says how a part of the tests ended: nothing was edited since, and the
/// later one ran more.
static bool says_of_part(const Standing& before, const Sources& sources) {
  if (before.selection().empty() || !before.run->green() || before.run->empty() ||
      before.source->voided(before.run->runner, before.run->command()))
    return false;
  return std::ranges::none_of(sources.tests(), [&](const Standing& now) {
    return now.run->runner == before.run->runner && now.selection() == before.selection();
  });
}

/// A number that a replaced run printed is told apart from one that no run
/// printed.
static Finding or_earlier(Finding finding, const Claim& claim, const Sources& sources,
                          std::optional<long long> (evidence::TestRun::*figure)() const) {
  if (finding.status != Status::broken) return finding;
  for (const auto& before : sources.replaced()) {
    const auto value = ((*before.run).*figure)();
    if (!value || std::to_string(*value) != claim.value) continue;
    if (says_of_part(before, sources))
      return compared(true, shown(claim.value, before.run->parts.back().line, *before.source));
    finding.reason = Reason::earlier_run;
  }
  return finding;
}

/// "All five cases pass": the sub-tests of a table, where they are more than the tests that hold them.
static std::optional<Shown> passed_cases(const Claim& claim, const std::vector<Standing>& runs) {
  long long cases = 0;
  long long tests = 0;
  std::optional<Shown> where;
  for (const auto& standing : runs) {
    tests += standing.run->passed().value_or(0);
    for (const auto& part : standing.run->parts) {
      if (!part.cases || !part.green) continue;
      cases += part.cases->value;
      where = shown(claim.value, part.cases->span, *standing.source);
    }
  }
  return where && cases > tests + 1 && std::to_string(cases) == claim.value ? where : std::nullopt;
}

/// "703 pass (478 API + 225 crypto)": a sum of some of the runs, each of which the message names.
static std::optional<Shown> summed(const Claim& claim, const Figures& all) {
  long long sum = 0;
  std::optional<Shown> last;
  for (const auto& part : claim.parts) {
    const auto found = std::ranges::find(all, part, &Shown::value);
    if (found == all.end()) return std::nullopt;
    sum += std::stoll(part);
    last = Shown{claim.value, found->span, found->run};
  }
  return last && std::to_string(sum) == claim.value ? last : std::nullopt;
}

/// A sum of some suites where more ran: "512 tests pass" of unit and integration, beside a third.
static std::optional<Shown> some_suites(const Claim& claim, const std::vector<Standing>& runs) {
  constexpr std::size_t kMost = 6;
  if (!on(Rule::sums_of_parts) || runs.size() < 3 || runs.size() > kMost) return std::nullopt;
  for (std::size_t set = 1; set < (std::size_t{1} << runs.size()); ++set) {
    long long sum = 0;
    const Standing* last = nullptr;
    std::size_t members = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const auto passed = runs[i].run->passed();
      if ((set >> i & 1U) == 0 || !passed) continue;
      sum += *passed;
      last = &runs[i];
      ++members;
    }
    if (members > 1 && std::to_string(sum) == claim.value)
      return shown(claim.value, last->run->parts.back().line, *last->source);
  }
  return std::nullopt;
}

/// "137 tests pass (59 unit + 78 integration)", where the output was cut and shows one of the parts.
static bool cut_before_sum(const Claim& claim, const std::vector<Standing>& runs, const Figures& all) {
  const bool cut = std::ranges::any_of(runs, [](const Standing& standing) {
    const auto* command = standing.command();
    return standing.source->caveats.has(evidence::Caveat::cut_off) || standing.source->facts.cut_short ||
           (command != nullptr &&
            (command->text.find("| tail") != std::string::npos || command->text.find("| head") != std::string::npos));
  });
  return cut && std::ranges::any_of(claim.parts, [&](const std::string& part) {
           return std::ranges::find(all, part, &Shown::value) != all.end();
         });
}

Finding passed(const Claim& claim, const Sources& sources) {
  const auto& runs = sources.tests();
  if (runs.empty()) return of_hosted_log(claim, sources, "passed").value_or(without_run(claim, sources));
  const auto all =
      figures(runs, [](const auto& run) { return run.passed(); }, [](const auto& part) { return part.passed; });
  auto finding = among(claim, all, Reason::run_without_count);
  if (finding.status != Status::held) {
    if (auto cases = passed_cases(claim, runs)) return compared(true, *cases);
    if (auto sum = summed(claim, all)) return compared(true, *sum);
    if (auto sum = some_suites(claim, runs)) return compared(true, *sum);
  }
  if (finding.status == Status::broken && (claim.weak || cut_before_sum(claim, runs, all))) return not_judged();
  // How many tests a part has, a runner that counts none does not tell.
  const bool sound =
      claim.owns_up || std::ranges::all_of(runs, [](const Standing& standing) { return standing.run->green(); });
  if (finding.reason == Reason::run_without_count && claim.named_part && sound) return not_judged();
  return or_earlier(std::move(finding), claim, sources, &evidence::TestRun::passed);
}

Finding total(const Claim& claim, const Sources& sources) {
  const auto& runs = sources.tests();
  if (runs.empty()) return of_hosted_log(claim, sources, "").value_or(without_run(claim, sources));
  const auto all =
      figures(runs, [](const auto& run) { return run.total(); }, [](const auto& part) { return part.total; });
  auto finding = among(claim, all, Reason::run_without_count);
  if (finding.status == Status::held) return finding;
  // Who says "12/12" may count without the skipped ones.
  const auto ran = figures(
      runs, [](const auto& run) { return run.passed() ? std::optional(*run.passed() + run.failed()) : std::nullopt; },
      [](const auto& part) { return part.passed && part.failed.value == 0 ? part.passed : std::nullopt; });
  auto without = among(claim, ran, Reason::run_without_count);
  // Where the last output was cut, it may have been more.
  const bool cut = std::ranges::any_of(runs, [](const Standing& each) { return each.source->facts.cut_short; });
  if (without.status == Status::broken && cut) return not_judged();
  return without.status == Status::held || all.empty() ? without : finding;
}

Finding skipped(const Claim& claim, const Sources& sources) {
  const auto& runs = sources.tests();
  if (runs.empty()) return unbacked(sources.why_no_test());
  const auto all =
      figures(runs, [](const auto& run) { return run.skipped(); }, [](const auto& part) { return part.skipped; });
  if (all.empty() && claim.value == "0")
    return compared(true, shown("0", runs.back().run->parts.back().line, *runs.back().source));
  return among(claim, all, Reason::run_without_count);
}

static const evidence::TestResult* failing_part(const std::vector<Standing>& runs, const Source*& source) {
  for (const auto& standing : runs) {
    for (const auto& part : standing.run->parts) {
      if (part.green || part.empty) continue;
      source = standing.source;
      return &part;
    }
  }
  return nullptr;
}

bool stale(const Source& source, const evidence::Command& command) {
  return source.voided(evidence::Runner::other, static_cast<std::size_t>(&command - source.facts.commands.data()))
      .has_value();
}

/// Whether the last test command looked for failures in a report and found none: a run that broke off looks the same.
static bool none_matched(const Sources& sources) {
  for (auto source = sources.all().rbegin(); source != sources.all().rend(); ++source) {
    for (auto command = source->facts.commands.rbegin(); command != source->facts.commands.rend(); ++command) {
      if (!command->facts.does(Activity::test)) continue;
      return !source->void_ && !stale(*source, *command) && command->rest == evidence::ReportRest::none_matched;
    }
  }
  return false;
}

/// Nothing stands: why, or that nothing can be said.
static Finding nothing_stands(const Claim& claim, const Sources& sources) {
  // "All three checks passed: …" of a message that names no test, where other things than tests ran.
  const bool others = claim.checks && sources.edits() != nullptr && !sources.all().empty() &&
                      claim.noun.find("test") == std::string::npos && !ran_unread_tests(sources) &&
                      (claim.noun.find("two ") != std::string::npos || claim.noun.find("three ") != std::string::npos ||
                       claim.noun.find("four ") != std::string::npos || claim.noun.find("five ") != std::string::npos);
  return others || none_matched(sources) ? not_judged() : unbacked(sources.why_no_test());
}

/// "No CI failures so far, one job is still in progress": the message itself says that the rest is open.
static bool leaves_rest_open(std::string_view sentence) {
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{"no ci fail", "no fail", "completed job", "completed check", "so far",
                                              "in progress", "still running", "pending", "queued"},
      [&](std::string_view words) { return sentence.find(words) != std::string_view::npos; });
}

/// Whether the last command showed the checks of several requests, and of some of them all is well: which one a message
/// speaks of is not known.
template <class Open>
bool differ_by_list(const std::vector<evidence::HostedCheck>& all, const Open& stays_open) {
  std::vector<bool> open(all.back().list + 1, false);
  for (const auto& check : all) {
    if (stays_open(check)) open[check.list] = true;
  }
  return std::ranges::find(open, false) != open.end();
}

std::optional<Finding> hosted(const Claim& claim, const Sources& sources, std::optional<Activity> since) {
  using evidence::HostedState;
  for (auto source = sources.all().rbegin(); source != sources.all().rend(); ++source) {
    const auto& all = source->facts.hosted;
    const bool ran = since && std::ranges::any_of(source->facts.commands, [&](const evidence::Command& command) {
                       return command.facts.does(*since);
                     });
    if (ran) return std::nullopt;
    if (all.empty()) continue;
    const auto stays_open = [&](const evidence::HostedCheck& check) {
      return check.command == all.back().command &&
             (check.state == HostedState::failed ||
              (check.state == HostedState::pending && !leaves_rest_open(claim.noun)));
    };
    const auto open = std::ranges::find_if(all, stays_open);
    if (open != all.end() && !differ_by_list(all, stays_open))
      return compared(false, shown("false", open->span, *source));
    // They are no test suite: what passes there is not held as one.
    return not_judged();
  }
  return std::nullopt;
}

/// Whether `name` stands beside "tests" in a sentence: "the parser tests", "tests for the `init` command", "tests in
/// git.pr.test.ts".
static bool names_tests_of(std::string_view sentence, std::string_view name) {
  constexpr std::size_t kBefore = 24;  // bytes: two or three words
  constexpr std::size_t kBehind = 40;
  for (auto at = sentence.find("tests"); at != std::string_view::npos; at = sentence.find("tests", at + 1)) {
    const auto from = at > kBefore ? at - kBefore : 0;
    const auto behind = sentence.substr(at + std::string_view("tests").size());
    const bool leads = behind.starts_with(" for ") || behind.starts_with(" in ") || behind.starts_with(" of ");
    for (const auto near : {sentence.substr(from, at - from), leads ? behind.substr(0, kBehind) : std::string_view{}}) {
      // A clause ends the name.
      const auto stop = near.data() < sentence.data() + at ? near.find_last_of(".;:!?") : std::string_view::npos;
      const auto clause = stop == std::string_view::npos ? near : near.substr(stop + 1);
      const auto found = clause.find(name);
      if (found == std::string_view::npos) continue;
      const auto end = found + name.size();
      if ((found == 0 || !word_letter(clause[found - 1])) && (end == clause.size() || !word_letter(clause[end])))
        return true;
    }
  }
  return false;
}

/// The names of the files that a run picked, without their endings: "src/git.pr.test.ts" is "git.pr".
static std::vector<std::string> picked_by(std::string_view selection) {
  std::vector<std::string> names;
  while (!selection.empty()) {
    const auto blank = std::min(selection.find(' '), selection.size());
    auto path = selection.substr(0, std::min(blank, selection.find("::")));
    selection.remove_prefix(std::min(blank + 1, selection.size()));
    if (path.starts_with('-')) continue;
    path.remove_prefix(path.find_last_of("/\\") == std::string_view::npos ? 0 : path.find_last_of("/\\") + 1);
    auto name = fold(path);
    for (const std::string_view ending : {".test.", ".spec.", "_test.", "-test.", "."}) {
      if (const auto at = name.find(ending); at != std::string::npos && at > 0) {
        name.resize(at);
        break;
      }
    }
    if (name.starts_with("test_")) name.erase(0, 5);
    if (name.size() > 2 && name != "tests" && name != "test") names.push_back(std::move(name));
  }
  return names;
}

/// The runs that picked what the claim names: "the parser tests pass" beside a whole run that failed elsewhere. Empty
/// where it names none of them, or all of the tests.
static std::vector<Standing> runs_named(const Claim& claim, const std::vector<Standing>& runs) {
  std::vector<Standing> named;
  if (claim.full || !on(Rule::named_selection)) return named;
  for (const auto& standing : runs) {
    const auto names = picked_by(standing.selection());
    const bool meant = std::ranges::any_of(names, [&](std::string_view name) {
      std::string spaced(name);
      std::ranges::replace_if(spaced, [](char c) { return c == '_' || c == '-'; }, ' ');
      return names_tests_of(claim.noun, name) || names_tests_of(claim.noun, spaced);
    });
    if (meant) named.push_back(standing);
  }
  return named.size() < runs.size() ? named : std::vector<Standing>{};
}

Finding failed(const Claim& claim, const Sources& sources) {
  const auto named_part = claim.implied ? runs_named(claim, sources.tests()) : std::vector<Standing>{};
  const auto& runs = named_part.empty() ? sources.tests() : named_part;
  if (claim.implied && claim.checks) {
    if (auto found = hosted(claim, sources, Activity::test)) return not_judged();
  }
  if (runs.empty()) return claim.implied ? nothing_stands(claim, sources) : unbacked(sources.why_no_test());
  if (claim.implied && claim.owns_up) return not_judged();
  long long sum = 0;
  bool counted = true;
  Figures all;
  for (const auto& standing : runs) {
    sum += standing.run->failed();
    Span span = standing.run->parts.back().failed.span;
    for (const auto& part : standing.run->parts) {
      if (!part.green && !part.passed) counted = false;
      if (part.failed.value > 0) span = part.failed.span;
    }
    all.push_back(shown(std::to_string(standing.run->failed()), span, *standing.source));
  }
  const Shown whole =
      shown(std::to_string(sum),
            sum > 0 || all.empty() ? std::ranges::max_element(all, {}, [](const Shown& s) { return s.value; })->span
                                   : all.back().span,
            *runs.back().source);
  // A runner without numbers tells none from some, not how many; who owns up to failures that it shows is no liar.
  if (!counted && claim.value != "0") return sum > 0 ? not_judged() : unbacked(Reason::run_without_count);
  if (claim.value == whole.value) return compared(true, whole);
  for (const auto& each : all) {
    if (each.value == claim.value && claim.value != "0") return compared(true, each);
  }
  return claim.weak ? not_judged() : compared(false, whole);
}

static bool only_filtered(const std::vector<Standing>& runs) {
  return std::ranges::all_of(runs, [](const Standing& s) {
    return s.run->caveats.has(evidence::Caveat::filtered) || s.source->caveats.has(evidence::Caveat::filtered);
  });
}

/// Who names the full suite means all of it; who says "all tests" means those that were run, unless they were picked by
/// name and no figure says how many.
static bool speaks_of_more(const Claim& claim, const std::vector<Standing>& runs) {
  if (claim.full) return true;
  if (!claim.whole || claim.counted) return false;
  // "All passing": of whatever ran.
  const auto said = claim.noun.substr(0, 40);
  if (said.starts_with("all pass") || said.starts_with("all green")) return false;
  return std::ranges::all_of(runs, [](const Standing& standing) {
    const auto selection = standing.selection();
    // A package of a workspace is a place, not a name of tests.
    if (selection.starts_with("--filter @") || selection.starts_with("--filter ./")) return false;
    return selection.find("-k") != std::string_view::npos || selection.find("-run") != std::string_view::npos ||
           selection.find("-t ") != std::string_view::npos || selection.find("--filter") != std::string_view::npos ||
           selection.find("-m ") != std::string_view::npos || selection.find("::") != std::string_view::npos;
  });
}

Finding green(const Claim& claim, const Sources& sources) {
  if (claim.hosted) {
    if (auto found = hosted(claim, sources)) return *found;
  }
  if (claim.checks) {
    if (auto found = hosted(claim, sources, Activity::test)) return *found;
  }
  if (auto named = of_named_run(claim, sources, Activity::test, Reason::no_test_run))
    return named->status == Status::broken && claim.owns_up ? not_judged() : *named;
  const auto named_part = runs_named(claim, sources.tests());
  const auto& runs = named_part.empty() ? sources.tests() : named_part;
  if (runs.empty() && claim.foreign) return not_judged();
  if (runs.empty()) return nothing_stands(claim, sources);
  const Source* source = nullptr;
  if (const auto* part = failing_part(runs, source))
    return claim.owns_up ? not_judged() : compared(false, shown("false", part->failed.span, *source));
  if (on(Rule::filtered) && only_filtered(runs) && speaks_of_more(claim, runs))
    return none_matched(sources) ? not_judged() : unbacked(Reason::filtered);
  // Whether the packages that were edited are meant is not said.
  if (on(Rule::stale) && sources.untested_package(claim.noun)) return not_judged();
  const auto& last = runs.back();
  return compared(
      true,
      shown("true", last.run->parts.back().passed ? last.run->parts.back().passed->span : last.run->parts.back().line,
            *last.source));
}

}  // namespace warrant::claims::compare
