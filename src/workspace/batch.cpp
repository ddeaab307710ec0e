#include "batch_journal.hpp"
#include "beneath.hpp"
#include "looks.hpp"
#include "temporary.hpp"

#include <warrant/base/match.hpp>
#include <warrant/workspace/batch.hpp>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <set>

namespace warrant::workspace {

namespace {

/// What a step found instead of what it expected; empty when it is done.
using Found = std::string;

/// Makes and takes back single steps. Every one is a rename, a link, an unlink or a mkdir, so it is done or not.
class Hands {
 public:
  explicit Hands(const Root& root) : root_(root) {}

  Result<Found> make(const JournalStep& step) const {
    switch (step.action) {
      case Action::make_directory: return make_directory(step.from);
      case Action::copy: return copy(step);
      case Action::move:
      case Action::remove: return move(step.from, step.to, step.before);
    }
    return Found("an unknown action");
  }

  /// Takes a step back, if it was made.
  Status take_back(const JournalStep& step) const {
    switch (step.action) {
      case Action::make_directory: return remove_directory(step.from);
      case Action::copy: return remove_copy(step);
      case Action::move:
      case Action::remove: break;
    }
    WARRANT_TRY(to, root_.inspect(step.to));
    if (std::holds_alternative<Absent>(to)) return {};  // not made
    WARRANT_TRY(found, move(step.to, step.from, step.before));
    if (found.empty()) return {};
    return fail(Code::integrity, "a batch cannot be taken back: " + found, step.to.text());
  }

  /// Removes what a removal set aside.
  Status drop(const JournalStep& step) const {
    WARRANT_TRY(state, root_.inspect(step.to));
    const auto* file = std::get_if<RegularFile>(&state);
    if (file == nullptr || file->digest != step.before) return {};
    WARRANT_TRY(parent, parent_of(step.to));
    if (::unlinkat(parent.get(), name_of(step.to).c_str(), 0) != 0)
      return fail_errno("cannot remove", step.from.text());
    if (::fsync(parent.get()) != 0) return fail_errno("cannot write the directory to disk", step.from.text());
    return {};
  }

 private:
  static std::string name_of(const RelPath& path) { return std::string(path.name()); }

  [[nodiscard]] Result<Fd> parent_of(const RelPath& path) const {
    return open_beneath(Beneath::of(root_), path.parent().text(), O_RDONLY | O_DIRECTORY, RESOLVE_NO_SYMLINKS);
  }

  [[nodiscard]] Result<Found> make_directory(const RelPath& path) const {
    WARRANT_TRY(parent, parent_of(path));
    if (::mkdirat(parent.get(), name_of(path).c_str(), 0777) != 0) {
      if (errno == EEXIST) return Found("something is there already");
      return fail_errno("cannot make the directory", path.text());
    }
    if (::fsync(parent.get()) != 0) return fail_errno("cannot write the directory to disk", path.text());
    return Found();
  }

  [[nodiscard]] Status remove_directory(const RelPath& path) const {
    const auto parent = parent_of(path);
    if (!parent && parent.error().code == Code::not_found) return {};
    if (!parent) return fail(parent.error());
    // What somebody put into it meanwhile keeps it there.
    const bool gone = ::unlinkat(parent->get(), name_of(path).c_str(), AT_REMOVEDIR) == 0;
    if (!gone && errno != ENOENT && errno != ENOTEMPTY && errno != ENOTDIR) {
      return fail_errno("cannot remove the directory", path.text());
    }
    return {};
  }

  /// The digest is checked before and after: what was moved is what was meant, or it goes back.
  [[nodiscard]] Result<Found> move(const RelPath& from, const RelPath& to, const Digest& before) const {
    WARRANT_TRY(state, root_.inspect(from));
    const auto* file = std::get_if<RegularFile>(&state);
    if (file == nullptr) return Found("there is " + describe(state) + " in place of the file");
    if (file->digest != before) return Found("the file has changed");
    WARRANT_TRY(source, parent_of(from));
    WARRANT_TRY(target, parent_of(to));
    if (!move_without_replacing(source.get(), name_of(from).c_str(), target.get(), name_of(to).c_str())) {
      if (errno == EEXIST) return Found("something is there already");
      return fail_errno("cannot move", from.text());
    }
    const auto moved = read_at(target.get(), name_of(to), change_limit);
    if (!moved || moved->digest != before) {
      if (!move_without_replacing(target.get(), name_of(to).c_str(), source.get(), name_of(from).c_str())) {
        return fail_errno("the file changed while it was moved, and is now at " + to.text(), from.text());
      }
      return Found("the file has changed");
    }
    if (::fsync(source.get()) != 0 || ::fsync(target.get()) != 0) {
      return fail_errno("cannot write the directory to disk", to.text());
    }
    return Found();
  }

  [[nodiscard]] Result<Found> copy(const JournalStep& step) const {
    WARRANT_TRY(source, parent_of(step.from));
    WARRANT_TRY(state, root_.inspect(step.from));
    if (!std::holds_alternative<RegularFile>(state))
      return Found("there is " + describe(state) + " in place of the file");
    WARRANT_TRY(file, read_at(source.get(), name_of(step.from), change_limit));
    if (file.digest != step.before) return Found("the file has changed");
    WARRANT_TRY(target, parent_of(step.to));
    const std::string passing = temporary_name(std::nullopt, step.before);
    WARRANT_TRY(fresh, make_fresh(target.get(), passing, 0600, step.to.text()));
    Temporary unfinished(target.get(), fresh.name);
    WARRANT_CHECK(write_all(fresh.fd.get(), file.bytes, step.to.text()));
    WARRANT_CHECK(copy_looks(source.get(), name_of(step.from), fresh.fd.get(), step.to.text()));
    if (::fsync(fresh.fd.get()) != 0) return fail_errno("cannot write to disk", step.to.text());
    const std::string name = name_of(step.to);
    const bool placed = fresh.name.empty()
                            ? give_name(fresh.fd.get(), target.get(), name.c_str())
                            : move_without_replacing(target.get(), fresh.name.c_str(), target.get(), name.c_str());
    if (!placed && errno == EEXIST) return Found("something is there already");
    if (!placed) return fail_errno("cannot put the copy in place", step.to.text());
    unfinished.keep();
    if (::fsync(target.get()) != 0) return fail_errno("cannot write the directory to disk", step.to.text());
    return Found();
  }

  [[nodiscard]] Status remove_copy(const JournalStep& step) const {
    WARRANT_TRY(state, root_.inspect(step.to));
    if (std::holds_alternative<Absent>(state)) return {};
    const auto* file = std::get_if<RegularFile>(&state);
    if (file == nullptr || file->digest != step.before) {
      return fail(Code::integrity, "a batch cannot be taken back: somebody changed the copy", step.to.text());
    }
    WARRANT_TRY(parent, parent_of(step.to));
    if (::unlinkat(parent.get(), name_of(step.to).c_str(), 0) != 0) return fail_errno("cannot remove", step.to.text());
    return {};
  }

  const Root& root_;
};

Status check_usable(const policy::Warrant<policy::Batch>& used, const Journal& steps, const std::string& journal) {
  if (!used.live()) return fail(Code::refused, "the warrant was used already");
  if (steps.steps.size() > batch_limit) return fail(Code::too_large, "a batch has at most 1000 steps");
  for (const JournalStep& step : steps.steps) {
    WARRANT_CHECK(may_use(true, step.from));
    if (step.action != Action::make_directory) WARRANT_CHECK(may_use(true, step.to));
  }
  WARRANT_TRY(other, read_journal(journal));
  if (other) return fail(Code::conflict, "another batch was interrupted and has to be ended first", journal);
  return {};
}

/// Where nothing may be yet. That it is so before the first step tells recover() later what is its own.
const RelPath& place_of(const JournalStep& step) { return step.action == Action::make_directory ? step.from : step.to; }

Result<std::optional<BatchConflict>> find_taken(const Root& root, const Journal& steps) {
  std::set<RelPath> places;
  for (std::size_t i = 0; i < steps.steps.size(); ++i) {
    const RelPath& place = place_of(steps.steps[i]);
    if (!places.insert(place).second) return std::optional(BatchConflict{i, place, "two steps have the same target"});
    WARRANT_TRY(state, root.inspect(place));
    if (std::holds_alternative<Absent>(state)) continue;
    return std::optional(BatchConflict{i, place, "there is " + describe(state) + " already"});
  }
  return std::optional<BatchConflict>();
}

/// Takes back the first `made` steps, the last one first.
Status take_back(const Hands& hands, const Journal& steps, std::size_t made) {
  while (made > 0) WARRANT_CHECK(hands.take_back(steps.steps[--made]));
  return {};
}

}  // namespace

Result<policy::Batch> plan_batch(const Root& root, policy::Batch batch) {
  policy::Batch planned;
  std::set<RelPath> made;
  const auto add_parents = [&](const RelPath& path) -> Status {
    std::vector<RelPath> missing;
    for (RelPath parent = path.parent(); !parent.is_root() && !made.contains(parent); parent = parent.parent()) {
      WARRANT_TRY(state, root.inspect(parent));
      if (!std::holds_alternative<Absent>(state)) break;
      missing.push_back(parent);
    }
    for (auto parent = missing.rbegin(); parent != missing.rend(); ++parent) {
      made.insert(*parent);
      planned.steps.emplace_back(policy::MakeDirectory{*parent});
    }
    return {};
  };
  for (auto& step : batch.steps) {
    WARRANT_CHECK(match(
        step,
        [&](const policy::MakeDirectory& one) { return made.contains(one.path) ? Status() : add_parents(one.path); },
        [&](const policy::MoveFile& one) { return add_parents(one.to); },
        [&](const policy::CopyFile& one) { return add_parents(one.to); },
        [](const policy::RemoveFile&) { return Status(); }));
    if (const auto* directory = std::get_if<policy::MakeDirectory>(&step)) {
      if (!made.insert(directory->path).second) continue;
    }
    planned.steps.push_back(std::move(step));
  }
  if (planned.steps.size() > batch_limit) return fail(Code::too_large, "a batch has at most 1000 steps");
  return planned;
}

Result<BatchOutcome> apply(const Root& root, policy::Warrant<policy::Batch>&& warrant, const std::string& journal) {
  const policy::Warrant<policy::Batch> used = std::move(warrant);
  Journal steps = journal_of(used.effect());
  WARRANT_CHECK(check_usable(used, steps, journal));
  WARRANT_TRY(taken, find_taken(root, steps));
  if (taken) return BatchOutcome(*std::move(taken));
  WARRANT_CHECK(write_journal(journal, steps));
  const Hands hands(root);
  for (std::size_t i = 0; i < steps.steps.size(); ++i) {
    auto found = hands.make(steps.steps[i]);
    if (found && found->empty()) continue;
    // A step that ended in an error may still have been made.
    WARRANT_CHECK(take_back(hands, steps, found ? i : i + 1));
    WARRANT_CHECK(remove_journal(journal));
    if (!found) return fail(found.error());
    const JournalStep& step = steps.steps[i];
    return BatchOutcome(BatchConflict{i, step.from, *std::move(found)});
  }
  steps.committed = true;
  const auto close = [&]() -> Status {
    WARRANT_CHECK(write_journal(journal, steps));
    for (const JournalStep& step : steps.steps) {
      if (step.action == Action::remove) WARRANT_CHECK(hands.drop(step));
    }
    return remove_journal(journal);
  };
  if (const Status closed = close(); !closed) {
    return BatchOutcome(BatchUnconfirmed{used.ruling_id(), used.approval_id(), closed.error()});
  }
  return BatchOutcome(BatchReceipt{steps.steps.size(), used.ruling_id(), used.approval_id()});
}

Result<Recovery> recover(const Root& root, const std::string& journal) {
  WARRANT_TRY(steps, read_journal(journal));
  if (!steps) return Recovery::nothing;
  const Hands hands(root);
  if (steps->committed) {
    for (const JournalStep& step : steps->steps) {
      if (step.action == Action::remove) WARRANT_CHECK(hands.drop(step));
    }
  } else {
    WARRANT_CHECK(take_back(hands, *steps, steps->steps.size()));
  }
  WARRANT_CHECK(remove_journal(journal));
  return steps->committed ? Recovery::finished : Recovery::undone;
}

}  // namespace warrant::workspace
