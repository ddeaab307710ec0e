// The parts of the sandbox: what the parent prepares, and what the child puts in force.
#pragma once

#include <warrant/base/fd.hpp>
#include <warrant/base/result.hpp>
#include <warrant/policy/command_effect.hpp>

#include <linux/filter.h>
#include <sys/types.h>

#include <string>

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

// Async-signal-safe, for the child. errno tells why on false.
bool enter_own_network(uid_t uid, gid_t gid) noexcept;
bool restrict_files(int ruleset) noexcept;
bool filter_calls(const sock_fprog* filter) noexcept;
// Whether what was put in force does what it should.
bool root_is_closed() noexcept;
bool tracing_is_refused() noexcept;

}  // namespace warrant::command
