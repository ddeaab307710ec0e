// What a model can propose: a closed set of calls.
#pragma once

#include <warrant/base/path.hpp>
#include <warrant/contract/types.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warrant::surface {

using contract::to_string;
using contract::Tool;

enum class FileAction : std::uint8_t { make_directory, move, copy, rename, remove };

/// The name in prompts, grammars and records; `remove` is "delete".
std::string_view to_string(FileAction action) noexcept;

/// One step of a batch. `to` is the root where the action has one path only (make_directory, delete).
struct FileOperation {
  FileAction action;
  RelPath path;
  RelPath to = {};

  bool operator==(const FileOperation&) const = default;
};

struct ReadFile {
  RelPath path;
  bool operator==(const ReadFile&) const = default;
};
struct ListFiles {
  RelPath directory;
  bool operator==(const ListFiles&) const = default;
};
struct SearchText {
  std::string query;  ///< literal text, not empty
  bool operator==(const SearchText&) const = default;
};
struct EditFile {
  RelPath path;
  std::string old_text;  ///< occurs exactly once in the file that the surface was compiled from
  std::string new_text;  ///< differs from old_text
  bool operator==(const EditFile&) const = default;
};
struct WriteFile {
  RelPath path;
  std::string text;
  bool operator==(const WriteFile&) const = default;
};
struct AppendText {
  RelPath path;
  std::string text;
  bool operator==(const AppendText&) const = default;
};
struct Organize {
  std::vector<FileOperation> operations;  ///< 1 to 16, applied all or not at all
  bool operator==(const Organize&) const = default;
};
struct RunCommand {
  std::string profile;
  bool operator==(const RunCommand&) const = default;
};
struct Answer {
  std::string text;
  bool operator==(const Answer&) const = default;
};

using Call =
    std::variant<ReadFile, ListFiles, SearchText, EditFile, WriteFile, AppendText, Organize, RunCommand, Answer>;

}  // namespace warrant::surface
