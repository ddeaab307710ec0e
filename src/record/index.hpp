// The index of a record: which turns there are and where they stand. It can be thrown away at any time, and nobody
// signed it: what is shown or acted on is read from the events that it leads to.
#pragma once

#include "warrant/record/read.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace warrant::record {

struct IndexedTurn {
  TurnSummary summary;
  std::int64_t segment;  ///< where its first event stands
  std::int64_t offset;   ///< in bytes
};

class Index {
 public:
  enum class Making : std::uint8_t {
    keep,       ///< what stands beside the record goes on
    anew,       ///< it is made again
    in_memory,  ///< it is made again, and kept nowhere
  };
  /// The index beside the record, brought up to date up to the event with this seq. Errors: integrity when it does not
  /// fit the record or is damaged, or a line of the record is no event; io.
  static Result<Index> open(const Place& place, std::int64_t up_to, Making making);
  Index(Index&&) noexcept;
  Index& operator=(Index&&) noexcept;
  ~Index();

  /// Newest first. Errors: io, malformed.
  [[nodiscard]] Result<std::vector<IndexedTurn>> list(const Filter& filter) const;
  /// Those whose identifier starts with `prefix`, newest first, at most two. Errors: io, malformed.
  [[nodiscard]] Result<std::vector<IndexedTurn>> starting_with(std::string_view prefix) const;
  /// Those that begin at this event or later, oldest first. Errors: io, malformed.
  [[nodiscard]] Result<std::vector<IndexedTurn>> since(std::int64_t first_seq) const;

 private:
  struct State;
  explicit Index(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace warrant::record
