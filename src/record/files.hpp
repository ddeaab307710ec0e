// Names and small files of a record, shared by its writer and its readers.
#pragma once

#include "warrant/record/event.hpp"
#include "warrant/record/place.hpp"

#include <warrant/base/fd.hpp>
#include <warrant/base/signature.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace warrant::record {

/// Where the chain stood when it was signed.
struct Head {
  std::int64_t segment;
  std::int64_t seq;
  Digest hash;
  std::string key;  ///< public part of the key that signed it
};

std::string segment_path(const Place& place, std::int64_t segment);
std::string head_path(const Place& place);
std::string anchor_head_path(const Place& place);
std::string anchor_seals_path(const Place& place);
std::string next_key_path(const Place& place);   ///< the new key while it is being exchanged
std::string first_key_path(const Place& place);  ///< the key while its record is being begun

bool exists(const std::string& path);
/// The same where it matters why not. Errors: io when it cannot be said, e.g. behind a directory that may not be read.
Result<bool> stands(const std::string& path);

/// What there is of a record. It is begun in one order (the key under a passing name, anchor, head, the key), so a key
/// without a head, or a head without the others, is a loss and never the beginning.
struct Standing {
  bool key;
  bool beginning;  ///< its key stands under the passing name only
  bool head;
  bool segment;
  bool anchor;  ///< true where none is configured

  /// No record was begun, or its beginning was cut off before anything was in it.
  [[nodiscard]] bool nothing() const noexcept;
};
/// Errors: io.
Result<Standing> look(const Place& place);
/// Names what is missing of a record that was begun. Errors: integrity.
Status check_complete(const Place& place, const Standing& standing);

Result<SigningKey> read_key(const std::string& path);
/// A head as signed text without a newline.
Result<std::string> head_text(const Head& head, const SigningKey& key);
/// Checks the signature by the key that the text itself names: whether that key is to be trusted is
/// the caller's business. Errors: integrity.
Result<Head> parse_head(std::string_view text, const std::string& where);
/// Errors: not_found, integrity.
Result<Head> read_head(const std::string& path);
/// The same for somebody who does not hold the lock: the writer replaces it in place, so half of each may be seen.
Result<Head> read_head_beside_writer(const std::string& path);

/// A head file has one fixed size, so that it is replaced in place by one write and one flush.
inline constexpr std::size_t kHeadBytes = 512;
/// The text padded to kHeadBytes.
std::string head_block(std::string text);

/// The keys that a record passed through: a "trust" event with change "rotated" hands over.
struct Rotation {
  std::int64_t seq;
  std::string from;
  std::string to;
  bool proven;  ///< signed by both
};
std::string rotation_statement(std::string_view from, std::string_view to);
std::optional<Rotation> rotation_of(const Event& event);

/// Creates the directory and takes the record for this process, waiting at most so long. Errors: conflict, io.
Result<Fd> take_lock(const Place& place, std::chrono::milliseconds patience);

/// Runs the program with the line on its standard input and no output. Errors: unavailable (cannot
/// start, not zero, over 10 seconds).
Status run_anchor_command(const std::vector<std::string>& argv, const std::string& line);

}  // namespace warrant::record
