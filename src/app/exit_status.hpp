// The exit codes of every command, in one place.
#pragma once

namespace warrant::app {

enum class Exit : int {
  done = 0,           ///< done, or the gate says pass
  failed = 1,         ///< the requested action failed, or doctor found a FAIL
  usage = 2,          ///< usage, configuration or input error
  denied = 3,         ///< by policy or by the person
  unverified = 4,     ///< done but not verified, or indeterminate
  integrity = 5,      ///< a record or checkpoint does not verify
  gate_retry = 10,    ///< the gate says retry
  gate_ask = 11,      ///< the gate says ask
  interrupted = 130,  ///< Ctrl-C
};

}  // namespace warrant::app
