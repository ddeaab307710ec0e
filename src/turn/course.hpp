// A turn while it runs: its plan, what is known by now, and the record it writes.
#pragma once

#include <warrant/contract/plan.hpp>
#include <warrant/turn/disk.hpp>
#include <warrant/turn/turn.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::turn {

/// A file whose text the turn works with.
struct Material {
  RelPath path;          ///< real path
  std::string named;     ///< as the contract names it
  workspace::File file;  ///< as it is now
  std::string original;  ///< as it was when the turn began
};

class Course {
 public:
  /// All that is given by reference outlives the course.
  Course(const Request& request, const Ports& ports, const Limits& limits, const WorkspaceFacts& disk,
         contract::Plan plan, std::string turn);

  // What does not change.
  const Request& request;
  const Ports& ports;
  const Limits& limits;
  const WorkspaceFacts& disk;  ///< as the contract was made from it
  const contract::Plan plan;
  const std::string turn;

  // What is gathered.
  Ledger ledger;
  Facts facts;
  std::vector<Material> materials;
  std::string listing;      ///< of the directory asked about, one entry a line; "" when none was
  std::string found_lines;  ///< lines that a search found, each with its place; "" when none was made
  std::string output;       ///< of the last command, bounded
  std::optional<OperationResult> reading_denied;  ///< of a file that is asked about: by whom
  std::vector<CallReport> calls;
  std::string model;  ///< what the server called itself in its last reply
  Usage usage{};
  std::chrono::nanoseconds model_time{};
  std::string limit;
  std::string question;  ///< to the person, which must be answered before anything is done; "" for none

  /// Appends a typed event. The first error is kept (record_status()): from then on no effect happens and durability
  /// has failed.
  template <record::KindOfEvent T>
  void note(const T& event) {
    hear(ports.record.append(turn, event));
  }
  /// Digest and counts of a text; the text itself goes to the encrypted store where that is configured.
  record::Kept keep(std::string_view text);

  /// What the person said "always" to in this session.
  [[nodiscard]] const std::vector<policy::Remembered>& remembered() const noexcept;

  /// The person pressed Ctrl-C at an approval.
  void interrupt() noexcept { interrupted_ = true; }
  [[nodiscard]] bool cancelled() const { return interrupted_ || ports.stop.stop_requested(); }
  [[nodiscard]] bool record_holds() const noexcept { return !record_error_; }
  /// The first error of the record in this turn.
  [[nodiscard]] Status record_status() const { return record_error_ ? Status(fail(*record_error_)) : Status(); }
  /// Milliseconds since the turn began.
  [[nodiscard]] std::int64_t elapsed_ms() const;
  /// Why no further call of the model may be made for a call or an answer; empty when one may.
  [[nodiscard]] std::string_view exhausted(std::string_view purpose) const;
  /// Counts failures of proposals that are equal one after the other.
  void count_failure(std::string_view why);
  /// The material of a path as the contract names it, or nullptr.
  [[nodiscard]] Material* material(std::string_view named);

  /// Sets what became of an operation, with the runtime's sentence for it.
  void finish(std::size_t operation, OperationResult result, std::string detail);

 private:
  void hear(const warrant::Result<std::int64_t>& appended);
  std::optional<Error> record_error_;
  bool interrupted_ = false;
  std::string failure_;  ///< of the last proposal that failed
  int equal_failures_ = 0;
  std::chrono::nanoseconds begun_;
};

}  // namespace warrant::turn
