// SHA-256 digests: the names of bytes throughout the product.
#pragma once

#include <warrant/base/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace warrant {

/// A SHA-256 value. Text form: "sha256:" and 64 lower-case hexadecimal digits.
struct Digest {
  std::array<std::uint8_t, 32> bytes;

  /// Parses the text form. Errors: malformed.
  static Result<Digest> parse(std::string_view text);

  [[nodiscard]] std::string text() const;  ///< "sha256:…"
  [[nodiscard]] std::string hex() const;   ///< 64 hexadecimal digits

  bool operator==(const Digest&) const = default;
  auto operator<=>(const Digest&) const = default;
};

/// The digest of `data`. Thread-safe.
Digest sha256(std::string_view data);

/// Digest of data that comes in pieces. One thread at a time.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  void update(std::string_view data);
  /// The digest of everything so far; afterwards the object is as new.
  Digest finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string to_hex(std::span<const std::uint8_t> bytes);
/// Errors: malformed (odd length, a character that is no hexadecimal digit).
Result<std::string> from_hex(std::string_view text);

}  // namespace warrant
