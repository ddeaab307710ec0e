#include <warrant/checkpoint/restore.hpp>
#include <warrant/workspace/batch.hpp>

#include <set>

namespace warrant::checkpoint {

std::string journal_of(const Store& store) { return store.directory() + "/batch.json"; }

Status tidy(const Store& store, const workspace::Root& root) {
  WARRANT_CHECK(workspace::recover(root, journal_of(store)));
  WARRANT_TRY(newest, store.newest());
  if (!newest || newest->finished) return {};
  std::set<RelPath> directories;
  for (const Entry& entry : newest->entries) directories.insert(entry.path.parent());
  for (const RelPath& directory : directories) {
    // A directory that cannot be read now cannot be swept now; that is no reason not to start.
    static_cast<void>(root.sweep(directory));
  }
  return {};
}

}  // namespace warrant::checkpoint
