// The evidence of a check: what counts of what ran, and why the rest does not.
#pragma once

#include "warrant/claims/check.hpp"

#include <warrant/evidence/evidence.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warrant::claims {

/// What was read of one run.
struct ReadRun {
  evidence::Evidence facts;
  std::vector<std::string> written;        ///< code that its command line wrote itself
  std::vector<std::string> removed = {};   ///< files that it deleted
  std::vector<evidence::Log> logs = {};    ///< files that took up what its steps print
  std::vector<evidence::Look> looks = {};  ///< files that it shows
  /// The same output read as that of the run whose log it shows, under that run's command; made when asked for.
  struct AsLog {
    std::string command;
    evidence::Evidence facts;
  };
  mutable std::unique_ptr<AsLog> as_log = {};
  static ReadRun of(const OrderedRun& run, evidence::Evidence facts);
};

/// Whether an edit of this path can make a run stale: it is no prose, and nothing that no run reads.
bool is_code(std::string_view path);

/// What one command showed.
struct Source {
  const evidence::Evidence& facts;
  std::optional<std::size_t> run;  ///< index into Ordered::runs
  std::optional<Reason> void_;     ///< why none of its results of code runs counts
  evidence::Caveats caveats;
  std::string_view text;                          ///< what was printed; the caller's
  std::span<const std::string_view> edited = {};  ///< code that was edited after it; owned by Sources
  std::int64_t order = 0;                         ///< of the run among the edits

  /// Why what `runner` said under its command does not count: void, or stale.
  [[nodiscard]] std::optional<Reason> voided(evidence::Runner runner, std::size_t command) const;
};

/// A test run that stands, with the source it comes from.
struct Standing {
  const evidence::TestRun* run;
  const Source* source;
  /// The command that ran it; nullptr for none.
  [[nodiscard]] const evidence::Command* command() const;
  /// Which tests its command names; empty for all.
  [[nodiscard]] std::string_view selection() const;
};

class Sources {
 public:
  Sources(Sources&&) = default;
  Sources& operator=(Sources&&) = default;
  Sources(const Sources&) = delete;
  Sources& operator=(const Sources&) = delete;
  ~Sources() = default;

  static Sources of(std::string_view output);
  static Sources of(const Ordered& session);
  /// What was read of a session before.
  struct Known {
    std::vector<const ReadRun*> runs;  ///< one for each run; the caller keeps them
    std::vector<bool> code;            ///< for each edit: whether it worked and is one of code
  };
  static Sources of(const Ordered& session, const Known& known);

  [[nodiscard]] const std::vector<Source>& all() const { return sources_; }
  [[nodiscard]] const std::vector<OrderedEdit>* edits() const { return edits_; }
  [[nodiscard]] evidence::Anchors anchors() const;
  /// The test runs that count: not replaced, not stale, not void.
  [[nodiscard]] const std::vector<Standing>& tests() const;
  /// Runs that a later run of the same tests replaced.
  [[nodiscard]] std::vector<Standing> replaced() const;
  /// Why there is no standing test run.
  [[nodiscard]] Reason why_no_test() const;
  /// Whether code was edited in a package that no test run reaches since, beside the packages whose runs stand and that
  /// `said` does not name.
  [[nodiscard]] bool untested_package(std::string_view said) const;
  /// The last verdict of a build, linter or type checker that counts, or why
  /// there is none.
  struct Check {
    const evidence::CheckResult* result;
    const Source* source;
    std::optional<Reason> why_not;
  };
  [[nodiscard]] Check last_check(evidence::Activity activity) const;

 private:
  Sources() = default;
  [[nodiscard]] bool was_removed(const Standing& run) const;
  std::vector<ReadRun> own_;  ///< read for these sources alone
  std::vector<Source> sources_;
  mutable std::optional<std::vector<Standing>> tests_;  ///< once they are asked for; one thread looks at a time
  const std::vector<OrderedEdit>* edits_ = nullptr;
  std::vector<std::pair<std::string_view, std::int64_t>> removed_;  ///< files that were deleted, and when
  std::vector<std::pair<std::string_view, std::int64_t>> made_;     ///< files that the session wrote first, and when
  std::vector<std::string_view> edited_;                            ///< paths of code in the order of their edits
};

}  // namespace warrant::claims
