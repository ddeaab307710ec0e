// warrant contract: what a turn may do, without a model.
#include "subcommands.hpp"
#include "workspace_facts.hpp"

#include <warrant/base/utf8.hpp>

#include <fmt/format.h>

#include <map>
#include <memory>

namespace warrant::app {
namespace {

using contract::Contract;

constexpr std::string_view kExamples =
    "  warrant contract \"In settings.py, change TIMEOUT from 30 to 60.\"\n"
    "  warrant contract \"yes\" --history turns.json\n"
    "  warrant contract --batch requests.jsonl\n";

contract::Posture posture_of(const Arguments& arguments) {
  const auto mode = arguments.option("mode");
  if (mode == "ask") return contract::Posture::ask;
  if (mode == "plan") return contract::Posture::plan;
  return contract::Posture::agent;
}

std::string show(const Contract& it) {
  std::string out = fmt::format("type       {}\nchange     {}\n", to_string(it.type),
                                it.allowed     ? it.only_targets ? "allowed, in these files only" : "allowed"
                                : it.requested ? "asked for, not allowed"
                                               : "none");
  for (const contract::Target& target : it.targets)
    out += fmt::format("target     {:<12} {}{}\n", to_string(target.role), visible(target.path, false),
                       target.exists ? "" : "  (not there yet)");
  for (const contract::Operation& operation : it.operations)
    out += fmt::format("operation  {}\n", visible(to_text(contract::to_json(operation)), false));
  for (const contract::Expectation& expectation : it.expectations)
    out += fmt::format("expected   {}\n", visible(to_text(contract::to_json(expectation)), false));
  std::string tools;
  for (const contract::Tool tool : tools_of(it))
    tools += fmt::format("{}{}", tools.empty() ? "" : ", ", to_string(tool));
  out += fmt::format("surface    {}\nrule       {}: “{}”\n", tools, it.reason.rule, visible(it.reason.text, false));
  if (it.unsure) out += fmt::format("question   {}\n", visible(it.question, false));
  return out;
}

/// The lines of a batch, with the facts of each root kept between them.
class Batch {
 public:
  Batch(const language::Lexicon& lexicon, std::string root, contract::Posture posture)
      : lexicon_(lexicon), root_(std::move(root)), posture_(posture) {}

  Json answer(std::string_view line) {
    const auto json = parse_json(line);
    if (!json) return error(nullptr, json.error());
    const Json* id = json->find("id");
    const Json name = id == nullptr ? Json(nullptr) : *id;
    const Json* request = json->find("request");
    if (request == nullptr || request->string() == nullptr)
      return error(name, {Code::malformed, "a line needs a text under \"request\""});
    std::vector<contract::Settlement> history;
    if (const Json* turns = json->find("history"); turns != nullptr && !turns->is_null()) {
      auto parsed = contract::parse_history(*turns);
      if (!parsed) return error(name, parsed.error());
      history = std::move(*parsed);
    }
    const Contract resolved = resolve(*request->string(), facts(json->text("root", root_)), lexicon_, history);
    return to_json(with_posture(resolved, posture_), name);
  }

 private:
  static Json error(Json id, const Error& what) { return JsonObject{{"id", std::move(id)}, {"error", describe(what)}}; }

  const contract::DiskFacts& facts(std::string_view root) {
    auto& entry = facts_[std::string(root)];
    if (entry == nullptr) entry = std::make_unique<DiskFactsAt>(std::string(root));
    return *entry;
  }

  const language::Lexicon& lexicon_;
  std::string root_;
  contract::Posture posture_;
  std::map<std::string, std::unique_ptr<DiskFactsAt>> facts_;
};

Result<Exit> run_batch(const Arguments& arguments, const language::Lexicon& lexicon) {
  WARRANT_TRY(text, read_input(*arguments.option("batch"), std::size_t{1} << 30U));
  Batch batch(lexicon, root_of(arguments), posture_of(arguments));
  std::string out;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    out += to_text(batch.answer(line));
    out += '\n';
    if (out.size() < std::size_t{1} << 16U) continue;
    WARRANT_CHECK(print(out));
    out.clear();
  }
  WARRANT_CHECK(print(out));
  return Exit::done;
}

Result<Exit> run(const Arguments& arguments) {
  WARRANT_TRY(lexicon, load_lexicon());
  if (arguments.has("batch")) return run_batch(arguments, lexicon);
  const auto word = arguments.word(0);
  if (!word) {
    return fail(Code::invalid_argument, "warrant contract needs REQUEST (what is asked), or --batch FILE");
  }
  WARRANT_TRY(request, read_request(*word));
  std::vector<contract::Settlement> history;
  if (const auto path = arguments.option("history")) {
    WARRANT_TRY(turns, load_history(*path));
    history = std::move(turns);
  }
  if (arguments.has("root")) WARRANT_CHECK(workspace::Root::open(root_of(arguments)));
  const DiskFactsAt facts(root_of(arguments));
  const Contract resolved = with_posture(contract::resolve(request, facts, lexicon, history), posture_of(arguments));
  WARRANT_CHECK(print(arguments.has("json") ? to_text(to_json(resolved)) + "\n" : show(resolved)));
  return Exit::done;
}

}  // namespace

std::vector<Subcommand> contract_subcommands() {
  return {{.path = "contract",
           .summary = "show what a request would allow, without a model",
           .examples = kExamples,
           .positionals = {{.name = "REQUEST", .help = "what is asked", .required = false}},
           .options = {root_option(),
                       {.name = "history", .value = "FILE", .help = "earlier turns as they were settled, a JSON list"},
                       {.name = "mode",
                        .value = "MODE",
                        .help = "the posture: agent, ask or plan",
                        .choices = {"agent", "ask", "plan"}},
                       {.name = "batch",
                        .value = "FILE",
                        .help = "JSON lines in (\"-\" for standard input), one contract a line out"},
                       json_option()},
           .run = run}};
}

}  // namespace warrant::app
