// Several changes of one workspace, all or none.
#pragma once

#include <warrant/base/result.hpp>
#include <warrant/policy/warrant.hpp>
#include <warrant/workspace/root.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace warrant::workspace {

inline constexpr std::size_t batch_limit = 1000;  ///< steps

/// The batch with a step for each directory that has to be made on the way, so that what is approved names
/// it. Errors: those of Root::inspect; too_large.
Result<policy::Batch> plan_batch(const Root& root, policy::Batch batch);

/// All steps are in place.
struct BatchReceipt {
  std::size_t steps;
  std::string ruling_id;
  std::optional<std::string> approval_id;
};
/// A step did not find what the batch says; all is as it was before the first.
struct BatchConflict {
  std::size_t step;  ///< from 0
  RelPath path;
  std::string found;
};
/// All steps are in place, but the journal could not be closed: the next recover() does.
struct BatchUnconfirmed {
  std::string ruling_id;
  std::optional<std::string> approval_id;
  Error error;
};
using BatchOutcome = std::variant<BatchReceipt, BatchConflict, BatchUnconfirmed>;

/// Carries the steps out in their order. Where a step puts something, nothing may be before the first one: a
/// batch does not exchange names. `journal` is the path of a file outside the workspace that does not
/// exist yet; it names the steps before the first is made, and is gone afterwards. What is removed is set
/// aside until all is done. Errors: refused (used warrant), conflict (there is a journal: recover() first),
/// invalid_argument, too_large, io. After an error all is as it was, or recover() makes it so.
Result<BatchOutcome> apply(const Root& root, policy::Warrant<policy::Batch>&& warrant, const std::string& journal);

enum class Recovery : std::uint8_t {
  nothing,   ///< there was no batch under way
  undone,    ///< it had not come to its end, and all is as it was before
  finished,  ///< every step had been made
};

/// What to do first at every start: ends a batch that was interrupted, by undoing it, or finishing when only
/// tidying up was left. Safe to be interrupted itself. Errors: integrity (a journal that does not read, or
/// files that are neither as before nor as after: they are left alone and named), io.
Result<Recovery> recover(const Root& root, const std::string& journal);

}  // namespace warrant::workspace
