#include "warrant/base/fd.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>

namespace warrant {

Fd& Fd::operator=(Fd&& other) noexcept {
  if (this != &other) {
    reset();
    fd_ = std::exchange(other.fd_, -1);
  }
  return *this;
}

Fd::~Fd() { reset(); }

void Fd::reset() noexcept {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

Result<std::string> read_all(int fd, std::size_t limit, std::string_view where) {
  std::string out;
  struct stat info{};
  if (::fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && static_cast<std::size_t>(info.st_size) <= limit) {
    out.reserve(static_cast<std::size_t>(info.st_size));
  }
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t got = ::read(fd, buffer.data(), buffer.size());
    if (got == 0) return out;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail_errno("cannot read", std::string(where));
    if (out.size() + static_cast<std::size_t>(got) > limit) {
      return fail(Code::too_large, fmt::format("larger than the limit of {} bytes", limit), std::string(where));
    }
    out.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

namespace {

/// What a shell hands over for `<(command)` and for a redirected input: a pipe of its own, which ends.
bool is_inherited(std::string_view path) {
  return path == "/dev/stdin" || path.starts_with("/dev/fd/") || path.starts_with("/proc/self/fd/");
}

std::string_view name_of_kind(const struct stat& info) {
  if (S_ISDIR(info.st_mode)) return "a directory";
  if (S_ISFIFO(info.st_mode)) return "a named pipe";
  if (S_ISSOCK(info.st_mode)) return "a socket";
  return "a device";
}

bool is_null_device(const struct stat& info) { return S_ISCHR(info.st_mode) && info.st_rdev == makedev(1, 3); }

}  // namespace

Result<Fd> open_input(const std::string& path) {
  const bool inherited = is_inherited(path);
  // Without O_NONBLOCK a named pipe is not open before somebody writes to it.
  Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | (inherited ? 0 : O_NONBLOCK)));
  if (!fd.is_open() && errno == ENXIO) return fail(Code::unsupported, "this is a socket, and a file is needed", path);
  if (!fd.is_open()) return fail_errno("cannot open", path);
  struct stat info{};
  if (::fstat(fd.get(), &info) != 0) return fail_errno("cannot examine", path);
  if (inherited || S_ISREG(info.st_mode) || is_null_device(info)) return fd;
  return fail(Code::unsupported, fmt::format("this is {}, and a file is needed", name_of_kind(info)), path);
}

Result<std::string> read_file(const std::string& path, std::size_t limit) {
  WARRANT_TRY(fd, open_input(path));
  return read_all(fd.get(), limit, path);
}

Status write_all(int fd, std::string_view data, std::string_view where) {
  while (!data.empty()) {
    const ssize_t put = ::write(fd, data.data(), data.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return fail_errno("cannot write", std::string(where));
    data.remove_prefix(static_cast<std::size_t>(put));
  }
  return {};
}

Status replace_file(const std::string& path, std::string_view data, unsigned mode) {
  const std::size_t slash = path.rfind('/');
  const std::string directory = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  std::string temporary = path + ".XXXXXX";
  const Fd fd(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!fd.is_open()) return fail_errno("cannot create a file beside it", path);
  auto written = [&]() -> Status {
    if (::fchmod(fd.get(), mode) != 0) return fail_errno("cannot set permissions", temporary);
    WARRANT_CHECK(write_all(fd.get(), data, temporary));
    if (::fsync(fd.get()) != 0) return fail_errno("cannot flush to disk", temporary);
    if (::rename(temporary.c_str(), path.c_str()) != 0) return fail_errno("cannot move into place", path);
    return {};
  }();
  if (!written) {
    ::unlink(temporary.c_str());
    return written;
  }
  const Fd parent(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!parent.is_open() || ::fsync(parent.get()) != 0) return fail_errno("cannot flush the directory", directory);
  return {};
}

Status make_directories(const std::string& path) {
  for (std::size_t at = 1; at <= path.size(); ++at) {
    if (at != path.size() && path[at] != '/') continue;
    const std::string prefix = path.substr(0, at);
    if (::mkdir(prefix.c_str(), 0700) == 0 || errno == EEXIST) continue;
    return fail_errno("cannot create the directory", prefix);
  }
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0 || !S_ISDIR(info.st_mode)) return fail(Code::io, "is not a directory", path);
  return {};
}

}  // namespace warrant
