#include "warrant/surface/places.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <ranges>
#include <utility>

namespace warrant::surface {

namespace {

constexpr std::uint32_t none = UINT32_MAX;

class SuffixAutomaton {
 public:
  explicit SuffixAutomaton(std::string_view text) {
    nodes_.push_back({.next = {}, .link = none, .length = 0, .occurrences = 0});
    for (std::size_t at = 0; at < text.size();) {
      const CodePoint point = decode_utf8(text, at);
      extend(point.value);
      at += point.size;
    }
    count_occurrences();
  }

  [[nodiscard]] const std::map<char32_t, std::uint32_t>& edges(std::uint32_t state) const { return nodes_[state].next; }
  [[nodiscard]] std::uint32_t step(std::uint32_t state, char32_t symbol) const { return nodes_[state].next.at(symbol); }
  [[nodiscard]] std::size_t occurrences(std::uint32_t state) const { return nodes_[state].occurrences; }

 private:
  struct Node {
    std::map<char32_t, std::uint32_t> next;
    std::uint32_t link;
    std::size_t length;
    std::size_t occurrences;
  };

  void extend(char32_t symbol) {
    const auto current = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({.next = {}, .link = 0, .length = nodes_[last_].length + 1, .occurrences = 1});
    std::uint32_t state = last_;
    last_ = current;
    for (; state != none && !nodes_[state].next.contains(symbol); state = nodes_[state].link) {
      nodes_[state].next[symbol] = current;
    }
    if (state == none) return;
    const std::uint32_t target = nodes_[state].next[symbol];
    if (nodes_[target].length == nodes_[state].length + 1) {
      nodes_[current].link = target;
      return;
    }
    const auto clone = static_cast<std::uint32_t>(nodes_.size());
    Node copy = nodes_[target];
    copy.length = nodes_[state].length + 1;
    copy.occurrences = 0;
    nodes_.push_back(std::move(copy));
    for (; state != none; state = nodes_[state].link) {
      const auto edge = nodes_[state].next.find(symbol);
      if (edge == nodes_[state].next.end() || edge->second != target) break;
      edge->second = clone;
    }
    nodes_[target].link = clone;
    nodes_[current].link = clone;
  }

  void count_occurrences() {
    std::vector<std::uint32_t> order(nodes_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, std::ranges::greater{}, [&](std::uint32_t state) { return nodes_[state].length; });
    for (const std::uint32_t state : order) {
      if (nodes_[state].link != none) nodes_[nodes_[state].link].occurrences += nodes_[state].occurrences;
    }
  }

  std::vector<Node> nodes_;
  std::uint32_t last_ = 0;
};

/// Every pair of states that one piece of the shown text leads to, in order of discovery.
std::vector<Places::State> walk_together(const SuffixAutomaton& shown, const SuffixAutomaton& whole) {
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  std::map<Pair, std::uint32_t> known{{{0, 0}, 0}};
  std::vector<Pair> pairs{{0, 0}};
  std::vector<Places::State> states;
  for (std::size_t at = 0; at < pairs.size(); ++at) {
    const auto [in_shown, in_whole] = pairs[at];
    Places::State state{.edges = {}, .closes = at != 0 && whole.occurrences(in_whole) == 1};
    for (const auto& [symbol, next] : shown.edges(in_shown)) {
      const Pair pair{next, whole.step(in_whole, symbol)};
      const auto [found, fresh] = known.try_emplace(pair, static_cast<std::uint32_t>(pairs.size()));
      if (fresh) pairs.push_back(pair);
      state.edges.push_back({.symbol = symbol, .to = found->second});
    }
    states.push_back(std::move(state));
  }
  return states;
}

/// Marks the states from which a closing one can be reached, walking edges backwards.
std::vector<bool> reaching(const std::vector<Places::State>& states) {
  std::vector<std::vector<std::uint32_t>> before(states.size());
  std::vector<std::uint32_t> work;
  std::vector<bool> alive(states.size(), false);
  for (std::uint32_t from = 0; from < states.size(); ++from) {
    for (const Places::Edge& edge : states[from].edges) before[edge.to].push_back(from);
    if (!states[from].closes) continue;
    alive[from] = true;
    work.push_back(from);
  }
  while (!work.empty()) {
    const std::uint32_t state = work.back();
    work.pop_back();
    for (const std::uint32_t from : before[state]) {
      if (alive[from]) continue;
      alive[from] = true;
      work.push_back(from);
    }
  }
  return alive;
}

/// Without the states that lead nowhere: a model must never be led into a dead end.
std::vector<Places::State> pruned(std::vector<Places::State> states) {
  const std::vector<bool> alive = reaching(states);
  if (!alive[0]) return {};
  std::vector<std::uint32_t> renamed(states.size(), none);
  std::uint32_t count = 0;
  for (std::size_t at = 0; at < states.size(); ++at) {
    if (alive[at]) renamed[at] = count++;
  }
  std::vector<Places::State> kept;
  kept.reserve(count);
  for (std::size_t at = 0; at < states.size(); ++at) {
    if (!alive[at]) continue;
    std::erase_if(states[at].edges, [&](const Places::Edge& edge) { return !alive[edge.to]; });
    for (Places::Edge& edge : states[at].edges) edge.to = renamed[edge.to];
    kept.push_back(std::move(states[at]));
  }
  return kept;
}

}  // namespace

Result<Places> Places::make(std::string_view whole, std::size_t begin, std::size_t length, const PlacesLimits& limits) {
  if (begin > whole.size() || length > whole.size() - begin) {
    return fail(Code::invalid_argument, "the shown range lies outside the text");
  }
  if (whole.size() > limits.whole_bytes || length > limits.shown_bytes) {
    return fail(Code::too_large, "the text is too large to be edited by a piece of it: show a smaller part");
  }
  const std::string_view shown = whole.substr(begin, length);
  if (!is_utf8(whole) || !is_utf8(shown)) {
    return fail(Code::unsupported, "the text is not UTF-8, or the shown part cuts a character");
  }
  Places places;
  places.states_ = pruned(walk_together(SuffixAutomaton(shown), SuffixAutomaton(whole)));
  return places;
}

bool Places::names_one_place(std::string_view piece) const noexcept {
  if (states_.empty()) return false;
  std::uint32_t state = 0;
  for (std::size_t at = 0; at < piece.size();) {
    const CodePoint point = decode_utf8(piece, at);
    if (!point.valid) return false;
    const auto& edges = states_[state].edges;
    const auto edge = std::ranges::lower_bound(edges, point.value, {}, &Edge::symbol);
    if (edge == edges.end() || edge->symbol != point.value) return false;
    state = edge->to;
    at += point.size;
  }
  return states_[state].closes;
}

}  // namespace warrant::surface
