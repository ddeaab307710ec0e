#include <warrant/base/clock.hpp>
#include <warrant/base/fd.hpp>
#include <warrant/record/read.hpp>
#include <warrant/turn/recover.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace warrant::turn {
namespace {

class Recover : public ::testing::Test {
 protected:
  Recover() : base_(make()), root_(workspace::Root::open(base_ + "/w").value()) {}
  ~Recover() override { std::filesystem::remove_all(base_); }

  static std::string make() {
    std::string name = "/tmp/warrant-recover-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    std::filesystem::create_directory(name + "/w");
    return name;
  }
  [[nodiscard]] record::Place place() const {
    return {.directory = base_ + "/record",
            .key = base_ + "/key",
            .content_key = base_ + "/content",
            .anchor = base_ + "/anchor"};
  }
  void write(std::string_view bytes) const { ASSERT_TRUE(replace_file(base_ + "/w/a.txt", bytes)); }
  /// A program that noted an intent and was gone.
  void leave_intent(std::string_view before, std::string_view after) const {
    auto writer = record::Writer::open(place(), system_clock()).value();
    ASSERT_TRUE(writer.append("t1", record::IntentEvent{.id = "i1",
                                                        .call = 1,
                                                        .op = "edit_file",
                                                        .path = "a.txt",
                                                        .before = sha256(before).text(),
                                                        .after = sha256(after).text(),
                                                        .checkpoint = "c"}));
  }
  [[nodiscard]] std::vector<Recovered> recovered() const {
    auto writer = record::Writer::open(place(), system_clock()).value();
    auto first = recover(writer, root_).value();
    EXPECT_TRUE(recover(writer, root_).value().empty()) << "a recovery is said once";
    return first;
  }

  std::string base_;
  workspace::Root root_;
};

TEST_F(Recover, SaysThatNothingHappenedWhenTheBytesAreAsBefore) {
  write("old");
  leave_intent("old", "new");
  const auto all = recovered();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all.front().result, "failed");
}

TEST_F(Recover, DoesNotCallAnEffectDoneThatNobodySaw) {
  write("new");
  leave_intent("old", "new");
  const auto all = recovered();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all.front().result, "indeterminate");
}

TEST_F(Recover, SaysWhenTheFileIsNeither) {
  write("third");
  leave_intent("old", "new");
  EXPECT_NE(recovered().front().why.find("neither"), std::string::npos);
}

TEST_F(Recover, FindsNothingInARecordWithoutOpenIntents) { EXPECT_TRUE(recovered().empty()); }

}  // namespace
}  // namespace warrant::turn
