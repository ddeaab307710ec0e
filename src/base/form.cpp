#include "warrant/base/form.hpp"

#include "warrant/base/utf8.hpp"

#include <algorithm>

namespace warrant {

namespace {

constexpr std::string_view utf8_mark = "\xef\xbb\xbf";

LineEnding line_ending_of(std::string_view bytes) {
  std::size_t lf = 0;
  std::size_t crlf = 0;
  std::size_t cr = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == '\n') {
      ++(i > 0 && bytes[i - 1] == '\r' ? crlf : lf);
    } else if (bytes[i] == '\r' && (i + 1 == bytes.size() || bytes[i + 1] != '\n')) {
      ++cr;
    }
  }
  const int kinds = (lf > 0 ? 1 : 0) + (crlf > 0 ? 1 : 0) + (cr > 0 ? 1 : 0);
  if (kinds == 0) return LineEnding::none;
  if (kinds > 1) return LineEnding::mixed;
  return lf > 0 ? LineEnding::lf : crlf > 0 ? LineEnding::crlf : LineEnding::cr;
}

Encoding encoding_of(std::string_view bytes) {
  if (bytes.starts_with("\xff\xfe")) return Encoding::utf16le;
  if (bytes.starts_with("\xfe\xff")) return Encoding::utf16be;
  if (bytes.find('\0') != std::string_view::npos) return Encoding::binary;
  if (std::all_of(bytes.begin(), bytes.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; })) {
    return Encoding::ascii;
  }
  return is_utf8(bytes) ? Encoding::utf8 : Encoding::one_byte;
}

bool is_unicode_bytes(Encoding encoding) { return encoding == Encoding::ascii || encoding == Encoding::utf8; }

}  // namespace

std::string_view to_string(LineEnding ending) noexcept {
  switch (ending) {
    case LineEnding::none: return "none";
    case LineEnding::lf: return "LF";
    case LineEnding::crlf: return "CRLF";
    case LineEnding::cr: return "CR";
    case LineEnding::mixed: return "mixed";
  }
  return "none";
}

std::string_view to_string(Encoding encoding) noexcept {
  switch (encoding) {
    case Encoding::ascii: return "ASCII";
    case Encoding::utf8: return "UTF-8";
    case Encoding::utf16le: return "UTF-16 (little endian)";
    case Encoding::utf16be: return "UTF-16 (big endian)";
    case Encoding::one_byte: return "an 8-bit encoding";
    case Encoding::binary: return "binary";
  }
  return "binary";
}

Form form_of(std::string_view bytes) {
  const Encoding encoding = encoding_of(bytes);
  const bool wide = encoding == Encoding::utf16le || encoding == Encoding::utf16be;
  return {.line_ending = line_ending_of(bytes),
          .encoding = encoding,
          .byte_order_mark = wide || bytes.starts_with(utf8_mark),
          .final_newline = bytes.empty() || bytes.back() == '\n' || bytes.back() == '\r'};
}

FormChange form_change(std::string_view before, std::string_view after) {
  if (before.empty() || after.empty()) return {};
  const Form was = form_of(before);
  const Form is = form_of(after);
  const bool both_end = was.line_ending != LineEnding::none && is.line_ending != LineEnding::none;
  const bool still_unicode = is_unicode_bytes(was.encoding) && is_unicode_bytes(is.encoding);
  return {.line_ending = both_end && was.line_ending != is.line_ending,
          .byte_order_mark = was.byte_order_mark != is.byte_order_mark,
          .final_newline = was.final_newline != is.final_newline,
          .encoding = was.encoding != is.encoding && !still_unicode};
}

std::string in_form_of(std::string_view text, std::string_view model) {
  std::string out;
  out.reserve(text.size());
  if (model.starts_with(utf8_mark) && !text.starts_with(utf8_mark)) out += utf8_mark;
  const bool carriage_returns = line_ending_of(model) == LineEnding::crlf;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (carriage_returns && text[i] == '\n' && (i == 0 || text[i - 1] != '\r')) out += '\r';
    out += text[i];
  }
  return out;
}

}  // namespace warrant
