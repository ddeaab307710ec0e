// Byte ranges in a text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace warrant {

/// Half-open byte range [begin, end) into a text named by the context.
struct Span {
  std::size_t begin;
  std::size_t end;

  [[nodiscard]] constexpr std::size_t size() const noexcept { return end - begin; }
  [[nodiscard]] constexpr bool empty() const noexcept { return begin == end; }
  [[nodiscard]] constexpr bool contains(Span other) const noexcept { return begin <= other.begin && other.end <= end; }
  [[nodiscard]] constexpr bool overlaps(Span other) const noexcept { return begin < other.end && other.begin < end; }
  /// The bytes of `text` in this range, clipped to the text.
  [[nodiscard]] constexpr std::string_view of(std::string_view text) const noexcept {
    const std::size_t from = std::min(begin, text.size());
    return text.substr(from, std::min(end, text.size()) - from);
  }

  constexpr bool operator==(const Span&) const = default;
  constexpr auto operator<=>(const Span&) const = default;
};

}  // namespace warrant
