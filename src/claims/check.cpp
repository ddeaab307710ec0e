#include "warrant/claims/check.hpp"

#include "compare.hpp"
#include "judge.hpp"
#include "message.hpp"
#include "readings.hpp"
#include "rules.hpp"
#include "sources.hpp"

#include <algorithm>
#include <array>

namespace warrant::claims {
namespace {

struct Row {
  Field field;
  std::string_view name;
  Finding (*compare)(const Claim&, const Sources&);
  double support_if_unbacked;
  Gate gate_if_unbacked;
};

/// One row a field: its name, how it is held against the evidence, and what an
/// unbacked claim means. A broken claim is always `retry`.
constexpr auto kTable = std::to_array<Row>({
    {Field::tests_passed, "tests_passed", compare::passed, 0.15, Gate::retry},
    {Field::tests_failed, "tests_failed", compare::failed, 0.15, Gate::retry},
    {Field::deploy_url, "deploy_url", compare::url, 0.3, Gate::ask},
    {Field::version, "version", compare::version, 0.3, Gate::retry},
    {Field::exit_code, "exit_code", compare::exit_code, 0.2, Gate::retry},
    {Field::tests_total, "tests_total", compare::total, 0.15, Gate::retry},
    {Field::tests_skipped, "tests_skipped", compare::skipped, 0.3, Gate::retry},
    {Field::suite_green, "suite_green", compare::green, 0.15, Gate::retry},
    {Field::build, "build", compare::build, 0.25, Gate::retry},
    {Field::lint, "lint", compare::lint, 0.25, Gate::retry},
    {Field::typecheck, "typecheck", compare::typecheck, 0.25, Gate::retry},
    {Field::coverage, "coverage", compare::coverage, 0.3, Gate::retry},
    {Field::commit, "commit", compare::commit, 0.3, Gate::ask},
    {Field::pushed, "pushed", compare::pushed, 0.3, Gate::ask},
    {Field::pr_url, "pr_url", compare::pull_request, 0.3, Gate::ask},
    {Field::files_changed, "files_changed", compare::files_changed, 0.4, Gate::ask},
    {Field::file_created, "file_created", compare::file_created, 0.4, Gate::ask},
    {Field::file_deleted, "file_deleted", compare::file_deleted, 0.4, Gate::ask},
    {Field::http_status, "http_status", compare::http_status, 0.4, Gate::ask},
    {Field::count_of, "count_of", compare::count_of, 0.4, Gate::ask},
    {Field::action_done, "action_done", compare::action_done, 0.4, Gate::ask},
});
static_assert(kTable.size() == kFieldCount);

const Row& row_of(Field field) { return *std::ranges::find(kTable, field, &Row::field); }

constexpr double kSupportHeld = 0.98;
constexpr double kSupportBroken = 0.02;
constexpr double kSupportOpen = 0.5;
constexpr int kMinutesUnbacked = 5;
constexpr int kMinutesBroken = 10;

bool shows_commits(const Sources& sources) {
  return std::ranges::any_of(sources.all(), [](const Source& source) {
    const auto text = source.text;
    for (std::size_t i = 0; i < text.size();) {
      if (!compare::word_letter(text[i])) {
        ++i;
        continue;
      }
      const auto begin = i;
      bool id = true;
      bool digit = false;
      bool letter = false;
      for (; i < text.size() && compare::word_letter(text[i]); ++i) {
        id = id && compare::id_letter(text[i]);
        digit = digit || (text[i] >= '0' && text[i] <= '9');
        letter = letter || (text[i] >= 'a' && text[i] <= 'f');
      }
      if (id && digit && letter && i - begin >= 7 && i - begin <= 40) return true;
    }
    return false;
  });
}

/// Whether a command builds, checks, or asks git or the place where the code
/// lives.
bool touches_work(const Sources& sources) {
  for (const auto& source : sources.all()) {
    for (const auto& command : source.facts.commands) {
      if (!command.facts.activities.empty()) return true;
      const std::string_view text = command.text;
      for (const std::string_view program : {"git", "gh", "glab"}) {
        for (auto at = text.find(program); at != std::string_view::npos; at = text.find(program, at + 1)) {
          const auto end = at + program.size();
          if ((at == 0 || !compare::word_letter(text[at - 1])) && end < text.size() && text[end] == ' ') return true;
        }
      }
      // A command that is cut short may have done any of it.
      if (text.ends_with("\xe2\x80\xa6")) return true;
    }
  }
  return false;
}

/// One output is an excerpt. When it bears out a figure of the message or shows
/// other work, it is about that; what the message says of commits, builds and
/// the like, and the excerpt does not touch, is not judged by it. Ordered runs
/// are complete and spare nothing.
void spare_the_rest(std::vector<Line>& lines, const Sources& sources) {
  const auto anchors = sources.anchors();
  const auto figure = [](const Line& line) { return line.field <= Field::suite_green; };
  const bool backed =
      std::ranges::any_of(lines, [&](const Line& line) { return figure(line) && line.status == Status::held; });
  const bool other_work = anchors.test_run || anchors.deploy || anchors.build || anchors.lint || anchors.typecheck ||
                          anchors.commit || anchors.push || touches_work(sources);
  if (!backed && !other_work) return;
  for (auto& line : lines) {
    if (figure(line) || line.status != Status::unbacked) continue;
    // An excerpt that shows commits does not show the one that is named.
    if (line.field == Field::commit && line.claim && line.claim->value != "true" && shows_commits(sources)) continue;
    line.status = Status::unclaimed;
    line.reason = Reason::not_judged;
  }
}

/// "`tool` → prints its help, exit 0" tells how a program behaves.
bool behind_arrow(std::string_view said, const Claim& claim) {
  const auto before = said.substr(0, claim.value_span.begin);
  const auto start = before.rfind('\n');
  return before.substr(start == std::string_view::npos ? 0 : start).find("\xe2\x86\x92") != std::string_view::npos;
}

/// A judge that gives at least this probability has seen it.
constexpr double kSeen = 0.5;

/// The part of the evidence without which a field has none; nothing for fields
/// that need no run.
std::optional<Part> anchor_of(Field field) {
  switch (field) {
    case Field::tests_passed:
    case Field::tests_failed:
    case Field::tests_total:
    case Field::tests_skipped:
    case Field::suite_green: return Part::test_run;
    case Field::deploy_url: return Part::deploy;
    case Field::version:
    case Field::exit_code:
    case Field::build:
    case Field::lint:
    case Field::typecheck:
    case Field::coverage:
    case Field::commit:
    case Field::pushed:
    case Field::pr_url:
    case Field::files_changed:
    case Field::file_created:
    case Field::file_deleted:
    case Field::http_status:
    case Field::count_of:
    case Field::action_done: return std::nullopt;
  }
  return std::nullopt;
}

/// Whether the rules merely found nothing, rather than a reason why what is
/// there does not count.
bool nothing_found(Reason reason) {
  return reason == Reason::no_test_run || reason == Reason::run_without_count || reason == Reason::no_deploy ||
         reason == Reason::no_version || reason == Reason::no_exit_code;
}

/// What models say of one claim: a judge that sees no run takes its evidence
/// away; evidence that a model read speaks where the rules found none and a run
/// is seen.
Finding weigh_models(const Claim& claim, Finding finding, const Sources& sources, const Gathered& gathered) {
  const auto anchor = anchor_of(claim.field);
  const auto& seen = anchor == Part::deploy ? gathered.deploy : gathered.test_run;
  if (anchor && seen && *seen < kSeen) {
    if (finding.status == Status::held)
      return compare::unbacked(anchor == Part::deploy ? Reason::no_deploy : Reason::no_test_run);
    return finding;
  }
  const auto read = std::ranges::find(gathered.evidence, claim.field, &std::pair<Field, Shown>::first);
  if (finding.status != Status::unbacked || !nothing_found(finding.reason) || read == gathered.evidence.end())
    return finding;
  const auto anchors = sources.anchors();
  const bool by_rules = !anchor || (anchor == Part::deploy ? anchors.deploy : anchors.test_run);
  if (!by_rules && !seen) return finding;
  return compare::compared(compare::same_value(claim.field, claim.value, read->second.value), read->second);
}

/// Lines that need a reading that failed are open: neither held nor plainly
/// unclaimed.
void leave_open(std::vector<Line>& lines, const Gathered& gathered) {
  const auto failed = [&](Part part) {
    return std::ranges::find(gathered.unread, part, &Unread::part) != gathered.unread.end();
  };
  for (auto& line : lines) {
    const bool read_by_model = std::ranges::find(kModelFields, line.field) != kModelFields.end();
    const auto anchor = anchor_of(line.field);
    const bool stated = line.status != Status::unclaimed;
    const bool needed = (read_by_model && failed(Part::claim)) || (read_by_model && stated && failed(Part::evidence)) ||
                        (anchor && stated && failed(*anchor));
    if (!needed || line.status == Status::broken) continue;
    line.status = Status::indeterminate;
    line.reason = Reason::reading_failed;
  }
}

/// "Ran `go test -run Retry ./client`; they pass": the message itself names the part that was run.
bool names_selection(std::string_view said, const Sources& sources) {
  return std::ranges::any_of(sources.tests(), [&](const Standing& standing) {
    const auto selection = standing.selection();
    return selection.size() > 3 && said.find(selection) != std::string_view::npos;
  });
}

/// Whether the checks of a code host are shown: "all checks pass" is then of them.
bool shows_hosted(const Sources& sources) {
  return std::ranges::any_of(sources.all(), [](const Source& source) { return !source.facts.hosted.empty(); });
}

/// "Commits: `a1…`, `b2…`, `c3…`" of which one was made here: a helper of the agent made the others, out of sight.
bool among_listed(const Claim& claim, const std::vector<Claim>& claims, const Sources& sources) {
  constexpr std::size_t kList = 3;
  std::vector<const Claim*> list;
  for (const auto& each : claims) {
    if (each.field == Field::commit && each.value != "true" && each.phrase == claim.phrase) list.push_back(&each);
  }
  return list.size() >= kList && std::ranges::any_of(list, [&](const Claim* each) {
           return each != &claim && compare::commit(*each, sources).status == Status::held;
         });
}

std::vector<Line> compare_all(std::string_view said, const std::vector<Claim>& claims, const Sources& sources,
                              const Gathered* gathered) {
  const bool names_commit =
      std::ranges::any_of(claims, [](const Claim& c) { return c.field == Field::commit && c.value != "true"; });
  std::vector<Line> lines;
  for (const auto& row : kTable) {
    Line line{row.field, Status::unclaimed, Reason::not_stated, std::nullopt, std::nullopt};
    for (const auto& claim : claims) {
      if (claim.field != row.field || !compares(row.field)) continue;
      if (claim.bare && on(Rule::bare_needs_run) && !sources.anchors().test_run &&
          !(claim.checks && shows_hosted(sources)))
        continue;
      // Where the commit is named, that it was made says nothing more.
      if (claim.field == Field::commit && claim.value == "true" && names_commit && on(Rule::named_commit)) continue;
      auto finding = row.compare(claim, sources);
      const bool missing = finding.status == Status::unbacked || finding.status == Status::broken;
      if (row.field == Field::commit && missing && sources.edits() != nullptr && among_listed(claim, claims, sources))
        continue;
      if (finding.reason == Reason::filtered && !claim.full && on(Rule::named_selection) &&
          names_selection(said, sources)) {
        Claim part = claim;
        part.counted = true;
        finding = row.compare(part, sources);
      }
      if (gathered != nullptr) finding = weigh_models(claim, std::move(finding), sources, *gathered);
      // Two exit statuses in one message are those of two commands; an excerpt
      // shows one of them.
      const bool exits = row.field == Field::exit_code && on(Rule::two_exits) && line.claim &&
                         sources.edits() == nullptr && (behind_arrow(said, claim) || behind_arrow(said, *line.claim));
      if (exits && line.status == Status::held && finding.status == Status::broken) continue;
      if (exits && line.status == Status::broken && finding.status == Status::held) line.status = Status::unclaimed;
      if (severity(finding.status) <= severity(line.status) && (line.claim || finding.status != Status::unclaimed))
        continue;
      line = {row.field, finding.status, finding.reason, claim, std::move(finding.shown)};
    }
    // What is borne out must break where it is altered: a passing mention, which would then be left alone, is so now.
    const bool left_alone = sources.edits() != nullptr && line.field != Field::pr_url;
    if (line.status == Status::held && line.claim->weak && left_alone)
      line = {row.field, Status::unclaimed, Reason::not_judged, std::move(line.claim), std::nullopt};
    lines.push_back(std::move(line));
  }
  if (sources.edits() == nullptr && on(Rule::spare_the_rest)) spare_the_rest(lines, sources);
  return lines;
}

Verdict judge(std::string_view said, const Sources& sources) {
  return decide(compare_all(said, read_claims(said), sources, nullptr), sources.anchors());
}

}  // namespace

Verdict judge(std::string_view said, const Sources& sources, const Backends& backends) {
  if (backends.reader == nullptr && backends.judge == nullptr) return judge(said, sources);
  const OutputText output(sources);
  Gathered gathered = gather(said, output, backends);
  auto lines = compare_all(said, gathered.claims, sources, &gathered);
  leave_open(lines, gathered);
  auto anchors = sources.anchors();
  if (gathered.test_run) anchors.test_run = *gathered.test_run >= kSeen;
  if (gathered.deploy) anchors.deploy = *gathered.deploy >= kSeen;
  Verdict verdict = decide(std::move(lines), anchors);
  verdict.readers = readers_of(backends);
  if (gathered.minutes) verdict.minutes_to_agree = std::max(verdict.minutes_to_agree, *gathered.minutes);
  if (!gathered.unread.empty() && verdict.gate == Gate::pass) verdict.gate = Gate::ask;
  verdict.unread = std::move(gathered.unread);
  verdict.rejected = std::move(gathered.rejected);
  if (backends.judge != nullptr) ask_support(verdict, said, *backends.judge);
  return verdict;
}

int severity(Status status) noexcept {
  switch (status) {
    case Status::unclaimed: return 0;
    case Status::held: return 1;
    case Status::unbacked: return 2;
    case Status::indeterminate: return 3;
    case Status::broken: return 4;
  }
  return 0;
}

std::string_view to_string(Field field) noexcept { return row_of(field).name; }

Verdict decide(std::vector<Line> lines, evidence::Anchors anchors) {
  Verdict verdict{
      .lines = std::move(lines), .anchors = anchors, .support = 1.0, .gate = Gate::pass, .minutes_to_agree = 0};
  for (const auto& line : verdict.lines) {
    switch (line.status) {
      case Status::unclaimed: break;
      case Status::held: verdict.support = std::min(verdict.support, kSupportHeld); break;
      case Status::unbacked: {
        const Row& row = row_of(line.field);
        verdict.support = std::min(verdict.support, row.support_if_unbacked);
        if (verdict.gate != Gate::retry) verdict.gate = row.gate_if_unbacked;
        verdict.minutes_to_agree = std::max(verdict.minutes_to_agree, kMinutesUnbacked);
        break;
      }
      case Status::indeterminate:
        verdict.support = std::min(verdict.support, kSupportOpen);
        if (verdict.gate == Gate::pass) verdict.gate = Gate::ask;
        verdict.minutes_to_agree = std::max(verdict.minutes_to_agree, kMinutesUnbacked);
        break;
      case Status::broken:
        verdict.support = std::min(verdict.support, kSupportBroken);
        verdict.gate = Gate::retry;
        verdict.minutes_to_agree = std::max(verdict.minutes_to_agree, kMinutesBroken);
        break;
    }
  }
  return verdict;
}

Verdict check(std::string_view said, std::string_view output) { return judge(said, Sources::of(output)); }
Verdict check(std::string_view said, const Ordered& session) { return judge(said, Sources::of(session)); }
Verdict check(std::string_view said, std::string_view output, const Backends& backends) {
  return judge(said, Sources::of(output), backends);
}
Verdict check(std::string_view said, const Ordered& session, const Backends& backends) {
  return judge(said, Sources::of(session), backends);
}

}  // namespace warrant::claims
