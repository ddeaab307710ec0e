#include <warrant/base/match.hpp>
#include <warrant/base/suggest.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/turn/disk.hpp>
#include <warrant/workspace/search.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace warrant::turn {

namespace {

constexpr workspace::ListLimits whole_tree{.entries = 20'000, .depth = 12};
/// Bounds of a search for a symbol: it is made before anything is asked of a model.
constexpr workspace::SearchLimits symbol_search{
    .matches = 500, .line = 400, .file = std::size_t{1} << 20U, .files = 20'000, .total = std::size_t{64} << 20U};
std::vector<std::string> paths_of(const workspace::Root& root) {
  std::vector<std::string> paths;
  const auto listing = workspace::list(root, RelPath(), whole_tree);
  if (!listing) return paths;
  for (const workspace::Found& found : listing->entries) {
    if (found.kind == workspace::Kind::file) paths.push_back(found.path.text());
    if (found.kind == workspace::Kind::directory) paths.push_back(found.path.text() + '/');
  }
  return paths;
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
  if (!listing_) listing_.emplace(paths());
  return listing_->named(base);
}

const std::vector<std::string>& WorkspaceFacts::paths() const {
  if (!paths_) paths_ = paths_of(root_);
  return *paths_;
}

std::optional<std::string> WorkspaceFacts::beneath(std::string_view absolute) const {
  const std::string_view root = root_.real_path();
  if (!absolute.starts_with(root) || absolute.size() < root.size() + 2 || absolute[root.size()] != '/') return {};
  const auto relative = RelPath::make(absolute.substr(root.size() + 1));
  return relative ? std::optional(relative->text()) : std::nullopt;
}

/// Of a search that fails nothing is known, and nothing is taken for complete.
std::optional<contract::DiskFacts::Holding> WorkspaceFacts::holding(std::string_view word) const {
  Holding holding{.paths = {}, .complete = false};
  const auto matches =
      workspace::search(root_, RelPath(), fmt::format("\\b{}\\b", word), workspace::Pattern::regex, symbol_search);
  if (!matches) return holding;
  holding.complete = matches->complete && matches->more == 0;
  for (const workspace::Match& match : matches->found)
    if (holding.paths.empty() || holding.paths.back() != match.path.text()) holding.paths.push_back(match.path.text());
  return holding;
}

std::string WorkspaceFacts::absence_of(std::string_view path) const {
  const std::string text = fmt::format("{} does not exist", visible(path, false));
  const std::vector<std::string_view> there(paths().begin(), paths().end());
  const auto alike = nearest(path, there);
  return alike ? fmt::format("{}; did you mean {}?", text, visible(*alike, false)) : text;
}

}  // namespace warrant::turn
