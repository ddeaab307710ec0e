// warrant check: what was said, held against what ran.
#include "check_backends.hpp"
#include "check_input.hpp"
#include "check_output.hpp"
#include "check_session.hpp"
#include "subcommands.hpp"

#include <warrant/base/fd.hpp>
#include <warrant/base/json.hpp>
#include <warrant/base/match.hpp>
#include <warrant/base/utf8.hpp>
#include <warrant/claims/boundary.hpp>
#include <warrant/claims/check.hpp>
#include <warrant/ui/check_page.hpp>

#include <fmt/format.h>

#include <utility>

namespace warrant::app {
namespace {

using claims::Gate;
using claims::Verdict;

struct Finished {
  Json document;
  Gate gate;
  std::optional<Verdict> verdict;  ///< absent for a turn's state
};

Result<Finished> finish(const CheckItem& item, const claims::Backends& backends) {
  return match(
      item.evidence,
      [&](const std::string& output) -> Result<Finished> {
        Verdict verdict = claims::check(item.said, output, backends);
        Json document = claims::to_json(verdict, item.said, output, item.id);
        return Finished{std::move(document), verdict.gate, std::move(verdict)};
      },
      [&](const claims::Ordered& session) -> Result<Finished> {
        Verdict verdict = claims::check(item.said, session, backends);
        Json document = claims::to_json(verdict, item.said, session, item.id);
        return Finished{std::move(document), verdict.gate, std::move(verdict)};
      },
      [&](const claims::State& state) -> Result<Finished> {
        const auto found = claims::contradictions(item.said, state);
        Json document = state_document(item, found);
        return Finished{std::move(document), found.empty() ? Gate::pass : Gate::retry, std::nullopt};
      });
}

Result<Exit> show(const Finished& finished, bool json) {
  WARRANT_CHECK(print(json ? to_text(finished.document) + "\n" : for_people(finished.document)));
  return exit_of(finished.gate);
}

/// A message beside the output it was said from, as a page.
Status write_page(const std::string& path, std::string_view source, const std::string& said, const std::string& output,
                  const Verdict& verdict) {
  const claims::Ordered ran{.runs = {{.command = "", .output = output, .exit_code = std::nullopt, .order = 0}},
                            .edits = {}};
  ui::CheckPage page(source);
  page.add({.turn = std::nullopt, .said = said, .verdict = verdict, .ran = ran});
  return replace_file(path, page.finish(verdict.gate, 0), 0644);
}

/// One result a line, in the order of the input; a line that cannot be read gives its error.
Result<Exit> batch(std::string_view path, const claims::Backends& backends) {
  WARRANT_TRY(input, read_input(path, std::size_t{1} << 30U));
  std::string out;
  bool any_bad = false;
  for (std::size_t begin = 0; begin < input.size();) {
    const auto end = std::min(input.find('\n', begin), input.size());
    const auto line = std::string_view(input).substr(begin, end - begin);
    begin = end + 1;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    Json id = nullptr;
    Result<Finished> finished = [&]() -> Result<Finished> {
      WARRANT_TRY(item, parse_check_item(line, id));
      return finish(item, backends);
    }();
    if (finished) {
      out += to_text(finished->document);
    } else {
      any_bad = true;
      out += to_text(JsonObject{{"id", id}, {"error", to_valid_utf8(describe(finished.error()))}});
    }
    out += '\n';
    if (out.size() > (std::size_t{1} << 20U)) {
      WARRANT_CHECK(print(out));
      out.clear();
    }
  }
  WARRANT_CHECK(print(out));
  return any_bad ? Exit::usage : Exit::done;
}

/// One source of the message, and beside it only what it can use: what is ignored would be taken for heeded.
Status must_agree(const Arguments& arguments) {
  struct Use {
    std::string_view source;
    std::vector<std::string_view> excluded;
  };
  const std::array uses{
      Use{"batch", {"session", "said", "output", "state", "turn", "html"}},
      Use{"session", {"said", "output", "state"}},
      Use{"state", {"output", "turn", "html"}},
      Use{"said", {"turn"}},
  };
  for (const Use& use : uses) {
    if (!arguments.has(use.source)) continue;
    for (const std::string_view other : use.excluded) {
      if (!arguments.has(other)) continue;
      return fail(Code::invalid_argument, fmt::format("--{} and --{} do not go together", use.source, other));
    }
  }
  return {};
}

Result<Exit> run_check(const Arguments& arguments) {
  const bool json = arguments.has("json");
  const auto page = arguments.option("html");
  WARRANT_CHECK(must_agree(arguments));
  WARRANT_TRY(chosen, read_backends(arguments));
  const auto backends = chosen.refer();
  if (const auto path = arguments.option("batch")) return batch(*path, backends);
  if (const auto path = arguments.option("session"))
    return check_session(*path, {.turn = arguments.option("turn").value_or(""), .json = json, .page = page}, backends);
  const auto said_path = arguments.option("said");
  if (!said_path) return fail(Code::invalid_argument, "give --said with --output or --state, or --session, or --batch");
  WARRANT_TRY(said, read_input(*said_path));
  if (const auto path = arguments.option("state")) {
    WARRANT_TRY(text, read_input(*path));
    WARRANT_TRY(parsed, parse_json(text));
    WARRANT_TRY(state, claims::parse_state(parsed));
    WARRANT_TRY(finished, finish({.id = nullptr, .said = std::move(said), .evidence = std::move(state)}, backends));
    return show(finished, json);
  }
  const auto path = arguments.option("output");
  if (!path) return fail(Code::invalid_argument, "--said needs --output FILE or --state FILE");
  WARRANT_TRY(output, read_input(*path));
  WARRANT_TRY(finished, finish({.id = nullptr, .said = said, .evidence = output}, backends));
  if (page) WARRANT_CHECK(write_page(std::string(*page), *said_path, said, output, *finished.verdict));
  return show(finished, json);
}

}  // namespace

std::vector<Subcommand> check_subcommands() {
  std::vector<Subcommand> list{{
      .path = "check",
      .summary = "hold what an agent said against what really ran",
      .examples = "  warrant check --said answer.txt --output log.txt\n"
                  "  warrant check --session session.jsonl --turn last --json\n"
                  "  warrant check --session session.jsonl --html session.html\n"
                  "  warrant check --batch items.jsonl\n"
                  "  warrant check --said answer.txt --state state.json\n"
                  "  warrant check --said answer.txt --output log.txt --reader llama --judge http://127.0.0.1:8080\n"
                  "\n"
                  "Exit code 0: the gate says pass; 10: retry; 11: ask.\n",
      .positionals = {},
      .options = {{"said", "FILE", "what the agent said; - for standard input"},
                  {"output", "FILE", "the output it said it from"},
                  {"session", "FILE", "an agent's transcript instead of both"},
                  {"turn", "N|last", "only the answer of this turn of the transcript"},
                  {"batch", "FILE",
                   "JSON lines {\"id\",\"said\",\"output\"|\"runs\"+\"edits\"|\"state\"}; - for standard input"},
                  {"state", "FILE", "what a governed turn knows, as JSON"},
                  {"html", "FILE", "also write a page that shows both sides, for a browser"},
                  json_option()},
      .run = run_check,
  }};
  for (auto& option : backend_options()) list.front().options.push_back(std::move(option));
  return list;
}

}  // namespace warrant::app
