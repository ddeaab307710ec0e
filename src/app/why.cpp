// warrant why: what decided a turn, from its record.
#include "subcommands.hpp"

#include <warrant/base/dirs.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/record/read.hpp>
#include <warrant/ui/report.hpp>
#include <warrant/workspace/root.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warrant::app {

namespace {

/// The sections of the explanation, each with the kinds of events it is made of.
struct Section {
  std::string_view title;
  std::vector<std::string_view> kinds;
};
const std::array<Section, 5>& sections() {
  static const std::array<Section, 5> all{{
      {.title = "What was understood", .kinds = {"contract", "posture", "plan"}},
      {.title = "What was decided about each call", .kinds = {"check", "ruling", "approval"}},
      {.title = "What happened", .kinds = {"intent", "receipt", "recovery"}},
      {.title = "What is known of it", .kinds = {"verification"}},
      {.title = "What became of the answer", .kinds = {"contradiction", "repair", "containment"}},
  }};
  return all;
}

/// Checks that passed explain nothing.
bool explains(const record::Event& event) { return event.kind != "check" || event.body.text("result") != "pass"; }

std::string explanation(const record::TurnSummary& turn, const std::vector<record::Event>& events) {
  std::string text = fmt::format("Turn {} of {} ended as: {}.\n", turn.turn, turn.at, turn.outcome);
  for (const Section& section : sections()) {
    std::string lines;
    for (const record::Event& event : events) {
      if (std::ranges::find(section.kinds, event.kind) == section.kinds.end() || !explains(event)) continue;
      lines += fmt::format("  {:<13} {}\n", event.kind, visible(ui::headline(event), false));
    }
    if (!lines.empty()) text += fmt::format("\n{}\n{}", section.title, lines);
  }
  for (const record::Event& event : events) {
    if (event.kind == "settlement") text += fmt::format("\nsettled: {}\n", visible(ui::headline(event), false));
  }
  text += fmt::format("\nresponse {}, action {}, verification {}, review {}, durability {}\n", turn.response,
                      turn.action, turn.verification, turn.review, turn.durability);
  return text;
}

Result<Exit> why(const Arguments& arguments) {
  WARRANT_TRY(dirs, find_dirs());
  WARRANT_TRY(root, workspace::Root::open(root_of(arguments)));
  const record::Place place = record::place_of(dirs, root.real_path());
  WARRANT_TRY(turn, record::find_turn(place, arguments.option("turn").value_or("last")));
  WARRANT_TRY(events, record::events_of(place, turn.turn));
  if (arguments.has("json")) {
    JsonArray reasons;
    for (const record::Event& event : events) {
      if (explains(event)) {
        reasons.emplace_back(JsonObject{{"kind", event.kind}, {"text", ui::headline(event)}, {"body", event.body}});
      }
    }
    WARRANT_CHECK(
        print(to_text(JsonObject{
                  {"schema", "warrant.why.v1"}, {"turn", record::to_json(turn)}, {"reasons", std::move(reasons)}}) +
              "\n"));
    return Exit::done;
  }
  WARRANT_CHECK(print(explanation(turn, events)));
  return Exit::done;
}

}  // namespace

std::vector<Subcommand> why_subcommands() {
  return {{.path = "why",
           .summary = "what decided the last turn: contract, rulings, receipts, contradictions",
           .examples = "Examples:\n  warrant why\n  warrant why --turn 01J8Z0\n",
           .positionals = {},
           .options = {root_option(),
                       {.name = "turn",
                        .value = "ID",
                        .help = "this turn instead of the last; a beginning of its id is enough"},
                       json_option()},
           .run = why}};
}

}  // namespace warrant::app
