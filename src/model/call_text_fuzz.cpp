#include <warrant/base/json.hpp>
#include <warrant/model/call_text.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

// What comes out is one JSON object, and is found again in itself.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto call = warrant::model::extract_call(text);
  if (!call) {
    static_cast<void>(warrant::model::has_call_debris(text));
    return 0;
  }
  const auto value = warrant::parse_json(*call);
  if (!value || value->object() == nullptr) std::abort();
  if (!warrant::model::has_call_debris(text)) std::abort();
  if (warrant::model::extract_call(*call) == std::nullopt) std::abort();
  return 0;
}
