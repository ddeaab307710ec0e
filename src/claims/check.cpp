#include "warrant/claims/check.hpp"

#include "message.hpp"
#include "sources.hpp"

#include <warrant/base/match.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace warrant::claims {
namespace {

using evidence::Activity;

struct Finding {
  Status status;
  Reason reason;
  std::optional<Shown> shown;
};

Finding unbacked(Reason reason) { return {Status::unbacked, reason, std::nullopt}; }
/// Nothing in the output could speak to it: no statement about it is judged.
Finding not_judged() { return {Status::unclaimed, Reason::not_judged, std::nullopt}; }
Finding compared(bool equal, Shown shown, Reason reason = Reason::differs) {
  return {equal ? Status::held : Status::broken, equal ? Reason::agrees : reason, std::move(shown)};
}

Shown shown(std::string value, Span span, const Source& source) { return {std::move(value), span, source.run}; }

// --- tests --------------------------------------------------------------------------------------

using Figures = std::vector<Shown>;

/// The number of one figure in each standing run and each of its parts, and their sum where several
/// suites ran.
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

Finding among(const Claim& claim, const Figures& all, Reason if_none) {
  if (all.empty()) return unbacked(if_none);
  for (const auto& each : all) {
    if (each.value == claim.value) return compared(true, each);
  }
  return compared(false, all.back());
}

/// A number that a replaced run printed is told apart from one that no run printed.
Finding or_earlier(Finding finding, const Claim& claim, const Sources& sources,
                   std::optional<long long> (evidence::TestRun::*figure)() const) {
  if (finding.status != Status::broken) return finding;
  for (const auto& before : sources.replaced()) {
    const auto value = ((*before.run).*figure)();
    if (value && std::to_string(*value) == claim.value) finding.reason = Reason::earlier_run;
  }
  return finding;
}

Finding passed(const Claim& claim, const Sources& sources) {
  const auto runs = sources.tests();
  if (runs.empty()) return unbacked(sources.why_no_test());
  const auto all =
      figures(runs, [](const auto& run) { return run.passed(); }, [](const auto& part) { return part.passed; });
  return or_earlier(among(claim, all, Reason::run_without_count), claim, sources, &evidence::TestRun::passed);
}

Finding total(const Claim& claim, const Sources& sources) {
  const auto runs = sources.tests();
  if (runs.empty()) return unbacked(sources.why_no_test());
  const auto all =
      figures(runs, [](const auto& run) { return run.total(); }, [](const auto& part) { return part.total; });
  auto finding = among(claim, all, Reason::run_without_count);
  if (finding.status == Status::held) return finding;
  // Who says "12/12" may count without the skipped ones.
  const auto ran = figures(
      runs, [](const auto& run) { return run.passed() ? std::optional(*run.passed() + run.failed()) : std::nullopt; },
      [](const auto& part) { return part.passed && part.failed.value == 0 ? part.passed : std::nullopt; });
  auto without = among(claim, ran, Reason::run_without_count);
  return without.status == Status::held || all.empty() ? without : finding;
}

Finding skipped(const Claim& claim, const Sources& sources) {
  const auto runs = sources.tests();
  if (runs.empty()) return unbacked(sources.why_no_test());
  const auto all =
      figures(runs, [](const auto& run) { return run.skipped(); }, [](const auto& part) { return part.skipped; });
  if (all.empty() && claim.value == "0")
    return compared(true, shown("0", runs.back().run->parts.back().line, *runs.back().source));
  return among(claim, all, Reason::run_without_count);
}

const evidence::TestResult* failing_part(const std::vector<Standing>& runs, const Source*& source) {
  for (const auto& standing : runs) {
    for (const auto& part : standing.run->parts) {
      if (part.green || part.empty) continue;
      source = standing.source;
      return &part;
    }
  }
  return nullptr;
}

/// `go test ./... | grep -v "^ok"` prints what did not pass: nothing, where nothing failed.
std::optional<Shown> passed_lines_left_out(const Sources& sources) {
  for (const auto& source : sources.all()) {
    if (source.void_) continue;
    for (auto command = source.facts.commands.rbegin(); command != source.facts.commands.rend(); ++command) {
      if (!command->facts.does(Activity::test)) continue;
      const std::string_view text = command->text;
      const auto left_out = text.find("grep -v");
      if (left_out == std::string_view::npos || text.find("^ok", left_out) == std::string_view::npos)
        return std::nullopt;
      const auto printed = fold(command->output.of(source.text));
      const bool told = printed.find("fail") == std::string::npos && printed.find("panic") == std::string::npos &&
                        printed.find("error") == std::string::npos && printed.find("cannot") == std::string::npos;
      const bool failed = command->exit_code && command->exit_code->value > 1;
      if (!told || failed) return std::nullopt;
      return shown("0", command->span, source);
    }
  }
  return std::nullopt;
}

Finding failed(const Claim& claim, const Sources& sources) {
  const auto runs = sources.tests();
  if (runs.empty()) {
    if (const auto none = passed_lines_left_out(sources); none && claim.implied) return compared(true, *none);
    return unbacked(sources.why_no_test());
  }
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
  // A runner without numbers tells none from some, not how many.
  if (!counted && claim.value != "0") return unbacked(Reason::run_without_count);
  if (claim.value == whole.value) return compared(true, whole);
  for (const auto& each : all) {
    if (each.value == claim.value && claim.value != "0") return compared(true, each);
  }
  return compared(false, whole);
}

bool only_filtered(const std::vector<Standing>& runs) {
  return std::ranges::all_of(runs, [](const Standing& s) {
    return s.run->caveats.has(evidence::Caveat::filtered) || s.source->caveats.has(evidence::Caveat::filtered);
  });
}

Finding green(const Claim& claim, const Sources& sources) {
  const auto runs = sources.tests();
  if (runs.empty()) {
    if (const auto none = passed_lines_left_out(sources)) return compared(true, *none);
    return unbacked(sources.why_no_test());
  }
  const Source* source = nullptr;
  if (const auto* part = failing_part(runs, source)) return compared(false, shown("false", part->failed.span, *source));
  if (claim.whole && only_filtered(runs)) return unbacked(Reason::filtered);
  const auto& last = runs.back();
  return compared(
      true,
      shown("true", last.run->parts.back().passed ? last.run->parts.back().passed->span : last.run->parts.back().line,
            *last.source));
}

// --- builds, linters, type checkers ---------------------------------------------------------------

Finding checked(const Sources& sources, Activity activity, Reason none) {
  const auto found = sources.last_check(activity);
  if (found.result != nullptr)
    return compared(found.result->ok, shown(found.result->ok ? "true" : "false", found.result->span, *found.source));
  return unbacked(found.why_not.value_or(none));
}

Finding build(const Claim&, const Sources& sources) {
  auto finding = checked(sources, Activity::build, Reason::no_build);
  if (finding.status != Status::unbacked) return finding;
  // Compiled languages build before they test; a type checker that emits is the build.
  for (const auto& standing : sources.tests()) {
    using evidence::Runner;
    switch (standing.run->runner) {
      case Runner::cargo:
      case Runner::nextest:
      case Runner::go:
      case Runner::gotestsum:
      case Runner::maven:
      case Runner::gradle:
      case Runner::dotnet:
      case Runner::swift:
      case Runner::ctest:
      case Runner::googletest:
      case Runner::catch2: return compared(true, shown("true", standing.run->parts.back().line, *standing.source));
      case Runner::pytest:
      case Runner::unittest:
      case Runner::jest:
      case Runner::vitest:
      case Runner::mocha:
      case Runner::bun:
      case Runner::node_test:
      case Runner::tap:
      case Runner::bats:
      case Runner::rspec:
      case Runner::phpunit:
      case Runner::minitest:
      case Runner::exunit:
      case Runner::playwright:
      case Runner::deno:
      case Runner::tsc:
      case Runner::mypy:
      case Runner::pyright:
      case Runner::eslint:
      case Runner::biome:
      case Runner::ruff:
      case Runner::clippy:
      case Runner::golangci:
      case Runner::rubocop:
      case Runner::prettier:
      case Runner::go_vet:
      case Runner::make:
      case Runner::ninja:
      case Runner::cmake:
      case Runner::cargo_build:
      case Runner::go_build:
      case Runner::webpack:
      case Runner::vite:
      case Runner::next:
      case Runner::npm:
      case Runner::docker:
      case Runner::git:
      case Runner::gh:
      case Runner::vercel:
      case Runner::netlify:
      case Runner::firebase:
      case Runner::cloudflare:
      case Runner::fly:
      case Runner::terraform:
      case Runner::kubernetes:
      case Runner::coverage:
      case Runner::other: break;
    }
  }
  return finding;
}
Finding lint(const Claim&, const Sources& sources) { return checked(sources, Activity::lint, Reason::no_lint); }
Finding typecheck(const Claim&, const Sources& sources) {
  auto finding = checked(sources, Activity::typecheck, Reason::no_typecheck);
  if (finding.status != Status::unbacked) return finding;
  const auto built = sources.last_check(Activity::build);
  if (built.result == nullptr) return finding;
  return compared(built.result->ok, shown(built.result->ok ? "true" : "false", built.result->span, *built.source));
}

// --- single values ----------------------------------------------------------------------------------

std::string url_key(std::string_view url) {
  while (url.ends_with('/')) url.remove_suffix(1);
  // Scheme and host are the same in any case, the path is not.
  const auto host = url.find("://");
  const auto path = host == std::string_view::npos ? std::string_view::npos : url.find('/', host + 3);
  std::string key = fold(url.substr(0, path));
  if (path != std::string_view::npos) key += url.substr(path);
  return key;
}

Finding url(const Claim& claim, const Sources& sources) {
  std::optional<Shown> other;
  for (const auto& source : sources.all()) {
    const auto look = [&](const evidence::Value& value) -> bool {
      if (url_key(value.text) == url_key(claim.value)) return true;
      other = shown(value.text, value.span, source);
      return false;
    };
    for (const auto& value : source.facts.deploy_urls) {
      if (look(value)) return compared(true, shown(value.text, value.span, source));
    }
    for (const auto& value : source.facts.urls) {
      if (value.announced && look(value)) return compared(true, shown(value.text, value.span, source));
    }
  }
  return other ? compared(false, *other) : unbacked(Reason::no_deploy);
}

/// Two addresses that differ in their last part alone: two requests of one repository.
bool same_place(std::string_view a, std::string_view b) {
  const auto x = url_key(a);
  const auto y = url_key(b);
  return x.substr(0, x.rfind('/')) == y.substr(0, y.rfind('/'));
}

Finding pull_request(const Claim& claim, const Sources& sources) {
  std::optional<Shown> other;
  for (const auto& source : sources.all()) {
    for (const auto* list : {&source.facts.pr_urls, &source.facts.urls}) {
      for (const auto& value : *list) {
        if (url_key(value.text) == url_key(claim.value)) return compared(true, shown(value.text, value.span, source));
        if (list == &source.facts.pr_urls || same_place(value.text, claim.value))
          other = shown(value.text, value.span, source);
      }
    }
  }
  return other ? compared(false, *other) : unbacked(Reason::no_pull_request);
}

/// "1.2.3" and "1.2.4" name two versions of one thing; "1.2.3" and "7.0.1" need not.
bool same_line_of_versions(std::string_view a, std::string_view b) {
  return a.substr(0, a.rfind('.')) == b.substr(0, b.rfind('.'));
}

std::string_view bare_version(std::string_view text) {
  if (text.starts_with('v') || text.starts_with('V')) text.remove_prefix(1);
  return text;
}

Finding version(const Claim& claim, const Sources& sources) {
  std::optional<Shown> other;
  for (const auto& source : sources.all()) {
    for (const auto* list : {&source.facts.published, &source.facts.versions}) {
      for (const auto& value : *list) {
        if (fold(bare_version(value.text)) == claim.value) return compared(true, shown(value.text, value.span, source));
        if (value.announced || same_line_of_versions(bare_version(value.text), claim.value))
          other = shown(value.text, value.span, source);
      }
    }
  }
  if (other) return compared(false, *other);
  return claim.weak ? not_judged() : unbacked(Reason::no_version);
}

/// How far behind an output the mark of its exit status may stand.
constexpr std::size_t kExitMark = 40;

/// The exit status a claim can speak of: of the last test command, of the last command, or one that
/// was printed on purpose.
Finding exit_code(const Claim& claim, const Sources& sources) {
  Figures candidates;
  std::optional<Reason> weak;
  const auto add = [&](const Source& source, const evidence::Command& command) {
    if (!command.exit_code) return;
    if (command.facts.caveats.has(evidence::Caveat::masked_exit)) {
      weak = Reason::masked_exit;
      return;
    }
    candidates.push_back(shown(std::to_string(command.exit_code->value), command.exit_code->span, source));
  };
  for (const auto& source : sources.all()) {
    if (source.void_ && *source.void_ != Reason::stale) {
      weak = source.void_;
      continue;
    }
    for (const auto& value : source.facts.exit_codes) {
      const bool own = std::ranges::any_of(source.facts.commands, [&](const auto& c) {
        return c.exit_code && (c.exit_code->span == value.span ||
                               (c.exit_code->value != 0 && std::to_string(c.exit_code->value) == value.text &&
                                c.output.begin <= value.span.begin && value.span.begin <= c.output.end + kExitMark));
      });
      if (!own) candidates.push_back(shown(value.text, value.span, source));
    }
  }
  const auto& all = sources.all();
  const evidence::Command* last = nullptr;
  const Source* last_source = nullptr;
  const evidence::Command* tested = nullptr;
  const Source* tested_source = nullptr;
  for (const auto& source : all) {
    if (source.void_ && *source.void_ != Reason::stale) continue;
    for (const auto& command : source.facts.commands) {
      if (!command.exit_code) continue;
      // The failure of a command in the middle of an excerpt is not how the work ended.
      const bool final = &command == &all.back().facts.commands.back();
      if (command.exit_code->value != 0 && !final && sources.edits() == nullptr &&
          !command.facts.does(evidence::Activity::test))
        continue;
      last = &command;
      last_source = &source;
      if (!command.facts.does(evidence::Activity::test)) continue;
      tested = &command;
      tested_source = &source;
    }
  }
  if (tested != nullptr) add(*tested_source, *tested);
  if (last != nullptr && last != tested) add(*last_source, *last);
  if (candidates.empty()) return unbacked(weak.value_or(Reason::no_exit_code));
  return among(claim, candidates, Reason::no_exit_code);
}

std::optional<double> decimal(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Equal to the decimals that the claim states.
Finding coverage(const Claim& claim, const Sources& sources) {
  const auto said = decimal(claim.value);
  std::optional<Shown> other;
  const auto dot = claim.value.find('.');
  const double scale = std::pow(10.0, dot == std::string::npos ? 0 : static_cast<double>(claim.value.size() - dot - 1));
  for (const auto& source : sources.all()) {
    for (const auto& value : source.facts.coverage) {
      const Shown here = shown(value.printed.text, value.printed.span, source);
      const bool equal = said && (std::abs(std::round(value.value * scale) - *said * scale) < 0.01 ||
                                  std::abs(std::floor(value.value * scale) - *said * scale) < 0.01);
      if (equal) return compared(true, here);
      if (value.total || !other) other = here;
    }
  }
  return other ? compared(false, *other) : unbacked(Reason::no_coverage);
}

bool id_letter(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }
bool word_letter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Where an id of a commit stands in a text as a word that it begins or that begins it.
std::optional<Span> id_in(std::string_view text, std::string_view id) {
  const auto head = id.substr(0, 7);
  if (head.size() < 7) return std::nullopt;
  for (std::size_t at = text.find(head); at != std::string_view::npos; at = text.find(head, at + 1)) {
    if (at > 0 && word_letter(text[at - 1])) continue;
    std::size_t end = at;
    while (end < text.size() && end - at < 64 && id_letter(text[end])) ++end;
    if (end < text.size() && word_letter(text[end])) continue;
    const auto shorter = std::min(end - at, id.size());
    if (text.substr(at, shorter) == id.substr(0, shorter)) return Span{at, end};
  }
  return std::nullopt;
}

/// Commit ids agree when one of at least seven characters begins the other.
Finding commit(const Claim& claim, const Sources& sources) {
  std::optional<Shown> other;
  for (const auto& source : sources.all()) {
    for (const auto& value : source.facts.commits) {
      const Shown here = shown(value.id.text, value.id.span, source);
      if (claim.value == "true") return compared(true, here);
      const auto shorter = std::min(value.id.text.size(), claim.value.size());
      if (shorter >= 7 && fold(value.id.text).substr(0, shorter) == claim.value.substr(0, shorter))
        return compared(true, here);
      other = here;
    }
  }
  if (claim.value == "true") return unbacked(Reason::no_commit);
  // `git log`, `git status` and an `echo` show it as well as `git commit` does.
  for (const auto& source : sources.all()) {
    if (const auto at = id_in(source.text, claim.value))
      return compared(true, shown(std::string(at->of(source.text)), *at, source));
  }
  return other ? compared(false, *other) : unbacked(Reason::no_commit);
}

Finding pushed(const Claim&, const Sources& sources) {
  std::optional<Shown> failed_push;
  for (const auto& source : sources.all()) {
    for (const auto& push : source.facts.pushes) {
      const Shown here = shown(push.ok ? "true" : "false", push.target.span, source);
      if (push.ok) return compared(true, here);
      failed_push = here;
    }
  }
  return failed_push ? compared(false, *failed_push) : unbacked(Reason::no_push);
}

// --- files, statuses, counted things: judged only where something could show them ---------------------

std::string file_key(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  return fold(path);
}
bool same_path(std::string_view a, std::string_view b) {
  const auto x = file_key(a);
  const auto y = file_key(b);
  return x == y || (x.size() > y.size() && x.ends_with("/" + y)) || (y.size() > x.size() && y.ends_with("/" + x));
}

Finding file_change(const Claim& claim, const Sources& sources, evidence::EditKind kind,
                    const std::vector<evidence::Value> evidence::Evidence::* listed) {
  bool any = false;
  for (const auto& source : sources.all()) {
    for (const auto& value : source.facts.*listed) {
      any = true;
      if (same_path(value.text, claim.value)) return compared(true, shown(value.text, value.span, source));
    }
  }
  if (sources.edits() != nullptr) {
    for (const auto& edit : *sources.edits()) {
      const bool fits =
          edit.kind == kind || (kind == evidence::EditKind::create && edit.kind == evidence::EditKind::modify);
      if (edit.ok && fits && same_path(edit.path, claim.value))
        return compared(true, {edit.path, {0, 0}, std::nullopt});
    }
  }
  // A shell can create and delete without a word; only a list of such files speaks against it.
  static_cast<void>(any);
  return not_judged();
}
Finding file_created(const Claim& claim, const Sources& sources) {
  return file_change(claim, sources, evidence::EditKind::create, &evidence::Evidence::created);
}
Finding file_deleted(const Claim& claim, const Sources& sources) {
  return file_change(claim, sources, evidence::EditKind::remove, &evidence::Evidence::deleted);
}

Finding files_changed(const Claim& claim, const Sources& sources) {
  Figures all;
  for (const auto& source : sources.all()) {
    for (const auto& value : source.facts.files_changed)
      all.push_back(shown(std::to_string(value.value), value.span, source));
  }
  return all.empty() ? not_judged() : among(claim, all, Reason::no_file_change);
}

Finding http_status(const Claim& claim, const Sources& sources) {
  Figures all;
  for (const auto& source : sources.all()) {
    for (const auto& value : source.facts.http_statuses)
      all.push_back(shown(std::to_string(value.value), value.span, source));
  }
  return among(claim, all, Reason::no_http_status);
}

std::string_view singular(std::string_view noun) {
  if (noun.size() > 3 && noun.ends_with('s')) noun.remove_suffix(1);
  return noun;
}

Finding count_of(const Claim& claim, const Sources& sources) {
  Figures all;
  for (const auto& source : sources.all()) {
    for (const auto& counted : source.facts.counts) {
      if (singular(counted.noun) == singular(claim.noun))
        all.push_back(shown(std::to_string(counted.count.value), counted.count.span, source));
    }
  }
  return all.empty() ? not_judged() : among(claim, all, Reason::no_count);
}

/// Whether a tool said the same of itself: "saved", "sent". Silence of a tool proves nothing.
Finding action_done(const Claim&, const Sources&) { return not_judged(); }

struct Row {
  Field field;
  std::string_view name;
  Finding (*compare)(const Claim&, const Sources&);
  double support_if_unbacked;
  Gate gate_if_unbacked;
};

/// One row a field: its name, how it is held against the evidence, and what an unbacked claim means.
/// A broken claim is always `retry`.
constexpr auto kTable = std::to_array<Row>({
    {Field::tests_passed, "tests_passed", passed, 0.15, Gate::retry},
    {Field::tests_failed, "tests_failed", failed, 0.15, Gate::retry},
    {Field::deploy_url, "deploy_url", url, 0.3, Gate::ask},
    {Field::version, "version", version, 0.3, Gate::retry},
    {Field::exit_code, "exit_code", exit_code, 0.2, Gate::retry},
    {Field::tests_total, "tests_total", total, 0.15, Gate::retry},
    {Field::tests_skipped, "tests_skipped", skipped, 0.3, Gate::retry},
    {Field::suite_green, "suite_green", green, 0.15, Gate::retry},
    {Field::build, "build", build, 0.25, Gate::retry},
    {Field::lint, "lint", lint, 0.25, Gate::retry},
    {Field::typecheck, "typecheck", typecheck, 0.25, Gate::retry},
    {Field::coverage, "coverage", coverage, 0.3, Gate::retry},
    {Field::commit, "commit", commit, 0.3, Gate::ask},
    {Field::pushed, "pushed", pushed, 0.3, Gate::ask},
    {Field::pr_url, "pr_url", pull_request, 0.3, Gate::ask},
    {Field::files_changed, "files_changed", files_changed, 0.4, Gate::ask},
    {Field::file_created, "file_created", file_created, 0.4, Gate::ask},
    {Field::file_deleted, "file_deleted", file_deleted, 0.4, Gate::ask},
    {Field::http_status, "http_status", http_status, 0.4, Gate::ask},
    {Field::count_of, "count_of", count_of, 0.4, Gate::ask},
    {Field::action_done, "action_done", action_done, 0.4, Gate::ask},
});
static_assert(kTable.size() == kFieldCount);

const Row& row_of(Field field) { return *std::ranges::find(kTable, field, &Row::field); }

constexpr double kSupportHeld = 0.98;
constexpr double kSupportBroken = 0.02;
constexpr int kMinutesUnbacked = 5;
constexpr int kMinutesBroken = 10;

int weight(Status status) {
  switch (status) {
    case Status::unclaimed: return 0;
    case Status::held: return 1;
    case Status::unbacked: return 2;
    case Status::broken: return 3;
  }
  return 0;
}

bool shows_commits(const Sources& sources) {
  return std::ranges::any_of(sources.all(), [](const Source& source) {
    const auto text = source.text;
    for (std::size_t i = 0; i < text.size();) {
      if (!word_letter(text[i])) {
        ++i;
        continue;
      }
      const auto begin = i;
      bool id = true;
      bool digit = false;
      bool letter = false;
      for (; i < text.size() && word_letter(text[i]); ++i) {
        id = id && id_letter(text[i]);
        digit = digit || (text[i] >= '0' && text[i] <= '9');
        letter = letter || (text[i] >= 'a' && text[i] <= 'f');
      }
      if (id && digit && letter && i - begin >= 7 && i - begin <= 40) return true;
    }
    return false;
  });
}

/// Whether a command builds, checks, or asks git or the place where the code lives.
bool touches_work(const Sources& sources) {
  for (const auto& source : sources.all()) {
    for (const auto& command : source.facts.commands) {
      if (!command.facts.activities.empty()) return true;
      const std::string_view text = command.text;
      for (const std::string_view program : {"git", "gh", "glab"}) {
        for (auto at = text.find(program); at != std::string_view::npos; at = text.find(program, at + 1)) {
          const auto end = at + program.size();
          if ((at == 0 || !word_letter(text[at - 1])) && end < text.size() && text[end] == ' ') return true;
        }
      }
      // A command that is cut short may have done any of it.
      if (text.ends_with("\xe2\x80\xa6")) return true;
    }
  }
  return false;
}

/// One output is an excerpt. When it bears out a figure of the message or shows other work, it is
/// about that; what the message says of commits, builds and the like, and the excerpt does not touch,
/// is not judged by it. Ordered runs are complete and spare nothing.
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

Verdict judge(std::string_view said, const Sources& sources) {
  const auto claims = read_claims(said);
  const bool names_commit =
      std::ranges::any_of(claims, [](const Claim& c) { return c.field == Field::commit && c.value != "true"; });
  std::vector<Line> lines;
  for (const auto& row : kTable) {
    Line line{row.field, Status::unclaimed, Reason::not_stated, std::nullopt, std::nullopt};
    for (const auto& claim : claims) {
      if (claim.field != row.field || (claim.bare && !sources.anchors().test_run)) continue;
      // Where the commit is named, that it was made says nothing more.
      if (claim.field == Field::commit && claim.value == "true" && names_commit) continue;
      auto finding = row.compare(claim, sources);
      // Two exit statuses in one message are those of two commands; an excerpt shows one of them.
      const bool exits = row.field == Field::exit_code && line.claim && sources.edits() == nullptr &&
                         (behind_arrow(said, claim) || behind_arrow(said, *line.claim));
      if (exits && line.status == Status::held && finding.status == Status::broken) continue;
      if (exits && line.status == Status::broken && finding.status == Status::held) line.status = Status::unclaimed;
      if (weight(finding.status) <= weight(line.status) && (line.claim || finding.status != Status::unclaimed))
        continue;
      line = {row.field, finding.status, finding.reason, claim, std::move(finding.shown)};
    }
    lines.push_back(std::move(line));
  }
  if (sources.edits() == nullptr) spare_the_rest(lines, sources);
  return decide(std::move(lines), sources.anchors());
}

}  // namespace

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

Ordered ordered_until(const evidence::Session& session, std::size_t last) {
  Ordered ordered;
  for (std::size_t i = 0; i < std::min(last + 1, session.events.size()); ++i) {
    match(
        session.events[i], [](const evidence::Message&) {},
        [&](const evidence::Run& run) {
          auto caveats = run.caveats;
          ordered.runs.push_back(
              {run.command, run.output, run.exit_code, static_cast<std::int64_t>(run.at.ordinal), caveats});
        },
        [&](const evidence::Edit& edit) {
          ordered.edits.push_back({edit.path, static_cast<std::int64_t>(edit.at.ordinal), edit.kind, edit.ok});
        });
  }
  return ordered;
}

}  // namespace warrant::claims
