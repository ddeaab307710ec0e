#include "probe.hpp"

#include <warrant/base/dirs.hpp>
#include <warrant/base/fd.hpp>
#include <warrant/model/server.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <string_view>
#include <utility>

namespace warrant::app {

namespace {

constexpr const char* mend = "warrant model pull, or use --model FILE or --connect URL";

// Every GGUF file begins with these four bytes (ggml/docs/gguf.md).
bool is_gguf(const std::string& path) {
  const Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  char magic[4] = {};
  return fd.is_open() && ::read(fd.get(), magic, sizeof magic) == 4 && std::string_view(magic, 4) == "GGUF";
}

Finding probe_weights(const Dirs& dirs) {
  const auto plan = model::installed_plan(dirs);
  if (!plan) return {.part = "model.weights", .state = State::fail, .found = describe(plan.error()), .mend = mend};
  if (!is_gguf(plan->weights)) {
    return {.part = "model.weights",
            .state = State::fail,
            .found = plan->weights + " is no GGUF file",
            .mend = "remove it, then: " + std::string(mend)};
  }
  return {.part = "model.weights", .state = State::pass, .found = plan->weights, .mend = {}};
}

Finding probe_running(const Dirs& dirs) {
  const auto status = model::server_status(dirs);
  const std::string part = "model.running";
  if (!status) {
    return {.part = part, .state = State::fail, .found = describe(status.error()), .mend = "warrant model stop"};
  }
  if (!*status) return {.part = part, .state = State::skip, .found = "none; it starts with the next turn", .mend = {}};
  const model::ServerStatus& running = **status;
  if (running.doubt) {
    return {.part = part, .state = State::fail, .found = describe(*running.doubt), .mend = "warrant model stop"};
  }
  if (!running.healthy) {
    return {.part = part,
            .state = State::warn,
            .found = running.state.url() + " does not answer yet",
            .mend = "wait, or look into " + model::server_log(dirs)};
  }
  return {.part = part, .state = State::pass, .found = running.state.url(), .mend = {}};
}

}  // namespace

std::vector<Finding> probe_model() {
  const auto dirs = find_dirs();
  if (!dirs) return {{.part = "model.server", .state = State::skip, .found = "no directories to look in", .mend = {}}};
  // Any file will do for the weights here: only the program is asked for.
  const auto server = model::installed_plan(*dirs, "/proc/self/exe");
  if (!server) {
    return {{.part = "model.server", .state = State::fail, .found = describe(server.error()), .mend = mend}};
  }
  return {{.part = "model.server", .state = State::pass, .found = server->program, .mend = {}},
          probe_weights(*dirs),
          probe_running(*dirs)};
}

}  // namespace warrant::app
