#include "warrant/base/digest.hpp"
#include "warrant/base/encryption.hpp"
#include "warrant/base/signature.hpp"

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

Result<SigningKey> SigningKey::generate() {
  if (sodium_init() < 0) return fail(Code::internal, "the random source cannot be used");
  std::array<std::uint8_t, crypto_sign_PUBLICKEYBYTES> open{};
  std::array<std::uint8_t, crypto_sign_SECRETKEYBYTES> secret{};
  crypto_sign_keypair(open.data(), secret.data());
  return SigningKey{.secret = to_hex(secret), .public_part = to_hex(open)};
}

Result<SigningKey> SigningKey::parse(std::string_view secret) {
  WARRANT_TRY(raw, from_hex(secret));
  if (raw.size() != crypto_sign_SECRETKEYBYTES) return fail(Code::malformed, "a signing key has 128 digits");
  std::array<std::uint8_t, crypto_sign_PUBLICKEYBYTES> open{};
  crypto_sign_ed25519_sk_to_pk(open.data(), bytes_of(raw));
  return SigningKey{.secret = std::string(secret), .public_part = to_hex(open)};
}

Result<std::string> sign(const SigningKey& key, std::string_view data) {
  WARRANT_TRY(raw, from_hex(key.secret));
  if (raw.size() != crypto_sign_SECRETKEYBYTES) return fail(Code::malformed, "a signing key has 128 digits");
  std::array<std::uint8_t, crypto_sign_BYTES> signature{};
  crypto_sign_detached(signature.data(), nullptr, bytes_of(data), data.size(), bytes_of(raw));
  return to_hex(signature);
}

bool verify_signature(std::string_view public_part, std::string_view data, std::string_view signature) {
  const auto open = from_hex(public_part);
  const auto raw = from_hex(signature);
  if (!open || !raw || open->size() != crypto_sign_PUBLICKEYBYTES || raw->size() != crypto_sign_BYTES) return false;
  return crypto_sign_verify_detached(bytes_of(*raw), bytes_of(data), data.size(), bytes_of(*open)) == 0;
}

namespace {

constexpr std::size_t kNonce = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t kTag = crypto_aead_xchacha20poly1305_ietf_ABYTES;

unsigned char* bytes_of(std::string& data) { return reinterpret_cast<unsigned char*>(data.data()); }

Result<std::string> raw_key(std::string_view secret) {
  WARRANT_TRY(raw, from_hex(secret));
  if (raw.size() == crypto_aead_xchacha20poly1305_ietf_KEYBYTES) return raw;
  return fail(Code::malformed, "a secret key has 64 digits");
}

}  // namespace

Result<SecretKey> SecretKey::generate() {
  if (sodium_init() < 0) return fail(Code::internal, "the random source cannot be used");
  std::array<std::uint8_t, crypto_aead_xchacha20poly1305_ietf_KEYBYTES> secret{};
  crypto_aead_xchacha20poly1305_ietf_keygen(secret.data());
  return SecretKey{.secret = to_hex(secret)};
}

Result<SecretKey> SecretKey::parse(std::string_view secret) {
  WARRANT_CHECK(raw_key(secret));
  return SecretKey{.secret = std::string(secret)};
}

Result<std::string> encrypt(const SecretKey& key, std::string_view plain, std::string_view label) {
  WARRANT_TRY(raw, raw_key(key.secret));
  if (sodium_init() < 0) return fail(Code::internal, "the random source cannot be used");
  std::string out(kNonce + plain.size() + kTag, '\0');
  randombytes_buf(out.data(), kNonce);
  crypto_aead_xchacha20poly1305_ietf_encrypt(bytes_of(out) + kNonce, nullptr, bytes_of(plain), plain.size(),
                                             bytes_of(label), label.size(), nullptr, bytes_of(out), bytes_of(raw));
  return out;
}

Result<std::string> decrypt(const SecretKey& key, std::string_view sealed, std::string_view label) {
  WARRANT_TRY(raw, raw_key(key.secret));
  if (sealed.size() < kNonce + kTag) return fail(Code::integrity, "the encrypted text is cut short");
  std::string out(sealed.size() - kNonce - kTag, '\0');
  const bool good = crypto_aead_xchacha20poly1305_ietf_decrypt(
                        bytes_of(out), nullptr, nullptr, bytes_of(sealed) + kNonce, sealed.size() - kNonce,
                        bytes_of(label), label.size(), bytes_of(sealed), bytes_of(raw)) == 0;
  if (!good) return fail(Code::integrity, "the encrypted text was changed, or is under another key");
  return out;
}

}  // namespace warrant
