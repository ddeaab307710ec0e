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

/// A turn with these operations, of which the second was begun, and how the second ended.
TEST_F(Recover, SettlesTheTurnFromWhatIsRecorded) {
  write("new");
  const JsonArray operations{JsonObject{{"op", "replace"}, {"path", "a.txt"}},
                             JsonObject{{"op", "edit"}, {"path", "b.txt"}},
                             JsonObject{{"op", "delete"}, {"path", "c.txt"}}};
  for (const bool with_receipt : {true, false}) {
    const std::string turn = with_receipt ? "t1" : "t2";
    {
      auto writer = record::Writer::open(place(), system_clock()).value();
      ASSERT_TRUE(writer.append(
          turn, record::ContractEvent{.request = record::describe_text("x"),
                                      .contract = JsonObject{{"type", "edit"},
                                                             {"targets", JsonArray{JsonObject{{"path", "a.txt"}}}},
                                                             {"operations", operations}}}));
      ASSERT_TRUE(writer.append(turn, record::ApprovalEvent{.call = 1,
                                                            .tool = "edit_file",
                                                            .target = "b.txt",
                                                            .answer = "denied",
                                                            .by = "person",
                                                            .why = "the person answered no",
                                                            .shown = std::nullopt,
                                                            .milliseconds = 1}));
      ASSERT_TRUE(writer.append(turn, record::IntentEvent{.id = turn,
                                                          .call = 1,
                                                          .op = "edit_file",
                                                          .path = "a.txt",
                                                          .before = sha256("old").text(),
                                                          .after = sha256("new").text(),
                                                          .checkpoint = "c",
                                                          .operation = 0}));
      if (with_receipt) {
        ASSERT_TRUE(writer.append(turn, record::ReceiptEvent{.id = turn,
                                                             .call = 1,
                                                             .op = "edit_file",
                                                             .path = "a.txt",
                                                             .before = sha256("old").text(),
                                                             .after = sha256("new").text(),
                                                             .result = "succeeded",
                                                             .read_back = "match",
                                                             .rest_unchanged = true,
                                                             .exit_code = std::nullopt,
                                                             .output = std::nullopt}));
        ASSERT_TRUE(writer.append(
            turn, record::VerificationEvent{
                      .target = "a.txt", .expectation = "replaced", .result = "pass", .why = "", .evidence = ""}));
      }
    }
    EXPECT_EQ(recovered().size(), 1U);
    const auto summary = record::find_turn(place(), turn).value();
    EXPECT_EQ(summary.response, "cancelled");
    EXPECT_EQ(summary.outcome, "cancelled");
    EXPECT_EQ(summary.review, "indeterminate");
    EXPECT_EQ(summary.verification, with_receipt ? "pass" : "not_run");
    EXPECT_EQ(summary.durability, with_receipt ? "confirmed" : "failed");
    EXPECT_EQ(summary.type, "edit");
    const auto history = record::history(place(), 1).value();
    EXPECT_EQ(to_text(*history.front().find("operations")),
              std::string(R"([{"op":"replace","result":")") + (with_receipt ? "succeeded" : "indeterminate") +
                  R"(","target":"a.txt"},{"op":"edit","result":"denied_by_person","target":"b.txt"},)"
                  R"({"op":"delete","result":"not_attempted","target":"c.txt"}])");
  }
}

TEST_F(Recover, FindsNothingInARecordWithoutOpenIntents) { EXPECT_TRUE(recovered().empty()); }

}  // namespace
}  // namespace warrant::turn
