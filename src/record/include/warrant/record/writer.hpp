// The only writer of a record.
#pragma once

#include <warrant/base/clock.hpp>
#include <warrant/base/encryption.hpp>
#include <warrant/base/fd.hpp>
#include <warrant/base/signature.hpp>
#include <warrant/record/event.hpp>
#include <warrant/record/kinds.hpp>
#include <warrant/record/mac.hpp>
#include <warrant/record/place.hpp>
#include <warrant/record/redact.hpp>

#include <chrono>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warrant::record {

struct Head;

enum class Durability : std::uint8_t {
  buffered,  ///< in the operating system's hands: survives the death of the process
  durable,   ///< on disk and covered by the signed head before append() returns: two flushes
};

template <class T>
concept KindOfEvent = requires(const T& event) {
  { T::kKind } -> std::convertible_to<std::string_view>;
  { T::kDurable } -> std::convertible_to<bool>;
  { to_json(event) } -> std::same_as<Json>;
};

/// Appends events to a record, which it holds by a lock: open one for a turn, not for a whole
/// session. One thread at a time. After an error of code io it refuses everything but destruction.
class Writer {
 public:
  /// Opens or creates the record; reads its last lines only. When another process holds it, waits
  /// for at most `patience`. What a crash left is mended and noted in a "recovery" event: a torn last line
  /// is cut off, events after the signed head are taken over if this record's writer wrote them.
  /// Errors: conflict when another writer still holds it; integrity when the record ends before its
  /// signed head or its anchor, holds events behind its head that its writer did not write, or when its head, key or
  /// anchor is gone or damaged; io.
  static Result<Writer> open(Place place, const Clock& clock,
                             std::chrono::milliseconds patience = std::chrono::seconds(3));
  Writer(Writer&&) noexcept = default;
  Writer& operator=(Writer&&) = delete;
  /// As close(), without the answer.
  ~Writer();

  /// Appends one event, redacted, and gives its seq. Errors: invalid_argument (`turn` or `kind` is not
  /// of its form, the kind is "seal", or the turn is settled), too_large, io.
  Result<std::int64_t> append(std::string_view turn, std::string_view kind, const Json& body, Durability durability);
  /// The same for a typed event, as durable as its kind demands.
  template <KindOfEvent T>
  Result<std::int64_t> append(std::string_view turn, const T& event) {
    return append(turn, T::kKind, to_json(event), T::kDurable ? Durability::durable : Durability::buffered);
  }

  /// As above; what the contract quotes of the request and of files is kept out of every later reason.
  Result<std::int64_t> append(std::string_view turn, const ContractEvent& event);

  /// Digest and counts of a text for the body of an event. With Content::full the text itself goes
  /// to the encrypted store. Its secrets are captured, so that later echoes are redacted. Errors: io.
  Result<Kept> keep(std::string_view text);
  /// Captures the secrets of a text that is not kept.
  void notice(std::string_view text) { redactor_.notice(text); }

  /// Makes everything durable, covers it by the signed head and gives the head to the anchor command.
  /// Call it at the end of a turn. Errors: io; unavailable when only the anchor command failed.
  Status publish();
  /// Ends the segment with a seal event and notes it in the anchor. The next append starts a new segment.
  Status seal();
  /// Makes everything durable and covers it by the signed head. Errors: io.
  Status close();

  /// Replaces the signing key: a "trust" event signed by both keys hands over. Texts kept from now on
  /// are under a new key too; the earlier keys stay, or earlier texts could not be read. Errors: io.
  Status rotate_key();

  [[nodiscard]] const Place& place() const noexcept { return place_; }
  [[nodiscard]] std::int64_t last_seq() const noexcept { return seq_; }
  [[nodiscard]] const Digest& head() const noexcept { return hash_; }  ///< digest of the last line
  [[nodiscard]] const SigningKey& key() const noexcept { return key_; }

 private:
  Writer(Place place, const Clock& clock, SigningKey key)
      : place_(std::move(place)), clock_(&clock), key_(std::move(key)), line_key_(key_) {}
  Status continue_record();
  [[nodiscard]] Status check_key(const Head& head) const;
  Status finish_rotation();
  void take_key(SigningKey key);
  Status adopt_tail(std::int64_t covered, std::size_t torn, bool head_restored);
  Status open_heads();
  Status open_segment();
  Status write(std::string_view turn, std::string_view kind, const Json& body);
  Status flush();
  Status write_head();
  Status seal_segment();
  /// Passes the status on; an error makes the writer refuse what follows.
  Status or_stop(Status status);

  Place place_;
  const Clock* clock_;
  SigningKey key_;
  LineKey line_key_;
  std::optional<SecretKey> content_key_;  ///< once it was needed
  Redactor redactor_;
  Fd lock_;
  Fd file_;
  Fd head_file_;
  Fd anchor_file_;
  std::int64_t segment_ = 1;
  std::int64_t seq_ = 0;
  std::int64_t covered_ = 0;  ///< last event that the signed head covers
  std::string settled_;       ///< the turn that was settled last: nothing of it may follow
  Digest hash_{.bytes = {}};
  std::size_t size_ = 0;
  bool broken_ = false;
};

/// Moves a record that does not verify or is not whole, and its anchor, beside their places, and starts a new one under
/// the same key (a new one when that is gone), whose first event names the old one. Gives the old one's directory.
/// Errors: not_found, conflict, io.
Result<std::string> set_aside(const Place& place, const Clock& clock);

}  // namespace warrant::record
