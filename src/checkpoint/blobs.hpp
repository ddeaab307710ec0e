// Bytes under the name of their digest, unreadable without the store's key.
#pragma once

#include <warrant/base/digest.hpp>
#include <warrant/base/encryption.hpp>
#include <warrant/base/result.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::checkpoint {

/// One directory with a file "HEX.zst" for each content: the mark "WCP1", then a Zstandard frame under
/// XChaCha20-Poly1305 with the digest as its label. A bare frame, as earlier versions kept it, is read too. The key
/// stands in `key_file` (mode 600), made at the first put. Not thread-safe.
class Blobs {
 public:
  Blobs(std::string directory, std::string key_file)
      : directory_(std::move(directory)), key_file_(std::move(key_file)) {}

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
  /// Errors: not_found before the first put; malformed.
  [[nodiscard]] Result<SecretKey> read_key() const;
  Status need_key();

  std::string directory_;
  std::string key_file_;
  std::optional<SecretKey> key_;
  bool dirty_ = false;
};

}  // namespace warrant::checkpoint
