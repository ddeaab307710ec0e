#include "probe.hpp"
#include "settings.hpp"
#include "workspace_facts.hpp"

#include <warrant/base/dirs.hpp>
#include <warrant/base/fd.hpp>
#include <warrant/base/match.hpp>
#include <warrant/command/detect.hpp>
#include <warrant/command/trust.hpp>
#include <warrant/policy/rules.hpp>
#include <warrant/record/place.hpp>
#include <warrant/record/verify.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <utility>

namespace warrant::app {

namespace {

Finding probe_access(const std::string& root) {
  if (::access(root.c_str(), R_OK | X_OK) != 0) {
    return {.part = "workspace", .state = State::fail, .found = root + " cannot be read", .mend = "chmod u+rx " + root};
  }
  if (::access(root.c_str(), W_OK) != 0) {
    return {.part = "workspace",
            .state = State::warn,
            .found = root + " cannot be written: every edit will fail",
            .mend = "make it writable, or stay with --mode ask"};
  }
  return {.part = "workspace", .state = State::pass, .found = root, .mend = {}};
}

Finding probe_record(const std::string& root, const Dirs& dirs) {
  const auto verdict = record::verify(record::place_of(dirs, root));
  if (!verdict && verdict.error().code == Code::not_found) {
    return {.part = "record", .state = State::skip, .found = "no turn was recorded here yet", .mend = {}};
  }
  if (!verdict) {
    return {.part = "record",
            .state = State::fail,
            .found = describe(verdict.error()),
            .mend = "see \"warrant trace verify\""};
  }
  if (verdict->first_bad) {
    return {.part = "record",
            .state = State::fail,
            .found = fmt::format("event {} is bad: {}", verdict->first_bad->seq, verdict->first_bad->why),
            .mend = "see \"warrant trace verify\"; keep the files, and do not trust what comes after that event"};
  }
  return {
      .part = "record", .state = State::pass, .found = fmt::format("{} events verify", verdict->events), .mend = {}};
}

/// The rules that hold here: the person's and the workspace's own.
std::vector<Finding> probe_rules(const std::string& root, const Dirs& dirs) {
  const policy::RuleSet set =
      policy::load_rules(dirs.config + "/config.toml", root + "/.warrant/config.toml", settings_tables());
  std::vector<Finding> out;
  for (const Error& problem : set.problems) {
    out.push_back({.part = "rules",
                   .state = State::fail,
                   .found = fmt::format("{}; until it is corrected every change is denied", describe(problem)),
                   .mend = "correct that line; \"warrant policy test FILE\" checks a file of rules"});
  }
  if (out.empty() && set.rules.empty()) {
    out.push_back(
        {.part = "rules", .state = State::skip, .found = "no rule of your own: the built-in ones hold", .mend = {}});
  }
  if (out.empty()) {
    out.push_back({.part = "rules",
                   .state = State::pass,
                   .found = fmt::format("{} beside the built-in ones", set.rules.size()),
                   .mend = {}});
  }
  return out;
}

/// The words of one's own.
Finding probe_words() {
  const auto lexicon = load_lexicon();
  if (lexicon) return {.part = "language", .state = State::pass, .found = "the words are read", .mend = {}};
  return {.part = "language", .state = State::fail, .found = describe(lexicon.error()), .mend = "correct that line"};
}

Finding probe_profiles(const std::string& root, const Dirs& dirs) {
  const auto found = command::standing(root, dirs.state);
  const std::string part = "profiles";
  if (!found) {
    return {
        .part = part, .state = State::fail, .found = describe(found.error()), .mend = "see \"warrant profiles list\""};
  }
  switch (found->trust) {
    case command::Trust::absent:
      return {.part = part,
              .state = State::pass,
              .found = fmt::format("{} built-in, none of the workspace's own", command::builtin_profiles().size()),
              .mend = {}};
    case command::Trust::trusted:
      return {.part = part,
              .state = State::pass,
              .found = fmt::format("{} built-in, {} of the workspace's own", command::builtin_profiles().size(),
                                   found->profiles.size()),
              .mend = {}};
    case command::Trust::unknown:
    case command::Trust::changed:
      return {.part = part,
              .state = State::warn,
              .found = found->why,
              .mend = "warrant profiles list; warrant profiles trust"};
    case command::Trust::invalid: break;
  }
  return {.part = part,
          .state = State::fail,
          .found = found->why,
          .mend = "correct the file; none of its profiles is used"};
}

Finding planned(const command::One& one, const command::Place& place) {
  const auto effect = command::plan(*command::find_profile(one.fit.profile), {}, place);
  if (!effect) {
    return {
        .part = "tests", .state = State::warn, .found = describe(effect.error()), .mend = "install it or build first"};
  }
  return {.part = "tests",
          .state = State::pass,
          .found = fmt::format("\"run the tests\" means {} ({})", one.fit.profile, one.fit.because),
          .mend = {}};
}

Finding probe_tests(const command::Place& place) {
  const auto listing = command::survey(place);
  if (!listing)
    return {.part = "tests", .state = State::warn, .found = describe(listing.error()), .mend = "make it readable"};
  return match(
      command::choose(command::Purpose::test, *listing), [&](const command::One& one) { return planned(one, place); },
      [](const command::Several& several) {
        return Finding{.part = "tests", .state = State::pass, .found = "several: " + several.question, .mend = {}};
      },
      [](const command::None&) {
        return Finding{
            .part = "tests", .state = State::skip, .found = "no test runner recognised in this workspace", .mend = {}};
      });
}

Finding probe_git(const command::Place& place) {
  const auto effect = command::plan(*command::find_profile("git-status"), {}, place);
  if (effect) return {.part = "git", .state = State::pass, .found = effect->program, .mend = {}};
  return {.part = "git",
          .state = State::warn,
          .found = effect.error().message,
          .mend = "install git for the profiles git-status, git-diff, git-log and git-show; nothing else needs it"};
}

}  // namespace

std::vector<Finding> probe_workspace(const std::string& root) {
  std::vector<Finding> out = {probe_access(root)};
  if (const auto dirs = find_dirs()) {
    for (Finding& finding : probe_rules(root, *dirs)) out.push_back(std::move(finding));
    out.push_back(probe_words());
    out.push_back(probe_record(root, *dirs));
    out.push_back(probe_profiles(root, *dirs));
  }
  if (const auto place = command::place_here(root)) {
    out.push_back(probe_tests(*place));
    out.push_back(probe_git(*place));
  }
  return out;
}

}  // namespace warrant::app
