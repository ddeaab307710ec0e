// "Did you mean …?"
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace warrant {

/// The candidate nearest to `word` by edit distance (with transpositions), if it is near enough to
/// be worth naming: at most a third of the longer word. First one wins between equals.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace warrant
