// Whatever stands in a history, it is read or refused; and no "yes" permits more than the last turn asked for.
#include <warrant/base/json.hpp>
#include <warrant/contract/contract.hpp>
#include <warrant/contract/listing.hpp>
#include <warrant/contract/plan.hpp>
#include <warrant/language/lexicon.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace warrant {

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const language::Lexicon words = language::built_in_lexicon();
  static const contract::Listing disk({"a.py", "b.py", "README.md"});
  const auto json = parse_json(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!json) return 0;
  const auto history = contract::parse_history(*json);
  if (!history) return 0;
  for (const std::string_view text : {"yes", "try again", "only the first two", "undo that", "what did you change?",
                                      "the same for b.py", "apply that", "yes, and delete a.py"}) {
    const contract::Contract found = resolve(text, disk, words, *history);
    if (!contract::make_plan(found)) std::abort();
    if (!found.allowed || text != "yes") continue;
    if (history->empty() || history->back().outcome != "asked_permission") std::abort();
    const auto& asked = history->back().targets;
    for (const contract::Target& target : found.targets)
      if (std::ranges::none_of(asked, [&](const contract::Target& it) { return it.path == target.path; })) std::abort();
  }
  return 0;
}

}  // namespace warrant
