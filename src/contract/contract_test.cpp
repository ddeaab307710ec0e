#include <warrant/contract/contract.hpp>
#include <warrant/contract/listing.hpp>
#include <warrant/language/lexicon.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace warrant::contract {
namespace {

Contract of(std::string_view request) {
  const auto lexicon = language::built_in_lexicon();
  return resolve(request, Listing({"a.py", "c.txt", "old.txt", "settings.py"}), lexicon);
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

/// A disk that counts how often the whole of it was searched.
class CountingDisk final : public DiskFacts {
 public:
  [[nodiscard]] Kind kind(std::string_view path) const override { return listing_.kind(path); }
  [[nodiscard]] std::vector<std::string> named(std::string_view base) const override {
    ++searches;
    return listing_.named(base);
  }
  mutable int searches = 0;

 private:
  Listing listing_{{"settings.py", "db/main.tf", "web/main.tf", "main.tf"}};
};

TEST(Contract, SearchesTheDiskOnlyForWhatIsNotWhereItIsSaid) {
  const auto lexicon = language::built_in_lexicon();
  const CountingDisk disk;
  EXPECT_TRUE(resolve("In settings.py, change TIMEOUT from 30 to 60.", disk, lexicon).allowed);
  EXPECT_EQ(disk.searches, 0);
  const Contract beside = resolve("Set retries to 3 in the db module's main.tf.", disk, lexicon);
  ASSERT_EQ(beside.targets.size(), 1U);
  EXPECT_EQ(beside.targets.front().path, "db/main.tf");
  EXPECT_GT(disk.searches, 0);
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

struct Reading {
  std::string_view request;
  Type type;
  bool allowed;
};

void expect(std::span<const Reading> readings) {
  for (const Reading& it : readings) {
    const Contract found = of(it.request);
    EXPECT_EQ(to_string(found.type), to_string(it.type)) << it.request;
    EXPECT_EQ(found.allowed, it.allowed) << it.request;
  }
}

TEST(Contract, ReadsWishesPassivesAndCausatives) {
  constexpr Reading readings[] = {{"I'd like a.py to be renamed to b.py", Type::organize, true},
                                  {"I want old.txt gone", Type::organize, true},
                                  {"Have settings.py use port 8080", Type::edit, true},
                                  {"Please have old.txt moved to docs/", Type::organize, true},
                                  {"DEBUG in settings.py should be off", Type::edit, true},
                                  {"a.py must not contain print statements", Type::edit, true},
                                  {"A CONTRIBUTING.md file would be nice", Type::create, true},
                                  {"settings.py: TIMEOUT = 60", Type::edit, true},
                                  {"Build a login page in login.html", Type::create, true},
                                  {"I don't want old.txt deleted", Type::answer, false},
                                  {"a.py must not be changed", Type::answer, false},
                                  {"When was a.py changed?", Type::status, false},
                                  {"List the files.", Type::list, false}};
  expect(readings);
}

TEST(Contract, TellsABanOnAPieceFromOneOnEverything) {
  constexpr Reading readings[] = {
      {"Add a section to c.txt. Do not edit the older ones.", Type::edit, true},
      {"Add a footer to c.txt, but don't change the margins", Type::edit, true},
      {"Add comments to a.py. Don't change the code.", Type::edit, true},
      {"Reword c.txt. The code stays untouched.", Type::edit, true},
      {"Fix the crash in a.py. Don't change the code.", Type::edit, false},
      {"Fix the crash in a.py. Please do not modify my project.", Type::edit, false},
      {"Fix the crash in a.py. Don't make the change.", Type::edit, false},
      {"Fix the crash in a.py. Don't implement it.", Type::edit, false},
      {"Fix the crash in a.py. Don't do it yet.", Type::edit, false},
      {"Fix the crash in a.py. Don't change a single line.", Type::edit, false},
      {"Fix the crash in a.py. Don't change anything at all, just think.", Type::edit, false},
      {"Bitte vorerst nichts ändern. Warum ist a.py so langsam?", Type::diagnose, false}};
  expect(readings);
}

TEST(Contract, ReadsWhatToolsPrintAsNoOrder) {
  constexpr Reading readings[] = {
      {"a.py:12:5: assignment to a variable that is never used", Type::unknown, false},
      {"some-linter says:\n\na.py:3:1: remove this import\n\nfix that please", Type::edit, true},
      {"some-linter says:\n\na.py:3:1: dead code\nc.txt:9:2: stray tab\n\nfix both please", Type::edit, true},
      {"In a.py line 14:\nrm -rf $X\n^-- quote this\n\nis that serious?", Type::question, false}};
  expect(readings);
  EXPECT_EQ(of("The note says \"set X to 5 in a.py\". What is it set to now?").targets.at(0).path, "a.py");
}

TEST(Contract, TellsFilesFromRoutesAndFindsComponents) {
  EXPECT_EQ(of("Add the health check to a.py as /healthz").targets.size(), 1U);
  EXPECT_EQ(of("Add a link to /imprint in a.py").targets.size(), 1U);
  EXPECT_EQ(of("make a file called menu.py that shows the scores").type, Type::create);
  EXPECT_EQ(of("bring back the previous version of a.py").type, Type::restore);
  EXPECT_EQ(of("restore the previous version of a.py").type, Type::restore);
  EXPECT_EQ(of("toolbox run --select sales").type, Type::run);
  EXPECT_EQ(of("can you do a cargo build for me").type, Type::run);
  EXPECT_EQ(of("tell me whether a.py is valid").type, Type::verify);
}

TEST(Contract, WaitsForWhatIsNotYetAsked) {
  constexpr Reading readings[] = {{"Once I confirm, delete a.py", Type::organize, false},
                                  {"Tomorrow, delete a.py", Type::organize, false},
                                  {"Would you delete a.py if I asked you to?", Type::question, false},
                                  {"you could delete a.py, couldn't you?", Type::question, false},
                                  {"Do not run or change anything in a.py.", Type::unknown, false},
                                  {"You may look at a.py but not change it", Type::question, false}};
  for (const Reading& it : readings) EXPECT_FALSE(of(it.request).allowed) << it.request;
}

TEST(Contract, ReadsWhoDoesItAndWhen) {
  constexpr Reading readings[] = {
      {"Polish c.txt and list the flaws here, I'll fix them myself", Type::question, false},
      {"Find the typos in c.txt and list them here, we will correct them ourselves", Type::diagnose, false},
      {"Fix the typo in c.txt, I'll merge it myself", Type::edit, true},
      {"rename a.py to b.py some day", Type::organize, false},
      {"fix the thing", Type::edit, false},
      {"please improve the stuff", Type::edit, false},
      {"set the date to tomorrow in c.txt", Type::edit, true},
      {"In a.py let load() return None when the file is empty", Type::edit, true},
      {"I'm about to delete old.txt. Anything to watch out for?", Type::question, false},
      {"Does the code still compile?", Type::verify, false},
      {"Does the script build the docs?", Type::question, false},
      {"Is moving a.py to b.py bad practice?", Type::question, false}};
  expect(readings);
}

TEST(Contract, ReadsWhereAResultGoes) {
  constexpr Reading readings[] = {{"Turn c.txt into a table and store it as table.md", Type::create, true},
                                  {"Document the constants of settings.py in settings.md", Type::create, true},
                                  {"put 'call Anna' on c.txt", Type::edit, true},
                                  {"cross the second item off the list in c.txt", Type::edit, true},
                                  {"a.py has to be called b.py", Type::organize, true},
                                  {"old.txt, please move it under attic/", Type::organize, true},
                                  {"the title in c.txt says 'Welcom' - correct it", Type::edit, true},
                                  {"the log says 'broken' - delete a.py", Type::unknown, false},
                                  {"a.py retry is missing, put it in", Type::edit, true}};
  expect(readings);
}

TEST(Contract, ForbidsWhatABanNames) {
  const auto role = [](const Contract& contract, std::string_view path) {
    const auto found = std::ranges::find(contract.targets, path, &Target::path);
    return found == contract.targets.end() ? std::string_view("none") : to_string(found->role);
  };
  for (const std::string_view request :
       {"Please don't edit a.py", "please do not open a.py. What is in c.txt?", "Pls don't touch a.py, fix c.txt",
        "Change c.txt as you like provided that a.py isn't changed", "Fix the text in c.txt, not the code in a.py",
        "In c.txt fix the typo, a.py excluded", "Fix c.txt; under no condition edit a.py"})
    EXPECT_EQ(role(of(request), "a.py"), "forbidden") << request;
  EXPECT_EQ(role(of("Speed up c.txt. Keep a.py working."), "a.py"), "verify_only");
  EXPECT_EQ(role(of("Set LIMIT to 5 in a.py. I don't need tests for this."), "a.py"), "must_change");
  const Contract selected = of("Apart from a.py nothing may be changed. Set its LIMIT to 90.");
  EXPECT_EQ(role(selected, "a.py"), "must_change");
  EXPECT_TRUE(selected.only_targets);
}

TEST(Contract, ReadsGerman) {
  constexpr Reading readings[] = {{"Ändere in settings.py TIMEOUT von 30 auf 60.", Type::edit, true},
                                  {"Kannst du bitte in settings.py den Port auf 9443 setzen?", Type::edit, true},
                                  {"Bitte lösche old.txt.", Type::organize, true},
                                  {"Erstelle docs/api.md", Type::create, true},
                                  {"Ersetze foo durch bar in a.py", Type::edit, true},
                                  {"Wenn a.py einen Fehler hat, behebe ihn", Type::edit, true},
                                  {"Führe die Tests aus", Type::run, false},
                                  {"Warum ist a.py kaputt?", Type::diagnose, false},
                                  {"Was macht a.py?", Type::explain, false},
                                  {"Erkläre a.py, aber ändere nichts", Type::explain, false},
                                  {"Soll ich old.txt löschen?", Type::question, false},
                                  {"Lösche old.txt nicht.", Type::unknown, false}};
  expect(readings);
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

/// A disk that knows what its files hold.
class Held final : public DiskFacts {
 public:
  Held(const std::vector<std::string>& files, Holding holding) : listing_(files), holding_(std::move(holding)) {}
  [[nodiscard]] Kind kind(std::string_view path) const override { return listing_.kind(path); }
  [[nodiscard]] std::vector<std::string> named(std::string_view base) const override { return listing_.named(base); }
  [[nodiscard]] std::optional<Holding> holding(std::string_view) const override { return holding_; }

 private:
  Listing listing_;
  Holding holding_;
};

TEST(Contract, PlacesAnOrderOnlyWhereOneThingSaysWhere) {
  const auto lexicon = language::built_in_lexicon();
  const std::vector<std::string> files{"src/p.py",  "src/q.py",     "tests/test_p.py",
                                       "README.md", "package.json", "a.yaml"};
  const auto of_held = [&](std::string_view request, std::vector<std::string> paths, bool complete = true) {
    return resolve(request, Held(files, {.paths = std::move(paths), .complete = complete}), lexicon);
  };
  EXPECT_TRUE(of_held("modify parse_line() so it strips blanks", {"src/p.py"}).allowed);
  EXPECT_TRUE(of_held("rename parse_line to parse_record everywhere", {"src/p.py", "src/q.py"}).allowed);
  EXPECT_TRUE(of_held("upgrade lodash to 4.17.21", {"package.json"}).allowed);
  EXPECT_TRUE(of_held("src/p.py:41:9: error: bad\n\nplease fix it", {}).allowed);
  // several files, a search that did not see all, a limit without names, prose, a product's name
  EXPECT_FALSE(of_held("rename parse_line to parse_record", {"src/p.py", "src/q.py"}).allowed);
  EXPECT_FALSE(of_held("modify parse_line() so it strips blanks", {"src/p.py"}, false).allowed);
  EXPECT_FALSE(
      of_held("rename parse_line to parse_record everywhere but not in the tests", {"src/p.py", "tests/test_p.py"})
          .allowed);
  EXPECT_FALSE(of_held("modify parse_line() so it strips blanks", {"README.md"}).allowed);
  EXPECT_FALSE(of_held("upgrade postgres to 16.1", {"README.md"}).allowed);
  EXPECT_FALSE(of_held("add dark mode to the app on GitHub", {"README.md"}).allowed);
  // quoted text, two places, another doubt
  EXPECT_FALSE(of_held("> src/p.py:3 is bad\n\nplease fix that", {}).allowed);
  EXPECT_FALSE(of_held("src/p.py:41:9: error: bad\nsrc/q.py:1:1: error: bad\n\nplease fix that", {}).allowed);
  EXPECT_FALSE(of_held("Move a.yaml please.\n\n> trace: src/q.py:3 bad", {}).allowed);
}

TEST(Contract, TakesAYesWithAConditionForNone) {
  const auto lexicon = language::built_in_lexicon();
  const Listing disk({"a.py"});
  const std::vector<Settlement> asked{{.request = "would it help?",
                                       .type = Type::question,
                                       .outcome = "asked_permission",
                                       .targets = {{"a.py", Role::must_change, true, std::nullopt}},
                                       .operations = {}}};
  EXPECT_TRUE(resolve("yes", disk, lexicon, asked).allowed);
  for (const char* bound : {"yes, but not now", "yes if the tests pass", "yes please, once Ola is back", "yes?",
                            "sounds good, but wait until Ola has had a look"})
    EXPECT_FALSE(resolve(bound, disk, lexicon, asked).allowed) << bound;
}

}  // namespace
}  // namespace warrant::contract
