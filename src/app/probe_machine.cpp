#include "probe.hpp"
#include "settings.hpp"
#include "take_turn.hpp"

#include <warrant/base/dirs.hpp>
#include <warrant/base/fd.hpp>
#include <warrant/command/containment.hpp>
#include <warrant/command/run.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

namespace warrant::app {

namespace {

Finding pass(std::string part, std::string found) {
  return {.part = std::move(part), .state = State::pass, .found = std::move(found), .mend = {}};
}

// A path that climbs out must be refused by the kernel itself; that is what every file operation rests on.
Finding probe_openat2() {
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  const Fd here(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  const Fd inside(static_cast<int>(::syscall(SYS_openat2, here.get(), "proc", &how, sizeof how)));
  const int inside_error = errno;
  const Fd outside(static_cast<int>(::syscall(SYS_openat2, inside.get(), "..", &how, sizeof how)));
  if (inside.is_open() && !outside.is_open() && errno == EXDEV) {
    return pass("kernel.openat2", "opens beneath a directory and refuses to leave it");
  }
  return {.part = "kernel.openat2",
          .state = State::fail,
          .found = fmt::format("does not work: {}", std::strerror(inside.is_open() ? errno : inside_error)),
          .mend = "use Linux 5.6 or newer, and a container that allows openat2"};
}

Finding probe_landlock(const policy::Containment& available) {
  const int abi = available.landlock;
  constexpr int with_signals = 6;
  if (abi >= with_signals)
    return pass("kernel.landlock", fmt::format("ABI {}: files, and signals to other processes", abi));
  if (abi > 0) {
    return {.part = "kernel.landlock",
            .state = State::warn,
            .found = fmt::format("ABI {}: files only{}", abi, abi < 3 ? ", and not the truncation of files" : ""),
            .mend = "Linux 6.12 or newer also keeps commands from signalling other processes"};
  }
  return {.part = "kernel.landlock",
          .state = State::warn,
          .found = "none: a command can read and change every file that you can",
          .mend = "use Linux 5.13 or newer with Landlock switched on (lsm=landlock,…)"};
}

Finding probe_filter(const policy::Containment& available) {
  if (available.syscalls) return pass("kernel.seccomp", "filters system calls");
  return {.part = "kernel.seccomp",
          .state = State::warn,
          .found = "none: the system calls of commands are not filtered",
          .mend = "use a kernel with CONFIG_SECCOMP_FILTER"};
}

std::vector<Finding> probe_namespaces(const policy::Containment& available) {
  const std::string mend =
      "allow user namespaces (kernel.unprivileged_userns_clone, apparmor_restrict_unprivileged_userns)";
  std::vector<Finding> out;
  switch (available.reach) {
    case policy::Reach::loopback: out.push_back(pass("kernel.network", "commands get a network of their own")); break;
    case policy::Reach::none:
      out.push_back({.part = "kernel.network",
                     .state = State::warn,
                     .found = "no network namespace: commands get no internet sockets at all, not even 127.0.0.1",
                     .mend = mend});
      break;
    case policy::Reach::open:
      out.push_back({.part = "kernel.network",
                     .state = State::warn,
                     .found = "none: commands reach the machine's network",
                     .mend = mend});
      break;
  }
  out.push_back(available.steering
                    ? pass("kernel.mounts", "keeps .git and the like read-only while a command runs")
                    : Finding{.part = "kernel.mounts",
                              .state = State::warn,
                              .found = "none: a command that may write in the workspace may also write .git",
                              .mend = mend});
  return out;
}

// The whole way of a command, with a program that does nothing.
Finding probe_launch(const policy::Containment& available) {
  const policy::RunCommand effect = {.profile = "doctor",
                                     .pin = std::nullopt,
                                     .program = "/bin/true",
                                     .argv = {"true"},
                                     .cwd = "/",
                                     .environment = {},
                                     .reads = {},
                                     .writes = {},
                                     .network = false,
                                     .containment = available,
                                     .limits = {.wall_ms = 10'000,
                                                .grace_ms = 500,
                                                .output_head = 1'000,
                                                .output_tail = 1'000,
                                                .cpu_s = 10,
                                                .file_bytes = 1 << 20,
                                                .open_files = 64,
                                                .processes = 0}};
  const policy::Rule own{.name = "doctor",
                         .verdict = policy::Verdict::allow,
                         .tools = {"run_command"},
                         .paths = {"**"},
                         .profiles = {effect.profile},
                         .malformed = false};
  const policy::Question question{.ruling_id = "doctor",
                                  .effect = digest_of(effect),
                                  .tool = "run_command",
                                  .access = policy::Access::run,
                                  .paths = {},
                                  .invalid = std::nullopt,
                                  .escapes = false,
                                  .scope_warning = false,
                                  .form_change = false,
                                  .profile = effect.profile};
  auto warrant = policy::Warrant<policy::RunCommand>::issue(effect, policy::decide(question, {own}, {}), std::nullopt);
  const auto failed = [](const Error& error) {
    return Finding{
        .part = "command.launch",
        .state = State::fail,
        .found = describe(error),
        .mend = "set sandbox = \"off\" in the profiles that have to run here, or mend the kernel parts above"};
  };
  if (!warrant) return failed(warrant.error());
  const auto receipt = command::run(std::move(*warrant), {.state = {}});
  if (!receipt) return failed(receipt.error());
  if (receipt->ending != command::Ending(command::Exited{0}) || receipt->contained != available) {
    return failed({Code::internal, "/bin/true: " + command::describe(receipt->ending)});
  }
  const double ms = std::chrono::duration<double, std::milli>(receipt->duration).count();
  return pass("command.launch",
              fmt::format("/bin/true ran in {:.1f} ms, containment {}", ms, command::level(receipt->contained)));
}

// The directory, or the nearest one above it that is there: nothing is made for the sake of a probe.
Finding probe_directory(const std::string& part, const std::string& path) {
  std::string at = path;
  struct stat info{};
  while (at.size() > 1 && ::stat(at.c_str(), &info) != 0) at.resize(std::max<std::size_t>(at.rfind('/'), 1));
  const bool absent = at != path;
  std::string trial = at + "/.warrant-probe.XXXXXX";
  const Fd fd(::mkostemp(trial.data(), O_CLOEXEC));
  const int error = errno;
  if (fd.is_open()) ::unlink(trial.c_str());
  if (!fd.is_open() || !write_all(fd.get(), "probe", trial)) {
    return {.part = part,
            .state = State::fail,
            .found = fmt::format("{} cannot be written: {}", at, std::strerror(fd.is_open() ? errno : error)),
            .mend = "make it writable, or set XDG_STATE_HOME, XDG_CONFIG_HOME or XDG_CACHE_HOME to a place that is"};
  }
  if (!absent && (info.st_mode & 022U) != 0) {
    return {.part = part,
            .state = State::warn,
            .found = fmt::format("{} can be written by others", path),
            .mend = fmt::format("chmod go-w {}", path)};
  }
  return pass(part, absent ? fmt::format("{} (not made yet)", path) : path);
}

Finding probe_configuration(const Dirs& dirs) {
  const std::string path = dirs.config + "/config.toml";
  const auto text = read_file(path, std::size_t{1} << 20);
  if (!text && text.error().code == Code::not_found) {
    return {.part = "configuration",
            .state = State::skip,
            .found = "no config.toml: the built-in settings hold",
            .mend = {}};
  }
  if (!text)
    return {.part = "configuration", .state = State::fail, .found = describe(text.error()), .mend = "make it readable"};
  const auto settings = read_settings(*text, path);
  if (!settings) {
    return {.part = "configuration",
            .state = State::fail,
            .found = describe(settings.error()),
            .mend = "correct that line"};
  }
  return pass("configuration", path);
}

}  // namespace

std::vector<Finding> probe_kernel() {
  utsname name{};
  ::uname(&name);
  const policy::Containment available = command::probe_containment();
  std::vector<Finding> out = {pass("kernel", fmt::format("{} {} {}", name.sysname, name.release, name.machine)),
                              probe_openat2(), probe_landlock(available), probe_filter(available)};
  for (Finding& finding : probe_namespaces(available)) out.push_back(std::move(finding));
  out.push_back(probe_launch(available));
  return out;
}

std::vector<Finding> probe_directories() {
  const auto dirs = find_dirs();
  if (!dirs) {
    return {{.part = "directories",
             .state = State::fail,
             .found = describe(dirs.error()),
             .mend = "set HOME to your home directory"}};
  }
  return {probe_directory("directory.state", dirs->state), probe_directory("directory.config", dirs->config),
          probe_directory("directory.cache", dirs->cache), probe_configuration(*dirs)};
}

std::vector<Finding> probe_terminal() {
  std::vector<Finding> out;
  out.push_back(has_terminal() ? pass("terminal", "there is one to ask at")
                               : Finding{.part = "terminal",
                                         .state = State::warn,
                                         .found = "none: whatever has to be asked is denied",
                                         .mend = "run it at a terminal, or say --yes beforehand"});
  const char* locale = nullptr;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = ::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing here changes the environment
    if (locale == nullptr && value != nullptr && *value != '\0') locale = value;
  }
  const bool utf8 =
      locale != nullptr && (std::strstr(locale, "UTF-8") != nullptr || std::strstr(locale, "utf8") != nullptr);
  out.push_back(utf8 ? pass("terminal.text", fmt::format("UTF-8 ({})", locale))
                     : Finding{.part = "terminal.text",
                               .state = State::warn,
                               .found = fmt::format("the locale is {}, and the output is UTF-8",
                                                    locale == nullptr ? "not set" : locale),
                               .mend = "export LC_ALL=C.UTF-8"});
  return out;
}

}  // namespace warrant::app
