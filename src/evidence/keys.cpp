#include "keys.hpp"

#include <deque>

namespace warrant::evidence {
namespace {

constexpr std::uint8_t fold(unsigned char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<std::uint8_t>(c + 32);
  if (c >= '0' && c <= '9') return '0';
  return c;
}

}  // namespace

KeyFinder::KeyFinder(std::span<const Key> keys) {
  // Only bytes that some key uses need a class; the rest share class 0.
  std::uint8_t classes = 1;
  std::array<std::uint8_t, 256> of_folded{};
  for (const auto& key : keys) {
    for (const char c : key.word) {
      auto& slot = of_folded[fold(static_cast<unsigned char>(c))];
      if (slot == 0 && classes < kMaxClasses) slot = classes++;
    }
  }
  while ((std::size_t{1} << shift_) < classes) ++shift_;
  const std::size_t row = std::size_t{1} << shift_;
  for (std::size_t c = 0; c < 256; ++c) class_[c] = of_folded[fold(static_cast<unsigned char>(c))];

  std::vector<ReaderSet> ends(1);
  next_.assign(row, 0);
  for (const auto& key : keys) {
    std::size_t state = 0;
    for (const char c : key.word) {
      auto& to = next_[(state << shift_) + class_[static_cast<unsigned char>(c)]];
      if (to == 0) {
        to = static_cast<std::uint16_t>(ends.size());
        const auto made = to;
        ends.emplace_back();
        next_.resize(ends.size() * row, 0);
        state = made;
      } else {
        state = to;
      }
    }
    ends[state].set(key.reader);
  }
  std::vector<std::uint16_t> fall(ends.size(), 0);
  std::deque<std::size_t> queue;
  for (std::size_t c = 0; c < row; ++c) {
    if (next_[c] != 0) queue.push_back(next_[c]);
  }
  while (!queue.empty()) {
    const std::size_t state = queue.front();
    queue.pop_front();
    ends[state] |= ends[fall[state]];
    for (std::size_t c = 0; c < row; ++c) {
      auto& to = next_[(state << shift_) + c];
      const auto other = next_[(std::size_t{fall[state]} << shift_) + c];
      if (to == 0) {
        to = other;
      } else {
        fall[to] = other;
        queue.push_back(to);
      }
    }
  }
  hit_.assign(ends.size(), 0);
  sets_.emplace_back();
  for (std::size_t state = 0; state < ends.size(); ++state) {
    if (!ends[state].any()) continue;
    hit_[state] = static_cast<std::uint16_t>(sets_.size());
    sets_.push_back(ends[state]);
  }
  for (auto& to : next_) {
    if (hit_[to] != 0) to |= kHit;
  }
}

std::size_t KeyFinder::line(std::string_view text, std::size_t from, ReaderSet& found) const {
  std::size_t state = next_[class_['\n']] & (kHit - 1U);
  std::size_t i = from;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') break;
    const std::uint16_t to = next_[(state << shift_) + class_[static_cast<unsigned char>(c)]];
    state = to & (kHit - 1U);
    if ((to & kHit) != 0) found |= sets_[hit_[state]];
  }
  return i;
}

}  // namespace warrant::evidence
