// Putting back what a checkpoint kept, with an intent before and a receipt after for every path.
#pragma once

#include <warrant/base/clock.hpp>
#include <warrant/checkpoint/restore.hpp>
#include <warrant/record/writer.hpp>
#include <warrant/turn/settlement.hpp>
#include <warrant/workspace/root.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::turn {

/// What a restoration works with. All outlive it.
struct RestorationPorts {
  record::Writer& record;
  checkpoint::Store& checkpoints;
  const workspace::Root& root;
  const Clock& clock;
};

/// How a restoration ended. The record holds a receipt for each path by what stands there afterwards.
struct RestorationEnd {
  Result<checkpoint::Restoration> restoration;  ///< as checkpoint::carry_out() gives it back
  std::vector<OperationResult> results;         ///< for each change of the plan, in its order, from reading it again
  Status recorded;                              ///< whether the record took every receipt
};

/// Carries the plan out within `turn`: an intent for each path, every answer of the person, a receipt and a
/// verification for each path. `operation` is the contract's operation it belongs to, where there is a contract with
/// one. Errors: those of the record, before anything was put back. One thread at a time.
Result<RestorationEnd> put_back(const RestorationPorts& ports, std::string_view turn,
                                std::optional<std::size_t> operation, const checkpoint::Plan& plan,
                                const checkpoint::Consent& consent);

/// A restoration that is a turn of its own: put_back() between a contract and a settlement, with the receipts signed
/// and anchored before the settlement says so.
struct RestorationTurn {
  RestorationEnd end;
  Settlement settlement;
  std::string durability_why;  ///< when durability failed; "" else
};
/// Errors: those of the record, before anything was put back, or when the settlement could not be written.
Result<RestorationTurn> restore_on_request(const RestorationPorts& ports, const checkpoint::Plan& plan,
                                           const checkpoint::Consent& consent);

/// What became of all paths together: the worst, not_attempted for none. failed before indeterminate before succeeded.
OperationResult meet(const std::vector<OperationResult>& results) noexcept;

/// What verification a restoration gives: each path was read again.
Verification verification_of(const std::vector<OperationResult>& results) noexcept;

}  // namespace warrant::turn
