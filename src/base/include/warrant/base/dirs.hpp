// Where the product keeps its things (XDG Base Directory specification).
#pragma once

#include <warrant/base/result.hpp>

#include <string>

namespace warrant {

/// Absolute directories of this person; none is created here.
struct Dirs {
  std::string config;   ///< $XDG_CONFIG_HOME/warrant or ~/.config/warrant
  std::string state;    ///< $XDG_STATE_HOME/warrant or ~/.local/state/warrant
  std::string cache;    ///< $XDG_CACHE_HOME/warrant or ~/.cache/warrant
  std::string runtime;  ///< $XDG_RUNTIME_DIR/warrant, else beneath the cache
};

/// From the environment. Errors: invalid_argument when neither the variable nor HOME is set, or a
/// variable is not an absolute path.
Result<Dirs> find_dirs();

/// A directory name for a workspace: its last path part made plain and the first 16 hexadecimal
/// digits of the SHA-256 of its real path, "demo-1f0c…". Readable and without collisions.
std::string workspace_key(const std::string& real_root);

}  // namespace warrant
