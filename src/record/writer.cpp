#include "warrant/record/writer.hpp"

#include "warrant/record/read.hpp"

#include "content.hpp"
#include "files.hpp"
#include "lines.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace warrant::record {

namespace {

constexpr std::string_view kAside =
    "; \"warrant trace verify\" names the place, \"warrant trace set-aside\" starts a new one";

bool is_kind(std::string_view kind) {
  return !kind.empty() && kind.size() <= 64 &&
         std::ranges::all_of(kind, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

bool is_turn(std::string_view turn) {
  return turn.size() <= 64 && std::ranges::all_of(turn, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
         });
}

std::string parent_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

/// Heads of nothing, at both places, before the first segment: so a missing head is always a loss. Those that an
/// interrupted beginning left are kept.
Status write_first_heads(const Place& place, const SigningKey& key) {
  WARRANT_TRY(text, head_text({.segment = 1, .seq = 0, .hash = {.bytes = {}}, .key = {}}, key));
  const std::string block = head_block(text);
  const auto put = [&](const std::string& path) -> Status {
    const auto there = read_file(path, kHeadBytes);
    return there && *there == block ? Status{} : replace_file(path, block, 0600);
  };
  if (!place.anchor.empty()) {
    WARRANT_CHECK(make_directories(place.anchor));
    WARRANT_CHECK(put(anchor_head_path(place)));
  }
  return put(head_path(place));
}

/// A new record under a new key, in the order of Standing: the key gets its name last.
Status begin(const Place& place) {
  WARRANT_CHECK(make_directories(parent_of(place.key)));
  const std::string path = first_key_path(place);
  auto key = read_key(path);
  if (!key) {
    key = SigningKey::generate();
    if (!key) return fail(key.error());
    WARRANT_CHECK(replace_file(path, key->secret, 0600));
  }
  WARRANT_CHECK(write_first_heads(place, *key));
  if (::rename(first_key_path(place).c_str(), place.key.c_str()) != 0) {
    return fail_errno("cannot put the key of the record in place", place.key);
  }
  return {};
}

struct Tail {
  std::string last;      ///< last whole line, without newline
  std::string previous;  ///< the one before it; "" when there is none near
  std::string torn;      ///< what stands after the last
};

Result<Tail> read_tail(int fd, std::size_t size, const std::string& path) {
  const std::size_t window = std::min(size, 2 * kLongestLine);
  if (::lseek(fd, static_cast<off_t>(size - window), SEEK_SET) < 0) return fail_errno("cannot seek", path);
  WARRANT_TRY(text, read_all(fd, window, path));
  const std::size_t end = text.rfind('\n');
  if (end == std::string::npos) {
    if (size > kLongestLine) return fail(Code::integrity, "the last line of the record is too long", path);
    return Tail{.last = {}, .previous = {}, .torn = std::move(text)};
  }
  const std::size_t before = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  const std::size_t earlier = begin < 2 ? std::string::npos : text.rfind('\n', begin - 2);
  const std::size_t start = earlier == std::string::npos ? 0 : earlier + 1;
  const bool cut = earlier == std::string::npos && window < size;
  return Tail{.last = text.substr(begin, end - begin),
              .previous = begin == 0 || cut ? std::string() : text.substr(start, begin - 1 - start),
              .torn = text.substr(end + 1)};
}

/// Whether the lines from the signed head to the end of the record are one chain, each written by the holder of the
/// key, and none behind the settlement of its turn.
Status check_uncovered(const Place& place, const Head& head, const LineKey& writer) {
  std::int64_t seq = head.seq;
  Digest hash = head.hash;
  std::string settled;
  bool reached = head.seq == 0;
  for (std::int64_t segment = head.segment;; ++segment) {
    const std::string path = segment_path(place, segment);
    WARRANT_TRY(file, open_for_reading(path));
    if (!file.is_open()) break;
    Lines lines(std::move(file));
    while (true) {
      WARRANT_TRY(line, lines.next());
      if (!line || !line->whole) break;
      const auto envelope = read_envelope(line->text);
      if (!reached) {
        if (!envelope) continue;
        if (envelope->kind == "settlement") settled = envelope->turn;
        if (envelope->seq != head.seq) continue;
        reached = true;
        if (sha256(line->text) != head.hash) break;
        continue;
      }
      const auto event = parse_event(line->text);
      if (!event || event->seq != seq + 1 || event->prev != hash || !writer.made(line->text)) {
        return fail(
            Code::integrity,
            fmt::format("event {} stands behind the signed head, and the writer of this record did not write it{}",
                        seq + 1, kAside),
            path);
      }
      if (!event->turn.empty() && event->turn == settled) {
        return fail(Code::integrity, fmt::format("event {} follows the settlement of its turn{}", seq + 1, kAside),
                    path);
      }
      if (event->kind == "settlement") settled = event->turn;
      seq = event->seq;
      hash = sha256(line->text);
    }
  }
  if (reached) return {};
  return fail(Code::integrity, "the record does not hold its signed head", place.directory);
}

}  // namespace

Writer::~Writer() {
  if (!lock_.is_open() || broken_) return;
  // Nobody is left to hear of a failure here; what is not covered shows at the next start.
  (void)close();
}

Result<Writer> Writer::open(Place place, const Clock& clock, std::chrono::milliseconds patience) {
  WARRANT_TRY(lock, take_lock(place, patience));
  WARRANT_TRY(standing, look(place));
  if (standing.nothing()) {
    WARRANT_CHECK(begin(place));
  } else {
    WARRANT_CHECK(check_complete(place, standing));
    if (!standing.key) {
      return fail(Code::integrity,
                  "the signing key of the record is gone; \"warrant trace set-aside\" begins a new record that says so",
                  place.key);
    }
  }
  WARRANT_TRY(key, read_key(place.key));
  Writer writer(std::move(place), clock, std::move(key));
  writer.redactor_.capture_environment();
  WARRANT_CHECK(writer.open_heads());
  WARRANT_CHECK(writer.continue_record());
  // From here on the destructor may write.
  writer.lock_ = std::move(lock);
  return writer;
}

Status Writer::open_heads() {
  const auto open_in_place = [](const std::string& path) -> Result<Fd> {
    Fd file(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
    if (!file.is_open()) return fail_errno("cannot open", path);
    return file;
  };
  if (!place_.anchor.empty()) {
    WARRANT_TRY(anchor, open_in_place(anchor_head_path(place_)));
    anchor_file_ = std::move(anchor);
  }
  WARRANT_TRY(head, open_in_place(head_path(place_)));
  head_file_ = std::move(head);
  return {};
}

Status Writer::open_segment() {
  const std::string path = segment_path(place_, segment_);
  file_ = Fd(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file_.is_open()) return fail_errno("cannot open the segment", path);
  struct stat info{};
  if (::fstat(file_.get(), &info) != 0) return fail_errno("cannot examine the segment", path);
  size_ = static_cast<std::size_t>(info.st_size);
  if (size_ > 0) return {};
  const Fd directory(::open(place_.directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory.is_open() || ::fsync(directory.get()) != 0) return fail_errno("cannot flush", place_.directory);
  return {};
}

Status Writer::continue_record() {
  auto head = read_head(head_path(place_));
  const auto anchor = place_.anchor.empty() ? head : read_head(anchor_head_path(place_));
  const bool restored = !head && head.error().code == Code::integrity && !place_.anchor.empty() && anchor;
  if (restored) head = anchor;
  if (!head) return fail(head.error());
  if (head->key != key_.public_part) WARRANT_CHECK(finish_rotation());
  WARRANT_CHECK(check_key(*head));
  segment_ = head->segment;
  seq_ = covered_ = head->seq;
  hash_ = head->hash;
  while (exists(segment_path(place_, segment_ + 1))) ++segment_;
  WARRANT_CHECK(open_segment());
  const std::string path = segment_path(place_, segment_);
  WARRANT_TRY(tail, read_tail(file_.get(), size_, path));
  bool sealed = false;
  // Nothing in a later segment yet: its predecessor ends with a seal, and seals are covered.
  std::int64_t last = segment_ == head->segment ? 0 : head->seq;
  if (!begins_event(tail.torn))
    return fail(Code::integrity, fmt::format("the record ends in no event{}", kAside), path);
  if (!tail.last.empty()) {
    const auto event = parse_event(tail.last);
    if (!event) {
      return fail(Code::integrity, fmt::format("the last line of the record is no event{}", kAside), path);
    }
    last = event->seq;
    sealed = event->kind == "seal";
    if (last == head->seq && sha256(tail.last) != head->hash) last = -1;
    if (!tail.previous.empty() && sha256(tail.previous) != event->prev) last = -1;
    seq_ = event->seq;
    hash_ = sha256(tail.last);
  }
  if (last < head->seq || (anchor && anchor->seq > last)) {
    return fail(Code::integrity, fmt::format("the record does not end as its signed head or its anchor says{}", kAside),
                path);
  }
  if (last > head->seq) WARRANT_CHECK(check_uncovered(place_, *head, line_key_));
  if (sealed) file_.reset();
  const bool whole = tail.torn.empty() && last == head->seq && !restored;
  if (!whole) WARRANT_CHECK(adopt_tail(head->seq, tail.torn.size(), restored));
  // What a crash left is by the earlier key, so the exchange of keys is finished behind it; a head by that key vouches
  // for nothing behind the exchange.
  const std::string signer = whole ? head->key : key_.public_part;
  WARRANT_CHECK(finish_rotation());
  return signer == key_.public_part ? Status{} : write_head();
}

// The mend of a crash is itself part of the record, so that nobody takes its lines for signed ones.
Status Writer::adopt_tail(std::int64_t covered, std::size_t torn, bool head_restored) {
  if (torn > 0) {
    size_ -= torn;
    if (::ftruncate(file_.get(), static_cast<off_t>(size_)) != 0) {
      return fail_errno("cannot cut the torn line", segment_path(place_, segment_));
    }
  }
  JsonObject body{{"what", "tail"}, {"torn_bytes", torn}, {"head_restored", head_restored}};
  if (seq_ > covered) body.append("adopted", JsonArray{covered + 1, seq_});
  if (!file_.is_open()) {
    ++segment_;
    WARRANT_CHECK(open_segment());
  }
  WARRANT_CHECK(write("", "recovery", std::move(body)));
  return flush();
}

Status Writer::write(std::string_view turn, std::string_view kind, const Json& body) {
  const Event event{.seq = seq_ + 1,
                    .turn = std::string(turn),
                    .at = to_rfc3339(clock_->now_ms()),
                    .kind = std::string(kind),
                    .body = redactor_.json(body),
                    .prev = hash_};
  const std::string line = line_key_.mark(to_line(event));
  if (line.size() >= kLongestLine) return fail(Code::too_large, "an event is longer than 1 MiB");
  // What cannot be read back must not be written.
  WARRANT_CHECK(parse_event(line));
  WARRANT_CHECK(or_stop(write_all(file_.get(), line + "\n", segment_path(place_, segment_))));
  ++seq_;
  hash_ = sha256(line);
  size_ += line.size() + 1;
  return {};
}

Status Writer::or_stop(Status status) {
  if (!status) broken_ = true;
  return status;
}

Status Writer::write_head() {
  WARRANT_TRY(text, head_text({.segment = segment_, .seq = seq_, .hash = hash_, .key = {}}, key_));
  const std::string block = head_block(text);
  const auto put = [&](const Fd& file, const std::string& path) -> Status {
    const ssize_t size = ::pwrite(file.get(), block.data(), block.size(), 0);
    if (size < 0) return fail_errno("cannot write the signed head", path);
    if (size != static_cast<ssize_t>(block.size())) return fail(Code::io, "the signed head was cut short", path);
    return {};
  };
  WARRANT_CHECK(put(head_file_, head_path(place_)));
  if (::fdatasync(head_file_.get()) != 0) return fail_errno("cannot flush the signed head", head_path(place_));
  covered_ = seq_;
  // The anchor may lag behind after a power cut, never run ahead; it is flushed at each seal.
  return anchor_file_.is_open() ? put(anchor_file_, anchor_head_path(place_)) : Status{};
}

Status Writer::flush() {
  const auto flushed = [&]() -> Status {
    if (file_.is_open() && ::fdatasync(file_.get()) != 0) {
      return fail_errno("cannot flush the record", segment_path(place_, segment_));
    }
    return write_head();
  };
  return or_stop(flushed());
}

Result<std::int64_t> Writer::append(std::string_view turn, std::string_view kind, const Json& body,
                                    Durability durability) {
  if (!is_kind(kind) || kind == "seal") return fail(Code::invalid_argument, "not a kind of event", std::string(kind));
  if (!is_turn(turn)) return fail(Code::invalid_argument, "not an identifier of a turn", std::string(turn));
  if (broken_) return fail(Code::io, "an earlier write failed; open the record again", place_.directory);
  if (!turn.empty() && turn == settled_) return fail(Code::invalid_argument, "the turn is settled", std::string(turn));
  if (file_.is_open() && size_ >= place_.segment_bytes) WARRANT_CHECK(or_stop(seal_segment()));
  if (!file_.is_open()) {
    ++segment_;
    WARRANT_CHECK(or_stop(open_segment()));
  }
  WARRANT_CHECK(write(turn, kind, body));
  if (kind == "settlement") settled_ = turn;
  if (durability == Durability::durable) WARRANT_CHECK(flush());
  return seq_;
}

Result<std::int64_t> Writer::append(std::string_view turn, const ContractEvent& event) {
  for (const std::string& text : texts_of(event.contract)) redactor_.withhold(text);
  return append(turn, ContractEvent::kKind, to_json(event), Durability::buffered);
}

Result<Kept> Writer::keep(std::string_view text) {
  redactor_.notice(text);
  Kept kept = describe_text(text);
  if (place_.content == Content::digests) return kept;
  if (!content_key_) {
    WARRANT_TRY(key, current_content_key(place_));
    content_key_ = std::move(key);
  }
  WARRANT_CHECK(store_text(place_, *content_key_, kept.digest, text));
  return kept;
}

Status Writer::close() {
  if (broken_) return fail(Code::io, "an earlier write failed; open the record again", place_.directory);
  if (covered_ == seq_) return {};
  return flush();
}

Status Writer::publish() {
  WARRANT_CHECK(close());
  WARRANT_TRY(text, head_text({.segment = segment_, .seq = seq_, .hash = hash_, .key = {}}, key_));
  return run_anchor_command(place_.anchor_command, text);
}

Status Writer::seal() {
  if (broken_) return fail(Code::io, "an earlier write failed; open the record again", place_.directory);
  if (!file_.is_open()) return {};
  WARRANT_CHECK(or_stop(seal_segment()));
  return publish();
}

Status Writer::seal_segment() {
  WARRANT_CHECK(write("", "seal", JsonObject{{"segment", segment_}}));
  WARRANT_CHECK(flush());
  file_.reset();
  if (!anchor_file_.is_open()) return {};
  const std::string path = anchor_seals_path(place_);
  const Fd seals(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  if (!seals.is_open()) return fail_errno("cannot open the anchor", path);
  WARRANT_TRY(text, head_text({.segment = segment_, .seq = seq_, .hash = hash_, .key = {}}, key_));
  WARRANT_CHECK(write_all(seals.get(), text + "\n", path));
  if (::fsync(seals.get()) != 0 || ::fdatasync(anchor_file_.get()) != 0) return fail_errno("cannot flush", path);
  return {};
}

Status Writer::rotate_key() {
  WARRANT_TRY(next, SigningKey::generate());
  const std::string statement = rotation_statement(key_.public_part, next.public_part);
  WARRANT_TRY(given, sign(key_, statement));
  WARRANT_TRY(taken, sign(next, statement));
  // The new key is on disk before the record names it; finish_rotation() completes what a crash leaves.
  WARRANT_CHECK(replace_file(next_key_path(place_), next.secret, 0600));
  WARRANT_CHECK(append("", "trust",
                       JsonObject{{"what", "signing_key"},
                                  {"name", "signing_key"},
                                  {"change", "rotated"},
                                  {"by", "person"},
                                  {"from", key_.public_part},
                                  {"to", next.public_part},
                                  {"given", given},
                                  {"taken", taken}},
                       Durability::durable));
  if (::rename(next_key_path(place_).c_str(), place_.key.c_str()) != 0) {
    return or_stop(fail_errno("cannot put the new key in place", place_.key));
  }
  take_key(std::move(next));
  WARRANT_CHECK(or_stop(write_head()));
  content_key_.reset();
  return exists(place_.content_key) ? add_content_key(place_) : Status{};
}

Result<std::string> set_aside(const Place& place, const Clock& clock) {
  WARRANT_TRY(lock, take_lock(place, std::chrono::seconds(3)));
  WARRANT_TRY(standing, look(place));
  if (standing.nothing()) {
    return fail(Code::not_found, "there is no record of this workspace yet", place.directory);
  }
  const std::string mark = ".aside-" + new_ulid(clock);
  const auto head = read_file(head_path(place), 4096);
  if (!place.anchor.empty() && exists(place.anchor) &&
      ::rename(place.anchor.c_str(), (place.anchor + mark).c_str()) != 0) {
    return fail_errno("cannot set the anchor aside", place.anchor);
  }
  std::string aside = place.directory + mark;
  if (::rename(place.directory.c_str(), aside.c_str()) != 0) {
    return fail_errno("cannot set the record aside", place.directory);
  }
  if (standing.key) {
    WARRANT_TRY(key, read_key(place.key));
    WARRANT_CHECK(make_directories(place.directory));
    WARRANT_CHECK(write_first_heads(place, key));
  }
  // The new record says what came before it, so that its beginning is not taken for the beginning.
  WARRANT_TRY(fresh, Writer::open(place, clock));
  WARRANT_CHECK(fresh.append("", TrustEvent{.what = "record",
                                            .name = aside,
                                            .change = "revoked",
                                            .digest = head ? sha256(*head).text() : "",
                                            .by = "person"}));
  WARRANT_CHECK(fresh.publish());
  return aside;
}

Status Writer::check_key(const Head& head) const {
  if (head.key == key_.public_part) return {};
  bool handed_over = false;
  WARRANT_CHECK(for_each_event(place_, [&](const Event& event) {
    const auto rotation = rotation_of(event);
    handed_over =
        handed_over || (rotation && rotation->proven && rotation->from == head.key && rotation->to == key_.public_part);
    return true;
  }));
  if (handed_over) return {};
  return fail(Code::integrity, "the signed head is by another key than the one in the state directory", place_.key);
}

Status Writer::finish_rotation() {
  const std::string next_path = next_key_path(place_);
  if (!exists(next_path)) return {};
  bool named = false;
  WARRANT_TRY(next, read_key(next_path));
  WARRANT_CHECK(for_each_event(place_, [&](const Event& event) {
    const auto rotation = rotation_of(event);
    if (rotation) named = rotation->proven && rotation->to == next.public_part;
    return true;
  }));
  const int done = named ? ::rename(next_path.c_str(), place_.key.c_str()) : ::unlink(next_path.c_str());
  if (done != 0) return fail_errno("cannot finish the exchange of the key", next_path);
  if (named) take_key(std::move(next));
  return {};
}

void Writer::take_key(SigningKey key) {
  line_key_ = LineKey(key);
  key_ = std::move(key);
}

}  // namespace warrant::record
