// Small real projects through the whole way: survey, choice, plan, contained run. A tool that is not installed is
// skipped with a notice.
#include <warrant/command/containment.hpp>
#include <warrant/command/detect.hpp>
#include <warrant/command/run.hpp>

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

namespace warrant::command {
namespace {

struct Project {
  std::string profile;  ///< to be chosen
  Purpose purpose;
  std::vector<std::pair<std::string, std::string>> files;
  std::string prepare;  ///< shell words that make the project ready, run uncontained
  int code;             ///< to be returned
  std::string output;   ///< to be found in the output
};

void PrintTo(const Project& project, std::ostream* out) { *out << project.profile; }

class Tools : public testing::TestWithParam<Project> {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "warrant-tools-test.XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    top_ = std::filesystem::canonical(pattern);
    for (const auto& [path, text] : GetParam().files) {
      std::filesystem::create_directories((top_ / path).parent_path());
      std::ofstream(top_ / path) << text;
    }
  }
  void TearDown() override { std::filesystem::remove_all(top_); }
  std::filesystem::path top_;
};

TEST_P(Tools, RunContained) {
  const Project& project = GetParam();
  const Place place = place_here(top_.string()).value();
  if (!project.prepare.empty()) {
    const std::string line = "cd '" + top_.string() + "' && { " + project.prepare + "; } >/dev/null 2>&1";
    if (std::system(line.c_str()) != 0) GTEST_SKIP() << "cannot prepare: " << project.prepare;  // NOLINT(cert-env33-c)
  }
  const Choice choice = choose(project.purpose, survey(place).value());
  ASSERT_TRUE(std::holds_alternative<One>(choice));
  ASSERT_EQ(std::get<One>(choice).fit.profile, project.profile);
  const auto effect = plan(*find_profile(project.profile), {}, place);
  if (!effect && effect.error().code == Code::not_found) GTEST_SKIP() << effect.error().message;
  ASSERT_TRUE(effect) << warrant::describe(effect.error());
  const policy::Question question{
      "r1", digest_of(*effect), "run_command", policy::Access::run, {}, std::nullopt, false, false, false};
  const policy::Ruling ruling = policy::decide(question, {}, {});
  auto warrant = policy::Warrant<policy::RunCommand>::issue(
      *effect, ruling, policy::granted_by_flag(std::get<policy::Ask>(ruling), "a1"));
  const auto receipt = run(std::move(*warrant), {.state = ""});
  ASSERT_TRUE(receipt) << warrant::describe(receipt.error());
  EXPECT_EQ(receipt->ending, Ending(Exited{project.code})) << receipt->output.text();
  EXPECT_NE(receipt->output.text().find(project.output), std::string::npos) << receipt->output.text();
  EXPECT_EQ(receipt->contained, effect->containment);
  EXPECT_EQ(level(receipt->contained), level(place.available));
}

const std::string cmake_lists =
    "cmake_minimum_required(VERSION 3.20)\nproject(x NONE)\nenable_testing()\nadd_test(NAME one COMMAND true)\n";

INSTANTIATE_TEST_SUITE_P(
    Each, Tools,
    testing::Values(
        Project{"ctest", Purpose::test, {{"CMakeLists.txt", cmake_lists}}, "cmake -B build", 0, "100% tests passed"},
        Project{"cmake-build", Purpose::build, {{"CMakeLists.txt", cmake_lists}}, "cmake -G Ninja -B build", 0, ""},
        Project{
            "make-test", Purpose::test, {{"Makefile", "test:\n\techo made > made; cat made; false\n"}}, "", 2, "made"},
        Project{"pytest",
                Purpose::test,
                {{"pytest.ini", ""},
                 {"test_a.py",
                  "def test_a(tmp_path):\n  (tmp_path / 'x').write_text('x')\n  open('here', 'w')\ndef test_b():\n  "
                  "assert 1 == 2\n"}},
                "",
                1,
                "1 failed, 1 passed"},
        Project{"npm-test",
                Purpose::test,
                {{"package.json", R"({"scripts":{"test":"node -e 'console.log(6*7)'"}})"}},
                "",
                0,
                "42"},
        Project{"go-test",
                Purpose::test,
                {{"go.mod", "module x\n\ngo 1.18\n"},
                 {"a_test.go",
                  "package x\nimport (\"testing\"; \"net/http\"; \"net/http/httptest\")\nfunc TestA(t *testing.T) "
                  "{ s := httptest.NewServer(http.NotFoundHandler()); defer s.Close(); _, e := http.Get(s.URL); "
                  "if e != nil { t.Fatal(e) } }\n"}},
                "",
                0,
                "ok"},
        Project{"cargo-test",
                Purpose::test,
                {{"Cargo.toml", "[package]\nname = \"x\"\nversion = \"0.1.0\"\nedition = \"2021\"\n"},
                 {"src/lib.rs", "#[test]\nfn a() { assert_eq!(1, 1); }\n"}},
                "",
                0,
                "1 passed"},
        Project{"git-status", Purpose::history, {{"a", "a"}}, "git init", 0, "Untracked files"}),
    [](const testing::TestParamInfo<Project>& one) {
      std::string name = one.param.profile;
      for (char& c : name) c = c == '-' ? '_' : c;
      return name;
    });

TEST(GitProfile, RunsNothingThatTheRepositoryNames) {
  std::string pattern = (std::filesystem::temp_directory_path() / "warrant-git-test.XXXXXX").string();
  ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
  const std::string root = std::filesystem::canonical(pattern).string();
  const std::string line =
      "cd '" + root +
      "' && { git init && echo a > a && git add a && echo b > a && "
      "printf '#!/bin/sh\\ntouch ran\\ncat \"$@\"\\n' > x && chmod +x x && echo 'a diff=x filter=y' > .gitattributes "
      "&& "
      "git config core.fsmonitor ./x && git config diff.external ./x && git config diff.x.textconv ./x && "
      "git config core.pager ./x && git config diff.x.command ./x; } >/dev/null 2>&1; rm -f ran";
  ASSERT_EQ(std::system(line.c_str()), 0);  // NOLINT(cert-env33-c)
  Place place = place_here(root).value();
  for (const char* id : {"git-status", "git-diff"}) {
    const auto effect = plan(*find_profile(id), {}, place);
    ASSERT_TRUE(effect);
    const policy::Question question{
        "r1", digest_of(*effect), "run_command", policy::Access::run, {}, std::nullopt, false, false, false};
    const policy::Ruling ruling = policy::decide(question, {}, {});
    auto warrant = policy::Warrant<policy::RunCommand>::issue(
        *effect, ruling, policy::granted_by_flag(std::get<policy::Ask>(ruling), "a1"));
    const auto receipt = run(std::move(*warrant), {.state = ""});
    ASSERT_TRUE(receipt);
    EXPECT_EQ(receipt->ending, Ending(Exited{0})) << receipt->output.text();
    EXPECT_FALSE(std::filesystem::exists(root + "/ran")) << id;
  }
  std::filesystem::remove_all(root);
}

}  // namespace
}  // namespace warrant::command
