#include "tokens.hpp"

#include "rules.hpp"

#include <warrant/base/utf8.hpp>

#include <algorithm>
#include <array>

namespace warrant::claims {

bool digit(char c) { return c >= '0' && c <= '9'; }
bool space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && space(text.front())) text.remove_prefix(1);
  while (!text.empty() && space(text.back())) text.remove_suffix(1);
  return text;
}

namespace {

/// In tokens: what is longer is no sentence, and is read in pieces.
constexpr std::size_t kLongestSentence = 600;
/// In bytes, from one quotation mark to its other end.
constexpr std::size_t kLongestQuote = 4'096;

using Kind = Token::Kind;

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// What a character outside ASCII does in a sentence.
enum class Sign : std::uint8_t { letter, space, tick, cross, dash, arrow, apostrophe, open_quote, close_quote, other };

Sign sign_of(char32_t c) {
  switch (c) {
    case 0x2705:
    case 0x2713:
    case 0x2714:
    case 0x2611:
    case 0x1F197:
    case 0x1F44D:
    case 0x1F389:
    case 0x1F7E2: return Sign::tick;
    case 0x274C:
    case 0x2717:
    case 0x2718:
    case 0x2716:
    case 0x1F534: return Sign::cross;
    case 0x2013:
    case 0x2014:
    case 0x2015:
    case 0x2012: return Sign::dash;
    case 0x2192:
    case 0x21D2:
    case 0x279C:
    case 0x27A1: return Sign::arrow;
    case 0x2018:
    case 0x2019:
    case 0x02BC: return Sign::apostrophe;
    case 0x201C:
    case 0x201E:
    case 0x00AB:
    case 0x300C: return Sign::open_quote;
    case 0x201D:
    case 0x00BB:
    case 0x300D: return Sign::close_quote;
    case 0x00A0:
    case 0x2009:
    case 0x202F:
    case 0x200B:
    case 0xFEFF:
    case 0xFE0F:
    case 0x2060: return Sign::space;
    default: break;
  }
  if (c >= 0x2000 && c < 0x2E80) return Sign::other;    // signs, arrows, boxes, dingbats
  if (c >= 0x1F000 && c < 0x20000) return Sign::other;  // pictographs
  if (c == 0xFFFD) return Sign::other;
  return Sign::letter;
}

/// The value of a decimal digit of a script whose digits stand in one run of
/// ten.
std::optional<char> foreign_digit(char32_t c) {
  for (const char32_t zero : {0x0660U, 0x06F0U, 0x0966U, 0x09E6U, 0x0E50U, 0xFF10U}) {
    if (c >= zero && c < zero + 10) return static_cast<char>('0' + (c - zero));
  }
  return std::nullopt;
}

bool has_ending(std::string_view text) {
  const auto dot = text.rfind('.');
  if (dot == std::string_view::npos || dot + 1 == text.size()) return false;
  const auto ending = text.substr(dot + 1);
  if (ending.size() > 6 || !letter(ending.front())) return false;
  if (!std::ranges::all_of(ending, [](char c) { return letter(c) || digit(c); })) return false;
  if (dot == 0) return text.size() > 2;
  const auto stem = text.substr(0, dot);
  // "e.g", "i.e", "z.B": single letters are abbreviations unless the ending is
  // a usual one.
  if (stem.size() == 1 && ending.size() == 1 && ending != "c" && ending != "h") return false;
  return std::ranges::any_of(stem, [](char c) { return letter(c) || digit(c) || c == '_'; });
}

bool is_path(std::string_view text) {
  if (text.starts_with("./") || text.starts_with("../") || text.starts_with("~/")) return true;
  const auto slash = text.find('/');
  if (slash != std::string_view::npos) {
    // "and/or" is no path, "src/main" and "24/24" are told apart by what stands
    // beside the slash.
    if (has_ending(text)) return true;
    if (text == "and/or" || text == "either/or" || text == "yes/no" || text == "y/n" || text == "n/a") return false;
    if (std::ranges::none_of(text, letter)) return false;
    return text.ends_with('/') || std::ranges::count(text, '/') > 1 || text.starts_with('/') ||
           text.starts_with("src/") || text.starts_with("tests/") || text.starts_with("lib/") ||
           text.starts_with("docs/") || text.starts_with("app/") || text.starts_with("bin/");
  }
  constexpr std::array<std::string_view, 8> kBare{"makefile",  "dockerfile", "readme",   "license",
                                                  "changelog", "gemfile",    "procfile", "justfile"};
  const std::string low = fold(text);
  if (std::ranges::find(kBare, low) != kBare.end()) return true;
  if (!has_ending(text)) return false;
  constexpr std::array<std::string_view, 7> kNames{"node.js", "vue.js", "next.js", "asp.net", "e.g", "i.e", "vs.code"};
  return std::ranges::find(kNames, low) == kNames.end();
}

}  // namespace

void Tokenizer::read_line(Span line, LineKind kind, bool continues) {
  if (!continues || into_.sentences.empty() || open_.tokens.empty()) flush();
  begin_line(kind);
  std::size_t i = line.begin;
  while (i < line.end) i = step(i, line.end);
  if (kind != LineKind::prose) flush();
}

void Tokenizer::begin_line(LineKind kind) {
  if (!open_.tokens.empty()) return;
  open_.line = kind;
  open_.unticked = pending_unticked;
  open_.ticked = pending_ticked;
  pending_unticked = pending_ticked = false;
}

void Tokenizer::flush() {
  if (!open_.tokens.empty()) {
    const auto& last = open_.tokens.back();
    open_.introduces = last.mark(":");
    open_.span = {open_.tokens.front().span.begin, last.span.end};
    open_.paragraph = paragraph;
    into_.sentences.push_back(std::move(open_));
  }
  const LineKind line = open_.line;
  open_ = Sentence{};
  open_.line = line;
}

void Tokenizer::add(Kind kind, std::string text, std::size_t begin, std::size_t end) {
  // What looks for words on both sides of others takes time with the square
  // of a sentence.
  if (open_.tokens.size() >= kLongestSentence) flush();
  open_.tokens.push_back({kind, std::move(text), {begin, end}});
}

std::optional<std::size_t> Tokenizer::enclosed(std::size_t i, std::size_t open_size, std::string_view close,
                                               std::size_t end, bool code) {
  const auto at = said_.substr(0, std::min(end, i + kLongestQuote)).find(close, i + open_size);
  if (at == std::string_view::npos || at == i + open_size) return std::nullopt;
  const auto inside = said_.substr(i + open_size, at - i - open_size);
  const bool words = trimmed(inside).find(' ') != std::string_view::npos;
  if (!on(Exemption::quotation) && !code && words) return std::nullopt;
  add(code || !words ? Kind::code : Kind::quoted, std::string(trimmed(inside)), i, at + close.size());
  const auto after = at + close.size();
  // A full stop inside the marks ends the sentence outside.
  if (!code && words && (inside.back() == '.' || inside.back() == '!') && after < end && space(said_[after]) &&
      after + 1 < said_.size() && said_[after + 1] >= 'A' && said_[after + 1] <= 'Z') {
    flush();
  }
  return after;
}

std::size_t Tokenizer::step(std::size_t i, std::size_t end) {
  const char c = said_[i];
  if (space(c)) return i + 1;
  if (c == '`') {
    std::size_t ticks = 1;
    while (i + ticks < end && said_[i + ticks] == '`') ++ticks;
    if (const auto next = enclosed(i, ticks, said_.substr(i, ticks), end, true)) return *next;
    return i + ticks;
  }
  if (c == '"') {
    if (const auto next = enclosed(i, 1, "\"", end, false)) return *next;
    return i + 1;
  }
  if (c == '\'' && (i == 0 || space(said_[i - 1]) || said_[i - 1] == '(')) {
    const auto close = said_.substr(0, end).find('\'', i + 1);
    if (close != std::string_view::npos && (close + 1 == end || !letter(said_[close + 1]))) {
      if (const auto next = enclosed(i, 1, "'", end, false)) return *next;
    }
    return i + 1;
  }
  if (said_.substr(i).starts_with("http://") || said_.substr(i).starts_with("https://")) return url(i, end);
  if (c == '.' && i + 1 < end && (letter(said_[i + 1]) || said_[i + 1] == '/' || said_[i + 1] == '.')) {
    return chunk(i, end);
  }
  if (letter(c) || digit(c) || c == '_' || c == '~' || (c == '/' && i + 1 < end && letter(said_[i + 1]))) {
    return chunk(i, end);
  }
  if (static_cast<unsigned char>(c) < 0x80) return ascii_mark(i, end);
  return foreign(i, end);
}

std::size_t Tokenizer::url(std::size_t i, std::size_t end) {
  std::size_t stop = i;
  while (stop < end && !space(said_[stop]) &&
         std::string_view("\"'<>`)]}|*").find(said_[stop]) == std::string_view::npos)
    ++stop;
  while (stop > i && std::string_view(".,;:!?").find(said_[stop - 1]) != std::string_view::npos) --stop;
  add(Kind::url, std::string(said_.substr(i, stop - i)), i, stop);
  return stop;
}

std::size_t Tokenizer::ascii_mark(std::size_t i, std::size_t end) {
  const char c = said_[i];
  if (c == '*' || c == '_') return i + 1;
  if (c == '-' && i + 1 < end && said_[i + 1] == '>') {
    add(Kind::mark, "arrow", i, i + 2);
    return i + 2;
  }
  if (c == '=' && i + 1 < end && said_[i + 1] == '>') {
    add(Kind::mark, "arrow", i, i + 2);
    return i + 2;
  }
  if (c == '-') {
    // Between spaces it parts clauses.
    const bool dash = i + 1 < end && (space(said_[i + 1]) || said_[i + 1] == '-');
    add(Kind::mark, dash ? "dash" : "-", i, i + 1);
    return i + 1 + (dash && said_[i + 1] == '-' ? 1 : 0);
  }
  add(Kind::mark, std::string(1, c), i, i + 1);
  if (c == '.' || c == '!' || c == '?') {
    std::size_t next = i + 1;
    while (next < end && (said_[next] == '*' || said_[next] == ')' || said_[next] == '"')) ++next;
    if (next >= end || space(said_[next]) || static_cast<unsigned char>(said_[next]) >= 0x80) {
      if (c == '?') open_.question = true;
      flush();
    }
  }
  return i + 1;
}

std::size_t Tokenizer::foreign(std::size_t i, std::size_t end) {
  const auto point = decode_utf8(said_, i);
  const std::size_t next = i + point.size;
  switch (sign_of(point.value)) {
    case Sign::letter: return chunk(i, end);
    case Sign::space:
    case Sign::other:
    case Sign::close_quote: break;
    case Sign::apostrophe: {
      const auto close = said_.substr(0, end).find("\xE2\x80\x99", next);
      if (point.value == 0x2018 && close != std::string_view::npos) {
        if (const auto after = enclosed(i, point.size, "\xE2\x80\x99", end, false)) return *after;
      }
      break;
    }
    case Sign::tick:
      add(Kind::mark, "tick", i, next);
      open_.ticked = true;
      break;
    case Sign::cross: add(Kind::mark, "cross", i, next); break;
    case Sign::dash: add(Kind::mark, "dash", i, next); break;
    case Sign::arrow: add(Kind::mark, "arrow", i, next); break;
    case Sign::open_quote: {
      // German opens low and closes with the sign that opens in English.
      for (const std::string_view close : {"\xE2\x80\x9D", "\xE2\x80\x9C", "\xC2\xBB", "\xE3\x80\x8D", "\""}) {
        const auto at = said_.substr(0, end).find(close, next);
        if (at == std::string_view::npos) continue;
        if (const auto after = enclosed(i, point.size, close, end, false)) return *after;
      }
      break;
    }
  }
  return std::min(next, end);
}

std::size_t Tokenizer::chunk(std::size_t i, std::size_t end) {
  std::size_t stop = i;
  std::string text;
  while (stop < end) {
    const char c = said_[stop];
    if (letter(c) || digit(c) || c == '_' || c == '.' || c == '/' || c == '-' || c == '~' || c == '@' || c == '\'' ||
        (c == '+' && stop > i) ||
        (c == ',' && stop > i && digit(said_[stop - 1]) && stop + 1 < end && digit(said_[stop + 1]))) {
      text += c;
      ++stop;
      continue;
    }
    if (static_cast<unsigned char>(c) < 0x80) break;
    const auto point = decode_utf8(said_, stop);
    const auto sign = sign_of(point.value);
    if (sign == Sign::apostrophe) {
      text += '\'';
    } else if (const auto value = foreign_digit(point.value)) {
      text += *value;
    } else if (sign == Sign::letter && point.value < 0x3000) {
      text += said_.substr(stop, point.size);
    } else if (sign == Sign::letter && stop == i) {
      text += said_.substr(stop, point.size);
      stop += point.size;
      break;  // scripts without spaces: one character a word
    } else {
      break;
    }
    stop += point.size;
  }
  std::size_t dropped = 0;
  while (text.size() > 1 && std::string_view(".-'~@,").find(text.back()) != std::string_view::npos) {
    text.pop_back();
    ++dropped;
  }
  // Apostrophes of another width make the text shorter than its bytes; what
  // is dropped is ASCII or that sign.
  while (dropped-- > 0) stop -= static_cast<unsigned char>(said_[stop - 1]) < 0x80 ? 1U : 3U;
  if (stop <= i) return i + 1;
  const bool number = digit(text.front()) &&
                      std::ranges::all_of(text, [](char c) { return digit(c) || c == ',' || c == '.' || c == '/'; });
  if (number) {
    add(Kind::number, std::move(text), i, stop);
  } else if (is_path(text)) {
    add(Kind::path, std::move(text), i, stop);
  } else if (const auto slash = text.find('/'); slash != std::string::npos && slash > 0 && slash + 1 < text.size() &&
                                                stop - i == text.size() && letter(text.front())) {
    add(Kind::word, fold(std::string_view(text).substr(0, slash)), i, i + slash);
    add(Kind::mark, "/", i + slash, i + slash + 1);
    add(Kind::word, fold(std::string_view(text).substr(slash + 1)), i + slash + 1, stop);
  } else {
    add(Kind::word, fold(text), i, stop);
  }
  return stop;
}

}  // namespace warrant::claims
