// Running one command: its whole process tree, its output, its end.
#pragma once

#include <warrant/base/digest.hpp>
#include <warrant/base/result.hpp>
#include <warrant/policy/command_effect.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warrant::command {

/// Standard output and standard error in the order they were written, bounded.
struct Output {
  std::string head;     ///< the first bytes
  std::string tail;     ///< the last bytes, when they did not fit behind the head
  std::uint64_t cut;    ///< bytes between the two that were not kept
  std::uint64_t total;  ///< bytes written by the command
  Digest digest;        ///< of all bytes, also of those cut

  /// head and tail as one text; where bytes were cut, a line says how many.
  [[nodiscard]] std::string text() const;
};

struct Exited {
  int code;
  bool operator==(const Exited&) const = default;
};
struct Signalled {
  int signal;
  bool operator==(const Signalled&) const = default;
};
/// Its time was up and the tree was ended.
struct TimedOut {
  bool operator==(const TimedOut&) const = default;
};
/// The person stopped it and the tree was ended.
struct Cancelled {
  bool operator==(const Cancelled&) const = default;
};
using Ending = std::variant<Exited, Signalled, TimedOut, Cancelled>;

/// "exit code 1", "killed by signal 11 (Segmentation fault)", "timed out", "cancelled".
std::string describe(const Ending& ending);

/// What became of the processes that the command left behind.
enum class Tree : std::uint8_t {
  ended,     ///< none was left
  killed,    ///< some were left and all of them were killed
  survived,  ///< some could not be killed in time
  unknown,   ///< the keeper that watches the tree was lost
};
std::string_view to_string(Tree tree) noexcept;

/// The facts of one run.
struct RunReceipt {
  Digest effect;  ///< digest_of() the effect that was run
  Ending ending;
  Output output;
  std::chrono::nanoseconds duration;
  Tree tree;
  std::size_t killed;             ///< processes that had to be killed besides the command itself
  policy::Containment contained;  ///< as the child found it in force just before it became the command
  std::int64_t cpu_us;            ///< user and system time of the command and the children it waited for
  std::int64_t memory_kib;        ///< largest resident set of one process among them
};

/// Gets the output piece by piece as it comes. Called on the thread of run(); must return promptly, since nothing
/// else is watched meanwhile.
using Sink = std::function<void(std::string_view)>;

struct RunPorts {
  std::string state;  ///< the product's state directory (trust pins); used for workspace profiles only
  Sink sink = {};
  std::stop_token stop = {};
};

/// Runs the effect that the warrant names, once, and waits until the last process of its tree is gone. Standard input
/// is /dev/null, the process has its own session without a terminal, no descriptor of ours is passed on, and TMPDIR is
/// a private directory that is removed afterwards. If this process is killed meanwhile, the tree is killed too.
/// Errors: refused (used warrant; a profile file that no longer matches its pin), invalid_argument (NUL bytes),
/// unsupported (a promised containment cannot be set up), not_found, too_large or io (the program does not start),
/// interrupted (stopped before it started). After an error nothing of the command has run. Thread-safe.
Result<RunReceipt> run(policy::Warrant<policy::RunCommand>&& warrant, const RunPorts& ports);

}  // namespace warrant::command
