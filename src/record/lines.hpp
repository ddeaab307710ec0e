// Lines of a segment, in bounded memory.
#pragma once

#include "warrant/record/place.hpp"

#include <warrant/base/fd.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warrant::record {

class Lines {
 public:
  explicit Lines(Fd fd) : fd_(std::move(fd)) {}

  struct Line {
    std::string_view text;  ///< without its newline; lives until the next call
    bool whole;             ///< ended by a newline
  };
  /// The next line, or nothing at the end. A line longer than kLongestLine comes in pieces. Errors: io.
  Result<std::optional<Line>> next();
  /// Goes to a byte of the file, which must be the start of a line. Errors: io.
  Status seek(std::int64_t offset);
  [[nodiscard]] std::int64_t offset() const noexcept { return offset_; }  ///< of the line after the last one

 private:
  Fd fd_;
  std::string buffer_;
  std::size_t at_ = 0;
  std::int64_t offset_ = 0;
};

/// Not open when there is no such file. Errors: io.
Result<Fd> open_for_reading(const std::string& path);

/// The members around the body of a line, found without reading the body.
struct Envelope {
  std::int64_t seq;
  std::string_view turn;
  std::string_view at;
  std::string_view kind;
  std::string_view mac;   ///< "" in a line without one
  std::string_view prev;  ///< "sha256:…"
};
/// Finds the envelope from both ends of a canonical line. Nothing when it is not there; what stands in
/// the body is not looked at, so only the chain vouches for it.
std::optional<Envelope> read_envelope(std::string_view line);

/// Whether a crash while a line was written can have left this: the beginning of an event, or zeros where the bytes of
/// one did not reach the disk.
bool begins_event(std::string_view torn);

}  // namespace warrant::record
