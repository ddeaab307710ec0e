// Whatever bytes come, parsing ends; and what it accepts is written and read back the same.
#include "warrant/base/json.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto value = warrant::parse_json(text);
  if (!value) return 0;
  const std::string written = warrant::canonical(*value);
  const auto again = warrant::parse_json(written);
  if (!again || warrant::canonical(*again) != written) std::abort();
  return 0;
}
