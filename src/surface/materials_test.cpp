#include <warrant/contract/contract.hpp>
#include <warrant/surface/materials.hpp>

#include <gtest/gtest.h>

namespace warrant::surface {
namespace {

RelPath path(std::string_view text) { return RelPath::make(text).value(); }

/// A plan that allows `operations` on `targets`.
contract::Plan plan_for(std::string request, std::vector<contract::Target> targets,
                        std::vector<contract::Operation> operations, std::vector<contract::Expectation> expectations,
                        contract::Type type = contract::Type::edit,
                        contract::Posture posture = contract::Posture::agent) {
  contract::Contract contract{.request = std::move(request),
                              .type = type,
                              .requested = true,
                              .allowed = true,
                              .only_targets = false,
                              .verification = contract::Verification::required,
                              .targets = std::move(targets),
                              .operations = std::move(operations),
                              .expectations = std::move(expectations),
                              .obligation = contract::Obligation::change,
                              .grounds = contract::Grounds::none,
                              .posture = contract::Posture::agent,
                              .phase = contract::Phase::apply,
                              .reason = {"test", {}, ""},
                              .unsure = false,
                              .question = ""};
  contract = contract::with_posture(std::move(contract), posture);
  const auto plan = contract::make_plan(std::move(contract));
  EXPECT_TRUE(plan) << (plan ? "" : describe(plan.error()));
  return plan.value();
}
contract::Target target(std::string name, contract::Role role = contract::Role::must_change, bool exists = true) {
  return {std::move(name), role, exists, std::nullopt};
}

TEST(Materials, AFixedChangeIsAChoice) {
  const auto plan = plan_for("In settings.py, change TIMEOUT from 30 to 60.", {target("settings.py")},
                             {contract::Replace{"settings.py", "30", "60", "TIMEOUT", false}},
                             {contract::Replacement{"settings.py", "30", "60", "TIMEOUT", false, true}});
  const auto surface =
      compile(plan, {.files = {{path("settings.py"), "DEBUG = True\nTIMEOUT = 30\nRETRIES = 30\n"}}}).value();
  ASSERT_EQ(surface.ask(), Ask::choice);
  const Call call = EditFile{path("settings.py"), "TIMEOUT = 30", "TIMEOUT = 60"};
  EXPECT_EQ(surface.accept(R"({"choice":1})").value(), call);
  EXPECT_FALSE(surface.accept(R"({"choice":2})"));
  EXPECT_EQ(
      surface.accept(R"({"tool":"edit_file","path":"settings.py","old":"TIMEOUT = 30","new":"TIMEOUT = 60"})").value(),
      call);
  EXPECT_FALSE(surface.accept(R"({"tool":"edit_file","path":"other.py","old":"TIMEOUT = 30","new":"TIMEOUT = 60"})"));
  EXPECT_EQ(surface.escalated().ask(), Ask::rewrite);
  EXPECT_EQ(surface.escalated().escalated().ask(), Ask::piece);
}

TEST(Materials, TwoOperationsOnOneFileAreOneEdit) {
  const auto plan = plan_for("In a.py, set A to 2 and B to 3.", {target("a.py")},
                             {contract::SetValue{"a.py", "A", "2"}, contract::SetValue{"a.py", "B", "3"}},
                             {contract::ValueIs{"a.py", "A", "2", false}, contract::ValueIs{"a.py", "B", "3", false}});
  const auto surface = compile(plan, {.files = {{path("a.py"), "A = 1\nX = 0\nB = 1\n"}}}).value();
  EXPECT_EQ(surface.accept(R"({"choice":1})").value(),
            Call(EditFile{path("a.py"), "A = 1\nX = 0\nB = 1", "A = 2\nX = 0\nB = 3"}));
}

TEST(Materials, OnlyTargetsOfThePlanCanChangeAndForbiddenOnesAreNotRead) {
  const auto plan = plan_for("Fix a.py, do not touch b.py", {target("a.py"), target("b.py", contract::Role::forbidden)},
                             {contract::Edit{"a.py", ""}}, {contract::FileChanged{"a.py"}});
  const auto surface = compile(plan, {.files = {{path("a.py"), "x\n"}, {path("b.py"), "y\n"}},
                                      .listing = {path("a.py"), path("b.py"), path("c.py")}})
                           .value();
  EXPECT_TRUE(surface.accept(R"({"tool":"read_file","path":"c.py"})"));
  for (const char* bad :
       {R"({"tool":"edit_file","path":"b.py","old":"y","new":"z"})", R"({"tool":"read_file","path":"b.py"})",
        R"({"tool":"write_file","path":"c.py","text":"z"})", R"({"tool":"append_text","path":"b.py","text":"z"})"}) {
    EXPECT_FALSE(surface.accept(bad)) << bad;
  }
}

TEST(Materials, AReadOnlyPostureHasNoToolThatChanges) {
  const auto plan = plan_for("In a.py, set A to 2.", {target("a.py")}, {contract::SetValue{"a.py", "A", "2"}}, {},
                             contract::Type::edit, contract::Posture::ask);
  const auto surface = compile(plan, {.files = {{path("a.py"), "A = 1\n"}}}).value();
  for (const Tool tool : surface.tools()) EXPECT_FALSE(contract::changes_files(tool)) << to_string(tool);
  EXPECT_FALSE(surface.accept(R"({"choice":1})"));
}

TEST(Materials, DecidedContentAndBatchesAreChoicesToo) {
  const auto create =
      plan_for("Create a.txt with the content hello", {target("a.txt", contract::Role::output, false)},
               {contract::CreateFile{"a.txt", "hello"}},
               {contract::FileCreated{"a.txt"}, contract::ContentIs{"a.txt", "hello"}}, contract::Type::create);
  EXPECT_EQ(compile(create, {.files = {}}).value().accept(R"({"choice":1})").value(),
            Call(WriteFile{path("a.txt"), "hello\n"}));
  const auto open =
      plan_for("Create a.txt with a poem", {target("a.txt", contract::Role::output, false)},
               {contract::CreateFile{"a.txt", std::nullopt}}, {contract::FileCreated{"a.txt"}}, contract::Type::create);
  const Surface whole = compile(open, {.files = {}}).value();
  EXPECT_EQ(whole.ask(), Ask::whole);
  EXPECT_EQ(whole.accept(R"({"text":"Roses\n"})").value(), Call(WriteFile{path("a.txt"), "Roses\n"}));
  const auto remove = plan_for("Delete a.txt", {target("a.txt")}, {contract::DeleteFile{"a.txt"}},
                               {contract::FileDeleted{"a.txt"}}, contract::Type::organize);
  EXPECT_EQ(compile(remove, {.files = {}}).value().accept(R"({"choice":1})").value(),
            Call(Organize{{{FileAction::remove, path("a.txt")}}}));
}

TEST(Windows, AreTheBlockThatTheWordsSpeakOf) {
  std::string text;
  for (const char* name : {"load", "save", "send", "close", "open", "reset", "flush"}) {
    text += std::string("def ") + name + "(x):\n    y = x\n    return y\n\n\n";
  }
  const auto windows = windows_for("In a.py, make save return None when x is empty.", "a.py", text);
  ASSERT_EQ(windows.size(), 1U);
  EXPECT_EQ(windows[0].of(text), "def save(x):\n    y = x\n    return y");
  EXPECT_EQ(windows_for("anything", "a.py", "a\nb\n").size(), 1U);
  EXPECT_TRUE(windows_for("anything", "a.py", "").empty());
}

}  // namespace
}  // namespace warrant::surface
