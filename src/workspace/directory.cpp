#include "beneath.hpp"
#include "temporary.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace warrant::workspace {

namespace {

template <class Effect>
Outcome flushed(int directory, const policy::Warrant<Effect>& used) {
  const RelPath& path = used.effect().path;
  if (::fsync(directory) == 0) return Receipt{path, {}, {}, used.ruling_id(), used.approval_id()};
  return Unconfirmed{path,
                     {},
                     {},
                     used.ruling_id(),
                     used.approval_id(),
                     fail_errno("cannot write the directory to disk", path.text()).error()};
}

std::optional<std::string> target_of(const State& state) {
  const auto* link = std::get_if<SymbolicLink>(&state);
  return link == nullptr ? std::nullopt : std::optional(link->target);
}

/// Puts a link with the new target in the old one's place.
Status put_link(int directory, const std::string& name, const std::string& target, bool replaces,
                const std::string& where) {
  if (!replaces) {
    if (::symlinkat(target.c_str(), directory, name.c_str()) != 0) return fail_errno("cannot make the link", where);
    return {};
  }
  Temporary temporary(directory, temporary_name(std::nullopt, std::nullopt));
  if (::symlinkat(target.c_str(), directory, temporary.name()) != 0) return fail_errno("cannot make the link", where);
  if (::renameat(directory, temporary.name(), directory, name.c_str()) != 0) {
    return fail_errno("cannot put the link in place", where);
  }
  temporary.keep();
  return {};
}

}  // namespace

Status may_use(bool live, const RelPath& path) {
  if (!live) return fail(Code::refused, "the warrant was used already", path.text());
  if (path.is_root()) return fail(Code::refused, "the root cannot be changed", path.text());
  std::string_view rest = path.text();
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    if (end > 255) return fail(Code::invalid_argument, "a name in the path is longer than 255 bytes", path.text());
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

Result<Fd> Root::open_parent(const RelPath& path) const {
  return open_beneath(directory_.get(), path.parent().text(), O_RDONLY | O_DIRECTORY, RESOLVE_NO_SYMLINKS);
}

Result<Outcome> Root::make_directory(policy::Warrant<policy::MakeDirectory>&& warrant) const {
  const policy::Warrant<policy::MakeDirectory> used = std::move(warrant);
  const RelPath& path = used.effect().path;
  WARRANT_CHECK(may_use(used.live(), path));
  WARRANT_TRY(directory, make_parent(path));
  if (::mkdirat(directory.get(), std::string(path.name()).c_str(), 0777) != 0) {
    if (errno == EEXIST) return Outcome(Conflict{path, std::nullopt, "something is there already"});
    return fail_errno("cannot make the directory", path.text());
  }
  return flushed(directory.get(), used);
}

Result<Outcome> Root::remove_directory(policy::Warrant<policy::RemoveDirectory>&& warrant) const {
  const policy::Warrant<policy::RemoveDirectory> used = std::move(warrant);
  const RelPath& path = used.effect().path;
  WARRANT_CHECK(may_use(used.live(), path));
  const auto directory = open_parent(path);
  if (!directory && directory.error().code != Code::not_found) return fail(directory.error());
  if (!directory || ::unlinkat(directory->get(), std::string(path.name()).c_str(), AT_REMOVEDIR) != 0) {
    if (!directory || errno == ENOENT) return Outcome(Conflict{path, std::nullopt, "the directory is gone"});
    if (errno == ENOTEMPTY || errno == EEXIST)
      return Outcome(Conflict{path, std::nullopt, "the directory is not empty"});
    if (errno == ENOTDIR) return Outcome(Conflict{path, std::nullopt, "it is no directory"});
    return fail_errno("cannot remove the directory", path.text());
  }
  return flushed(directory->get(), used);
}

Result<Outcome> Root::change_link(policy::Warrant<policy::ChangeLink>&& warrant) const {
  const policy::Warrant<policy::ChangeLink> used = std::move(warrant);
  const policy::ChangeLink& effect = used.effect();
  const std::string& where = effect.path.text();
  WARRANT_CHECK(may_use(used.live(), effect.path));
  WARRANT_TRY(state, inspect(effect.path));
  const bool absent = std::holds_alternative<Absent>(state);
  if (target_of(state) != effect.before || (!effect.before && !absent)) {
    return Outcome(Conflict{effect.path, std::nullopt, "there is " + describe(state) + " now"});
  }
  WARRANT_TRY(directory, make_parent(effect.path));
  const std::string name(effect.path.name());
  if (effect.after) {
    WARRANT_CHECK(put_link(directory.get(), name, *effect.after, effect.before.has_value(), where));
  } else if (effect.before && ::unlinkat(directory.get(), name.c_str(), 0) != 0) {
    return fail_errno("cannot remove the link", where);
  }
  return flushed(directory.get(), used);
}

Result<std::size_t> Root::sweep(const RelPath& directory) const {
  const auto fd = open_beneath(directory_.get(), directory.text(), O_RDONLY | O_DIRECTORY, RESOLVE_NO_SYMLINKS);
  if (!fd && fd.error().code == Code::not_found) return std::size_t{0};
  if (!fd) return fail(fd.error());
  return sweep_directory(fd->get(), directory.text());
}

}  // namespace warrant::workspace
