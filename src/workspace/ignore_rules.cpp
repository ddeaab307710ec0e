#include "ignore_rules.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <ranges>
#include <utility>

namespace warrant::workspace {

namespace {

constexpr std::size_t most_rules = 10'000;

bool in_class(std::string_view name, char c) {
  const auto between = [&](char low, char high) { return c >= low && c <= high; };
  const bool upper = between('A', 'Z');
  const bool lower = between('a', 'z');
  const bool digit = between('0', '9');
  const bool graph = between('!', '~');
  if (name == "alpha") return upper || lower;
  if (name == "digit") return digit;
  if (name == "alnum") return upper || lower || digit;
  if (name == "upper") return upper;
  if (name == "lower") return lower;
  if (name == "xdigit") return digit || between('a', 'f') || between('A', 'F');
  if (name == "space") return c == ' ' || between('\t', '\r');
  if (name == "blank") return c == ' ' || c == '\t';
  if (name == "punct") return graph && !upper && !lower && !digit;
  if (name == "graph") return graph;
  if (name == "print") return graph || c == ' ';
  return name == "cntrl" && (static_cast<unsigned char>(c) < 0x20U || c == '\x7F');
}

/// One element of a pattern: how many bytes of the pattern it is, and whether it takes `c`.
struct Element {
  std::size_t size;
  bool takes;
};

/// The byte at `at`, or behind the backslash there, to which `at` then goes; nullopt for a backslash at the end.
std::optional<unsigned char> literal(std::string_view pattern, std::size_t& at) {
  if (pattern[at] == '\\') ++at;
  if (at == pattern.size()) return std::nullopt;
  return static_cast<unsigned char>(pattern[at]);
}

/// "[a-z]", "[!x]", "[]x]", "[[:alpha:]]" at the begin of `pattern`; nullopt where it has no end.
std::optional<Element> bracket(std::string_view pattern, char c) {
  std::size_t at = 1;
  const bool negated = at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^');
  if (negated) ++at;
  bool found = false;
  for (const std::size_t first = at; at < pattern.size(); ++at) {
    if (pattern[at] == ']' && at > first) return Element{at + 1, found != negated};
    if (pattern.substr(at).starts_with("[:")) {
      const std::size_t end = pattern.find(":]", at + 2);
      if (end == std::string_view::npos) return std::nullopt;
      found = found || in_class(pattern.substr(at + 2, end - at - 2), c);
      at = end + 1;
      continue;
    }
    const auto low = literal(pattern, at);
    if (!low) return std::nullopt;
    auto high = low;
    if (at + 2 < pattern.size() && pattern[at + 1] == '-' && pattern[at + 2] != ']') {
      at += 2;
      high = literal(pattern, at);
      if (!high) return std::nullopt;
    }
    const auto byte = static_cast<unsigned char>(c);
    found = found || (byte >= *low && byte <= *high);
  }
  return std::nullopt;
}

/// The element at the begin of `pattern`, which is no "*"; nullopt for a pattern that is not valid.
std::optional<Element> element(std::string_view pattern, char c) {
  if (pattern.front() == '?') return Element{1, true};
  if (pattern.front() == '[') return bracket(pattern, c);
  if (pattern.front() != '\\') return Element{1, pattern.front() == c};
  if (pattern.size() == 1) return std::nullopt;
  return Element{2, pattern[1] == c};
}

/// Goes back to the last "*" alone: what an earlier one could take, the last one can take as well.
bool name_matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0;
  std::size_t n = 0;
  std::optional<std::pair<std::size_t, std::size_t>> star;  // behind it in the pattern, and what it takes up to
  while (n < name.size() || p < pattern.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = {++p, n};
      continue;
    }
    if (p < pattern.size() && n < name.size()) {
      const auto next = element(pattern.substr(p), name[n]);
      if (!next) return false;
      if (next->takes) {
        p += next->size;
        ++n;
        continue;
      }
    }
    if (!star || star->second >= name.size()) return false;
    p = star->first;
    n = ++star->second;
  }
  return true;
}

std::vector<std::string_view> names_of(std::string_view path) {
  std::vector<std::string_view> names;
  for (const auto name : std::views::split(path, '/')) names.emplace_back(name.begin(), name.end());
  return names;
}

/// The same walk over names, with "**" for the star; at the end of a pattern it takes at least one name.
bool path_matches(const std::vector<std::string>& pattern, const std::vector<std::string_view>& names) {
  std::size_t p = 0;
  std::size_t n = 0;
  std::optional<std::pair<std::size_t, std::size_t>> star;
  while (n < names.size() || p < pattern.size()) {
    if (p < pattern.size() && pattern[p] == "**") {
      if (p + 1 == pattern.size()) return n < names.size();
      star = {++p, n};
      continue;
    }
    if (p < pattern.size() && n < names.size() && name_matches(pattern[p], names[n])) {
      ++p;
      ++n;
      continue;
    }
    if (!star || star->second >= names.size()) return false;
    p = star->first;
    n = ++star->second;
  }
  return true;
}

/// The names of a pattern. A slash in a bracket parts nothing, and one behind a backslash does.
std::vector<std::string> segments_of(std::string_view pattern) {
  std::vector<std::string> segments(1);
  for (std::size_t at = 0; at < pattern.size();) {
    std::size_t size = 1;
    if (pattern[at] == '\\' && at + 1 < pattern.size()) size = 2;
    if (pattern[at] == '[')
      if (const auto found = bracket(pattern.substr(at), '/')) size = found->size;
    if (pattern[at + size - 1] == '/') {
      segments.emplace_back();
    } else {
      segments.back() += pattern.substr(at, size);
    }
    at += size;
  }
  for (std::string& segment : segments)
    if (segment.size() > 2 && segment.find_first_not_of('*') == std::string::npos) segment = "**";
  return segments;
}

/// Without the spaces at the end that no backslash keeps.
std::string_view trim_end(std::string_view line) {
  while (line.ends_with(' ')) {
    const std::string_view before = line.substr(0, line.size() - 1);
    const std::size_t last = before.find_last_not_of('\\');
    const std::size_t slashes = before.size() - (last == std::string_view::npos ? 0 : last + 1);
    if (slashes % 2 != 0) break;
    line = before;
  }
  return line;
}

}  // namespace

std::optional<IgnoreRules::Rule> IgnoreRules::parse(std::string_view line) {
  line = trim_end(line);
  if (line.empty() || line.front() == '#') return std::nullopt;
  Rule rule{.segments = {}, .anchored = false, .directories_only = false, .keeps = line.front() == '!'};
  if (rule.keeps) line.remove_prefix(1);
  rule.directories_only = line.ends_with('/');
  if (rule.directories_only) line.remove_suffix(1);
  rule.anchored = line.contains('/');
  if (line.starts_with('/')) line.remove_prefix(1);
  if (line.empty()) return std::nullopt;
  rule.segments = segments_of(line);
  return rule;
}

IgnoreRules::IgnoreRules(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty() && rules_.size() < most_rules) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (auto rule = parse(line)) rules_.push_back(std::move(*rule));
  }
}

std::optional<bool> IgnoreRules::decide(std::string_view path, bool is_directory) const {
  const std::vector<std::string_view> names = names_of(path);
  for (const Rule& rule : std::views::reverse(rules_)) {
    if (rule.directories_only && !is_directory) continue;
    if (rule.anchored ? path_matches(rule.segments, names) : name_matches(rule.segments.front(), names.back()))
      return !rule.keeps;
  }
  return std::nullopt;
}

}  // namespace warrant::workspace
