// Which tokens of a request name a path, and which path that is on this disk.
#pragma once

#include <warrant/contract/contract.hpp>
#include <warrant/language/language.hpp>

#include <optional>
#include <string>
#include <vector>

namespace warrant::contract {

struct Named {
  std::string written;  ///< the path as the words give it
  std::string path;     ///< on this disk: the same, or the one file that the words can mean
  bool exists;
  bool directory;
  std::vector<std::string> candidates;  ///< several files that the words can mean
  Span span;
};

/// For each token of the reading: the path it names, if it names one.
std::vector<std::optional<Named>> find_names(std::string_view request, const language::Reading& reading,
                                             const DiskFacts& disk);

/// Whether a path leads out of the workspace: absolute, of the home directory, or climbing.
bool is_outside(std::string_view path) noexcept;

}  // namespace warrant::contract
