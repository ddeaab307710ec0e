// The check sequence for one proposed call: named steps in a fixed order, the first failure decides.
#pragma once

#include <warrant/base/path.hpp>
#include <warrant/base/result.hpp>
#include <warrant/contract/plan.hpp>
#include <warrant/policy/ladder.hpp>
#include <warrant/surface/call.hpp>
#include <warrant/surface/surface.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::policy {

enum class CheckStep : std::uint8_t {
  parsed,      ///< the reply is one call
  known_tool,  ///< of a tool that exists
  on_surface,  ///< which this turn offers; without a surface nothing is
  payload,     ///< its values are real ones: no placeholders, no line numbers of a listing, plain paths
  posture,     ///< the mode and phase of the session allow that kind of call
  contract,    ///< no forbidden file, no file outside "only", a change only where one is owed
  arguments,   ///< they fit the bytes on disk
  scope,       ///< never fails: a file that the request did not name is a warning, which the ladder turns to ask
  ladder,      ///< the permission ladder allows or asks
};

std::string_view to_string(CheckStep step) noexcept;

struct Checked {
  CheckStep step;
  bool passed;
  std::string why;  ///< one sentence
};

/// What the checks must know of the workspace; a port. Implementations change nothing.
class Facts {
 public:
  Facts() = default;
  Facts(const Facts&) = delete;
  Facts& operator=(const Facts&) = delete;
  virtual ~Facts() = default;
  /// The path with its symbolic links followed. Errors: refused when that leaves the workspace, io.
  [[nodiscard]] virtual Result<RelPath> real_path(const RelPath& path) const = 0;
  /// Whether anything is at a real path.
  [[nodiscard]] virtual bool exists(const RelPath& real_path) const = 0;
  /// The bytes of a text file now. Errors: not_found, and why it cannot be edited (binary, too large, …).
  [[nodiscard]] virtual Result<std::string> text(const RelPath& real_path) const = 0;
  /// Whether this turn read all of the file as it is now, with nothing left out of what was shown.
  [[nodiscard]] virtual bool fully_read(const RelPath& real_path) const = 0;
};

/// What one file would become, to the byte.
struct FileChange {
  RelPath path;                       ///< real
  std::optional<std::string> before;  ///< absent: a new file
  std::string after;
};

struct Examination {
  std::vector<Checked> steps;         ///< in order, up to the one that failed
  std::optional<surface::Call> call;  ///< once parsed
  std::optional<FileChange> change;   ///< of an edit, write or append that passed `arguments`
  std::vector<RelPath> paths;         ///< real paths it touches
  bool escapes;                       ///< a path leaves the workspace: the ladder denies it
  bool scope_warning;
  bool form_change;  ///< line endings, byte order mark, final newline or encoding

  /// The step that failed; nullptr when all that were tried passed.
  [[nodiscard]] const Checked* failed() const noexcept;
};

/// Every step but the ladder. `surface` may be null: then nothing is offered. Pure over its ports; never
/// fails on any bytes. An edit keeps the file's CRLF and byte order mark.
Examination examine(std::string_view reply, const surface::Surface* surface, const contract::Plan& plan,
                    const Facts& facts);

/// Of a reply that is no call whatever a turn may offer: the step that `refusal` names fails, those before it pass.
Examination examine_unreadable(const surface::Refusal& refusal);

/// Of a call whose path leads out of the workspace as it is written, so that there is none to look at: it reads, and
/// the ladder answers.
Examination examine_escape();

/// The question for the ladder; `invalid` when a step failed. `effect` is digest_of() what would be done.
Question question_of(const Examination& examination, std::string ruling_id, const Digest& effect);

/// Adds the ladder's step.
void note(Examination& examination, const Ruling& ruling);

/// What a call does with its paths.
Access access_of(const surface::Call& call);
std::string_view tool_of(const surface::Call& call);

}  // namespace warrant::policy
