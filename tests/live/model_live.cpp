// The model room on a real llama-server with real weights: the smallest model, started, proven, asked and ended by us.
#include <warrant/base/dirs.hpp>
#include <warrant/base/json.hpp>
#include <warrant/model/connect.hpp>
#include <warrant/model/server.hpp>

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdio>
#include <filesystem>
#include <string>

namespace warrant::model {
namespace {

const std::string grammar = R"(root ::= "{\"old\":\"TIMEOUT = 30\",\"new\":\"TIMEOUT = " [0-9]{1,3} "\"}")";

Prompt change() {
  return {.messages = {{Role::system, "You change files. Reply with JSON only."},
                       {Role::user, "In settings.py, change TIMEOUT from 30 to 60.\n\nsettings.py:\nTIMEOUT = 30\n"}},
          .grammar = grammar,
          .max_tokens = 60};
}

class Live : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    dirs() = find_dirs().value();
    std::string name = testing::TempDir() + "warrant-live-XXXXXX";
    dirs().runtime = mkdtemp(name.data());
    const std::string weights = dirs().cache + "/models/smollm2-135m-instruct-q4_1.gguf";
    auto plan = installed_plan(dirs(), weights);
    if (!plan) {
      missing() = describe(plan.error());
      return;
    }
    plan->context = 2'048;
    auto lease = acquire_server(dirs(), *plan);
    ASSERT_TRUE(lease) << describe(lease.error());
    held() = std::make_unique<ServerLease>(std::move(*lease));
  }
  static void TearDownTestSuite() {
    if (held()) {
      const std::string url = held()->state().url();
      EXPECT_EQ(stop_server(dirs(), InUse::keep).error().code, Code::conflict);
      held().reset();
      EXPECT_TRUE(stop_server(dirs(), InUse::keep).value());
      EXPECT_EQ(inspect({.url = url}).error().code, Code::unavailable);
    }
    std::filesystem::remove_all(dirs().runtime);
  }
  void SetUp() override {
    if (held()) return;
    // A skip is for a person's machine; where everything is fetched first it would hide a failure.
    if (std::getenv("CI") != nullptr) FAIL() << missing();
    GTEST_SKIP() << missing() << " (tools/fetch-model server tiny)";
  }

  static std::unique_ptr<Proposer> model() {
    const Endpoint endpoint{.url = held()->state().url()};
    return make_chat(endpoint, inspect(endpoint).value(), [] { return held()->prove(); }).value();
  }

  static Dirs& dirs() {
    static Dirs value;
    return value;
  }
  static std::string& missing() {
    static std::string value;
    return value;
  }
  static std::unique_ptr<ServerLease>& held() {
    static std::unique_ptr<ServerLease> value;
    return value;
  }
};

TEST_F(Live, SaysWhoItIs) {
  const Backend backend = inspect({.url = held()->state().url()}).value();
  EXPECT_EQ(backend.kind, BackendKind::llama_server);
  EXPECT_EQ(backend.guidance, Guidance::grammar);
  EXPECT_EQ(backend.context, 2'048);
  EXPECT_NE(backend.model.find("smollm2"), std::string::npos);
}

TEST_F(Live, StaysInsideTheGrammarAndSaysWhatItCost) {
  Prompt prompt = change();
  prompt.measure_strain = true;
  std::string seen;
  const auto reply = model()->propose(prompt, {.text = [&](std::string_view piece) { return seen += piece, true; }});
  ASSERT_TRUE(reply) << describe(reply.error());
  const auto call = parse_json(reply->text);
  ASSERT_TRUE(call) << reply->text;
  EXPECT_EQ(call->text("old"), "TIMEOUT = 30");
  EXPECT_EQ(seen, reply->text);
  EXPECT_EQ(reply->finish, Finish::stop);
  EXPECT_EQ(reply->guidance, Guidance::grammar);
  EXPECT_TRUE(reply->usage.reported);
  EXPECT_GT(reply->usage.prompt_tokens, 20);
  EXPECT_GT(reply->usage.output_tokens, 5);
  ASSERT_TRUE(reply->strain);
  EXPECT_GE(reply->strain->tokens.size(), 5U);
  EXPECT_GT(reply->strain->peak, 0);
  EXPECT_LE(reply->strain->peak, 1);
  std::printf("text %s\nstrain mean %.3f peak %.3f, prompt %.0f ms, output %.0f ms, first text %.0f ms\n",
              reply->text.c_str(), reply->strain->mean, reply->strain->peak, reply->timings.prompt_ms,
              reply->timings.output_ms, reply->timings.first_text_ms);
}

TEST_F(Live, SaysTheSameAgainFromTheCache) {
  const auto proposer = model();
  const auto first = proposer->propose(change());
  const auto second = proposer->propose(change());
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->text, second->text);
  EXPECT_GT(second->usage.cached_tokens, 0);
}

TEST_F(Live, KeepsToASchemaWhereThereIsNoGrammar) {
  Prompt prompt = change();
  prompt.grammar.clear();
  prompt.schema = parse_json(R"({"type":"object","properties":{"n":{"type":"integer","minimum":1,"maximum":9}},)"
                             R"("required":["n"],"additionalProperties":false})")
                      .value();
  const auto reply = model()->propose(prompt);
  ASSERT_TRUE(reply) << describe(reply.error());
  EXPECT_EQ(reply->guidance, Guidance::json_schema);
  EXPECT_NE(parse_json(reply->text).value().find("n"), nullptr) << reply->text;
}

TEST_F(Live, StopsAtOnceAndGoesOn) {
  const auto proposer = model();
  Prompt story{.messages = {{Role::user, "Tell a long story."}}, .max_tokens = 400};
  int pieces = 0;
  const auto cut = proposer->propose(story, {.text = [&](std::string_view) { return ++pieces < 3; }});
  EXPECT_EQ(cut.error().code, Code::interrupted);
  const auto after = proposer->propose(change());
  EXPECT_TRUE(after) << describe(after.error());
}

TEST_F(Live, SaysThatTheTextIsCut) {
  const auto reply = model()->propose({.messages = {{Role::user, "Count from 1 to 100."}}, .max_tokens = 5});
  ASSERT_TRUE(reply) << describe(reply.error());
  EXPECT_EQ(reply->finish, Finish::length);
}

TEST_F(Live, SaysThatThePromptIsTooLong) {
  std::string words;
  while (words.size() < 30'000) words += "every word counts ";
  const auto reply = model()->propose({.messages = {{Role::user, words}}, .max_tokens = 5});
  EXPECT_EQ(reply.error().code, Code::too_large) << reply.error().message;
}

TEST_F(Live, FallsBackWhenAGrammarCannotBeRead) {
  Prompt prompt = change();
  prompt.grammar = "root ::= (((";
  const auto reply = model()->propose(prompt);
  // Some builds answer without any grammar instead: then the text is what it is, and a surface decides.
  if (reply) {
    EXPECT_FALSE(reply->text.empty());
  } else {
    EXPECT_EQ(reply.error().code, Code::unsupported);
  }
}

TEST_F(Live, IsNotAskedWhenItIsNotProven) {
  const Endpoint endpoint{.url = held()->state().url()};
  ProcessId other = held()->state().server;
  ++other.start_time;
  const auto proposer = make_chat(endpoint, inspect(endpoint).value(), [&] {
                          return prove_listener(other, held()->state().port);
                        }).value();
  EXPECT_EQ(proposer->propose(change()).error().code, Code::unavailable);
}

}  // namespace
}  // namespace warrant::model
