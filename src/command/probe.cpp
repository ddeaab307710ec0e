#include "sandbox.hpp"

#include <warrant/command/containment.hpp>

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace warrant::command {

namespace {

constexpr int network_works = 1;
constexpr int files_work = 2;
constexpr int calls_work = 4;
constexpr int mounts_work = 8;

// Puts each part in force and then tries what it should stop: a part counts only when the kernel really refuses.
[[noreturn]] void try_out(int ruleset, const sock_fprog* filter, uid_t uid, gid_t gid) noexcept {
  int works = 0;
  if (enter_namespaces({.network = true, .mounts = true}, uid, gid)) {
    works |= network_works;
    const char* const paths[] = {"/etc", nullptr};
    if (make_read_only(paths) && ::access("/etc", W_OK) != 0 && errno == EROFS) works |= mounts_work;
  }
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) {
    if (ruleset >= 0 && restrict_files(ruleset) && root_is_closed()) works |= files_work;
    if (filter_calls(filter) && tracing_is_refused()) works |= calls_work;
  }
  ::_exit(works);
}

int run_trial(int ruleset) {
  const sock_fprog* filter = call_filter(policy::Reach::loopback, false);
  const uid_t uid = ::getuid();
  const gid_t gid = ::getgid();
  const pid_t pid = ::_Fork();
  if (pid < 0) return 0;
  if (pid == 0) try_out(ruleset, filter, uid, gid);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return 0;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

policy::Containment probe() {
  const int abi = landlock_abi();
  const Fd ruleset = abi > 0 ? make_empty_ruleset(abi) : Fd();
  const int works = run_trial(ruleset.get());
  const bool calls = (works & calls_work) != 0;
  return {.landlock = (works & files_work) != 0 ? abi : 0,
          .syscalls = calls,
          // A namespace alone does not stop vsock and the like, so without the filter it does not count.
          .reach = !calls                         ? policy::Reach::open
                   : (works & network_works) != 0 ? policy::Reach::loopback
                                                  : policy::Reach::none,
          .steering = calls && (works & mounts_work) != 0};
}

}  // namespace

policy::Containment probe_containment() {
  static const policy::Containment found = probe();
  return found;
}

}  // namespace warrant::command
