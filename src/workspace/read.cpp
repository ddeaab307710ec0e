#include "beneath.hpp"

#include <warrant/base/utf8.hpp>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>

namespace warrant::workspace {

Result<File> read_at(int directory, const std::string& path, std::size_t limit) {
  // O_NONBLOCK: opening a pipe must not wait for somebody to write to it.
  WARRANT_TRY(fd, open_beneath(directory, path, O_RDONLY | O_NONBLOCK | O_NOCTTY, RESOLVE_NO_SYMLINKS));
  struct stat status{};
  if (::fstat(fd.get(), &status) != 0) return fail_errno("cannot look at", path);
  if (S_ISDIR(status.st_mode)) return fail(Code::unsupported, "it is a directory", path);
  if (!S_ISREG(status.st_mode)) return fail(Code::unsupported, "it is a special file", path);
  if (status.st_nlink > 1) return fail(Code::refused, "the file has several names (hard links)", path);
  WARRANT_TRY(bytes, read_all(fd.get(), limit, path));
  const Digest digest = sha256(bytes);
  return File{std::move(bytes), digest, static_cast<unsigned>(status.st_mode) & 07777U};
}

Result<File> Root::read_bytes(const RelPath& real_path, std::size_t limit) const {
  return read_at(directory_.get(), real_path.text(), limit);
}

Result<File> Root::read(const RelPath& real_path, std::size_t limit) const {
  WARRANT_TRY(file, read_bytes(real_path, limit));
  if (file.bytes.find('\0') != std::string::npos) {
    return fail(Code::unsupported, "the file is binary (it holds a NUL byte)", real_path.text());
  }
  if (!is_utf8(file.bytes)) return fail(Code::unsupported, "the file is not UTF-8 text", real_path.text());
  return file;
}

}  // namespace warrant::workspace
