#include <warrant/base/utf8.hpp>
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
}

TEST(Surface, AsksOnlyForWhatIsOpen) {
  const auto surface = compile({.tools = {Tool::edit_file}, .targets = {whole("a.py", "ab")}}).value();
  EXPECT_EQ(surface.grammar(),
            "root ::= f0\n"
            "f0 ::= \"{\" f0-a0\n"
            "f0-a0 ::= \"\\\"old\\\":\" \"\\\"\" f0-p-0\n"
            "f0-p-0 ::= \"a\" f0-p-1 | \"b\" f0-p-2\n"
            "f0-p-1 ::= \"b\" f0-p-2 | \"\\\"\" f0-a1\n"
            "f0-p-2 ::= \"\\\"\" f0-a1\n"
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
