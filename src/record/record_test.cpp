#include "record_test_fixture.hpp"

namespace warrant::record {
namespace {

TEST_F(RecordTest, AnIntentWithoutReceiptIsListed) {
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
