#include <warrant/base/clock.hpp>
#include <warrant/base/digest.hpp>
#include <warrant/base/json.hpp>
#include <warrant/base/match.hpp>
#include <warrant/base/path.hpp>
#include <warrant/base/settled.hpp>
#include <warrant/base/suggest.hpp>
#include <warrant/base/toml.hpp>
#include <warrant/base/utf8.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace warrant {
namespace {

TEST(Digest, MatchesTheStandardsExample) {
  // FIPS 180-4 example "abc".
  EXPECT_EQ(sha256("abc").hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Digest::parse(sha256("abc").text()), sha256("abc"));
  EXPECT_FALSE(Digest::parse("sha256:00"));
}

TEST(Json, RefusesWhatTwoReadersCouldReadDifferently) {
  for (const char* bad : {"", "{", "{\"a\":1,\"a\":2}", "[1,]", "18446744073709551616", "\xEF\xBB\xBF{}", "\"\xff\"",
                          "1 2", "NaN", "1e999"}) {
    EXPECT_FALSE(parse_json(bad)) << bad;
  }
  EXPECT_FALSE(parse_json(std::string_view("1\0garbage", 9)));
  EXPECT_FALSE(parse_json("61000000000000000001"));
  EXPECT_FALSE(parse_json(std::string(300, '[') + std::string(300, ']')));
  // Doubles that RFC 8785 writes as plain digits beyond 64 bits come back.
  for (const char* wide : {"61e18", "1e19", "-1e19", "9223372036854775808.0"}) {
    const std::string written = canonical(parse_json(wide).value());
    EXPECT_EQ(canonical(parse_json(written).value()), written) << wide;
  }
  EXPECT_EQ(parse_json("[1,]").error().code, Code::malformed);
}

TEST(Json, CanonicalFollowsRfc8785) {
  // Section 3.2.3 of RFC 8785: sorting by UTF-16 code units; section 3.2.2.3: numbers.
  const auto value = parse_json(
      R"({"\u20ac":"Euro","\r":"CR","1":"One","\ud83d\ude00":"Smiley","\u0080":"Control","\u00f6":"o","\ufb33":"Dalet"})");
  ASSERT_TRUE(value);
  EXPECT_EQ(canonical(*value),
            "{\"\\r\":\"CR\",\"1\":\"One\",\"\u0080\":\"Control\",\"ö\":\"o\",\"€\":\"Euro\","
            "\"😀\":\"Smiley\",\"\ufb33\":\"Dalet\"}");
  EXPECT_EQ(canonical(*parse_json("[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001]")),
            "[333333333.3333333,1e+30,4.5,0.002,1e-27]");
}

rc::Gen<Json> json_gen(int depth) {
  const auto text =
      rc::gen::map(rc::gen::arbitrary<std::string>(), [](const std::string& s) { return Json(to_valid_utf8(s)); });
  auto leaf = rc::gen::oneOf(
      text, rc::gen::map(rc::gen::arbitrary<std::int64_t>(), [](std::int64_t v) { return Json(v); }),
      rc::gen::map(rc::gen::arbitrary<bool>(), [](bool v) { return Json(v); }), rc::gen::just(Json(nullptr)));
  if (depth == 0) return leaf;
  return rc::gen::oneOf(leaf,
                        rc::gen::map(rc::gen::container<std::vector<Json>>(json_gen(depth - 1)),
                                     [](std::vector<Json> v) { return Json(std::move(v)); }),
                        rc::gen::map(rc::gen::container<std::vector<std::pair<std::string, Json>>>(
                                         rc::gen::pair(rc::gen::arbitrary<std::string>(), json_gen(depth - 1))),
                                     [](const auto& members) {
                                       JsonObject object;
                                       for (const auto& [key, value] : members) object.set(to_valid_utf8(key), value);
                                       return Json(std::move(object));
                                     }));
}

RC_GTEST_PROP(Json, WritingThenReadingGivesTheSameValue, ()) {
  // Unscaled, the depth multiplies sizes and the property takes minutes.
  const Json value = *rc::gen::scale(0.25, json_gen(3));
  RC_ASSERT(parse_json(to_text(value)).value() == value);
  RC_ASSERT(parse_json(to_pretty(value)).value() == value);
  const auto again = parse_json(canonical(value));
  RC_ASSERT(again.has_value());
  RC_ASSERT((canonical(*again) == canonical(value)));
}

TEST(Toml, RefusesWhatTheParserTakesForImpossible) {
  for (const char* text :
       {"[;=6", "[[;", "[ ;]", "[,", "[=]", "[a.;]", "a.; = 1", "[é", "é = 1", "x = [;", "x = {;}"}) {
    const auto toml = parse_toml(text, "config.toml");
    ASSERT_FALSE(toml) << text;
    EXPECT_EQ(toml.error().code, Code::malformed) << text;
    EXPECT_TRUE(toml.error().where.starts_with("config.toml")) << text;
  }
}

TEST(Toml, KnowsTheLineOfEveryKey) {
  const auto toml = parse_toml("a = 1\n[[rules]]\ntool = \"x\"\n", "config.toml");
  ASSERT_TRUE(toml);
  EXPECT_EQ(toml->where("config.toml", "/rules/0/tool"), "config.toml:3");
  EXPECT_EQ(toml->where("config.toml", "/a/missing"), "config.toml:1");
  const auto twice = parse_toml("a = 1\na = 2\n", "config.toml");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().where, "config.toml:2");
}

TEST(RelPath, NormalisesAndStaysBeneath) {
  EXPECT_EQ(RelPath::make("./a//b/../c")->text(), "a/c");
  EXPECT_EQ(RelPath::make("a/..")->text(), "");
  for (const char* bad : {"/etc/passwd", "../x", "a/../../x"})
    EXPECT_EQ(RelPath::make(bad).error().code, Code::refused) << bad;
  EXPECT_FALSE(RelPath::make(std::string_view("a\0b", 3)));
  EXPECT_EQ(RelPath::make(".env")->extension(), "");
  EXPECT_TRUE(RelPath::make("src")->covers(*RelPath::make("src/a.cpp")));
  EXPECT_FALSE(RelPath::make("src")->covers(*RelPath::make("src2/a.cpp")));
}

RC_GTEST_PROP(RelPath, IsAFixedPoint, (const std::string& text)) {
  const auto path = RelPath::make(text);
  if (path) RC_ASSERT(RelPath::make(path->text()).value() == *path);
}

TEST(Utf8, MakesHiddenCharactersVisible) {
  EXPECT_EQ(visible("a\x1b[31mb"), "a\\x1b[31mb");
  EXPECT_EQ(visible("x\u202ey"), "x\\u202ey");
  EXPECT_EQ(visible("caf\xc3\xa9\n\t\xff"), "caf\xc3\xa9\n\t\\xff");
  EXPECT_EQ(fold_case("ÄÖÜ Straße TIMEOUT ДА"), "äöü straße timeout да");
  EXPECT_FALSE(is_utf8("\xc0\x80"));
  EXPECT_FALSE(is_utf8("\xed\xa0\x80"));
}

TEST(Settled, KeepsItsFirstValue) {
  Settled<int> fact;
  EXPECT_EQ(fact.value_or(7), 7);
  EXPECT_TRUE(fact.settle(1));
  EXPECT_FALSE(fact.settle(2));
  EXPECT_EQ(fact.value_or(7), 1);
}

TEST(Match, CallsTheHandlerOfTheAlternative) {
  const std::variant<int, std::string> value = std::string("x");
  EXPECT_EQ(match(value, [](int) { return 1; }, [](const std::string&) { return 2; }), 2);
}

TEST(Clock, WritesRfc3339AndSortableIds) {
  EXPECT_EQ(to_rfc3339(1772368496789), "2026-03-01T12:34:56.789Z");
  EXPECT_EQ(new_ulid(system_clock()).size(), 26U);
  EXPECT_NE(new_ulid(system_clock()), new_ulid(system_clock()));
}

TEST(Suggest, NamesOnlyNearWords) {
  const std::string_view words[] = {"contract", "check", "trace"};
  EXPECT_EQ(nearest("contarct", words), "contract");
  EXPECT_EQ(nearest("zzzzz", words), std::nullopt);
}

}  // namespace
}  // namespace warrant
