#include "arrange.hpp"

#include "effect.hpp"
#include "propose.hpp"

#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/checkpoint/restore.hpp>
#include <warrant/surface/materials.hpp>
#include <warrant/workspace/batch.hpp>

#include <fmt/format.h>

#include <utility>

namespace warrant::turn {

namespace {

/// The batch of one operation, with the real paths it touches.
struct Arrangement {
  policy::Batch batch;
  std::vector<RelPath> paths;
  surface::FileOperation call;  ///< what the model has to propose
};

surface::FileAction action_of(contract::Transfer how) {
  switch (how) {
    case contract::Transfer::move: return surface::FileAction::move;
    case contract::Transfer::copy: return surface::FileAction::copy;
    case contract::Transfer::rename: return surface::FileAction::rename;
  }
  return surface::FileAction::move;
}

/// Nothing is put where something is: what stands there would be lost, or the step would fail once approved.
Status must_be_free(const workspace::Root& root, const RelPath& path) {
  WARRANT_TRY(state, root.inspect(path));
  if (std::holds_alternative<workspace::Absent>(state)) return {};
  return fail(Code::invalid_argument, "exists already, and nothing is put in its place", path.text());
}

warrant::Result<Arrangement> arrangement_of(const workspace::Root& root, const contract::TransferFile& transfer) {
  WARRANT_TRY(from, RelPath::make(transfer.from));
  WARRANT_TRY(to, RelPath::make(transfer.to));
  WARRANT_TRY(real_from, root.resolve(from));
  WARRANT_TRY(real_to, root.resolve(to));
  WARRANT_TRY(source, root.read_bytes(real_from, workspace::change_limit));
  WARRANT_CHECK(must_be_free(root, real_to));
  policy::Batch batch;
  if (transfer.how == contract::Transfer::copy) {
    batch.steps.emplace_back(policy::CopyFile{.from = real_from, .to = real_to, .before = source.digest});
  } else {
    batch.steps.emplace_back(policy::MoveFile{.from = real_from, .to = real_to, .before = source.digest});
  }
  WARRANT_TRY(planned, workspace::plan_batch(root, std::move(batch)));
  return Arrangement{.batch = std::move(planned),
                     .paths = {real_from, real_to},
                     .call = {.action = action_of(transfer.how), .path = from, .to = to}};
}

warrant::Result<Arrangement> arrangement_of(const workspace::Root& root, const contract::MakeDirectory& make) {
  WARRANT_TRY(path, RelPath::make(make.path));
  WARRANT_TRY(real, root.resolve(path));
  WARRANT_CHECK(must_be_free(root, real));
  policy::Batch batch;
  batch.steps.emplace_back(policy::MakeDirectory{.path = real});
  WARRANT_TRY(planned, workspace::plan_batch(root, std::move(batch)));
  return Arrangement{.batch = std::move(planned),
                     .paths = {real},
                     .call = {.action = surface::FileAction::make_directory, .path = path}};
}

/// What stands beside the approval: one line a step.
std::string brief_of(const policy::Batch& batch) {
  std::string lines;
  for (const auto& step : batch.steps) {
    lines += match(
        step,
        [](const policy::MakeDirectory& it) {
          return fmt::format("make directory {}\n", visible(it.path.text(), false));
        },
        [](const policy::MoveFile& it) {
          return fmt::format("move {} -> {}\n", visible(it.from.text(), false), visible(it.to.text(), false));
        },
        [](const policy::CopyFile& it) {
          return fmt::format("copy {} -> {}\n", visible(it.from.text(), false), visible(it.to.text(), false));
        },
        [](const policy::RemoveFile& it) { return fmt::format("delete {}\n", visible(it.path.text(), false)); });
  }
  return lines;
}

void settle(Course& course, std::size_t operation, const record::IntentEvent& intent,
            const warrant::Result<workspace::BatchOutcome>& outcome) {
  record::ReceiptEvent event = open_receipt(intent);
  OperationResult result = OperationResult::failed;
  std::string detail;
  if (!outcome) {
    detail = describe(outcome.error());
  } else {
    match(
        *outcome,
        [&](const workspace::BatchReceipt& receipt) {
          result = OperationResult::succeeded;
          event.result = "succeeded";
          event.read_back = "match";
          detail = fmt::format("all {} steps are in place", receipt.steps);
        },
        [&](const workspace::BatchConflict& conflict) {
          detail = fmt::format("{}: {}; all is as it was", visible(conflict.path.text(), false), conflict.found);
        },
        [&](const workspace::BatchUnconfirmed& unconfirmed) {
          result = OperationResult::indeterminate;
          event.result = "indeterminate";
          detail = describe(unconfirmed.error);
        });
  }
  course.calls.back().receipt = record::to_json(event);
  end_effect(course, operation, event, result, std::move(detail));
}

void carry_out(Course& course, std::size_t operation, const Arrangement& arrangement, bool scope_warning) {
  auto warrant =
      permit_batch(course, operation, arrangement.batch, arrangement.paths, brief_of(arrangement.batch), scope_warning);
  if (!warrant) return;
  std::vector<checkpoint::Subject> subjects;
  for (const RelPath& path : arrangement.paths) subjects.push_back({.path = path});
  const auto kept = take_checkpoint(course, subjects);
  if (!kept) {
    return course.finish(
        operation, OperationResult::failed,
        fmt::format("no checkpoint could be taken, so nothing was changed: {}", describe(kept.error())));
  }
  course.calls.back().checkpoint = *kept;
  const record::IntentEvent intent{.id = new_ulid(course.ports.clock),
                                   .call = course.usage.model_calls,
                                   .op = "organize",
                                   .path = arrangement.paths.back().text(),
                                   .before = {},
                                   .after = {},
                                   .checkpoint = *kept};
  if (!begin_effect(course, operation, intent, "nothing was changed")) return;
  const auto outcome =
      workspace::apply(course.ports.root, *std::move(warrant), checkpoint::journal_of(course.ports.checkpoints));
  settle(course, operation, intent, outcome);
  if (const Status finished = course.ports.checkpoints.finish(*kept, course.ports.root); !finished) {
    course.ports.observer.step(fmt::format("the checkpoint could not be closed: {}", describe(finished.error())));
  }
}

}  // namespace

void arrange(Course& course, std::size_t operation, const contract::Plan& plan) {
  const contract::Operation& asked = course.facts.operations[operation].asked;
  const auto* transfer = std::get_if<contract::TransferFile>(&asked);
  const auto arrangement = transfer != nullptr
                               ? arrangement_of(course.ports.root, *transfer)
                               : arrangement_of(course.ports.root, std::get<contract::MakeDirectory>(asked));
  if (!arrangement) {
    const OperationResult result =
        arrangement.error().code == Code::refused ? OperationResult::denied_by_policy : OperationResult::failed;
    return course.finish(operation, result, describe(arrangement.error()));
  }
  for (const RelPath& path : arrangement->paths) {
    if (!may_be_changed(course, operation, "organize", path, false)) return;
  }
  const surface::Materials materials{.files = {}};
  const auto surface = surface::compile(plan, materials);
  if (!surface) return course.finish(operation, OperationResult::failed, describe(surface.error()));
  const auto judge = [&](const policy::Examination& examination) -> std::optional<std::string> {
    const auto* organize = std::get_if<surface::Organize>(&*examination.call);
    const bool asked_for =
        organize != nullptr && organize->operations.size() == 1 && organize->operations.front() == arrangement->call;
    if (asked_for) return std::nullopt;
    return "that is not the step that was asked for";
  };
  const auto examination = propose(course, plan, *surface, materials, judge);
  if (!examination) return course.finish(operation, OperationResult::failed, examination.error());
  carry_out(course, operation, *arrangement, examination->scope_warning);
}

}  // namespace warrant::turn
