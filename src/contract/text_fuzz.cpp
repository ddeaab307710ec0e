// Whatever is asked, there is a contract; its spans lie in the text, and a read-only posture changes nothing.
#include <warrant/contract/contract.hpp>
#include <warrant/contract/listing.hpp>
#include <warrant/contract/plan.hpp>
#include <warrant/language/lexicon.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace warrant {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

bool within(Span span, std::string_view text) { return span.begin <= span.end && span.end <= text.size(); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const language::Lexicon words = language::built_in_lexicon();
  static const contract::Listing disk({"settings.py", "app.py", "README.md", "src/main.c", "tests/test_app.py"});
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const contract::Contract found = resolve(text, disk, words);
  require(!(found.allowed && (found.unsure || !found.requested)));
  require(found.unsure == !found.question.empty());
  for (const contract::Target& target : found.targets) require(!target.span || within(*target.span, text));
  for (const Span span : found.reason.spans) require(within(span, text));
  require(contract::make_plan(found).has_value());
  for (const auto posture : {contract::Posture::ask, contract::Posture::plan}) {
    const auto plan = contract::make_plan(with_posture(found, posture));
    require(plan.has_value() && std::ranges::none_of(plan->tools(), contract::changes_files));
  }
  return 0;
}

}  // namespace warrant
