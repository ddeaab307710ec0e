#include "content.hpp"

#include "warrant/record/read.hpp"

#include "files.hpp"

#include <warrant/base/fd.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <vector>

namespace warrant::record {

namespace {

constexpr std::size_t kLargestText = 64U << 20U;
constexpr std::size_t kKeyName = 8;

/// Which key a text is under, without saying anything of the key.
std::string name_of(const SecretKey& key) { return sha256("content key " + key.secret).hex().substr(0, kKeyName); }

/// The keys of the file, one a line, the current one last.
Result<std::vector<SecretKey>> read_keys(const Place& place) {
  std::vector<SecretKey> keys;
  if (!exists(place.content_key)) return keys;
  WARRANT_TRY(text, read_file(place.content_key, 1U << 20U));
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    WARRANT_TRY(key, SecretKey::parse(std::string_view(text).substr(at, end - at)));
    keys.push_back(std::move(key));
    at = end + 1;
  }
  return keys;
}

Result<SecretKey> make_content_key(const Place& place) {
  WARRANT_TRY(keys, read_keys(place));
  WARRANT_TRY(key, SecretKey::generate());
  keys.push_back(key);
  std::string text;
  for (const SecretKey& each : keys) text += each.secret + "\n";
  WARRANT_CHECK(make_directories(place.content_key.substr(0, place.content_key.rfind('/'))));
  WARRANT_CHECK(replace_file(place.content_key, text, 0600));
  return key;
}

Result<std::string> path_of(const Place& place, std::string_view digest) {
  WARRANT_TRY(parsed, Digest::parse(digest));
  const std::string hex = parsed.hex();
  return place.directory + "/content/" + hex.substr(0, 2) + "/" + hex.substr(2);
}

}  // namespace

Result<SecretKey> current_content_key(const Place& place) {
  WARRANT_TRY(keys, read_keys(place));
  return keys.empty() ? make_content_key(place) : Result<SecretKey>(std::move(keys.back()));
}

Status add_content_key(const Place& place) {
  WARRANT_CHECK(make_content_key(place));
  return {};
}

Status store_text(const Place& place, const SecretKey& key, std::string_view digest, std::string_view text) {
  if (text.size() > kLargestText) return fail(Code::too_large, "a text to be kept is longer than 64 MiB");
  WARRANT_TRY(path, path_of(place, digest));
  struct stat info{};
  if (::stat(path.c_str(), &info) == 0 && info.st_size > 0) return {};
  WARRANT_TRY(sealed, encrypt(key, text, digest));
  WARRANT_CHECK(make_directories(path.substr(0, path.rfind('/'))));
  const std::string unfinished = path + ".new";
  const Fd file(::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file.is_open()) return fail_errno("cannot keep a text", unfinished);
  WARRANT_CHECK(write_all(file.get(), name_of(key) + sealed, unfinished));
  if (::rename(unfinished.c_str(), path.c_str()) != 0) return fail_errno("cannot keep a text", path);
  return {};
}

Result<std::string> kept_text(const Place& place, std::string_view digest) {
  WARRANT_TRY(path, path_of(place, digest));
  if (!exists(path)) return fail(Code::not_found, "this text was not kept", std::string(digest));
  WARRANT_TRY(bytes, read_file(path, kLargestText + 1024));
  WARRANT_TRY(keys, read_keys(place));
  for (const SecretKey& key : keys) {
    if (!std::string_view(bytes).starts_with(name_of(key))) continue;
    WARRANT_TRY(text, decrypt(key, std::string_view(bytes).substr(kKeyName), digest));
    if (sha256(text).text() == digest) return text;
    return fail(Code::integrity, "a kept text does not match its digest", path);
  }
  return fail(Code::integrity, "the key of a kept text is gone, or the text is damaged", path);
}

}  // namespace warrant::record
