// The payload of a call in its normal form: our names for the fields, no display decoration, no placeholders.
#pragma once

#include "reply.hpp"

#include <warrant/base/json.hpp>
#include <warrant/surface/call.hpp>

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace warrant::surface {

/// The names by which a model can call a tool; nothing for a tool that does not exist.
std::optional<Tool> tool_named(std::string_view name) noexcept;

/// What a call can speak of: decoration and placeholders that stand in the file, and placeholder names that are
/// really offered, are content.
struct Known {
  std::string_view file;  ///< empty when unknown
  std::span<const std::string> paths;
};

/// Refuses raw commands by key, gives known aliases our names and file paths their normal form.
std::expected<JsonObject, Refusal> normal_payload(Tool tool, const JsonObject& fields, const Known& known);

/// Whether the fields hold a raw command.
bool holds_raw_command(const JsonObject& fields) noexcept;
Refusal raw_command();
/// Names the nearest tool there is.
Refusal unknown_tool(std::string_view name);

/// Every line begins with a line number as listings show it: "12| ", " 3\t".
bool is_decorated(std::string_view text) noexcept;
/// A line that stands for text left out ("... rest of code"), or the whole is a slot ("<content>").
bool is_placeholder(std::string_view text, std::string_view file);
/// "path/to/file", "<path>" and their like.
bool is_placeholder_path(std::string_view path) noexcept;

}  // namespace warrant::surface
