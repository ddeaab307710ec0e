// The record: an append-only, hash-chained, signed log of every decision. Format: docs/record.md.
#pragma once

#include <warrant/base/clock.hpp>
#include <warrant/base/digest.hpp>
#include <warrant/base/fd.hpp>
#include <warrant/base/json.hpp>
#include <warrant/base/signature.hpp>
#include <warrant/record/redact.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::record {

inline constexpr std::size_t kLongestLine = 1U << 20U;  ///< bytes, with the newline

/// One line of a segment.
struct Event {
  std::int64_t seq;  ///< from 1, without gaps, across segments
  std::string turn;
  std::string at;  ///< RFC 3339, UTC
  std::string kind;
  Json body;
  Digest prev;  ///< digest of the previous line's canonical form; of nothing (all zero) for the first
};

/// Reads a line without its newline; only the canonical form is accepted. Errors: malformed,
/// too_large. Thread-safe.
Result<Event> parse_event(std::string_view line);
/// The canonical form, without a newline.
std::string to_line(const Event& event);

/// Where a record lives. All files are created with mode 600.
struct Place {
  std::string directory;
  std::string key;     ///< file of the signing key
  std::string anchor;  ///< file that each seal is also appended to; keep it elsewhere
  std::size_t segment_bytes = 16U << 20U;
};

enum class Durability : std::uint8_t {
  buffered,  ///< in the operating system's hands
  durable,   ///< on disk and covered by the signed head before append() returns
};

/// The only writer of a record, held by a lock. One thread at a time.
class Writer {
 public:
  /// Opens or creates the record; reads only the last line. A torn last line is cut off and noted as
  /// a "recovery" event. Errors: conflict when another writer holds it, integrity when the record
  /// ends before its signed head, io.
  static Result<Writer> open(Place place, const Clock& clock);

  /// Appends one event, redacted, and gives its seq. Errors: invalid_argument (kind is not
  /// lower-case words, or is "seal"), too_large, io; after io the writer refuses more.
  Result<std::int64_t> append(std::string_view turn, std::string_view kind, const Json& body, Durability durability);
  /// Ends the segment: seal event, signed head, anchor. The next append starts a new segment.
  Status seal();

 private:
  Writer(Place place, const Clock& clock, SigningKey key)
      : place_(std::move(place)), clock_(&clock), key_(std::move(key)) {}
  Status continue_segment();
  Status open_segment();
  Status write(std::string_view turn, std::string_view kind, Json body);
  Status flush();
  Status write_head();

  Place place_;
  const Clock* clock_;
  SigningKey key_;
  Redactor redactor_;
  Fd lock_;
  Fd file_;
  std::int64_t segment_ = 1;
  std::int64_t seq_ = 0;
  Digest hash_{.bytes = {}};
  std::size_t size_ = 0;
  bool broken_ = false;
};

struct Verdict {
  std::int64_t events;
  std::int64_t torn_bytes;  ///< unfinished last line of a crash, not covered by the head
  struct Bad {
    std::int64_t seq;
    std::string why;
  };
  std::optional<Bad> first_bad;
};

/// Reads the whole record in constant memory against the chain, signed head and anchor. Errors: io,
/// integrity when the head itself is missing or wrongly signed, not_found.
Result<Verdict> verify(const Place& place);

/// Events of kind "intent" whose body's "id" has no later "receipt". Errors: io, integrity, malformed.
Result<std::vector<Event>> intents_without_receipt(const Place& place);

}  // namespace warrant::record
