#include <warrant/contract/contract.hpp>
#include <warrant/contract/listing.hpp>
#include <warrant/language/lexicon.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace warrant::contract {
namespace {

Contract of(std::string_view request) {
  const auto lexicon = language::built_in_lexicon();
  if (!lexicon) throw std::runtime_error(lexicon.error().message);
  return resolve(request, Listing({"a.py", "c.txt", "old.txt", "settings.py"}), *lexicon);
}

constexpr std::string_view permitted[] = {"Change A from 1 to 2 in a.py.",
                                          "Please delete old.txt",
                                          "create notes.md",
                                          "In settings.py, change TIMEOUT from 30 to 60.",
                                          "Rename a.py to b.py",
                                          "Replace 'a' with 'b' in c.txt",
                                          "Set LIMIT to 5 in c.txt"};

TEST(Contract, AllowsAPlainImperative) {
  for (const auto request : permitted) EXPECT_TRUE(of(request).allowed) << request;
}

TEST(Contract, NeverAllowsWithoutAnOrder) {
  for (const std::string request :
       {"What is in a.py?", "\"Delete a.py\"", "Delete a.py?", "Do not delete a.py.", "The log says delete a.py",
        "Log: delete a.py", "Run the tests", "hello", "delete it", "`delete a.py`", "Change of plan, read a.py",
        "Set theory is described in a.py", "Remove a.py from the list you show", "Delete a.py, just kidding",
        "Replace the word foo in your answer about a.py", "Move on to a.py", "Create a summary of a.py",
        "Set out to look in a.py", "Delete nothing in a.py"})
    EXPECT_FALSE(of(request).allowed) << request;
}

TEST(Contract, BansQuotesAndReadOnlyPosturesForbid) {
  for (const auto request : permitted) {
    const std::string text(request);
    EXPECT_FALSE(of(text + " Do not change anything.").allowed) << text;
    EXPECT_FALSE(of('"' + text + '"').allowed) << text;
    EXPECT_FALSE(with_posture(of(text), Posture::ask).allowed) << text;
    EXPECT_FALSE(with_posture(of(text), Posture::plan).allowed) << text;
  }
}

TEST(Contract, ReadsWhatTheWordsFix) {
  const auto only = [](std::string_view request) { return of(request).operations.at(0); };
  EXPECT_EQ(only("In a.py, add \"x\" to HOSTS."), Operation(AddText{"a.py", "x", Place::end, "HOSTS"}));
  EXPECT_EQ(only("In a.py, add \"k\": \"v\" after \"j\"."),
            Operation(AddText{"a.py", "\"k\": \"v\"", Place::after, "j"}));
  EXPECT_EQ(only("Delete the function f from a.py."), Operation(RemoveText{"a.py", "f", false}));
  EXPECT_EQ(only("In a.py, change addr to \":90\"."), Operation(SetValue{"a.py", "addr", ":90"}));
  EXPECT_EQ(only("Update version to 0.4.0 in a.py."), Operation(SetValue{"a.py", "version", "0.4.0"}));
  EXPECT_EQ(only("In a.py, change sleep from 5 to 10 seconds."), Operation(Replace{"a.py", "5", "10", "sleep", false}));
  EXPECT_EQ(only("Change the license in c.txt from MIT to BSD."),
            Operation(Replace{"c.txt", "MIT", "BSD", "license", false}));
  EXPECT_EQ(only("Rename the heading Usage to Quick start in c.txt."),
            Operation(Replace{"c.txt", "Usage", "Quick start", "", false}));
}

class Versions final : public Files {
 public:
  Versions(std::string before, std::string after) : before_(std::move(before)), after_(std::move(after)) {}
  [[nodiscard]] std::optional<std::string> before(std::string_view) const override { return before_; }
  [[nodiscard]] std::optional<std::string> after(std::string_view) const override { return after_; }
  [[nodiscard]] bool is_directory(std::string_view) const override { return false; }

 private:
  std::string before_;
  std::string after_;
};

TEST(Contract, ChecksItemsAndDefinitions) {
  using enum Finding::Result;
  const auto added = [](const char* before, const char* after) {
    return check(TextAdded{"a.py", "c", Place::end, "HOSTS"}, Versions(before, after)).result;
  };
  EXPECT_EQ(added("HOSTS = [\"a\"]\n", "HOSTS = [\"a\", \"c\"]\n"), met);
  EXPECT_EQ(added("HOSTS = [\"a\"]\n", "HOSTS = [\"a\"]\nc\n"), not_met);
  EXPECT_EQ(added("HOSTS = [\"a\"]\n", "HOSTS = [\"a\", \"c\", \"d\"]\n"), not_met);
  EXPECT_EQ(added("HOSTS = [\"a\"]\n", "HOSTS = [\"b\", \"c\"]\n"), not_met);
  EXPECT_EQ(added("X = [\"a\"]\n", "X = [\"a\", \"c\"]\n"), not_met);
  const auto removed = [](const char* before, const char* after) {
    return check(TextRemoved{"a.py", "f", false}, Versions(before, after)).result;
  };
  EXPECT_EQ(removed("def f():\n  return 1\n\nx = 2\n", "x = 2\n"), met);
  EXPECT_EQ(removed("x = 2\n\ndef f():\n  return 1\n", "x = 2\n"), met);
  EXPECT_EQ(removed("def f():\n  return 1\n\ny = 1\nx = 2\n", "x = 2\n"), not_met);
}

TEST(Contract, IsWrittenAsDocumented) {
  const Json json = to_json(of("Delete a.py"));
  EXPECT_EQ(json.text("type"), "organize");
  EXPECT_EQ(json.find("targets")->array()->at(0).text("role"), "must_change");
}

}  // namespace
}  // namespace warrant::contract
