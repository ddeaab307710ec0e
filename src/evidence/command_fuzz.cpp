// Any command line is read, and so is any output under it.
#include "warrant/evidence/evidence.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const auto cut = all.find('\0');
  const auto command = all.substr(0, cut);
  const auto output = cut == std::string_view::npos ? std::string_view{} : all.substr(cut + 1);
  const auto found = warrant::evidence::read_output(command, 0, output);
  if (found.commands.size() != 1 || found.commands[0].text != command) std::abort();
  for (const auto& check : found.checks) {
    if (check.span.begin > check.span.end || check.span.end > output.size()) std::abort();
  }
  return 0;
}
