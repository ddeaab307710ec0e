#include "history.hpp"

#include <warrant/base/match.hpp>
#include <warrant/checkpoint/restore.hpp>
#include <warrant/policy/warrant.hpp>

#include <algorithm>

namespace warrant::checkpoint {

namespace {

using policy::Warrant;
using workspace::Absent;
using workspace::Directory;
using workspace::RegularFile;
using workspace::Root;
using workspace::State;
using workspace::SymbolicLink;

Result<Plan> make_plan(Kind kind, const Checkpoint& of, const std::vector<Checkpoint>& all, const Store& store,
                       const Root& root) {
  Plan plan{kind, of, {}};
  for (const Entry& entry : of.entries) {
    WARRANT_TRY(now, root.inspect(entry.path));
    if (same(now, entry.before)) continue;
    if (const auto* file = std::get_if<RegularFile>(&entry.before)) WARRANT_CHECK(store.content(file->digest));
    const bool known = is_known_state(all, entry.path, now);
    plan.changes.push_back({entry.path, std::move(now), entry.before, !known});
  }
  return plan;
}

/// Undo must not skip a damaged manifest and take an older turn for the newest.
Status check_newest(const Store& store) {
  WARRANT_TRY(check, store.damaged());
  if (check) return fail(*check);
  return {};
}

/// One change of one path with what it needs; a path that becomes another kind of thing takes two.
using Effect = std::variant<policy::WriteFile, policy::RemoveFile, policy::MakeDirectory, policy::RemoveDirectory,
                            policy::ChangeLink>;
using Permit = std::variant<Warrant<policy::WriteFile>, Warrant<policy::RemoveFile>, Warrant<policy::MakeDirectory>,
                            Warrant<policy::RemoveDirectory>, Warrant<policy::ChangeLink>>;

Result<Effect> removal(const RelPath& path, const State& now) {
  if (const auto* file = std::get_if<RegularFile>(&now)) return Effect(policy::RemoveFile{path, file->digest});
  if (std::holds_alternative<Directory>(now)) return Effect(policy::RemoveDirectory{path});
  if (const auto* link = std::get_if<SymbolicLink>(&now)) {
    return Effect(policy::ChangeLink{path, link->target, std::nullopt});
  }
  return fail(Code::unsupported, "a special file is in the way", path.text());
}

Result<Effect> creation(const RelPath& path, const State& then) {
  if (const auto* file = std::get_if<RegularFile>(&then)) {
    return Effect(policy::WriteFile{path, std::nullopt, file->digest, file->mode});
  }
  if (std::holds_alternative<Directory>(then)) return Effect(policy::MakeDirectory{path});
  if (const auto* link = std::get_if<SymbolicLink>(&then)) {
    return Effect(policy::ChangeLink{path, std::nullopt, link->target});
  }
  return fail(Code::unsupported, "a special file cannot be put back", path.text());
}

/// In the order in which they can be done: things go from the leaves, and come from the root.
struct Effects {
  std::vector<std::pair<const Change*, Effect>> removals;
  std::vector<std::pair<const Change*, Effect>> creations;
};

Result<Effects> effects_of(const std::vector<Change>& changes) {
  Effects effects;
  for (const Change& change : changes) {
    const auto* from = std::get_if<RegularFile>(&change.now);
    const auto* to = std::get_if<RegularFile>(&change.then);
    const bool both_directories =
        std::holds_alternative<Directory>(change.now) && std::holds_alternative<Directory>(change.then);
    if (both_directories) continue;  // A mode of a directory is noted, not restored.
    if (from != nullptr && to != nullptr) {
      effects.creations.emplace_back(&change, policy::WriteFile{change.path, from->digest, to->digest, to->mode});
      continue;
    }
    if (!std::holds_alternative<Absent>(change.now)) {
      WARRANT_TRY(effect, removal(change.path, change.now));
      effects.removals.emplace_back(&change, std::move(effect));
    }
    if (!std::holds_alternative<Absent>(change.then)) {
      WARRANT_TRY(effect, creation(change.path, change.then));
      effects.creations.emplace_back(&change, std::move(effect));
    }
  }
  std::reverse(effects.removals.begin(), effects.removals.end());
  return effects;
}

Digest digest_of_any(const Effect& effect) {
  return match(
      effect, [](const policy::WriteFile& one) { return digest_of(one); },
      [](const policy::RemoveFile& one) { return digest_of(one); },
      [](const policy::MakeDirectory& one) { return digest_of(one); },
      [](const policy::RemoveDirectory& one) { return digest_of(one); },
      [](const policy::ChangeLink& one) { return digest_of(one); });
}

template <class One>
Result<Permit> permit(const One& effect, const policy::Ruling& ruling, std::optional<policy::Approval> approval) {
  WARRANT_TRY(warrant, Warrant<One>::issue(effect, ruling, std::move(approval)));
  return Permit(std::move(warrant));
}

Result<Permit> permit_any(const Effect& effect, const policy::Ruling& ruling,
                          std::optional<policy::Approval> approval) {
  return match(
      effect, [&](const policy::WriteFile& one) { return permit(one, ruling, std::move(approval)); },
      [&](const policy::RemoveFile& one) { return permit(one, ruling, std::move(approval)); },
      [&](const policy::MakeDirectory& one) { return permit(one, ruling, std::move(approval)); },
      [&](const policy::RemoveDirectory& one) { return permit(one, ruling, std::move(approval)); },
      [&](const policy::ChangeLink& one) { return permit(one, ruling, std::move(approval)); });
}

struct Permitted {
  const Change* change;
  Permit permit;
};

/// Rules on every change and asks where it must be asked.
class Asking {
 public:
  Asking(const Store& store, const Root& root, const Consent& consent, const Clock& clock)
      : store_(store), root_(root), consent_(consent), clock_(clock) {}

  Status add(const Change& change, const Effect& effect) {
    const policy::Ruling ruling =
        policy::decide_restore({new_ulid(clock_), digest_of_any(effect), {change.path}, change.changed_since});
    std::optional<policy::Approval> approval;
    if (const auto* ask = std::get_if<policy::Ask>(&ruling)) {
      WARRANT_TRY(diff, difference(store_, root_, change));
      policy::Answer answer = consent_(*ask, change, diff);
      if (auto* declined = std::get_if<policy::Declined>(&answer)) {
        no_ = NotRestored{change.path, std::move(*declined)};
        return {};
      }
      approval = std::move(std::get<policy::Approval>(answer));
    }
    WARRANT_TRY(permit, permit_any(effect, ruling, std::move(approval)));
    yes_.push_back({&change, std::move(permit)});
    return {};
  }

  [[nodiscard]] const std::optional<NotRestored>& no() const { return no_; }
  std::vector<Permitted> yes() { return std::move(yes_); }

 private:
  const Store& store_;
  const Root& root_;
  const Consent& consent_;
  const Clock& clock_;
  std::optional<NotRestored> no_;
  std::vector<Permitted> yes_;
};

Result<workspace::Outcome> use(Permitted& permitted, const Store& store, const Root& root) {
  return match(
      std::move(permitted.permit),
      [&](Warrant<policy::WriteFile>&& warrant) -> Result<workspace::Outcome> {
        WARRANT_TRY(bytes, store.content(warrant.effect().after));
        return root.write(std::move(warrant), bytes);
      },
      [&](Warrant<policy::RemoveFile>&& warrant) { return root.remove(std::move(warrant)); },
      [&](Warrant<policy::MakeDirectory>&& warrant) { return root.make_directory(std::move(warrant)); },
      [&](Warrant<policy::RemoveDirectory>&& warrant) { return root.remove_directory(std::move(warrant)); },
      [&](Warrant<policy::ChangeLink>&& warrant) { return root.change_link(std::move(warrant)); });
}

Restored::Item item_of(const Change& change, const workspace::Outcome& outcome) {
  return match(
      outcome, [&](const workspace::Receipt&) { return Restored::Item{change.path, Done::restored, {}}; },
      [&](const workspace::Conflict& conflict) {
        const bool directory =
            std::holds_alternative<Directory>(change.now) || std::holds_alternative<Directory>(change.then);
        return Restored::Item{change.path, directory ? Done::kept : Done::conflict, conflict.found};
      },
      [&](const workspace::Unconfirmed& left) {
        return Restored::Item{change.path, Done::unconfirmed, describe(left.error)};
      });
}

/// Keeps what is there now; it must be what the plan was made for.
Result<std::string> take_safety(const Store::Lock& lock, const Plan& plan, Store& store, const Root& root,
                                const Clock& clock) {
  Checkpoint wanted{{}, plan.kind, plan.of.turn, plan.of.id, 0, false, {}, {}};
  for (const Change& change : plan.changes) wanted.entries.push_back({change.path, Absent{}, change.then});
  WARRANT_TRY(id, store.take_locked(lock, std::move(wanted), root, clock));
  WARRANT_TRY(taken, store.find(id));
  for (const Change& change : plan.changes) {
    const auto entry = std::find_if(taken.entries.begin(), taken.entries.end(),
                                    [&](const Entry& each) { return each.path == change.path; });
    if (entry == taken.entries.end() || !same(entry->before, change.now)) {
      return fail(Code::conflict, "the file changed meanwhile; nothing was restored, so try again", change.path.text());
    }
  }
  return id;
}

Result<std::optional<std::string>> bytes_of(const State& state, const auto& read) {
  if (!std::holds_alternative<RegularFile>(state)) return std::optional<std::string>();
  WARRANT_TRY(bytes, read(std::get<RegularFile>(state)));
  return std::optional(std::move(bytes));
}

}  // namespace

std::string_view to_string(Done done) noexcept {
  switch (done) {
    case Done::restored: return "restored";
    case Done::kept: return "kept";
    case Done::conflict: return "conflict";
    case Done::unconfirmed: return "unconfirmed";
  }
  return "conflict";
}

bool Restored::complete() const {
  return std::all_of(items.begin(), items.end(),
                     [](const Item& item) { return item.done == Done::restored || item.done == Done::kept; });
}

Result<Plan> plan_undo(const Store& store, const Root& root) {
  WARRANT_CHECK(check_newest(store));
  WARRANT_TRY(all, store.list());
  const History history = read_history(all);
  if (history.undoable.empty()) return fail(Code::not_found, "there is nothing to undo in this workspace");
  return make_plan(Kind::undo, *history.undoable.back(), all, store, root);
}

Result<Plan> plan_redo(const Store& store, const Root& root) {
  WARRANT_CHECK(check_newest(store));
  WARRANT_TRY(all, store.list());
  const History history = read_history(all);
  if (history.redoable.empty()) return fail(Code::not_found, "there is nothing to redo in this workspace");
  return make_plan(Kind::redo, *history.redoable.back(), all, store, root);
}

Result<Plan> plan_restore(const Store& store, const Root& root, std::string_view id) {
  WARRANT_TRY(of, store.find(id));
  WARRANT_TRY(all, store.list());
  return make_plan(Kind::restore, of, all, store, root);
}

Result<workspace::Diff> difference(const Store& store, const Root& root, const Change& change) {
  WARRANT_TRY(now, bytes_of(change.now, [&](const RegularFile&) -> Result<std::string> {
                WARRANT_TRY(file, root.read_bytes(change.path, workspace::change_limit));
                return file.bytes;
              }));
  WARRANT_TRY(then, bytes_of(change.then, [&](const RegularFile& file) { return store.content(file.digest); }));
  return workspace::make_diff(now, then);
}

Result<Restoration> carry_out(const Plan& plan, Store& store, const Root& root, const Consent& consent,
                              const Clock& clock) {
  WARRANT_TRY(effects, effects_of(plan.changes));
  Asking asking(store, root, consent, clock);
  for (const auto* part : {&effects.removals, &effects.creations}) {
    for (const auto& [change, effect] : *part) {
      WARRANT_CHECK(asking.add(*change, effect));
      if (asking.no()) return Restoration(*asking.no());
    }
  }
  WARRANT_TRY(lock, store.lock());
  WARRANT_TRY(safety, take_safety(lock, plan, store, root, clock));
  Restored restored{std::move(safety), {}};
  for (Permitted& permitted : asking.yes()) {
    WARRANT_TRY(outcome, use(permitted, store, root));
    restored.items.push_back(item_of(*permitted.change, outcome));
  }
  if (restored.complete()) WARRANT_CHECK(store.finish_locked(lock, restored.safety, root));
  return Restoration(std::move(restored));
}

}  // namespace warrant::checkpoint
