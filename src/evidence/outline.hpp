// What the start of a JSON text holds, however it is spaced and ordered, whole or cut off.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warrant::evidence {

/// The member paths near the root of one JSON value. Arrays count for nothing in a path: "message.role"
/// stands for the member `role` of the member `message`, or of its elements.
class Outline {
 public:
  /// Reads the first value of `text`, three objects deep and 2048 members long. Never fails; linear.
  explicit Outline(std::string_view text);

  [[nodiscard]] bool has(std::string_view path) const;
  /// Whether a string at `path` is `value`; of longer strings the first 64 bytes are known.
  [[nodiscard]] bool says(std::string_view path, std::string_view value) const;
  /// Whether a string at `path` begins with `start`.
  [[nodiscard]] bool begins(std::string_view path, std::string_view start) const;

 private:
  struct Member {
    std::string path;
    std::string value;  ///< empty for anything but a string
  };
  std::vector<Member> members_;
};

}  // namespace warrant::evidence
