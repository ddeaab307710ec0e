#include "subcommands.hpp"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <utility>

namespace warrant::app {

std::vector<Subcommand> all_subcommands() {
  using Group = std::vector<Subcommand> (*)();
  const std::initializer_list<Group> groups{interactive_subcommands, run_subcommands,        why_subcommands,
                                            contract_subcommands,    check_subcommands,      policy_subcommands,
                                            profiles_subcommands,    checkpoint_subcommands, trace_subcommands,
                                            model_subcommands,       doctor_subcommands,     eval_contract_subcommands,
                                            eval_edits_subcommands,  eval_claims_subcommands};
  std::vector<Subcommand> all;
  for (const Group group : groups) {
    std::vector<Subcommand> part = group();
    all.insert(all.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
  }
  // What means the same everywhere need not be said by each.
  for (Subcommand& subcommand : all) {
    const auto is_colour = [](const Option& option) { return option.name == color_option().name; };
    if (std::ranges::none_of(subcommand.options, is_colour)) subcommand.options.push_back(color_option());
  }
  return all;
}

}  // namespace warrant::app
