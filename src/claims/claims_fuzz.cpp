// Whatever was said and printed: spans lie inside, and a broken or unbacked
// claim never passes.
#include "warrant/claims/check.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const auto cut = all.find('\0');
  const auto said = all.substr(0, cut);
  const auto output = cut == std::string_view::npos ? std::string_view{} : all.substr(cut + 1);
  const auto verdict = warrant::claims::check(said, output);
  for (const auto& line : verdict.lines) {
    if (line.claim && line.claim->phrase.end > said.size()) std::abort();
    if (line.evidence && line.evidence->span.end > output.size()) std::abort();
    const bool bad = line.status == warrant::claims::Status::broken || line.status == warrant::claims::Status::unbacked;
    if (bad && verdict.gate == warrant::claims::Gate::pass) std::abort();
  }
  const auto text = warrant::canonical(warrant::claims::to_json(verdict, said, output, nullptr));
  if (!warrant::parse_json(text)) std::abort();
  return 0;
}
