#include "index.hpp"
#include "summary.hpp"
#include "trail.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>

namespace warrant::record {

namespace {

constexpr std::int64_t kShort = 50'000;  // events that are walked whole, so that not even an absence rests on the index
constexpr Spot kBeginning{.segment = 1, .offset = 0, .seq = 1};

/// The turns from a place of the record to its head, as their events say.
struct Stretch {
  std::map<std::string, TurnSummary, std::less<>> turns;
  std::vector<Event> events;  ///< of the turn that was wanted
};

Result<Stretch> read_stretch(const Place& place, const Head& head, const Spot& from, std::string_view wanted) {
  Stretch out;
  const auto take = [&](const Envelope& envelope, std::string_view line) -> Status {
    if (envelope.turn.empty()) return {};
    Event event{.seq = envelope.seq,
                .turn = std::string(envelope.turn),
                .at = std::string(envelope.at),
                .kind = std::string(envelope.kind),
                .body = nullptr,
                .prev = {.bytes = {}}};
    if (envelope.turn == wanted || folds(envelope.kind)) {
      auto whole = parse_event(line);
      if (!whole) return fail(Code::integrity, "a line of the record is no event", place.directory);
      event = std::move(*whole);
    }
    const auto turn = out.turns.find(event.turn);
    if (turn == out.turns.end()) {
      out.turns.emplace(event.turn, begin_summary(event));
    } else {
      fold(turn->second, event);
    }
    if (event.turn == wanted) out.events.push_back(std::move(event));
    return {};
  };
  WARRANT_CHECK(walk_to_head(place, head, from, take));
  return out;
}

/// Whether the index knows the stretch as it is. Errors: conflict, those of the index.
Status compare(const Index& index, const Stretch& stretch, const Spot& from) {
  const auto unfit = [] { return fail(Code::conflict, "the index does not fit the record"); };
  WARRANT_TRY(rows, index.since(from.seq));
  for (const IndexedTurn& row : rows) {
    const auto turn = stretch.turns.find(row.summary.turn);
    if (turn == stretch.turns.end() || turn->second != row.summary) return unfit();
  }
  const auto known = [&](const std::string& name) -> Result<bool> {
    if (std::ranges::any_of(rows, [&](const IndexedTurn& row) { return row.summary.turn == name; })) return true;
    // Begun earlier, and something of it, like a recovery, stands in the stretch.
    WARRANT_TRY(earlier, index.starting_with(name));
    return !earlier.empty() && earlier.front().summary.turn == name && earlier.front().summary.first_seq < from.seq;
  };
  for (const auto& [name, summary] : stretch.turns) {
    WARRANT_TRY(is_known, known(name));
    if (!is_known) return unfit();
  }
  return {};
}

/// Asks the index, and asks one that was made anew when it is damaged or says what the record does not.
template <class T>
Result<T> ask(const Place& place, const Head& head, const std::function<Result<T>(const Index&)>& question) {
  Result<T> answer = fail(Code::internal, "the index was not asked");
  for (const Index::Making making : {Index::Making::keep, Index::Making::anew, Index::Making::in_memory}) {
    const auto index = Index::open(place, head.seq, making);
    if (!index) {
      answer = fail(index.error());
      continue;
    }
    answer = question(*index);
    if (answer || answer.error().code == Code::invalid_argument) return answer;
    // What a fresh index says is so.
    if (making != Index::Making::keep && answer.error().code == Code::not_found) return answer;
  }
  return answer;
}

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

Spot spot_of(const IndexedTurn& turn) {
  return {.segment = turn.segment, .offset = turn.offset, .seq = turn.summary.first_seq};
}

using Found = std::pair<TurnSummary, std::vector<Event>>;

Result<Found> find(const Place& place, std::string_view turn) {
  WARRANT_TRY(head, trusted_head(place));
  return ask<Found>(place, head, [&](const Index& index) -> Result<Found> {
    WARRANT_TRY(row, locate(index, turn));
    WARRANT_TRY(stretch, read_stretch(place, head, spot_of(row), row.summary.turn));
    WARRANT_CHECK(compare(index, stretch, spot_of(row)));
    const auto summary = stretch.turns.find(row.summary.turn);
    if (summary == stretch.turns.end()) return fail(Code::conflict, "the index does not fit the record");
    return Found{summary->second, std::move(stretch.events)};
  });
}

}  // namespace

Result<std::vector<TurnSummary>> list_turns(const Place& place, const Filter& filter) {
  using Turns = std::vector<TurnSummary>;
  const auto head = trusted_head(place);
  if (!head && head.error().code == Code::not_found) return Turns{};
  if (!head) return fail(head.error());
  return ask<Turns>(place, *head, [&](const Index& index) -> Result<Turns> {
    WARRANT_TRY(rows, index.list(filter));
    // Fewer than asked for: that there are no more is to be seen in the record too, unless it is very long.
    const bool all = rows.size() < filter.limit && head->seq <= kShort;
    if (!all && rows.empty()) return Turns{};
    const Spot from = all ? kBeginning : spot_of(rows.back());
    WARRANT_TRY(stretch, read_stretch(place, *head, from, {}));
    WARRANT_CHECK(compare(index, stretch, from));
    Turns out;
    for (const IndexedTurn& row : rows) {
      const auto turn = stretch.turns.find(row.summary.turn);
      if (turn == stretch.turns.end()) return fail(Code::conflict, "the index does not fit the record");
      out.push_back(turn->second);
    }
    return out;
  });
}

Result<TurnSummary> find_turn(const Place& place, std::string_view turn) {
  WARRANT_TRY(found, find(place, turn));
  return std::move(found.first);
}

Result<std::vector<Event>> events_of(const Place& place, std::string_view turn) {
  WARRANT_TRY(found, find(place, turn));
  return std::move(found.second);
}

Result<JsonArray> history(const Place& place, std::size_t limit) {
  JsonArray out;
  const auto head = trusted_head(place);
  if (!head && head.error().code == Code::not_found) return out;
  if (!head) return fail(head.error());
  const auto take = [&](const Envelope& envelope, std::string_view line) -> Result<bool> {
    if (envelope.kind != "settlement") return true;
    WARRANT_TRY(event, parse_event(line));
    JsonObject turn;
    for (const std::string_view name : {"type", "outcome", "targets", "operations"}) {
      if (const Json* value = event.body.find(name)) turn.append(std::string(name), *value);
    }
    out.emplace_back(std::move(turn));
    return out.size() < limit;
  };
  if (limit > 0) WARRANT_CHECK(walk_back(place, *head, take));
  std::ranges::reverse(out);
  return out;
}

Result<std::vector<Event>> unsettled_turn(const Place& place) {
  std::vector<Event> out;
  const auto head = trusted_head(place);
  if (!head && head.error().code == Code::not_found) return out;
  if (!head) return fail(head.error());
  std::string name;
  bool settled = false;
  const auto take = [&](const Envelope& envelope, std::string_view line) -> Result<bool> {
    if (name.empty()) name = envelope.turn;
    if (!envelope.turn.empty() && envelope.turn != name) return false;
    settled = settled || envelope.kind == "settlement";
    if (settled) return false;
    WARRANT_TRY(event, parse_event(line));
    out.push_back(std::move(event));
    return true;
  };
  WARRANT_CHECK(walk_back(place, *head, take));
  if (settled || name.empty()) return std::vector<Event>{};
  std::ranges::reverse(out);
  // What stands between two turns belongs to neither.
  const auto first = std::ranges::find(out, name, &Event::turn);
  out.erase(out.begin(), first);
  return out;
}

}  // namespace warrant::record
