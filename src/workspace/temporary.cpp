#include "temporary.hpp"

#include "beneath.hpp"

#include <warrant/base/clock.hpp>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <memory>
#include <vector>

namespace warrant::workspace {

namespace {

constexpr std::string_view prefix = ".warrant-";
constexpr std::string_view whole = ".tmp";
constexpr std::string_view partial = ".part";
constexpr std::size_t digits = 16;

std::string short_hex(const std::optional<Digest>& digest) { return digest ? digest->hex().substr(0, digits) : "none"; }

bool is_gone(std::string_view number) {
  pid_t pid = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), pid);
  if (error != std::errc() || end != number.data() + number.size() || pid <= 0) return false;
  return ::kill(pid, 0) != 0 && errno == ESRCH;
}

std::vector<std::string_view> split_dots(std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t dot = text.find('.');
    parts.push_back(text.substr(0, dot));
    if (dot == std::string_view::npos) return parts;
    text.remove_prefix(dot + 1);
  }
}

/// Whether the name is one of ours, its process is gone, and its bytes are known to be kept elsewhere
/// or never to have been anywhere else.
bool may_go(int directory, const std::string& name) {
  if (!name.starts_with(prefix)) return false;
  // PID, number, before, after, "tmp" or "part"
  const std::vector<std::string_view> parts = split_dots(std::string_view(name).substr(prefix.size()));
  if (parts.size() != 5 || !is_gone(parts[0])) return false;
  if (parts[4] == partial.substr(1)) return true;
  if (parts[4] != whole.substr(1)) return false;
  const auto file = read_at(directory, name, change_limit);
  if (!file) return false;
  const std::string found = short_hex(file->digest);
  return found == parts[2] || found == parts[3];
}

}  // namespace

std::string temporary_name(const std::optional<Digest>& before, const std::optional<Digest>& after) {
  static std::atomic<std::uint64_t> number{0};
  // The clock keeps names apart when a process number comes around again.
  return fmt::format("{}{}.{:x}{:x}.{}.{}{}", prefix, ::getpid(), system_clock().now_ms(), ++number, short_hex(before),
                     short_hex(after), whole);
}

Temporary::~Temporary() {
  if (!name_.empty()) ::unlinkat(directory_, name_.c_str(), 0);
}

Result<Fresh> make_fresh(int directory, const std::string& name, unsigned mode, const std::string& where) {
  Fd nameless(::openat(directory, ".", O_WRONLY | O_TMPFILE | O_CLOEXEC, mode));
  if (nameless.is_open()) return Fresh{std::move(nameless), ""};
  if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL) {
    return fail_errno("cannot make a temporary file beside it", where);
  }
  // Incomplete until the caller is done, which sweep() must know.
  const std::string unfinished = name.substr(0, name.size() - whole.size()) + std::string(partial);
  Fd named(::openat(directory, unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode));
  if (!named.is_open()) return fail_errno("cannot make a temporary file beside it", where);
  return Fresh{std::move(named), unfinished};
}

bool give_name(int file, int directory, const char* name) {
  // Through /proc, as AT_EMPTY_PATH needs a capability (open(2), O_TMPFILE).
  const std::string source = fmt::format("/proc/self/fd/{}", file);
  return ::linkat(AT_FDCWD, source.c_str(), directory, name, AT_SYMLINK_FOLLOW) == 0;
}

bool move_without_replacing(int from_directory, const char* from, int to_directory, const char* to) {
  if (::renameat2(from_directory, from, to_directory, to, RENAME_NOREPLACE) == 0) return true;
  if (errno != EINVAL && errno != ENOSYS) return false;
  if (::linkat(from_directory, from, to_directory, to, 0) != 0) return false;
  return ::unlinkat(from_directory, from, 0) == 0;
}

Result<std::size_t> sweep_directory(int directory, const std::string& where) {
  Fd again(::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!again.is_open()) return fail_errno("cannot read the directory", where);
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(again.get()), &::closedir);
  if (!stream) return fail_errno("cannot read the directory", where);
  static_cast<void>(again.release());  // the stream closes it
  std::vector<std::string> stale;
  while (const dirent* entry = ::readdir(stream.get())) {
    if (may_go(directory, entry->d_name)) stale.emplace_back(entry->d_name);
  }
  std::size_t removed = 0;
  for (const std::string& name : stale) {
    if (::unlinkat(directory, name.c_str(), 0) == 0) ++removed;
  }
  return removed;
}

}  // namespace warrant::workspace
