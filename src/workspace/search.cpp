#include "beneath.hpp"
#include "ignore.hpp"
#include "pattern.hpp"

#include <warrant/base/utf8.hpp>
#include <warrant/policy/protect.hpp>
#include <warrant/workspace/search.hpp>

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <memory>

namespace warrant::workspace {

namespace {

constexpr std::size_t most_names = 200000;  // of one directory

Kind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return Kind::file;
  if (S_ISDIR(mode)) return Kind::directory;
  return S_ISLNK(mode) ? Kind::link : Kind::special;
}

/// The entries of one directory, by name.
Result<std::vector<Found>> read_directory(int root, const RelPath& directory) {
  WARRANT_TRY(fd, open_beneath(root, directory.text(), O_RDONLY | O_DIRECTORY, RESOLVE_NO_SYMLINKS));
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(fd.get()), &::closedir);
  if (!stream) return fail_errno("cannot read the directory", directory.text());
  const int at = fd.release();  // the stream closes it
  std::vector<Found> found;
  for (;;) {
    errno = 0;
    const dirent* entry = ::readdir(stream.get());
    if (entry == nullptr && errno != 0) return fail_errno("cannot read the directory", directory.text());
    if (entry == nullptr) break;
    const std::string_view name(entry->d_name);
    if (name == "." || name == "..") continue;
    struct stat status{};
    // Gone meanwhile: not there.
    if (::fstatat(at, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    auto path = RelPath::make(directory.is_root() ? std::string(name) : directory.text() + "/" + std::string(name));
    if (!path) continue;  // deeper than paths can be
    const Kind kind = kind_of(status.st_mode);
    found.push_back({std::move(*path), kind, kind == Kind::file ? static_cast<std::uint64_t>(status.st_size) : 0});
    if (found.size() > most_names)
      return fail(Code::too_large, "the directory has over 200,000 entries", directory.text());
  }
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.path.name() < b.path.name(); });
  return found;
}

/// Calls `visit` for everything beneath that is neither protected nor ignored, until it says stop.
class Walk {
 public:
  Walk(int root, const RelPath& from) : root_(root), ignores_(root), ignored_above_(is_ignored(from.text())) {}

  template <class Visit>
  Status beneath(const RelPath& directory, std::size_t depth, const Visit& visit) {
    WARRANT_TRY(found, read_directory(root_, directory));
    for (const Found& entry : found) {
      if (policy::classify(entry.path) != policy::Protection::none) {
        ++guarded;
        continue;
      }
      if (ignored_above_ || ignores_.covers(entry.path.text(), entry.kind == Kind::directory)) {
        ++ignored;
        continue;
      }
      if (!visit(entry)) {
        stopped = true;
        return {};
      }
      if (entry.kind != Kind::directory || depth <= 1) continue;
      auto below = beneath(entry.path, depth - 1, visit);
      if (!below && below.error().code == Code::too_large) return below;
      if (stopped) return {};
    }
    return {};
  }

  std::size_t guarded = 0;
  std::size_t ignored = 0;
  bool stopped = false;

 private:
  /// Whether a directory or one of its parents is left out.
  bool is_ignored(std::string_view directory) {
    for (std::size_t end = 0; end < directory.size();) {
      end = std::min(directory.find('/', end + 1), directory.size());
      if (ignores_.covers(directory.substr(0, end), true)) return true;
    }
    return false;
  }

  int root_;
  Ignores ignores_;
  bool ignored_above_;
};

constexpr std::size_t deepest = 200;

/// The part of a long line around the match.
Match cut_line(const RelPath& path, std::size_t number, std::string_view line, Span span, std::size_t most) {
  std::size_t begin = 0;
  if (line.size() > most) begin = std::min(span.begin - std::min(span.begin, most / 4), line.size() - most);
  std::size_t end = std::min(line.size(), begin + most);
  const auto inside = [&](std::size_t at) {
    return at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0U) == 0x80U;
  };
  while (begin > 0 && inside(begin)) --begin;
  while (inside(end)) ++end;
  const Span shown{std::min(span.begin, end) - begin, std::min(span.end, end) - begin};
  return {path, number, std::string(line.substr(begin, end - begin)), shown, end - begin < line.size()};
}

void search_file(const RelPath& path, std::string_view bytes, const Query& query, const SearchLimits& limits,
                 Matches& out) {
  for (std::size_t number = 1; !bytes.empty(); ++number) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const auto span = query.find(line);
    if (!span) continue;
    if (out.found.size() < limits.matches) {
      out.found.push_back(cut_line(path, number, line, *span, limits.line));
    } else {
      ++out.more;
    }
  }
}

}  // namespace

Result<Listing> list(const Root& root, const RelPath& directory, ListLimits limits) {
  Listing listing{};
  Walk walk(Beneath::of(root), directory);
  WARRANT_CHECK(
      walk.beneath(directory, std::max<std::size_t>(1, std::min(limits.depth, deepest)), [&](const Found& entry) {
        if (listing.entries.size() < limits.entries) {
          listing.entries.push_back(entry);
        } else {
          ++listing.more;
        }
        return listing.more < most_names;
      }));
  listing.guarded = walk.guarded;
  listing.ignored = walk.ignored;
  return listing;
}

Result<std::vector<Found>> tree(const Root& root, const RelPath& path, std::size_t limit) {
  std::vector<Found> all;
  WARRANT_TRY(status, Beneath::look(root, path));
  if (!status) return all;
  const Kind kind = kind_of(status->st_mode);
  all.push_back({path, kind, kind == Kind::file ? static_cast<std::uint64_t>(status->st_size) : 0});
  for (std::size_t next = 0; next < all.size(); ++next) {
    if (all[next].kind != Kind::directory) continue;
    WARRANT_TRY(found, read_directory(Beneath::of(root), all[next].path));
    all.insert(all.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
    if (all.size() > limit) return fail(Code::too_large, "more files than can be kept", path.text());
  }
  return all;
}

Result<Matches> search(const Root& root, const RelPath& directory, const std::string& query, Pattern pattern,
                       SearchLimits limits) {
  WARRANT_TRY(compiled, Query::make(query, pattern));
  Matches out{};
  std::size_t read = 0;
  Walk walk(Beneath::of(root), directory);
  WARRANT_CHECK(walk.beneath(directory, deepest, [&](const Found& entry) {
    if (entry.kind != Kind::file) return true;
    if (out.files + out.skipped >= limits.files || read >= limits.total) return false;
    const auto file = root.read(entry.path, limits.file);
    if (!file) {
      ++out.skipped;
      return true;
    }
    ++out.files;
    read += file->bytes.size();
    search_file(entry.path, file->bytes, compiled, limits, out);
    return true;
  }));
  out.guarded = walk.guarded;
  out.ignored = walk.ignored;
  out.complete = !walk.stopped;
  return out;
}

}  // namespace warrant::workspace
