#include "warrant/base/digest.hpp"

#include <sodium.h>

namespace warrant {

namespace {
constexpr std::string_view kPrefix = "sha256:";

const unsigned char* bytes_of(std::string_view data) { return reinterpret_cast<const unsigned char*>(data.data()); }

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}
}  // namespace

struct Sha256::State {
  crypto_hash_sha256_state value;
};

Sha256::Sha256() : state_(std::make_unique<State>()) { crypto_hash_sha256_init(&state_->value); }
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::update(std::string_view data) { crypto_hash_sha256_update(&state_->value, bytes_of(data), data.size()); }

Digest Sha256::finish() {
  Digest digest{.bytes = {}};
  crypto_hash_sha256_final(&state_->value, digest.bytes.data());
  crypto_hash_sha256_init(&state_->value);
  return digest;
}

Digest sha256(std::string_view data) {
  Digest digest{.bytes = {}};
  crypto_hash_sha256(digest.bytes.data(), bytes_of(data), data.size());
  return digest;
}

std::string to_hex(std::span<const std::uint8_t> bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  out.reserve(bytes.size() * 2);
  for (const std::uint8_t byte : bytes) {
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 15U];
  }
  return out;
}

Result<std::string> from_hex(std::string_view text) {
  if (text.size() % 2 != 0) return fail(Code::malformed, "hexadecimal text has an odd length");
  std::string out;
  out.reserve(text.size() / 2);
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const int high = hex_value(text[i]);
    const int low = hex_value(text[i + 1]);
    if (high < 0 || low < 0) return fail(Code::malformed, "not a hexadecimal digit");
    out += static_cast<char>(high * 16 + low);
  }
  return out;
}

std::string Digest::hex() const { return to_hex(bytes); }
std::string Digest::text() const { return std::string(kPrefix) + hex(); }

Result<Digest> Digest::parse(std::string_view text) {
  if (!text.starts_with(kPrefix)) return fail(Code::malformed, "a digest starts with \"sha256:\"");
  WARRANT_TRY(raw, from_hex(text.substr(kPrefix.size())));
  if (raw.size() != 32) return fail(Code::malformed, "a SHA-256 digest has 64 hexadecimal digits");
  Digest digest{.bytes = {}};
  for (std::size_t i = 0; i < raw.size(); ++i) digest.bytes[i] = static_cast<std::uint8_t>(raw[i]);
  return digest;
}

}  // namespace warrant
