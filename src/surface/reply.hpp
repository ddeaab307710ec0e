// A reply as it was written: which tool it names, if any, and the fields it gives.
#pragma once

#include <warrant/base/json.hpp>
#include <warrant/surface/surface.hpp>

#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace warrant::surface {

struct Written {
  std::optional<std::string> tool;
  JsonObject fields;  ///< without "tool"
};

/// Finds the one call in `bytes`: a JSON object by itself, in a code fence, or between tags; flat
/// (`{"tool":…,"path":…}`) or wrapped (`{"name":…,"arguments":…}`, `{"function":{…}}`, `[{…}]`), the arguments
/// an object or the text of one. Prose without such a call, or with more than one, is refused as not parsed.
std::expected<Written, Refusal> read_reply(std::string_view bytes);

/// A text in a code fence, with the number that stands before it, if any: `2`, then the fence.
struct Block {
  std::optional<std::string> number;
  std::string text;  ///< without the newline before the closing fence
};
/// nullopt when `bytes` holds no fence, or more than one block.
std::optional<Block> read_block(std::string_view bytes);

}  // namespace warrant::surface
