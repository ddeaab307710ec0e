// warrant eval claims: how well the reading of claims agrees with labels.
#include "check_input.hpp"
#include "subcommands.hpp"

#include <warrant/base/json.hpp>
#include <warrant/base/match.hpp>
#include <warrant/claims/boundary.hpp>
#include <warrant/claims/check.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>

namespace warrant::app {
namespace {

constexpr std::array<std::string_view, 4> kStatuses{"unclaimed", "unbacked", "held", "broken"};
constexpr std::array<std::string_view, 3> kGates{"pass", "retry", "ask"};

std::size_t index_of(std::string_view word, auto& table) {
  const auto at = std::ranges::find(table, word);
  return static_cast<std::size_t>(at - table.begin());
}

/// Rows are labels, columns what was found.
template <std::size_t size>
struct Confusion {
  std::array<std::array<std::size_t, size>, size> count{};

  void add(std::size_t label, std::size_t found) {
    if (label < size && found < size) ++count[label][found];
  }
  [[nodiscard]] std::size_t total() const {
    std::size_t sum = 0;
    for (const auto& row : count) {
      for (const auto cell : row) sum += cell;
    }
    return sum;
  }
  [[nodiscard]] std::size_t agreed() const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < size; ++i) sum += count[i][i];
    return sum;
  }
};

std::string percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? std::string("-")
                    : fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

struct Tally {
  std::map<std::string, Confusion<4>, std::less<>> fields;
  Confusion<3> gates;
  std::size_t items = 0;
  std::size_t held_without_run = 0;
  std::size_t held = 0;
  std::size_t noticed = 0;
  std::vector<std::string> unnoticed;
  std::string differences;
};

/// A labelled item in any of the shapes the cases use.
struct Labelled {
  std::string id;
  CheckItem item;
  Json fields;  ///< name → status, or name → {"status"}
  std::string gate;
  std::string split;
  std::optional<bool> test_run;
};

/// "claim_text" with "evidence_text", or a batch line, with "fields" and "gate" beside it.
Result<Labelled> read_labelled(const Json& line) {
  Labelled labelled{.id = std::string(line.text("id")),
                    .item = {.id = nullptr, .said = {}, .evidence = std::string{}},
                    .fields = nullptr,
                    .gate = std::string(line.text("gate")),
                    .split = std::string(line.text("split")),
                    .test_run = std::nullopt};
  if (const Json* fields = line.find("fields")) labelled.fields = *fields;
  if (const Json* anchors = line.find("anchors"); anchors != nullptr && anchors->find("test_run") != nullptr) {
    if (const bool* ran = anchors->find("test_run")->boolean()) labelled.test_run = *ran;
  }
  if (line.find("claim_text") != nullptr) {
    labelled.item.said = std::string(line.text("claim_text"));
    labelled.item.evidence = std::string(line.text("evidence_text"));
    return labelled;
  }
  WARRANT_TRY(item, parse_check_item(line));
  labelled.item = std::move(item);
  return labelled;
}

claims::Verdict check_item(const CheckItem& item, std::string_view said) {
  return match(
      item.evidence, [&](const std::string& output) { return claims::check(said, output); },
      [&](const claims::Ordered& session) { return claims::check(said, session); },
      [&](const claims::State&) { return claims::decide({}, {}); });
}

std::string_view status_of(const Json& label) {
  if (const auto* text = label.string()) return *text;
  return label.text("status");
}

/// "broken (differs): 7, shown 8".
std::string stated(const claims::Line& line) {
  return fmt::format("{} ({}){}{}", claims::to_string(line.status), claims::to_string(line.reason),
                     line.claim ? ": " + line.claim->value : "",
                     line.evidence ? ", shown " + line.evidence->value : "");
}

/// The lines for which a gate did not pass.
std::string blocking(const claims::Verdict& verdict) {
  std::string text;
  for (const auto& line : verdict.lines) {
    if (line.status == claims::Status::unbacked || line.status == claims::Status::broken)
      text += fmt::format("; {} {}", claims::to_string(line.field), stated(line));
  }
  return text;
}

void tally(const Labelled& labelled, Tally& into) {
  const auto verdict = check_item(labelled.item, labelled.item.said);
  ++into.items;
  if (!labelled.gate.empty()) {
    into.gates.add(index_of(labelled.gate, kGates), index_of(claims::to_string(verdict.gate), kGates));
    if (labelled.gate != claims::to_string(verdict.gate))
      into.differences += fmt::format("  {} gate: {}, found {}{}\n", labelled.id, labelled.gate,
                                      claims::to_string(verdict.gate), blocking(verdict));
  }
  for (const auto& line : verdict.lines) {
    const bool about_tests = line.field == claims::Field::tests_passed || line.field == claims::Field::tests_failed ||
                             line.field == claims::Field::suite_green;
    if (about_tests && line.status == claims::Status::held && labelled.test_run == false) ++into.held_without_run;
    const Json* label = labelled.fields.find(claims::to_string(line.field));
    if (label == nullptr) continue;
    into.fields[std::string(claims::to_string(line.field))].add(index_of(status_of(*label), kStatuses),
                                                                index_of(claims::to_string(line.status), kStatuses));
    if (status_of(*label) != claims::to_string(line.status))
      into.differences += fmt::format("  {} {}: {}, found {}\n", labelled.id, claims::to_string(line.field),
                                      status_of(*label), stated(line));
  }
}

/// The claimed value changed a little: a count or exit code by one, the last part of a version by
/// one, one letter of an address or of a commit id. Nothing for fields that have no value to change.
std::optional<std::string> altered(const claims::Claim& claim, std::string_view text) {
  using claims::Field;
  switch (claim.field) {
    case Field::tests_passed:
    case Field::tests_failed:
    case Field::tests_total:
    case Field::tests_skipped:
    case Field::exit_code:
    case Field::files_changed:
    case Field::count_of:
    case Field::http_status: {
      if (text.empty() || !std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || c == ','; }))
        return std::nullopt;
      return std::to_string(std::stoll(claim.value) + 1);
    }
    case Field::version: {
      const auto dot = text.rfind('.');
      std::size_t end = dot + 1;
      while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
      if (dot == std::string_view::npos || end == dot + 1 || end - dot > 8) return std::nullopt;
      return std::string(text.substr(0, dot + 1)) +
             std::to_string(std::stoll(std::string(text.substr(dot + 1, end - dot - 1))) + 1) +
             std::string(text.substr(end));
    }
    case Field::deploy_url:
    case Field::pr_url:
    case Field::commit: {
      if (text.size() < 7 || claim.value == "true") return std::nullopt;
      std::string changed(text);
      // A commit id is told by its first seven characters.
      char& last = claim.field == Field::commit ? changed[5] : changed[changed.find_last_not_of('/')];
      last = last == '1' ? '2' : '1';
      return changed;
    }
    case Field::suite_green:
    case Field::build:
    case Field::lint:
    case Field::typecheck:
    case Field::coverage:
    case Field::pushed:
    case Field::file_created:
    case Field::file_deleted:
    case Field::action_done: return std::nullopt;
  }
  return std::nullopt;
}

/// Alters each held value in the message, everywhere it stands alone, and looks whether it breaks.
void alter(const Labelled& labelled, Tally& into) {
  const auto verdict = check_item(labelled.item, labelled.item.said);
  for (const auto& line : verdict.lines) {
    if (line.status != claims::Status::held || !line.claim || line.claim->implied) continue;
    const auto span = line.claim->value_span;
    const auto changed = altered(*line.claim, span.of(labelled.item.said));
    if (!changed) continue;
    ++into.held;
    std::string said = labelled.item.said;
    said.replace(span.begin, span.size(), *changed);
    const auto again = check_item(labelled.item, said);
    const auto& now = again.lines[static_cast<std::size_t>(line.field)];
    if (now.status == claims::Status::broken || now.status == claims::Status::unbacked) {
      ++into.noticed;
    } else {
      into.unnoticed.push_back(
          fmt::format("{} {} {} -> {}", labelled.id, claims::to_string(line.field), line.claim->value, *changed));
    }
  }
}

/// What the gates' table says, in the numbers that are spoken of.
struct Blocks {
  std::size_t supported;
  std::size_t unsupported;
  std::size_t blocked;  ///< of the unsupported
  std::size_t false_blocks;
};
Blocks blocks_of(const Confusion<3>& gates) {
  const auto& g = gates.count;
  const std::size_t supported = g[0][0] + g[0][1] + g[0][2];
  const std::size_t unsupported = g[1][0] + g[1][1] + g[1][2] + g[2][0] + g[2][1] + g[2][2];
  return {.supported = supported,
          .unsupported = unsupported,
          .blocked = unsupported - g[1][0] - g[2][0],
          .false_blocks = supported - g[0][0]};
}

template <std::size_t size>
Json to_json(const Confusion<size>& table, const std::array<std::string_view, size>& names) {
  JsonObject rows;
  for (std::size_t i = 0; i < size; ++i) {
    JsonObject row;
    for (std::size_t j = 0; j < size; ++j) row.append(std::string(names[j]), table.count[i][j]);
    rows.append(std::string(names[i]), std::move(row));
  }
  return rows;
}

Json to_json(const Tally& tally) {
  JsonObject fields;
  for (const auto& [name, table] : tally.fields) fields.append(name, to_json(table, kStatuses));
  const Blocks blocks = blocks_of(tally.gates);
  JsonArray unnoticed;
  for (const std::string& each : tally.unnoticed) unnoticed.emplace_back(each);
  return JsonObject{{"items", tally.items},
                    {"fields", std::move(fields)},
                    {"gates", to_json(tally.gates, kGates)},
                    {"supported", blocks.supported},
                    {"unsupported", blocks.unsupported},
                    {"blocked", blocks.blocked},
                    {"false_blocks", blocks.false_blocks},
                    {"held_without_run", tally.held_without_run},
                    {"altered", tally.held},
                    {"altered_noticed", tally.noticed},
                    {"altered_unnoticed", std::move(unnoticed)}};
}

std::string report(const Tally& tally, std::string_view title, bool altering) {
  std::string text = fmt::format("{}: {} items\n", title, tally.items);
  text += fmt::format("{:<14} {:>5} {:>8} {:>10} {:>10} {:>12}\n", "field", "lines", "agreed", "precision", "recall",
                      "false claims");
  std::array<std::size_t, 5> sums{};
  for (const auto& [name, table] : tally.fields) {
    const auto& c = table.count;
    // Precision and recall of "not borne out" (unbacked or broken), the statuses that stop a message.
    const std::size_t caught = c[1][1] + c[1][3] + c[3][1] + c[3][3];
    const std::size_t flagged = caught + c[0][1] + c[0][3] + c[2][1] + c[2][3];
    const std::size_t wrong = caught + c[1][0] + c[1][2] + c[3][0] + c[3][2];
    const std::size_t unclaimed = c[0][0] + c[0][1] + c[0][2] + c[0][3];
    const std::size_t invented = unclaimed - c[0][0];
    text += fmt::format("{:<14} {:>5} {:>8} {:>10} {:>10} {:>12}\n", name, table.total(),
                        percent(table.agreed(), table.total()), percent(caught, flagged), percent(caught, wrong),
                        percent(invented, unclaimed));
    const std::array<std::size_t, 5> add{table.total(), table.agreed(), caught, flagged, wrong};
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += add[i];
  }
  text += fmt::format("{:<14} {:>5} {:>8} {:>10} {:>10}\n", "all", sums[0], percent(sums[1], sums[0]),
                      percent(sums[2], sums[3]), percent(sums[2], sums[4]));
  text += "\nstatus, label down, found across\n";
  Confusion<4> all;
  for (const auto& [name, table] : tally.fields) {
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) all.count[i][j] += table.count[i][j];
    }
  }
  text += fmt::format("{:<10}{:>10}{:>10}{:>10}{:>10}\n", "", "unclaimed", "unbacked", "held", "broken");
  for (std::size_t i = 0; i < 4; ++i)
    text += fmt::format("{:<10}{:>10}{:>10}{:>10}{:>10}\n", kStatuses[i], all.count[i][0], all.count[i][1],
                        all.count[i][2], all.count[i][3]);
  const auto& g = tally.gates.count;
  const auto [supported, unsupported, blocked, false_blocks] = blocks_of(tally.gates);
  text += "\ngate, label down, found across\n";
  text += fmt::format("{:<10}{:>10}{:>10}{:>10}\n", "", "pass", "retry", "ask");
  for (std::size_t i = 0; i < 3; ++i)
    text += fmt::format("{:<10}{:>10}{:>10}{:>10}\n", kGates[i], g[i][0], g[i][1], g[i][2]);
  text += fmt::format("\ngate agreed {}; blocks: recall {}, precision {}, false blocks {} of {} supported\n",
                      percent(tally.gates.agreed(), tally.gates.total()), percent(blocked, unsupported),
                      percent(blocked, blocked + false_blocks), percent(false_blocks, supported), supported);
  // Each kind of message weighs the same: blocked / unsupported against false_blocks / supported.
  text += fmt::format("{} of {} unsupported; precision at equal numbers {}\n", unsupported, unsupported + supported,
                      percent(blocked * supported, blocked * supported + false_blocks * unsupported));
  text += fmt::format("abstentions: {} claims that are stated were not judged\n",
                      all.count[1][0] + all.count[2][0] + all.count[3][0]);
  text += fmt::format("held where no test ran: {}\n", tally.held_without_run);
  if (altering) {
    text += fmt::format("altered values noticed: {} of {}\n", tally.noticed, tally.held);
    for (const auto& each : tally.unnoticed) text += "  not noticed: " + each + "\n";
  }
  return text;
}

struct StateTally {
  std::size_t truthful = 0;
  std::size_t false_alarms = 0;
  std::size_t contradicting = 0;
  std::size_t missed = 0;      ///< nothing was found in them
  std::size_t other_kind = 0;  ///< something was, but not every kind that the label names
  std::string differences;
};

void tally_state(const Json& line, const CheckItem& item, StateTally& into) {
  const auto found = claims::contradictions(item.said, std::get<claims::State>(item.evidence));
  const auto* wanted = line.find("contradicts") == nullptr ? nullptr : line.find("contradicts")->array();
  const bool truthful = wanted == nullptr || wanted->empty();
  ++(truthful ? into.truthful : into.contradicting);
  const auto is_found = [&](const Json& kind) {
    return std::ranges::any_of(
        found, [&](const auto& c) { return kind.string() != nullptr && claims::to_string(c.kind) == *kind.string(); });
  };
  if (truthful && !found.empty()) {
    ++into.false_alarms;
    into.differences += fmt::format("  false alarm: {}\n", line.text("id"));
  }
  if (!truthful && found.empty()) {
    ++into.missed;
    into.differences += fmt::format("  missed: {}\n", line.text("id"));
  } else if (!truthful && !std::ranges::all_of(*wanted, is_found)) {
    ++into.other_kind;
    into.differences += fmt::format("  found as another kind: {}\n", line.text("id"));
  }
}

/// The texts that labels by reference speak of: pair id → message and output.
using Pairs = std::unordered_map<std::string, std::pair<std::string, std::string>>;

/// The first line of a command, with "…" where more of it follows.
std::string first_line(std::string_view command) {
  const auto end = command.find('\n');
  return end == std::string_view::npos ? std::string(command) : std::string(command.substr(0, end)) + " \xe2\x80\xa6";
}

/// The output of a pair as one text: "$ command", what it printed, "[exit N]".
std::string output_of(const Json& pair) {
  std::string text;
  const Json* evidence = pair.find("evidence");
  if (evidence == nullptr || evidence->array() == nullptr) return text;
  for (const Json& each : *evidence->array()) {
    text += fmt::format("$ {}\n{}\n", first_line(each.text("command")), each.text("output"));
    const Json* code = each.find("exit_code");
    if (code != nullptr && code->integer() != nullptr) text += fmt::format("\n[exit {}]\n", *code->integer());
    text += '\n';
  }
  return text;
}

Result<Pairs> load_pairs(std::string_view path) {
  WARRANT_TRY(text, read_input(path, std::size_t{1} << 30U));
  Pairs pairs;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find('\n', begin), text.size());
    const auto line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    if (line.empty()) continue;
    WARRANT_TRY(pair, parse_json(line));
    pairs.emplace(std::string(pair.text("id")), std::make_pair(std::string(pair.text("claim_text")), output_of(pair)));
  }
  return pairs;
}

Result<Exit> run_eval(const Arguments& arguments) {
  const auto path = *arguments.word(0);
  WARRANT_TRY(text, read_input(path, std::size_t{1} << 30U));
  Pairs pairs;
  if (const auto file = arguments.option("pairs")) {
    WARRANT_TRY(loaded, load_pairs(*file));
    pairs = std::move(loaded);
  }
  std::map<std::string, Tally, std::less<>> by_split;
  StateTally states;
  std::size_t absent = 0;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find('\n', begin), text.size());
    const auto line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.empty()) continue;
    auto parsed = parse_json(line);
    if (!parsed) return fail(Code::malformed, parsed.error().message, fmt::format("{}:{}", path, number));
    Json item = std::move(*parsed);
    if (item.find("said") == nullptr && item.find("claim_text") == nullptr) {
      const auto pair = pairs.find(std::string(item.text("pair")));
      if (pair == pairs.end()) {
        ++absent;
        continue;
      }
      item.object()->set("said", pair->second.first);
      item.object()->set("output", pair->second.second);
    }
    if (item.find("state") != nullptr) {
      WARRANT_TRY(read, parse_check_item(item));
      tally_state(item, read, states);
      continue;
    }
    auto labelled = read_labelled(item);
    if (!labelled) return fail(Code::invalid_argument, labelled.error().message, fmt::format("{}:{}", path, number));
    if (const auto only = arguments.option("split"); only && labelled->split != *only) continue;
    Tally& into = by_split[labelled->split.empty() ? "all" : labelled->split];
    tally(*labelled, into);
    if (arguments.has("alter")) alter(*labelled, into);
  }
  if (by_split.empty() && states.truthful + states.contradicting == 0) {
    return fail(
        Code::invalid_argument,
        absent > 0
            ? fmt::format("nothing was measured: {} labels speak of pairs; give their texts with --pairs", absent)
            : "nothing was measured: it holds no labelled case",
        std::string(path));
  }
  if (arguments.has("json")) {
    JsonObject splits;
    for (const auto& [split, tallied] : by_split) splits.append(split, to_json(tallied));
    WARRANT_CHECK(print(to_text(JsonObject{{"schema", "warrant.eval-claims.v1"},
                                           {"splits", std::move(splits)},
                                           {"states", JsonObject{{"contradicting", states.contradicting},
                                                                 {"missed", states.missed},
                                                                 {"other_kind", states.other_kind},
                                                                 {"truthful", states.truthful},
                                                                 {"false_alarms", states.false_alarms}}},
                                           {"absent", absent}}) +
                        "\n"));
    return Exit::done;
  }
  std::string out;
  for (const auto& [split, tallied] : by_split) {
    out += report(tallied, split, arguments.has("alter"));
    if (arguments.has("differences")) out += "label and finding differ:\n" + tallied.differences;
    out += '\n';
  }
  if (states.truthful + states.contradicting > 0) {
    out += fmt::format(
        "answers against states: {} contradicting, missed {}, found as another kind {}; {} truthful, false alarms {} "
        "({})\n{}",
        states.contradicting, states.missed, states.other_kind, states.truthful, states.false_alarms,
        percent(states.false_alarms, states.truthful), states.differences);
  }
  if (absent > 0) out += fmt::format("{} labels speak of pairs that are not in --pairs FILE\n", absent);
  WARRANT_CHECK(print(out));
  return Exit::done;
}

}  // namespace

std::vector<Subcommand> eval_claims_subcommands() {
  return {{
      .path = "eval claims",
      .summary = "how well the reading of claims agrees with labels",
      .examples =
          "  warrant eval claims cases/claims/own.jsonl\n"
          "  warrant eval claims cases/claims/boundary.jsonl\n"
          "  warrant eval claims cases/claims/labels.jsonl --pairs pairs.jsonl --alter\n"
          "\n"
          "A line is a batch line of `warrant check` with \"fields\" (name to status), \"gate\" and \"split\";\n"
          "or one with \"state\" and \"contradicts\"; or a label that names its \"pair\".\n",
      .positionals = {{"FILE", "the labelled cases, JSON lines", true}},
      .options = {{"alter", "", "change each held value a little and count how often it is noticed"},
                  {"differences", "", "name every line and gate that is not as labelled"},
                  {"split", "NAME", "only the cases of this split, as tune or test"},
                  {"pairs", "FILE", "the texts that labels by reference speak of"},
                  json_option()},
      .run = run_eval,
  }};
}

}  // namespace warrant::app
