// The files of one workspace, reached only by descriptors beneath its root.
#pragma once

#include <warrant/base/digest.hpp>
#include <warrant/base/fd.hpp>
#include <warrant/base/path.hpp>
#include <warrant/base/result.hpp>
#include <warrant/policy/warrant.hpp>
#include <warrant/workspace/state.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace warrant::workspace {

/// A file as it was read.
struct File {
  std::string bytes;
  Digest digest;
  unsigned mode;  ///< permission bits
};

/// What is known after a change: the file was opened again and hashed.
struct Receipt {
  RelPath path;
  std::optional<Digest> before;  ///< absent: there was no file
  std::optional<Digest> after;   ///< absent: there is no file
  std::string ruling_id;
  std::optional<std::string> approval_id;
};

/// The file is not what the warrant says it was; it is as it was found.
struct Conflict {
  RelPath path;
  std::optional<Digest> expected;
  std::string found;  ///< for people
};

/// The change is in place, but it is not known that it will last or that it is what was wanted: flushing
/// the directory or reading back failed. Not a failure to change.
struct Unconfirmed {
  RelPath path;
  std::optional<Digest> before;
  std::optional<Digest> wanted;  ///< absent: that there be no file
  std::string ruling_id;
  std::optional<std::string> approval_id;
  Error error;
};

using Outcome = std::variant<Receipt, Conflict, Unconfirmed>;

inline constexpr std::size_t default_limit = std::size_t{4} << 20U;  ///< of a file that is shown, bytes
inline constexpr std::size_t change_limit = std::size_t{64} << 20U;  ///< of a file that is changed, bytes

/// An open workspace. Every path is opened with openat2(2) and RESOLVE_BENEATH, so nothing outside
/// the root is reached, whatever happens to the tree meanwhile. Callers resolve() a path once, let
/// policy judge the real path, then use that: read and change refuse any symbolic link. Thread-safe
/// for reading; changes to one file are the caller's to order.
class Root {
 public:
  /// Opens the directory. Errors: not_found, io, unsupported (kernel older than 5.6).
  static Result<Root> open(const std::string& directory);

  /// The real path: symbolic links of the nearest existing ancestor followed while they stay
  /// beneath. Errors: refused when it leaves the root, io.
  [[nodiscard]] Result<RelPath> resolve(const RelPath& path) const;

  /// A text file, at most `limit` bytes. Errors: not_found, too_large, unsupported (binary,
  /// directory, special file), refused (symbolic link, file with several names), io.
  [[nodiscard]] Result<File> read(const RelPath& real_path, std::size_t limit = default_limit) const;

  /// As read(), for any bytes: for keeping them, not for showing.
  [[nodiscard]] Result<File> read_bytes(const RelPath& real_path, std::size_t limit) const;

  /// What is at a real path, which may name a symbolic link in its last part. Errors: as read_bytes()
  /// for a regular file, io.
  [[nodiscard]] Result<State> inspect(const RelPath& real_path, std::size_t limit = change_limit) const;

  /// The absolute path the root had when it was opened, for messages and for naming its state.
  [[nodiscard]] const std::string& real_path() const noexcept { return real_; }

  /// Makes the file hold `bytes`, wholly or not at all; missing directories are made. Mode, owner
  /// and extended attributes of an existing file are kept. Errors: refused (`bytes` are not those of
  /// the warrant, used warrant, file with several names), invalid_argument (a name over 255 bytes),
  /// unsupported (special file), too_large, io (no space, read-only, no permission). After an error
  /// or a Conflict the file is as it was.
  [[nodiscard]] Result<Outcome> write(policy::Warrant<policy::WriteFile>&& warrant, std::string_view bytes) const;

  /// Removes the file. Errors: as write().
  [[nodiscard]] Result<Outcome> remove(policy::Warrant<policy::RemoveFile>&& warrant) const;

  /// Errors: as write(). A Conflict when something is there, or the directory to remove is not empty.
  [[nodiscard]] Result<Outcome> make_directory(policy::Warrant<policy::MakeDirectory>&& warrant) const;
  [[nodiscard]] Result<Outcome> remove_directory(policy::Warrant<policy::RemoveDirectory>&& warrant) const;

  /// Makes, replaces or removes the link; a link is stored, never followed. Errors: as write().
  [[nodiscard]] Result<Outcome> change_link(policy::Warrant<policy::ChangeLink>&& warrant) const;

  /// Removes what a write that was killed left beside its target in this directory: temporary files of
  /// processes that are gone, whose bytes are those named in a warrant. Gives back how many. Errors: io.
  [[nodiscard]] Result<std::size_t> sweep(const RelPath& directory) const;

 private:
  friend struct Beneath;
  Root(Fd directory, std::string real) : directory_(std::move(directory)), real_(std::move(real)) {}
  [[nodiscard]] Result<Fd> make_parent(const RelPath& path) const;
  [[nodiscard]] Result<Fd> open_parent(const RelPath& path) const;

  Fd directory_;
  std::string real_;
};

}  // namespace warrant::workspace
