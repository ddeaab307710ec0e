#include <warrant/base/fd.hpp>
#include <warrant/workspace/root.hpp>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace warrant::workspace {
namespace {

namespace fs = std::filesystem;
using policy::RemoveFile;
using policy::Warrant;
using policy::WriteFile;

RelPath path(std::string_view text) { return RelPath::make(text).value(); }

template <class Effect>
Warrant<Effect> approved(const Effect& effect, policy::Access access) {
  const Digest digest = digest_of(effect);
  const policy::Ruling ruling =
      policy::decide({"r1", digest, "write_file", access, {effect.path}, std::nullopt, false, false, false}, {}, {});
  return Warrant<Effect>::issue(effect, ruling, policy::granted_by_flag(std::get<policy::Ask>(ruling), "a1")).value();
}

class Workspace : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "warrant-ws-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    base_ = name;
    fs::permissions(base_, fs::perms(0755));
    fs::create_directory(base_ / "root");
    put("../outside.txt", "outside");
  }
  void TearDown() override { fs::remove_all(base_); }

  fs::path at(const std::string& name) const { return base_ / "root" / name; }
  void put(const std::string& name, std::string_view bytes) const { std::ofstream(at(name)) << bytes; }
  std::string get(const std::string& name) const { return read_file(at(name).string(), 1 << 20).value_or("(none)"); }
  Root root() const { return Root::open((base_ / "root").string()).value(); }

  Result<Outcome> write(const std::string& name, const std::optional<std::string>& before, const std::string& after) {
    WriteFile effect{path(name), std::nullopt, sha256(after), std::nullopt};
    if (before) effect.before = sha256(*before);
    return root().write(approved(effect, policy::Access::write), after);
  }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(base_ / "root"), fs::directory_iterator()));
  }

  fs::path base_;
};

TEST_F(Workspace, WritesNewAndOldFilesAndSaysSo) {
  const auto made = write("src/deep/a.txt", std::nullopt, "one\n");
  ASSERT_TRUE(made) << describe(made.error());
  ASSERT_TRUE(std::holds_alternative<Receipt>(*made));
  ASSERT_EQ(::chmod(at("src/deep/a.txt").c_str(), 0751), 0);
  const bool attributes = ::setxattr(at("src/deep/a.txt").c_str(), "user.note", "kept", 4, 0) == 0;
  const auto changed = write("src/deep/a.txt", "one\n", "two\n");
  ASSERT_TRUE(changed) << describe(changed.error());
  const Receipt& receipt = std::get<Receipt>(*changed);
  EXPECT_EQ(receipt.before, sha256("one\n"));
  EXPECT_EQ(receipt.after, sha256("two\n"));
  EXPECT_EQ(receipt.ruling_id, "r1");
  EXPECT_EQ(get("src/deep/a.txt"), "two\n");
  EXPECT_EQ(static_cast<unsigned>(fs::status(at("src/deep/a.txt")).permissions()), 0751U);
  if (attributes) {
    std::string value(4, ' ');
    EXPECT_EQ(::getxattr(at("src/deep/a.txt").c_str(), "user.note", value.data(), 4), 4);
    EXPECT_EQ(value, "kept");
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(at("src/deep")), fs::directory_iterator()), 1);
}

TEST_F(Workspace, ChangedSinceIsAConflictAndKeepsTheFile) {
  put("a.txt", "theirs");
  EXPECT_TRUE(std::holds_alternative<Conflict>(write("a.txt", "mine", "new").value()));
  EXPECT_TRUE(std::holds_alternative<Conflict>(write("a.txt", std::nullopt, "new").value()));
  EXPECT_TRUE(std::holds_alternative<Conflict>(write("gone.txt", "was", "new").value()));
  EXPECT_EQ(get("a.txt"), "theirs");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(Workspace, BytesOtherThanTheWarrantsAndUsedWarrantsAreRefused) {
  auto warrant = approved(WriteFile{path("a"), std::nullopt, sha256("x"), std::nullopt}, policy::Access::write);
  EXPECT_EQ(root().write(std::move(warrant), "y").error().code, Code::refused);
  EXPECT_EQ(root().write(std::move(warrant), "x").error().code, Code::refused);  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(entries(), 0U);
}

TEST_F(Workspace, LinksNeverLeadOutside) {
  fs::create_symlink("../outside.txt", at("file"));
  fs::create_directory_symlink("..", at("up"));
  fs::create_directory_symlink("/", at("top"));
  EXPECT_EQ(root().resolve(path("file")).error().code, Code::refused);
  EXPECT_EQ(root().resolve(path("up/outside.txt")).error().code, Code::refused);
  EXPECT_EQ(root().resolve(path("top/etc/passwd")).error().code, Code::refused);
  for (const char* name : {"file", "up/outside.txt", "top/etc/passwd"}) {
    const auto read = root().read(path(name));
    EXPECT_FALSE(read) << name;
    EXPECT_FALSE(write(name, "outside", "pwned")) << name;
  }
  EXPECT_FALSE(write("up/new.txt", std::nullopt, "pwned"));
  EXPECT_FALSE(fs::exists(base_ / "new.txt"));
  EXPECT_EQ(get("../outside.txt"), "outside");
}

TEST_F(Workspace, ResolvesLinksBeneathToTheRealPath) {
  fs::create_directories(at(".git"));
  fs::create_directory_symlink(".git", at("innocent"));
  EXPECT_EQ(root().resolve(path("innocent/new/config")).value().text(), ".git/new/config");
  EXPECT_FALSE(write("innocent/config", std::nullopt, "x"));
  EXPECT_EQ(root().resolve(path("")).value().text(), "");
  EXPECT_EQ(root().resolve(path("new.txt")).value().text(), "new.txt");
  EXPECT_EQ(root().resolve(path("new/deep.txt")).value().text(), "new/deep.txt");
  fs::create_symlink("nowhere", at("dangling"));
  EXPECT_FALSE(root().resolve(path("dangling")));
}

TEST_F(Workspace, ReadRefusesWhatIsNoPlainText) {
  put("big", std::string(100, 'x'));
  put("nul", std::string("a\0b", 3));
  put("latin", "\xe9t\xe9");
  put("one", "x");
  fs::create_hard_link(at("one"), at("two"));
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  EXPECT_EQ(root().read(path("big"), 99).error().code, Code::too_large);
  EXPECT_EQ(root().read(path("big"), 100).value().bytes.size(), 100U);
  EXPECT_EQ(root().read(path("nul")).error().code, Code::unsupported);
  EXPECT_EQ(root().read(path("latin")).error().code, Code::unsupported);
  EXPECT_EQ(root().read(path("one")).error().code, Code::refused);
  EXPECT_EQ(root().read(path("pipe")).error().code, Code::unsupported);
  EXPECT_EQ(root().read(path("")).error().code, Code::unsupported);
  EXPECT_EQ(root().read(path("none")).error().code, Code::not_found);
}

TEST_F(Workspace, StrangeNamesWork) {
  for (const std::string& name : {std::string("a\nb"), std::string("\x1b[31m"), std::string("-rf"), std::string("~"),
                                  std::string("\xff\xfe"), std::string(255, 'n')}) {
    const auto outcome = write(name, std::nullopt, "x");
    EXPECT_TRUE(outcome && std::holds_alternative<Receipt>(*outcome)) << name;
  }
}

TEST_F(Workspace, ReadOnlyDirectoryIsAnErrorAndChangesNothing) {
  put("a.txt", "old");
  fs::permissions(at(""), fs::perms(0555));
  const bool super = ::geteuid() == 0;
  if (super) {
    ASSERT_EQ(::seteuid(65534), 0);
  }
  const auto outcome = write("a.txt", "old", "new");
  if (super) {
    ASSERT_EQ(::seteuid(0), 0);
  }
  fs::permissions(at(""), fs::perms(0755));
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, Code::io);
  EXPECT_EQ(get("a.txt"), "old");
}

TEST_F(Workspace, NoRoomOnDiskIsAnErrorAndLeavesNothingBehind) {
  put("a.txt", "old");
  rlimit old{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{10, old.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto outcome = write("a.txt", "old", std::string(1000, 'x'));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
  std::signal(SIGXFSZ, handler);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, Code::io);
  EXPECT_EQ(get("a.txt"), "old");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(Workspace, RemovesOnlyWhatTheWarrantNames) {
  put("a.txt", "old");
  const auto take = [&](std::string_view before) {
    return root().remove(approved(RemoveFile{path("a.txt"), sha256(before)}, policy::Access::remove)).value();
  };
  EXPECT_TRUE(std::holds_alternative<Conflict>(take("other")));
  EXPECT_EQ(get("a.txt"), "old");
  EXPECT_TRUE(std::holds_alternative<Receipt>(take("old")));
  EXPECT_FALSE(fs::exists(at("a.txt")));
}

}  // namespace
}  // namespace warrant::workspace
