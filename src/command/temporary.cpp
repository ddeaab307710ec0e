#include "temporary.hpp"

#include <stdlib.h>

#include <filesystem>
#include <system_error>

namespace warrant::command {

Result<Temporary> Temporary::make() {
  const char* set = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe): the product never changes its environment
  std::string path = set != nullptr && *set == '/' ? set : "/tmp";
  path += "/warrant-run.XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) return fail_errno("cannot make a private temporary directory", path);
  return Temporary(std::move(path));
}

Temporary::~Temporary() {
  if (path_.empty()) return;
  std::error_code ignored;
  // A command may have taken the permissions from its own directories.
  for (int attempt = 0; attempt < 2; ++attempt) {
    std::filesystem::remove_all(path_, ignored);
    if (!ignored) return;
    std::error_code walking;
    for (auto entry = std::filesystem::recursive_directory_iterator(
             path_, std::filesystem::directory_options::skip_permission_denied, walking);
         !walking && entry != std::filesystem::end(entry); entry.increment(walking)) {
      std::error_code unchanged;
      if (entry->is_directory(unchanged) && !entry->is_symlink(unchanged)) {
        std::filesystem::permissions(entry->path(), std::filesystem::perms::owner_all, unchanged);
      }
    }
  }
}

}  // namespace warrant::command
