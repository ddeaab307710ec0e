#include "files.hpp"

#include <warrant/base/fd.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

namespace warrant::record {

namespace {

using namespace std::chrono_literals;
constexpr auto kPatience = 10s;

/// The exit status, or nothing when the time ran out and the program was killed.
std::optional<int> wait_for(pid_t child) {
  const auto until = std::chrono::steady_clock::now() + kPatience;
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() >= until) {
      ::kill(child, SIGKILL);
      while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
      return std::nullopt;
    }
    std::this_thread::sleep_for(5ms);
  }
  return status;
}

}  // namespace

Status run_anchor_command(const std::vector<std::string>& argv, const std::string& line) {
  if (argv.empty()) return {};
  // A file in memory instead of a pipe: a program that does not read cannot block or kill the writer.
  const Fd input(::memfd_create("anchor", MFD_CLOEXEC));
  if (!input.is_open()) return fail_errno("cannot make the input of the anchor command");
  WARRANT_CHECK(write_all(input.get(), line + "\n", "anchor command"));
  if (::lseek(input.get(), 0, SEEK_SET) < 0) return fail_errno("cannot rewind the input of the anchor command");

  std::vector<char*> words;
  for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.get(), STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, words.front(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) {
    return fail(Code::unavailable, fmt::format("the anchor command cannot start: {}", std::strerror(failed)), argv[0]);
  }
  const auto status = wait_for(child);
  if (!status) return fail(Code::unavailable, "the anchor command did not end within 10 seconds", argv[0]);
  if (!WIFEXITED(*status) || WEXITSTATUS(*status) != 0) {
    return fail(Code::unavailable, fmt::format("the anchor command failed (wait status {})", *status), argv[0]);
  }
  return {};
}

}  // namespace warrant::record
