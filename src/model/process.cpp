#include "process.hpp"

#include <warrant/base/fd.hpp>

#include <arpa/inet.h>
#include <dirent.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <set>
#include <string_view>
#include <thread>
#include <vector>

namespace warrant::model {

namespace {

constexpr std::size_t proc_limit = 16U << 20U;

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = text.find_first_not_of(" \t\n");
    if (begin == std::string_view::npos) return words;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(" \t\n"), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

template <class Number>
std::optional<Number> number_in(std::string_view text, int base = 10) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// The local addresses of /proc/net/tcp and tcp6 that get connections to 127.0.0.1: the address itself, any
/// address, and both as IPv6 (the kernel prints 32-bit words in the machine's order).
bool gets_loopback(std::string_view address) {
  static const std::string four = fmt::format("{:08X}", htonl(INADDR_LOOPBACK));
  static const std::string mapped_prefix = fmt::format("{:08X}{:08X}{:08X}", 0, 0, htonl(0xFFFF));
  return address == four || address == "00000000" || address == std::string(32, '0') ||
         address == mapped_prefix + four || address == mapped_prefix + "00000000";
}

/// The inodes of the sockets that listen on 127.0.0.1:`port`.
Result<std::set<std::uint64_t>> listeners(std::uint16_t port) {
  std::set<std::uint64_t> inodes;
  for (const char* table : {"/proc/self/net/tcp", "/proc/self/net/tcp6"}) {
    Result<std::string> text = read_file(table, proc_limit);
    if (!text) {
      // Without IPv6 there is no second table.
      if (text.error().code == Code::not_found && std::string_view(table).ends_with('6')) continue;
      return fail(text.error());
    }
    std::string_view rest = *text;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const auto words = words_of(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (words.size() < 10 || words[3] != "0A") continue;
      const std::size_t colon = words[1].find(':');
      if (colon == std::string_view::npos || number_in<std::uint16_t>(words[1].substr(colon + 1), 16) != port) continue;
      const auto inode = number_in<std::uint64_t>(words[9]);
      if (gets_loopback(words[1].substr(0, colon)) && inode) inodes.insert(*inode);
    }
  }
  return inodes;
}

/// The inodes of the sockets that a process holds.
Result<std::set<std::uint64_t>> sockets_of(pid_t pid) {
  const std::string folder = fmt::format("/proc/{}/fd", pid);
  const std::unique_ptr<DIR, int (*)(DIR*)> open(opendir(folder.c_str()), closedir);
  if (!open) return fail_errno("cannot look at the server's descriptors", folder);
  std::set<std::uint64_t> inodes;
  while (const dirent* entry = readdir(open.get())) {
    std::array<char, 64> target{};
    const std::string link = folder + "/" + entry->d_name;
    const ssize_t size = readlink(link.c_str(), target.data(), target.size());
    std::string_view name(target.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    if (!name.starts_with("socket:[") || !name.ends_with(']')) continue;
    name.remove_prefix(8);
    name.remove_suffix(1);
    if (const auto inode = number_in<std::uint64_t>(name)) inodes.insert(*inode);
  }
  return inodes;
}

/// Busy and idle ticks of all processors since boot, proc(5) stat.
struct Ticks {
  double all = 0;
  double idle = 0;
};
Ticks ticks() {
  Ticks sum;
  const Result<std::string> text = read_file("/proc/stat", proc_limit);
  if (!text) return sum;
  const auto words = words_of(std::string_view(*text).substr(0, text->find('\n')));
  // user nice system idle iowait irq softirq steal; guest time is within user time.
  for (std::size_t i = 1; i < std::min<std::size_t>(words.size(), 9); ++i) {
    const double value = static_cast<double>(number_in<std::uint64_t>(words[i]).value_or(0));
    sum.all += value;
    if (i == 4 || i == 5) sum.idle += value;
  }
  return sum;
}

int processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  // cgroup v2 cpu.max: "quota period", or "max period".
  if (const Result<std::string> limit = read_file("/sys/fs/cgroup/cpu.max", 1'000)) {
    const auto words = words_of(*limit);
    const auto quota = words.size() == 2 ? number_in<std::int64_t>(words[0]) : std::nullopt;
    const auto period = words.size() == 2 ? number_in<std::int64_t>(words[1]) : std::nullopt;
    if (quota && period && *period > 0)
      count = std::min(count, std::max(1, static_cast<int>(std::min<std::int64_t>(*quota / *period, count))));
  }
  return std::max(count, 1);
}

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

}  // namespace

std::optional<ProcessId> process(pid_t pid) {
  if (pid <= 0) return std::nullopt;
  const Result<std::string> stat = read_file(fmt::format("/proc/{}/stat", pid), proc_limit);
  if (!stat) return std::nullopt;
  // The name in parentheses can hold anything, so the fields are counted from its end.
  const std::size_t name_end = stat->rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  const auto words = words_of(std::string_view(*stat).substr(name_end + 1));
  if (words.size() < 20 || words[0] == "Z" || words[0] == "X") return std::nullopt;
  const auto start = number_in<std::uint64_t>(words[19]);
  if (!start) return std::nullopt;
  return ProcessId{.pid = pid, .start_time = *start};
}

bool send_signal(const ProcessId& id, int signal) {
  const Fd handle(static_cast<int>(syscall(SYS_pidfd_open, id.pid, 0)));
  // The handle is of the right process if the number was still its own after it was taken.
  if (!handle.is_open() || !is_running(id)) return false;
  return syscall(SYS_pidfd_send_signal, handle.get(), signal, nullptr, 0) == 0;
}

bool wait_gone(const ProcessId& id, std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (is_running(id)) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

int free_processors() {
  const int all = processors();
  if (all == 1) return 1;
  const Ticks before = ticks();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const Ticks after = ticks();
  const double passed = after.all - before.all;
  const double idle = passed > 0 ? (after.idle - before.idle) / passed : 1;
  return std::clamp(static_cast<int>(std::lround(static_cast<double>(all) * idle)), 1, all);
}

Result<std::uint16_t> free_port() {
  const Fd probe(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  if (!probe.is_open() || bind(probe.get(), reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      getsockname(probe.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    return fail_errno("cannot find a free port", "127.0.0.1");
  }
  return ntohs(address.sin_port);
}

bool is_listening(std::uint16_t port) {
  const Fd probe(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const sockaddr_in address = loopback(port);
  return probe.is_open() && connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

Status prove_listener(const ProcessId& server, std::uint16_t port) {
  const std::string where = fmt::format("127.0.0.1:{}", port);
  if (!is_running(server)) return fail(Code::unavailable, "the model server that was started here has ended", where);
  WARRANT_TRY(listening, listeners(port));
  if (listening.empty()) return fail(Code::unavailable, "the model server listens no longer", where);
  const auto owned = sockets_of(server.pid);
  if (!owned)
    return fail(Code::refused,
                "cannot see whether the listener is the server that was started here: " + owned.error().message, where);
  if (!std::ranges::includes(*owned, listening)) {
    return fail(Code::refused,
                "another process listens there than the server that was started here; nothing is sent to it", where);
  }
  // Its number could have passed to another process while we looked.
  if (!is_running(server)) return fail(Code::unavailable, "the model server that was started here has ended", where);
  return {};
}

}  // namespace warrant::model
