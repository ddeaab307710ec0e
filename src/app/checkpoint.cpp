// warrant undo, redo and checkpoint: what files were before.
#include "settings.hpp"
#include "subcommands.hpp"
#include "take_turn.hpp"

#include <warrant/base/clock.hpp>
#include <warrant/base/json.hpp>
#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/checkpoint/restore.hpp>
#include <warrant/checkpoint/store.hpp>
#include <warrant/record/record.hpp>
#include <warrant/turn/recover.hpp>
#include <warrant/turn/restoration.hpp>
#include <warrant/ui/approver.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

namespace warrant::app {

namespace {

using checkpoint::Change;
using checkpoint::Checkpoint;
using checkpoint::Done;
using checkpoint::Kind;
using checkpoint::NotRestored;
using checkpoint::Plan;
using checkpoint::Restored;
using checkpoint::Store;
using workspace::Root;

Json path_json(const RelPath& path) { return to_valid_utf8(path.text()); }
std::string shown(const RelPath& path) { return reveal_lookalikes(visible(path.text(), false)); }

std::string_view past(Kind kind) {
  switch (kind) {
    case Kind::turn: return "changed";
    case Kind::undo: return "undone";
    case Kind::redo: return "redone";
    case Kind::restore: return "restored";
  }
  return "restored";
}

/// Where nobody can be asked: shows the change, and that counts as no.
class ShowOnly : public policy::Approver {
 private:
  policy::Reply put(const policy::Showing& showing) override {
    std::fprintf(stderr, "%s: %s\n%s", shown(showing.paths.front()).c_str(), showing.reason.c_str(),
                 showing.brief.c_str());
    return policy::NoAnswer{policy::NoReason::no_terminal,
                            "nobody was there to ask; --yes takes the loss of that change"};
  }
};

checkpoint::Consent consent_by(const Arguments& arguments, policy::Approver& approver) {
  return [&approver, by_flag = arguments.has("yes")](const policy::Ask& ruling, const Change& change,
                                                     const workspace::Diff& diff) -> policy::Answer {
    const std::string id = new_ulid(system_clock());
    if (by_flag) return policy::granted_by_flag(ruling, id);
    const policy::Showing showing{.tool = "restore",
                                  .paths = {change.path},
                                  .reason = ruling.reason(),
                                  .risk = "What is there now is kept first: \"warrant redo\" brings it back.",
                                  .brief = render(diff, change.path.text()).text,
                                  .full = render(diff, change.path.text(), workspace::unlimited).text,
                                  .may_remember = false};
    return approver.ask(ruling, showing, id);
  };
}

Json item_json(const Restored::Item& item) {
  return JsonObject{{"path", path_json(item.path)}, {"done", to_string(item.done)}, {"note", item.note}};
}

Result<Exit> report(const Plan& plan, const Restored& restored, bool json) {
  if (json) {
    JsonArray items;
    for (const Restored::Item& item : restored.items) items.push_back(item_json(item));
    WARRANT_CHECK(print(to_text(JsonObject{{"schema", "warrant.restoration.v1"},
                                           {"kind", to_string(plan.kind)},
                                           {"of", plan.of.id},
                                           {"turn", plan.of.turn},
                                           {"safety", restored.safety.empty() ? Json() : Json(restored.safety)},
                                           {"complete", restored.complete()},
                                           {"declined", nullptr},
                                           {"items", std::move(items)}}) +
                        "\n"));
  } else {
    std::string text;
    for (const Restored::Item& item : restored.items) {
      text += fmt::format("{:12} {}{}{}\n", to_string(item.done), shown(item.path), item.note.empty() ? "" : ": ",
                          visible(item.note, false));
    }
    if (restored.items.empty()) text += "Everything is so already.\n";
    if (restored.complete() && !restored.items.empty()) {
      text += fmt::format("Turn {} is {}; \"warrant {}\" takes this back.\n", visible(plan.of.turn, false),
                          past(plan.kind), plan.kind == Kind::undo ? "redo" : "undo");
    }
    WARRANT_CHECK(print(text));
  }
  if (restored.complete()) return Exit::done;
  const bool conflict = std::any_of(restored.items.begin(), restored.items.end(),
                                    [](const Restored::Item& item) { return item.done == Done::conflict; });
  return conflict ? Exit::failed : Exit::unverified;
}

Result<Exit> report(const Plan& plan, const NotRestored& declined, bool json) {
  const bool interrupted = declined.answer.reason == policy::NoReason::interrupted;
  if (!json) {
    return fail(interrupted ? Code::interrupted : Code::refused,
                fmt::format("nothing was {}: {}", past(plan.kind), declined.answer.why), shown(declined.path));
  }
  WARRANT_CHECK(print(
      to_text(JsonObject{{"schema", "warrant.restoration.v1"},
                         {"kind", to_string(plan.kind)},
                         {"of", plan.of.id},
                         {"turn", plan.of.turn},
                         {"safety", nullptr},
                         {"complete", false},
                         {"declined", JsonObject{{"path", path_json(declined.path)}, {"why", declined.answer.why}}},
                         {"items", JsonArray{}}}) +
      "\n"));
  return interrupted ? Exit::interrupted : Exit::denied;
}

using MakePlan = Result<Plan> (*)(const Store& store, const Root& root, const Arguments& arguments);

Result<Exit> put_back(const Arguments& arguments, MakePlan make_plan) {
  WARRANT_TRY(root, Root::open(root_of(arguments)));
  WARRANT_TRY(store, Store::open_for(root));
  WARRANT_CHECK(checkpoint::tidy(store, root));
  WARRANT_TRY(plan, make_plan(store, root, arguments));
  if (plan.changes.empty()) return report(plan, Restored{}, arguments.has("json"));
  WARRANT_TRY(dirs, find_dirs());
  WARRANT_TRY(place, record_place(dirs, root.real_path()));
  WARRANT_TRY(writer, record::Writer::open(place, system_clock()));
  WARRANT_TRY(recovered, turn::recover(writer, root));
  for (const turn::Recovered& effect : recovered) {
    std::fprintf(stderr, "warrant: %s\n", turn::describe(effect).c_str());
  }
  ui::TerminalApprover at_terminal(use_colour(arguments, STDERR_FILENO));
  ShowOnly nobody;
  const bool person = has_terminal() && !arguments.has("json");
  policy::Approver& approver = person ? static_cast<policy::Approver&>(at_terminal) : nobody;
  const turn::RestorationPorts ports{.record = writer, .checkpoints = store, .root = root, .clock = system_clock()};
  WARRANT_TRY(done, turn::restore_on_request(ports, plan, consent_by(arguments, approver)));
  if (!done.end.restoration) return fail(done.end.restoration.error());
  WARRANT_TRY(exit, match(
                        *done.end.restoration,
                        [&](const Restored& restored) { return report(plan, restored, arguments.has("json")); },
                        [&](const NotRestored& declined) { return report(plan, declined, arguments.has("json")); }));
  if (done.durability_why.empty()) return exit;
  std::fprintf(stderr, "warrant: not durable: %s\n", done.durability_why.c_str());
  return exit == Exit::done ? Exit::unverified : exit;
}

Result<Exit> undo(const Arguments& arguments) {
  return put_back(arguments, [](const Store& store, const Root& root, const Arguments&) {
    return checkpoint::plan_undo(store, root);
  });
}

Result<Exit> redo(const Arguments& arguments) {
  return put_back(arguments, [](const Store& store, const Root& root, const Arguments&) {
    return checkpoint::plan_redo(store, root);
  });
}

Result<Exit> restore(const Arguments& arguments) {
  return put_back(arguments, [](const Store& store, const Root& root, const Arguments& given) {
    return checkpoint::plan_restore(store, root, *given.word(0));
  });
}

Json summary_json(const Checkpoint& one) {
  JsonArray paths;
  for (const checkpoint::Entry& entry : one.entries) paths.push_back(path_json(entry.path));
  return JsonObject{{"id", one.id},
                    {"kind", to_string(one.kind)},
                    {"turn", one.turn},
                    {"of", one.of.empty() ? Json() : Json(one.of)},
                    {"taken", to_rfc3339(one.taken_ms)},
                    {"finished", one.finished},
                    {"paths", std::move(paths)}};
}

Result<Exit> list(const Arguments& arguments) {
  WARRANT_TRY(root, Root::open(root_of(arguments)));
  WARRANT_TRY(store, Store::open_for(root));
  WARRANT_TRY(all, store.list());
  WARRANT_TRY(damaged, store.damaged());
  if (arguments.has("json")) {
    JsonArray items;
    for (const Checkpoint& one : all) items.push_back(summary_json(one));
    WARRANT_CHECK(
        print(to_text(JsonObject{{"schema", "warrant.checkpoint-list.v1"}, {"checkpoints", std::move(items)}}) + "\n"));
  } else {
    std::string text;
    for (const Checkpoint& one : all) {
      text += fmt::format("{}  {}  {:7} {:3} path{}  turn {}{}\n", one.id, to_rfc3339(one.taken_ms),
                          to_string(one.kind), one.entries.size(), one.entries.size() == 1 ? " " : "s",
                          visible(one.turn, false), one.finished ? "" : "  (interrupted)");
    }
    WARRANT_CHECK(print(text.empty() ? "No checkpoints yet: one is taken before each change.\n" : text));
  }
  if (damaged) std::fprintf(stderr, "warrant: %s\n", describe(*damaged).c_str());
  return damaged ? Exit::integrity : Exit::done;
}

Result<Exit> show(const Arguments& arguments) {
  WARRANT_TRY(root, Root::open(root_of(arguments)));
  WARRANT_TRY(store, Store::open_for(root));
  WARRANT_TRY(one, store.find(*arguments.word(0)));
  WARRANT_TRY(plan, plan_restore(store, root, one.id));
  JsonArray changes;
  std::string text =
      fmt::format("{} of turn {}, taken {}\n", one.id, visible(one.turn, false), to_rfc3339(one.taken_ms));
  for (const checkpoint::Entry& entry : one.entries) {
    text += fmt::format("  {}: was {}{}\n", shown(entry.path), describe(entry.before),
                        entry.after ? ", became " + describe(*entry.after) : "");
  }
  text += plan.changes.empty() ? "Restoring it changes nothing.\n" : "Restoring it would make these changes:\n";
  for (const Change& change : plan.changes) {
    WARRANT_TRY(diff, difference(store, root, change));
    const std::string rendered = render(diff, change.path.text()).text;
    text += change.changed_since ? "# changed since by somebody else\n" + rendered : rendered;
    changes.push_back(JsonObject{{"path", path_json(change.path)},
                                 {"now", describe(change.now)},
                                 {"then", describe(change.then)},
                                 {"changed_since", change.changed_since},
                                 {"diff", rendered}});
  }
  if (!arguments.has("json")) {
    WARRANT_CHECK(print(text));
    return Exit::done;
  }
  WARRANT_CHECK(print(to_text(JsonObject{{"schema", "warrant.checkpoint-show.v1"},
                                         {"checkpoint", summary_json(one)},
                                         {"changes", std::move(changes)}}) +
                      "\n"));
  return Exit::done;
}

Result<Exit> verify(const Arguments& arguments) {
  WARRANT_TRY(root, Root::open(root_of(arguments)));
  WARRANT_TRY(store, Store::open_for(root));
  WARRANT_TRY(check, store.verify());
  JsonArray problems;
  std::string text;
  for (const Error& problem : check.problems) {
    problems.emplace_back(describe(problem));
    text += "damaged: " + visible(describe(problem), false) + "\n";
  }
  text +=
      fmt::format("{} checkpoints, {} contents, {} damaged\n", check.checkpoints, check.blobs, check.problems.size());
  WARRANT_CHECK(print(arguments.has("json") ? to_text(JsonObject{{"schema", "warrant.checkpoint-verify.v1"},
                                                                 {"checkpoints", check.checkpoints},
                                                                 {"contents", check.blobs},
                                                                 {"problems", std::move(problems)}}) +
                                                  "\n"
                                            : text));
  return check.problems.empty() ? Exit::done : Exit::integrity;
}

/// The number of `--name`, or `otherwise`. Errors: invalid_argument.
Result<std::uint64_t> number(const Arguments& arguments, std::string_view name, std::uint64_t otherwise) {
  const auto text = arguments.option(name);
  if (!text) return otherwise;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc() || end != text->data() + text->size() || value > 1'000'000'000'000) {
    return fail(Code::invalid_argument,
                fmt::format("--{} takes a whole number, not \"{}\"", name, visible(*text, false)));
  }
  return value;
}

Result<Exit> collect(const Arguments& arguments) {
  checkpoint::Retention retention;
  constexpr std::int64_t day_ms = 24LL * 3600 * 1000;
  WARRANT_TRY(days, number(arguments, "days", static_cast<std::uint64_t>(retention.age_ms / day_ms)));
  WARRANT_TRY(count, number(arguments, "count", retention.count));
  WARRANT_TRY(megabytes, number(arguments, "megabytes", retention.bytes >> 20U));
  if (days > 100'000) return fail(Code::invalid_argument, "--days takes at most 100000");
  retention = {.age_ms = static_cast<std::int64_t>(days) * day_ms, .count = count, .bytes = megabytes << 20U};
  WARRANT_TRY(root, Root::open(root_of(arguments)));
  WARRANT_TRY(store, Store::open_for(root));
  WARRANT_TRY(done, store.collect(retention, system_clock().now_ms()));
  WARRANT_CHECK(print(arguments.has("json") ? to_text(JsonObject{{"schema", "warrant.checkpoint-gc.v1"},
                                                                 {"checkpoints", done.checkpoints},
                                                                 {"contents", done.blobs},
                                                                 {"bytes", static_cast<std::int64_t>(done.bytes)}}) +
                                                  "\n"
                                            : fmt::format("removed {} checkpoints and {} contents, {} bytes\n",
                                                          done.checkpoints, done.blobs, done.bytes)));
  return Exit::done;
}

Option yes_option() { return {.name = "yes", .value = "", .help = "also over files that somebody changed since"}; }
Positional id_positional() {
  return {.name = "ID", .help = "the checkpoint, or the beginning of its name", .required = true};
}

}  // namespace

std::vector<Subcommand> checkpoint_subcommands() {
  return {
      {.path = "undo",
       .summary = "put back what the last turn changed",
       .examples = "  warrant undo\n  warrant undo --root ~/project --yes\n",
       .positionals = {},
       .options = {root_option(), yes_option(), json_option()},
       .run = undo},
      {.path = "redo",
       .summary = "make the undone change again",
       .examples = "  warrant redo\n",
       .positionals = {},
       .options = {root_option(), yes_option(), json_option()},
       .run = redo},
      {.path = "checkpoint list",
       .summary = "what is kept of this workspace, oldest first",
       .examples = "  warrant checkpoint list\n  warrant checkpoint list --json\n",
       .positionals = {},
       .options = {root_option(), json_option()},
       .run = list},
      {.path = "checkpoint show",
       .summary = "what a checkpoint holds, and what restoring it would change",
       .examples = "  warrant checkpoint show 01J9Z\n",
       .positionals = {id_positional()},
       .options = {root_option(), json_option()},
       .run = show},
      {.path = "checkpoint restore",
       .summary = "put back what a checkpoint holds",
       .examples = "  warrant checkpoint restore 01J9Z\n",
       .positionals = {id_positional()},
       .options = {root_option(), yes_option(), json_option()},
       .run = restore},
      {.path = "checkpoint verify",
       .summary = "check everything that is kept against its digests",
       .examples = "  warrant checkpoint verify\n",
       .positionals = {},
       .options = {root_option(), json_option()},
       .run = verify},
      {.path = "checkpoint gc",
       .summary = "remove the oldest checkpoints over the limits, never the newest",
       .examples = "  warrant checkpoint gc\n  warrant checkpoint gc --days 7 --count 100 --megabytes 200\n",
       .positionals = {},
       .options = {root_option(),
                   {.name = "days", .value = "N", .help = "age to keep (default 30)"},
                   {.name = "count", .value = "N", .help = "checkpoints to keep (default 500)"},
                   {.name = "megabytes", .value = "N", .help = "compressed size to keep (default 1024)"},
                   json_option()},
       .run = collect},
  };
}

}  // namespace warrant::app
