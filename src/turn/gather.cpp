#include "effect.hpp"
#include "steps.hpp"

#include <warrant/base/utf8.hpp>
#include <warrant/policy/protect.hpp>
#include <warrant/workspace/search.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace warrant::turn {

namespace {

bool is_read(contract::Role role) {
  switch (role) {
    case contract::Role::must_change:
    case contract::Role::must_read:
    case contract::Role::source:
    case contract::Role::verify_only:
    case contract::Role::may_change:
    case contract::Role::mentioned: return true;
    case contract::Role::forbidden:
    case contract::Role::output: return false;
  }
  return false;
}

void withhold(Course& course, std::string_view path, std::string_view why) {
  course.facts.withheld.push_back(fmt::format("{} ({})", visible(path, false), why));
}

void read_file(Course& course, const std::string& named, contract::Role role) {
  const auto path = RelPath::make(named);
  if (!path) return withhold(course, named, path.error().message);
  const auto real = course.ports.root.resolve(*path);
  if (!real) return withhold(course, named, real.error().message);
  const bool to_change = course.plan.contract().allowed && role == contract::Role::must_change;
  if (to_change && is_change_denied(course, *real)) return withhold(course, named, "a change of it is denied");
  if (const auto denied = denied_reading(course, *real)) {
    if (role == contract::Role::must_read && !course.reading_denied) course.reading_denied = denied->by;
    return withhold(course, named, fmt::format("reading it was denied: {}", denied->why));
  }
  auto file = course.ports.root.read(*real);
  if (!file) return withhold(course, named, file.error().message);
  course.facts.read.push_back(named);
  std::string original = file->bytes;
  course.materials.push_back(
      {.path = *real, .named = named, .file = *std::move(file), .original = std::move(original)});
}

/// A pinned file is read like one that the request names; what the request says about a file is stronger.
void read_pinned(Course& course, const std::string& pinned) {
  const auto is_pinned = [&](const contract::Target& target) { return target.path == pinned; };
  if (std::ranges::any_of(course.plan.contract().targets, is_pinned)) return;
  course.ports.observer.step(fmt::format("reading {}", visible(pinned, false)));
  read_file(course, pinned, contract::Role::must_read);
}

void list_directory(Course& course, const std::string& named) {
  const auto path = RelPath::make(named);
  if (!path) return withhold(course, named, path.error().message);
  const auto real = course.ports.root.resolve(*path);
  if (!real) return withhold(course, named, real.error().message);
  const auto listing = workspace::list(course.ports.root, *real, {.entries = 200, .depth = 3});
  if (!listing) return withhold(course, named, listing.error().message);
  for (const workspace::Found& found : listing->entries) {
    const bool directory = found.kind == workspace::Kind::directory;
    course.listing += fmt::format("{}{}\n", visible(found.path.text(), false), directory ? "/" : "");
  }
  if (listing->more > 0) course.listing += fmt::format("… and {} more\n", listing->more);
  if (listing->guarded > 0) course.listing += fmt::format("({} protected entries are not named)\n", listing->guarded);
  course.facts.read.push_back(named.empty() ? "." : named);
}

bool is_directory(const Course& course, std::string_view named) {
  const auto path = RelPath::make(named);
  if (!path) return false;
  const auto real = course.ports.root.resolve(*path);
  if (!real) return false;
  const auto state = course.ports.root.inspect(*real);
  return state && std::holds_alternative<workspace::Directory>(*state);
}

}  // namespace

void gather(Course& course) {
  const contract::Contract& contract = course.plan.contract();
  bool listed = false;
  for (const contract::Target& target : contract.targets) {
    if (!is_read(target.role)) continue;
    if (const auto path = RelPath::make(target.path); !path) {
      withhold(course, target.path, path.error().message);
      continue;
    }
    if (!target.exists) {
      // That it is not there was found out by looking, and may be said.
      course.facts.absent.push_back(target.path);
      course.facts.withheld.push_back(course.disk.absence_of(target.path));
      continue;
    }
    course.ports.observer.step(fmt::format("reading {}", visible(target.path, false)));
    if (is_directory(course, target.path)) {
      list_directory(course, target.path);
      listed = true;
    } else {
      read_file(course, target.path, target.role);
    }
  }
  for (const std::string& pinned : course.request.pinned) read_pinned(course, pinned);
  const bool searches = contract.grounds == contract::Grounds::search && course.materials.empty();
  if (searches) search(course);
  // A question of which nothing can be looked for, or found, is about the workspace itself.
  const bool about_workspace = contract.grounds == contract::Grounds::list || (searches && course.found_lines.empty());
  if (about_workspace && !listed) list_directory(course, "");
}

}  // namespace warrant::turn
