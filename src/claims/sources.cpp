#include "sources.hpp"

#include "message.hpp"
#include "rules.hpp"
#include "staleness.hpp"

#include <algorithm>
#include <array>
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

/// A later run replaces an earlier one of the same runner that ran the same
/// tests, or fewer.
bool replaces(const Standing& later, const Standing& earlier) {
  if (later.run->runner != earlier.run->runner || !on(Rule::replaced)) return false;
  if (const auto *a = later.command(), *b = earlier.command();
      a != nullptr && b != nullptr && in_other_packages(*a, *b))
    return false;
  return evidence::covers(later.selection(), earlier.selection());
}

/// A run that failed, of one output that goes on with another command in the same place.
bool red_before(const Standing& before, const Standing& now) {
  const auto& commands = now.source->facts.commands;
  const auto first = before.run->command();
  const auto second = now.run->command();
  return first != second && first < commands.size() && second < commands.size() && !before.run->green() &&
         !now.selection().empty() && commands[first].facts.directory == commands[second].facts.directory;
}

constexpr std::size_t kMostShellEdits = 2'000;

/// Directories of no project.
bool elsewhere(std::string_view directory) {
  return evidence::lies_below(directory, "/tmp") || evidence::lies_below(directory, "/var/tmp");
}

/// Answers whether what a session edits lies in the directory of a run, so that the run is of that work wherever it is.
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
  if (run.exit_code.value_or(0) != 0) return read;
  read.written = evidence::files_written(run.command);
  std::erase_if(read.written, [](const std::string& path) { return !is_code(path); });
  return read;
}

bool is_code(std::string_view path) { return !is_documentation(path) && !reaches_no_run(path); }

Sources Sources::of(std::string_view output) {
  Sources sources;
  sources.own_.push_back({evidence::read_evidence(output), {}});
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

Sources Sources::of(const Ordered& session, const Known& known) {
  Sources sources;
  sources.edits_ = &session.edits;
  struct Code {
    std::string_view path;
    std::int64_t order;
  };
  std::vector<Code> code;
  for (std::size_t i = 0; i < session.edits.size(); ++i) {
    if (known.code[i]) code.push_back({session.edits[i].path, session.edits[i].order});
  }
  // What a command line writes itself stands before what it runs.
  std::size_t by_shell = 0;
  for (std::size_t i = 0; i < known.runs.size() && on(Rule::shell_edits); ++i) {
    for (const auto& path : known.runs[i]->written) {
      if (++by_shell <= kMostShellEdits) code.push_back({path, session.runs[i].order});
    }
  }
  std::ranges::stable_sort(code, {}, &Code::order);
  sources.edited_.reserve(code.size());
  for (const auto& edit : code) sources.edited_.push_back(edit.path);
  Work work(sources.edited_);
  std::vector<std::size_t> order(session.runs.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return session.runs[i].order; });
  sources.sources_.reserve(order.size());
  for (const auto index : order) {
    const auto& run = session.runs[index];
    Source source{known.runs[index]->facts, session.let_go + index, std::nullopt, run.caveats, run.output};
    for (const auto& command : source.facts.commands) {
      source.caveats.add(command.facts.caveats);
      if (elsewhere(command.facts.directory)) source.caveats.add(Caveat::other_directory);
      if (!command.facts.directory.empty() && work.lies_in(command.facts.directory))
        source.caveats.remove(Caveat::other_directory);
    }
    source.void_ = voided_by(source.caveats);
    if (!source.void_ && source.caveats.has(Caveat::background) && on(Rule::background))
      source.void_ = Reason::background;
    source.order = run.order;
    const auto later = std::ranges::upper_bound(code, run.order, {}, &Code::order) - code.begin();
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
      std::erase_if(standing, [&](const Standing& before) {
        return (before.source != &source || red_before(before, now)) && replaces(now, before);
      });
      standing.push_back(now);
    }
  }
  return tests_.emplace(std::move(standing));
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
