// Kills a change at every system call that it makes and looks at what is left.
//
// A child carries the change out under ptrace(2); the n-th time it enters a system call, it is killed with SIGKILL,
// as by a power cut that the disk survived. For each n until the child ends by itself: every file is wholly old or
// wholly new, undo brings the old one back, the store verifies, and sweeping leaves no stray file.
#include <warrant/base/clock.hpp>
#include <warrant/base/fd.hpp>
#include <warrant/checkpoint/restore.hpp>
#include <warrant/checkpoint/store.hpp>
#include <warrant/policy/approval.hpp>
#include <warrant/policy/warrant.hpp>
#include <warrant/workspace/batch.hpp>
#include <warrant/workspace/root.hpp>

#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace warrant {
namespace {

namespace fs = std::filesystem;
using workspace::Root;

RelPath path(std::string_view text) { return RelPath::make(text).value(); }

template <class Effect>
policy::Warrant<Effect> approved(const Effect& effect, policy::Access access) {
  const policy::Ruling ruling = policy::decide(
      {"r", digest_of(effect), "write_file", access, {effect.path}, std::nullopt, false, false, false}, {}, {});
  return policy::Warrant<Effect>::issue(effect, ruling, policy::granted_by_flag(std::get<policy::Ask>(ruling), "a"))
      .value();
}

policy::Answer yes(const policy::Ask& ruling, const checkpoint::Change&, const workspace::Diff&) {
  return policy::granted_by_flag(ruling, "a");
}

class Killed : public testing::Test {
 protected:
  void SetUp() override {
    // In memory where that is possible: a killed process loses nothing that a disk would have to keep.
    const fs::path place = ::access("/dev/shm", W_OK) == 0 ? fs::path("/dev/shm") : fs::temp_directory_path();
    std::string name = (place / "warrant-kill-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    base_ = name;
  }
  void TearDown() override { fs::remove_all(base_); }

  void fresh() const {
    fs::remove_all(base_ / "root");
    fs::remove_all(base_ / "state");
    fs::create_directory(base_ / "root");
    put("a.txt", old_text);
  }
  void put(const std::string& name, std::string_view bytes) const { std::ofstream(base_ / "root" / name) << bytes; }
  std::optional<std::string> get(const std::string& name) const {
    auto bytes = read_file((base_ / "root" / name).string(), 1 << 20);
    if (!bytes) return std::nullopt;
    return *bytes;
  }
  Root root() const { return Root::open((base_ / "root").string()).value(); }
  checkpoint::Store store() const { return checkpoint::Store::open((base_ / "state").string()).value(); }

  /// A turn that changes a.txt and makes new/b.txt.
  bool turn() const {
    auto kept = store();
    const Root here = root();
    const auto file = [](std::string_view bytes) {
      return workspace::State(workspace::RegularFile{sha256(bytes), bytes.size(), std::nullopt});
    };
    const auto id =
        kept.take("t", {{path("a.txt"), file(new_text)}, {path("new/b.txt"), file(new_text)}}, here, system_clock());
    if (!id) return false;
    const policy::WriteFile change{path("a.txt"), sha256(old_text), sha256(new_text), std::nullopt};
    const policy::WriteFile creation{path("new/b.txt"), std::nullopt, sha256(new_text), std::nullopt};
    const bool changed = here.write(approved(change, policy::Access::write), new_text).has_value();
    const bool created = here.write(approved(creation, policy::Access::write), new_text).has_value();
    return changed && created && kept.finish(*id, here).has_value();
  }
  bool undo() const {
    auto kept = store();
    const Root here = root();
    const auto plan = checkpoint::plan_undo(kept, here);
    return plan && checkpoint::carry_out(*plan, kept, here, yes, system_clock()).has_value();
  }

  /// Runs `work` in a child that dies at its n-th system call. Whether it was killed.
  static bool dies_at(unsigned n, const std::function<bool()>& work) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
      ::raise(SIGSTOP);
      ::_exit(work() ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    ::ptrace(PTRACE_SETOPTIONS, child, nullptr, PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD);
    // Each call stops twice, on entry and on return: the first n - 1 calls are let through.
    for (unsigned stop = 0; stop < 2 * n - 1; ++stop) {
      ::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
      ::waitpid(child, &status, 0);
      if (WIFEXITED(status)) {
        EXPECT_EQ(WEXITSTATUS(status), 0);
        return false;
      }
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
    return true;
  }

  /// What must hold after any death: whole files, and nothing else in the directory once swept.
  void check_whole(unsigned n) const {
    const auto a = get("a.txt");
    ASSERT_TRUE(a) << "killed at call " << n << ": the file is gone";
    EXPECT_TRUE(*a == old_text || *a == new_text) << "killed at call " << n;
    const auto b = get("new/b.txt");
    EXPECT_TRUE(!b || *b == new_text) << "killed at call " << n;
    EXPECT_TRUE(root().sweep(path(""))) << n;
    EXPECT_TRUE(root().sweep(path("new"))) << n;
    for (const auto& entry : fs::recursive_directory_iterator(base_ / "root")) {
      const std::string name = entry.path().filename().string();
      EXPECT_TRUE(name == "a.txt" || name == "new" || name == "b.txt") << "killed at call " << n << ": " << name;
    }
    const auto check = store().verify();
    ASSERT_TRUE(check);
    EXPECT_TRUE(check->problems.empty()) << "killed at call " << n << ": " << describe(check->problems.front());
  }

  static constexpr std::string_view old_text = "old text, which nobody may lose\n";
  static constexpr std::string_view new_text = "new text\n";
  fs::path base_;
};

TEST_F(Killed, AtEveryCallOfATurnTheFilesAreWholeAndUndoWorks) {
  unsigned n = 1;
  for (;; ++n) {
    fresh();
    if (!dies_at(n, [&] { return turn(); })) break;
    check_whole(n);
    if (store().list().value().empty()) {
      EXPECT_EQ(get("a.txt"), old_text) << "changed before the checkpoint was taken, killed at call " << n;
      continue;
    }
    auto kept = store();
    const auto plan = checkpoint::plan_undo(kept, root());
    ASSERT_TRUE(plan) << "killed at call " << n << ": " << describe(plan.error());
    const auto done = checkpoint::carry_out(*plan, kept, root(), yes, system_clock());
    ASSERT_TRUE(done) << "killed at call " << n << ": " << describe(done.error());
    EXPECT_EQ(get("a.txt"), old_text) << "killed at call " << n;
    EXPECT_FALSE(get("new/b.txt")) << "killed at call " << n;
  }
  EXPECT_EQ(get("a.txt"), new_text);
  EXPECT_GT(n, 50U);
  RecordProperty("system_calls", static_cast<int>(n));
  std::printf("killed at each of %u system calls of a turn\n", n - 1);
}

TEST_F(Killed, AtEveryCallOfAnUndoItCanBeCarriedOn) {
  unsigned n = 1;
  for (;; ++n) {
    fresh();
    ASSERT_TRUE(turn());
    if (!dies_at(n, [&] { return undo(); })) break;
    check_whole(n);
    if (get("a.txt") == old_text && !get("new/b.txt") && !fs::exists(base_ / "root/new")) {
      // All is undone; whether the store knows already or not, redo or undo must leave whole files.
      continue;
    }
    EXPECT_TRUE(undo()) << "killed at call " << n;
    EXPECT_EQ(get("a.txt"), old_text) << "killed at call " << n;
    EXPECT_FALSE(get("new/b.txt")) << "killed at call " << n;
  }
  EXPECT_EQ(get("a.txt"), old_text);
  EXPECT_GT(n, 50U);
  std::printf("killed at each of %u system calls of an undo\n", n - 1);
}

TEST_F(Killed, AtEveryCallOfABatchItIsEndedAtTheNextStart) {
  const auto names = [&] {
    std::vector<std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(base_ / "root")) {
      all.push_back(entry.path().lexically_relative(base_ / "root").string());
    }
    std::sort(all.begin(), all.end());
    return all;
  };
  const std::vector<std::string> before{"a.txt", "b.txt", "c.txt"};
  const std::vector<std::string> after{"b.txt", "docs", "docs/a.txt", "docs/b.txt"};
  const std::string journal = (base_ / "journal").string();
  const auto work = [&] {
    const Root here = root();
    const policy::Batch batch{{policy::MakeDirectory{path("docs")},
                               policy::MoveFile{path("a.txt"), path("docs/a.txt"), sha256(old_text)},
                               policy::CopyFile{path("b.txt"), path("docs/b.txt"), sha256("b")},
                               policy::RemoveFile{path("c.txt"), sha256("c")}}};
    const policy::Ruling ruling = policy::decide(
        {"r", digest_of(batch), "organize", policy::Access::move, {path("a")}, std::nullopt, false, false, false}, {},
        {});
    auto warrant = policy::Warrant<policy::Batch>::issue(batch, ruling,
                                                         policy::granted_by_flag(std::get<policy::Ask>(ruling), "a"));
    const auto outcome = workspace::apply(here, std::move(*warrant), journal);
    return outcome && std::holds_alternative<workspace::BatchReceipt>(*outcome);
  };
  unsigned n = 1;
  unsigned finished = 0;
  for (;; ++n) {
    fresh();
    fs::remove(journal);
    put("b.txt", "b");
    put("c.txt", "c");
    if (!dies_at(n, work)) break;
    const auto recovery = workspace::recover(root(), journal);
    ASSERT_TRUE(recovery) << "killed at call " << n << ": " << describe(recovery.error());
    const auto left = names();
    EXPECT_TRUE(left == before || left == after) << "killed at call " << n << ": " << left.size() << " names";
    EXPECT_EQ(get(left == before ? "a.txt" : "docs/a.txt"), old_text);
    if (left == after) ++finished;
    EXPECT_EQ(workspace::recover(root(), journal).value(), workspace::Recovery::nothing);
  }
  EXPECT_EQ(names(), after);
  EXPECT_GT(n, 50U);
  EXPECT_GT(finished, 0U);
  std::printf("killed at each of %u system calls of a batch\n", n - 1);
}

}  // namespace
}  // namespace warrant
