#include "steps.hpp"

#include <warrant/contract/operation.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace warrant::turn {

namespace {

/// The files as they were gathered, and as they are on disk now.
class FilesNow : public contract::Files {
 public:
  explicit FilesNow(const Course& course) : course_(course) {}

  [[nodiscard]] std::optional<std::string> before(std::string_view path) const override {
    const auto found = std::ranges::find(course_.materials, path, &Material::named);
    if (found == course_.materials.end()) return std::nullopt;
    return found->original;
  }
  [[nodiscard]] std::optional<std::string> after(std::string_view path) const override {
    const auto relative = RelPath::make(path);
    if (!relative) return std::nullopt;
    const auto real = course_.ports.root.resolve(*relative);
    if (!real) return std::nullopt;
    auto file = course_.ports.root.read_bytes(*real, workspace::default_limit);
    if (!file) return std::nullopt;
    return std::move(file->bytes);
  }
  [[nodiscard]] bool is_directory(std::string_view path) const override {
    const auto relative = RelPath::make(path);
    if (!relative) return false;
    const auto real = course_.ports.root.resolve(*relative);
    if (!real) return false;
    const auto state = course_.ports.root.inspect(*real);
    return state && std::holds_alternative<workspace::Directory>(*state);
  }

 private:
  const Course& course_;
};

std::string_view word_of(contract::Finding::Result result) {
  switch (result) {
    case contract::Finding::Result::met: return "pass";
    case contract::Finding::Result::not_met: return "fail";
    case contract::Finding::Result::unknown: return "indeterminate";
  }
  return "indeterminate";
}

std::string path_of(const contract::Expectation& expectation) {
  return std::visit(
      [](const auto& expected) {
        if constexpr (requires { expected.path; }) {
          return expected.path;
        } else {
          return expected.to;
        }
      },
      expectation);
}

}  // namespace

void verify(Course& course) {
  const auto& operations = course.facts.operations;
  const bool happened = std::ranges::any_of(operations, [](const OperationFact& fact) {
    return fact.result == OperationResult::succeeded || fact.result == OperationResult::indeterminate;
  });
  if (!happened) {
    const bool failed = std::ranges::any_of(
        operations, [](const OperationFact& fact) { return fact.result == OperationResult::failed; });
    course.ledger.settle(failed ? Verification::fail : Verification::not_run);
    course.facts.verification = course.ledger.settlement().verification;
    return;
  }
  const FilesNow files(course);
  Verification verdict = Verification::pass;
  for (const contract::Expectation& expectation : course.plan.expectations()) {
    const contract::Finding finding = contract::check(expectation, files);
    static_cast<void>(course.note(record::VerificationEvent{.target = path_of(expectation),
                                                            .expectation = std::string(contract::name_of(expectation)),
                                                            .result = std::string(word_of(finding.result)),
                                                            .why = finding.why,
                                                            .evidence = {}}));
    if (finding.result == contract::Finding::Result::met) continue;
    course.facts.unmet.push_back(finding.why);
    if (finding.result == contract::Finding::Result::not_met)
      verdict = Verification::fail;
    else if (verdict == Verification::pass)
      verdict = Verification::indeterminate;
  }
  course.ledger.settle(verdict);
  course.facts.verification = course.ledger.settlement().verification;
}

}  // namespace warrant::turn
