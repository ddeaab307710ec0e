#include "outline.hpp"

#include <algorithm>

namespace warrant::evidence {
namespace {

constexpr std::size_t kMaxMembers = 2048;
constexpr std::size_t kMaxValue = 64;
constexpr std::size_t kMaxPathDepth = 3;
constexpr std::size_t kMaxNesting = 64;

/// The string whose quote stands at `at`, escapes still in it; `at` moves behind it.
std::string_view string_at(std::string_view text, std::size_t& at) {
  const std::size_t from = ++at;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2U : 1U;
  const std::size_t end = std::min(at, text.size());
  at = end + 1;
  return text.substr(from, end - from);
}

std::size_t behind_blanks(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(" \t\r\n", at), text.size());
}

}  // namespace

Outline::Outline(std::string_view text) {
  // One entry for each open bracket; only an object adds its key to the path.
  struct Open {
    bool object;
    std::string key;
  };
  std::vector<Open> open;
  std::string key;
  const auto path = [&](std::string_view last) {
    std::string joined;
    std::size_t named = 0;
    for (const auto& each : open) {
      if (each.key.empty()) continue;
      joined += each.key + '.';
      ++named;
    }
    return named < kMaxPathDepth ? joined + std::string(last) : std::string();
  };
  for (std::size_t at = 0; at < text.size() && members_.size() < kMaxMembers;) {
    const char c = text[at];
    if (c == '"') {
      const auto read = string_at(text, at);
      const bool names = !open.empty() && open.back().object && key.empty() &&
                         text.substr(std::min(behind_blanks(text, at), text.size())).starts_with(':');
      if (names) {
        key = read.substr(0, kMaxValue);
        if (auto whole = path(key); !whole.empty()) members_.push_back({.path = std::move(whole), .value = {}});
        at = behind_blanks(text, at) + 1;
      } else if (!key.empty()) {
        if (!members_.empty() && members_.back().path == path(key)) members_.back().value = read.substr(0, kMaxValue);
      }
      continue;
    }
    if (c == '{' || c == '[') {
      if (open.size() >= kMaxNesting) return;
      open.push_back({.object = c == '{', .key = std::move(key)});
      key.clear();
    } else if (c == '}' || c == ']') {
      if (open.empty()) return;
      open.pop_back();
      key.clear();
      if (open.empty()) return;
    } else if (c == ',') {
      key.clear();
    }
    ++at;
  }
}

bool Outline::has(std::string_view path) const {
  return std::ranges::find(members_, path, &Member::path) != members_.end();
}

bool Outline::says(std::string_view path, std::string_view value) const {
  return std::ranges::any_of(members_, [&](const Member& each) { return each.path == path && each.value == value; });
}

bool Outline::begins(std::string_view path, std::string_view start) const {
  return std::ranges::any_of(members_,
                             [&](const Member& each) { return each.path == path && each.value.starts_with(start); });
}

}  // namespace warrant::evidence
