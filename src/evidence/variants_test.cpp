// The story of each format written down in every way that JSON allows, with what real files also hold:
// repeats, damage, results before their calls, records of unknown kinds.
#include "stories_for_test.hpp"

#include <rapidcheck/gtest.h>

namespace warrant::evidence {
namespace {

// --- ways to write it down ----------------------------------------------------------------------

/// The JSON with other blanks between its tokens.
std::string respaced(std::string_view json, std::string_view before_colon, std::string_view behind_colon,
                     bool indented) {
  std::string out;
  std::string indent;
  const auto line = [&] {
    if (indented) out += "\n" + indent;
  };
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') {
      const std::size_t from = i++;
      while (json[i] != '"') i += json[i] == '\\' ? 2U : 1U;
      out += json.substr(from, i - from + 1);
    } else if (c == ':') {
      out.append(before_colon).append(":").append(behind_colon);
    } else if (c == ',') {
      out += ',';
      indented ? line() : void(out.append(behind_colon));
    } else if (c == '{' || c == '[') {
      out += c;
      if (json[i + 1] == '}' || json[i + 1] == ']') continue;
      indent += "  ";
      line();
    } else if (c == '}' || c == ']') {
      if (json[i - 1] != '{' && json[i - 1] != '[') {
        indent.resize(indent.size() - 2);
        line();
      }
      out += c;
    } else {
      out += c;
    }
  }
  return out;
}

/// The members of the outermost object in another order.
std::string turned(const std::string& json) {
  std::vector<std::string> members(1);
  int depth = 0;
  for (std::size_t i = 1; i + 1 < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') {
      const std::size_t from = i++;
      while (json[i] != '"') i += json[i] == '\\' ? 2U : 1U;
      members.back() += json.substr(from, i - from + 1);
      continue;
    }
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c == ',' && depth == 0) {
      members.emplace_back();
    } else {
      members.back() += c;
    }
  }
  std::string out = "{";
  for (auto each = members.rbegin(); each != members.rend(); ++each) out += (out.size() > 1 ? "," : "") + *each;
  return out + "}";
}

struct Way {
  const char* name;
  std::string (*write)(const Records& records);
};
const std::array<Way, 9> kWays{{
    {"a line each", [](const Records& r) { return joined(r, "\n", same); }},
    {"blanks behind colons",
     [](const Records& r) {
       return joined(r, "\n", [](const std::string& json) { return respaced(json, "", " ", false); });
     }},
    {"blanks around colons",
     [](const Records& r) {
       return joined(r, "\n", [](const std::string& json) { return respaced(json, " ", "  ", false); });
     }},
    {"indented",
     [](const Records& r) {
       return joined(r, "\n", [](const std::string& json) { return respaced(json, "", " ", true); });
     }},
    {"Windows line ends and empty lines", [](const Records& r) { return joined(r, "\r\n\r\n", same); }},
    {"a byte order mark", [](const Records& r) { return "\xef\xbb\xbf" + joined(r, "\n", same); }},
    {"no newline at the end",
     [](const Records& r) {
       auto all = joined(r, "\n", same);
       all.pop_back();
       return all;
     }},
    {"members in another order", [](const Records& r) { return joined(r, "\n", turned); }},
    {"an indented array",
     [](const Records& r) {
       auto list = joined(r, ",", same);
       list.pop_back();
       return respaced("[" + list + "]", "", " ", true);
     }},
}};

/// Texts with all that must be escaped, and letters beyond ASCII.
rc::Gen<std::string> words() {
  static const std::array<std::string_view, 21> kParts{"a",
                                                       "Zeile",
                                                       "\"q\"",
                                                       "C:\\x",
                                                       "{",
                                                       "}",
                                                       "[",
                                                       "]",
                                                       ",",
                                                       ":",
                                                       "\"type\":\"user\"",
                                                       "\xc3\xa9",
                                                       "\xe2\x9c\x85",
                                                       "\xf0\x9f\x98\x80",
                                                       "5 passed in 0.1s",
                                                       "\n",
                                                       "\t",
                                                       "\\u0041",
                                                       "'",
                                                       "$x",
                                                       "\n{\"a\":1}"};
  return rc::gen::map(rc::gen::container<std::string>(rc::gen::inRange<char>(0, kParts.size())),
                      [](const std::string& picked) {
                        std::string text = "w";
                        for (const char part : picked)
                          text.append(" ").append(kParts[static_cast<unsigned char>(part)]);
                        return text + " w";
                      });
}

Story any_story() {
  Story s{.asked = *words(),
          .said = *words(),
          .command = "make " + *rc::gen::elementOf(std::vector<std::string>{"x", "'a \"b\"'", "\xc3\xbc", "a\\ b"}),
          .output = *words(),
          .path = "/w/" + *rc::gen::elementOf(std::vector<std::string>{"a.cpp", "\xc3\xa9.py", "dir/x.ts"}),
          .answer = *words(),
          .code = *rc::gen::element(0, 1, 2, 101)};
  return s;
}

RC_GTEST_PROP(Variants, AnyStoryIsReadTheSameHoweverItIsWritten, ()) {
  const auto story = any_story();
  const auto& teller = *rc::gen::elementOf(kTellers);
  const auto& way = *rc::gen::elementOf(kWays);
  // A document inside an array is another document.
  const bool fits = teller.records != nullptr || std::string_view(way.name) != "an indented array";
  RC_PRE(fits);
  SCOPED_TRACE(std::string(teller.name) + ", " + way.name);
  expect_story(told(way.write(teller.records != nullptr ? teller.records(story) : Records{teller.document(story)})),
               story, teller);
  RC_ASSERT(!::testing::Test::HasFailure());
}

TEST(Variants, EveryFormatInEveryWay) {
  for (const auto& teller : kTellers) {
    for (const auto& way : kWays) {
      SCOPED_TRACE(std::string(teller.name) + ", " + way.name);
      // A document inside an array is another document.
      if (teller.records == nullptr && std::string_view(way.name) == "an indented array") continue;
      expect_story(
          told(way.write(teller.records != nullptr ? teller.records(kStory) : Records{teller.document(kStory)})),
          kStory, teller);
    }
  }
}

TEST(Variants, UnknownRecordsAreSkippedAndCounted) {
  for (const auto& teller : kTellers) {
    if (teller.records == nullptr) continue;
    SCOPED_TRACE(teller.name);
    auto records = teller.records(kStory);
    records.insert(records.begin() + 2, R"({"type":"novelty.of.2031","sessionId":"s","value":{"text":"5 passed"}})");
    auto got = told(joined(records, "\n", same));
    EXPECT_EQ(got.report.unknown, 1U);
    got.report.unknown = 0;
    expect_story(got, kStory, teller);
  }
}

TEST(Variants, ACutOffLastRecordIsCounted) {
  for (const auto& teller : kTellers) {
    for (const auto& way : {kWays[0], kWays[1], kWays[3]}) {
      SCOPED_TRACE(std::string(teller.name) + ", " + way.name);
      auto text = way.write(teller.records != nullptr ? teller.records(kStory) : Records{teller.document(kStory)});
      const auto got = told(text.substr(0, text.find(kStory.answer) + 3));
      EXPECT_EQ(got.report.damaged, 1U);
      EXPECT_EQ(got.runs.size(), 1U);
      EXPECT_EQ(got.messages.size(), teller.asks ? 2U : 1U);
    }
  }
}

TEST(Variants, ADamagedRecordInTheMiddleCostsNoOther) {
  for (const auto& teller : kTellers) {
    if (teller.records == nullptr) continue;
    for (const auto& way : {kWays[0], kWays[1], kWays[3]}) {
      SCOPED_TRACE(std::string(teller.name) + ", " + way.name);
      auto records = teller.records(kStory);
      const auto broken = records.begin() + 1;
      records.insert(broken, R"({"type":"user","message":{"role":"user","content":[{"type":"x")");
      // Only the line can be broken; the rest is written as it is.
      std::string text;
      for (const auto& each : records) text += (each.ends_with('}') ? way.write({each}) : each + "\n");
      auto got = told(text, {.format = teller.format});
      EXPECT_EQ(got.report.damaged, 1U);
      got.report.damaged = 0;
      expect_story(got, kStory, teller);
    }
  }
}

TEST(Variants, ALongRecordIsPassedOver) {
  for (const auto& teller : kTellers) {
    if (teller.records == nullptr) continue;
    SCOPED_TRACE(teller.name);
    auto records = teller.records(kStory);
    records.insert(records.begin() + 1,
                   R"({"type":"user","id":"long","content":")" + std::string(9U << 20U, 'x') + "\"}");
    auto got = told(joined(records, "\n", same));
    EXPECT_EQ(got.report.cut, 1U);
    expect_story(got, kStory, teller);
  }
}

TEST(Variants, ASessionWrittenTwiceIsReadOnce) {
  for (const auto& teller : kTellers) {
    const std::string_view name = teller.name;
    // These name their records; a rollout does not, and repeats nothing.
    if (name != "claude" && name != "copilot" && name != "pi" && name != "qwen" && name != "gemini, lines" &&
        name != "opencode, messages")
      continue;
    SCOPED_TRACE(teller.name);
    auto records = teller.records(kStory);
    const auto again = records;
    records.insert(records.end(), again.begin(), again.end());
    expect_story(told(joined(records, "\n", same)), kStory, teller);
  }
}

TEST(Variants, AResultBeforeItsCallFindsIt) {
  for (const auto& teller : kTellers) {
    const std::string_view name = teller.name;
    std::size_t call = 0;
    if (name == "claude") call = 1;
    if (name.starts_with("codex,") || name == "copilot") call = 3;
    if (name == "pi" || name == "qwen") call = 2;
    if (call == 0) continue;
    SCOPED_TRACE(teller.name);
    auto records = teller.records(kStory);
    std::swap(records[call], records[call + 1]);
    const auto got = told(joined(records, "\n", same));
    ASSERT_EQ(got.runs.size(), 1U);
    EXPECT_EQ(got.runs[0].command, kStory.command);
    EXPECT_EQ(got.runs[0].output, kStory.output);
    EXPECT_EQ(got.runs[0].exit_code, kStory.code);
  }
}

}  // namespace
}  // namespace warrant::evidence
