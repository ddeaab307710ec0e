// What is at a path.
#pragma once

#include <warrant/base/digest.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace warrant::workspace {

struct Absent {
  bool operator==(const Absent&) const = default;
};
struct RegularFile {
  Digest digest;
  std::uint64_t size;            ///< bytes
  std::optional<unsigned> mode;  ///< permission bits; absent: not known
  bool operator==(const RegularFile&) const = default;
};
struct Directory {
  std::optional<unsigned> mode;
  bool operator==(const Directory&) const = default;
};
struct SymbolicLink {
  std::string target;  ///< as stored, never followed
  bool operator==(const SymbolicLink&) const = default;
};
/// A pipe, socket or device.
struct Special {
  bool operator==(const Special&) const = default;
};

using State = std::variant<Absent, RegularFile, Directory, SymbolicLink, Special>;

/// Whether the two can be the same: equal, where a mode that is not known equals any.
bool same(const State& one, const State& other);

/// "no file", "a file of 12 bytes", "a directory", …
std::string describe(const State& state);

}  // namespace warrant::workspace
