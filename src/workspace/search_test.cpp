#include <warrant/workspace/search.hpp>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace warrant::workspace {
namespace {

namespace fs = std::filesystem;

RelPath path(std::string_view text) { return RelPath::make(text).value(); }

class Search : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "warrant-search-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    base_ = name;
    put("src/b.txt", "one needle\ntwo\nthree Needle needle\n");
    put("src/a.txt", "no match\r\nneedle at the end\r\n");
    put("build/out.txt", "needle\n");
    put(".gitignore", "build/\n*.log\n");
    put("notes.log", "needle\n");
    put(".env", "needle\n");
    put(".git/config", "needle\n");
    put("pic.png", std::string("needle\0", 7));
    fs::create_symlink("/etc", base_ / "etc");
  }
  void TearDown() override { fs::remove_all(base_); }
  void put(const std::string& name, std::string_view bytes) const {
    fs::create_directories((base_ / name).parent_path());
    std::ofstream(base_ / name) << bytes;
  }
  Root root() const { return Root::open(base_.string()).value(); }

  fs::path base_;
};

std::vector<std::string> names(const Listing& listing) {
  std::vector<std::string> all;
  for (const Found& found : listing.entries) all.push_back(found.path.text());
  return all;
}

TEST_F(Search, ListsInOrderAndCountsWhatItDoesNotName) {
  const Listing top = list(root(), path("")).value();
  EXPECT_EQ(names(top), (std::vector<std::string>{".gitignore", "etc", "pic.png", "src"}));
  EXPECT_EQ(top.guarded, 2U);
  EXPECT_EQ(top.ignored, 2U);
  EXPECT_EQ(top.entries[1].kind, Kind::link);
  const Listing deep = list(root(), path(""), {.entries = 4, .depth = 9}).value();
  EXPECT_EQ(names(deep), (std::vector<std::string>{".gitignore", "etc", "pic.png", "src"}));
  EXPECT_EQ(deep.more, 2U);
  EXPECT_EQ(list(root(), path("none")).error().code, Code::not_found);
  EXPECT_EQ(list(root(), path("etc")).error().code, Code::refused);
  EXPECT_EQ(list(root(), path("pic.png")).error().code, Code::not_found);
}

TEST_F(Search, FindsLinesInOrderAndSaysWhatItSkipped) {
  const Matches found = search(root(), path(""), "needle", Pattern::literal).value();
  ASSERT_EQ(found.found.size(), 3U);
  EXPECT_EQ(found.found[0].path.text(), "src/a.txt");
  EXPECT_EQ(found.found[0].line, 2U);
  EXPECT_EQ(found.found[0].text, "needle at the end");
  EXPECT_EQ(found.found[2].line, 3U);
  EXPECT_EQ(found.found[2].span, (Span{13, 19}));
  EXPECT_EQ(found.guarded, 2U);
  EXPECT_EQ(found.ignored, 2U);
  EXPECT_EQ(found.skipped, 1U);
  EXPECT_TRUE(found.complete);
}

TEST_F(Search, TakesRegularExpressionsOfRe2AndSaysWhatIsWrong) {
  const Matches found = search(root(), path("src"), "(?i)NEEDLE$", Pattern::regex).value();
  ASSERT_EQ(found.found.size(), 2U);
  EXPECT_EQ(found.found[0].path.text(), "src/b.txt");
  EXPECT_EQ(search(root(), path(""), "(", Pattern::regex).error().code, Code::invalid_argument);
  EXPECT_EQ(search(root(), path(""), "(?=x)", Pattern::regex).error().code, Code::invalid_argument);
  EXPECT_EQ(search(root(), path(""), "", Pattern::literal).error().code, Code::invalid_argument);
  EXPECT_EQ(search(root(), path(""), "a\nb", Pattern::literal).error().code, Code::invalid_argument);
  put("src/long.txt", std::string(100000, 'a') + "!");
  EXPECT_TRUE(search(root(), path(""), "(a*)*b", Pattern::regex));
}

TEST_F(Search, StaysWithinItsBounds) {
  put("src/c.txt", std::string(1000, '\xc3') + "x");  // not UTF-8
  put("src/d.txt", "a\u00e9" + std::string(300, 'y') + "needle" + std::string(600, 'z') + "\n");
  SearchLimits limits;
  limits.matches = 2;
  limits.line = 50;
  const Matches found = search(root(), path(""), "needle", Pattern::literal, limits).value();
  EXPECT_EQ(found.found.size(), 2U);
  EXPECT_EQ(found.more, 2U);
  EXPECT_EQ(found.skipped, 2U);
  const Matches last = search(root(), path("src"), "needlez", Pattern::literal, limits).value();
  ASSERT_EQ(last.found.size(), 1U);
  EXPECT_TRUE(last.found[0].cut);
  EXPECT_EQ(last.found[0].text.size(), 50U);
  EXPECT_EQ(last.found[0].span.of(last.found[0].text), "needlez");
  limits.files = 1;
  EXPECT_FALSE(search(root(), path(""), "needle", Pattern::literal, limits).value().complete);
}

TEST_F(Search, InspectsWhatIsThere) {
  EXPECT_EQ(root().inspect(path("none/deep")).value(), State(Absent{}));
  EXPECT_EQ(root().inspect(path("etc")).value(), State(SymbolicLink{"/etc"}));
  EXPECT_TRUE(std::holds_alternative<Directory>(root().inspect(path("")).value()));
  ASSERT_EQ(::mkfifo((base_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(root().inspect(path("pipe")).value(), State(Special{}));
  EXPECT_EQ(std::get<RegularFile>(root().inspect(path(".env")).value()).digest, sha256("needle\n"));
  EXPECT_EQ(tree(root(), path("src"), 10).value().size(), 3U);
  EXPECT_EQ(tree(root(), path("src"), 2).error().code, Code::too_large);
  EXPECT_TRUE(tree(root(), path("none"), 2).value().empty());
}

}  // namespace
}  // namespace warrant::workspace
