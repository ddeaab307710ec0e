#include "warrant/contract/plan.hpp"

#include "derive.hpp"

#include <algorithm>

namespace warrant::contract {

Result<Plan> Plan::make(Parts parts) {
  const Contract& contract = parts.contract;
  if (contract.posture != Posture::agent && (contract.allowed || contract.phase == Phase::apply))
    return fail(Code::internal, "a read-only posture with a contract that allows a change");
  if (parts.expectations != expectations_of(contract) || contract.expectations != parts.expectations)
    return fail(Code::internal, "the expectations do not follow from the contract");
  if (parts.obligation != obligation_of(contract) || contract.obligation != parts.obligation)
    return fail(Code::internal, "the obligation does not follow from the contract");
  if (parts.tools != tools_of(contract)) return fail(Code::internal, "the tools do not follow from the contract");
  if (!contract.allowed && std::ranges::any_of(parts.tools, changes_files))
    return fail(Code::internal, "a tool that changes files under a contract that allows no change");
  return Plan(std::move(parts));
}

bool Plan::offers(Tool tool) const noexcept { return std::ranges::find(parts_.tools, tool) != parts_.tools.end(); }

Result<Plan> make_plan(Contract contract) {
  std::vector<Expectation> expectations = expectations_of(contract);
  const Obligation obligation = obligation_of(contract);
  std::vector<Tool> tools = tools_of(contract);
  return Plan::make({.contract = std::move(contract),
                     .expectations = std::move(expectations),
                     .obligation = obligation,
                     .tools = std::move(tools)});
}

Result<Plan> plan_of_operation(const Plan& plan, std::size_t operation) {
  Contract contract = plan.contract();
  contract.operations = {contract.operations.at(operation)};
  derive(contract);
  return make_plan(std::move(contract));
}

}  // namespace warrant::contract
