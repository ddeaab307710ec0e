#include "lookup.hpp"

#include <warrant/base/fd.hpp>
#include <warrant/command/detect.hpp>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace warrant::command {

namespace {

constexpr std::size_t max_names = 4'000;
constexpr std::size_t max_depth = 3;
constexpr std::size_t max_text = std::size_t{256} << 10;
constexpr std::array<std::string_view, 10> markers = {
    "package.json",         "pyproject.toml",       "setup.cfg", "tox.ini",  "requirements.txt",
    "requirements-dev.txt", "requirements_dev.txt", "Makefile",  "makefile", "GNUmakefile"};
// Looked for by name, because the directories that hold them are not walked.
constexpr std::array<std::string_view, 7> deep = {".venv/bin/pytest",
                                                  "venv/bin/pytest",
                                                  "node_modules/.bin/jest",
                                                  "node_modules/.bin/vitest",
                                                  "node_modules/.bin/eslint",
                                                  ".git",
                                                  ".git/HEAD"};

struct CloseDirectory {
  void operator()(DIR* directory) const noexcept { ::closedir(directory); }
};
using Directory = std::unique_ptr<DIR, CloseDirectory>;

bool is_walked(std::string_view name) {
  return !name.starts_with('.') && name != "node_modules" && name != "venv" && name != "target" && name != "vendor";
}

Directory open_below(int at, const char* name) {
  Fd fd(::openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!fd.is_open()) return nullptr;
  DIR* opened = ::fdopendir(fd.get());
  if (opened != nullptr) fd.release();
  return Directory(opened);
}

void walk(DIR* directory, const std::string& prefix, std::size_t depth, std::vector<std::string>& out) {
  std::vector<std::string> below;
  const int fd = ::dirfd(directory);
  if (fd < 0) return;
  while (out.size() < max_names) {
    const dirent* entry = ::readdir(directory);  // NOLINT(concurrency-mt-unsafe): the stream is ours alone
    if (entry == nullptr) break;
    const std::string name = entry->d_name;
    if (name == "." || name == "..") continue;
    struct stat info{};
    if (::fstatat(fd, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (!S_ISDIR(info.st_mode)) {
      out.push_back(prefix + name);
    } else if (depth < max_depth && is_walked(name)) {
      below.push_back(name);
    }
  }
  std::sort(below.begin(), below.end());
  for (const std::string& name : below) {
    if (const Directory opened = open_below(::dirfd(directory), name.c_str())) {
      walk(opened.get(), prefix + name + "/", depth + 1, out);
    }
  }
}

// Only regular files: opening a pipe could wait for ever.
std::optional<std::string> read_marker(int root, const std::string& name) {
  const Fd fd(::openat(root, name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY));
  struct stat info{};
  if (!fd.is_open() || ::fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  auto text = read_all(fd.get(), max_text, name);
  if (!text) return std::nullopt;
  return std::move(*text);
}

}  // namespace

Result<Listing> survey(const Place& place) {
  const Directory root(open_below(AT_FDCWD, place.root.c_str()));
  if (root == nullptr) return fail_errno("cannot open the workspace", place.root);
  Listing listing;
  walk(root.get(), "", 1, listing.files);
  const int fd = ::dirfd(root.get());
  if (fd < 0) return fail_errno("cannot read the workspace", place.root);
  for (const std::string_view path : deep) {
    struct stat info{};
    if (::fstatat(fd, std::string(path).c_str(), &info, 0) == 0) listing.files.emplace_back(path);
  }
  std::sort(listing.files.begin(), listing.files.end());
  listing.files.erase(std::unique(listing.files.begin(), listing.files.end()), listing.files.end());
  for (const std::string_view name : markers) {
    if (auto text = read_marker(::dirfd(root.get()), std::string(name))) listing.texts.emplace(name, std::move(*text));
  }
  const std::vector<std::string> directories = search_path(place);
  for (const Profile& profile : builtin_profiles()) {
    for (const auto& way : profile.programs) {
      const std::string& name = way.front();
      if (name.find('/') == std::string::npos && find_on_path(name, directories)) listing.programs.insert(name);
    }
  }
  return listing;
}

}  // namespace warrant::command
