// Whatever line comes, reading ends; what is accepted is exactly what would be written, and the quick look at its
// envelope sees the same.
#include "lines.hpp"

#include <warrant/record/record.hpp>

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  const auto event = warrant::record::parse_event(line);
  if (event && warrant::record::to_line(*event) != line) std::abort();
  const auto envelope = warrant::record::read_envelope(line);
  const bool plain = event && event->seq > 0 && event->body.object() != nullptr;
  if (plain && envelope) {
    if (envelope->seq != event->seq || envelope->kind != event->kind || envelope->turn != event->turn) std::abort();
    if (envelope->prev != event->prev.text() || envelope->mac != event->mac) std::abort();
  }
  return 0;
}
