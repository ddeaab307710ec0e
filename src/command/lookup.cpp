#include "lookup.hpp"

#include <warrant/base/fd.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace warrant::command {

namespace {

bool exists(const std::string& path) {
  struct stat info{};
  return ::stat(path.c_str(), &info) == 0;
}

bool is_executable_file(const std::string& path) {
  struct stat info{};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

std::vector<std::string> subdirectories(const std::string& path) {
  std::vector<std::string> out;
  std::error_code error;
  for (auto entry = std::filesystem::directory_iterator(path, error); !error && entry != std::filesystem::end(entry);
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code ignored;
    if (!name.starts_with('.') && name != "node_modules" && entry->is_directory(ignored)) out.push_back(name);
    if (out.size() >= 256) break;
  }
  std::sort(out.begin(), out.end());
  return out;
}

// What the one line of a pointer file says: ".git" files ("gitdir: …") and "commondir" (a path). Relative to `base`.
std::optional<std::string> pointed(const std::string& file, std::string_view prefix, const std::string& base) {
  auto text = read_file(file, 4096);
  if (!text || !text->starts_with(prefix)) return std::nullopt;
  std::string path = text->substr(prefix.size());
  while (!path.empty() && (path.back() == '\n' || path.back() == '\r')) path.pop_back();
  if (path.empty() || path.find('\0') != std::string::npos) return std::nullopt;
  return (path.front() == '/' ? std::filesystem::path(path) : std::filesystem::path(base) / path)
      .lexically_normal()
      .string();
}

}  // namespace

std::vector<std::string> search_path(const Place& place) {
  const auto found = place.environment.find("PATH");
  const std::string text = found == place.environment.end() ? "/usr/local/bin:/usr/bin:/bin" : found->second;
  std::vector<std::string> out;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    std::string entry = std::filesystem::path(text.substr(begin, end - begin)).lexically_normal().string();
    const bool inside = (entry + "/").starts_with(place.root + "/");
    if (entry.starts_with('/') && !inside && std::find(out.begin(), out.end(), entry) == out.end()) {
      out.push_back(std::move(entry));
    }
    begin = end + 1;
  }
  return out;
}

std::optional<std::string> find_on_path(const std::string& name, const std::vector<std::string>& directories) {
  for (const std::string& directory : directories) {
    if (std::string path = directory + "/" + name; is_executable_file(path)) return path;
  }
  return std::nullopt;
}

std::vector<std::string> build_directories(const std::string& root, const std::string& marker) {
  std::vector<std::string> candidates = {"."};
  for (const std::string& name : subdirectories(root)) {
    candidates.push_back(name);
    if (name != "build" && name != "out") continue;
    for (const std::string& below : subdirectories(root + "/" + name)) candidates.push_back(name + "/" + below);
  }
  std::vector<std::string> out;
  for (const std::string& candidate : candidates) {
    // A directory inside a found one is part of it: CMake puts the marker into every subdirectory.
    const bool within = std::any_of(out.begin(), out.end(), [&](const std::string& outer) {
      return outer == "." || candidate.starts_with(outer + "/");
    });
    if (!within && exists(root + "/" + candidate + "/" + marker)) out.push_back(candidate);
  }
  return out;
}

std::vector<std::string> repository_directories(const std::string& root) {
  std::vector<std::string> out;
  for (std::filesystem::path at = root;; at = at.parent_path()) {
    const std::string git = (at / ".git").string();
    struct stat info{};
    if (::stat(git.c_str(), &info) == 0) {
      out.push_back(git);
      if (!S_ISREG(info.st_mode)) return out;
      const auto directory = pointed(git, "gitdir: ", at.string());
      // A pointer that leads to anything but a repository would only widen what may be read.
      if (!directory || !exists(*directory + "/HEAD")) return out;
      out.push_back(*directory);
      if (const auto common = pointed(*directory + "/commondir", "", *directory); common && exists(*common + "/HEAD")) {
        out.push_back(*common);
      }
      return out;
    }
    if (at == at.parent_path()) return out;
  }
}

}  // namespace warrant::command
