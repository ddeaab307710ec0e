// A code on every line, which only the holder of the signing key can make: it vouches for what no signed head covers
// yet, so that a crash loses nothing and nobody else can add to what it left.
//
// HMAC (RFC 2104) with SHA-256, cut to its first 16 bytes as RFC 2104 section 5 allows; its key is derived from the
// secret part of the signing key.
#pragma once

#include <warrant/base/signature.hpp>

#include <string>
#include <string_view>

namespace warrant::record {

class LineKey {
 public:
  explicit LineKey(const SigningKey& key);

  /// A canonical line without a code, with its code put in.
  [[nodiscard]] std::string mark(std::string_view line) const;
  /// Whether the line has a code and it is of this key.
  [[nodiscard]] bool made(std::string_view line) const;

 private:
  [[nodiscard]] std::string code(std::string_view line) const;
  std::string inner_;  ///< the key's two pads, one block of the digest each
  std::string outer_;
};

}  // namespace warrant::record
