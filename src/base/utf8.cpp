#include "warrant/base/utf8.hpp"

#include <fmt/format.h>

namespace warrant {

CodePoint decode_utf8(std::string_view text, std::size_t at) noexcept {
  constexpr CodePoint kBad{.value = 0xFFFD, .size = 1, .valid = false};
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) return {.value = first, .size = 1, .valid = true};
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + size > text.size()) return kBad;
  char32_t value = first & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80U) return kBad;
    value = (value << 6U) | (byte(at + i) & 0x3FU);
  }
  const bool overlong = (size == 3 && value < 0x800) || (size == 4 && value < 0x10000);
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (overlong || surrogate || value > 0x10FFFF) return kBad;
  return {.value = value, .size = size, .valid = true};
}

bool is_utf8(std::string_view text) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    const CodePoint point = decode_utf8(text, at);
    if (!point.valid) return false;
    at += point.size;
  }
  return true;
}

void append_utf8(std::string& out, char32_t value) {
  const auto put = [&](char32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (value < 0x80) {
    put(value);
  } else if (value < 0x800) {
    put(0xC0U | (value >> 6U));
    put(0x80U | (value & 0x3FU));
  } else if (value < 0x10000) {
    put(0xE0U | (value >> 12U));
    put(0x80U | ((value >> 6U) & 0x3FU));
    put(0x80U | (value & 0x3FU));
  } else {
    put(0xF0U | (value >> 18U));
    put(0x80U | ((value >> 12U) & 0x3FU));
    put(0x80U | ((value >> 6U) & 0x3FU));
    put(0x80U | (value & 0x3FU));
  }
}

namespace {

char32_t fold(char32_t c) noexcept {
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? c + 32 : c;
  if (c >= 0xC0 && c <= 0xDE && c != 0xD7) return c + 32;
  if (c >= 0x100 && c <= 0x177 && c != 0x130 && c != 0x131 && c != 0x138) {
    // Pairs start on even code points except in two runs of Latin Extended-A.
    const bool odd_pairs = (c >= 0x139 && c <= 0x148);
    return (c % 2 == 0) != odd_pairs ? c + 1 : c;
  }
  if (c == 0x178) return 0xFF;
  if (c >= 0x179 && c <= 0x17E) return c % 2 == 1 ? c + 1 : c;
  if (c >= 0x391 && c <= 0x3A9 && c != 0x3A2) return c + 32;
  if (c >= 0x410 && c <= 0x42F) return c + 32;
  if (c >= 0x400 && c <= 0x40F) return c + 80;
  return c;
}

// Characters that change how a line looks without being seen: bidirectional controls (Unicode
// Standard Annex 9), zero-width and other default-ignorable characters, tags, variation selectors.
bool is_invisible(char32_t c) noexcept {
  return c == 0xAD || c == 0x34F || c == 0x61C || c == 0x115F || c == 0x1160 || c == 0x17B4 || c == 0x17B5 ||
         (c >= 0x180B && c <= 0x180F) || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x206F) || c == 0x3164 || (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF || c == 0xFFA0 ||
         (c >= 0xFFF0 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE0FFF);
}

}  // namespace

std::string fold_case(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text, at);
    if (point.valid) {
      append_utf8(out, fold(point.value));
    } else {
      out += text[at];
    }
    at += point.size;
  }
  return out;
}

std::string to_valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text, at);
    append_utf8(out, point.value);
    at += point.size;
  }
  return out;
}

std::string visible(std::string_view text, bool keep_newlines) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text, at);
    const char32_t c = point.value;
    if (!point.valid) {
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(text[at]));
    } else if (c == '\t' || (c == '\n' && keep_newlines)) {
      out += static_cast<char>(c);
    } else if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned>(c));
    } else if (is_invisible(c)) {
      fmt::format_to(std::back_inserter(out), fmt::runtime(c > 0xFFFF ? "\\U{:08x}" : "\\u{:04x}"),
                     static_cast<unsigned>(c));
    } else {
      out.append(text.substr(at, point.size));
    }
    at += point.size;
  }
  return out;
}

namespace {

bool is_latin(char32_t c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// The blocks with letters that many fonts draw as Latin ones (Unicode Technical Standard 39, confusables).
bool passes_for_latin(char32_t c) noexcept {
  return (c >= 0x370 && c <= 0x3FF) || (c >= 0x400 && c <= 0x52F) || (c >= 0x530 && c <= 0x58F) ||
         (c >= 0x13A0 && c <= 0x13FF) || (c >= 0x2100 && c <= 0x214F) || (c >= 0x2160 && c <= 0x2188) ||
         (c >= 0xA4D0 && c <= 0xA4FF) || (c >= 0xAB70 && c <= 0xABBF) || (c >= 0xFF10 && c <= 0xFF5A) ||
         (c >= 0x10400 && c <= 0x1044F) || (c >= 0x1D400 && c <= 0x1D7FF);
}

bool is_word(char32_t c) noexcept { return is_latin(c) || (c >= '0' && c <= '9') || c == '_' || c >= 0x80; }

}  // namespace

std::string reveal_lookalikes(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    bool latin = false;
    bool other = false;
    while (end < text.size()) {
      const CodePoint point = decode_utf8(text, end);
      if (!is_word(point.value)) break;
      latin = latin || is_latin(point.value);
      other = other || passes_for_latin(point.value);
      end += point.size;
    }
    if (end == at) {
      out += text[at++];
    } else if (!latin || !other) {
      out += text.substr(at, end - at);
      at = end;
    }
    while (at < end) {
      const CodePoint point = decode_utf8(text, at);
      if (passes_for_latin(point.value)) {
        const char* form = point.value > 0xFFFF ? "\\U{:08x}" : "\\u{:04x}";
        fmt::format_to(std::back_inserter(out), fmt::runtime(form), static_cast<unsigned>(point.value));
      } else {
        out += text.substr(at, point.size);
      }
      at += point.size;
    }
  }
  return out;
}

}  // namespace warrant
