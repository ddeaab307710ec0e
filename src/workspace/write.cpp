#include "beneath.hpp"
#include "looks.hpp"
#include "temporary.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace warrant::workspace {

namespace {

/// What is wrong with the file against `expected`; empty when it is as expected.
Result<std::string> difference(int directory, const std::string& name, const std::optional<Digest>& expected) {
  const auto found = read_at(directory, name, change_limit);
  if (!found && found.error().code == Code::not_found) return expected ? "the file is gone" : "";
  if (!found && expected) return fail(found.error());
  if (!expected) return "there is a file now";
  return found->digest == *expected ? "" : "the file has changed: " + found->digest.text();
}

/// What install() found instead of the expected file; empty when it put the new one in place.
using Found = std::string;

Result<Found> install_new(int directory, const Fresh& fresh, const std::string& name, const std::string& where) {
  const bool placed = fresh.name.empty()
                          ? give_name(fresh.fd.get(), directory, name.c_str())
                          : move_without_replacing(directory, fresh.name.c_str(), directory, name.c_str());
  if (placed) return Found();
  if (errno == EEXIST) return Found("there is a file now");
  return fail_errno("cannot put the file in place", where);
}

/// Where two names cannot be exchanged. Whoever changes the file between the check and the rename loses
/// that change; nothing better exists there.
Result<Found> replace_unexchanged(int directory, Temporary& temporary, const std::string& name, const Digest& before,
                                  const std::string& where) {
  WARRANT_TRY(changed, difference(directory, name, before));
  if (!changed.empty()) return changed;
  if (::renameat(directory, temporary.name(), directory, name.c_str()) != 0) {
    return fail_errno("cannot put the file in place", where);
  }
  temporary.keep();
  return Found();
}

/// Exchanged, not replaced: whatever was really there can be looked at and put back.
Result<Found> install_over(int directory, Temporary& temporary, const std::string& name, const Digest& before,
                           const std::string& where) {
  if (::renameat2(directory, temporary.name(), directory, name.c_str(), RENAME_EXCHANGE) != 0) {
    if (errno == ENOENT) return Found("the file is gone");
    if (errno == EINVAL || errno == ENOSYS) return replace_unexchanged(directory, temporary, name, before, where);
    return fail_errno("cannot put the file in place", where);
  }
  const auto displaced = difference(directory, temporary.name(), before);
  if (displaced && displaced->empty()) return Found();
  if (::renameat2(directory, temporary.name(), directory, name.c_str(), RENAME_EXCHANGE) != 0) {
    const std::string kept = temporary.name();
    temporary.keep();  // It holds somebody's bytes.
    return fail_errno("the file changed while it was written, and its bytes are kept in " + kept, where);
  }
  return displaced ? *displaced : Found(displaced.error().message);
}

/// Flushes the directory and reads the file again; the change is in place whatever comes of it.
template <class Effect>
Outcome confirm(const Root& root, int directory, const policy::Warrant<Effect>& used,
                const std::optional<Digest>& before, const std::optional<Digest>& after) {
  const RelPath& path = used.effect().path;
  const auto unconfirmed = [&](Error error) -> Outcome {
    return Unconfirmed{path, before, after, used.ruling_id(), used.approval_id(), std::move(error)};
  };
  if (::fsync(directory) != 0) {
    return unconfirmed(fail_errno("cannot write the directory to disk", path.text()).error());
  }
  const auto again = root.read_bytes(path, change_limit);
  if (!after && again) return unconfirmed({Code::integrity, "the file is there again", path.text()});
  if (!after && again.error().code != Code::not_found) return unconfirmed(again.error());
  if (after && !again) return unconfirmed(again.error());
  if (after && again->digest != *after) {
    return unconfirmed({Code::integrity, "other bytes were read back than written", path.text()});
  }
  return Receipt{path, before, after, used.ruling_id(), used.approval_id()};
}

/// Writes `bytes` into a fresh file that looks like the one it replaces.
Status fill(int directory, const Fresh& fresh, const policy::WriteFile& effect, std::string_view bytes) {
  const std::string& where = effect.path.text();
  WARRANT_CHECK(write_all(fresh.fd.get(), bytes, where));
  if (effect.before) WARRANT_CHECK(copy_looks(directory, std::string(effect.path.name()), fresh.fd.get(), where));
  if (effect.mode && ::fchmod(fresh.fd.get(), *effect.mode & 07777U) != 0) {
    return fail_errno("cannot set the mode", where);
  }
  if (::fsync(fresh.fd.get()) != 0) return fail_errno("cannot write to disk", where);
  return {};
}

}  // namespace

Result<Outcome> Root::write(policy::Warrant<policy::WriteFile>&& warrant, std::string_view bytes) const {
  const policy::Warrant<policy::WriteFile> used = std::move(warrant);
  const policy::WriteFile& effect = used.effect();
  const std::string& where = effect.path.text();
  WARRANT_CHECK(may_use(used.live(), effect.path));
  if (bytes.size() > change_limit) return fail(Code::too_large, "the new file is over 64 MiB", where);
  if (sha256(bytes) != effect.after) return fail(Code::refused, "the bytes are not those the warrant names", where);

  WARRANT_TRY(directory, make_parent(effect.path));
  const int at = directory.get();
  const std::string name(effect.path.name());
  WARRANT_TRY(changed, difference(at, name, effect.before));
  if (!changed.empty()) return Outcome(Conflict{effect.path, effect.before, std::move(changed)});

  const std::string passing = temporary_name(effect.before, effect.after);
  WARRANT_TRY(fresh, make_fresh(at, passing, effect.before ? 0600 : 0666, where));
  Temporary unfinished(at, fresh.name);
  WARRANT_CHECK(fill(at, fresh, effect, bytes));

  if (!effect.before) {
    WARRANT_TRY(found, install_new(at, fresh, name, where));
    if (!found.empty()) return Outcome(Conflict{effect.path, effect.before, std::move(found)});
    unfinished.keep();
    return confirm(*this, at, used, effect.before, effect.after);
  }
  const bool named = fresh.name.empty() ? give_name(fresh.fd.get(), at, passing.c_str())
                                        : ::renameat(at, fresh.name.c_str(), at, passing.c_str()) == 0;
  if (!named) return fail_errno("cannot name the new file", where);
  unfinished.keep();
  Temporary temporary(at, passing);
  WARRANT_TRY(found, install_over(at, temporary, name, *effect.before, where));
  if (!found.empty()) return Outcome(Conflict{effect.path, effect.before, std::move(found)});
  return confirm(*this, at, used, effect.before, effect.after);
}

Result<Outcome> Root::remove(policy::Warrant<policy::RemoveFile>&& warrant) const {
  const policy::Warrant<policy::RemoveFile> used = std::move(warrant);
  const policy::RemoveFile& effect = used.effect();
  const std::string& where = effect.path.text();
  WARRANT_CHECK(may_use(used.live(), effect.path));
  const auto directory = open_parent(effect.path);
  if (!directory && directory.error().code == Code::not_found) {
    return Outcome(Conflict{effect.path, effect.before, "the file is gone"});
  }
  if (!directory) return fail(directory.error());
  const int at = directory->get();
  const std::string name(effect.path.name());
  WARRANT_TRY(changed, difference(at, name, effect.before));
  if (!changed.empty()) return Outcome(Conflict{effect.path, effect.before, std::move(changed)});

  // Set aside first, so that what is removed is what was looked at.
  Temporary aside(at, temporary_name(effect.before, std::nullopt));
  if (!move_without_replacing(at, name.c_str(), at, aside.name())) {
    const int error = errno;
    aside.keep();
    if (error == ENOENT) return Outcome(Conflict{effect.path, effect.before, "the file is gone"});
    errno = error;
    return fail_errno("cannot remove", where);
  }
  const auto removed = difference(at, aside.name(), effect.before);
  if (!removed || !removed->empty()) {
    const std::string kept = aside.name();
    const bool back = move_without_replacing(at, aside.name(), at, name.c_str());
    aside.keep();  // It holds somebody's bytes.
    if (!back) return fail_errno("the file changed while it was removed, and its bytes are kept in " + kept, where);
    return Outcome(Conflict{effect.path, effect.before, removed ? *removed : removed.error().message});
  }
  if (::unlinkat(at, aside.name(), 0) != 0) return fail_errno("cannot remove", where);
  aside.keep();
  return confirm(*this, at, used, effect.before, std::nullopt);
}

}  // namespace warrant::workspace
