// Facts about processes and sockets from /proc.
#pragma once

#include <warrant/base/result.hpp>
#include <warrant/model/server.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace warrant::model {

/// The running process with this number; nullopt when there is none (a zombie is none).
std::optional<ProcessId> process(pid_t pid);
inline bool is_running(const ProcessId& id) { return process(id.pid) == id; }

/// Sends a signal to exactly this process (pidfd_open(2)): false when it is gone.
bool send_signal(const ProcessId& id, int signal);
/// Waits until it is gone. false when it is still there after `limit`.
bool wait_gone(const ProcessId& id, std::chrono::milliseconds limit);

/// Processors that nobody uses now, at least 1: those this process may run on, its cgroup's share, times
/// how idle they are in the next tenth of a second.
int free_processors();

/// A port of 127.0.0.1 that nobody listens on now.
Result<std::uint16_t> free_port();
/// Whether something accepts connections on 127.0.0.1:`port`.
bool is_listening(std::uint16_t port);

}  // namespace warrant::model
