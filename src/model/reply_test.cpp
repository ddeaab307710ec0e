#include "reply.hpp"

#include "sse.hpp"

#include <warrant/base/utf8.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <utility>
#include <vector>

namespace warrant::model {
namespace {

using Events = std::vector<std::pair<std::string, std::string>>;

Events read_in_pieces(const std::string& stream, std::size_t piece) {
  Events events;
  SseReader reader(1'000);
  const auto keep = [&](std::string_view event, std::string_view data) -> Status {
    events.emplace_back(event, data);
    return {};
  };
  for (std::size_t at = 0; at < stream.size(); at += piece) {
    EXPECT_TRUE(reader.feed(std::string_view(stream).substr(at, piece), keep));
  }
  EXPECT_TRUE(reader.finish(keep));
  return events;
}

TEST(Sse, ReadsEventsHoweverTheyAreCut) {
  const std::string stream =
      ": ping\n\ndata: a\n\ndata:b\r\ndata: c\r\n\r\nevent: x\rdata: d\r\rid: 1\nretry: 2\n\nerror: e\n\ndata\n\ndata: "
      "last";
  const Events expected{{"", "a"}, {"", "b\nc"}, {"x", "d"}, {"error", "e"}, {"", ""}, {"", "last"}};
  for (std::size_t piece = 1; piece < 12; ++piece) EXPECT_EQ(read_in_pieces(stream, piece), expected) << piece;
}

TEST(Sse, BoundsAnEvent) {
  SseReader reader(100);
  const auto ignore = [](std::string_view, std::string_view) -> Status { return {}; };
  EXPECT_EQ(reader.feed(std::string(200, 'x'), ignore).error().code, Code::too_large);
  SseReader lines(100);
  std::string many;
  for (int i = 0; i < 50; ++i) many += "data: xxx\n";
  EXPECT_EQ(lines.feed(many, ignore).error().code, Code::too_large);
}

TEST(Utf8Joiner, GivesTheSameHoweverItIsCut) {
  rc::check([](const std::string& bytes, std::uint8_t size) {
    const std::size_t piece = size % 5U + 1U;
    Utf8Joiner joiner;
    std::string out;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
      const std::string part = joiner.push(std::string_view(bytes).substr(at, piece));
      RC_ASSERT(is_utf8(part));
      out += part;
    }
    out += joiner.finish();
    RC_ASSERT(out == to_valid_utf8(bytes));
  });
}

TEST(ServerJson, KeepsMalformedBytesForLater) {
  EXPECT_EQ(parse_server_json("{\"a\":\"x\xE2\x82\"}").value().text("a"), "x\xE2\x82");
  EXPECT_EQ(parse_server_json("{\"a\":\"\xF4\x8F\xB8\x80\"}").value().text("a"), "\xF4\x8F\xB8\x80")
      << "valid text is not touched";
  EXPECT_FALSE(parse_server_json("\xFF"));
}

}  // namespace
}  // namespace warrant::model
