#include "html.hpp"

#include <warrant/base/digest.hpp>
#include <warrant/base/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warrant::ui {

namespace {

template <std::size_t N>
bool is_one_of(std::string_view value, const std::array<std::string_view, N>& values) {
  return std::ranges::find(values, value) != values.end();
}

std::string words_of(std::string_view value) {
  std::string out(value);
  std::ranges::replace(out, '_', ' ');
  return out;
}

/// RFC 4648 with padding, as content security policies write digests.
std::string base64(const std::array<std::uint8_t, 32>& bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  std::uint32_t bits = 0;
  int held = 0;
  for (const std::uint8_t byte : bytes) {
    bits = (bits << 8U) | byte;
    for (held += 8; held >= 6; held -= 6) out += kDigits[(bits >> static_cast<unsigned>(held - 6)) & 63U];
  }
  if (held > 0) out += kDigits[(bits << static_cast<unsigned>(6 - held)) & 63U];
  while (out.size() % 4 != 0) out += '=';
  return out;
}

}  // namespace

std::string escape(std::string_view text, bool keep_newlines) {
  std::string out;
  for (const char c : visible(text, keep_newlines)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

Tone tone_of(std::string_view value) {
  constexpr std::array<std::string_view, 15> kGood = {"completed", "succeeded", "pass",    "confirmed", "complete",
                                                      "answered",  "granted",   "allow",   "match",     "held",
                                                      "accepted",  "resolved",  "trusted", "added",     "remembered"};
  constexpr std::array<std::string_view, 14> kBad = {"failed",
                                                     "retry",
                                                     "fail",
                                                     "denied",
                                                     "deny",
                                                     "mismatch",
                                                     "broken",
                                                     "refuse",
                                                     "cancelled",
                                                     "blocked_by_person",
                                                     "revoked",
                                                     "denied_by_person",
                                                     "denied_by_policy",
                                                     "blocked_by_policy"};
  constexpr std::array<std::string_view, 10> kUnknown = {"contained",        "indeterminate", "unbacked", "unsettled",
                                                         "revise",           "partial",       "bounded",  "ask",
                                                         "asked_permission", "unknown"};
  if (is_one_of(value, kGood)) return Tone::good;
  if (is_one_of(value, kBad)) return Tone::bad;
  return is_one_of(value, kUnknown) ? Tone::unknown : Tone::neutral;
}

std::string mark(std::string_view value) {
  const auto render = [&](std::string_view tone, std::string_view sign) {
    return fmt::format(R"(<span class="mark {}"><span aria-hidden="true">{}</span> {}</span>)", tone, sign,
                       value.empty() ? "not recorded" : escape(words_of(value)));
  };
  switch (tone_of(value)) {
    case Tone::good: return render("good", "✓");
    case Tone::bad: return render("bad", "✗");
    case Tone::unknown: return render("unknown", "?");
    case Tone::neutral: return render("neutral", "–");
  }
  return {};
}

std::string digest(std::string_view text) {
  if (text.empty()) return "none";
  const std::string_view shown = text.substr(0, text.starts_with("sha256:") ? 19 : 12);
  return fmt::format(R"(<code title="{}">{}{}</code>)", escape(text), escape(shown), shown == text ? "" : "…");
}

std::string document_head(std::string_view title, std::string_view style, std::string_view script) {
  const std::string scripts =
      script.empty() ? "" : fmt::format("script-src 'sha256-{}'; ", base64(sha256(script).bytes));
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; {}"
      "base-uri 'none'; form-action 'none'\">\n<link rel=\"icon\" href=\"data:,\">\n"
      "<title>{}</title>\n<style>{}{}</style>\n</head>\n<body>\n",
      scripts, escape(title), style_sheet(), style);
}

std::string cell(std::string_view label, const std::string& content) {
  return fmt::format("<td data-label=\"{}\">{}</td>", label, content.empty() ? "–" : content);
}

std::string table(std::string_view caption, std::initializer_list<std::string_view> heads, const std::string& rows) {
  std::string out = fmt::format("<table><caption>{}</caption><thead><tr>", caption);
  for (const std::string_view head : heads) out += fmt::format("<th scope=\"col\">{}</th>", head);
  return out + "</tr></thead><tbody>" + rows + "</tbody></table>\n";
}

std::string_view style_sheet() {
  return R"css(
:root { color-scheme: light dark; --page: #fbfbf9; --card: #fff; --line: #d5d5cf; --text: #1d1f21; --soft: #565b60;
  --good: #14692f; --good-bg: #e5f4e9; --bad: #a3161b; --bad-bg: #fdeaea; --unknown: #7a4b00; --unknown-bg: #fdf2dc;
  --neutral-bg: #eeeeea; --link: #0b57a4; }
@media (prefers-color-scheme: dark) { :root { --page: #16181a; --card: #1f2225; --line: #3a3f44; --text: #e8e8e4;
  --soft: #a9b0b6; --good: #86dba0; --good-bg: #15301e; --bad: #ff9c9c; --bad-bg: #3b1a1b; --unknown: #f0c36b;
  --unknown-bg: #38290c; --neutral-bg: #2b2f33; --link: #8bbcf5; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0 auto; max-width: 66rem; padding: 1.25rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, "Segoe UI", "Liberation Sans", sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .75rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.25rem 0 .4rem; }
p { margin: .5rem 0; max-width: 48rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
code, pre { font-family: ui-monospace, "Liberation Mono", monospace; font-size: .875rem; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .5rem 1rem; z-index: 1; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0; margin: .75rem 0; }
.soft { color: var(--soft); }
.mark { display: inline-block; padding: .05rem .5rem; border-radius: .75rem; white-space: nowrap; font-weight: 600;
  font-size: .9rem; background: var(--neutral-bg); color: var(--text); }
.mark.good { color: var(--good); background: var(--good-bg); }
.mark.bad { color: var(--bad); background: var(--bad-bg); }
.mark.unknown { color: var(--unknown); background: var(--unknown-bg); }
.five { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .75rem; margin: 1rem 0; padding: 0; }
.five > div { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; }
.five dt { font-weight: 600; }
.five dd { margin: .25rem 0 0; }
.five .soft { font-size: .875rem; }
table { border-collapse: collapse; width: 100%; background: var(--card); border: 1px solid var(--line); }
caption { text-align: left; color: var(--soft); padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem; border-top: 1px solid var(--line); }
th { font-size: .875rem; color: var(--soft); }
pre { background: var(--card); border: 1px solid var(--line); border-radius: .4rem; padding: .6rem .8rem; margin: .5rem 0;
  overflow-x: auto; white-space: pre-wrap; }
pre.diff { white-space: pre; }
.diff span { display: block; }
.diff .add { color: var(--good); background: var(--good-bg); }
.diff .del { color: var(--bad); background: var(--bad-bg); }
.diff .hunk { color: var(--soft); }
ol.time { list-style: none; padding: 0; margin: 0; border-left: 2px solid var(--line); }
ol.time > li { padding: .35rem 0 .35rem .9rem; }
ol.time > li:target { background: var(--unknown-bg); }
summary.row { list-style: none; display: grid; grid-template-columns: 1rem 3rem 7.5rem 8rem 1fr; gap: .25rem .75rem;
  align-items: baseline; }
summary.row::-webkit-details-marker { display: none; }
summary.row::before { content: "▸"; color: var(--soft); }
[open] > summary.row::before { content: "▾"; }
.row .kind { font-weight: 600; }
summary { cursor: pointer; padding: .15rem 0; }
.notice { border-left: 4px solid var(--bad); background: var(--bad-bg); padding: .6rem .9rem; margin: .75rem 0; }
.notice.unknown { border-color: var(--unknown); background: var(--unknown-bg); }
footer { margin-top: 3rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .9rem; }
@media (max-width: 40rem) {
  body { padding: .75rem; }
  thead { position: absolute; left: -100vw; }
  tr, td, th[scope=row] { display: block; border: 0; }
  tr { border-top: 1px solid var(--line); padding: .4rem 0; }
  td, th[scope=row] { padding: .15rem .6rem; }
  td::before { content: attr(data-label) ": "; color: var(--soft); font-size: .875rem; }
  summary.row { grid-template-columns: 1rem auto auto 1fr; }
  .row .what { grid-column: 1 / -1; }
  .mark { white-space: normal; }
}
@media print { nav, .skip { display: none; } body { max-width: none; } }
)css";
}

}  // namespace warrant::ui
