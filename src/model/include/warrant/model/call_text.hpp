// Calls that came as something other than the JSON text that a surface accepts.
#pragma once

#include <warrant/base/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace warrant::model {

/// The call as the one JSON object that a surface reads: `{"tool":name, …arguments}`. `arguments` is
/// the object itself or its text; anything else gives `{"tool":name}`, which a surface refuses.
std::string call_text(std::string_view name, const Json& arguments);

/// The JSON object of a call that a model wrote into prose: bare, fenced, in an array, or in XML-like
/// tags (`<tool_call>`, `<function=name>`); the first one in the text. Names that other formats use for
/// the same thing ("name" with "arguments" or "parameters", "function") become `{"tool":…}`. nullopt when there is
/// none. Pure and total: any bytes. What comes out is only a candidate for Surface::accept, and text
/// for which something comes out must not be shown as an answer. Linear in `text`; the first 1 MiB is read.
std::optional<std::string> extract_call(std::string_view text);

/// Whether `text` holds a call or what is left of one (a tag, the beginning of a call that was cut): such
/// text is never shown as an answer. Pure and total.
bool has_call_debris(std::string_view text);

}  // namespace warrant::model
