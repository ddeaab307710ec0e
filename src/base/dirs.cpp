#include "warrant/base/dirs.hpp"

#include "warrant/base/digest.hpp"

#include <cstdlib>

namespace warrant {

namespace {

Result<std::string> directory(const char* variable, const char* below_home) {
  if (const char* set = std::getenv(variable); set != nullptr && *set != '\0') {
    if (*set != '/') return fail(Code::invalid_argument, "must be an absolute path", variable);
    return std::string(set) + "/warrant";
  }
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home != '/') {
    return fail(Code::invalid_argument, std::string("set HOME or ") + variable + " to an absolute path", "HOME");
  }
  return std::string(home) + below_home + "/warrant";
}

}  // namespace

Result<Dirs> find_dirs() {
  WARRANT_TRY(config, directory("XDG_CONFIG_HOME", "/.config"));
  WARRANT_TRY(state, directory("XDG_STATE_HOME", "/.local/state"));
  WARRANT_TRY(cache, directory("XDG_CACHE_HOME", "/.cache"));
  const char* set = std::getenv("XDG_RUNTIME_DIR");
  std::string runtime = set != nullptr && *set == '/' ? std::string(set) + "/warrant" : cache + "/run";
  return Dirs{.config = config, .state = state, .cache = cache, .runtime = std::move(runtime)};
}

std::string workspace_key(const std::string& real_root) {
  const std::size_t slash = real_root.rfind('/');
  std::string name = real_root.substr(slash == std::string::npos ? 0 : slash + 1, 40);
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (!plain) c = '-';
  }
  if (name.empty()) name = "root";
  return name + "-" + sha256(real_root).hex().substr(0, 16);
}

}  // namespace warrant
