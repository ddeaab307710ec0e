// Ed25519 signatures (RFC 8032).
#pragma once

#include <warrant/base/result.hpp>

#include <string>
#include <string_view>

namespace warrant {

/// A key pair. Both parts are lower-case hexadecimal: 128 digits secret, 64 digits public.
struct SigningKey {
  std::string secret;
  std::string public_part;

  /// A new random key. Errors: internal when the random source fails.
  static Result<SigningKey> generate();
  /// The pair of a secret part. Errors: malformed.
  static Result<SigningKey> parse(std::string_view secret);
};

/// The detached signature as 128 hexadecimal digits. Errors: malformed key. Thread-safe.
Result<std::string> sign(const SigningKey& key, std::string_view data);
/// Whether `signature` is of `data` by the key; false also for malformed text. Thread-safe.
bool verify_signature(std::string_view public_part, std::string_view data, std::string_view signature);

}  // namespace warrant
