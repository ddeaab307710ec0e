// Runs in the child: async-signal-safe calls only.
#include "sandbox.hpp"

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

namespace warrant::command {

namespace {

bool write_file(const char* path, const char* text, std::size_t size) noexcept {
  const int fd = ::open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool written = ::write(fd, text, size) == static_cast<ssize_t>(size);
  ::close(fd);
  return written;
}

// "id id 1": the person keeps their own number inside (man 7 user_namespaces).
bool map_id(const char* path, unsigned id) noexcept {
  char text[48];
  std::size_t at = 0;
  for (int twice = 0; twice < 2; ++twice) {
    char digits[12];
    std::size_t count = 0;
    for (unsigned rest = id; count == 0 || rest > 0; rest /= 10) digits[count++] = static_cast<char>('0' + rest % 10);
    while (count > 0) text[at++] = digits[--count];
    text[at++] = ' ';
  }
  text[at++] = '1';
  return write_file(path, text, at);
}

bool raise_loopback() noexcept {
  const int fd = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return false;
  ifreq request{};
  std::memcpy(request.ifr_name, "lo", 3);
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  const bool raised = ::ioctl(fd, SIOCSIFFLAGS, &request) == 0;
  ::close(fd);
  return raised;
}

}  // namespace

bool enter_namespaces(Namespaces wanted, uid_t uid, gid_t gid) noexcept {
  const int flags = (wanted.network ? CLONE_NEWNET : 0) | (wanted.mounts ? CLONE_NEWNS : 0);
  if (flags == 0) return true;
  if (::unshare(flags) != 0) {
    if (errno != EPERM) return false;
    if (::unshare(CLONE_NEWUSER | flags) != 0) return false;
    if (!write_file("/proc/self/setgroups", "deny", 4) || !map_id("/proc/self/uid_map", uid) ||
        !map_id("/proc/self/gid_map", gid)) {
      return false;
    }
  }
  // Nothing that is mounted here may show outside.
  if (wanted.mounts && ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  return !wanted.network || raise_loopback();
}

}  // namespace warrant::command
