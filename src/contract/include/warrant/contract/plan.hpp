// A contract with everything that follows from it, checked to follow from it.
#pragma once

#include <warrant/base/result.hpp>
#include <warrant/contract/contract.hpp>

#include <cstddef>
#include <vector>

namespace warrant::contract {

/// What the turn works from. Immutable; only a consistent one exists.
class Plan {
 public:
  struct Parts {
    Contract contract;
    std::vector<Expectation> expectations;
    Obligation obligation;
    std::vector<Tool> tools;
  };
  /// Compiles expectations, obligation and tools from the contract again. Errors: internal when the parts
  /// differ from that, or when a read-only posture has a tool that changes files.
  static Result<Plan> make(Parts parts);

  [[nodiscard]] const Contract& contract() const noexcept { return parts_.contract; }
  [[nodiscard]] const std::vector<Expectation>& expectations() const noexcept { return parts_.expectations; }
  [[nodiscard]] Obligation obligation() const noexcept { return parts_.obligation; }
  [[nodiscard]] const std::vector<Tool>& tools() const noexcept { return parts_.tools; }
  [[nodiscard]] bool offers(Tool tool) const noexcept;

 private:
  explicit Plan(Parts parts) : parts_(std::move(parts)) {}
  Parts parts_;
};

/// The plan that follows from `contract`.
Result<Plan> make_plan(Contract contract);

/// The plan of one operation of `plan` alone: its expectations and tools, the same bans. `operation` is an index
/// into the contract's operations. Errors: those of Plan::make.
Result<Plan> plan_of_operation(const Plan& plan, std::size_t operation);

}  // namespace warrant::contract
