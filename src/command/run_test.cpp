#include <warrant/base/clock.hpp>
#include <warrant/base/fd.hpp>
#include <warrant/command/containment.hpp>
#include <warrant/command/run.hpp>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

namespace warrant::command {
namespace {

using namespace std::chrono_literals;

/// A warrant as --yes gives one.
policy::Warrant<policy::RunCommand> permit(const policy::RunCommand& effect) {
  const policy::Question question{
      "r1", digest_of(effect), "run_command", policy::Access::run, {}, std::nullopt, false, false, false};
  const policy::Ruling ruling = policy::decide(question, {}, {});
  return std::move(policy::Warrant<policy::RunCommand>::issue(
                       effect, ruling, policy::granted_by_flag(std::get<policy::Ask>(ruling), "a1")))
      .value();
}

std::size_t open_descriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

class Running : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "warrant-run-test.XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    top_ = std::filesystem::canonical(pattern);
    descriptors_ = open_descriptors();
  }
  void TearDown() override {
    EXPECT_EQ(open_descriptors(), descriptors_) << "a descriptor leaked";
    EXPECT_TRUE(::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD) << "a child is left";
    std::filesystem::remove_all(top_);
  }

  /// `script` by the shell, uncontained, ten seconds at most.
  [[nodiscard]] policy::RunCommand shell(std::string script) const {
    return {.profile = "test",
            .pin = std::nullopt,
            .program = "/bin/sh",
            .argv = {"sh", "-c", std::move(script)},
            .cwd = top_.string(),
            .environment = {"PATH=/usr/bin:/bin"},
            .reads = {top_.string()},
            .writes = {},
            .network = false,
            .containment = {.landlock = 0, .syscalls = false, .reach = policy::Reach::open, .steering = false},
            .limits = {.wall_ms = 20'000,
                       .grace_ms = 300,
                       .output_head = 1'000,
                       .output_tail = 1'000,
                       .cpu_s = 60,
                       .file_bytes = 1 << 30,
                       .open_files = 256,
                       .processes = 0}};
  }
  static RunReceipt go(const policy::RunCommand& effect, const RunPorts& ports = {.state = ""}) {
    auto receipt = run(permit(effect), ports);
    EXPECT_TRUE(receipt) << (receipt ? "" : warrant::describe(receipt.error()));
    return std::move(receipt).value();
  }
  /// The process whose number the command wrote to `pid`; true when it is gone.
  [[nodiscard]] bool gone(const std::string& name = "pid") const {
    pid_t pid = 0;
    std::ifstream(top_ / name) >> pid;
    EXPECT_GT(pid, 1);
    return ::kill(pid, 0) != 0;
  }

  std::filesystem::path top_;
  std::size_t descriptors_ = 0;
};

TEST_F(Running, TellsHowItEnded) {
  const RunReceipt receipt = go(shell("echo out; echo err >&2; exit 3"));
  EXPECT_EQ(receipt.ending, Ending(Exited{3}));
  EXPECT_EQ(receipt.output.text(), "out\nerr\n");
  EXPECT_EQ(receipt.output.digest, sha256("out\nerr\n"));
  EXPECT_EQ(receipt.tree, Tree::ended);
  EXPECT_EQ(receipt.killed, 0U);
  EXPECT_GT(receipt.memory_kib, 0);
  EXPECT_EQ(go(shell("kill -SEGV $$")).ending, Ending(Signalled{SIGSEGV}));
  EXPECT_EQ(describe(Ending(Signalled{SIGSEGV})), "killed by signal 11 (SIGSEGV)");
}

TEST_F(Running, RunsInTheWorkspaceWithoutInputOrTerminal) {
  const RunReceipt receipt =
      go(shell("pwd; wc -c; (exec </dev/tty) 2>/dev/null || echo no terminal; ls /proc/self/fd | wc -l"));
  EXPECT_EQ(receipt.output.text(), top_.string() + "\n0\nno terminal\n4\n");
}

TEST_F(Running, PassesNothingOfOurEnvironmentOrDescriptors) {
  ::setenv("WARRANT_TEST_SECRET", "s3cret", 1);
  const int kept = ::open("/dev/null", O_RDONLY);  // NOLINT(android-cloexec-open): a descriptor that would leak
  const RunReceipt receipt =
      go(shell("env | sed 's/TMPDIR=.*/TMPDIR/' | sort; ls -l /proc/self/fd | grep -c /dev/null"));
  ::close(kept);
  ::unsetenv("WARRANT_TEST_SECRET");
  EXPECT_EQ(receipt.output.text(), "PATH=/usr/bin:/bin\nPWD=" + top_.string() + "\nTMPDIR\n1\n");
}

TEST_F(Running, GivesAPrivateTemporaryDirectoryAndRemovesIt) {
  const RunReceipt receipt =
      go(shell("stat -c %a $TMPDIR; mkdir -p $TMPDIR/a/b; touch $TMPDIR/a/b/c; chmod 0 $TMPDIR/a; printf %s $TMPDIR"));
  const std::string text = receipt.output.text();
  ASSERT_TRUE(text.starts_with("700\n/")) << text;
  EXPECT_FALSE(std::filesystem::exists(text.substr(4)));
}

TEST_F(Running, UsesEachWarrantOnce) {
  auto warrant = permit(shell("echo x >> ran"));
  EXPECT_TRUE(run(std::move(warrant), {.state = ""}));
  const auto again = run(std::move(warrant), {.state = ""});  // NOLINT(bugprone-use-after-move): that is what is tested
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, Code::refused);
  EXPECT_EQ(read_file((top_ / "ran").string(), 100).value(), "x\n");
}

TEST_F(Running, SaysWhyItDidNotStart) {
  policy::RunCommand effect = shell("");
  effect.program = "/nonexistent/program";
  auto result = run(permit(effect), {.state = ""});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Code::not_found);
  EXPECT_EQ(result.error().message, "the command was not started: executing the program: No such file or directory");
  effect = shell(std::string(4 << 20, 'a'));
  EXPECT_EQ(run(permit(effect), {.state = ""}).error().code, Code::too_large);
  effect = shell(std::string("a\0b", 3));
  EXPECT_EQ(run(permit(effect), {.state = ""}).error().code, Code::invalid_argument);
  effect = shell("");
  effect.program = "/etc/passwd";
  EXPECT_EQ(run(permit(effect), {.state = ""}).error().code, Code::io);
  effect = shell("");
  effect.cwd = "/nonexistent";
  EXPECT_EQ(run(permit(effect), {.state = ""}).error().code, Code::not_found);
}

TEST_F(Running, KeepsHeadAndTailOfAFlood) {
  std::size_t seen = 0;
  const RunReceipt receipt = go(shell("yes 0123456789abcde | head -c 64000000; echo last"),
                                {.state = "", .sink = [&](std::string_view piece) { seen += piece.size(); }});
  EXPECT_EQ(receipt.output.total, 64'000'005U);
  EXPECT_EQ(seen, receipt.output.total);
  EXPECT_EQ(receipt.output.cut, 64'000'005U - 2'000U);
  EXPECT_EQ(receipt.output.head.size(), 1'000U);
  EXPECT_TRUE(receipt.output.tail.ends_with("abcde\nlast\n"));
  EXPECT_NE(receipt.output.text().find("[… 63998005 bytes of output cut …]"), std::string::npos);
}

TEST_F(Running, EndsAtTheTimeLimitWhatIgnoresTheSignal) {
  policy::RunCommand effect = shell("trap '' TERM; echo $$ > pid; while :; do sleep 0.05; done");
  effect.limits.wall_ms = 300;
  const RunReceipt receipt = go(effect);
  EXPECT_EQ(receipt.ending, Ending(TimedOut{}));
  EXPECT_TRUE(gone());
}

TEST_F(Running, LetsAPoliteOneTidyUpAtTheTimeLimit) {
  policy::RunCommand effect = shell("trap 'echo tidied; exit 0' TERM; while :; do sleep 0.05; done");
  effect.limits.wall_ms = 300;
  effect.limits.grace_ms = 10'000;
  const RunReceipt receipt = go(effect);
  EXPECT_EQ(receipt.ending, Ending(TimedOut{}));
  EXPECT_TRUE(receipt.output.text().ends_with("tidied\n")) << receipt.output.text();
}

TEST_F(Running, KillsWhatWasLeftInTheBackground) {
  const RunReceipt receipt = go(shell("sleep 300 & echo $! > pid; echo done"));
  EXPECT_EQ(receipt.ending, Ending(Exited{0}));
  EXPECT_EQ(receipt.tree, Tree::killed);
  EXPECT_EQ(receipt.killed, 1U);
  EXPECT_EQ(receipt.output.text(), "done\n");
  EXPECT_TRUE(gone());
}

TEST_F(Running, KillsWhatMadeItselfADaemon) {
  const RunReceipt receipt =
      go(shell("setsid sh -c 'echo $$ > pid; (setsid sh -c \"echo \\$\\$ > pid2; exec sleep 300\" &) ; exec sleep 300' "
               ">/dev/null 2>&1 </dev/null & while ! [ -s pid2 ]; do sleep 0.01; done"));
  EXPECT_EQ(receipt.ending, Ending(Exited{0}));
  EXPECT_EQ(receipt.tree, Tree::killed);
  EXPECT_GE(receipt.killed, 2U);
  EXPECT_TRUE(gone());
  EXPECT_TRUE(gone("pid2"));
}

TEST_F(Running, EndsAForkBomb) {
  // It doubles up to 2^7 processes that never end, some of which keep forking and dying.
  policy::RunCommand effect = shell(
      "bomb() { if [ $1 -gt 0 ]; then bomb $(($1-1)) & bomb $(($1-1)) & fi; "
      "while :; do (exec true); sleep 0.02; done; }; bomb 6");
  effect.limits.wall_ms = 700;
  effect.limits.grace_ms = 50;
  const RunReceipt receipt = go(effect);
  EXPECT_EQ(receipt.ending, Ending(TimedOut{}));
  EXPECT_NE(receipt.tree, Tree::survived);
  EXPECT_NE(receipt.tree, Tree::unknown);
}

TEST_F(Running, GoesOnWhenOutputIsClosed) {
  const RunReceipt receipt = go(shell("exec >&- 2>&-; sleep 0.1; echo x > ran; exit 4"));
  EXPECT_EQ(receipt.ending, Ending(Exited{4}));
  EXPECT_TRUE(std::filesystem::exists(top_ / "ran"));
}

TEST_F(Running, StopsWhenAsked) {
  std::stop_source source;
  std::jthread stopper([&] {
    while (!std::filesystem::exists(top_ / "pid")) std::this_thread::sleep_for(5ms);
    source.request_stop();
  });
  const RunReceipt receipt =
      go(shell("echo $$ > pid.new; mv pid.new pid; sleep 300"), {.state = "", .stop = source.get_token()});
  EXPECT_EQ(receipt.ending, Ending(Cancelled{}));
  EXPECT_TRUE(gone());
  const auto before = run(permit(shell("echo x > ran")), {.state = "", .stop = source.get_token()});
  ASSERT_FALSE(before);
  EXPECT_EQ(before.error().code, Code::interrupted);
  EXPECT_FALSE(std::filesystem::exists(top_ / "ran"));
}

TEST_F(Running, SaysWhenItsKeeperWasKilled) {
  const RunReceipt receipt = go(shell("kill -9 $PPID; sleep 300"));
  EXPECT_EQ(receipt.tree, Tree::unknown);
  EXPECT_EQ(receipt.ending, Ending(Signalled{SIGKILL}));
}

TEST_F(Running, DiesWithUs) {
  const policy::RunCommand effect = shell("echo $$ > pid.new; mv pid.new pid; sleep 300");
  const pid_t us = ::fork();
  ASSERT_GE(us, 0);
  if (us == 0) {
    auto receipt = run(permit(effect), {.state = ""});
    ::_exit(receipt ? 0 : 1);
  }
  while (!std::filesystem::exists(top_ / "pid")) std::this_thread::sleep_for(5ms);
  ::kill(us, SIGKILL);
  ASSERT_EQ(::waitpid(us, nullptr, 0), us);
  for (int attempt = 0; attempt < 1000 && !gone(); ++attempt) std::this_thread::sleep_for(5ms);
  EXPECT_TRUE(gone());
}

TEST_F(Running, ResetsSignalsThatWeIgnore) {
  struct sigaction before{};
  struct sigaction ignored{};
  ignored.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &ignored, &before);
  ::sigaction(SIGCHLD, &ignored, nullptr);
  const RunReceipt receipt = go(shell("grep -E 'Sig(Ign|Blk)' /proc/self/status"));
  ::sigaction(SIGPIPE, &before, nullptr);
  ::signal(SIGCHLD, SIG_DFL);
  EXPECT_EQ(receipt.output.text(), "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
}

TEST_F(Running, RunsSideBySide) {
  std::vector<std::jthread> threads;
  std::array<std::optional<RunReceipt>, 8> receipts;
  for (std::size_t i = 0; i < receipts.size(); ++i) {
    threads.emplace_back([&, i] {
      receipts[i] = go(shell("sleep 300 & sleep 0.0" + std::to_string(i) + "; exit " + std::to_string(i)));
    });
  }
  threads.clear();
  for (std::size_t i = 0; i < receipts.size(); ++i) {
    EXPECT_EQ(receipts[i]->ending, Ending(Exited{static_cast<int>(i)}));
    EXPECT_EQ(receipts[i]->killed, 1U);
  }
}

TEST_F(Running, ObeysItsLimits) {
  policy::RunCommand effect = shell("ulimit -n; ulimit -c; head -c 100000 /dev/zero > big; stat -c %s big");
  effect.limits.open_files = 64;
  effect.limits.file_bytes = 4'096;
  const std::string text = go(effect).output.text();
  EXPECT_TRUE(text.starts_with("64\n0\n")) << text;
  EXPECT_TRUE(text.ends_with("4096\n")) << text;
}

}  // namespace
}  // namespace warrant::command
