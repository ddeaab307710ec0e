#include <warrant/policy/approval.hpp>
#include <warrant/policy/examine.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

namespace warrant::policy {
namespace {

RelPath path(std::string_view text) { return RelPath::make(text).value(); }

/// Files in memory; a link is a name that stands for another.
class Memory : public Facts {
 public:
  std::map<std::string, std::string> files;
  std::map<std::string, std::string> links;
  std::set<std::string> read;

  [[nodiscard]] Result<RelPath> real_path(const RelPath& spelled) const override {
    const auto link = links.find(spelled.text());
    if (link == links.end()) return spelled;
    return RelPath::make(link->second);
  }
  [[nodiscard]] bool exists(const RelPath& real) const override { return files.contains(real.text()); }
  [[nodiscard]] Result<std::string> text(const RelPath& real) const override {
    const auto file = files.find(real.text());
    if (file == files.end()) return fail(Code::not_found, "there is no such file", real.text());
    return file->second;
  }
  [[nodiscard]] bool fully_read(const RelPath& real) const override { return read.contains(real.text()); }
};

contract::Target target(std::string name, contract::Role role) { return {std::move(name), role, true, std::nullopt}; }

contract::Contract edit_contract() {
  return {.request = "In settings.py, change TIMEOUT from 30 to 60.",
          .type = contract::Type::edit,
          .requested = true,
          .allowed = true,
          .only_targets = false,
          .verification = contract::Verification::required,
          .targets = {target("settings.py", contract::Role::must_change)},
          .operations = {},
          .expectations = {},
          .obligation = contract::Obligation::change,
          .grounds = contract::Grounds::read_target,
          .posture = contract::Posture::agent,
          .phase = contract::Phase::apply,
          .reason = {"test", {}, ""},
          .unsure = false,
          .question = ""};
}

constexpr std::string_view settings = "TIMEOUT = 30\nRETRIES = 3\n";

surface::Surface wide_surface() {
  using contract::Tool;
  surface::Request request{.tools = {Tool::read_file, Tool::edit_file, Tool::write_file, Tool::append_text,
                                     Tool::organize, Tool::run_command, Tool::answer}};
  request.targets = {{path("settings.py"), std::string(settings), 0, settings.size()},
                     {path("other.py"), "x = 1\n", 0, 6}};
  request.readable = {path("settings.py"), path("other.py")};
  request.writable = {path("settings.py"), path("other.py"), path("new.py"), path("alias")};
  request.operations = {{surface::FileAction::move, path("settings.py"), path("moved.py")},
                        {surface::FileAction::remove, path("settings.py")}};
  request.profiles = {"pytest", "ctest"};
  return surface::compile(request).value();
}

surface::Surface narrow_surface() {
  return surface::compile({.tools = {contract::Tool::read_file}, .readable = {path("settings.py"), path("other.py")}})
      .value();
}

/// A call that passes every step, but for those named.
struct Scenario {
  std::set<CheckStep> broken;

  [[nodiscard]] bool has(CheckStep step) const { return broken.contains(step); }

  [[nodiscard]] Examination run() const {
    JsonObject call{{"tool", has(CheckStep::known_tool) ? "fly_file" : "edit_file"},
                    {"path", "settings.py"},
                    {"old", "TIMEOUT = 30"},
                    {"new", has(CheckStep::payload) ? "<content>" : "TIMEOUT = 60"}};
    std::string reply = to_text(call);
    if (has(CheckStep::parsed)) reply.pop_back();
    const surface::Surface surface = has(CheckStep::on_surface) ? narrow_surface() : wide_surface();
    contract::Contract contract = edit_contract();
    if (has(CheckStep::contract)) contract.targets = {target("settings.py", contract::Role::forbidden)};
    if (has(CheckStep::posture)) contract = with_posture(std::move(contract), contract::Posture::plan);
    Memory memory;
    memory.files["settings.py"] = has(CheckStep::arguments) ? "TIMEOUT = 31\n" : settings;
    Examination examination = examine(reply, &surface, make_plan(std::move(contract)).value(), memory);
    std::vector<Rule> rules;
    if (has(CheckStep::ladder)) rules.push_back({"never", Verdict::deny, {"*"}, {"**"}, {}, false});
    note(examination, decide(question_of(examination, "r", sha256("effect")), rules, {}));
    return examination;
  }
};

constexpr CheckStep breakable[] = {CheckStep::parsed,  CheckStep::known_tool, CheckStep::on_surface, CheckStep::payload,
                                   CheckStep::posture, CheckStep::contract,   CheckStep::arguments,  CheckStep::ladder};

// Every step alone, every pair and every larger set: the earliest broken step answers.
TEST(Examine, TheFirstStepThatFailsAnswers) {
  for (unsigned set = 0; set < 1U << std::size(breakable); ++set) {
    Scenario scenario;
    std::optional<CheckStep> first;
    for (unsigned i = 0; i < std::size(breakable); ++i) {
      if ((set >> i & 1U) == 0) continue;
      scenario.broken.insert(breakable[i]);
      if (!first) first = breakable[i];
    }
    const Examination examination = scenario.run();
    const Checked* failed = examination.failed();
    if (!first) {
      ASSERT_EQ(failed, nullptr) << failed->why;
      ASSERT_EQ(examination.steps.size(), 9U);
      continue;
    }
    ASSERT_NE(failed, nullptr) << set;
    EXPECT_EQ(to_string(failed->step), to_string(*first)) << set << ": " << failed->why;
    for (std::size_t i = 0; i + 1 < examination.steps.size(); ++i) {
      EXPECT_TRUE(examination.steps[i].passed);
      EXPECT_EQ(static_cast<std::size_t>(examination.steps[i].step), i);
    }
  }
}

Examination examine_with(std::string_view reply, const Memory& memory, contract::Contract contract = edit_contract()) {
  const surface::Surface surface = wide_surface();
  return examine(reply, &surface, make_plan(std::move(contract)).value(), memory);
}

struct Usual : Memory {
  Usual() { files = {{"settings.py", std::string(settings)}, {"other.py", "x = 1\n"}}; }
};

constexpr std::string_view edit_settings =
    R"({"tool":"edit_file","path":"settings.py","old":"TIMEOUT = 30","new":"TIMEOUT = 60"})";
constexpr std::string_view edit_other = R"({"tool":"edit_file","path":"other.py","old":"x = 1","new":"x = 2"})";

std::string failure(const Examination& examination) {
  const Checked* failed = examination.failed();
  return failed == nullptr ? "" : std::string(to_string(failed->step)) + ": " + failed->why;
}

TEST(Examine, WithoutASurfaceNothingIsOffered) {
  const Usual memory;
  const Examination examination = examine(edit_settings, nullptr, make_plan(edit_contract()).value(), memory);
  EXPECT_EQ(failure(examination), "on_surface: this turn offers no tool at all");
  EXPECT_EQ(failure(examine("nonsense", nullptr, make_plan(edit_contract()).value(), memory)).substr(0, 7), "parsed:");
}

TEST(Examine, GivesTheExactChange) {
  const Examination examination = examine_with(edit_settings, Usual());
  ASSERT_TRUE(examination.change) << failure(examination);
  EXPECT_EQ(examination.change->after, "TIMEOUT = 60\nRETRIES = 3\n");
  EXPECT_FALSE(examination.scope_warning);
  EXPECT_FALSE(examination.form_change);
}

TEST(Examine, KeepsLineEndingsAndMark) {
  Usual memory;
  memory.files["settings.py"] = "\xef\xbb\xbfTIMEOUT = 30\r\nA\r\n";
  const Examination edit =
      examine_with(R"({"tool":"edit_file","path":"settings.py","old":"TIMEOUT = 30","new":"TIMEOUT = 60\nB"})", memory);
  ASSERT_TRUE(edit.change) << failure(edit);
  EXPECT_EQ(edit.change->after, "\xef\xbb\xbfTIMEOUT = 60\r\nB\r\nA\r\n");
  EXPECT_FALSE(edit.form_change);
  const Examination append = examine_with(R"({"tool":"append_text","path":"settings.py","text":"C"})", memory);
  ASSERT_TRUE(append.change) << failure(append);
  EXPECT_EQ(append.change->after, "\xef\xbb\xbfTIMEOUT = 30\r\nA\r\nC\r\n");
  memory.read.insert("settings.py");
  const Examination write = examine_with(R"({"tool":"write_file","path":"settings.py","text":"a\nb"})", memory);
  ASSERT_TRUE(write.change) << failure(write);
  EXPECT_EQ(write.change->after,
            "\xef\xbb\xbf"
            "a\r\nb");
  EXPECT_TRUE(write.form_change);  // the final newline goes
}

TEST(Examine, AWholeFileIsOnlyReplacedByWhoReadIt) {
  Usual memory;
  constexpr std::string_view write = R"({"tool":"write_file","path":"settings.py","text":"all new\n"})";
  EXPECT_EQ(failure(examine_with(write, memory)),
            "arguments: the file was not read in full before it was to be replaced");
  memory.read.insert("settings.py");
  EXPECT_EQ(failure(examine_with(write, memory)), "");
  EXPECT_EQ(failure(examine_with(R"({"tool":"write_file","path":"new.py","text":"x\n"})", memory)), "");
}

TEST(Examine, OldMustOccurOnceOnDisk) {
  Usual memory;
  memory.files["settings.py"] = "TIMEOUT = 30\nTIMEOUT = 30\n";
  EXPECT_EQ(failure(examine_with(edit_settings, memory)), "arguments: `old` occurs more than once in the file on disk");
  memory.files["settings.py"] = "";
  EXPECT_EQ(failure(examine_with(edit_settings, memory)), "arguments: `old` does not occur in the file on disk");
  memory.files.clear();
  EXPECT_EQ(failure(examine_with(edit_settings, memory)), "arguments: there is no such file");
}

TEST(Examine, ANamedSymbolMustBeThere) {
  contract::Contract contract = edit_contract();
  const auto name = [&](const std::string& symbol) {
    contract.operations = {contract::Edit{"settings.py", symbol}};
    contract.expectations = {contract::SymbolExists{"settings.py", symbol}, contract::FileChanged{"settings.py"}};
  };
  name("MISSING");
  const std::string why = failure(examine_with(edit_settings, Usual(), contract));
  EXPECT_EQ(why.substr(0, 10), "arguments:") << why;
  name("TIMEOUT");
  EXPECT_EQ(failure(examine_with(edit_settings, Usual(), contract)), "");
}

TEST(Examine, ScopeIsAWarningUnlessTheRequestSaysOnly) {
  const Examination other = examine_with(edit_other, Usual());
  EXPECT_EQ(failure(other), "");
  EXPECT_TRUE(other.scope_warning);
  contract::Contract contract = edit_contract();
  contract.only_targets = true;
  EXPECT_EQ(failure(examine_with(edit_other, Usual(), contract)).substr(0, 9), "contract:");
  EXPECT_EQ(failure(examine_with(edit_settings, Usual(), contract)), "");
}

TEST(Examine, WhatIsToBeReadIsNotChanged) {
  contract::Contract contract = edit_contract();
  contract.targets.push_back(target("other.py", contract::Role::must_read));
  EXPECT_EQ(failure(examine_with(edit_other, Usual(), contract)),
            "contract: the request names other.py to be read, not changed");
}

TEST(Examine, ALinkLeadsAroundNoBan) {
  Usual memory;
  memory.links["alias"] = "settings.py";
  contract::Contract contract = edit_contract();
  contract.targets = {target("settings.py", contract::Role::forbidden), target("alias", contract::Role::must_change)};
  EXPECT_EQ(failure(examine_with(R"({"tool":"append_text","path":"alias","text":"x"})", memory, contract)),
            "contract: the request forbids changing settings.py");
}

TEST(Examine, WhatLeavesTheWorkspaceIsTheLaddersToDeny) {
  Usual memory;
  memory.links["alias"] = "../outside";
  Examination examination = examine_with(R"({"tool":"append_text","path":"alias","text":"x"})", memory);
  EXPECT_TRUE(examination.escapes);
  const Ruling ruling = decide(question_of(examination, "r", sha256("e")), {}, {});
  EXPECT_EQ(std::get<Deny>(ruling).step(), Step::escapes);
  note(examination, ruling);
  EXPECT_EQ(failure(examination), "ladder: deny (escapes): the path leaves the workspace");
}

TEST(Examine, AReadOnlyPostureRunsNothing) {
  const contract::Contract contract = with_posture(edit_contract(), contract::Posture::ask);
  EXPECT_EQ(failure(examine_with(R"({"tool":"run_command","profile":"pytest"})", Usual(), contract)),
            "posture: the ask posture is read-only");
  EXPECT_EQ(failure(examine_with(R"({"tool":"read_file","path":"other.py"})", Usual(), contract)), "");
}

TEST(Examine, ABatchMovesOnlyWhatIsThereToWhereNothingIs) {
  constexpr std::string_view move =
      R"({"tool":"organize","operations":[{"action":"move","path":"settings.py","to":"moved.py"}]})";
  contract::Contract contract = edit_contract();
  contract.targets = {target("settings.py", contract::Role::source), target("moved.py", contract::Role::output)};
  EXPECT_EQ(failure(examine_with(move, Usual(), contract)), "");
  Usual memory;
  memory.files["moved.py"] = "";
  EXPECT_EQ(failure(examine_with(move, memory, contract)), "arguments: there is a moved.py already");
  memory.files.clear();
  EXPECT_EQ(failure(examine_with(move, memory, contract)), "arguments: there is no settings.py");
}

RC_GTEST_PROP(Examine, NoBytesPassThatAreNoCall, ()) {
  const Examination examination = examine_with(*rc::gen::arbitrary<std::string>(), Usual());
  RC_ASSERT(examination.failed() != nullptr || examination.call.has_value());
}

TEST(Examine, AnotherFileThanTheRequestIsAboutFailsAtTheContract) {
  const surface::Surface surface =
      surface::compile({.tools = {contract::Tool::edit_file},
                        .targets = {{path("settings.py"), std::string(settings), 0, settings.size()}}})
          .value();
  Memory memory;
  memory.files["settings.py"] = settings;
  memory.files["other.py"] = "x = 1\n";
  const auto plan = make_plan(edit_contract()).value();
  const auto edit = [&](std::string_view file, std::string_view old_text) {
    return examine(to_text(JsonObject{{"tool", "edit_file"}, {"path", file}, {"old", old_text}, {"new", "y = 2"}}),
                   &surface, plan, memory);
  };
  const Examination other = edit("other.py", "x = 1");
  ASSERT_NE(other.failed(), nullptr);
  EXPECT_EQ(other.failed()->step, CheckStep::contract);
  EXPECT_EQ(other.failed()->why, "the request is about settings.py, and this would change other.py");
  const Examination own = edit("settings.py", "nowhere");
  ASSERT_NE(own.failed(), nullptr);
  EXPECT_EQ(own.failed()->step, CheckStep::arguments) << own.failed()->why;
}

TEST(Examine, WhatCannotBeReadFailsAtItsStepAndWhatLeadsOutAtTheLadder) {
  const auto raw = surface::read_call(R"({"tool":"run_command","profile":"pytest","cmd":"rm"})");
  ASSERT_FALSE(raw);
  const Examination unreadable = examine_unreadable(raw.error());
  ASSERT_NE(unreadable.failed(), nullptr);
  EXPECT_EQ(unreadable.failed()->step, CheckStep::payload);
  EXPECT_EQ(unreadable.steps.size(), 4U);

  Examination out = examine_escape();
  EXPECT_EQ(out.failed(), nullptr);
  const Ruling ruling = decide(question_of(out, "r", sha256("effect")), {}, {});
  note(out, ruling);
  ASSERT_TRUE(std::holds_alternative<Deny>(ruling));
  EXPECT_EQ(to_string(std::get<Deny>(ruling).step()), "escapes");
  EXPECT_EQ(out.failed()->step, CheckStep::ladder);
}

}  // namespace
}  // namespace warrant::policy
