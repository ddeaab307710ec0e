#include "course.hpp"

#include <algorithm>
#include <utility>

namespace warrant::turn {

Course::Course(const Request& given, const Ports& opened, const Limits& bounds, const WorkspaceFacts& facts_of_disk,
               contract::Plan made, std::string id)
    : request(given),
      ports(opened),
      limits(bounds),
      disk(facts_of_disk),
      plan(std::move(made)),
      turn(std::move(id)),
      ledger(plan.contract().operations.size()),
      facts{.operations = {},
            .read = {},
            .withheld = {},
            .absent = {},
            .searched = {},
            .runs = {},
            .unmet = {},
            .verification = Verification::not_run,
            .durability = Durability::indeterminate},
      begun_(opened.clock.monotonic()) {
  for (const contract::Operation& operation : plan.contract().operations) {
    facts.operations.push_back({.asked = operation, .result = OperationResult::not_attempted, .detail = {}});
  }
}

record::Kept Course::keep(std::string_view text) {
  auto kept = ports.record.keep(text);
  if (kept) return *std::move(kept);
  record_error_ = kept.error();
  return record::describe_text(text);
}

std::int64_t Course::elapsed_ms() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(ports.clock.monotonic() - begun_).count();
}

std::string_view Course::exhausted(std::string_view purpose) const {
  if (usage.model_calls >= limits.model_calls) return "model_calls";
  if (elapsed_ms() >= limits.total.count()) return "total_time";
  // The model may still say how it ended.
  if (purpose == "call" && equal_failures_ >= limits.equal_failures) return "equal_failures";
  return {};
}

void Course::count_failure(std::string_view why) {
  equal_failures_ = why == failure_ ? equal_failures_ + 1 : 1;
  failure_ = why;
}

Material* Course::material(std::string_view named) {
  const auto found = std::ranges::find(materials, named, &Material::named);
  return found == materials.end() ? nullptr : &*found;
}

void Course::finish(std::size_t operation, OperationResult result, std::string detail) {
  if (!ledger.finish(operation, result)) return;
  facts.operations[operation].result = result;
  facts.operations[operation].detail = std::move(detail);
}

void Course::hear(const warrant::Result<std::int64_t>& appended) {
  if (!appended && !record_error_) record_error_ = appended.error();
}

const std::vector<policy::Remembered>& Course::remembered() const noexcept {
  static const std::vector<policy::Remembered> nothing;
  return ports.remembered != nullptr ? *ports.remembered : nothing;
}

}  // namespace warrant::turn
