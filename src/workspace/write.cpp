#include "beneath.hpp"

#include <warrant/base/clock.hpp>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <vector>

namespace warrant::workspace {

namespace {

/// A file beside the target; removed unless it was renamed away.
class Temporary {
 public:
  Temporary(int directory, std::string name) : directory_(directory), name_(std::move(name)) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  Temporary(Temporary&&) = delete;
  Temporary& operator=(Temporary&&) = delete;
  ~Temporary() {
    if (!name_.empty()) ::unlinkat(directory_, name_.c_str(), 0);
  }
  [[nodiscard]] const char* name() const { return name_.c_str(); }
  void keep() { name_.clear(); }

 private:
  int directory_;
  std::string name_;
};

std::string temporary_name() { return ".warrant-" + new_ulid(system_clock()) + ".tmp"; }

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

/// What is wrong with the file against `expected`; empty when it is as expected.
Result<std::string> difference(int directory, const std::string& name, const std::optional<Digest>& expected) {
  const auto found = read_at(directory, name, change_limit);
  if (!found && found.error().code == Code::not_found) return expected ? "the file is gone" : "";
  if (!found && expected) return fail(found.error());
  if (!expected) return "there is a file now";
  return found->digest == *expected ? "" : "the file has changed: " + found->digest.text();
}

/// Puts the temporary file in the target's place. Gives back what was found there instead of the
/// expected file, in which case the target is as it was.
Result<std::string> install(int directory, Temporary& temporary, const std::string& name,
                            const std::optional<Digest>& before, const std::string& where) {
  if (!before) {
    if (::renameat2(directory, temporary.name(), directory, name.c_str(), RENAME_NOREPLACE) != 0) {
      if (errno == EEXIST) return "there is a file now";
      return fail_errno("cannot put the file in place", where);
    }
    temporary.keep();
    return "";
  }
  // Exchanged, not replaced: whatever was really there can be looked at and put back.
  if (::renameat2(directory, temporary.name(), directory, name.c_str(), RENAME_EXCHANGE) != 0) {
    if (errno == ENOENT) return "the file is gone";
    return fail_errno("cannot put the file in place", where);
  }
  const auto displaced = difference(directory, temporary.name(), before);
  if (displaced && displaced->empty()) return "";
  if (::renameat2(directory, temporary.name(), directory, name.c_str(), RENAME_EXCHANGE) != 0) {
    const std::string kept = temporary.name();
    temporary.keep();  // It holds somebody's bytes.
    return fail_errno("the file changed while it was written, and its bytes are kept in " + kept, where);
  }
  return displaced ? *displaced : displaced.error().message;
}

}  // namespace

Result<Outcome> Root::write(policy::Warrant<policy::WriteFile>&& warrant, std::string_view bytes) const {
  const policy::Warrant<policy::WriteFile> used = std::move(warrant);
  const policy::WriteFile& effect = used.effect();
  const std::string& where = effect.path.text();
  if (!used.live()) return fail(Code::refused, "the warrant was used already", where);
  if (effect.path.is_root()) return fail(Code::refused, "the root is no file", where);
  if (bytes.size() > change_limit) return fail(Code::too_large, "the new file is over 64 MiB", where);
  if (sha256(bytes) != effect.after) return fail(Code::refused, "the bytes are not those the warrant names", where);

  WARRANT_TRY(directory, make_parent(effect.path));
  const std::string name(effect.path.name());
  WARRANT_TRY(changed, difference(directory.get(), name, effect.before));
  if (!changed.empty()) return Outcome(Conflict{effect.path, effect.before, std::move(changed)});

  Temporary temporary(directory.get(), temporary_name());
  const Fd fd(::openat(directory.get(), temporary.name(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                       effect.before ? 0600 : 0666));
  if (!fd.is_open()) return fail_errno("cannot make a temporary file beside it", where);
  WARRANT_CHECK(write_all(fd.get(), bytes, where));
  if (effect.before) WARRANT_CHECK(copy_looks(directory.get(), name, fd.get(), where));
  if (effect.mode && ::fchmod(fd.get(), *effect.mode & 07777U) != 0) return fail_errno("cannot set the mode", where);
  if (::fsync(fd.get()) != 0) return fail_errno("cannot write to disk", where);

  WARRANT_TRY(displaced, install(directory.get(), temporary, name, effect.before, where));
  if (!displaced.empty()) return Outcome(Conflict{effect.path, effect.before, std::move(displaced)});
  if (::fsync(directory.get()) != 0) return fail_errno("cannot write the directory to disk", where);

  WARRANT_TRY(again, read_bytes(effect.path, change_limit));
  if (again.digest != effect.after) return fail(Code::integrity, "other bytes were read back than written", where);
  return Outcome(Receipt{effect.path, effect.before, again.digest, used.ruling_id(), used.approval_id()});
}

Result<Outcome> Root::remove(policy::Warrant<policy::RemoveFile>&& warrant) const {
  const policy::Warrant<policy::RemoveFile> used = std::move(warrant);
  const policy::RemoveFile& effect = used.effect();
  const std::string& where = effect.path.text();
  if (!used.live()) return fail(Code::refused, "the warrant was used already", where);
  if (effect.path.is_root()) return fail(Code::refused, "the root is no file", where);
  const auto directory =
      open_beneath(directory_.get(), effect.path.parent().text(), O_RDONLY | O_DIRECTORY, RESOLVE_NO_SYMLINKS);
  if (!directory && directory.error().code == Code::not_found) {
    return Outcome(Conflict{effect.path, effect.before, "the file is gone"});
  }
  if (!directory) return fail(directory.error());
  const std::string name(effect.path.name());
  WARRANT_TRY(changed, difference(directory->get(), name, effect.before));
  if (!changed.empty()) return Outcome(Conflict{effect.path, effect.before, std::move(changed)});
  if (::unlinkat(directory->get(), name.c_str(), 0) != 0) return fail_errno("cannot remove", where);
  if (::fsync(directory->get()) != 0) return fail_errno("cannot write the directory to disk", where);
  return Outcome(Receipt{effect.path, effect.before, std::nullopt, used.ruling_id(), used.approval_id()});
}

}  // namespace warrant::workspace
