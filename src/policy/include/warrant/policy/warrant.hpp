// The permission to change one exact thing, once.
#pragma once

#include <warrant/base/digest.hpp>
#include <warrant/base/path.hpp>
#include <warrant/base/result.hpp>
#include <warrant/policy/approval.hpp>
#include <warrant/policy/ladder.hpp>

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace warrant::policy {

/// Replaces or creates one file.
struct WriteFile {
  RelPath path;                  ///< real path, no symbolic link in it
  std::optional<Digest> before;  ///< the bytes now there; absent: nothing may be there
  Digest after;                  ///< the bytes to be there
  std::optional<unsigned> mode;  ///< permission bits; absent: kept, or by the umask for a new file
};

/// Removes one file.
struct RemoveFile {
  RelPath path;
  Digest before;
};

/// Makes one directory where nothing is, with its missing parents.
struct MakeDirectory {
  RelPath path;
};

/// Removes one empty directory.
struct RemoveDirectory {
  RelPath path;
};

/// Makes, replaces or removes one symbolic link.
struct ChangeLink {
  RelPath path;
  std::optional<std::string> before;  ///< the target it has; absent: nothing may be there
  std::optional<std::string> after;   ///< the target to have; absent: to be removed
};

/// Gives a file another path where nothing is.
struct MoveFile {
  RelPath from;
  RelPath to;
  Digest before;  ///< of the file
};

/// Makes a second file with the same bytes and mode where nothing is.
struct CopyFile {
  RelPath from;
  RelPath to;
  Digest before;  ///< of the file
};

/// Several changes, all or none, in this order.
struct Batch {
  std::vector<std::variant<MakeDirectory, MoveFile, CopyFile, RemoveFile>> steps;
};

/// The name of an effect: SHA-256 of its canonical JSON, which holds every field.
Digest digest_of(const WriteFile& effect);
Digest digest_of(const RemoveFile& effect);
Digest digest_of(const MakeDirectory& effect);
Digest digest_of(const RemoveDirectory& effect);
Digest digest_of(const ChangeLink& effect);
Digest digest_of(const MoveFile& effect);
Digest digest_of(const CopyFile& effect);
Digest digest_of(const Batch& effect);

/// Permission for one effect. Move-only; made by issue() alone and used up by the function that
/// takes it. Whoever holds one knows that a ruling, and where that asked also a person, allowed
/// exactly this effect.
template <class Effect>
class Warrant {
 public:
  /// From a ruling about this effect: an allow stands alone (a given approval must then be absent),
  /// an ask needs the approval of this ruling and effect, which is used up. Errors: refused.
  static Result<Warrant> issue(Effect effect, const Ruling& ruling, std::optional<Approval> approval);

  Warrant(Warrant&& other) noexcept
      : effect_(std::move(other.effect_)),
        ruling_id_(std::move(other.ruling_id_)),
        approval_id_(std::move(other.approval_id_)),
        live_(std::exchange(other.live_, false)) {}
  Warrant(const Warrant&) = delete;
  Warrant& operator=(const Warrant&) = delete;
  Warrant& operator=(Warrant&&) = delete;
  ~Warrant() = default;

  [[nodiscard]] const Effect& effect() const noexcept { return effect_; }
  [[nodiscard]] const std::string& ruling_id() const noexcept { return ruling_id_; }
  [[nodiscard]] const std::optional<std::string>& approval_id() const noexcept { return approval_id_; }
  /// False once moved from: a used warrant allows nothing.
  [[nodiscard]] bool live() const noexcept { return live_; }

 private:
  Warrant(Effect effect, std::string ruling_id, std::optional<std::string> approval_id)
      : effect_(std::move(effect)), ruling_id_(std::move(ruling_id)), approval_id_(std::move(approval_id)) {}

  Effect effect_;
  std::string ruling_id_;
  std::optional<std::string> approval_id_;
  bool live_ = true;
};

extern template class Warrant<WriteFile>;
extern template class Warrant<RemoveFile>;
extern template class Warrant<MakeDirectory>;
extern template class Warrant<RemoveDirectory>;
extern template class Warrant<ChangeLink>;
extern template class Warrant<Batch>;

}  // namespace warrant::policy
