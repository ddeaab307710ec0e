#include "effect.hpp"
#include "steps.hpp"

#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/command/containment.hpp>
#include <warrant/command/detect.hpp>
#include <warrant/command/profile.hpp>
#include <warrant/command/run.hpp>
#include <warrant/command/trust.hpp>
#include <warrant/evidence/evidence.hpp>
#include <warrant/evidence/failed_tests.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace warrant::turn {

namespace {

constexpr std::size_t output_shown = 6'000;  ///< bytes of the end of the output that the model and the person get
constexpr std::size_t names_kept = 10;       ///< failed tests

command::Purpose purpose_of(std::string_view purpose) {
  if (purpose == "test") return command::Purpose::test;
  if (purpose == "build") return command::Purpose::build;
  if (purpose.starts_with("git_")) return command::Purpose::history;
  return command::Purpose::check;
}

/// Which profile is neither clear nor impossible: the person can say it.
struct Unclear {
  std::string question;
};
struct Impossible {
  std::string why;
};
using Meant = std::variant<command::Profile, Unclear, Impossible>;

/// The profiles that may be used here, and how the workspace's own file stands.
struct Profiles {
  std::vector<command::Profile> trusted;
  std::vector<command::Profile> untrusted;
  std::string why_untrusted;
};

Profiles profiles_of(const command::Place& place) {
  auto standing = command::standing(place.root, place.state);
  if (!standing) return {.trusted = {}, .untrusted = {}, .why_untrusted = describe(standing.error())};
  if (standing->trust == command::Trust::trusted) {
    return {.trusted = std::move(standing->profiles), .untrusted = {}, .why_untrusted = {}};
  }
  return {.trusted = {}, .untrusted = std::move(standing->profiles), .why_untrusted = std::move(standing->why)};
}

Meant named_profile(std::string_view name, const Profiles& profiles) {
  if (const command::Profile* found = command::find_spoken(name, profiles.trusted)) return *found;
  const std::string shown = visible(name.substr(0, 80), false);
  if (command::find_spoken(name, profiles.untrusted) != nullptr) {
    return Impossible{
        fmt::format("the profile \"{}\" of this workspace may not be used: {}", shown, profiles.why_untrusted)};
  }
  const std::vector<std::string> near = command::near_profiles(name, profiles.trusted);
  return Impossible{fmt::format("there is no command profile \"{}\"; {}\"warrant profiles list --all\" shows every one",
                                shown, near.empty() ? "" : fmt::format("near it: {}; ", fmt::join(near, ", ")))};
}

Meant fitting_profile(command::Purpose purpose, const command::Place& place, const Profiles& profiles) {
  const auto listing = command::survey(place);
  if (!listing) return Impossible{describe(listing.error())};
  return match(
      command::choose(purpose, *listing, profiles.trusted),
      [&](const command::One& one) { return named_profile(one.fit.profile, profiles); },
      [](const command::Several& several) -> Meant { return Unclear{several.question}; },
      [&](const command::None& none) -> Meant {
        return Impossible{none.reason + (profiles.why_untrusted.empty()
                                             ? ""
                                             : " Of this workspace's own: " + profiles.why_untrusted)};
      });
}

/// The one profile that the request means.
Meant profile_for(const contract::Run& asked, const command::Place& place) {
  const Profiles profiles = profiles_of(place);
  if (!asked.tool.empty()) return named_profile(asked.tool, profiles);
  if (asked.purpose.starts_with("git_")) return named_profile(asked.purpose, profiles);
  if (!asked.purpose.empty()) return fitting_profile(purpose_of(asked.purpose), place, profiles);
  if (!asked.selector.empty()) return named_profile(asked.selector, profiles);
  return Unclear{
      "What should be run? Say \"the tests\", \"the build\" or a profile by its name; \"warrant profiles "
      "list\" shows what fits here."};
}

std::string words_of(const std::vector<std::string>& argv) {
  return visible(fmt::format("{}", fmt::join(argv, " ")), false);
}

/// The end of the output: runners print their summary last.
std::string end_of(const std::string& text) {
  if (text.size() <= output_shown) return visible(text);
  std::size_t from = text.size() - output_shown;
  from = std::min(text.find('\n', from), text.size() - 1) + 1;
  return fmt::format("… {} bytes before this are left out\n{}", from, visible(std::string_view(text).substr(from)));
}

RunFact fact_of(const policy::RunCommand& effect, const command::RunReceipt& receipt) {
  RunFact fact{.profile = effect.profile,
               .command = words_of(effect.argv),
               .exit = std::nullopt,
               .ended = command::describe(receipt.ending),
               .passed = std::nullopt,
               .failed = std::nullopt,
               .failed_tests = {},
               .output = {}};
  if (const auto* exited = std::get_if<command::Exited>(&receipt.ending)) fact.exit = exited->code;
  const std::string text = receipt.output.text();
  const evidence::Evidence found = evidence::read_evidence(text);
  if (!found.runs.empty()) {
    std::int64_t passed = 0;
    std::int64_t failed = 0;
    bool counted = true;
    bool any = false;
    for (const evidence::TestRun& run : found.runs) {
      any = any || !run.empty();
      counted = counted && run.passed().has_value();
      passed += run.passed().value_or(0);
      failed += run.failed();
    }
    // A runner that found no test printed no number of them.
    if (any && counted) fact.passed = passed;
    if (any) fact.failed = failed;
  }
  if (fact.exit != 0 || fact.failed.value_or(0) > 0) fact.failed_tests = evidence::failed_tests(text, names_kept);
  fact.output = end_of(text);
  return fact;
}

/// A run that was cut off has no result that could be relied on.
bool ran_to_its_end(const command::RunReceipt& receipt) {
  return std::holds_alternative<command::Exited>(receipt.ending) ||
         std::holds_alternative<command::Signalled>(receipt.ending);
}

record::ReceiptEvent receipt_of(Course& course, const record::IntentEvent& intent, const RunFact& fact,
                                const command::RunReceipt& receipt) {
  record::ReceiptEvent event = open_receipt(intent);
  event.result = ran_to_its_end(receipt) ? "succeeded" : "failed";
  if (const auto* exited = std::get_if<command::Exited>(&receipt.ending)) event.exit_code = exited->code;
  event.output = course.keep(receipt.output.text());
  JsonObject more{{"ending", command::describe(receipt.ending)},
                  {"tree", command::to_string(receipt.tree)},
                  {"containment", command::level(receipt.contained)}};
  if (fact.passed) more.append("tests_passed", *fact.passed);
  if (fact.failed) more.append("tests_failed", *fact.failed);
  event.more = std::move(more);
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
  if (!receipt) {
    // The program never started: nothing was run, however much was tried.
    const record::ReceiptEvent none = open_receipt(intent);
    course.calls.back().receipt = record::to_json(none);
    return end_effect(course, operation, none, OperationResult::not_attempted, describe(receipt.error()));
  }
  course.facts.runs.push_back(fact_of(effect, *receipt));
  course.output = course.facts.runs.back().output;
  const auto event = receipt_of(course, intent, course.facts.runs.back(), *receipt);
  course.calls.back().receipt = record::to_json(event);
  end_effect(course, operation, event, ran_to_its_end(*receipt) ? OperationResult::succeeded : OperationResult::failed,
             course.facts.runs.back().ended);
}

void plan_and_launch(Course& course, std::size_t operation, const contract::Run& asked, const command::Profile& profile,
                     const command::Place& place) {
  std::vector<std::string> arguments;
  const bool is_name = asked.tool.empty() && asked.purpose.empty();
  if (!asked.selector.empty() && !is_name) arguments.push_back(asked.selector);
  const auto effect = command::plan(profile, arguments, place);
  if (!effect) {
    const OperationResult result =
        effect.error().code == Code::refused ? OperationResult::denied_by_policy : OperationResult::not_attempted;
    return course.finish(operation, result, describe(effect.error()));
  }
  auto warrant = permit_command(course, operation, *effect);
  if (warrant) launch(course, operation, *effect, *std::move(warrant));
}

/// Until a program starts nothing was attempted: whoever then says that it ran says what is not so.
void run_command(Course& course, std::size_t operation, const contract::Run& asked) {
  auto place = command::place_here(course.ports.root.real_path());
  if (!place) return course.finish(operation, OperationResult::not_attempted, describe(place.error()));
  place->state = course.ports.state_directory;
  match(
      profile_for(asked, *place),
      [&](const command::Profile& profile) { plan_and_launch(course, operation, asked, profile, *place); },
      [&](const Unclear& unclear) {
        course.question = unclear.question;
        course.finish(operation, OperationResult::not_attempted, "it is not clear what is to be run");
      },
      [&](const Impossible& impossible) { course.finish(operation, OperationResult::not_attempted, impossible.why); });
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
