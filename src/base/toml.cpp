#include "warrant/base/toml.hpp"

#include <fmt/format.h>

#include <sstream>
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#include "warrant/base/utf8.hpp"

#include <toml++/toml.h>

namespace warrant {

namespace {

class Converter {
 public:
  JsonObject table(const toml::table& source, const std::string& pointer) {
    JsonObject out;
    for (auto&& [key, node] : source) {
      const std::string below = pointer + "/" + std::string(key.str());
      // A table's own position is its header; a plain key's is the key.
      lines[below] = key.source().begin.line;
      out.append(std::string(key.str()), node_value(node, below));
    }
    return out;
  }

  std::map<std::string, std::size_t, std::less<>> lines;

 private:
  Json node_value(const toml::node& node, const std::string& pointer) {
    if (const auto* value = node.as_table()) return table(*value, pointer);
    if (const auto* values = node.as_array()) {
      JsonArray out;
      for (const toml::node& element : *values) {
        const std::string below = fmt::format("{}/{}", pointer, out.size());
        lines[below] = element.source().begin.line;
        out.push_back(node_value(element, below));
      }
      return out;
    }
    if (const auto* value = node.as_string()) return value->get();
    if (const auto* value = node.as_integer()) return value->get();
    if (const auto* value = node.as_floating_point()) return value->get();
    if (const auto* value = node.as_boolean()) return value->get();
    std::ostringstream text;
    if (const auto* value = node.as_date()) text << value->get();
    if (const auto* value = node.as_time()) text << value->get();
    if (const auto* value = node.as_date_time()) text << value->get();
    return text.str();
  }
};

}  // namespace

std::string Toml::where(std::string_view name, std::string_view pointer) const {
  for (std::string_view at = pointer; !at.empty(); at = at.substr(0, at.rfind('/'))) {
    if (const auto found = lines.find(at); found != lines.end()) return fmt::format("{}:{}", name, found->second);
  }
  return std::string(name);
}

Result<Toml> parse_toml(std::string_view text, std::string_view name) {
  toml::parse_result parsed = toml::parse(text, name);
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    return fail(Code::malformed, fmt::format("not valid TOML: {}", visible(error.description(), false)),
                fmt::format("{}:{}", name, error.source().begin.line));
  }
  Converter converter;
  JsonObject root = converter.table(parsed.table(), "");
  return Toml{.root = std::move(root), .lines = std::move(converter.lines)};
}

}  // namespace warrant
