#include "beneath.hpp"

#include <warrant/base/match.hpp>
#include <warrant/workspace/state.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <climits>

namespace warrant::workspace {

bool same(const State& one, const State& other) {
  const auto modes = [](const std::optional<unsigned>& a, const std::optional<unsigned>& b) {
    return !a || !b || *a == *b;
  };
  if (const auto* file = std::get_if<RegularFile>(&one)) {
    const auto* twin = std::get_if<RegularFile>(&other);
    return twin != nullptr && file->digest == twin->digest && modes(file->mode, twin->mode);
  }
  if (const auto* directory = std::get_if<Directory>(&one)) {
    const auto* twin = std::get_if<Directory>(&other);
    return twin != nullptr && modes(directory->mode, twin->mode);
  }
  return one == other;
}

std::string describe(const State& state) {
  return match(
      state, [](const Absent&) -> std::string { return "no file"; },
      [](const RegularFile& file) -> std::string { return fmt::format("a file of {} bytes", file.size); },
      [](const Directory&) -> std::string { return "a directory"; },
      [](const SymbolicLink&) -> std::string { return "a symbolic link"; },
      [](const Special&) -> std::string { return "a special file"; });
}

Result<std::optional<struct stat>> Beneath::look(const Root& root, const RelPath& path) {
  const auto parent = open_beneath(of(root), path.parent().text(), O_PATH | O_DIRECTORY, RESOLVE_NO_SYMLINKS);
  if (!parent && parent.error().code == Code::not_found) return std::optional<struct stat>();
  if (!parent) return fail(parent.error());
  const std::string name(path.is_root() ? "." : path.name());
  struct stat status{};
  if (::fstatat(parent->get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0) return std::optional(status);
  if (errno == ENOENT) return std::optional<struct stat>();
  return fail_errno("cannot look at", path.text());
}

Result<State> Root::inspect(const RelPath& real_path, std::size_t limit) const {
  WARRANT_TRY(status, Beneath::look(*this, real_path));
  if (!status) return State(Absent{});
  if (S_ISDIR(status->st_mode)) return State(Directory{status->st_mode & 07777U});
  if (S_ISLNK(status->st_mode)) {
    WARRANT_TRY(link, open_beneath(directory_.get(), real_path.text(), O_PATH | O_NOFOLLOW, 0));
    std::array<char, PATH_MAX> target{};
    const auto size = ::readlinkat(link.get(), "", target.data(), target.size());
    if (size < 0 || static_cast<std::size_t>(size) == target.size()) {
      return fail_errno("cannot read the link", real_path.text());
    }
    return State(SymbolicLink{std::string(target.data(), static_cast<std::size_t>(size))});
  }
  if (!S_ISREG(status->st_mode)) return State(Special{});
  WARRANT_TRY(file, read_bytes(real_path, limit));
  return State(RegularFile{file.digest, file.bytes.size(), file.mode});
}

}  // namespace warrant::workspace
