// Bytes under the name of their digest.
#pragma once

#include <warrant/base/digest.hpp>
#include <warrant/base/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace warrant::checkpoint {

/// One directory with a compressed file "HEX.zst" for each content. Not thread-safe.
class Blobs {
 public:
  explicit Blobs(std::string directory) : directory_(std::move(directory)) {}

  /// Keeps the bytes; nothing is written when they are kept already, and a damaged copy is replaced.
  /// They last only after flush(). Errors: io.
  Status put(const Digest& digest, std::string_view bytes);
  /// Makes all that was put last. Errors: io.
  Status flush();
  /// The bytes, checked against their digest. Errors: not_found, integrity, io.
  [[nodiscard]] Result<std::string> get(const Digest& digest) const;
  /// All digests that are kept, sorted. Errors: io.
  [[nodiscard]] Result<std::vector<Digest>> all() const;
  /// Compressed size, 0 when it is not kept.
  [[nodiscard]] std::uint64_t size_of(const Digest& digest) const;
  /// Errors: io.
  Status remove(const Digest& digest);
  /// Removes unfinished files of writers that are gone; the caller holds the store's lock.
  Status clean();

 private:
  [[nodiscard]] std::string path_of(const Digest& digest) const;

  std::string directory_;
  bool dirty_ = false;
};

}  // namespace warrant::checkpoint
