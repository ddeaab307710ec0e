#include "files.hpp"
#include "index.hpp"
#include "lines.hpp"

#include <algorithm>

namespace warrant::record {

namespace {

Result<IndexedTurn> locate(const Index& index, std::string_view turn) {
  if (turn == "last") {
    WARRANT_TRY(latest, index.list({.limit = 1}));
    if (!latest.empty()) return latest.front();
    return fail(Code::not_found, "the record has no turn yet");
  }
  WARRANT_TRY(found, index.starting_with(turn));
  if (found.empty()) return fail(Code::not_found, "the record has no such turn", std::string(turn));
  if (found.size() == 1 || found.front().summary.turn == turn) return found.front();
  return fail(Code::invalid_argument, "several turns start with this; write more of it", std::string(turn));
}

}  // namespace

Result<std::vector<TurnSummary>> list_turns(const Place& place, const Filter& filter) {
  if (!exists(segment_path(place, 1))) return std::vector<TurnSummary>{};
  WARRANT_TRY(index, Index::open(place));
  WARRANT_TRY(found, index.list(filter));
  std::vector<TurnSummary> out;
  for (IndexedTurn& turn : found) out.push_back(std::move(turn.summary));
  return out;
}

Result<TurnSummary> find_turn(const Place& place, std::string_view turn) {
  if (!exists(segment_path(place, 1))) return fail(Code::not_found, "the record has no turn yet", place.directory);
  WARRANT_TRY(index, Index::open(place));
  WARRANT_TRY(found, locate(index, turn));
  return found.summary;
}

Result<std::vector<Event>> events_of(const Place& place, std::string_view turn) {
  if (!exists(segment_path(place, 1))) return fail(Code::not_found, "the record has no turn yet", place.directory);
  WARRANT_TRY(index, Index::open(place));
  WARRANT_TRY(found, locate(index, turn));
  std::vector<Event> out;
  std::int64_t offset = found.offset;
  for (std::int64_t segment = found.segment;; ++segment) {
    Fd file = open_for_reading(segment_path(place, segment));
    if (!file.is_open()) return out;
    Lines lines(std::move(file));
    WARRANT_CHECK(lines.seek(std::exchange(offset, 0)));
    while (true) {
      WARRANT_TRY(line, lines.next());
      if (!line || !line->whole) break;
      WARRANT_TRY(event, parse_event(line->text));
      const bool last = event.seq >= found.summary.last_seq;
      if (event.turn == found.summary.turn) out.push_back(std::move(event));
      if (last) return out;
    }
  }
}

Result<JsonArray> history(const Place& place, std::size_t limit) {
  WARRANT_TRY(turns, list_turns(place, {.limit = limit}));
  JsonArray out;
  for (const TurnSummary& turn : turns) {
    if (turn.outcome == "unsettled") continue;
    JsonArray targets;
    for (const std::string& target : turn.targets) targets.emplace_back(target);
    out.emplace_back(JsonObject{{"type", turn.type}, {"outcome", turn.outcome}, {"targets", std::move(targets)}});
  }
  std::ranges::reverse(out);
  return out;
}

}  // namespace warrant::record
