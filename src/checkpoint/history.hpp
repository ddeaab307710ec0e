// Which checkpoint undo and redo are about.
#pragma once

#include <warrant/checkpoint/store.hpp>

#include <vector>

namespace warrant::checkpoint {

/// What can be undone and redone, the next one last. Read off the checkpoints in their order, so there
/// is no second state that could disagree: a turn or restore is undoable and ends what was redoable; an
/// undo moves the one it is of; a redo can itself be undone. An undo or redo that was interrupted moved
/// nothing, and a turn that changed nothing does not count.
struct History {
  std::vector<const Checkpoint*> undoable;
  std::vector<const Checkpoint*> redoable;
};

/// `all` must outlive the result.
History read_history(const std::vector<Checkpoint>& all);

/// Whether `now` is a state of the path that some checkpoint knows of: what the newest one that has the
/// path left behind, or, if that was interrupted, also what it kept.
bool is_known_state(const std::vector<Checkpoint>& all, const RelPath& path, const workspace::State& now);

}  // namespace warrant::checkpoint
