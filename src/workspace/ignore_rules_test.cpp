#include "ignore_rules.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::workspace {
namespace {

namespace fs = std::filesystem;

TEST(IgnoreRules, DecideAsGitSays) {
  struct Case {
    std::string_view rules;
    std::string_view path;
    bool is_directory;
    std::optional<bool> said;
  };
  for (const Case& it : {
           Case{"*.log", "a/b.log", false, true},
           Case{"*.log\n!keep.log", "keep.log", false, false},
           Case{"build/", "build", false, std::nullopt},
           Case{"build/", "x/build", true, true},
           Case{"/build", "x/build", true, std::nullopt},
           Case{"doc/*.txt", "doc/a.txt", false, true},
           Case{"doc/*.txt", "doc/x/a.txt", false, std::nullopt},
           Case{"doc/*.txt", "x/doc/a.txt", false, std::nullopt},
           Case{"**/foo", "a/b/foo", false, true},
           Case{"**/foo", "foo", false, true},
           Case{"a/**/b", "a/b", false, true},
           Case{"a/**/b", "a/x/y/b", false, true},
           Case{"a/**", "a", true, std::nullopt},
           Case{"a/**", "a/x/y", false, true},
           Case{"a/***/b", "a/x/y/b", false, true},
           Case{"d**", "d/x", false, std::nullopt},
           Case{"\\#x", "#x", false, true},
           Case{"#x", "#x", false, std::nullopt},
           Case{"\\!x", "!x", false, true},
           Case{"x  ", "x", false, true},
           Case{"x\\ ", "x ", false, true},
           Case{"x\r\ny", "x", false, true},
           Case{"\xEF\xBB\xBFx", "x", false, true},
           Case{"[a-c].o", "b.o", false, true},
           Case{"[!a-c].o", "b.o", false, std::nullopt},
           Case{"[]x].o", "].o", false, true},
           Case{"[[:digit:]]*", "7z", false, true},
           Case{"[a", "a", false, std::nullopt},
           Case{"x\\", "x\\", false, std::nullopt},
           Case{"a?c", "a/c", false, std::nullopt},
           Case{"x[a/b]", "xa", false, true},
           Case{"a/x[a/b]", "a/xb", false, true},
           Case{"a\\/b", "a/b", false, true},
           Case{"/", "x", true, std::nullopt},
           Case{"!", "x", true, std::nullopt},
       })
    EXPECT_EQ(IgnoreRules(it.rules).decide(it.path, it.is_directory), it.said) << it.rules << " " << it.path;
}

TEST(IgnoreRules, TakeNoTimeForWhatMatchesInManyWays) {
  std::string rules;
  for (int i = 0; i < 200; ++i) rules += "*a*a*a*a*a*a*a*a*a*a*b\n**/x/**/x/**/x/**/x/**/x/y\n";
  std::string path;
  for (int i = 0; i < 100; ++i) path += "x/";
  EXPECT_EQ(IgnoreRules(rules).decide(path + std::string(200, 'a'), false), std::nullopt);
}

/// What git leaves out, by its own words.
std::set<std::string> left_out_by_git(const fs::path& root, const std::vector<std::string>& paths) {
  const fs::path asked = root.string() + ".asked";
  std::ofstream list(asked, std::ios::binary);
  for (const std::string& path : paths) list << path << '\0';
  list.close();
  const std::string command = "cd '" + root.string() + "' && git -c core.excludesFile=/dev/null check-ignore -z " +
                              "--stdin --no-index <'" + asked.string() + "'";
  FILE* pipe = ::popen(command.c_str(), "r");  // NOLINT(cert-env33-c)
  std::string out;
  for (int c = 0; pipe != nullptr && (c = std::fgetc(pipe)) != EOF;) out += static_cast<char>(c);
  if (pipe != nullptr) ::pclose(pipe);
  fs::remove(asked);
  std::set<std::string> found;
  for (std::size_t at = 0; at < out.size();) {
    const std::size_t end = std::min(out.find('\0', at), out.size());
    found.insert(out.substr(at, end - at));
    at = end + 1;
  }
  return found;
}

/// "d**/b": two stars beside other characters are one by gitignore(5), but git cuts the "d" off before it looks.
bool has_star_pair_in_name(std::string_view rules) {
  for (std::size_t at = rules.find("**"); at != std::string_view::npos; at = rules.find("**", at)) {
    const std::size_t end = std::min(rules.find_first_not_of('*', at), rules.size());
    if ((at > 0 && !std::string_view("/!\n").contains(rules[at - 1])) ||
        (end < rules.size() && !std::string_view("/\r\n").contains(rules[end])))
      return true;
    at = end;
  }
  return false;
}

/// Random rules over a small alphabet, about every name of a small tree: the same answer as git's.
TEST(IgnoreRules, AgreeWithGit) {
  // NOLINTNEXTLINE(cert-env33-c)
  if (std::system("git --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "git is not installed";
  std::string made = (fs::temp_directory_path() / "warrant-ignore-XXXXXX").string();
  ASSERT_NE(::mkdtemp(made.data()), nullptr);
  const fs::path root(made);
  ASSERT_EQ(std::system(("git init -q '" + made + "'").c_str()), 0);  // NOLINT(cert-env33-c)
  const std::vector<std::string> names{"a", "b", "ab", "a.b", "#", "a b", "A"};
  std::vector<std::string> files;
  for (const std::string& top : names)
    for (const std::string& middle : names) {
      fs::create_directories(root / ("d" + top) / middle);
      files.push_back("d" + top + "/" + middle + "/a");
      files.push_back("d" + top + "/" + middle + "/ab");
    }
  for (const std::string& file : files) std::ofstream(root / file) << "x";
  const auto left_out = [](const IgnoreRules& rules, const std::string& path) {
    for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1))
      if (rules.decide(path.substr(0, end), true).value_or(false)) return true;
    return rules.decide(path, false).value_or(false);
  };
  EXPECT_TRUE(rc::check([&]() {
    const auto piece = rc::gen::element<std::string>("a", "b", "d", "da", "*", "**", "?", "/", "/", "!", "[ab]", "[!a]",
                                                     "\\", " ", "#", ".", "[a", "[[:alpha:]]", "***", "\n", "\n", "\r");
    const std::string rules =
        *rc::gen::map(rc::gen::container<std::vector<std::string>>(piece), [](const std::vector<std::string>& pieces) {
          std::string text;
          for (const std::string& it : pieces) text += it;
          return text;
        });
    if (has_star_pair_in_name(rules)) return;
    std::ofstream(root / ".gitignore", std::ios::binary) << rules;
    const std::set<std::string> expected = left_out_by_git(root, files);
    const IgnoreRules ours(rules);
    for (const std::string& file : files) {
      if (left_out(ours, file) != expected.contains(file)) RC_FAIL(file + " under " + rules);
    }
  }));
  fs::remove_all(root);
}

}  // namespace
}  // namespace warrant::workspace
