// Every change to the past is found and the first bad event named.
#include "record_test_fixture.hpp"

#include <algorithm>

namespace warrant::record {
namespace {

class Tamper : public RecordTest {
 protected:
  void SetUp() override {
    RecordTest::SetUp();
    fill(20);
    good = bytes();
    parts = lines(good);
    ASSERT_EQ(parts.size(), 20U);
    ASSERT_EQ(first_bad(), 0);
  }
  std::string good;
  std::vector<std::string> parts;
};

TEST_F(Tamper, EveryByteFlipNamesItsEvent) {
  std::int64_t seq = 1;
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const int mask : {1 << (i % 8), 1 + static_cast<int>(i % 255)}) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ mask);
      put(bad);
      EXPECT_EQ(first_bad(), seq) << "byte " << i << " xor " << mask;
    }
    if (good[i] == '\n') ++seq;
  }
}

TEST_F(Tamper, DeletionAndDuplicationAreNamed) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto seq = static_cast<std::int64_t>(i) + 1;
    const auto here = static_cast<std::ptrdiff_t>(i);
    auto bad = parts;
    bad.erase(bad.begin() + here);
    put(join(bad));
    EXPECT_EQ(first_bad(), seq) << "deleted";
    for (std::size_t to = 0; to <= parts.size(); ++to) {
      bad = parts;
      bad.insert(bad.begin() + static_cast<std::ptrdiff_t>(to), parts[i]);
      put(join(bad));
      // Put before or behind itself it is the same record: its second copy is the bad one.
      EXPECT_EQ(first_bad(), static_cast<std::int64_t>(to == i ? to + 2 : to + 1)) << i << " again at " << to;
    }
  }
}

TEST_F(Tamper, EverySwapIsNamed) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t j = i + 1; j < parts.size(); ++j) {
      auto bad = parts;
      std::swap(bad[i], bad[j]);
      put(join(bad));
      EXPECT_EQ(first_bad(), static_cast<std::int64_t>(i) + 1) << i << " with " << j;
    }
  }
}

TEST_F(Tamper, EveryTruncationIsNamed) {
  for (std::size_t size = 0; size < good.size(); ++size) {
    put(good.substr(0, size));
    const auto whole = std::ranges::count(good.substr(0, size), '\n');
    EXPECT_EQ(first_bad(), whole + 1) << "cut to " << size;
  }
}

TEST_F(Tamper, ASpliceFromAnotherRecordIsNamed) {
  place.directory = root + "/other";
  place.anchor = root + "/other-anchor";
  place.key = root + "/keys/other.ed25519";
  fill(20);
  const auto other = lines(bytes());
  place.directory = root + "/trace";
  place.anchor = root + "/anchor";
  place.key = root + "/keys/w.ed25519";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    auto bad = parts;
    std::copy(other.begin() + static_cast<std::ptrdiff_t>(i), other.end(),
              bad.begin() + static_cast<std::ptrdiff_t>(i));
    put(join(bad));
    // A wholly other chain is broken nowhere; only its end is not the signed one.
    EXPECT_EQ(first_bad(), i == 0 ? 20 : static_cast<std::int64_t>(i) + 1);
  }
}

TEST_F(Tamper, EveryByteOfTheHeadCounts) {
  const std::string path = place.directory + "/head.json";
  const std::string head = read_file(path, 4096).value();
  for (std::size_t i = 0; i < head.size(); ++i) {
    std::string bad = head;
    bad[i] = static_cast<char>(bad[i] ^ (1 + static_cast<int>(i % 255)));
    write_raw(path, bad);
    EXPECT_EQ(verify(place).error().code, Code::integrity) << "byte " << i;
  }
  std::filesystem::remove(path);
  EXPECT_FALSE(verify(place));
  EXPECT_EQ(Writer::open(place, system_clock()).error().code, Code::integrity);
}

TEST_F(Tamper, AnOlderHeadWithItsOlderRecordIsFoundByTheAnchor) {
  const std::string path = place.directory + "/head.json";
  const std::string head = read_file(path, 4096).value();
  fill(3);
  put(good);
  write_raw(path, head);
  EXPECT_EQ(first_bad(), 21);
  EXPECT_EQ(Writer::open(place, system_clock()).error().code, Code::integrity);
  std::filesystem::remove_all(place.directory);
  EXPECT_EQ(Writer::open(place, system_clock()).error().code, Code::integrity);
}

TEST_F(Tamper, AHeadByAnotherKeyIsRefused) {
  const std::string key = read_file(place.key, 4096).value();
  std::filesystem::remove_all(place.directory);
  std::filesystem::remove_all(place.anchor);
  std::filesystem::remove(place.key);
  fill(20);
  write_raw(place.key, key);
  EXPECT_EQ(verify(place).error().code, Code::integrity);
  EXPECT_EQ(Writer::open(place, system_clock()).error().code, Code::integrity);
}

/// Somebody without the key adds events that follow from the last one.
TEST_F(Tamper, NothingCanBeAddedBehindTheSignedHead) {
  const std::string last = parts.back().substr(0, parts.back().size() - 1);
  const std::string borrowed = parse_event(last)->mac;
  const SigningKey own = SigningKey::generate().value();
  for (const char* kind :
       {"ruling", "approval", "intent", "receipt", "settlement", "trust", "recovery", "seal", "later"}) {
    for (const char* turn : {"t", "other", ""}) {
      const Event forged{.seq = 21,
                         .turn = turn,
                         .at = "2026-03-01T00:00:00.000Z",
                         .kind = kind,
                         .body = JsonObject{{"outcome", "complete"}},
                         .prev = sha256(last)};
      Event coded = forged;
      coded.mac = borrowed;
      for (const std::string& line : {to_line(forged), to_line(coded), LineKey(own).mark(to_line(forged))}) {
        put(good + line + "\n");
        EXPECT_EQ(first_bad(), 21) << kind;
        const auto refused = Writer::open(place, system_clock());
        ASSERT_FALSE(refused) << kind;
        EXPECT_EQ(refused.error().code, Code::integrity) << kind;
        EXPECT_EQ(bytes(), good + line + "\n") << "refused, and left as it was found";
      }
    }
  }
  put(good + parts.back());
  EXPECT_EQ(first_bad(), 21);
  EXPECT_FALSE(Writer::open(place, system_clock()));
}

TEST_F(Tamper, WhatACrashLeftCanBeCutButNotChanged) {
  const std::string head = read_file(place.directory + "/head.json", 4096).value();
  const std::string anchor = read_file(place.anchor + "/head.json", 4096).value();
  fill(3);
  const std::string longer = bytes();
  // As after a crash before the signature.
  write_raw(place.directory + "/head.json", head);
  write_raw(place.anchor + "/head.json", anchor);
  ASSERT_EQ(first_bad(), 0);
  for (std::size_t i = good.size(); i < longer.size(); ++i) {
    std::string bad = longer;
    bad[i] = static_cast<char>(bad[i] ^ (1 + static_cast<int>(i % 255)));
    put(bad);
    // A last line whose newline is gone is taken for one that was being written.
    const bool torn = i + 1 == longer.size();
    EXPECT_EQ(first_bad() == 0, torn) << "byte " << i;
    if (torn) continue;
    EXPECT_FALSE(Writer::open(place, system_clock())) << "byte " << i;
  }
}

TEST_F(Tamper, NothingFollowsTheSettlementOfItsTurn) {
  {
    Writer out = writer();
    ASSERT_TRUE(out.append("s", "settlement", JsonObject{{"outcome", "failed"}}, Durability::durable));
    EXPECT_EQ(out.append("s", "settlement", JsonObject{{"outcome", "complete"}}, Durability::durable).error().code,
              Code::invalid_argument);
    EXPECT_TRUE(out.append("", "recovery", JsonObject{{"what", "tail"}}, Durability::durable));
    EXPECT_EQ(out.append("s", "ruling", JsonObject{}, Durability::buffered).error().code, Code::invalid_argument);
  }
  EXPECT_EQ(first_bad(), 0);
  // Another writer does not know the turn any more; verification does.
  {
    Writer out = writer();
    ASSERT_TRUE(out.append("s", "settlement", JsonObject{{"outcome", "complete"}}, Durability::durable));
  }
  EXPECT_EQ(first_bad(), 23);
  EXPECT_EQ(find_turn(place, "s")->outcome, "failed") << "what was settled first stays";
}

/// Each loss is named, also by the writer, which begins no new record silently.
TEST_F(Tamper, ALostPartIsNotTakenForABeginning) {
  const std::vector<std::vector<std::string>> losses{
      {place.anchor}, {place.directory + "/head.json"}, {place.directory},        {place.directory, place.anchor},
      {place.key},    {place.key, place.directory},     {place.key, place.anchor}};
  for (const auto& loss : losses) {
    for (const auto& path : loss) std::filesystem::rename(path, path + ".kept");
    EXPECT_EQ(verify(place).error().code, Code::integrity) << loss.front();
    EXPECT_EQ(Writer::open(place, system_clock(), std::chrono::milliseconds(1)).error().code, Code::integrity);
    for (const auto& path : loss) {
      std::filesystem::remove_all(path);
      std::filesystem::rename(path + ".kept", path);
    }
    EXPECT_EQ(first_bad(), 0);
  }
  // The way out says what it does.
  std::filesystem::remove_all(place.directory);
  std::filesystem::remove_all(place.anchor);
  ASSERT_TRUE(set_aside(place, system_clock()));
  EXPECT_EQ(first_bad(), 0);
  EXPECT_EQ(verify(place)->events, 1);
}

}  // namespace
}  // namespace warrant::record
