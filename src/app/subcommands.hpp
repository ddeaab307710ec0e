// Every subcommand of the program. A group lives in one file that gives its part of the list.
#pragma once

#include "subcommand.hpp"

#include <vector>

namespace warrant::app {

/// In the order of the help.
std::vector<Subcommand> all_subcommands();

/// warrant alone: the interactive prompt
std::vector<Subcommand> interactive_subcommands();
/// warrant run
std::vector<Subcommand> run_subcommands();
/// warrant why
std::vector<Subcommand> why_subcommands();
/// warrant undo, redo, checkpoint …
std::vector<Subcommand> checkpoint_subcommands();
/// warrant model …
std::vector<Subcommand> model_subcommands();
/// warrant eval edits
std::vector<Subcommand> eval_edits_subcommands();
/// warrant policy …
std::vector<Subcommand> policy_subcommands();
/// warrant check
std::vector<Subcommand> check_subcommands();
/// warrant eval claims
std::vector<Subcommand> eval_claims_subcommands();
/// warrant contract.
std::vector<Subcommand> contract_subcommands();
/// warrant eval contract.
std::vector<Subcommand> eval_contract_subcommands();
/// warrant profiles …
std::vector<Subcommand> profiles_subcommands();

/// warrant doctor
std::vector<Subcommand> doctor_subcommands();

/// warrant trace …
std::vector<Subcommand> trace_subcommands();

}  // namespace warrant::app
