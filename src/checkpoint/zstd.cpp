#include "zstd.hpp"

#include <zstd.h>

namespace warrant::checkpoint {

Result<std::string> compress(std::string_view bytes) {
  constexpr int level = 1;  // source text shrinks to a third; a higher level costs more than it saves
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), level);
  if (ZSTD_isError(size) != 0) return fail(Code::internal, std::string("cannot compress: ") + ZSTD_getErrorName(size));
  frame.resize(size);
  return frame;
}

Result<std::string> decompress(std::string_view frame, std::size_t limit) {
  const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN) {
    return fail(Code::integrity, "the kept bytes are damaged: no Zstandard frame");
  }
  if (size > limit) return fail(Code::too_large, "the kept bytes are larger than any that are kept");
  std::string bytes(static_cast<std::size_t>(size), '\0');
  const std::size_t got = ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size());
  if (ZSTD_isError(got) != 0 || got != bytes.size()) {
    return fail(Code::integrity, "the kept bytes are damaged: the Zstandard frame does not unpack");
  }
  return bytes;
}

}  // namespace warrant::checkpoint
