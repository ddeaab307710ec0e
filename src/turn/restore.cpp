#include "effect.hpp"
#include "steps.hpp"

#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/checkpoint/restore.hpp>
#include <warrant/turn/restoration.hpp>

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

Ended ended_as(const RestorationEnd& end) {
  if (!end.restoration) return {OperationResult::failed, describe(end.restoration.error())};
  return match(
      *end.restoration,
      [&](const checkpoint::Restored& restored) {
        std::string detail;
        for (const auto& item : restored.items) {
          detail += fmt::format("{}{}: {}{}{}", detail.empty() ? "" : ", ", visible(item.path.text(), false),
                                to_string(item.done), item.note.empty() ? "" : " ", item.note);
        }
        if (end.results.empty()) return Ended{OperationResult::succeeded, "all was so already"};
        return Ended{meet(end.results), std::move(detail)};
      },
      [](const checkpoint::NotRestored& refused) {
        return Ended{denial_of(refused.answer),
                     fmt::format("{}: {}", visible(refused.path.text(), false), refused.answer.why)};
      });
}

}  // namespace

void restore(Course& course) {
  const RestorationPorts ports{.record = course.ports.record,
                               .checkpoints = course.ports.checkpoints,
                               .root = course.ports.root,
                               .clock = course.ports.clock};
  const auto consent = [&](const policy::Ask& ask, const checkpoint::Change& change, const workspace::Diff& diff) {
    return approve_restore(course, ask, change.path, diff);
  };
  std::vector<OperationResult> results;
  for (std::size_t operation = 0; operation < course.ledger.size() && !course.cancelled(); ++operation) {
    const auto* asked = std::get_if<contract::Restore>(&course.facts.operations[operation].asked);
    if (asked == nullptr) continue;
    const auto plan = asked->redo ? checkpoint::plan_redo(ports.checkpoints, ports.root)
                                  : checkpoint::plan_undo(ports.checkpoints, ports.root);
    if (!plan) {
      course.finish(operation, OperationResult::failed, describe(plan.error()));
      continue;
    }
    course.ledger.begin(operation);
    const auto end = put_back(ports, course.turn, operation, *plan, consent);
    if (!end) {
      course.finish(operation, OperationResult::failed,
                    fmt::format("the record could not be written, so nothing was put back: {}", describe(end.error())));
      continue;
    }
    if (!end->recorded) course.ledger.settle(Durability::failed);
    const Ended ended = ended_as(*end);
    course.finish(operation, ended.result, ended.detail);
    results.push_back(ended.result);
  }
  if (results.empty()) return;
  course.ledger.settle(verification_of(results));
  course.facts.fixed = true;  // the checkpoint says what each path had to be
}

}  // namespace warrant::turn
