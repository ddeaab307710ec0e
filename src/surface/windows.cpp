#include "form.hpp"
#include "sites.hpp"

#include <warrant/surface/materials.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace warrant::surface {

namespace {

// In lines. A file up to the first is one window; a window is not longer than the second.
constexpr std::size_t short_file = 8;
constexpr std::size_t longest_window = 24;
constexpr std::size_t around = 5;

struct Lookup {
  std::map<std::string, double, std::less<>> words;  ///< the rarer in the file, the heavier
  std::vector<std::string> names;  ///< tokens of the request that look like code and stand in the file
};

bool looks_like_code(std::string_view token) {
  const bool inner_capital = std::ranges::any_of(token.substr(std::min<std::size_t>(token.size(), 1)),
                                                 [](char c) { return c >= 'A' && c <= 'Z'; });
  return inner_capital || token.find_first_of("_./-#$0123456789()") != std::string_view::npos;
}

Lookup look_up(std::string_view request, const Scene& scene, std::string_view symbol) {
  Lookup found;
  std::map<std::string, int, std::less<>> lines_with;
  for (std::size_t number = 0; number < scene.lines.count(); ++number) {
    std::set<std::string, std::less<>> here;
    for (std::string& word : words_of(scene.lines.line(number))) {
      if (word.size() > 3 && word.ends_with('s') && !word.ends_with("ss")) word.pop_back();
      here.insert(std::move(word));
    }
    for (const std::string& word : here) ++lines_with[word];
  }
  for (const std::string& word : scene.hints) {
    const auto known = lines_with.find(word);
    if (known != lines_with.end()) found.words[word] = 1.0 / std::sqrt(static_cast<double>(known->second));
  }
  if (!symbol.empty()) found.names.emplace_back(symbol);
  for (std::size_t at = 0; at < request.size();) {
    constexpr std::string_view edges = " \t\n,;:!?\"'`()";
    const std::size_t begin = request.find_first_not_of(edges, at);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(request.find_first_of(edges, begin), request.size());
    std::string_view token = request.substr(begin, end - begin);
    at = end;
    while (token.ends_with('.')) token.remove_suffix(1);
    const bool quoted =
        begin > 0 && (request[begin - 1] == '`' || request[begin - 1] == '"' || request[begin - 1] == '\'');
    if (token.size() < 2 || !(quoted || looks_like_code(token))) continue;
    if (!occurrences(scene.lines.text(), token).empty()) found.names.emplace_back(token);
  }
  return found;
}

double weight_of(std::size_t number, const Lookup& lookup, const Scene& scene) {
  const std::string_view line = scene.lines.line(number);
  double weight = 0;
  for (const std::string& name : lookup.names) {
    if (scene.defines(number, name)) {
      weight += 6;
    } else {
      for (const std::size_t at : occurrences(line, name)) weight += stands_alone(line, at, name.size()) ? 3 : 1;
    }
  }
  std::set<std::string, std::less<>> here;
  for (std::string& word : words_of(line)) {
    if (word.size() > 3 && word.ends_with('s') && !word.ends_with("ss")) word.pop_back();
    here.insert(std::move(word));
  }
  for (const auto& [word, rarity] : lookup.words) weight += here.contains(word) ? rarity : 0;
  // `docs:` in a request about the docs job.
  const bool named =
      !here.empty() && std::ranges::all_of(here, [&](const std::string& word) { return lookup.words.contains(word); });
  if (named && scene.lines.block_end(number) > number + 1) weight += 2;
  if (weight > 0) {
    const auto above = words_above(scene.lines, number);
    for (const auto& [word, rarity] : lookup.words) weight += above.contains(word) ? rarity : 0;
  }
  return weight;
}

struct Range {
  std::size_t first;
  std::size_t last;  ///< one past
};

/// The block that a line opens or lies in, or the lines around it.
Range range_of(std::size_t number, const Lines& lines) {
  const std::size_t own_end = lines.block_end(number);
  if (own_end > number + 1) return {number, std::min(own_end, number + longest_window)};
  const std::vector<std::size_t> above = lines.above(number);
  for (const std::size_t head : above) {
    const std::size_t end = lines.block_end(head);
    if (end > number && end - head <= longest_window && lines.indent(head) < lines.indent(number)) return {head, end};
    break;
  }
  return {number > around ? number - around : 0, std::min(lines.count(), number + around + 1)};
}

/// Bytes of whole lines without the last newline, grown downwards and upwards until they name one place.
Span span_of(Range range, const Lines& lines) {
  Span span{lines.span(range.first).begin, lines.span(range.last - 1).end};
  while (span.empty() || !occurs_once(lines.text(), span.of(lines.text()))) {
    if (range.last < lines.count()) {
      ++range.last;
    } else if (range.first > 0) {
      --range.first;
    } else {
      return {0, lines.text().size()};
    }
    span = {lines.span(range.first).begin, lines.span(range.last - 1).end};
  }
  return span;
}

}  // namespace

std::vector<Span> windows_for(std::string_view request, std::string_view path, std::string_view text,
                              std::string_view symbol) {
  if (text.empty()) return {};
  const Scene scene(text, path, request);
  const Lines& lines = scene.lines;
  if (lines.count() <= short_file) return {span_of({0, lines.count()}, lines)};
  const Lookup lookup = look_up(request, scene, symbol);
  std::vector<std::pair<double, std::size_t>> weights;
  for (std::size_t number = 0; number < lines.count(); ++number) {
    const double weight = lines.is_blank(number) ? 0 : weight_of(number, lookup, scene);
    if (weight > 0) weights.emplace_back(weight, number);
  }
  std::ranges::sort(weights, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::vector<Span> windows;
  for (const auto& [weight, number] : weights) {
    if (windows.size() == 3 || weight + 0.4 < weights.front().first) break;
    const Span span = span_of(range_of(number, lines), lines);
    if (std::ranges::none_of(windows, [&](Span other) { return other.overlaps(span); })) windows.push_back(span);
  }
  if (windows.empty()) {
    const std::size_t first = lines.count() > 2 * around ? lines.count() - 2 * around : 0;
    windows.push_back(span_of({first, lines.count()}, lines));
  }
  std::ranges::sort(windows);
  return windows;
}

}  // namespace warrant::surface
