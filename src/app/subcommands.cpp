#include "subcommands.hpp"

#include <initializer_list>
#include <iterator>
#include <utility>

namespace warrant::app {

std::vector<Subcommand> all_subcommands() {
  using Group = std::vector<Subcommand> (*)();
  const std::initializer_list<Group> groups{contract_subcommands,  eval_contract_subcommands, run_subcommands,
                                            check_subcommands,     checkpoint_subcommands,    model_subcommands,
                                            policy_subcommands,    trace_subcommands,         eval_claims_subcommands,
                                            eval_edits_subcommands};
  std::vector<Subcommand> all;
  for (const Group group : groups) {
    std::vector<Subcommand> part = group();
    all.insert(all.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
  }
  return all;
}

}  // namespace warrant::app
