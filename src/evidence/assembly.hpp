// Reads one output: parts it into commands, gives each line to its readers and joins what they found. What only a
// status or silence tells stands in status_evidence.cpp.
#pragma once

#include "warrant/evidence/evidence.hpp"

#include "echoed_steps.hpp"
#include "printed_status.hpp"
#include "reading.hpp"
#include "table.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace warrant::evidence {

/// How much of each list the commands before this one filled.
struct Marks {
  std::size_t commits, pushes, deploys, urls, published, created, deleted, hosted;
  bool deployed;
};
class Assembly {
 public:
  explicit Assembly(std::string_view text) : text_(text) {}
  Evidence read();
  Evidence read(std::string_view command, std::optional<int> exit_code);

 private:
  Evidence run(bool parted);
  void one_line(std::size_t begin, std::size_t end, const ReaderSet& readers);
  void open_section();
  std::size_t next_command(std::size_t begin);
  void open(Command command, std::size_t output);
  void close(std::size_t end);
  /// Whether the echoed text would have been a summary.
  bool shows_result() const;
  /// `pnpm check`, which may test: where it echoes what it starts, and that tests nothing, it does not.
  void drop_unspoken_tests(Command& command) const;
  /// What only the exit status, or silence, tells of a command that is known to build, check or test.
  void by_exit_status(const Command& command, const std::vector<ToldStatus>& told);
  void test_by_status(const Command& command, const std::optional<Count>& status, Span where);
  void check_by_status(Activity activity, const std::optional<Count>& status, Span where);
  /// `npm run lint && npm test`: what the second printed shows that the first ended well.
  std::optional<Count> by_next_step(const Command& command, Activity activity) const;
  /// A step that the output itself shows and that printed no verdict of its own.
  void by_echoed_steps(const Command& command);
  /// "> tsc -b && vite build": that the second part built shows that the first ended well.
  bool went_on(const EchoedStep& step, Activity first) const;
  /// `git push -q` and `git commit -q` say nothing when they succeed.
  void quiet_git(const Command& command, Activity activity, const std::optional<Count>& status);
  /// A push that reached no remote: "fatal: Could not read from remote repository."
  void refused_push(const Command& command, const Count& status, std::string_view printed);
  /// `go test | head; echo "exit: $?"` prints the status of head.
  void drop_masked_statuses(const Command& command, const std::vector<ToldStatus>& told);
  /// The exit status of the step that does `activity`: one that was printed, or the command's own.
  static std::optional<Count> status_of(const Command& command, Activity activity, const std::vector<ToldStatus>& told);
  /// A status that the command prints of its last step stands for the one of the echo behind it.
  void take_printed_status(Command& command, const std::vector<ToldStatus>& told);
  /// The output without its exit mark.
  std::string_view printed_of(const Command& command) const;
  void keep_checks(const Command& command);
  /// Whether what a failing step prints would be seen: nothing is sent away or filtered.
  [[nodiscard]] bool speaks_openly(const Command& command) const;
  [[nodiscard]] bool counts_no_complaint(const Command& command) const;
  /// `tsc | grep error`: what is left would be a complaint; with `of_files` also `golangci-lint run | grep
  /// "a.go\\|b.go"`.
  static bool picks_complaints(std::string_view text, bool of_files);
  void keep_runs(const Command& command);
  /// A run of the same tests, or of all of them, stands for what ran before.
  void replace_earlier(const TestRun& run, const Command& command);
  void read_counts(const Command& command);

  std::string_view text_;
  std::vector<Command> sections_;  ///< of a command given apart, where its output shows where each began
  std::size_t next_ = 0;           ///< the first of them that is not open yet
  Evidence found_{.runs = {}, .exit_codes = {}, .versions = {}, .urls = {}, .anchors = {}, .only_shown = false};
  std::optional<Reading> reading_;
  Marks marks_{};
  bool summary_shown_ = false;
  bool echoed_ = false;
  bool may_echo_ = false;
};

}  // namespace warrant::evidence
