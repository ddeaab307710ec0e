#include "warrant/record/mac.hpp"

#include "lines.hpp"

#include <warrant/base/digest.hpp>

#include <fmt/format.h>

namespace warrant::record {

namespace {

constexpr std::size_t kBlock = 64;   // of SHA-256, in bytes
constexpr std::size_t kDigits = 32;  // of a code
constexpr std::string_view kBehind = R"(,"prev":")";

std::string_view bytes_of(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()};
}

}  // namespace

LineKey::LineKey(const SigningKey& key) : inner_(kBlock, '\x36'), outer_(kBlock, '\x5c') {
  const Digest derived = sha256("warrant record: code of a line\n" + key.secret);
  for (std::size_t i = 0; i < derived.bytes.size(); ++i) {
    inner_[i] = static_cast<char>(inner_[i] ^ derived.bytes[i]);
    outer_[i] = static_cast<char>(outer_[i] ^ derived.bytes[i]);
  }
}

std::string LineKey::code(std::string_view line) const {
  std::string inner = inner_;
  inner += line;
  std::string outer = outer_;
  outer += bytes_of(sha256(inner));
  return sha256(outer).hex().substr(0, kDigits);
}

std::string LineKey::mark(std::string_view line) const {
  // Behind "prev" stand a digest, a number and a turn's name only, so its last occurrence is the member.
  const std::size_t at = line.rfind(kBehind);
  return fmt::format(R"({},"mac":"{}"{})", line.substr(0, at), code(line), line.substr(at));
}

bool LineKey::made(std::string_view line) const {
  const auto envelope = read_envelope(line);
  if (!envelope || envelope->mac.size() != kDigits) return false;
  const std::size_t at = line.rfind(kBehind);
  const std::size_t member = kDigits + std::string_view(R"(,"mac":"")").size();
  std::string plain(line.substr(0, at - member));
  plain += line.substr(at);
  return code(plain) == envelope->mac;
}

}  // namespace warrant::record
