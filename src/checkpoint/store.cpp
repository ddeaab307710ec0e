#include "blobs.hpp"
#include "manifest.hpp"

#include <warrant/base/dirs.hpp>
#include <warrant/checkpoint/store.hpp>
#include <warrant/workspace/search.hpp>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <memory>

namespace warrant::checkpoint {

namespace {

using workspace::Absent;
using workspace::Directory;
using workspace::RegularFile;
using workspace::Root;
using workspace::Special;
using workspace::State;

constexpr std::string_view extension = ".json";
constexpr std::size_t manifest_limit = std::size_t{64} << 20U;

struct Captured {
  State state;
  std::string bytes;  // of a regular file
};

/// Reads a file once; anything else is looked at.
Result<Captured> capture(const Root& root, const RelPath& path) {
  auto file = root.read_bytes(path, workspace::change_limit);
  if (file) return Captured{RegularFile{file->digest, file->bytes.size(), file->mode}, std::move(file->bytes)};
  WARRANT_TRY(state, root.inspect(path));
  if (std::holds_alternative<Special>(state)) {
    return fail(Code::unsupported, "a special file cannot be kept", path.text());
  }
  if (std::holds_alternative<RegularFile>(state)) return fail(file.error());
  return Captured{std::move(state), {}};
}

/// The entries of one checkpoint while it is taken, by path.
class Taking {
 public:
  Taking(const Root& root, Blobs& blobs) : root_(root), blobs_(blobs) {}

  Status add(const Entry& wanted) {
    WARRANT_TRY(captured, capture(root_, wanted.path));
    if (std::holds_alternative<Absent>(captured.state)) WARRANT_CHECK(add_missing_parents(wanted));
    return keep(wanted, std::move(captured));
  }

  /// A path beneath which anything may happen.
  Status add_all(const RelPath& path) {
    WARRANT_CHECK(add({path, Absent{}, std::nullopt}));
    WARRANT_TRY(all, workspace::tree(root_, path, entry_limit));
    for (const workspace::Found& found : all) {
      if (found.kind == workspace::Kind::special) continue;  // A command's pipe holds nothing to restore.
      WARRANT_TRY(captured, capture(root_, found.path));
      WARRANT_CHECK(keep({found.path, Absent{}, std::nullopt}, std::move(captured)));
    }
    return {};
  }

  std::vector<Entry> entries() {
    std::vector<Entry> sorted;
    for (auto& [path, entry] : entries_) sorted.push_back(std::move(entry));
    return sorted;
  }

 private:
  // Writing a file makes its directories, which undoing then removes.
  Status add_missing_parents(const Entry& wanted) {
    const bool made = wanted.after && !std::holds_alternative<Absent>(*wanted.after);
    for (RelPath parent = wanted.path.parent(); !parent.is_root(); parent = parent.parent()) {
      WARRANT_TRY(state, root_.inspect(parent));
      if (!std::holds_alternative<Absent>(state)) break;
      std::optional<State> after;
      if (made) after = Directory{std::nullopt};
      WARRANT_CHECK(keep({parent, Absent{}, std::move(after)}, Captured{Absent{}, {}}));
    }
    return {};
  }

  Status keep(const Entry& wanted, Captured captured) {
    if (const auto* file = std::get_if<RegularFile>(&captured.state)) {
      bytes_ += captured.bytes.size();
      if (bytes_ > byte_limit) return fail(Code::too_large, "over 512 MiB would have to be kept", wanted.path.text());
      WARRANT_CHECK(blobs_.put(file->digest, captured.bytes));
    }
    if (entries_.size() >= entry_limit) return fail(Code::too_large, "over 20,000 paths would have to be kept");
    Entry& entry = entries_.try_emplace(wanted.path, wanted).first->second;
    entry.before = std::move(captured.state);
    if (wanted.after) entry.after = wanted.after;
    return {};
  }

  const Root& root_;
  Blobs& blobs_;
  std::map<RelPath, Entry> entries_;
  std::size_t bytes_ = 0;
};

}  // namespace

Result<Store> Store::open(const std::string& directory) {
  WARRANT_CHECK(make_directories(directory + "/blobs"));
  WARRANT_CHECK(make_directories(directory + "/manifests"));
  return Store(directory);
}

Result<Store> Store::open_for(const Root& root) {
  WARRANT_TRY(dirs, find_dirs());
  return open(dirs.state + "/checkpoints/" + workspace_key(root.real_path()));
}

Result<Store::Lock> Store::lock() const {
  const std::string path = directory_ + "/lock";
  Fd file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file.is_open()) return fail_errno("cannot open", path);
  while (::flock(file.get(), LOCK_EX) != 0) {
    if (errno != EINTR) return fail_errno("cannot lock", path);
  }
  return Lock{std::move(file)};
}

Result<std::string> Store::take(const std::string& turn, const std::vector<Subject>& subjects, const Root& root,
                                const Clock& clock) {
  WARRANT_TRY(held, lock());
  Checkpoint wanted{{}, Kind::turn, turn, {}, 0, false, {}, {}};
  for (const Subject& subject : subjects) {
    if (subject.after) {
      wanted.entries.push_back({subject.path, Absent{}, subject.after});
    } else {
      wanted.open.push_back(subject.path);
    }
  }
  return take_locked(held, std::move(wanted), root, clock);
}

Result<std::string> Store::take_locked(const Lock&, Checkpoint wanted, const Root& root, const Clock& clock) {
  Blobs blobs(blob_directory(), key_path());
  Taking taking(root, blobs);
  for (const Entry& entry : wanted.entries) WARRANT_CHECK(taking.add(entry));
  for (const RelPath& path : wanted.open) WARRANT_CHECK(taking.add_all(path));
  WARRANT_CHECK(blobs.flush());
  wanted.entries = taking.entries();
  // Identifiers order checkpoints; two of one millisecond must not come out in the wrong order.
  WARRANT_TRY(known, ids());
  do wanted.id = new_ulid(clock);
  while (!known.empty() && wanted.id <= known.back());
  wanted.taken_ms = clock.now_ms();
  WARRANT_CHECK(write(wanted));
  return wanted.id;
}

Status Store::finish(const std::string& id, const Root& root) {
  WARRANT_TRY(held, lock());
  return finish_locked(held, id, root);
}

Status Store::finish_locked(const Lock&, const std::string& id, const Root& root) {
  WARRANT_TRY(checkpoint, read(id));
  std::map<RelPath, Entry> entries;
  for (Entry& entry : checkpoint.entries) entries.try_emplace(entry.path, std::move(entry));
  for (const RelPath& path : checkpoint.open) {
    WARRANT_TRY(all, workspace::tree(root, path, entry_limit));
    for (const workspace::Found& found : all) {
      if (found.kind != workspace::Kind::special)
        entries.try_emplace(found.path, Entry{found.path, Absent{}, std::nullopt});
    }
  }
  checkpoint.entries.clear();
  for (auto& [path, entry] : entries) {
    WARRANT_TRY(state, root.inspect(path));
    entry.after = std::move(state);
    checkpoint.entries.push_back(std::move(entry));
  }
  checkpoint.finished = true;
  return write(checkpoint);
}

std::string Store::manifest_path(std::string_view id) const {
  return directory_ + "/manifests/" + std::string(id) + std::string(extension);
}

Status Store::write(const Checkpoint& checkpoint) const {
  return replace_file(manifest_path(checkpoint.id), write_manifest(checkpoint));
}

Result<std::vector<std::string>> Store::ids() const {
  const std::string directory = directory_ + "/manifests";
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::opendir(directory.c_str()), &::closedir);
  if (!stream) return fail_errno("cannot read the directory", directory);
  std::vector<std::string> found;
  while (const dirent* entry = ::readdir(stream.get())) {
    const std::string_view name(entry->d_name);
    if (name.ends_with(extension)) found.emplace_back(name.substr(0, name.size() - extension.size()));
  }
  std::sort(found.begin(), found.end());
  return found;
}

Result<Checkpoint> Store::read(const std::string& id) const {
  const std::string path = manifest_path(id);
  const auto text = read_file(path, manifest_limit);
  if (!text && ::access(path.c_str(), F_OK) != 0) return fail(Code::not_found, "there is no such checkpoint", id);
  if (!text) return fail(text.error());
  auto checkpoint = read_manifest(*text);
  if (!checkpoint) return fail(Code::integrity, checkpoint.error().message, path);
  if (checkpoint->id != id) return fail(Code::integrity, "the manifest is of another checkpoint", path);
  return checkpoint;
}

Result<std::vector<Checkpoint>> Store::list() const {
  WARRANT_TRY(known, ids());
  std::vector<Checkpoint> all;
  for (const std::string& id : known) {
    auto checkpoint = read(id);
    if (checkpoint) all.push_back(std::move(*checkpoint));
  }
  return all;
}

Result<std::optional<Checkpoint>> Store::newest() const {
  WARRANT_TRY(known, ids());
  for (auto id = known.rbegin(); id != known.rend(); ++id) {
    if (auto checkpoint = read(*id)) return std::optional(*std::move(checkpoint));
  }
  return std::optional<Checkpoint>();
}

Result<std::optional<Error>> Store::damaged() const {
  WARRANT_TRY(known, ids());
  for (auto id = known.rbegin(); id != known.rend(); ++id) {
    if (const auto checkpoint = read(*id); !checkpoint) return std::optional(checkpoint.error());
  }
  return std::optional<Error>();
}

Result<Checkpoint> Store::find(std::string_view id) const {
  WARRANT_TRY(known, ids());
  std::vector<std::string> matching;
  for (const std::string& each : known) {
    if (each == id) return read(each);
    if (!id.empty() && each.starts_with(id)) matching.push_back(each);
  }
  if (matching.empty()) return fail(Code::not_found, "there is no such checkpoint", std::string(id));
  if (matching.size() > 1) return fail(Code::invalid_argument, "several checkpoints begin like that", std::string(id));
  return read(matching.front());
}

Result<std::string> Store::content(const Digest& digest) const {
  return Blobs(blob_directory(), key_path()).get(digest);
}

}  // namespace warrant::checkpoint
