// Relative paths beneath a root.
#pragma once

#include <warrant/base/result.hpp>

#include <string>
#include <string_view>

namespace warrant {

/// A path beneath a workspace root in its normal form: '/' between parts, no empty part, no "." and
/// no
/// "..", no leading '/', no NUL, at most 4096 bytes. "" names the root itself. The bytes may be any
/// other (file names need not be UTF-8). The form is lexical: symbolic links are the business of
/// whoever opens it.
class RelPath {
 public:
  RelPath() = default;  ///< the root

  /// Normalises "./a//b/../c" to "a/c". Errors: refused when it is absolute or climbs above the
  /// root, invalid_argument for NUL or over-long text.
  static Result<RelPath> make(std::string_view text);

  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  [[nodiscard]] bool is_root() const noexcept { return text_.empty(); }
  [[nodiscard]] std::string_view name() const noexcept;       ///< last part
  [[nodiscard]] RelPath parent() const;                       ///< of the root: the root
  [[nodiscard]] std::string_view extension() const noexcept;  ///< without the dot; "" for ".env"
  /// Whether `other` is this path or beneath it.
  [[nodiscard]] bool covers(const RelPath& other) const noexcept;

  bool operator==(const RelPath&) const = default;
  auto operator<=>(const RelPath&) const = default;

 private:
  explicit RelPath(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

}  // namespace warrant
