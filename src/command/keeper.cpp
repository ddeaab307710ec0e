// Forked from a process that may have threads and never executes anything: async-signal-safe calls only.
#include "launch.hpp"
#include "processes.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

namespace warrant::command {

namespace {

constexpr std::int64_t kill_patience_ms = 5'000;

std::int64_t now_ms() noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000 + now.tv_nsec / 1'000'000;
}

std::int64_t microseconds(const timeval& time) noexcept { return std::int64_t{time.tv_sec} * 1'000'000 + time.tv_usec; }

struct Keeper {
  const Launch& launch;
  int signals;
  pid_t command;
  bool killing = false;
  std::int64_t kill_deadline = 0;
  int killed = 0;

  void begin_kill() noexcept {
    if (killing) return;
    killing = true;
    kill_deadline = now_ms() + kill_patience_ms;
  }

  [[noreturn]] void end(int survivors) const noexcept {
    send(
        launch.status,
        {.kind = Message::Kind::ended, .first = killed, .second = survivors, .third = 0, .cpu_us = 0, .memory_kib = 0});
    ::_exit(0);
  }

  // Takes up whatever died; ends when no child is left.
  void reap() noexcept {
    while (true) {
      int status = 0;
      rusage usage{};
      const pid_t pid = ::wait4(-1, &status, WNOHANG, &usage);
      if (pid < 0 && errno == EINTR) continue;
      if (pid < 0) end(0);
      if (pid == 0) return;
      if (pid != command) {
        // Every orphan of the tree comes to us, so what we had to kill is counted here, once.
        if (killing && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) ++killed;
        continue;
      }
      send(launch.status, {.kind = Message::Kind::exited,
                           .first = status,
                           .second = 0,
                           .third = 0,
                           .cpu_us = microseconds(usage.ru_utime) + microseconds(usage.ru_stime),
                           .memory_kib = usage.ru_maxrss});
      command = 0;
      begin_kill();
    }
  }

  void obey() noexcept {
    char word = 0;
    const ssize_t got = ::read(launch.control, &word, 1);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (got == 1 && word == 't') {
      // Stopped processes would not see the polite signal.
      signal_descendants(SIGTERM);
      signal_descendants(SIGCONT);
      return;
    }
    begin_kill();
  }

  [[noreturn]] void watch() noexcept {
    pollfd watched[2] = {{.fd = signals, .events = POLLIN, .revents = 0},
                         {.fd = launch.control, .events = POLLIN, .revents = 0}};
    while (true) {
      reap();
      if (killing) {
        kill_descendants();
        reap();
        if (now_ms() > kill_deadline) end(count_descendants());
      }
      // Once killing, the control pipe has nothing more to say and its end would make this loop spin.
      const int ready = ::poll(watched, killing ? 1 : 2, killing ? 10 : -1);
      if (ready <= 0) continue;
      if ((watched[0].revents & POLLIN) != 0) {
        signalfd_siginfo info{};
        [[maybe_unused]] const ssize_t got = ::read(signals, &info, sizeof info);
      }
      if (!killing && watched[1].revents != 0) obey();
    }
  }
};

// All but the four descriptors it works with, which it first moves out of the way of one another.
void close_others(const Launch& launch) noexcept {
  const int kept[] = {launch.directory, launch.null, launch.output, launch.status, launch.control, launch.ruleset};
  unsigned from = 0;
  while (true) {
    int next = -1;
    for (const int fd : kept) {
      if (fd >= static_cast<int>(from) && (next < 0 || fd < next)) next = fd;
    }
    if (next < 0) break;
    if (static_cast<unsigned>(next) > from) ::close_range(from, static_cast<unsigned>(next) - 1, 0);
    from = static_cast<unsigned>(next) + 1;
  }
  ::close_range(from, ~0U, 0);
}

}  // namespace

void send(int status, const Message& message) noexcept {
  ssize_t put = -1;
  do {
    put = ::write(status, &message, sizeof message);
  } while (put < 0 && errno == EINTR);
}

void keep(const Launch& launch) noexcept {
  const auto failed = [&](Step step) {
    send(launch.status, {.kind = Message::Kind::failed,
                         .first = static_cast<std::int32_t>(step),
                         .second = errno,
                         .third = 0,
                         .cpu_us = 0,
                         .memory_kib = 0});
    ::_exit(1);
  };
  ::prctl(PR_SET_NAME, "warrant-keeper", 0, 0, 0);
  close_others(launch);
  if (::setsid() < 0 || ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) failed(Step::session);
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  // An ignored SIGCHLD, inherited from whoever started us, would take the wait status away.
  struct sigaction standard{};
  standard.sa_handler = SIG_DFL;
  ::sigaction(SIGCHLD, &standard, nullptr);
  sigset_t child;
  ::sigemptyset(&child);
  ::sigaddset(&child, SIGCHLD);
  const int signals = ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
  if (signals < 0) failed(Step::session);
  // The child shares this memory until it executes: copying the page tables a second time would cost a third of the
  // launch. It only calls the kernel and never returns.
  const pid_t pid = ::vfork();  // NOLINT(*-security.insecureAPI.vfork,bugprone-unsafe-functions)
  if (pid < 0) failed(Step::fork);
  if (pid == 0) become_command(launch);  // NOLINT(clang-analyzer-unix.Vfork): it ends in exec or _exit
  ::close(launch.output);
  ::close(launch.directory);
  if (launch.ruleset >= 0) ::close(launch.ruleset);
  send(launch.status,
       {.kind = Message::Kind::started, .first = pid, .second = 0, .third = 0, .cpu_us = 0, .memory_kib = 0});
  Keeper keeper{.launch = launch, .signals = signals, .command = pid};
  keeper.watch();
}

}  // namespace warrant::command
