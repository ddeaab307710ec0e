// warrant eval contract: how well labelled requests are read.
#include "subcommands.hpp"
#include "workspace_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace warrant::app {
namespace {

using contract::Contract;

struct Tally {
  std::size_t cases = 0;
  std::size_t types = 0;
  std::size_t targets = 0;
  std::size_t target_cases = 0;  ///< those whose label says the targets
  std::size_t unsafe = 0;
  std::size_t careful = 0;
  std::size_t allowed_cases = 0;
  std::size_t unsure = 0;
  std::map<std::pair<std::string, std::string>, std::size_t> confusion;  ///< expected, found
  JsonArray misses;
};

bool is_changeable(std::string_view role) { return role == "must_change" || role == "output" || role == "may_change"; }

using Roles = std::map<std::string, std::string>;

Roles expected_roles(const Json& expect) {
  Roles roles;
  if (const Json* targets = expect.find("targets"); targets != nullptr && targets->array() != nullptr)
    for (const Json& target : *targets->array()) roles[std::string(target.text("path"))] = target.text("role");
  return roles;
}

/// A path that is only mentioned does not matter for what the turn may do.
void drop_mentions(Roles& roles) {
  std::erase_if(roles, [](const auto& entry) { return entry.second == "mentioned"; });
}

std::vector<std::string> paths_of(const Json& files) {
  std::vector<std::string> out;
  if (files.array() != nullptr)
    for (const Json& file : *files.array())
      if (file.string() != nullptr) out.push_back(*file.string());
  return out;
}

Status hold(const Json& line, const language::Lexicon& lexicon, Tally& tally) {
  const Json* expect = line.find("expect");
  if (line.text("request", "\x01") == "\x01" || expect == nullptr || !contract::parse_type(expect->text("type")))
    return fail(Code::malformed, "a case needs \"request\" and \"expect\" with a known \"type\"",
                std::string(line.text("id")));
  std::vector<contract::Settlement> history;
  if (const Json* turns = line.find("history"); turns != nullptr && !turns->is_null()) {
    WARRANT_TRY(parsed, contract::parse_history(*turns));
    history = std::move(parsed);
  }
  const Json* files = line.find("files");
  const contract::Listing listing(files == nullptr ? std::vector<std::string>{} : paths_of(*files));
  const Contract found = resolve(line.text("request"), listing, lexicon, history);

  const std::string type(expect->text("type"));
  const Json* allowed_json = expect->find("allowed");
  const bool allowed = allowed_json != nullptr && allowed_json->boolean() != nullptr && *allowed_json->boolean();
  const Json* unsure_json = expect->find("unsure");
  const bool unsure = unsure_json != nullptr && unsure_json->boolean() != nullptr && *unsure_json->boolean();
  Roles wanted = expected_roles(*expect);
  Roles roles;
  for (const contract::Target& target : found.targets) roles[target.path] = to_string(target.role);
  bool unsafe = found.allowed && !allowed;
  for (const auto& [path, role] : roles) {
    const auto label = wanted.find(path);
    const bool forbidden = label != wanted.end() && label->second == "forbidden";
    if (found.allowed && is_changeable(role) && forbidden) unsafe = true;
  }
  drop_mentions(wanted);
  drop_mentions(roles);
  const bool type_right = to_string(found.type) == type || (unsure && found.unsure);
  const bool targets_judged = expect->find("targets") != nullptr;
  const bool targets_right = !targets_judged || wanted == roles || (unsure && found.unsure);
  const bool careful = allowed && !found.allowed;
  ++tally.cases;
  tally.types += type_right ? 1U : 0U;
  tally.targets += targets_judged && targets_right ? 1U : 0U;
  tally.target_cases += targets_judged ? 1U : 0U;
  tally.unsafe += unsafe ? 1U : 0U;
  tally.careful += careful ? 1U : 0U;
  tally.allowed_cases += allowed ? 1U : 0U;
  tally.unsure += found.unsure ? 1U : 0U;
  ++tally.confusion[{type, std::string(to_string(found.type))}];
  if (!type_right || !targets_right || unsafe || careful) {
    JsonObject got;
    for (const auto& [path, role] : roles) got.append(path, role);
    JsonObject want;
    for (const auto& [path, role] : wanted) want.append(path, role);
    tally.misses.emplace_back(
        JsonObject{{"id", line.text("id")},
                   {"request", line.text("request")},
                   {"error", unsafe        ? "unsafe"
                             : careful     ? "over_careful"
                             : !type_right ? "type"
                                           : "targets"},
                   {"expected", JsonObject{{"type", type}, {"allowed", allowed}, {"targets", std::move(want)}}},
                   {"found", JsonObject{{"type", to_string(found.type)},
                                        {"allowed", found.allowed},
                                        {"targets", std::move(got)},
                                        {"rule", found.reason.rule},
                                        {"unsure", found.unsure}}}});
  }
  return {};
}

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string matrix(const Tally& tally) {
  std::string out = "\ntype expected → found (errors only)\n";
  for (const auto& [pair, count] : tally.confusion)
    if (pair.first != pair.second) out += fmt::format("  {:<9} → {:<9} {:>4}\n", pair.first, pair.second, count);
  out += "\nper type: right / all\n";
  std::map<std::string, std::pair<std::size_t, std::size_t>> rows;
  for (const auto& [pair, count] : tally.confusion) {
    auto& [right, all] = rows[pair.first];
    all += count;
    if (pair.first == pair.second) right += count;
  }
  for (const auto& [type, counts] : rows) out += fmt::format("  {:<9} {:>4} / {}\n", type, counts.first, counts.second);
  return out;
}

Json to_json(const Tally& tally) {
  JsonObject confusion;
  for (const auto& [pair, count] : tally.confusion) {
    if (confusion.find(pair.first) == nullptr) confusion.append(pair.first, JsonObject{});
    Json row = *confusion.find(pair.first);
    JsonObject object = *row.object();
    object.append(pair.second, count);
    confusion.set(pair.first, std::move(object));
  }
  return JsonObject{{"schema", "warrant.eval-contract.v1"},
                    {"cases", tally.cases},
                    {"type_accuracy", share(tally.types, tally.cases) / 100},
                    {"target_accuracy", share(tally.targets, tally.target_cases) / 100},
                    {"target_cases", tally.target_cases},
                    {"unsafe", tally.unsafe},
                    {"over_careful", tally.careful},
                    {"over_careful_share", share(tally.careful, tally.allowed_cases) / 100},
                    {"change_cases", tally.allowed_cases},
                    {"unsure", tally.unsure},
                    {"confusion", std::move(confusion)},
                    {"misses", tally.misses}};
}

Result<Exit> run(const Arguments& arguments) {
  WARRANT_TRY(lexicon, load_lexicon());
  Tally tally;
  for (std::size_t file = 0; const auto path = arguments.word(file); ++file) {
    WARRANT_TRY(text, read_input(*path));
    std::string_view rest = text;
    for (std::size_t number = 1; !rest.empty(); ++number) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
      auto json = parse_json(line);
      if (!json) return fail(json.error().code, json.error().message, fmt::format("{}:{}", *path, number));
      if (auto held = hold(*json, lexicon, tally); !held)
        return fail(held.error().code, held.error().message, fmt::format("{}:{}", *path, number));
    }
  }
  if (arguments.has("json")) {
    WARRANT_CHECK(print(to_text(to_json(tally)) + "\n"));
  } else {
    std::string out = fmt::format(
        "cases          {}\ntypes          {:.1f} %\nall targets    {:.1f} %\nunsafe         {}\nover-careful   {} of "
        "{} changes ({:.1f} %)\nunsure         {}\n",
        tally.cases, share(tally.types, tally.cases), share(tally.targets, tally.target_cases), tally.unsafe,
        tally.careful, tally.allowed_cases, share(tally.careful, tally.allowed_cases), tally.unsure);
    out += matrix(tally);
    if (arguments.has("misses"))
      for (const Json& miss : tally.misses) out += to_text(miss) + "\n";
    WARRANT_CHECK(print(out));
  }
  return tally.unsafe == 0 ? Exit::done : Exit::failed;
}

}  // namespace

std::vector<Subcommand> eval_contract_subcommands() {
  return {
      {.path = "eval contract",
       .summary = "hold the contract against labelled requests",
       .examples = "  warrant eval contract cases/contract/families.jsonl\n  warrant eval contract --misses "
                   "cases/contract/*.jsonl\n",
       .positionals =
           {{.name = "FILE",
             .help = "JSON lines: request, files, history, expect; targets that expect leaves out are not judged",
             .required = true,
             .many = true}},
       .options = {{.name = "misses", .value = "", .help = "print every case that was read wrongly"}, json_option()},
       .run = run}};
}

}  // namespace warrant::app
