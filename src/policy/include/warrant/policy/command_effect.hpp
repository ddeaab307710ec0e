// The effect of running one command, as it is approved.
#pragma once

#include <warrant/policy/warrant.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warrant::policy {

/// How far the command's sockets reach.
enum class Reach : std::uint8_t {
  open,      ///< the machine's network
  loopback,  ///< an own network namespace in which only 127.0.0.1 exists
  none,      ///< no internet sockets at all
};

/// What a launch puts between the command and the machine. Each part is something the kernel
/// enforces; a part that is off is not enforced by anything.
struct Containment {
  int landlock;   ///< file rules by Landlock of this ABI (man 7 landlock); 0: none
  bool syscalls;  ///< seccomp filter: no ptrace, mount, keyring, io_uring, bpf, kernel modules
  Reach reach;
  bool steering;  ///< the .git, .warrant and other steering files of a writable workspace are mounted read-only

  bool operator==(const Containment&) const = default;
};

/// Limits of one run. Zero is no limit only where said.
struct CommandLimits {
  std::int64_t wall_ms;      ///< then the tree is ended
  std::int64_t grace_ms;     ///< between the polite signal and the kill
  std::int64_t output_head;  ///< first bytes of output kept
  std::int64_t output_tail;  ///< last bytes of output kept
  std::int64_t cpu_s;        ///< RLIMIT_CPU of each process
  std::int64_t file_bytes;   ///< RLIMIT_FSIZE
  std::int64_t open_files;   ///< RLIMIT_NOFILE
  std::int64_t processes;    ///< RLIMIT_NPROC, counted by the kernel over the whole user; 0: none

  bool operator==(const CommandLimits&) const = default;
};

/// Runs one program once. Nothing here is looked up again at launch: the kernel gets these words.
struct RunCommand {
  std::string profile;                   ///< the profile it was planned from
  std::optional<Digest> pin;             ///< of the workspace's profile file; absent for a built-in profile
  std::string program;                   ///< absolute path of the executable
  std::vector<std::string> argv;         ///< argv[0] included
  std::string cwd;                       ///< absolute real path of the workspace
  std::vector<std::string> environment;  ///< "NAME=value", sorted; the whole environment but TMPDIR, which
                                         ///< names a private directory made at launch
  std::vector<std::string> reads;        ///< absolute paths that stay readable under Landlock
  std::vector<std::string> writes;       ///< absolute paths that stay writable under Landlock
  bool network;                          ///< the profile asks for network
  Containment containment;               ///< to be achieved exactly, or nothing is launched
  CommandLimits limits;
};

/// SHA-256 of the canonical JSON of every field.
Digest digest_of(const RunCommand& effect);

extern template class Warrant<RunCommand>;

}  // namespace warrant::policy
