// The person at the terminal, asked for a yes.
#pragma once

#include <warrant/policy/approval.hpp>

namespace warrant::ui {

/// Asks on /dev/tty, so that no redirected stream answers: shows the call, its risk and the change, drops
/// what was typed ahead, and reads one line's worth of keys. `d` pages through the whole change and asks again.
/// End of input, Ctrl-C, a closed terminal and no terminal are no answer. One thread at a time.
class TerminalApprover : public policy::Approver {
 public:
  /// `colour` says whether the change may be coloured.
  explicit TerminalApprover(bool colour) : colour_(colour) {}

 private:
  policy::Reply put(const policy::Showing& showing) override;
  bool colour_;
};

/// For programs: never asks, so that every ask is a no.
class NoTerminal : public policy::Approver {
 private:
  policy::Reply put(const policy::Showing& showing) override;
};

}  // namespace warrant::ui
