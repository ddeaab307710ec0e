// Parts an output into commands, gives each line to its readers and joins what they found.
#include "warrant/evidence/evidence.hpp"

#include "command_words.hpp"
#include "echoed_steps.hpp"
#include "output_lines.hpp"
#include "printed_status.hpp"
#include "report_rest.hpp"
#include "sections.hpp"
#include "spans.hpp"
#include "table.hpp"

#include <algorithm>
#include <array>

namespace warrant::evidence {
namespace {

constexpr std::size_t kMaxCountedBytes = 64U << 10U;
constexpr std::size_t kMaxShownBytes = 4U << 10U;
constexpr std::size_t kMaxCounts = 512;

/// How much of each list the commands before this one filled.
struct Marks {
  std::size_t commits, pushes, deploys, urls, published, created, deleted, hosted;
  bool deployed;
};
Marks marks_of(const Evidence& found) {
  return {found.commits.size(), found.pushes.size(),    found.deploy_urls.size(),
          found.urls.size(),    found.published.size(), found.created.size(),
          found.deleted.size(), found.hosted.size(),    found.anchors.deploy};
}
/// Takes back what a shown text cannot prove.
void take_back(Evidence& found, const Marks& marks, bool asked_host) {
  std::erase_if(found.commits, [&](const Commit& commit) {
    return static_cast<std::size_t>(&commit - found.commits.data()) >= marks.commits && commit.id.announced;
  });
  found.pushes.erase(found.pushes.begin() + static_cast<std::ptrdiff_t>(marks.pushes), found.pushes.end());
  found.deploy_urls.erase(found.deploy_urls.begin() + static_cast<std::ptrdiff_t>(marks.deploys),
                          found.deploy_urls.end());
  for (std::size_t i = marks.urls; i < found.urls.size(); ++i) found.urls[i].announced = false;
  found.published.erase(found.published.begin() + static_cast<std::ptrdiff_t>(marks.published), found.published.end());
  found.created.erase(found.created.begin() + static_cast<std::ptrdiff_t>(marks.created), found.created.end());
  found.deleted.erase(found.deleted.begin() + static_cast<std::ptrdiff_t>(marks.deleted), found.deleted.end());
  if (!asked_host)
    found.hosted.erase(found.hosted.begin() + static_cast<std::ptrdiff_t>(marks.hosted), found.hosted.end());
  found.anchors.deploy = marks.deployed;
}

class Assembly {
 public:
  explicit Assembly(std::string_view text) : text_(text) {}

  Evidence read() {
    open({.text = {},
          .span = {0, 0},
          .output = {0, 0},
          .exit_code = {},
          .facts = {.activities = {}, .caveats = {}, .directory = {}, .selection = {}}},
         0);
    return run(true);
  }

  Evidence read(std::string_view command, std::optional<int> exit_code) {
    std::optional<Count> code;
    if (exit_code) code = Count{*exit_code, {text_.size(), text_.size()}};
    std::string directory;
    for (auto& section : sections_of(command, text_)) {
      auto facts = read_command(section.command);
      Command part{.text = std::move(section.command),
                   .span = {0, 0},
                   .output = section.output,
                   .exit_code = {},
                   .facts = std::move(facts)};
      if (section.ended_well) part.exit_code = Count{0, {section.output.end, section.output.end}};
      // What follows runs where the steps before it went.
      if (part.facts.directory.empty() && !directory.empty()) {
        part.facts.directory = directory;
        part.text = "cd " + directory + " && " + part.text;
      }
      directory = part.facts.directory;
      sections_.push_back(std::move(part));
    }
    if (sections_.empty()) {
      open({.text = std::string(command),
            .span = {0, 0},
            .output = {0, 0},
            .exit_code = code,
            .facts = read_command(command)},
           0);
    } else {
      sections_.back().exit_code = code;
      open_section();
    }
    return run(false);
  }

 private:
  Evidence run(bool parted) {
    const auto& table = Table::instance();
    for (std::size_t begin = 0; begin < text_.size();) {
      if (next_ < sections_.size() && begin >= sections_[next_].output.begin) {
        close(begin);
        open_section();
      }
      if (parted && text_.substr(begin).starts_with("$ ")) {
        begin = next_command(begin) + 1;
        continue;
      }
      ReaderSet readers;
      const std::size_t end = table.finder().line(text_, begin, readers);
      if (table.wants(readers)) one_line(begin, end, readers);
      begin = end + 1;
    }
    close(text_.size());
    found_.only_shown = summary_shown_ && found_.runs.empty();
    found_.anchors.test_run = !found_.runs.empty();
    for (const auto& check : found_.checks) {
      found_.anchors.build = found_.anchors.build || check.activity == Activity::build;
      found_.anchors.lint = found_.anchors.lint || check.activity == Activity::lint;
      found_.anchors.typecheck = found_.anchors.typecheck || check.activity == Activity::typecheck;
    }
    found_.anchors.commit = found_.anchors.commit || std::ranges::any_of(found_.commits, [](const Commit& commit) {
                              return commit.id.announced;
                            });
    found_.anchors.push = std::ranges::any_of(found_.pushes, [](const Push& push) { return push.ok; });
    found_.anchors.deploy = found_.anchors.deploy || !found_.deploy_urls.empty();
    return std::move(found_);
  }

  void one_line(std::size_t begin, std::size_t end, const ReaderSet& readers) {
    const auto text = text_.substr(begin, end - begin);
    if (const auto code = exit_mark(text, begin)) found_.commands.back().exit_code = code;
    // A text that stands in the command itself was echoed.
    const auto shown = trim(text);
    if (may_echo_ && shown.size() > 5 && found_.commands.back().text.find(shown) != std::string::npos) {
      echoed_ = true;
      return;
    }
    const Line line{.text = text,
                    .body = body_of(text),
                    .offset = begin,
                    .rest = text_.substr(std::min(end + 1, text_.size())),
                    .themes = Table::instance().themes(readers)};
    Table::instance().read(line, readers, *reading_);
  }

  void open_section() {
    auto& section = sections_[next_++];
    const std::size_t begin = section.output.begin;
    open(std::move(section), begin);
  }

  std::size_t next_command(std::size_t begin) {
    close(begin);
    const std::size_t size = command_size(text_.substr(begin));
    const Span span{begin + 2, std::max(begin + 2, begin + size)};
    const auto text = span.of(text_);
    open({.text = std::string(text), .span = span, .output = {0, 0}, .exit_code = {}, .facts = read_command(text)},
         begin + size);
    return begin + size;
  }

  void open(Command command, std::size_t output) {
    command.output = {std::min(output, text_.size()), std::min(output, text_.size())};
    found_.commands.push_back(std::move(command));
    reading_.emplace(found_, found_.commands.size() - 1);
    marks_ = marks_of(found_);
    echoed_ = false;
    const std::string_view text = found_.commands.back().text;
    may_echo_ = std::ranges::any_of(std::array<std::string_view, 4>{"echo", "print", "<<", "Write"},
                                    [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
  }

  void close(std::size_t end) {
    auto& command = found_.commands.back();
    command.output.end = std::max(command.output.begin, end);
    const Line last{.text = text_.substr(end, 0), .body = text_.substr(end, 0), .offset = end, .rest = {}};
    finish(last, *reading_);
    drop_nested_results(command.facts, reading_->results);
    read_counts(command);
    if (command.facts.caveats.has(Caveat::only_shown)) {
      summary_shown_ =
          summary_shown_ || !reading_->results.empty() || (echoed_ && reading_->results.empty() && shows_result());
      take_back(found_, marks_, command.text.find("gh ") != std::string::npos);
      return;
    }
    if (echoed_ && reading_->results.empty() && shows_result()) summary_shown_ = true;
    // A rehearsal ("git push --dry-run") prints what it would do.
    if (command.facts.caveats.has(Caveat::collect_only) && !command.facts.does(Activity::test))
      take_back(found_, marks_, false);
    const auto told = told_statuses(command.facts.printed, command.output.of(text_));
    drop_unspoken_tests(command);
    if (command.facts.conceals && command.facts.does(Activity::test))
      command.rest = rest_of_report(command.text, printed_of(command));
    drop_masked_statuses(command, told);
    by_exit_status(command, told);
    by_echoed_steps(command);
    take_printed_status(command, told);
    keep_checks(command);
    keep_runs(command);
  }

  /// Whether the echoed text would have been a summary.
  bool shows_result() const {
    const auto& command = found_.commands.back().text;
    Evidence none{.runs = {}, .exit_codes = {}, .versions = {}, .urls = {}, .anchors = {}, .only_shown = false};
    none.commands.push_back({.text = {},
                             .span = {0, 0},
                             .output = {0, 0},
                             .exit_code = {},
                             .facts = {.activities = {}, .caveats = {}, .directory = {}, .selection = {}}});
    Reading apart(none, 0);
    const auto words = found_.commands.back().output.of(text_);
    for (std::size_t begin = 0; begin < words.size();) {
      ReaderSet readers;
      const std::size_t end = Table::instance().finder().line(words, begin, readers);
      const auto text = words.substr(begin, end - begin);
      if (Table::instance().wants(readers) && command.find(trim(text)) != std::string::npos) {
        Table::instance().read({.text = text, .body = body_of(text), .offset = begin, .rest = {}}, readers, apart);
      }
      begin = end + 1;
    }
    return !apart.results.empty();
  }

  /// `pnpm check`, which may test: where it echoes what it starts, and that tests nothing, it does not.
  void drop_unspoken_tests(Command& command) const {
    if (!only_checks(command.facts) || !command.facts.does(Activity::test) || !reading_->results.empty()) return;
    const auto steps = echoed_steps(found_, command, text_);
    const auto does = [](const EchoedStep& step) { return !step.facts.activities.empty(); };
    const auto tests = [](const EchoedStep& step) { return step.facts.does(Activity::test); };
    if (std::ranges::any_of(steps, does) && std::ranges::none_of(steps, tests))
      std::erase(command.facts.activities, Activity::test);
  }

  /// What only the exit status, or silence, tells of a command that is known to build, check or test.
  void by_exit_status(const Command& command, const std::vector<ToldStatus>& told) {
    const auto& caveats = command.facts.caveats;
    if (command.facts.activities.empty() || caveats.has(Caveat::background) || caveats.has(Caveat::collect_only))
      return;
    const bool silent = says_nothing(printed_of(command), command.text, command.facts.printed) &&
                        !(command.exit_code && command.exit_code->value != 0);
    const bool blamed = std::ranges::any_of(reading_->checks, [](const CheckResult& c) { return !c.ok; }) ||
                        std::ranges::any_of(reading_->results, [](const TestResult& r) { return !r.green; });
    // The exit status of a check alone is its verdict, whatever it printed last.
    if (command.facts.activities.size() == 1 && !blamed) {
      const auto status = status_of(command, command.facts.activities.front(), told);
      for (auto& check : reading_->checks) {
        if (status && status->value != 0 && check.activity == command.facts.activities.front()) check.ok = false;
      }
    }
    for (const auto activity : command.facts.activities) {
      auto status = status_of(command, activity, told);
      const auto next = by_next_step(command, activity);
      if (!status) status = next;
      const bool failed = status && status->value != 0;
      if (failed && (blamed || (reading_->results.empty() && never_started(printed_of(command), status->value))))
        return;
      const Span where = status && !status->span.empty() ? status->span
                         : command.span.empty()          ? command.output
                                                         : command.span;
      if (activity == Activity::deploy) {
        // Its own status tells of a deployment that no line announces.
        found_.anchors.deploy = found_.anchors.deploy || (status && status->value == 0);
      } else if (activity == Activity::test) {
        // A summary in words of no known runner does not outweigh the status.
        for (auto& result : reading_->results) {
          if (failed && result.runner == Runner::other) result.green = false;
        }
        const bool only_failures = command.rest == ReportRest::none_left;
        if (!reading_->results.empty() || (!status && !only_failures) || (echoed_ && shows_result())) continue;
        reading_->results.push_back(
            {.runner = runner_of(command.facts.programs.empty() ? std::string_view{} : command.facts.programs.back()),
             .command = reading_->index(),
             .passed = {},
             .failed = {failed ? 1 : 0, where},
             .green = !failed,
             .empty = !failed && found_no_tests(printed_of(command)),
             .skipped = {},
             .total = {},
             .suite = {},
             .line = where});
      } else if (activity == Activity::push || activity == Activity::commit) {
        if (activity == Activity::commit && next && !command.facts.caveats.has(Caveat::only_shown))
          found_.anchors.commit = true;
        quiet_git(command, activity, status);
      } else if (activity == Activity::build || activity == Activity::lint || activity == Activity::typecheck) {
        const bool known =
            std::ranges::any_of(reading_->checks, [&](const CheckResult& c) { return c.activity == activity; });
        if (known || (!status && !silent)) continue;
        reading_->checks.push_back({.runner = Runner::other,
                                    .activity = activity,
                                    .command = reading_->index(),
                                    .ok = !failed,
                                    .errors = {},
                                    .warnings = {},
                                    .span = where,
                                    .by_silence = !status,
                                    .caveats = {}});
      }
    }
  }

  /// `npm run lint && npm test`: what the second printed shows that the first ended well.
  std::optional<Count> by_next_step(const Command& command, Activity activity) const {
    for (const auto& [first, then] : command.facts.before) {
      if (first != activity || then == activity) continue;
      if (then == Activity::test && !reading_->results.empty() && !reading_->results.back().line.empty())
        return Count{0, reading_->results.back().line};
      for (const auto& check : reading_->checks) {
        if (check.activity == then && !check.by_silence) return Count{0, check.span};
      }
      if (then == Activity::commit && found_.commits.size() > marks_.commits)
        return Count{0, found_.commits.back().id.span};
      if (then == Activity::push && found_.pushes.size() > marks_.pushes)
        return Count{0, found_.pushes.back().target.span};
    }
    return std::nullopt;
  }

  /// A step that the output itself shows and that printed no verdict of its own.
  void by_echoed_steps(const Command& command) {
    const auto printed = command.output.of(text_);
    if (printed.find("$ ") == std::string_view::npos && printed.find("> ") == std::string_view::npos) return;
    const auto steps = echoed_steps(found_, command, text_);
    for (const auto& step : steps) {
      if (!step.facts.caveats.empty()) continue;
      auto activities = step.facts.activities;
      // "npm run build" is a build, whatever its script is made of.
      const bool last = &step == &steps.back() && command.facts.activities.size() == 1;
      if (last && !step.facts.does(command.facts.activities.front()))
        activities.push_back(command.facts.activities.front());
      for (const auto activity : activities) {
        const bool check = activity == Activity::build || activity == Activity::lint || activity == Activity::typecheck;
        const bool known =
            std::ranges::any_of(reading_->checks, [&](const CheckResult& c) { return c.activity == activity; });
        if (check && !known && (step.ended_well || went_on(step, activity)))
          reading_->checks.push_back({.runner = Runner::other,
                                      .activity = activity,
                                      .command = reading_->index(),
                                      .ok = true,
                                      .errors = {},
                                      .warnings = {},
                                      .span = step.line,
                                      .by_silence = false,
                                      .caveats = {}});
      }
    }
  }

  /// "> tsc -b && vite build": that the second part built shows that the first ended well.
  bool went_on(const EchoedStep& step, Activity first) const {
    return std::ranges::any_of(step.facts.before, [&](const auto& pair) {
      return pair.first == first && std::ranges::any_of(reading_->checks, [&](const CheckResult& check) {
               return check.activity == pair.second && !check.by_silence && step.output.contains(check.span);
             });
    });
  }

  /// `git push -q` and `git commit -q` say nothing when they succeed.
  void quiet_git(const Command& command, Activity activity, const std::optional<Count>& status) {
    const std::string_view text = command.text;
    // A push that ends with 0 pushed or had nothing to push; a commit's status says less: a merge may be up to date.
    const bool quiet = text.find(" -q") != std::string_view::npos || text.find("--quiet") != std::string_view::npos ||
                       says_nothing(printed_of(command), text, command.facts.printed) ||
                       (activity == Activity::push && status) ||
                       (activity == Activity::commit && status && !asks_git(text));
    const std::string printed = lower(printed_of(command));
    if (activity == Activity::push && status && status->value != 0 && found_.pushes.size() == marks_.pushes &&
        !command.facts.caveats.has(Caveat::only_shown)) {
      refused_push(command, *status, printed);
      return;
    }
    if (!quiet || (status && status->value != 0) || command.facts.caveats.has(Caveat::only_shown)) return;
    for (const std::string_view sign : {"error:", "fatal:", "rejected", "denied", "nothing to commit", "conflict"}) {
      if (printed.find(sign) != std::string::npos) return;
    }
    if (activity == Activity::commit) {
      found_.anchors.commit = true;
    } else if (found_.pushes.size() == marks_.pushes) {
      const Span where = command.span.empty() ? command.output : command.span;
      found_.pushes.push_back(
          {.target = {.text = "quiet", .span = where, .announced = true, .command = reading_->index()}, .ok = true});
    }
  }

  /// A push that reached no remote: "fatal: Could not read from remote repository."
  void refused_push(const Command& command, const Count& status, std::string_view printed) {
    const bool alone = command.facts.activities.size() == 1;
    const bool told = printed.find("fatal: ") != std::string_view::npos &&
                      (printed.find("remote") != std::string_view::npos ||
                       printed.find("unable to access") != std::string_view::npos ||
                       printed.find("authentication failed") != std::string_view::npos);
    if (!alone && !told) return;
    const Span where = status.span.empty() ? command.output : status.span;
    found_.pushes.push_back(
        {.target = {.text = "refused", .span = where, .announced = true, .command = reading_->index()}, .ok = false});
  }

  /// `go test | head; echo "exit: $?"` prints the status of head.
  void drop_masked_statuses(const Command& command, const std::vector<ToldStatus>& told) {
    for (const auto& each : told) {
      if (!each.of->masked) continue;
      const auto begin = command.output.begin + each.span.begin;
      std::erase_if(found_.exit_codes, [&](const Value& value) { return value.span.begin == begin; });
    }
  }

  /// The exit status of the step that does `activity`: one that was printed, or the command's own.
  static std::optional<Count> status_of(const Command& command, Activity activity,
                                        const std::vector<ToldStatus>& told) {
    for (const auto& each : told) {
      if (std::ranges::find(each.of->activities, activity) == each.of->activities.end()) continue;
      // Which step of several failed is not said.
      if (each.value != 0 && !each.of->single) return std::nullopt;
      return Count{each.value, {command.output.begin + each.span.begin, command.output.begin + each.span.end}};
    }
    if (!command.exit_code || command.facts.caveats.has(Caveat::masked_exit)) return std::nullopt;
    return command.exit_code;
  }

  /// A status that the command prints of its last step stands for the one of the echo behind it.
  void take_printed_status(Command& command, const std::vector<ToldStatus>& told) {
    if (told.empty() || !told.back().of->number) return;
    const bool covered = std::ranges::all_of(command.facts.activities, [&](Activity activity) {
      return std::ranges::any_of(told, [&](const ToldStatus& each) {
        return std::ranges::find(each.of->activities, activity) != each.of->activities.end();
      });
    });
    if (!covered) return;
    if (command.exit_code) {
      std::erase_if(found_.exit_codes, [&](const Value& value) { return value.span == command.exit_code->span; });
    }
    command.facts.caveats.remove(Caveat::masked_exit);
    const auto& last = told.back();
    command.exit_code =
        Count{last.value, {command.output.begin + last.span.begin, command.output.begin + last.span.end}};
  }

  /// The output without its exit mark.
  std::string_view printed_of(const Command& command) const {
    auto printed = trim(command.output.of(text_));
    while (!printed.empty()) {
      if (printed.front() == '\n' || printed.front() == ' ')
        printed.remove_prefix(1);
      else if (printed.back() == '\n' || printed.back() == ' ')
        printed.remove_suffix(1);
      else if (const auto line = printed.rfind('\n');
               exit_mark(printed.substr(line == std::string_view::npos ? 0 : line + 1), 0)) {
        printed = printed.substr(0, line == std::string_view::npos ? 0 : line);
      } else {
        break;
      }
    }
    return printed;
  }

  void keep_checks(const Command& command) {
    const bool open = speaks_openly(command);
    for (auto& check : reading_->checks) {
      check.caveats = command.facts.caveats;
      if (check.by_silence && open) check.caveats.remove(Caveat::masked_exit);
      found_.checks.push_back(check);
    }
  }

  /// Whether what a failing step prints would be seen: nothing is sent away or filtered.
  static bool speaks_openly(const Command& command) {
    return (!command.facts.conceals || picks_complaints(command.text)) &&
           std::ranges::none_of(std::array<std::string_view, 4>{"/dev/null", "&>", "> ", ">>"},
                                [&](std::string_view away) { return command.text.find(away) != std::string::npos; });
  }

  /// `golangci-lint run | grep "a.go\|b.go"`, `tsc | grep error`: what is left would be a complaint.
  static bool picks_complaints(std::string_view text) {
    const auto at = text.find("| grep ");
    if (at == std::string_view::npos || text.find("||") != std::string_view::npos ||
        text.find("grep", at + 7) != std::string_view::npos)
      return false;
    const auto pattern = lower(text.substr(at + 7, text.find('|', at + 7) == std::string_view::npos
                                                       ? std::string_view::npos
                                                       : text.find(" | ", at + 7) - at - 7));
    const auto has = [&](std::string_view word) { return pattern.find(word) != std::string::npos; };
    if (pattern.starts_with("-") && pattern.substr(0, pattern.find(' ')).find_first_of("vclq") != std::string::npos)
      return false;
    return !has("ok") && !has("pass") && !has("success") &&
           (has("error") || has("fail") || has("warn") || has(".ts") || has(".go") || has(".py") || has(".rs") ||
            has("src/") || has("_"));
  }

  void keep_runs(const Command& command) {
    std::vector<TestRun> fresh;
    for (auto& result : reading_->results) {
      // A line that says "ok" beside a failure contradicts itself and proves nothing.
      result.green = result.green && result.failed.value == 0;
      const auto same = std::ranges::find(fresh, result.runner, &TestRun::runner);
      if (same != fresh.end()) {
        same->parts.push_back(std::move(result));
        continue;
      }
      Caveats caveats = command.facts.caveats;
      caveats.add(reading_->caveats);
      const auto runner = result.runner;
      fresh.push_back({.runner = runner, .parts = {std::move(result)}, .caveats = caveats});
    }
    for (auto& run : fresh) {
      replace_earlier(run, command);
      found_.runs.push_back(std::move(run));
    }
  }

  /// A run of the same tests, or of all of them, stands for what ran before.
  void replace_earlier(const TestRun& run, const Command& command) {
    for (auto old = found_.runs.begin(); old != found_.runs.end();) {
      const auto& before = found_.commands[old->command()];
      const bool same_place = before.facts.directory == command.facts.directory;
      const bool same_tests = before.facts.selection == command.facts.selection;
      const bool all = covers(command.facts.selection, before.facts.selection) &&
                       (!command.facts.selection.empty() || !run.caveats.has(Caveat::filtered));
      const bool same_runner = old->runner == run.runner ||
                               (old->runner == Runner::other && before.text == command.text) ||
                               (run.runner == Runner::other && before.text == command.text);
      if (old->command() != run.command() && same_runner && same_place && (same_tests || all)) {
        found_.earlier.push_back(std::move(*old));
        old = found_.runs.erase(old);
      } else {
        ++old;
      }
    }
  }

  void read_counts(const Command& command) {
    const auto output = command.output.of(text_);
    if (output.size() > (command.facts.caveats.has(Caveat::only_shown) ? kMaxShownBytes : kMaxCountedBytes)) return;
    for (std::size_t from = 0; found_.counts.size() < kMaxCounts;) {
      const auto number = number_at(output, from);
      if (!number) return;
      from = number->span.end;
      const Span span{command.output.begin + number->span.begin, command.output.begin + number->span.end};
      std::size_t at = from;
      while (at < output.size() && output[at] == ' ') ++at;
      std::size_t end = at;
      while (end < output.size() && (is_word(output[end]) || output[end] == '-') && !is_digit(output[end])) ++end;
      const auto noun = output.substr(at, end - at);
      const bool alone = number->span.begin == 0 || output[number->span.begin - 1] == '\n';
      if (noun.empty() && !(alone && (from == output.size() || output[from] == '\n'))) continue;
      found_.counts.push_back({.count = {number->value, span}, .noun = lower(noun), .command = reading_->index()});
    }
  }

  std::string_view text_;
  std::vector<Command> sections_;  ///< of a command given apart, where its output shows where each began
  std::size_t next_ = 0;           ///< the first of them that is not open yet
  Evidence found_{.runs = {}, .exit_codes = {}, .versions = {}, .urls = {}, .anchors = {}, .only_shown = false};
  std::optional<Reading> reading_;
  Marks marks_{};
  bool summary_shown_ = false;
  bool echoed_ = false;
  bool may_echo_ = false;
};

template <class Read>
Evidence through_plain(std::string_view output, const Read& read) {
  // Two passes of memchr; find_first_of looks at each byte apart.
  if (output.find('\x1b') == std::string_view::npos && output.find('\r') == std::string_view::npos) return read(output);
  const Plain plain = strip_ansi(output);
  Evidence found = read(plain.text);
  for_each_span(found, [&](Span& span) { span = plain.original(span); });
  return found;
}

}  // namespace

Evidence read_evidence(std::string_view output) {
  return through_plain(output, [](std::string_view text) { return Assembly(text).read(); });
}

Evidence read_output(std::string_view command, std::optional<int> exit_code, std::string_view output) {
  return through_plain(output, [&](std::string_view text) { return Assembly(text).read(command, exit_code); });
}

Caveats caveats_of(const std::vector<Command>& commands) {
  Caveats all;
  for (const auto& command : commands) all.add(command.facts.caveats);
  for (const Caveat caveat : {Caveat::only_shown, Caveat::collect_only, Caveat::filtered}) {
    if (!std::ranges::all_of(commands, [&](const Command& each) { return each.facts.caveats.has(caveat); }))
      all.remove(caveat);
  }
  return all;
}

}  // namespace warrant::evidence
