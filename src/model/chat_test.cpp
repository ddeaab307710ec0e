// Every way in which a server has been seen to go wrong, over real sockets.
#include "fake_server.hpp"
#include "http.hpp"

#include <warrant/base/json.hpp>
#include <warrant/model/connect.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace warrant::model {
namespace {

using test::events;
using test::FakeServer;
using test::json;
using test::Piece;
using test::Request;
using test::response;

std::string delta(const std::string& members) {
  return "data: {\"choices\":[{\"index\":0,\"delta\":{" + members + "}}]}\n\n";
}
std::string text(const std::string& words) { return delta("\"content\":" + canonical(Json(words))); }
std::string end(const std::string& reason) {
  return "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"" + reason + "\"}]}\n\n";
}
const std::string done = "data: [DONE]\n\n";

Prompt prompt_of(std::string words) {
  Prompt prompt{.messages = {{Role::user, std::move(words)}}};
  prompt.limits = {.connect = std::chrono::milliseconds(2'000),
                   .idle = std::chrono::milliseconds(2'000),
                   .total = std::chrono::milliseconds(5'000)};
  return prompt;
}

const Backend llama{.kind = BackendKind::llama_server, .model = {}, .guidance = Guidance::grammar};
const Backend other{.kind = BackendKind::openai_compatible, .model = {}, .guidance = Guidance::json_schema};

Result<Proposal> ask(const FakeServer& server, const Prompt& prompt, const Listener& listener = {},
                     const Backend& backend = llama) {
  return make_chat({.url = server.url()}, backend).value()->propose(prompt, listener);
}

/// The reply to a server that sends these pieces.
Result<Proposal> reply_to(std::vector<Piece> pieces, const Listener& listener = {}) {
  const FakeServer server([&](const Request&) { return pieces; });
  return ask(server, prompt_of("hi"), listener);
}
Result<Proposal> reply_to(std::string bytes) { return reply_to(std::vector<Piece>{{.bytes = std::move(bytes)}}); }

TEST(Chat, ReadsAStream) {
  std::string seen;
  const auto reply = reply_to(
      {{events() + ": ping\n\n" + delta("\"role\":\"assistant\",\"content\":null") +
        "data: {\"choices\":[],\"prompt_progress\":{\"total\":9,\"cache\":0,\"processed\":4}}\n\n"},
       {text("a") + text("b") + end("stop") +
        "data: {\"model\":\"m.gguf\",\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2,"
        "\"prompt_tokens_details\":{\"cached_tokens\":5}},\"timings\":{\"prompt_ms\":3.5,\"predicted_ms\":4}}\n\n" +
        done}},
      {.text = [&](std::string_view piece) { return seen += piece, true; }});
  ASSERT_TRUE(reply) << describe(reply.error());
  EXPECT_EQ(reply->text, "ab");
  EXPECT_EQ(seen, "ab");
  EXPECT_EQ(reply->finish, Finish::stop);
  EXPECT_EQ(reply->model, "m.gguf");
  EXPECT_TRUE(reply->usage.reported);
  EXPECT_EQ(reply->usage.prompt_tokens, 9);
  EXPECT_EQ(reply->usage.cached_tokens, 5);
  EXPECT_EQ(reply->usage.output_tokens, 2);
  EXPECT_DOUBLE_EQ(reply->timings.prompt_ms, 3.5);
}

TEST(Chat, SendsWhatItWasGiven) {
  const FakeServer server([](const Request&) { return std::vector<Piece>{{events() + text("x") + end("stop")}}; });
  Prompt prompt = prompt_of("hi");
  prompt.grammar = "root ::= \"x\"";
  prompt.stop = {"END"};
  prompt.max_tokens = 7;
  ASSERT_TRUE(ask(server, prompt));
  ASSERT_EQ(server.requests().size(), 1U);
  const Request sent = server.requests().front();
  EXPECT_TRUE(sent.is("POST /v1/chat/completions HTTP/1.1"));
  const Json body = parse_json(sent.body).value();
  EXPECT_EQ(body.text("grammar"), prompt.grammar);
  EXPECT_EQ(body.find("max_tokens")->number(0), 7);
  EXPECT_EQ(body.find("temperature")->number(1), 0);
  EXPECT_EQ(body.find("seed")->number(0), 1);
  EXPECT_EQ(to_text(*body.find("stop")), "[\"END\"]");
  EXPECT_EQ(to_text(*body.find("messages")), R"([{"role":"user","content":"hi"}])");
  EXPECT_EQ(body.find("response_format"), nullptr);
}

TEST(Chat, ReadsAReplyOfAServerThatDoesNotStream) {
  const auto reply = reply_to(
      json(R"({"choices":[{"index":0,"message":{"role":"assistant","content":"ab"},"finish_reason":"length"}]})"));
  ASSERT_TRUE(reply) << describe(reply.error());
  EXPECT_EQ(reply->text, "ab");
  EXPECT_EQ(reply->finish, Finish::length);
  EXPECT_FALSE(reply->usage.reported);
}

TEST(Chat, DoesNotNeedTheWordDone) {
  EXPECT_EQ(reply_to(events() + text("a") + end("stop")).value().finish, Finish::stop);
  EXPECT_EQ(reply_to(events() + text("a") + done).value().finish, Finish::unstated);
}

TEST(Chat, SeesThatAReplyWasCutOff) {
  EXPECT_EQ(reply_to(events() + text("a")).error().code, Code::unavailable);
  EXPECT_EQ(reply_to(std::string("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{\"choices\":")).error().code,
            Code::unavailable);
  EXPECT_EQ(reply_to(std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ndata")).error().code,
            Code::unavailable);
  EXPECT_EQ(reply_to(std::string()).error().code, Code::unavailable);
}

TEST(Chat, JoinsCharactersThatWereCut) {
  std::string seen;
  bool whole = true;
  const auto watch = [&](std::string_view piece) {
    whole = whole && !piece.empty() && piece.find("\xEF\xBF\xBD") == std::string_view::npos;
    seen += piece;
    return true;
  };
  // Cut between packets, and cut between events by a server that splits tokens.
  const std::string stream = events() + text("gr\xC3\xBC\xC3\x9F") + delta("\"content\":\"\xE2\x82\"") +
                             delta("\"content\":\"\xAC\"") + end("stop");
  for (std::size_t at = events().size(); at < stream.size(); at += 7) {
    seen.clear();
    const auto reply = reply_to({{stream.substr(0, at), 1}, {stream.substr(at)}}, {.text = watch});
    ASSERT_TRUE(reply) << at << describe(reply.error());
    EXPECT_EQ(reply->text, "gr\xC3\xBC\xC3\x9F\xE2\x82\xAC") << at;
    EXPECT_EQ(seen, reply->text);
  }
  EXPECT_TRUE(whole);
  EXPECT_EQ(reply_to(events() + delta("\"content\":\"a\xE2\x82\"") + end("stop")).value().text,
            "a\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Chat, GivesErrorsInsideAStream) {
  const auto with = [](const std::string& error) { return reply_to(events() + text("half") + error).error(); };
  EXPECT_EQ(with("data: {\"error\":{\"code\":500,\"message\":\"boom\",\"type\":\"server_error\"}}\n\n").code,
            Code::unavailable);
  EXPECT_EQ(
      with("error: {\"error\":{\"code\":503,\"message\":\"Loading model\",\"type\":\"unavailable_error\"}}\n\n").code,
      Code::unavailable);
  EXPECT_NE(with("error: {\"error\":\"out of memory\"}\n\n").message.find("out of memory"), std::string::npos);
}

TEST(Chat, TellsTheErrorsOfAServerApart) {
  const auto status = [](int code, const std::string& body) { return reply_to(json(body, code)).error().code; };
  EXPECT_EQ(status(400, R"x({"error":{"code":400,"message":"request (9 tokens) exceeds the context size (8 tokens)",)x"
                        R"x("type":"exceed_context_size_error","n_prompt_tokens":9,"n_ctx":8}})x"),
            Code::too_large);
  EXPECT_EQ(status(401, R"({"error":{"message":"Invalid API Key","type":"authentication_error"}})"), Code::refused);
  EXPECT_EQ(status(404, R"({"error":"model 'x' not found"})"), Code::not_found);
  EXPECT_EQ(status(429, "slow down"), Code::unavailable);
  EXPECT_EQ(status(500, R"({"error":{"message":"oops","type":"server_error"}})"), Code::unavailable);
  EXPECT_EQ(status(501, R"({"error":{"message":"no","type":"not_supported_error"}})"), Code::unsupported);
  EXPECT_EQ(status(503, R"({"error":{"code":503,"message":"Loading model","type":"unavailable_error"}})"),
            Code::unavailable);
  EXPECT_EQ(status(502, "<html>bad gateway</html>"), Code::unavailable);
}

TEST(Chat, AsksAgainAsPlainTextWhenTheServerCannotReadItsModel) {
  const FakeServer server([](const Request& request) -> std::vector<Piece> {
    if (request.body.find("\"parse_tool_calls\":false") == std::string::npos) {
      return {
          {json(R"({"error":{"code":500,"message":"Failed to parse input at pos 12","type":"server_error"}})", 500)}};
    }
    return {{events() + text("<tool_call>x") + end("stop")}};
  });
  EXPECT_EQ(ask(server, prompt_of("hi")).value().text, "<tool_call>x");
  EXPECT_EQ(server.requests().size(), 2U);
}

TEST(Chat, AsksOnlyOnceAgain) {
  const FakeServer server([](const Request&) -> std::vector<Piece> {
    return {{json(R"({"error":{"code":500,"message":"Failed to parse input at pos 12","type":"server_error"}})", 500)}};
  });
  EXPECT_EQ(ask(server, prompt_of("hi")).error().code, Code::malformed);
  EXPECT_EQ(server.requests().size(), 2U);
}

TEST(Chat, GuidesAsWellAsTheServerCan) {
  // Knows neither a grammar nor a schema.
  const FakeServer server([](const Request& request) -> std::vector<Piece> {
    if (request.body.find("\"response_format\"") != std::string::npos) {
      return {{json(R"({"error":{"message":"response_format is not supported"}})", 400)}};
    }
    return {{events() + text("ok") + end("stop")}};
  });
  Prompt prompt = prompt_of("hi");
  prompt.grammar = "root ::= \"x\"";
  prompt.schema = JsonObject{{"type", "object"}};
  const auto model = make_chat({.url = server.url()}, other).value();
  EXPECT_EQ(model->propose(prompt).value().guidance, Guidance::none);
  EXPECT_EQ(model->propose(prompt).value().guidance, Guidance::none);
  ASSERT_EQ(server.requests().size(), 3U) << "what it cannot do is asked once";
  EXPECT_EQ(server.requests()[0].body.find("\"grammar\""), std::string::npos)
      << "an OpenAI server gets no llama fields";
}

TEST(Chat, TurnsNativeCallsIntoText) {
  const auto streamed = reply_to(
      events() + text("I will.") +
      delta(R"("tool_calls":[{"index":0,"id":"1","type":"function","function":{"name":"read_file","arguments":""}}])") +
      delta(R"("tool_calls":[{"index":0,"function":{"arguments":"{\"pa"}}])") +
      delta(R"("tool_calls":[{"index":0,"function":{"arguments":"th\":\"a\"}"}}])") +
      delta(R"("tool_calls":[{"index":1,"function":{"name":"other","arguments":"{}"}}])") + end("tool_calls") + done);
  EXPECT_EQ(streamed.value().text, R"({"tool":"read_file","path":"a"})");
  EXPECT_EQ(streamed.value().finish, Finish::tool_call);
  const auto whole = reply_to(json(
      R"({"choices":[{"message":{"content":null,"tool_calls":[{"function":{"name":"f","arguments":{"a":1}}}]},"finish_reason":"tool_calls"}]})"));
  EXPECT_EQ(whole.value().text, R"({"tool":"f","a":1})");
  const auto cut = reply_to(
      events() + delta(R"("tool_calls":[{"index":0,"function":{"name":"f","arguments":"{\"a"}}])") + end("length"));
  EXPECT_EQ(cut.value().finish, Finish::length);
  EXPECT_EQ(reply_to(events() + delta(R"("tool_calls":[{"index":999999999,"function":{"name":"f"}}])") + end("stop"))
                .error()
                .code,
            Code::too_large);
}

TEST(Chat, RefusesAnEmptyReply) {
  EXPECT_EQ(reply_to(events() + end("stop") + done).error().code, Code::malformed);
  EXPECT_EQ(reply_to(json(R"({"choices":[]})")).error().code, Code::malformed);
  const auto thought = reply_to(events() + delta(R"("reasoning_content":"hm")") + end("length"));
  EXPECT_NE(thought.error().message.find("thought"), std::string::npos);
}

TEST(Chat, RefusesWhatIsNoReply) {
  for (const std::string& bytes :
       {json("{\"choices\":[{"), json("[]"), events() + "data: {nonsense\n\n", std::string("SSH-2.0-OpenSSH_9\r\n"),
        response(200, "text/html", "<html></html>"), json("{\"choices\":3}"), json(std::string(5000, '{'))}) {
    const auto reply = reply_to(bytes);
    ASSERT_FALSE(reply) << bytes.substr(0, 60);
    EXPECT_TRUE(reply.error().code == Code::malformed || reply.error().code == Code::unavailable)
        << bytes.substr(0, 60);
  }
}

TEST(Chat, CutsAModelThatGoesRoundInCircles) {
  std::string stream = events() + text("I begin. ");
  for (int i = 0; i < 200; ++i) stream += text("and then again, ");
  const auto reply = reply_to({{stream, 0, true}});
  ASSERT_TRUE(reply) << describe(reply.error());
  EXPECT_EQ(reply->finish, Finish::repetition);
  EXPECT_LT(reply->text.size(), 60U);
  EXPECT_TRUE(reply->text.starts_with("I begin. and then again,"));
}

TEST(Chat, CutsAModelWhoseSentencesTakeTurns) {
  std::string stream = events();
  for (int i = 0; i < 40; ++i)
    stream +=
        text(i % 2 == 0 ? "I shall read the file " : "Now I know what it") + text(i % 2 == 0 ? "again. " : " holds. ");
  const auto reply = reply_to({{stream, 0, true}});
  ASSERT_TRUE(reply) << describe(reply.error());
  EXPECT_EQ(reply->finish, Finish::repetition);
  EXPECT_EQ(reply->text, "I shall read the file again. Now I know what it holds. ");
}

TEST(Chat, KeepsItsLimits) {
  const auto limited = [](const std::string& bytes, bool hold, auto change) {
    const FakeServer server([&](const Request&) { return std::vector<Piece>{{bytes, 0, hold}}; });
    Prompt prompt = prompt_of("hi");
    change(prompt.limits);
    return ask(server, prompt).error().code;
  };
  const auto idle = [](Limits& limits) { limits.idle = std::chrono::milliseconds(120); };
  EXPECT_EQ(limited(events() + text("a"), true, idle), Code::timed_out);
  EXPECT_EQ(limited("", true, idle), Code::timed_out) << "never a head";
  EXPECT_EQ(limited(events() + std::string(9000, 'x'), false, [](Limits& limits) { limits.response_bytes = 5000; }),
            Code::too_large);
  EXPECT_EQ(limited(events() + text(std::string(90, 'x')), false, [](Limits& limits) { limits.text_bytes = 50; }),
            Code::too_large);
  EXPECT_EQ(limited(json("{\"a\":\"" + std::string(9000, 'x') + "\"}"), false,
                    [](Limits& limits) { limits.response_bytes = 5000; }),
            Code::too_large);
}

TEST(Chat, EndsAtTheTotalLimitThoughTheServerKeepsTalking) {
  std::vector<Piece> pieces{{events()}};
  for (int i = 0; i < 200; ++i) pieces.push_back({": ping\n\n", 10});
  const FakeServer server([&](const Request&) { return pieces; });
  Prompt prompt = prompt_of("hi");
  prompt.limits.total = std::chrono::milliseconds(200);
  const auto reply = ask(server, prompt);
  EXPECT_EQ(reply.error().code, Code::timed_out);
  EXPECT_NE(reply.error().message.find("whole"), std::string::npos);
}

TEST(Chat, PingsAreASignOfLife) {
  std::vector<Piece> pieces{{events()}};
  for (int i = 0; i < 20; ++i) pieces.push_back({": ping\n\n", 20});
  pieces.push_back({text("a") + end("stop")});
  const FakeServer server([&](const Request&) { return pieces; });
  Prompt prompt = prompt_of("hi");
  prompt.limits.idle = std::chrono::milliseconds(250);
  EXPECT_EQ(ask(server, prompt).value().text, "a");
}

TEST(Chat, StopsWhenTold) {
  const std::vector<Piece> endless{{events() + text("a"), 0, true}};
  int asked = 0;
  EXPECT_EQ(reply_to(endless, {.cancelled = [&] { return ++asked > 2; }}).error().code, Code::interrupted);
  EXPECT_EQ(reply_to(endless, {.text = [](std::string_view) { return false; }}).error().code, Code::interrupted);
  const std::vector<Piece> reading{
      {events() + "data: {\"prompt_progress\":{\"total\":9,\"processed\":1}}\n\n", 0, true}};
  std::int64_t total = 0;
  EXPECT_EQ(
      reply_to(reading, {.progress = [&](Progress progress) { return total = progress.total, false; }}).error().code,
      Code::interrupted);
  EXPECT_EQ(total, 9);
}

TEST(Chat, CanBeAskedAgainAfterAnError) {
  int count = 0;
  const FakeServer server([&](const Request&) -> std::vector<Piece> {
    return ++count == 1 ? std::vector<Piece>{{events() + text("a")}}
                        : std::vector<Piece>{{events() + text("b") + end("stop")}};
  });
  const auto model = make_chat({.url = server.url()}, llama).value();
  EXPECT_FALSE(model->propose(prompt_of("hi")));
  EXPECT_EQ(model->propose(prompt_of("hi")).value().text, "b");
}

TEST(Chat, FollowsNoRedirectAndUsesNoProxy) {
  const FakeServer elsewhere(
      [](const Request&) { return std::vector<Piece>{{events() + text("stolen") + end("stop")}}; });
  for (const int status : {301, 302, 307, 308}) {
    const FakeServer server([&](const Request&) {
      return std::vector<Piece>{
          {response(status, "text/plain", "", "Location: " + elsewhere.url() + "/v1/chat/completions\r\n")}};
    });
    EXPECT_EQ(ask(server, prompt_of("hi")).error().code, Code::refused);
  }
  for (const char* name : {"http_proxy", "all_proxy", "HTTP_PROXY", "ALL_PROXY"})
    setenv(name, elsewhere.url().c_str(), 1);
  const FakeServer server([](const Request&) { return std::vector<Piece>{{events() + text("right") + end("stop")}}; });
  EXPECT_EQ(ask(server, prompt_of("hi")).value().text, "right");
  for (const char* name : {"http_proxy", "all_proxy", "HTTP_PROXY", "ALL_PROXY"}) unsetenv(name);
  EXPECT_TRUE(elsewhere.requests().empty());
}

TEST(Chat, SaysWhenNobodyListens) {
  std::string url;
  {
    const FakeServer gone([](const Request&) { return std::vector<Piece>(); });
    url = gone.url();
  }
  const auto reply = make_chat({.url = url}, llama).value()->propose(prompt_of("hi"));
  EXPECT_EQ(reply.error().code, Code::unavailable);
  EXPECT_EQ(reply.error().where, url);
}

TEST(Chat, AsksFirstWhetherItMay) {
  const FakeServer server([](const Request&) { return std::vector<Piece>{{events() + text("a") + end("stop")}}; });
  const auto model =
      make_chat({.url = server.url()}, llama, []() -> Status { return fail(Code::refused, "not ours"); }).value();
  EXPECT_EQ(model->propose(prompt_of("hi")).error().code, Code::refused);
  EXPECT_TRUE(server.requests().empty());
}

TEST(Chat, MeasuresWhatTheGrammarTook) {
  const std::string stream =
      events() +
      R"(data: {"choices":[{"index":0,"delta":{"content":"{"},"logprobs":{"content":[{"token":"{","bytes":[123],"logprob":-1.6094379,"top_logprobs":[{"token":"`","logprob":-0.5108256},{"token":"{","bytes":[123],"logprob":-1.6094379},{"token":"x","logprob":-2.3025851}]}]}}]})"
      "\n\n"
      R"(data: {"choices":[{"index":0,"delta":{"content":"ü"},"logprobs":{"content":[{"token":"ü","bytes":[195,188],"logprob":0,"top_logprobs":[{"token":"ü","logprob":0}]}]}}]})"
      "\n\n" +
      end("stop");
  const FakeServer server([&](const Request&) { return std::vector<Piece>{{stream}}; });
  Prompt prompt = prompt_of("hi");
  prompt.measure_strain = true;
  const auto reply = ask(server, prompt).value();
  ASSERT_TRUE(reply.strain);
  ASSERT_EQ(reply.strain->tokens.size(), 2U);
  EXPECT_NEAR(reply.strain->tokens[0].taken, 0.6, 1e-6);
  EXPECT_NEAR(reply.strain->tokens[0].probability, 0.2, 1e-6);
  EXPECT_EQ(reply.strain->tokens[1].begin, 1U);
  EXPECT_EQ(reply.strain->tokens[1].end, 3U);
  EXPECT_NEAR(reply.strain->mean, 0.3, 1e-6);
  EXPECT_NEAR(reply.strain->peak, 0.6, 1e-6);
}

// ---------------------------------------------------------------- who answers

const std::string props =
    R"({"default_generation_settings":{"n_ctx":4096},"model_path":"/m/q.gguf","build_info":"b1-x"})";

FakeServer llama_with(const std::string& props_body, const std::string& tools) {
  return FakeServer([=](const Request& request) -> std::vector<Piece> {
    if (request.is("GET /props ")) return {{json(props_body)}};
    if (request.is("GET /tools ")) return {{tools}};
    return {{json(R"({"data":[{"id":"a"},{"id":"b"}]})")}};
  });
}

TEST(Inspect, KnowsALlamaServer) {
  const FakeServer server = llama_with(props, json(R"({"error":{"message":"disabled"}})", 403));
  const Backend backend = inspect({.url = server.url() + "/v1/"}).value();
  EXPECT_EQ(backend.kind, BackendKind::llama_server);
  EXPECT_EQ(backend.model, "/m/q.gguf");
  EXPECT_EQ(backend.build, "b1-x");
  EXPECT_EQ(backend.context, 4096);
  EXPECT_EQ(backend.guidance, Guidance::grammar);
}

TEST(Inspect, RefusesAServerThatActsByItself) {
  const FakeServer tools = llama_with(props, json(R"([{"name":"exec_shell_command"}])"));
  EXPECT_EQ(connect({.url = tools.url()}).error().code, Code::refused);
  const FakeServer odd = llama_with(props, json("who knows"));
  EXPECT_EQ(connect({.url = odd.url()}).error().code, Code::refused) << "what cannot be read is not trusted";
  const FakeServer proxy = llama_with(R"({"build_info":"b","cors_proxy_enabled":true})", json("[]"));
  EXPECT_EQ(connect({.url = proxy.url()}).error().code, Code::refused);
  const FakeServer none = llama_with(props, json("[]"));
  EXPECT_TRUE(connect({.url = none.url()}));
}

TEST(Inspect, AsksARouterForTheModelByName) {
  const FakeServer server = llama_with(R"({"build_info":"b","role":"router"})", json("", 404));
  EXPECT_EQ(inspect({.url = server.url()}).error().code, Code::invalid_argument);
  EXPECT_EQ(inspect({.url = server.url(), .model = "c"}).error().code, Code::not_found);
  EXPECT_EQ(inspect({.url = server.url(), .model = "b"}).value().model, "b");
}

TEST(Inspect, KnowsAnOpenAiServer) {
  const FakeServer server([](const Request& request) -> std::vector<Piece> {
    if (request.is("GET /v1/models ")) return {{json(R"({"object":"list","data":[{"id":"qwen"}]})")}};
    return {{json("not found", 404)}};
  });
  const Backend backend = inspect({.url = server.url()}).value();
  EXPECT_EQ(backend.kind, BackendKind::openai_compatible);
  EXPECT_EQ(backend.model, "qwen");
  EXPECT_EQ(backend.guidance, Guidance::json_schema);
}

TEST(Inspect, SaysWhatIsWrong) {
  const auto with = [](const std::string& bytes) {
    const FakeServer server([&](const Request&) { return std::vector<Piece>{{bytes}}; });
    return inspect({.url = server.url()}).error().code;
  };
  EXPECT_EQ(with(response(200, "text/html", "<html>")), Code::malformed);
  EXPECT_EQ(with(json("{}", 401)), Code::refused);
  EXPECT_EQ(with(json(R"({"error":{"message":"Loading model","type":"unavailable_error"}})", 503)), Code::unavailable);
  EXPECT_EQ(with(json(R"({"data":[]})")), Code::not_found);
}

TEST(Inspect, SendsTheKey) {
  const FakeServer server([](const Request& request) -> std::vector<Piece> {
    if (request.head.find("Authorization: Bearer secret") == std::string::npos) return {{json("{}", 401)}};
    return {{json(R"({"data":[{"id":"m"}]})")}};
  });
  EXPECT_TRUE(inspect({.url = server.url(), .api_key = "secret"}));
}

TEST(Address, TakesOnlyThisMachine) {
  for (const char* good :
       {"http://127.0.0.1:8080", "http://127.0.0.1:8080/", "http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1/"}) {
    EXPECT_EQ(parse_address(good, Reach::this_machine).value().base, "http://127.0.0.1:8080") << good;
  }
  EXPECT_EQ(parse_address("http://[::1]:1/x", Reach::this_machine).value().base, "http://[::1]:1/x");
  EXPECT_EQ(parse_address("http://localhost", Reach::this_machine).value().base, "http://localhost:80");
  for (const char* far :
       {"http://example.com", "http://127.0.0.1.example.com", "http://0.0.0.0:1", "https://127.0.0.1:1",
        "http://127.1:1", "http://2130706433:1", "http://[::ffff:127.0.0.1]:1", "http://LOCALHOST:1"}) {
    EXPECT_EQ(parse_address(far, Reach::this_machine).error().code, Code::refused) << far;
    EXPECT_TRUE(parse_address(far, Reach::anywhere)) << far;
  }
  for (const char* bad :
       {"", "127.0.0.1:8080", "ftp://127.0.0.1", "http://", "http://127.0.0.1:0", "http://127.0.0.1:99999",
        "http://127.0.0.1:80x", "http://user@127.0.0.1", "http://127.0.0.1:1@example.com", "http://127.0.0.1:1/?q",
        "http://127.0.0.1:1/#f", "http://[::1", "http://127.0.0.1 :1", "http://127.0.0.1\\@x", "file:///etc/passwd"}) {
    EXPECT_EQ(parse_address(bad, Reach::anywhere).error().code, Code::invalid_argument) << bad;
  }
}

}  // namespace
}  // namespace warrant::model
