#include "processes.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace warrant::command {

namespace {

struct Process {
  pid_t pid;
  pid_t parent;
  bool ours;
  bool dead;  ///< a zombie: nothing to do but wait for it
};

// A forked keeper works on its own copy of this memory. What does not fit is found in the next round, when those
// before it are dead.
constexpr std::size_t capacity = 16'384;
Process table[capacity];
std::size_t filled = 0;
pid_t stopped[capacity];
std::size_t stopped_count = 0;

// struct linux_dirent64 of man 2 getdents.
struct DirectoryEntry {
  std::uint64_t inode;
  std::int64_t offset;
  std::uint16_t length;
  std::uint8_t type;
  char name[1];
};

pid_t to_number(const char* text) noexcept {
  pid_t value = 0;
  if (*text == '\0') return 0;
  for (; *text != '\0'; ++text) {
    if (*text < '0' || *text > '9' || value > 100'000'000) return 0;
    value = value * 10 + (*text - '0');
  }
  return value;
}

// /proc/PID/stat is "pid (name) state ppid …", and the name may hold anything, so the last ')' counts (man 5 proc).
bool read_process(int proc, const char* name, Process& out) noexcept {
  char path[32];
  const std::size_t length = std::strlen(name);
  if (length > 16) return false;
  std::copy_n("/stat", sizeof "/stat", std::copy_n(name, length, path));
  const int fd = ::openat(proc, path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  char text[512];
  const ssize_t got = ::read(fd, text, sizeof text - 1);
  ::close(fd);
  if (got <= 0) return false;
  text[got] = '\0';
  const char* at = std::strrchr(text, ')');
  if (at == nullptr || at[1] != ' ' || at[2] == '\0' || at[3] != ' ') return false;
  out.dead = at[2] == 'Z' || at[2] == 'X';
  pid_t parent = 0;
  for (at += 4; *at >= '0' && *at <= '9'; ++at) parent = parent * 10 + (*at - '0');
  out.parent = parent;
  return true;
}

void read_all_processes() noexcept {
  filled = 0;
  const int proc = ::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (proc < 0) return;
  alignas(DirectoryEntry) char buffer[16'384];
  while (filled < capacity) {
    const long got = ::syscall(SYS_getdents64, proc, buffer, sizeof buffer);
    if (got <= 0) break;
    for (long at = 0; at < got && filled < capacity;) {
      const auto* entry = reinterpret_cast<const DirectoryEntry*>(buffer + at);
      at += entry->length;
      Process process{.pid = to_number(entry->name), .parent = 0, .ours = false, .dead = false};
      if (process.pid > 0 && read_process(proc, entry->name, process)) table[filled++] = process;
    }
  }
  ::close(proc);
}

bool is_ours(pid_t parent) noexcept {
  for (std::size_t i = 0; i < filled; ++i) {
    if (table[i].pid == parent) return table[i].ours;
  }
  return false;
}

// Children usually have larger numbers than their parents, so one or two passes do.
void find_descendants() noexcept {
  read_all_processes();
  const pid_t self = ::getpid();
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < filled; ++i) {
      Process& process = table[i];
      if (process.ours || process.pid == self || (process.parent != self && !is_ours(process.parent))) continue;
      process.ours = true;
      changed = true;
    }
  }
}

bool was_stopped(pid_t pid) noexcept {
  for (std::size_t i = 0; i < stopped_count; ++i) {
    if (stopped[i] == pid) return true;
  }
  return false;
}

// Stops what is alive and not yet stopped; gives back whether there was any.
bool stop_new_ones() noexcept {
  find_descendants();
  bool any = false;
  for (std::size_t i = 0; i < filled && stopped_count < capacity; ++i) {
    if (!table[i].ours || table[i].dead || was_stopped(table[i].pid)) continue;
    ::kill(table[i].pid, SIGSTOP);
    stopped[stopped_count++] = table[i].pid;
    any = true;
  }
  return any;
}

}  // namespace

void signal_descendants(int signal) noexcept {
  find_descendants();
  for (std::size_t i = 0; i < filled; ++i) {
    if (table[i].ours && !table[i].dead) ::kill(table[i].pid, signal);
  }
}

void kill_descendants() noexcept {
  constexpr int most_rounds = 64;
  stopped_count = 0;
  for (int round = 0; round < most_rounds && stop_new_ones(); ++round) {}
  for (std::size_t i = 0; i < stopped_count; ++i) ::kill(stopped[i], SIGKILL);
}

int count_descendants() noexcept {
  find_descendants();
  int count = 0;
  for (std::size_t i = 0; i < filled; ++i) count += table[i].ours && !table[i].dead ? 1 : 0;
  return count;
}

}  // namespace warrant::command
