// Exit statuses, versions, HTTP statuses, coverage and counted things.
#include "reading.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>

namespace warrant::evidence {
namespace {

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// "exit code: 1", "[exit 0]", "exited with code 2", "GO_TEST_EXIT=0", "exit status 1".
void exit_status(const Line& line, Reading& reading) {
  const std::string folded = lower(line.text);
  for (std::size_t at = folded.find("exit"); at != std::string::npos; at = folded.find("exit", at + 4)) {
    std::size_t i = at + 4;
    while (i < folded.size() && letter(folded[i])) ++i;
    for (const std::string_view word : {" with", " code", "-code", "code", " status", "_status", ":", "=", " "}) {
      if (std::string_view(folded).substr(i).starts_with(word)) i += word.size();
    }
    const auto number = number_at(line.text, i);
    if (number && number->span.begin == i) {
      reading.evidence().exit_codes.push_back(
          {.text = std::to_string(number->value),
           .span = {line.offset + number->span.begin, line.offset + number->span.end},
           .announced = true,
           .command = reading.index()});
    }
  }
}

void versions(const Line& line, Reading& reading) {
  const auto text = line.text;
  for (std::size_t i = 0; i < text.size();) {
    if (!is_digit(text[i]) || (i > 0 && (is_digit(text[i - 1]) || text[i - 1] == '.'))) {
      ++i;
      continue;
    }
    std::size_t end = i;
    int dots = 0;
    while (end < text.size() &&
           (is_digit(text[end]) || (text[end] == '.' && end + 1 < text.size() && is_digit(text[end + 1])))) {
      dots += text[end] == '.' ? 1 : 0;
      ++end;
    }
    // A number may not follow a letter unless the letter is the v of "v1.2.3".
    const bool joined = i > 0 && is_word(text[i - 1]) && text[i - 1] != 'v' && text[i - 1] != 'V' && text[i - 1] != '_';
    if (dots == 2 && !joined) {
      if (end + 1 < text.size() && (text[end] == '-' || text[end] == '+') && is_word(text[end + 1])) {
        ++end;
        while (end < text.size() && (is_word(text[end]) || ((text[end] == '.' || text[end] == '-') &&
                                                            end + 1 < text.size() && is_word(text[end + 1]))))
          ++end;
      }
      reading.evidence().versions.push_back({.text = lower(text.substr(i, end - i)),
                                             .span = {line.offset + i, line.offset + end},
                                             .announced = line.about(Theme::version),
                                             .command = reading.index()});
    }
    i = std::max(end, i + 1);
  }
}

/// "HTTP/1.1 200 OK", "HTTP/2 404", "HTTP 200", "status: 200", "\"GET / HTTP/1.1\" 200".
void http_status(const Line& line, Reading& reading) {
  const std::string folded = lower(line.text);
  std::size_t i = folded.find("http/");
  if (i != std::string::npos) {
    i += 5;
    while (i < folded.size() && (is_digit(folded[i]) || folded[i] == '.')) ++i;
    if (i < folded.size() && folded[i] == '"') ++i;
  } else if (i = folded.find("status"); i != std::string::npos) {
    i += 6;
    if (std::string_view(folded).substr(i).starts_with("_code") ||
        std::string_view(folded).substr(i).starts_with(" code"))
      i += 5;
    while (i < folded.size() && (folded[i] == ':' || folded[i] == '=' || folded[i] == '"')) ++i;
  } else if (i = folded.find("http"); i != std::string::npos) {
    i += 4;
    if (std::string_view(folded).substr(i).starts_with("_code")) i += 5;
    while (i < folded.size() && (folded[i] == ':' || folded[i] == '=')) ++i;
  } else {
    return;
  }
  while (i < folded.size() && folded[i] == ' ') ++i;
  const auto number = number_at(line.text, i);
  if (!number || number->span.begin != i || number->span.size() != 3 || number->value < 100 || number->value > 599)
    return;
  reading.evidence().http_statuses.push_back(
      {number->value, {line.offset + number->span.begin, line.offset + number->span.end}});
}

/// The marks that agents and runners put where they leave text out.
void left_out(const Line& line, Reading& reading) {
  constexpr std::array<std::string_view, 10> marks{
      "lines truncated] ...", "[Output truncated", "<persisted-output>",    "tokens truncated", "[... omitted ",
      "output truncated ...", "[output truncated", "(Output was truncated", "Output too large", "(output truncated)"};
  if (std::ranges::any_of(marks, [&](std::string_view mark) { return line.has(mark); }))
    reading.evidence().cut_short = true;
}

/// A percentage that a coverage tool prints.
void percent(const Line& line, Reading& reading) {
  const auto sign = line.text.find('%');
  const auto body = line.body;
  const bool total = body.starts_with("TOTAL") || body.starts_with("All files") || body.starts_with("total:") ||
                     body.starts_with("Lines ") || body.starts_with("lines...") || line.about(Theme::all_coverage);
  const bool part = line.about(Theme::coverage) || body.starts_with("Statements ") || body.starts_with("Branches ");
  if (!total && !part) return;
  std::size_t end = sign;
  if (body.starts_with("All files") && body.find('|') != std::string_view::npos) {
    // "All files | 85.1 | 70 | …": the first column, without a sign.
    const auto from = line.text.find('|') + 1;
    const auto first = line.text.find_first_of("0123456789", from);
    if (first == std::string_view::npos) return;
    end = line.text.find_first_not_of("0123456789.", first);
    end = std::min(end, line.text.size());
  } else if (const auto whole = line.text.find("Total coverage:"); whole != std::string_view::npos) {
    // Behind the percentage that was required.
    end = line.text.find('%', whole);
  } else if (body.starts_with("TOTAL")) {
    const auto last = line.text.rfind('%');
    if (last == std::string_view::npos) return;
    end = last;
  }
  if (end == std::string_view::npos) return;
  std::size_t begin = end;
  while (begin > 0 && (is_digit(line.text[begin - 1]) || line.text[begin - 1] == '.')) --begin;
  double read = 0;
  const auto text = line.text.substr(begin, end - begin);
  if (text.empty() || std::from_chars(text.data(), text.data() + text.size(), read).ec != std::errc{} || read < 0 ||
      read > 100)
    return;
  reading.evidence().coverage.push_back({.value = read, .printed = reading.value_of(text, line, true), .total = total});
}

}  // namespace

std::vector<Row> value_rows() {
  return {
      {"exit 0", Runner::other, exit_status},
      {"exit=0", Runner::other, exit_status},
      {"exit:", Runner::other, exit_status},
      {"exit code", Runner::other, exit_status},
      {"exit-code", Runner::other, exit_status},
      {"exitcode", Runner::other, exit_status},
      {"exit status", Runner::other, exit_status},
      {"exit_status", Runner::other, exit_status},
      {"exited", Runner::other, exit_status},
      {"exits", Runner::other, exit_status},
      {"exiting", Runner::other, exit_status},
      {"0.0.0", Runner::other, versions},
      {"0.00.0", Runner::other, versions},
      {"0.000.0", Runner::other, versions},
      {"0.0000.0", Runner::other, versions},
      {"http/0", Runner::other, http_status},
      {"http 0", Runner::other, http_status},
      {"http_code", Runner::other, http_status},
      {"http: 0", Runner::other, http_status},
      {" truncated", Runner::other, left_out},
      {"<persisted-output>", Runner::other, left_out},
      {"[... omitted ", Runner::other, left_out},
      {"output too large", Runner::other, left_out},
      {"status: 0", Runner::other, http_status},
      {"status:0", Runner::other, http_status},
      {"status 0", Runner::other, http_status},
      {"status=0", Runner::other, http_status},
      {"status\":0", Runner::other, http_status},
      {"status\": 0", Runner::other, http_status},
      {"status_code", Runner::other, http_status},
      {"status code", Runner::other, http_status},
      {"%", Runner::coverage, percent},
      {"all files", Runner::coverage, percent},
  };
}

}  // namespace warrant::evidence
