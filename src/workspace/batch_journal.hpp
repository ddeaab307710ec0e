// What a batch is doing, written down before it does it.
#pragma once

#include <warrant/base/digest.hpp>
#include <warrant/base/path.hpp>
#include <warrant/base/result.hpp>
#include <warrant/policy/warrant.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warrant::workspace {

enum class Action : std::uint8_t { make_directory, move, copy, remove };

/// One step in terms of names: a removal moves to `to`, a name beside the file that nobody uses.
struct JournalStep {
  Action action;
  RelPath from;
  RelPath to;     ///< of make_directory: the root
  Digest before;  ///< of make_directory: of nothing
};

struct Journal {
  bool committed;  ///< every step was made; what is set aside can go
  std::vector<JournalStep> steps;
};

/// The steps of a batch, with names for what is set aside.
Journal journal_of(const policy::Batch& batch);

/// Replaces the file atomically. Errors: io.
Status write_journal(const std::string& file, const Journal& journal);
/// nullopt when there is none. Errors: integrity, io.
Result<std::optional<Journal>> read_journal(const std::string& file);
/// Errors: io.
Status remove_journal(const std::string& file);

}  // namespace warrant::workspace
