// Lets single system calls of a change fail, and mounts file systems that are full or read-only.
#include <warrant/base/fd.hpp>
#include <warrant/policy/approval.hpp>
#include <warrant/policy/warrant.hpp>
#include <warrant/workspace/root.hpp>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

namespace warrant {
namespace {

namespace fs = std::filesystem;
using workspace::Outcome;
using workspace::Root;

RelPath path(std::string_view text) { return RelPath::make(text).value(); }

template <class Effect>
policy::Warrant<Effect> approved(const Effect& effect, policy::Access access) {
  const policy::Ruling ruling = policy::decide(
      {"r", digest_of(effect), "write_file", access, {effect.path}, std::nullopt, false, false, false}, {}, {});
  return policy::Warrant<Effect>::issue(effect, ruling, policy::granted_by_flag(std::get<policy::Ask>(ruling), "a"))
      .value();
}

Result<Outcome> write(const Root& root, std::string_view name, std::optional<std::string_view> before,
                      std::string_view after) {
  policy::WriteFile effect{path(name), std::nullopt, sha256(after), std::nullopt};
  if (before) effect.before = sha256(*before);
  return root.write(approved(effect, policy::Access::write), after);
}

/// What came of a change, as the exit code of a child.
enum Came : int { receipt = 10, conflict, unconfirmed, no_space, read_only, other_error, skipped };

int came(const Result<Outcome>& outcome) {
  if (outcome) return receipt + static_cast<int>(outcome->index());
  const std::string& why = outcome.error().message;
  if (why.find("No space left") != std::string::npos) return no_space;
  return why.find("Read-only file system") != std::string::npos ? read_only : other_error;
}

class Failing : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "warrant-fail-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    base_ = name;
  }
  void TearDown() override { fs::remove_all(base_); }
  void put(const std::string& name, std::string_view bytes) const { std::ofstream(base_ / name) << bytes; }
  std::string get(const std::string& name) const {
    return read_file((base_ / name).string(), 1 << 20).value_or("(none)");
  }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(base_), fs::directory_iterator()));
  }

  fs::path base_;
};

#if defined(__x86_64__)

using Which = std::function<bool(const __ptrace_syscall_info&)>;

/// Runs `work` in a child in which the `nth` call that `which` picks fails with `error`; the child's exit code.
int with_failure(const Which& which, unsigned nth, int error, const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    ::raise(SIGSTOP);
    ::_exit(work());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ::ptrace(PTRACE_SETOPTIONS, child, nullptr, PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD);
  bool failing = false;
  for (;;) {
    ::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    if (WIFSIGNALED(status)) return -WTERMSIG(status);
    __ptrace_syscall_info info{};
    ::ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof info, &info);
    user_regs_struct registers{};
    if (info.op == PTRACE_SYSCALL_INFO_ENTRY && which(info) && nth > 0 && --nth == 0) {
      ::ptrace(PTRACE_GETREGS, child, nullptr, &registers);
      registers.orig_rax = static_cast<unsigned long long>(-1);  // no such call: nothing is done
      ::ptrace(PTRACE_SETREGS, child, nullptr, &registers);
      failing = true;
    } else if (info.op == PTRACE_SYSCALL_INFO_EXIT && failing) {
      ::ptrace(PTRACE_GETREGS, child, nullptr, &registers);
      registers.rax = static_cast<unsigned long long>(-error);
      ::ptrace(PTRACE_SETREGS, child, nullptr, &registers);
      failing = false;
    }
  }
}

Which call(long number) {
  return [number](const __ptrace_syscall_info& info) { return static_cast<long>(info.entry.nr) == number; };
}
const Which nameless_open = [](const __ptrace_syscall_info& info) {
  return info.entry.nr == SYS_openat && (info.entry.args[2] & O_TMPFILE) == O_TMPFILE;
};

TEST_F(Failing, AFlushThatFailsAfterTheRenameIsAnOutcomeOfItsOwn) {
  put("a.txt", "old");
  const auto work = [&] { return came(write(Root::open(base_.string()).value(), "a.txt", "old", "new")); };
  EXPECT_EQ(with_failure(call(SYS_fsync), 1, EIO, work), other_error);
  EXPECT_EQ(get("a.txt"), "old");
  EXPECT_EQ(with_failure(call(SYS_fsync), 2, EIO, work), unconfirmed);
  EXPECT_EQ(get("a.txt"), "new");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(Failing, ALostRemovalFlushIsSaidToo) {
  put("a.txt", "old");
  const auto work = [&] {
    const Root root = Root::open(base_.string()).value();
    return came(root.remove(approved(policy::RemoveFile{path("a.txt"), sha256("old")}, policy::Access::remove)));
  };
  EXPECT_EQ(with_failure(call(SYS_fsync), 1, EIO, work), unconfirmed);
  EXPECT_EQ(entries(), 0U);
}

TEST_F(Failing, WithoutExchangeOrNamelessFilesItStillWrites) {
  const auto change = [&] { return came(write(Root::open(base_.string()).value(), "a.txt", "old", "new")); };
  const auto create = [&] { return came(write(Root::open(base_.string()).value(), "b.txt", std::nullopt, "new")); };
  put("a.txt", "old");
  EXPECT_EQ(with_failure(call(SYS_renameat2), 1, EINVAL, change), receipt);
  EXPECT_EQ(get("a.txt"), "new");
  put("a.txt", "old");
  EXPECT_EQ(with_failure(nameless_open, 1, EOPNOTSUPP, change), receipt);
  EXPECT_EQ(get("a.txt"), "new");
  EXPECT_EQ(with_failure(nameless_open, 1, EOPNOTSUPP, create), receipt);
  EXPECT_EQ(get("b.txt"), "new");
  EXPECT_EQ(entries(), 2U);
}

// Each call in turn is refused with "no space" or "input/output error": the file is whole, and nothing stays behind.
TEST_F(Failing, AnyCallMayFail) {
  const auto work = [&]() -> int {
    const auto root = Root::open(base_.string());
    return root ? came(write(*root, "a.txt", "old", "new")) : other_error;
  };
  const long all[] = {SYS_openat2, SYS_openat, SYS_write,      SYS_fsync, SYS_linkat,     SYS_renameat2,
                      SYS_fchmod,  SYS_fstat,  SYS_newfstatat, SYS_read,  SYS_flistxattr, SYS_unlinkat};
  for (const long number : all) {
    for (unsigned nth = 1; nth < 12; ++nth) {
      for (const int error : {EIO, ENOSPC}) {
        fs::remove_all(base_);
        fs::create_directory(base_);
        put("a.txt", "old");
        const int result = with_failure(call(number), nth, error, work);
        const std::string left = get("a.txt");
        EXPECT_TRUE(result >= receipt || result == 127 || result < 0) << number << " " << nth << ": " << result;
        EXPECT_TRUE(left == "old" || left == "new") << number << " " << nth;
        if (result == receipt || result == unconfirmed) {
          EXPECT_EQ(left, "new") << number << " " << nth;
        }
        if (result == conflict) {
          EXPECT_EQ(left, "old") << number << " " << nth;
        }
        // The last unlink cannot be made up for; the file is swept at the next write.
        if (number != SYS_unlinkat) {
          EXPECT_EQ(entries(), 1U) << number << " " << nth;
        }
      }
    }
  }
}

#endif

/// Runs `work` in a child with its own mounts; its exit code, or `skipped` where that is not permitted.
int with_mount(const fs::path& at, const char* options, unsigned long flags, const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    const bool mounted = ::unshare(CLONE_NEWNS) == 0 &&
                         ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                         ::mount("tmpfs", at.c_str(), "tmpfs", 0, options) == 0;
    if (!mounted) ::_exit(skipped);
    std::ofstream(at / "a.txt") << "old";
    if (flags != 0 && ::mount("none", at.c_str(), nullptr, MS_REMOUNT | flags, nullptr) != 0) ::_exit(skipped);
    ::_exit(work());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(Failing, AFullDiskIsAClearErrorAndTheFileStays) {
  const int result = with_mount(base_, "size=64k", 0, [&] {
    const Root root = Root::open(base_.string()).value();
    const int first = came(write(root, "a.txt", "old", std::string(1 << 20, 'x')));
    return get("a.txt") == "old" && entries() == 1 ? first : other_error;
  });
  if (result == skipped) GTEST_SKIP() << "mounting is not permitted here";
  EXPECT_EQ(result, no_space);
}

TEST_F(Failing, AReadOnlyFileSystemIsAClearError) {
  const int result = with_mount(base_, "size=64k", MS_RDONLY, [&] {
    const Root root = Root::open(base_.string()).value();
    const int first = came(write(root, "a.txt", "old", "new"));
    const int second = came(write(root, "new/b.txt", std::nullopt, "new"));
    return get("a.txt") == "old" && second == read_only ? first : other_error;
  });
  if (result == skipped) GTEST_SKIP() << "mounting is not permitted here";
  EXPECT_EQ(result, read_only);
}

TEST_F(Failing, WhatIsNoPlainFileIsNotReplaced) {
  const Root root = Root::open(base_.string()).value();
  put("one", "x");
  fs::create_hard_link(base_ / "one", base_ / "two");
  ASSERT_EQ(::mkfifo((base_ / "pipe").c_str(), 0600), 0);
  fs::create_directory(base_ / "dir");
  fs::create_symlink("one", base_ / "link");
  const auto code = [&](std::string_view name) { return write(root, name, "x", "y").error().code; };
  EXPECT_EQ(code("two"), Code::refused);
  EXPECT_EQ(code("pipe"), Code::unsupported);
  EXPECT_EQ(code("dir"), Code::unsupported);
  EXPECT_EQ(code("link"), Code::refused);
  EXPECT_EQ(get("one"), "x");
}

TEST_F(Failing, ANameOfMoreThan255BytesIsAClearError) {
  const Root root = Root::open(base_.string()).value();
  for (const std::string& name : {std::string(256, 'n'), std::string(256, 'n') + "/x", "x/" + std::string(300, 'n')}) {
    const auto outcome = write(root, name, std::nullopt, "x");
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, Code::invalid_argument);
    EXPECT_EQ(outcome.error().message, "a name in the path is longer than 255 bytes");
  }
  EXPECT_EQ(entries(), 0U);
}

TEST_F(Failing, SweepTakesOnlyWhatIsOursAndKeptElsewhere) {
  const Root root = Root::open(base_.string()).value();
  const auto name = [](std::string_view pid, std::string_view before, std::string_view end) {
    return ".warrant-" + std::string(pid) + ".1." + std::string(before) + "." + sha256("new").hex().substr(0, 16) +
           "." + std::string(end);
  };
  const std::string old_hex = sha256("old").hex().substr(0, 16);
  put(name("999999999", old_hex, "tmp"), "old");                 // displaced and kept elsewhere
  put(name("999999998", old_hex, "tmp"), "new");                 // never in place
  put(name("999999997", old_hex, "part"), "ne");                 // half written
  put(name("999999996", old_hex, "tmp"), "somebody's");          // nobody else has these bytes
  put(name(std::to_string(::getpid()), old_hex, "tmp"), "new");  // a process that lives
  put(".warrant-notes.tmp", "mine");
  EXPECT_EQ(root.sweep(RelPath()).value(), 3U);
  EXPECT_EQ(entries(), 3U);
}

}  // namespace
}  // namespace warrant
