#include "effect.hpp"
#include "steps.hpp"

#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/checkpoint/restore.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warrant::turn {

namespace {

/// How one path was put back, for the settlement.
struct Ended {
  OperationResult result;
  std::string detail;
};

Ended ended(const checkpoint::Restoration& restoration) {
  return match(
      restoration,
      [](const checkpoint::Restored& restored) {
        std::string detail;
        for (const auto& item : restored.items) {
          detail += fmt::format("{}{}: {}{}{}", detail.empty() ? "" : ", ", visible(item.path.text(), false),
                                to_string(item.done), item.note.empty() ? "" : " ", item.note);
        }
        return Ended{restored.complete() ? OperationResult::succeeded : OperationResult::indeterminate,
                     detail.empty() ? "all was so already" : detail};
      },
      [](const checkpoint::NotRestored& refused) {
        return Ended{OperationResult::denied_by_person,
                     fmt::format("{}: {}", visible(refused.path.text(), false), refused.answer.why)};
      });
}

}  // namespace

void restore(Course& course) {
  for (std::size_t operation = 0; operation < course.ledger.size() && !course.cancelled(); ++operation) {
    const auto* asked = std::get_if<contract::Restore>(&course.facts.operations[operation].asked);
    if (asked == nullptr) continue;
    const auto plan = asked->redo ? checkpoint::plan_redo(course.ports.checkpoints, course.ports.root)
                                  : checkpoint::plan_undo(course.ports.checkpoints, course.ports.root);
    if (!plan) {
      course.finish(operation, OperationResult::failed, describe(plan.error()));
      continue;
    }
    const record::IntentEvent intent{.id = new_ulid(course.ports.clock),
                                     .call = 0,
                                     .op = asked->redo ? "redo" : "undo",
                                     .path = plan->changes.empty() ? std::string() : plan->changes.front().path.text(),
                                     .before = {},
                                     .after = {},
                                     .checkpoint = plan->of.id};
    if (!begin_effect(course, operation, intent, "nothing was put back")) continue;
    const auto consent = [&](const policy::Ask& ask, const checkpoint::Change& change, const workspace::Diff& diff) {
      return approve_restore(course, ask, change.path, diff);
    };
    const auto restoration =
        checkpoint::carry_out(*plan, course.ports.checkpoints, course.ports.root, consent, course.ports.clock);
    const Ended end = restoration ? ended(*restoration) : Ended{OperationResult::failed, describe(restoration.error())};
    record::ReceiptEvent receipt = open_receipt(intent);
    receipt.result = to_string(end.result);
    if (end.result == OperationResult::succeeded) receipt.read_back = "match";
    end_effect(course, operation, receipt, end.result, end.detail);
  }
}

}  // namespace warrant::turn
