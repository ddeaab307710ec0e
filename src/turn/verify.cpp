#include "steps.hpp"

#include <warrant/base/utf8.hpp>
#include <warrant/contract/operation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace warrant::turn {

namespace {

enum class Since : bool { changed, unchanged };

/// The files as they were gathered, and as they are on disk now. Where the turn changed nothing, that is one and the
/// same, also for a file that could not be gathered.
class FilesNow : public contract::Files {
 public:
  FilesNow(const Course& course, Since since) : course_(course), since_(since) {}

  [[nodiscard]] std::optional<std::string> before(std::string_view path) const override {
    if (since_ == Since::unchanged) return after(path);
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
  [[nodiscard]] std::optional<bool> is_there(std::string_view path) const override {
    const auto relative = RelPath::make(path);
    if (!relative) return false;
    const auto real = course_.ports.root.resolve(*relative);
    if (!real && real.error().code == Code::not_found) return false;
    if (!real) return std::nullopt;
    const auto state = course_.ports.root.inspect(*real);
    if (!state && state.error().code == Code::too_large) return true;
    if (!state) return std::nullopt;
    return !std::holds_alternative<workspace::Absent>(*state);
  }
  /// Whether something other than a directory stands there whose bytes cannot be had: too large, special, forbidden.
  [[nodiscard]] bool is_beyond_reading(std::string_view path) const {
    const auto relative = RelPath::make(path);
    if (!relative || after(path)) return false;
    const auto real = course_.ports.root.resolve(*relative);
    if (!real) return real.error().code != Code::not_found;
    const auto state = course_.ports.root.inspect(*real);
    return !state ||
           !(std::holds_alternative<workspace::Absent>(*state) || std::holds_alternative<workspace::Directory>(*state));
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
  Since since_;
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
  const auto any = [&](std::initializer_list<OperationResult> results) {
    return std::ranges::any_of(operations, [&](const OperationFact& fact) {
      return std::ranges::find(results, fact.result) != results.end();
    });
  };
  const bool happened = any({OperationResult::succeeded, OperationResult::indeterminate});
  const bool checkable = happened || any({OperationResult::failed});
  if (!checkable || course.plan.expectations().empty()) {
    course.ledger.settle(Verification::not_run);  // what was verified elsewhere stands
    course.facts.verification = course.ledger.settlement().verification;
    return;
  }
  const FilesNow files(course, happened ? Since::changed : Since::unchanged);
  Verification verdict = Verification::pass;
  for (const contract::Expectation& expectation : course.plan.expectations()) {
    contract::Finding finding = contract::check(expectation, files);
    const bool of_bytes = !std::holds_alternative<contract::FileDeleted>(expectation);
    if (of_bytes && finding.result == contract::Finding::Result::not_met &&
        files.is_beyond_reading(path_of(expectation))) {
      finding = {contract::Finding::Result::unknown,
                 fmt::format("{} cannot be read", visible(path_of(expectation), false))};
    }
    course.note(record::VerificationEvent{.target = path_of(expectation),
                                          .expectation = std::string(contract::name_of(expectation)),
                                          .result = std::string(word_of(finding.result)),
                                          .why = finding.why,
                                          .evidence = {}});
    course.facts.fixed = course.facts.fixed || !std::holds_alternative<contract::FileChanged>(expectation);
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
