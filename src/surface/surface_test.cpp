#include <warrant/base/utf8.hpp>
#include <warrant/surface/places.hpp>
#include <warrant/surface/surface.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace warrant::surface {
namespace {

RelPath path(std::string_view text) { return RelPath::make(text).value(); }

Target whole(std::string_view name, std::string text) {
  const std::size_t size = text.size();
  return {path(name), std::move(text), 0, size};
}

// Counted the slow way, overlapping ones too.
std::size_t count(std::string_view text, std::string_view piece) {
  std::size_t found = 0;
  for (std::size_t at = 0; at + piece.size() <= text.size(); ++at) found += text.substr(at, piece.size()) == piece;
  return found;
}

std::string edit(std::string_view old_text, std::string_view new_text) {
  return to_text(JsonObject{{"old", Json(old_text)}, {"new", Json(new_text)}});
}

rc::Gen<std::string> texts() {
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(
                          rc::gen::element<std::string>("a", "b", "\n", "\"", "\\", "é", "\x01")),
                      [](const std::vector<std::string>& parts) {
                        std::string out;
                        for (const std::string& part : parts) out += part;
                        return out;
                      });
}

RC_GTEST_PROP(Places, HoldExactlyThePiecesThatOccurOnce, ()) {
  const std::string before = *texts();
  const std::string shown = *texts();
  const std::string file = before + shown + *texts();
  const auto places = Places::make(file, before.size(), shown.size());
  RC_ASSERT(places.has_value());
  for (std::size_t at = 0; at < shown.size(); ++at) {
    for (std::size_t size = 1; at + size <= shown.size(); ++size) {
      const std::string piece = shown.substr(at, size);
      if (is_utf8(piece)) RC_ASSERT(places->names_one_place(piece) == (count(file, piece) == 1));
    }
  }
  RC_ASSERT(!places->names_one_place(""));
  RC_ASSERT(places->states().size() <= 2 * (file.size() + shown.size()) + 2);
}

RC_GTEST_PROP(Places, EveryWalkEndsInAUniquePieceThatIsAccepted, ()) {
  const std::string before = *texts();
  const std::string shown = *texts();
  const std::string file = before + shown + *texts();
  const Target target{path("f"), file, before.size(), shown.size()};
  const auto surface = compile({.tools = {Tool::edit_file}, .targets = {target}});
  RC_ASSERT(surface.has_value());
  const Places places = Places::make(file, before.size(), shown.size()).value();
  RC_ASSERT(surface->empty() == places.states().empty());
  if (places.states().empty()) return;
  std::string piece;
  const Places::State* state = &places.states()[0];
  while (!state->closes || (!state->edges.empty() && *rc::gen::arbitrary<bool>())) {
    RC_ASSERT(!state->edges.empty());  // no dead end
    const auto& edge = state->edges[*rc::gen::inRange<std::size_t>(0, state->edges.size())];
    append_utf8(piece, edge.symbol);
    state = &places.states()[edge.to];
  }
  RC_ASSERT(count(file, piece) == 1U);
  const auto call = surface->accept(edit(piece, piece + "!"));
  RC_ASSERT(call.has_value());
  RC_ASSERT(*call == Call(EditFile{path("f"), piece, piece + "!"}));
  RC_ASSERT(!surface->accept(edit(piece, piece)).has_value());
}

TEST(Surface, RefusesOldTextThatIsAbsentOrAmbiguous) {
  const auto surface = compile({.tools = {Tool::edit_file}, .targets = {whole("a", "x = 1\ny = 1\n")}}).value();
  EXPECT_TRUE(surface.accept(edit("x = 1", "x = 2")));
  for (const char* old_text : {"= 1", "z", "", "x = 1\ny = 1\n\n"}) {
    EXPECT_FALSE(surface.accept(edit(old_text, "new"))) << old_text;
  }
}

TEST(Surface, WithoutToolsAcceptsNothing) {
  const auto surface = compile({.tools = {}, .readable = {path("a")}}).value();
  EXPECT_TRUE(surface.empty());
  EXPECT_EQ(surface.grammar(), "");
  EXPECT_EQ(surface.schema(), Json(false));
  for (const char* reply : {"{}", "", R"({"tool":"read_file","path":"a"})"}) EXPECT_FALSE(surface.accept(reply));
  EXPECT_FALSE(Surface().accept("{}"));
  EXPECT_EQ(Surface().accept(R"({"tool":"answer"})").error().step, Step::on_surface);
}

TEST(Surface, AsksOnlyForWhatIsOpen) {
  const auto surface = compile({.tools = {Tool::edit_file}, .targets = {whole("a.py", "ab")}}).value();
  EXPECT_EQ(surface.grammar(),
            "root ::= f0\n"
            "f0 ::= \"{\" f0-a0\n"
            "f0-a0 ::= \"\\\"old\\\":\" \"\\\"\" f0-p0-0\n"
            "f0-p0-0 ::= \"a\" f0-p0-1 | \"b\" f0-p0-2\n"
            "f0-p0-1 ::= \"b\" f0-p0-2 | \"\\\"\" f0-a1\n"
            "f0-p0-2 ::= \"\\\"\" f0-a1\n"
            "f0-a1 ::= \",\\\"new\\\":\" \"\\\"\" char* \"\\\"\" f0-a2\n"
            "f0-a2 ::= \"}\"\n"
            "char ::= [^\"\\\\\\x00-\\x1F] | \"\\\\\" [\"\\\\/bfnrt]\n");
  EXPECT_FALSE(surface.accept(R"({"path":"b.py","old":"a","new":"c"})"));
}

TEST(Surface, ReadsEveryToolAndRefusesWhatIsNotOffered) {
  const FileOperation move{FileAction::move, path("a"), path("b")};
  const auto surface =
      compile({.tools = {Tool::read_file, Tool::list_files, Tool::search_text, Tool::edit_file, Tool::write_file,
                         Tool::append_text, Tool::organize, Tool::run_command, Tool::answer},
               .targets = {whole("t", "x"), whole("u", "y")},
               .readable = {path("a"), path("b")},
               .directories = {path("."), path("d")},
               .writable = {path("w"), path("v")},
               .operations = {move},
               .profiles = {"test", "lint"}})
          .value();
  const std::vector<std::pair<std::string, Call>> calls = {
      {R"({"tool":"read_file","path":"b"})", ReadFile{path("b")}},
      {R"({"tool":"list_files","directory":"."})", ListFiles{RelPath()}},
      {R"({"tool":"search_text","query":"q"})", SearchText{"q"}},
      {R"({"tool":"edit_file","path":"u","old":"y","new":""})", EditFile{path("u"), "y", ""}},
      {R"({"tool":"write_file","path":"w","text":""})", WriteFile{path("w"), ""}},
      {R"( {"text":"t","tool":"append_text","path":"v"} )", AppendText{path("v"), "t"}},
      {R"({"tool":"organize","operations":[{"action":"move","path":"a","to":"b"}]})", Organize{{move}}},
      {R"({"tool":"run_command","profile":"lint"})", RunCommand{"lint"}},
      {R"({"tool":"answer","text":"done"})", Answer{"done"}}};
  for (const auto& [text, call] : calls) {
    const auto read = surface.accept(text);
    ASSERT_TRUE(read) << text << ": " << read.error().message;
    EXPECT_EQ(*read, call) << text;
  }
  for (const char* bad :
       {R"({"tool":"read_file","path":"c"})", R"({"tool":"read_file"})", R"({"tool":"shell","path":"a"})",
        R"({"tool":"edit_file","path":"t","old":"y","new":""})", R"({"tool":"answer","text":""})",
        R"({"tool":"answer","text":"a","more":1})", R"({"tool":"run_command","profile":"rm"})",
        R"({"tool":"organize","operations":[]})", R"([])", R"({"tool":"answer","text":"a"}x)",
        R"({"tool":"organize","operations":[{"action":"move","path":"a","to":"c"}]})", R"({"tool":1})"}) {
    EXPECT_FALSE(surface.accept(bad)) << bad;
  }
}

Surface edit_of_settings() {
  return compile({.tools = {Tool::edit_file}, .targets = {whole("settings.py", "TIMEOUT = 30\nRETRIES = 3\n")}})
      .value();
}

TEST(Surface, TakesTheSameCallHoweverItIsWritten) {
  const Surface surface = edit_of_settings();
  const Call call = EditFile{path("settings.py"), "TIMEOUT = 30", "TIMEOUT = 60"};
  for (
      const char* reply :
      {R"({"old":"TIMEOUT = 30","new":"TIMEOUT = 60"})",
       R"({"tool":"edit_file","path":"settings.py","old":"TIMEOUT = 30","new":"TIMEOUT = 60"})",
       R"({"path":"./settings.py","old_string":"TIMEOUT = 30","new_string":"TIMEOUT = 60"})",
       R"({"name":"edit_file","arguments":{"file_path":"settings.py","old_str":"TIMEOUT = 30","new_str":"TIMEOUT = 60"}})",
       R"({"name":"edit_file","arguments":"{\"old\":\"TIMEOUT = 30\",\"new\":\"TIMEOUT = 60\"}"})",
       R"({"id":"c1","type":"function","function":{"name":"edit_file","arguments":"{\"old\":\"TIMEOUT = 30\",\"new\":\"TIMEOUT = 60\"}"}})",
       R"([{"tool":"edit_file","args":{"filename":"settings.py","old":"TIMEOUT = 30","new":"TIMEOUT = 60"}}])",
       "Here is the change:\n```json\n{\"old\":\"TIMEOUT = 30\",\"new\":\"TIMEOUT = 60\"}\n```\n",
       "<tool_call>\n{\"name\":\"edit_file\",\"arguments\":{\"old\":\"TIMEOUT = 30\",\"new\":\"TIMEOUT = "
       "60\"}}\n</tool_call>",
       "<tool_call>\n<function=edit_file>\n<parameter=path>\nsettings.py\n</parameter>\n<parameter=old>\nTIMEOUT = 30\n"
       "</parameter>\n<parameter=new>\nTIMEOUT = 60\n</parameter>\n</function>\n</tool_call>"}) {
    const auto read = surface.accept(reply);
    ASSERT_TRUE(read) << reply << ": " << read.error().message;
    EXPECT_EQ(*read, call) << reply;
  }
}

TEST(Surface, NamesTheStepThatRefuses) {
  const Surface surface = edit_of_settings();
  const std::vector<std::pair<std::string, Step>> replies = {
      {"", Step::parsed},
      {"I have changed TIMEOUT from 30 to 60. All tests pass.", Step::parsed},
      {"{\"old\":", Step::parsed},
      {"7", Step::parsed},
      {R"([{"old":"a","new":"b"},{"old":"c","new":"d"}])", Step::parsed},
      {R"({"tool":"edit_file","arguments":"no object"})", Step::parsed},
      {R"({"tool":"bash","command":"ls"})", Step::known_tool},
      {R"({"tool":"read_file","path":"settings.py"})", Step::on_surface},
      {R"({"tool":"run_command","command":"ls"})", Step::on_surface},
      {R"({"command":"ls"})", Step::payload},
      {R"({"old":"TIMEOUT = 30","new":"x","argv":[]})", Step::payload},
      {R"({"old":"1| TIMEOUT = 30","new":"1| TIMEOUT = 60"})", Step::payload},
      {R"({"old":"TIMEOUT = 30","new":"TIMEOUT = 60\n# ... rest of code"})", Step::payload},
      {R"({"old":"TIMEOUT = 30","new":"<content>"})", Step::payload},
      {R"({"path":"path/to/settings.py","old":"TIMEOUT = 30","new":"x"})", Step::payload},
      {R"({"old":"TIMEOUT = 30","old_string":"TIMEOUT = 30","new":"x"})", Step::payload},
      {R"({"path":"other.py","old":"TIMEOUT = 30","new":"x"})", Step::arguments},
      {R"({"path":"../settings.py","old":"TIMEOUT = 30","new":"x"})", Step::arguments},
      {R"({"old":"TIMEOUT = 30"})", Step::arguments},
      {R"({"old":"TIMEOUT = 30","new":"x","why":"y"})", Step::arguments},
      {R"({"old":"TIMEOUT = 30","new":"TIMEOUT = 30"})", Step::arguments},
      {R"({"old":" = 3","new":"x"})", Step::arguments},
      {R"({"old":7,"new":"x"})", Step::arguments}};
  for (const auto& [reply, step] : replies) {
    const auto read = surface.accept(reply);
    ASSERT_FALSE(read) << reply;
    EXPECT_EQ(to_string(read.error().step), to_string(step)) << reply << ": " << read.error().message;
  }
}

TEST(Surface, TakesDecorationAndPlaceholdersThatAreTheFilesOwn) {
  const auto surface =
      compile({.tools = {Tool::edit_file}, .targets = {whole("table.txt", "1| one\n2| two\n# ... rest of code\n")}})
          .value();
  EXPECT_TRUE(surface.accept(edit("1| one", "1| uno")));
  EXPECT_TRUE(surface.accept(edit("2| two\n", "two\n# ... rest of code\n")));
}

TEST(Surface, AsksForAChoiceAmongDecidedCalls) {
  const Call sixty = EditFile{path("a.py"), "T = 30", "T = 60"};
  const Call other = EditFile{path("a.py"), "R = 30", "R = 60"};
  const auto surface = compile({.tools = {Tool::edit_file},
                                .targets = {whole("a.py", "T = 30\nR = 30\n")},
                                .choices = {sixty, other},
                                .asks = {Ask::choice, Ask::piece}})
                           .value();
  EXPECT_EQ(surface.ask(), Ask::choice);
  EXPECT_EQ(surface.grammar(), "root ::= \"{\\\"choice\\\":\" (\"0\" | \"1\" | \"2\") \"}\"\n");
  EXPECT_EQ(surface.exhibit(),
            "BEGIN change 1\n- T = 30\n+ T = 60\nEND change 1\nBEGIN change 2\n- R = 30\n+ R = 60\nEND change 2\n");
  EXPECT_EQ(surface.accept(R"({"choice":2})").value(), other);
  EXPECT_EQ(surface.accept(R"({"tool":"edit_file","choice":"1"})").value(), sixty);
  EXPECT_EQ(surface.accept(R"({"path":"a.py","old":"T = 30","new":"T = 60"})").value(), sixty);
  EXPECT_TRUE(surface.accept(R"({"choice":0})").error().declined);
  for (const char* bad : {R"({"choice":3})", R"({"choice":-1})", R"({"choice":"x"})", R"({"choice":1,"new":"x"})",
                          R"({"tool":"write_file","choice":1})", "1", "the first"}) {
    ASSERT_FALSE(surface.accept(bad)) << bad;
    EXPECT_FALSE(surface.accept(bad).error().declined) << bad;
  }
  const Surface next = surface.escalated();
  EXPECT_EQ(next.ask(), Ask::piece);
  EXPECT_FALSE(next.accept(R"({"choice":2})"));
  EXPECT_EQ(next.accept(R"({"old":"T = 30","new":"T = 60"})").value(), sixty);
  EXPECT_TRUE(next.escalated().empty());
}

TEST(Surface, FindsTheCopiedPieceInAReply) {
  const auto surface =
      compile({.tools = {Tool::edit_file}, .targets = {whole("a.py", "T = \"x\"\n")}, .asks = {Ask::piece}}).value();
  ASSERT_TRUE(surface.copies());
  const auto piece = [&](std::string_view reply) { return surface.copied_piece(reply).of(reply); };
  EXPECT_EQ(piece(R"({"old":"T = \"x\"","new":"y"})"), R"(T = \"x\")");
  EXPECT_EQ(piece("{\"new\":\"y\",\n \"old\" : \"T\"}"), "T");
  for (const std::string_view reply :
       {R"({"old":"T)", R"({"old":"T\)", R"({"old":)", R"({"old")", R"({"old":7})", ""}) {
    EXPECT_EQ(piece(reply), "") << reply;
  }
  const auto free = compile({.tools = {Tool::answer}}).value();
  EXPECT_FALSE(free.copies());
  EXPECT_TRUE(free.copied_piece(R"({"old":"T"})").empty());
}

TEST(Surface, AsksForTheNewTextOfAWindow) {
  const std::string file = "def a():\n  return 1\n\ndef b():\n  return 2\n";
  const Window first{path("f.py"), {0, 19}};
  const Window second{path("f.py"), {21, 40}};
  const auto one =
      compile(
          {.tools = {Tool::edit_file}, .targets = {whole("f.py", file)}, .windows = {second}, .asks = {Ask::rewrite}})
          .value();
  EXPECT_EQ(one.accept("{\"new\":\"def b():\\n  return 3\\n\"}").value(),
            Call(EditFile{path("f.py"), "def b():\n  return 2", "def b():\n  return 3"}));
  const auto two = compile({.tools = {Tool::edit_file},
                            .targets = {whole("f.py", file)},
                            .windows = {first, second},
                            .asks = {Ask::rewrite}})
                       .value();
  EXPECT_EQ(two.accept("{\"window\":1,\"new\":\"x\"}").value(), Call(EditFile{path("f.py"), file.substr(0, 19), "x"}));
  EXPECT_FALSE(two.accept("{\"window\":0,\"new\":\"x\"}"));
  EXPECT_FALSE(two.accept("{\"window\":3,\"new\":\"x\"}"));
  EXPECT_FALSE(two.accept("{\"new\":\"x\"}"));
  EXPECT_EQ(compile({.tools = {Tool::edit_file},
                     .targets = {whole("f.py", file)},
                     .windows = {{path("f.py"), {0, 400}}},
                     .asks = {Ask::rewrite}})
                .error()
                .code,
            Code::invalid_argument);
}

TEST(Surface, RefusesARewrittenWindowThatIsNone) {
  const std::string file = "one\ntwo\nthree\n";
  const auto surface = compile({.tools = {Tool::edit_file},
                                .targets = {whole("a.txt", file)},
                                .windows = {{path("a.txt"), {0, 7}}},
                                .asks = {Ask::rewrite}})
                           .value();
  const auto refused = [&](const std::string& text) {
    const auto call = surface.accept("```\n" + text + "```");
    return !call && call.error().step == Step::payload;
  };
  EXPECT_TRUE(surface.accept("```\none\n2\n```"));
  EXPECT_TRUE(refused("BEGIN part\none\n2\nEND part\n"));
  EXPECT_TRUE(refused("one\n2\nEND2 part 1\n"));
  EXPECT_TRUE(refused("a = 1\nb = \"y\"\n"));
  EXPECT_TRUE(refused("a = 1\nb = \"y\"\n\n\n"));
  std::string lost = "one\n";
  for (int line = 0; line < 40; ++line) lost += "2\n";
  EXPECT_TRUE(refused(lost));
  EXPECT_TRUE(refused(std::string(4000, 'x') + "\n"));
  EXPECT_NE(surface.grammar().find("line{0,26}"), std::string::npos);
}

TEST(Surface, RefusesAnEditThatBreaksJson) {
  const auto surface = compile({.tools = {Tool::edit_file},
                                .targets = {whole("a.json", "{\n  \"a\": 1,\n  \"b\": 2\n}\n")},
                                .asks = {Ask::piece}})
                           .value();
  EXPECT_FALSE(surface.accept(R"({"old":"b\": 2","new":""})"));
  EXPECT_TRUE(surface.accept(R"({"old":"2","new":"3"})"));
  EXPECT_TRUE(surface.accept(R"({"old":",\n  \"b\": 2","new":""})"));
}

TEST(Surface, RefusesAnEditThatBreaksToml) {
  const auto surface =
      compile({.tools = {Tool::edit_file}, .targets = {whole("a.toml", "[a]\nb = [\"x\"]\n")}, .asks = {Ask::piece}})
          .value();
  EXPECT_FALSE(surface.accept(R"({"old":"b = ","new":" = "})"));
  EXPECT_TRUE(surface.accept(R"({"old":"\"x\"","new":"\"x\", \"y\""})"));
}

TEST(Surface, LeavesOutTheLinesAboveThatAReplyRepeats) {
  const std::string file = "class Queue:\n    def pop(self):\n        return self.items.pop()\n";
  const std::size_t begin = file.find("    def");
  const auto surface = compile({.tools = {Tool::edit_file},
                                .targets = {whole("q.py", file)},
                                .windows = {{path("q.py"), {begin, file.size() - 1}}},
                                .asks = {Ask::rewrite}})
                           .value();
  const std::string rewritten = "    def pop(self):\n        return self.items.pop() if self.items else None\n";
  for (const std::string& repeated : {std::string(), std::string("class Queue:\n"), std::string("class Queue:\n\n")}) {
    const auto call = surface.accept("```\n" + repeated + rewritten + "```");
    ASSERT_TRUE(call) << call.error().message;
    EXPECT_EQ(std::get<EditFile>(*call).new_text + "\n", rewritten);
  }
}

TEST(Surface, RefusesTheExampleWithOtherValuesAndARewriteThatKeepsNothing) {
  std::string file = "# Weather\n";
  for (int line = 0; line < 8; ++line) file += "Line " + std::to_string(line) + " in Celcius.\n";
  const auto surface = compile({.tools = {Tool::edit_file},
                                .targets = {whole("README.md", file)},
                                .windows = {{path("README.md"), {0, file.size() - 1}}},
                                .asks = {Ask::rewrite}})
                           .value();
  EXPECT_FALSE(surface.accept("```\na = 1\nb = \"Celsius\"\n```"));
  EXPECT_FALSE(surface.accept("```\nThe weather is given in Celsius.\n```"));
  EXPECT_TRUE(surface.accept("```\n# Weather\nAll lines are in Celsius.\n```"));
}

TEST(Surface, ReadsACallInFullWhateverIsOffered) {
  EXPECT_EQ(read_call(R"({"tool":"edit_file","file_path":"./a","old":"x","new":"y"})").value(),
            Call(EditFile{path("a"), "x", "y"}));
  EXPECT_EQ(read_call(R"({"tool":"organize","operations":[{"action":"remove","path":"a"}]})").value(),
            Call(Organize{{{FileAction::remove, path("a")}}}));
  EXPECT_EQ(read_call(R"({"path":"a"})").error().step, Step::known_tool);
  EXPECT_EQ(read_call(R"({"tool":"read_file","path":"a","more":1})").error().step, Step::arguments);
  EXPECT_EQ(read_call(R"({"tool":"read_file","path":"/etc/passwd"})").error().step, Step::arguments);
  EXPECT_EQ(read_call(R"({"tool":"run_command","cmd":"ls"})").error().step, Step::payload);
}

TEST(Surface, RefusesTargetsThatCannotBeShown) {
  EXPECT_EQ(compile({.tools = {Tool::edit_file}, .targets = {whole("a", "\xff")}}).error().code, Code::unsupported);
  EXPECT_EQ(compile({.tools = {Tool::edit_file}, .targets = {{path("a"), "x", 1, 1}}}).error().code,
            Code::invalid_argument);
  EXPECT_EQ(
      compile({.tools = {Tool::edit_file}, .targets = {{path("a"), "x", 0, 1}, {path("a"), "y", 0, 1}}}).error().code,
      Code::invalid_argument);
}

}  // namespace
}  // namespace warrant::surface
