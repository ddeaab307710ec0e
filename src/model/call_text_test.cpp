#include <warrant/base/json.hpp>
#include <warrant/model/call_text.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <utility>
#include <vector>

namespace warrant::model {
namespace {

TEST(ExtractCall, FindsTheCallInEveryUsualClothing) {
  const std::string read = R"({"tool":"read_file","path":"a"})";
  const std::string edit = R"({"old":"x","new":"y"})";
  const std::vector<std::pair<std::string, std::string>> cases{
      {read, read},
      {"  " + read + "\n", read},
      {"Sure, I will read it:\n```json\n" + read + "\n```\nThen I go on.", read},
      {"I call " + read + " now", read},
      {"[" + read + "]", read},
      {R"({"name":"read_file","arguments":{"path":"a"}})", read},
      {R"({"name":"read_file","arguments":"{\"path\":\"a\"}"})", read},
      {R"({"name":"read_file","parameters":{"path":"a"}})", read},
      {R"({"function":"read_file","args":{"path":"a"}})", read},
      {R"({"action":"read_file","action_input":{"path":"a"}})", read},
      {R"({"tool":"read_file","input":{"path":"a"}})", read},
      {R"({"type":"function","function":{"name":"read_file","arguments":{"path":"a"}}})", read},
      {R"({"tool_calls":[{"function":{"name":"read_file","arguments":"{\"path\":\"a\"}"}}]})", read},
      {"<tool_call>\n{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}\n</tool_call>", read},
      {"[TOOL_CALLS][{\"name\":\"read_file\",\"arguments\":{\"path\":\"a\"}}]", read},
      {"<|python_tag|>{\"name\":\"read_file\",\"parameters\":{\"path\":\"a\"}}", read},
      {"<tool_call>\n<function=read_file>\n<parameter=path>\na\n</parameter>\n</function>\n</tool_call>", read},
      {R"(<function=read_file>{"path":"a"}</function>)", read},
      {R"(<invoke name="read_file"><parameter name="path">a</parameter></invoke>)", read},
      {"a set {1, 2} and then " + read, read},
      {"{ not json { " + read, read},
      {"```json\n{\"old\":\"x\",\"new\":\"y\"}\n```", edit},
      {"{\"old\":\"x\",\n\"new\":\"y\",}", edit},
      {"{\"old\":\"a\nb\",\"new\":\"c\"}", R"({"old":"a\nb","new":"c"})"},
  };
  for (const auto& [text, call] : cases) {
    EXPECT_EQ(extract_call(text), call) << text;
    EXPECT_TRUE(has_call_debris(text)) << text;
  }
}

TEST(ExtractCall, LeavesProseAndDataAlone) {
  for (const char* text : {"", "TIMEOUT is now 60.", "{}", "[]", "[1,2]", "{\"name\":\"demo\",\"version\":\"1.0\"}",
                           "```json\n{\"timeout\": 60}\n```", "use std::vector<int> and a[i] = {1};",
                           "{\"text\":\"hello\"}", "{\"users\":[{\"name\":\"a\",\"path\":\"b\"}]}", "{{{{[[[["}) {
    EXPECT_EQ(extract_call(text), std::nullopt) << text;
    EXPECT_FALSE(has_call_debris(text)) << text;
  }
}

TEST(ExtractCall, SeesWhatIsLeftOfACall) {
  for (const char* text :
       {"{\"tool\":\"edit_file\",\"old\":\"TIME", "<tool_call>\n{\"name\": \"re", "done </tool_call>"}) {
    EXPECT_EQ(extract_call(text), std::nullopt) << text;
    EXPECT_TRUE(has_call_debris(text)) << text;
  }
}

TEST(ExtractCall, GivesJsonThatIsReadBackWhateverBytesTheTagsHold) {
  const std::string text("<function=a\0\xBC><parameter=k\xFF>v\0\x97</parameter></function>", 54);
  const auto call = extract_call(text);
  ASSERT_TRUE(call);
  EXPECT_TRUE(parse_json(*call)) << *call;
}

TEST(ExtractCall, TakesTheFirstOfSeveral) {
  EXPECT_EQ(extract_call(R"({"tool":"answer","text":"1"} {"tool":"answer","text":"2"})"),
            R"({"tool":"answer","text":"1"})");
}

TEST(ExtractCall, StaysQuickOnBracketsWithoutEnd) {
  EXPECT_EQ(extract_call(std::string(1U << 20U, '{')), std::nullopt);
  std::string quotes;
  while (quotes.size() < (1U << 20U)) quotes += "{\"";
  EXPECT_EQ(extract_call(quotes), std::nullopt);
}

TEST(ExtractCall, FindsAnyCallWhereverItStands) {
  rc::check([](const std::string& before, const std::string& value) {
    // Brackets and quotes before it can make it part of something else; that case has its own tests.
    std::string prose;
    for (const char c : before) {
      if (std::string_view("{}[]\"<\\").find(c) == std::string_view::npos) prose += c;
    }
    const std::string call =
        to_text(Json(JsonObject{{"tool", "answer"}, {"text", "v"}, {"n", std::int64_t(value.size())}}));
    RC_ASSERT(extract_call(prose + call + prose) == call);
  });
}

TEST(CallText, NamesTheToolFirstAndOnce) {
  EXPECT_EQ(call_text("t", Json(JsonObject{{"tool", "u"}, {"a", 1}})), R"({"tool":"t","a":1})");
  EXPECT_EQ(call_text("t", Json("no object")), R"({"tool":"t"})");
  EXPECT_EQ(call_text("t", Json()), R"({"tool":"t"})");
}

}  // namespace
}  // namespace warrant::model
