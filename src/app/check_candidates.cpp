#include "check_candidates.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>

namespace warrant::app {
namespace {

constexpr std::size_t kAround = 30;

bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

std::string around(std::string_view text, Span place) {
  const auto begin = place.begin > kAround ? place.begin - kAround : 0;
  std::string line = to_valid_utf8(text.substr(begin, place.end - begin + kAround));
  std::ranges::replace_if(line, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return line;
}

/// The token of digits, dots and grouping commas from `at`; empty when a name goes on around it.
Span number_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && (digit(text[end]) || ((text[end] == '.' || text[end] == ',') && end + 1 < text.size() &&
                                                    digit(text[end + 1]))))
    ++end;
  const bool joined = (at > 0 && (letter(text[at - 1]) || text[at - 1] == '.') && text[at - 1] != 'v') ||
                      (end < text.size() && letter(text[end]));
  return joined ? Span{end, end} : Span{at, end};
}

bool fits(claims::Field field, std::string_view token) {
  const auto dots = std::ranges::count(token, '.');
  return field == claims::Field::version ? dots == 2 : dots == 0;
}

}  // namespace

std::vector<Candidate> candidates_for(claims::Field field, std::string_view text, std::size_t most) {
  std::vector<Candidate> found;
  const auto add = [&](Span place) { found.push_back({std::string(place.of(text)), place, around(text, place)}); };
  if (field == claims::Field::deploy_url) {
    for (auto at = text.find("http"); at != std::string_view::npos; at = text.find("http", at + 4)) {
      auto end = std::min(text.find_first_of(" \t\r\n\"'<>)]`|", at), text.size());
      while (end > at && std::string_view(".,;:!?*").find(text[end - 1]) != std::string_view::npos) --end;
      if (text.substr(at, end - at).find("://") != std::string_view::npos) add({at, end});
    }
  } else {
    for (std::size_t i = 0; i < text.size();) {
      if (!digit(text[i])) {
        ++i;
        continue;
      }
      const Span token = number_at(text, i);
      if (!token.empty() && fits(field, token.of(text))) add(token);
      i = std::max(token.end, i + 1);
    }
  }
  if (found.size() > most) found.erase(found.begin(), found.end() - static_cast<std::ptrdiff_t>(most));
  return found;
}

}  // namespace warrant::app
