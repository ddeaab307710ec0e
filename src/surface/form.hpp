// The inside of a surface: one form for each shape that a reply can have.
#pragma once

#include <warrant/surface/surface.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warrant::surface {

enum class FieldKind : std::uint8_t {
  choice,      ///< one of `choices`
  text,        ///< any text
  some_text,   ///< any text but the empty one
  piece,       ///< a piece of the shown text that occurs once in the file
  operations,  ///< 1 to batch_limit of the form's operations
};

struct Surface::Field {
  std::string name;
  FieldKind kind;
  std::vector<std::string> choices = {};
};

struct Surface::Form {
  Tool tool;
  std::vector<Field> open;     ///< in the order they are asked for
  std::vector<Field> decided;  ///< choices with one element
  std::shared_ptr<const Places> places = {};
  std::vector<FileOperation> operations = {};
};

/// The JSON object that stands for one operation.
Json to_json(const FileOperation& operation);
/// "." for the root.
std::string written(const RelPath& path);

}  // namespace warrant::surface
