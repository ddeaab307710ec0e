// What a killed program left open, settled and said at the next start.
#pragma once

#include <warrant/base/result.hpp>
#include <warrant/record/writer.hpp>
#include <warrant/workspace/root.hpp>

#include <string>
#include <vector>

namespace warrant::turn {

/// One effect of a turn that was cut off; with an empty `op`, a turn that was cut off before any.
struct Recovered {
  std::string op;
  std::string path;
  std::string result;  ///< by its receipt; without one failed when the bytes are as before, else indeterminate, since
                       ///< nobody saw it
  std::string why;
};

/// For people, without a newline.
std::string describe(const Recovered& recovered);

/// Settles the newest turn when it was cut off: compares, for each intent without a receipt, what stands on disk with
/// what was there and what was to be there, notes a recovery for it, and writes a settlement: response cancelled,
/// review indeterminate, the rest from receipts, recoveries and verifications. Nothing on disk is changed. To be called
/// before a turn, by the one who holds the writer. Reads the newest turn only. Errors: those of the record.
warrant::Result<std::vector<Recovered>> recover(record::Writer& record, const workspace::Root& root);

}  // namespace warrant::turn
