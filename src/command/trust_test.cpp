#include <warrant/base/dirs.hpp>
#include <warrant/base/fd.hpp>
#include <warrant/command/run.hpp>
#include <warrant/command/trust.hpp>

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

namespace warrant::command {
namespace {

const std::string good = R"([[profile]]
id = "e2e"
title = "end-to-end tests"
program = "tools/e2e"
args = ["--ci"]
options = [{name = "-k", value = "pattern"}, {name = "--mode", value = "choice", choices = ["a", "b"], joined = true}]
operand = "path"
max_operands = 3
reads = ["~/.cache/e2e"]
writes = ["out/"]
environment = ["E2E=1"]
pass = ["E2E_SEED"]
network = true
sandbox = "require"
time_limit_s = 30
)";

std::string fault(const std::string& text) {
  const auto result = parse_profiles(text, "p.toml");
  return result ? "" : describe(result.error());
}

TEST(ProfileFile, ReadsEveryKey) {
  const auto result = parse_profiles(good, "p.toml");
  ASSERT_TRUE(result) << describe(result.error());
  ASSERT_EQ(result->size(), 1U);
  const Profile& profile = result->front();
  EXPECT_EQ(profile.id, "e2e");
  EXPECT_EQ(profile.pin, sha256(good));
  EXPECT_EQ(profile.sandbox, SandboxMode::require);
  EXPECT_EQ(profile.wall_ms, 30'000);
  EXPECT_TRUE(profile.network);
  EXPECT_EQ(usage(profile.grammar), "-k PATTERN, --mode=a|b, PATH…");
  EXPECT_EQ(check_arguments(profile, {"-k", "x", "--mode", "b", "a/b"}).value(),
            (std::vector<std::string>{"-k", "x", "--mode=b", "a/b"}));
}

TEST(ProfileFile, OneBadEntryMakesAllInvalid) {
  const std::string second = "\n[[profile]]\nid = \"b\"\ntitle = \"b\"\nprogram = \"b\"\n";
  EXPECT_EQ(fault(good + second), "");
  const auto with = [&](const std::string& line) { return fault(good + second + line + "\n"); };
  EXPECT_EQ(with("colour = 1"), "p.toml:21: colour: unknown key \"colour\"");
  EXPECT_EQ(with("write = [\"x\"]"), "p.toml:21: write: unknown key \"write\": did you mean \"writes\"?");
  EXPECT_EQ(with("sandbox = \"maybe\""), "p.toml:21: sandbox: must be one of: require, prefer, off");
  for (const char* line : {"writes = [\"../x\"]",
                           "writes = [\"/etc\"]",
                           "writes = [\".git\"]",
                           "reads = [\"~/.ssh\"]",
                           "reads = [\"~/../x\"]",
                           "writes = \"x\"",
                           "writes = [1]",
                           "writes = [\"\"]",
                           "network = \"yes\"",
                           "time_limit_s = 0",
                           "time_limit_s = 1.5",
                           "time_limit_s = 86401",
                           "environment = [\"LD_PRELOAD=x\"]",
                           "environment = [\"X\"]",
                           "environment = [\"=x\"]",
                           "pass = [\"BASH_ENV\"]",
                           "pass = [\"A B\"]",
                           "args = [\"\\u001b[2J\"]",
                           "args = [\"a\\nb\"]",
                           "args = [\"\\u202e\"]",
                           "options = [{name = \"k\"}]",
                           "options = [{name = \"--\"}]",
                           "options = [{name = \"-k\", value = \"choice\"}]",
                           "options = [{name = \"-k\", choices = [\"x\"]}]",
                           "options = [1]",
                           "max_operands = 2",
                           "operand = \"none\"",
                           "purpose = \"history\"",
                           "[[profile.x]]",
                           "id = \"c\""}) {
    EXPECT_NE(with(line), "") << line;
  }
  for (const char* id : {"pytest", "E2E", "", "-a", "a b", "e2e"}) {
    EXPECT_NE(fault(good + "[[profile]]\nid = \"" + id + "\"\ntitle = \"b\"\nprogram = \"b\"\n"), "") << id;
  }
  EXPECT_NE(fault("[[profile]]\nid = \"b\"\nprogram = \"b\"\n"), "");
  EXPECT_NE(fault("[[profile]]\nid = \"b\"\ntitle = \"b\"\nprogram = \"../b\"\n"), "");
  EXPECT_NE(fault(""), "");
  EXPECT_NE(fault("profile = 1"), "");
  EXPECT_NE(fault("profile = [1]"), "");
  EXPECT_NE(fault(good + std::string(max_profiles_bytes, '#')), "");
  std::string many;
  for (int i = 0; i < 33; ++i)
    many += "[[profile]]\nid = \"p" + std::to_string(i) + "\"\ntitle = \"t\"\nprogram = \"b\"\n";
  EXPECT_NE(fault(many), "");
}

class Pins : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "warrant-trust-test.XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    top_ = std::filesystem::canonical(pattern);
    root_ = (top_ / "work").string();
    state_ = (top_ / "state").string();
    std::filesystem::create_directories(root_ + "/.warrant");
    std::filesystem::create_directories(root_ + "/tools");
    std::ofstream(root_ + "/tools/e2e") << "#!/bin/sh\necho ran \"$@\"\n";
    ::chmod((root_ + "/tools/e2e").c_str(), 0755);
    put(plain_);
  }
  void TearDown() override { std::filesystem::remove_all(top_); }
  void put(const std::string& text) const { std::ofstream(root_ + "/.warrant/profiles.toml") << text; }
  [[nodiscard]] Trust now() const { return standing(root_, state_).value().trust; }
  [[nodiscard]] std::string pin_file() const { return state_ + "/trust/" + workspace_key(root_) + ".json"; }
  [[nodiscard]] Place place() const {
    return {.root = root_,
            .home = "",
            .environment = {{"PATH", "/usr/bin:/bin"}},
            .available = {.landlock = 0, .syscalls = false, .reach = policy::Reach::open, .steering = false},
            .state = state_};
  }

  const std::string plain_ = "[[profile]]\nid = \"e2e\"\ntitle = \"t\"\nprogram = \"tools/e2e\"\noperand = \"path\"\n";
  std::filesystem::path top_;
  std::string root_;
  std::string state_;
};

TEST_F(Pins, TrustsTheBytesThatWereSeenAndNoOthers) {
  EXPECT_EQ(now(), Trust::unknown);
  EXPECT_EQ(trust(root_, state_, sha256("other")).error().code, Code::conflict);
  ASSERT_TRUE(trust(root_, state_, sha256(plain_)));
  EXPECT_EQ(now(), Trust::trusted);
  EXPECT_EQ(standing(root_, state_)->profiles.size(), 1U);
  put(plain_ + " ");
  EXPECT_EQ(now(), Trust::changed);
  put(plain_);
  EXPECT_EQ(now(), Trust::trusted);
  EXPECT_TRUE(revoke(root_, state_).value());
  EXPECT_EQ(now(), Trust::unknown);
  EXPECT_FALSE(revoke(root_, state_).value());
}

TEST_F(Pins, DamagedPinsFailClosed) {
  ASSERT_TRUE(trust(root_, state_, sha256(plain_)));
  struct stat info{};
  ASSERT_EQ(::stat(pin_file().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0600U);
  const std::string text = read_file(pin_file(), 4096).value();
  for (const std::string& broken :
       {std::string(), std::string("{}"), text.substr(0, text.size() / 2), std::string("[]"), text + text}) {
    std::ofstream(pin_file()) << broken;
    EXPECT_EQ(standing(root_, state_).error().code, Code::integrity) << broken;
  }
  std::ofstream(pin_file()) << text;
  EXPECT_EQ(now(), Trust::trusted);
  ::chmod(pin_file().c_str(), 0666);
  EXPECT_EQ(standing(root_, state_).error().code, Code::integrity);
  std::filesystem::remove(pin_file());
  std::filesystem::create_symlink("/dev/null", pin_file());
  EXPECT_FALSE(standing(root_, state_));
  EXPECT_TRUE(revoke(root_, state_).value());
  EXPECT_EQ(now(), Trust::unknown);
}

TEST_F(Pins, ThePinOfOneWorkspaceIsNotThatOfAnother) {
  ASSERT_TRUE(trust(root_, state_, sha256(plain_)));
  const std::string other = (top_ / "other").string();
  std::filesystem::copy(root_, other, std::filesystem::copy_options::recursive);
  EXPECT_EQ(standing(other, state_)->trust, Trust::unknown);
  std::filesystem::copy(pin_file(), state_ + "/trust/" + workspace_key(other) + ".json");
  EXPECT_EQ(standing(other, state_).error().code, Code::integrity);
  EXPECT_EQ(standing(root_, root_ + "/state").error().code, Code::refused);
}

TEST_F(Pins, ReadsOnlyARegularFileInPlace) {
  std::filesystem::remove(root_ + "/.warrant/profiles.toml");
  EXPECT_EQ(now(), Trust::absent);
  std::ofstream(top_ / "elsewhere.toml") << plain_;
  std::filesystem::create_symlink(top_ / "elsewhere.toml", root_ + "/.warrant/profiles.toml");
  EXPECT_EQ(now(), Trust::invalid);
  std::filesystem::remove(root_ + "/.warrant/profiles.toml");
  ASSERT_EQ(::mkfifo((root_ + "/.warrant/profiles.toml").c_str(), 0600), 0);
  EXPECT_EQ(now(), Trust::invalid);
}

TEST_F(Pins, AreCheckedAtPlanningAndAgainBeforeLaunch) {
  const std::vector<Profile> untrusted = standing(root_, state_)->profiles;
  EXPECT_EQ(plan(untrusted.front(), {}, place()).error().code, Code::refused);
  ASSERT_TRUE(trust(root_, state_, sha256(plain_)));
  const auto effect = plan(untrusted.front(), {"a"}, place());
  ASSERT_TRUE(effect) << describe(effect.error());
  const auto launch = [&] {
    const policy::Question question{
        "r1", digest_of(*effect), "run_command", policy::Access::run, {}, std::nullopt, false, false, false};
    const policy::Ruling ruling = policy::decide(question, {}, {});
    auto warrant = policy::Warrant<policy::RunCommand>::issue(
        *effect, ruling, policy::granted_by_flag(std::get<policy::Ask>(ruling), "a1"));
    return run(std::move(*warrant), {.state = state_});
  };
  EXPECT_EQ(launch()->output.text(), "ran a\n");
  put(plain_ + "\n");
  EXPECT_EQ(launch().error().code, Code::refused);
  put(plain_);
  EXPECT_TRUE(launch());
  ASSERT_TRUE(revoke(root_, state_));
  EXPECT_EQ(launch().error().code, Code::refused);
}

}  // namespace
}  // namespace warrant::command
