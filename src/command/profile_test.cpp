#include <warrant/command/containment.hpp>
#include <warrant/command/profile.hpp>

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <set>

namespace warrant::command {
namespace {

using Words = std::vector<std::string>;

Words accepted(std::string_view id, const Words& arguments) {
  const auto result = check_arguments(*find_profile(id), arguments);
  EXPECT_TRUE(result) << id << ": " << (result ? "" : describe(result.error()));
  return result.value_or(Words{"(refused)"});
}

bool refused(std::string_view id, const Words& arguments) {
  const auto result = check_arguments(*find_profile(id), arguments);
  return !result && result.error().code == Code::refused;
}

TEST(Builtin, HasEachProfileOnceWithATitleAndAProgram) {
  std::set<std::string> seen;
  for (const Profile& profile : builtin_profiles()) {
    EXPECT_TRUE(seen.insert(profile.id).second) << profile.id;
    EXPECT_FALSE(profile.title.empty()) << profile.id;
    ASSERT_FALSE(profile.programs.empty()) << profile.id;
    for (const auto& way : profile.programs) EXPECT_FALSE(way.empty()) << profile.id;
    EXPECT_FALSE(profile.network) << profile.id;
  }
  for (const char* id :
       {"ctest",      "make-test",   "ninja-test",   "cmake-test", "pytest",      "unittest",    "npm-test",
        "pnpm-test",  "yarn-test",   "vitest",       "jest",       "go-test",     "go-vet",      "go-build",
        "cargo-test", "cargo-check", "cargo-clippy", "mvn-test",   "gradle-test", "dotnet-test", "ruff",
        "mypy",       "tsc",         "eslint",       "git-status", "git-diff",    "git-log",     "git-show"}) {
    EXPECT_TRUE(seen.contains(id)) << id;
  }
}

TEST(Grammar, PutsArgumentsIntoOneForm) {
  EXPECT_EQ(accepted("pytest", {"tests/test_a.py::TestX::test_y[1-2]", "-k", "a and not b", "--maxfail", "2", "-x"}),
            (Words{"-k", "a and not b", "--maxfail=2", "-x", "tests/test_a.py::TestX::test_y[1-2]"}));
  EXPECT_EQ(accepted("go-test", {"-run", "TestA$", "-count=1"}), (Words{"-run=TestA$", "-count=1", "./..."}));
  EXPECT_EQ(accepted("go-test", {"./internal/x/..."}), (Words{"./internal/x/..."}));
  EXPECT_EQ(accepted("git-diff", {"HEAD~2", "--", "src/a.c"}), (Words{"HEAD~2", "--", "src/a.c"}));
  EXPECT_EQ(accepted("eslint", {}), (Words{"."}));
  EXPECT_EQ(accepted("npm-test", {}), Words{});
}

TEST(Grammar, LeavesOutWhatCouldRunOrWriteSomethingElse) {
  EXPECT_TRUE(refused("go-test", {"-exec", "sh"}));
  EXPECT_TRUE(refused("go-test", {"-exec=sh"}));
  EXPECT_TRUE(refused("go-vet", {"-vettool=/tmp/x"}));
  EXPECT_TRUE(refused("go-build", {"-toolexec=sh"}));
  EXPECT_TRUE(refused("go-build", {"-o", "x"}));
  EXPECT_TRUE(refused("pytest", {"-p", "evil"}));
  EXPECT_TRUE(refused("pytest", {"-c", "x.ini"}));
  EXPECT_TRUE(refused("pytest", {"--rootdir=/"}));
  EXPECT_TRUE(refused("pytest", {"-o", "addopts=x"}));
  EXPECT_TRUE(refused("make-test", {"-f", "x.mk"}));
  EXPECT_TRUE(refused("make-test", {"CC=sh"}));
  EXPECT_TRUE(refused("make-test", {"--eval=x"}));
  EXPECT_TRUE(refused("cargo-test", {"--config", "x"}));
  EXPECT_TRUE(refused("cargo-test", {"--", "--nocapture"}));
  EXPECT_TRUE(refused("npm-test", {"--", "--config=x"}));
  EXPECT_TRUE(refused("mvn-test", {"-Dmaven.ext.class.path=x"}));
  EXPECT_TRUE(refused("gradle-test", {"-Ix.gradle"}));
  EXPECT_TRUE(refused("gradle-test", {"--init-script", "x"}));
  EXPECT_TRUE(refused("jest", {"--config", "x"}));
  EXPECT_TRUE(refused("eslint", {"--rulesdir", "x"}));
  EXPECT_TRUE(refused("eslint", {"--fix"}));
  EXPECT_TRUE(refused("ctest", {"-S", "x.cmake"}));
  EXPECT_TRUE(refused("git-diff", {"--output=x"}));
  EXPECT_TRUE(refused("git-diff", {"--no-index", "/etc/passwd"}));
  EXPECT_TRUE(refused("git-diff", {"--ext-diff"}));
  EXPECT_TRUE(refused("git-show", {"HEAD:.env"}));
  EXPECT_TRUE(refused("git-log", {"--pre=x"}));
  EXPECT_TRUE(refused("git-show", {"/"}));
  EXPECT_TRUE(refused("git-log", {"/etc/passwd"}));
}

TEST(Grammar, RefusesValuesThatAreNotOfTheirKind) {
  EXPECT_TRUE(refused("pytest", {"../x.py"}));
  EXPECT_TRUE(refused("pytest", {"/etc/x.py"}));
  EXPECT_TRUE(refused("pytest", {".git/hooks/x.py"}));
  EXPECT_TRUE(refused("pytest", {".env"}));
  EXPECT_TRUE(refused("pytest", {"-k", "-x"}));
  EXPECT_TRUE(refused("pytest", {"-k", "a; rm"}));
  EXPECT_TRUE(refused("pytest", {"-k"}));
  EXPECT_TRUE(refused("pytest", {"a\nb.py"}));
  EXPECT_TRUE(refused("pytest", {""}));
  EXPECT_TRUE(refused("pytest", {std::string("a\0b", 3)}));
  EXPECT_TRUE(refused("pytest", {"-x=1"}));
  EXPECT_TRUE(refused("pytest", {"--maxfail=1e3"}));
  EXPECT_TRUE(refused("pytest", {"--tb=x"}));
  EXPECT_TRUE(refused("pytest", {std::string(4 << 20, 'a')}));
  EXPECT_TRUE(refused("pytest", Words(65, "a.py")));
  EXPECT_TRUE(refused("pytest", Words(33, "a.py")));
  EXPECT_TRUE(refused("go-test", {"/..."}));
  EXPECT_TRUE(refused("go-test", {"github.com/../../x"}));
  EXPECT_TRUE(refused("git-diff", {"--", "../x"}));
}

TEST(Grammar, SaysWhatIsAccepted) {
  const auto result = check_arguments(*find_profile("git-status"), {"--porcelian\x1b[2J"});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message,
            "--porcelian\\x1b[2J is not an option of this profile. git-status takes: --short, --branch, -- PATH…");
}

TEST(Request, RefusesRawShapesByKey) {
  for (const char* key : {"command", "cmd", "shell", "executable", "argv", "command_line", "CMD", "Shell"}) {
    const auto result = read_request(JsonObject{{"profile", "pytest"}, {key, "rm -rf /"}});
    ASSERT_FALSE(result) << key;
    EXPECT_EQ(result.error().code, Code::refused) << key;
    EXPECT_EQ(result.error().where, key);
  }
}

TEST(Request, ReadsAProfileAndItsArguments) {
  const auto result = read_request(JsonObject{{"profile", "pytest"}, {"args", JsonArray{"-x"}}});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->profile, "pytest");
  EXPECT_EQ(result->arguments, Words{"-x"});
  EXPECT_FALSE(read_request(JsonObject{{"args", JsonArray{}}}));
  EXPECT_FALSE(read_request(JsonObject{{"profile", "x"}, {"args", "-x"}}));
  EXPECT_FALSE(read_request(JsonObject{{"profile", "x"}, {"args", JsonArray{1}}}));
  EXPECT_FALSE(read_request(JsonObject{{"profile", "x"}, {"env", 1}}));
  EXPECT_FALSE(read_request("pytest"));
}

class Planning : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "warrant-plan.XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    top_ = std::filesystem::canonical(pattern);
    std::filesystem::create_directories(top_ / "bin");
    std::filesystem::create_directories(top_ / "work");
    place_ = {.root = (top_ / "work").string(),
              .home = (top_ / "home").string(),
              .environment = {{"PATH", (top_ / "bin").string()}},
              .available = {.landlock = 0, .syscalls = false, .reach = policy::Reach::open, .steering = false}};
  }
  void TearDown() override { std::filesystem::remove_all(top_); }

  void program(const std::filesystem::path& path) const {
    std::filesystem::create_directories((top_ / path).parent_path());
    std::ofstream(top_ / path) << "#!/bin/sh\n";
    ::chmod((top_ / path).c_str(), 0755);
  }
  void file(const std::filesystem::path& path) const {
    std::filesystem::create_directories((top_ / path).parent_path());
    std::ofstream(top_ / path) << "x";
  }

  std::filesystem::path top_;
  Place place_;
};

TEST_F(Planning, NamesTheExactWords) {
  program("bin/pytest");
  const auto effect = plan(*find_profile("pytest"), {"-x"}, place_);
  ASSERT_TRUE(effect) << describe(effect.error());
  EXPECT_EQ(effect->program, (top_ / "bin/pytest").string());
  EXPECT_EQ(effect->argv, (Words{"pytest", "-o", "cache_dir=$TMPDIR/pytest-cache", "-x"}));
  EXPECT_EQ(effect->cwd, place_.root);
}

TEST_F(Planning, PrefersTheWorkspacesOwnEnvironment) {
  program("bin/pytest");
  program("work/.venv/bin/pytest");
  EXPECT_EQ(plan(*find_profile("pytest"), {}, place_)->program, place_.root + "/.venv/bin/pytest");
}

TEST_F(Planning, SaysWhatIsMissing) {
  const auto effect = plan(*find_profile("pytest"), {}, place_);
  ASSERT_FALSE(effect);
  EXPECT_EQ(effect.error().code, Code::not_found);
  EXPECT_NE(effect.error().message.find("pytest needs .venv/bin/pytest or"), std::string::npos);
}

TEST_F(Planning, NeverTakesAProgramOfTheWorkspaceFromPath) {
  program("work/bin/make");
  place_.environment["PATH"] = place_.root + "/bin:bin::.:" + place_.root;
  EXPECT_FALSE(plan(*find_profile("make-test"), {}, place_));
}

TEST_F(Planning, FindsTheBuildDirectory) {
  program("bin/ctest");
  EXPECT_FALSE(plan(*find_profile("ctest"), {}, place_));
  file("work/out/debug/CTestTestfile.cmake");
  file("work/out/debug/src/CTestTestfile.cmake");
  EXPECT_EQ(plan(*find_profile("ctest"), {}, place_)->argv,
            (Words{"ctest", "--test-dir", "out/debug", "--output-on-failure"}));
  file("work/cmake-build/CTestTestfile.cmake");
  EXPECT_EQ(plan(*find_profile("ctest"), {}, place_).error().code, Code::invalid_argument);
  file("work/build/CTestTestfile.cmake");
  EXPECT_EQ(plan(*find_profile("ctest"), {}, place_)->argv[2], "build");
  EXPECT_EQ(plan(*find_profile("ctest"), {}, place_)->writes, Words{place_.root + "/build"});
}

TEST_F(Planning, PassesOnlyAllowedVariables) {
  program("bin/go");
  place_.environment.insert({{"SECRET_TOKEN", "s"},
                             {"GOFLAGS", "-exec=sh"},
                             {"LD_PRELOAD", "x"},
                             {"GOPATH", "/g"},
                             {"MAKEFLAGS", "x"},
                             {"LANG", "C.UTF-8"}});
  const auto effect = plan(*find_profile("go-test"), {}, place_);
  ASSERT_TRUE(effect);
  EXPECT_EQ(effect->environment, (Words{"CI=true", "GOPATH=/g", "GOPROXY=off", "GOTELEMETRY=off", "GOTOOLCHAIN=local",
                                        "LANG=C.UTF-8", "NO_COLOR=1", "PATH=" + (top_ / "bin").string(), "TERM=dumb"}));
}

TEST_F(Planning, RefusesToPlanWithoutARequiredSandbox) {
  program("bin/go");
  Profile profile = *find_profile("go-test");
  profile.sandbox = SandboxMode::require;
  EXPECT_EQ(plan(profile, {}, place_).error().code, Code::unsupported);
  place_.available = {.landlock = 6, .syscalls = true, .reach = policy::Reach::loopback, .steering = true};
  EXPECT_EQ(plan(profile, {}, place_)->containment, place_.available);
  profile.network = true;
  EXPECT_EQ(plan(profile, {}, place_)->containment.reach, policy::Reach::open);
  profile.sandbox = SandboxMode::off;
  EXPECT_EQ(level(plan(profile, {}, place_)->containment), "none");
}

TEST_F(Planning, EveryFieldIsPartOfTheDigest) {
  program("bin/go");
  const policy::RunCommand base = *plan(*find_profile("go-test"), {}, place_);
  std::vector<policy::RunCommand> others(18, base);
  others[0].profile += "x";
  others[1].pin = sha256("x");
  others[2].program += "x";
  others[3].argv.emplace_back("x");
  others[4].argv = {"go", "test./..."};
  others[5].cwd += "x";
  others[6].environment.emplace_back("X=1");
  others[7].reads.emplace_back("/x");
  others[8].writes.emplace_back("/x");
  others[9].network = true;
  others[10].containment.landlock = 1;
  others[11].containment.syscalls = true;
  others[12].containment.reach = policy::Reach::none;
  others[13].limits.wall_ms += 1;
  others[14].limits.processes += 1;
  others[15].limits.output_tail += 1;
  others[16].argv.clear();
  others[17].containment.steering = true;
  std::set<Digest> digests = {digest_of(base)};
  for (const auto& other : others) EXPECT_TRUE(digests.insert(digest_of(other)).second);
  EXPECT_EQ(digest_of(base), digest_of(*plan(*find_profile("go-test"), {}, place_)));
}

TEST_F(Planning, SaysWhatIsNotContained) {
  program("bin/go");
  policy::RunCommand effect = *plan(*find_profile("go-test"), {}, place_);
  std::string text = containment_text(effect);
  EXPECT_NE(text.find("Files are not contained"), std::string::npos);
  EXPECT_NE(text.find("Network is not contained"), std::string::npos);
  effect.containment = {.landlock = 6, .syscalls = true, .reach = policy::Reach::loopback, .steering = false};
  text = containment_text(effect);
  EXPECT_EQ(text.find("Files are not contained"), std::string::npos);
  EXPECT_NE(text.find("Not contained by anything"), std::string::npos);
  EXPECT_EQ(level(effect.containment), "full");
}

}  // namespace
}  // namespace warrant::command
