// The spellings of a directory in the shells of Windows.
#include "warrant/evidence/command.hpp"

#include "reading.hpp"

#include <algorithm>

namespace warrant::evidence {
namespace {

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// How many bytes stand before the letter of a drive: "/mnt/d/x" 5, "/cygdrive/d/x" 10, "/d/x" 1, "D:/x" 0.
std::optional<std::size_t> drive_at(std::string_view path) {
  for (const std::string_view mount : {"/mnt/", "/cygdrive/", "/"}) {
    if (!path.starts_with(mount)) continue;
    const auto at = mount.size();
    if (path.size() > at && letter(path[at]) && (path.size() == at + 1 || path[at + 1] == '/')) return at;
  }
  if (path.size() > 1 && letter(path[0]) && path[1] == ':' && (path.size() == 2 || path[2] == '/')) return 0;
  return std::nullopt;
}

}  // namespace

std::string plain_path(std::string_view path) {
  std::string plain(path);
  std::ranges::replace(plain, '\\', '/');
  while (plain.size() > 1 && plain.ends_with('/')) plain.pop_back();
  if (const auto drive = drive_at(plain)) {
    const auto rest = plain.substr(std::min(*drive + (*drive == 0 ? 2 : 1), plain.size()));
    plain = lower(std::string(1, plain[*drive]) + ":" + rest);
  }
  return plain;
}

bool lies_below(std::string_view path, std::string_view directory) {
  while (directory.size() > 1 && directory.ends_with('/')) directory.remove_suffix(1);
  return path.starts_with(directory) &&
         (path.size() == directory.size() || directory.ends_with('/') || path[directory.size()] == '/');
}

}  // namespace warrant::evidence
