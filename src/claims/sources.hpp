// The evidence of a check: what counts of what ran, and why the rest does not.
#pragma once

#include "warrant/claims/check.hpp"

#include <warrant/evidence/evidence.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::claims {

/// What was read of one run.
struct ReadRun {
  evidence::Evidence facts;
  std::vector<std::string> written;  ///< files that its command line wrote itself
  static ReadRun of(const OrderedRun& run, evidence::Evidence facts);
};

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
  /// The same where the runs were read before: one reading for each, which the caller keeps.
  static Sources of(const Ordered& session, std::vector<const ReadRun*> read);

  [[nodiscard]] const std::vector<Source>& all() const { return sources_; }
  [[nodiscard]] const std::vector<OrderedEdit>* edits() const { return edits_; }
  [[nodiscard]] evidence::Anchors anchors() const;
  /// The test runs that count: not replaced, not stale, not void.
  [[nodiscard]] std::vector<Standing> tests() const;
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
  std::vector<ReadRun> own_;  ///< read for these sources alone
  std::vector<Source> sources_;
  const std::vector<OrderedEdit>* edits_ = nullptr;
  std::vector<std::string_view> edited_;  ///< paths of code in the order of their edits
};

}  // namespace warrant::claims
