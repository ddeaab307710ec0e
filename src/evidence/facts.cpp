// Parts an output into commands, gives each line to its readers and joins what they found.
#include "assembly.hpp"
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

}  // namespace

Evidence Assembly::read() {
  open({.text = {},
        .span = {0, 0},
        .output = {0, 0},
        .exit_code = {},
        .facts = {.activities = {}, .caveats = {}, .directory = {}, .selection = {}}},
       0);
  return run(true);
}

Evidence Assembly::read(std::string_view command, std::optional<int> exit_code) {
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

Evidence Assembly::run(bool parted) {
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
  found_.anchors.commit = found_.anchors.commit ||
                          std::ranges::any_of(found_.commits, [](const Commit& commit) { return commit.id.announced; });
  found_.anchors.push = std::ranges::any_of(found_.pushes, [](const Push& push) { return push.ok; });
  found_.anchors.deploy = found_.anchors.deploy || !found_.deploy_urls.empty();
  return std::move(found_);
}

void Assembly::one_line(std::size_t begin, std::size_t end, const ReaderSet& readers) {
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

void Assembly::open_section() {
  auto& section = sections_[next_++];
  const std::size_t begin = section.output.begin;
  open(std::move(section), begin);
}

std::size_t Assembly::next_command(std::size_t begin) {
  close(begin);
  const std::size_t size = command_size(text_.substr(begin));
  const Span span{begin + 2, std::max(begin + 2, begin + size)};
  const auto text = span.of(text_);
  open({.text = std::string(text), .span = span, .output = {0, 0}, .exit_code = {}, .facts = read_command(text)},
       begin + size);
  return begin + size;
}

void Assembly::open(Command command, std::size_t output) {
  command.output = {std::min(output, text_.size()), std::min(output, text_.size())};
  found_.commands.push_back(std::move(command));
  reading_.emplace(found_, found_.commands.size() - 1);
  marks_ = marks_of(found_);
  echoed_ = false;
  const std::string_view text = found_.commands.back().text;
  may_echo_ = std::ranges::any_of(std::array<std::string_view, 4>{"echo", "print", "<<", "Write"},
                                  [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

void Assembly::close(std::size_t end) {
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

bool Assembly::shows_result() const {
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

std::string_view Assembly::printed_of(const Command& command) const {
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

void Assembly::keep_runs(const Command& command) {
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

void Assembly::replace_earlier(const TestRun& run, const Command& command) {
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

void Assembly::read_counts(const Command& command) {
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

namespace {

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
