#include <warrant/model/proposer.hpp>

#include <algorithm>
#include <utility>

namespace warrant::model {

std::string_view to_string(Role role) noexcept {
  switch (role) {
    case Role::system: return "system";
    case Role::user: return "user";
    case Role::assistant: return "assistant";
  }
  std::unreachable();
}

std::string_view to_string(Finish finish) noexcept {
  switch (finish) {
    case Finish::stop: return "stop";
    case Finish::length: return "length";
    case Finish::tool_call: return "tool_call";
    case Finish::repetition: return "repetition";
    case Finish::unstated: return "unstated";
  }
  std::unreachable();
}

std::string_view to_string(Guidance guidance) noexcept {
  switch (guidance) {
    case Guidance::grammar: return "grammar";
    case Guidance::json_schema: return "json_schema";
    case Guidance::none: return "none";
  }
  std::unreachable();
}

Strain Strain::within(std::size_t begin, std::size_t end) const {
  Strain part;
  double sum = 0;
  for (const TokenStrain& token : tokens) {
    if (token.end <= begin || token.begin >= end) continue;
    part.tokens.push_back(token);
    sum += token.taken;
    part.peak = std::max(part.peak, token.taken);
  }
  if (!part.tokens.empty()) part.mean = sum / static_cast<double>(part.tokens.size());
  return part;
}

}  // namespace warrant::model
