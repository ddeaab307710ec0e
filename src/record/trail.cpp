#include "trail.hpp"

#include "warrant/record/read.hpp"
#include "warrant/record/verify.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace warrant::record {

namespace {

constexpr std::size_t kBlock = 64U << 10U;

std::unexpected<Error> changed(std::int64_t seq, const std::string& where) {
  return fail(
      Code::integrity,
      fmt::format("the record was changed at or before event {}: \"warrant trace verify\" names the first bad one",
                  seq),
      where);
}

/// What a writer has added since the head was read, or a crash has left, are events and the beginning of one.
Status only_events_follow(Lines& lines, std::int64_t seq, const std::string& where) {
  while (true) {
    WARRANT_TRY(line, lines.next());
    if (!line) return {};
    const auto envelope = read_envelope(line->text);
    const bool follows = envelope && envelope->seq == ++seq;
    if (!follows && (line->whole || !begins_event(line->text))) return changed(seq, where);
  }
}

/// Whole lines of a file from its end to its beginning, in memory of a block and a line.
class LinesBack {
 public:
  explicit LinesBack(Fd file) : file_(std::move(file)) {}

  /// The line before the one given last, without its newline; nothing at the beginning. What stands behind the last
  /// newline is left out. The text lives until the next call. Errors: io; integrity when a line is too long.
  Result<std::optional<std::string_view>> next() {
    if (!begun_) {
      const off_t size = ::lseek(file_.get(), 0, SEEK_END);
      if (size < 0) return fail_errno("cannot examine the segment");
      left_ = static_cast<std::size_t>(size);
      begun_ = true;
      WARRANT_TRY(end, newline_within(0));
      buffer_.resize(end ? *end + 1 : 0);
    }
    if (buffer_.empty()) return std::nullopt;
    WARRANT_TRY(end, newline_within(buffer_.size() - 1));
    const std::size_t begin = end ? *end + 1 : 0;
    line_.assign(buffer_, begin, buffer_.size() - 1 - begin);
    buffer_.resize(begin);
    return std::optional<std::string_view>(line_);
  }

 private:
  /// Where the last newline among the first `count` bytes of the buffer stands; the buffer is filled to the front until
  /// there is one, or no more to read.
  Result<std::optional<std::size_t>> newline_within(std::size_t count) {
    while (true) {
      const std::size_t at = count == 0 ? std::string::npos : buffer_.rfind('\n', count - 1);
      if (at != std::string::npos) return at;
      if (left_ == 0) return std::nullopt;
      if (buffer_.size() > 2 * kLongestLine) return fail(Code::integrity, "a line of the record is too long");
      const std::size_t wanted = std::min(left_, kBlock);
      std::string block(wanted, '\0');
      if (::pread(file_.get(), block.data(), wanted, static_cast<off_t>(left_ - wanted)) !=
          static_cast<ssize_t>(wanted)) {
        return fail_errno("cannot read the segment");
      }
      left_ -= wanted;
      count += wanted;
      buffer_.insert(0, block);
    }
  }

  Fd file_;
  std::string buffer_;  ///< what was read and not given yet: whole lines, or the end of one
  std::string line_;
  std::size_t left_ = 0;  ///< bytes before the buffer
  bool begun_ = false;
};

}  // namespace

Result<Head> trusted_head(const Place& place) {
  WARRANT_TRY(standing, look(place));
  if (standing.nothing()) return fail(Code::not_found, "the record has no turn yet", place.directory);
  WARRANT_CHECK(check_complete(place, standing));
  WARRANT_TRY(own, public_key(place));
  WARRANT_TRY(head, read_head_beside_writer(head_path(place)));
  if (head.key == own) return head;
  // An exchange of the key is under way, or was cut off; whether it was proper only the whole record tells.
  WARRANT_TRY(verdict, verify(place));
  if (verdict.first_bad) return changed(verdict.first_bad->seq, place.directory);
  return head;
}

Status walk_to_head(const Place& place, const Head& head, const Spot& from,
                    const std::function<Status(const Envelope&, std::string_view line)>& visit) {
  Digest hash{.bytes = {}};
  std::int64_t seq = from.seq - 1;
  std::int64_t offset = from.offset;
  for (std::int64_t segment = from.segment; seq < head.seq; ++segment) {
    const std::string path = segment_path(place, segment);
    WARRANT_TRY(file, open_for_reading(path));
    if (!file.is_open()) return changed(seq + 1, path);
    Lines lines(std::move(file));
    WARRANT_CHECK(lines.seek(std::exchange(offset, 0)));
    while (seq < head.seq) {
      WARRANT_TRY(line, lines.next());
      if (!line || !line->whole) break;
      const auto envelope = read_envelope(line->text);
      const bool first = seq == from.seq - 1;
      if (first && (!envelope || envelope->seq != from.seq)) {
        return fail(Code::conflict, "the index does not fit the record", path);
      }
      if (!envelope || envelope->seq != seq + 1 || (!first && envelope->prev != hash.text()))
        return changed(seq + 1, path);
      hash = sha256(line->text);
      ++seq;
      WARRANT_CHECK(visit(*envelope, line->text));
    }
    if (seq == head.seq) WARRANT_CHECK(only_events_follow(lines, seq, path));
  }
  if (seq == 0 || hash == head.hash) return {};
  return changed(head.seq, place.directory);
}

Status walk_back(const Place& place, const Head& head,
                 const std::function<Result<bool>(const Envelope&, std::string_view line)>& visit) {
  std::int64_t seq = head.seq;
  std::string hash = head.hash.text();
  for (std::int64_t segment = head.segment; segment > 0 && seq > 0; --segment) {
    const std::string path = segment_path(place, segment);
    WARRANT_TRY(file, open_for_reading(path));
    if (!file.is_open()) return changed(seq, path);
    LinesBack lines(std::move(file));
    while (seq > 0) {
      WARRANT_TRY(line, lines.next());
      if (!line) break;
      const auto envelope = read_envelope(*line);
      // What a writer has added since the head was read is not looked at.
      if (seq == head.seq && envelope && envelope->seq > seq) continue;
      if (!envelope || envelope->seq != seq || sha256(*line).text() != hash) return changed(seq, path);
      hash = envelope->prev;
      --seq;
      WARRANT_TRY(on, visit(*envelope, *line));
      if (!on) return {};
    }
  }
  return seq == 0 ? Status{} : changed(seq, place.directory);
}

}  // namespace warrant::record
