#include "ignore.hpp"

#include <warrant/base/library.hpp>

#include <git2.h>
#include <git2/sys/repository.h>

namespace warrant::workspace {

namespace {

/// libgit2 with its sixteen libraries takes 8 ms to load, which no other command should pay. It must be of the
/// version whose header this was compiled with.
struct Git {
  decltype(&git_libgit2_init) init = nullptr;
  decltype(&git_libgit2_opts) options = nullptr;
  decltype(&git_repository_new) make = nullptr;
  decltype(&git_repository_set_workdir) set_workdir = nullptr;
  decltype(&git_repository_free) free = nullptr;
  decltype(&git_ignore_path_is_ignored) is_ignored = nullptr;
  bool usable = false;

  static const Git& get() {
    static const Git git = load();
    return git;
  }

 private:
  static Git load() {
    Git git;
    const Library library("libgit2.so." LIBGIT2_SOVERSION);
    const bool found =
        library.find("git_libgit2_init", git.init) && library.find("git_libgit2_opts", git.options) &&
        library.find("git_repository_new", git.make) && library.find("git_repository_set_workdir", git.set_workdir) &&
        library.find("git_repository_free", git.free) && library.find("git_ignore_path_is_ignored", git.is_ignored);
    if (!found || git.init() < 0) return git;
    for (const int level : {GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_GLOBAL, GIT_CONFIG_LEVEL_XDG}) {
      if (git.options(GIT_OPT_SET_SEARCH_PATH, level, "") < 0) return git;
    }
    git.usable = true;
    return git;
  }
};

}  // namespace

struct Ignores::State {
  git_repository* repository = nullptr;
  const Git* git = nullptr;  ///< there when the repository can be asked
};

Ignores::Ignores(const std::string& real_root) : state_(std::make_unique<State>()) {
  const Git& git = Git::get();
  if (!git.usable || git.make(&state_->repository) < 0) return;
  if (git.set_workdir(state_->repository, real_root.c_str(), 0) == 0) state_->git = &git;
}

Ignores::~Ignores() {
  const Git& git = Git::get();
  if (state_->repository != nullptr && git.free != nullptr) git.free(state_->repository);
}

bool Ignores::working() const noexcept { return state_->git != nullptr; }

bool Ignores::covers(const std::string& path, bool is_directory) const {
  if (!working() || path.empty()) return false;
  int ignored = 0;
  const std::string asked = is_directory ? path + "/" : path;
  return state_->git->is_ignored(&ignored, state_->repository, asked.c_str()) == 0 && ignored != 0;
}

}  // namespace warrant::workspace
