#include <warrant/workspace/diff.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace warrant::workspace {
namespace {

std::string lines(std::initializer_list<std::string_view> all) {
  std::string text;
  for (const std::string_view line : all) text += std::string(line) + "\n";
  return text;
}

/// What a patch tool would make of `before`.
std::string patched(const Diff& diff, const std::string& before) {
  std::vector<std::string> old;
  for (std::size_t at = 0; at < before.size();) {
    const std::size_t end = std::min(before.find('\n', at), before.size() - 1) + 1;
    old.push_back(before.substr(at, end - at));
    at = end;
  }
  std::string after;
  std::size_t next = 0;
  for (const Hunk& hunk : diff.hunks) {
    const std::size_t start = hunk.before_count == 0 ? hunk.before_start : hunk.before_start - 1;
    while (next < start) after += old.at(next++);
    for (const DiffLine& line : hunk.lines) {
      const std::string whole = line.text + (line.ended ? "\n" : "");
      if (line.mark != Mark::added && old.at(next++) != whole) return "(does not apply)";
      if (line.mark != Mark::removed) after += whole;
    }
  }
  while (next < old.size()) after += old.at(next++);
  return after;
}

std::size_t longest_common(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> best(a.size() + 1, std::vector<std::size_t>(b.size() + 1, 0));
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      best[i][j] = a[i - 1] == b[j - 1] ? best[i - 1][j - 1] + 1 : std::max(best[i - 1][j], best[i][j - 1]);
    }
  }
  return best[a.size()][b.size()];
}

TEST(Diff, ShowsAChangedLineInItsSurroundings) {
  const std::string before = lines({"a", "b", "c", "d", "TIMEOUT = 30", "e", "f", "g", "h"});
  const std::string after = lines({"a", "b", "c", "d", "TIMEOUT = 60", "e", "f", "g", "h"});
  const Diff diff = make_diff(before, after);
  EXPECT_EQ(
      render(diff, "settings.py").text,
      "--- a/settings.py\n+++ b/settings.py\n@@ -2,7 +2,7 @@\n b\n c\n d\n-TIMEOUT = 30\n+TIMEOUT = 60\n e\n f\n g\n");
  EXPECT_EQ(diff.removed, 1U);
  EXPECT_EQ(diff.added, 1U);
  EXPECT_FALSE(diff.form_change());
}

TEST(Diff, SaysWhatAppearsAndGoes) {
  EXPECT_EQ(render(make_diff(std::nullopt, "x\n"), "n").text,
            "--- /dev/null\n+++ b/n\n# a new file\n@@ -0,0 +1,1 @@\n+x\n");
  EXPECT_EQ(render(make_diff("x", std::nullopt), "n").text,
            "--- a/n\n+++ /dev/null\n# deletes the file\n@@ -1,1 +0,0 @@\n-x\n\\ no newline at the end of the file\n");
  EXPECT_EQ(render(make_diff(std::nullopt, ""), "n").text, "--- /dev/null\n+++ b/n\n# a new, empty file\n");
  EXPECT_EQ(render(make_diff("same", "same"), "n").text, "# nothing changes\n");
}

TEST(Diff, NoticesEveryChangeOfForm) {
  const auto diff = [](std::string_view before, std::string_view after) { return make_diff(before, after); };
  EXPECT_TRUE(diff("a\nb\n", "a\r\nb\r\n").form.line_ending);
  EXPECT_TRUE(diff("a\nb\n", "a\r\nb\r\n").line_endings_only);
  EXPECT_TRUE(diff("a\r\nb\r\n", "a\r\nc\n").form.line_ending);
  EXPECT_FALSE(diff("a\r\nb\r\n", "a\r\nc\r\n").form_change());
  EXPECT_TRUE(diff("a\n",
                   "\xef\xbb\xbf"
                   "a\n")
                  .form.byte_order_mark);
  EXPECT_TRUE(diff("a\n", "a").form.final_newline);
  EXPECT_TRUE(diff("a", "b\n").form.final_newline);
  EXPECT_TRUE(diff("caf\xe9\n", "caf\xc3\xa9\n").form.encoding);
  EXPECT_TRUE(diff("caf\xc3\xa9\n", "caf\xe9\n").form.encoding);
  EXPECT_FALSE(diff("cafe\n", "caf\xc3\xa9\n").form_change());
  EXPECT_TRUE(diff(std::string_view("\xff\xfe"
                                    "a\0",
                                    4),
                   "a\n")
                  .form.encoding);
  EXPECT_TRUE(diff("a\n", std::string_view("a\0", 2)).binary);
  EXPECT_FALSE(diff("", "a\r\n").form_change());
}

TEST(Diff, ShowsWhiteSpaceAndLineEndingChangesAsSuch) {
  EXPECT_EQ(
      render(make_diff("if x:\n\ty\n", "if x:\n  y\n"), "n").text,
      "--- a/n\n+++ b/n\n# only white space changes (here a space is \u00b7 and a tab is \u2192)\n@@ -1,2 +1,2 @@\n"
      " if x:\n-\u2192y\n+\u00b7\u00b7y\n");
  EXPECT_EQ(render(make_diff("a\nb\n", "a\r\nb\r\n"), "n").text,
            "--- a/n\n+++ b/n\n# only line endings change, the text of every line stays\n"
            "# line endings: LF become CRLF\n");
  EXPECT_EQ(render(make_diff("a\r\nb\r\n", "a\r\nc\r\n"), "n").text, "--- a/n\n+++ b/n\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n");
}

TEST(Diff, MakesHiddenThingsVisible) {
  const Diff diff = make_diff("x\n", "\x1b[2J\u202e\u200b\r p\u0430ypal \u043f\u0440\u0438\u0432\u0435\u0442\n\xff\n");
  const std::string text = render(diff,
                                  "a\x1b]0;t\x07"
                                  "b\n")
                               .text;
  EXPECT_NE(text.find("\\x1b[2J\\u202e\\u200b\\x0d p\\u0430ypal \u043f\u0440\u0438\u0432\u0435\u0442\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("+++ b/a\\x1b]0;t\\x07b\\x0a\n"), std::string::npos) << text;
  EXPECT_NE(text.find("+\\xff\n"), std::string::npos) << text;
  EXPECT_TRUE(std::none_of(text.begin(), text.end(), [](char c) { return c != '\n' && c >= 0 && c < 32; }));
}

TEST(Render, AlwaysSaysHowMuchIsHidden) {
  std::string after;
  for (int i = 0; i < 100; ++i) after += "line\n";
  const Rendering many = render(make_diff(std::nullopt, after), "n");
  EXPECT_EQ(std::count(many.text.begin(), many.text.end(), '\n'), 60);
  EXPECT_EQ(many.hidden_lines, 104U - 59U);
  EXPECT_TRUE(many.text.ends_with("# not shown: 45 more lines, 270 more characters\n")) << many.text;
  const Rendering wide = render(make_diff(std::nullopt, std::string(10000, 'x') + "\n"), "n");
  EXPECT_LE(wide.text.size(), 6000U);
  EXPECT_GE(wide.text.size(), 5900U);
  EXPECT_EQ(wide.hidden_lines, 0U);
  const std::size_t total = render(make_diff(std::nullopt, std::string(10000, 'x') + "\n"), "n", unlimited).text.size();
  const std::string end = "# not shown: 0 more lines, " + std::to_string(wide.hidden_characters) + " more characters\n";
  EXPECT_TRUE(wide.text.ends_with(end));
  EXPECT_EQ(wide.text.size() - end.size() + wide.hidden_characters, total);
  const Rendering none = render(make_diff(std::nullopt, after), "n", {.lines = 1, .characters = 10});
  EXPECT_EQ(none.text, "# not shown: 104 more lines, " + std::to_string(none.hidden_characters) + " more characters\n");
}

TEST(Diff, GivesUpOnTheShortestEditOnly) {
  std::string before;
  std::string after;
  for (int i = 0; i < 5000; ++i) {
    before += "old " + std::to_string(i) + "\n";
    after += "new " + std::to_string(i) + "\n";
  }
  const Diff diff = make_diff("same\n" + before, "same\n" + after);
  EXPECT_EQ(diff.removed, 5000U);
  EXPECT_EQ(diff.added, 5000U);
  EXPECT_EQ(patched(diff, "same\n" + before), "same\n" + after);
}

const auto some_text = rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab\n\n\r \t")));

RC_GTEST_PROP(Diff, HunksMakeTheOneFromTheOther, ()) {
  const std::string before = *some_text;
  const std::string after = *some_text;
  for (const std::size_t context : {0U, 1U, 3U}) RC_ASSERT(patched(make_diff(before, after, context), before) == after);
}

RC_GTEST_PROP(Diff, IsTheShortest, ()) {
  const auto words = rc::gen::container<std::string>(rc::gen::elementOf(std::string("abc")));
  const std::string a = *words;
  const std::string b = *words;
  const auto as_lines = [](const std::string& word) {
    std::string text;
    for (const char c : word) text += std::string(1, c) + "\n";
    return text;
  };
  const Diff diff = make_diff(as_lines(a), as_lines(b));
  const std::size_t common = longest_common(a, b);
  RC_ASSERT(diff.removed == a.size() - common);
  RC_ASSERT(diff.added == b.size() - common);
}

RC_GTEST_PROP(Render, StaysWithinItsLimits, ()) {
  const std::string before = *some_text;
  const std::string after = *rc::gen::arbitrary<std::string>();
  const auto most = *rc::gen::inRange<std::size_t>(1, 20);
  const Rendering out = render(make_diff(before, after), "n", {.lines = most, .characters = 300});
  RC_ASSERT(std::count(out.text.begin(), out.text.end(), '\n') <= static_cast<std::ptrdiff_t>(most));
  const bool says = out.text.find("# not shown") != std::string::npos;
  RC_ASSERT(says == (out.hidden_lines > 0 || out.hidden_characters > 0));
}

}  // namespace
}  // namespace warrant::workspace
