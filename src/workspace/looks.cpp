#include "looks.hpp"

#include "beneath.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

namespace warrant::workspace {

namespace {

Status copy_attributes(int from, int to, const std::string& where) {
  const auto size = ::flistxattr(from, nullptr, 0);
  if (size < 0) return errno == ENOTSUP ? Status{} : Status(fail_errno("cannot list attributes", where));
  std::string names(static_cast<std::size_t>(size), '\0');
  const auto got = ::flistxattr(from, names.data(), names.size());
  if (got < 0) return fail_errno("cannot list attributes", where);
  names.resize(static_cast<std::size_t>(got));
  for (std::size_t at = 0; at < names.size(); at += std::string_view(names.c_str() + at).size() + 1) {
    const char* name = names.c_str() + at;
    std::vector<char> value(65536);  // XATTR_SIZE_MAX
    const auto length = ::fgetxattr(from, name, value.data(), value.size());
    if (length < 0 || ::fsetxattr(to, name, value.data(), static_cast<std::size_t>(length), 0) != 0) {
      return fail_errno("cannot keep the attribute " + std::string(name), where);
    }
  }
  return {};
}

}  // namespace

Status copy_looks(int directory, const std::string& name, int to, const std::string& where) {
  WARRANT_TRY(from, open_beneath(directory, name, O_RDONLY | O_NONBLOCK, RESOLVE_NO_SYMLINKS));
  struct stat old{};
  struct stat fresh{};
  if (::fstat(from.get(), &old) != 0 || ::fstat(to, &fresh) != 0) return fail_errno("cannot look at", where);
  if ((old.st_uid != fresh.st_uid || old.st_gid != fresh.st_gid) && ::fchown(to, old.st_uid, old.st_gid) != 0) {
    return fail_errno("cannot keep the owner", where);
  }
  WARRANT_CHECK(copy_attributes(from.get(), to, where));
  if (::fchmod(to, old.st_mode & 07777U) != 0) return fail_errno("cannot keep the mode", where);
  return {};
}

}  // namespace warrant::workspace
