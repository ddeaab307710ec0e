#include "launch.hpp"
#include "output.hpp"
#include "sandbox.hpp"
#include "temporary.hpp"

#include <warrant/base/clock.hpp>
#include <warrant/base/fd.hpp>
#include <warrant/base/match.hpp>
#include <warrant/command/run.hpp>
#include <warrant/command/trust.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

namespace warrant::command {

namespace {

struct Pipe {
  Fd read;
  Fd write;
};

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail_errno("cannot make a pipe");
  return Pipe{.read = Fd(ends[0]), .write = Fd(ends[1])};
}

Status check_words(const policy::RunCommand& effect) {
  const auto has_nul = [](const std::string& text) { return text.find('\0') != std::string::npos; };
  if (effect.argv.empty() || !effect.program.starts_with('/') || !effect.cwd.starts_with('/')) {
    return fail(Code::invalid_argument, "a command needs an absolute program, a directory and argv[0]", effect.profile);
  }
  if (has_nul(effect.program) || has_nul(effect.cwd) || std::any_of(effect.argv.begin(), effect.argv.end(), has_nul) ||
      std::any_of(effect.environment.begin(), effect.environment.end(), has_nul)) {
    return fail(Code::invalid_argument, "a word of the command holds a NUL byte", effect.profile);
  }
  return {};
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  out.reserve(texts.size() + 1);
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

std::unexpected<Error> stopped_early(const policy::RunCommand& effect) {
  return fail(Code::interrupted, "stopped before the command started", effect.program);
}

// Signals stay blocked over the fork, so that no handler of ours runs in the child.
pid_t fork_keeper(const Launch& launch) {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = ::_Fork();
  if (pid == 0) keep(launch);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return pid;
}

/// What the messages said so far.
struct Told {
  std::optional<pid_t> command = {};
  std::optional<policy::Containment> contained = {};
  std::optional<Message> failed = {};
  std::optional<Message> exited = {};
  std::optional<Message> ended = {};

  void take(const Message& message) {
    switch (message.kind) {
      case Message::Kind::started: command = message.first; break;
      case Message::Kind::contained:
        contained = policy::Containment{.landlock = message.first,
                                        .syscalls = (message.third & 1) != 0,
                                        .reach = static_cast<policy::Reach>(message.second),
                                        .steering = (message.third & 2) != 0};
        break;
      case Message::Kind::failed: failed = message; break;
      case Message::Kind::exited: exited = message; break;
      case Message::Kind::ended: ended = message; break;
    }
  }
};

/// One run, from the fork to the end of its last process.
class Run {
 public:
  Run(const policy::RunCommand& effect, const RunPorts& ports, Pipe output, Pipe status, Pipe control, Fd stop)
      : effect_(effect),
        ports_(ports),
        output_(std::move(output)),
        status_(std::move(status)),
        control_(std::move(control)),
        stop_(std::move(stop)),
        kept_(static_cast<std::size_t>(effect.limits.output_head),
              static_cast<std::size_t>(effect.limits.output_tail)) {}

  Launch complete(Launch launch) const {
    launch.output = output_.write.get();
    launch.status = status_.write.get();
    launch.control = control_.read.get();
    return launch;
  }

  Result<RunReceipt> follow(pid_t keeper) {
    output_.write.reset();
    status_.write.reset();
    control_.read.reset();
    started_ = system_clock().monotonic();
    const std::stop_callback wake(ports_.stop, [this] {
      const std::uint64_t one = 1;
      [[maybe_unused]] const ssize_t put = ::write(stop_.get(), &one, sizeof one);
    });
    while (!keeper_gone_) step();
    control_.write.reset();
    if (!told_.ended) end_without_keeper(keeper);
    int ignored = 0;
    while (::waitpid(keeper, &ignored, 0) < 0 && errno == EINTR) {}
    drain_rest();
    return receipt();
  }

 private:
  enum class Phase : std::uint8_t { running, asked, killing };

  [[nodiscard]] std::int64_t elapsed_ms() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(system_clock().monotonic() - started_).count();
  }

  void step() {
    std::array<pollfd, 3> watched = {
        {{.fd = status_.read.get(), .events = POLLIN, .revents = 0},
         {.fd = output_open_ ? output_.read.get() : -1, .events = POLLIN, .revents = 0},
         {.fd = phase_ == Phase::running ? stop_.get() : -1, .events = POLLIN, .revents = 0}}};
    const std::int64_t wait = std::clamp<std::int64_t>(deadline_ms_() - elapsed_ms(), 0, 60'000);
    const int ready = ::poll(watched.data(), watched.size(), static_cast<int>(wait));
    if (ready > 0) {
      if (watched[1].revents != 0) drain();
      if (watched[0].revents != 0) listen();
      if (watched[2].revents != 0) ask_to_end(Cancelled{});
    }
    if (elapsed_ms() >= deadline_ms_()) press();
  }

  [[nodiscard]] std::int64_t deadline_ms_() const {
    switch (phase_) {
      case Phase::running: return effect_.limits.wall_ms;
      case Phase::asked: return asked_at_ + effect_.limits.grace_ms;
      case Phase::killing: break;
    }
    constexpr std::int64_t keeper_patience_ms = 10'000;
    return killed_at_ + keeper_patience_ms;
  }

  // The next stronger means, when the deadline of the last one is over.
  void press() {
    switch (phase_) {
      case Phase::running: ask_to_end(TimedOut{}); return;
      case Phase::asked:
        phase_ = Phase::killing;
        killed_at_ = elapsed_ms();
        order('k');
        return;
      case Phase::killing: keeper_gone_ = true; return;
    }
  }

  void ask_to_end(Ending why) {
    // A command that had already ended has ended by itself, and only its remains are being killed.
    if (!told_.exited) cause_ = std::move(why);
    phase_ = Phase::asked;
    asked_at_ = elapsed_ms();
    order('t');
  }

  void order(char word) const { [[maybe_unused]] const ssize_t put = ::write(control_.write.get(), &word, 1); }

  void drain() {
    std::array<char, 65'536> buffer;
    const ssize_t got = ::read(output_.read.get(), buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (got <= 0) {
      output_open_ = false;
      return;
    }
    const std::string_view piece(buffer.data(), static_cast<std::size_t>(got));
    kept_.add(piece);
    if (ports_.sink) ports_.sink(piece);
  }

  void listen() {
    Message message{};
    const ssize_t got = ::read(status_.read.get(), &message, sizeof message);
    if (got < 0 && errno == EINTR) return;
    if (got != static_cast<ssize_t>(sizeof message)) {
      keeper_gone_ = true;
    } else {
      told_.take(message);
    }
  }

  // After the tree is gone only a descriptor that was passed to a stranger keeps the pipe open, so nothing waits here.
  void drain_rest() {
    ::fcntl(output_.read.get(), F_SETFL, O_NONBLOCK);
    while (output_open_) {
      pollfd waiting{.fd = output_.read.get(), .events = POLLIN, .revents = 0};
      if (::poll(&waiting, 1, 0) <= 0) return;
      drain();
    }
  }

  // Somebody killed the keeper. What is left is to end its process group and session.
  void end_without_keeper(pid_t keeper) const {
    ::kill(keeper, SIGKILL);
    if (told_.command) ::kill(-*told_.command, SIGKILL);
  }

  Result<RunReceipt> receipt() {
    if (told_.failed) return launch_error(*told_.failed);
    if (!told_.contained && cause_ && std::holds_alternative<Cancelled>(*cause_)) return stopped_early(effect_);
    if (!told_.contained) {
      return fail(Code::internal, "the process that starts the command was lost before it started", effect_.program);
    }
    std::optional<Ending> ending = cause_;
    if (!ending && told_.exited) {
      const int status = told_.exited->first;
      ending = WIFSIGNALED(status) ? Ending(Signalled{WTERMSIG(status)}) : Ending(Exited{WEXITSTATUS(status)});
    }
    if (!ending) ending = Signalled{SIGKILL};
    const bool survivors = told_.ended && told_.ended->second > 0;
    const auto killed = static_cast<std::size_t>(told_.ended ? told_.ended->first : 0);
    return RunReceipt{.effect = digest_of(effect_),
                      .ending = *ending,
                      .output = kept_.finish(),
                      .duration = system_clock().monotonic() - started_,
                      .tree = !told_.ended ? Tree::unknown
                              : survivors  ? Tree::survived
                              : killed > 0 ? Tree::killed
                                           : Tree::ended,
                      .killed = killed,
                      .contained = *told_.contained,
                      .cpu_us = told_.exited ? told_.exited->cpu_us : 0,
                      .memory_kib = told_.exited ? told_.exited->memory_kib : 0};
  }

  [[nodiscard]] std::unexpected<Error> launch_error(const Message& failed) const {
    const auto step = static_cast<Step>(failed.first);
    const bool sandbox =
        step == Step::namespaces || step == Step::steering || step == Step::files || step == Step::calls;
    const Code code = sandbox                   ? Code::unsupported
                      : failed.second == ENOENT ? Code::not_found
                      : failed.second == E2BIG  ? Code::too_large
                                                : Code::io;
    return fail(code, fmt::format("the command was not started: {}: {}", to_string(step), std::strerror(failed.second)),
                effect_.program);
  }

  const policy::RunCommand& effect_;
  const RunPorts& ports_;
  Pipe output_;
  Pipe status_;
  Pipe control_;
  Fd stop_;
  Keeping kept_;
  Told told_;
  std::chrono::nanoseconds started_{};
  Phase phase_ = Phase::running;
  std::optional<Ending> cause_;
  std::int64_t asked_at_ = 0;
  std::int64_t killed_at_ = 0;
  bool output_open_ = true;
  bool keeper_gone_ = false;
};

}  // namespace

const char* to_string(Step step) noexcept {
  switch (step) {
    case Step::fork: return "making a process";
    case Step::session: return "making a session of its own";
    case Step::directory: return "entering the workspace";
    case Step::standard_streams: return "connecting its input and output";
    case Step::limits: return "setting its limits";
    case Step::namespaces: return "making its own network and mounts";
    case Step::steering: return "making the workspace's steering files read-only";
    case Step::privileges: return "giving up privileges";
    case Step::files: return "restricting its files";
    case Step::calls: return "filtering its system calls";
    case Step::exec: return "executing the program";
  }
  return "starting";
}

Result<RunReceipt> run(policy::Warrant<policy::RunCommand>&& warrant, const RunPorts& ports) {
  if (!warrant.live()) return fail(Code::refused, "this warrant was already used", warrant.ruling_id());
  const policy::Warrant<policy::RunCommand> used = std::move(warrant);
  const policy::RunCommand& effect = used.effect();
  WARRANT_CHECK(check_words(effect));
  if (effect.pin) WARRANT_CHECK(check_pin(effect.cwd, ports.state, *effect.pin));
  if (ports.stop.stop_requested()) return stopped_early(effect);
  const Fd directory(::open(effect.cwd.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!directory.is_open()) return fail_errno("cannot open the workspace", effect.cwd);
  const Fd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!null.is_open()) return fail_errno("cannot open", "/dev/null");
  WARRANT_TRY(temporary, Temporary::make());
  Fd ruleset;
  if (effect.containment.landlock > 0) {
    WARRANT_TRY(made, make_ruleset(effect, directory.get(), temporary.path()));
    ruleset = std::move(made);
  }
  std::vector<std::string> steering;
  if (effect.containment.steering) steering = steering_files(effect.cwd, directory.get());
  const std::vector<char*> steering_pointers = pointers(steering);
  std::vector<std::string> argv = effect.argv;
  std::vector<std::string> environment = effect.environment;
  environment.push_back("TMPDIR=" + temporary.path());
  const std::vector<char*> argv_pointers = pointers(argv);
  const std::vector<char*> environment_pointers = pointers(environment);
  WARRANT_TRY(output, make_pipe());
  WARRANT_TRY(status, make_pipe());
  WARRANT_TRY(control, make_pipe());
  Fd stop(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!stop.is_open()) return fail_errno("cannot make an event descriptor");
  Run one(effect, ports, std::move(output), std::move(status), std::move(control), std::move(stop));
  const Launch launch = one.complete(
      {.program = effect.program.c_str(),
       .argv = argv_pointers.data(),
       .environment = environment_pointers.data(),
       .directory = directory.get(),
       .null = null.get(),
       .output = -1,
       .status = -1,
       .control = -1,
       .ruleset = ruleset.get(),
       .filter = effect.containment.syscalls ? call_filter(effect.containment.reach, effect.containment.landlock > 0)
                                             : nullptr,
       .steering = steering_pointers.data(),
       .containment = effect.containment,
       .limits = effect.limits,
       .uid = ::getuid(),
       .gid = ::getgid()});
  const pid_t keeper = fork_keeper(launch);
  if (keeper < 0) return fail_errno("cannot make a process", effect.program);
  return one.follow(keeper);
}

std::string describe(const Ending& ending) {
  return match(
      ending, [](const Exited& exited) { return fmt::format("exit code {}", exited.code); },
      [](const Signalled& signalled) {
        const char* name = ::sigabbrev_np(signalled.signal);
        return fmt::format("killed by signal {} (SIG{})", signalled.signal, name != nullptr ? name : "?");
      },
      [](const TimedOut&) { return std::string("timed out"); },
      [](const Cancelled&) { return std::string("cancelled"); });
}

std::string_view to_string(Tree tree) noexcept {
  switch (tree) {
    case Tree::ended: return "ended";
    case Tree::killed: return "killed";
    case Tree::survived: return "survived";
    case Tree::unknown: return "unknown";
  }
  return "unknown";
}

}  // namespace warrant::command
