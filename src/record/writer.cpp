#include "files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace warrant::record {

namespace {

bool is_kind(std::string_view kind) {
  return !kind.empty() && kind.size() <= 64 &&
         std::ranges::all_of(kind, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

Status ensure_key(const Place& place) {
  if (exists(place.key)) return {};
  WARRANT_TRY(key, SigningKey::generate());
  return replace_file(place.key, key.secret, 0600);
}

struct Tail {
  std::string last;  ///< last whole line, without newline
  std::size_t torn;  ///< bytes after it
};

Result<Tail> read_tail(int fd, std::size_t size, const std::string& path) {
  const std::size_t window = std::min(size, 2 * kLongestLine);
  if (::lseek(fd, static_cast<off_t>(size - window), SEEK_SET) < 0) return fail_errno("cannot seek", path);
  WARRANT_TRY(text, read_all(fd, window, path));
  const std::size_t end = text.rfind('\n');
  if (end == std::string::npos) {
    if (size > kLongestLine) return fail(Code::integrity, "the last line of the record is too long", path);
    return Tail{.last = {}, .torn = size};
  }
  const std::size_t before = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return Tail{.last = text.substr(begin, end - begin), .torn = text.size() - end - 1};
}

}  // namespace

Result<Writer> Writer::open(Place place, const Clock& clock) {
  WARRANT_CHECK(make_directories(place.directory));
  Fd lock(::open((place.directory + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock.is_open()) return fail_errno("cannot open the lock of the record", place.directory);
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    return fail(Code::conflict, "another process is writing this record; wait for it to end", place.directory);
  }
  const bool fresh = !exists(head_path(place));
  if (fresh && exists(segment_path(place, 1))) {
    return fail(Code::integrity, "the record has lost its signed head; keep it aside and verify it", place.directory);
  }
  if (fresh) WARRANT_CHECK(ensure_key(place));
  WARRANT_TRY(key, read_key(place));
  Writer writer(std::move(place), clock, std::move(key));
  writer.lock_ = std::move(lock);
  // The head of nothing comes before the first segment, so that a missing head is always a loss.
  if (fresh) WARRANT_CHECK(writer.write_head());
  WARRANT_CHECK(writer.continue_segment());
  return writer;
}

Status Writer::open_segment() {
  const std::string path = segment_path(place_, segment_);
  file_ = Fd(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file_.is_open()) return fail_errno("cannot open the segment", path);
  struct stat info{};
  if (::fstat(file_.get(), &info) != 0) return fail_errno("cannot examine the segment", path);
  size_ = static_cast<std::size_t>(info.st_size);
  const Fd directory(::open(place_.directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory.is_open() || ::fsync(directory.get()) != 0) return fail_errno("cannot flush", place_.directory);
  return {};
}

Status Writer::continue_segment() {
  WARRANT_TRY(head, read_head(place_, key_));
  segment_ = head.segment;
  seq_ = head.seq;
  hash_ = head.hash;
  while (exists(segment_path(place_, segment_ + 1))) ++segment_;
  WARRANT_CHECK(open_segment());
  const std::string path = segment_path(place_, segment_);
  WARRANT_TRY(tail, read_tail(file_.get(), size_, path));
  bool sealed = false;
  std::int64_t last = segment_ == head.segment ? 0 : head.seq;
  if (!tail.last.empty()) {
    WARRANT_TRY(event, parse_event(tail.last));
    last = event.seq;
    sealed = event.kind == "seal";
    if (last == head.seq && sha256(tail.last) != head.hash) last = -1;
    seq_ = event.seq;
    hash_ = sha256(tail.last);
  }
  if (last < head.seq) {
    return fail(Code::integrity, "the record does not reach its signed head; verify it before writing", path);
  }
  if (tail.torn > 0) {
    size_ -= tail.torn;
    if (::ftruncate(file_.get(), static_cast<off_t>(size_)) != 0) return fail_errno("cannot cut the torn line", path);
    WARRANT_CHECK(write("", "recovery", JsonObject{{"torn_bytes", tail.torn}}));
    return flush();
  }
  if (sealed) file_.reset();
  return {};
}

Status Writer::write(std::string_view turn, std::string_view kind, Json body) {
  const Event event{.seq = seq_ + 1,
                    .turn = redactor_.text(turn),
                    .at = to_rfc3339(clock_->now_ms()),
                    .kind = std::string(kind),
                    .body = redactor_.json(body),
                    .prev = hash_};
  const std::string line = to_line(event);
  if (line.size() >= kLongestLine) return fail(Code::too_large, "an event is longer than 1 MiB");
  // What cannot be read back must not be written.
  WARRANT_CHECK(parse_event(line));
  const std::string path = segment_path(place_, segment_);
  if (auto written = write_all(file_.get(), line + "\n", path); !written) {
    broken_ = true;
    return written;
  }
  ++seq_;
  hash_ = sha256(line);
  size_ += line.size() + 1;
  return {};
}

Status Writer::write_head() {
  WARRANT_TRY(text, head_text({.segment = segment_, .seq = seq_, .hash = hash_}, key_));
  return replace_file(head_path(place_), text, 0600);
}

Status Writer::flush() {
  if (::fdatasync(file_.get()) != 0) {
    broken_ = true;
    return fail_errno("cannot flush the record", segment_path(place_, segment_));
  }
  return write_head();
}

Result<std::int64_t> Writer::append(std::string_view turn, std::string_view kind, const Json& body,
                                    Durability durability) {
  if (!is_kind(kind) || kind == "seal") return fail(Code::invalid_argument, "not a kind of event", std::string(kind));
  if (broken_) return fail(Code::io, "an earlier write failed; open the record again", place_.directory);
  if (file_.is_open() && size_ >= place_.segment_bytes) WARRANT_CHECK(seal());
  if (!file_.is_open()) {
    ++segment_;
    WARRANT_CHECK(open_segment());
  }
  WARRANT_CHECK(write(turn, kind, body));
  if (durability == Durability::durable) WARRANT_CHECK(flush());
  return seq_;
}

Status Writer::seal() {
  if (!file_.is_open()) return {};
  WARRANT_CHECK(write("", "seal", JsonObject{{"segment", segment_}}));
  WARRANT_CHECK(flush());
  file_.reset();
  if (place_.anchor.empty()) return {};
  const Fd anchor(::open(place_.anchor.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  if (!anchor.is_open()) return fail_errno("cannot open the anchor", place_.anchor);
  const std::string line = canonical(JsonObject{{"seq", seq_}, {"hash", hash_.text()}});
  WARRANT_CHECK(write_all(anchor.get(), line + "\n", place_.anchor));
  if (::fsync(anchor.get()) != 0) return fail_errno("cannot flush the anchor", place_.anchor);
  return {};
}

}  // namespace warrant::record
