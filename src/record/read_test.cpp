// Turns read back through the index.
#include "record_test_fixture.hpp"

#include <sys/stat.h>

namespace warrant::record {
namespace {

class Reading : public RecordTest {
 protected:
  static SettlementEvent settlement(const std::string& outcome, const std::string& target) {
    return {.response = "completed",
            .action = "succeeded",
            .verification = "pass",
            .review = "pass",
            .durability = "confirmed",
            .outcome = outcome,
            .answer_source = "model",
            .answer = describe_text("done"),
            .type = "edit",
            .targets = {target},
            .operations = {{.op = "edit", .target = target, .result = "succeeded"}},
            .limit = "",
            .model_calls = 1,
            .milliseconds = 5};
  }
  void turn(const std::string& id, const std::string& outcome, const std::string& target) {
    Writer out = writer();
    ASSERT_TRUE(out.append(id, ContractEvent{.request = describe_text("do " + id),
                                             .contract = JsonObject{{"request", "secret words"}, {"type", "edit"}}}));
    ASSERT_TRUE(out.append(id, RulingEvent{.call = 1,
                                           .tool = "edit_file",
                                           .target = target,
                                           .ruling = "ask",
                                           .rule = "write.default",
                                           .why = "because of " + id}));
    if (outcome.empty()) return;
    ASSERT_TRUE(out.append(id, settlement(outcome, target)));
  }
  std::vector<std::string> listed(const Filter& filter) {
    std::vector<std::string> out;
    const auto turns = list_turns(place, filter).value();
    for (const auto& each : turns) out.push_back(each.turn);
    return out;
  }
  using Names = std::vector<std::string>;
};

TEST_F(Reading, ListsTurnsNewestFirstWithFilters) {
  EXPECT_EQ(listed({}), Names{});
  turn("a1", "complete", "src/a.py");
  turn("a2", "failed", "src/deep/b.py");
  turn("b1", "", "srcs/c.py");
  EXPECT_EQ(listed({}), (Names{"b1", "a2", "a1"}));
  EXPECT_EQ(listed({.limit = 2}), (Names{"b1", "a2"}));
  EXPECT_EQ(listed({.path = "src"}), (Names{"a2", "a1"}));
  EXPECT_EQ(listed({.path = "src/deep/"}), (Names{"a2"}));
  EXPECT_EQ(listed({.path = "src/a.py"}), (Names{"a1"}));
  EXPECT_EQ(listed({.outcome = "failed"}), (Names{"a2"}));
  EXPECT_EQ(listed({.outcome = "unsettled"}), (Names{"b1"}));
  EXPECT_EQ(listed({.since = "2999"}), Names{});
  EXPECT_EQ(listed({.words = "write.default a1"}), (Names{"a1"}));
  EXPECT_EQ(listed({.words = "\" OR a1 *"}), Names{});
  const auto first = list_turns(place, {.outcome = "complete"}).value().front();
  EXPECT_EQ(first.request_digest, sha256("do a1").text());
  EXPECT_EQ(first.review, "pass");
  EXPECT_EQ(first.targets, Names{"src/a.py"});
}

TEST_F(Reading, FindsATurnByTheStartOfItsName) {
  turn("a1", "complete", "a");
  turn("a12", "complete", "a");
  EXPECT_EQ(find_turn(place, "last")->turn, "a12");
  EXPECT_EQ(find_turn(place, "a1")->turn, "a1");
  EXPECT_EQ(find_turn(place, "a").error().code, Code::invalid_argument);
  EXPECT_EQ(find_turn(place, "b").error().code, Code::not_found);
}

TEST_F(Reading, GivesTheEventsOfATurnAcrossSegments) {
  place.segment_bytes = 700;
  for (const char* id : {"a", "b", "c", "d"}) turn(id, "complete", "x");
  ASSERT_TRUE(std::filesystem::exists(segment(2)));
  for (const char* id : {"a", "b", "c", "d"}) {
    const auto events = events_of(place, id).value();
    ASSERT_EQ(events.size(), 3U) << id;
    EXPECT_EQ(events[0].kind, "contract");
    EXPECT_EQ(events[2].kind, "settlement");
  }
}

TEST_F(Reading, HistoryIsOldestFirstAndOnlyOfSettledTurns) {
  turn("a", "complete", "x");
  turn("b", "", "y");
  turn("c", "failed", "z");
  EXPECT_EQ(
      to_text(history(place, 10).value()),
      R"([{"type":"edit","outcome":"complete","targets":["x"]},{"type":"edit","outcome":"failed","targets":["z"]}])");
}

TEST_F(Reading, TheIndexIsMadeAnewWhenItDoesNotFit) {
  turn("a", "complete", "x");
  EXPECT_EQ(listed({}), Names{"a"});
  const std::string path = place.directory + "/index.sqlite";
  struct stat info{};
  ASSERT_EQ(::stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0600U);
  write_raw(path, "not a database");
  EXPECT_EQ(listed({}), Names{"a"});
  // Another record in its place.
  std::filesystem::remove_all(root + "/anchor");
  for (const char* name : {"head.json", "trace-000001.jsonl"}) std::filesystem::remove(place.directory + "/" + name);
  turn("other", "complete", "x");
  turn("more", "complete", "x");
  EXPECT_EQ(listed({}), (Names{"more", "other"}));
}

TEST_F(Reading, TextsOfTheContractAreDigests) {
  turn("a", "complete", "x");
  EXPECT_EQ(bytes().find("secret words"), std::string::npos);
}

}  // namespace
}  // namespace warrant::record
