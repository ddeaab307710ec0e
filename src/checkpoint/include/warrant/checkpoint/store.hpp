// What files were before a turn changed them, kept outside the workspace.
#pragma once

#include <warrant/base/clock.hpp>
#include <warrant/base/fd.hpp>
#include <warrant/base/path.hpp>
#include <warrant/base/result.hpp>
#include <warrant/workspace/root.hpp>
#include <warrant/workspace/state.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::checkpoint {

enum class Kind : std::uint8_t {
  turn,     ///< before a turn's change
  undo,     ///< before an undo: what redo puts back
  redo,     ///< before a redo
  restore,  ///< before `checkpoint restore`
};

std::string_view to_string(Kind kind) noexcept;

/// One path before and after.
struct Entry {
  RelPath path;
  workspace::State before;
  std::optional<workspace::State> after;  ///< absent: not known (the change was interrupted, or is under way)
};

struct Checkpoint {
  std::string id;  ///< a ULID: sorts by time
  Kind kind;
  std::string turn;  ///< the turn's id; for the other kinds that of `of`'s turn
  std::string of;    ///< the checkpoint that is undone, redone or restored; empty for a turn
  std::int64_t taken_ms;
  bool finished;               ///< the change was carried out and `after` is what it left
  std::vector<Entry> entries;  ///< sorted by path
  std::vector<RelPath> open;   ///< paths where anything may happen beneath: finish() looks again
};

/// A path that is going to change.
struct Subject {
  RelPath path;                                ///< real path
  std::optional<workspace::State> after = {};  ///< what the change will leave; absent: anything, also beneath
};

inline constexpr std::size_t entry_limit = 20000;                   ///< of one checkpoint
inline constexpr std::size_t byte_limit = std::size_t{512} << 20U;  ///< of one checkpoint, before compression

/// What `checkpoint verify` finds.
struct Check {
  std::size_t checkpoints;
  std::size_t blobs;
  std::vector<Error> problems;  ///< manifests that do not read, bytes missing or damaged
};

struct Retention {
  std::int64_t age_ms = std::int64_t{30} * 24 * 3600 * 1000;
  std::size_t count = 500;
  std::uint64_t bytes = std::uint64_t{1} << 30U;  ///< compressed
};

struct Collected {
  std::size_t checkpoints;  ///< removed
  std::size_t blobs;        ///< removed
  std::uint64_t bytes;      ///< freed
};

/// The checkpoints of one workspace:
///   DIRECTORY/manifests/ID.json   what each path was, digests for content; written once complete
///   DIRECTORY/blobs/HEX.zst       contents by their SHA-256, encrypted
///   DIRECTORY/key                 their key; without it nothing kept can be read or put back
///   DIRECTORY/lock                held (flock) by whoever changes the store
/// Safe to use from several processes; one thread at a time.
class Store {
 public:
  /// Opens the store at `directory`, making it with mode 700. Errors: io.
  static Result<Store> open(const std::string& directory);
  /// The store of this workspace: $XDG_STATE_HOME/warrant/checkpoints/<workspace_key>. Errors: as
  /// find_dirs(), io.
  static Result<Store> open_for(const workspace::Root& root);

  /// Keeps what is at the paths, so that it lasts when this returns, and gives the checkpoint's id.
  /// Missing parent directories are noted too. Errors: those of Root::inspect; unsupported (special
  /// file), too_large over the limits, io. After an error nothing may be changed.
  Result<std::string> take(const std::string& turn, const std::vector<Subject>& subjects, const workspace::Root& root,
                           const Clock& clock);

  /// Notes what the change left, also of new files beneath open paths. Errors: not_found, io, those of
  /// Root::inspect.
  Status finish(const std::string& id, const workspace::Root& root);

  /// All checkpoints, oldest first. A damaged manifest is left out here and named by verify(). Errors: io.
  [[nodiscard]] Result<std::vector<Checkpoint>> list() const;
  /// The newest checkpoint that reads; nothing when there is none. Errors: io.
  [[nodiscard]] Result<std::optional<Checkpoint>> newest() const;
  /// What is wrong with the newest manifest that does not read; nothing when all read. Errors: io.
  [[nodiscard]] Result<std::optional<Error>> damaged() const;
  /// By id, or by a beginning of it that only one has. Errors: not_found, invalid_argument (several), integrity.
  [[nodiscard]] Result<Checkpoint> find(std::string_view id) const;
  /// Kept bytes. Errors: not_found, integrity.
  [[nodiscard]] Result<std::string> content(const Digest& digest) const;

  /// Reads everything and checks it against its digests. Errors: io.
  [[nodiscard]] Result<Check> verify() const;
  /// Removes the oldest checkpoints until all three limits hold, never the newest one, then content
  /// nobody names, and what killed writers left. Errors: io.
  Result<Collected> collect(const Retention& retention, std::int64_t now_ms);

  [[nodiscard]] const std::string& directory() const noexcept { return directory_; }

  /// The lock of the store, held while it lives.
  struct Lock {
    Fd file;
  };
  /// Waits for it. Errors: io.
  [[nodiscard]] Result<Lock> lock() const;
  /// As take(), of another kind, by somebody who holds the lock.
  Result<std::string> take_locked(const Lock& lock, Checkpoint wanted, const workspace::Root& root, const Clock& clock);
  /// As finish(), by somebody who holds the lock.
  Status finish_locked(const Lock& lock, const std::string& id, const workspace::Root& root);

 private:
  explicit Store(std::string directory) : directory_(std::move(directory)) {}
  [[nodiscard]] std::string manifest_path(std::string_view id) const;
  [[nodiscard]] std::string blob_directory() const { return directory_ + "/blobs"; }
  [[nodiscard]] std::string key_path() const { return directory_ + "/key"; }
  [[nodiscard]] Result<std::vector<std::string>> ids() const;
  [[nodiscard]] Result<Checkpoint> read(const std::string& id) const;
  [[nodiscard]] Status write(const Checkpoint& checkpoint) const;

  std::string directory_;
};

}  // namespace warrant::checkpoint
