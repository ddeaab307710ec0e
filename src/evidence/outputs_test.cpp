// Outputs of many runners, checkers, builds and deployment tools, one a line in cases/outputs: the command,
// its status where it is known, what it printed, and what is read of it.
#include <warrant/base/json.hpp>
#include <warrant/evidence/evidence.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace warrant::evidence {
namespace {

std::string number(std::optional<long long> value) { return value ? std::to_string(*value) : "-"; }
std::string number(const std::optional<Count>& count) { return count ? std::to_string(count->value) : "-"; }

/// "pytest 5 passed 1 failed - skipped 6 total red": a dash for what is not printed. Then the checks, then
/// what happened, each part behind a semicolon.
std::string reading_of(const Evidence& found) {
  std::string all;
  const auto part = [&](const std::string& text) { all += (all.empty() ? "" : "; ") + text; };
  for (const auto& run : found.runs) {
    std::string text = std::string(to_string(run.runner)) + " " + number(run.passed()) + " passed " +
                       std::to_string(run.failed()) + " failed " + number(run.skipped()) + " skipped " +
                       number(run.total()) + " total " +
                       (run.green()   ? "green"
                        : run.empty() ? "empty"
                                      : "red");
    for (std::size_t i = 0; i < kCaveats; ++i) {
      const auto caveat = static_cast<Caveat>(i);
      if (run.caveats.has(caveat)) text += " " + std::string(to_string(caveat));
    }
    part(text);
  }
  for (const auto& check : found.checks) {
    part(std::string(to_string(check.runner)) + " " + std::string(to_string(check.activity)) +
         (check.ok ? " ok " : " not ok ") + number(check.errors) + " errors " + number(check.warnings) + " warnings");
  }
  if (found.only_shown) part("only shown");
  if (found.anchors.deploy) part("deployed");
  if (found.anchors.commit) part("committed");
  if (found.anchors.push) part("pushed");
  for (const auto& value : found.deploy_urls) part("address " + value.text);
  for (const auto& value : found.pr_urls) part("request " + value.text);
  for (const auto& value : found.published) part("published " + value.text);
  for (const auto& commit : found.commits) part("commit " + commit.id.text);
  for (const auto& push : found.pushes) part(std::string(push.ok ? "push " : "failed push ") + push.target.text);
  return all;
}

struct Item {
  std::string name, command, output, reads;
  std::optional<int> code;
};

std::vector<Item> items() {
  std::vector<Item> all;
  const std::filesystem::path folder = std::filesystem::path(WARRANT_SOURCE_DIR) / "cases/outputs";
  for (const char* file : {"runners.jsonl", "checks.jsonl", "releases.jsonl"}) {
    std::ifstream lines(folder / file);
    for (std::string line; std::getline(lines, line);) {
      const auto read = parse_json(line);
      if (!read) {
        ADD_FAILURE() << file << ": " << describe(read.error());
        continue;
      }
      const auto text = [&](std::string_view key) { return std::string(read->text(key)); };
      std::optional<int> code;
      if (const auto* given = read->object()->find("code"); given != nullptr && given->integer() != nullptr)
        code = static_cast<int>(*given->integer());
      all.push_back({.name = text("name"),
                     .command = text("command"),
                     .output = text("output"),
                     .reads = text("reads"),
                     .code = code});
    }
  }
  return all;
}

TEST(Outputs, EachIsReadAsItsToolMeansIt) {
  const auto all = items();
  EXPECT_GT(all.size(), 300U);
  std::set<std::string> names;
  for (const auto& item : all) {
    SCOPED_TRACE(item.name + ": $ " + item.command + "\n" + item.output);
    EXPECT_TRUE(names.insert(item.name).second) << "a name is used twice";
    EXPECT_EQ(reading_of(read_output(item.command, item.code, item.output)), item.reads);
  }
}

// The bytes between lines, colours and a prompt before the output change nothing of what is read.
TEST(Outputs, LineEndsAndColoursChangeNothing) {
  for (const auto& item : items()) {
    SCOPED_TRACE(item.name);
    std::string windows;
    std::string coloured;
    for (const char c : item.output) {
      windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
      coloured += c == '\n' ? std::string("\x1b[0m\n\x1b[32m") : std::string(1, c);
    }
    EXPECT_EQ(reading_of(read_output(item.command, item.code, windows)), item.reads);
    EXPECT_EQ(reading_of(read_output(item.command, item.code, "\x1b[32m" + coloured + "\x1b[0m")), item.reads);
  }
}

// A text that is shown is no run, whatever it says.
TEST(Outputs, ShownTheyProveNothing) {
  for (const auto& item : items()) {
    SCOPED_TRACE(item.name);
    const auto found = read_output("cat build.log", 0, item.output);
    EXPECT_TRUE(found.runs.empty());
    EXPECT_FALSE(found.anchors.test_run);
    EXPECT_FALSE(found.anchors.deploy);
    EXPECT_FALSE(found.anchors.commit);
    EXPECT_FALSE(found.anchors.push);
  }
}

}  // namespace
}  // namespace warrant::evidence
