#include "record_test_fixture.hpp"

namespace warrant::record {
namespace {

TEST_F(RecordTest, TheNewestTurnIsGivenWhileItIsNotSettled) {
  EXPECT_TRUE(unsettled_turn(place).value().empty());
  place.segment_bytes = 900;
  Writer out = writer();
  for (const std::string turn : {"a", "b"}) {
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(out.append(turn, "check", JsonObject{{"n", i}}, Durability::buffered));
    ASSERT_TRUE(out.append("", "trust", JsonObject{{"what", "profile"}}, Durability::durable));
    const auto events = unsettled_turn(place).value();
    ASSERT_GE(events.size(), 6U) << "seals stand between, too";
    EXPECT_EQ(events.front().turn, turn);
    EXPECT_EQ(*events.front().body.find("n")->integer(), 0);
    EXPECT_EQ(events.back().kind, "trust");
    ASSERT_TRUE(out.append(turn, "settlement", JsonObject{{"type", turn}}, Durability::durable));
    EXPECT_TRUE(unsettled_turn(place).value().empty());
  }
  EXPECT_TRUE(exists_segment(3)) << "it was read across segments";
  EXPECT_EQ(to_text(history(place, 1).value()), R"([{"type":"b"}])");
  EXPECT_EQ(to_text(history(place, 9).value()), R"([{"type":"a"},{"type":"b"}])");
}

TEST_F(RecordTest, CanariesReachNoFile) {
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
