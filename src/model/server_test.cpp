// Who owns the model server, with real processes and sockets.
#include "fake_server.hpp"
#include "http.hpp"
#include "keeper.hpp"
#include "process.hpp"

#include <warrant/base/json.hpp>
#include <warrant/model/server.hpp>

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>

namespace warrant::model {
namespace {

using std::chrono::milliseconds;

class Server : public testing::Test {
 protected:
  Server() {
    std::string name = testing::TempDir() + "warrant-model-XXXXXX";
    home_ = mkdtemp(name.data());
    dirs_ = {.config = home_ + "/c", .state = home_ + "/s", .cache = home_ + "/x", .runtime = home_ + "/r"};
  }
  ~Server() override {
    static_cast<void>(stop_server(dirs_, InUse::stop_anyway));
    std::filesystem::remove_all(home_);
  }

  ServerPlan plan(const std::string& model) {
    std::ofstream(home_ + "/" + model) << "weights";
    return {.program = WARRANT_SOURCE_DIR "/tests/fake/llama-server",
            .weights = home_ + "/" + model,
            .threads = 1,
            .start_limit = milliseconds(20'000)};
  }

  std::string home_;
  Dirs dirs_;
};

TEST_F(Server, IsStartedOnceAndShared) {
  int loading = 0;
  const auto first = acquire_server(dirs_, plan("slow.gguf"), [&](const StartProgress& progress) {
    loading += progress.step == "loading the model" ? 1 : 0;
    return true;
  });
  ASSERT_TRUE(first) << describe(first.error());
  EXPECT_GT(loading, 0);
  EXPECT_TRUE(first->prove());
  const auto second = acquire_server(dirs_, plan("slow.gguf"));
  ASSERT_TRUE(second) << describe(second.error());
  EXPECT_EQ(second->state().server, first->state().server);

  const auto status = server_status(dirs_).value();
  ASSERT_TRUE(status);
  EXPECT_TRUE(status->healthy);
  EXPECT_TRUE(status->in_use);
  EXPECT_FALSE(status->doubt);
}

TEST_F(Server, GetsTheFlagsAndNoneOfOurSecrets) {
  setenv("LLAMA_ARG_TOOLS", "all", 1);
  setenv("SECRET_TOKEN", "x", 1);
  const auto lease = acquire_server(dirs_, plan("m.gguf"));
  unsetenv("LLAMA_ARG_TOOLS");
  unsetenv("SECRET_TOKEN");
  ASSERT_TRUE(lease) << describe(lease.error());
  Http http(parse_address(lease->state().url(), Reach::this_machine).value());
  const Json said = parse_json(http.fetch({.path = "/"}, Limits{}).value().body).value();
  const std::string environment = to_text(*said.find("environment"));
  EXPECT_EQ(environment.find("LLAMA"), std::string::npos) << environment;
  EXPECT_EQ(environment.find("SECRET"), std::string::npos) << environment;
  EXPECT_EQ(said.text("folder"), dirs_.runtime);
  const std::string arguments = to_text(*said.find("arguments"));
  for (const char* flag : {R"("--host","127.0.0.1")", R"("--batch-size","256")", "--no-agent", "--offline"}) {
    EXPECT_NE(arguments.find(flag), std::string::npos) << flag;
  }
}

TEST_F(Server, IsNotStoppedUnderAnotherWarrant) {
  auto lease = acquire_server(dirs_, plan("m.gguf"));
  ASSERT_TRUE(lease) << describe(lease.error());
  const ServerState state = lease->state();
  EXPECT_EQ(stop_server(dirs_, InUse::keep).error().code, Code::conflict);
  EXPECT_TRUE(is_running(state.server));
  lease = fail(Code::internal, "let go");
  EXPECT_TRUE(stop_server(dirs_, InUse::keep).value());
  EXPECT_FALSE(is_running(state.server));
  EXPECT_FALSE(is_running(state.keeper));
  EXPECT_FALSE(server_status(dirs_).value());
  EXPECT_FALSE(stop_server(dirs_, InUse::keep).value()) << "there is none any more";
}

TEST_F(Server, IsStoppedThoughItDoesNotListen) {
  const ProcessId server = acquire_server(dirs_, plan("deaf.gguf")).value().state().server;
  EXPECT_TRUE(stop_server(dirs_, InUse::keep).value());
  EXPECT_FALSE(is_running(server));
}

TEST_F(Server, EndsWhenNobodyNeedsIt) {
  ServerPlan brief = plan("m.gguf");
  brief.idle = std::chrono::seconds(1);
  const auto state = acquire_server(dirs_, brief).value().state();
  EXPECT_TRUE(wait_gone(state.keeper, milliseconds(10'000)));
  EXPECT_FALSE(is_running(state.server));
  EXPECT_FALSE(std::filesystem::exists(dirs_.runtime + "/server.json"));
}

TEST_F(Server, EndsWithItsKeeper) {
  const auto lease = acquire_server(dirs_, plan("m.gguf"));
  ASSERT_TRUE(lease) << describe(lease.error());
  ASSERT_TRUE(send_signal(lease->state().keeper, SIGKILL));
  EXPECT_TRUE(wait_gone(lease->state().server, milliseconds(10'000)));
  EXPECT_EQ(lease->prove().error().code, Code::unavailable);
  EXPECT_FALSE(server_status(dirs_).value()) << "what is left on disk is no server";
}

TEST_F(Server, IsReplacedOnlyWhenNobodyUsesIt) {
  auto first = acquire_server(dirs_, plan("a.gguf"));
  ASSERT_TRUE(first) << describe(first.error());
  EXPECT_EQ(acquire_server(dirs_, plan("b.gguf")).error().code, Code::conflict);
  const ProcessId before = first->state().server;
  first = fail(Code::internal, "let go");
  const auto second = acquire_server(dirs_, plan("b.gguf"));
  ASSERT_TRUE(second) << describe(second.error());
  EXPECT_FALSE(is_running(before));
}

TEST_F(Server, SaysWhatTheServerSaidWhenItDies) {
  const auto lease = acquire_server(dirs_, plan("dies.gguf"));
  ASSERT_FALSE(lease);
  EXPECT_EQ(lease.error().code, Code::unavailable);
  EXPECT_NE(lease.error().message.find("the model\\x1b[31m is broken"), std::string::npos) << lease.error().message;
  ServerPlan absent = plan("m.gguf");
  absent.program = home_ + "/nothing";
  EXPECT_EQ(acquire_server(dirs_, absent).error().code, Code::unavailable);
}

TEST_F(Server, IsStartedWithoutAFlagItDoesNotKnow) {
  const auto lease = acquire_server(dirs_, plan("strict.gguf"));
  EXPECT_TRUE(lease) << describe(lease.error());
}

TEST_F(Server, DoesNotTakeAPortThatIsInUse) {
  // A test that runs beside this one may still look for its own server at a port that this one was just given, so
  // silence is asked of one port out of several: a request of ours would come to every one.
  bool silent = false;
  for (int attempt = 0; attempt < 4 && !silent; ++attempt) {
    const test::FakeServer other([](const test::Request&) { return std::vector<test::Piece>{{test::json("{}")}}; });
    ServerPlan wanted = plan("m.gguf");
    wanted.port = other.port();
    const auto lease = acquire_server(dirs_, wanted);
    ASSERT_FALSE(lease);
    EXPECT_EQ(lease.error().code, Code::conflict);
    EXPECT_NE(lease.error().message.find("Another server is not restarted by warrant."), std::string::npos);
    silent = other.requests().empty();
  }
  EXPECT_TRUE(silent);
}

TEST_F(Server, IsNotBelievedWhenAnotherProcessListens) {
  ServerPlan wrong = plan("elsewhere.gguf");
  wrong.start_limit = milliseconds(1'500);
  EXPECT_EQ(acquire_server(dirs_, wrong).error().code, Code::timed_out);
  const ServerState state = server_status(dirs_).value().value().state;
  // An impostor takes the port that the server was to listen on.
  const test::FakeServer impostor([](const test::Request&) { return std::vector<test::Piece>{{test::json("{}")}}; });
  EXPECT_EQ(prove_listener(state.server, impostor.port()).error().code, Code::refused);
  EXPECT_TRUE(prove_listener(process(getpid()).value(), impostor.port()));
  EXPECT_EQ(prove_listener({.pid = getpid(), .start_time = 1}, impostor.port()).error().code, Code::unavailable);
  EXPECT_TRUE(impostor.requests().empty());
}

TEST_F(Server, StartsCanBeCancelled) {
  const auto lease = acquire_server(dirs_, plan("slow.gguf"), [](const StartProgress&) { return false; });
  EXPECT_EQ(lease.error().code, Code::interrupted);
}

TEST_F(Server, StateThatIsNotOursIsNotFollowed) {
  ASSERT_TRUE(make_directories(dirs_.runtime));
  for (const char* text :
       {"", "[]", "{\"schema\":\"warrant.server.v1\"}",
        R"({"schema":"warrant.server.v1","server":{"pid":-1,"start_time":1},"keeper":{"pid":1,"start_time":1},)"
        R"("port":1,"context":1,"threads":1,"started_at_ms":1})"}) {
    std::ofstream(dirs_.runtime + "/server.json") << text;
    EXPECT_EQ(server_status(dirs_).error().code, Code::integrity) << text;
  }
  std::filesystem::remove(dirs_.runtime + "/server.json");
  ASSERT_EQ(chmod(dirs_.runtime.c_str(), 0777), 0);
  EXPECT_EQ(server_status(dirs_).error().code, Code::integrity);
}

TEST(Processes, AreSeenAndCounted) {
  EXPECT_FALSE(process(0));
  EXPECT_FALSE(process(-1));
  EXPECT_TRUE(is_running(process(getpid()).value()));
  EXPECT_GE(free_processors(), 1);
  EXPECT_FALSE(is_listening(free_port().value()));
}

}  // namespace
}  // namespace warrant::model
