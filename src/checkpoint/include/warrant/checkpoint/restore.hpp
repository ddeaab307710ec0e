// Undo, redo and restore: putting back what a checkpoint kept.
#pragma once

#include <warrant/checkpoint/store.hpp>
#include <warrant/policy/approval.hpp>
#include <warrant/workspace/diff.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warrant::checkpoint {

/// One path that is not as the checkpoint says.
struct Change {
  RelPath path;
  workspace::State now;
  workspace::State then;  ///< what is put back
  bool changed_since;     ///< `now` is what neither a turn nor a restore left: somebody's own work
};

/// What would be put back; nothing is changed by making one.
struct Plan {
  Kind kind;                    ///< undo, redo or restore
  Checkpoint of;                ///< whose `before` is put back
  std::vector<Change> changes;  ///< sorted by path; empty: all is so already
};

/// The newest change of this workspace that is not undone. Errors: not_found (nothing to undo),
/// integrity (a manifest or kept bytes are damaged: nothing is restored from those), those of Root::inspect.
Result<Plan> plan_undo(const Store& store, const workspace::Root& root);
/// The newest undo, unless a turn changed something after it. Errors: as plan_undo().
Result<Plan> plan_redo(const Store& store, const workspace::Root& root);
/// Any checkpoint. Errors: as plan_undo(), Store::find().
Result<Plan> plan_restore(const Store& store, const workspace::Root& root, std::string_view id);

/// The journal of a batch under way in this workspace (workspace/batch.hpp).
std::string journal_of(const Store& store);

/// What to do before the first change of every start: ends a batch that was interrupted, and removes the
/// temporary files that an interrupted change left beside the paths of the newest checkpoint. Errors: those of
/// workspace::recover() and Root::sweep().
Status tidy(const Store& store, const workspace::Root& root);

/// How a change would look. Errors: integrity, those of Root::read_bytes.
Result<workspace::Diff> difference(const Store& store, const workspace::Root& root, const Change& change);

/// Asked for each path that somebody changed since; shows the diff.
using Consent =
    std::function<policy::Answer(const policy::Ask& ruling, const Change& change, const workspace::Diff& diff)>;

enum class Done : std::uint8_t {
  restored,
  kept,         ///< a directory that is not empty any more
  conflict,     ///< it changed between looking and writing; it is as it was found
  unconfirmed,  ///< put back, but flushing or reading back failed
};

std::string_view to_string(Done done) noexcept;

struct Restored {
  struct Item {
    RelPath path;
    Done done;
    std::string note;  ///< why, unless restored
  };
  std::string safety;  ///< the checkpoint taken before, which undoes this
  std::vector<Item> items;
  /// Everything is as it was to be, directories that are in use aside.
  [[nodiscard]] bool complete() const;
};

/// The person said no to one of the changes, so none was made.
struct NotRestored {
  RelPath path;
  policy::Declined answer;
};

using Restoration = std::variant<Restored, NotRestored>;

/// Carries the plan out, each path by its own warrant. First every ruling and answer, then a checkpoint
/// of what is there now, then the files. Killed half-way, each file is wholly old or new and the same
/// command carries on. Errors: refused (a protected path), unsupported (a special file is in the way),
/// conflict (a file changed since the plan; nothing was done), those of Store::take and Root::write.
Result<Restoration> carry_out(const Plan& plan, Store& store, const workspace::Root& root, const Consent& consent,
                              const Clock& clock);

}  // namespace warrant::checkpoint
