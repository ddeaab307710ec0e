#include "warrant/record/verify.hpp"

#include "warrant/record/mac.hpp"

#include "files.hpp"
#include "lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace warrant::record {

namespace {

constexpr const char* kBroken = "its digest does not fit the chain";

/// Whether the text form of a digest is that of `digest`, without making another text for every line.
bool names(std::string_view text, const Digest& digest) {
  constexpr std::string_view kPrefix = "sha256:";
  constexpr std::string_view kDigits = "0123456789abcdef";
  if (text.size() != kPrefix.size() + 2 * digest.bytes.size() || !text.starts_with(kPrefix)) return false;
  bool same = true;
  for (std::size_t i = 0; i < digest.bytes.size(); ++i) {
    const char* pair = text.data() + kPrefix.size() + 2 * i;
    same = same && pair[0] == kDigits[digest.bytes[i] >> 4U] && pair[1] == kDigits[digest.bytes[i] & 15U];
  }
  return same;
}

/// Follows the chain line by line and names the first event that is not what was signed.
class Checker {
 public:
  /// `writer` tells what the writer itself left behind the head; without it nothing there can be vouched for.
  Checker(Head head, std::optional<LineKey> writer, Verdict& verdict)
      : head_(std::move(head)), writer_(std::move(writer)), verdict_(verdict) {}

  /// Whether to read on.
  bool take(const Lines::Line& line, bool may_be_torn) {
    const std::int64_t expected = verdict_.events + 1;
    if (!line.whole && may_be_torn && expected > head_.seq && begins_event(line.text)) {
      verdict_.torn_bytes = static_cast<std::int64_t>(line.text.size());
      return true;
    }
    const auto envelope = read_envelope(line.text);
    if (!line.whole || !envelope) return bad(suspect(expected), envelope ? "unfinished line" : "not an event");
    if (envelope->seq != expected) return bad(suspect(expected), fmt::format("event {} stands here", envelope->seq));
    const bool fits = names(envelope->prev, hash_);
    if (broken_ && !fits) return bad(expected == broken_ + 1 ? broken_ : broken_ - 1, kBroken);
    if (!fits) {
      if (expected == 1) return bad(1, "the first event has a predecessor");
      broken_ = expected;
    }
    if (!broken_ && expected > head_.seq && (!writer_ || !writer_->made(line.text))) {
      return bad(expected, "it stands behind the signed head, and the writer of this record did not write it");
    }
    if (!broken_ && !envelope->turn.empty() && envelope->turn == settled_) {
      return bad(expected, "it follows the settlement of its turn");
    }
    hash_ = sha256(line.text);
    verdict_.events = expected;
    sealed_ = envelope->kind == "seal";
    if (envelope->kind == "settlement") settled_ = envelope->turn;
    if (!broken_ && !read_closely(*envelope, line.text)) return false;
    if (expected != head_.seq) return true;
    // A break with a signed end behind it: what stands before the break was changed. Without: what stands behind.
    if (broken_) return bad(hash_ == head_.hash ? broken_ - 1 : broken_, kBroken);
    return hash_ == head_.hash || bad(expected, "it is not what the head signed");
  }

  void finish() {
    if (verdict_.first_bad) return;
    if (broken_) {
      bad(broken_, kBroken);
    } else if (verdict_.events < head_.seq) {
      bad(verdict_.events + 1, fmt::format("missing: the signed head names event {}", head_.seq));
    }
  }

  bool bad(std::int64_t seq, std::string why) {
    if (!verdict_.first_bad) verdict_.first_bad = Verdict::Bad{.seq = seq, .why = std::move(why)};
    return false;
  }

  /// Whether a signature by `signer` at event `seq` rests on the `trusted` key: it is that key, one that
  /// it handed over to, or a predecessor of the key that it led to.
  [[nodiscard]] bool leads(std::string_view trusted, std::string_view signer, std::int64_t seq) const {
    std::string_view holder = trusted;
    for (const Rotation& rotation : rotations_) {
      if (holder == signer) return true;
      if (rotation.from == holder && rotation.proven) holder = rotation.to;
    }
    if (holder == signer) return true;
    return std::ranges::any_of(rotations_, [&](const Rotation& rotation) {
      return rotation.proven && rotation.from == signer && seq <= rotation.seq && rotations_.back().to == holder;
    });
  }

  [[nodiscard]] const Digest& hash() const { return hash_; }
  [[nodiscard]] bool sealed() const { return sealed_; }

 private:
  [[nodiscard]] std::int64_t suspect(std::int64_t otherwise) const { return broken_ ? broken_ - 1 : otherwise; }

  /// Lines under the signature are what the writer wrote, and it writes events only. Others, and those
  /// that this check needs, are read in full.
  bool read_closely(const Envelope& envelope, std::string_view line) {
    if (envelope.seq <= head_.seq && envelope.kind != "trust") return true;
    const auto event = parse_event(line);
    if (!event) return bad(envelope.seq, event.error().message);
    if (auto rotation = rotation_of(*event)) rotations_.push_back(std::move(*rotation));
    return true;
  }

  Head head_;
  std::optional<LineKey> writer_;
  Verdict& verdict_;
  std::string settled_;  ///< the turn that was settled last
  Digest hash_{.bytes = {}};
  std::int64_t broken_ = 0;  ///< event whose prev does not fit; what follows tells which side is wrong
  bool sealed_ = false;
  std::vector<Rotation> rotations_;
};

/// What stands outside the record: signed heads in order of their events.
struct Anchors {
  std::vector<Head> heads;
  std::size_t next = 0;

  Status read_lines(const std::string& path) {
    WARRANT_TRY(file, open_for_reading(path));
    Lines lines(std::move(file));
    while (true) {
      WARRANT_TRY(line, lines.next());
      if (!line) return {};
      if (line->text.empty()) continue;  // git puts one between the parts of a note
      WARRANT_TRY(head, parse_head(line->text, path));
      heads.push_back(std::move(head));
    }
  }
  void sort() { std::ranges::sort(heads, {}, &Head::seq); }
};

Result<Anchors> read_anchors(const Place& place, const std::string& further) {
  Anchors anchors;
  if (!place.anchor.empty()) {
    const auto latest = read_head(anchor_head_path(place));
    if (latest) anchors.heads.push_back(*latest);
    if (!latest && latest.error().code != Code::not_found) return fail(latest.error());
    if (exists(anchor_seals_path(place))) WARRANT_CHECK(anchors.read_lines(anchor_seals_path(place)));
  }
  if (!further.empty()) {
    if (!exists(further)) return fail(Code::not_found, "there is no such anchor file", further);
    WARRANT_CHECK(anchors.read_lines(further));
  }
  anchors.sort();
  return anchors;
}

}  // namespace

Result<std::string> public_key(const Place& place) {
  WARRANT_TRY(standing, look(place));
  if (standing.nothing()) return fail(Code::not_found, "there is no record of this workspace yet", place.directory);
  if (!standing.key) return fail(Code::integrity, "the signing key of the record is gone", place.key);
  WARRANT_TRY(key, read_key(place.key));
  return key.public_part;
}

Result<Verdict> verify(const Place& place, const VerifyOptions& options) {
  WARRANT_TRY(standing, look(place));
  if (standing.nothing()) return fail(Code::not_found, "there is no record of this workspace yet", place.directory);
  WARRANT_CHECK(check_complete(place, standing));
  std::string trusted = options.public_key;
  std::optional<LineKey> writer;
  if (standing.key) {
    WARRANT_TRY(own, read_key(place.key));
    writer.emplace(own);
    if (trusted.empty()) trusted = own.public_part;
  }
  if (trusted.empty()) return fail(Code::integrity, "the signing key of the record is gone", place.key);
  // The anchor is read first: it never runs ahead of the head.
  WARRANT_TRY(anchors, read_anchors(place, options.anchor_file));
  WARRANT_TRY(head, read_head_beside_writer(head_path(place)));
  Verdict verdict{.events = 0,
                  .covered = head.seq,
                  .segments = 0,
                  .torn_bytes = 0,
                  .head = Digest{.bytes = {}}.text(),
                  .key = head.key,
                  .anchored = anchors.heads.empty() ? 0 : anchors.heads.back().seq,
                  .first_bad = std::nullopt};
  Checker checker(head, std::move(writer), verdict);
  const auto at_anchor = [&] {
    while (anchors.next < anchors.heads.size() && anchors.heads[anchors.next].seq <= verdict.events) {
      const Head& anchor = anchors.heads[anchors.next++];
      if (anchor.seq != 0 && anchor.hash != checker.hash()) checker.bad(anchor.seq, "it is not what the anchor names");
    }
  };
  for (std::int64_t segment = 1; !verdict.first_bad; ++segment) {
    WARRANT_TRY(file, open_for_reading(segment_path(place, segment)));
    if (!file.is_open()) break;
    verdict.segments = segment;
    if (segment > 1 && !checker.sealed()) checker.bad(verdict.events + 1, "the segment before has no seal");
    const bool last = !exists(segment_path(place, segment + 1));
    Lines lines(std::move(file));
    while (!verdict.first_bad) {
      WARRANT_TRY(line, lines.next());
      if (!line || !checker.take(*line, last)) break;
      at_anchor();
    }
  }
  at_anchor();
  checker.finish();
  if (!verdict.first_bad && anchors.next < anchors.heads.size()) {
    checker.bad(verdict.events + 1, fmt::format("missing: the anchor names event {}", anchors.heads.back().seq));
  }
  verdict.head = checker.hash().text();
  if (!checker.leads(trusted, head.key, head.seq)) {
    return fail(Code::integrity, "the record is signed by another key", head_path(place));
  }
  for (const Head& anchor : anchors.heads) {
    if (verdict.first_bad || checker.leads(trusted, anchor.key, anchor.seq)) continue;
    return fail(Code::integrity, fmt::format("the anchor of event {} is signed by another key", anchor.seq));
  }
  return verdict;
}

}  // namespace warrant::record
