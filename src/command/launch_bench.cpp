// What a contained launch costs beside a plain fork and exec and beside bubblewrap, taken in turns in one run so that
// the machine's mood is the same for all. Prints medians; asserts nothing. Usage: launch_bench [ROUNDS]
#include <warrant/command/containment.hpp>
#include <warrant/command/run.hpp>

#include <fmt/format.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace warrant::command {
namespace {

using Clock = std::chrono::steady_clock;

/// Starts the words with an empty environment and no output, and waits.
bool spawn(std::vector<std::string> words) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  char* environment[] = {nullptr};
  pid_t pid = 0;
  if (::posix_spawn(&pid, argv[0], nullptr, nullptr, argv.data(), environment) != 0) return false;
  int status = 0;
  return ::waitpid(pid, &status, 0) == pid && status == 0;
}

bool fork_exec(const char* program) {
  char* argv[] = {const_cast<char*>(program), nullptr};
  char* environment[] = {nullptr};
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::execve(program, argv, environment);
    ::_exit(127);
  }
  int status = 0;
  return ::waitpid(pid, &status, 0) == pid && status == 0;
}

bool launch(const std::string& root, const policy::Containment& containment) {
  const policy::RunCommand effect = {.profile = "bench",
                                     .pin = std::nullopt,
                                     .program = "/bin/true",
                                     .argv = {"true"},
                                     .cwd = root,
                                     .environment = {},
                                     .reads = {root},
                                     .writes = {root},
                                     .network = false,
                                     .containment = containment,
                                     .limits = {.wall_ms = 10'000,
                                                .grace_ms = 100,
                                                .output_head = 1'000,
                                                .output_tail = 1'000,
                                                .cpu_s = 10,
                                                .file_bytes = 1 << 20,
                                                .open_files = 256,
                                                .processes = 0}};
  const policy::Question question{
      "r", digest_of(effect), "run_command", policy::Access::run, {}, std::nullopt, false, false, false};
  const policy::Ruling ruling = policy::decide(question, {}, {});
  auto warrant = policy::Warrant<policy::RunCommand>::issue(
      effect, ruling, policy::granted_by_flag(std::get<policy::Ask>(ruling), "a"));
  const auto receipt = run(std::move(*warrant), {.state = ""});
  return receipt && receipt->ending == Ending(Exited{0});
}

struct Way {
  std::string name;
  std::function<bool()> start;
  std::vector<double> milliseconds;
};

int measure(int rounds) {
  std::string root = (std::filesystem::temp_directory_path() / "warrant-bench.XXXXXX").string();
  if (::mkdtemp(root.data()) == nullptr) return 1;
  std::filesystem::create_directory(root + "/.git");
  const policy::Containment whole = probe_containment();
  const policy::Containment nothing = {
      .landlock = 0, .syscalls = false, .reach = policy::Reach::open, .steering = false};
  policy::Containment no_namespaces = whole;
  no_namespaces.reach = policy::Reach::none;
  no_namespaces.steering = false;
  policy::Containment network_only = no_namespaces;
  network_only.reach = whole.reach;
  std::vector<Way> ways;
  ways.push_back({"fork + exec", [] { return fork_exec("/bin/true"); }, {}});
  ways.push_back({"run, nothing contained", [&] { return launch(root, nothing); }, {}});
  ways.push_back({"run, Landlock + seccomp", [&] { return launch(root, no_namespaces); }, {}});
  ways.push_back({"run, + own network", [&] { return launch(root, network_only); }, {}});
  ways.push_back({"run, everything", [&] { return launch(root, whole); }, {}});
  if (::access("/usr/bin/bwrap", X_OK) == 0) {
    ways.push_back({"bubblewrap",
                    [&] {
                      return spawn({"/usr/bin/bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/",
                                    "--bind", root, root, "--proc", "/proc", "--dev", "/dev", "/bin/true"});
                    },
                    {}});
  }
  for (int round = 0; round < rounds; ++round) {
    for (Way& way : ways) {
      const auto begin = Clock::now();
      if (!way.start()) fmt::print(stderr, "{} failed\n", way.name);
      way.milliseconds.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    }
  }
  double plain = 0;
  for (Way& way : ways) {
    std::sort(way.milliseconds.begin(), way.milliseconds.end());
    const double median = way.milliseconds[way.milliseconds.size() / 2];
    if (plain == 0) plain = median;
    fmt::print("{:26} least {:6.2f} ms   median {:6.2f} ms   over plain {:6.2f} ms   p90 {:6.2f} ms\n", way.name,
               way.milliseconds.front(), median, median - plain, way.milliseconds[way.milliseconds.size() * 9 / 10]);
  }
  std::filesystem::remove_all(root);
  return 0;
}

}  // namespace
}  // namespace warrant::command

int main(int argc, char** argv) { return warrant::command::measure(argc > 1 ? std::max(1, std::atoi(argv[1])) : 100); }
