#include <warrant/record/record.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace warrant::record {
namespace {

class Record : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "/recordXXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    root = name;
    place = {.directory = root + "/trace", .key = root + "/key", .anchor = root + "/anchor"};
  }
  void TearDown() override { std::filesystem::remove_all(root); }

  Writer writer() { return Writer::open(place, system_clock()).value(); }
  void fill(int events) {
    Writer out = writer();
    for (int i = 1; i < events; ++i) {
      ASSERT_TRUE(out.append("t", "ruling", JsonObject{{"n", i}}, Durability::buffered));
    }
    ASSERT_TRUE(out.append("t", "receipt", JsonObject{{"n", events}}, Durability::durable));
  }
  [[nodiscard]] std::string segment() const { return place.directory + "/trace-000001.jsonl"; }
  [[nodiscard]] std::string bytes() const { return read_file(segment(), 1U << 24U).value(); }
  void put(const std::string& text) const {
    std::filesystem::remove(segment());
    write_raw(segment(), text);
  }
  static void write_raw(const std::string& path, const std::string& text) {
    FILE* file = std::fopen(path.c_str(), "wb");
    ASSERT_NE(file, nullptr);
    std::fwrite(text.data(), 1, text.size(), file);
    std::fclose(file);
  }
  [[nodiscard]] std::int64_t first_bad() const {
    const auto verdict = verify(place);
    return verdict && verdict->first_bad ? verdict->first_bad->seq : 0;
  }
  static std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> out;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at) + 1;
      out.push_back(text.substr(at, end - at));
      at = end;
    }
    return out;
  }
  static std::string join(const std::vector<std::string>& parts) {
    std::string out;
    for (const auto& part : parts) out += part;
    return out;
  }

  std::string root;
  Place place{};
};

TEST_F(Record, EveryByteFlipNamesItsEvent) {
  fill(20);
  const std::string good = bytes();
  ASSERT_EQ(first_bad(), 0);
  std::int64_t seq = 1;
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 1);
    put(bad);
    EXPECT_EQ(first_bad(), seq) << "byte " << i;
    if (good[i] == '\n') ++seq;
  }
}

TEST_F(Record, DeletionDuplicationSwapAndTruncationAreNamed) {
  fill(20);
  const auto good = lines(bytes());
  ASSERT_EQ(good.size(), 20U);
  for (std::size_t i = 0; i < good.size(); ++i) {
    const auto seq = static_cast<std::int64_t>(i) + 1;
    const auto here = static_cast<std::ptrdiff_t>(i);
    auto bad = good;
    bad.erase(bad.begin() + here);
    put(join(bad));
    EXPECT_EQ(first_bad(), seq) << "deleted";
    bad = good;
    bad.insert(bad.begin() + here, good[i]);
    put(join(bad));
    EXPECT_EQ(first_bad(), seq + 1) << "duplicated";
    put(join({good.begin(), good.begin() + here}));
    EXPECT_EQ(first_bad(), seq) << "truncated";
    if (i + 1 == good.size()) continue;
    bad = good;
    std::swap(bad[i], bad[i + 1]);
    put(join(bad));
    EXPECT_EQ(first_bad(), seq) << "swapped";
  }
}

TEST_F(Record, AForgedHeadIsRefused) {
  fill(3);
  const std::string head = place.directory + "/head.json";
  std::string text = read_file(head, 4096).value();
  text[text.find("\"seq\":3") + 6] = '2';
  write_raw(head, text);
  EXPECT_EQ(verify(place).error().code, Code::integrity);
  EXPECT_EQ(Writer::open(place, system_clock()).error().code, Code::integrity);
}

TEST_F(Record, RotatesAndContinuesTheChain) {
  place.segment_bytes = 600;
  fill(20);
  fill(20);
  EXPECT_TRUE(std::filesystem::exists(place.directory + "/trace-000003.jsonl"));
  EXPECT_EQ(first_bad(), 0);
  EXPECT_GT(verify(place)->events, 40);
  std::filesystem::remove(place.directory + "/trace-000002.jsonl");
  EXPECT_NE(first_bad(), 0);
}

TEST_F(Record, TheSecondWriterIsTurnedAway) {
  const Writer first = writer();
  EXPECT_EQ(Writer::open(place, system_clock()).error().code, Code::conflict);
}

TEST_F(Record, ATornLastLineLosesNoSettledEvent) {
  fill(5);
  const std::string good = bytes();
  const auto all = lines(good);
  for (std::size_t cut = 1; cut < all[4].size(); cut += 7) {
    put(good + all[4].substr(0, cut));
    EXPECT_EQ(verify(place)->torn_bytes, static_cast<std::int64_t>(cut));
    EXPECT_EQ(first_bad(), 0);
  }
  writer();
  EXPECT_TRUE(bytes().starts_with(good));
  EXPECT_EQ(verify(place)->events, 6);
  EXPECT_EQ(first_bad(), 0);
}

TEST_F(Record, AnIntentWithoutReceiptIsListed) {
  {
    Writer out = writer();
    ASSERT_TRUE(out.append("t", "intent", JsonObject{{"id", "a"}}, Durability::durable));
    ASSERT_TRUE(out.append("t", "intent", JsonObject{{"id", "b"}}, Durability::durable));
    ASSERT_TRUE(out.append("t", "receipt", JsonObject{{"id", "a"}}, Durability::durable));
  }
  const auto open = intents_without_receipt(place);
  ASSERT_TRUE(open);
  ASSERT_EQ(open->size(), 1U);
  EXPECT_EQ(open->front().body.text("id"), "b");
}

TEST_F(Record, CanariesReachNoFile) {
  const std::string canary = "CanaryValue0123456789abcdef";
  {
    Writer out = writer();
    for (const std::string& text :
         {"password=" + canary, "api_key: \"" + canary + "\"", "https://me:" + canary + "@host/x",
          "-----BEGIN PRIVATE KEY-----\n" + canary + "\n-----END PRIVATE KEY-----", "use ghp_" + canary,
          "Authorization: Bearer " + canary, "an echo of " + canary}) {
      ASSERT_TRUE(out.append("t", "proposal", JsonObject{{"text", text}}, Durability::durable));
    }
    ASSERT_TRUE(out.append("t", "proposal", JsonObject{{"client_secret", canary}}, Durability::durable));
  }
  EXPECT_EQ(bytes().find(canary), std::string::npos);
  EXPECT_NE(bytes().find("host/x"), std::string::npos);
  for (const std::string& text : {"https://me:" + canary + "@host", "-----BEGIN RSA PRIVATE KEY-----\n" + canary,
                                  "ghp_" + canary, "DB_PASSWORD='" + canary + "'", "{\"token\": \"" + canary + "\"}"}) {
    EXPECT_EQ(Redactor().text(text).find(canary), std::string::npos) << text;
  }
  EXPECT_EQ(Redactor().text("src/token.cpp has 3 tokens"), "src/token.cpp has 3 tokens");
}

}  // namespace
}  // namespace warrant::record
