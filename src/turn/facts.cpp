#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/turn/facts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace warrant::turn {

namespace {

using contract::Operation;

claims::OpKind kind_of(const Operation& operation) {
  using claims::OpKind;
  return match(
      operation, [](const contract::Replace&) { return OpKind::edit; },
      [](const contract::SetValue&) { return OpKind::edit; },
      [](const contract::RenameSymbol&) { return OpKind::edit; }, [](const contract::AddText&) { return OpKind::edit; },
      [](const contract::RemoveText&) { return OpKind::edit; }, [](const contract::Edit&) { return OpKind::edit; },
      [](const contract::CreateFile&) { return OpKind::create; },
      [](const contract::DeleteFile&) { return OpKind::delete_; },
      [](const contract::TransferFile&) { return OpKind::move; },
      [](const contract::MakeDirectory&) { return OpKind::create; }, [](const contract::Run&) { return OpKind::run; },
      [](const contract::Restore&) { return OpKind::edit; });
}

/// What the words fixed that an edit leaves in the file: a name and its value.
std::pair<std::string, std::string> left_by(const Operation& operation) {
  if (const auto* replace = std::get_if<contract::Replace>(&operation)) return {replace->subject, replace->with};
  if (const auto* set = std::get_if<contract::SetValue>(&operation)) return {set->subject, set->value};
  return {};
}

claims::OpResult result_of(OperationResult result) {
  using claims::OpResult;
  switch (result) {
    case OperationResult::succeeded: return OpResult::succeeded;
    case OperationResult::failed: return OpResult::failed;
    case OperationResult::indeterminate: return OpResult::indeterminate;
    case OperationResult::denied_by_person: return OpResult::denied_by_person;
    case OperationResult::denied_by_policy: return OpResult::denied_by_policy;
    case OperationResult::not_attempted: return OpResult::not_attempted;
  }
  return OpResult::indeterminate;
}

std::string_view words_of(OperationResult result) {
  switch (result) {
    case OperationResult::succeeded: return "done";
    case OperationResult::failed: return "failed";
    case OperationResult::indeterminate: return "unknown whether it happened";
    case OperationResult::denied_by_person: return "not done: approval was denied";
    case OperationResult::denied_by_policy: return "not done: a rule denied it";
    case OperationResult::not_attempted: return "not done";
  }
  return "unknown whether it happened";
}

bool runs_only(const Facts& facts) {
  return std::ranges::all_of(
      facts.operations, [](const OperationFact& fact) { return std::holds_alternative<contract::Run>(fact.asked); });
}

/// For commands, whose verification is how they ended.
std::string_view words_of_runs(Verification verification) {
  switch (verification) {
    case Verification::pass: return "what was run ended well";
    case Verification::fail: return "what was run did NOT end well";
    case Verification::indeterminate: return "how it ended is not known";
    case Verification::not_run: return "nothing was checked";
  }
  return "how it ended is not known";
}

std::string_view words_of(const Facts& facts) {
  if (runs_only(facts)) return words_of_runs(facts.verification);
  switch (facts.verification) {
    case Verification::pass:
      return facts.fixed ? "checked on disk: what was asked for is there"
                         : "checked on disk: what was approved was done; whether it is what was meant was not checked";
    case Verification::fail: return "checked on disk: what was asked for is NOT there";
    case Verification::indeterminate: return "could not be checked";
    case Verification::not_run: return "nothing was checked";
  }
  return "could not be checked";
}

/// Text of the person or a file name as one harmless line.
std::string line(std::string_view text) { return visible(text, false); }

std::string tests_of(const RunFact& run) {
  if (!run.passed && !run.failed) return "no test result was printed";
  return fmt::format("{} passed, {} failed", run.passed ? std::to_string(*run.passed) : "unknown number",
                     run.failed ? std::to_string(*run.failed) : "unknown number");
}

}  // namespace

std::string describe(const Operation& operation) {
  return match(
      operation,
      [](const contract::Replace& replace) {
        return replace.subject.empty() ? fmt::format("change \"{}\" to \"{}\" in {}", line(replace.find),
                                                     line(replace.with), line(replace.path))
                                       : fmt::format("change {} from {} to {} in {}", line(replace.subject),
                                                     line(replace.find), line(replace.with), line(replace.path));
      },
      [](const contract::SetValue& set) {
        return fmt::format("set {} to {} in {}", line(set.subject), line(set.value), line(set.path));
      },
      [](const contract::RenameSymbol& rename) {
        return fmt::format("rename {} to {} in {}", line(rename.from), line(rename.to), line(rename.path));
      },
      [](const contract::AddText& add) { return fmt::format("add \"{}\" to {}", line(add.text), line(add.path)); },
      [](const contract::RemoveText& remove) {
        return fmt::format("remove \"{}\" from {}", line(remove.text), line(remove.path));
      },
      [](const contract::Edit& edit) { return fmt::format("change {}", line(edit.path)); },
      [](const contract::CreateFile& create) { return fmt::format("create {}", line(create.path)); },
      [](const contract::DeleteFile& remove) { return fmt::format("delete {}", line(remove.path)); },
      [](const contract::TransferFile& transfer) {
        const std::string_view verb = transfer.how == contract::Transfer::copy     ? "copy"
                                      : transfer.how == contract::Transfer::rename ? "rename"
                                                                                   : "move";
        return fmt::format("{} {} to {}", verb, line(transfer.from), line(transfer.to));
      },
      [](const contract::MakeDirectory& make) { return fmt::format("make the directory {}", line(make.path)); },
      [](const contract::Run& run) {
        if (!run.tool.empty()) return fmt::format("run {}", line(run.tool));
        if (!run.purpose.empty()) return fmt::format("run: {}", line(run.purpose));
        return run.selector.empty() ? std::string("run something") : fmt::format("run {}", line(run.selector));
      },
      [](const contract::Restore& restore) {
        const std::string_view verb = restore.redo ? "make the last undone change again" : "take the last change back";
        return restore.path.empty() ? std::string(verb) : fmt::format("{} in {}", verb, line(restore.path));
      });
}

std::string describe(const SearchFact& search) {
  const std::string lines = search.lines == 0   ? std::string("no line holds it")
                            : search.lines == 1 ? std::string("one line holds it")
                                                : fmt::format("{} lines hold it, in {} file{}", search.lines,
                                                              search.files, search.files == 1 ? "" : "s");
  return fmt::format("\"{}\": {}{}", line(search.text), lines, search.complete ? "" : " (not all were looked at)");
}

claims::State boundary_state(const Facts& facts) {
  claims::State state{.ops = {},
                      .tests = std::nullopt,
                      .verification = std::string(to_string(facts.verification)),
                      .durability = std::string(to_string(facts.durability))};
  for (const OperationFact& fact : facts.operations) {
    std::string target(contract::path_of(fact.asked));
    if (const auto* run = std::get_if<contract::Run>(&fact.asked))
      target = run->tool.empty() ? run->purpose : run->tool;
    auto [subject, value] = left_by(fact.asked);
    state.ops.push_back({.op = kind_of(fact.asked),
                         .target = std::move(target),
                         .result = result_of(fact.result),
                         .subject = std::move(subject),
                         .value = std::move(value)});
  }
  for (const std::string& path : facts.read) {
    state.ops.push_back({.op = claims::OpKind::read, .target = path, .result = claims::OpResult::succeeded});
  }
  for (const std::string& path : facts.absent) {
    // What was to be done with a file says more than that it could not be read first.
    const bool told = std::ranges::any_of(
        facts.operations, [&](const OperationFact& fact) { return contract::path_of(fact.asked) == path; });
    if (told) continue;
    state.ops.push_back({.op = claims::OpKind::read, .target = path, .result = claims::OpResult::failed});
  }
  for (const SearchFact& search : facts.searched) {
    state.ops.push_back({.op = claims::OpKind::search,
                         .target = search.text,
                         .result = claims::OpResult::succeeded,
                         .found = static_cast<std::int64_t>(search.lines)});
  }
  if (!facts.runs.empty()) {
    const RunFact& last = facts.runs.back();
    state.tests = claims::Tests{.passed = last.passed, .failed = last.failed, .exit = last.exit};
  }
  return state;
}

std::string state_block(const Facts& facts) {
  std::string block;
  for (const OperationFact& fact : facts.operations) {
    block += fmt::format("asked: {} -> {}{}{}\n", describe(fact.asked), words_of(fact.result),
                         fact.detail.empty() ? "" : "; ", fact.detail);
  }
  for (const std::string& path : facts.read) block += fmt::format("read: {}\n", line(path));
  for (const std::string& reason : facts.withheld) block += fmt::format("not read: {}\n", reason);
  for (const SearchFact& search : facts.searched) block += fmt::format("searched for: {}\n", describe(search));
  for (const RunFact& run : facts.runs) {
    block += fmt::format("ran: {} -> {}; {}\n", line(run.command), run.ended, tests_of(run));
  }
  if (facts.runs.empty()) block += "tests: not run in this turn\n";
  if (!facts.operations.empty()) block += fmt::format("verification: {}\n", words_of(facts));
  for (const std::string& reason : facts.unmet) block += fmt::format("not as asked: {}\n", reason);
  if (facts.durability == Durability::failed) {
    block += fmt::format("durability: NOT kept in the record: {}\n", line(facts.durability_why));
  }
  return block;
}

std::string known_facts(const Facts& facts) {
  std::string text;
  for (const OperationFact& fact : facts.operations) {
    text += fmt::format("- Asked: {}. Result: {}{}{}.\n", describe(fact.asked), words_of(fact.result),
                        fact.detail.empty() ? "" : "; ", fact.detail);
  }
  for (const RunFact& run : facts.runs) {
    text += fmt::format("- Ran {}: {}; {}.\n", line(run.command), run.ended, tests_of(run));
  }
  if (facts.runs.empty()) text += "- No tests and no other command were run in this turn.\n";
  if (!facts.operations.empty()) text += fmt::format("- Verification: {}.\n", words_of(facts));
  for (const std::string& reason : facts.unmet) text += fmt::format("- Not as asked: {}.\n", reason);
  if (facts.durability == Durability::failed) {
    text += fmt::format("- This turn is not kept in the record as it should be: {}.\n", line(facts.durability_why));
  }
  for (const std::string& path : facts.read) text += fmt::format("- Read: {}.\n", line(path));
  for (const SearchFact& search : facts.searched) text += fmt::format("- Searched for: {}.\n", describe(search));
  for (const std::string& reason : facts.withheld) text += fmt::format("- Not read: {}.\n", reason);
  return text;
}

}  // namespace warrant::turn
