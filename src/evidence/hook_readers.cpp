// The verdicts of hook frameworks and of a code host's own checks: one line a check, with its name.
// Source: what pre-commit and prek, lefthook, and GitHub's `gh pr checks`, `gh pr view` and `gh run` print.
#include "names_of_checks.hpp"
#include "reading.hpp"

#include <algorithm>
#include <array>

namespace warrant::evidence {
namespace {

/// Notes the verdict of a named check; of several of one kind a failure stays. Hooks of no other kind look at the form
/// of files.
void note(Reading& reading, std::string_view name, bool ok, const Line& line) {
  const auto activity = activity_of_check(name).value_or(Activity::lint);
  if (activity == Activity::test) {
    auto& made = reading.add(Runner::other, line, {});
    made.failed = {ok ? 0 : 1, line.span()};
    made.green = ok;
    made.suite = std::string(name);
    return;
  }
  const bool failed_before = std::ranges::any_of(reading.checks, [&](const CheckResult& check) {
    return check.runner == Runner::other && check.activity == activity && !check.ok;
  });
  if (!failed_before) reading.check(Runner::other, activity, ok, line);
}

/// "Lint.......Passed", "Types...(no files to check)Skipped": what is skipped says nothing.
void dotted(const Line& line, Reading& reading) {
  const auto text = trim(line.body);
  const bool ok = text.ends_with("Passed");
  if (!ok && !text.ends_with("Failed")) return;
  const auto dots = text.find("...");
  if (dots == 0 || dots == std::string_view::npos) return;
  const auto end = text.find_first_not_of('.', dots);
  if (end != text.size() - 6) return;
  note(reading, trim(text.substr(0, dots)), ok, line);
}

/// Lefthook's summary: "✔️ lint (0.31 seconds)", "🥊 test (1.20 seconds)".
void timed(const Line& line, Reading& reading) {
  auto text = trim(line.body);
  const auto open = text.rfind(" (");
  if (!text.ends_with(" seconds)") || open == std::string_view::npos || !is_digit(text[open + 2])) return;
  text = text.substr(0, open);
  bool ok = false;
  bool marked = false;
  for (const std::string_view sign :
       {"\xe2\x9c\x94\xef\xb8\x8f", "\xe2\x9c\x94", "\xe2\x9c\x93", "\xf0\x9f\xa5\x8a", "\xe2\x9d\x8c"}) {
    if (!text.starts_with(sign)) continue;
    ok = sign[0] == '\xe2' && sign[1] == '\x9c';
    marked = true;
    text.remove_prefix(sign.size());
    break;
  }
  if (marked) note(reading, trim(text), ok, line);
}

/// lint-staged: "✔ eslint --fix", "[COMPLETED] tsc --noEmit", "✖ prettier --check:": each command that it ran on the
/// files of a commit.
void staged(const Line& line, Reading& reading) {
  const auto& command = reading.command();
  if (!command.facts.does(Activity::commit) && command.text.find("lint-staged") == std::string::npos) return;
  auto text = trim(line.body);
  std::optional<bool> ok;
  for (const auto& [sign, good] : std::to_array<std::pair<std::string_view, bool>>(
           {{"\xe2\x9c\x94 ", true}, {"[COMPLETED] ", true}, {"\xe2\x9c\x96 ", false}, {"[FAILED] ", false}})) {
    if (!text.starts_with(sign)) continue;
    ok = good;
    text.remove_prefix(sign.size());
    break;
  }
  if (!ok) return;
  while (text.ends_with(':')) text.remove_suffix(1);
  const auto facts = read_command(text);
  for (const auto activity : {Activity::lint, Activity::typecheck}) {
    if (facts.does(activity)) reading.check(Runner::other, activity, *ok, line);
  }
}

/// The number of the run in an address of a check: "…/actions/runs/123/job/4".
std::string_view run_in(std::string_view text) {
  constexpr std::string_view kRuns = "/actions/runs/";
  const auto at = text.find(kRuns);
  if (at == std::string_view::npos) return {};
  const auto from = at + kRuns.size();
  return text.substr(from, text.find_first_not_of("0123456789", from) - from);
}

/// A watched list is printed again and again: the last state of each name stands. The same name of another run begins
/// the list of another request.
void host(Reading& reading, std::string_view name, HostedState state, Span span, std::string_view run = {}) {
  auto& all = reading.evidence().hosted;
  std::size_t list = all.empty() || all.back().command != reading.index() ? 0 : all.back().list;
  const auto known = std::ranges::find_if(all, [&](const HostedCheck& check) {
    return check.name == name && check.command == reading.index() && check.list == list;
  });
  HostedCheck made{.name = std::string(name),
                   .state = state,
                   .span = span,
                   .command = reading.index(),
                   .list = list,
                   .run = std::string(run)};
  if (known != all.end() && known->run == run) {
    *known = std::move(made);
    return;
  }
  if (known != all.end()) ++made.list;
  all.push_back(std::move(made));
}

/// `gh pr checks` into a pipe: "name⇥pass⇥1m2s⇥address".
void tabbed(const Line& line, Reading& reading) {
  const auto first = line.text.find('\t');
  if (first == 0 || first == std::string_view::npos) return;
  const auto second = std::min(line.text.find('\t', first + 1), line.text.size());
  const auto word = line.text.substr(first + 1, second - first - 1);
  const auto name = line.text.substr(0, first);
  const auto run = run_in(line.text);
  if (word == "pass") host(reading, name, HostedState::passed, line.span(), run);
  if (word == "fail" || word == "cancel") host(reading, name, HostedState::failed, line.span(), run);
  if (word == "pending") host(reading, name, HostedState::pending, line.span(), run);
  // `gh run list`: "completed⇥success⇥title⇥workflow⇥branch…".
  const auto rest = line.text.substr(std::min(second + 1, line.text.size()));
  const auto title = rest.substr(0, rest.find('\t'));
  if (name == "completed" && (word == "success" || word == "failure" || word == "cancelled" || word == "timed_out"))
    host(reading, title, word == "success" ? HostedState::passed : HostedState::failed, line.span());
  if ((name == "in_progress" || name == "queued") && word.empty())
    host(reading, title, HostedState::pending, line.span());
}

/// The text behind `"key":` in one object of JSON.
std::string_view member(std::string_view object, std::string_view key) {
  const auto at = object.find(key);
  if (at == std::string_view::npos) return {};
  const auto open = object.find('"', at + key.size());
  if (open == std::string_view::npos || open > at + key.size() + 2) return {};
  const auto close = object.find('"', open + 1);
  return close == std::string_view::npos ? std::string_view{} : object.substr(open + 1, close - open - 1);
}

/// `gh … --json statusCheckRollup` and `gh run … --json`: objects with "conclusion", "name" and "status", on one line
/// or on several.
void json_conclusion(const Line& line, Reading& reading) {
  constexpr std::string_view kKey = "\"conclusion\":";
  constexpr std::size_t kReach = 2'000;
  const std::string_view text = line.text;
  const char* const end = line.rest.data() != nullptr ? line.rest.data() + line.rest.size() : text.data() + text.size();
  // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): the line and the rest lie in one text
  const std::string_view all(text.data(), static_cast<std::size_t>(end - text.data()));
  for (auto at = text.find(kKey); at != std::string_view::npos; at = text.find(kKey, at + kKey.size())) {
    const auto ahead = all.substr(at, kReach);
    const auto object = ahead.substr(0, std::min(ahead.find('}'), ahead.size()));
    const auto said = lower(member(object, kKey));
    const auto status = lower(member(object, "\"status\":"));
    auto name = member(object, "\"name\":");
    if (name.empty()) name = member(object, "\"workflowName\":");
    const Span span{line.offset + at, line.offset + std::min(at + kKey.size() + said.size() + 2, text.size())};
    const auto label = name.empty() ? std::to_string(span.begin) : std::string(name);
    const auto run = run_in(object);
    if (said == "success" || said == "neutral")
      host(reading, label, HostedState::passed, span, run);
    else if (said == "failure" || said == "cancelled" || said == "timed_out" || said == "startup_failure")
      host(reading, label, HostedState::failed, span, run);
    else if (said.empty() && !status.empty() && status != "completed")
      host(reading, label, HostedState::pending, span, run);
  }
}

/// `gh … --json statusCheckRollup --jq …` prints the conclusions in a form of its own: "checks=SUCCESS,SKIPPED".
void worded(const Line& line, Reading& reading) {
  const std::string_view command = reading.command().text;
  const bool asked =
      command.find("gh ") != std::string_view::npos && (command.find("statusCheckRollup") != std::string_view::npos ||
                                                        command.find("conclusion") != std::string_view::npos);
  if (!asked || line.has("\"conclusion\":")) return;
  const std::string low = lower(line.text);
  for (std::size_t i = 0; i < low.size();) {
    std::size_t end = i;
    while (end < low.size() && is_word(low[end])) ++end;
    const auto word = std::string_view(low).substr(i, end - i);
    const Span span{line.offset + i, line.offset + end};
    const auto name = std::to_string(span.begin);
    if (word == "success") host(reading, name, HostedState::passed, span);
    if (word == "failure" || word == "timed_out" || word == "cancelled") host(reading, name, HostedState::failed, span);
    if (word == "in_progress" || word == "queued") host(reading, name, HostedState::pending, span);
    i = std::max(end, i + 1);
  }
}

/// "All checks were successful", "Some checks were not successful".
void summed(const Line& line, Reading& reading) {
  const auto text = trim(line.body);
  if (text.starts_with("All checks were successful")) host(reading, "all", HostedState::passed, line.span());
  if (text.starts_with("Some checks were not successful")) host(reading, "all", HostedState::failed, line.span());
  if (text.starts_with("Some checks are still pending")) host(reading, "all", HostedState::pending, line.span());
}

}  // namespace

std::vector<Row> hook_rows() {
  return {
      {"..passed", Runner::other, dotted},      {"..failed", Runner::other, dotted},
      {")failed", Runner::other, dotted},       {" seconds)", Runner::other, timed},
      {"\xe2\x9c\x94 ", Runner::other, staged}, {"[completed] ", Runner::other, staged},
      {"\xe2\x9c\x96 ", Runner::other, staged}, {"[failed] ", Runner::other, staged},
      {"\tpass\t", Runner::gh, tabbed},         {"\tfail\t", Runner::gh, tabbed},
      {"\tcancel\t", Runner::gh, tabbed},       {"\tpending\t", Runner::gh, tabbed},
      {"\ncompleted\t", Runner::gh, tabbed},    {"\nin_progress\t", Runner::gh, tabbed},
      {"\nqueued\t", Runner::gh, tabbed},       {"\"conclusion\":", Runner::gh, json_conclusion},
      {"success", Runner::gh, worded},          {"failure", Runner::gh, worded},
      {"in_progress", Runner::gh, worded},      {"queued", Runner::gh, worded},
      {"checks were ", Runner::gh, summed},     {"checks are still pending", Runner::gh, summed},
  };
}

}  // namespace warrant::evidence
