#include <warrant/base/match.hpp>
#include <warrant/command/detect.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace warrant::command {
namespace {

/// The chosen profile, "?" and the candidates, or "none".
std::string chosen(const Listing& listing, Purpose purpose = Purpose::test) {
  return match(
      choose(purpose, listing), [](const One& one) { return one.fit.profile; },
      [](const Several& several) {
        std::string out = "?";
        for (const Fit& fit : several.fits) out += " " + fit.profile;
        return out;
      },
      [](const None&) { return std::string("none"); });
}

TEST(Choose, TakesTheProjectsOwnRunner) {
  EXPECT_EQ(chosen({.files = {"Cargo.toml", "src/lib.rs"}, .texts = {}, .programs = {}}), "cargo-test");
  EXPECT_EQ(chosen({.files = {"go.mod"}, .texts = {}, .programs = {}}), "go-test");
  EXPECT_EQ(chosen({.files = {"pom.xml"}, .texts = {}, .programs = {}}), "mvn-test");
  EXPECT_EQ(chosen({.files = {"build.gradle.kts"}, .texts = {}, .programs = {}}), "gradle-test");
  EXPECT_EQ(chosen({.files = {"App.sln", "App/App.csproj"}, .texts = {}, .programs = {}}), "dotnet-test");
  EXPECT_EQ(chosen({.files = {"CMakeLists.txt", "build/CTestTestfile.cmake"}, .texts = {}, .programs = {}}), "ctest");
  EXPECT_EQ(chosen({.files = {"CMakeLists.txt"}, .texts = {}, .programs = {}}), "none");
  EXPECT_EQ(chosen({.files = {}, .texts = {}, .programs = {}}), "none");
}

TEST(Choose, TellsPytestFromUnittest) {
  EXPECT_EQ(chosen({.files = {"pytest.ini"}, .texts = {}, .programs = {}}), "pytest");
  EXPECT_EQ(chosen({.files = {"tests/test_a.py"}, .texts = {}, .programs = {"pytest"}}), "pytest");
  EXPECT_EQ(chosen({.files = {"tests/test_a.py"}, .texts = {}, .programs = {"python3"}}), "unittest");
  EXPECT_EQ(
      chosen(
          {.files = {"pyproject.toml"}, .texts = {{"pyproject.toml", "[tool.pytest.ini_options]\n"}}, .programs = {}}),
      "pytest");
  EXPECT_EQ(chosen({.files = {"pyproject.toml"}, .texts = {{"pyproject.toml", "[project]\n"}}, .programs = {"pytest"}}),
            "none");
}

TEST(Choose, ReadsThePackageScripts) {
  const auto package = [](std::string text, std::vector<std::string> more = {}) {
    more.emplace_back("package.json");
    return Listing{.files = more, .texts = {{"package.json", std::move(text)}}, .programs = {}};
  };
  const std::string script = R"({"scripts":{"test":"vitest run"}})";
  EXPECT_EQ(chosen(package(script)), "npm-test");
  EXPECT_EQ(chosen(package(script, {"pnpm-lock.yaml"})), "pnpm-test");
  EXPECT_EQ(chosen(package(script, {"yarn.lock"})), "yarn-test");
  EXPECT_EQ(chosen(package(R"({"scripts":{"test":"echo \"Error: no test specified\" && exit 1"}})")), "none");
  EXPECT_EQ(chosen(package("{}", {"node_modules/.bin/vitest"})), "vitest");
  EXPECT_EQ(chosen(package("not json")), "none");
  EXPECT_EQ(chosen(package(R"({"scripts":[]})")), "none");
}

TEST(Choose, ReadsMakefileTargets) {
  const auto makefile = [](std::string text) {
    return Listing{.files = {"Makefile"}, .texts = {{"Makefile", std::move(text)}}, .programs = {}};
  };
  EXPECT_EQ(chosen(makefile("all: a\n\ntest: all\n\t./t\n")), "make-test");
  EXPECT_EQ(chosen(makefile("check test: all\n")), "make-test");
  EXPECT_EQ(chosen(makefile("check:\n")), "make-check");
  EXPECT_EQ(chosen(makefile("test := 1\n#test:\n\ttest: x\n.PHONY: test\ntests:\n")), "none");
  EXPECT_EQ(chosen(makefile("all:\n"), Purpose::build), "make-build");
  EXPECT_EQ(chosen(makefile(":\n::\n\n:")), "none");
}

TEST(Choose, PrefersARunnerToTheMakefileAndAsksBetweenLanguages) {
  const Listing listing{.files = {"Makefile", "go.mod"}, .texts = {{"Makefile", "test:\n"}}, .programs = {}};
  EXPECT_EQ(chosen(listing), "go-test");
  EXPECT_EQ(std::get<One>(choose(Purpose::test, listing)).others.front().profile, "make-test");
  EXPECT_EQ(chosen({.files = {"go.mod", "tools/x_test.py"}, .texts = {}, .programs = {"pytest"}}), "go-test");
  const Listing two{.files = {"Cargo.toml", "pytest.ini"}, .texts = {}, .programs = {}};
  EXPECT_EQ(chosen(two), "? pytest cargo-test");
  EXPECT_EQ(std::get<Several>(choose(Purpose::test, two)).question,
            "Which one: pytest (pytest.ini), cargo-test (Cargo.toml)? Say it by name, as in \"Run pytest.\"");
}

TEST(Choose, NamesOnlyProfilesThatExist) {
  Listing everything{
      .files = {"Cargo.toml", "go.mod", "pom.xml", "build.gradle", "a.sln", "CMakeLists.txt",
                "build/CTestTestfile.cmake", "build/CMakeCache.txt", "build/build.ninja", "pytest.ini", "tsconfig.json",
                "node_modules/.bin/eslint", "ruff.toml", "mypy.ini", ".git", "Makefile", "package.json"},
      .texts = {{"Makefile", "all test check:\n"}, {"package.json", R"({"scripts":{"test":"x"}})"}},
      .programs = {}};
  std::size_t named = 0;
  for (const Purpose purpose : {Purpose::test, Purpose::build, Purpose::check, Purpose::history}) {
    for (const Fit& fit : fitting(purpose, everything)) {
      ++named;
      const Profile* profile = find_profile(fit.profile);
      ASSERT_NE(profile, nullptr) << fit.profile;
      EXPECT_TRUE(profile->purpose == purpose || fit.profile == "cargo-check") << fit.profile;
      EXPECT_FALSE(fit.because.empty());
    }
  }
  EXPECT_GE(named, 19U);
}

/// As a trusted file of the workspace would give it.
Profile own_profile(std::string id, Purpose purpose) {
  return {.id = std::move(id), .purpose = purpose, .title = "our own", .programs = {}, .fixed = {}, .grammar = {}};
}

TEST(Spoken, IsTheIdWithBlanksOrTheCommandAsItIsTyped) {
  const std::vector<Profile> own{own_profile("e2e-smoke", Purpose::test)};
  const std::vector<std::pair<const char*, const char*>> names{{"go test", "go-test"},
                                                               {"Go Test", "go-test"},
                                                               {"npm test", "npm-test"},
                                                               {"npm run test", "npm-test"},
                                                               {"cargo clippy", "cargo-clippy"},
                                                               {"cargo test", "cargo-test"},
                                                               {"pytest", "pytest"},
                                                               {"python3 -m pytest", "pytest"},
                                                               {"python -m unittest", "unittest"},
                                                               {"./gradlew test", "gradle-test"},
                                                               {"npx jest", "jest"},
                                                               {"git_status", "git-status"},
                                                               {"go-vet", "go-vet"},
                                                               {"e2e smoke", "e2e-smoke"}};
  for (const auto& [name, id] : names) {
    const Profile* found = find_spoken(name, own);
    ASSERT_NE(found, nullptr) << name;
    EXPECT_EQ(found->id, id) << name;
  }
  for (const char* name : {"", " ", "go", "test", "rm -rf /", "npm run build", "npx"}) {
    EXPECT_EQ(find_spoken(name, own), nullptr) << name;
  }
}

TEST(Spoken, NamesTheNearestProfilesAndNotAll) {
  EXPECT_EQ(near_profiles("pytets", {}).front(), "pytest");
  EXPECT_EQ(near_profiles("npm run build", {}).front(), "npm-test");
  EXPECT_EQ(near_profiles("go tests", {}).front(), "go-test");
  EXPECT_EQ(near_profiles("e2e-smok", {own_profile("e2e-smoke", Purpose::test)}).front(), "e2e-smoke");
  EXPECT_LE(near_profiles("git", {}).size(), 3U);
  EXPECT_TRUE(near_profiles("", {}).empty());
}

TEST(Choose, TakesATrustedProfileOfTheWorkspaceWhereNothingElseFits) {
  const std::vector<Profile> own{own_profile("e2e", Purpose::test), own_profile("docs", Purpose::build)};
  const auto one = choose(Purpose::test, {}, own);
  ASSERT_TRUE(std::holds_alternative<One>(one));
  EXPECT_EQ(std::get<One>(one).fit.profile, "e2e");
  const Listing rust{.files = {"Cargo.toml"}, .texts = {}, .programs = {}};
  EXPECT_EQ(std::get<One>(choose(Purpose::test, rust, own)).fit.profile, "cargo-test");
  const std::vector<Profile> two{own_profile("a", Purpose::test), own_profile("b", Purpose::test)};
  EXPECT_TRUE(std::holds_alternative<Several>(choose(Purpose::test, {}, two)));
  EXPECT_TRUE(std::holds_alternative<None>(choose(Purpose::check, {}, own)));
}

TEST(Survey, ReadsAWorkspace) {
  std::string pattern = (std::filesystem::temp_directory_path() / "warrant-survey.XXXXXX").string();
  ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
  const std::filesystem::path top = std::filesystem::canonical(pattern);
  std::filesystem::create_directories(top / "node_modules/.bin");
  std::filesystem::create_directories(top / "node_modules/x");
  std::filesystem::create_directories(top / "tests/unit");
  std::ofstream(top / "node_modules/.bin/jest") << "x";
  std::ofstream(top / "node_modules/x/test_no.py") << "x";
  std::ofstream(top / "tests/unit/test_a.py") << "x";
  std::ofstream(top / "Makefile") << "test:\n";
  ASSERT_EQ(::mkfifo((top / "pyproject.toml").c_str(), 0600), 0);
  std::filesystem::create_directory_symlink("/", top / "loop");
  const auto listing =
      survey({.root = top.string(),
              .home = "",
              .environment = {{"PATH", "/nonexistent"}},
              .available = {.landlock = 0, .syscalls = false, .reach = policy::Reach::open, .steering = false}});
  ASSERT_TRUE(listing);
  EXPECT_EQ(listing->files, (std::vector<std::string>{"Makefile", "loop", "node_modules/.bin/jest", "pyproject.toml",
                                                      "tests/unit/test_a.py"}));
  EXPECT_EQ(listing->texts.size(), 1U);
  EXPECT_TRUE(listing->programs.empty());
  std::filesystem::remove_all(top);
}

}  // namespace
}  // namespace warrant::command
