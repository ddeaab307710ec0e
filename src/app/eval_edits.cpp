// warrant eval edits: how many one-file edits come out exactly as they should.
#include "subcommands.hpp"
#include "workspace_facts.hpp"

#include <warrant/base/dirs.hpp>
#include <warrant/base/json.hpp>
#include <warrant/contract/contract.hpp>
#include <warrant/language/language.hpp>
#include <warrant/model/connect.hpp>
#include <warrant/model/proposer.hpp>
#include <warrant/model/scripted.hpp>
#include <warrant/model/server.hpp>
#include <warrant/surface/materials.hpp>
#include <warrant/surface/prompt.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warrant::app {

namespace {

using surface::Ask;

struct Task {
  std::string id;
  std::string request;
  RelPath path;
  std::string before;
  std::string after;
};

/// JSON Lines. Errors: malformed with the line.
Result<std::vector<Task>> parse_tasks(std::string_view text) {
  std::vector<Task> tasks;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const std::string where = fmt::format("line {}", number);
    const auto json = parse_json(line);
    if (!json) return fail(Code::malformed, json.error().message, where);
    for (const std::string_view field : {"id", "request", "path", "before", "after"}) {
      const Json* value = json->find(field);
      if (value == nullptr || value->string() == nullptr) {
        return fail(Code::malformed, fmt::format("\"{}\" is missing or no string", field), where);
      }
    }
    auto path = RelPath::make(json->text("path"));
    if (!path) return fail(path.error().code, path.error().message, where);
    tasks.push_back({std::string(json->text("id")), std::string(json->text("request")), std::move(*path),
                     std::string(json->text("before")), std::string(json->text("after"))});
  }
  return tasks;
}

/// A workspace with one file.
class OneFile : public contract::DiskFacts {
 public:
  explicit OneFile(const RelPath& path) : path_(path) {}
  [[nodiscard]] Kind kind(std::string_view path) const override {
    const auto relative = RelPath::make(path);
    return relative && *relative == path_ ? Kind::file : Kind::absent;
  }
  [[nodiscard]] std::vector<std::string> named(std::string_view base) const override {
    return base == path_.name() ? std::vector<std::string>{path_.text()} : std::vector<std::string>{};
  }

 private:
  const RelPath& path_;
};

/// The same file before and after, for the contract's own check.
class Versions : public contract::Files {
 public:
  Versions(const Task& task, const std::string& after) : task_(task), after_(after) {}
  [[nodiscard]] std::optional<std::string> before(std::string_view path) const override {
    return path == task_.path.text() ? std::optional(task_.before) : std::nullopt;
  }
  [[nodiscard]] std::optional<std::string> after(std::string_view path) const override {
    return path == task_.path.text() ? std::optional(after_) : std::nullopt;
  }
  [[nodiscard]] bool is_directory(std::string_view) const override { return false; }

 private:
  const Task& task_;
  const std::string& after_;
};

struct Outcome {
  bool exact = false;
  bool fixed = false;  ///< the words fixed the change: there was a choice
  std::vector<std::string> forms;
  std::int64_t output_tokens = 0;
  std::int64_t prompt_tokens = 0;
  double seconds = 0;
  std::optional<model::Strain> strain = {};  ///< along the piece of the last proposal that has one
  std::string why;                           ///< when it is not exact
};

std::optional<std::string> applied(const surface::Call& call, const Task& task) {
  if (const auto* edit = std::get_if<surface::EditFile>(&call)) {
    std::string after = task.before;
    return after.replace(after.find(edit->old_text), edit->old_text.size(), edit->new_text);
  }
  if (const auto* write = std::get_if<surface::WriteFile>(&call)) return write->text;
  return std::nullopt;
}

/// Why the file would not be what the words fix; empty when it would, or they fix nothing.
std::string objection(const contract::Contract& contract, const Task& task, const std::string& after) {
  const Versions files(task, after);
  for (const contract::Expectation& expectation : contract.expectations) {
    const contract::Finding finding = contract::check(expectation, files);
    if (finding.result == contract::Finding::Result::not_met) return finding.why;
  }
  return {};
}

struct Form {
  std::string name;
  std::vector<Ask> asks;
  bool asks_a_model;
};
std::optional<Form> form_named(std::string_view name) {
  if (name == "auto") return Form{std::string(name), {Ask::choice, Ask::rewrite, Ask::piece}, true};
  if (name == "code") return Form{std::string(name), {Ask::choice}, false};
  for (const Ask ask : {Ask::choice, Ask::rewrite, Ask::piece, Ask::whole}) {
    if (name == to_string(ask)) return Form{std::string(name), {ask}, true};
  }
  return std::nullopt;
}

surface::Request request_for(const Task& task, const contract::Contract& contract, const Form& form) {
  std::vector<contract::Operation> operations;
  for (const contract::Operation& operation : contract.operations) {
    if (contract::path_of(operation) == task.path.text()) operations.push_back(operation);
  }
  if (operations.empty()) operations.emplace_back(contract::Edit{task.path.text(), ""});
  surface::Request request =
      surface::edit_request(operations, contract.expectations, {task.path, task.before}, task.request);
  request.asks = form.asks;
  if (form.asks == std::vector{Ask::whole}) {
    request.tools.push_back(surface::Tool::write_file);
    request.writable = {task.path};
  }
  return request;
}

model::Prompt prompt_of(const surface::Surface& surface, const Task& task) {
  model::Prompt prompt{
      .messages = {}, .grammar = surface.grammar(), .schema = surface.schema(), .measure_strain = surface.copies()};
  for (surface::Message& message : surface::prompt(task.request, surface, {{task.path, task.before}})) {
    const bool system = message.speaker == surface::Speaker::system;
    prompt.messages.push_back({system ? model::Role::system : model::Role::user, std::move(message.text)});
  }
  return prompt;
}

/// Without a model: the change is taken where code leaves one.
Outcome by_code(const Task& task, const surface::Request& request) {
  Outcome outcome;
  outcome.fixed = !request.choices.empty();
  if (request.choices.size() != 1) {
    outcome.why = request.choices.empty() ? "the words fix no change"
                                          : fmt::format("{} changes are equally likely", request.choices.size());
    return outcome;
  }
  outcome.exact = applied(request.choices.front(), task) == task.after;
  if (!outcome.exact) outcome.why = "the computed change is another";
  return outcome;
}

/// Asks in each way until a proposal does what the words fix. Errors: those of the proposer, but for malformed
/// replies.
Result<Outcome> by_model(const Task& task, const contract::Contract& contract, const surface::Request& request,
                         model::Proposer& proposer) {
  Outcome outcome;
  outcome.fixed = !request.choices.empty();
  auto surface = surface::compile(request);
  if (!surface) return fail(std::move(surface.error()));
  while (!surface->empty()) {
    outcome.forms.emplace_back(to_string(surface->ask()));
    const auto proposal = proposer.propose(prompt_of(*surface, task));
    if (!proposal && proposal.error().code != Code::malformed) return fail(proposal.error());
    if (!proposal) {
      outcome.why = proposal.error().message;
      *surface = surface->escalated();
      continue;
    }
    outcome.output_tokens += proposal->usage.output_tokens;
    outcome.prompt_tokens += proposal->usage.prompt_tokens;
    outcome.seconds += proposal->timings.total_ms / 1000;
    const auto call = surface->accept(proposal->text);
    if (proposal->strain) {
      const Span piece = surface->copied_piece(proposal->text);
      outcome.strain = proposal->strain->within(piece.begin, piece.end);
    }
    *surface = surface->escalated();
    if (!call) {
      outcome.why = call.error().message;
      continue;
    }
    const auto after = applied(*call, task);
    outcome.exact = after == task.after;
    outcome.why = outcome.exact ? "" : "another text: " + proposal->text;
    if (outcome.exact || !after) break;
    const std::string wrong = objection(contract, task, *after);
    if (wrong.empty()) break;
    outcome.why = wrong;
  }
  if (outcome.forms.empty()) outcome.why = "this form does not fit";
  return outcome;
}

struct Model {
  std::unique_ptr<model::Proposer> proposer;
  std::string name;
  std::optional<model::ServerLease> lease = {};  ///< keeps our own server while it is asked
};

/// The server that this program owns, with the default weights or those of `file`.
Result<Model> own_model(std::string_view file) {
  WARRANT_TRY(dirs, find_dirs());
  WARRANT_TRY(plan, model::installed_plan(dirs, file));
  WARRANT_TRY(lease, model::acquire_server(dirs, plan));
  WARRANT_TRY(connected, model::connect({.url = lease.state().url()}));
  return Model{std::move(connected.proposer), connected.backend.model, std::move(lease)};
}

Result<Model> open_model(const Arguments& arguments) {
  if (const auto script = arguments.option("script")) {
    WARRANT_TRY(text, read_input(*script));
    WARRANT_TRY(proposer, model::make_scripted(text));
    return Model{std::move(proposer), "script"};
  }
  const auto url = arguments.option("connect");
  if (!url) return own_model(arguments.option("model").value_or(""));
  WARRANT_TRY(connected, model::connect({.url = std::string(*url)}));
  return Model{std::move(connected.proposer), connected.backend.model};
}

struct Report {
  std::string form;
  std::string model;
  std::vector<std::pair<std::string, Outcome>> outcomes;

  [[nodiscard]] std::size_t exact() const {
    return static_cast<std::size_t>(std::ranges::count_if(outcomes, [](const auto& one) { return one.second.exact; }));
  }
  template <class T>
  [[nodiscard]] double mean(T Outcome::* member) const {
    double sum = 0;
    for (const auto& [id, outcome] : outcomes) sum += static_cast<double>(outcome.*member);
    return outcomes.empty() ? 0 : sum / static_cast<double>(outcomes.size());
  }
};

Json to_json(const Report& report) {
  JsonArray results;
  for (const auto& [id, outcome] : report.outcomes) {
    JsonArray forms;
    for (const std::string& form : outcome.forms) forms.emplace_back(form);
    JsonObject result{{"id", id},
                      {"exact", outcome.exact},
                      {"fixed_by_words", outcome.fixed},
                      {"forms", std::move(forms)},
                      {"output_tokens", outcome.output_tokens},
                      {"prompt_tokens", outcome.prompt_tokens},
                      {"seconds", outcome.seconds},
                      {"why", outcome.why}};
    if (outcome.strain) {
      result.append("strain", JsonObject{{"mean", outcome.strain->mean}, {"peak", outcome.strain->peak}});
    }
    results.emplace_back(std::move(result));
  }
  return JsonObject{{"schema", "warrant.eval-edits.v1"},
                    {"form", report.form},
                    {"model", report.model},
                    {"tasks", report.outcomes.size()},
                    {"exact", report.exact()},
                    {"output_tokens_mean", report.mean(&Outcome::output_tokens)},
                    {"prompt_tokens_mean", report.mean(&Outcome::prompt_tokens)},
                    {"seconds_mean", report.mean(&Outcome::seconds)},
                    {"results", std::move(results)}};
}

std::string to_table(const Report& report) {
  std::string out;
  for (const auto& [id, outcome] : report.outcomes) {
    if (!outcome.exact) out += fmt::format("not exact  {}: {}\n", id, outcome.why);
  }
  const auto fixed = std::ranges::count_if(report.outcomes, [](const auto& one) { return one.second.fixed; });
  out += fmt::format("\n{:<10} {:>9} {:>14} {:>14} {:>14} {:>8}\n", "form", "exact", "fixed by words", "prompt tokens",
                     "output tokens", "s each");
  out += fmt::format("{:<10} {:>9} {:>14} {:>14.0f} {:>14.1f} {:>8.1f}\n", report.form,
                     fmt::format("{}/{}", report.exact(), report.outcomes.size()), fixed,
                     report.mean(&Outcome::prompt_tokens), report.mean(&Outcome::output_tokens),
                     report.mean(&Outcome::seconds));
  return out;
}

Result<Exit> run(const Arguments& arguments) {
  const auto form = form_named(arguments.option("form").value_or("auto"));
  if (!form) return fail(Code::invalid_argument, "no such form");
  WARRANT_TRY(text, read_input(arguments.word(0).value_or("-")));
  WARRANT_TRY(tasks, parse_tasks(text));
  WARRANT_TRY(lexicon, load_lexicon());
  Model model;
  if (form->asks_a_model) {
    WARRANT_TRY(opened, open_model(arguments));
    model = std::move(opened);
  }
  Report report{form->name, model.name, {}};
  for (const Task& task : tasks) {
    const auto contract = contract::resolve(task.request, OneFile(task.path), lexicon);
    const surface::Request request = request_for(task, contract, *form);
    if (!form->asks_a_model) {
      report.outcomes.emplace_back(task.id, by_code(task, request));
      continue;
    }
    WARRANT_TRY(outcome, by_model(task, contract, request, *model.proposer));
    report.outcomes.emplace_back(task.id, std::move(outcome));
  }
  WARRANT_CHECK(print(arguments.has("json") ? to_text(to_json(report)) + "\n" : to_table(report)));
  return Exit::done;
}

}  // namespace

std::vector<Subcommand> eval_edits_subcommands() {
  return {{.path = "eval edits",
           .summary = "count the one-file edits that come out exactly as they should",
           .examples = "  warrant eval edits cases/edits/one-file.jsonl --form code\n"
                       "  warrant eval edits cases/edits/one-file.jsonl\n"
                       "  warrant eval edits tasks.jsonl --connect http://127.0.0.1:8080 --form piece --json\n",
           .positionals = {{.name = "FILE",
                            .help = R"(JSON Lines: {"id","request","path","before","after"})",
                            .required = true}},
           .options = {{.name = "connect", .value = "URL", .help = "a running server"},
                       {.name = "model", .value = "FILE", .help = "weights for our own server; default: those pulled"},
                       {.name = "script", .value = "FILE", .help = "replies from a file, JSON Lines"},
                       {.name = "form",
                        .value = "FORM",
                        .help = "how the model is asked; code takes what the words fix without a model",
                        .choices = {"auto", "choice", "rewrite", "piece", "whole", "code"}},
                       json_option()},
           .run = run}};
}

}  // namespace warrant::app
