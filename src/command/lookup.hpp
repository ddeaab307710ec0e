// Where programs, build directories and repositories are. Reads the disk, changes nothing.
#pragma once

#include <warrant/command/profile.hpp>

#include <optional>
#include <string>
#include <vector>

namespace warrant::command {

/// The absolute entries of the caller's PATH that lie outside the workspace: a program of the workspace is run only
/// where a profile names it by its path.
std::vector<std::string> search_path(const Place& place);

/// The first executable regular file of that name.
std::optional<std::string> find_on_path(const std::string& name, const std::vector<std::string>& directories);

/// Relative directories that hold `marker`: the root itself as ".", its subdirectories and those of "build" and "out".
/// Sorted; hidden directories are left out.
std::vector<std::string> build_directories(const std::string& root, const std::string& marker);

/// The absolute directories that make up the git repository around `root`: its ".git" wherever it is above, where a
/// ".git" file points, and the common directory of a work tree. Empty outside a repository.
std::vector<std::string> repository_directories(const std::string& root);

}  // namespace warrant::command
