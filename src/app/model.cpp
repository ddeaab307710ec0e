// warrant model: the model server that warrant owns, and what is installed for it.
#include "subcommands.hpp"

#include <warrant/base/clock.hpp>
#include <warrant/base/dirs.hpp>
#include <warrant/base/fd.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/model/connect.hpp>
#include <warrant/model/server.hpp>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

namespace warrant::app {

namespace {

Status print_json(const Json& json) { return print(to_text(json) + "\n"); }

Result<std::int64_t> number(const Arguments& arguments, std::string_view name, std::int64_t otherwise,
                            std::int64_t least, std::int64_t most) {
  const auto text = arguments.option(name);
  if (!text) return otherwise;
  std::int64_t value = 0;
  const auto read = std::from_chars(text->data(), text->data() + text->size(), value);
  if (read.ec == std::errc() && read.ptr == text->data() + text->size() && value >= least && value <= most)
    return value;
  return fail(Code::invalid_argument, fmt::format("--{} takes a whole number from {} to {}", name, least, most),
              visible(*text, false));
}

model::Endpoint endpoint_of(std::string_view url) {
  const char* key = std::getenv("WARRANT_API_KEY");
  return {.url = std::string(url), .api_key = key == nullptr ? "" : key};
}

// ---------------------------------------------------------------- status

Json server_json(const model::ServerState& state, bool healthy, bool in_use, const std::string& doubt) {
  return JsonObject{{"url", state.url()},
                    {"pid", std::int64_t{state.server.pid}},
                    {"program", state.program},
                    {"weights", state.weights},
                    {"context", state.context},
                    {"threads", state.threads},
                    {"started_at", to_rfc3339(state.started_at_ms)},
                    {"healthy", healthy},
                    {"in_use", in_use},
                    {"proven_ours", doubt.empty()},
                    {"doubt", doubt.empty() ? Json() : Json(doubt)}};
}

Json installed_json(const Result<model::ServerPlan>& plan) {
  if (!plan) return JsonObject{{"program", nullptr}, {"weights", nullptr}, {"missing", describe(plan.error())}};
  return JsonObject{{"program", plan->program}, {"weights", plan->weights}, {"missing", nullptr}};
}

std::string status_text(const std::optional<model::ServerStatus>& status, const Result<model::ServerPlan>& plan) {
  std::string out =
      plan ? fmt::format("installed  {}\n           {}\n", visible(plan->program, false), visible(plan->weights, false))
           : fmt::format("installed  no: {}\n", visible(describe(plan.error()), false));
  if (!status) return out + "server     not running\n";
  const model::ServerState& state = status->state;
  out += fmt::format("server     {}, process {}, {}\n", state.url(), state.server.pid,
                     status->healthy ? "ready" : "not ready");
  out += fmt::format("           {}, context {}, {} thread{}\n", visible(state.weights, false), state.context,
                     state.threads, state.threads == 1 ? "" : "s");
  out +=
      fmt::format("           {}\n", status->in_use ? "in use" : "not in use; it ends by itself when nobody needs it");
  if (status->doubt) out += fmt::format("           NOT PROVEN OURS: {}\n", visible(describe(*status->doubt), false));
  return out;
}

/// What answers at an address that is not ours.
Result<Exit> status_elsewhere(const Arguments& arguments, std::string_view url) {
  WARRANT_TRY(backend, model::inspect(endpoint_of(url)));
  if (arguments.has("json")) {
    WARRANT_CHECK(print_json(JsonObject{{"schema", "warrant.model-connect.v1"},
                                        {"url", url},
                                        {"kind", to_string(backend.kind)},
                                        {"model", backend.model},
                                        {"build", backend.build},
                                        {"context", backend.context},
                                        {"guidance", to_string(backend.guidance)}}));
    return Exit::done;
  }
  WARRANT_CHECK(
      print(fmt::format("{} {} answers with {}\ncalls are held to their forms by: {}\n", to_string(backend.kind),
                        visible(backend.build, false), visible(backend.model, false), to_string(backend.guidance))));
  return Exit::done;
}

Result<Exit> status(const Arguments& arguments) {
  if (const auto url = arguments.option("connect")) return status_elsewhere(arguments, *url);
  WARRANT_TRY(dirs, find_dirs());
  WARRANT_TRY(now, model::server_status(dirs));
  const auto plan = model::installed_plan(dirs);
  if (arguments.has("json")) {
    const std::string doubt = now && now->doubt ? describe(*now->doubt) : std::string();
    WARRANT_CHECK(
        print_json(JsonObject{{"schema", "warrant.model-status.v1"},
                              {"running", now.has_value()},
                              {"server", now ? server_json(now->state, now->healthy, now->in_use, doubt) : Json()},
                              {"installed", installed_json(plan)},
                              {"log", model::server_log(dirs)}}));
  } else {
    WARRANT_CHECK(print(status_text(now, plan)));
  }
  return now && now->doubt ? Exit::failed : Exit::done;
}

// ---------------------------------------------------------------- start and stop

/// One line on the terminal's error stream that says how far the start is.
class StartLine {
 public:
  ~StartLine() {
    if (shown_) std::fputs("\r\x1b[K", stderr);
  }
  bool show(const model::StartProgress& progress) {
    if (isatty(STDERR_FILENO) == 0) return true;
    shown_ = true;
    std::fprintf(stderr, "\r%.*s … %.1f s\x1b[K", static_cast<int>(progress.step.size()), progress.step.data(),
                 static_cast<double>(progress.passed.count()) / 1000);
    return true;
  }

 private:
  bool shown_ = false;
};

Result<Exit> start(const Arguments& arguments) {
  WARRANT_TRY(dirs, find_dirs());
  WARRANT_TRY(plan, model::installed_plan(dirs, arguments.option("model").value_or("")));
  WARRANT_TRY(context, number(arguments, "context", plan.context, 512, 1 << 20));
  WARRANT_TRY(threads, number(arguments, "threads", 0, 1, 1'024));
  WARRANT_TRY(port, number(arguments, "port", 0, 1, UINT16_MAX));
  WARRANT_TRY(idle, number(arguments, "idle", plan.idle.count(), 1, 7 * 24 * 3'600));
  plan.context = context;
  plan.threads = static_cast<int>(threads);
  plan.port = static_cast<std::uint16_t>(port);
  plan.idle = std::chrono::seconds(idle);
  const auto lease = [&] {
    StartLine line;
    return model::acquire_server(dirs, plan, [&](const model::StartProgress& progress) { return line.show(progress); });
  }();
  if (!lease) return fail(lease.error());
  if (arguments.has("json")) {
    WARRANT_CHECK(print_json(
        JsonObject{{"schema", "warrant.model-start.v1"}, {"server", server_json(lease->state(), true, true, "")}}));
  } else {
    WARRANT_CHECK(
        print(fmt::format("{} answers at {} with {} (context {}, {} threads)\n", "llama-server", lease->state().url(),
                          visible(lease->state().weights, false), lease->state().context, lease->state().threads)));
  }
  return Exit::done;
}

Result<Exit> stop(const Arguments& arguments) {
  WARRANT_TRY(dirs, find_dirs());
  const auto in_use = arguments.has("force") ? model::InUse::stop_anyway : model::InUse::keep;
  WARRANT_TRY(stopped, model::stop_server(dirs, in_use));
  if (arguments.has("json")) {
    WARRANT_CHECK(print_json(JsonObject{{"schema", "warrant.model-stop.v1"}, {"stopped", stopped}}));
  } else {
    WARRANT_CHECK(print(stopped ? "the model server has ended\n" : "no model server of warrant was running\n"));
  }
  return Exit::done;
}

// ---------------------------------------------------------------- pull

/// tools/fetch-model of the source tree that this binary was built in, or of the place it is installed in.
Result<std::string> fetch_script() {
  std::error_code problem;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", problem);
  for (const char* place : {"../tools/fetch-model", "../share/warrant/tools/fetch-model"}) {
    const std::filesystem::path script = (self.parent_path() / place).lexically_normal();
    if (!problem && access(script.c_str(), X_OK) == 0) return script.string();
  }
  return fail(Code::not_found,
              "tools/fetch-model is not beside this program. Run it from warrant's source tree, or put a GGUF file "
              "anywhere, llama-server on PATH, and use --model FILE",
              self.string());
}

/// Runs it in our place on the terminal, its standard output on our standard error. Gives its exit status.
Result<int> run_script(const std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) return fail_errno("cannot start a process", arguments.front());
  if (child == 0) {
    dup2(STDERR_FILENO, STDOUT_FILENO);
    execv(argv[0], argv.data());
    _exit(127);
  }
  int ended = 0;
  while (waitpid(child, &ended, 0) < 0) {
    if (errno != EINTR) return fail_errno("cannot wait for a process", arguments.front());
  }
  return WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
}

Result<Exit> pull(const Arguments& arguments) {
  WARRANT_TRY(dirs, find_dirs());
  WARRANT_TRY(script, fetch_script());
  std::vector<std::string> command{script, "server", std::string(arguments.word(0).value_or("default"))};
  if (arguments.has("offline")) command.emplace_back("--offline");
  if (arguments.has("verify")) command.emplace_back("--verify");
  WARRANT_TRY(status, run_script(command));
  if (status == 128 + SIGINT) return Exit::interrupted;
  if (status == 2) return Exit::usage;
  if (status != 0) return Exit::failed;
  const auto plan = model::installed_plan(dirs);
  if (arguments.has("json")) {
    WARRANT_CHECK(print_json(JsonObject{{"schema", "warrant.model-pull.v1"}, {"installed", installed_json(plan)}}));
  } else {
    WARRANT_CHECK(print(status_text(std::nullopt, plan)));
  }
  return Exit::done;
}

}  // namespace

std::vector<Subcommand> model_subcommands() {
  return {
      {.path = "model status",
       .summary = "the model server that warrant owns, and what is installed",
       .examples = "Examples:\n  warrant model status\n  warrant model status --connect http://127.0.0.1:8080\n",
       .positionals = {},
       .options = {{.name = "connect",
                    .value = "URL",
                    .help = "say instead what answers at this address (http on this machine)"},
                   json_option()},
       .run = status},
      {.path = "model start",
       .summary = "start the model server now, so that the next turn finds it loaded",
       .examples =
           "Examples:\n  warrant model start\n  warrant model start --model qwen.gguf --context 16384 --threads 4\n",
       .positionals = {},
       .options =
           {{.name = "model", .value = "FILE", .help = "a GGUF file (default: the model that pull brought)"},
            {.name = "context", .value = "TOKENS", .help = "how much it can read at once (default 8192)"},
            {.name = "threads", .value = "N", .help = "processors it may use (default: those that are free now)"},
            {.name = "port", .value = "PORT", .help = "on 127.0.0.1 (default: any free one)"},
            {.name = "idle", .value = "SECONDS", .help = "it ends after so long without a warrant (default 900)"},
            json_option()},
       .run = start},
      {.path = "model stop",
       .summary = "end the model server; only the one that warrant started",
       .examples = "Examples:\n  warrant model stop\n  warrant model stop --force\n",
       .positionals = {},
       .options = {{.name = "force", .value = "", .help = "although another warrant uses it"}, json_option()},
       .run = stop},
      {.path = "model pull",
       .summary = "bring llama-server and a model into the cache, checked against their digests",
       .examples = "Examples:\n  warrant model pull\n  warrant model pull tiny\n  warrant model pull --offline\n",
       .positionals = {{.name = "MODEL", .help = "default (1.1 GB) or tiny (92 MB, for tests)", .required = false}},
       .options = {{.name = "offline", .value = "", .help = "use only what is in the cache"},
                   {.name = "verify", .value = "", .help = "hash again what is in the cache"},
                   json_option()},
       .run = pull},
  };
}

}  // namespace warrant::app
