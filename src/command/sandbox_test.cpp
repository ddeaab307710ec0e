// What the sandbox stops, tried by real commands. Each test first shows that the same command succeeds uncontained.
#include <warrant/base/fd.hpp>
#include <warrant/command/containment.hpp>
#include <warrant/command/run.hpp>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace warrant::command {
namespace {

constexpr policy::Containment nothing = {
    .landlock = 0, .syscalls = false, .reach = policy::Reach::open, .steering = false};

class Sandbox : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "warrant-sandbox-test.XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    top_ = std::filesystem::canonical(pattern);
    std::filesystem::create_directories(top_ / "work/out");
    std::filesystem::create_directories(top_ / "home");
    std::ofstream(top_ / "home/secret") << "secret";
    std::ofstream(top_ / "work/source") << "source";
  }
  void TearDown() override { std::filesystem::remove_all(top_); }

  /// The exit code of a shell script, contained as the kernel can, writing only where `writes` says.
  int go(const std::string& script, const policy::Containment& containment,
         const std::vector<std::string>& writes = {"out"}) {
    const std::string root = (top_ / "work").string();
    policy::RunCommand effect = {.profile = "test",
                                 .pin = std::nullopt,
                                 .program = "/bin/sh",
                                 .argv = {"sh", "-c", script},
                                 .cwd = root,
                                 .environment = {"HOME=" + (top_ / "home").string(), "PATH=/usr/bin:/bin:/sbin"},
                                 .reads = {root},
                                 .writes = {},
                                 .network = false,
                                 .containment = containment,
                                 .limits = {.wall_ms = 20'000,
                                            .grace_ms = 300,
                                            .output_head = 4'000,
                                            .output_tail = 1'000,
                                            .cpu_s = 60,
                                            .file_bytes = 1 << 30,
                                            .open_files = 256,
                                            .processes = 0}};
    for (const std::string& path : writes) effect.writes.push_back(path.empty() ? root : root + "/" + path);
    const policy::Question question{
        "r1", digest_of(effect), "run_command", policy::Access::run, {}, std::nullopt, false, false, false};
    const policy::Ruling ruling = policy::decide(question, {}, {});
    auto receipt = run(std::move(policy::Warrant<policy::RunCommand>::issue(
                                     effect, ruling, policy::granted_by_flag(std::get<policy::Ask>(ruling), "a1")))
                           .value(),
                       {.state = ""});
    EXPECT_TRUE(receipt) << (receipt ? "" : warrant::describe(receipt.error()));
    if (!receipt) return -1;
    EXPECT_EQ(receipt->contained, containment);
    output_ = receipt->output.text();
    const auto* exited = std::get_if<Exited>(&receipt->ending);
    return exited != nullptr ? exited->code : -2;
  }

  [[nodiscard]] policy::Containment files() const {
    policy::Containment containment = nothing;
    containment.landlock = probe_containment().landlock;
    return containment;
  }
  [[nodiscard]] policy::Containment reach(policy::Reach reach) const {
    return {.landlock = 0, .syscalls = true, .reach = reach, .steering = false};
  }

  std::filesystem::path top_;
  std::string output_;
};

#define NEEDS(part, what) \
  if (!(part)) GTEST_SKIP() << "this kernel gives no " << (what)

TEST_F(Sandbox, FilesOutsideAreOutOfReach) {
  NEEDS(files().landlock > 0, "Landlock");
  const std::string read = "cat $HOME/secret";
  EXPECT_EQ(go(read, nothing), 0);
  EXPECT_NE(go(read, files()), 0);
  EXPECT_NE(output_.find("Permission denied"), std::string::npos) << output_;
  const std::string write = "echo x > $HOME/new";
  EXPECT_EQ(go(write, nothing), 0);
  EXPECT_NE(go("echo y > $HOME/new", files()), 0);
  EXPECT_NE(go("rm $HOME/secret", files()), 0);
  EXPECT_NE(go("ln -s $HOME/secret out/link && cat out/link", files()), 0);
  EXPECT_NE(go("ln $HOME/secret out/hard", files()), 0);
  EXPECT_NE(go("mv $HOME/secret out/", files()), 0);
  EXPECT_EQ(read_file((top_ / "home/new").string(), 10).value(), "x\n");
  EXPECT_EQ(read_file((top_ / "home/secret").string(), 10).value(), "secret");
}

TEST_F(Sandbox, WritesOnlyWhereTheProfileDeclares) {
  NEEDS(files().landlock > 0, "Landlock");
  EXPECT_EQ(go("cat source; echo x > out/a && mkdir out/d && mv out/a out/d/ && rm -r out/d", files()), 0) << output_;
  EXPECT_NE(go("echo x > source", files()), 0);
  EXPECT_NE(go("truncate -s 0 source", files()), 0);
  EXPECT_NE(go("echo x > beside", files()), 0);
  EXPECT_EQ(read_file((top_ / "work/source").string(), 10).value(), "source");
  EXPECT_EQ(go("echo x > $TMPDIR/a && cat $TMPDIR/a && echo x > /dev/null", files()), 0) << output_;
}

TEST_F(Sandbox, MakesDeclaredDirectoriesAndNeverFollowsThemOut) {
  NEEDS(files().landlock > 0, "Landlock");
  EXPECT_EQ(go("echo x > target/a/f", files(), {"target/a/"}), 0) << output_;
  std::filesystem::create_directory_symlink(top_ / "home", top_ / "work/cache");
  EXPECT_NE(go("echo x > cache/f", files(), {"cache/"}), 0);
  EXPECT_NE(go("echo x > cache/f", files(), {"cache"}), 0);
  EXPECT_FALSE(std::filesystem::exists(top_ / "home/f"));
}

TEST_F(Sandbox, SteeringFilesOfAWritableWorkspaceStayAsTheyAre) {
  NEEDS(probe_containment().landlock > 0 && probe_containment().steering, "mount namespace");
  std::filesystem::create_directories(top_ / "work/.git/hooks");
  std::filesystem::create_directories(top_ / "work/.github/workflows");
  std::ofstream(top_ / "work/.envrc") << "envrc";
  const policy::Containment whole = probe_containment();
  EXPECT_EQ(go("echo x > new && echo x > source && ls -a .git", whole, {""}), 0) << output_;
  for (const char* script :
       {"echo x > .git/hooks/pre-commit", "mv .git git", "rm -r .git", "echo x > .envrc", "rm .envrc",
        "touch .github/workflows/x", "mv .github g", "umount .git", "cd / && echo x > $OLDPWD/.git/x"}) {
    EXPECT_NE(go(script, whole, {""}), 0) << script;
  }
  EXPECT_FALSE(std::filesystem::exists(top_ / "work/.git/hooks/pre-commit"));
  EXPECT_EQ(read_file((top_ / "work/.envrc").string(), 10).value(), "envrc");
}

TEST_F(Sandbox, ProcessesOutsideCannotBeSignalled) {
  NEEDS(files().landlock >= 6, "Landlock ABI 6");
  const std::string probe = "kill -0 " + std::to_string(::getpid());
  EXPECT_EQ(go(probe, nothing), 0);
  EXPECT_NE(go(probe, files()), 0);
  EXPECT_NE(go("kill -9 $PPID", files()), 0);
  EXPECT_EQ(go("sleep 100 & kill $!", files()), 0);
}

TEST_F(Sandbox, TheMachinesLoopbackIsAnother) {
  NEEDS(probe_containment().reach == policy::Reach::loopback, "network namespace");
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(listener, 1), 0);
  ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
  const std::string script = "python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", " +
                             std::to_string(ntohs(address.sin_port)) + "), 2)'";
  EXPECT_EQ(go(script, nothing), 0) << output_;
  EXPECT_NE(go(script, reach(policy::Reach::loopback)), 0);
  EXPECT_NE(output_.find("ConnectionRefused"), std::string::npos) << output_;
  EXPECT_NE(go(script, reach(policy::Reach::none)), 0);
  ::close(listener);
  const std::string own =
      "python3 -c 'import socket; s = socket.create_server((\"127.0.0.1\", 0)); "
      "socket.create_connection(s.getsockname(), 2)'";
  EXPECT_EQ(go(own, reach(policy::Reach::loopback)), 0) << output_;
  EXPECT_NE(go(own, reach(policy::Reach::none)), 0);
}

TEST_F(Sandbox, OtherSocketFamiliesAreRefused) {
  NEEDS(probe_containment().syscalls, "seccomp");
  const auto open = [](const char* family) {
    return std::string("python3 -c 'import socket; socket.socket(socket.") + family + ", socket.SOCK_DGRAM)'";
  };
  EXPECT_EQ(go(open("AF_UNIX"), reach(policy::Reach::none)), 0) << output_;
  EXPECT_NE(go(open("AF_ALG"), reach(policy::Reach::none)), 0);
  EXPECT_NE(go(open("AF_INET"), reach(policy::Reach::none)), 0);
  EXPECT_EQ(go(open("AF_INET"), reach(policy::Reach::open)), 0) << output_;
}

TEST_F(Sandbox, DangerousCallsAreRefused) {
  NEEDS(probe_containment().syscalls, "seccomp");
  // The raw numbers of x86-64 and arm64 differ; these calls have the same on both.
  for (const char* number : {"425", "428", "430", "438", "442"}) {
    const std::string script =
        std::string("python3 -c 'import ctypes, errno, sys; c = ctypes.CDLL(None, use_errno=True); ") +
        "r = c.syscall(" + number +
        ", -1, 0, 0, 0, 0, 0); "
        "sys.exit(0 if r == -1 and ctypes.get_errno() == errno.EPERM else 1)'";
    EXPECT_EQ(go(script, reach(policy::Reach::open)), 0) << number << output_;
  }
  EXPECT_NE(go("unshare -r true", reach(policy::Reach::open)), 0);
  EXPECT_EQ(go("python3 -c 'import threading; t = threading.Thread(target=print); t.start(); t.join()'",
               reach(policy::Reach::open)),
            0)
      << output_;
}

TEST_F(Sandbox, TheWholeLetsOrdinaryWorkPass) {
  const policy::Containment whole = probe_containment();
  EXPECT_EQ(go("python3 -c 'import subprocess, multiprocessing; multiprocessing.Lock(); "
               "print(subprocess.run([\"ls\"], capture_output=True).stdout)' && test $(ulimit -c) = 0 && "
               "grep -q 'NoNewPrivs:.1' /proc/self/status",
               whole),
            0)
      << output_;
}

TEST(Probe, GivesTheSameAnswerTwice) { EXPECT_EQ(probe_containment(), probe_containment()); }

}  // namespace
}  // namespace warrant::command
