// What the parent prepares and the forked processes use. Between fork and exec only async-signal-safe functions may be
// called (man 7 signal-safety), so everything here is ready-made memory and descriptors.
#pragma once

#include <warrant/policy/command_effect.hpp>

#include <linux/filter.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>

namespace warrant::command {

/// Where a launch failed, in the order of the steps.
enum class Step : std::int32_t {
  fork,
  session,
  directory,
  standard_streams,
  limits,
  namespaces,
  steering,
  privileges,
  files,
  calls,
  exec
};
const char* to_string(Step step) noexcept;

struct Launch {
  const char* program;
  char* const* argv;
  char* const* environment;
  int directory;                ///< O_PATH of the working directory
  int null;                     ///< /dev/null
  int output;                   ///< write end of the output pipe
  int status;                   ///< write end of the message pipe, close-on-exec
  int control;                  ///< read end of the control pipe: 't' terminate, 'k' kill; its end means kill
  int ruleset;                  ///< Landlock ruleset, -1 for none
  const sock_fprog* filter;     ///< seccomp filter, nullptr for none
  const char* const* steering;  ///< absolute real paths to be mounted read-only, nullptr at the end
  policy::Containment containment;
  policy::CommandLimits limits;
  uid_t uid;
  gid_t gid;
};

/// Messages of the keeper and the child to the parent. One write each, smaller than PIPE_BUF, so they never mix.
struct Message {
  enum class Kind : std::int32_t { started, contained, failed, exited, ended };
  Kind kind;
  std::int32_t first;   ///< started: pid · contained: Landlock ABI · failed: Step · exited: wait status · ended: killed
  std::int32_t second;  ///< contained: reach · failed: errno · ended: survivors
  std::int32_t third;   ///< contained: 1 system calls are filtered, 2 steering files are read-only
  std::int64_t cpu_us;
  std::int64_t memory_kib;
};

void send(int status, const Message& message) noexcept;

/// The process between us and the command: it adopts every orphan of the tree (PR_SET_CHILD_SUBREAPER), reports, and
/// kills the tree when the command ends, when told to, or when we are gone. Never returns.
[[noreturn]] void keep(const Launch& launch) noexcept;

/// In the command's own process: sets everything up and executes. Never returns.
[[noreturn]] void become_command(const Launch& launch) noexcept;

}  // namespace warrant::command
