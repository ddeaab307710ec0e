// What a killed program left open, said at the next start.
#pragma once

#include <warrant/base/result.hpp>
#include <warrant/record/writer.hpp>
#include <warrant/workspace/root.hpp>

#include <string>
#include <vector>

namespace warrant::turn {

/// One effect that was begun and of which no receipt was written.
struct Recovered {
  std::string op;
  std::string path;
  std::string result;  ///< failed when the bytes are as before, else indeterminate: without a receipt nobody saw it
  std::string why;
};

/// Looks at each intent of the record without a receipt, compares what stands on disk with what was there and what
/// was to be there, and notes a recovery for it. Nothing on disk is changed. To be called before a turn, by the one
/// who holds the writer. Reads the whole record, but only when its newest turn has no settlement. Errors: those of
/// the record.
warrant::Result<std::vector<Recovered>> recover(record::Writer& record, const workspace::Root& root);

}  // namespace warrant::turn
