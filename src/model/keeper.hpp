// The process that starts llama-server, watches it and ends it. It is the server's parent and outlives the
// warrant that made it, so that others can go on using the server.
#pragma once

#include <warrant/base/json.hpp>
#include <warrant/base/result.hpp>
#include <warrant/model/server.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::model {

/// Where the shared server's files are, beneath Dirs::runtime. All are the person's own (mode 600 in 700).
struct ServerFiles {
  std::string folder;
  [[nodiscard]] std::string state() const { return folder + "/server.json"; }
  [[nodiscard]] std::string log() const { return folder + "/server.log"; }
  /// Held shared by every warrant that uses the server, exclusively by whoever ends it.
  [[nodiscard]] std::string users() const { return folder + "/users.lock"; }
  /// Held while a server is looked for and started.
  [[nodiscard]] std::string start() const { return folder + "/start.lock"; }
};

/// The state file. Errors of reading: integrity.
Json to_json(const ServerState& state);
Result<std::optional<ServerState>> read_state(const ServerFiles& files);

/// How the plan is carried out.
struct Launch {
  std::uint16_t port;
  int threads;
  std::vector<std::string> left_out = {};  ///< optional flags that this build of llama-server does not know
};

/// Flags that only turn off what a build without them does not have, or tune it.
bool is_optional_flag(std::string_view flag);
/// The arguments after the program: every flag that is relied on, though it be the default of today.
std::vector<std::string> server_arguments(const ServerPlan& plan, const Launch& launch);
/// What llama-server gets of our environment: neither its own settings (LLAMA_ARG_TOOLS would give it tools)
/// nor anybody's secrets.
std::vector<std::string> server_environment();

/// Starts the keeper with the server and waits until the server's program runs and its state is written. Errors: what
/// kept the program from starting.
Result<ServerState> start_keeper(const ServerFiles& files, const ServerPlan& plan, const Launch& launch);

}  // namespace warrant::model
