#include "summary.hpp"

#include <algorithm>
#include <map>

namespace warrant::record {

namespace {

bool lies_under(std::string_view target, std::string_view path) {
  if (path.empty() || target == path) return true;
  while (path.ends_with('/')) path.remove_suffix(1);
  return target.size() > path.size() && target.starts_with(path) && target[path.size()] == '/';
}

bool passes(const TurnSummary& summary, const Filter& filter) {
  if (summary.at < filter.since) return false;
  if (!filter.outcome.empty() && summary.outcome != filter.outcome) return false;
  return filter.path.empty() ||
         std::ranges::any_of(summary.targets, [&](const auto& target) { return lies_under(target, filter.path); });
}

}  // namespace

Result<std::vector<TurnSummary>> list_turns(const Place& place, const Filter& filter) {
  std::map<std::string, TurnSummary> turns;
  WARRANT_CHECK(for_each_event(place, [&](const Event& event) {
    if (event.turn.empty()) return true;
    const auto known = turns.find(event.turn);
    if (known == turns.end()) {
      turns.emplace(event.turn, begin_summary(event));
    } else {
      fold(known->second, event);
    }
    return true;
  }));
  std::vector<TurnSummary> out;
  for (auto& [turn, summary] : turns) {
    if (passes(summary, filter)) out.push_back(std::move(summary));
  }
  std::ranges::sort(out, std::greater(), &TurnSummary::first_seq);
  if (out.size() > filter.limit) out.resize(filter.limit);
  return out;
}

Result<TurnSummary> find_turn(const Place& place, std::string_view turn) {
  WARRANT_TRY(turns, list_turns(place, {.limit = turn == "last" ? std::size_t{1} : std::size_t(-1)}));
  if (turn == "last" && !turns.empty()) return turns.front();
  std::vector<TurnSummary> found;
  for (const TurnSummary& each : turns) {
    if (each.turn == turn) return each;
    if (each.turn.starts_with(turn)) found.push_back(each);
  }
  if (found.size() == 1) return found.front();
  if (found.empty()) return fail(Code::not_found, "the record has no such turn", std::string(turn));
  return fail(Code::invalid_argument, "several turns start with this; write more of it", std::string(turn));
}

Result<std::vector<Event>> events_of(const Place& place, std::string_view turn) {
  WARRANT_TRY(summary, find_turn(place, turn));
  std::vector<Event> out;
  WARRANT_CHECK(for_each_event(place, [&](const Event& event) {
    if (event.turn == summary.turn) out.push_back(event);
    return event.seq < summary.last_seq;
  }));
  return out;
}

Result<JsonArray> history(const Place& place, std::size_t limit) {
  WARRANT_TRY(turns, list_turns(place, {.limit = std::size_t(-1)}));
  JsonArray out;
  for (const TurnSummary& turn : turns) {
    if (out.size() == limit) break;
    if (turn.outcome == "unsettled") continue;
    JsonArray targets;
    for (const std::string& target : turn.targets) targets.emplace_back(target);
    out.emplace_back(JsonObject{{"type", turn.type}, {"outcome", turn.outcome}, {"targets", std::move(targets)}});
  }
  std::ranges::reverse(out);
  return out;
}

}  // namespace warrant::record
