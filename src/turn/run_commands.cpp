#include "effect.hpp"
#include "steps.hpp"

#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/command/containment.hpp>
#include <warrant/command/detect.hpp>
#include <warrant/command/profile.hpp>
#include <warrant/command/run.hpp>
#include <warrant/evidence/evidence.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace warrant::turn {

namespace {

constexpr std::size_t output_shown = 6'000;  ///< bytes of the end of the output that the model gets

command::Purpose purpose_of(std::string_view purpose) {
  if (purpose == "test") return command::Purpose::test;
  if (purpose == "build") return command::Purpose::build;
  if (purpose.starts_with("git_")) return command::Purpose::history;
  return command::Purpose::check;
}

/// The one profile that the request means, or why there is none.
std::expected<std::string, std::string> profile_for(const contract::Run& asked, const command::Place& place) {
  if (!asked.tool.empty()) {
    if (command::find_profile(asked.tool) != nullptr) return asked.tool;
    std::string known;
    for (const command::Profile& profile : command::builtin_profiles()) known += " " + profile.id;
    return std::unexpected(
        fmt::format("there is no command profile \"{}\"; there are:{}", visible(asked.tool, false), known));
  }
  if (asked.purpose.starts_with("git_")) {
    std::string id = asked.purpose;
    std::ranges::replace(id, '_', '-');
    return id;
  }
  const auto listing = command::survey(place);
  if (!listing) return std::unexpected(describe(listing.error()));
  return match(
      command::choose(purpose_of(asked.purpose), *listing),
      [](const command::One& one) -> std::expected<std::string, std::string> { return one.fit.profile; },
      [](const command::Several& several) -> std::expected<std::string, std::string> {
        return std::unexpected(several.question);
      },
      [](const command::None& none) -> std::expected<std::string, std::string> {
        return std::unexpected(none.reason);
      });
}

std::string words_of(const std::vector<std::string>& argv) {
  return visible(fmt::format("{}", fmt::join(argv, " ")), false);
}

RunFact fact_of(const policy::RunCommand& effect, const command::RunReceipt& receipt) {
  RunFact fact{.profile = effect.profile,
               .command = words_of(effect.argv),
               .exit = std::nullopt,
               .ended = command::describe(receipt.ending),
               .passed = std::nullopt,
               .failed = std::nullopt};
  if (const auto* exited = std::get_if<command::Exited>(&receipt.ending)) fact.exit = exited->code;
  const std::string text = receipt.output.text();
  const evidence::Evidence found = evidence::read_evidence(text);
  if (!found.runs.empty()) {
    std::int64_t passed = 0;
    std::int64_t failed = 0;
    bool counted = true;
    for (const evidence::TestRun& run : found.runs) {
      counted = counted && run.passed().has_value();
      passed += run.passed().value_or(0);
      failed += run.failed();
    }
    if (counted) fact.passed = passed;
    fact.failed = failed;
  }
  return fact;
}

/// The end of the output: runners print their summary last.
std::string end_of(const std::string& text) {
  if (text.size() <= output_shown) return visible(text);
  std::size_t from = text.size() - output_shown;
  from = std::min(text.find('\n', from), text.size() - 1) + 1;
  return fmt::format("… {} bytes before this are left out\n{}", from, visible(std::string_view(text).substr(from)));
}

record::ReceiptEvent receipt_of(Course& course, const record::IntentEvent& intent,
                                const warrant::Result<command::RunReceipt>& receipt) {
  record::ReceiptEvent event = open_receipt(intent);
  if (!receipt) return event;
  event.result = "succeeded";
  if (const auto* exited = std::get_if<command::Exited>(&receipt->ending)) event.exit_code = exited->code;
  event.output = course.keep(receipt->output.text());
  event.more = JsonObject{{"ending", command::describe(receipt->ending)},
                          {"tree", command::to_string(receipt->tree)},
                          {"containment", command::level(receipt->contained)}};
  return event;
}

void launch(Course& course, std::size_t operation, const policy::RunCommand& effect,
            policy::Warrant<policy::RunCommand> warrant) {
  const record::IntentEvent intent{.id = new_ulid(course.ports.clock),
                                   .call = course.usage.model_calls,
                                   .op = "run_command",
                                   .path = effect.profile,
                                   .before = {},
                                   .after = {},
                                   .checkpoint = {}};
  if (!begin_effect(course, operation, intent, "nothing was run")) return;
  course.ports.observer.step(fmt::format("running {}", words_of(effect.argv)));
  const auto receipt =
      command::run(std::move(warrant), {.state = course.ports.state_directory, .sink = {}, .stop = course.ports.stop});
  const auto event = receipt_of(course, intent, receipt);
  course.calls.back().receipt = record::to_json(event);
  if (!receipt) {
    return end_effect(course, operation, event, OperationResult::failed, describe(receipt.error()));
  }
  course.facts.runs.push_back(fact_of(effect, *receipt));
  course.output = end_of(receipt->output.text());
  const bool ended = std::holds_alternative<command::Exited>(receipt->ending) ||
                     std::holds_alternative<command::Signalled>(receipt->ending);
  // A run that was cut off has no result that could be relied on.
  end_effect(course, operation, event, ended ? OperationResult::succeeded : OperationResult::failed,
             course.facts.runs.back().ended);
}

void run_command(Course& course, std::size_t operation, const contract::Run& asked) {
  const auto place = command::place_here(course.ports.root.real_path());
  if (!place) return course.finish(operation, OperationResult::failed, describe(place.error()));
  const auto id = profile_for(asked, *place);
  if (!id) return course.finish(operation, OperationResult::failed, id.error());
  const command::Profile* profile = command::find_profile(*id);
  if (profile == nullptr) {
    return course.finish(operation, OperationResult::failed, fmt::format("there is no command profile \"{}\"", *id));
  }
  std::vector<std::string> arguments;
  if (!asked.selector.empty()) arguments.push_back(asked.selector);
  const auto effect = command::plan(*profile, arguments, *place);
  if (!effect) {
    const OperationResult result =
        effect.error().code == Code::refused ? OperationResult::denied_by_policy : OperationResult::failed;
    return course.finish(operation, result, describe(effect.error()));
  }
  auto warrant = permit_command(course, operation, *effect);
  if (warrant) launch(course, operation, *effect, *std::move(warrant));
}

/// The runs say whether what was asked to be checked holds: the last exit code, and no failed test.
Verification verdict_of(const std::vector<RunFact>& runs) {
  if (runs.empty()) return Verification::not_run;
  const bool good =
      std::ranges::all_of(runs, [](const RunFact& run) { return run.exit == 0 && run.failed.value_or(0) == 0; });
  return good ? Verification::pass : Verification::fail;
}

}  // namespace

void run_commands(Course& course) {
  for (std::size_t operation = 0; operation < course.ledger.size() && !course.cancelled(); ++operation) {
    const contract::Operation asked = course.facts.operations[operation].asked;
    if (const auto* run = std::get_if<contract::Run>(&asked)) run_command(course, operation, *run);
  }
  course.ledger.settle(verdict_of(course.facts.runs));
  course.facts.verification = course.ledger.settlement().verification;
}

}  // namespace warrant::turn
