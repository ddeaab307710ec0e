// Secrets are taken out of everything before it is written.
#pragma once

#include <warrant/base/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace warrant::record {

/// Replaces secrets by "[redacted]": values of secret-looking keys, PEM private blocks, URL
/// user-info, known token shapes, and every later echo of a value once captured (8 bytes or more,
/// at most 4096 values). Reasons of the runtime (members "why" and "reason") lose what they quote of the request and of
/// files too, which stands there as "…". One thread at a time.
class Redactor {
 public:
  [[nodiscard]] std::string text(std::string_view input);
  /// Every string and member name in `input`; strings under secret-looking names go whole.
  [[nodiscard]] Json json(const Json& input);
  /// Captures the secrets of a text without writing it anywhere.
  void notice(std::string_view input) { (void)text(input); }
  /// Captures the values of secret-looking variables of this process.
  void capture_environment();
  /// A text of the request or of a file, of any length: reasons of the runtime are written without it.
  void withhold(std::string_view content);

 private:
  void capture(std::string_view value);
  [[nodiscard]] std::string reason(std::string_view text);
  std::vector<std::string> captured_;
  std::vector<std::string> withheld_;  ///< longest first
};

}  // namespace warrant::record
