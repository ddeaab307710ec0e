// What a request that asks for no change is about.
#pragma once

#include "slots.hpp"

#include <optional>

namespace warrant::contract {

struct Kind {
  Type type;
  std::string rule;
  const language::Clause* clause;
  std::vector<Operation> operations;
};

/// The kind of one clause; absent when it says nothing about that (a statement, a condition).
std::optional<Kind> kind_of(const Material& material, const language::Clause& clause);

/// The run that a clause asks for, if it asks for one.
std::optional<Run> run_of(const Material& material, const language::Clause& clause);

}  // namespace warrant::contract
