#include "sources.hpp"

#include "message.hpp"
#include "rules.hpp"
#include "staleness.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace warrant::claims {
namespace {

using evidence::Caveat;
using evidence::Caveats;

/// What takes the result of a run away altogether, whatever it printed.
std::optional<Reason> voided_by(const Caveats& caveats) {
  if (caveats.has(Caveat::only_shown) && on(Rule::only_shown)) return Reason::only_shown;
  if (caveats.has(Caveat::collect_only) && on(Rule::collect_only)) return Reason::collect_only;
  if (caveats.has(Caveat::other_directory) && on(Rule::other_directory)) return Reason::other_directory;
  return std::nullopt;
}

/// What leaves no result where the runner printed none.
std::optional<Reason> silenced_by(const Caveats& caveats) {
  if (caveats.has(Caveat::background) && on(Rule::background)) return Reason::background;
  if (caveats.has(Caveat::cut_off) && on(Rule::cut_off)) return Reason::cut_off;
  if (caveats.has(Caveat::masked_exit) && on(Rule::masked_exit)) return Reason::masked_exit;
  return std::nullopt;
}

/// "verify_v2.py" and "verify_v3.py" are one script, written again.
std::string_view stem_of_script(std::string_view selection) {
  const auto dot = selection.rfind('.');
  if (dot == std::string_view::npos || selection.find(' ') != std::string_view::npos) return {};
  auto stem = selection.substr(0, dot);
  const auto whole = stem;
  while (!stem.empty() && stem.back() >= '0' && stem.back() <= '9') stem.remove_suffix(1);
  if (!stem.ends_with("_v")) return whole;  // test_login1.py and test_login2.py are two
  stem.remove_suffix(2);
  return stem;
}

/// The package that npm and pnpm name before a script: "> web@1.0.0 test".
std::string_view package_run(const Standing& standing) {
  const auto* command = standing.command();
  if (command == nullptr) return {};
  const auto printed = command->output.of(standing.source->text);
  constexpr std::size_t kHead = 2'000;
  const auto head = printed.substr(0, kHead);
  for (auto at = head.find("> "); at != std::string_view::npos; at = head.find("> ", at + 1)) {
    if (at > 0 && head[at - 1] != '\n') continue;
    const auto line = head.substr(at + 2, head.find('\n', at) - at - 2);
    const auto name = line.substr(0, line.find(' '));
    if (name.find('@', 1) != std::string_view::npos) return name;
  }
  return {};
}

/// A later run replaces an earlier one of the same runner that ran the same
/// tests, or fewer.
bool replaces(const Standing& later, const Standing& earlier) {
  if (later.run->runner != earlier.run->runner || !on(Rule::replaced)) return false;
  if (const auto *a = later.command(), *b = earlier.command();
      a != nullptr && b != nullptr && in_other_packages(*a, *b))
    return false;
  if (const auto a = package_run(later), b = package_run(earlier);
      !a.empty() && !b.empty() && a.substr(0, a.rfind('@')) != b.substr(0, b.rfind('@')))
    return false;
  const auto stem = stem_of_script(later.selection());
  const bool rewritten = later.run->runner == evidence::Runner::other && stem.size() > 4 &&
                         on(Rule::rewritten_scripts) && stem == stem_of_script(earlier.selection());
  return rewritten || evidence::covers(later.selection(), earlier.selection());
}

/// A run that failed, of one output that goes on with another command in the same place.
bool red_before(const Standing& before, const Standing& now) {
  const auto& commands = now.source->facts.commands;
  const auto first = before.run->command();
  const auto second = now.run->command();
  return first != second && first < commands.size() && second < commands.size() && !before.run->green() &&
         !now.selection().empty() && commands[first].facts.directory == commands[second].facts.directory;
}

/// "repro_case.py": by its name made to be thrown away.
bool is_throw_away(std::string_view path) {
  if (path.find('/') != std::string_view::npos) return false;
  static constexpr std::array<std::string_view, 8> kStarts{"repro",   "verify", "check_", "debug",
                                                           "scratch", "tmp",    "temp",   "try_"};
  return std::ranges::any_of(kStarts, [&](std::string_view start) { return path.starts_with(start); });
}

constexpr std::size_t kMostShellEdits = 2'000;

/// Directories of no project.
bool elsewhere(std::string_view directory) {
  return evidence::lies_below(directory, "/tmp") || evidence::lies_below(directory, "/var/tmp");
}

/// Answers whether what a session edits lies in the directory of a run, so that the run is of that work wherever it is.
/// Copies of the work that the session made to run it there: `git clone . /tmp/x`, `git worktree add /tmp/x`.
class Copies {
 public:
  /// Notes what `text` makes.
  void note(std::string_view text) {
    constexpr std::size_t kMost = 64;
    for (const std::string_view word : {"git clone ", "worktree add "}) {
      for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const auto step = text.substr(at + word.size());
        all_.emplace_back(step.substr(0, step.find_first_of(";&|\n")));
        if (all_.size() > kMost) all_.erase(all_.begin());
      }
    }
  }
  /// Whether `directory` is something made so.
  [[nodiscard]] bool made(std::string_view directory) const {
    return directory.starts_with('/') && std::ranges::any_of(all_, [&](std::string_view step) {
             return (" " + std::string(step) + " ").find(" " + std::string(directory) + " ") != std::string::npos;
           });
  }

 private:
  std::vector<std::string> all_;
};

class Work {
 public:
  explicit Work(std::span<const std::string_view> edited) : edited_(edited) {}
  bool lies_in(const std::string& directory) {
    const auto [known, fresh] = known_.try_emplace(directory, false);
    if (fresh) known->second = look(directory);
    return known->second;
  }

 private:
  bool look(const std::string& directory) {
    auto plain = evidence::plain_path(directory);
    const bool up = plain.starts_with("..");
    while (plain.starts_with("../")) plain.erase(0, 3);
    if (plain.empty() || plain == "..") return false;
    if (paths_.empty()) {
      for (const auto path : edited_) paths_.push_back(evidence::plain_path(path));
    }
    return std::ranges::any_of(paths_, [&](const std::string& path) {
      return evidence::lies_below(path, plain) || (up && path.find("/" + plain + "/") != std::string::npos);
    });
  }

  std::span<const std::string_view> edited_;
  std::vector<std::string> paths_;  ///< the same in their one spelling, once they are asked for
  std::unordered_map<std::string, bool> known_;
};

/// "pytest > out.log", and later "tail -3 out.log": what is shown is what that run printed, when it ran.
class RunLogs {
 public:
  /// A run, and when what it shows was printed.
  struct Placed {
    std::size_t run;
    std::int64_t order;
    bool as_log;
  };
  /// All runs in the order in which their outputs were printed. Reads those that show a log as that log.
  static std::vector<Placed> place(const Ordered& session, const std::vector<const ReadRun*>& read) {
    std::vector<Placed> placed;
    placed.reserve(session.runs.size());
    for (std::size_t i = 0; i < session.runs.size(); ++i) placed.push_back({i, session.runs[i].order, false});
    std::ranges::stable_sort(placed, {}, &Placed::order);
    RunLogs logs;
    bool moved = false;
    for (auto& each : placed) {
      const auto& one = *read[each.run];
      if (const auto* log = logs.shown_by(one)) {
        each.as_log = moved = true;
        each.order = log->order;
        const auto command = log->log->command + " | " + log->filter;
        if (!one.as_log || one.as_log->command != command)
          one.as_log = std::make_unique<ReadRun::AsLog>(
              ReadRun::AsLog{command, evidence::read_output(command, std::nullopt, session.runs[each.run].output)});
      }
      for (const auto& log : one.logs) logs.add({&log, session.runs[each.run].order, {}});
    }
    if (moved) std::ranges::stable_sort(placed, {}, &Placed::order);
    return placed;
  }

 private:
  struct Known {
    const evidence::Log* log;
    std::int64_t order;
    std::string filter;  ///< what shows it
  };
  void add(Known log) {
    constexpr std::size_t kMost = 64;
    if (known_.size() >= kMost) known_.erase(known_.begin());
    known_.push_back(std::move(log));
  }
  const Known* shown_by(const ReadRun& run) {
    if (known_.empty() || !on(Rule::run_logs)) return nullptr;
    for (const auto& look : run.looks) {
      for (auto log = known_.rbegin(); log != known_.rend(); ++log) {
        if (!evidence::same_file(log->log->path, look.path)) continue;
        log->filter = look.filter;
        return &*log;
      }
    }
    return nullptr;
  }
  std::vector<Known> known_;
};

}  // namespace

const evidence::Command* Standing::command() const {
  const auto index = run->command();
  return index < source->facts.commands.size() ? &source->facts.commands[index] : nullptr;
}

std::string_view Standing::selection() const {
  const auto* own = command();
  return own != nullptr ? std::string_view(own->facts.selection) : std::string_view{};
}

std::optional<Reason> Source::voided(evidence::Runner runner, std::size_t command) const {
  if (void_) return void_;
  const bool stale = std::ranges::any_of(edited, [&](std::string_view path) {
    return command >= facts.commands.size() || reach_of(path, runner, facts.commands[command]) == Reach::reaches;
  });
  return stale && on(Rule::stale) ? std::optional(Reason::stale) : std::nullopt;
}

bool is_documentation(std::string_view path) {
  const std::string low = fold(path);
  for (const std::string_view ending : {".md", ".rst", ".txt", ".adoc", ".markdown", ".mdx"}) {
    if (low.ends_with(ending)) return !low.ends_with("cmakelists.txt") && !low.ends_with("requirements.txt");
  }
  const auto slash = low.rfind('/');
  const auto name = std::string_view(low).substr(slash == std::string::npos ? 0 : slash + 1);
  return name == "license" || name == "readme" || name == "changelog" || name == "authors" || name == "notice";
}

ReadRun ReadRun::of(const OrderedRun& run, evidence::Evidence facts) {
  ReadRun read{.facts = std::move(facts), .written = {}};
  if (run.exit_code.value_or(0) == 0) {
    read.written = evidence::files_written(run.command);
    std::erase_if(read.written, [](const std::string& path) { return !is_code(path); });
    read.removed = evidence::files_removed(run.command);
  }
  read.logs = evidence::logs_written(run.command, run.output);
  read.looks = evidence::looks_at(run.command);
  return read;
}

bool is_code(std::string_view path) { return !is_documentation(path) && !reaches_no_run(path); }

Sources Sources::of(std::string_view output) {
  Sources sources;
  sources.own_.push_back({.facts = evidence::read_evidence(output), .written = {}});
  sources.sources_.push_back({sources.own_.front().facts, std::nullopt, std::nullopt, {}, output});
  return sources;
}

Sources Sources::of(const Ordered& session) {
  std::vector<ReadRun> own;
  own.reserve(session.runs.size());
  Known known;
  for (const auto& run : session.runs) {
    own.push_back(ReadRun::of(run, evidence::read_output(run.command, run.exit_code, run.output)));
    known.runs.push_back(&own.back());
  }
  for (const auto& edit : session.edits) known.code.push_back(edit.ok && is_code(edit.path));
  Sources sources = of(session, known);
  sources.own_ = std::move(own);
  return sources;
}

namespace {

struct CodeEdit {
  std::string_view path;
  std::int64_t order;
};

/// Edits of code, by the session's tools and by command lines, in their order; not of what is removed again.
std::vector<CodeEdit> code_edits(const Ordered& session, const Sources::Known& known) {
  std::vector<CodeEdit> code;
  for (std::size_t i = 0; i < session.edits.size(); ++i) {
    if (known.code[i]) code.push_back({session.edits[i].path, session.edits[i].order});
  }
  if (!on(Rule::shell_edits)) return code;
  std::map<std::string, std::size_t> removed;  // a file, and the last run that removed it
  for (std::size_t i = 0; i < known.runs.size() && on(Rule::removed_tests); ++i) {
    for (const auto& gone : known.runs[i]->removed) removed[evidence::plain_path(gone)] = i;
  }
  // What a command line writes itself stands before what it runs.
  std::size_t by_shell = 0;
  for (std::size_t i = 0; i < known.runs.size(); ++i) {
    for (const auto& path : known.runs[i]->written) {
      const auto gone = removed.empty() ? removed.end() : removed.find(evidence::plain_path(path));
      if (gone != removed.end() && gone->second >= i) continue;
      if (++by_shell <= kMostShellEdits) code.push_back({path, session.runs[i].order});
    }
  }
  std::ranges::stable_sort(code, {}, &CodeEdit::order);
  return code;
}

void add_caveats(Source& source, Work& work, Copies& copies) {
  source.caveats.add(evidence::caveats_of(source.facts.commands));
  const bool several = source.facts.commands.size() > 1;
  for (const auto& command : source.facts.commands) {
    copies.note(command.text);
    // Where a part goes that does nothing is of no account.
    if (several && command.facts.activities.empty()) continue;
    if (elsewhere(command.facts.directory)) source.caveats.add(Caveat::other_directory);
    if (!command.facts.directory.empty() &&
        (work.lies_in(command.facts.directory) || copies.made(command.facts.directory)))
      source.caveats.remove(Caveat::other_directory);
  }
}

}  // namespace

Sources Sources::of(const Ordered& session, const Known& known) {
  Sources sources;
  sources.edits_ = &session.edits;
  const auto code = code_edits(session, known);
  sources.edited_.reserve(code.size());
  for (const auto& edit : code) sources.edited_.push_back(edit.path);
  Work work(sources.edited_);
  for (std::size_t i = 0; i < known.runs.size(); ++i) {
    for (const auto& path : known.runs[i]->removed) sources.removed_.emplace_back(path, session.runs[i].order);
    for (const auto& path : known.runs[i]->written) sources.made_.emplace_back(path, session.runs[i].order);
  }
  for (const auto& edit : session.edits) {
    if (edit.ok && edit.kind == evidence::EditKind::remove) sources.removed_.emplace_back(edit.path, edit.order);
    if (edit.ok && edit.kind == evidence::EditKind::create) sources.made_.emplace_back(edit.path, edit.order);
  }
  const auto placed = RunLogs::place(session, known.runs);
  Copies copies;
  sources.sources_.reserve(placed.size());
  for (const auto& each : placed) {
    const auto index = each.run;
    const auto& run = session.runs[index];
    const auto& own = *known.runs[index];
    Source source{each.as_log ? own.as_log->facts : own.facts, session.let_go + index, std::nullopt, run.caveats,
                  run.output};
    // A log is shown, and yet what is in it was run.
    if (each.as_log) source.caveats.remove(Caveat::only_shown);
    add_caveats(source, work, copies);
    source.void_ = voided_by(source.caveats);
    if (!source.void_ && source.caveats.has(Caveat::background) && on(Rule::background))
      source.void_ = Reason::background;
    source.order = each.order;
    const auto later = std::ranges::upper_bound(code, each.order, {}, &CodeEdit::order) - code.begin();
    source.edited = std::span(sources.edited_).subspan(static_cast<std::size_t>(later));
    sources.sources_.push_back(std::move(source));
  }
  return sources;
}

evidence::Anchors Sources::anchors() const {
  evidence::Anchors any;
  for (const auto& source : sources_) {
    const auto& one = source.facts.anchors;
    any.test_run |= one.test_run;
    any.deploy |= one.deploy;
    any.build |= one.build;
    any.lint |= one.lint;
    any.typecheck |= one.typecheck;
    any.commit |= one.commit;
    any.push |= one.push;
  }
  return any;
}

const std::vector<Standing>& Sources::tests() const {
  if (tests_) return *tests_;
  std::vector<Standing> standing;
  for (const auto& source : sources_) {
    if (source.void_) continue;
    for (const auto& run : source.facts.runs) {
      if ((run.empty() && on(Rule::empty_run)) || voided_by(run.caveats)) continue;
      if (source.voided(run.runner, run.command())) continue;
      const Standing now{&run, &source};
      if (!run.green() && was_removed(now)) continue;
      std::erase_if(standing, [&](const Standing& before) {
        return (before.source != &source || red_before(before, now)) && replaces(now, before);
      });
      standing.push_back(now);
    }
  }
  return tests_.emplace(std::move(standing));
}

/// A run of nothing but files that the session made before and deleted afterwards: a reproduction that failed on
/// purpose is no suite. A test that was there and was deleted is one.
bool Sources::was_removed(const Standing& run) const {
  if (removed_.empty() || !on(Rule::removed_tests)) return false;
  auto selection = run.selection();
  bool any = false;
  while (!selection.empty()) {
    const auto end = std::min(selection.find(' '), selection.size());
    const auto word = selection.substr(0, std::min(end, selection.find("::")));
    selection.remove_prefix(std::min(end + 1, selection.size()));
    if (word.starts_with('-') || word.find('.') == std::string_view::npos) continue;
    any = true;
    const auto order = run.source->order;
    const bool gone = std::ranges::any_of(
        removed_, [&](const auto& each) { return each.second > order && evidence::same_file(each.first, word); });
    const bool own = std::ranges::any_of(
        made_, [&](const auto& each) { return each.second <= order && evidence::same_file(each.first, word); });
    if (!gone || !(own || is_throw_away(word))) return false;
  }
  return any;
}

std::vector<Standing> Sources::replaced() const {
  const auto& standing = tests();
  std::vector<Standing> replaced;
  for (const auto& source : sources_) {
    for (const auto& run : source.facts.runs) {
      if (std::ranges::none_of(standing, [&](const Standing& s) { return s.run == &run; }))
        replaced.push_back({&run, &source});
    }
    for (const auto& run : source.facts.earlier) replaced.push_back({&run, &source});
  }
  return replaced;
}

Reason Sources::why_no_test() const {
  std::optional<Reason> reason;
  for (const auto& source : sources_) {
    const bool tested = !source.facts.runs.empty() || source.facts.anchors.test_run || source.facts.only_shown ||
                        std::ranges::any_of(source.facts.commands, [](const evidence::Command& c) {
                          return c.facts.does(evidence::Activity::test);
                        });
    if (!tested) continue;
    if (source.void_) {
      reason = source.void_;
    } else if (const auto stale = source.voided(evidence::Runner::other, source.facts.commands.size());
               stale && source.facts.runs.empty()) {
      reason = stale;
    } else if (source.facts.only_shown && source.facts.runs.empty()) {
      reason = Reason::only_shown;
    } else {
      std::optional<Reason> voided;
      bool empty = !source.facts.runs.empty();
      for (const auto& run : source.facts.runs) {
        if (const auto why = voided_by(run.caveats)) voided = why;
        if (const auto why = source.voided(run.runner, run.command())) voided = why;
        empty = empty && run.empty();
      }
      if (voided)
        reason = voided;
      else if (empty)
        reason = Reason::empty_run;
      else if (const auto why = silenced_by(source.caveats))
        reason = why;
      else if (source.facts.runs.empty())
        reason = Reason::no_test_run;
    }
  }
  return reason.value_or(Reason::no_test_run);
}

bool Sources::untested_package(std::string_view said) const {
  const auto& runs = tests();
  for (const auto& standing : runs) {
    const auto& source = *standing.source;
    const auto index = standing.run->command();
    if (index >= source.facts.commands.size() || names_package(said, source.facts.commands[index])) continue;
    for (const auto& path : source.edited) {
      if (reach_of(path, standing.run->runner, source.facts.commands[index]) != Reach::other_package) continue;
      const bool tested = std::ranges::any_of(runs, [&](const Standing& other) {
        const bool later = &path < other.source->edited.data() || other.source->edited.empty();
        const auto at = other.run->command();
        return later && at < other.source->facts.commands.size() &&
               reach_of(path, other.run->runner, other.source->facts.commands[at]) == Reach::reaches;
      });
      if (!tested) return true;
    }
  }
  return false;
}

Sources::Check Sources::last_check(evidence::Activity activity) const {
  Check found{nullptr, nullptr, std::nullopt};
  for (const auto& source : sources_) {
    for (const auto& check : source.facts.checks) {
      if (check.activity != activity) continue;
      std::optional<Reason> why = source.voided(check.runner, check.command);
      if (!why) why = voided_by(check.caveats);
      if (!why && check.ok && check.by_silence) why = silenced_by(check.caveats);
      if (why) {
        if (found.result == nullptr) found.why_not = why;
        continue;
      }
      found = {&check, &source, std::nullopt};
    }
  }
  return found;
}

}  // namespace warrant::claims
