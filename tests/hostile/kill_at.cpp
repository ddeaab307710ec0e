// kill_at N COMMAND…: runs the command and kills it with SIGKILL when its first thread enters its N-th system call.
// Ends with 0 when it was killed, else with 1 and the command's exit code on standard error: then it ended before.
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>

int main(int count, char** words) {
  unsigned long wanted = 0;
  if (count < 3 || std::from_chars(words[1], words[1] + std::strlen(words[1]), wanted).ec != std::errc() ||
      wanted == 0) {
    std::fprintf(stderr, "usage: kill_at N COMMAND…\n");
    return 2;
  }
  const pid_t child = ::fork();
  if (child == 0) {
    ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    ::execv(words[2], words + 2);
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(child, &status, 0);  // stopped by exec
  ::ptrace(PTRACE_SETOPTIONS, child, nullptr, PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD);
  // Each call stops twice, on entry and on return. Other threads are not traced and run on.
  int pass_on = 0;
  for (unsigned long stops = 0; stops < 2 * wanted - 1;) {
    ::ptrace(PTRACE_SYSCALL, child, nullptr, pass_on);
    if (::waitpid(child, &status, 0) < 0 || WIFEXITED(status) || WIFSIGNALED(status)) {
      std::fprintf(stderr, "%d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128);
      return 1;
    }
    const bool at_call = WSTOPSIG(status) == (SIGTRAP | 0x80);
    pass_on = at_call || WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
    if (at_call) ++stops;
  }
  ::kill(child, SIGKILL);
  while (::waitpid(child, &status, 0) >= 0 && !WIFSIGNALED(status) && !WIFEXITED(status)) {}
  return 0;
}
