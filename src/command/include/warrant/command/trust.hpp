// A workspace's own profiles, and the pins that say which bytes of them a person has looked at.
#pragma once

#include <warrant/base/digest.hpp>
#include <warrant/base/result.hpp>
#include <warrant/command/profile.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::command {

constexpr std::string_view profiles_path = ".warrant/profiles.toml";
constexpr std::size_t max_profiles_bytes = std::size_t{64} << 10;

/// The profiles of a TOML file, in its order, each with the file's SHA-256 as pin; the format is in docs/commands.md.
/// One bad entry makes the whole file invalid. `name` is the file's name for messages.
/// Errors: malformed with "name:line" and the nearest right key, too_large. Thread-safe.
Result<std::vector<Profile>> parse_profiles(std::string_view text, std::string_view name);

enum class Trust : std::uint8_t {
  absent,   ///< the workspace has no profile file
  trusted,  ///< its bytes match the pin
  unknown,  ///< never pinned
  changed,  ///< pinned, and changed since
  invalid,  ///< it does not parse, or cannot be read safely
};
std::string_view to_string(Trust trust) noexcept;

struct Standing {
  Trust trust;
  std::optional<Digest> file;     ///< of the bytes there now
  std::optional<Digest> pin;      ///< what was pinned
  std::vector<Profile> profiles;  ///< all of the file's when it parses; usable only when trusted
  std::string why;                ///< what is wrong and what to do; empty when absent or trusted
};

/// How the profile file of the workspace at `root` (a real path) stands. `state` is the product's state directory.
/// Errors: integrity when the pin itself is damaged, belongs to another workspace or can be written by others;
/// refused when the state directory lies in the workspace. Thread-safe.
Result<Standing> standing(const std::string& root, const std::string& state);

/// Pins the file's bytes if they are `seen`, the digest of what the person looked at.
/// Errors: not_found, conflict (changed since), malformed, integrity, refused, io.
Status trust(const std::string& root, const std::string& state, const Digest& seen);

/// Removes the pin. Gives back whether there was one; a damaged one is removed too. Errors: io.
Result<bool> revoke(const std::string& root, const std::string& state);

/// Whether the file's bytes and the pin are both still `pin`. Errors: refused, and those of standing().
Status check_pin(const std::string& root, const std::string& state, const Digest& pin);

}  // namespace warrant::command
