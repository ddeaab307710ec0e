// TOML documents with the line of every key, for messages that name file and line.
#pragma once

#include <warrant/base/json.hpp>
#include <warrant/base/result.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace warrant {

/// A TOML 1.0 document as a JSON value; dates and times become their text.
struct Toml {
  JsonObject root;
  /// 1-based line of each key or element, under its JSON pointer ("/rules/0/tool").
  std::map<std::string, std::size_t, std::less<>> lines;

  /// "name:line" for a pointer; the line of the nearest parent when the pointer itself is unknown.
  [[nodiscard]] std::string where(std::string_view name, std::string_view pointer) const;
};

/// Reads a TOML document; `name` is the file's name for messages. Duplicate keys are errors.
/// Errors: malformed with "name:line". Thread-safe.
Result<Toml> parse_toml(std::string_view text, std::string_view name);

}  // namespace warrant
