#include "sandbox.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <string_view>

namespace warrant::command {

namespace {

#ifndef SYS_landlock_create_ruleset
constexpr long SYS_landlock_create_ruleset = 444;
constexpr long SYS_landlock_add_rule = 445;
constexpr long SYS_landlock_restrict_self = 446;
#endif
constexpr unsigned create_version = 1;  // LANDLOCK_CREATE_RULESET_VERSION
constexpr int rule_path_beneath = 1;    // LANDLOCK_RULE_PATH_BENEATH

// LANDLOCK_ACCESS_FS_*, in the kernel's order of bits.
constexpr std::uint64_t bit(unsigned number) { return std::uint64_t{1} << number; }
constexpr std::uint64_t execute = bit(0);
constexpr std::uint64_t write_file = bit(1);
constexpr std::uint64_t read_file_bit = bit(2);
constexpr std::uint64_t read_dir = bit(3);
constexpr std::uint64_t abi1_all = bit(13) - 1;
constexpr std::uint64_t make_char = bit(6);
constexpr std::uint64_t make_block = bit(11);
constexpr std::uint64_t refer = bit(13);                  // ABI 2
constexpr std::uint64_t truncate = bit(14);               // ABI 3
constexpr std::uint64_t ioctl_dev = bit(15);              // ABI 5
constexpr std::uint64_t scope_abstract_sockets = bit(0);  // ABI 6
constexpr std::uint64_t scope_signals = bit(1);           // ABI 6

// struct landlock_ruleset_attr; older kernels take a shorter one.
struct RulesetAttributes {
  std::uint64_t files;
  std::uint64_t network;
  std::uint64_t scoped;
};
struct [[gnu::packed]] PathBeneath {  // struct landlock_path_beneath_attr
  std::uint64_t allowed;
  std::int32_t parent;
};

constexpr std::uint64_t reading = execute | read_file_bit | read_dir;

std::uint64_t handled(int abi) {
  std::uint64_t access = abi1_all;
  if (abi >= 2) access |= refer;
  if (abi >= 3) access |= truncate;
  if (abi >= 5) access |= ioctl_dev;
  return access;
}

std::uint64_t writing(int abi) { return handled(abi) & ~(make_char | make_block | ioctl_dev); }

// Programs, libraries and settings of the system. Nothing of /home, /root, /var, /run, /tmp, /mnt.
constexpr std::array<std::string_view, 14> system_reads = {"/usr",   "/bin",       "/sbin",      "/lib", "/lib32",
                                                           "/lib64", "/libx32",    "/etc",       "/opt", "/proc",
                                                           "/sys",   "/nix/store", "/gnu/store", "/snap"};
constexpr std::array<std::string_view, 5> devices = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                                     "/dev/urandom"};
constexpr std::string_view shared_memory = "/dev/shm";

// A path that a workspace chose must not lead out of it, so it is opened beneath the working directory.
Fd open_path(const std::string& path, const std::string& root, int directory) {
  if (path == root) return Fd(::fcntl(directory, F_DUPFD_CLOEXEC, 3));
  if (!path.starts_with(root + "/")) return Fd(::open(path.c_str(), O_PATH | O_CLOEXEC));
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  const std::string below = path.substr(root.size() + 1);
  return Fd(static_cast<int>(::syscall(SYS_openat2, directory, below.c_str(), &how, sizeof how)));
}

class Ruleset {
 public:
  Ruleset(Fd fd, int abi) : fd_(std::move(fd)), abi_(abi) {}

  Status allow(const Fd& path, std::uint64_t access, std::string_view where) {
    if (!path.is_open()) return {};  // what is not there needs no rule
    struct stat info{};
    if (::fstat(path.get(), &info) != 0) return fail_errno("cannot look at a path for the sandbox", std::string(where));
    if (!S_ISDIR(info.st_mode)) access &= execute | write_file | read_file_bit | truncate | ioctl_dev;
    const PathBeneath rule{.allowed = access & handled(abi_), .parent = path.get()};
    if (::syscall(SYS_landlock_add_rule, fd_.get(), rule_path_beneath, &rule, 0) != 0) {
      return fail_errno("cannot add a rule to the sandbox", std::string(where));
    }
    return {};
  }

  Fd take() { return std::move(fd_); }

 private:
  Fd fd_;
  int abi_;
};

Status allow_system(Ruleset& ruleset, int abi) {
  for (const std::string_view path : system_reads) {
    WARRANT_CHECK(ruleset.allow(Fd(::open(std::string(path).c_str(), O_PATH | O_CLOEXEC)), reading, path));
  }
  for (const std::string_view path : devices) {
    WARRANT_CHECK(ruleset.allow(Fd(::open(std::string(path).c_str(), O_PATH | O_CLOEXEC)),
                                read_file_bit | write_file | truncate | ioctl_dev, path));
  }
  return ruleset.allow(Fd(::open(std::string(shared_memory).c_str(), O_PATH | O_CLOEXEC)), writing(abi), shared_memory);
}

// mkdir -p, beneath the working directory for a path of the workspace: an existing symbolic link is left as it is, and
// opening refuses it later if it leads out.
void make_directory(const std::string& path) {
  for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
    ::mkdir(path.substr(0, at).c_str(), 0777);
  }
}

}  // namespace

int landlock_abi() noexcept {
  const long abi = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, create_version);
  return abi < 0 ? 0 : static_cast<int>(abi);
}

Fd make_empty_ruleset(int abi) noexcept {
  const RulesetAttributes attributes{
      .files = handled(abi), .network = 0, .scoped = abi >= 6 ? scope_abstract_sockets | scope_signals : 0};
  const std::size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
  return Fd(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, size, 0)));
}

Result<Fd> make_ruleset(const policy::RunCommand& effect, int directory, const std::string& temporary) {
  const int abi = effect.containment.landlock;
  Fd fd = make_empty_ruleset(abi);
  if (!fd.is_open()) return fail_errno("cannot make the sandbox's file rules", "landlock");
  Ruleset ruleset(std::move(fd), abi);
  WARRANT_CHECK(allow_system(ruleset, abi));
  for (const std::string& path : effect.reads) {
    WARRANT_CHECK(ruleset.allow(open_path(path, effect.cwd, directory), reading, path));
  }
  for (const std::string& path : effect.writes) {
    if (path.ends_with('/')) make_directory(path);
    WARRANT_CHECK(ruleset.allow(open_path(path, effect.cwd, directory), writing(abi), path));
  }
  WARRANT_CHECK(ruleset.allow(Fd(::open(temporary.c_str(), O_PATH | O_CLOEXEC)), writing(abi), temporary));
  return ruleset.take();
}

bool root_is_closed() noexcept {
  const int fd = ::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0) ::close(fd);
  return fd < 0 && errno == EACCES;
}

bool restrict_files(int ruleset) noexcept { return ::syscall(SYS_landlock_restrict_self, ruleset, 0) == 0; }

}  // namespace warrant::command
