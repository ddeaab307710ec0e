// Compression of kept bytes.
#pragma once

#include <warrant/base/result.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace warrant::checkpoint {

/// One Zstandard frame (RFC 8878). Errors: internal (out of memory).
Result<std::string> compress(std::string_view bytes);
/// Errors: integrity (no whole frame), too_large (more than `limit` bytes).
Result<std::string> decompress(std::string_view frame, std::size_t limit);

}  // namespace warrant::checkpoint
