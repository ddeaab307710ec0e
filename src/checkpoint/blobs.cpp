#include "blobs.hpp"

#include "zstd.hpp"

#include <warrant/base/fd.hpp>
#include <warrant/workspace/root.hpp>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>

namespace warrant::checkpoint {

namespace {

constexpr std::string_view suffix = ".zst";
constexpr std::string_view mark = "WCP1";
constexpr std::size_t frame_limit = workspace::change_limit + (std::size_t{1} << 20U);

Result<std::vector<std::string>> names_in(const std::string& directory) {
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::opendir(directory.c_str()), &::closedir);
  if (!stream) return fail_errno("cannot read the directory", directory);
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(stream.get())) names.emplace_back(entry->d_name);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

std::string Blobs::path_of(const Digest& digest) const { return directory_ + "/" + digest.hex() + std::string(suffix); }

Result<SecretKey> Blobs::read_key() const {
  if (key_) return *key_;
  const auto text = read_file(key_file_, 1024);
  if (!text && ::access(key_file_.c_str(), F_OK) != 0) {
    return fail(Code::integrity, "the key of the kept bytes is gone", key_file_);
  }
  if (!text) return fail(text.error());
  return SecretKey::parse(std::string_view(*text).substr(0, text->find('\n')));
}

Status Blobs::need_key() {
  if (key_) return {};
  if (::access(key_file_.c_str(), F_OK) != 0 && errno == ENOENT) {
    WARRANT_TRY(fresh, SecretKey::generate());
    WARRANT_CHECK(replace_file(key_file_, fresh.secret + "\n", 0600));
  }
  WARRANT_TRY(key, read_key());
  key_ = std::move(key);
  return {};
}

Status Blobs::put(const Digest& digest, std::string_view bytes) {
  if (get(digest)) return {};
  WARRANT_CHECK(need_key());
  WARRANT_TRY(packed, compress(bytes));
  WARRANT_TRY(sealed, encrypt(*key_, packed, digest.text()));
  const std::string frame = std::string(mark) + sealed;
  const std::string path = path_of(digest);
  // The store's lock makes the name ours; what a killed writer left under it is written over.
  const std::string unfinished = path + ".part";
  const Fd fd(::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!fd.is_open()) return fail_errno("cannot keep the bytes", unfinished);
  WARRANT_CHECK(write_all(fd.get(), frame, unfinished));
  if (::fdatasync(fd.get()) != 0) return fail_errno("cannot write to disk", unfinished);
  if (::rename(unfinished.c_str(), path.c_str()) != 0) return fail_errno("cannot move into place", path);
  dirty_ = true;
  return {};
}

Status Blobs::flush() {
  if (!dirty_) return {};
  const Fd fd(::open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd.is_open() || ::fsync(fd.get()) != 0) return fail_errno("cannot write the directory to disk", directory_);
  dirty_ = false;
  return {};
}

Result<std::string> Blobs::get(const Digest& digest) const {
  const std::string path = path_of(digest);
  const auto frame = read_file(path, frame_limit);
  if (!frame && ::access(path.c_str(), F_OK) != 0)
    return fail(Code::not_found, "the bytes are not kept", digest.text());
  if (!frame) return fail(frame.error());
  std::string packed = *frame;
  if (frame->starts_with(mark)) {
    WARRANT_TRY(key, read_key());
    auto opened = decrypt(key, std::string_view(*frame).substr(mark.size()), digest.text());
    if (!opened) return fail(Code::integrity, "the kept bytes are damaged, or under another key", path);
    packed = *std::move(opened);
  }
  auto bytes = decompress(packed, workspace::change_limit);
  if (!bytes) return fail(Code::integrity, bytes.error().message, path);
  if (sha256(*bytes) != digest) return fail(Code::integrity, "the kept bytes are damaged: their digest differs", path);
  return bytes;
}

Result<std::vector<Digest>> Blobs::all() const {
  WARRANT_TRY(names, names_in(directory_));
  std::vector<Digest> digests;
  for (const std::string& name : names) {
    if (!name.ends_with(suffix)) continue;
    const auto digest = Digest::parse("sha256:" + name.substr(0, name.size() - suffix.size()));
    if (digest) digests.push_back(*digest);
  }
  return digests;
}

std::uint64_t Blobs::size_of(const Digest& digest) const {
  struct stat status{};
  return ::stat(path_of(digest).c_str(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

Status Blobs::remove(const Digest& digest) {
  if (::unlink(path_of(digest).c_str()) != 0 && errno != ENOENT) return fail_errno("cannot remove", path_of(digest));
  dirty_ = true;
  return {};
}

Status Blobs::clean() {
  WARRANT_TRY(names, names_in(directory_));
  for (const std::string& name : names) {
    if (name.ends_with(".part")) ::unlink((directory_ + "/" + name).c_str());
  }
  return {};
}

}  // namespace warrant::checkpoint
