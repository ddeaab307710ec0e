#include <warrant/policy/approval.hpp>
#include <warrant/policy/ladder.hpp>
#include <warrant/policy/warrant.hpp>

#include <gtest/gtest.h>

#include <type_traits>

namespace warrant::policy {
namespace {

RelPath path(std::string_view text) { return RelPath::make(text).value(); }

WriteFile some_write() { return {path("src/a.txt"), std::nullopt, sha256("new"), std::nullopt}; }

Question ask_about(const WriteFile& effect) {
  return {"r1", digest_of(effect), "write_file", Access::write, {effect.path}, std::nullopt, false, false, false};
}

Rule rule(std::string name, Verdict verdict, std::string glob = "**", bool malformed = false) {
  return {std::move(name), verdict, {"*"}, {std::move(glob)}, {}, malformed};
}

struct Seen {
  Verdict verdict;
  Step step;
  bool operator==(const Seen&) const = default;
};

/// Types what it is told to.
class Typist : public Approver {
 public:
  explicit Typist(Reply reply) : reply_(std::move(reply)) {}

 private:
  Reply put(const Showing&) override { return reply_; }
  Reply reply_;
};

Showing showing(bool may_remember) { return {"write_file", {path("src/a.txt")}, "", "", "", "", may_remember}; }

std::optional<Approval> typed(const Ruling& ruling, std::string keys, bool may_remember = true) {
  Typist typist(Typed{std::move(keys)});
  Answer answer = typist.ask(std::get<Ask>(ruling), showing(may_remember), "ap1");
  if (auto* approval = std::get_if<Approval>(&answer)) return std::move(*approval);
  return std::nullopt;
}

Remembered remembered(const Question& question) {
  const Ruling ruling = decide(question, {}, {});
  return remember(*typed(ruling, "a"), question).value();
}

Seen seen(const Ruling& ruling) {
  if (const auto* allow = std::get_if<Allow>(&ruling)) return {Verdict::allow, allow->step()};
  if (const auto* ask = std::get_if<Ask>(&ruling)) return {Verdict::ask, ask->step()};
  return {Verdict::deny, std::get<Deny>(ruling).step()};
}

TEST(Glob, StaysWithinAPartUnlessDoubled) {
  EXPECT_TRUE(glob_matches("src/*.cpp", "src/a.cpp"));
  EXPECT_FALSE(glob_matches("src/*.cpp", "src/b/a.cpp"));
  EXPECT_TRUE(glob_matches("src/**", "src/b/a.cpp"));
  EXPECT_FALSE(glob_matches("?", "/"));
  EXPECT_FALSE(glob_matches("", "a"));
  EXPECT_FALSE(glob_matches(std::string(2000, '*') + "b", std::string(2000, 'a')));
}

// Every question below also satisfies all later steps, so each pins the order.
TEST(Ladder, FirstStepThatMatchesAnswers) {
  Question question = ask_about(some_write());
  std::vector<Rule> rules{rule("d", Verdict::deny), rule("k", Verdict::ask), rule("a", Verdict::allow)};
  const std::vector<Remembered> memory{remembered(question)};
  question.invalid = "bad";
  question.escapes = true;
  question.paths = {path(".git/config")};
  EXPECT_EQ(seen(decide(question, rules, memory)), (Seen{Verdict::deny, Step::invalid}));
  question.invalid.reset();
  EXPECT_EQ(seen(decide(question, rules, memory)), (Seen{Verdict::deny, Step::escapes}));
  question.escapes = false;
  EXPECT_EQ(seen(decide(question, rules, memory)), (Seen{Verdict::deny, Step::protected_change}));
  question.access = Access::read;
  EXPECT_EQ(seen(decide(question, rules, memory)), (Seen{Verdict::deny, Step::configured_deny}));
  rules.erase(rules.begin());
  EXPECT_EQ(seen(decide(question, rules, memory)), (Seen{Verdict::ask, Step::protected_read}));
  question.paths = {path("src/a.txt")};
  EXPECT_EQ(seen(decide(question, rules, memory)), (Seen{Verdict::ask, Step::configured_ask}));
  rules.erase(rules.begin());
  EXPECT_EQ(seen(decide(question, rules, memory)), (Seen{Verdict::allow, Step::configured_allow}));
  rules.clear();
  EXPECT_EQ(seen(decide(question, rules, memory)), (Seen{Verdict::allow, Step::inside_read}));
  question.access = Access::write;
  EXPECT_EQ(seen(decide(question, rules, memory)), (Seen{Verdict::allow, Step::remembered}));
  EXPECT_EQ(seen(decide(question, rules, {})), (Seen{Verdict::ask, Step::otherwise}));
}

TEST(Ladder, AllowMustCoverEveryPathAndMalformedDenies) {
  Question question = ask_about(some_write());
  question.paths.push_back(path("docs/b.md"));
  const std::vector<Rule> narrow{rule("a", Verdict::allow, "src/**")};
  EXPECT_EQ(seen(decide(question, narrow, {})), (Seen{Verdict::ask, Step::otherwise}));
  const std::vector<Rule> broken{rule("a", Verdict::allow, "", true)};
  EXPECT_EQ(seen(decide(question, broken, {})), (Seen{Verdict::deny, Step::configured_deny}));
}

TEST(Ladder, WarningsTurnAllowIntoAsk) {
  Question question = ask_about(some_write());
  const std::vector<Rule> rules{rule("a", Verdict::allow)};
  question.scope_warning = true;
  EXPECT_EQ(seen(decide(question, rules, {})), (Seen{Verdict::ask, Step::configured_allow}));
  question.scope_warning = false;
  question.form_change = true;
  EXPECT_EQ(seen(decide(question, rules, {})), (Seen{Verdict::ask, Step::configured_allow}));
}

TEST(Ladder, RememberedIsPerToolAndDirectoryAndForPlainWritesAlone) {
  const Question question = ask_about(some_write());
  const std::vector<Remembered> memory{remembered(question)};
  EXPECT_EQ(seen(decide(question, {}, memory)), (Seen{Verdict::allow, Step::remembered}));
  const auto asks = [&](auto change) {
    Question other = question;
    change(other);
    EXPECT_EQ(seen(decide(other, {}, memory)), (Seen{Verdict::ask, Step::otherwise}));
  };
  asks([](Question& q) { q.tool = "edit_file"; });
  asks([](Question& q) { q.paths = {path("src/deep/a.txt")}; });
  asks([](Question& q) { q.paths = {path("a.txt")}; });
  asks([](Question& q) { q.paths = {path("src/.hidden")}; });
  asks([](Question& q) { q.paths.push_back(path("src/b.txt")); });
  for (const Access access : {Access::remove, Access::move, Access::run}) asks([&](Question& q) { q.access = access; });
  Question hidden = question;
  hidden.paths = {path(".github/a.md")};
  EXPECT_FALSE(remember(*typed(decide(hidden, {}, {}), "a"), hidden));
  Question removing = question;
  removing.access = Access::remove;
  EXPECT_FALSE(remember(*typed(decide(removing, {}, {}), "a"), removing));
  EXPECT_FALSE(remember(*typed(decide(question, {}, {}), "y"), question));
  Question elsewhere = question;
  elsewhere.ruling_id = "r2";
  EXPECT_FALSE(remember(*typed(decide(question, {}, {}), "a"), elsewhere));
}

TEST(Ladder, ACommandNeedsNoPathAndIsNeverWavedThrough) {
  Question question = ask_about(some_write());
  question.access = Access::run;
  question.paths.clear();
  question.profile = "pytest";
  EXPECT_EQ(seen(decide(question, {}, {})), (Seen{Verdict::ask, Step::otherwise}));
  // To allow everything does not allow commands; to deny everything does deny them.
  EXPECT_EQ(seen(decide(question, {rule("a", Verdict::allow)}, {})), (Seen{Verdict::ask, Step::otherwise}));
  EXPECT_EQ(seen(decide(question, {rule("d", Verdict::deny)}, {})), (Seen{Verdict::deny, Step::configured_deny}));
  Rule named = rule("a", Verdict::allow);
  named.profiles = {"py*"};
  EXPECT_EQ(seen(decide(question, {named}, {})), (Seen{Verdict::allow, Step::configured_allow}));
  question.profile = "ctest";
  EXPECT_EQ(seen(decide(question, {named}, {})), (Seen{Verdict::ask, Step::otherwise}));
}

TEST(Restore, AsksOnlyForWhatWouldBeLost) {
  const Digest effect = sha256("e");
  EXPECT_EQ(seen(decide_restore({"r", effect, {path("a")}, false})), (Seen{Verdict::allow, Step::restore}));
  EXPECT_EQ(seen(decide_restore({"r", effect, {path("a")}, true})), (Seen{Verdict::ask, Step::restore}));
  EXPECT_EQ(seen(decide_restore({"r", effect, {path("a"), path(".git/x")}, false})),
            (Seen{Verdict::deny, Step::protected_change}));
}

TEST(Approval, OnlyAnExplicitYesIsOne) {
  const Ruling ask = decide(ask_about(some_write()), {}, {});
  for (const char* yes : {"y", "Y", "yes", "YES\n", " yes \r\n"}) EXPECT_TRUE(typed(ask, yes)) << yes;
  for (const char* no : {"", "n", "no", "\n", "yes!", "yess", "ye", "sure", "ok", "1", "\x03", "\x04", "\x1b", "y\ny",
                         "no yes", "a lot"}) {
    EXPECT_FALSE(typed(ask, no)) << no;
  }
  EXPECT_TRUE(typed(ask, "always")->to_be_remembered());
  EXPECT_FALSE(typed(ask, "a", false));
  Typist gone(NoAnswer{NoReason::interrupted, "Ctrl-C"});
  const Answer answer = gone.ask(std::get<Ask>(ask), showing(false), "ap");
  EXPECT_EQ(std::get<Declined>(answer).why, "Ctrl-C");
  EXPECT_EQ(std::get<Declined>(answer).reason, NoReason::interrupted);
  EXPECT_EQ(verdict_of(answer), "denied");
  EXPECT_EQ(answerer_of(answer), "person");
  Typist nobody(NoAnswer{NoReason::no_terminal, "nobody is there"});
  EXPECT_EQ(answerer_of(nobody.ask(std::get<Ask>(ask), showing(false), "ap")), "nobody");
  EXPECT_EQ(granted_by_flag(std::get<Ask>(ask), "ap").granter(), Granter::flag);
}

TEST(Warrant, CannotBeMadeOrCopiedOutsideIssue) {
  using W = Warrant<WriteFile>;
  static_assert(!std::is_default_constructible_v<W> && !std::is_copy_constructible_v<W>);
  static_assert(!std::is_constructible_v<W, WriteFile, std::string, std::optional<std::string>>);
  static_assert(!std::is_constructible_v<Allow, std::string, Step, std::string, Digest>);
  static_assert(!std::is_constructible_v<Approval, std::string, const Ask&, Granter, bool>);
  static_assert(!std::is_copy_constructible_v<Approval> && !std::is_default_constructible_v<Approval>);
  static_assert(!std::is_constructible_v<Remembered, std::string, RelPath, std::string>);
}

TEST(Warrant, NeedsARulingAboutThisEffectAndItsApproval) {
  const WriteFile effect = some_write();
  const Ruling ask = decide(ask_about(effect), {}, {});
  EXPECT_FALSE(Warrant<WriteFile>::issue(effect, ask, std::nullopt));
  WriteFile other = effect;
  other.after = sha256("else");
  EXPECT_FALSE(Warrant<WriteFile>::issue(other, ask, typed(ask, "y")));
  Question again = ask_about(effect);
  again.ruling_id = "r2";
  EXPECT_FALSE(Warrant<WriteFile>::issue(effect, ask, typed(decide(again, {}, {}), "y")));
  auto warrant = Warrant<WriteFile>::issue(effect, ask, typed(ask, "y"));
  ASSERT_TRUE(warrant);
  EXPECT_EQ(warrant->approval_id(), "ap1");
  const Warrant<WriteFile> taken = std::move(*warrant);
  EXPECT_TRUE(taken.live());
  EXPECT_FALSE(warrant->live());  // NOLINT(bugprone-use-after-move): that is what is tested
}

TEST(Warrant, DenyIsFinal) {
  WriteFile effect = some_write();
  const Ruling ask = decide(ask_about(effect), {}, {});
  Question question = ask_about(effect);
  question.paths = {path(".git/config")};
  const Ruling deny = decide(question, {}, {});
  EXPECT_FALSE(Warrant<WriteFile>::issue(effect, deny, typed(ask, "y")));
  EXPECT_FALSE(Warrant<WriteFile>::issue(effect, deny, std::nullopt));
}

}  // namespace
}  // namespace warrant::policy
