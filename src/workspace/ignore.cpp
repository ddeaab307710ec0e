#include "ignore.hpp"

#include "beneath.hpp"

namespace warrant::workspace {

namespace {
constexpr std::size_t largest_file = std::size_t{1} << 20U;
}  // namespace

const IgnoreRules& Ignores::rules_in(std::string_view directory) {
  if (const auto known = rules_.find(directory); known != rules_.end()) return known->second;
  const std::string path = directory.empty() ? ".gitignore" : std::string(directory) + "/.gitignore";
  const auto file = read_at(root_, path, largest_file);
  return rules_.emplace(directory, IgnoreRules(file ? std::string_view(file->bytes) : std::string_view()))
      .first->second;
}

bool Ignores::covers(std::string_view path, bool is_directory) {
  // The nearest file that says something decides.
  for (std::size_t end = path.rfind('/');; end = path.rfind('/', end - 1)) {
    const bool top = end == std::string_view::npos;
    const std::string_view directory = top ? std::string_view() : path.substr(0, end);
    const std::string_view below = top ? path : path.substr(end + 1);
    if (const auto said = rules_in(directory).decide(below, is_directory)) return *said;
    if (top) return false;
  }
}

}  // namespace warrant::workspace
