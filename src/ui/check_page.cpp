#include "warrant/ui/check_page.hpp"

#include "html.hpp"

#include <warrant/base/utf8.hpp>
#include <warrant/evidence/plain.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>

namespace warrant::ui {
namespace {

using claims::Status;

/// A page of more than this is of no use in a browser; later answers then stand in the table of turns only.
constexpr std::size_t kPageBytes = 32U << 20U;
/// Longer lines are wrapped by the browser anyway, and are folded in pieces of this size.
constexpr std::size_t kRowBytes = 600;
/// Rows of one fold that are written out at each of its ends.
constexpr std::size_t kFoldRows = 60;
constexpr std::size_t kOtherRuns = 100;

constexpr std::string_view kStyle = R"css(
body { max-width: 92rem; }
.pair { position: relative; display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); gap: 1rem 4.5rem; }
.pair > svg { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; overflow: visible; }
.pair h3 { margin-top: .5rem; }
.pair pre { overflow: visible; tab-size: 4; }
.command { font-weight: 600; margin: .9rem 0 .25rem; max-width: none; }
.command code { background: var(--neutral-bg); padding: .1rem .35rem; border-radius: .25rem; }
.span { color: inherit; background: var(--neutral-bg); border-radius: .15rem; padding: .05rem 0; }
.span.held { background: var(--good-bg); box-shadow: inset 0 -2px var(--good); }
.span.broken { background: var(--bad-bg); text-decoration: underline wavy var(--bad); text-underline-offset: 2px; }
.span.unbacked, .span.indeterminate { background: var(--unknown-bg); text-decoration: underline dashed var(--unknown) 2px;
  text-underline-offset: 3px; }
.ref { position: relative; z-index: 2; display: inline-block; min-width: 1.5rem; min-height: 1.5rem; margin: 0 .15rem;
  padding: 0 .3rem; border: 1px solid; border-radius: .75rem; background: var(--card); font: 600 .8rem/1.4rem
  system-ui, "Segoe UI", "Liberation Sans", sans-serif; text-align: center; text-decoration: none; white-space: nowrap; }
.held.ref, .held.line { color: var(--good); } .broken.ref, .broken.line { color: var(--bad); }
.unbacked.ref, .indeterminate.ref { color: var(--unknown); } .unclaimed.ref { color: var(--soft); }
.line { fill: none; stroke: currentColor; stroke-width: 1.5; opacity: .6; }
.broken.line { stroke-dasharray: 6 4; }
.hit { fill: none; stroke: transparent; stroke-width: 11; pointer-events: stroke; }
.fold { margin: .35rem 0; white-space: normal; }
.fold > summary { color: var(--soft); font-family: system-ui, "Segoe UI", "Liberation Sans", sans-serif; }
.fold > div { white-space: pre-wrap; }
.cut { color: var(--soft); font-style: italic; white-space: normal; display: block; }
.others code { white-space: pre-wrap; }
tr.row > * { transition: background .1s; }
section.answer { border-top: 2px solid var(--line); margin-top: 2.5rem; }
section.answer > h2 { border: 0; margin-top: 1rem; }
.first { overflow-wrap: anywhere; }
@media (max-width: 56rem) { .pair { grid-template-columns: minmax(0, 1fr); gap: .5rem; padding-left: 1.1rem; } }
@media (max-width: 40rem) { .line, .hit { stroke-width: 1.5; } }
@media print { .fold > div { display: block; } }
)css";

/// Whatever points at one line (hover, focus) leaves only that line at full strength, with or without the script.
std::string isolation_style() {
  std::string out;
  for (std::size_t k = 1; k <= claims::kFieldCount; ++k) {
    // The pointer is stronger than the focus that it left behind.
    const std::string at = fmt::format(
        ".answer:is(:has([data-k=\"{0}\"]:hover), :not(:has([data-k]:hover)):has([data-k=\"{0}\"]:focus-visible))", k);
    out += fmt::format(
        "{1} :is(.line, .ref):not([data-k=\"{0}\"]) "
        "{{ opacity: .12; }}\n"
        "{1} .span:not([data-k~=\"{0}\"]) "
        "{{ background: none; box-shadow: none; text-decoration-color: transparent; }}\n"
        "{1} .line[data-k=\"{0}\"] "
        "{{ opacity: 1; stroke-width: 2.5; }}\n"
        "{1} tr[data-k=\"{0}\"] > * "
        "{{ background: var(--neutral-bg); }}\n",
        k, at);
  }
  return out;
}

/// Draws a line from each claim to its evidence, anew whenever the place of either changes: along the lower edge of
/// their rows, and only between the columns from one height to the other, so that it crosses no text.
constexpr std::string_view kScript = R"js(
'use strict';
const svg = 'http://www.w3.org/2000/svg';
function draw(pair) {
  const canvas = pair.querySelector(':scope > svg');
  const origin = pair.getBoundingClientRect();
  const stacked = getComputedStyle(pair).gridTemplateColumns.trim().split(/\s+/).length < 2;
  canvas.replaceChildren();
  for (const from of pair.querySelectorAll('.ref[data-to]')) {
    const to = document.getElementById(from.dataset.to);
    const a = from.getBoundingClientRect(), b = to.getBoundingClientRect();
    let d;
    if (stacked) {
      const rail = 2 + from.dataset.k % 5 * 3;
      d = `M${a.left - origin.left} ${a.bottom - origin.top - 3}H${rail}V${b.bottom - origin.top - 3}H${b.left - origin.left}`;
    } else {
      const [said, ran] = [...pair.children].filter(each => each !== canvas).map(each => each.getBoundingClientRect());
      const x1 = said.right - origin.left + 4, x2 = ran.left - origin.left - 4, bend = (x2 - x1) / 2;
      const y1 = a.bottom - origin.top - 1, y2 = b.bottom - origin.top - 1;
      d = `M${a.right - origin.left - 6} ${y1}H${x1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}H${b.left - origin.left + 6}`;
    }
    for (const kind of ['hit', 'line ' + from.dataset.status]) {
      const path = document.createElementNS(svg, 'path');
      path.setAttribute('class', kind);
      path.setAttribute('d', d);
      path.dataset.k = from.dataset.k;
      canvas.append(path);
    }
  }
}
const pairs = [...document.querySelectorAll('.pair')];
const watch = new ResizeObserver(entries => entries.forEach(each => draw(each.target)));
pairs.forEach(pair => watch.observe(pair));
)js";

std::string words(std::string_view name) {
  std::string out(name);
  std::ranges::replace(out, '_', ' ');
  return out;
}

std::string_view sign(Status status) {
  switch (status) {
    case Status::held: return "✓";
    case Status::broken: return "✗";
    case Status::unbacked: return "?";
    case Status::unclaimed: return "–";
    case Status::indeterminate: return "!";
  }
  return "";
}

/// A claimed line under the number that it has on the page.
struct Numbered {
  std::size_t k;
  const claims::Line* line;
};

/// A stretch of a text that belongs to a line, with the badge that stands behind it.
struct Marked {
  Span span;
  std::size_t k;
  Status status;
  std::string badge;  ///< HTML
};

bool continues_character(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

/// Inside the text and on whole characters.
Span clipped(Span span, std::string_view text) {
  std::size_t begin = std::min(span.begin, text.size());
  std::size_t end = std::clamp(span.end, begin, text.size());
  while (begin > 0 && continues_character(text, begin)) --begin;
  while (continues_character(text, end)) ++end;
  return {begin, end};
}

/// Lines, and pieces of very long ones; each with its newline.
std::vector<Span> rows_of(std::string_view text) {
  std::vector<Span> rows;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = text.find('\n', begin);
    end = end == std::string_view::npos ? text.size() : end + 1;
    if (end - begin > kRowBytes) {
      end = begin + kRowBytes;
      while (continues_character(text, end)) ++end;
    }
    rows.push_back({begin, end});
    begin = end;
  }
  return rows;
}

/// A text with its marks, its uninteresting stretches folded.
class Excerpt {
 public:
  Excerpt(std::string_view text, std::vector<Marked> marks) : text_(text), marks_(std::move(marks)) {
    for (auto& each : marks_) each.span = clipped(each.span, text_);
    std::ranges::stable_sort(marks_, {}, [](const Marked& each) { return each.span; });
  }

  /// Up to `whole` rows are shown as they are; of longer texts `context` rows around each mark.
  std::string write(std::size_t whole, std::size_t context, std::string_view label) {
    const auto rows = rows_of(text_);
    std::vector<bool> open(rows.size(), rows.size() <= whole);
    const auto show = [&](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < std::min(to, rows.size()); ++i) open[i] = true;
    };
    for (const auto& each : marks_) {
      for (std::size_t i = first_row(rows, each.span); i < rows.size() && rows[i].begin <= each.span.end; ++i)
        show(i - std::min(i, context), i + context + 1);
    }
    if (marks_.empty()) show(rows.size() - std::min(rows.size(), whole / 2), rows.size());
    out_ = fmt::format("<pre aria-label=\"{}\">", label);
    for (std::size_t i = 0; i < rows.size();) {
      std::size_t end = i;
      while (end < rows.size() && open[end] == open[i]) ++end;
      const auto stretch = std::span(rows).subspan(i, end - i);
      if (open[i] || stretch.size() <= 2) {
        plain(stretch);
      } else {
        fold(stretch);
      }
      i = end;
    }
    for (const auto& each : marks_) {
      if (each.span.begin >= text_.size()) out_ += each.badge;
    }
    return std::move(out_) + "</pre>\n";
  }

 private:
  static std::size_t first_row(const std::vector<Span>& rows, Span span) {
    const auto after = std::ranges::upper_bound(rows, span.begin, {}, &Span::begin);
    return after == rows.begin() ? 0 : static_cast<std::size_t>(after - rows.begin() - 1);
  }

  void fold(std::span<const Span> rows) {
    out_ += fmt::format("<details class=\"fold\"><summary>{} lines folded</summary><div>", rows.size());
    if (rows.size() <= 2 * kFoldRows) {
      plain(rows);
    } else {
      const auto left = rows.subspan(kFoldRows, rows.size() - 2 * kFoldRows);
      plain(rows.first(kFoldRows));
      out_ += fmt::format("<span class=\"cut\">{} lines ({} bytes) are left out of this page</span>", left.size(),
                          left.back().end - left.front().begin);
      plain(rows.last(kFoldRows));
    }
    out_ += "</div></details>";
  }

  void plain(std::span<const Span> rows) {
    for (const Span row : rows) piece(row);
  }

  /// Cut where a mark begins or ends, so that overlapping marks nest nowhere.
  void piece(Span row) {
    std::vector<std::size_t> cuts{row.begin, row.end};
    for (const auto& each : marks_) {
      for (const std::size_t at : {each.span.begin, each.span.end}) {
        if (at > row.begin && at < row.end) cuts.push_back(at);
      }
    }
    std::ranges::sort(cuts);
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) segment({cuts[i], cuts[i + 1]});
  }

  void segment(Span span) {
    std::string lines;
    Status worst = Status::unclaimed;
    std::string badges;
    for (const auto& each : marks_) {
      // A mark without length has its badge alone.
      if (each.span.empty() && each.span.begin == span.begin) out_ += each.badge;
      if (each.span.empty() || !each.span.contains(span)) continue;
      lines += fmt::format("{}{}", lines.empty() ? "" : " ", each.k);
      worst =
          std::max(worst, each.status, [](Status a, Status b) { return claims::severity(a) < claims::severity(b); });
      if (each.span.end == span.end) badges += each.badge;
    }
    const auto text = span.of(text_);
    if (lines.empty()) {
      out_ += escape(text, true);
      return;
    }
    // A newline inside the mark would put the badge on the next line.
    const bool newline = text.ends_with('\n');
    out_ += fmt::format("<mark class=\"span {}\" data-k=\"{}\">{}</mark>{}{}", to_string(worst), lines,
                        escape(newline ? text.substr(0, text.size() - 1) : text, true), badges, newline ? "\n" : "");
  }

  std::string_view text_;
  std::vector<Marked> marks_;
  std::string out_;
};

/// One answer as a section of the page.
class Section {
 public:
  Section(const CheckedAnswer& answer, std::size_t number) : answer_(answer), number_(number) {
    for (const auto& line : answer.verdict.lines) {
      if (line.claim) lines_.push_back({0, &line});
    }
    std::ranges::stable_sort(lines_, {}, [](const Numbered& each) { return each.line->claim->value_span; });
    for (std::size_t i = 0; i < lines_.size(); ++i) lines_[i].k = i + 1;
  }

  [[nodiscard]] const std::vector<Numbered>& lines() const { return lines_; }

  std::string write() {
    out_ = fmt::format(
        "<section class=\"answer\" aria-labelledby=\"a{0}\"><h2 id=\"a{0}\">{1}</h2>\n<p>Gate: {2}{3}</p>\n", number_,
        title(), mark(to_string(answer_.verdict.gate)), advice());
    fields();
    out_ += "<div class=\"pair\"><div><h3>What was said</h3>\n";
    said();
    out_ += "</div><div><h3>What ran</h3>\n";
    ran();
    out_ += "</div><svg aria-hidden=\"true\" focusable=\"false\"></svg></div>\n</section>\n";
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string title() const {
    return answer_.turn ? fmt::format("Turn {}", *answer_.turn) : "The answer";
  }

  [[nodiscard]] std::string_view advice() const {
    switch (answer_.verdict.gate) {
      case claims::Gate::pass: return lines_.empty() ? " – nothing is claimed that could be checked." : "";
      case claims::Gate::retry: return " – the agent should run what it claims, or correct its answer.";
      case claims::Gate::ask: return " – a person should look: what ran does not show it.";
    }
    return "";
  }

  [[nodiscard]] std::string id(std::string_view side, std::size_t k) const {
    return fmt::format("a{}{}{}", number_, side, k);
  }

  [[nodiscard]] bool has_place(const claims::Line& line) const {
    return line.evidence && run_of(line) < answer_.ran.runs.size();
  }
  /// Index into the runs that are held; of one that was let go, beyond the last.
  [[nodiscard]] std::size_t run_of(const claims::Line& line) const {
    return line.evidence->run.value_or(answer_.ran.let_go) - answer_.ran.let_go;
  }

  void fields() {
    if (lines_.empty()) return;
    std::string rows;
    for (const auto& [k, line] : lines_) {
      rows += fmt::format("<tr class=\"row\" data-k=\"{}\"><th scope=\"row\">{} {}</th>", k,
                          badge(k, *line, "r", id("c", k), "go to the claim"), words(to_string(line->field)));
      rows += cell("Status", line->status == Status::unclaimed ? mark("not judged") : mark(to_string(line->status)));
      rows += cell("Claimed", "<code>" + escape(line->claim->value) + "</code>");
      rows += cell("Why", escape(claims::why(*line)));
      rows += "</tr>\n";
    }
    out_ += table("Each claimed field, in the order of the message", {"Field", "Status", "Claimed", "Why"}, rows);
  }

  /// The numbered sign that stands at one end of a line and leads to the other.
  [[nodiscard]] std::string badge(std::size_t k, const claims::Line& line, std::string_view side,
                                  const std::string& target, std::string_view action) const {
    const std::string joined = side == "c" && has_place(line) ? fmt::format(" data-to=\"{}\"", id("e", k)) : "";
    const auto status = to_string(line.status);
    return fmt::format(
        "<a class=\"ref {0}\" id=\"{1}\" href=\"#{2}\" data-k=\"{3}\" data-status=\"{0}\"{4} "
        "aria-label=\"{5}, {6}: {7}\">{8}{3}</a>",
        status, id(side, k), target, k, joined, words(to_string(line.field)),
        line.status == Status::unclaimed ? "not judged" : status, action, sign(line.status));
  }

  void said() {
    std::vector<Marked> marks;
    for (const auto& [k, line] : lines_) {
      const Span span = line->claim->value_span.empty() ? line->claim->phrase : line->claim->value_span;
      const bool placed = has_place(*line);
      marks.push_back(
          {span, k, line->status,
           badge(k, *line, "c", placed ? id("e", k) : id("r", k), placed ? "go to the evidence" : "go to the reason")});
    }
    out_ += Excerpt(answer_.said, std::move(marks)).write(80, 4, "message");
  }

  void ran() {
    std::map<std::size_t, std::vector<Marked>> marks;
    for (const auto& [k, line] : lines_) {
      if (!has_place(*line)) continue;
      marks[run_of(*line)].push_back(
          {line->evidence->span, k, line->status, badge(k, *line, "e", id("c", k), "go to the claim")});
    }
    const auto& runs = answer_.ran.runs;
    if (runs.empty()) out_ += "<p>Nothing was run.</p>\n";
    if (runs.size() == 1 && marks.empty()) marks[0] = {};
    if (marks.empty() && !runs.empty() && !lines_.empty())
      out_ += "<p class=\"soft\">No output speaks to what is claimed.</p>\n";
    for (auto& [run, of_run] : marks) {
      if (run < runs.size()) output(runs[run], std::move(of_run));
    }
    others(marks);
  }

  void output(const claims::OrderedRun& run, std::vector<Marked> marks) {
    if (!run.command.empty()) out_ += "<p class=\"command\">" + command(run) + "</p>\n";
    if (run.output.empty()) {
      out_ += "<p class=\"soft\">It printed nothing.</p>\n";
      for (const auto& each : marks) out_ += each.badge;
      return;
    }
    const evidence::Plain plain = evidence::strip_ansi(run.output);
    for (auto& each : marks) {
      const auto place = [&](std::size_t at) {
        const auto found = std::ranges::lower_bound(plain.origin, at);
        return std::min(static_cast<std::size_t>(found - plain.origin.begin()), plain.text.size());
      };
      each.span = {place(each.span.begin), place(each.span.end)};
    }
    out_ += Excerpt(plain.text, std::move(marks)).write(30, 3, "output");
  }

  static std::string command(const claims::OrderedRun& run) {
    constexpr std::size_t kLongest = 400;
    const bool whole = run.command.size() <= kLongest;
    const std::string_view shown = clipped({0, kLongest}, run.command).of(run.command);
    return fmt::format("<code>{}{}</code>{}", escape(shown, true), whole ? "" : " …",
                       run.exit_code ? fmt::format(" <span class=\"soft\">exit {}</span>", *run.exit_code) : "");
  }

  /// What ran without a word on what is claimed, by its commands.
  void others(const std::map<std::size_t, std::vector<Marked>>& shown) {
    const auto& runs = answer_.ran.runs;
    const std::size_t let_go = answer_.ran.let_go;
    const std::size_t count = let_go + runs.size() - std::min(runs.size(), shown.size());
    if (count == 0) return;
    out_ += fmt::format("<details class=\"others\"><summary>{} other command{} ran before this answer</summary><ol>\n",
                        count, count == 1 ? "" : "s");
    std::size_t skip = std::max(count - std::min(count, kOtherRuns), let_go);
    if (skip > 0) out_ += fmt::format("<li class=\"soft\">{} earlier ones are left out of this page</li>\n", skip);
    skip -= let_go;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (shown.contains(i)) continue;
      if (skip > 0) {
        --skip;
        continue;
      }
      out_ += "<li>" + command(runs[i]) + "</li>\n";
    }
    out_ += "</ol></details>\n";
  }

  const CheckedAnswer& answer_;
  std::size_t number_;
  std::vector<Numbered> lines_;
  std::string out_;
};

/// The first words of a message, for a list.
std::string first_words(std::string_view said) {
  constexpr std::size_t kLongest = 90;
  const auto start = said.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return "<span class=\"soft\">empty</span>";
  said.remove_prefix(start);
  const auto line = said.substr(0, said.find('\n'));
  const auto shown = clipped({0, kLongest}, line).of(line);
  return escape(shown) + (shown.size() < said.size() ? "…" : "");
}

std::string counted(const std::vector<Numbered>& lines) {
  std::string out;
  for (const Status status : {Status::broken, Status::indeterminate, Status::unbacked, Status::held}) {
    const auto count = std::ranges::count(lines, status, [](const Numbered& each) { return each.line->status; });
    if (count > 0) out += fmt::format("{}{} {} {}", out.empty() ? "" : ", ", sign(status), count, to_string(status));
  }
  return out.empty() ? "nothing checkable" : out;
}

}  // namespace

CheckPage::CheckPage(std::string_view source) : source_(source) {}

void CheckPage::add(const CheckedAnswer& answer) {
  ++count_;
  Section section(answer, count_);
  const bool shown = body_.size() < kPageBytes;
  const std::string name = answer.turn ? fmt::format("Turn {}", *answer.turn) : "The answer";
  turns_ += "<tr><th scope=\"row\">" + (shown ? fmt::format("<a href=\"#a{}\">{}</a>", count_, name) : name) + "</th>";
  turns_ += cell("Gate", mark(to_string(answer.verdict.gate))) + cell("Claims", counted(section.lines()));
  turns_ += cell("Says", first_words(answer.said)) + "</tr>\n";
  if (!shown) return;
  ++shown_;
  body_ += section.write();
}

std::string CheckPage::finish(claims::Gate gate, std::size_t unread) const {
  std::string out =
      document_head(fmt::format("{}: {}", to_string(gate), source_), std::string(kStyle) + isolation_style(), kScript);
  out += fmt::format(
      "<a class=\"skip\" href=\"#main\">Skip to the claims</a>\n<header>\n"
      "<p class=\"soft\">warrant · claim against evidence</p>\n<h1>What was said, and what ran</h1>\n"
      "<p>{} <code>{}</code></p>\n"
      "<p class=\"soft\">✓ held: the output agrees · ✗ broken: it says otherwise · ? unbacked: nothing that counts "
      "speaks to it · – not judged. Point at a line, a number or a row to see it alone.</p>\n</header>\n"
      "<main id=\"main\" tabindex=\"-1\">\n",
      mark(to_string(gate)), escape(source_));
  if (unread > 0)
    out += fmt::format("<p class=\"notice unknown\">{} records of the transcript could not be read.</p>\n", unread);
  if (count_ > 1) {
    out += "<section aria-labelledby=\"turns\"><h2 id=\"turns\">Turns</h2>\n";
    out += table(fmt::format("{} answers of this session", count_), {"Turn", "Gate", "Claims", "Says"}, turns_);
    if (shown_ < count_)
      out += fmt::format("<p>Only the first {} are shown below: the page would grow too large.</p>\n", shown_);
    out += "</section>\n";
  }
  return out + body_ + "</main>\n<script>" + std::string(kScript) + "</script>\n</body>\n</html>\n";
}

}  // namespace warrant::ui
