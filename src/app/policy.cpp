// warrant policy: why a call would be allowed, asked about or denied.
#include "settings.hpp"
#include "subcommands.hpp"
#include "workspace_facts.hpp"

#include <warrant/base/clock.hpp>
#include <warrant/base/dirs.hpp>
#include <warrant/base/json.hpp>
#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/contract/plan.hpp>
#include <warrant/language/language.hpp>
#include <warrant/policy/approval.hpp>
#include <warrant/policy/examine.hpp>
#include <warrant/policy/protect.hpp>
#include <warrant/policy/rules.hpp>
#include <warrant/policy/warrant.hpp>
#include <warrant/surface/materials.hpp>
#include <warrant/turn/disk.hpp>
#include <warrant/workspace/facts.hpp>
#include <warrant/workspace/root.hpp>

#include <fmt/format.h>

#include <string>
#include <utility>

namespace warrant::app {

namespace {

using workspace::Root;

contract::Posture posture_of(const Arguments& arguments) {
  const std::string_view mode = arguments.option("mode").value_or("agent");
  if (mode == "ask") return contract::Posture::ask;
  if (mode == "plan") return contract::Posture::plan;
  return contract::Posture::agent;
}

/// The reply in which a model would have made the call. Errors: invalid_argument.
Result<std::string> reply_of(std::string_view tool, std::string_view arguments) {
  const auto json = parse_json(arguments);
  if (!json || json->object() == nullptr) {
    return fail(Code::invalid_argument,
                "the arguments are one JSON object, like '{\"path\":\"a.txt\",\"old\":\"x\",\"new\":\"y\"}'" +
                    (json ? std::string() : ": " + json.error().message));
  }
  JsonObject call{{"tool", tool}};
  for (const auto& [key, value] : *json->object()) call.set(key, value);
  return to_text(call);
}

std::vector<RelPath> paths_of(const surface::Call& call) {
  using Paths = std::vector<RelPath>;
  return match(
      call, [](const surface::ReadFile& one) { return Paths{one.path}; },
      [](const surface::ListFiles& one) { return Paths{one.directory}; },
      [](const surface::SearchText&) { return Paths{}; }, [](const surface::EditFile& one) { return Paths{one.path}; },
      [](const surface::WriteFile& one) { return Paths{one.path}; },
      [](const surface::AppendText& one) { return Paths{one.path}; },
      [](const surface::Organize& batch) {
        Paths all;
        for (const surface::FileOperation& one : batch.operations) all.push_back(one.path);
        return all;
      },
      [](const surface::RunCommand&) { return Paths{}; }, [](const surface::Answer&) { return Paths{}; });
}

/// A turn in which the call could be made: that of the request, or one that asked for just this call.
struct Setting {
  contract::Plan plan;
  std::optional<surface::Surface> surface;
};

contract::Contract contract_for(const std::vector<RelPath>& paths) {
  contract::Contract contract{.request = "",
                              .type = contract::Type::edit,
                              .requested = true,
                              .allowed = true,
                              .only_targets = false,
                              .verification = contract::Verification::required,
                              .targets = {},
                              .operations = {},
                              .expectations = {},
                              .obligation = contract::Obligation::change,
                              .grounds = contract::Grounds::none,
                              .posture = contract::Posture::agent,
                              .phase = contract::Phase::apply,
                              .reason = {"explain", {}, "as if the request had asked for this call"},
                              .unsure = false,
                              .question = ""};
  for (const RelPath& path : paths) {
    contract.targets.push_back({path.text(), contract::Role::may_change, true, std::nullopt});
  }
  return contract;
}

/// Everything that the call itself names is offered.
Result<surface::Surface> surface_for(const surface::Call& call, const Root& root) {
  using contract::Tool;
  surface::Request request{.tools = {Tool::read_file, Tool::list_files, Tool::search_text, Tool::edit_file,
                                     Tool::write_file, Tool::append_text, Tool::organize, Tool::run_command,
                                     Tool::answer}};
  for (const RelPath& path : paths_of(call)) {
    request.readable.push_back(path);
    request.writable.push_back(path);
    request.directories.push_back(path);
    const auto real = root.resolve(path);
    if (!real) continue;
    if (const auto file = root.read(*real)) request.targets.push_back({path, file->bytes, 0, file->bytes.size()});
  }
  if (const auto* batch = std::get_if<surface::Organize>(&call)) request.operations = batch->operations;
  if (const auto* command = std::get_if<surface::RunCommand>(&call)) request.profiles = {command->profile};
  return surface::compile(request);
}

/// Whether a path of the call leads out of the workspace as it is written.
bool is_climbing(const Json& arguments) {
  for (const std::string_view name : {"path", "to", "from", "directory", "file", "file_path"}) {
    const Json* value = arguments.find(name);
    if (value == nullptr || value->string() == nullptr) continue;
    const auto path = RelPath::make(*value->string());
    if (!path && path.error().code == Code::refused) return true;
  }
  return false;
}

/// What can be said of the call without a turn: that it is none, that it leads out, or nothing.
Result<std::optional<policy::Examination>> examine_alone(const Arguments& arguments, std::string_view reply) {
  const auto call = surface::read_call(reply);
  if (call) return std::nullopt;
  const bool reads = call.error().step == surface::Step::arguments;
  WARRANT_TRY(json, parse_json(*arguments.word(1)));
  if (reads && is_climbing(json)) return policy::examine_escape();
  return policy::examine_unreadable(call.error());
}

Result<Setting> setting_of(const Arguments& arguments, const Root& root, std::string_view reply) {
  const auto call = surface::read_call(reply);
  const std::vector<RelPath> paths = call ? paths_of(*call) : std::vector<RelPath>{};
  if (const auto typed = arguments.option("request")) {
    WARRANT_TRY(request, read_request(*typed));
    WARRANT_TRY(lexicon, load_lexicon());
    contract::Contract contract = contract::resolve(request, turn::WorkspaceFacts(root), lexicon);
    // What the request would offer in any posture: the posture is a step of its own behind it.
    WARRANT_TRY(offered, contract::make_plan(contract::with_posture(contract, contract::Posture::agent)));
    WARRANT_TRY(plan, contract::make_plan(contract::with_posture(std::move(contract), posture_of(arguments))));
    surface::Materials materials{.files = {}};
    for (const contract::Target& target : plan.contract().targets) {
      const auto path = RelPath::make(target.path);
      const auto real = path ? root.resolve(*path) : Result<RelPath>(path);
      if (!real) continue;
      if (const auto file = root.read(*real)) materials.files.push_back({*path, file->bytes});
    }
    materials.listing = paths;
    if (call) {
      if (const auto* command = std::get_if<surface::RunCommand>(&*call)) materials.profiles = {command->profile};
    }
    WARRANT_TRY(surface, surface::compile(offered, materials));
    return Setting{std::move(plan), std::move(surface)};
  }
  WARRANT_TRY(plan, contract::make_plan(contract::with_posture(contract_for(paths), posture_of(arguments))));
  if (!call) return Setting{std::move(plan), std::nullopt};
  WARRANT_TRY(surface, surface_for(*call, root));
  return Setting{std::move(plan), std::move(surface)};
}

Digest effect_of(const policy::Examination& examination, std::string_view reply) {
  if (!examination.change) return sha256(reply);
  const policy::FileChange& change = *examination.change;
  const auto before = change.before ? std::optional(sha256(*change.before)) : std::nullopt;
  return policy::digest_of(policy::WriteFile{change.path, before, sha256(change.after), std::nullopt});
}

struct Shown {
  policy::Verdict verdict;
  const policy::RulingFacts& facts;
};

Shown show(const policy::Ruling& ruling) {
  return match(
      ruling, [](const policy::Allow& allow) { return Shown{policy::Verdict::allow, allow}; },
      [](const policy::Ask& ask) { return Shown{policy::Verdict::ask, ask}; },
      [](const policy::Deny& deny) { return Shown{policy::Verdict::deny, deny}; });
}

Json to_json(const policy::Examination& examination, const Shown& shown, std::string_view tool,
             const policy::RuleSet& rules) {
  JsonArray steps;
  for (const policy::Checked& step : examination.steps) {
    steps.push_back(JsonObject{{"step", to_string(step.step)}, {"passed", step.passed}, {"why", step.why}});
  }
  JsonArray paths;
  for (const RelPath& path : examination.paths) {
    paths.push_back(
        JsonObject{{"path", to_valid_utf8(path.text())}, {"protection", to_string(policy::classify(path))}});
  }
  JsonArray problems;
  for (const Error& problem : rules.problems) problems.emplace_back(describe(problem));
  const policy::Checked* failed = examination.failed();
  return JsonObject{{"schema", "warrant.policy-explain.v1"},
                    {"tool", tool},
                    {"verdict", to_string(shown.verdict)},
                    {"decided_by", failed == nullptr ? "ladder" : to_string(failed->step)},
                    {"ladder", to_string(shown.facts.step())},
                    {"why", failed == nullptr ? shown.facts.reason() : failed->why},
                    {"scope_warning", examination.scope_warning},
                    {"form_change", examination.form_change},
                    {"paths", std::move(paths)},
                    {"steps", std::move(steps)},
                    {"rule_problems", std::move(problems)}};
}

std::string to_lines(const policy::Examination& examination, const Shown& shown, const policy::RuleSet& rules) {
  std::string text;
  for (const policy::Checked& step : examination.steps) {
    text += fmt::format("{} {:11} {}\n", step.passed ? "ok  " : "FAIL", to_string(step.step), visible(step.why, false));
  }
  for (const RelPath& path : examination.paths) {
    const policy::Protection protection = policy::classify(path);
    if (protection == policy::Protection::none) continue;
    text += fmt::format("     {} is protected ({})\n", visible(path.text(), false), to_string(protection));
  }
  for (const Error& problem : rules.problems) text += "bad rule: " + visible(describe(problem), false) + "\n";
  return text + fmt::format("verdict: {}\n", to_string(shown.verdict));
}

Result<Exit> decide_and_print(const Arguments& arguments, policy::Examination examination, std::string_view reply,
                              const policy::RuleSet& rules) {
  const policy::Ruling ruling = policy::decide(
      question_of(examination, new_ulid(system_clock()), effect_of(examination, reply)), rules.rules, {});
  note(examination, ruling);
  const Shown shown = show(ruling);
  WARRANT_CHECK(print(arguments.has("json") ? to_text(to_json(examination, shown, *arguments.word(0), rules)) + "\n"
                                            : to_lines(examination, shown, rules)));
  return Exit::done;
}

Result<Exit> explain(const Arguments& arguments) {
  WARRANT_TRY(root, Root::open(root_of(arguments)));
  WARRANT_TRY(dirs, find_dirs());
  WARRANT_TRY(reply, reply_of(*arguments.word(0), *arguments.word(1)));
  WARRANT_TRY(alone, examine_alone(arguments, reply));
  const policy::RuleSet rules =
      policy::load_rules(dirs.config + "/config.toml", root.real_path() + "/.warrant/config.toml", settings_tables());
  if (alone) return decide_and_print(arguments, *std::move(alone), reply, rules);
  WARRANT_TRY(setting, setting_of(arguments, root, reply));
  std::set<RelPath> read;  // A turn reads its targets in full.
  for (const contract::Target& target : setting.plan.contract().targets) {
    const auto path = RelPath::make(target.path);
    const auto real = path ? root.resolve(*path) : Result<RelPath>(path);
    if (real) read.insert(*real);
  }
  const workspace::PolicyFacts facts(root, std::move(read));
  policy::Examination examination =
      policy::examine(reply, setting.surface ? &*setting.surface : nullptr, setting.plan, facts);
  return decide_and_print(arguments, std::move(examination), reply, rules);
}

Result<Exit> test(const Arguments& arguments) {
  const std::string file(*arguments.word(0));
  WARRANT_TRY(text, read_input(file, policy::rules_limit));
  const policy::Author author = arguments.has("workspace") ? policy::Author::workspace : policy::Author::person;
  const policy::RuleSet rules = policy::read_rules(
      text, file, author, author == policy::Author::person ? settings_tables() : std::vector<std::string_view>{});
  JsonArray examples;
  JsonArray problems;
  std::string lines;
  for (const policy::Example& one : rules.examples) {
    examples.push_back(JsonObject{{"rule", one.rule},
                                  {"example", one.text},
                                  {"should_match", one.should_match},
                                  {"matches", one.matches},
                                  {"holds", one.holds()},
                                  {"where", one.where}});
    lines += fmt::format("{} {} {}: \"{}\"\n", one.holds() ? "ok  " : "FAIL", one.rule,
                         one.should_match ? "covers" : "does not cover", visible(one.text, false));
  }
  for (const Error& problem : rules.problems) {
    problems.emplace_back(describe(problem));
    lines += visible(describe(problem), false) + "\n";
  }
  lines += fmt::format("{} rules, {} examples, {} problems\n", rules.rules.size(), rules.examples.size(),
                       rules.problems.size());
  WARRANT_CHECK(print(arguments.has("json") ? to_text(JsonObject{{"schema", "warrant.policy-test.v1"},
                                                                 {"rules", rules.rules.size()},
                                                                 {"examples", std::move(examples)},
                                                                 {"problems", std::move(problems)}}) +
                                                  "\n"
                                            : lines));
  return rules.problems.empty() ? Exit::done : Exit::usage;
}

}  // namespace

std::vector<Subcommand> policy_subcommands() {
  return {
      {.path = "policy explain",
       .summary = "the checks and the ladder for one call, and what decided",
       .examples = "  warrant policy explain edit_file '{\"path\":\"settings.py\",\"old\":\"30\",\"new\":\"60\"}'\n"
                   "  warrant policy explain read_file '{\"path\":\".env\"}' --request 'Show me .env.'\n",
       .positionals = {{.name = "TOOL", .help = "the tool's name, as read_file or edit_file", .required = true},
                       {.name = "ARGS-JSON", .help = "its arguments as one JSON object", .required = true}},
       .options = {root_option(),
                   {.name = "request",
                    .value = "TEXT",
                    .help = "the request of the turn (default: one that asks for this)"},
                   {.name = "mode",
                    .value = "MODE",
                    .help = "the posture of the session",
                    .choices = {"agent", "ask", "plan"}},
                   json_option()},
       .run = explain},
      {.path = "policy test",
       .summary = "check a file of rules and run their examples",
       .examples = "  warrant policy test ~/.config/warrant/config.toml\n"
                   "  warrant policy test --workspace .warrant/config.toml\n",
       .positionals = {{.name = "FILE", .help = "TOML with [[rule]] tables, - for standard input", .required = true}},
       .options = {{.name = "workspace", .value = "", .help = "as a workspace's own file, which may only narrow"},
                   json_option()},
       .run = test},
  };
}

}  // namespace warrant::app
