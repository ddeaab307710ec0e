#include "loop_watch.hpp"

#include <warrant/base/utf8.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace warrant::model {
namespace {

TEST(LoopWatch, CutsCirclesOfAnyLength) {
  for (const std::size_t unit : {1U, 2U, 17U, 100U, 399U}) {
    std::string text = "It begins here: ";
    const std::string before = text;
    std::string turn;
    for (std::size_t i = 0; i < unit; ++i) turn += static_cast<char>('a' + i * i % 23);
    LoopWatch watch;
    std::optional<std::size_t> cut;
    while (!cut && text.size() < 20'000) cut = watch.look(text += turn);
    ASSERT_TRUE(cut) << unit;
    EXPECT_LE(*cut, before.size() + 2 * unit) << unit;
    EXPECT_GE(*cut, unit);
  }
}

TEST(LoopWatch, LeavesTextAlone) {
  std::string table;
  for (int i = 0; i < 2'000; ++i) table += "| row " + std::to_string(i) + " | value |\n";
  std::string rule(900, '-');
  for (const std::string& text : {table, rule + "\n" + table}) {
    LoopWatch watch;
    for (std::size_t end = 0; end < text.size(); end += 37) ASSERT_FALSE(watch.look(text.substr(0, end))) << end;
  }
}

TEST(LoopWatch, CutsBetweenCharacters) {
  std::string text;
  LoopWatch watch;
  std::optional<std::size_t> cut;
  while (!cut && text.size() < 20'000) cut = watch.look(text += "\xE2\x82\xAC\xC3\xBC");
  ASSERT_TRUE(cut);
  EXPECT_TRUE(is_utf8(text.substr(0, *cut)));
}

/// How much of the text is left when it comes in pieces of this size; all of it when nothing is cut.
std::size_t left_of(const std::string& text, std::size_t piece = 7) {
  LoopWatch watch;
  for (std::size_t end = 0; end < text.size();) {
    end = std::min(end + piece, text.size());
    if (const auto cut = watch.look(std::string_view(text).substr(0, end))) return *cut;
  }
  return text.size();
}

std::string circle(const std::vector<std::string>& sentences, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) {
    for (const auto& sentence : sentences) out += sentence;
  }
  return out;
}

TEST(LoopWatch, CutsSentencesThatTakeTurns) {
  const std::string begin = "Let me see what has to be done here. ";
  const std::vector<std::string> two{"I will read the file once more. ", "Now I know what the file holds. "};
  const std::vector<std::string> lines{"- look for the callers\n", "- change each of them\n", "- look at the result\n"};
  const std::vector<std::string> asked{"Shall I go on? ", "Yes, I shall! ", "The value is 3.5 and stays so. "};
  for (const auto& sentences : {two, lines, asked}) {
    const std::string text = begin + circle(sentences, 40);
    // The first turn stays, to be seen.
    for (const std::size_t piece : {1U, 7U, 5'000U}) {
      EXPECT_EQ(left_of(text, piece), begin.size() + circle(sentences, 1).size()) << sentences.front();
    }
  }
}

TEST(LoopWatch, CutsLongBlocksAndLinesInsideACall) {
  std::vector<std::string> block;
  for (int i = 0; i < 30; ++i)
    block.push_back("Sentence " + std::string(1, static_cast<char>('a' + i % 26)) + std::to_string(i) +
                    " says something of its own. ");
  EXPECT_EQ(left_of(circle(block, 10)), circle(block, 1).size());
  const std::string call = R"({"tool":"write_file","content":")";
  const std::vector<std::string> escaped{R"(first, a line of the file\n)", R"(second, another line of it\n)"};
  EXPECT_EQ(left_of(call + circle(escaped, 60)), (call + circle(escaped, 1)).size() + escaped.front().size());
}

TEST(LoopWatch, CutsSentencesInNoOrder) {
  const std::vector<std::string> sentences{"I shall try it again now. ", "It did not work that way. ",
                                           "Perhaps the other way does. ", "Wait a moment, please. "};
  std::mt19937 random(7);
  std::string text = circle(sentences, 1);
  const std::size_t first = text.size();
  for (int i = 0; i < 100; ++i) text += sentences[random() % sentences.size()];
  EXPECT_EQ(left_of(text), first);
}

TEST(LoopWatch, CountsItemsAndCaseAsTheSame) {
  std::string text;
  for (int i = 1; i < 60; ++i)
    text += std::to_string(i) + (i % 2 == 0 ? ". run the suite again\n" : ". Mend what it shows\n");
  EXPECT_LT(left_of(text), 80U);
}

TEST(LoopWatch, LeavesWhatBringsSomethingNew) {
  std::string rows;
  std::string entries;
  std::string zeros;
  std::string chorus;
  for (int i = 0; i < 300; ++i) {
    rows += "The value of row " + std::to_string(i) + " is right. ";
    entries += "- id: " + std::to_string(i) + "\n  kind: standard entry of the list\n  enabled: true\n";
    zeros += "0 0 0 0 0 0 0 0 0 0 " + std::string(i % 2 == 0 ? "1" : "2") + "\n";
    chorus +=
        "This verse is number " + std::to_string(i) + ".\nAnd all of them sing it.\nAnd all of them sing it again.\n";
  }
  for (const std::string& text : {rows, entries, zeros.substr(0, 900), chorus}) {
    EXPECT_EQ(left_of(text), text.size()) << text.substr(0, 60);
  }
}

TEST(LoopWatch, ReadsOnceWhateverThePieces) {
  const std::string text = "One. " + circle({"Two is said here. ", "Three is said there. "}, 50);
  const std::size_t whole = left_of(text, text.size() - 1);
  for (std::size_t piece = 1; piece < 40; ++piece) EXPECT_EQ(left_of(text, piece), whole) << piece;
}

}  // namespace
}  // namespace warrant::model
