#include "rules.hpp"

#include <atomic>

namespace warrant::claims {
namespace {

std::atomic<std::size_t> off{kRules};

constexpr std::array kNames = std::to_array<std::string_view>({
    "negation",
    "hedge",
    "future",
    "condition",
    "quotation",
    "other_speaker",
    "earlier",
    "question",
    "instruction",
    "goal",
    "partial",
    "purpose",
    "option",
    "expectation",
    "correction",
    "disclosure",
    "read_exit",
    "read_counts",
    "read_fraction",
    "read_labelled",
    "read_green",
    "read_bare_green",
    "read_listed_checks",
    "read_columns",
    "read_versions",
    "read_urls",
    "read_coverage",
    "read_commits",
    "read_statuses",
    "read_code_exits",
    "read_counted",
    "read_check_lists",
    "read_requests",
    "read_commit_labels",
    "pass_as_noun",
    "ci_as_modifier",
    "mended_failures",
    "label_reach",
    "sample_blocks",
    "offers",
    "list_scope",
    "hosted_checks",
    "last_event",
    "part_coverage",
    "imply_no_failures",
    "sample_lists",
    "changed_from",
    "kept_clean",
    "verdict_counts",
    "foreign_counts",
    "compiles_as_types",
    "other_commits",
    "sums_of_parts",
    "named_selection",
    "shell_edits",
    "named_exceptions",
    "named_runs",
    "quoted_summaries",
    "verified_with",
    "older_commits",
    "other_pushes",
    "run_logs",
    "removed_tests",
    "named_exits",
    "rewritten_scripts",
    "numbers_as_names",
    "told_pushes",
    "owned_failures",
    "counts_of_others",
    "act_verbs",
    "act_listed",
    "act_now",
    "act_gone",
    "act_managed",
    "act_idioms",
    "act_done",
    "only_shown",
    "collect_only",
    "other_directory",
    "background",
    "cut_off",
    "masked_exit",
    "stale",
    "replaced",
    "empty_run",
    "filtered",
    "silent_steps",
    "spare_the_rest",
    "two_exits",
    "bare_needs_run",
    "named_commit",
    "state_acts",
    "state_results",
    "state_versions",
    "state_logs",
    "state_denials",
    "state_approvals",
    "state_unused",
    "state_matches",
    "state_capability",
    "state_prompts",
    "state_debris",
    "state_owns_up",
    "state_open",
    "state_idle",
    "state_causes",
    "state_values",
    "state_verified",
    "state_commands",
    "state_elsewhere",
    "state_untouched",
    "state_counts",
    "state_sight",
    "state_failures",
});
static_assert(kNames.size() + kFieldCount == kRules);
constexpr std::size_t kFirstField = kNames.size();

bool on_at(std::size_t index) noexcept { return off.load(std::memory_order_relaxed) != index; }

}  // namespace

bool on(Rule rule) noexcept { return on_at(kExemptions + static_cast<std::size_t>(rule)); }
bool on(Exemption exemption) noexcept {
  return exemption == Exemption::none || on_at(static_cast<std::size_t>(exemption) - 1);
}
bool compares(Field field) noexcept { return on_at(kFirstField + static_cast<std::size_t>(field)); }

void switch_off(std::size_t index) noexcept { off = index; }

std::string_view name_of_rule(std::size_t index) noexcept {
  if (index < kNames.size()) return kNames[index];
  return to_string(static_cast<Field>(index - kNames.size()));
}

}  // namespace warrant::claims
