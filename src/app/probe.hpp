// The probes of `warrant doctor`. Each tries the thing itself and changes nothing that lasts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::app {

enum class State : std::uint8_t { pass, warn, fail, skip };
std::string_view to_string(State state) noexcept;  ///< "PASS", …

struct Finding {
  std::string part;
  State state;
  std::string found;
  std::string mend;  ///< what to do; empty for PASS and SKIP
};

/// openat2, Landlock, seccomp, namespaces, and one contained launch.
std::vector<Finding> probe_kernel();
/// Whether state, configuration and cache can be written, and whether the configuration reads.
std::vector<Finding> probe_directories();
/// Access, record, profiles, tests and git of the workspace with this real path.
std::vector<Finding> probe_workspace(const std::string& root);
/// llama-server and weights.
std::vector<Finding> probe_model();
std::vector<Finding> probe_terminal();

}  // namespace warrant::app
