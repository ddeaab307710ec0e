// A thread that keeps exchanging a directory and a symbolic link that leads outside, while another writes.
//
// WARRANT_SWAPS sets the number of exchanges (default 2,000).
#include <warrant/base/clock.hpp>
#include <warrant/base/fd.hpp>
#include <warrant/policy/approval.hpp>
#include <warrant/policy/warrant.hpp>
#include <warrant/workspace/root.hpp>
#include <warrant/workspace/search.hpp>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

namespace warrant {
namespace {

namespace fs = std::filesystem;

RelPath path(std::string_view text) { return RelPath::make(text).value(); }

template <class Effect>
policy::Warrant<Effect> approved(const Effect& effect, policy::Access access) {
  const policy::Ruling ruling = policy::decide(
      {"r", digest_of(effect), "write_file", access, {effect.path}, std::nullopt, false, false, false}, {}, {});
  return policy::Warrant<Effect>::issue(effect, ruling, policy::granted_by_flag(std::get<policy::Ask>(ruling), "a"))
      .value();
}

TEST(Swapped, NotOneByteLandsOutside) {
  const char* set = std::getenv("WARRANT_SWAPS");
  const long swaps = set == nullptr ? 2000 : std::max(1L, std::strtol(set, nullptr, 10));
  const fs::path place = ::access("/dev/shm", W_OK) == 0 ? fs::path("/dev/shm") : fs::temp_directory_path();
  std::string name = (place / "warrant-swap-XXXXXX").string();
  ASSERT_NE(::mkdtemp(name.data()), nullptr);
  const fs::path base = name;
  fs::create_directories(base / "root/dir");
  fs::create_directory(base / "outside");
  std::ofstream(base / "outside/a.txt") << "outside";
  fs::create_directory_symlink(base / "outside", base / "root/link");
  const workspace::Root root = workspace::Root::open((base / "root").string()).value();

  // Both sides go on until each has had its share.
  constexpr unsigned long rounds = 200;
  std::atomic<bool> done{false};
  std::atomic<unsigned long> tries{0};
  long exchanged = 0;
  std::thread swapper([&] {
    const std::string one = (base / "root/dir").string();
    const std::string two = (base / "root/link").string();
    while (exchanged < swaps || tries < rounds) {
      if (::renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, two.c_str(), RENAME_EXCHANGE) == 0) ++exchanged;
      if (exchanged % 7 == 0) std::this_thread::yield();  // odd, so that the writer meets either state
    }
    done = true;
  });
  unsigned long written = 0;
  unsigned long refused = 0;
  while (!done) {
    const std::string text = "text " + std::to_string(++tries);
    for (const char* spelled : {"dir/a.txt", "link/a.txt", "dir/new/b.txt"}) {
      const RelPath target = path(spelled);
      // As a turn does it: the real path first, then what is there, then the change of just that.
      const auto real = root.resolve(target);
      const auto before = root.read(real ? *real : target);
      policy::WriteFile effect{real ? *real : target, std::nullopt, sha256(text), std::nullopt};
      if (before) effect.before = before->digest;
      const auto outcome = root.write(approved(effect, policy::Access::write), text);
      ++(outcome && std::holds_alternative<workspace::Receipt>(*outcome) ? written : refused);
      if (before && tries % 3 == 0) {
        static_cast<void>(root.remove(approved(policy::RemoveFile{effect.path, sha256(text)}, policy::Access::remove)));
      }
    }
    const auto seen = workspace::search(root, RelPath(), "outside", workspace::Pattern::literal);
    if (seen) {
      EXPECT_TRUE(seen->found.empty());
    }
  }
  swapper.join();
  EXPECT_EQ(read_file((base / "outside/a.txt").string(), 1000).value_or("(gone)"), "outside");
  EXPECT_EQ(std::distance(fs::directory_iterator(base / "outside"), fs::directory_iterator()), 1);
  EXPECT_GT(written, 0U);
  std::printf("%ld exchanges, %lu writes done, %lu refused, 0 bytes outside\n", exchanged, written, refused);
  fs::remove_all(base);
}

}  // namespace
}  // namespace warrant
