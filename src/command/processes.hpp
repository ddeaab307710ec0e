// The descendants of the calling process, found by reading /proc. Async-signal-safe; for a process with one thread.
#pragma once

namespace warrant::command {

/// Sends `signal` to every living descendant once.
void signal_descendants(int signal) noexcept;

/// Stops and then kills every descendant, looking again until no new one shows up, so that a process that forks while
/// it is looked for does not get away.
void kill_descendants() noexcept;

/// How many are alive now.
int count_descendants() noexcept;

}  // namespace warrant::command
