// A writer killed at any moment leaves a record that verifies, with everything that was acknowledged in it.
//
// WARRANT_KILLS sets how many times (default 400; `./test --full` takes 1,000).
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

  /// Killed this long after it got back the given number of events; the last seq that it got back, 0 for none.
  std::int64_t live_and_die(int round, int events, std::chrono::microseconds after, const std::string& effects) {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe(ends.data()), 0);
    const Fd reading(ends[0]);
    Fd writing(ends[1]);
    const Fd file(::open(effects.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600));
    const pid_t child = ::fork();
    if (child == 0) live(round, writing, file);
    writing.reset();
    std::string told;
    char byte = 0;
    while (events > 0 && ::read(reading.get(), &byte, 1) == 1) {
      told += byte;
      events -= byte == '\n' ? 1 : 0;
    }
    ::usleep(static_cast<useconds_t>(after.count()));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << "the writer ended by itself with " << WEXITSTATUS(status);
    const auto acknowledged = lines(told + read_all(reading.get(), 1U << 24U, "pipe").value());
    return acknowledged.empty() ? 0 : std::stoll(acknowledged.back());
  }

  struct Tally {
    std::int64_t events = 0;
    std::int64_t recoveries = 0;
    std::size_t effects = 0;
  };

  /// One record whose writer dies this many times.
  void die_often(int kills, std::mt19937& random, Tally& tally) {
    const std::string effects = place.directory + ".effects";
    std::int64_t settled = 0;
    for (int round = 0; round < kills; ++round) {
      const int events = static_cast<int>(random() % 7);
      settled = std::max(settled, live_and_die(round, events, std::chrono::microseconds(random() % 4'000), effects));
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
      tally.recoveries += after->events > before->events ? 1 : 0;
    }
    ASSERT_GT(settled, 0);
    tally.events += settled;
    tally.effects += effects_of_intents(effects);
  }

  /// How many effects there are; each must have had its intent.
  [[nodiscard]] std::size_t effects_of_intents(const std::string& effects) const {
    std::set<std::string> intents;
    EXPECT_TRUE(for_each_event(place, [&](const Event& event) {
      if (event.kind == "intent") intents.insert(std::string(event.body.text("id")));
      return true;
    }));
    const auto done = lines(read_file(effects, 1U << 26U).value());
    for (const std::string& effect : done) {
      EXPECT_TRUE(intents.contains(effect.substr(0, effect.size() - 1))) << "an effect without an intent: " << effect;
    }
    return done.size();
  }
};

TEST_F(Crash, NothingAcknowledgedIsLostAndNoEffectIsWithoutIntent) {
  const char* wanted = std::getenv("WARRANT_KILLS");
  const int kills = wanted == nullptr ? 400 : static_cast<int>(std::strtol(wanted, nullptr, 10));
  ASSERT_GT(kills, 0) << "WARRANT_KILLS is a number of kills";
  place.segment_bytes = 4000;
  std::mt19937 random(20260301);
  Tally tally;
  // A record that grows takes longer to open, and would be killed there alone.
  constexpr int most_a_record = 50;
  for (int left = kills; left > 0; left -= most_a_record) {
    for (std::string* path : {&place.directory, &place.key, &place.content_key, &place.anchor}) *path += "+";
    die_often(std::min(left, most_a_record), random, tally);
    if (HasFatalFailure()) return;
  }
  std::printf("%d kills, %lld events, %lld recoveries noted, %zu effects\n", kills,
              static_cast<long long>(tally.events), static_cast<long long>(tally.recoveries), tally.effects);
}

}  // namespace
}  // namespace warrant::record
