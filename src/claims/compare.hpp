// One comparison a field: how a claimed value is held against the evidence.
#pragma once

#include "sources.hpp"

#include <optional>
#include <string>
#include <vector>

namespace warrant::claims {

/// What one claim comes to.
struct Finding {
  Status status;
  Reason reason;
  std::optional<Shown> shown;
};

namespace compare {

inline Finding unbacked(Reason reason) { return {Status::unbacked, reason, std::nullopt}; }
/// Nothing in the output could speak to it: no statement about it is judged.
inline Finding not_judged() { return {Status::unclaimed, Reason::not_judged, std::nullopt}; }
inline Finding compared(bool equal, Shown shown, Reason reason = Reason::differs) {
  return {equal ? Status::held : Status::broken, equal ? Reason::agrees : reason, std::move(shown)};
}
inline Shown shown(std::string value, Span span, const Source& source) { return {std::move(value), span, source.run}; }

using Figures = std::vector<Shown>;
/// Held by the first figure with the claimed value; broken by the last one
/// otherwise.
Finding among(const Claim& claim, const Figures& all, Reason if_none);

Finding passed(const Claim& claim, const Sources& sources);
Finding failed(const Claim& claim, const Sources& sources);
Finding url(const Claim& claim, const Sources& sources);
Finding version(const Claim& claim, const Sources& sources);
Finding exit_code(const Claim& claim, const Sources& sources);
Finding total(const Claim& claim, const Sources& sources);
Finding skipped(const Claim& claim, const Sources& sources);
Finding green(const Claim& claim, const Sources& sources);
Finding build(const Claim& claim, const Sources& sources);
Finding lint(const Claim& claim, const Sources& sources);
Finding typecheck(const Claim& claim, const Sources& sources);
Finding coverage(const Claim& claim, const Sources& sources);
Finding commit(const Claim& claim, const Sources& sources);
Finding pushed(const Claim& claim, const Sources& sources);
Finding pull_request(const Claim& claim, const Sources& sources);
Finding files_changed(const Claim& claim, const Sources& sources);
Finding file_created(const Claim& claim, const Sources& sources);
Finding file_deleted(const Claim& claim, const Sources& sources);
Finding http_status(const Claim& claim, const Sources& sources);
Finding count_of(const Claim& claim, const Sources& sources);
Finding action_done(const Claim& claim, const Sources& sources);

/// What the run of the command that a claim names shows: failed, stale, or (`none`) that there was none. Nothing where
/// no command is named, or its run is not against the claim.
std::optional<Finding> of_named_run(const Claim& claim, const Sources& sources, evidence::Activity activity,
                                    Reason none);

/// What a code host says of its checks: the last list that was asked for, where nothing that does `since` ran behind
/// it.
std::optional<Finding> hosted(const Claim& claim, const Sources& sources,
                              std::optional<evidence::Activity> since = std::nullopt);
/// Whether something was edited since that a run of `command` would have read.
bool stale(const Source& source, const evidence::Command& command);

/// Whether two values are the same for this field: counts as text, versions
/// without "v", addresses without case in scheme and host and without a final
/// slash.
bool same_value(Field field, std::string_view a, std::string_view b);
/// A character of a name or number: letters, digits, "_".
bool word_letter(char c);
bool id_letter(char c);

}  // namespace compare
}  // namespace warrant::claims
