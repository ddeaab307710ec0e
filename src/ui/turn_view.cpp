#include <warrant/base/path.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/ui/turn_view.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warrant::ui {

namespace {

enum class Mark { good, bad, open };

std::string mark(Mark kind, Style style) {
  switch (kind) {
    case Mark::good: return style.colour ? "\x1b[32m✓\x1b[0m" : "✓";
    case Mark::bad: return style.colour ? "\x1b[31m✗\x1b[0m" : "✗";
    case Mark::open: return style.colour ? "\x1b[33m?\x1b[0m" : "?";
  }
  return "?";
}

Mark mark_of(turn::Response value) {
  switch (value) {
    case turn::Response::completed: return Mark::good;
    case turn::Response::contained: return Mark::open;
    case turn::Response::cancelled: return Mark::bad;
  }
  return Mark::open;
}
Mark mark_of(turn::Action value) {
  switch (value) {
    case turn::Action::succeeded: return Mark::good;
    case turn::Action::failed: return Mark::bad;
    case turn::Action::indeterminate: return Mark::open;
    case turn::Action::not_applicable: return Mark::good;
  }
  return Mark::open;
}
Mark mark_of(turn::Verification value) {
  switch (value) {
    case turn::Verification::pass: return Mark::good;
    case turn::Verification::fail: return Mark::bad;
    case turn::Verification::indeterminate:
    case turn::Verification::not_run: return Mark::open;
  }
  return Mark::open;
}
Mark mark_of(turn::Review value) {
  switch (value) {
    case turn::Review::pass: return Mark::good;
    case turn::Review::fail: return Mark::bad;
    case turn::Review::indeterminate:
    case turn::Review::revise: return Mark::open;
  }
  return Mark::open;
}
Mark mark_of(turn::Durability value) {
  switch (value) {
    case turn::Durability::confirmed: return Mark::good;
    case turn::Durability::failed: return Mark::bad;
    case turn::Durability::indeterminate: return Mark::open;
  }
  return Mark::open;
}

std::string safe(std::string_view text) { return visible(text, true); }
std::string safe_line(std::string_view text) { return visible(text, false); }

std::string contract_lines(const contract::Contract& contract) {
  std::string text = fmt::format("contract      {}, changes {}", to_string(contract.type),
                                 contract.allowed     ? "allowed"
                                 : contract.requested ? "asked for, not allowed"
                                                      : "not asked for");
  text += fmt::format("  [{}]\n", contract.reason.rule);
  for (const contract::Target& target : contract.targets) {
    text += fmt::format("              {}: {}{}\n", to_string(target.role), safe_line(target.path),
                        target.exists                ? ""
                        : RelPath::make(target.path) ? " (does not exist)"
                                                     : " (outside the workspace)");
  }
  return text;
}

std::string call_lines(const turn::CallReport& call, bool with_diff) {
  std::string text =
      fmt::format("{:<13} {} [{}]{}{}\n", call.tool, call.ruling, call.rule,
                  call.approval.empty() ? "" : ", " + call.approval, call.ruling == "deny" ? ": " + call.why : "");
  if (with_diff && !call.diff.empty()) text += call.diff;
  if (const std::string_view after = call.receipt.text("after"); !after.empty()) {
    text += fmt::format("              {} read back: {} ({})\n", safe_line(call.receipt.text("path")),
                        call.receipt.text("read_back"), after.substr(0, 19));
  } else if (!call.receipt.text("before").empty()) {
    text += fmt::format("              {} is gone\n", safe_line(call.receipt.text("path")));
  }
  return text;
}

/// Cut to the last lines, so that a long output leaves the rest of the summary in sight.
std::string last_lines(std::string_view text, std::size_t most) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  std::size_t from = text.size();
  for (std::size_t lines = 0; lines < most && from != std::string_view::npos && from > 0; ++lines) {
    from = text.rfind('\n', from - 1);
  }
  from = from == std::string_view::npos || from == 0 ? 0 : from + 1;
  std::string out;
  if (from > 0) out = "              │ … earlier lines are left out\n";
  for (std::string_view rest = text.substr(from); !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    out += fmt::format("              │ {}\n", safe_line(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

/// What a command printed, as far as a person needs it to know how it went.
std::string run_lines(const turn::RunFact& run) {
  std::string text = fmt::format("{:<13} {}: {}", "ran", safe_line(run.command), run.ended);
  if (run.passed) text += fmt::format("; {} passed", *run.passed);
  if (run.failed) text += fmt::format("{} {} failed", run.passed ? "," : ";", *run.failed);
  text += '\n';
  for (const std::string& name : run.failed_tests) text += fmt::format("              failed: {}\n", safe_line(name));
  const bool good = run.exit == 0 && run.failed.value_or(0) == 0;
  constexpr std::size_t of_a_success = 5;
  constexpr std::size_t of_a_failure = 25;
  constexpr std::size_t of_a_question = 60;  // its output is what was asked for
  const bool asked = run.profile.starts_with("git-");
  return text + last_lines(run.output, asked ? of_a_question : good ? of_a_success : of_a_failure);
}

}  // namespace

void ProgressView::step(std::string_view what) {
  if (!shown_) return;
  end_line();
  std::fprintf(stderr, "… %s\n", safe_line(what).c_str());
}

void ProgressView::unchecked_text(std::string_view part) {
  if (!shown_) return;
  constexpr std::size_t longest_word = 4096;
  for (const char c : part) {
    if (c == '\n') {
      end_line();
      continue;
    }
    held_ += c;
    if (c == ' ' || held_.size() >= longest_word) put(std::exchange(held_, {}));
  }
}

void ProgressView::put(std::string_view words) {
  if (words.empty()) return;
  std::fprintf(stderr, "%s%s", in_line_ ? "" : "unchecked │ ", safe_line(words).c_str());
  std::fflush(stderr);
  in_line_ = true;
}

void ProgressView::end_line() {
  put(std::exchange(held_, {}));
  if (std::exchange(in_line_, false)) std::fputc('\n', stderr);
}

std::string marks(const turn::Settlement& settlement, Style style) {
  return fmt::format("{} response {}   {} action {}   {} verification {}   {} review {}   {} durability {}\n",
                     mark(mark_of(settlement.response), style), to_string(settlement.response),
                     mark(mark_of(settlement.action), style), to_string(settlement.action),
                     mark(mark_of(settlement.verification), style), to_string(settlement.verification),
                     mark(mark_of(settlement.review), style), to_string(settlement.review),
                     mark(mark_of(settlement.durability), style), to_string(settlement.durability));
}

std::string summary(const turn::Report& report, Style style) {
  std::string text = contract_lines(report.contract);
  for (const turn::CallReport& call : report.calls) text += call_lines(call, call.approval == "granted_by_flag");
  for (const turn::OperationFact& fact : report.facts.operations) {
    text += fmt::format("{:<13} {}: {}{}{}\n", "operation", turn::describe(fact.asked), to_string(fact.result),
                        fact.detail.empty() ? "" : "; ", safe_line(fact.detail));
  }
  for (const turn::RunFact& run : report.facts.runs) text += run_lines(run);
  for (const turn::SearchFact& search : report.facts.searched) {
    text += fmt::format("{:<13} {}\n", "searched", turn::describe(search));
  }
  for (const std::string& reason : report.facts.unmet) text += fmt::format("not as asked  {}\n", safe_line(reason));
  for (const std::string& reason : report.facts.withheld) text += fmt::format("not read      {}\n", reason);
  for (const claims::Contradiction& contradiction : report.contradictions) {
    text += fmt::format("{} the model said \"{}\" ({}): {}\n", mark(Mark::bad, style), safe_line(contradiction.text),
                        claims::to_string(contradiction.kind), safe_line(contradiction.why));
  }
  if (!report.limit.empty()) text += fmt::format("limit         {}\n", report.limit);
  if (!report.facts.durability_why.empty()) {
    text += fmt::format("{} not durable: {}\n", mark(Mark::bad, style), safe_line(report.facts.durability_why));
  }
  text += fmt::format("\n{}{}\n", safe(report.answer), report.answer.ends_with('\n') ? "" : "\n");
  text += fmt::format("(answer: {})\n", to_string(report.answer_source));
  text += marks(report.settlement, style);
  text += fmt::format("outcome {}   turn {}   record {}\n", to_string(turn::outcome_of(report.settlement)), report.turn,
                      report.head.substr(0, 19));
  return text;
}

}  // namespace warrant::ui
