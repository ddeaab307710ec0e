#include "sandbox.hpp"

#include <warrant/base/path.hpp>
#include <warrant/policy/protect.hpp>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

namespace warrant::command {

namespace {

// Kernel 5.12 and later; older headers lack them. The numbers are the same on every architecture.
constexpr long open_tree_call = 428;
constexpr long move_mount_call = 429;
constexpr long mount_setattr_call = 442;
constexpr unsigned open_tree_clone = 1;
constexpr unsigned at_recursive = 0x8000;
constexpr unsigned move_from_descriptor = 4;  // MOVE_MOUNT_F_EMPTY_PATH
constexpr std::uint64_t attribute_read_only = 1;

struct MountAttributes {  // struct mount_attr
  std::uint64_t set;
  std::uint64_t clear;
  std::uint64_t propagation;
  std::uint64_t user_namespace;
};

// Directories that hold steering files are taken whole: renaming one would otherwise make room for another.
bool steers(const std::string& name) {
  if (name == ".github" || name == ".vscode" || name == ".idea") return true;
  const auto path = RelPath::make(name);
  return path && !path->is_root() && policy::classify(*path) == policy::Protection::control;
}

bool make_read_only(const char* path) noexcept {
  const long tree =
      ::syscall(open_tree_call, AT_FDCWD, path, open_tree_clone | at_recursive | O_CLOEXEC | AT_SYMLINK_NOFOLLOW);
  if (tree < 0) return false;
  const MountAttributes attributes{.set = attribute_read_only, .clear = 0, .propagation = 0, .user_namespace = 0};
  const bool done =
      ::syscall(mount_setattr_call, tree, "", AT_EMPTY_PATH | at_recursive, &attributes, sizeof attributes) == 0 &&
      ::syscall(move_mount_call, tree, "", AT_FDCWD, path, move_from_descriptor) == 0;
  ::close(static_cast<int>(tree));
  return done;
}

}  // namespace

bool make_read_only(const char* const* paths) noexcept {
  for (; *paths != nullptr; ++paths) {
    if (!make_read_only(*paths)) return false;
  }
  return true;
}

std::vector<std::string> steering_files(const std::string& root, int directory) {
  std::vector<std::string> candidates;
  const int opened = ::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* stream = opened >= 0 ? ::fdopendir(opened) : nullptr;
  if (stream != nullptr) {
    while (const dirent* entry = ::readdir(stream)) {  // NOLINT(concurrency-mt-unsafe): the stream is ours alone
      candidates.emplace_back(entry->d_name);
    }
    ::closedir(stream);
  }
  std::vector<std::string> out;
  for (const std::string& name : candidates) {
    if (!steers(name)) continue;
    struct stat info{};
    if (::fstatat(directory, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0 || S_ISLNK(info.st_mode)) continue;
    out.push_back(root + "/" + name);
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace warrant::command
