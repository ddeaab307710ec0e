#include "arrange.hpp"
#include "effect.hpp"
#include "propose.hpp"
#include "steps.hpp"

#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/contract/plan.hpp>
#include <warrant/surface/materials.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warrant::turn {

namespace {

/// One file as it is and as a call would leave it, for expectations.
class Proposed : public contract::Files {
 public:
  explicit Proposed(const Change& change) : change_(change) {}
  explicit Proposed(Change&&) = delete;  // it refers to the change

  [[nodiscard]] std::optional<std::string> before(std::string_view path) const override {
    if (path != change_.named || !change_.before) return std::nullopt;
    return change_.before->bytes;
  }
  [[nodiscard]] std::optional<std::string> after(std::string_view path) const override {
    if (path != change_.named) return std::nullopt;
    return change_.after;
  }
  [[nodiscard]] bool is_directory(std::string_view) const override { return false; }

 private:
  const Change& change_;
};

bool removes(const contract::Operation& operation) { return std::holds_alternative<contract::DeleteFile>(operation); }
bool creates(const contract::Operation& operation) { return std::holds_alternative<contract::CreateFile>(operation); }

bool arranges(const contract::Operation& operation) {
  return std::holds_alternative<contract::TransferFile>(operation) ||
         std::holds_alternative<contract::MakeDirectory>(operation);
}

/// Where the operation's file is, and what it is now. An error is the runtime's sentence for the person.
struct Place {
  RelPath path;
  std::string named;
  std::optional<workspace::File> file;
};
warrant::Result<Place> place_of(Course& course, const contract::Operation& operation) {
  const std::string named(contract::path_of(operation));
  WARRANT_TRY(path, RelPath::make(named));
  WARRANT_TRY(real, course.ports.root.resolve(path));
  Place place{.path = std::move(real), .named = named, .file = std::nullopt};
  if (Material* material = course.material(named)) {
    place.file = material->file;
    return place;
  }
  auto file = course.ports.root.read(place.path);
  if (file) {
    place.file = *std::move(file);
  } else if (file.error().code != Code::not_found) {
    return fail(file.error());
  }
  return place;
}

/// The change of the operation's file that an examined call stands for.
std::expected<Change, std::string> change_of(const policy::Examination& examination, const Place& place) {
  Change change{.tool = std::string(policy::tool_of(*examination.call)),
                .path = place.path,
                .named = place.named,
                .before = place.file,
                .after = std::nullopt,
                .scope_warning = examination.scope_warning,
                .rest_unchanged = std::nullopt};
  if (examination.change) {
    if (examination.change->path != place.path) {
      return std::unexpected(fmt::format("this step is about {}", visible(place.named, false)));
    }
    change.after = examination.change->after;
    return change;
  }
  const auto* organize = std::get_if<surface::Organize>(&*examination.call);
  const bool removal = organize != nullptr && organize->operations.size() == 1 &&
                       organize->operations.front().action == surface::FileAction::remove &&
                       organize->operations.front().path.text() == place.named;
  if (!removal) return std::unexpected(fmt::format("{} does not do this step", change.tool));
  return change;
}

/// Why the change is not what was asked for; nothing when it is, or when that cannot be said beforehand.
std::optional<std::string> objection_to(const Change& change, const contract::Plan& plan) {
  const Proposed files(change);
  for (const contract::Expectation& expectation : plan.expectations()) {
    const contract::Finding finding = contract::check(expectation, files);
    if (finding.result == contract::Finding::Result::not_met) return finding.why;
  }
  if (change.before && change.after && change.before->bytes == *change.after) return "it would change nothing";
  return std::nullopt;
}

/// Whether the words fix that nothing else changes; then objection_to() has seen to it.
std::optional<bool> rest_unchanged(const contract::Plan& plan) {
  for (const contract::Expectation& expectation : plan.expectations()) {
    if (const auto* it = std::get_if<contract::Replacement>(&expectation)) return it->rest_unchanged;
    if (const auto* it = std::get_if<contract::ValueIs>(&expectation)) return it->rest_unchanged;
  }
  return std::nullopt;
}

/// What must be so before anything is asked of a model. Settles the operation when it is not.
bool can_begin(Course& course, std::size_t operation, const contract::Plan& plan, const Place& place) {
  const contract::Operation& asked = course.facts.operations[operation].asked;
  if (!may_be_changed(course, operation, "edit_file", place.path, removes(asked))) return false;
  if (!place.file && !creates(asked)) {
    course.finish(operation, OperationResult::failed, course.disk.absence_of(place.named));
    return false;
  }
  if (place.file && creates(asked)) {
    course.finish(operation, OperationResult::failed,
                  fmt::format("{} exists already, and nothing is written over it", visible(place.named, false)));
    return false;
  }
  const Change none{.tool = {},
                    .path = place.path,
                    .named = place.named,
                    .before = place.file,
                    .after = place.file ? std::optional(place.file->bytes) : std::nullopt,
                    .scope_warning = false,
                    .rest_unchanged = std::nullopt};
  const Proposed as_it_is(none);
  for (const contract::Expectation& expectation : plan.expectations()) {
    if (!std::holds_alternative<contract::SymbolExists>(expectation)) continue;
    const contract::Finding finding = contract::check(expectation, as_it_is);
    if (finding.result != contract::Finding::Result::not_met) continue;
    course.finish(operation, OperationResult::failed, finding.why);
    return false;
  }
  return true;
}

/// What the surface is compiled from: the files under the names that the contract has for them.
surface::Materials materials_of(const Course& course) {
  surface::Materials materials{.files = {}};
  for (const Material& material : course.materials) {
    if (const auto path = RelPath::make(material.named)) {
      materials.files.push_back({.path = *path, .text = material.file.bytes});
    }
  }
  return materials;
}

void make_change(Course& course, std::size_t operation) {
  const auto plan = contract::plan_of_operation(course.plan, operation);
  if (!plan) return course.finish(operation, OperationResult::failed, describe(plan.error()));
  if (arranges(course.facts.operations[operation].asked)) return arrange(course, operation, *plan);
  const auto place = place_of(course, course.facts.operations[operation].asked);
  if (!place) {
    const OperationResult result =
        place.error().code == Code::refused ? OperationResult::denied_by_policy : OperationResult::failed;
    return course.finish(operation, result, describe(place.error()));
  }
  if (!can_begin(course, operation, *plan, *place)) return;

  const surface::Materials materials = materials_of(course);
  const auto surface = surface::compile(*plan, materials);
  if (!surface) return course.finish(operation, OperationResult::failed, describe(surface.error()));
  const auto judge = [&](const policy::Examination& examination) -> std::optional<std::string> {
    const auto change = change_of(examination, *place);
    return change ? objection_to(*change, *plan) : change.error();
  };
  const auto examination = propose(course, *plan, *surface, materials, judge);
  if (!examination) return course.finish(operation, OperationResult::failed, examination.error());
  auto change = change_of(*examination, *place);
  if (!change) return course.finish(operation, OperationResult::failed, change.error());
  change->rest_unchanged = rest_unchanged(*plan);
  carry_out(course, operation, *change);
  // A later operation on the same file starts from what stands there now.
  if (Material* material = course.material(place->named)) {
    if (auto file = course.ports.root.read(material->path)) material->file = *std::move(file);
  }
}

}  // namespace

void make_changes(Course& course) {
  for (std::size_t operation = 0; operation < course.ledger.size() && !course.cancelled(); ++operation) {
    if (const std::string_view limit = course.exhausted("call"); operation > 0 && !limit.empty()) {
      // What is left is not attempted, and the settlement says why.
      course.limit = limit;
      return;
    }
    make_change(course, operation);
  }
}

}  // namespace warrant::turn
