// The inside of a surface: one form for each shape that a reply can have.
#pragma once

#include <warrant/surface/places.hpp>
#include <warrant/surface/surface.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::surface {

enum class FieldKind : std::uint8_t {
  choice,      ///< one of `choices`
  text,        ///< any text
  some_text,   ///< any text but the empty one
  piece,       ///< a piece of the shown text that occurs once in the file
  operations,  ///< 1 to batch_limit of the form's operations
  number,      ///< 1 to the number of windows; in a choice also 0 for none
};

struct Surface::Field {
  std::string name;
  FieldKind kind;
  std::vector<std::string> choices = {};
};

struct Surface::Form {
  Tool tool;
  std::vector<Field> open;                                 ///< in the order they are asked for
  std::vector<Field> decided;                              ///< choices with one element
  std::shared_ptr<const Target> target = {};               ///< edit_file
  std::vector<Span> windows = {};                          ///< of the target, for piece and number
  std::vector<std::shared_ptr<const Places>> places = {};  ///< one for each window, where a grammar asks for a piece
  std::vector<FileOperation> operations = {};
};

/// One way of asking. `forms` is what the reply can be; `choices` replaces it when the way is a choice.
struct Surface::Stage {
  Ask ask;
  std::vector<Form> forms;
  std::vector<Call> choices = {};
};

struct Surface::Inside {
  std::vector<Form> forms;  ///< every call of this surface, whatever the way of asking
  std::vector<Stage> stages;
};

/// The example of a rewritten window in the prompt. A reply that repeats it is refused.
struct RewriteExample {
  std::string_view before;
  std::string_view after;
};
inline constexpr RewriteExample rewrite_example{"a = 1\nb = \"x\"\n", "a = 1\nb = \"y\"\n"};
/// How many lines, and characters in a line, a rewritten window can have beyond the window's most.
struct RewriteSlack {
  std::size_t lines;
  std::size_t characters;
};
inline constexpr RewriteSlack rewrite_slack{24, 160};

/// The JSON object that stands for one operation.
Json to_json(const FileOperation& operation);
/// "." for the root.
std::string written(const RelPath& path);
/// The tool of a call.
Tool tool_of(const Call& call);
/// Whether `piece` occurs exactly once in `text`, overlapping occurrences counted.
bool occurs_once(std::string_view text, std::string_view piece) noexcept;

}  // namespace warrant::surface
