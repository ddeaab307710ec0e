// The parts of the sandbox: what the parent prepares, and what the child puts in force.
#pragma once

#include <warrant/base/fd.hpp>
#include <warrant/base/result.hpp>
#include <warrant/policy/command_effect.hpp>

#include <linux/filter.h>
#include <sys/types.h>

#include <string>
#include <vector>

namespace warrant::command {

/// The Landlock ABI of this kernel, 0 when there is none or it is switched off. Source: man 7 landlock and
/// linux/landlock.h; the constants are our own, because older headers lack the newer ones.
int landlock_abi() noexcept;

/// A Landlock ruleset for the effect: system directories and `reads` readable and executable, `writes` and `temporary`
/// changeable; nothing else. With ABI 6 the command can also not signal processes outside its tree, nor reach abstract
/// sockets. Directories among `writes` that end in '/' are made when they are absent. Paths beneath the working
/// directory are opened without leaving it. Errors: io.
Result<Fd> make_ruleset(const policy::RunCommand& effect, int directory, const std::string& temporary);

/// A ruleset that allows nothing, for trying out. Not open when the kernel does not make it.
Fd make_empty_ruleset(int abi) noexcept;

/// The system call filter for this reach; lives for the whole process. Tracing stays allowed under Landlock, which
/// confines it to the tree itself (leak checkers of test runs need it).
const sock_fprog* call_filter(policy::Reach reach, bool landlock);

/// The files at the top of the workspace that steer what runs later (.git, .warrant, .envrc, hooks, editor tasks), as
/// far as they are there and are no symbolic links; absolute paths.
std::vector<std::string> steering_files(const std::string& root, int directory);

struct Namespaces {
  bool network;
  bool mounts;
};

// Async-signal-safe, for the child. errno tells why on false.
/// Own namespaces; without the privilege for them together with a user namespace, in which the person keeps their
/// number and is nobody else. In an own network the loopback interface is up.
bool enter_namespaces(Namespaces wanted, uid_t uid, gid_t gid) noexcept;
/// Mounts each path over itself, read-only, seen by this process and its children only.
bool make_read_only(const char* const* paths) noexcept;
bool restrict_files(int ruleset) noexcept;
bool filter_calls(const sock_fprog* filter) noexcept;
// Whether what was put in force does what it should.
bool root_is_closed() noexcept;
bool tracing_is_refused() noexcept;

}  // namespace warrant::command
