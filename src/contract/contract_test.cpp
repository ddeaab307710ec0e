#include <warrant/contract/contract.hpp>
#include <warrant/contract/listing.hpp>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

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

TEST(Contract, IsWrittenAsDocumented) {
  const Json json = to_json(of("Delete a.py"));
  EXPECT_EQ(json.text("type"), "organize");
  EXPECT_EQ(json.find("targets")->array()->at(0).text("role"), "must_change");
}

}  // namespace
}  // namespace warrant::contract
