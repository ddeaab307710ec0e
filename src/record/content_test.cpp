#include "record_test_fixture.hpp"

namespace warrant::record {
namespace {

class ContentTest : public RecordTest {
 protected:
  void SetUp() override {
    RecordTest::SetUp();
    place.content = Content::full;
  }
  [[nodiscard]] bool any_file_holds(const std::string& text) const {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      if (!entry.is_regular_file()) continue;
      if (read_file(entry.path().string(), 1U << 24U).value().find(text) != std::string::npos) return true;
    }
    return false;
  }
};

TEST_F(ContentTest, KeepsTextsEncrypted) {
  const std::string text = "the quick brown text";
  Writer out = writer();
  const Kept kept = out.keep(text).value();
  EXPECT_EQ(kept_text(place, kept.digest).value(), text);
  EXPECT_FALSE(any_file_holds("brown"));
  EXPECT_EQ(kept_text(place, sha256("other").text()).error().code, Code::not_found);
}

TEST_F(ContentTest, NothingIsKeptByDefault) {
  place.content = Content::digests;
  Writer out = writer();
  const Kept kept = out.keep("a text").value();
  EXPECT_EQ(kept_text(place, kept.digest).error().code, Code::not_found);
  EXPECT_FALSE(std::filesystem::exists(place.directory + "/content"));
}

TEST_F(ContentTest, EveryByteOfAKeptTextCounts) {
  const Kept kept = writer().keep("some text").value();
  std::string path;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(place.directory + "/content")) {
    if (entry.is_regular_file()) path = entry.path().string();
  }
  const std::string good = read_file(path, 4096).value();
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 4);
    write_raw(path, bad);
    EXPECT_EQ(kept_text(place, kept.digest).error().code, Code::integrity) << i;
  }
  std::filesystem::remove(place.content_key);
  write_raw(path, good);
  EXPECT_EQ(kept_text(place, kept.digest).error().code, Code::integrity);
}

TEST_F(ContentTest, EarlierTextsStayReadableAfterAnExchangeOfKeys) {
  Writer out = writer();
  const Kept first = out.keep("first").value();
  const std::string keys = read_file(place.content_key, 4096).value();
  ASSERT_TRUE(out.rotate_key());
  const Kept second = out.keep("second").value();
  EXPECT_EQ(kept_text(place, first.digest).value(), "first");
  EXPECT_EQ(kept_text(place, second.digest).value(), "second");
  write_raw(place.content_key, keys);
  EXPECT_TRUE(kept_text(place, first.digest));
  EXPECT_FALSE(kept_text(place, second.digest));
}

// A secret of each source reaches no file, kept texts included.
TEST_F(ContentTest, CanariesAreInNoFile) {
  const auto canary = [](int i) { return "Canary" + std::to_string(i) + "Value0123456789abcdef"; };
  ::setenv("SERVICE_PASSWORD", canary(0).c_str(), 1);
  {
    Writer out = writer();
    ASSERT_TRUE(out.keep("connect with password=" + canary(1)));
    ASSERT_TRUE(out.keep("[db]\nsecret = \"" + canary(2) + "\"\n"));
    out.notice("export API_KEY=" + canary(3));
    ASSERT_TRUE(out.keep("Your token: " + canary(4)));
    for (int i = 0; i < 5; ++i) {
      const RulingEvent echo{.call = i,
                             .tool = "read_file",
                             .target = canary(i),
                             .ruling = "allow",
                             .rule = "x",
                             .why = "it says " + canary(i) + "!"};
      ASSERT_TRUE(out.append("t", echo));
    }
    ASSERT_TRUE(out.publish());
  }
  ::unsetenv("SERVICE_PASSWORD");
  ASSERT_EQ(list_turns(place, {}).value().size(), 1U);  // and not by the index
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(any_file_holds(canary(i))) << i;
  EXPECT_EQ(first_bad(), 0);
}

}  // namespace
}  // namespace warrant::record
