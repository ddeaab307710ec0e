// Secrets are taken out of everything before it is written.
#pragma once

#include <warrant/base/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace warrant::record {

/// Replaces secrets by "[redacted]": values of secret-looking keys, PEM private blocks, URL
/// user-info, known token shapes, and every later echo of a value once captured (8 bytes or more,
/// at most 4096 values). One thread at a time.
class Redactor {
 public:
  [[nodiscard]] std::string text(std::string_view input);
  /// Every string and member name in `input`; strings under secret-looking names go whole.
  [[nodiscard]] Json json(const Json& input);
  /// Captures the secrets of a text without writing it anywhere.
  void notice(std::string_view input) { (void)text(input); }
  /// Captures the values of secret-looking variables of this process.
  void capture_environment();

 private:
  void capture(std::string_view value);
  std::vector<std::string> captured_;
};

}  // namespace warrant::record
