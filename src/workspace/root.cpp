#include "beneath.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <string>

namespace warrant::workspace {

namespace {

Result<std::string> real_path_of(int fd, const std::string& where) {
  std::array<char, PATH_MAX> buffer{};
  const auto size = ::readlink(("/proc/self/fd/" + std::to_string(fd)).c_str(), buffer.data(), buffer.size());
  if (size < 0 || static_cast<std::size_t>(size) == buffer.size()) return fail_errno("cannot name", where);
  return std::string(buffer.data(), static_cast<std::size_t>(size));
}

}  // namespace

Result<Fd> open_beneath(int directory, const std::string& path, int flags, std::uint64_t resolve) {
  open_how how{};
  how.flags = static_cast<unsigned>(flags | O_CLOEXEC);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | resolve;
  const char* name = path.empty() ? "." : path.c_str();
  long fd = -1;
  do {
    fd = ::syscall(SYS_openat2, directory, name, &how, sizeof how);
    // EAGAIN: something was renamed while the kernel walked the path (openat2(2)).
  } while (fd < 0 && (errno == EINTR || errno == EAGAIN));
  if (fd >= 0) return Fd(static_cast<int>(fd));
  if (errno == ENOENT || errno == ENOTDIR) return fail(Code::not_found, "there is no such file", path);
  if (errno == EXDEV) return fail(Code::refused, "the path leaves the workspace", path);
  if (errno == ELOOP) return fail(Code::refused, "the path goes through a symbolic link", path);
  if (errno == ENOSYS) return fail(Code::unsupported, "the kernel has no openat2; 5.6 or newer is needed", path);
  return fail_errno("cannot open", path);
}

Result<Root> Root::open(const std::string& directory) {
  Fd fd(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd.is_open()) {
    if (errno == ENOENT) return fail(Code::not_found, "there is no such directory", directory);
    // Whatever keeps it shut, it is the wrong thing to have named.
    return fail(Code::invalid_argument, std::string("cannot be opened as a workspace: ") + std::strerror(errno),
                directory);
  }
  WARRANT_CHECK(open_beneath(fd.get(), "", O_PATH, 0));
  WARRANT_TRY(real, real_path_of(fd.get(), directory));
  return Root(std::move(fd), std::move(real));
}

Result<RelPath> Root::resolve(const RelPath& path) const {
  RelPath existing = path;
  std::string missing;
  for (;;) {
    const auto fd = open_beneath(directory_.get(), existing.text(), O_PATH, 0);
    if (fd) {
      WARRANT_TRY(real, real_path_of(fd->get(), path.text()));
      WARRANT_TRY(root, real_path_of(directory_.get(), real_));
      if (root == "/") root.clear();
      if (real != root && !real.starts_with(root + "/")) {
        return fail(Code::refused, "the path leaves the workspace", path.text());
      }
      const std::string beneath = real.substr(std::min(real.size(), root.size() + 1)) + missing;
      return RelPath::make(std::string_view(beneath).substr(beneath.starts_with('/') ? 1 : 0));
    }
    if (fd.error().code != Code::not_found || existing.is_root()) return fail(fd.error());
    // A link whose target is missing would be taken for a missing file.
    const auto link = open_beneath(directory_.get(), existing.text(), O_PATH | O_NOFOLLOW, 0);
    if (link) return fail(Code::refused, "the path is a symbolic link to nothing", path.text());
    missing = "/" + std::string(existing.name()) + missing;
    existing = existing.parent();
  }
}

Result<Fd> Root::make_parent(const RelPath& path) const {
  const RelPath parent = path.parent();
  const std::string& text = parent.text();
  WARRANT_TRY(at, open_beneath(directory_.get(), "", O_RDONLY | O_DIRECTORY, 0));
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('/', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const bool made = ::mkdirat(at.get(), part.c_str(), 0777) == 0;
    if (!made && errno != EEXIST) return fail_errno("cannot make the directory", text.substr(0, end));
    if (made && ::fsync(at.get()) != 0) return fail_errno("cannot make the directory last", text.substr(0, end));
    WARRANT_TRY(next, open_beneath(at.get(), part, O_RDONLY | O_DIRECTORY, RESOLVE_NO_SYMLINKS));
    at = std::move(next);
    begin = end + 1;
  }
  return at;
}

}  // namespace warrant::workspace
