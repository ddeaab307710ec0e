#include "http.hpp"
#include "keeper.hpp"
#include "process.hpp"

#include <warrant/base/utf8.hpp>
#include <warrant/model/server.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <thread>
#include <utility>
#include <vector>

namespace warrant::model {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds lock_limit{15'000};
constexpr std::chrono::milliseconds stop_limit{6'000};
constexpr std::chrono::milliseconds step{50};

std::chrono::milliseconds since(Clock::time_point begin) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
}

// ---------------------------------------------------------------- files and locks

/// The folder, made and found to be nobody else's.
Result<ServerFiles> files_of(const Dirs& dirs) {
  WARRANT_CHECK(make_directories(dirs.runtime));
  struct stat facts{};
  if (lstat(dirs.runtime.c_str(), &facts) != 0) return fail_errno("cannot look at the folder", dirs.runtime);
  if (!S_ISDIR(facts.st_mode) || facts.st_uid != geteuid() || (facts.st_mode & 022U) != 0) {
    return fail(Code::integrity, "the folder for the model server must be yours and writable by nobody else",
                dirs.runtime);
  }
  return ServerFiles{.folder = dirs.runtime};
}

Result<Fd> open_lock(const std::string& path) {
  Fd file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file.is_open()) return fail_errno("cannot open the lock", path);
  return file;
}

/// Takes a lock of flock(2) within `limit`. Errors: conflict.
Status take_lock(const Fd& file, int kind, std::chrono::milliseconds limit, const std::string& path) {
  const auto begin = Clock::now();
  while (flock(file.get(), kind | LOCK_NB) != 0) {
    if (since(begin) > limit)
      return fail(Code::conflict, "another warrant holds the model server's lock; try again", path);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return {};
}

// ---------------------------------------------------------------- the state file

const Json* member(const Json& value, std::string_view key) {
  static const Json nothing;
  const Json* found = value.find(key);
  return found == nullptr ? &nothing : found;
}

std::optional<std::int64_t> integer(const Json& value, std::string_view key, std::int64_t least, std::int64_t most) {
  const std::int64_t* number = member(value, key)->integer();
  if (number == nullptr || *number < least || *number > most) return std::nullopt;
  return *number;
}

std::optional<ProcessId> process_in(const Json& value) {
  const auto pid = integer(value, "pid", 1, 1 << 30);
  const auto start = integer(value, "start_time", 0, INT64_MAX);
  if (!pid || !start) return std::nullopt;
  return ProcessId{.pid = static_cast<pid_t>(*pid), .start_time = static_cast<std::uint64_t>(*start)};
}

Json process_json(const ProcessId& id) {
  return JsonObject{{"pid", std::int64_t{id.pid}}, {"start_time", static_cast<std::int64_t>(id.start_time)}};
}

/// The state of a server that still runs; a state that its processes left behind is none.
Result<std::optional<ServerState>> running(const ServerFiles& files) {
  WARRANT_TRY(state, read_state(files));
  if (state && !is_running(state->server)) return std::optional<ServerState>();
  return state;
}

// ---------------------------------------------------------------- starting

bool same_server(const ServerState& state, const ServerPlan& plan) {
  return state.program == plan.program && state.weights == plan.weights && state.context == plan.context &&
         (plan.port == 0 || plan.port == state.port);
}

/// The last lines that llama-server wrote, made safe to show.
std::string log_excerpt(const ServerFiles& files) {
  constexpr std::size_t lines = 8;
  const Result<std::string> text = read_file(files.log(), 4U << 20U);
  if (!text || text->empty()) return "it wrote nothing";
  std::size_t begin = text->size();
  for (std::size_t seen = 0; begin > 0 && seen <= lines; --begin) {
    if ((*text)[begin - 1] == '\n' && ++seen > lines) break;
  }
  return visible(to_valid_utf8(
      std::string_view(*text).substr(std::max(begin, text->size() - std::min<std::size_t>(text->size(), 2'000)))));
}

Status stop_running(const ServerState& state, const ServerFiles& files) {
  // The keeper gives the server two seconds; without one the server is ours to end.
  if (send_signal(state.keeper, SIGTERM)) {
    if (!wait_gone(state.keeper, stop_limit))
      return fail(Code::timed_out, "the model server's keeper does not end", files.state());
  }
  if (send_signal(state.server, SIGTERM) && !wait_gone(state.server, std::chrono::milliseconds(2'000))) {
    send_signal(state.server, SIGKILL);
    if (!wait_gone(state.server, stop_limit))
      return fail(Code::timed_out, "the model server does not end", files.state());
  }
  unlink(files.state().c_str());
  return {};
}

/// Whether nobody but us holds `users`; if so it is ours alone afterwards.
bool alone(const Fd& users) {
  // The keeper looks at the lock too, for a moment, twice a second.
  for (int attempt = 0; attempt < 10; ++attempt) {
    if (flock(users.get(), LOCK_EX | LOCK_NB) == 0) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

/// The optional flag that llama-server just refused: "error: invalid argument: --no-ui".
std::optional<std::string> refused_flag(const ServerFiles& files) {
  constexpr std::string_view words = "invalid argument: ";
  const Result<std::string> text = read_file(files.log(), 4U << 20U);
  const std::size_t at = text ? text->find(words) : std::string::npos;
  if (at == std::string::npos) return std::nullopt;
  const std::string_view rest = std::string_view(*text).substr(at + words.size());
  std::string flag(rest.substr(0, rest.find_first_of(" \r\n")));
  return is_optional_flag(flag) ? std::optional(std::move(flag)) : std::nullopt;
}

Result<ServerState> start(const ServerFiles& files, const ServerPlan& plan, const std::vector<std::string>& left_out) {
  if (plan.port != 0 && is_listening(plan.port)) {
    return fail(Code::conflict, "something listens on this port already. Another server is not restarted by warrant.",
                fmt::format("127.0.0.1:{}", plan.port));
  }
  std::uint16_t port = plan.port;
  if (port == 0) {
    WARRANT_TRY(any, free_port());
    port = any;
  }
  unlink(files.state().c_str());
  return start_keeper(
      files, plan,
      {.port = port, .threads = plan.threads > 0 ? plan.threads : free_processors(), .left_out = left_out});
}

/// The running server of this plan, or a new one.
Result<ServerState> find_or_start(const ServerFiles& files, const ServerPlan& plan,
                                  const std::vector<std::string>& left_out, const Fd& users) {
  WARRANT_TRY(before, running(files));
  if (before && same_server(*before, plan)) return *before;
  if (before) {
    if (!alone(users)) {
      return fail(
          Code::conflict,
          fmt::format("the model server runs with another model or context ({}) and another warrant uses it; wait for "
                      "it, or use --connect",
                      before->weights),
          before->url());
    }
    WARRANT_CHECK(stop_running(*before, files));
  }
  return start(files, plan, left_out);
}

// ---------------------------------------------------------------- health

enum class Health : std::uint8_t { ready, loading, silent };

Health health(const ServerState& state) {
  Result<Address> address = parse_address(state.url(), Reach::this_machine);
  if (!address) return Health::silent;
  Http http(std::move(*address));
  const Limits limits{.connect = std::chrono::milliseconds(500),
                      .idle = std::chrono::milliseconds(5'000),
                      .total = std::chrono::milliseconds(5'000),
                      .response_bytes = 64U << 10U};
  const auto reply = http.fetch({.path = "/health"}, limits);
  if (!reply) return Health::silent;
  return reply->head.status == 200 ? Health::ready : Health::loading;
}

Status wait_until_ready(const ServerState& state, const ServerFiles& files, const ServerPlan& plan,
                        const StartListener& listener) {
  const auto begin = Clock::now();
  while (true) {
    if (!is_running(state.server)) {
      return fail(Code::unavailable,
                  fmt::format("llama-server ended while it started. Its last words:\n{}", log_excerpt(files)),
                  files.log());
    }
    // Only a listener that is ours is asked anything, even whether it is well.
    Status proof = prove_listener(state.server, state.port);
    if (!proof && proof.error().code == Code::refused) return proof;
    const Health now = proof ? health(state) : Health::silent;
    if (now == Health::ready) return {};
    if (since(begin) > plan.start_limit) {
      return fail(Code::timed_out,
                  fmt::format("llama-server was not ready after {} s. Its last words:\n{}",
                              plan.start_limit.count() / 1000, log_excerpt(files)),
                  files.log());
    }
    const bool loading = now == Health::loading;
    if (listener &&
        !listener({.step = loading ? "loading the model" : "starting llama-server", .passed = since(begin)})) {
      return fail(Code::interrupted, "cancelled while the model server starts");
    }
    std::this_thread::sleep_for(step);
  }
}

// ---------------------------------------------------------------- what is installed

bool is_file(const std::string& path) {
  struct stat facts{};
  return stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode);
}

std::optional<std::string> on_path(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::string folder(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    std::string program = fmt::format("{}/{}", folder, name);
    // A relative folder is whatever the workspace holds.
    if (folder.starts_with('/') && is_file(program) && access(program.c_str(), X_OK) == 0) return program;
  }
  return std::nullopt;
}

}  // namespace

std::string ServerState::url() const { return fmt::format("http://127.0.0.1:{}", port); }

Json to_json(const ServerState& state) {
  return JsonObject{{"schema", "warrant.server.v1"},
                    {"server", process_json(state.server)},
                    {"keeper", process_json(state.keeper)},
                    {"port", std::int64_t{state.port}},
                    {"program", state.program},
                    {"weights", state.weights},
                    {"context", state.context},
                    {"threads", state.threads},
                    {"started_at_ms", state.started_at_ms}};
}

Result<std::optional<ServerState>> read_state(const ServerFiles& files) {
  const Result<std::string> text = read_file(files.state(), 64U << 10U);
  if (!text && text.error().code == Code::not_found) return std::optional<ServerState>();
  if (!text) return fail(text.error());
  const auto bad = [&] {
    return fail(Code::integrity,
                "this is not what warrant wrote about its model server; end that server and remove the file",
                files.state());
  };
  const Result<Json> value = parse_json(*text);
  if (!value || value->text("schema") != "warrant.server.v1") return bad();
  const auto server = process_in(*member(*value, "server"));
  const auto keeper = process_in(*member(*value, "keeper"));
  const auto port = integer(*value, "port", 1, UINT16_MAX);
  const auto context = integer(*value, "context", 0, INT64_MAX);
  const auto threads = integer(*value, "threads", 1, 4'096);
  const auto started = integer(*value, "started_at_ms", 0, INT64_MAX);
  if (!server || !keeper || !port || !context || !threads || !started) return bad();
  return std::optional<ServerState>({.server = *server,
                                     .keeper = *keeper,
                                     .port = static_cast<std::uint16_t>(*port),
                                     .program = std::string(value->text("program")),
                                     .weights = std::string(value->text("weights")),
                                     .context = *context,
                                     .threads = static_cast<int>(*threads),
                                     .started_at_ms = *started});
}

std::string server_log(const Dirs& dirs) { return ServerFiles{.folder = dirs.runtime}.log(); }

Result<ServerPlan> installed_plan(const Dirs& dirs, std::string_view weights) {
  constexpr std::string_view remedy = "run `warrant model pull`, or give a server with --connect URL";
  ServerPlan plan{.program = dirs.cache + "/llama-server/llama-server", .weights = std::string(weights)};
  if (!is_file(plan.program)) {
    const auto found = on_path("llama-server");
    if (!found) return fail(Code::not_found, fmt::format("there is no llama-server: {}", remedy), plan.program);
    plan.program = *found;
  }
  if (plan.weights.empty()) {
    plan.weights = fmt::format("{}/models/{}", dirs.cache, WARRANT_DEFAULT_WEIGHTS);
    if (!is_file(plan.weights))
      return fail(Code::not_found, fmt::format("there is no model: {}", remedy), plan.weights);
    return plan;
  }
  char* const absolute = realpath(plan.weights.c_str(), nullptr);
  if (absolute == nullptr) return fail_errno("cannot find the model", plan.weights);
  plan.weights = absolute;
  std::free(absolute);
  if (!is_file(plan.weights)) return fail(Code::invalid_argument, "a model is a GGUF file", plan.weights);
  return plan;
}

Result<ServerLease> acquire_server(const Dirs& dirs, const ServerPlan& plan, const StartListener& listener) {
  WARRANT_TRY(files, files_of(dirs));
  std::vector<std::string> left_out;
  while (true) {
    WARRANT_TRY(starting, open_lock(files.start()));
    WARRANT_CHECK(take_lock(starting, LOCK_EX, lock_limit, files.start()));
    WARRANT_TRY(users, open_lock(files.users()));
    WARRANT_CHECK(take_lock(users, LOCK_SH, lock_limit, files.users()));
    WARRANT_TRY(state, find_or_start(files, plan, left_out, users));
    flock(users.get(), LOCK_SH);  // from alone to one of many
    starting.reset();
    if (const Status ready = wait_until_ready(state, files, plan, listener); !ready) {
      auto flag = is_running(state.server) ? std::nullopt : refused_flag(files);
      if (!flag || std::ranges::find(left_out, *flag) != left_out.end()) return fail(ready.error());
      left_out.push_back(std::move(*flag));
      continue;
    }
    ServerLease lease(std::move(state), std::move(users));
    WARRANT_CHECK(lease.prove());
    return lease;
  }
}

Result<std::optional<ServerStatus>> server_status(const Dirs& dirs) {
  WARRANT_TRY(files, files_of(dirs));
  WARRANT_TRY(state, running(files));
  if (!state) return std::optional<ServerStatus>();
  ServerStatus status{.state = std::move(*state), .healthy = false, .doubt = {}, .in_use = true};
  if (const Status proof = prove_listener(status.state.server, status.state.port); !proof) status.doubt = proof.error();
  status.healthy = !status.doubt && health(status.state) == Health::ready;
  WARRANT_TRY(users, open_lock(files.users()));
  status.in_use = !alone(users);
  return std::optional<ServerStatus>(std::move(status));
}

Result<bool> stop_server(const Dirs& dirs, InUse in_use) {
  WARRANT_TRY(files, files_of(dirs));
  WARRANT_TRY(starting, open_lock(files.start()));
  WARRANT_CHECK(take_lock(starting, LOCK_EX, lock_limit, files.start()));
  WARRANT_TRY(users, open_lock(files.users()));
  WARRANT_TRY(state, running(files));
  if (!state) return false;
  if (!alone(users) && in_use == InUse::keep) {
    return fail(Code::conflict, "another warrant uses the model server: wait for it, or stop it anyway with --force",
                state->url());
  }
  WARRANT_CHECK(stop_running(*state, files));
  return true;
}

}  // namespace warrant::model
