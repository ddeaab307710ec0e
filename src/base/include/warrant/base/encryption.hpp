// Authenticated encryption of whole texts: XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03).
#pragma once

#include <warrant/base/result.hpp>

#include <string>
#include <string_view>

namespace warrant {

/// A symmetric key: 64 lower-case hexadecimal digits.
struct SecretKey {
  std::string secret;

  /// A new random key. Errors: internal when the random source fails.
  static Result<SecretKey> generate();
  /// Errors: malformed.
  static Result<SecretKey> parse(std::string_view secret);
};

/// A random nonce (24 bytes), the cipher text, and a tag over it and `label`, which is not encrypted
/// itself. Errors: malformed key. Thread-safe.
Result<std::string> encrypt(const SecretKey& key, std::string_view plain, std::string_view label);
/// What was encrypted with the same key and label. Errors: malformed key, integrity. Thread-safe.
Result<std::string> decrypt(const SecretKey& key, std::string_view sealed, std::string_view label);

}  // namespace warrant
