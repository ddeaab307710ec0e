#include "pasted.hpp"

#include "shape.hpp"

#include <algorithm>

namespace warrant::contract {
namespace {

constexpr std::size_t kMostPasted = 2000;
/// Bytes behind a name that can say its line.
constexpr std::size_t kLineLabel = 9;

bool starts_with_digit(std::string_view text) { return !text.empty() && text[0] >= '0' && text[0] <= '9'; }

/// "src/a.rs:41", "a.cs(41", "a.py\", line 41"
bool is_located(std::string_view word, std::string_view behind) {
  const std::size_t colon = word.find(':');
  return (colon != std::string_view::npos && starts_with_digit(word.substr(colon + 1))) ||
         (behind.starts_with('(') && starts_with_digit(behind.substr(1))) || behind.starts_with("\", line ") ||
         behind.starts_with(" line ");
}

/// The file of the workspace that is written so, if there is one and no other; by its name alone only to be read.
std::optional<std::string> on_disk(const DiskFacts& disk, const std::string& written, PastedFrom from) {
  if (disk.kind(written) == DiskFacts::Kind::file) return written;
  const bool bare = written.find('/') == std::string::npos;
  if (bare && from == PastedFrom::output) return std::nullopt;
  std::vector<std::string> found = disk.named(last_part(written));
  std::erase_if(found, [&](const std::string& path) {
    return last_part(path) != last_part(written) || (!bare && !written.ends_with("/" + path));
  });
  return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

}  // namespace

std::vector<PastedFile> pasted_files(const Material& material, PastedFrom from) {
  std::vector<PastedFile> files;
  std::size_t words = 0;
  for (const language::Region& region : material.reading.regions) {
    std::string_view rest = region.inner.of(material.request);
    if (from == PastedFrom::output && (region.kind == language::Region::Kind::quote || rest.starts_with('>'))) continue;
    while (!rest.empty()) {
      if (++words > kMostPasted) return {};
      const std::size_t end = std::min(rest.find_first_of(" \t\n\"'()`,<>"), rest.size());
      std::string_view word = rest.substr(0, end);
      while (word.ends_with(':') || word.ends_with('.')) word.remove_suffix(1);
      const bool located = is_located(word, rest.substr(end, kLineLabel));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      const auto path = language::read_path(word);
      if (!path || (!located && !path->certain)) continue;
      const auto file = on_disk(material.disk, path->path, from);
      if (!file) continue;
      const auto known = std::ranges::find(files, *file, &PastedFile::path);
      if (known == files.end())
        files.push_back({*file, located});
      else
        known->located = known->located || located;
    }
  }
  return files;
}

}  // namespace warrant::contract
