#include <warrant/command/containment.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace warrant::command {

namespace {

std::string files_text(const policy::RunCommand& effect) {
  if (effect.containment.landlock == 0) {
    return "Files are not contained: it can read and change whatever you can, in this workspace and outside.";
  }
  const auto shown = [&](const std::string& path) {
    return path == effect.cwd                   ? std::string("the workspace")
           : path.starts_with(effect.cwd + "/") ? path.substr(effect.cwd.size() + 1)
                                                : path;
  };
  std::string writes;
  for (const std::string& path : effect.writes) writes += (writes.empty() ? "" : ", ") + shown(path);
  const std::string_view steering =
      effect.containment.steering ? " (.git, .warrant, hooks and editor tasks at its top stay read-only)" : "";
  return fmt::format(
      "Files: it can change only {}{} and a private temporary directory; of your home directory it reads only the "
      "workspace and its tool's own files.",
      writes.empty() ? "nothing in the workspace" : writes, steering);
}

std::string_view network_text(policy::Reach reach) {
  switch (reach) {
    case policy::Reach::open: return "Network is not contained: it can reach whatever this machine reaches.";
    case policy::Reach::loopback: return "Network: none but its own 127.0.0.1.";
    case policy::Reach::none: return "Network: no internet sockets, not even to 127.0.0.1.";
  }
  return "Network is not contained: it can reach whatever this machine reaches.";
}

}  // namespace

Result<policy::Containment> containment_for(const Profile& profile, const policy::Containment& available) {
  constexpr policy::Containment nothing = {
      .landlock = 0, .syscalls = false, .reach = policy::Reach::open, .steering = false};
  if (profile.sandbox == SandboxMode::off) return nothing;
  policy::Containment given = available;
  const bool all_writable = std::find(profile.writes.begin(), profile.writes.end(), ".") != profile.writes.end();
  given.steering = given.steering && all_writable;
  if (profile.network) given.reach = policy::Reach::open;
  if (profile.sandbox == SandboxMode::prefer) return given;
  std::string missing;
  if (given.landlock == 0) missing += " Landlock (file rules)";
  if (!given.syscalls) missing += " seccomp (system call filter)";
  if (!profile.network && given.reach == policy::Reach::open) missing += " network namespace";
  if (all_writable && !given.steering) missing += " mount namespace";
  if (missing.empty()) return given;
  return fail(Code::unsupported,
              fmt::format("profile {} requires a sandbox and this kernel lacks:{}. Run it on a kernel that has it, or "
                          "set sandbox = \"prefer\" in the profile.",
                          profile.id, missing));
}

std::string containment_text(const policy::RunCommand& effect) {
  std::string text = files_text(effect);
  text += '\n';
  text += network_text(effect.containment.reach);
  text += effect.containment.syscalls ? "\nSystem calls: no tracing, mounting, keyrings, io_uring or kernel changes.\n"
                                      : "\nSystem calls are not filtered.\n";
  text +=
      "Not contained by anything: the processor time and memory it takes until its time limit, sockets in the file "
      "system (a Docker or ssh-agent socket, where it may reach the file), and what the project's own code does with "
      "the files it may change. Changes it makes cannot be undone by warrant.";
  return text;
}

std::string_view level(const policy::Containment& containment) noexcept {
  const bool files = containment.landlock > 0;
  const bool network = containment.reach != policy::Reach::open;
  if (files && network && containment.syscalls) return "full";
  return files || network || containment.syscalls ? "partial" : "none";
}

}  // namespace warrant::command
