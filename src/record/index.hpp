// The index of a record: which turns there are and where they stand. It can be thrown away at any time.
#pragma once

#include "warrant/record/read.hpp"

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
  /// The index beside the record, brought up to date. One that does not fit the record, is damaged or of
  /// another version is made anew; where it cannot be written it is made in memory. Errors: io, malformed.
  static Result<Index> open(const Place& place);
  Index(Index&&) noexcept;
  Index& operator=(Index&&) noexcept;
  ~Index();

  /// Newest first. Errors: io.
  [[nodiscard]] Result<std::vector<IndexedTurn>> list(const Filter& filter) const;
  /// Those whose identifier starts with `prefix`, newest first, at most two. Errors: io.
  [[nodiscard]] Result<std::vector<IndexedTurn>> starting_with(std::string_view prefix) const;

 private:
  struct State;
  explicit Index(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace warrant::record
