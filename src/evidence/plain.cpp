#include "warrant/evidence/plain.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>

namespace warrant::evidence {
namespace {

constexpr char kEscape = '\x1b';
constexpr char kBell = '\x07';

bool digit(char c) { return c >= '0' && c <= '9'; }
bool word(char c) { return digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// The offset behind the escape sequence that begins at `at`.
std::size_t skip_sequence(std::string_view s, std::size_t at) {
  std::size_t i = at + 1;
  if (i >= s.size()) return s.size();
  if (s[i] == '[') {
    ++i;
    while (i < s.size() && s[i] >= 0x20 && s[i] < 0x40) ++i;
    // A byte that cannot end the sequence belongs to the text.
    return i < s.size() && s[i] >= 0x40 && s[i] < 0x7f ? i + 1 : i;
  }
  if (s[i] == ']') {
    while (i < s.size() && s[i] != kBell && s[i] != '\n' && s[i] != kEscape) ++i;
    if (i < s.size() && s[i] == kBell) return i + 1;
    if (i + 1 < s.size() && s[i] == kEscape && s[i + 1] == '\\') return i + 2;
    return i;
  }
  return s[i] == '\n' ? i : i + 1;
}

/// The offset of the first digit at or behind `i`, or the size. Eight bytes at a time.
std::size_t digit_from(std::string_view text, std::size_t i) {
  constexpr std::uint64_t kLow = 0x7f7f7f7f7f7f7f7fU;
  constexpr std::uint64_t kZeros = 0x3030303030303030U;
  for (; i + 8 <= text.size(); i += 8) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text.data() + i, 8);
    // A digit is below ten here; adding 0x76 sets the high bit of every other byte.
    bytes ^= kZeros;
    if ((~(((bytes & kLow) + 0x7676767676767676U) | bytes) & ~kLow) != 0) break;
  }
  while (i < text.size() && !digit(text[i])) ++i;
  return i;
}

}  // namespace

Span Plain::original(Span span) const noexcept {
  const std::size_t begin = std::min(span.begin, text.size());
  const std::size_t end = std::clamp(span.end, begin, text.size());
  if (begin == end) return {origin[begin], origin[begin]};
  return {origin[begin], origin[end - 1] + 1};
}

Plain strip_ansi(std::string_view output) {
  Plain plain{.text = {}, .origin = {}};
  plain.text.reserve(output.size());
  plain.origin.reserve(output.size() + 1);
  const auto keep = [&](std::size_t from, std::size_t to) {
    plain.text.append(output.substr(from, to - from));
    const std::size_t had = plain.origin.size();
    plain.origin.resize(had + (to - from));
    std::iota(plain.origin.begin() + static_cast<std::ptrdiff_t>(had), plain.origin.end(), from);
  };
  std::size_t escape = output.find(kEscape);
  std::size_t turn = output.find('\r');
  for (std::size_t i = 0; i < output.size();) {
    if (escape < i) escape = output.find(kEscape, i);
    if (turn < i) turn = output.find('\r', i);
    const std::size_t end = std::min({escape, turn, output.size()});
    keep(i, end);
    i = end;
    if (i >= output.size()) break;
    if (output[i] == kEscape) {
      i = skip_sequence(output, i);
      continue;
    }
    if (i + 1 < output.size() && output[i + 1] != '\n' && output[i + 1] != '\r') {
      // A bare return starts the line anew: what it overwrites is a line of its own.
      plain.text.push_back('\n');
      plain.origin.push_back(i);
    }
    ++i;
  }
  plain.origin.push_back(output.size());
  return plain;
}

std::optional<Number> number_at(std::string_view line, std::size_t from) noexcept {
  for (std::size_t i = digit_from(line, from); i < line.size(); i = digit_from(line, i + 1)) {
    std::size_t end = i;
    long long value = 0;
    bool fits = true;
    while (end < line.size() &&
           (digit(line[end]) || (line[end] == ',' && end + 3 < line.size() && digit(line[end + 1]) &&
                                 digit(line[end + 2]) && digit(line[end + 3])))) {
      if (digit(line[end])) {
        if (end - i > 15) fits = false;
        if (fits) value = value * 10 + (line[end] - '0');
      }
      ++end;
    }
    const bool joined_before = i > 0 && (word(line[i - 1]) || line[i - 1] == '.');
    const bool joined_after =
        end < line.size() && (word(line[end]) || (line[end] == '.' && end + 1 < line.size() && digit(line[end + 1])));
    if (fits && !joined_before && !joined_after) return Number{.value = value, .span = {i, end}};
    i = end;
    while (i < line.size() && (word(line[i]) || line[i] == '.')) ++i;
  }
  return std::nullopt;
}

}  // namespace warrant::evidence
