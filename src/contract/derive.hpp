// What follows from a contract's type, targets and operations, in one place for the resolver and the plan.
#pragma once

#include <warrant/contract/contract.hpp>

#include <string_view>
#include <vector>

namespace warrant::contract {

/// A contract that allows nothing and owes an answer; `derive` has not been called.
Contract nothing_allowed(std::string_view request, Type type, Reason reason);

/// What the operations fix, and the counts that the words asked for. None when no change is allowed.
std::vector<Expectation> expectations_of(const Contract& contract);
Obligation obligation_of(const Contract& contract);
Grounds grounds_of(const Contract& contract);
Verification verification_of(const Contract& contract);

/// Sets every member that follows from the others.
void derive(Contract& contract);

/// The same operation on another path; absent for one that is about more than one path.
std::optional<Operation> moved_to(Operation operation, const std::string& path);

/// Whether a contract of this type is about changing files.
bool is_change(Type type) noexcept;

/// Whether a turn may change a path of this role.
bool is_changeable(Role role) noexcept;

}  // namespace warrant::contract
