#include "files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace warrant::record {

namespace {

/// Lines of a file, with a bounded buffer.
class Lines {
 public:
  explicit Lines(Fd fd) : fd_(std::move(fd)) {}
  struct Line {
    std::string text;
    bool whole;  ///< ended by a newline
  };
  Result<std::optional<Line>> next() {
    while (true) {
      const std::size_t end = buffer_.find('\n', at_);
      if (end != std::string::npos) {
        Line line{.text = buffer_.substr(at_, end - at_), .whole = true};
        at_ = end + 1;
        return line;
      }
      buffer_.erase(0, std::exchange(at_, 0));
      if (buffer_.size() > kLongestLine) return Line{.text = std::exchange(buffer_, {}), .whole = true};
      std::array<char, 65536> block;
      const ssize_t got = ::read(fd_.get(), block.data(), block.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return fail_errno("cannot read");
      if (got == 0 && buffer_.empty()) return std::nullopt;
      if (got == 0) return Line{.text = std::exchange(buffer_, {}), .whole = false};
      buffer_.append(block.data(), static_cast<std::size_t>(got));
    }
  }

 private:
  Fd fd_;
  std::string buffer_;
  std::size_t at_ = 0;
};

Fd open_read(const std::string& path) { return Fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC)); }

class Checker {
 public:
  Checker(Head head, Verdict& verdict) : head_(head), verdict_(verdict) {}

  /// Whether to read on.
  bool take(const Lines::Line& line, bool may_be_torn) {
    const std::int64_t expected = verdict_.events + 1;
    if (!line.whole && may_be_torn && expected > head_.seq) {
      verdict_.torn_bytes = static_cast<std::int64_t>(line.text.size());
      return true;
    }
    auto event = parse_event(line.text);
    if (!line.whole || !event) return bad(suspect(expected), event ? "unfinished line" : event.error().message);
    if (event->seq != expected) return bad(suspect(expected), fmt::format("event {} stands here", event->seq));
    if (broken_) return bad(event->prev == hash_ ? broken_ - 1 : broken_, "its digest does not fit the chain");
    if (event->prev != hash_) {
      if (expected == 1) return bad(1, "the first event has a predecessor");
      broken_ = expected;
    }
    hash_ = sha256(line.text);
    verdict_.events = expected;
    sealed_ = event->kind == "seal";
    if (expected == head_.seq && hash_ != head_.hash && !broken_)
      return bad(expected, "it is not what the head signed");
    return true;
  }

  void finish() {
    if (verdict_.first_bad) return;
    if (broken_) {
      const bool fits = verdict_.events == head_.seq && hash_ == head_.hash;
      bad(fits ? broken_ - 1 : broken_, "its digest does not fit the chain");
    } else if (verdict_.events < head_.seq) {
      bad(verdict_.events + 1, fmt::format("missing: the signed head names event {}", head_.seq));
    }
  }

  bool bad(std::int64_t seq, std::string why) {
    if (!verdict_.first_bad) verdict_.first_bad = Verdict::Bad{.seq = seq, .why = std::move(why)};
    return false;
  }
  [[nodiscard]] const Digest& hash() const { return hash_; }
  [[nodiscard]] bool sealed() const { return sealed_; }

 private:
  [[nodiscard]] std::int64_t suspect(std::int64_t otherwise) const { return broken_ ? broken_ - 1 : otherwise; }

  Head head_;
  Verdict& verdict_;
  Digest hash_{.bytes = {}};
  std::int64_t broken_ = 0;  ///< event whose prev does not fit; its successor tells which side is wrong
  bool sealed_ = false;
};

struct Seal {
  std::int64_t seq;
  std::string hash;
};

Result<std::optional<Seal>> next_seal(Lines& anchor) {
  WARRANT_TRY(line, anchor.next());
  if (!line) return std::nullopt;
  const auto json = parse_json(line->text);
  const Json* seq = json ? json->find("seq") : nullptr;
  if (seq == nullptr || seq->integer() == nullptr) return fail(Code::integrity, "a line of the anchor is malformed");
  return Seal{.seq = *seq->integer(), .hash = std::string(json->text("hash"))};
}

}  // namespace

Result<Verdict> verify(const Place& place) {
  WARRANT_TRY(key, read_key(place));
  WARRANT_TRY(head, read_head(place, key));
  Verdict verdict{.events = 0, .torn_bytes = 0, .first_bad = std::nullopt};
  Checker checker(head, verdict);
  Fd anchor_file = place.anchor.empty() ? Fd() : open_read(place.anchor);
  const bool anchored = anchor_file.is_open();
  Lines anchor(std::move(anchor_file));
  std::optional<Seal> seal;
  if (anchored) {
    WARRANT_TRY(first, next_seal(anchor));
    seal = first;
  }
  for (std::int64_t segment = 1; !verdict.first_bad; ++segment) {
    Fd file = open_read(segment_path(place, segment));
    if (!file.is_open()) break;
    if (segment > 1 && !checker.sealed()) checker.bad(verdict.events + 1, "the segment before has no seal");
    const bool last = ::access(segment_path(place, segment + 1).c_str(), F_OK) != 0;
    Lines lines(std::move(file));
    while (!verdict.first_bad) {
      WARRANT_TRY(line, lines.next());
      if (!line || !checker.take(*line, last)) break;
      if (!seal || seal->seq != verdict.events) continue;
      if (seal->hash != checker.hash().text()) checker.bad(verdict.events, "it is not what the anchor names");
      WARRANT_TRY(following, next_seal(anchor));
      seal = following;
    }
  }
  checker.finish();
  if (seal && !verdict.first_bad) checker.bad(verdict.events + 1, fmt::format("missing: anchored event {}", seal->seq));
  return verdict;
}

Result<std::vector<Event>> intents_without_receipt(const Place& place) {
  std::vector<Event> open;
  for (std::int64_t segment = 1;; ++segment) {
    Fd file = open_read(segment_path(place, segment));
    if (!file.is_open()) return open;
    Lines lines(std::move(file));
    while (true) {
      WARRANT_TRY(line, lines.next());
      if (!line || !line->whole) break;
      WARRANT_TRY(event, parse_event(line->text));
      if (event.kind == "intent") open.push_back(event);
      if (event.kind != "receipt") continue;
      std::erase_if(open, [&](const Event& intent) { return intent.body.text("id") == event.body.text("id"); });
    }
  }
}

}  // namespace warrant::record
