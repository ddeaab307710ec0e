// Whatever a program prints, every span lies inside it.
#include "warrant/evidence/evidence.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto found = warrant::evidence::read_evidence(text);
  const auto inside = [&](warrant::Span span) { return span.begin <= span.end && span.end <= text.size(); };
  for (const auto& run : found.runs) {
    for (const auto& part : run.parts) {
      if (!inside(part.failed.span) || (part.passed && !inside(part.passed->span))) std::abort();
    }
  }
  for (const auto* values : {&found.exit_codes, &found.versions, &found.urls}) {
    for (const auto& value : *values) {
      if (!inside(value.span)) std::abort();
    }
  }
  return 0;
}
