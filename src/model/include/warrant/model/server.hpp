// The llama-server that warrant owns: one for all warrants of a person, started when needed, gone when idle.
#pragma once

#include <warrant/base/dirs.hpp>
#include <warrant/base/fd.hpp>
#include <warrant/base/json.hpp>
#include <warrant/base/result.hpp>

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace warrant::model {

/// What to run. Two plans that differ in program, weights or context are two servers.
struct ServerPlan {
  std::string program;             ///< absolute path of llama-server, or of a launcher that becomes it
  std::string weights;             ///< absolute path of a GGUF file
  std::int64_t context = 8'192;    ///< tokens
  int threads = 0;                 ///< 0: as many as are free, measured at the start
  std::uint16_t port = 0;          ///< 0: any free one
  std::chrono::seconds idle{900};  ///< it ends after so long without a warrant
  std::chrono::milliseconds start_limit{300'000};
};

/// The plan for what `warrant model pull` (tools/fetch-model) put into the cache, with `weights` instead of
/// the default model when given; llama-server from PATH when the cache has none. Errors: not_found,
/// saying how to get what is missing; invalid_argument when `weights` is no file.
Result<ServerPlan> installed_plan(const Dirs& dirs, std::string_view weights = {});

/// A process, named so that another one with the same number is not taken for it.
struct ProcessId {
  pid_t pid;
  std::uint64_t start_time;  ///< clock ticks after boot, proc(5) stat field 22
  bool operator==(const ProcessId&) const = default;
};

struct ServerState {
  ProcessId server;
  ProcessId keeper;  ///< the parent of the server: it ends it when nobody needs it
  std::uint16_t port;
  std::string program;
  std::string weights;
  std::int64_t context;
  int threads;
  std::int64_t started_at_ms;  ///< Unix time

  [[nodiscard]] std::string url() const;
};

/// Evidence that what listens on 127.0.0.1:`port` is `server` and nothing else: the process still is the
/// one with that start time, every listening socket that gets connections to that address (proc(5)
/// net/tcp, net/tcp6) is among its descriptors. Errors: refused when another process is behind the
/// port or it cannot be seen; unavailable when the process or its listener is gone.
Status prove_listener(const ProcessId& server, std::uint16_t port);

/// The right to use the shared server; it does not end while one of these is there. Movable.
class ServerLease {
 public:
  ServerLease(ServerState state, Fd users) : state_(std::move(state)), users_(std::move(users)) {}
  [[nodiscard]] const ServerState& state() const noexcept { return state_; }
  /// prove_listener for this server: before each turn's first request. Errors: as there.
  [[nodiscard]] Status prove() const { return prove_listener(state_.server, state_.port); }

 private:
  ServerState state_;
  Fd users_;
};

/// How far a start is. false from the listener cancels it; the server goes on and ends when idle.
struct StartProgress {
  std::string_view step;  ///< "starting", "loading the model"
  std::chrono::milliseconds passed;
};
using StartListener = std::function<bool(const StartProgress&)>;

/// The server of `plan`: the one that runs, or a new one, loaded and proven. One with another plan is replaced
/// when nobody uses it. Errors: conflict when it is in use with another plan, or when the
/// plan's port is taken ("Another server is not restarted by warrant."); unavailable when it does not start or
/// load, with the end of its log; timed_out; refused when the listener is not provably ours; interrupted; io.
Result<ServerLease> acquire_server(const Dirs& dirs, const ServerPlan& plan, const StartListener& listener = {});

struct ServerStatus {
  ServerState state;
  bool healthy;                ///< it answers /health with ok
  std::optional<Error> doubt;  ///< why it is not provably ours
  bool in_use;
};
/// Errors: io, integrity when the state on disk is not what this program writes.
Result<std::optional<ServerStatus>> server_status(const Dirs& dirs);

enum class InUse : std::uint8_t { keep, stop_anyway };
/// Ends the server: SIGTERM, two seconds, SIGKILL. false when none ran. Only ever the process that was started
/// here. Errors: conflict when it is in use and `in_use` is keep; io, timed_out.
Result<bool> stop_server(const Dirs& dirs, InUse in_use);

/// Where the server's output is kept: at most two files of one MiB.
std::string server_log(const Dirs& dirs);

}  // namespace warrant::model
