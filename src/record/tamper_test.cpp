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
  fill(20);
  const auto other = lines(bytes());
  place.directory = root + "/trace";
  place.anchor = root + "/anchor";
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

TEST_F(Tamper, EventsBehindTheSignedHeadAreNotTakenOverUnchecked) {
  Event forged{.seq = 21, .turn = "t", .at = "", .kind = "ruling", .body = JsonObject{}, .prev = {.bytes = {}}};
  put(good + to_line(forged) + "\n");
  EXPECT_EQ(first_bad(), 20 + 1);
  EXPECT_EQ(Writer::open(place, system_clock()).error().code, Code::integrity);
}

}  // namespace
}  // namespace warrant::record
