// Turns read back through the index.
#include "record_test_fixture.hpp"

#include <sys/stat.h>

#include <cstdlib>
#include <random>

namespace warrant::record {
namespace {

class Reading : public RecordTest {
 protected:
  static SettlementEvent settlement(const std::string& outcome, const std::string& target) {
    return {.settled = {.response = "completed",
                        .action = "succeeded",
                        .verification = "pass",
                        .review = "pass",
                        .durability = "confirmed",
                        .outcome = outcome},
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
  /// For a word in double quotes of a shell.
  static std::string quoted(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return out;
  }
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
      R"([{"type":"edit","outcome":"complete","targets":["x"],"operations":[{"op":"edit","result":"succeeded","target":"x"}]},)"
      R"({"type":"edit","outcome":"failed","targets":["z"],"operations":[{"op":"edit","result":"succeeded","target":"z"}]}])");
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
  for (const char* name : {"/anchor", "/keys"}) std::filesystem::remove_all(root + name);
  for (const char* name : {"head.json", "trace-000001.jsonl"}) std::filesystem::remove(place.directory + "/" + name);
  turn("other", "complete", "x");
  turn("more", "complete", "x");
  EXPECT_EQ(listed({}), (Names{"more", "other"}));
}

/// What an index says that nobody signed is neither shown nor acted on.
TEST_F(Reading, AForgedIndexIsMadeAnew) {
  turn("a", "failed", "x");
  turn("b", "blocked_by_person", "y");
  turn("c", "failed", "z");
  ASSERT_EQ(listed({}), (Names{"c", "b", "a"}));
  const std::string index = place.directory + "/index.sqlite";
  const std::vector<std::string> forgeries{
      "update turns set outcome = 'complete', summary = replace(summary, 'failed', 'complete')",
      "update turns set summary = replace(summary, '\"z\"', '\"w\"') where turn = 'c'",
      "update turns set summary = 'no json'",
      "update turns set summary = '{}'",
      "update turns set summary = cast(x'7bff7d' as text)",
      "update turns set offset = offset + 1",
      "update turns set segment = 7",
      "update turns set turn = 'forged', summary = replace(summary, '\"turn\":\"c\"', '\"turn\":\"forged\"') where "
      "turn = 'c'",
      "update turns set first_seq = first_seq + 100",
      "delete from turns where turn = 'c'",
      "delete from turns where turn = 'a'",
      "delete from turns",
      "drop table turns",
      "update meta set value = '{}' where name = 'mark'",
      "insert into turns select 99, 'forged', at, 'complete', segment, offset, summary from turns where turn = 'a'",
  };
  for (const std::string& forgery : forgeries) {
    // The program that has the library for it writes the forgery, as anybody could.
    const std::string command = "sqlite3 '" + index + "' \"" + quoted(forgery) + "\" 2>/dev/null";
    if (std::system("command -v sqlite3 >/dev/null") != 0) GTEST_SKIP() << "there is no sqlite3 here";
    ASSERT_EQ(std::system(command.c_str()), 0) << forgery;
    EXPECT_EQ(listed({}), (Names{"c", "b", "a"})) << forgery;
    EXPECT_EQ(list_turns(place, {.outcome = "complete"}).value().size(), 0U) << forgery;
    EXPECT_EQ(find_turn(place, "c")->outcome, "failed") << forgery;
    EXPECT_EQ(find_turn(place, "last")->targets, Names{"z"}) << forgery;
    EXPECT_EQ(find_turn(place, "forged").error().code, Code::not_found) << forgery;
    EXPECT_EQ(events_of(place, "c")->size(), 3U) << forgery;
  }
}

/// Whatever bytes stand in the index, the answer is the record's.
TEST_F(Reading, ADamagedIndexIsMadeAnew) {
  for (const char* id : {"a", "b", "c"}) turn(id, "failed", "x");
  const std::string index = place.directory + "/index.sqlite";
  ASSERT_EQ(listed({}).size(), 3U);
  const std::string good = read_file(index, 1U << 24U).value();
  std::mt19937 random(7);
  for (int round = 0; round < 60; ++round) {
    std::string bad = good;
    for (int i = 0; i < 20; ++i) bad[random() % bad.size()] = static_cast<char>(random());
    write_raw(index, bad);
    EXPECT_EQ(listed({}), (Names{"c", "b", "a"})) << round;
    EXPECT_EQ(find_turn(place, "last")->outcome, "failed") << round;
  }
}

/// The turn that is shown is read from lines that lead to the signed head.
TEST_F(Reading, AChangedTurnIsNotShown) {
  turn("a", "failed", "x");
  turn("b", "failed", "y");
  std::string text = bytes();
  const std::size_t at = text.rfind("failed");
  text.replace(at, 6, "succes");
  put(text);
  EXPECT_EQ(find_turn(place, "b").error().code, Code::integrity);
  EXPECT_EQ(list_turns(place, {}).error().code, Code::integrity);
  EXPECT_EQ(history(place, 5).error().code, Code::integrity);
}

TEST_F(Reading, WhatNoHeadVouchesForIsNotShown) {
  turn("a", "failed", "x");
  Writer out = writer();
  ASSERT_TRUE(out.append("b", "ruling", JsonObject{}, Durability::buffered));
  EXPECT_EQ(listed({}), Names{"a"});
  ASSERT_TRUE(out.append("b", "intent", JsonObject{{"path", "p"}}, Durability::durable));
  EXPECT_EQ(listed({}), (Names{"b", "a"}));
}

TEST_F(Reading, TextsOfTheContractAreDigests) {
  turn("a", "complete", "x");
  EXPECT_EQ(bytes().find("secret words"), std::string::npos);
}

}  // namespace
}  // namespace warrant::record
