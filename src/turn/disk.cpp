#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/turn/disk.hpp>
#include <warrant/workspace/search.hpp>

#include <algorithm>

namespace warrant::turn {

namespace {

constexpr workspace::ListLimits whole_tree{.entries = 20'000, .depth = 12};
constexpr std::size_t a_handful = 8;

std::vector<std::string> paths_of(const workspace::Root& root) {
  std::vector<std::string> paths;
  const auto listing = workspace::list(root, RelPath(), whole_tree);
  if (!listing) return paths;
  for (const workspace::Found& found : listing->entries) {
    if (found.kind == workspace::Kind::file) paths.push_back(found.path.text());
  }
  std::ranges::sort(paths);
  return paths;
}

/// The last part of a path is `base`, or `base` with an extension.
bool is_named(std::string_view path, std::string_view folded_base) {
  const std::string name = fold_case(path.substr(path.rfind('/') + 1));
  if (!name.starts_with(folded_base)) return false;
  return name.size() == folded_base.size() ||
         (name[folded_base.size()] == '.' && name.find('.', folded_base.size() + 1) == std::string::npos);
}

}  // namespace

contract::DiskFacts::Kind WorkspaceFacts::kind(std::string_view path) const {
  const auto relative = RelPath::make(path);
  if (!relative) return Kind::absent;
  const auto real = root_.resolve(*relative);
  if (!real) return Kind::absent;
  const auto state = root_.inspect(*real);
  if (!state) return Kind::file;  // something is there that cannot be looked into
  return match(
      *state, [](const workspace::Absent&) { return Kind::absent; },
      [](const workspace::RegularFile&) { return Kind::file; },
      [](const workspace::Directory&) { return Kind::directory; },
      [](const workspace::SymbolicLink&) { return Kind::file; }, [](const workspace::Special&) { return Kind::file; });
}

std::vector<std::string> WorkspaceFacts::named(std::string_view base) const {
  if (base.empty()) return {};
  if (!paths_) paths_ = paths_of(root_);
  const std::string folded = fold_case(base);
  std::vector<std::string> found;
  for (const std::string& path : *paths_) {
    if (is_named(path, folded)) found.push_back(path);
    if (found.size() == a_handful) break;
  }
  return found;
}

}  // namespace warrant::turn
