// Whether a record still is what its writer signed.
#pragma once

#include <warrant/record/event.hpp>
#include <warrant/record/place.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace warrant::record {

struct Verdict {
  std::int64_t events;   ///< read and in order
  std::int64_t covered;  ///< seq of the last event under the signed head
  std::int64_t segments;
  std::int64_t torn_bytes;  ///< unfinished last line of a crash, not covered by the head
  std::string head;         ///< "sha256:…" of the last event that was read
  std::string key;          ///< public key that signed the head
  std::int64_t anchored;    ///< seq of the latest event that the anchor names; 0 without an anchor
  struct Bad {
    std::int64_t seq;
    std::string why;
  };
  std::optional<Bad> first_bad;
};

struct VerifyOptions {
  /// Public key that was noted elsewhere: the record must be signed by it, or by a key that it
  /// handed over to. "" for the key in the state directory.
  std::string public_key = {};
  /// A further file of signed heads, one a line (what an anchor command was given). "" for none.
  std::string anchor_file = {};
};

/// Reads the whole record in constant memory against the chain, the signed head and the anchors;
/// beside an active writer too. What stands behind the signed head must be by the holder of the key in
/// the state directory, and nothing may follow the settlement of its turn. Errors: io, not_found when no
/// record was ever begun; integrity when the signed head, the key or the anchor is missing, damaged, or
/// of another record.
Result<Verdict> verify(const Place& place, const VerifyOptions& options = {});

/// The public part of the record's key. Errors: not_found when there is no record yet,
/// integrity when its key is gone, malformed, io.
Result<std::string> public_key(const Place& place);

}  // namespace warrant::record
