// Opening beneath a directory; shared by the files of this room.
#pragma once

#include <warrant/workspace/root.hpp>

#include <sys/stat.h>

#include <cstdint>
#include <optional>

namespace warrant::workspace {

/// openat2(2) with RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS and `resolve`.
Result<Fd> open_beneath(int directory, const std::string& path, int flags, std::uint64_t resolve);
/// The regular file `name` in `directory`, as Root::read_bytes.
Result<File> read_at(int directory, const std::string& path, std::size_t limit);

/// Whether a change with this warrant may begin. Errors: refused (used, the root), invalid_argument (a
/// name over 255 bytes, the most that Linux file systems take).
Status may_use(bool live, const RelPath& path);

/// The root's descriptor, for the files of this room.
struct Beneath {
  static int of(const Root& root) { return root.directory_.get(); }
  /// lstat(2) of a real path; nullopt when there is nothing.
  static Result<std::optional<struct stat>> look(const Root& root, const RelPath& path);
};

}  // namespace warrant::workspace
