// Reading a record back: turns, their events, what follow-ups need.
//
// What is given here, for_each_event() aside, is vouched for by the signed head: it was followed from line to line up
// to the head. Events behind the head are not given: they are of a turn that is under way, or the next start settles
// them.
#pragma once

#include <warrant/record/event.hpp>
#include <warrant/record/place.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::record {

/// A turn in one line. Texts are "" for what the turn did not reach.
struct TurnSummary {
  std::string turn;
  std::string at;              ///< of its first event
  std::string request_digest;  ///< "sha256:…"
  std::string type;
  std::vector<std::string> targets;
  std::string outcome;  ///< "unsettled" when the record has no settlement of it
  std::string response;
  std::string action;
  std::string verification;
  std::string review;
  std::string durability;
  std::string answer_source;
  std::int64_t first_seq;
  std::int64_t last_seq;

  bool operator==(const TurnSummary&) const = default;
};
Json to_json(const TurnSummary& summary);

struct Filter {
  std::string path = {};   ///< a target that is this path or beneath it
  std::string since = {};  ///< RFC 3339 or a prefix of it ("2026-03-01")
  std::string outcome = {};
  std::string words = {};  ///< all of them stand in the names, rules and reasons of the turn
  std::size_t limit = 50;  ///< newest
};

/// The turns that pass the filter, newest first. The index finds them; each is read from its events, and an index that
/// says anything else, or is damaged, is made anew. No record gives none. Errors: io; integrity when a part of the
/// record is missing or what is asked for was changed.
Result<std::vector<TurnSummary>> list_turns(const Place& place, const Filter& filter);

/// The turn with this identifier, or the only one that starts with it; "last" for the latest.
/// Errors: not_found, invalid_argument when several start with it, and those of list_turns().
Result<TurnSummary> find_turn(const Place& place, std::string_view turn);

/// The events of a turn in order. Errors: as find_turn().
Result<std::vector<Event>> events_of(const Place& place, std::string_view turn);

/// Earlier settlements for follow-ups, oldest first, at most `limit` of the newest: each
/// {"type", "outcome", "targets", "operations"}. Reads back from the head as far as it must, without the index. Errors:
/// those of list_turns().
Result<JsonArray> history(const Place& place, std::size_t limit);

/// A text that was kept, by its digest ("sha256:…"). Errors: not_found when it was not kept, integrity
/// when it was changed or its key is gone, io.
Result<std::string> kept_text(const Place& place, std::string_view digest);

/// The events of the newest turn when it has no settlement, with those outside any turn that stand behind its first;
/// none otherwise. Errors: those of list_turns().
Result<std::vector<Event>> unsettled_turn(const Place& place);

/// Every event in order; `visit` says whether to go on. An unfinished last line is left out. Does not
/// verify. Errors: io; integrity where a line is no event.
Status for_each_event(const Place& place, const std::function<bool(const Event&)>& visit);

}  // namespace warrant::record
