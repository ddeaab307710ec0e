// Which paths are protected: those that steer tools, and those that hold secrets.
#pragma once

#include <warrant/base/path.hpp>

#include <cstdint>
#include <string_view>

namespace warrant::policy {

enum class Protection : std::uint8_t {
  none,
  secret,   ///< keys, credentials, tokens, environment files
  control,  ///< decides what runs later: repository internals, hooks, workflows, our own state
};

std::string_view to_string(Protection protection) noexcept;

/// Classifies a path by every part of it, after compatibility normalisation and case folding, so
/// that ".GIT" and full-width spellings count as ".git". The path must be the real one (symbolic
/// links resolved): this function looks at text only. Thread-safe.
Protection classify(const RelPath& real_path);

}  // namespace warrant::policy
