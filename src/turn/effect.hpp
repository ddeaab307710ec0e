// One change of one file: from a proposal's bytes to a receipt.
#pragma once

#include "course.hpp"

#include <warrant/policy/approval.hpp>
#include <warrant/policy/command_effect.hpp>
#include <warrant/workspace/diff.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warrant::turn {

/// What a call would make of a file. `after` absent: the file goes.
struct Change {
  std::string tool;
  RelPath path;       ///< real path
  std::string named;  ///< as the contract names it
  std::optional<workspace::File> before;
  std::optional<std::string> after;
  bool scope_warning;                  ///< beyond what the request named
  std::optional<bool> rest_unchanged;  ///< whether nothing but what was asked for differs, where that can be said
};

/// Ruling, approval, warrant, checkpoint, intent, write, read-back and receipt, in this order; each is noted,
/// and the first that says no ends it. Settles the operation.
void carry_out(Course& course, std::size_t operation, const Change& change);

/// Who denied it: a person, or the rule by which silence is a no.
OperationResult denial_of(const policy::Declined& declined) noexcept;

/// The ruling on a change of this path before anything was proposed; a deny settles the operation. Gives back
/// whether it may go on.
bool may_be_changed(Course& course, std::size_t operation, std::string_view tool, const RelPath& path, bool removes);

/// Whether every change of this path is denied, so that nothing of it need be read to change it.
bool is_change_denied(const Course& course, const RelPath& path);

/// The ruling on reading a path; where it asks, the person is asked. Nothing when it may be read, else who denied it.
struct ReadingDenied {
  OperationResult by;  ///< denied_by_person or denied_by_policy
  std::string why;
};
std::optional<ReadingDenied> denied_reading(Course& course, const RelPath& path);

/// Ruling and approval for one command; nothing when it was denied, which settles the operation.
std::optional<policy::Warrant<policy::RunCommand>> permit_command(Course& course, std::size_t operation,
                                                                  const policy::RunCommand& effect);

/// The same for a batch on `paths`; `brief` says in lines what it does.
std::optional<policy::Warrant<policy::Batch>> permit_batch(Course& course, std::size_t operation,
                                                           const policy::Batch& batch, std::vector<RelPath> paths,
                                                           std::string brief, bool scope_warning);

/// Keeps what is at the paths now and gives the checkpoint's id; a subject says what the change will leave, where that
/// is known, so that it can be taken back even if nobody lives to look. Errors: those of the store; then nothing may
/// be changed.
warrant::Result<std::string> take_checkpoint(Course& course, const std::vector<checkpoint::Subject>& subjects);

/// Notes the intent and marks the operation as begun. When the record does not take it, nothing may happen: the
/// operation fails with `nothing` ("nothing was changed") for its reason. Gives back whether it may go on.
bool begin_effect(Course& course, std::size_t operation, const record::IntentEvent& intent, std::string_view nothing);

/// The receipt of an intent of which nothing is known yet: failed, nothing read back.
record::ReceiptEvent open_receipt(const record::IntentEvent& intent);

/// Notes the receipt and settles the operation. A receipt that the record does not take is a failed durability.
void end_effect(Course& course, std::size_t operation, const record::ReceiptEvent& receipt, OperationResult result,
                std::string detail);

/// The person's answer to putting back a file over somebody's own change.
policy::Answer approve_restore(Course& course, const policy::Ask& ask, const RelPath& path,
                               const workspace::Diff& diff);

}  // namespace warrant::turn
