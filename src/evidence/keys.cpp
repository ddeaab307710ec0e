#include "keys.hpp"

#include <algorithm>

namespace warrant::evidence {
namespace {

constexpr std::uint8_t fold(unsigned char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<std::uint8_t>(c + 32);
  if (c >= '0' && c <= '9') return '0';
  return c;
}

/// The words as a tree of letters; the children of a state are a list of siblings.
struct Tree {
  struct State {
    std::uint8_t letter;  ///< class of the step that leads here
    std::uint16_t child = 0;
    std::uint16_t sibling = 0;
    std::uint16_t fall = 0;  ///< the longest end of what leads here that begins a word too
    ReaderSet ends = {};     ///< readers of the words that end here
  };
  std::vector<State> states{State{.letter = 0}};

  std::uint16_t step(std::uint16_t from, std::uint8_t letter) {
    for (auto at = states[from].child; at != 0; at = states[at].sibling) {
      if (states[at].letter == letter) return at;
    }
    const auto made = static_cast<std::uint16_t>(states.size());
    states.push_back({.letter = letter, .sibling = states[from].child});
    states[from].child = made;
    return made;
  }
};

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
  for (std::size_t c = 0; c < 256; ++c) class_[c] = of_folded[fold(static_cast<unsigned char>(c))];

  Tree tree;
  for (const auto& key : keys) {
    std::uint16_t at = 0;
    for (const char c : key.word) at = tree.step(at, class_[static_cast<unsigned char>(c)]);
    tree.states[at].ends.set(key.reader);
  }
  fill(tree.states);
}

/// The rows of all states, by their distance from the start: a state goes on as the one that it falls back to, which is
/// nearer to the start, except where a word goes on.
template <class States>
void KeyFinder::fill(States& states) {
  const std::size_t row = std::size_t{1} << shift_;
  next_.assign(states.size() * row, 0);
  hit_.assign(states.size(), 0);
  sets_.emplace_back();
  std::vector<std::uint16_t> order{0};
  order.reserve(states.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto at = order[i];
    const auto fall = states[at].fall;
    auto* const own = next_.data() + (std::size_t{at} << shift_);
    const auto* const other = next_.data() + (std::size_t{fall} << shift_);
    if (at != 0) std::copy_n(other, row, own);
    for (auto child = states[at].child; child != 0; child = states[child].sibling) {
      auto& state = states[child];
      if (at != 0) state.fall = other[state.letter] & (kHit - 1U);
      state.ends |= states[state.fall].ends;
      own[state.letter] = child;
      if (state.ends.any()) {
        own[state.letter] |= kHit;
        hit_[child] = static_cast<std::uint16_t>(sets_.size());
        sets_.push_back(state.ends);
      }
      order.push_back(child);
    }
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
