#include "workspace_facts.hpp"

#include "subcommand.hpp"

#include <warrant/base/dirs.hpp>
#include <warrant/base/fd.hpp>

#include <algorithm>
#include <array>
#include <filesystem>

namespace warrant::app {
namespace {

constexpr std::size_t kMaxEntries = 50'000;
constexpr int kMaxDepth = 32;

bool is_skipped(const std::string& name) {
  static constexpr std::array<std::string_view, 14> kNames{
      ".git", "node_modules", ".venv", "venv", "__pycache__", "target",        "build",
      "dist", ".hg",          ".svn",  ".tox", ".mypy_cache", ".pytest_cache", ".cache"};
  return std::ranges::find(kNames, name) != kNames.end();
}

std::vector<std::string> list(const std::string& root) {
  namespace fs = std::filesystem;
  std::vector<std::string> paths;
  std::error_code error;
  fs::recursive_directory_iterator at(root, fs::directory_options::skip_permission_denied, error);
  const fs::recursive_directory_iterator end;
  while (!error && at != end && paths.size() < kMaxEntries) {
    const bool directory = at->is_directory(error) && !at->is_symlink(error);
    std::string path = at->path().lexically_relative(root).string();
    if (directory && (is_skipped(at->path().filename().string()) || at.depth() >= kMaxDepth))
      at.disable_recursion_pending();
    if (directory) path += '/';
    paths.push_back(std::move(path));
    at.increment(error);
  }
  return paths;
}

}  // namespace

contract::DiskFacts::Kind WorkspaceFacts::kind(std::string_view path) const {
  namespace fs = std::filesystem;
  if (path.find('\0') != std::string_view::npos || path.size() > 4096) return Kind::absent;
  std::error_code error;
  const fs::path written(path);
  const fs::file_status status = fs::status(written.is_absolute() ? written : fs::path(root_) / written, error);
  if (error || !fs::exists(status)) return Kind::absent;
  return fs::is_directory(status) ? Kind::directory : Kind::file;
}

std::vector<std::string> WorkspaceFacts::named(std::string_view base) const {
  if (!listing_) listing_ = std::make_unique<contract::Listing>(list(root_));
  return listing_->named(base);
}

Result<language::Lexicon> load_lexicon() {
  namespace fs = std::filesystem;
  WARRANT_TRY(lexicon, language::built_in_lexicon());
  const auto dirs = find_dirs();
  if (!dirs) return lexicon;  // Without a home there are no words of one's own.
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(fs::path(dirs->config) / "language", error); !error && at != fs::directory_iterator();
       at.increment(error))
    if (at->path().extension() == ".toml") files.push_back(at->path());
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    WARRANT_TRY(text, read_file(file.string(), std::size_t{1} << 20U));
    WARRANT_CHECK(lexicon.add(text, file.string()));
  }
  return lexicon;
}

Result<std::vector<contract::Settlement>> load_history(std::string_view path) {
  WARRANT_TRY(text, read_input(path));
  WARRANT_TRY(json, parse_json(text));
  return contract::parse_history(json);
}

}  // namespace warrant::app
