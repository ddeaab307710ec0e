// Two states of a file out of any bytes: the diff counts right, and what is shown holds no control character.
#include <warrant/workspace/diff.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace workspace = warrant::workspace;
  if (size == 0) return 0;
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = std::min<std::size_t>(data[0], size - 1) + 1;
  const std::string_view before = all.substr(1, cut - 1);
  const std::string_view after = all.substr(cut);
  const workspace::Diff diff = workspace::make_diff(before, after);
  const auto lines = [](std::string_view text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) +
           (text.empty() || text.ends_with('\n') ? 0 : 1);
  };
  if (!diff.binary && lines(before) - diff.removed != lines(after) - diff.added) std::abort();
  const workspace::Rendering shown = workspace::render(diff, after.substr(0, 50));
  if (std::count(shown.text.begin(), shown.text.end(), '\n') > 60) std::abort();
  for (const char c : shown.text) {
    if (c >= 0 && c < 32 && c != '\n' && c != '\t') std::abort();
  }
  return 0;
}
