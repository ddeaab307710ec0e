// Every rule of the room by name, so that a test can switch one off and see
// that something notices.
#pragma once

#include "warrant/claims/check.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace warrant::claims {

enum class Rule : std::uint8_t {
  // How results are stated.
  read_exit,
  read_counts,
  read_fraction,
  read_labelled,
  read_green,
  read_bare_green,
  read_listed_checks,
  read_columns,
  // How other fields are stated.
  read_versions,
  read_urls,
  read_coverage,
  read_commits,
  read_statuses,
  read_code_exits,
  read_counted,
  read_check_lists,
  read_requests,
  read_commit_labels,
  pass_as_noun,
  ci_as_modifier,
  mended_failures,
  label_reach,
  sample_blocks,
  offers,
  list_scope,
  hosted_checks,
  last_event,
  part_coverage,
  imply_no_failures,
  sample_lists,
  changed_from,
  kept_clean,
  verdict_counts,
  foreign_counts,
  compiles_as_types,
  other_commits,
  sums_of_parts,
  named_selection,
  shell_edits,
  named_exceptions,
  named_runs,
  quoted_summaries,
  verified_with,
  older_commits,
  other_pushes,
  run_logs,
  removed_tests,
  named_exits,
  rewritten_scripts,
  numbers_as_names,
  told_pushes,
  owned_failures,
  counts_of_others,
  // How acts are stated.
  act_verbs,
  act_listed,
  act_now,
  act_gone,
  act_managed,
  act_idioms,
  act_done,
  // What takes a run away.
  only_shown,
  collect_only,
  other_directory,
  background,
  cut_off,
  masked_exit,
  stale,
  replaced,
  empty_run,
  filtered,
  silent_steps,
  // What an excerpt and several values in one message lead to.
  spare_the_rest,
  two_exits,
  bare_needs_run,
  named_commit,
  // What a turn's state contradicts.
  state_acts,
  state_results,
  state_versions,
  state_logs,
  state_denials,
  state_approvals,
  state_unused,
  state_matches,
  state_capability,
  state_prompts,
  state_debris,
  state_owns_up,
  state_open,
  state_idle,
  state_causes,
  state_values,
  state_verified,
  state_commands,
  state_elsewhere,
  state_untouched,
  state_counts,
  state_sight,
  state_failures,
};
inline constexpr Rule kLastRule = Rule::state_failures;
/// Each class of Exemption but `none`, each Rule, and the comparison of each Field can be switched off, in this order.
inline constexpr std::size_t kExemptions = static_cast<std::size_t>(Exemption::disclosure);
inline constexpr std::size_t kRules = kExemptions + static_cast<std::size_t>(kLastRule) + 1 + kFieldCount;

/// Whether the rule is in force: always, outside the test that switches one
/// off.
bool on(Rule rule) noexcept;
bool on(Exemption exemption) noexcept;
bool compares(Field field) noexcept;

/// For that test alone: switches off the rule at `index` of all kRules, for the
/// whole process; kRules: none.
void switch_off(std::size_t index) noexcept;
std::string_view name_of_rule(std::size_t index) noexcept;

}  // namespace warrant::claims
