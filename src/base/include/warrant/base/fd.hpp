// Owned file descriptors and bounded file input and output for the product's own state.
#pragma once

#include <warrant/base/result.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace warrant {

/// Owns one descriptor and closes it. All descriptors of the product are close-on-exec.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) noexcept : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept;
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;
  ~Fd();

  [[nodiscard]] int get() const noexcept { return fd_; }
  [[nodiscard]] bool is_open() const noexcept { return fd_ >= 0; }
  int release() noexcept { return std::exchange(fd_, -1); }
  void reset() noexcept;

 private:
  int fd_ = -1;
};

/// The whole of an open file from its current offset. Errors: too_large above `limit` bytes, io.
Result<std::string> read_all(int fd, std::size_t limit, std::string_view where);
/// Opens an input for reading, and never waits for it: a regular file, nothing (/dev/null), or what this process was
/// started with (/dev/fd/N, /dev/stdin). Errors: not_found; unsupported for a named pipe, a socket, a directory,
/// another device; io.
Result<Fd> open_input(const std::string& path);
/// The whole of the input at `path`, opened so. Errors: those of open_input, too_large, io.
Result<std::string> read_file(const std::string& path, std::size_t limit);
/// Writes all bytes, over short writes and EINTR. Errors: io.
Status write_all(int fd, std::string_view data, std::string_view where);
/// Replaces `path` atomically (temporary file beside it, fsync, rename, fsync of the directory)
/// with permission bits `mode`. Errors: io. For the product's own state, never for workspace files.
Status replace_file(const std::string& path, std::string_view data, unsigned mode = 0600);
/// Creates the directory and its parents with mode 700. Errors: io.
Status make_directories(const std::string& path);

}  // namespace warrant
