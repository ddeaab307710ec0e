// What a shell command asks for, and what keeps its result from counting.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warrant::evidence {

/// What is done. A claim about a field needs its activity to have happened.
enum class Activity : std::uint8_t {
  test,
  build,
  lint,
  typecheck,
  coverage,
  commit,
  push,
  pull_request,
  deploy,
  publish,
};
std::string_view to_string(Activity activity) noexcept;

/// What weakens or voids a result, each with a name a person can read.
enum class Caveat : std::uint8_t {
  masked_exit,      ///< the exit status is not the run's own: `|| true`, `; true`, `| tail`
  background,       ///< started in the background; what is printed is not all of it
  cut_off,          ///< ended by a time limit, a signal or a person, or its output is cut
  collect_only,     ///< lists tests or plans steps without doing them
  filtered,         ///< a part of the suite was selected
  other_directory,  ///< outside the session's directory
  only_shown,       ///< the text of a file, a history or an echo, not a run
  cached,           ///< the runner repeated an earlier result
};
inline constexpr std::size_t kCaveats = 8;
std::string_view to_string(Caveat caveat) noexcept;

/// A set of caveats.
class Caveats {
 public:
  constexpr void add(Caveat caveat) noexcept { bits_ |= bit(caveat); }
  constexpr void add(Caveats others) noexcept { bits_ |= others.bits_; }
  constexpr void remove(Caveat caveat) noexcept { bits_ &= ~bit(caveat); }
  [[nodiscard]] constexpr bool has(Caveat caveat) const noexcept { return (bits_ & bit(caveat)) != 0; }
  [[nodiscard]] constexpr bool empty() const noexcept { return bits_ == 0; }
  constexpr bool operator==(const Caveats&) const = default;

 private:
  static constexpr std::uint32_t bit(Caveat caveat) noexcept { return 1U << static_cast<unsigned>(caveat); }
  std::uint32_t bits_ = 0;
};

/// A status that an `echo` of the command line prints: "exit: $?" behind a step, or a plain text
/// behind `&&`, which is printed only when what stands before it succeeded.
struct PrintedStatus {
  std::vector<Activity> activities;  ///< of the steps whose status it is; empty when no step is known
  std::string before;                ///< what stands before the number, or the whole text
  bool number;                       ///< false: the text alone says 0
  bool single;                       ///< one step: a status other than 0 is its own too
  bool masked = false;               ///< the status is that of the end of a pipe, not of the step before it
};

/// What a command line is for. Wrappers (`uv run`, `npx`, `bundle exec`, `sudo`, `timeout 60`,
/// `VAR=x`, `bash -lc '…'`, `docker compose exec app`) are looked through.
struct CommandFacts {
  std::vector<Activity> activities;        ///< what its steps do, in order, without repeats
  Caveats caveats;                         ///< masked_exit, background, collect_only, filtered, only_shown
  std::string directory;                   ///< where its last `cd` leads, as written; empty when there is none
  std::string selection;                   ///< which tests its test step names ("tests/a.py -k x"); empty: all
  std::vector<std::string> programs = {};  ///< its test steps' programs: "pytest", "bun test", "make"
  bool conceals = false;                   ///< a pipe picks lines of a step's output, or `||` takes its failure back
  /// Of a chain of "&&": an activity, and one that starts only when it has ended well.
  std::vector<std::pair<Activity, Activity>> before = {};
  std::vector<PrintedStatus> printed = {};  ///< statuses of its steps that it prints
  /// What the steps do whose status the whole line has: `pytest` of "make; pytest". Several where "&&" joins them;
  /// empty where a pipe or "||" stands between.
  std::vector<Activity> ends_with = {};
  /// What its steps start that tests, builds or checks, in words to compare: "cargo test", "pytest", "ci.sh", and a
  /// task whoever runs it, "task lint" of `npm run lint` and `make lint`.
  std::vector<std::string> invoked = {};

  [[nodiscard]] bool does(Activity activity) const noexcept;
};

/// Reads a command in the POSIX shell's words, PowerShell's separators included. Never fails;
/// linear; what it does not know has no activity. Thread-safe.
CommandFacts read_command(std::string_view command);

/// Whether what it starts is known only as a check: `pnpm check`, `make ci`, which may test, lint or both.
bool only_checks(const CommandFacts& facts);

/// Whether a run of the selection `later` ran every test that one of `earlier` ran, as far as the
/// words tell: nothing selected covers all, a path covers what is below it, a pattern only itself.
bool covers(std::string_view later, std::string_view earlier);

/// The files of source code that a command line itself writes: `sed -i`, a redirection of `cat` or `echo`, `git
/// checkout
/// -- f`, a short script's `open(…, "w")`. Not those under /tmp, and not throw-away scripts beside the project. At most
/// 64. Linear. Thread-safe.
std::vector<std::string> files_written(std::string_view command);

/// The files that a command line deletes by name: `rm a.py`. At most 64. Linear. Thread-safe.
std::vector<std::string> files_removed(std::string_view command);

/// A file that takes up what a step prints, and the step: "pytest -q > out.log", `make test | tee out.log`, or the file
/// that the agent's host names beside the output.
struct Log {
  std::string path;
  std::string command;
};
/// Of steps that build, test or check. At most 8. Linear. Thread-safe.
std::vector<Log> logs_written(std::string_view command, std::string_view output);

/// A file that a command line shows, and what shows it: "tail -3 out.log | grep x" shows out.log by "tail '-3' | 'grep'
/// 'x'".
struct Look {
  std::string path;
  std::string filter;
};
/// At most 8. Linear. Thread-safe.
std::vector<Look> looks_at(std::string_view command);
/// Whether two spellings name one file; one of them may be relative. Thread-safe.
bool same_file(std::string_view a, std::string_view b);

/// One spelling of a path: forward slashes, and "d:/x" for `D:\x`, `/d/x`, `/mnt/d/x` and `/cygdrive/d/x`, where case
/// does not matter either. Thread-safe.
std::string plain_path(std::string_view path);
/// Whether `path` is `directory` or lies below it; both in the one spelling.
bool lies_below(std::string_view path, std::string_view directory);

}  // namespace warrant::evidence
