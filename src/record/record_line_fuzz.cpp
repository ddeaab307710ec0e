// Whatever line comes, reading ends; and what is accepted is exactly what would be written.
#include <warrant/record/record.hpp>

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  const auto event = warrant::record::parse_event(line);
  if (event && warrant::record::to_line(*event) != line) std::abort();
  return 0;
}
