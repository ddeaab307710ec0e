#include "raw_mode.hpp"

namespace warrant::ui {

RawMode::RawMode(int terminal, TypedAhead typed_ahead)
    : terminal_(terminal),
      when_(typed_ahead == TypedAhead::dropped ? TCSAFLUSH : TCSADRAIN),
      set_(::tcgetattr(terminal, &before_) == 0) {
  if (!set_) return;
  termios raw = before_;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG | IEXTEN);
  raw.c_iflag &= ~static_cast<tcflag_t>(IXON);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  set_ = ::tcsetattr(terminal, when_, &raw) == 0;
}

RawMode::~RawMode() {
  if (set_) ::tcsetattr(terminal_, when_, &before_);
}

}  // namespace warrant::ui
