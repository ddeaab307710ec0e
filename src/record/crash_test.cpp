// A writer killed at any moment leaves a record that verifies, with everything that was acknowledged in it.
//
// WARRANT_KILLS sets how many times (default 40).
#include "record_test_fixture.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <random>
#include <set>

namespace warrant::record {
namespace {

class Crash : public RecordTest {
 protected:
  /// Lives until it is killed: opens the record, and does effects by the rules. What append() acknowledged goes
  /// to the pipe, an effect to the file.
  [[noreturn]] void live(int round, const Fd& pipe, const Fd& effects) const {
    for (int i = 0;; ++i) {
      auto out = Writer::open(place, system_clock());
      if (!out) _exit(3);
      const std::string turn = "t" + std::to_string(round) + "-" + std::to_string(i);
      const std::string id = "e" + turn;
      const JsonObject named{{"id", id}};
      const auto tell = [&](const Result<std::int64_t>& seq) {
        if (!seq || !write_all(pipe.get(), std::to_string(*seq) + "\n", "pipe")) _exit(4);
      };
      for (int j = 0; j < 5; ++j) (void)out->append(turn, "check", JsonObject{{"n", j}}, Durability::buffered);
      tell(out->append(turn, "intent", named, Durability::durable));
      if (!write_all(effects.get(), id + "\n", "effects")) _exit(5);
      tell(out->append(turn, "receipt", named, Durability::durable));
      if (i % 3 == 2 && !out->rotate_key()) _exit(6);
      tell(out->append(turn, "settlement", JsonObject{{"outcome", "complete"}}, Durability::durable));
    }
  }

  /// The last seq that the child got back before it was killed; 0 for none.
  std::int64_t live_and_die(int round, std::chrono::microseconds life, const std::string& effects) {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe(ends.data()), 0);
    const Fd reading(ends[0]);
    Fd writing(ends[1]);
    const Fd file(::open(effects.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600));
    const pid_t child = ::fork();
    if (child == 0) live(round, writing, file);
    writing.reset();
    ::usleep(static_cast<useconds_t>(life.count()));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << "the writer ended by itself with " << WEXITSTATUS(status);
    const auto acknowledged = lines(read_all(reading.get(), 1U << 24U, "pipe").value());
    return acknowledged.empty() ? 0 : std::stoll(acknowledged.back());
  }
};

TEST_F(Crash, NothingAcknowledgedIsLostAndNoEffectIsWithoutIntent) {
  const char* wanted = std::getenv("WARRANT_KILLS");
  const int kills = wanted == nullptr ? 40 : std::atoi(wanted);
  place.segment_bytes = 4000;
  const std::string effects = root + "/effects";
  std::mt19937 random(20260301);
  std::int64_t settled = 0;
  std::int64_t recoveries = 0;
  for (int round = 0; round < kills; ++round) {
    // On a busy machine longer, until the first record has begun.
    const std::chrono::microseconds life(random() % 25000 + (settled == 0 ? 5000U * static_cast<unsigned>(round) : 0U));
    settled = std::max(settled, live_and_die(round, life, effects));
    const auto before = verify(place);
    // Killed before there was a record, or before its first key: nothing was promised.
    if (!before && settled == 0) continue;
    ASSERT_TRUE(before) << describe(before.error()) << " in round " << round;
    ASSERT_FALSE(before->first_bad) << before->first_bad->why << " in round " << round;
    ASSERT_GE(before->events, settled) << "an acknowledged event is lost in round " << round;
    const auto opened = Writer::open(place, system_clock());
    ASSERT_TRUE(opened) << describe(opened.error()) << " in round " << round;
    const auto after = verify(place);
    ASSERT_TRUE(after && !after->first_bad)
        << (after ? after->first_bad->why : describe(after.error())) << " in round " << round;
    recoveries += after->events > before->events ? 1 : 0;
  }
  ASSERT_GT(settled, 0);
  std::set<std::string> intents;
  ASSERT_TRUE(for_each_event(place, [&](const Event& event) {
    if (event.kind == "intent") intents.insert(std::string(event.body.text("id")));
    return true;
  }));
  const auto done = lines(read_file(effects, 1U << 26U).value());
  for (const std::string& effect : done) {
    EXPECT_TRUE(intents.contains(effect.substr(0, effect.size() - 1))) << "an effect without an intent: " << effect;
  }
  std::printf("%d kills, %lld events, %lld recoveries noted, %zu effects\n", kills,
              static_cast<long long>(verify(place)->events), static_cast<long long>(recoveries), done.size());
}

}  // namespace
}  // namespace warrant::record
