#include <warrant/model/scripted.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warrant::model {
namespace {

std::string text_of(const std::string& line) {
  const auto model = make_scripted(line);
  if (!model) return "ERROR " + model.error().message;
  const auto reply = (*model)->propose({});
  return reply ? reply->text : "ERROR " + reply.error().message;
}

TEST(Scripted, RepliesInOrderAndThenNoMore) {
  const auto model = make_scripted("{\"text\":\"a\"}\n\n{\"content\":\"b\"}\r\n").value();
  EXPECT_EQ(model->propose({}).value().text, "a");
  EXPECT_EQ(model->propose({}).value().text, "b");
  EXPECT_EQ(model->propose({}).error().code, Code::unavailable);
}

TEST(Scripted, WritesACallAsText) {
  EXPECT_EQ(text_of(R"({"call":{"tool":"answer","text":"x"}})"), R"({"tool":"answer","text":"x"})");
  EXPECT_EQ(text_of(R"({"tool_calls":[{"function":{"name":"read_file","arguments":"{\"path\":\"a\"}"}}]})"),
            R"({"tool":"read_file","path":"a"})");
}

TEST(Scripted, NamesTheLineThatIsWrong) {
  for (const char* bad : {"{\"text\":1}", "{}", "[]", "x", "{\"text\":\"a\",\"more\":1}",
                          R"({"text":"a","content":"b"})", R"({"chunks":"a"})", R"({"chunks":[1]})", R"({"call":"x"})",
                          R"({"tool_calls":[]})", R"({"text":"a","finish":"done"})", R"({"error":{"code":"bad"}})",
                          R"({"text":"a","wait_ms":-1})", R"({"text":"a","usage":{"prompt_tokens":"3"}})"}) {
    const auto model = make_scripted(std::string("{\"text\":\"a\"}\n") + bad);
    ASSERT_FALSE(model) << bad;
    EXPECT_EQ(model.error().code, Code::malformed);
    EXPECT_EQ(model.error().where, "line 2");
  }
}

TEST(Scripted, StreamsItsChunksAndStopsWhenTold) {
  const std::string line = R"({"chunks":["a","b","c"],"finish":"length","usage":{"prompt_tokens":3},"model":"m"})";
  std::vector<std::string> seen;
  const auto whole = make_scripted(line).value()->propose(
      {}, {.text = [&](std::string_view piece) { return seen.emplace_back(piece), true; }});
  EXPECT_EQ(whole.value().text, "abc");
  EXPECT_EQ(whole.value().finish, Finish::length);
  EXPECT_EQ(whole.value().usage.prompt_tokens, 3);
  EXPECT_TRUE(whole.value().usage.reported);
  EXPECT_EQ(whole.value().model, "m");
  EXPECT_EQ(seen, (std::vector<std::string>{"a", "b", "c"}));

  const auto cut = make_scripted(line).value()->propose({}, {.text = [](std::string_view) { return false; }});
  EXPECT_EQ(cut.error().code, Code::interrupted);
}

TEST(Scripted, GivesErrorsAfterTheTextThatCameBefore) {
  std::string seen;
  const auto model = make_scripted(R"({"text":"half","error":{"code":"unavailable","message":"gone"}})").value();
  const auto reply = model->propose({}, {.text = [&](std::string_view piece) { return seen += piece, true; }});
  EXPECT_EQ(reply.error(), (Error{.code = Code::unavailable, .message = "gone"}));
  EXPECT_EQ(seen, "half");
}

TEST(Scripted, KeepsThePromptsLimits) {
  Prompt small{};
  small.limits.text_bytes = 3;
  EXPECT_EQ(make_scripted(R"({"text":"four"})").value()->propose(small).error().code, Code::too_large);

  Prompt hasty{};
  hasty.limits.idle = std::chrono::milliseconds(20);
  EXPECT_EQ(make_scripted(R"({"text":"a","wait_ms":60000})").value()->propose(hasty).error().code, Code::timed_out);

  int asked = 0;
  const auto cancelled =
      make_scripted(R"({"text":"a","wait_ms":60000})").value()->propose({}, {.cancelled = [&] { return ++asked > 2; }});
  EXPECT_EQ(cancelled.error().code, Code::interrupted);
}

TEST(Strain, LooksAtAPart) {
  const Strain whole{.tokens = {{.begin = 0, .end = 2, .probability = 1, .taken = 0},
                                {.begin = 2, .end = 4, .probability = .2, .taken = .8},
                                {.begin = 4, .end = 6, .probability = .6, .taken = .4}}};
  const Strain part = whole.within(3, 5);
  EXPECT_EQ(part.tokens.size(), 2U);
  EXPECT_DOUBLE_EQ(part.mean, .6);
  EXPECT_DOUBLE_EQ(part.peak, .8);
  EXPECT_TRUE(whole.within(6, 9).tokens.empty());
}

}  // namespace
}  // namespace warrant::model
