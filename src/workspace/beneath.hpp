// Opening beneath a directory; shared by the files of this room.
#pragma once

#include <warrant/workspace/root.hpp>

#include <cstdint>

namespace warrant::workspace {

inline constexpr std::size_t change_limit = std::size_t{64} << 20U;

/// openat2(2) with RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS and `resolve`.
Result<Fd> open_beneath(int directory, const std::string& path, int flags, std::uint64_t resolve);
/// The regular file `name` in `directory`, as Root::read_bytes.
Result<File> read_at(int directory, const std::string& path, std::size_t limit);

}  // namespace warrant::workspace
