#include "blobs.hpp"

#include <warrant/checkpoint/store.hpp>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <set>

namespace warrant::checkpoint {

namespace {

std::set<Digest> named_by(const Checkpoint& checkpoint) {
  std::set<Digest> digests;
  for (const Entry& entry : checkpoint.entries) {
    if (const auto* file = std::get_if<workspace::RegularFile>(&entry.before)) digests.insert(file->digest);
  }
  return digests;
}

/// Which of the checkpoints, oldest first, are kept: the newest ones within the limits. Content that
/// several name counts once, for the newest of them.
std::size_t first_kept(const std::vector<Checkpoint>& all, const Blobs& blobs, const Retention& retention,
                       std::int64_t now_ms) {
  std::set<Digest> counted;
  std::uint64_t bytes = 0;
  std::size_t first = all.size();
  while (first > 0) {
    const Checkpoint& next = all[first - 1];
    for (const Digest& digest : named_by(next)) {
      if (counted.insert(digest).second) bytes += blobs.size_of(digest);
    }
    const bool newest = first == all.size();
    const bool fits =
        now_ms - next.taken_ms <= retention.age_ms && all.size() - first < retention.count && bytes <= retention.bytes;
    if (!newest && !fits) break;
    --first;
  }
  return first;
}

}  // namespace

Result<Check> Store::verify() const {
  WARRANT_TRY(known, ids());
  Check check{known.size(), 0, {}};
  std::set<Digest> named;
  for (const std::string& id : known) {
    const auto checkpoint = read(id);
    if (!checkpoint) {
      check.problems.push_back(checkpoint.error());
      continue;
    }
    named.merge(named_by(*checkpoint));
  }
  const Blobs blobs(blob_directory(), key_path());
  WARRANT_TRY(kept, blobs.all());
  check.blobs = kept.size();
  named.insert(kept.begin(), kept.end());
  for (const Digest& digest : named) {
    if (const auto bytes = blobs.get(digest); !bytes) check.problems.push_back(bytes.error());
  }
  return check;
}

Result<Collected> Store::collect(const Retention& retention, std::int64_t now_ms) {
  WARRANT_TRY(held, lock());
  WARRANT_TRY(known, ids());
  WARRANT_TRY(all, list());
  Blobs blobs(blob_directory(), key_path());
  Collected collected{};
  const std::size_t first = first_kept(all, blobs, retention, now_ms);
  for (std::size_t i = 0; i < first; ++i) {
    if (::unlink(manifest_path(all[i].id).c_str()) != 0) return fail_errno("cannot remove", manifest_path(all[i].id));
    ++collected.checkpoints;
  }
  WARRANT_CHECK(blobs.clean());
  // A manifest that does not read may name anything, so then nothing is thrown away.
  if (known.size() != all.size()) return collected;
  std::set<Digest> named;
  for (std::size_t i = first; i < all.size(); ++i) named.merge(named_by(all[i]));
  WARRANT_TRY(kept, blobs.all());
  for (const Digest& digest : kept) {
    if (named.contains(digest)) continue;
    collected.bytes += blobs.size_of(digest);
    WARRANT_CHECK(blobs.remove(digest));
    ++collected.blobs;
  }
  WARRANT_CHECK(blobs.flush());
  return collected;
}

}  // namespace warrant::checkpoint
