#include "keeper.hpp"

#include "process.hpp"

#include <warrant/base/clock.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <utility>

namespace warrant::model {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t log_limit = 1U << 20U;
constexpr std::chrono::milliseconds grace{2'000};

/// The server's output in a file that begins anew, with the last one kept, when it is full.
class BoundedLog {
 public:
  explicit BoundedLog(std::string path) : path_(std::move(path)) { begin(); }

  void write(std::string_view text) {
    if (written_ + text.size() > log_limit) begin();
    // A full disk costs the log, not the server.
    if (file_.is_open() && write_all(file_.get(), text, path_)) written_ += text.size();
  }

 private:
  void begin() {
    static_cast<void>(rename(path_.c_str(), (path_ + ".1").c_str()));
    file_ = Fd(open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
    written_ = 0;
  }

  std::string path_;
  Fd file_;
  std::size_t written_ = 0;
};

/// In the child: becomes the server, or says through `report` why not.
[[noreturn]] void become_server(const std::vector<std::string>& arguments, const std::vector<std::string>& environment,
                                const std::string& folder, int output, int report, pid_t keeper) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::vector<char*> envp;
  for (const std::string& variable : environment) envp.push_back(const_cast<char*>(variable.c_str()));
  envp.push_back(nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);
  // The server ends with the keeper, however that ends; if it ended before this call, at once.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != keeper) _exit(1);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  // llama-server loads libraries that lie in its folder: never a workspace.
  if (chdir(folder.c_str()) == 0) execve(argv[0], argv.data(), envp.data());
  const int error = errno;
  static_cast<void>(!write(report, &error, sizeof error));
  _exit(127);
}

struct Child {
  pid_t pid;
  Fd output;
};

Result<Child> launch_server(const ServerFiles& files, const ServerPlan& plan, const Launch& launch) {
  std::vector<std::string> arguments{plan.program};
  for (std::string& argument : server_arguments(plan, launch)) arguments.push_back(std::move(argument));
  const std::vector<std::string> environment = server_environment();
  std::array<int, 2> output{};
  std::array<int, 2> report{};
  if (pipe2(output.data(), O_CLOEXEC) != 0 || pipe2(report.data(), O_CLOEXEC) != 0)
    return fail_errno("cannot make a pipe");
  Fd output_end(output[0]);
  const Fd output_begin(output[1]);
  const Fd report_end(report[0]);
  Fd report_begin(report[1]);
  const pid_t keeper = getpid();
  const pid_t child = fork();
  if (child < 0) return fail_errno("cannot start a process");
  if (child == 0) become_server(arguments, environment, files.folder, output_begin.get(), report_begin.get(), keeper);
  report_begin.reset();
  int error = 0;
  if (read(report_end.get(), &error, sizeof error) == sizeof error) {
    waitpid(child, nullptr, 0);
    errno = error;
    return fail_errno("cannot start llama-server", plan.program);
  }
  return Child{.pid = child, .output = std::move(output_end)};
}

/// Watches one server until it ends or nobody needs it.
class Keeper {
 public:
  Keeper(const ServerFiles& files, std::chrono::seconds idle, Child child)
      : files_(files),
        idle_(idle),
        child_(std::move(child)),
        log_(files.log()),
        users_(open(files.users().c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {}

  void run(int signals) {
    Clock::time_point needed = Clock::now();
    while (true) {
      std::array<pollfd, 2> waiting{pollfd{.fd = signals, .events = POLLIN, .revents = 0},
                                    pollfd{.fd = child_.output.get(), .events = POLLIN, .revents = 0}};
      poll(waiting.data(), waiting.size(), 500);
      if (waiting[1].revents != 0) copy_output();
      signalfd_siginfo info{};
      const bool told = read(signals, &info, sizeof info) == sizeof info && info.ssi_signo != SIGCHLD;
      if (has_ended()) return end();
      if (told) return end();
      // Whoever uses the server holds the lock shared. Held while ending: a warrant that comes now waits and starts
      // anew.
      if (flock(users_.get(), LOCK_EX | LOCK_NB) != 0) {
        needed = Clock::now();
      } else if (Clock::now() - needed >= idle_) {
        return end();
      } else {
        flock(users_.get(), LOCK_UN);
      }
    }
  }

 private:
  [[nodiscard]] bool has_ended() {
    if (ended_) return true;
    int status = 0;
    if (waitpid(child_.pid, &status, WNOHANG) != child_.pid) return false;
    ended_ = true;
    copy_output();
    if (WIFSIGNALED(status)) log_.write(fmt::format("warrant: the server was ended by signal {}\n", WTERMSIG(status)));
    if (WIFEXITED(status)) log_.write(fmt::format("warrant: the server ended with {}\n", WEXITSTATUS(status)));
    return true;
  }

  void copy_output() {
    std::array<char, 16'384> block{};
    pollfd waiting{.fd = child_.output.get(), .events = POLLIN, .revents = 0};
    while (child_.output.is_open() && poll(&waiting, 1, 0) > 0) {
      const ssize_t got = read(child_.output.get(), block.data(), block.size());
      if (got > 0) log_.write(std::string_view(block.data(), static_cast<std::size_t>(got)));
      if (got == 0) child_.output.reset();
      if (got <= 0) return;
    }
  }

  void end() {
    if (!ended_) kill(child_.pid, SIGTERM);
    for (const auto limit = Clock::now() + grace; !ended_ && Clock::now() < limit; usleep(10'000)) {
      copy_output();
      static_cast<void>(has_ended());
    }
    if (!ended_) {
      kill(child_.pid, SIGKILL);
      waitpid(child_.pid, nullptr, 0);
    }
    unlink(files_.state().c_str());
  }

  const ServerFiles& files_;
  std::chrono::seconds idle_;
  Child child_;
  BoundedLog log_;
  Fd users_;
  bool ended_ = false;
};

/// Nothing of the warrant that made it stays open, least of all its locks and its terminal.
void let_go_of_everything(int keep) {
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (null < 0 || dup2(null, standard) < 0) close(standard);
  }
  const auto own = static_cast<unsigned>(keep);
  if (own > 3) syscall(SYS_close_range, 3U, own - 1, 0U);
  syscall(SYS_close_range, own + 1, ~0U, 0U);
  static_cast<void>(!chdir("/"));
}

int block_signals() {
  sigset_t all;
  sigemptyset(&all);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGCHLD}) sigaddset(&all, signal);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  signal(SIGPIPE, SIG_IGN);
  return signalfd(-1, &all, SFD_CLOEXEC | SFD_NONBLOCK);
}

void say(int report, const Json& value) { static_cast<void>(write_all(report, to_text(value), "report")); }

/// The whole life of the keeper. `report` gets one JSON text: the state, or {"error":{…}}.
void keep(const ServerFiles& files, const ServerPlan& plan, const Launch& launch, Fd report) {
  let_go_of_everything(report.get());
  prctl(PR_SET_NAME, "warrant-keeper");
  const Fd signals(block_signals());
  Result<Child> child = launch_server(files, plan, launch);
  const auto error = [&](const Error& what) {
    say(report.get(), JsonObject{{"error", JsonObject{{"code", to_string(what.code)}, {"message", describe(what)}}}});
  };
  if (!child) return error(child.error());
  const auto server = process(child->pid);
  const auto self = process(getpid());
  if (!server || !self) {
    kill(child->pid, SIGKILL);
    return error({.code = Code::unavailable, .message = "llama-server ended at once", .where = plan.program});
  }
  const ServerState state{.server = *server,
                          .keeper = *self,
                          .port = launch.port,
                          .program = plan.program,
                          .weights = plan.weights,
                          .context = plan.context,
                          .threads = launch.threads,
                          .started_at_ms = system_clock().now_ms()};
  if (const Status written = replace_file(files.state(), to_pretty(to_json(state))); !written) {
    kill(child->pid, SIGKILL);
    waitpid(child->pid, nullptr, 0);
    return error(written.error());
  }
  Keeper keeper(files, plan.idle, std::move(*child));
  say(report.get(), to_json(state));
  report.reset();
  keeper.run(signals.get());
}

}  // namespace

namespace {

/// One flag with its value, if it has one.
struct Flag {
  std::string_view name;
  std::string value;
  bool optional = false;
};

std::vector<Flag> flags_of(const ServerPlan& plan, const Launch& launch) {
  const std::string threads = fmt::format("{}", launch.threads);
  return {{"--host", "127.0.0.1"},
          {"--port", fmt::format("{}", launch.port)},
          {"--model", plan.weights},
          {"--ctx-size", fmt::format("{}", plan.context)},
          {"--parallel", "1"},
          {"--threads", threads},
          {"--threads-batch", threads},
          // A cancel is noticed at the end of a batch: with the usual 2048 that took minutes on two cores.
          {"--batch-size", "256"},
          {"--ubatch-size", "256"},
          {"--no-context-shift", "", true},
          {"--cache-prompt", "", true},
          {"--jinja", "", true},
          {"--reasoning", "off", true},
          {"--sse-ping-interval", "15", true},
          {"--timeout", "3600"},
          // A build that does not know these has no such feature.
          {"--no-agent", "", true},
          {"--no-ui", "", true},
          {"--no-slots", "", true},
          {"--offline", "", true}};
}

}  // namespace

bool is_optional_flag(std::string_view name) {
  const std::vector<Flag> flags = flags_of({.program = {}, .weights = {}}, {.port = 0, .threads = 1});
  return std::ranges::any_of(flags, [&](const Flag& flag) { return flag.optional && flag.name == name; });
}

std::vector<std::string> server_arguments(const ServerPlan& plan, const Launch& launch) {
  std::vector<std::string> arguments;
  for (const Flag& flag : flags_of(plan, launch)) {
    if (std::ranges::find(launch.left_out, flag.name) != launch.left_out.end()) continue;
    arguments.emplace_back(flag.name);
    if (!flag.value.empty()) arguments.push_back(flag.value);
  }
  return arguments;
}

std::vector<std::string> server_environment() {
  std::vector<std::string> environment;
  for (const char* name :
       {"PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES",
        "ROCR_VISIBLE_DEVICES", "GGML_VK_VISIBLE_DEVICES", "XDG_RUNTIME_DIR"}) {
    if (const char* value = std::getenv(name)) environment.push_back(fmt::format("{}={}", name, value));
  }
  return environment;
}

Result<ServerState> start_keeper(const ServerFiles& files, const ServerPlan& plan, const Launch& launch) {
  std::array<int, 2> report{};
  if (pipe2(report.data(), O_CLOEXEC) != 0) return fail_errno("cannot make a pipe");
  Fd report_end(report[0]);
  Fd report_begin(report[1]);
  const pid_t between = fork();
  if (between < 0) return fail_errno("cannot start a process");
  if (between == 0) {
    // Its own session: Ctrl-C on our terminal is not for it. Forked once more, so that nobody must wait for it.
    setsid();
    if (fork() == 0) keep(files, plan, launch, std::move(report_begin));
    _exit(0);
  }
  report_begin.reset();
  waitpid(between, nullptr, 0);
  WARRANT_TRY(text, read_all(report_end.get(), 64U << 10U, "the server's keeper"));
  const Result<Json> value = parse_json(text);
  if (!value) return fail(Code::unavailable, "the keeper of llama-server ended before it could start it");
  if (const Json* error = value->find("error")) {
    return fail(Code::unavailable, std::string(error->text("message")));
  }
  WARRANT_TRY(state, read_state(files));
  if (!state) return fail(Code::unavailable, "llama-server ended at once", files.log());
  return *state;
}

}  // namespace warrant::model
