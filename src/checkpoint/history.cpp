#include "history.hpp"

#include <algorithm>

namespace warrant::checkpoint {

namespace {

bool changed_nothing(const Checkpoint& checkpoint) {
  return checkpoint.finished &&
         std::all_of(checkpoint.entries.begin(), checkpoint.entries.end(),
                     [](const Entry& entry) { return entry.after && same(entry.before, *entry.after); });
}

void remove(std::vector<const Checkpoint*>& from, const std::string& id) {
  std::erase_if(from, [&](const Checkpoint* each) { return each->id == id; });
}

}  // namespace

History read_history(const std::vector<Checkpoint>& all) {
  History history;
  for (const Checkpoint& each : all) {
    if (changed_nothing(each) && each.kind == Kind::turn) continue;
    if (!each.finished && each.kind != Kind::turn) continue;
    switch (each.kind) {
      case Kind::turn:
      case Kind::restore:
        history.undoable.push_back(&each);
        history.redoable.clear();
        break;
      case Kind::undo:
        remove(history.undoable, each.of);
        history.redoable.push_back(&each);
        break;
      case Kind::redo:
        remove(history.redoable, each.of);
        history.undoable.push_back(&each);
        break;
    }
  }
  return history;
}

bool is_known_state(const std::vector<Checkpoint>& all, const RelPath& path, const workspace::State& now) {
  for (auto checkpoint = all.rbegin(); checkpoint != all.rend(); ++checkpoint) {
    const auto entry = std::find_if(checkpoint->entries.begin(), checkpoint->entries.end(),
                                    [&](const Entry& each) { return each.path == path; });
    if (entry == checkpoint->entries.end()) continue;
    if (entry->after && same(*entry->after, now)) return true;
    return !checkpoint->finished && same(entry->before, now);
  }
  return false;
}

}  // namespace warrant::checkpoint
