// Where a piece of text stands in a file, and what the lines around it speak of.
#include "passage.hpp"

#include "warrant/contract/operation.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>
#include <iterator>

namespace warrant::contract {
namespace {

bool is_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' ||
         byte >= 0x80;
}

/// Letters and digits only, folded: "max retries" is MAX_RETRIES.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : fold_case(text))
    if (is_word(c) && c != '_') out += c;
  return out;
}

/// TIMEOUT, max_retries, server.port, maxRetries: not a word of prose, which a file may put in another word.
bool is_name(std::string_view subject) {
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  if (subject.size() < 2 || subject.find_first_of(" \t\n") != std::string_view::npos) return false;
  if (subject.find_first_of("_.") != std::string_view::npos) return true;
  const bool lower = std::ranges::any_of(subject, is_lower);
  return std::ranges::any_of(subject, is_upper) && (!lower || std::ranges::any_of(subject.substr(1), is_upper));
}

/// The line at `at`, and the lines that it stands under: those above it with less indentation, nearest first.
std::vector<std::string_view> with_lines_above(std::string_view text, std::size_t at) {
  const auto indent_of = [](std::string_view line) { return line.find_first_not_of(" \t\r"); };
  std::vector<std::string_view> lines{line_around(text, at)};
  std::size_t indent = indent_of(lines.front());
  auto begin = static_cast<std::size_t>(lines.front().data() - text.data());
  for (int looked = 0; begin > 0 && indent > 0 && indent != std::string_view::npos && looked < 2'000; ++looked) {
    const std::string_view line = line_around(text, begin - 1);
    begin = static_cast<std::size_t>(line.data() - text.data());
    if (indent_of(line) >= indent) continue;
    indent = indent_of(line);
    lines.push_back(line);
  }
  return lines;
}

/// server.port: `port`, and what it stands under.
struct Name {
  std::string_view own;
  std::vector<std::string_view> owners;
};
Name parts_of(std::string_view subject) {
  Name name{.own = subject, .owners = {}};
  if (!is_name(subject)) return name;
  for (std::size_t dot = name.own.find('.'); dot != std::string_view::npos; dot = name.own.find('.')) {
    if (dot > 0) name.owners.push_back(name.own.substr(0, dot));
    if (dot + 1 == name.own.size()) break;
    name.own.remove_prefix(dot + 1);
  }
  return name;
}

/// Whether a line gives the subject a value.
bool has_a_value(std::string_view text, std::string_view subject) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t sign = line.find_first_of("=:");
    if (sign != std::string_view::npos && plain(line.substr(0, sign)) == plain(subject)) return true;
  }
  return false;
}

}  // namespace

bool stands_alone(std::string_view text, std::size_t at, std::size_t size) {
  const bool before = at > 0 && is_word(text[at - 1]) && is_word(text[at]);
  const bool after = at + size < text.size() && is_word(text[at + size - 1]) && is_word(text[at + size]);
  return !before && !after;
}

std::vector<std::size_t> occurrences(std::string_view text, std::string_view piece) {
  std::vector<std::size_t> out;
  if (piece.empty()) return out;
  for (std::size_t at = text.find(piece); at != std::string_view::npos; at = text.find(piece, at + piece.size()))
    out.push_back(at);
  return out;
}

std::vector<std::size_t> whole_words(std::string_view text, std::string_view piece) {
  std::vector<std::size_t> out = occurrences(text, piece);
  std::erase_if(out, [&](std::size_t at) { return !stands_alone(text, at, piece.size()); });
  return out;
}

std::string replaced(std::string_view text, const std::vector<std::size_t>& places, std::size_t size,
                     std::string_view with) {
  std::string out;
  std::size_t at = 0;
  for (const std::size_t place : places) {
    out += text.substr(at, place - at);
    out += with;
    at = place + size;
  }
  out += text.substr(at);
  return out;
}

std::string_view line_around(std::string_view text, std::size_t at) {
  const std::size_t newline = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  return text.substr(begin, std::min(text.find('\n', at), text.size()) - begin);
}

bool speaks_of(std::string_view line, std::string_view subject) {
  return plain(line).find(plain(subject)) != std::string::npos;
}

Difference difference(std::string_view before, std::string_view after) {
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t head = 0;
  while (head < shorter && before[head] == after[head]) ++head;
  std::size_t tail = 0;
  while (tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
  return {head, before.substr(head, before.size() - head - tail), after.substr(head, after.size() - head - tail)};
}

/// Of places whose lines speak of the subject, those where it stands as it was written, else in another letter case, as
/// a word of its own: TIMEOUT and not pool_timeout. All of them where it stands so nowhere.
static std::vector<std::size_t> as_own_word(std::string_view text, std::vector<std::size_t> places,
                                            std::string_view subject) {
  const auto keep = [&](const auto& stands) {
    std::vector<std::size_t> kept;
    std::ranges::copy_if(places, std::back_inserter(kept),
                         [&](std::size_t at) { return stands(line_around(text, at)); });
    return kept;
  };
  if (auto kept = keep([&](std::string_view line) { return !whole_words(line, subject).empty(); }); !kept.empty()) {
    return kept;
  }
  const std::string folded = fold_case(subject);
  auto kept = keep([&](std::string_view line) { return !whole_words(fold_case(line), folded).empty(); });
  return kept.empty() ? places : kept;
}

std::vector<std::size_t> meant(std::string_view text, std::string_view piece, std::string_view subject) {
  std::vector<std::size_t> places = whole_words(text, piece);
  if (places.empty()) places = occurrences(text, piece);
  if (subject.empty()) return places;
  const Name name = parts_of(subject);
  std::vector<std::size_t> named;
  std::vector<std::size_t> half_named;  // port of server.port, under something else
  std::vector<std::size_t> under;
  for (const std::size_t at : places) {
    const auto lines = with_lines_above(text, at);
    const auto speak_of = [&](std::string_view part) {
      return std::ranges::any_of(lines, [&](std::string_view line) { return speaks_of(line, part); });
    };
    const bool own = speaks_of(lines.front(), name.own);
    if (speaks_of(lines.front(), subject) || (own && std::ranges::all_of(name.owners, speak_of))) {
      named.push_back(at);
    } else if (own) {
      half_named.push_back(at);
    } else if (speak_of(subject)) {
      under.push_back(at);
    }
  }
  if (!named.empty()) return as_own_word(text, std::move(named), subject);
  for (auto* found : {&half_named, &under}) {
    if (!found->empty()) return std::move(*found);
  }
  // In prose the subject may be another word for what the file says; a name is one and the same.
  return is_name(subject) || has_a_value(text, subject) ? std::vector<std::size_t>{} : places;
}

}  // namespace warrant::contract
