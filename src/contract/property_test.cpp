// What holds for every request: over all labelled requests, and over any bytes.
#include <warrant/base/fd.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/contract/contract.hpp>
#include <warrant/contract/listing.hpp>
#include <warrant/contract/plan.hpp>
#include <warrant/language/lexicon.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <ctime>
#include <filesystem>
#include <stdexcept>

namespace warrant::contract {
namespace {

const language::Lexicon& lexicon() {
  static const language::Lexicon words = language::built_in_lexicon();
  return words;
}

struct Case {
  std::string id;
  std::string request;
  std::vector<std::string> files;
  std::vector<Settlement> history;
  bool allowed;  ///< as labelled

  [[nodiscard]] Contract resolved(std::string_view text) const {
    return resolve(text, Listing(files), lexicon(), history);
  }
  [[nodiscard]] Contract resolved() const { return resolved(request); }
};

std::vector<Case> read_cases() {
  std::vector<Case> cases;
  for (const auto& file : std::filesystem::directory_iterator(WARRANT_SOURCE_DIR "/cases/contract")) {
    if (file.path().extension() != ".jsonl") continue;
    const auto text = read_file(file.path().string(), std::size_t{4} << 20U);
    if (!text) throw std::runtime_error(describe(text.error()));
    std::string_view rest = *text;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const auto line = parse_json(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (!line) throw std::runtime_error(describe(line.error()));
      Case it{.id = std::string(line->text("id")),
              .request = std::string(line->text("request")),
              .files = {},
              .history = {},
              .allowed = *line->find("expect")->find("allowed")->boolean()};
      if (const Json* files = line->find("files"); files != nullptr && files->array() != nullptr)
        for (const Json& name : *files->array()) it.files.push_back(*name.string());
      if (const Json* turns = line->find("history"); turns != nullptr && !turns->is_null())
        it.history = parse_history(*turns).value();
      cases.push_back(std::move(it));
    }
  }
  return cases;
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all = read_cases();
  return all;
}

using Roles = std::vector<std::pair<std::string, Role>>;
Roles roles(const Contract& contract) {
  Roles out;
  for (const Target& target : contract.targets) out.emplace_back(target.path, target.role);
  std::ranges::sort(out);
  return out;
}

/// Cases whose request is more than a word to an earlier turn.
bool stands_alone(const Case& it) { return it.history.empty(); }

TEST(ContractCases, AreManyAndNoneIsUnsafe) {
  for (const Case& it : cases()) EXPECT_TRUE(it.allowed || !it.resolved().allowed) << it.id << ": " << it.request;
  EXPECT_GE(cases().size(), 400U);
}

TEST(ContractProperty, AReadOnlyPostureNeverChangesFiles) {
  const auto never_changes = [](const Contract& contract) {
    return std::ranges::all_of(std::array{Posture::ask, Posture::plan}, [&](Posture posture) {
      const auto plan = make_plan(with_posture(contract, posture));
      return plan && std::ranges::none_of(plan->tools(), changes_files);
    });
  };
  for (const Case& it : cases()) EXPECT_TRUE(never_changes(it.resolved())) << it.request;
  rc::check([&](const std::string& text) { RC_ASSERT(never_changes(cases().front().resolved(text))); });
}

TEST(ContractProperty, AGlobalBanStopsEveryOrder) {
  for (const Case& it : cases())
    for (const char* ban :
         {"Do not change anything.", "No edits.", "Don't modify any files.", "Change nothing.",
          "Don't make the change.", "Don't implement it.", "Don't change a single line.", "Don't touch my project."}) {
      EXPECT_FALSE(it.resolved(it.request + "\n\n" + ban).allowed) << it.request << " " << ban;
      EXPECT_FALSE(it.resolved(std::string(ban) + "\n\n" + it.request).allowed) << ban << " " << it.request;
    }
}

TEST(ContractProperty, AReasonIsCutBetweenCharacters) {
  for (const Case& it : cases()) {
    std::string text = it.request;
    for (std::size_t at = text.find(','); at != std::string::npos; at = text.find(',', at + 1))
      text.replace(at, 1, " — …");
    EXPECT_TRUE(is_utf8(it.resolved(text).reason.text)) << text;
  }
}

TEST(ContractProperty, WhatIsQuotedOrReportedNeverAuthorises) {
  for (const Case& it : cases()) {
    const std::string& text = it.request;
    if (text.find('"') == std::string::npos) {
      EXPECT_FALSE(it.resolved('"' + text + '"').allowed) << text;
    }
    if (text.find("```") == std::string::npos) {
      EXPECT_FALSE(it.resolved("```\n" + text + "\n```").allowed) << text;
    }
    // What comes behind a blank line is no longer the log.
    if (text.find("\n\n") == std::string::npos) {
      EXPECT_FALSE(it.resolved("the log says: " + text).allowed) << text;
    }
    std::string quoted = "> ";
    for (const char c : text) quoted += c == '\n' ? std::string("\n> ") : std::string(1, c);
    EXPECT_FALSE(it.resolved(quoted).allowed) << text;
  }
}

/// "drafts", "build", "license": in capitals such a word names a file more than before.
bool names_file(const Case& it, std::string_view word) {
  std::string folded;
  for (const char c : word) folded += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const char* plain : {"build", "license", "readme", "todo", "changes", "notice", "agent", "makefile"})
    if (folded == plain) return true;
  return std::ranges::any_of(it.files, [&](std::string file) {
    for (char& c : file) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return ("/" + file + "/").find("/" + folded + "/") != std::string::npos;
  });
}

TEST(ContractProperty, LetterCaseSpacesAndPolitenessChangeNothing) {
  for (const Case& it : cases()) {
    if (!it.resolved().allowed) continue;
    const Contract plain = it.resolved();
    std::vector<std::string> same{it.request + "   ", "  " + it.request};
    const char last = it.request.back();
    if (std::isalnum(static_cast<unsigned char>(last)) != 0) same.push_back(it.request + ".");
    if (stands_alone(it) && std::isalnum(static_cast<unsigned char>(last)) != 0)
      same.push_back(it.request + ", please");
    for (const std::string& other : same) {
      const Contract changed = it.resolved(other);
      EXPECT_EQ(changed.type, plain.type) << other;
      EXPECT_TRUE(changed.allowed) << other;
      EXPECT_EQ(roles(changed), roles(plain)) << other;
    }
    // Paths keep their spelling: letter case is changed in the other words.
    std::string raised;
    for (std::size_t at = 0; at < it.request.size();) {
      std::size_t end = it.request.find_first_of(" \n", at);
      end = end == std::string::npos ? it.request.size() : end;
      const std::string word = it.request.substr(at, end - at);
      const bool plain_word = !names_file(it, word) && std::ranges::all_of(word, [](char c) {
        return std::isalpha(static_cast<unsigned char>(c));
      });
      for (const char c : word)
        raised += plain_word ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
      if (end < it.request.size()) raised += it.request[end];
      at = end + 1;
    }
    const Contract loud = it.resolved(raised);
    EXPECT_TRUE(loud.allowed == plain.allowed && loud.type == plain.type) << raised;
  }
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

TEST(ContractProperty, AnotherFileNameChangesThePathAlone) {
  std::size_t held = 0;
  for (const Case& it : cases()) {
    const Contract plain = it.resolved();
    if (!plain.allowed || !stands_alone(it)) continue;
    // One named file whose last part is written as it is on disk, and once.
    const auto target = std::ranges::find_if(plain.targets, [&](const Target& named) {
      const std::size_t at = it.request.find(named.path);
      return named.role == Role::must_change && named.exists && named.path.find('.') != std::string::npos &&
             named.path.front() != '.' && at != std::string::npos &&
             it.request.find(named.path, at + 1) == std::string::npos;
    });
    if (target == plain.targets.end()) continue;
    const std::size_t slash = target->path.rfind('/');
    const std::size_t dot = target->path.rfind('.');
    const std::string stem = target->path.substr(slash == std::string::npos ? 0 : slash + 1,
                                                 dot - (slash == std::string::npos ? 0 : slash + 1));
    const std::string base = target->path.substr(slash == std::string::npos ? 0 : slash + 1);
    if (it.request.find(stem) != it.request.rfind(stem)) continue;
    const std::string path = replaced(target->path, stem + ".", "zyxw.");
    Case other = it;
    for (std::string& file : other.files)
      if (file == target->path) file = path;
    other.request = replaced(it.request, target->path, path);
    Roles expected = roles(plain);
    // A file that is moved keeps its name.
    for (auto& [name, role] : expected)
      if (name.ends_with(base)) name = replaced(name, stem + ".", "zyxw.");
    std::ranges::sort(expected);
    const Contract changed = other.resolved();
    EXPECT_EQ(changed.type, plain.type) << other.request;
    EXPECT_EQ(changed.allowed, plain.allowed) << other.request;
    EXPECT_EQ(roles(changed), expected) << other.request;
    ++held;
  }
  EXPECT_GT(held, 100U);
}

TEST(ContractProperty, AForbiddenPathHasNoOtherRole) {
  for (const Case& it : cases()) {
    if (!stands_alone(it)) continue;
    for (const Target& named : it.resolved().targets) {
      if (!named.exists || named.path.find(' ') != std::string::npos) continue;
      const Contract contract = it.resolved(it.request + "\n\nDo not touch " + named.path + ".");
      const auto target = std::ranges::find(contract.targets, named.path, &Target::path);
      const Role role = target == contract.targets.end() ? Role::forbidden : target->role;
      const bool changeable = role == Role::must_change || role == Role::output || role == Role::may_change;
      EXPECT_FALSE(changeable) << it.request << " / " << named.path;
      if (contract.allowed) {
        EXPECT_EQ(role, Role::forbidden) << it.request << " / " << named.path;
      }
      const bool touched =
          contract.allowed && std::ranges::any_of(contract.operations, [&](const Operation& operation) {
            return path_of(operation) == named.path;
          });
      EXPECT_FALSE(touched) << it.request << " / " << named.path;
    }
  }
}

TEST(ContractProperty, AnyBytesGiveAContract) {
  rc::check([](const std::string& bytes) {
    const Contract contract = cases().front().resolved(bytes);
    RC_ASSERT(make_plan(contract).has_value());
    RC_ASSERT(!(contract.unsure && contract.allowed));
  });
}

/// Processor time of this thread, which other work on the machine does not count into.
double thread_seconds(std::string_view text) {
  timespec from{};
  timespec to{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
  (void)cases().front().resolved(text);
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
  return static_cast<double>(to.tv_sec - from.tv_sec) + static_cast<double>(to.tv_nsec - from.tv_nsec) * 1e-9;
}

TEST(ContractProperty, TenTimesTheTextIsNoHundredTimesTheWork) {
  for (const std::string unit : {"a",
                                 "word ",
                                 "\n",
                                 "\n\n",
                                 "\"",
                                 "' ",
                                 "'a ",
                                 "`",
                                 "``` ",
                                 "```\n",
                                 "a.py ",
                                 "a.py, ",
                                 "fix a.py ",
                                 "fix it. ",
                                 "delete ",
                                 "don't ",
                                 "don't touch it, ",
                                 "ü",
                                 "„",
                                 "“",
                                 "‘ ",
                                 "« ",
                                 "<b>",
                                 "<!--",
                                 "in ",
                                 "in a.py, ",
                                 "if ",
                                 "if so, fix a.py; ",
                                 "and ",
                                 "x = 1 ",
                                 "(",
                                 ")",
                                 "[",
                                 ":",
                                 "a: b\n",
                                 "> a\n",
                                 "    a\n",
                                 "what? ",
                                 "not ",
                                 "- ",
                                 "it says: ",
                                 "please ",
                                 "the file ",
                                 "here ",
                                 "\\",
                                 "/",
                                 "a/b ",
                                 "@",
                                 "#",
                                 "1. ",
                                 "\t",
                                 "should be ",
                                 "error: \n",
                                 "User: a\n",
                                 "+a\n",
                                 "a\xff"}) {
    std::string text;
    while (text.size() < 100'000) text += unit;
    const double small = std::min(thread_seconds(text), thread_seconds(text));
    std::string big;
    while (big.size() < 1'000'000) big += text;
    // Below a tenth of a second nothing is measured but noise.
    EXPECT_LT(thread_seconds(big), std::max(40 * small, 0.1)) << "unit: " << unit;
  }
}

}  // namespace
}  // namespace warrant::contract
