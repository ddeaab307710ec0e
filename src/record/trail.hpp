// Events that the signed head vouches for.
//
// Each line holds the digest of the one before it, so whoever knows the digest of one line knows that all before it are
// as they were written. Both readers start from that: nothing that they give can have been changed without the key, and
// neither reads more of the record than it gives.
#pragma once

#include "warrant/record/event.hpp"

#include "files.hpp"
#include "lines.hpp"

#include <functional>
#include <optional>
#include <string>

namespace warrant::record {

/// The signed head, made sure of: by the key in the state directory, or one that handed over to it. Errors: not_found
/// when no record was ever begun; integrity when a part of it is missing or the head is damaged or by another key; io.
Result<Head> trusted_head(const Place& place);

/// Where a line begins.
struct Spot {
  std::int64_t segment;
  std::int64_t offset;  ///< in bytes
  std::int64_t seq;     ///< of the line
};

/// Visits the lines from the spot to the head, in order. What was visited holds only when this succeeds. Errors: those
/// of `visit`; conflict when no line with this seq begins at the spot; integrity when the lines do not lead to the
/// head; io.
Status walk_to_head(const Place& place, const Head& head, const Spot& from,
                    const std::function<Status(const Envelope&, std::string_view line)>& visit);

/// Visits the lines from the head backwards, each vouched for as it is given; `visit` says whether to go on. Errors:
/// those of `visit`; integrity, io.
Status walk_back(const Place& place, const Head& head,
                 const std::function<Result<bool>(const Envelope&, std::string_view line)>& visit);

}  // namespace warrant::record
