// A terminal that hands over every key as it is typed.
#pragma once

#include <termios.h>

#include <cstdint>

namespace warrant::ui {

/// The terminal in raw mode for as long as this lives: no lines, no echo, and Ctrl-C and Ctrl-D are keys.
class RawMode {
 public:
  enum class TypedAhead : std::uint8_t { kept, dropped };

  /// `terminal` is borrowed. `typed_ahead` says what becomes of keys that nobody has read, now and at the end.
  RawMode(int terminal, TypedAhead typed_ahead);
  RawMode(const RawMode&) = delete;
  RawMode& operator=(const RawMode&) = delete;
  RawMode(RawMode&&) = delete;
  RawMode& operator=(RawMode&&) = delete;
  ~RawMode();
  /// False for what is no terminal.
  [[nodiscard]] bool set() const noexcept { return set_; }

 private:
  int terminal_;
  int when_;
  termios before_{};
  bool set_;
};

}  // namespace warrant::ui
