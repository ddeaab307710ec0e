// Runs between fork and exec: async-signal-safe calls only.
#include "launch.hpp"
#include "sandbox.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace warrant::command {

namespace {

[[noreturn]] void give_up(const Launch& launch, Step step, int error) noexcept {
  send(launch.status, {.kind = Message::Kind::failed,
                       .first = static_cast<std::int32_t>(step),
                       .second = error,
                       .third = 0,
                       .cpu_us = 0,
                       .memory_kib = 0});
  ::_exit(126);
}

// Ignored signals would stay ignored in the command, and so would a mask.
void reset_signals() noexcept {
  struct sigaction standard{};
  standard.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &standard, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

// The kernel takes the smaller of what we ask and what is already the hard limit.
bool limit(decltype(RLIMIT_CPU) resource, std::int64_t value) noexcept {
  rlimit now{};
  if (::getrlimit(resource, &now) != 0) return false;
  auto wanted = static_cast<rlim_t>(value);
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < wanted) wanted = now.rlim_max;
  const rlimit next{.rlim_cur = wanted, .rlim_max = wanted};
  return ::setrlimit(resource, &next) == 0;
}

bool set_limits(const policy::CommandLimits& limits) noexcept {
  return limit(RLIMIT_CORE, 0) && limit(RLIMIT_CPU, limits.cpu_s) && limit(RLIMIT_FSIZE, limits.file_bytes) &&
         limit(RLIMIT_NOFILE, limits.open_files) && (limits.processes == 0 || limit(RLIMIT_NPROC, limits.processes));
}

bool connect_streams(const Launch& launch) noexcept {
  return ::dup2(launch.null, STDIN_FILENO) >= 0 && ::dup2(launch.output, STDOUT_FILENO) >= 0 &&
         ::dup2(launch.output, STDERR_FILENO) >= 0;
}

}  // namespace

void become_command(const Launch& launch) noexcept {
  reset_signals();
  ::umask(022);
  if (::setsid() < 0) give_up(launch, Step::session, errno);
  if (::fchdir(launch.directory) != 0) give_up(launch, Step::directory, errno);
  if (!connect_streams(launch)) give_up(launch, Step::standard_streams, errno);
  // The status pipe is not closed by hand: it is close-on-exec, and until then failures are told through it.
  if (::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) != 0) give_up(launch, Step::standard_streams, errno);
  if (!set_limits(launch.limits)) give_up(launch, Step::limits, errno);
  const policy::Containment& promised = launch.containment;
  const Namespaces namespaces{.network = promised.reach == policy::Reach::loopback, .mounts = promised.steering};
  if (!enter_namespaces(namespaces, launch.uid, launch.gid)) give_up(launch, Step::namespaces, errno);
  if (promised.steering && !make_read_only(launch.steering)) give_up(launch, Step::steering, errno);
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) give_up(launch, Step::privileges, errno);
  if (promised.landlock > 0 && !restrict_files(launch.ruleset)) give_up(launch, Step::files, errno);
  if (promised.syscalls && !filter_calls(launch.filter)) give_up(launch, Step::calls, errno);
  send(launch.status, {.kind = Message::Kind::contained,
                       .first = promised.landlock,
                       .second = static_cast<std::int32_t>(promised.reach),
                       .third = (promised.syscalls ? 1 : 0) | (promised.steering ? 2 : 0),
                       .cpu_us = 0,
                       .memory_kib = 0});
  ::execve(launch.program, launch.argv, launch.environment);
  give_up(launch, Step::exec, errno);
}

}  // namespace warrant::command
