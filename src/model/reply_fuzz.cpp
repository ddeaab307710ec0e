#include "reply.hpp"
#include "sse.hpp"

#include <warrant/base/utf8.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

// A stream gives the same reply however it is cut, and its text is UTF-8 within the limit.
namespace warrant::model {
namespace {

std::string read(std::string_view stream, std::size_t piece) {
  Prompt prompt{.messages = {}, .measure_strain = true};
  prompt.limits.text_bytes = 4'096;
  std::string shown;
  const Listener listener{.text = [&](std::string_view part) {
    if (!is_utf8(part)) std::abort();
    shown += part;
    return true;
  }};
  ReplyReader reader(prompt, listener, "fuzz");
  SseReader sse(1U << 16U);
  bool cut = false;
  const auto take = [&](std::string_view, std::string_view data) -> Status {
    if (cut) return {};
    if (data == "[DONE]") {
      reader.done();
      return {};
    }
    WARRANT_TRY(value, parse_server_json(data));
    WARRANT_TRY(state, reader.take(value));
    cut = state == ReplyReader::State::cut;
    return {};
  };
  for (std::size_t at = 0; at < stream.size(); at += piece) {
    if (const Status status = sse.feed(stream.substr(at, piece), take); !status) return status.error().message;
  }
  if (const Status status = sse.finish(take); !status) return status.error().message;
  const auto proposal = reader.finish();
  if (!proposal) return proposal.error().message;
  if (!is_utf8(proposal->text) || proposal->text.size() > (1U << 17U)) std::abort();
  return proposal->text;
}

}  // namespace

static int take_one(const std::uint8_t* data, std::size_t size) {
  const std::string_view stream(reinterpret_cast<const char*>(data), size);
  const std::string whole = read(stream, size == 0 ? 1 : size);
  if (read(stream, 1) != whole || read(stream, 7) != whole) std::abort();
  return 0;
}

}  // namespace warrant::model

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return warrant::model::take_one(data, size);
}
