// Whatever stands in a transcript of whichever format: events come in order and lie inside it.
#include "warrant/evidence/session.hpp"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace warrant::evidence {

static int take(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // The first byte picks the reader; '*' lets the file say who wrote it.
  constexpr std::array formats{Format::claude, Format::codex, Format::opencode,  Format::gemini,   Format::copilot,
                               Format::pi,     Format::aider, Format::swe_agent, Format::specstory};
  const auto pick = static_cast<std::size_t>(data[0] - '0');
  ReadOptions options;
  if (pick < formats.size()) options.format = formats[pick];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::size_t next = 0;
  const auto report = read_session_text(text, options, [&](Event&& event) {
    const auto at = std::visit([](const auto& each) { return each.at; }, event);
    if (at.ordinal != next++ || at.source.begin > at.source.end || at.source.end > text.size()) std::abort();
    if (const auto* run = std::get_if<Run>(&event)) {
      for (const auto& test : run->facts.runs) {
        for (const auto& part : test.parts) {
          if (part.line.begin > part.line.end || part.line.end > run->output.size()) std::abort();
        }
      }
    }
  });
  if (options.format && !report) std::abort();
  if (report && (report->messages + report->runs + report->edits != next || report->bytes > text.size())) std::abort();
  return 0;
}

}  // namespace warrant::evidence

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return warrant::evidence::take(data, size);
}
